"""Deciding jointly: sixteen different cards, four a seat, or a doubt that says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from engine.sentences import Sentence
from vision.arrays import F64
from vision.classify.naming import FORTY
from vision.decide.joint import CARDS_A_HAND, NONE, Joint, same_rank
from vision.decide.seats import Hands
from vision.decide.table import Table
from vision.decide.ways import likeliest
from vision.reading import Alternative, Doubt, Hypothesis, ReadCard, Strange, quad

NO_CARD = Sentence("no card is in sight")
"""What is said of a picture that shows none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The cards in their places, what lies there that is none, and every doubt; none makes a reading complete."""

    cards: tuple[ReadCard, ...]
    strange: tuple[Strange, ...]
    doubts: tuple[Doubt, ...]
    hypotheses: tuple[Hypothesis, ...]


def decide(table: Table, risk: float, expected: tuple[Seat, ...], scale: float = 1.0) -> Decision:
    """Name each card, say what each other thing is, and doubt what must be doubted.

    `risk` is the greatest probability of being wrong at which nothing is asked; `expected` are the seats at which a
    hand must lie: what lies at others is at no seat; `scale` is how many of the original's pixels one of the table's is
    wide.
    """
    joint, count = table.joint, len(table.cards)
    ways, weights = likeliest(joint.p, joint.hands)
    marginals = joint.marginals
    named = np.where(ways[0] == NONE, marginals[:, :NONE].argmax(axis=1), ways[0])
    named[count:] = NONE
    twice = (np.bincount(ways[0], minlength=NONE + 1)[ways[0]] > 1) & (ways[0] < NONE)
    asked_rank = _asked(joint, same_rank(named), twice, risk)
    # What is none of the cards has no suit to ask for.
    asked_card = _asked(joint, named[:, np.newaxis] == np.arange(NONE + 1), asked_rank, risk, count)
    cards = tuple(
        ReadCard(
            FORTY[named[i]],
            float(marginals[i, named[i]]),
            seat if seat in expected else None,
            quad(place.found.corners * scale),
        )
        for i, (place, seat) in enumerate(zip(table.cards, table.hands.seats, strict=True))
    )
    doubts = [
        _doubt(
            i, cards, marginals[i], suit_only=not asked_rank[i], times=int(np.sum(named == named[i])) if twice[i] else 0
        )
        for i in np.flatnonzero(asked_card[:count]).tolist()
    ]
    last = len(named) - len(table.hiding)
    if asked_rank[count:last].any():
        doubts.append(Doubt("count", Sentence("something that may be a card was left out")))
    doubts += _between(table.hands)
    doubts += _miscounted(table.hands.seats, expected)
    doubts += [
        Doubt("count", Sentence("{seat}: two cards may stick together", seat=seat), seat)
        for seat, asked in zip(table.hiding, asked_rank[last:], strict=True)
        if asked
    ]
    strange = tuple(
        Strange(place.naming.kind, quad(place.found.corners * scale))
        for place in table.strange
        if not place.naming.is_gone
    )
    hypotheses = _hypotheses(ways, weights / max(joint.total, weights.sum()), count)
    return Decision(cards, strange, tuple(doubts), hypotheses)


def _asked(
    joint: Joint, named: NDArray[np.bool_], asked: NDArray[np.bool_], risk: float, first: int | None = None
) -> NDArray[np.bool_]:
    """The fewest places, or of the `first` ones, to ask about beside those `asked`, the least sure first, until the
    others are right together but for the risk. `named`: which classes (n, 41) each place is taken for."""
    asked = asked.copy()
    sure = np.where(named, joint.marginals, 0.0).sum(axis=1)[:first]
    for place in np.argsort(sure, kind="stable"):
        if sure[place] >= 1 - risk and joint.right(named | asked[:, np.newaxis]) >= 1 - risk:
            break
        asked[place] = True
    return asked


def _doubt(which: int, cards: tuple[ReadCard, ...], marginal: F64, suit_only: bool, times: int) -> Doubt:
    read = cards[which]
    order = np.argsort(-marginal[:NONE])[:5]
    alternatives = tuple(Alternative(FORTY[i], float(marginal[i])) for i in order if marginal[i] > 0.001)
    if times:
        where = tuple(_at(card) for card in cards if card.card == read.card)
        read_twice = Sentence("{card} is read {count} times: {where}", card=read.card, count=times, where=where)
        text = Sentence.listed((read_twice, Sentence("two decks may be mixed")))
        return Doubt("twice", text, read.seat, which, alternatives)
    text = Sentence("{seat}: {card} is not certain", seat=_at(read), card=read.card)
    return Doubt("card", text, read.seat, which, alternatives, suit_only)


def _hypotheses(ways: NDArray[np.intp], p: F64, faces: int) -> tuple[Hypothesis, ...]:
    """The likeliest ways of naming the cards, and nothing else: those in which one of them is none, or is there twice,
    or in which something beside them is a card as well, are left out."""
    named = np.sort(ways[:, :faces], axis=1)
    are_meant = (named < NONE).all(axis=1) & np.diff(named).all(axis=1) & (ways[:, faces:] == NONE).all(axis=1)
    return tuple(
        Hypothesis(share, tuple(map(FORTY.__getitem__, way)))
        for way, share in zip(ways[are_meant, :faces].tolist(), p[are_meant].tolist(), strict=True)
    )


def _between(hands: Hands) -> list[Doubt]:
    return [
        Doubt(
            "seat",
            Sentence("a hand of {count} lies between two seats", count=len(hand)),
            hands.seats[hand[0]],
            hand[0],
        )
        for hand in hands.between
    ]


def _miscounted(seats: Sequence[Seat | None], expected: tuple[Seat, ...]) -> list[Doubt]:
    if not seats:
        return [Doubt("count", NO_CARD)]
    held = Counter(seats)
    doubts = [Doubt("count", _in_sight(seat, held[seat]), seat) for seat in expected if held[seat] != CARDS_A_HAND]
    beside = sum(count for seat, count in held.items() if seat is not None and seat not in expected)
    if beside:  # two play: which seats the players call these, the camera does not know
        doubts.append(Doubt("count", _where_nobody_plays(beside)))
    return doubts


def _where_nobody_plays(count: int) -> Sentence:
    if count == 1:
        return Sentence("one card lies where nobody plays")
    return Sentence("{count} cards lie where nobody plays", count=count)


def _in_sight(seat: Seat, count: int) -> Sentence:
    if count == 1:
        return Sentence("{seat} has one card in sight, not {number}", seat=seat, number=CARDS_A_HAND)
    return Sentence("{seat} has {count} cards in sight, not {number}", seat=seat, count=count, number=CARDS_A_HAND)


def _at(card: ReadCard) -> Seat | Sentence:
    return card.seat or Sentence("no seat")
