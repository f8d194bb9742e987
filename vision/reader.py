"""The whole road of one picture: find the cards, see what they show, seat them, decide."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from engine.sentences import Sentence
from vision.checks import out_of_view
from vision.checks.mirrored import MIRRORED, is_mirrored
from vision.classify.evidence import Classifier, Evidence, better_seen, cut_out_whole, located
from vision.classify.naming import Naming
from vision.decide import seats
from vision.decide.decide import decide, quad, strange_things
from vision.decide.fuse import fuse, remembered, show_one_table
from vision.decide.place import Place, Seen
from vision.decide.posterior import Calibration, log_posterior, namings
from vision.decide.table import Packs, table_of, without_strays
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.looks import EnrolledLooks, other_deck, to_compare
from vision.levels import percentile
from vision.locate.finder import Finder
from vision.locate.found import Found
from vision.network import Network
from vision.picture import Picture
from vision.reading import Doubt, Quad, ReadCard, Strange, TableReading

FOUR = (Seat("N"), Seat("W"), Seat("S"), Seat("E"))
NORTH_SOUTH = (Seat("N"), Seat("S"))
WEST_EAST = (Seat("W"), Seat("E"))

DARK = 12
"""Grey level (0 to 255) below which a picture whose brightest parts are darker is called black."""

TABLE = 16
"""Cards on a table, by which the accepted risk is shared out when it is asked whether one is sure."""

ReadEnds = Callable[[NDArray[np.bool_]], NDArray[np.float64]]
"""What gives the logits (n, 2, 18) of the ends (n, 2) that are asked for, NaN for the others."""

Weigh = Callable[[Evidence], list[Naming]]
"""What says of evidence what each thing may be."""

MOVED = Doubt("picture", Sentence("the pictures do not show one table, or the camera moved: this is the first of them"))


class Reader:
    """Reads pictures of tables. One reader serves many pictures; it is not for two threads at once."""

    def __init__(
        self,
        finder: Finder,
        classifier: Classifier,
        calibration: Calibration,
        players: int = 4,
        turn: float = 0.0,
        deck: EnrolledDeck | None = None,
    ) -> None:
        self._finder = finder
        self._classifier = classifier
        self._calibration = calibration
        self._players = _possible(players)
        self._turn = turn
        self._packs: Packs | None = None
        self._deck = deck
        self._looks = EnrolledLooks(deck, calibration.weights) if deck else None

    @classmethod
    def shipped(
        cls,
        players: int = 4,
        turn: float = 0.0,
        threads: int = 1,
        deck: EnrolledDeck | None = None,
        calibration: Calibration | None = None,
    ) -> Reader:
        """A reader with the shipped networks on so many threads; ModelError where one is missing or damaged.

        With a `deck` it names that deck's cards, and doubts whether another one is on the table. It decides by the
        shipped `calibration`, if it is given none.
        """
        cv2.setNumThreads(threads)
        finder = Finder(Network("finder.onnx", threads), Network("parter.onnx", threads))
        decides_by = calibration or Calibration.shipped()
        return cls(finder, Classifier.shipped(threads), decides_by, players, turn, deck)

    def with_deck(self, deck: EnrolledDeck | None) -> Reader:
        """A reader with the same networks that knows this deck."""
        parts = (self._finder, self._classifier, self._calibration)
        return Reader(*parts, self._players, self._turn, deck)

    def for_players(self, players: int, packs: Packs | None = None) -> Reader:
        """A reader with the same networks, and the same deck, for a table of so many players, whose hands come of these
        `packs`, if of any."""
        other = copy(self)
        other._players, other._packs = _possible(players), packs
        return other

    def calibrated(self, calibration: Calibration) -> Reader:
        """A reader with the same networks that decides otherwise."""
        parts = (self._finder, self._classifier, calibration)
        return Reader(*parts, self._players, self._turn, self._deck)

    def decided(self, found: list[Found], evidence: Evidence, size: tuple[int, int], name: str) -> TableReading:
        """The reading of things that were found and looked at before, in a picture of that size.

        Of their `evidence` it goes by what `read` would have looked at.
        """
        blank = Picture(np.full((size[1], size[0], 3), 128, np.uint8))
        named, _ = self._looked_at(
            found,
            evidence.art,
            lambda which: np.where(which[..., np.newaxis], evidence.ends, np.nan),
            lambda seen: namings(log_posterior(seen, self._calibration.weights), seen.art),
        )
        places = [Place(thing, naming) for thing, naming in zip(found, named, strict=True)]
        return self._reading(Seen(places, mirrored=False), blank, name, _Clock())

    def read(self, picture: Picture, name: str) -> TableReading:
        """The hands on the table. `name` is what the reading calls the picture."""
        return self.read_frames([picture], name)

    def read_frames(
        self, pictures: Sequence[Picture], name: str, seated: bool = True, earlier: Sequence[Seen] = ()
    ) -> TableReading:
        """One reading of several pictures of the same table by a camera that did not move; as `read` for a single one.

        Where they are not to be `seated`, as `read_any`. `earlier`: what `seen` said, in the order of time, of pictures
        of the same size that were taken while the cards came down. Raises ValueError where there is no picture, or
        where they differ in size.
        """
        if len({(picture.pixels.shape, picture.scale) for picture in pictures}) != 1:
            raise ValueError("pictures of one table must be of one size")
        clock = _Clock()
        with clock.stage("find"):
            frames = [picture.at_working_size() for picture in pictures]
        reading_of = self._reading if seated else self._loose
        remarkable = next((frame for frame in frames if frame.note), frames[0])
        seen = [self._seen(frame, picture, clock) for frame, picture in zip(frames, pictures, strict=True)]
        if not show_one_table([each.places for each in seen]):
            first = reading_of(seen[0], remarkable, name, clock)
            return replace(first, complete=False, scorable=False, doubts=(MOVED, *first.doubts))
        places = fuse([each.places for each in seen]) if len(seen) > 1 else seen[0].places
        by = pictures[0].scale / frames[0].scale
        before = [[replace(place, found=_larger(place.found, by)) for place in each.places] for each in earlier]
        places = remembered(places, before)
        return reading_of(Seen(places, any(each.mirrored for each in seen)), remarkable, name, clock)

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        """About how many card-shaped things a small grey picture shows, face up or face down. It costs little."""
        return self._finder.in_sight(np.dstack([grey] * 3))

    def outlines(self, picture: Picture) -> tuple[Quad, ...]:
        """The corners of everything card-shaped, in the original's pixels: the finder alone, which names nothing."""
        frame = picture.at_working_size()
        return tuple(quad(thing.corners * frame.scale) for thing in self._finder.find(frame.pixels))

    def read_any(self, picture: Picture, name: str) -> TableReading:
        """Whatever cards are in sight, without seats; never complete."""
        return self.read_frames([picture], name, seated=False)

    def places(self, picture: Picture) -> list[Place]:
        """Every card-shaped thing in sight; corners in the pixels of `picture.pixels`."""
        return self.seen(picture).places

    def seen(self, picture: Picture) -> Seen:
        """What the picture shows; corners in the pixels of `picture.pixels`."""
        frame = picture.at_working_size()
        by = frame.scale / picture.scale
        seen = self._seen(frame, picture, _Clock())
        places = [replace(place, found=_larger(place.found, by)) for place in seen.places]
        return Seen(places, seen.mirrored)

    def evidence(self, picture: Picture) -> tuple[list[Found], Evidence]:
        """What lies there, in the pixels of `picture.pixels`, and all that the networks say of it."""
        frame = picture.at_working_size()
        found = self._finder.find(frame.pixels)
        closely = [_larger(thing, frame.scale / picture.scale) for thing in found]
        ends = self._classifier.ends(picture.pixels, closely)
        art = self._classifier.art(cut_out_whole(frame.pixels, found))
        return closely, Evidence(ends, art, located(found, art))

    def _looked_at(
        self, found: list[Found], art: NDArray[np.float64], read_ends: ReadEnds, weigh: Weigh
    ) -> tuple[list[Naming], NDArray[np.float64]]:
        """What each thing may be, and the logits (n, 2, 18) of its ends that were looked at to say so.

        That is the end that the others cover less, and the other one too where that leaves the thing too unsure for a
        table of them.
        """
        better = better_seen(found)
        ends = read_ends(better)
        named = weigh(Evidence(ends, art, located(found, art)))
        unsure = np.array([1 - naming.surest > self._calibration.risk / TABLE for naming in named], np.bool_)
        other = ~better & unsure[:, np.newaxis]
        if other.any():
            ends = np.where(other[..., np.newaxis], read_ends(other), ends)
            named = weigh(Evidence(ends, art, located(found, art)))
        return named, ends

    def _seen(self, frame: Picture, picture: Picture, clock: _Clock) -> Seen:
        with clock.stage("find"):
            found = self._finder.find(frame.pixels)
        with clock.stage("name"):
            closely = [_larger(thing, frame.scale / picture.scale) for thing in found]
            cut_outs, looks = cut_out_whole(frame.pixels, found), self._looks
            art = self._classifier.art(cut_outs)
            things = to_compare(cut_outs) if looks else []

            def read_ends(which: NDArray[np.bool_]) -> NDArray[np.float64]:
                return self._classifier.ends(picture.pixels, closely, which)

            def weigh(evidence: Evidence) -> list[Naming]:
                log_p = log_posterior(evidence, self._calibration.weights)
                named = namings(log_p, evidence.art)
                return looks.named(things, log_p, named) if looks else named

            named, ends = self._looked_at(found, art, read_ends, weigh)
            mirrored = is_mirrored(frame.pixels, found, ends, self._classifier) or (
                looks is not None and looks.is_mirrored(things, named)
            )
        return Seen([Place(thing, naming) for thing, naming in zip(found, named, strict=True)], mirrored)

    def _reading(self, seen: Seen, picture: Picture, name: str, clock: _Clock) -> TableReading:
        with clock.stage("decide"):
            size = (picture.pixels.shape[1], picture.pixels.shape[0])
            places = without_strays(seen.places, self._players)
            table = table_of(places, lambda cards: seats.assign(cards, size, self._turn, self._players), self._packs)
            decision = decide(table, self._calibration.risk, self._expected(table.hands))
            doubts = decision.doubts + other_deck(table.cards) + of_the_picture(picture)
            if any(doubt.kind == "count" for doubt in doubts):
                cards = [place.found.corners for place in table.cards]
                doubts += out_of_view.doubts(cards, table.hands.seats, size, picture.scale, self._players)
            if seen.mirrored:
                doubts += (Doubt("picture", MIRRORED),)
        scorable = all(doubt.suit_only for doubt in doubts)
        return TableReading(
            image=name,
            complete=not doubts,
            cards=tuple(_scaled(card, picture.scale) for card in decision.cards),
            doubts=doubts,
            strange=_scaled_strange(table.strange, picture.scale),
            ms=clock.ms(),
            scorable=scorable,
            hypotheses=() if scorable else decision.hypotheses,
        )

    def _loose(self, seen: Seen, picture: Picture, name: str, clock: _Clock) -> TableReading:
        table = table_of(seen.places, lambda cards: seats.Hands((None,) * len(cards), ()))
        decision = decide(table, self._calibration.risk, ())
        doubts = (
            tuple(d for d in decision.doubts if d.kind in ("card", "count"))
            + other_deck(table.cards)
            + of_the_picture(picture)
        )
        return TableReading(
            image=name,
            complete=False,
            cards=tuple(_scaled(card, picture.scale) for card in decision.cards),
            doubts=doubts,
            strange=_scaled_strange(table.strange, picture.scale),
            ms=clock.ms(),
        )

    def _expected(self, hands: seats.Hands) -> tuple[Seat, ...]:
        if self._players == 4:
            return FOUR
        sideways = sum(1 if seat in WEST_EAST else -1 for seat in hands.seats)
        return WEST_EAST if sideways > 0 else NORTH_SOUTH


def _possible(players: int) -> int:
    if players not in (2, 4):
        raise ValueError(f"players must be 2 or 4, not {players}")
    return players


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
        doubts.append(Doubt("picture", Sentence("the picture is black: is the lens covered, the light on?")))
    return tuple(doubts)


def _larger(thing: Found, by: float) -> Found:
    return replace(thing, corners=thing.corners * by)


def _scaled(card: ReadCard, scale: float) -> ReadCard:
    a, b, c, d = ((x * scale, y * scale) for x, y in card.quad)
    return ReadCard(card.card, card.confidence, card.seat, (a, b, c, d))


def _scaled_strange(places: list[Place], scale: float) -> tuple[Strange, ...]:
    return tuple(Strange(thing.kind, quad(np.array(thing.quad) * scale)) for thing in strange_things(places))
