"""Learning a deck from photographs of its forty cards, and checking it by reading them back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision import geometry
from vision.checks.mirrored import is_mirrored
from vision.checks.out_of_view import cut_sides
from vision.checks.sharpness import SOFT, blur
from vision.classify.namer import FORTY, Namer
from vision.decide.decide import Place
from vision.enrolled.deck import MOST_PHOTOGRAPHS, EnrolledDeck
from vision.enrolled.layout import LayoutError, laid_out, said
from vision.enrolled.match import Matcher, freed_of_light
from vision.enrolled.namer import SURELY_NONE, EnrolledNamer
from vision.geometry import Corners
from vision.picture import Picture
from vision.rectify import cut_out

SAME = 0.955
"""Correlation from which two cards of a deck look the same, where the network calls them the same as well."""

OTHER_DECK = 0.83
"""Median correlation below which two photographs show different decks."""

CLEARLY = 0.99
"""Probability from which another photograph's word that a card is another one counts."""

_AWAY = 0.015
"""Lengths by which a card's corners are moved before it is read back from the photograph that it was learned from."""

T = TypeVar("T")

Photograph = tuple[str, Picture]
"""A photograph with what messages call it."""


def learn(
    name: str, photographs: list[Photograph], places: Callable[[Picture], list[Place]], namer: Namer
) -> EnrolledDeck:
    """The deck that the photographs show, checked by reading each of them back.

    `places` finds and names what lies in a picture. Raises LayoutError, with a sentence that names the photograph and
    the card or row, where a photograph does not show the whole deck in its layout or is not sharp, two of its cards
    look the same, photographs show different decks, or a card does not read back; DeckError where the name cannot be
    used.
    """
    if not 1 <= len(photographs) <= MOST_PHOTOGRAPHS:
        raise LayoutError(f"a deck is learned from 1 to {MOST_PHOTOGRAPHS} photographs, not {len(photographs)}")
    corners = [_of(title, _laid_out, picture, places(picture), namer) for title, picture in photographs]
    shots = [
        np.stack([cut_out(picture.pixels, found[card], []) for card in FORTY])
        for (_, picture), found in zip(photographs, corners, strict=True)
    ]
    for (title, picture), found, shot in zip(photographs, corners, shots, strict=True):
        _of(title, _sharp, picture, list(found.values()))
        _of(title, _all_different, shot, namer)
    deck = EnrolledDeck(name, np.stack([shot[..., :3] for shot in shots]))
    for number, (title, picture) in enumerate(photographs):
        if len(photographs) > 1:
            others = EnrolledDeck(name, np.delete(deck.pictures, number, axis=0))
            names = ", ".join(other for which, (other, _) in enumerate(photographs) if which != number)
            _of(title, _same_deck, EnrolledNamer(namer, others), names, shots[number])
        _of(title, _read_back, EnrolledNamer(namer, deck), _moved(picture, corners[number]))
    return deck


def _of(title: str, step: Callable[..., T], *what: object) -> T:
    """A step of the learning, with the photograph's name in what it complains of."""
    try:
        return step(*what)
    except LayoutError as error:
        raise LayoutError(f"{title}: {error}") from error


def _moved(picture: Picture, corners: dict[Card, Corners]) -> NDArray[np.uint8]:
    """The cards cut out by corners that are a little off, always in the same way."""
    rng = np.random.default_rng(1)
    lengths = {card: float(np.linalg.norm(own[3] - own[0])) for card, own in corners.items()}
    away = {card: rng.normal(0, _AWAY, (4, 2)) * lengths[card] for card in FORTY}
    return np.stack([cut_out(picture.pixels, corners[card] + away[card], []) for card in FORTY])


def _laid_out(picture: Picture, things: list[Place], namer: Namer) -> dict[Card, Corners]:
    """The corners of each card; LayoutError where they do not lie as they must, or one is cut off, or all mirrored."""
    if is_mirrored(picture.pixels, things, namer.numbers):
        raise LayoutError("it is mirrored: set the camera to give it as it is")
    corners = laid_out(things)
    size = (picture.pixels.shape[1], picture.pixels.shape[0])
    for card, own in corners.items():
        if cut_sides(own, size):
            raise LayoutError(f"{said(card)} is cut off by the picture's edge")
    return corners


def _sharp(picture: Picture, cards: list[Corners]) -> None:
    """LayoutError where the cards are so blurred that a table like that would be asked about."""
    grey = np.asarray(cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    mask = np.zeros(grey.shape, np.uint8)
    for corners in cards:
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255,))
    blurred = blur(grey, mask)
    if blurred is None or blurred > SOFT * float(np.median([geometry.side_lengths(corners)[1] for corners in cards])):
        raise LayoutError("it is not sharp: focus the lens, wipe it, or hold it still, and photograph anew")


def _all_different(shot: NDArray[np.uint8], namer: Namer) -> None:
    """LayoutError where two of the cut-outs look the same: one card is there twice, or two lie face down."""
    matcher = Matcher(shot[..., :3])
    called = np.stack([np.append(naming.cards, naming.strange) for naming in namer.name(shot)])
    same = called @ called.T > 0.5
    for i, j in combinations(range(len(FORTY)), 2):
        if same[i, j]:
            look = freed_of_light(shot[i])
            if matcher.fit(look, j, int(matcher.rough(look)[1][j])).likeness > SAME:
                raise LayoutError(f"{said(FORTY[i])} and {said(FORTY[j])} look the same")


def _same_deck(others: EnrolledNamer, names: str, shot: NDArray[np.uint8]) -> None:
    """LayoutError where the other photographs, of those names, show another deck, or clearly another card somewhere."""
    namings = others.name(shot)
    likeness = [naming.likeness for naming in namings if naming.likeness is not None]
    if len(likeness) < len(FORTY) or float(np.median(likeness)) < OTHER_DECK:
        raise LayoutError(f"its cards do not look like those of {names}: is it another deck, or in odd light?")
    for card, naming in zip(FORTY, namings, strict=True):
        (likeliest, p), *_ = naming.ranked()
        if likeliest != card and p > CLEARLY:
            raise LayoutError(f"{said(card)} is, by the other photographs, the {likeliest}")


def _read_back(namer: EnrolledNamer, shot: NDArray[np.uint8]) -> None:
    """LayoutError where a card of a photograph is not named as where it lies says."""
    for card, naming in zip(FORTY, namer.name(shot), strict=True):
        (likeliest, p), *_ = naming.ranked()
        # A seven cut out a little off may look like an eight; only what surely is one is none of the deck's cards.
        numbered = naming.eight + naming.nine
        none = naming.strange - numbered > p or numbered > SURELY_NONE
        if none or likeliest != card:
            shown = "no card of the deck" if none else f"the {likeliest}"
            raise LayoutError(f"{said(card)} reads back as {shown}")
