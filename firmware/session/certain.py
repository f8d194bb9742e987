"""Whether anything has to be asked at all: where the marks are certain whatever the unsure cards are, nothing has.

What a reading says that is not `scorable` is a distribution over all ways of naming its cards. Each way is scored with
the calls, announcements and the score of the karta aldia in hand; those that come to the same marks speak together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from engine.cards import Card
from engine.errors import MusError
from engine.records import Result
from firmware.session.events import Showdown
from firmware.session.showdown import scored, showdown
from firmware.session.state import State
from vision.reading import Hypothesis

ACCEPTED_RISK: Final = 0.001
"""The probability of other marks up to which those of the likeliest cards are taken without a question.

It is the risk of one reading's hypotheses, and means what their probabilities mean: whoever calibrates those sets it.
"""


def unasked(state: State, risk: float = ACCEPTED_RISK) -> Showdown | None:
    """The showdown of the cards as they are read and settled; None where the players have to be asked first."""
    asks = state.reading is None or (state.open_doubts() and not marks_certain(state, risk))
    return None if asks else showdown(state)


def marks_certain(state: State, risk: float = ACCEPTED_RISK) -> bool:
    """Whether the marks are those of the likeliest cards with a probability of 1 less `risk`, whatever is in doubt.

    Only cards may be: with another number of cards, between two seats or of another deck nothing is certain. What the
    players have settled holds; what the hypotheses leave out of 1 counts as other marks.
    """
    reading = state.reading
    if reading is None or any(doubt.kind != "card" or doubt.card is None for doubt in state.open_doubts()):
        return False
    wanted = _marks(state)
    fit, misfit = _parted(reading.hypotheses, state.settled, len(reading.cards))
    possible = 1 - misfit
    left = same = 0.0
    known: dict[Hashable, Hashable] = {}
    for one in fit if wanted else ():
        named = replace(state, settled=tuple(enumerate(one.cards)))
        hands = _what_counts(named)
        if hands not in known:
            known[hands] = _marks(named)
        if known[hands] == wanted:
            same += one.p
        else:
            left += one.p
            if left > risk * possible:
                return False
    return possible > 0 and same >= (1 - risk) * possible


def _parted(
    hypotheses: tuple[Hypothesis, ...], settled: tuple[tuple[int, Card], ...], cards: int
) -> tuple[list[Hypothesis], float]:
    """The hypotheses that say what the players have said, and the probability of the others."""
    said = dict(settled)
    fit = [
        one for one in hypotheses if len(one.cards) == cards and all(one.cards[i] == card for i, card in said.items())
    ]
    return fit, sum(one.p for one in hypotheses) - sum(one.p for one in fit)


def _what_counts(state: State) -> Hashable:
    """All that scoring looks at in the cards: the ranks at each seat, and suits in a book in which they count."""

    def counts(card: Card) -> tuple[int, str]:
        return card.rank, card.suit.value if state.book.suits_count else ""

    return tuple((seat, tuple(sorted(map(counts, hand)))) for seat, hand in state.cards().items())


def _marks(state: State) -> Hashable:
    """What has to be the same: the sums by round, team and time, who wins, and the judge's case; None for no sense."""
    try:
        result: Result = scored(state)
    except MusError:
        return None
    sums = Counter[Hashable]()
    for mark in result.marks:
        sums[mark.round, mark.team, mark.when] += mark.tantos
    return frozenset(sums.items()), result.winner, result.ended_by, result.judge
