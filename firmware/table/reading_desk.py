"""The reading desk: what the camera's pictures say, when another one may be read, and the pictures that are shown."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from engine.deal.karta_aldia import Step
from engine.sentences import Sentence
from firmware.decks.kept import choose_deck, chosen_deck, kept_deck
from firmware.devices.cameras.camera import CameraError
from firmware.devices.cameras.frames import moved, take
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.made_once import MadeOnce
from firmware.memory import give_back
from firmware.screens.asking import CUTOUT
from firmware.session.cards import readings
from firmware.session.cards.certain import unasked
from firmware.session.cards.laid import Laid
from firmware.session.events import CardsRead
from firmware.session.fold import StateError, apply
from firmware.session.state import Phase, State
from firmware.table.cutout import cut_out
from firmware.table.live_picture import LivePicture, as_jpeg
from firmware.table.table import Table
from vision.enrolled.deck import checked_name
from vision.picture import Picture, load
from vision.qr import qr_text
from vision.reading import Doubt, TableReading

_LOG = logging.getLogger("hamarreko")


class Shots(NamedTuple):
    """What was read in a picture, the event that it comes to, and the frames; none where there is none."""

    reading: TableReading
    event: CardsRead
    frames: tuple[Picture, ...]


class HandReading(NamedTuple):
    """The kept picture of a finished hand, what was read in it, and the width that its corners are in, if known."""

    path: Path
    reading: TableReading
    width: float | None


class Awaited(NamedTuple):
    """The table waits for the cards of a deal, after all its acts.

    `reading` is one that another one may settle; `asks` says that a button may too. `taken_back` says that these cards
    were read, and the reading taken back. So many `hands` are to come.
    """

    deal: int
    acts: tuple[object, ...]
    reading: TableReading | None
    asks: bool
    taken_back: bool
    hands: int = 4


class ReadingDesk:
    """One table's camera and its reader. What takes its time goes on beside all else, and not under the `lock`."""

    def __init__(self, table: Table, devices: Devices, pictures: HandPictures, lock: threading.RLock) -> None:
        self._table, self._pictures, self._lock = table, pictures, lock
        self._camera, self._eyes, self.light = devices.camera, devices.eyes, devices.light
        self.light.take_up(table.folder)
        self.notes: list[Sentence] = []
        """Sentences about the start that somebody should read."""
        self.deck: str | None = None
        """The name of the learned deck that is played with; None where any may be."""
        self._reads = False
        self._looked_at: tuple[int, tuple[object, ...]] | None = None
        self._live_picture = LivePicture(devices.camera, devices.eyes)
        self._frame: tuple[int, Picture] | None = None
        self._read_after: tuple[int, tuple[object, ...]] | None = None
        self._cut: tuple[object, Image.Image | None] = (None, None)
        self._jpegs = MadeOnce[bytes]()
        self._take_up_deck()

    # Reading

    @property
    def next_picture(self) -> str | None:
        """The name of the picture that is to be read; None where there is none."""
        state = self._table.state
        return state.picture or self._camera.after(state.last_picture)

    def look(self) -> None:
        """Remember how the cards lie while they come down. Takes its time."""
        try:
            if name := self.next_picture:
                self._remember_this_deal_alone()
                self._eyes.look(self._camera.capture(name))
        except CameraError:  # whoever looks after the camera tells of it
            pass
        except Exception:
            _LOG.exception("looking at the table failed")

    def qr_text(self) -> str | None:
        """What a QR code under the camera says; None where it sees none. CameraError where there is no picture."""
        return qr_text(self._camera.capture(self._coming()))

    def _remember_this_deal_alone(self) -> None:
        played = _played(self._table.state)
        if played != self._looked_at:
            self._looked_at = played
            self._eyes.forget()

    def read(self, name: str) -> Shots:
        """What the camera's pictures say, and they. Takes its time."""
        self._remember_this_deal_alone()
        return self._read(name, lambda: self._taken(name))

    def _taken(self, name: str) -> tuple[Picture, ...]:
        with self.light.held():
            return take(self._camera, name)

    def read_sent(self, name: str, picture: Picture) -> Shots:
        """The same of a picture that a player took: by another camera, which did not see them come down."""
        self._eyes.forget()
        return self._read(name, lambda: (picture,), sent=True)

    def _read(self, name: str, taken: Callable[[], tuple[Picture, ...]], sent: bool = False) -> Shots:
        frames: tuple[Picture, ...] = ()
        risk = 0.0
        self._reads = True
        try:
            frames = taken()
            state = self._table.state
            reading = self._eyes.read_frames(frames, name, len(state.seats), state.packs)
            reading, risk = readings.seated(reading, state.seats), self._eyes.risk
        except CameraError as error:
            reading = _unreadable(name, Sentence.of(error))
        except Exception as error:
            _LOG.exception("reading %s failed", name)
            why = Sentence("{picture} could not be read: {why}", picture=name, why=Sentence.of(error))
            reading = _unreadable(name, why)
        finally:
            self._reads = False
            give_back()  # a reading leaves its pools full of holes
        width = frames[0].pixels.shape[1] * frames[0].scale if frames else None
        event = CardsRead(name, readings.to_json(reading), None, width, risk, self._table.events + 1, sent)
        return Shots(reading, self._recorded(event), frames)

    def _recorded(self, event: CardsRead) -> CardsRead:
        """A reading's event with its hand record, where nobody has to be asked."""
        try:
            return replace(event, record=unasked(apply(self._table.session, event).now))
        except StateError:  # said where it is to be kept
            return event

    def keep_picture(self, frames: tuple[Picture, ...]) -> None:
        """Keep the picture of the reading that will be the next event; in memory only where the disk refuses it."""
        number = self._table.events + 1
        self._frame = (number, frames[0]) if frames and not self._is_kept(number, frames[0]) else None
        self._read_after = _played(self._table.state)

    def _is_kept(self, number: int, picture: Picture) -> bool:
        try:
            self._pictures.keep(number, picture)
        except OSError as error:
            _LOG.warning("the picture of the hands was not kept: %s", error)
            return False
        return True

    def waiting(self) -> Awaited | None:
        """What the table waits for, where it waits for cards to be laid out."""
        state = self._table.state
        if state.phase not in (Phase.CARDS, Phase.DOUBTS):
            return None
        played = _played(state)
        asks = state.laid is not None and state.laid.blocking_doubt() is None
        taken_back = state.reading is None and played == self._read_after
        return Awaited(*played, state.reading, asks, taken_back, len(state.seats))

    def worth_keeping(self, waiting: Awaited, shots: Shots, least: int) -> bool:
        """Whether a reading that nobody asked for is to be kept: at least so many cards are seen, and nothing moves.

        Where the players are asked about the cards it has to take a question away.
        """
        clear, laid = shots.event.record is not None, self._table.state.laid
        if waiting.asks and laid:
            taken = clears_up(laid.as_settled(), shots.reading, clear)
        else:
            taken = clear or len(shots.reading.cards) >= least
        return taken and not moved(shots.frames)

    @property
    def lies_spread(self) -> bool:
        """Whether the hands are to be spread, and are read again before anybody is asked."""
        state = self._table.state
        asks = state.phase is Phase.DOUBTS and state.laid is not None and state.laid.card_doubt() is not None
        return self._camera.live and asks

    # The deck

    def use_deck(self, name: str | None) -> None:
        """Read that learned deck from now on, or any. FileNotFoundError or DeckError where it cannot be had."""
        self._eyes.use(kept_deck(name, self._table.folder) if name else None)
        self.deck = checked_name(name) if name else None
        try:
            choose_deck(self.deck, self._table.folder)
        except OSError as error:
            _LOG.warning("which deck is played with was not kept: %s", error)

    def _take_up_deck(self) -> None:
        if name := chosen_deck(self._table.folder):
            try:
                self.use_deck(name)
            except (OSError, ValueError) as error:
                self.notes.append(Sentence("The deck {deck} cannot be used: {why}", deck=name, why=Sentence.of(error)))

    # Pictures

    def frame(self) -> Picture:
        """The picture of the table as it is now. CameraError where there is none."""
        name = self._coming()
        with self.light.held():
            return self._camera.capture(name)

    def _coming(self) -> str:
        """The name of the next picture. CameraError where there is none."""
        name = self.next_picture
        if name is None:
            raise CameraError(self._camera.none_left())
        return name

    def kept_reading(self, number: int) -> HandReading | None:
        """What was read as the journal's event of that number, with its kept picture; None where there is none."""
        with self._lock:
            path = self._pictures.find(number)
            event = self._table.reading_event(number) if path else None
        return HandReading(path, readings.from_json(event.reading), event.width) if path and event else None

    def picture(self, outlines: bool = False) -> bytes | None:
        """The picture on the table as a JPEG, with every card outlined once it was read; None where there is none.

        Of a live camera with the `outlines` of what looks like a card before that too. None is taken during a reading.
        """
        with self._lock:
            state = self._table.state
        laid = state.laid
        name = laid.sent if laid and laid.sent else self.next_picture
        if name is None:
            return None
        key = f"{state.camera} {name} {hash(laid and (laid.reading.cards, laid.settled))}"
        try:
            if laid is None and self._camera.live:
                return self._live_picture.jpeg(name, outlines, lambda: self._reads)
            return self._jpegs.get(key, lambda: self._jpeg_of(name, laid))
        except (CameraError, ValueError, ImportError) as error:
            _LOG.info("no picture of %s for the panel: %s", name, error)
            return None

    def _jpeg_of(self, name: str, laid: Laid | None) -> bytes | None:
        picture = self._picture_read() if laid else self._camera.capture(name)
        if picture is None:
            return None  # the table has changed since it was read
        return as_jpeg(self._eyes.outlined(picture, laid.as_settled()) if laid else picture.pixels)

    def cutout(self) -> Image.Image | None:
        """The card in doubt, cut out of the picture that was read; None where none is, or the picture is gone."""
        state = self._table.state
        laid = state.laid if state.phase is Phase.DOUBTS else None
        doubt = laid.card_doubt() if laid else None
        if laid is None or doubt is None or doubt.card is None:
            return None
        quad = laid.reading.cards[doubt.card].quad
        if self._cut[0] != (laid.number, quad):
            picture = self._picture_read()
            self._cut = ((laid.number, quad), None if picture is None else cut_out(picture, quad, CUTOUT))
        return self._cut[1]

    def _picture_read(self) -> Picture | None:
        """The picture that the reading in hand is of, as it was kept. None where it is gone."""
        laid, name = self._table.state.laid, self._table.state.picture
        if laid is None or laid.number is None:
            return None
        if self._frame and self._frame[0] == laid.number:
            return self._frame[1]
        try:
            if name is not None and self._camera.steps and not laid.sent:
                return self._camera.capture(name)
            if laid.width and (kept := self._pictures.find(laid.number)):
                picture = load(kept)
                return replace(picture, scale=laid.width / picture.pixels.shape[1])
        except (ValueError, OSError) as error:  # a CameraError too
            _LOG.info("the picture of event %d is gone: %s", laid.number, error)
        return None


def clears_up(before: TableReading, after: TableReading, clear: bool) -> bool:
    """Whether a later reading, of the same cards laid otherwise, says more and takes nothing back.

    `clear`: it leaves nothing to ask.
    """
    doubted = {doubt.card for doubt in before.doubts}
    sure = {read.card for i, read in enumerate(before.cards) if i not in doubted}
    return sure <= {read.card for read in after.cards} and (clear or after.sureness() > before.sureness())


def _unreadable(name: str, why: Sentence) -> TableReading:
    return TableReading(name, False, (), (Doubt("picture", why),))


def _played(state: State) -> tuple[int, tuple[object, ...]]:
    """The deal, and all that was done in it before its cards were read."""
    return state.deal, tuple(act for act in state.karta_aldia.acts if act is not Step.FINISH)
