"""The story that the hands of a match tell: turning points, who bid what with what, figures, a drawing of the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.calls import Action
from engine.match.games import Status
from engine.match.standing import Standing
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.telling.bids import Bid, Figures, bids, figures
from engine.telling.chances import Swing, biggest, swing, turning_points
from firmware.panel.review.hand_pages import explanation, marked, why
from firmware.panel.review.worth import can_be_told
from firmware.session.finished import Finished, Noted
from words.telling import held, hordago
from words.text import Speech

_TURNS: Final = 5
"""Turning points that are told, at most."""
MOST: Final = 500
"""Hands that are told of, at most, the last ones: more than the longest match of three vacas has."""
_WIDE: Final = 10
"""What a hand's bar has of the drawing's width."""


_Part = tuple[str, list[tuple[str, list[str]]]]
"""Rows of a table under a title, each with its label and a number a column."""


class Told(NamedTuple):
    """A hand with all that is worked out of it."""

    number: int
    game: int
    hand: Finished
    swing: Swing | None
    bids: tuple[Bid, ...]


def story(told: Sequence[Told], seats: Sequence[Seat], say: Speech) -> dict[str, object]:
    """The drawing of the odds, the turning points, the bids and the figures, as the page and the file show them."""
    swings = [one.swing for one in told]
    turning = [place for place in turning_points(swings) if _is_seen(swings[place])]
    largest, shown_turns = biggest(swings), turning[:_TURNS]
    if largest is not None and largest not in shown_turns:
        shown_turns.append(largest)
    shown = [(one.number, bid, backed(bid, say), say.sentence(_became(bid))) for one in told for bid in one.bids]
    return {
        "bars": [_bar(place, one, told, turning) for place, one in enumerate(told)],
        "turns": [_turn(told[place], place == largest, say) for place in shown_turns],
        "bids": shown,
        "hordagos": [row for row in shown if row[1].call.action is Action.HORDAGO],
        "figures": _figures(told, seats, say),
    }


def told_hands(standing: Standing, noted: Sequence[Noted]) -> Iterator[Told]:
    """The hands of a match, the last `MOST` of them. `noted` is what a table knows besides."""
    for number, aldia in list(enumerate(standing.aldiak, 1))[-MOST:]:
        hand = Finished.of(standing, aldia, noted[number - 1] if noted else Noted(aldia.entry, {}))
        if hand.status is not Status.COUNTS:
            yield Told(number, aldia.game, hand, None, ())
            continue
        known = hand.record if can_be_told(hand) else hand.record._replace(cards={})
        odds = swing(hand.record, hand.result, len(standing.match.header.seats))
        yield Told(number, aldia.game, hand, odds, bids(known, hand.result))


def backed(bid: Bid, say: Speech) -> str:
    """What a bid was made with, and how likely the team's hand was the best, in one line; empty where nobody knows."""
    if bid.holding is None:
        return ""
    what = held(bid.holding, say)
    return what if bid.chance is None else f"{what} · {say.percent(percent(bid.chance))}"


def _became(bid: Bid) -> Sentence:
    if bid.refused:
        return Sentence("refused")
    if bid.accepted:
        if bid.tantos_to is None:
            return Sentence("accepted")
        return Sentence("accepted, won") if bid.tantos_to is bid.call.team else Sentence("accepted, lost")
    return Sentence("raised") if bid.answer else Sentence("unanswered")


def _turn(one: Told, largest: bool, say: Speech) -> dict[str, object]:
    """A hand that moved the odds: N-S's in percent before and after it, what was marked, and why the most of it."""
    odds, told = percents(one.swing), explanation(one.hand)
    assert odds is not None
    told_why = (hordago(told, say) if told else None) or ""
    if told and told.marks and not told_why:
        most = max(told.marks, key=lambda explained: explained.mark.tantos)
        told_why = say.headed(say(most.mark.round.value), why(most.mark, most, say))
    return {"number": one.number, "odds": odds, "marked": marked(one.hand), "why": told_why, "largest": largest}


def _figures(told: Sequence[Told], seats: Sequence[Seat], say: Speech) -> list[tuple[Team, list[str], list[_Part]]]:
    """Each team's as a table, with the names over its columns; beside the team those of its players who are known to
    have spoken. Who plays alone is the team."""
    found = figures(one.bids for one in told)
    players = seats if len(seats) > len(Team) else ()
    tables = []
    for team in Team:
        beside = [seat for seat in players if seat.team is team and seat in found]
        if team in found:
            numbers = [found[team], *(found[seat] for seat in beside)]
            names = [say.short.team(team), *map(say.place, beside)]
            tables.append((team, names, _numbers(numbers, len(told), say)))
    return tables


def _numbers(found: Sequence[Figures], hands: int, say: Speech) -> list[_Part]:
    def row(label: str, number: Callable[[Figures], object]) -> tuple[str, list[str]]:
        return label, [str(number(one)) for one in found]

    accepted, won, lost, refused = say("accepted (bids)"), say("accepted, won"), say("accepted, lost"), say("refused")
    own = [
        row(say("bids"), lambda one: one.bids),
        row(say("in hands"), lambda one: f"{one.aldiak} / {hands}"),
        row(say("odds on average"), lambda one: "–" if one.chance is None else say.percent(percent(one.chance))),
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
    before, after = percents(one) or (0, 0)
    return (before < 50) != (after < 50)


def _bar(place: int, one: Told, told: Sequence[Told], turning: Sequence[int]) -> dict[str, object]:
    """A hand in the drawing: from the middle up for N-S, down for E-W; what lies in the middle is still seen.

    Whether a game `begins` or `turns` there is drawn too.
    """
    after = 50.0 if one.swing is None else 100 * one.swing.after
    side = "" if one.swing is None else Team.NS.value if after >= 50 else Team.EW.value
    high = max(1.0, abs(after - 50)) if side else 0.0
    y = 50 - high if side == Team.NS.value else 50.0
    return {
        "number": one.number,
        "x": _WIDE * place,
        "y": round(y, 1),
        "high": round(high, 1),
        "side": side,
        "begins": place > 0 and told[place - 1].game != one.game,
        "turns": place in turning,
    }


def percents(one: Swing | None) -> tuple[int, int] | None:
    """N-S's odds before and after a hand; None where nobody can say them."""
    return (percent(one.before), percent(one.after)) if one else None


def percent(chance: float) -> int:
    """In whole percents; none and all of them are said of what is certain alone."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))
