"""Deciding jointly: sixteen different cards, four a seat, or a doubt that says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from vision import geometry
from vision.classify.naming import FORTY, Naming
from vision.decide import seats
from vision.decide.joint import CARDS, CARDS_A_HAND, NONE, RANKS, Joint, double, joint
from vision.decide.seats import Hands
from vision.geometry import Corners
from vision.locate.found import Found
from vision.reading import Alternative, Doubt, Hypothesis, Quad, ReadCard, Strange

Packs = Mapping[Seat, Sequence[Card]]
"""Of which cards each seat's hand comes."""

OTHER_SIZE = 0.15
"""Share by which a side differs from the cards' where a thing is none of them, whatever it shows."""

OUTSIDE = 0.02
"""How likely it is, before anything is read, that a card is not of its seat's pack, where the packs are known."""

NO_CARD = Sentence("no card is in sight")
"""What is said of a picture that shows none."""

MOST_HYPOTHESES = 256


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the table where something card-shaped lies."""

    found: Found
    naming: Naming

    @property
    def is_strange(self) -> bool:
        """Whether this is more likely none of the forty than one of them."""
        return self.naming.strange > 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """What one picture shows: its things, and whether it is mirrored."""

    places: list[Place]
    mirrored: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """The cards in their places with every doubt about them; no doubt at all is what makes a reading complete."""

    cards: tuple[ReadCard, ...]
    doubts: tuple[Doubt, ...]
    hypotheses: tuple[Hypothesis, ...] = ()


def without_strays(places: list[Place], players: int) -> list[Place]:
    """The places, those taken for strange that lie away from whole hands and are rather no one card than any.

    A pack or a heap of backs looks now and then a little like a face. Where the others make whole hands of four by
    themselves, what lies at none of them is in none.
    """
    legible = [place.found.corners for place in places if float(place.naming.cards.max()) > 0.5]
    if not seats.are_whole(legible, players):
        return places
    nothing = Naming(np.zeros(len(FORTY)), strange=1.0, back=0.0)
    return [
        place
        if place.is_strange or float(place.naming.cards.max()) > 0.5 or seats.beside(place.found.corners, legible)
        else Place(place.found, nothing)
        for place in places
    ]


def strange_things(places: list[Place]) -> tuple[Strange, ...]:
    """The card-shaped things that are none of the forty."""
    return tuple(Strange(kind_of(place.naming), quad(place.found.corners)) for place in places if place.is_strange)


def kind_of(naming: Naming) -> str:
    """What a strange thing is: `8`, `9`, `back` (which no face is), or `card` where that cannot be told."""
    kinds = {"8": naming.eight, "9": naming.nine, "back": naming.back}
    likeliest = max(kinds, key=lambda kind: kinds[kind])
    return likeliest if kinds[likeliest] > naming.strange / 2 else "card"


def decide(
    places: list[Place], hands: Hands, risk: float, expected: tuple[Seat, ...], packs: Packs | None = None
) -> Decision:
    """Name each place that holds a card, and doubt what must be doubted.

    `hands.seats` belong to the places that are not strange, in their order; `risk` is the greatest probability of being
    wrong at which nothing is asked; `expected` are the seats at which a hand must lie. What is strange and may yet be a
    card of a hand is weighed with the others: a fifth card left out would be an error too. `packs`: of which each
    seat's cards come, where that is known; it is weighed, and overrules nothing that was seen.
    """
    faces = [place for place in places if not place.is_strange]
    corners = [place.found.corners for place in faces]
    others = [(place, _hand_of(place.found.corners, corners, hands)) for place in places if place.is_strange]
    others = [(place, seat) for place, seat in others if seat]
    weighed = [*faces, *(place for place, _ in others)]
    held = [*hands.seats, *(seat for _, seat in others)]
    p = np.array([[*place.naming.cards, place.naming.strange] for place in weighed]).reshape(-1, NONE + 1)
    if packs:
        p = _of_the_packs(p, held, packs)
    together, by_rank = joint(p, CARDS, held), joint(p, RANKS, held)
    own = p[: len(faces), :NONE].argmax(axis=1)
    named = together.ways[0].astype(int)
    named[: len(faces)] = np.where(named[: len(faces)] == NONE, own, named[: len(faces)])
    named[len(faces) :] = NONE
    marginals = together.marginals()
    twice = double(together.ways[0])
    asked_rank = _asked(by_rank, RANKS.same[named], twice, risk)
    asked_card = _asked(together, named, asked_rank, risk)
    cards = tuple(
        ReadCard(FORTY[named[i]], float(marginals[i, named[i]]), seat, quad(place.found.corners))
        for i, (place, seat) in enumerate(zip(faces, hands.seats, strict=True))
    )
    doubts = [
        _doubt(
            i, cards, marginals[i], suit_only=not asked_rank[i], times=int(np.sum(named == named[i])) if twice[i] else 0
        )
        for i in np.flatnonzero(asked_card[: len(faces)]).tolist()
    ]
    if asked_rank[len(faces) :].any():
        doubts.append(Doubt("count", Sentence("something that may be a card was left out")))
    doubts += _between(hands)
    doubts += _miscounted(cards, expected)
    return Decision(cards, tuple(doubts), _hypotheses(together, len(faces)))


def _of_the_packs(p: NDArray[np.float64], held: list[Seat | None], packs: Packs) -> NDArray[np.float64]:
    """The probabilities (n, 41) with each seat's own pack as the prior of its cards, in place of all forty alike."""
    weighed = p.copy()
    for row, seat in zip(weighed, held, strict=True):
        if seat:
            own = np.isin([str(card) for card in FORTY], [str(card) for card in packs[seat]])
            row[:NONE] *= NONE * np.where(own, (1 - OUTSIDE) / own.sum(), OUTSIDE / (~own).sum())
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True))


def _asked(together: Joint, named: NDArray[np.intp], asked: NDArray[np.bool_], risk: float) -> NDArray[np.bool_]:
    """The fewest places to ask about beside those `asked`, the least sure first, until the others are right together
    but for the risk."""
    asked = asked.copy()
    sure = together.marginals()[np.arange(len(named)), named]
    for place in np.argsort(sure, kind="stable"):
        if together.right(named, asked) >= 1 - risk:
            break
        asked[place] = True
    return asked


def _doubt(
    which: int, cards: tuple[ReadCard, ...], marginal: NDArray[np.float64], suit_only: bool, times: int
) -> Doubt:
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


def _hypotheses(together: Joint, faces: int) -> tuple[Hypothesis, ...]:
    """The likeliest ways of naming the cards, and nothing else: those in which one of them is none, or is there twice,
    or in which something beside them is a card as well, are left out."""
    return tuple(
        Hypothesis(float(p), tuple(FORTY[i] for i in way[:faces]))
        for way, p in zip(together.ways[:MOST_HYPOTHESES].tolist(), together.p, strict=False)
        if NONE not in way[:faces] and len(set(way[:faces])) == faces and set(way[faces:]) <= {NONE}
    )


def _hand_of(thing: Corners, cards: list[Corners], hands: Hands) -> Seat | None:
    """Whose hand a thing lies at, where it is of the size of that hand's cards: far ones come out smaller than near."""
    beside = seats.beside(thing, cards)
    if not beside:
        return None
    sizes = np.median([geometry.side_lengths(cards[i]) for i in beside], axis=0)
    alike = np.all(np.abs(np.array(geometry.side_lengths(thing)) / sizes - 1) < OTHER_SIZE)
    return hands.seats[beside[0]] if alike else None


def quad(corners: Corners) -> Quad:
    """Corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)


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


def _miscounted(cards: tuple[ReadCard, ...], expected: tuple[Seat, ...]) -> list[Doubt]:
    if not cards:
        return [Doubt("count", NO_CARD)]
    held = Counter(card.seat for card in cards)
    doubts = [
        Doubt(
            "count",
            Sentence(
                "{seat} has {count} cards in sight, not {number}", seat=seat, count=held[seat], number=CARDS_A_HAND
            ),
            seat,
        )
        for seat in expected
        if held[seat] != CARDS_A_HAND
    ]
    return doubts + [
        Doubt("count", Sentence("{count} cards lie at {seat}, where nobody plays", count=count, seat=seat), seat)
        for seat, count in held.items()
        if seat is not None and seat not in expected
    ]


def _at(card: ReadCard) -> Seat | Sentence:
    return card.seat or Sentence("no seat")
