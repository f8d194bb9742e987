"""Deciding jointly: sixteen different cards, four a seat, or a doubt that says what is wrong."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from engine.seats import Seat
from vision import geometry
from vision.classify.namer import FORTY, Naming
from vision.decide import seats
from vision.decide.joint import MOST_CHOICES, together
from vision.decide.numbered import without_number
from vision.decide.seats import Hands
from vision.geometry import Corners
from vision.locate.found import Found
from vision.reading import Alternative, Doubt, Quad, ReadCard, Strange

SURELY_STRANGE = 0.9
"""Probability of being none of the forty below which a strange thing that lies at a hand is worth a doubt."""

NOTHING_IN_PARTICULAR = 0.35
SURELY_A_CARD = 0.1
"""Probability of its likeliest name below which a thing is not called a card (at a hand it may be one all the same);
unless it is none of the forty with less than the second: then it is one of them, whichever."""

ALL_BUT_WHOLE = 0.75
"""Share of a thing in view from which on another card covers no more than a strip of it."""

SLIVER = 0.2
SLIVER_STRANGE = 0.6
"""Share of a thing in view below which it may well be nothing, and what it then takes to be surely no card."""

OTHER_SIZE = 0.15
"""Share by which a side differs from the cards' where a thing is none of them, whatever it shows."""

CERTAIN = 0.99
"""Least probability that the names of all cards are right together for a hand to be taken without asking."""

CERTAIN_IN_PART = 0.999
"""Least probability that the names of all cards that lie partly under others, or in a lamp's sheen, are right together,
for them to be taken without asking: part of a print is more easily mistaken than the whole."""

BY_ITSELF = 0.95
"""What a card in full view must be by itself to be taken for it. That its like are elsewhere says nothing of a back, or
of anything else that is none of the forty and is taken for one of them."""

CONSISTENT = 0.7
"""Least probability that the names are all different for them to be weighed together: below it they contradict."""

HEAP_UNSURE = 0.6
HEAP_OVERLAP = 0.15
"""Share of a thing's area that a sure back overlaps where an unsure thing belongs to a heap of backs."""

HARDLY = 0.7
"""Probability of its likeliest name below which a thing well away from whole hands is hardly a card."""

OTHER_DECK, TELLING = 0.83, 5
OTHER_CARDS, SEVERAL = 0.75, 2
OTHER_CARD = 0.6
"""Likeness to the enrolled deck (correlation) below which most cards of a table are another deck's (of so many at
least), several are, and a single one is. Of 166 tables with their own deck one in a hundred came below the first,
overlap and all; none of 60 with another deck came above. Of 211 with their own deck one had two cards below the second;
of three cards of another deck, 69 times, the third noticed 62, and both together 67."""

CARDS_A_HAND = 4


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the table where something card-shaped lies; `pale` where a lamp's sheen lies on it."""

    found: Found
    naming: Naming
    pale: bool = False

    @property
    def is_seen_in_part(self) -> bool:
        """Whether some of its print cannot be seen, or hardly: under a card, or in a lamp's sheen."""
        return self.pale or bool(self.found.under)

    @property
    def is_all_but_whole(self) -> bool:
        """Whether all of its print can be seen, or all but a strip along another card."""
        return not self.pale and (not self.found.under or self.found.seen >= ALL_BUT_WHOLE)

    @property
    def is_strange(self) -> bool:
        """Whether this is more likely none of the forty than any one of them, or nothing in particular."""
        likeliest, strange = float(np.max(self.naming.cards)), self.naming.strange
        return strange >= likeliest or (likeliest < NOTHING_IN_PARTICULAR and strange > SURELY_A_CARD)


@dataclass(frozen=True, slots=True)
class Decision:
    """The cards in their places with every doubt about them; no doubt at all is what makes a reading complete."""

    cards: tuple[ReadCard, ...]
    doubts: tuple[Doubt, ...]


def without_heaps(places: list[Place]) -> list[Place]:
    """The places, those in a heap of backs taken for backs.

    Where backs lie across each other the finder sees cards that are not there. What overlaps a sure back, and is not
    itself more likely than not a certain card, is part of its heap.
    """
    backs = [place.found.corners for place in places if place.naming.back >= SURELY_STRANGE]

    def heaped(place: Place) -> bool:
        corners = place.found.corners
        unsure = float(np.max(place.naming.cards)) < HEAP_UNSURE
        return unsure and any(geometry.overlap(corners, back) > HEAP_OVERLAP * geometry.area(corners) for back in backs)

    nothing = Naming(np.zeros(len(FORTY)), strange=1.0, back=1.0)
    return [Place(place.found, nothing) if heaped(place) else place for place in places]


def without_strays(places: list[Place]) -> list[Place]:
    """The places of a table of four, unsure things that lie well away from its whole hands taken for nothing.

    Where the cards that are sure by themselves are four a hand, what is hardly a card and lies near none of them is
    none: a pack's or a note's pattern now and then looks a little like a face.
    """
    sure = [place.found.corners for place in places if float(np.max(place.naming.cards)) >= BY_ITSELF]
    if not seats.are_whole(sure):
        return places

    def stray(place: Place) -> bool:
        hardly = float(np.max(place.naming.cards)) < HARDLY and place.naming.strange > SURELY_A_CARD
        return hardly and seats.is_away(place.found.corners, sure)

    nothing = Naming(np.zeros(len(FORTY)), strange=1.0, back=0.0)
    return [Place(place.found, nothing) if stray(place) and not place.is_strange else place for place in places]


def strange_things(places: list[Place]) -> tuple[Strange, ...]:
    """The card-shaped things that are none of the forty."""
    return tuple(Strange(kind_of(place.naming), quad(place.found.corners)) for place in places if place.is_strange)


def kind_of(naming: Naming) -> str:
    """What a strange thing is: `8`, `9`, `back` (which no face is), or `card` where that cannot be told."""
    kinds = {"8": naming.eight, "9": naming.nine, "back": naming.back}
    likeliest = max(kinds, key=lambda kind: kinds[kind])
    return likeliest if kinds[likeliest] > naming.strange / 2 else "card"


def decide(places: list[Place], hands: Hands, certain: float, expected: tuple[Seat, ...]) -> Decision:
    """Name each place and doubt what must be doubted.

    `places` and `hands.seats` belong together; `certain` is the least probability that all names together are right for
    them to be taken without asking; `expected` are the seats at which a hand must lie.
    """
    named = [place.naming.ranked() for place in places]
    joint = together(named)
    names = joint.names if joint.consistent >= CONSISTENT else tuple(ranked[0] for ranked in named)
    cards = tuple(
        ReadCard(card, confidence, seat, quad(place.found.corners))
        for place, (card, confidence), seat in zip(places, names, hands.seats, strict=True)
    )
    doubts: list[Doubt] = []
    doubts += _uncertain(cards, named, certain, places)
    doubts += _twice(cards, named, certain)
    doubts += _between(hands)
    doubts += _miscounted(cards, expected)
    return Decision(cards, tuple(doubts))


def left_out(places: list[Place]) -> tuple[Doubt, ...]:
    """Doubts about strange things at a hand that may be cards: a fifth card left out would be an error too."""
    cards = [place.found.corners for place in places if not place.is_strange]
    return tuple(
        Doubt("count", "something that may be a card was left out")
        for place in places
        if place.is_strange and not _surely_strange(place) and _may_belong(place.found.corners, cards)
    )


def other_deck(places: list[Place], hands: Hands, several: int = SEVERAL) -> tuple[Doubt, ...]:
    """Doubts whether the named cards are the enrolled deck's: one about the table, or one about each card that is not.

    What lies partly under something is not asked: the part in view may be like another card's. `several`: how many it
    takes for those that are a little unlike.
    """
    likeness = {
        i: p.naming.likeness for i, p in enumerate(places) if p.naming.likeness is not None and not p.found.under
    }
    if len(likeness) >= TELLING and float(np.median(list(likeness.values()))) < OTHER_DECK:
        return (Doubt("deck", "the cards do not look like those of the deck that was told"),)
    unlike = {i for i, value in likeness.items() if value < OTHER_CARDS and not places[i].pale}
    if len(unlike) < several:
        unlike = set()
    unlike |= {i for i, value in likeness.items() if value < OTHER_CARD}
    return tuple(
        Doubt("deck", "this card does not look like any of the deck that was told", hands.seats[i], i)
        for i in sorted(unlike)
    )


def _surely_strange(place: Place) -> bool:
    return place.naming.strange >= (SURELY_STRANGE if place.found.seen >= SLIVER else SLIVER_STRANGE)


def _may_belong(thing: Corners, cards: list[Corners]) -> bool:
    """Whether a thing lies at a hand and is of the cards' size; the cards of a deck are all of one."""
    if not cards or not seats.at_a_hand(thing, cards):
        return False
    sizes = np.median([geometry.side_lengths(card) for card in cards], axis=0)
    return bool(np.all(np.abs(np.array(geometry.side_lengths(thing)) / sizes - 1) < OTHER_SIZE))


def quad(corners: Corners) -> Quad:
    """Corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)


def _alternatives(ranked: list[tuple[Card, float]]) -> tuple[Alternative, ...]:
    return tuple(Alternative(card, p) for card, p in ranked[:5])


def _uncertain(
    cards: tuple[ReadCard, ...], named: list[list[tuple[Card, float]]], certain: float, places: list[Place]
) -> list[Doubt]:
    """The least sure cards, as many as must be asked about until the others are right together with `certain`.

    And those whose number does not stand in their corners, where the others' do.
    """
    by_confidence = sorted(range(len(cards)), key=lambda i: cards[i].confidence, reverse=True)
    parts = [i for i in by_confidence if places[i].is_seen_in_part]
    while parts and math.prod(cards[i].confidence * _weighed(named[i]) for i in parts) < CERTAIN_IN_PART:
        parts.pop()
    rest = [
        i
        for i in by_confidence
        if (i in parts or not places[i].is_seen_in_part)
        and (places[i].found.under or _own(cards[i], named[i]) >= BY_ITSELF)
    ]
    while rest and math.prod(cards[i].confidence for i in rest) < certain:
        rest.pop()
    names, whole = [card.card for card in cards], [place.is_all_but_whole for place in places]
    asked = set(range(len(cards))) - set(rest)
    asked |= without_number([place.naming for place in places], names, whole)
    return [
        Doubt("card", f"{_at(cards[i])}: {cards[i].card} is not certain", cards[i].seat, i, _alternatives(named[i]))
        for i in sorted(asked)
    ]


def _own(read: ReadCard, ranked: list[tuple[Card, float]]) -> float:
    """What a place's own look gives the card that it is taken for."""
    return next((p for card, p in ranked if card == read.card), 0.0)


def _weighed(ranked: list[tuple[Card, float]]) -> float:
    """The share of what a place may be that is weighed with the other places': the rest may be anything."""
    return min(1.0, math.fsum(p for _, p in ranked[:MOST_CHOICES]))


def _twice(cards: tuple[ReadCard, ...], named: list[list[tuple[Card, float]]], certain: float) -> list[Doubt]:
    """Every card that is read at more than one place, at each place but the one where it is surest.

    Where more than one of them is sure, two decks may be mixed.
    """
    doubts = []
    for card, count in Counter(read.card for read in cards).items():
        if count > 1:
            places = [i for i, read in enumerate(cards) if read.card == card]
            places.sort(key=lambda i: -cards[i].confidence)
            where = ", ".join(_at(cards[i]) for i in places)
            mixed = "; two decks may be mixed" if cards[places[1]].confidence >= certain else ""
            for i in places[1:]:
                text = f"{card} is read {count} times: {where}{mixed}"
                doubts.append(Doubt("twice", text, cards[i].seat, i, _alternatives(named[i])))
    return doubts


def _between(hands: Hands) -> list[Doubt]:
    return [
        Doubt("seat", f"a hand of {len(hand)} lies between two seats", hands.seats[hand[0]], hand[0])
        for hand in hands.between
    ]


def _miscounted(cards: tuple[ReadCard, ...], expected: tuple[Seat, ...]) -> list[Doubt]:
    if not cards:
        return [Doubt("count", "no card is in sight")]
    held = Counter(card.seat for card in cards)
    doubts = [
        Doubt("count", f"{seat.value} has {held[seat]} cards in sight, not {CARDS_A_HAND}", seat)
        for seat in expected
        if held[seat] != CARDS_A_HAND
    ]
    return doubts + [
        Doubt("count", f"{count} cards lie at {seat.value}, where nobody plays", seat)
        for seat, count in held.items()
        if seat is not None and seat not in expected
    ]


def _at(card: ReadCard) -> str:
    return card.seat.value if card.seat else "no seat"
