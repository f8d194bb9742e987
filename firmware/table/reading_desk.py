"""The reading desk: what the camera's pictures say, and when another one may be read."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from engine.cards import Card
from engine.deal.karta_aldia import Step
from engine.sentences import Sentence
from firmware.decks.kept import choose_deck, chosen_deck, kept_deck, kept_decks, may_have_decks
from firmware.devices.cameras.camera import CameraError
from firmware.devices.cameras.frames import moved, take
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.session.cards import readings
from firmware.session.cards.certain import unasked
from firmware.session.cards.laid import Laid
from firmware.session.events import CardsRead
from firmware.session.fold import StateError, apply
from firmware.session.state import Phase, State
from firmware.session.view import LIVE, View
from firmware.table.pictures.shown import ShownPictures, next_picture
from firmware.table.table import Table
from vision.enrolled.deck import checked_name
from vision.memory import give_back
from vision.picture import Picture
from vision.qr import qr_text
from vision.reading import Doubt, TableReading

_LOG = logging.getLogger("hamarreko")


class Shots(NamedTuple):
    """What was read in a picture, the event that it comes to, and the frames; none where there is none."""

    reading: TableReading
    event: CardsRead
    frames: tuple[Picture, ...]


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
    hands: int


class ReadingDesk:
    """One table's camera and its reader. What takes its time goes on beside all else, and not under the `lock`."""

    def __init__(self, table: Table, devices: Devices, pictures: HandPictures, lock: threading.RLock) -> None:
        self._table = table
        self._camera, self._eyes, self.light = devices.camera, devices.eyes, devices.light
        self.light.take_up(table.folder)
        self.notes: list[Sentence] = []
        """Sentences about the start that somebody should read."""
        self.deck: str | None = None
        """The name of the learned deck that is played with; None where any may be."""
        self._choosing = threading.Lock()
        self._reads = False
        self._looked_at: tuple[int, tuple[object, ...]] | None = None
        self._read_after: tuple[int, tuple[object, ...]] | None = None
        self.pictures = ShownPictures(table, devices, pictures, lambda: self._reads, lock)
        self._take_up_deck()

    # Reading

    @property
    def next_picture(self) -> str | None:
        """The name of the picture that is to be read; None where there is none."""
        return next_picture(self._table.state, self._camera)

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
        return self._read(name)

    def read_sent(self, name: str, picture: Picture) -> Shots:
        """The same of a picture that a player took: by another camera, which did not see them come down."""
        self._eyes.forget()
        return self._read(name, picture)

    def _read(self, name: str, sent: Picture | None = None) -> Shots:
        frames: tuple[Picture, ...] = (sent,) if sent else ()
        risk = 0.0
        self._reads = True
        try:
            if sent is None:
                with self.light.held():
                    frames = take(self._camera, name)
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
        event = CardsRead(name, readings.to_json(reading), None, width, risk, self._table.events + 1, sent is not None)
        return Shots(reading, self._recorded(event), frames)

    def _recorded(self, event: CardsRead) -> CardsRead:
        """A reading's event with its hand record, where nobody has to be asked."""
        try:
            return replace(event, record=unasked(apply(self._table.session, event).now))
        except StateError:  # said where it is to be kept
            return event

    def has_read(self) -> None:
        """Remember of which cards the event that was kept just now is a reading."""
        self._read_after = _played(self._table.state)

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
            taken = clears_up(laid, shots.reading, clear)
        else:
            taken = clear or len(shots.reading.cards) >= least
        return taken and not moved(shots.frames)

    def before_asking(self) -> View:
        """How the table is looked at once it is read: hands to be spread are read again before anybody is asked."""
        state = self._table.state
        asks = state.phase is Phase.DOUBTS and state.laid is not None and state.laid.card_doubt() is not None
        return replace(LIVE, spread=self._camera.live and asks)

    # The deck

    def use_deck(self, name: str | None) -> None:
        """Read that learned deck from now on, or any. FileNotFoundError or DeckError where it cannot be had."""
        with self._choosing:
            self._read_with(name)
            try:
                choose_deck(self.deck, self._table.folder)
            except OSError as error:
                _LOG.warning("which deck is played with was not kept: %s", error)

    def recognise(self) -> None:
        """Where any deck may be played with, recognise those that have been learned by now."""
        with self._choosing:
            if not self.deck:
                self._read_with(None)

    def _take_up_deck(self) -> None:
        unusable = None
        if name := chosen_deck(self._table.folder):
            try:
                self._read_with(name)
            except (OSError, ValueError) as error:
                unusable = name
                self.notes.append(Sentence("The deck {deck} cannot be used: {why}", deck=name, why=Sentence.of(error)))
        if not self.deck and may_have_decks(self._table.folder):
            self._read_with(None, unusable)

    def _read_with(self, name: str | None, unusable: str | None = None) -> None:
        """Where any deck may be played with, the learned ones are recognised; why one is not is logged, but of the one
        that is known to be `unusable`."""
        if name:
            self._eyes.use(kept_deck(name, self._table.folder))
        else:
            unfit = partial(_LOG.warning, "a learned deck is not recognised: %s")
            self._eyes.use(None, kept_decks(self._table.folder, unfit, unusable))
        self.deck = checked_name(name) if name else None

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


def clears_up(laid: Laid, after: TableReading, clear: bool) -> bool:
    """Whether a later reading, of the same cards laid otherwise, says more than those `laid` before and takes nothing
    back: it asks about nothing that the players settled.

    `clear`: it leaves nothing to ask.
    """
    before, settled = laid.as_settled(), {card for _, card in laid.settled}
    if not _sure(before) <= {read.card for read in after.cards}:
        return False
    return clear or (settled <= _sure(after) and after.sureness() > before.sureness())


def _sure(reading: TableReading) -> set[Card]:
    """The cards that are not in doubt."""
    doubted = {doubt.card for doubt in reading.doubts}
    return {read.card for place, read in enumerate(reading.cards) if place not in doubted}


def _unreadable(name: str, why: Sentence) -> TableReading:
    return TableReading(name, False, (), (Doubt("picture", why),))


def _played(state: State) -> tuple[int, tuple[object, ...]]:
    """The deal, and all that was done in it before its cards were read."""
    return state.deal, tuple(act for act in state.karta_aldia.acts if act is not Step.FINISH)
