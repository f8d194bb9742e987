"""The appliance: one table with its reading desk and its presenter. Presses go in, and everybody who looks is told."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.sentences import NEXT, Sentence
from firmware.devices.cameras.phone_camera import PhoneCamera
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.session.authority import NOT_THE_JUDGE, judges, judges_event
from firmware.session.buttons import Button
from firmware.session.choices.entering import beginning
from firmware.session.event_text import readable
from firmware.session.events import (
    OF_THE_DESK,
    Agreed,
    CameraPlaced,
    ClockTold,
    DeskJoined,
    Event,
    FaultMended,
    MatchProposed,
    MatchStarted,
    NamesGiven,
    elsewhere,
)
from firmware.session.fold import StateError, apply
from firmware.session.press import BUSY, Meaning, Wish, agreeing, meaning
from firmware.session.press.meanings import answered
from firmware.session.state import State
from firmware.session.view import LIVE, View
from firmware.table.doing import Answer, Doing
from firmware.table.match_clock import MatchClock
from firmware.table.options import Options
from firmware.table.presenter import Presenter
from firmware.table.reading_desk import Awaited, ReadingDesk, Shots
from firmware.table.snapshot import Snapshot
from firmware.table.table import Table
from firmware.table.wishes import BEGINNING, NotGrantedError, granted
from vision.picture import Picture

_LOG = logging.getLogger("hamarreko")
LATE: Final = 10.0
"""Seconds without a heartbeat after which the table counts as dead."""
_GONE_ON: Final = Sentence("The table has gone on meanwhile: look, and press again.")
_OTHER_CARDS: Final = Sentence("this picture is of another karta aldia: take it anew")


class Appliance:
    """One table with its reading desk and its presenter. Presses may come from any thread.

    Each is kept in the journal before anybody is shown what it did. One lock holds for all three.
    """

    def __init__(self, journal: Journal, devices: Devices, options: Options | None = None) -> None:
        """Take up the journal's session with these devices. The journal stays its owner's to close."""
        options = options or Options()
        self._devices, self._camera = devices, devices.camera
        self._lock = threading.RLock()
        self._was_read = threading.Condition(self._lock)
        pictures = options.pictures or HandPictures(journal.path.parent / "pictures")
        self.table = Table(journal, devices.camera, options.match, pictures)
        self.desk = ReadingDesk(self.table, devices, pictures, self._lock)
        self.presenter = Presenter(self.table, self.desk, devices.displays, options, self._lock)
        self.clock = MatchClock(self.table, self.presenter, options.clock)
        self._doing = Doing(self.table, self.desk, self.presenter, self.clock, devices.camera, options)
        self._beaten = time.monotonic()
        self.beside = self._doing.beside
        """Who does what is asked for beside the match; with a code, where one was entered."""
        self.heard: Callable[[bool], object] = lambda done: None
        """Called with every press, and whether it did something."""
        self.notes = [*devices.notes, *self.table.notes, *self.desk.notes]
        """Sentences about the start that somebody should read."""
        for keys in devices.keys:
            keys.listen(self._press_of_the_box)
        self.presenter.look(replace(self.desk.before_asking(), notice=Sentence.listed(self.notes, NEXT) or None))

    @property
    def live(self) -> bool:
        """Whether the camera's picture changes by itself."""
        return self._camera.live

    @property
    def phone(self) -> PhoneCamera | None:
        """The table's camera, where it is a phone."""
        return self._camera if isinstance(self._camera, PhoneCamera) else None

    def snapshot(self) -> Snapshot:
        """What there is to see now."""
        return self.presenter.snapshot()

    def details(self) -> dict[str, object]:
        """What the devices tell the health page."""
        return {**self._devices.details(), "journal": self.table.details()}

    def close(self) -> None:
        """Stop the timers, refuse whoever is late, and give the devices free. The journal is its owner's to close."""
        with self._lock:  # what is just being kept, is
            self._doing.end()
        self.presenter.close()
        self._devices.close()

    # The heart

    def beat(self) -> None:
        """The table's heartbeat: see what troubles the box has. The main loop has it called.

        Of the devices it waits for the disk alone.
        """
        found = self._devices.troubles()
        with self._lock:
            self.clock.tick()
            self.presenter.tick()
            self.presenter.found(found)
            self._beaten = time.monotonic()

    def since_beat(self) -> float:
        """Seconds since the heart last beat. Waits for nobody."""
        return time.monotonic() - self._beaten

    @property
    def alive(self) -> bool:
        """Whether the heart beats, or waits for the disk, which takes as long as it takes. Waits for nobody."""
        return self.table.is_at_disk or self.since_beat() < LATE

    # Presses

    def press(self, button: Button, held: bool = False, judge: bool = True, moment: str = "") -> Answer:
        """Press a button, or tell that the one pressed before is `held`.

        What it did is kept when this returns; a reading takes as long as it takes. Only a `judge` may do what is the
        judge's. Whoever presses may say what `moment` they saw: in another one nothing happens, because somebody else
        was quicker.

        While the language is asked for, Next proposes another and OK takes it; any other button takes it too, and does
        what it does. So it is with a trouble: OK says that it was read, and any other button does what it does.
        """
        with self._lock:
            begun = self._begin_press(button, held, judge, moment)
            if not held:  # it was heard when it began
                self.heard(isinstance(begun, str) or begun.done)
            if not isinstance(begun, str):
                return begun._replace(moment=self.snapshot().moment)
        with self._reading():
            return self._end_reading(self.desk.read(begun))

    def _begin_press(self, button: Button, held: bool, judge: bool, moment: str) -> Answer | str:
        """What a press came to at once, or the name of the picture that is to be read now."""
        if moment not in ("", self.snapshot().moment):
            return Answer(False, _GONE_ON, overtaken=True)
        if (done := self.presenter.answers_first(button, held)) is not None:
            return Answer(done)
        what = meaning(self.table.session, self.presenter.view, button, held=held)
        if not judge and judges(self.table.session, what):
            return Answer(False, NOT_THE_JUDGE)
        if what.refusal:
            if not self.presenter.view.busy:
                page = 0 if what.view.hand is None else what.view.page
                self.presenter.look(replace(what.view, notice=what.refusal, page=page))
            return Answer(False, what.refusal)
        if what.wish is not Wish.READ:
            return self._doing.do(what)
        return self._begin_reading() or self._doing.refuse(self._camera.none_left())

    def happen(self, event: Event, judge: bool = True, as_seen: Callable[[State], bool] = lambda _: True) -> Answer:
        """Have this happen, which somebody chose elsewhere than with the buttons. Kept when this returns.

        A new match gets its picture here; where it is no `judge` who begins it, both teams are asked first. Only a
        judge may do what is the judge's. Where the table does not stand `as_seen` by whoever chose it nothing happens,
        because somebody else was quicker.
        """
        with self._lock:
            if not as_seen(self.table.state):
                return Answer(False, _GONE_ON, overtaken=True)
            if self.presenter.view.busy:
                return Answer(False, BUSY)
            if not judge and judges_event(self.table.session, event):
                return Answer(False, NOT_THE_JUDGE)
            if isinstance(event, Agreed | FaultMended):
                session = self.table.session
                what = agreeing(session, event) if isinstance(event, Agreed) else answered(session, event)
                kept = replace(what, view=self.presenter.or_typed(what.view))
                return Answer(False, what.refusal) if what.refusal else self._doing.do(kept)
            if isinstance(event, MatchStarted) and judge:
                begun = replace(event, judge=event.partida is None)  # a partida is the desk's
                return self._doing.do(Meaning(self.presenter.or_typed(LIVE), wish=Wish.NEW_MATCH, begun=begun))
            if isinstance(event, MatchStarted):
                event = MatchProposed.of(event)
            try:
                apply(self.table.session, event)
            except StateError as error:
                return Answer(False, Sentence.of(error))
            beside = isinstance(event, (NamesGiven, *OF_THE_DESK))
            answer = self._doing.keep(event, self.presenter.view if beside else self.presenter.or_typed(LIVE))
            if answer.done and isinstance(event, ClockTold):
                self.clock.set()
            return answer

    def stood(self, number: int) -> State | None:
        """How the table stood behind its event of that number; None before the first one."""
        with self._lock:
            return self.table.stood(number)

    def begun_at(self, started: MatchStarted) -> int:
        """Which event began the last match that was begun so; the last one of all where none is known to."""
        with self._lock:
            return self.table.begun_at(started)

    def take_over(
        self,
        texts: Sequence[str],
        joined: DeskJoined,
        leave: Callable[[], object],
        stays: tuple[int, int] | None = None,
        foreign: range = range(0),
    ) -> tuple[int, int]:
        """Go on from where a table was that told these events, of its last match on, once a desk is `joined`: that is
        kept before what this table has not, and before the first of those this table is to `leave` where it was. Behind
        which of this one's events that match begins, and behind which it goes on from it. Where no match was told, or
        another one than that with which this table `stays`, that is where it stays, or else its last event.

        What this table has of that match already is not kept again: so it may be told twice, also after a power cut in
        the middle, and this table's own events behind them stay. No match is that one which began here at one of the
        events `foreign`. A reading in hand belongs to what was played before, and ends first. An event that cannot be
        read is left out, as at the start; from one that makes no sense on nothing is taken. JournalError where the disk
        refuses, or whatever `leave` raises: then the table goes on from what it could take.
        """
        happened = [elsewhere(event) for event in map(readable, texts) if event]
        begun = {place: event.partida for place, event in enumerate(happened) if isinstance(event, MatchStarted)}
        last = max(begun, default=None)
        with self._lock:
            if last is None or (stays and begun[last] != self.table.state.started.partida):
                self.happen(joined)
                return stays or (self.table.events, self.table.events)
            self._was_read.wait_for(lambda: not self.presenter.view.busy)
            begins, number, known = self.table.last_in_common(happened[last:], foreign)
            rest = happened[last + known :]
            # A disk may have refused what comes behind the last of them: then another match is shown still.
            if rest or self.snapshot().state.started is not self.table.state.started:
                if not known:
                    self.table.keep(joined)  # a disk that refuses this has taken nothing, and the table stays
                    begins = self.table.events
                with self.table.at_the_disk():
                    leave()
                try:
                    for event in rest:
                        self.table.keep(event)
                except StateError as error:
                    _LOG.warning("not all that a table told could be taken over: %s", error)
                self.table.keep(CameraPlaced(self._camera.id, self._camera.after(None)))
                self.presenter.look(self.presenter.or_typed(LIVE))
                number = self.table.events
            return begins, number

    def refusal(self, snapshot: Snapshot, button: Button) -> Sentence | None:
        """Why a press of this button would be refused there; None where it would do something."""
        if snapshot.proposed and button in (Button.NEXT, Button.OK):
            return None
        if snapshot.guest or (snapshot.trouble and button is Button.OK):
            return None
        what = meaning(snapshot.session, snapshot.view, button, check=False)
        if what.refusal or what.wish not in BEGINNING:
            return what.refusal
        try:
            granted(what.wish, snapshot.state, self._camera, what.begun)
        except NotGrantedError as error:
            return Sentence.of(error)
        return None

    def _press_of_the_box(self, button: Button, held: bool = False) -> None:
        """Press one of the box's own buttons, which do not wait for a reading: another one is answered meanwhile."""
        with self._lock:
            if self.presenter.guest and not self.presenter.proposed:
                if not held:
                    self.heard(True)
                self.presenter.guest.press(button, held)
                return
        if button is Button.READ:
            threading.Thread(target=self.press, args=(button, held), name="reading", daemon=True).start()
        else:
            self.press(button, held)

    # Readings

    def awaits_cards(self) -> Awaited | None:
        """What the table waits for, where it waits for cards to be laid out; None where not, or somebody looks away."""
        with self._lock:
            view = self.presenter.view
            looking = replace(view, notice=None, page=0, choice=0, spread=False, clock=False) != LIVE
            away = looking or self.presenter.proposed or self.presenter.guest
            return None if away else self.desk.waiting()

    def read_unasked(self, least: int) -> Sentence | None:
        """Read as the button does; where fewer than `least` cards are seen, or something moves, nothing is kept.

        Where the players are asked about the cards something is kept only if it takes a question away. Why the camera
        gave no picture, where it was asked for one and gave none, or why a reading could not be kept.
        """
        with self._lock:
            waiting, view = self.awaits_cards(), self.presenter.view
            name = self._begin_reading() if waiting else None
        if waiting is None or name is None:
            return None
        with self._reading():
            shots = self.desk.read(name)
            if shots.frames and self.desk.worth_keeping(waiting, shots, least):
                return self._end_reading(shots).sentence
            with self._lock:
                self.presenter.look(replace(LIVE, choice=view.choice, spread=view.spread, page=view.page))
        return None if shots.frames else shots.reading.doubts[0].text

    def read_sent(self, picture: Picture, name: str, deal: int) -> Answer:
        """Read a picture that a player took of that deal, as one of the table's camera. Takes as long as it takes."""
        with self._lock:
            state = self.table.state
            other = None if state.deal == deal else _OTHER_CARDS
            if refusal := BUSY if self.presenter.view.busy else other or beginning(state):
                return Answer(False, refusal)
            self.presenter.look(View(busy=True))
        with self._reading():
            return self._end_reading(self.desk.read_sent(name, picture))

    def _begin_reading(self) -> str | None:
        """The name of the picture that is to be read, None where there is none. No event comes until it is read."""
        name = self.desk.next_picture
        if name is not None:
            self.presenter.look(View(busy=True))
        return name

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """A reading that goes wrong for whatever reason leaves the table free for the next one."""
        try:
            yield
        except BaseException:
            with self._lock:
                self.presenter.look(LIVE)
            raise
        finally:
            with self._lock:
                self._was_read.notify_all()

    def _end_reading(self, shots: Shots) -> Answer:
        """Keep a picture and the reading."""
        self.desk.pictures.keep(shots.frames)
        self.table.tidy()
        with self._lock:
            self.presenter.view = LIVE
            answer = self._doing.keep(shots.event, LIVE)
            if answer.done:
                self.desk.has_read()
            return answer
