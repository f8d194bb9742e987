"""Whether a deck is whole: what of the forty is missing, double, strange or in doubt, from pictures of it spread."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from engine.cards import DECK, Card
from engine.sentences import Sentence, msgid
from vision import geometry
from vision.arrays import F64
from vision.checks.out_of_view import cut_sides
from vision.decide.decide import NO_CARD, kind_of, quad
from vision.decide.place import Place
from vision.reading import Alternative, Doubt, Quad

CERTAIN = 0.99
"""Probability of its name from which a card counts as seen, and from which a thing is surely none of the forty."""

NOTHING_IN_PARTICULAR = 0.35
"""Probability of its likeliest name below which a thing is not called a card."""

SLIVER = 0.2
"""Share of a thing in view below which it may well be nothing."""

POSSIBLE = 0.01
"""Probability from which a card that is in doubt may be this one."""

ONE_THING = 0.33
"""Share of a card's area that two cards of one name have in common where they may be one, found twice."""

OTHER_SIZE = 0.2
"""Share by which a side differs from the cards' around it where a strange thing is no card at all."""

OTHER_DECKS_SIZE = 0.045
"""The same for a card that is of another deck than the rest."""

ENOUGH = 6
"""Cards from which it can be told how their size changes over the picture."""

EXPLAINED = 0.9
"""Share of a sliver that certain cards cover where it is what the finder saw between them, and no card."""


@dataclass(frozen=True, slots=True)
class View:
    """What one picture shows: its name, its size in pixels (width, height), the things in it, how they are scaled."""

    image: str
    size: tuple[int, int]
    places: list[Place]
    scale: float = 1.0
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A card of whose name one can be certain, where it was seen."""

    card: Card
    confidence: float
    image: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class Double:
    """A card that is there more than once, and in which pictures."""

    card: Card
    times: int
    images: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Odd:
    """A card that is none of the forty: `8`, `9`, `back` (or a joker: nothing that has a rank), `card`."""

    kind: str
    image: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class Unsure:
    """A doubt, the picture that it is about, and the place in it (None: the picture as a whole)."""

    doubt: Doubt
    image: str
    quad: Quad | None = None


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """All that the pictures say of the deck.

    `missing` was seen nowhere, and nothing that is in doubt may be it; `perhaps_missing` may lie where there is a
    doubt. `repeated` was seen in several pictures, once in each, and counts once.
    """

    seen: tuple[Seen, ...]
    missing: tuple[Card, ...]
    perhaps_missing: tuple[Card, ...]
    double: tuple[Double, ...]
    strange: tuple[Odd, ...]
    doubts: tuple[Unsure, ...]
    repeated: tuple[Card, ...] = field(default=())

    @property
    def whole(self) -> bool:
        """Whether these are the forty cards, each once, nothing else, and nothing is in doubt."""
        return not (self.missing or self.perhaps_missing or self.double or self.strange or self.doubts)


def check(views: list[View], apart: bool = False) -> DeckCheck:
    """What is missing, double, strange or in doubt in pictures of one deck.

    Pictures may overlap: a card that several of them show counts once, and what is in doubt in one of them is not where
    another shows its likeliest name for certain. Only a card that one picture shows twice is a double. With `apart` no
    two pictures show the same card: one that two of them show is a double too.
    """
    sure: list[Seen] = []
    sure_in: list[Counter[Card]] = []
    doubtful: list[tuple[int, Place]] = []
    strange: list[Odd] = []
    doubts: list[Unsure] = []
    for number, view in enumerate(views):
        certain = [place for place in view.places if _is_certain(place, view.size)]
        sizes = _Sizes(certain)
        once, again = _apart_from_ghosts(certain)
        sure += [_seen(place, view) for place in once]
        sure_in.append(Counter(_name(place) for place in once))
        doubts += [Unsure(_twice(place), view.image, _scaled(place, view)) for place in again]
        for place in view.places:
            if place.naming.strange >= CERTAIN:
                if sizes.of_a_card(place):
                    strange.append(Odd(kind_of(place.naming), view.image, _scaled(place, view)))
            elif not (any(place is other for other in certain) or _is_nothing(place, certain)) and (
                not place.is_strange or sizes.of_a_card(place)
            ):
                doubtful.append((number, place))
        others = sizes.of_another_deck(once)
        if others:
            cards = " ".join(str(_name(place)) for place in others)
            text = Sentence("of another size than the rest, and perhaps of another deck: {cards}", cards=cards)
            doubts.append(Unsure(Doubt("deck", text), view.image))
        doubts += [Unsure(doubt, view.image) for doubt in view.doubts]
    possible: set[Card] = set()
    for number, place in doubtful:
        if not apart and any(each[_name(place)] for other, each in enumerate(sure_in) if other != number):
            continue
        possible.update(card for card, _ in place.naming.ranked(POSSIBLE))
        doubts.append(Unsure(_uncertain(place), views[number].image, _scaled(place, views[number])))
    together = sum(sure_in, Counter())
    if not together and not strange and not doubtful:
        possible.update(DECK)
        doubts += [Unsure(Doubt("count", NO_CARD), view.image) for view in views]
    absent = [card for card in DECK if not together[card]]
    return DeckCheck(
        seen=tuple(sure),
        missing=tuple(card for card in absent if card not in possible),
        perhaps_missing=tuple(card for card in absent if card in possible),
        double=tuple(_doubles(views, sure_in, apart)),
        strange=tuple(strange),
        doubts=tuple(doubts),
        repeated=tuple(c for c in DECK if not apart and sum(1 for each in sure_in if each[c]) > 1),
    )


class _Sizes:
    """How large a card comes out at each place of a picture, from the cards that are certain.

    Their sides' logarithms are laid on a plane over the picture, which follows a camera that is tilted.
    """

    def __init__(self, certain: list[Place]) -> None:
        self._known = bool(certain)
        if certain:
            at, sides = _ground(certain)
            level = np.array([np.median(sides, axis=0), [0, 0], [0, 0]])
            self._plane = level if len(certain) < ENOUGH else _robust_plane(at, sides)

    def off(self, places: list[Place]) -> F64:
        """By which share the short and the long side of each differ from a card's there (n, 2)."""
        at, sides = _ground(places)
        return np.asarray(np.exp(sides - at @ self._plane) - 1)

    def of_a_card(self, place: Place) -> bool:
        """Whether a thing is as large as a card would be there; nothing is where no card is certain."""
        return self._known and bool(np.all(np.abs(self.off([place])) < OTHER_SIZE))

    def of_another_deck(self, places: list[Place]) -> list[Place]:
        """The places, three at least, whose cards are clearly smaller or larger both ways than most."""
        if len(places) < ENOUGH:
            return []
        off = self.off(places)
        other = np.all(off > OTHER_DECKS_SIZE, axis=1) | np.all(off < -OTHER_DECKS_SIZE, axis=1)
        return [place for place, is_other in zip(places, other, strict=True) if is_other] if other.sum() >= 3 else []


def _ground(places: list[Place]) -> tuple[F64, F64]:
    """For each place (1, x, y) in thousands of pixels, and the logarithms of its sides."""
    centres = np.array([place.found.corners.mean(axis=0) for place in places]) / 1000
    sides = np.log([geometry.side_lengths(place.found.corners) for place in places])
    return np.column_stack([np.ones(len(places)), centres]), sides


def _robust_plane(at: F64, sides: F64) -> F64:
    """Least squares, then again over the better half, so that a few cards of another size do not bend it."""
    plane = np.asarray(np.linalg.lstsq(at, sides, rcond=None)[0], np.float64)
    for _ in range(4):
        residual = np.abs(sides - at @ plane).sum(axis=1)
        near = residual <= np.percentile(residual, 60)
        plane = np.asarray(np.linalg.lstsq(at[near], sides[near], rcond=None)[0], np.float64)
    return plane


def _name(place: Place) -> Card:
    return place.naming.ranked()[0][0]


def _is_certain(place: Place, size: tuple[int, int]) -> bool:
    """Whether one can be certain of a card's name."""
    return place.naming.ranked()[0][1] >= CERTAIN and not cut_sides(place.found.corners, size)


def _is_nothing(place: Place, certain: list[Place]) -> bool:
    """Whether all that was seen of a thing is explained by the certain cards that lie there."""
    corners = place.found.corners
    explained = sum(geometry.overlap(corners, other.found.corners) for other in certain)
    return (
        place.found.seen < SLIVER
        and float(np.max(place.naming.cards)) < NOTHING_IN_PARTICULAR
        and explained > EXPLAINED * geometry.area(corners)
    )


def _apart_from_ghosts(certain: list[Place]) -> tuple[list[Place], list[Place]]:
    """The places, and apart from them those that all but lie on another one of the same name."""
    once: list[Place] = []
    again: list[Place] = []
    for place in certain:
        corners = place.found.corners
        same = [other.found.corners for other in once if _name(other) == _name(place)]
        ghost = any(geometry.overlap(corners, other) > ONE_THING * geometry.area(corners) for other in same)
        (again if ghost else once).append(place)
    return once, again


def _doubles(views: list[View], sure_in: list[Counter[Card]], apart: bool) -> list[Double]:
    doubles = []
    for card in DECK:
        where = [(view.image, each[card]) for view, each in zip(views, sure_in, strict=True) if each[card]]
        counts = [count for _, count in where]
        most = sum(counts) if apart else max(counts, default=0)
        if most > 1:
            images = tuple(image for image, count in where if apart or count > 1)
            doubles.append(Double(card, most, images))
    return doubles


def _seen(place: Place, view: View) -> Seen:
    card, confidence = place.naming.ranked()[0]
    return Seen(card, confidence, view.image, _scaled(place, view))


def _scaled(place: Place, view: View) -> Quad:
    return quad(place.found.corners * view.scale)


def _twice(place: Place) -> Doubt:
    return Doubt("twice", Sentence("{card} may be there twice", card=_name(place)))


def _uncertain(place: Place) -> Doubt:
    alternatives = tuple(Alternative(card, p) for card, p in place.naming.ranked(POSSIBLE)[:5])
    return Doubt("card", _may_be(place), None, None, alternatives)


def _may_be(place: Place) -> Sentence:
    ranked = place.naming.ranked()
    if ranked[0][1] < NOTHING_IN_PARTICULAR:
        return Sentence("something that may be a card cannot be told")
    cards = [card for card, p in ranked[:3] if p >= POSSIBLE]
    if len(cards) == 1:
        return Sentence("{card} is not certain", card=cards[0])
    return Sentence("it may be {cards}", cards=Sentence.listed(cards, msgid("{one} or {rest}")))
