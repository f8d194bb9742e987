"""The whole road of one picture: find the cards, cut them out, name them, seat them, decide."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision import rectify
from vision.checks import out_of_view
from vision.checks.mirrored import MIRRORED, is_mirrored
from vision.classify.namer import Namer
from vision.classify.sheen import without_sheen
from vision.decide import seats
from vision.decide.decide import (
    CERTAIN,
    Place,
    decide,
    left_out,
    other_deck,
    quad,
    strange_things,
    without_heaps,
    without_strays,
)
from vision.decide.fuse import fuse, show_one_table
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.namer import EnrolledNamer
from vision.levels import percentile
from vision.locate.aligner import Aligner
from vision.locate.finder import Finder
from vision.locate.found import Found
from vision.memory import give_back
from vision.network import Network
from vision.picture import Picture
from vision.reading import Doubt, Quad, ReadCard, Strange, TableReading

FOUR = (Seat("N"), Seat("W"), Seat("S"), Seat("E"))
NORTH_SOUTH = (Seat("N"), Seat("S"))
WEST_EAST = (Seat("W"), Seat("E"))

DARK = 12
"""Grey level (0 to 255) below which a picture whose brightest parts are darker is called black."""


MOVED = Doubt("picture", "the pictures do not show one table, or the camera moved: this is the first of them")


class Reader:
    """Reads pictures of tables. One reader serves many pictures; it is not for two threads at once."""

    def __init__(
        self, finder: Finder, aligner: Aligner, namer: Namer | EnrolledNamer, players: int = 4, turn: float = 0.0
    ) -> None:
        if players not in (2, 4):
            raise ValueError(f"players must be 2 or 4, not {players}")
        self._finder = finder
        self._aligner = aligner
        self._namer = namer
        self._players = players
        self._turn = turn

    @classmethod
    def shipped(cls, players: int = 4, turn: float = 0.0, threads: int = 1, deck: EnrolledDeck | None = None) -> Reader:
        """A reader with the shipped networks on so many threads; ModelError where one is missing or damaged.

        With a `deck` it names that deck's cards, and doubts whether another one is on the table.
        """
        cv2.setNumThreads(threads)
        finder, parter, aligner = (Network(f"{name}.onnx", threads) for name in ("finder", "parter", "aligner"))
        names = Namer.shipped(threads)
        return cls(
            Finder(finder, parter), Aligner(aligner), EnrolledNamer(names, deck) if deck else names, players, turn
        )

    def naming(self, names: Namer | EnrolledNamer) -> Reader:
        """A reader that finds cards as this one does and has them named by `names`."""
        return Reader(self._finder, self._aligner, names, self._players, self._turn)

    def read(self, picture: Picture, name: str) -> TableReading:
        """The hands on the table. `name` is what the reading calls the picture.

        Where the first attempt leaves a doubt a second, careful one is made, and counts unless it is less sure or lacks
        a card of which the first was certain: what one of them saw is not lost.
        """
        return self.read_frames([picture], name)

    def read_frames(self, pictures: Sequence[Picture], name: str, seated: bool = True) -> TableReading:
        """One reading of several pictures of the same table by a camera that did not move; as `read` for a single one.

        Where they are not to be `seated`, as `read_any`. Raises ValueError where there is no picture, or where they
        differ in size.
        """
        if len({(picture.pixels.shape, picture.scale) for picture in pictures}) != 1:
            raise ValueError("pictures of one table must be of one size")
        clock = _Clock()
        with clock.stage("find"):
            frames = [picture.at_working_size() for picture in pictures]
        reading_of = self._reading if seated else self._loose
        remarkable = next((frame for frame in frames if frame.note), frames[0])

        def reading(carefully: bool) -> TableReading:
            seen = [self._places(frame, clock, carefully) for frame in frames]
            if seated and carefully and self._players == len(FOUR):
                seen = [without_strays(places) for places in seen]
            if not show_one_table(seen):
                first = reading_of(seen[0], remarkable, name, clock)
                return replace(first, complete=False, doubts=(MOVED, *first.doubts))
            return reading_of(fuse(seen) if len(seen) > 1 else seen[0], remarkable, name, clock)

        return self._surer(reading)

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        """About how many card-shaped things a small grey picture shows, face up or face down. It costs little."""
        return self._finder.in_sight(np.dstack([grey] * 3))

    def outlines(self, picture: Picture) -> tuple[Quad, ...]:
        """The corners of everything card-shaped, in the original's pixels: the finder alone, which names nothing."""
        frame = picture.at_working_size()
        return tuple(quad(thing.corners * frame.scale) for thing in self._finder.find(frame.pixels))

    def _surer(self, reading: Callable[[bool], TableReading]) -> TableReading:
        """The first attempt where it leaves no doubt, else the better one of that and a careful one."""
        first = reading(False)
        if not first.doubts:
            return first
        again = reading(True)
        give_back()
        seen = {read.card for read in again.cards}
        lost = any(read.confidence >= CERTAIN and read.card not in seen for read in first.cards)
        return first if lost or again.sureness() < first.sureness() else again

    def _reading(self, places: list[Place], picture: Picture, name: str, clock: _Clock) -> TableReading:
        with clock.stage("decide"):
            faces = [place for place in places if not place.is_strange]
            size = (picture.pixels.shape[1], picture.pixels.shape[0])
            hands = seats.assign([p.found.corners for p in faces], size, self._turn, self._players)
            decision = decide(faces, hands, CERTAIN, self._expected(hands))
            doubts = decision.doubts + left_out(places) + other_deck(faces, hands) + of_the_picture(picture)
            if any(doubt.kind == "count" for doubt in doubts):
                cards = [place.found.corners for place in faces]
                doubts += out_of_view.doubts(cards, hands.seats, size, picture.scale, self._players)
            if self.is_mirrored(picture, places):
                doubts += (Doubt("picture", MIRRORED),)
        return TableReading(
            image=name,
            complete=not doubts,
            scorable=all(doubt.suit_only for doubt in doubts),
            cards=tuple(_scaled(card, picture.scale) for card in decision.cards),
            doubts=doubts,
            strange=_scaled_strange(places, picture.scale),
            ms=clock.ms(),
        )

    def read_any(self, picture: Picture, name: str) -> TableReading:
        """Whatever cards are in sight, without seats; never complete."""
        return self.read_frames([picture], name, seated=False)

    def _loose(self, places: list[Place], picture: Picture, name: str, clock: _Clock) -> TableReading:
        faces = [place for place in places if not place.is_strange]
        hands = seats.Hands((None,) * len(faces), ())
        decision = decide(faces, hands, CERTAIN, ())
        doubts = (
            tuple(d for d in decision.doubts if d.kind in ("card", "count"))
            + other_deck(faces, hands)
            + of_the_picture(picture)
        )
        return TableReading(
            image=name,
            complete=False,
            cards=tuple(_scaled(card, picture.scale) for card in decision.cards),
            doubts=doubts,
            strange=_scaled_strange(places, picture.scale),
            ms=clock.ms(),
        )

    def is_mirrored(self, picture: Picture, places: list[Place]) -> bool:
        """Whether a picture, in which such things were found, is mirrored; corners in pixels of `picture.pixels`."""
        return is_mirrored(picture.pixels, places, self._namer.numbers)

    def places(self, picture: Picture) -> list[Place]:
        """Every card-shaped thing in sight, looked for carefully; corners in the pixels of `picture.pixels`."""
        frame = picture.at_working_size()
        by = frame.scale / picture.scale
        places = self._places(frame, _Clock(), carefully=True)
        return [replace(place, found=replace(place.found, corners=place.found.corners * by)) for place in places]

    def _places(self, picture: Picture, clock: _Clock, carefully: bool = False) -> list[Place]:
        with clock.stage("find"):
            found = self._finder.find(picture.pixels, carefully)
        with clock.stage("align"):
            found = self._aligner.align(picture.pixels, found)
        with clock.stage("name"):
            cut_outs = [_cut_out(picture.pixels, found, i, rectify.CLOSE) for i in range(len(found))]
            clear = [without_sheen(cut_out) for cut_out in cut_outs]
            namings = self._namer.name(np.stack(clear), _Close(picture, found, carefully)) if clear else []
            pale = [after is not before for after, before in zip(clear, cut_outs, strict=True)]
        return without_heaps([Place(*each) for each in zip(found, namings, pale, strict=True)])

    def _expected(self, hands: seats.Hands) -> tuple[Seat, ...]:
        if self._players == 4:
            return FOUR
        sideways = sum(1 if seat in WEST_EAST else -1 for seat in hands.seats)
        return WEST_EAST if sideways > 0 else NORTH_SOUTH


def _cut_out(
    pixels: NDArray[np.uint8],
    found: list[Found],
    which: int,
    frame: rectify.Frame,
    scale: float = 1.0,
    upside_down: bool = False,
) -> NDArray[np.uint8]:
    covers = [found[j].corners * scale for j in found[which].under]
    corners = np.roll(found[which].corners, 2 if upside_down else 0, axis=0)
    return rectify.cut_out(pixels, corners * scale, covers, frame)


class _Close:
    """Cuts found things out closely; carefully out of all of the original's pixels."""

    def __init__(self, picture: Picture, found: list[Found], carefully: bool) -> None:
        self.carefully = carefully
        self._picture = picture
        self._found = found

    def __call__(self, which: list[int], frame: rectify.Frame, upside_down: bool = False) -> NDArray[np.uint8]:
        scale = self._pixels.shape[1] / self._picture.pixels.shape[1]
        cut_outs = [_cut_out(self._pixels, self._found, i, frame, scale, upside_down) for i in which]
        return np.stack(cut_outs if frame is rectify.INDEX else [without_sheen(cut_out) for cut_out in cut_outs])

    @cached_property
    def _pixels(self) -> NDArray[np.uint8]:
        if self._picture.original is None or not self.carefully:
            return self._picture.pixels
        give_back()
        return self._picture.original()


class _Clock:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._stages: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self._stages[name] = self._stages.get(name, 0.0) + (time.perf_counter() - start) * 1000

    def ms(self) -> dict[str, float]:
        return {**self._stages, "total": (time.perf_counter() - self._start) * 1000}


def of_the_picture(picture: Picture) -> tuple[Doubt, ...]:
    """Doubts about the picture as a whole."""
    doubts = [Doubt("picture", picture.note)] if picture.note else []
    if percentile(picture.pixels[::8, ::8], 99) < DARK:
        doubts.append(Doubt("picture", "the picture is black: is the lens covered, the light on?"))
    return tuple(doubts)


def _scaled(card: ReadCard, scale: float) -> ReadCard:
    a, b, c, d = ((x * scale, y * scale) for x, y in card.quad)
    return ReadCard(card.card, card.confidence, card.seat, (a, b, c, d))


def _scaled_strange(places: list[Place], scale: float) -> tuple[Strange, ...]:
    return tuple(Strange(thing.kind, quad(np.array(thing.quad) * scale)) for thing in strange_things(places))
