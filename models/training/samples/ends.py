"""Ends of cards as the marks network meets them: their numeral and pinta printed over any art.

A mark that something covers keeps its label: from what cannot be seen the network learns to say nothing, as every class
is as likely. Only where a thing has no such mark at all (a back, an Italian or a French card, a mirrored picture) is
that its label.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from models.deck import faces, strange
from models.deck.drawing import typefaces
from models.deck.strange import french
from models.deck.style import DeckStyle, random_style
from models.scenes.arrays import SQUARE
from models.scenes.cards.decks import Deck, halved
from models.scenes.cards.library import deck_of_style
from models.scenes.table.sprites import BEADS, bead
from models.scenes.table.things import THINGS
from models.training.labels import NO_RANK, NO_SUIT, RANKS, SUITS
from models.training.samples.feed import Arrays
from models.training.samples.imprint import imprint
from models.training.samples.shots import Shot, any_name, lay, shoot
from vision.arrays import U8
from vision.classify.evidence import LEAST_IN_VIEW
from vision.rectify import END, cut_out

Label = tuple[int, int, int]

SAMPLES = 512
"""Samples in one part."""

LENGTHS = (92.0, 400.0)
"""Pixels of a card's longer side, least and greatest."""

HARSH, GENTLE = 0.4, 0.3
"""Share of the shots that suffer as much as the other networks' do; how much the rest suffer beside them."""

UNDER = 0.4
"""Share of the ends whose numeral's corner is covered that are kept: they teach little."""

NEW = 0.6
"""Share of the samples that are of decks of new styles."""

OPEN = 0.5
"""Share of the samples, those of new makers' own print left out, that show no numeral: each time that one is used,
another is printed on it."""

AS_PRINTED, FOREIGN, WITHOUT, MIRRORED, BACK, OFF = 0.25, 0.05, 0.06, 0.03, 0.03, 0.04
"""Shares of the samples: cards as their maker printed them; French ones; with neither mark; in a mirrored picture;
backs; cut out where no end is."""

_BARE_RING, _BARE_INDEX = (0.105, 0.068), (0.25, 0.14)
"""Shares of a given face's width and length where its own frame and its numerals stand."""

LETTERS = ("J", "Q", "K", "S", "C", "R", "A", "V", "D", "JOKER", "★", "0", "13")
"""What stands in a corner and is no card's numeral."""


@dataclass(frozen=True, slots=True)
class Print:
    """A face as pictures of halved sizes, and the labels of what stands on its ends; whether a numeral may still be
    printed there."""

    face: list[U8]
    rank: int
    suit: int
    is_open: bool = False


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: ends (n, 64, 192, 4), and (n, 3) labels: rank, suit, and where a numeral may be printed on the end, how
    many pixels long the card was photographed, else 0."""
    rng = default_rng(seed)
    samples: list[tuple[U8, Label]] = []
    new = new_styles(rng)
    while len(samples) < SAMPLES:
        deck = decks[int(rng.choice(len(decks), p=weights))]
        if rng.random() < NEW:
            deck = new[int(rng.integers(len(new)))]
        samples += _sample(rng, deck)
    crops, labels = zip(*samples[:SAMPLES], strict=True)
    return np.stack(crops), np.array(labels, np.int64)


def new_styles(rng: Generator) -> list[Deck]:
    """Some cards of four decks of new styles: of the first two as their makers print them, else the art alone."""
    fonts = typefaces.installed()
    styles = [random_style(rng, fonts) for _ in range(4)]
    return [
        *(deck_of_style("style", style, 400, _some(rng, style)) for style in styles[:2]),
        *(bare(style, 400, _some(rng, style)) for style in styles[2:]),
    ]


def _some(rng: Generator, style: DeckStyle) -> tuple[str, ...]:
    """Names of some of the faces of a style: most of the forty, and of what is none of them."""
    cards = rng.choice(faces.CARDS, 14, replace=False)
    others = rng.choice((*faces.STRANGE[:-1], *strange.chosen(style)), 6, replace=False)
    return tuple(str(name) for name in (*cards, *others))


def bare(style: DeckStyle, height: int, names: tuple[str, ...]) -> Deck:
    """A drawn deck without its marks."""
    plain = replace(style, frame=replace(style.frame, lines=0), index=replace(style.index, corners=0, box="none"))
    return deck_of_style("bare", plain, height, names)


def _sample(rng: Generator, deck: Deck) -> list[tuple[U8, Label]]:
    """The two ends of a card, if they are in view."""
    what = rng.random()
    if what < BACK:
        shot = shoot(rng, deck, None, lengths=LENGTHS)
        return _ends(rng, shot, NO_RANK, NO_SUIT)
    printed = _print(rng, deck)
    harsh = 1.0 if rng.random() < HARSH else GENTLE
    shot = shoot(rng, deck, any_name(rng, deck), lengths=LENGTHS, face=printed.face, harsh=harsh)
    if rng.random() < 0.15:
        _beads(rng, shot)
    what = rng.random()
    if what < MIRRORED:
        return _ends(rng, _mirrored(shot), NO_RANK, NO_SUIT)
    if what < MIRRORED + OFF:
        across, along = shot.corners[1] - shot.corners[0], shot.corners[3] - shot.corners[0]
        off = rng.choice([-1, 1]) * (across if rng.random() < 0.5 else along * 0.9) * rng.uniform(0.3, 0.6)
        return _ends(rng, replace(shot, corners=shot.corners + off), NO_RANK, NO_SUIT)
    return _ends(rng, shot, printed.rank, printed.suit, printed.is_open)


def _mirrored(shot: Shot) -> Shot:
    corners, *covers = (outline * [-1, 1] + [shot.patch.shape[1], 0] for outline in (shot.corners, *shot.covers))
    patch = np.ascontiguousarray(shot.patch[:, ::-1])
    return Shot(patch, corners[[1, 0, 3, 2]], shot.length, [cover[::-1] for cover in covers])


def _print(rng: Generator, deck: Deck) -> Print:
    if deck.name.startswith("style"):
        return _as_printed(rng, deck)
    if rng.random() < OPEN:
        suit, pinta = _pinta(rng, without=0.15)
        framed = imprint(rng, _bare(deck, any_name(rng, deck)), None, pinta)
        return Print(halved(framed), NO_RANK, suit, is_open=True)
    if deck.name != "bare" and rng.random() < AS_PRINTED:
        return _as_printed(rng, deck)
    art = _bare(deck, any_name(rng, deck))
    what = rng.random()
    if what < FOREIGN:
        foreign = imprint(rng, art, str(rng.choice(french.RANKS)), None, french=True)
        return Print(halved(foreign), NO_RANK, NO_SUIT)
    if what < FOREIGN + WITHOUT:
        return Print(halved(art), NO_RANK, NO_SUIT)
    suit, pinta = _pinta(rng, without=0.08)
    if rng.random() < 0.05:
        letter, rank = str(rng.choice(LETTERS)), NO_RANK
        text = None if rng.random() < 0.5 else letter
    else:
        rank = int(rng.integers(len(RANKS)))
        text = str(RANKS[rank])
    return Print(halved(imprint(rng, art, text, pinta)), rank, suit)


def _as_printed(rng: Generator, deck: Deck) -> Print:
    """A card with its maker's own marks: of the forty, or one that is none of them."""
    is_strange = deck.strange and rng.random() < 0.2
    return as_printed(deck, str(rng.choice(list(deck.strange))) if is_strange else any_name(rng, deck))


def _pinta(rng: Generator, without: float) -> tuple[int, str | None]:
    """Any suit's label and letter; in the share `without` those of none."""
    suit = NO_SUIT if rng.random() < without else int(rng.integers(NO_SUIT))
    return suit, None if suit == NO_SUIT else SUITS[suit]


def as_printed(deck: Deck, name: str) -> Print:
    """A face with its maker's own marks; a card that is no Spanish one has none, whatever stands in its corners."""
    marks = deck.marks_of(name)
    spanish = name[-1] in SUITS and name[:-1].isdigit()
    rank = RANKS.index(marks.numeral) if spanish and marks.numeral in RANKS else NO_RANK
    suit = SUITS.index(marks.pinta) if spanish and marks.pinta else NO_SUIT
    return Print(deck.levels(name), rank, suit)


def _bare(deck: Deck, name: str) -> U8:
    """The art alone."""
    face = deck.levels(name)[0]
    return face if deck.name == "bare" else bared(face)


def bared(face: U8) -> U8:
    """A face without its own marks: paper where they stood."""
    rows, columns = face.shape[:2]
    art = face.copy()
    inner = face[rows // 12 : -rows // 12, columns // 12 : -columns // 12, :3].reshape(-1, 3)
    paper = np.percentile(inner[::7], 80, axis=0)
    left, top = round(_BARE_RING[0] * columns), round(_BARE_RING[1] * rows)
    wide, deep = round(_BARE_INDEX[0] * columns), round(_BARE_INDEX[1] * rows)
    for _ in range(2):
        art[:top, :, :3] = art[:, :left, :3] = art[:deep, :wide, :3] = paper
        art = np.ascontiguousarray(art[::-1, ::-1])
    art[..., :3] = np.minimum(art[..., :3], art[..., 3:])
    return art


def _beads(rng: Generator, shot: Shot) -> None:
    """Coins and beans that lie on the card near its ends; nothing tells the reading that they do."""
    for _ in range(int(rng.integers(1, 4))):
        end = np.roll(shot.corners, 0 if rng.random() < 0.5 else 2, axis=0)
        u, v = rng.uniform(0, 1), rng.uniform(0, 0.2)
        at = end[0] + u * (end[1] - end[0]) + v * (end[3] - end[0])
        square = SQUARE * shot.length * rng.uniform(0.04, 0.14) + at
        variant = 2 * THINGS + int(rng.integers(2000))  # beyond those that tables are measured with
        lay(rng, shot.patch, bead(str(rng.choice(BEADS)), variant), square)


def _ends(rng: Generator, shot: Shot, rank: int, suit: int, is_open: bool = False) -> list[tuple[U8, Label]]:
    """Both ends, cut out by corners that are a little off, those of them of which enough is in view."""
    slip = 0.006 + 0.01 * (rng.random() < 0.4) + 0.015 * (rng.random() < 0.15)
    corners = shot.corners + rng.normal(0, slip, (4, 2)) * shot.length
    covers = [cover + rng.normal(0, 0.01, (4, 2)) * shot.length for cover in shot.covers]
    if rng.random() < 0.04:
        covers = []
    crops = [cut_out(shot.patch, np.roll(corners, turn, axis=0), covers, END) for turn in (0, 2)]
    length = round(shot.length) if is_open else 0
    return [(crop, (rank, suit, length)) for crop in crops if _teaches(rng, crop[..., 3])]


def _teaches(rng: Generator, in_view: U8) -> bool:
    """Whether an end is worth showing, by what of it is in view."""
    numeral = in_view[: in_view.shape[0] // 2, : in_view.shape[1] // 4]
    return in_view.mean() > 255 * LEAST_IN_VIEW and (numeral.mean() > 128 or rng.random() < UNDER)
