"""Whether a deck is whole: what of the forty is missing, double, strange or in doubt, from pictures of it spread."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.cards import DECK, Card
from engine.sentences import Sentence, msgid
from vision import geometry
from vision.arrays import F64
from vision.checks.out_of_view import cut_sides
from vision.decide.decide import NO_CARD
from vision.decide.place import Place
from vision.reading import Alternative, Doubt, Quad, quad

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

    @property
    def is_unclear(self) -> bool:
        """Whether nothing is found in it and it is in doubt as a whole: any card may lie there."""
        return bool(self.doubts) and not self.places


@dataclass(frozen=True, slots=True)
class Certain:
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
    doubt, or in a picture that is unclear. `repeated` was seen in several pictures, once in each, and counts once.
    """

    seen: tuple[Certain, ...]
    missing: tuple[Card, ...]
    perhaps_missing: tuple[Card, ...]
    double: tuple[Double, ...]
    strange: tuple[Odd, ...]
    doubts: tuple[Unsure, ...]
    repeated: tuple[Card, ...]

    @property
    def whole(self) -> bool:
        """Whether these are the forty cards, each once, nothing else, and nothing is in doubt."""
        return not (self.missing or self.perhaps_missing or self.double or self.strange or self.doubts)


def check(views: list[View], apart: bool = False) -> DeckCheck:
    """What is missing, double, strange or in doubt in pictures of one deck.

    Pictures may overlap: a card that several of them show counts once, and what is in doubt in one of them is not where
    another shows its likeliest name for certain, unless its own may show that card twice. Only a card that one picture
    shows twice is a double. With `apart` no two pictures show the same card: one that two of them show is a double too.
    """
    sorted_out = [_SortedOut.of(view) for view in views]
    named = [Counter(likeliest(place) for place in each.once) for each in sorted_out]

    def seen_elsewhere(place: Place, number: int) -> bool:
        name = likeliest(place)
        alike = named[number][name] + sum(likeliest(other) == name for other in sorted_out[number].unsure)
        return not apart and alike == 1 and any(each[name] for other, each in enumerate(named) if other != number)

    unsure = [
        (view, place)
        for number, (view, each) in enumerate(zip(views, sorted_out, strict=True))
        for place in each.unsure
        if not seen_elsewhere(place, number)
    ]
    together = sum(named, Counter())
    strange = [
        Odd(place.naming.kind, each.view.image, _scaled(place, each.view))
        for each in sorted_out
        for place in each.strange
    ]
    doubts = [doubt for each in sorted_out for doubt in each.doubts()]
    doubts += [Unsure(_uncertain(place), view.image, _scaled(place, view)) for view, place in unsure]
    possible = {card for _, place in unsure for card, _ in place.naming.ranked(POSSIBLE)}
    nothing_seen = not together and not strange and not unsure
    if nothing_seen:
        doubts += [Unsure(Doubt("count", NO_CARD), view.image) for view in views if not view.is_unclear]
    if nothing_seen or any(view.is_unclear for view in views):
        possible = set(DECK)
    absent = [card for card in DECK if not together[card]]
    return DeckCheck(
        seen=tuple(_seen(place, each.view) for each in sorted_out for place in each.once),
        missing=tuple(card for card in absent if card not in possible),
        perhaps_missing=tuple(card for card in absent if card in possible),
        double=tuple(_doubles(views, named, apart)),
        strange=tuple(strange),
        doubts=tuple(doubts),
        repeated=tuple(card for card in DECK if not apart and sum(1 for each in named if each[card]) > 1),
    )


@dataclass(frozen=True, slots=True)
class _SortedOut:
    """The things in one picture: certain cards, each `once`; those `again` that all but lie on one of the same name;
    those of a card's size that are surely none; those that may be a card; and certain cards of `another_size`."""

    view: View
    once: list[Place]
    again: list[Place]
    strange: list[Place]
    unsure: list[Place]
    another_size: list[Place]

    @classmethod
    def of(cls, view: View) -> _SortedOut:
        """What lies where."""
        certain = [place for place in view.places if _is_certain(place, view.size)]
        sizes = _Sizes(certain)
        once, again = _apart_from_ghosts(certain)
        strange, unsure = [], []
        for place in view.places:
            surely_none = place.naming.strange >= CERTAIN
            if (surely_none or place.is_strange) and not sizes.of_a_card(place):
                continue
            if surely_none:
                strange.append(place)
            elif not _is_certain(place, view.size) and not _is_nothing(place, certain):
                unsure.append(place)
        return cls(view, once, again, strange, unsure, sizes.of_another_deck(once))

    def doubts(self) -> list[Unsure]:
        """What is in doubt, but for what each thing is."""
        doubts = [Unsure(_twice(place), self.view.image, _scaled(place, self.view)) for place in self.again]
        if self.another_size:
            cards = " ".join(str(likeliest(place)) for place in self.another_size)
            text = Sentence("of another size than the rest, and perhaps of another deck: {cards}", cards=cards)
            doubts.append(Unsure(Doubt("deck", text), self.view.image))
        return doubts + [Unsure(doubt, self.view.image) for doubt in self.view.doubts]


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


def likeliest(place: Place) -> Card:
    """The card that it most likely is."""
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
        same = [other.found.corners for other in once if likeliest(other) == likeliest(place)]
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


def _seen(place: Place, view: View) -> Certain:
    card, confidence = place.naming.ranked()[0]
    return Certain(card, confidence, view.image, _scaled(place, view))


def _scaled(place: Place, view: View) -> Quad:
    return quad(place.found.corners * view.scale)


def _twice(place: Place) -> Doubt:
    return Doubt("twice", Sentence("{card} may be there twice", card=likeliest(place)))


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
