"""Learning a deck from photographs of its forty cards, and checking it by reading them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Protocol

import cv2
import numpy as np

from engine.cards import Card
from engine.sentences import Sentence, msgid
from vision import geometry
from vision.arrays import F32, F64, U8
from vision.checks import lighting, too_small
from vision.checks.mirrored import MIRRORED_CARDS
from vision.checks.out_of_view import cut_sides
from vision.checks.printing import printed_otherwise
from vision.checks.sharpness import SOFT, blur
from vision.classify.evidence import Faces
from vision.classify.naming import FORTY, Naming, pooled
from vision.decide.place import Place, Seen
from vision.enrolled.deck import MOST_PHOTOGRAPHS, EnrolledDeck
from vision.enrolled.layout import LayoutError, laid_out, said
from vision.enrolled.looks import Weights, both_ways, log_likelihood_ratios
from vision.enrolled.match import Matcher
from vision.geometry import Corners
from vision.picture import Picture
from vision.rectify import cut_out

UNLIKE_PHOTOGRAPHS = 0.71
"""Median likeness below which two photographs show different decks. Decks of one pattern come up to 0.707; of 38 drawn
and photographed ones none is less like itself, from one photograph to the next, than 0.72."""

SAME = 0.93
"""How like each other two cards are, beside how like themselves each is when it is read back, from which on they look
the same, where the networks call them the same as well. In the one of 300 drawn enrolments in which a card lay twice
and the networks called both the same it came to 0.97, for two different cards to 0.92 at most."""

ANOTHER = 0.001
"""Odds below which a place holds another of the forty. People lay a thousand cards right for one that they lay wrong,
and the networks are often wrong about a deck that they do not know."""

_UNKNOWN = 1e-4
"""Added to what was known of a card before it is weighed with likeness: the networks may not know the deck."""

_AWAY = 0.015
"""Lengths by which a card's corners are moved before it is read back from the photograph that it was learned from."""

Photograph = tuple[str, Picture]
"""A photograph with what messages call it."""


class Looker(Protocol):
    """What looks at pictures, such as a `Reader`."""

    def seen(self, picture: Picture, cards: int) -> Seen:
        """What lies in the picture, named, and whether it is mirrored; looked at farther where it shows fewer than so
        many `cards`."""

    def faces(self, cut_outs: U8) -> Faces:
        """What cut-out cards (n, 128, 80, 4) show as wholes."""


class PrintLooker(Looker, Protocol):
    """What tells also how cards are printed."""

    def embedded(self, picture: Picture, cards: list[Corners]) -> F64:
        """Where the ends of cards at these corners lie among all makers' (n, 2, k); ModelError where it cannot say."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """A photograph with its name and its forty cards, as FORTY: where they lie, what is seen there, how they look
    (40, 128, 80, 3), and what is seen of their patches, upright and upside down (2, 40, patches, channels)."""

    title: str
    picture: Picture
    corners: list[Corners]
    named: list[Naming]
    cards: U8
    patches: F32


def learn(
    name: str, photographs: list[Photograph], looker: PrintLooker, weights: Weights | None = None
) -> EnrolledDeck:
    """The deck that the photographs show, checked by reading each of them back.

    Raises LayoutError, with a sentence that names the photograph, or all of them, and the card or row, where a
    photograph does not show the whole deck in its layout or is not sharp, a card is not what its place should hold or
    is not printed like the others, two look the same, photographs show different decks, or a card does not read back;
    DeckError where the name cannot be used; ModelError where the `looker` cannot look, or the shipped `weights`, which
    count if none are said, are missing or damaged.
    """
    weights = weights or Weights.shipped()
    if not 1 <= len(photographs) <= MOST_PHOTOGRAPHS:
        raise LayoutError(
            Sentence(
                "a deck is learned from 1 to {most} photographs, not {count}",
                most=MOST_PHOTOGRAPHS,
                count=len(photographs),
            )
        )
    shots = [_shot(title, picture, looker) for title, picture in photographs]
    for shot in shots:
        with _photograph(shot.title):
            _sharp(shot)
    titles = ", ".join(shot.title for shot in shots)
    read = [pooled(namings) for namings in zip(*(shot.named for shot in shots), strict=True)]
    with _photograph(titles):
        _what_they_should_be(read)
        _of_one_deck(np.stack([looker.embedded(shot.picture, shot.corners) for shot in shots]))
    for later in shots[1:]:
        with _photograph(later.title):
            _same_deck(shots[0], later)
    read_back = _read_back(shots, looker)
    kind = _READS_BACK if len(shots) == 1 else _BY_THE_OTHERS
    for shot, likeness in zip(shots, read_back, strict=True):
        with _photograph(shot.title):
            _themselves(likeness, read, kind, weights)
    with _photograph(titles):
        _all_different(read_back, read)
    return EnrolledDeck(name, np.stack([shot.cards for shot in shots]))


def different(photographs: list[Photograph]) -> list[Photograph]:
    """The photographs, those of equal pixels once: one that is given twice would be checked by itself."""
    kept: list[Photograph] = []
    for title, picture in photographs:
        if not any(np.array_equal(picture.pixels, other.pixels) for _, other in kept):
            kept.append((title, picture))
    return kept


@contextmanager
def _photograph(title: str) -> Iterator[None]:
    """Names the photograph in what is complained of within."""
    try:
        yield
    except LayoutError as error:
        raise LayoutError(error.what, title) from error


def _shot(title: str, picture: Picture, looker: Looker) -> _Shot:
    """The forty cards; LayoutError where they do not lie as they must, or one is cut off, or all mirrored."""
    seen = looker.seen(picture, len(FORTY))
    with _photograph(title):
        if seen.mirrored:
            raise LayoutError(MIRRORED_CARDS)
        found = _laid_out(seen, picture.size, picture.scale)
        for card, place in found.items():
            if cut_sides(place.found.corners, picture.size):
                raise LayoutError(Sentence("{which} is cut off by the picture's edge", which=said(card)))
    places = [found[card] for card in FORTY]
    corners = [place.found.corners for place in places]
    cards = np.stack([cut_out(picture.pixels, own, []) for own in corners])[..., :3]
    return _Shot(title, picture, corners, [place.naming for place in places], cards, both_ways(cards, looker.faces))


def _laid_out(seen: Seen, size: tuple[int, int], scale: float) -> dict[Card, Place]:
    """The forty cards in their places; LayoutError where they do not lie as they must, or are too small to be told."""
    try:
        return laid_out(seen.places)
    except LayoutError:
        for doubt in too_small.doubts(seen.places, size, scale):
            raise LayoutError(doubt.text) from None
        raise


def _sharp(shot: _Shot) -> None:
    """LayoutError where the cards are so blurred, or so dark, that a table like that would be asked about."""
    grey = np.asarray(cv2.cvtColor(shot.picture.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    mask = geometry.filled(grey.shape, shot.corners)
    blurred = blur(grey, mask)
    length = float(np.median([geometry.side_lengths(corners)[1] for corners in shot.corners]))
    if blurred is None or blurred > SOFT * length:
        # A dark card's edges are no steeper than a soft one's.
        if lighting.paper_level(grey, mask) < lighting.DARK_PAPER:
            raise LayoutError(Sentence("it is too dark everywhere: take more light or a longer exposure"))
        raise LayoutError(Sentence("it is not sharp: focus the lens, wipe it, or hold it still, and photograph anew"))


def _what_they_should_be(read: list[Naming]) -> None:
    """LayoutError that names every card that is not what its place should hold.

    Where most of a deck's cards look like none of the forty, the networks do not know it, and their word that another
    is none says nothing. Nor does their word that a card is another one where they take most of its rank for that
    one's rank, and most of its suit for that one's suit, as they take these themselves.
    """
    known = float(np.median([naming.strange for naming in read])) < 0.5
    likeliest = [FORTY[int(np.argmax(naming.cards))] for naming in read]
    wrong = list[Sentence]()
    for number, (card, best, naming) in enumerate(zip(FORTY, likeliest, read, strict=True)):
        most = float(naming.cards.max())
        own = most if _usual(card, best, likeliest) else float(naming.cards[number])
        if own < ANOTHER * most:
            wrong.append(Sentence(_READS_BACK, which=said(card), card=best))
        elif own < naming.eight + naming.nine or (known and own < naming.strange):
            wrong.append(Sentence("{which} reads back as no card of the deck", which=said(card)))
    if wrong:
        raise LayoutError(Sentence.listed(wrong))


def _usual(card: Card, best: Card, likeliest: list[Card]) -> bool:
    """Whether most cards of the `card`'s rank are `likeliest` of the rank of `best`, and most of that rank's own too.

    The same of their suits. Where ranks lie in another order, those own ones are taken for a third rank.
    """

    def are_taken_for_it(of: Card, kind: Callable[[Card], object]) -> bool:
        are = [kind(read) == kind(best) for own, read in zip(FORTY, likeliest, strict=True) if kind(own) == kind(of)]
        return sum(are) > len(are) / 2

    return all(are_taken_for_it(of, kind) for kind in (attrgetter("rank"), attrgetter("suit")) for of in (card, best))


_EACH = np.arange(len(FORTY)), np.zeros(len(FORTY), np.intp)
"""The forty cards, each seen once."""


def _of_one_deck(ends: F64) -> None:
    """LayoutError that names every card that is not printed like the others, by where their ends lie."""
    kind = msgid("{which} is not printed like the others: is it another deck's?")
    others = [Sentence(kind, which=said(FORTY[number])) for number in printed_otherwise(ends, *_EACH)]
    if others:
        raise LayoutError(Sentence.listed(others))


def _read_back(shots: list[_Shot], looker: Looker) -> list[F64]:
    """How like each of the forty each card of a photograph is (40, 40), by the other photographs; of a single one by
    itself, from corners that are a little off."""
    if len(shots) == 1:
        [shot] = shots
        return [_likeness(shot.patches, looker.faces(_moved(shot.picture, shot.corners)).patches)]
    others = ([other.patches for other in shots if other is not shot] for shot in shots)
    return [_likeness(np.concatenate(known), shot.patches[0]) for known, shot in zip(others, shots, strict=True)]


def _likeness(known: F32, patches: F32) -> F64:
    """How like each of the `known` cards each card in full view is (n, 40)."""
    return Matcher.of(known).likeness(patches, np.ones(patches.shape[:2], np.float32))


def _same_deck(first: _Shot, later: _Shot) -> None:
    """LayoutError where a later photograph shows another deck than the first, by how like their cards are.

    It is held against that one alone: of two decks in several photographs each has its like among all of them.
    """
    both = (_likeness(one.patches, other.patches[0]) for one, other in ((first, later), (later, first)))
    if min(float(np.median(np.diagonal(likeness))) for likeness in both) < UNLIKE_PHOTOGRAPHS:
        kind = msgid("its cards do not look like those of {pictures}: is it another deck, or in odd light?")
        raise LayoutError(Sentence(kind, pictures=first.title))


def _all_different(read_back: list[F64], read: list[Naming]) -> None:
    """LayoutError where two of the cards look the same: one card is there twice, or two lie face down."""
    called = np.stack([np.append(naming.cards, naming.strange) for naming in read])
    likeness = np.mean(read_back, axis=0)
    themselves = np.diagonal(likeness)
    same = (called @ called.T > 0.5) & (likeness + likeness.T > SAME * (themselves + themselves[:, np.newaxis]))
    for i, j in np.argwhere(np.triu(same, 1)).tolist():
        raise LayoutError(Sentence("{which} and {another} look the same", which=said(FORTY[i]), another=said(FORTY[j])))


_READS_BACK: Final = msgid("{which} reads back as the {card}")
_BY_THE_OTHERS: Final = msgid("{which} is, by the other photographs, the {card}")


def _themselves(likeness: F64, read: list[Naming], kind: str, weights: Weights) -> None:
    """LayoutError of that kind where a card is rather another one of the deck than itself."""
    for number, (card, best) in enumerate(zip(FORTY, read_back_as(likeness, read, weights), strict=True)):
        if best != number:
            raise LayoutError(Sentence(kind, which=said(card), card=FORTY[best]))


def read_back_as(likeness: F64, read: list[Naming], weights: Weights) -> list[int]:
    """What each of FORTY rather is than another, by how like each of them it is (40, 40) and what the networks `read`:
    itself, or the number of another."""
    known = np.log(np.stack([naming.cards for naming in read]) + _UNKNOWN) - np.log(ANOTHER) * np.eye(len(FORTY))
    everything = np.ones(len(FORTY), np.float32)
    told = log_likelihood_ratios(likeness, everything, 1.0, weights)
    return [int(best) for best in (known + told[:, : len(FORTY)]).argmax(axis=1)]


def _moved(picture: Picture, corners: list[Corners]) -> U8:
    """The cards (40, 128, 80, 4) cut out by corners that are a little off, always in the same way."""
    rng = np.random.default_rng(1)
    away = [rng.normal(0, _AWAY, (4, 2)) * float(np.linalg.norm(own[3] - own[0])) for own in corners]
    return np.stack([cut_out(picture.pixels, own + by, []) for own, by in zip(corners, away, strict=True)])
