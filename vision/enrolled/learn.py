"""Learning a deck from photographs of its forty cards, and checking it by reading them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence, msgid
from vision import geometry
from vision.checks.out_of_view import cut_sides
from vision.checks.sharpness import SOFT, blur
from vision.classify.naming import FORTY, Naming
from vision.decide.decide import Seen
from vision.decide.posterior import Calibration
from vision.enrolled.deck import MOST_PHOTOGRAPHS, EnrolledDeck
from vision.enrolled.layout import LayoutError, laid_out, said
from vision.enrolled.looks import EnrolledLooks
from vision.enrolled.match import Matcher, freed_of_light
from vision.geometry import Corners
from vision.picture import Picture
from vision.rectify import cut_out

SAME = 0.955
"""Correlation from which two cards of a deck look the same, where the networks call them the same as well."""

OTHER_DECK = 0.83
"""Median correlation below which two photographs show different decks."""

ANOTHER, NO_CARD = 0.001, 0.1
"""Odds below which a place holds another of the forty, or none of them. People lay a thousand cards right for one that
they lay wrong, and the networks are often wrong about a deck that they do not know; that a card is none of the forty
is unlikely enough before it is seen."""

_AWAY = 0.015
"""Lengths by which a card's corners are moved before it is read back from the photograph that it was learned from."""

T = TypeVar("T")

Photograph = tuple[str, Picture]
"""A photograph with what messages call it."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """One photograph's forty cards, as FORTY: where they lie, what is seen there, and cut out (40, 128, 80, 4)."""

    corners: list[Corners]
    named: list[Naming]
    cut_outs: NDArray[np.uint8]


def learn(
    name: str,
    photographs: list[Photograph],
    seen: Callable[[Picture], Seen],
    calibration: Calibration | None = None,
) -> EnrolledDeck:
    """The deck that the photographs show, checked by reading each of them back.

    `seen` finds and names what lies in a picture, and says whether it is mirrored. Raises LayoutError, with a sentence
    that names the photograph and the card or row, where a photograph does not show the whole deck in its layout or is
    not sharp, a card is not what its place should hold, two look the same, photographs show different decks, or a card
    does not read back; DeckError where the name cannot be used.
    """
    if not 1 <= len(photographs) <= MOST_PHOTOGRAPHS:
        raise LayoutError(
            Sentence(
                "a deck is learned from 1 to {most} photographs, not {count}",
                most=MOST_PHOTOGRAPHS,
                count=len(photographs),
            )
        )
    weights = (calibration or Calibration.shipped()).weights
    shots = [_of(title, _shot, picture, seen(picture)) for title, picture in photographs]
    for (title, picture), shot in zip(photographs, shots, strict=True):
        _of(title, _sharp, picture, shot.corners)
        _of(title, _what_they_should_be, shot.named)
        _of(title, _all_different, shot)
    deck = EnrolledDeck(name, np.stack([shot.cut_outs[..., :3] for shot in shots]))
    for number, ((title, picture), shot) in enumerate(zip(photographs, shots, strict=True)):
        if len(photographs) > 1:
            others = EnrolledDeck(name, np.delete(deck.pictures, number, axis=0))
            names = tuple(other for which, (other, _) in enumerate(photographs) if which != number)
            _of(title, _same_deck, EnrolledLooks(others, weights), names, shot)
        _of(title, _read_back, EnrolledLooks(deck, weights), _moved(picture, shot))
    return deck


def _of(title: str, step: Callable[..., T], *what: object) -> T:
    """A step of the learning, with the photograph's name in what it complains of."""
    try:
        return step(*what)
    except LayoutError as error:
        raise LayoutError(error.what, title) from error


def _shot(picture: Picture, seen: Seen) -> _Shot:
    """The forty cards; LayoutError where they do not lie as they must, or one is cut off, or all mirrored."""
    things = seen.places
    if seen.mirrored:
        raise LayoutError(Sentence("it is mirrored: set the camera to give it as it is"))
    corners = laid_out(things)
    size = (picture.pixels.shape[1], picture.pixels.shape[0])
    for card, own in corners.items():
        if cut_sides(own, size):
            raise LayoutError(Sentence("{which} is cut off by the picture's edge", which=said(card)))
    ordered = [corners[card] for card in FORTY]
    centres = np.stack([place.found.corners.mean(axis=0) for place in things])
    nearest = [int(np.argmin(np.linalg.norm(centres - own.mean(axis=0), axis=1))) for own in ordered]
    cut_outs = np.stack([cut_out(picture.pixels, own, []) for own in ordered])
    return _Shot(ordered, [things[i].naming for i in nearest], cut_outs)


def _sharp(picture: Picture, cards: list[Corners]) -> None:
    """LayoutError where the cards are so blurred that a table like that would be asked about."""
    grey = np.asarray(cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    mask = np.zeros(grey.shape, np.uint8)
    for corners in cards:
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255,))
    blurred = blur(grey, mask)
    if blurred is None or blurred > SOFT * float(np.median([geometry.side_lengths(corners)[1] for corners in cards])):
        raise LayoutError(Sentence("it is not sharp: focus the lens, wipe it, or hold it still, and photograph anew"))


def _what_they_should_be(named: list[Naming]) -> None:
    """LayoutError that names every card that is not what its place should hold.

    Where most of a deck's cards look like none of the forty, the networks do not know it, and their word that another
    is none says nothing.
    """
    known = float(np.median([naming.strange for naming in named])) < 0.5
    wrong = list[Sentence]()
    for number, (card, naming) in enumerate(zip(FORTY, named, strict=True)):
        own, best = float(naming.cards[number]), int(np.argmax(naming.cards))
        if own < ANOTHER * float(naming.cards[best]):
            wrong.append(Sentence(_READS_BACK, which=said(card), card=FORTY[best]))
        elif own < NO_CARD * (naming.eight + naming.nine) or (known and own < NO_CARD * naming.strange):
            wrong.append(Sentence("{which} reads back as no card of the deck", which=said(card)))
    if wrong:
        raise LayoutError(Sentence.listed(wrong))


def _all_different(shot: _Shot) -> None:
    """LayoutError where two of the cards look the same: one card is there twice, or two lie face down."""
    matcher = Matcher(shot.cut_outs[..., :3])
    called = np.stack([np.append(naming.cards, naming.strange) for naming in shot.named])
    same = called @ called.T > 0.5
    for i, j in combinations(range(len(FORTY)), 2):
        if same[i, j]:
            look = freed_of_light(shot.cut_outs[i])
            if matcher.fit(look, j, int(matcher.rough(look, [j])[1][0])).likeness > SAME:
                raise LayoutError(
                    Sentence("{which} and {another} look the same", which=said(FORTY[i]), another=said(FORTY[j]))
                )


def _same_deck(others: EnrolledLooks, names: tuple[str, ...], shot: _Shot) -> None:
    """LayoutError where the other photographs, of those names, show another deck."""
    likeness = [others.fits(cut_out, [number])[0].likeness for number, cut_out in enumerate(shot.cut_outs)]
    if float(np.median(likeness)) < OTHER_DECK:
        raise LayoutError(
            Sentence(
                "its cards do not look like those of {pictures}: is it another deck, or in odd light?", pictures=names
            )
        )
    _themselves(others, shot, msgid("{which} is, by the other photographs, the {card}"))


def _read_back(looks: EnrolledLooks, shot: _Shot) -> None:
    """LayoutError where a card is rather another one of the deck than itself, cut out a little off."""
    _themselves(looks, shot, _READS_BACK)


_READS_BACK = msgid("{which} reads back as the {card}")


def _themselves(looks: EnrolledLooks, shot: _Shot, kind: str) -> None:
    for number, (card, cut, naming) in enumerate(zip(FORTY, shot.cut_outs, shot.named, strict=True)):
        likeliest = looks.likeliest(cut, number, naming)
        if likeliest != number:
            raise LayoutError(Sentence(kind, which=said(card), card=FORTY[likeliest]))


def _moved(picture: Picture, shot: _Shot) -> _Shot:
    """The cards cut out by corners that are a little off, always in the same way."""
    rng = np.random.default_rng(1)
    away = [rng.normal(0, _AWAY, (4, 2)) * float(np.linalg.norm(own[3] - own[0])) for own in shot.corners]
    moved = [own + by for own, by in zip(shot.corners, away, strict=True)]
    return _Shot(moved, shot.named, np.stack([cut_out(picture.pixels, own, []) for own in moved]))
