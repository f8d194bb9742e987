"""The hands of a match again: each moment by moment, the odds before and after; with the story that they tell.

It is a page of the panel, and a file that opens the same without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.match.standing import Standing
from engine.rounds import Round
from engine.seats import Team
from engine.showdown import counting_hands
from engine.telling.bids import Bid
from engine.telling.chances import by_cards
from engine.telling.explanation import Explanation
from engine.telling.replay import Moment, What, moments
from firmware.panel.page import Asked, Page
from firmware.panel.review.hand_pages import SeatShown, explanation, mark_shown, notes, seats_around
from firmware.panel.review.reviewed import Reviewed
from firmware.panel.review.story import Told, percent, percents, story, told_hands
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
    told = list(told_hands(standing, noted))
    game = next((one.game for one in told if one.number == at), told[0].game if told else 0)
    return {
        "hands": [_hand(one, say) for one in told if at is None or one.game == game],
        "paged": at is not None,
        "numbers": [(one.number, one.game) for one in told],
        "count": len(standing.aldiak),
        **story(told, standing.match.header.seats, say),
    }


def _hand(one: Told, say: Speech) -> HandAgain:
    hand = one.hand
    return HandAgain(
        one.number,
        one.game,
        stood(hand.record.esku, hand.record.score, hand.result.score, say),
        seats_around(hand),
        tuple(_moments(one, say)),
        percents(one.swing),
        tuple(_rounds(hand)) if can_be_told(hand) else (),
        tuple(notes(hand, say)),
    )


def _moments(one: Told, say: Speech) -> Iterator[MomentShown]:
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
        shown = {team: None if chance is None else percent(chance) for team, chance in chances.items()}
        yield RoundOdds(round, shown, best_team(round, hands))


def _backed(bid: Bid, say: Speech) -> str:
    """What a bid was made with, in one line."""
    if bid.holding is None:
        return ""
    what = held(bid.holding, say)
    return what if bid.chance is None else f"{what} · {percent(bid.chance)} %"
