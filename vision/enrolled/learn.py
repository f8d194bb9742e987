"""Learning a deck from photographs of its forty cards, and checking it by reading them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.sentences import Sentence, msgid
from vision import geometry
from vision.checks.out_of_view import cut_sides
from vision.checks.printing import printed_otherwise
from vision.checks.sharpness import SOFT, blur
from vision.classify.naming import FORTY, Naming, together
from vision.decide.place import Seen
from vision.enrolled.deck import MOST_PHOTOGRAPHS, EnrolledDeck
from vision.enrolled.layout import LayoutError, laid_out, said
from vision.enrolled.looks import EnrolledLooks
from vision.enrolled.match import Look, Matcher, freed_of_light
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
    embedded: Callable[[Picture, list[Corners]], NDArray[np.float64]],
) -> EnrolledDeck:
    """The deck that the photographs show, checked by reading each of them back.

    `seen` finds and names what lies in a picture, and says whether it is mirrored; `embedded` says where the ends of
    cards at these corners lie among all makers' (n, 2, k), and raises ModelError where it cannot. Raises LayoutError,
    with a sentence that names the photograph, or all of them, and the card or row, where a photograph does not show the
    whole deck in its layout or is not sharp, a card is not what its place should hold or is not printed like the
    others, two look the same, photographs show different decks, or a card does not read back; DeckError where the name
    cannot be used.
    """
    if not 1 <= len(photographs) <= MOST_PHOTOGRAPHS:
        raise LayoutError(
            Sentence(
                "a deck is learned from 1 to {most} photographs, not {count}",
                most=MOST_PHOTOGRAPHS,
                count=len(photographs),
            )
        )
    shots = [_of(title, _shot, picture, seen(picture)) for title, picture in photographs]
    for (title, picture), shot in zip(photographs, shots, strict=True):
        _of(title, _sharp, picture, shot.corners)
    read = [together(namings) for namings in zip(*(shot.named for shot in shots), strict=True)]
    titles = ", ".join(title for title, _ in photographs)
    _of(titles, _what_they_should_be, read)
    _of(titles, _all_different, shots, read)
    ends = [embedded(picture, shot.corners) for (_, picture), shot in zip(photographs, shots, strict=True)]
    _of(titles, _of_one_deck, np.stack(ends))
    deck = EnrolledDeck(name, np.stack([shot.cut_outs[..., :3] for shot in shots]))
    for number, ((title, picture), shot) in enumerate(zip(photographs, shots, strict=True)):
        if len(photographs) > 1:
            others = EnrolledDeck(name, np.delete(deck.pictures, number, axis=0))
            names = tuple(other for which, (other, _) in enumerate(photographs) if which != number)
            _of(title, _same_deck, EnrolledLooks(others), names, shot.cut_outs, read)
        _of(title, _themselves, EnrolledLooks(deck), _moved(picture, shot.corners), read, _READS_BACK)
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
    blurred = blur(grey, geometry.filled(grey.shape, cards))
    if blurred is None or blurred > SOFT * float(np.median([geometry.side_lengths(corners)[1] for corners in cards])):
        raise LayoutError(Sentence("it is not sharp: focus the lens, wipe it, or hold it still, and photograph anew"))


def _what_they_should_be(read: list[Naming]) -> None:
    """LayoutError that names every card that is not what its place should hold.

    Where most of a deck's cards look like none of the forty, the networks do not know it, and their word that another
    is none says nothing. Nor does their word that a card is another one where most of its rank are read as of that
    one's rank, and most of its suit as of that one's suit.
    """
    known = float(np.median([naming.strange for naming in read])) < 0.5
    likeliest = [FORTY[int(np.argmax(naming.cards))] for naming in read]
    wrong = list[Sentence]()
    for number, (card, best, naming) in enumerate(zip(FORTY, likeliest, read, strict=True)):
        most = float(naming.cards.max())
        own = most if _usual(card, best, likeliest) else float(naming.cards[number])
        if own < ANOTHER * most:
            wrong.append(Sentence(_READS_BACK, which=said(card), card=best))
        elif own < NO_CARD * (naming.eight + naming.nine) or (known and own < NO_CARD * naming.strange):
            wrong.append(Sentence("{which} reads back as no card of the deck", which=said(card)))
    if wrong:
        raise LayoutError(Sentence.listed(wrong))


def _usual(card: Card, best: Card, likeliest: list[Card]) -> bool:
    """Whether most cards of the `card`'s rank are `likeliest` of the rank of `best`, and most of its suit of the suit
    of `best`."""
    ranks = [read.rank for own, read in zip(FORTY, likeliest, strict=True) if own.rank == card.rank]
    suits = [read.suit for own, read in zip(FORTY, likeliest, strict=True) if own.suit is card.suit]
    return ranks.count(best.rank) > len(ranks) / 2 and suits.count(best.suit) > len(suits) / 2


def _all_different(shots: list[_Shot], read: list[Naming]) -> None:
    """LayoutError where two of the cards look the same: one card is there twice, or two lie face down."""
    called = np.stack([np.append(naming.cards, naming.strange) for naming in read])
    same = np.argwhere(np.triu(called @ called.T > 0.5, 1)).tolist()
    if not same:
        return
    matchers = [Matcher(shot.cut_outs[..., :3]) for shot in shots]
    looks = [[freed_of_light(cut) for cut in shot.cut_outs] for shot in shots]
    for i, j in same:
        if all(_likeness(*each, i, j) > SAME for each in zip(matchers, looks, strict=True)):
            raise LayoutError(
                Sentence("{which} and {another} look the same", which=said(FORTY[i]), another=said(FORTY[j]))
            )


def _of_one_deck(ends: NDArray[np.float64]) -> None:
    """LayoutError that names every card that is not printed like the others, by where their ends lie."""
    kind = msgid("{which} is not printed like the others: is it another deck's?")
    others = [Sentence(kind, which=said(FORTY[number])) for number in printed_otherwise(ends)]
    if others:
        raise LayoutError(Sentence.listed(others))


def _likeness(matcher: Matcher, looks: list[Look], i: int, j: int) -> float:
    """How like two cards of a photograph are (correlation)."""
    return matcher.fit(looks[i], j, int(matcher.rough(looks[i], [j])[1][0, 0])).likeness


def _same_deck(others: EnrolledLooks, names: tuple[str, ...], cut_outs: NDArray[np.uint8], read: list[Naming]) -> None:
    """LayoutError where the other photographs, of those names, show another deck."""
    likeness = [others.fits(cut_out, [number])[0].likeness for number, cut_out in enumerate(cut_outs)]
    if float(np.median(likeness)) < OTHER_DECK:
        raise LayoutError(
            Sentence(
                "its cards do not look like those of {pictures}: is it another deck, or in odd light?", pictures=names
            )
        )
    _themselves(others, cut_outs, read, msgid("{which} is, by the other photographs, the {card}"))


_READS_BACK = msgid("{which} reads back as the {card}")


def _themselves(looks: EnrolledLooks, cut_outs: NDArray[np.uint8], read: list[Naming], kind: str) -> None:
    """LayoutError of that kind where a card is rather another one of the deck than itself."""
    for number, (card, cut, naming) in enumerate(zip(FORTY, cut_outs, read, strict=True)):
        likeliest = looks.likeliest(cut, number, naming, ANOTHER)
        if likeliest != number:
            raise LayoutError(Sentence(kind, which=said(card), card=FORTY[likeliest]))


def _moved(picture: Picture, corners: list[Corners]) -> NDArray[np.uint8]:
    """The cards (40, 128, 80, 4) cut out by corners that are a little off, always in the same way."""
    rng = np.random.default_rng(1)
    away = [rng.normal(0, _AWAY, (4, 2)) * float(np.linalg.norm(own[3] - own[0])) for own in corners]
    return np.stack([cut_out(picture.pixels, own + by, []) for own, by in zip(corners, away, strict=True)])
