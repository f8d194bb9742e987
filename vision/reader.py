"""The whole road of one picture: find the cards, see what they show, seat them, decide."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from engine.sentences import Sentence
from vision.arrays import F64, U8
from vision.checks import out_of_view, too_small
from vision.checks.mirrored import MIRRORED, MIRRORED_CARDS, is_deck_mirrored, is_mirrored
from vision.classify.embedding import Embedding
from vision.classify.evidence import MARKS, Classifier, Evidence, Faces, located
from vision.classify.naming import Naming
from vision.classify.sight import Sight
from vision.decide import seats
from vision.decide.decide import decide
from vision.decide.fuse import fuse, remembered, show_one_table
from vision.decide.joint import CARDS_A_HAND
from vision.decide.place import Place, Seen
from vision.decide.posterior import Calibration, log_posterior, namings
from vision.decide.table import Packs, Table, table_of, without_strays
from vision.enrolled.deck import DeckError, EnrolledDeck
from vision.enrolled.known import NO_DECKS, KnownDecks
from vision.enrolled.looks import DeckLooks, other_deck
from vision.geometry import Corners
from vision.levels import percentile
from vision.locate.finder import Finder
from vision.locate.found import Found
from vision.network import Network
from vision.picture import Picture
from vision.reading import Doubt, Quad, TableReading, quad

DARK = 12
"""Grey level (0 to 255) below which a picture whose brightest parts are darker is called black."""

CARDS_ON_A_TABLE = 16
"""Those of four hands: by so many the accepted risk is shared out when it is asked whether one is sure."""

ReadEnds = Callable[[NDArray[np.bool_]], F64]
"""What gives the logits (n, 2, 18) of the ends of the things (n,) that are asked for, NaN for the others."""

Weigh = Callable[[list[Naming], F64], list[Naming]]
"""What weighs what each thing may be, known in logarithms (n, 43), with how like a known deck's cards it is."""

_UNCOMPARED = np.empty((0, 0))

MOVED = Doubt("picture", Sentence("the pictures do not show one table, or the camera moved: this is the first of them"))


@dataclass(frozen=True, slots=True)
class _Look:
    """What a picture of that `scale` shows: itself at the size at which cards are found, and what lies there, in the
    pixels of that, with the art network's logits (n, 17)."""

    scale: float
    frame: Picture
    art: F64
    seen: Seen


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """Reads pictures of tables. One reader serves many pictures; it is not for two threads at once.

    `turn`: how many degrees a picture is turned clockwise first. `looks`: how the cards of an enrolled deck look, if
    one was told; `known`: decks that it recognises, if none was. `packs`: of which the hands come, if of any.
    """

    finder: Finder
    classifier: Classifier
    calibration: Calibration
    players: int = 4
    turn: float = 0.0
    looks: DeckLooks | None = None
    known: KnownDecks = NO_DECKS
    packs: Packs | None = None

    def __post_init__(self) -> None:
        if self.players not in (2, 4):
            raise ValueError(f"players must be 2 or 4, not {self.players}")

    @classmethod
    def shipped(
        cls,
        players: int = 4,
        turn: float = 0.0,
        threads: int = 1,
        deck: EnrolledDeck | None = None,
        calibration: Calibration | None = None,
        known: KnownDecks | None = None,
    ) -> Reader:
        """A reader with the shipped networks on so many threads; ModelError where one is missing or damaged.

        With a `deck` it names that deck's cards, and doubts whether another one is on the table; DeckError as of
        `with_deck`. It decides by the shipped `calibration`, if it is given none, and recognises the shipped `known`
        decks.
        """
        cv2.setNumThreads(threads)
        finder = Finder(Network.shipped("finder.onnx", threads), Network.shipped("parter.onnx", threads))
        decides_by = calibration or Calibration.shipped()
        recognises = known or KnownDecks.shipped()
        reader = cls(finder, Classifier.shipped(threads), decides_by, players, turn, known=recognises)
        return reader.with_deck(deck)

    def with_deck(self, deck: EnrolledDeck | None) -> Reader:
        """A reader with the same networks that knows this deck; DeckError where its pictures are mirrored."""
        return replace(self, looks=self._looks_of(deck) if deck else None)

    def recognising(self, learned: Iterable[EnrolledDeck], unfit: Callable[[DeckError], object]) -> Reader:
        """A reader with the same networks that recognises these decks too, where none is told; why one is left out is
        told to `unfit`."""
        looks = list(self.known.decks)
        for deck in learned:
            try:
                looks.append(self._looks_of(deck))
            except DeckError as error:
                unfit(error)
        return replace(self, known=KnownDecks(tuple(looks)))

    def _looks_of(self, deck: EnrolledDeck) -> DeckLooks:
        """How its cards look; DeckError where they are mirrored: a mirrored table would look right beside them."""
        if is_deck_mirrored(deck.pictures, self.classifier):
            raise DeckError(Sentence("the deck {deck} is mirrored: learn it anew", deck=deck.name))
        return DeckLooks.of(deck.pictures, self.classifier.faces)

    def for_players(self, players: int, packs: Packs | None) -> Reader:
        """A reader with the same networks, and the same deck, for a table of so many players, whose hands come of these
        `packs`, if of any."""
        return replace(self, players=players, packs=packs)

    def decided(self, found: list[Found], evidence: Evidence, size: tuple[int, int], name: str) -> TableReading:
        """The reading of things that were found and looked at before, in a picture of that size.

        Of their `evidence` it goes by what `read` would have looked at, but for what lies around the cards.
        """
        blank = Picture(np.full((size[1], size[0], 3), 128, np.uint8))

        def read_ends(which: NDArray[np.bool_]) -> F64:
            return np.where(which[:, np.newaxis, np.newaxis], evidence.ends, np.nan)

        named, _ = self._looked_at(found, evidence.art, read_ends)
        places = [Place(thing, naming) for thing, naming in zip(found, named, strict=True)]
        return self._reading(Seen(places, mirrored=False), blank, name, _Clock())

    def read(self, picture: Picture, name: str, seated: bool = True) -> TableReading:
        """The hands on the table; where they are not to be `seated`, whatever cards are in sight, which is never
        complete. `name` is what the reading calls the picture."""
        return self.read_frames([picture], name, seated)

    def read_frames(
        self, pictures: Sequence[Picture], name: str, seated: bool = True, earlier: Sequence[Seen] = ()
    ) -> TableReading:
        """One reading of several pictures of the same table by a camera that did not move; as `read` for a single one.

        `earlier`: what `seen` said, in the order of time, of pictures of the same size that were taken while the cards
        came down. Raises ValueError where there is no picture, or where they differ in size.
        """
        clock, cards = _Clock(), CARDS_A_HAND * self.players if seated else 0
        looks = [self._look(picture, clock, cards, seated) for picture in _alike(pictures)]
        return self._fused(looks, name, clock, earlier, seated)

    def read_until_sure(self, pictures: Sequence[Picture], name: str, earlier: Sequence[Seen] = ()) -> TableReading:
        """As `read_frames`, of no more of the pictures, from the first on, than it takes until nothing is in doubt."""
        clock, looks = _Clock(), list[_Look]()
        for picture in _alike(pictures):
            looks.append(self._look(picture, clock, CARDS_A_HAND * self.players, hands=True))
            reading = self._fused(looks, name, clock, earlier)
            if reading.complete:
                break
        return reading

    def in_sight(self, grey: U8) -> int:
        """About how many card-shaped things a small grey picture shows, face up or face down. It costs little."""
        return self.finder.in_sight(np.dstack([grey] * 3))

    def outlines(self, picture: Picture) -> tuple[Quad, ...]:
        """The corners of everything card-shaped, in the original's pixels: the finder alone, which names nothing."""
        frame = picture.at_working_size()
        return tuple(quad(thing.corners * frame.scale) for thing in self.finder.find(frame.pixels))

    def seen(self, picture: Picture, cards: int = 0) -> Seen:
        """What the picture shows; corners in the pixels of `picture.pixels`. Where it shows fewer than so many `cards`
        it is looked farther around those that there are."""
        look = self._look(picture, _Clock(), cards)
        return look.seen.scaled(look.frame.scale / picture.scale)

    def evidence(self, picture: Picture, cards: int = 0) -> tuple[list[Found], Evidence]:
        """What lies there, in the pixels of `picture.pixels`, and all that the networks say of it; `cards` as of
        `seen`."""
        look = self._look(picture, _Clock(), cards)
        found = [place.found.scaled(look.frame.scale / picture.scale) for place in look.seen.places]
        return found, Evidence(self.classifier.ends(picture.pixels, found), look.art, located(found, look.art))

    def faces(self, cut_outs: U8) -> Faces:
        """What cut-out cards (n, 128, 80, 4) show as wholes."""
        return self.classifier.faces(cut_outs)

    def embedded(self, picture: Picture, cards: list[Corners]) -> F64:
        """Where the ends (n, 2, k) of cards, at these corners in `picture.pixels`, lie among all makers' ends;
        ModelError where the embedding is missing or damaged."""
        features = self.classifier.features(picture.pixels, [Found(corners, 1.0, 1.0) for corners in cards])
        return Embedding.shipped()(features)

    def _looked_at(
        self, found: list[Found], art: F64, read_ends: ReadEnds, weigh: Weigh | None = None
    ) -> tuple[list[Naming], F64]:
        """What each thing may be, of which the `art` says so much (n, 17), and the logits (n, 2, 18) of its ends that
        were looked at to say so.

        Where the deck is known, art and `weigh` speak first, and those ends alone are looked at whose thing these leave
        too unsure for a table of such things.
        """
        ends = np.full((len(found), 2, MARKS), np.nan)
        named = self._named(found, art, ends, weigh) if weigh else []
        unsure = self._unsure(named) if weigh else np.ones(len(found), np.bool_)
        if unsure.any():
            ends = read_ends(unsure)
            named = self._named(found, art, ends, weigh)
        return named, ends

    def _unsure(self, named: list[Naming]) -> NDArray[np.bool_]:
        """Which things (n,) are too unsure for a table of such things."""
        return np.array([1 - naming.surest > self.calibration.risk / CARDS_ON_A_TABLE for naming in named], np.bool_)

    def _named(self, found: list[Found], art: F64, ends: F64, weigh: Weigh | None) -> list[Naming]:
        """What each thing may be by its ends and its face, and by how like a known deck's cards it is."""
        evidence = Evidence(ends, art, located(found, art))
        log_p = log_posterior(evidence, self.calibration.posterior)
        named = namings(log_p, art)
        return weigh(named, log_p) if weigh else named

    def _look(self, picture: Picture, clock: _Clock, cards: int, hands: bool = False) -> _Look:
        """What the picture shows at the size at which cards are found; `cards` as of `seen`. Where these are `hands`,
        also whether a card sticks to any that was not found."""
        with clock.stage("find"):
            frame = picture.at_working_size()
            found = self.finder.find(frame.pixels)
        sight = Sight(self.classifier, picture, frame)
        look = self._seen(sight, found, clock)
        with clock.stage("decide"):
            are_fewer = self._are_fewer(look.seen, frame, cards)
        if are_fewer:
            with clock.stage("find"):
                known = [place.found for place in look.seen.places if not place.is_strange]
                more = self.finder.find_beside(frame.pixels, found, known)
            if len(more) > len(found):
                look = self._seen(sight, more, clock)
        if hands:
            with clock.stage("name"):
                look = replace(look, seen=look.seen.hiding(sight.sticking))
        return look

    def _are_fewer(self, seen: Seen, frame: Picture, cards: int) -> bool:
        """Whether fewer than so many cards are in sight, those things counted that make a hand whole."""
        faces = sum(not place.is_strange for place in seen.places)
        return faces < cards and len(self._table(seen, frame).cards) < cards

    def _seen(self, sight: Sight, found: list[Found], clock: _Clock) -> _Look:
        """What these things are that were found."""
        with clock.stage("name"):
            faces = sight.faces(found)
            looks = self.looks or self.known.recognised(faces)
            likeness = looks.likeness(faces) if looks else _UNCOMPARED
            weigh = partial(looks.weighed, likeness=likeness, seen=faces) if looks else None
            named, ends = self._looked_at(found, faces.logits, partial(sight.ends, found), weigh)
            mirrored = is_mirrored(sight.frame.pixels, found, ends, self.classifier)
            mirrored = mirrored or (looks is not None and looks.is_mirrored(faces, likeness, named))
            places = [Place(thing, naming) for thing, naming in zip(found, named, strict=True)]
        return _Look(sight.picture.scale, sight.frame, faces.logits, Seen(places, mirrored))

    def _fused(
        self, looks: Sequence[_Look], name: str, clock: _Clock, earlier: Sequence[Seen], seated: bool = True
    ) -> TableReading:
        """What several looks at one table come to, with what was seen of it `earlier`."""
        first = looks[0]
        remarkable = next((look.frame for look in looks if look.frame.note), first.frame)
        seen = [look.seen for look in looks]
        if not show_one_table([each.places for each in seen]):
            reading = self._reading(first.seen, remarkable, name, clock, seated)
            return replace(reading, complete=False, scorable=False, doubts=(MOVED, *reading.doubts))
        places = fuse([each.places for each in seen]) if len(seen) > 1 else first.seen.places
        by = first.scale / first.frame.scale
        places = remembered(places, [each.scaled(by).places for each in earlier])
        return self._reading(Seen(places, any(each.mirrored for each in seen)), remarkable, name, clock, seated)

    def _reading(self, seen: Seen, picture: Picture, name: str, clock: _Clock, seated: bool = True) -> TableReading:
        with clock.stage("decide"):
            table = self._table(seen, picture) if seated else table_of(seen.places, _without_seats)
            expected = self._expected(table.hands) if seated else ()
            decision = decide(table, self.calibration.risk, expected, picture.scale)
            doubts = decision.doubts + (other_deck(table.cards) if self.looks else ()) + of_the_picture(picture)
            miscounted = any(doubt.kind == "count" for doubt in doubts)
            small = tuple[Doubt, ...]()
            if miscounted or not seated:
                small = too_small.doubts(seen.places, picture.size, picture.scale, one=not seated)
            doubts += small
            if miscounted:
                cards = [place.found.corners for place in table.cards]
                doubts += out_of_view.doubts(cards, table.hands.seats, picture.size, self.players)
            if seen.mirrored:
                doubts += (Doubt("picture", MIRRORED if seated else MIRRORED_CARDS),)
        scorable = seated and all(doubt.suit_only for doubt in doubts)
        return TableReading(
            image=name,
            complete=seated and not doubts,
            cards=decision.cards,
            doubts=doubts,
            strange=() if small else decision.strange,
            ms=clock.ms(),
            scorable=scorable,
            hypotheses=() if scorable else decision.hypotheses,
        )

    def _table(self, seen: Seen, picture: Picture) -> Table:
        """What of it is cards, and whose."""
        places = without_strays(seen.places, self.players)
        return table_of(places, lambda cards: seats.assign(cards, picture.size, self.turn, self.players), self.packs)

    def _expected(self, hands: seats.Hands) -> tuple[Seat, ...]:
        if self.players == 4:
            return tuple(Seat)
        sideways = sum(seat in (Seat.W, Seat.E) for seat in hands.seats)
        return (Seat.W, Seat.E) if sideways > len(hands.seats) / 2 else (Seat.N, Seat.S)


def _without_seats(cards: list[Corners]) -> seats.Hands:
    """Nobody's cards."""
    return seats.Hands((None,) * len(cards), ())


def _alike(pictures: Sequence[Picture]) -> Sequence[Picture]:
    """The pictures of one table; ValueError where there is none, or where they differ in size."""
    if len({(picture.pixels.shape, picture.scale) for picture in pictures}) != 1:
        raise ValueError("pictures of one table must be of one size")
    return pictures


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
    if percentile(picture.pixels[::16, ::16], 99) < DARK:
        doubts.append(Doubt("picture", Sentence("the picture is black: is the lens covered, the light on?")))
    return tuple(doubts)
