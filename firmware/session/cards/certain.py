"""Whether anything has to be asked at all: where the marks are certain whatever the unsure cards are, nothing has.

What a reading says that is not `scorable` is a distribution over all ways of naming its cards. Each way is scored with
the calls, announcements and the score of the karta aldia in hand; those that come to the same marks speak together.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.errors import MusError
from engine.showdown import score
from firmware.session.cards.laid import Laid
from firmware.session.cards.showdown import record_json, written
from firmware.session.finished import comes_to
from firmware.session.state import State
from vision.reading import Hypothesis


def unasked(state: State) -> dict[str, Any] | None:
    """The hand record of the cards as they are read and settled, or entered; None where the players have to be asked
    first."""
    if state.entered:
        return None if state.entered.waits_for else record_json(state)
    asks = state.laid is None or (state.laid.open_doubts() and not marks_certain(state))
    return None if asks else record_json(state)


def marks_certain(state: State) -> bool:
    """Whether the marks are those of the likeliest cards with a probability of 1 less the reading's accepted risk.

    Only cards may be in doubt: with another number of cards, between two seats or of another deck nothing is certain.
    What the players have settled holds; what the hypotheses leave out of 1 counts as other marks.
    """
    laid = state.laid
    if laid is None or any(doubt.kind != "card" or doubt.card is None for doubt in laid.open_doubts()):
        return False
    wanted = _marks(state)
    fit, misfit = _parted(laid)
    possible = 1 - misfit
    left = same = 0.0
    marks: dict[Hashable, Hashable] = {}
    for one in fit if wanted else ():
        named = replace(state, laid=replace(laid, settled=tuple(enumerate(one.cards))))
        hands = _what_counts(named)
        if hands not in marks:
            marks[hands] = _marks(named)
        if marks[hands] == wanted:
            same += one.p
        else:
            left += one.p
            if left > laid.risk * possible:
                return False
    return possible > 0 and same >= (1 - laid.risk) * possible


def _parted(laid: Laid) -> tuple[list[Hypothesis], float]:
    """The hypotheses that say what the players have said, and the probability of the others."""
    said, hypotheses = dict(laid.settled), laid.reading.hypotheses
    fit = [
        one
        for one in hypotheses
        if len(one.cards) == len(laid.reading.cards) and all(one.cards[i] == card for i, card in said.items())
    ]
    return fit, sum(one.p for one in hypotheses) - sum(one.p for one in fit)


def _what_counts(state: State) -> Hashable:
    """All that scoring looks at in the cards: the ranks at each seat, and suits in a book in which they count."""

    def counts(card: Card) -> tuple[int, str]:
        return card.rank, card.suit.value if state.book.suits_count else ""

    return tuple((seat, tuple(sorted(map(counts, hand)))) for seat, hand in state.cards().items())


def _marks(state: State) -> Hashable:
    """What has to be the same; None for no sense."""
    played, _ = written(state)
    try:
        return comes_to(score(played.record(state.match.header, state.book)))
    except MusError:
        return None
