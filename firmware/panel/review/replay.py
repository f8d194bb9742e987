"""The hands of a match again: each moment by moment, the odds before and after, and the story that they tell.

It is a page of the panel, and a file that opens the same without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.calls import Action
from engine.match.games import Status
from engine.match.standing import Standing
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.showdown import counting_hands
from engine.telling.bids import Bid, Figures, bids, figures
from engine.telling.chances import Swing, biggest, by_cards, swing, turning_points
from engine.telling.explain import Explanation
from engine.telling.replay import Moment, What, moments
from firmware.panel.page import Asked, Page
from firmware.panel.review.hand_pages import SeatShown, explanation, mark_shown, notes, seats_around
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.worth import best_team, can_be_told, played_rounds
from firmware.panel.templates import filled
from firmware.session.finished import Finished, Noted
from web.templates import inline
from words.books import called
from words.names import Names
from words.telling import held, hordago, stood
from words.text import Speech

STATIC: Final = ("replay.css", "replay.js")
"""What the page has besides what all have."""
_TURNS: Final = 5
"""Turning points that are told, at most."""
MOST: Final = 500
"""Hands that are told of, at most, the last ones: more than the longest match of three vacas has."""
_WIDE: Final = 10
"""What a hand's bar has of the drawing's width."""


class MomentShown(NamedTuple):
    """One thing that happens: its round, what is said of it, by whom, and what there is to add; the score then."""

    what: What
    round: Round | None
    said: str
    who: str
    more: str
    score: Mapping[Team, int]


class RoundOdds(NamedTuple):
    """A round: how many percent by each team's cards, and who held the best hand of it."""

    round: Round
    percent: Mapping[Team, int | None]
    best: Team | None


@dataclass(frozen=True, slots=True)
class HandAgain:
    """One hand: its number from 1 and its game's, its seats, what happened, and N-S's odds of the game in percent."""

    number: int
    game: int
    about: str
    seats: Sequence[SeatShown]
    moments: Sequence[MomentShown]
    odds: tuple[int, int] | None
    rounds: Sequence[RoundOdds]
    notes: Sequence[str]


class BidShown(NamedTuple):
    """A bid in the story: in which hand, who said what with what, how likely it was the best, what became of it."""

    number: int
    round: Round
    team: Team
    said: str
    with_what: str
    percent: int | None
    became: str
    hordago: bool


class TurnShown(NamedTuple):
    """A hand that moved the odds: N-S's in percent before and after it, what each team marked in it, and why the most
    of it."""

    number: int
    odds: tuple[int, int]
    marked: Mapping[Team, int]
    why: str
    largest: bool


class FiguresShown(NamedTuple):
    """A team's figures as a table: its short name and its players', and parts of rows with a number for each."""

    team: Team
    names: Sequence[str]
    parts: Sequence[tuple[str, Sequence[tuple[str, Sequence[str]]]]]


class Bar(NamedTuple):
    """A hand in the drawing of the odds: from where to where, on which side, whether a game begins or turns there."""

    number: int
    x: int
    y: float
    high: float
    side: str
    begins: bool
    turns: bool


class _Told(NamedTuple):
    """A hand with all that is worked out of it."""

    number: int
    game: int
    hand: Finished
    swing: Swing | None
    bids: tuple[Bid, ...]


def replay_page(asked: Asked, match: Reviewed, at: int) -> Page:
    """The match again, as a page: the game with the hand of that number, the first one where there is none."""
    say = asked.say
    told = replayed(match.state.standing, match.state.noted, say, at)
    values = told | {"match": match, "file": f"/export/{match.number or 'last'}.html"}
    return Page("replay.html", say("The match again"), "/hands", values, (STATIC[1],))


def replay_file(standing: Standing, noted: Sequence[Noted], say: Speech) -> bytes:
    """The match again, as a file of HTML that needs nothing else."""
    said = say.named(Names.of(standing.match.header))
    values = replayed(standing, noted, said) | {
        "title": " – ".join(map(said.team, Team)),
        "about": _about(standing, said),
        "style": inline("web", "base.css") + inline("firmware.panel", "panel.css", STATIC[0]),
        "script": inline("firmware.panel", STATIC[1]),
    }
    return filled("replay_file.html", said, **values).encode()


def _about(standing: Standing, say: Speech) -> str:
    """Where and when it was played, by which rules, and how it stands."""
    header, book, won = standing.match.header, standing.book, standing.games_won
    rules = say("Rules: {rules}, to {target}", rules=called(book.name, say), target=book.target)
    games = say("games {ns} – {ew}", ns=won[Team.NS], ew=won[Team.EW])
    return " · ".join(part for part in (header.event, header.place, header.date, rules, games) if part)


def replayed(standing: Standing, noted: Sequence[Noted], say: Speech, at: int | None = None) -> dict[str, object]:
    """All that the page and the file show. `noted` is what a table knows besides; none of a match from elsewhere.

    A page has the hands of one game, that of the hand `at`, and leads to the others; without it all of them are there.
    """
    told = list(_told(standing, noted))
    game = next((one.game for one in told if one.number == at), told[0].game if told else 0)
    swings = [one.swing for one in told]
    turning = [place for place in turning_points(swings) if _is_seen(swings[place])]
    largest, shown_turns = biggest(swings), turning[:_TURNS]
    if largest is not None and largest not in shown_turns:
        shown_turns.append(largest)
    shown = [_bid(one.number, bid, say) for one in told for bid in one.bids]
    return {
        "hands": [_hand(one, say) for one in told if at is None or one.game == game],
        "paged": at is not None,
        "numbers": [(one.number, one.game) for one in told],
        "count": len(standing.aldiak),
        "bars": [_bar(place, one, told, turning) for place, one in enumerate(told)],
        "turns": [_turn(told[place], place == largest, say) for place in shown_turns],
        "bids": shown,
        "hordagos": [bid for bid in shown if bid.hordago],
        "figures": _figures(told, standing.match.header.seats, say),
    }


def _told(standing: Standing, noted: Sequence[Noted]) -> Iterator[_Told]:
    for number, aldia in list(enumerate(standing.aldiak, 1))[-MOST:]:
        hand = Finished.of(standing, aldia, noted[number - 1] if noted else Noted(aldia.entry, {}))
        if hand.status is not Status.COUNTS:
            yield _Told(number, aldia.game, hand, None, ())
            continue
        known = hand.record if can_be_told(hand) else hand.record._replace(cards={})
        odds = swing(hand.record, hand.result, len(standing.match.header.seats))
        yield _Told(number, aldia.game, hand, odds, bids(known, hand.result))


def _hand(one: _Told, say: Speech) -> HandAgain:
    hand = one.hand
    return HandAgain(
        one.number,
        one.game,
        stood(hand.record.esku, hand.record.score, hand.result.score, say),
        seats_around(hand),
        tuple(_moments(one, say)),
        _percents(one.swing),
        tuple(_rounds(hand)) if can_be_told(hand) else (),
        tuple(notes(hand, say)),
    )


def _moments(one: _Told, say: Speech) -> Iterator[MomentShown]:
    hand, made, told = one.hand, iter(one.bids), explanation(one.hand)
    esku = say("Esku: {seat}", seat=say.place(hand.record.esku))
    yield MomentShown(What.CARDS, None, esku, "", "", hand.record.score)
    for moment in moments(hand.record, hand.result):
        bid = next(made, None) if moment.call and moment.call.action.bids else None
        said, who, more = _told_of(moment, bid, hand, told, say)
        yield MomentShown(moment.what, moment.round, said, who, more, moment.score)


def _told_of(
    moment: Moment, bid: Bid | None, hand: Finished, told: Explanation | None, say: Speech
) -> tuple[str, str, str]:
    """What is said of a moment, by or for whom, and what there is to add."""
    if moment.call:
        return say.call(moment.call), moment.call.speaker.value, _backed(bid, say) if bid else ""
    if moment.mark:
        place = hand.result.marks.index(moment.mark)
        mark = mark_shown(moment.mark, told.marks[place] if told else None, say)
        return f"{say.team(mark.team)} +{mark.tantos}", mark.team, mark.why
    if moment.what is What.WON and hand.winner:
        team = say.team(hand.winner)
        if moment.round is None:
            return say("{team} won the mantxa.", team=team), hand.winner.value, ""
        how = (hordago(told, say) if told else None) or ""
        return say("{team} won the mantxa by hordago.", team=team), hand.winner.value, how
    return say("The cards are shown.") if moment.what is What.CARDS else say("passed"), "", ""


def _rounds(hand: Finished) -> Iterator[RoundOdds]:
    hands = counting_hands(hand.record)
    found = {team: by_cards(hand.record, team) for team in Team}
    for round in played_rounds(hands):
        chances = {team: found[team].get(round) for team in Team}
        percent = {team: None if chance is None else _percent(chance) for team, chance in chances.items()}
        yield RoundOdds(round, percent, best_team(round, hands))


def _bid(number: int, bid: Bid, say: Speech) -> BidShown:
    return BidShown(
        number,
        bid.round,
        bid.call.team,
        say.call(bid.call),
        held(bid.holding, say) if bid.holding else "",
        None if bid.chance is None else _percent(bid.chance),
        say.sentence(_became(bid)),
        bid.call.action is Action.HORDAGO,
    )


def _backed(bid: Bid, say: Speech) -> str:
    """What a bid was made with, in one line."""
    if bid.holding is None:
        return ""
    what = held(bid.holding, say)
    return what if bid.chance is None else f"{what} · {_percent(bid.chance)} %"


def _became(bid: Bid) -> Sentence:
    if bid.refused:
        return Sentence("refused")
    if bid.accepted:
        if bid.tantos_to is None:
            return Sentence("accepted")
        return Sentence("accepted, won") if bid.tantos_to is bid.call.team else Sentence("accepted, lost")
    return Sentence("raised") if bid.answer else Sentence("unanswered")


def _turn(one: _Told, largest: bool, say: Speech) -> TurnShown:
    marks, odds, told = one.hand.result.marks, _percents(one.swing), explanation(one.hand)
    assert odds is not None
    marked = {team: sum(mark.tantos for mark in marks if mark.team is team) for team in Team}
    why = (hordago(told, say) if told else None) or ""
    if told and told.marks and not why:
        most = max(told.marks, key=lambda explained: explained.mark.tantos)
        why = say.headed(say(most.mark.round.value), mark_shown(most.mark, most, say).why)
    return TurnShown(one.number, odds, {team: sum for team, sum in marked.items() if sum}, why, largest)


def _figures(told: Sequence[_Told], seats: Sequence[Seat], say: Speech) -> list[FiguresShown]:
    """Each team's, beside it those of its players who are known to have spoken; who plays alone is the team."""
    found = figures(one.bids for one in told)
    players = seats if len(seats) > len(Team) else ()
    tables = []
    for team in Team:
        beside = [seat for seat in players if seat.team is team and seat in found]
        if team in found:
            numbers = [found[team], *(found[seat] for seat in beside)]
            names = [say.short.team(team), *map(say.place, beside)]
            tables.append(FiguresShown(team, names, _numbers(numbers, len(told), say)))
    return tables


def _numbers(
    found: Sequence[Figures], hands: int, say: Speech
) -> list[tuple[str, Sequence[tuple[str, Sequence[str]]]]]:
    def row(label: str, number: Callable[[Figures], object]) -> tuple[str, list[str]]:
        return label, [str(number(one)) for one in found]

    accepted, won, lost, refused = say("accepted (bids)"), say("accepted, won"), say("accepted, lost"), say("refused")
    own = [
        row(say("bids"), lambda one: one.bids),
        row(say("in hands"), lambda one: f"{one.aldiak} / {hands}"),
        row(say("odds on average"), lambda one: "–" if one.chance is None else f"{_percent(one.chance)} %"),
        row(accepted, lambda one: one.accepted),
        row(won, lambda one: one.won),
        row(lost, lambda one: one.lost),
        row(refused, lambda one: one.refused),
    ]
    others = [
        row(accepted, lambda one: one.took),
        row(won, lambda one: one.took_won),
        row(lost, lambda one: one.took_lost),
        row(refused, lambda one: one.threw),
    ]
    return [("", own), (say("The others' bids"), others)]


def _is_seen(one: Swing | None) -> bool:
    """Whether another team is the favourite in whole percents, too."""
    before, after = _percents(one) or (0, 0)
    return (before < 50) != (after < 50)


def _bar(place: int, one: _Told, told: Sequence[_Told], turning: Sequence[int]) -> Bar:
    """From the middle up for N-S, down for E-W; what lies in the middle is still seen."""
    after = 50.0 if one.swing is None else 100 * one.swing.after
    begins = place > 0 and told[place - 1].game != one.game
    side = "" if one.swing is None else Team.NS.value if after >= 50 else Team.EW.value
    high = max(1.0, abs(after - 50)) if side else 0.0
    y = 50 - high if side == Team.NS.value else 50.0
    return Bar(one.number, _WIDE * place, round(y, 1), round(high, 1), side, begins, place in turning)


def _percents(one: Swing | None) -> tuple[int, int] | None:
    return (_percent(one.before), _percent(one.after)) if one else None


def _percent(chance: float) -> int:
    """In whole percents; none and all of them are said of what is certain alone."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))
