"""The appliance: one table with its reading desk and its presenter. Presses go in, and everybody who looks is told."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.sentences import NEXT, Sentence
from firmware.devices.cameras.phone_camera import PhoneCamera
from firmware.devices.choose import Devices
from firmware.keeping.disk_room import not_kept
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
from firmware.screens.clock import face
from firmware.session.at_desk import DESKS_WORD
from firmware.session.authority import NOT_THE_JUDGE, judges, judges_event
from firmware.session.buttons import Button
from firmware.session.choices.entering import beginning
from firmware.session.choices.grid import Lead
from firmware.session.event_text import readable
from firmware.session.events import (
    OF_THE_DESK,
    Agreed,
    CardsRead,
    ClockTold,
    Event,
    MatchProposed,
    MatchStarted,
    NamesGiven,
    PicturePlaced,
    TimePassed,
    elsewhere,
)
from firmware.session.fold import StateError, apply
from firmware.session.press import BUSY, Meaning, Wish, agreeing, meaning
from firmware.session.state import Phase, State
from firmware.session.view import LIVE, View
from firmware.table.options import Options
from firmware.table.presenter import Presenter
from firmware.table.reading_desk import Awaited, ReadingDesk, Shots
from firmware.table.snapshot import Snapshot
from firmware.table.table import Table
from firmware.table.wishes import NO_STEPS, NotGrantedError, granted
from vision.picture import Picture

_LOG = logging.getLogger("hamarreko")
LATE: Final = 10.0
"""Seconds without a heartbeat after which the table counts as dead."""
_TIME_KEPT: Final = 20.0
"""So many seconds of a match's time a power cut may cost."""
_GONE_ON: Final = Sentence("The table has gone on meanwhile: look, and press again.")
_OTHER_CARDS: Final = Sentence("this picture is of another karta aldia: take it anew")
SWITCHED_OFF: Final = Sentence("The table is being switched off.")
NOT_HERE: Final = {
    Wish.SELF_TEST: Sentence("There is no self-test here."),
    Wish.VOICE: Sentence("There is no voice here."),
    Wish.JOIN: Sentence("No desk can be joined here."),
}
"""What the menu asks for that somebody beside the match has to do, and what is said where nobody is there."""


class Answer(NamedTuple):
    """What a press came to: done, or the sentence why not.

    `overtaken` says that somebody else was quicker. `moment` is the one that a press made at once came to; empty behind
    a reading, for what comes of that has to be seen first.
    """

    done: bool
    sentence: Sentence | None = None
    overtaken: bool = False
    moment: str = ""


class Appliance:
    """One table with its reading desk and its presenter. Presses may come from any thread.

    Each is kept in the journal before anybody is shown what it did. One lock holds for all three.
    """

    def __init__(self, journal: Journal, devices: Devices, options: Options | None = None) -> None:
        """Take up the journal's session with these devices. The journal stays its owner's to close."""
        self._options = options = options or Options()
        self._devices, self._camera = devices, devices.camera
        self._lock = threading.RLock()
        self._was_read = threading.Condition(self._lock)
        pictures = options.pictures or HandPictures(journal.path.parent / "pictures")
        self.table = Table(journal, devices.camera, options.match, pictures)
        self.desk = ReadingDesk(self.table, devices, pictures, self._lock)
        self.presenter = Presenter(self.table, self.desk, devices.displays, options, self._lock)
        self._beaten, self._timed, self._over = time.monotonic(), options.clock(), False
        self.beside: dict[Wish, Callable[[str | None], Answer | None]] = {}
        """Who does what is asked for beside the match; with a code, where one was entered."""
        self.heard: Callable[[bool], object] = lambda done: None
        """Called with every press, and whether it did something."""
        self.notes = [*devices.notes, *self.table.notes, *self.desk.notes]
        """Sentences about the start that somebody should read."""
        for keys in devices.keys:
            keys.listen(self._press_of_the_box)
        self.presenter.look(replace(self._before_asking(), notice=Sentence.listed(self.notes, NEXT) or None))

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
            self._over = True
        self.presenter.close()
        self._devices.close()

    # The heart

    def beat(self) -> None:
        """The table's heartbeat: see what troubles the box has. The main loop has it called.

        Of the devices it waits for the disk alone.
        """
        found = self._devices.troubles()
        with self._lock:
            self._let_time_pass()
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

    @property
    def elapsed(self) -> float | None:
        """Seconds since the match's clock began, as it is now; None before it has."""
        kept = self.table.state.elapsed
        since = max(0.0, self._options.clock() - self._timed) if self._running else 0.0
        return None if kept is None else kept + since

    @property
    def _running(self) -> bool:
        state = self.table.state
        return state.elapsed is not None and not state.desk.stopped and state.phase is not Phase.MATCH_WON

    def _let_time_pass(self, asked: bool = False) -> None:
        """Keep how long the match has lasted, now and then, when `asked` and at each of the clock's warnings, and tell
        those."""
        now, state = self._options.clock(), self.table.state
        if self.presenter.view.busy:  # the reading's event is the next one
            return
        if state.elapsed is None or (elapsed := self.elapsed) is None or not self._running:
            self._timed = now
            return
        event = TimePassed(elapsed)
        try:
            after = apply(self.table.session, event).now
            lost = after.match != state.match  # games that a team loses because a player has not come
            due = lost or face(after).warned is not face(state).warned or state.elapsed < 0 <= elapsed
            if not (due or asked) and event.elapsed - state.elapsed < _TIME_KEPT:
                return
            self.table.keep(event)
        except (JournalError, StateError) as error:
            _LOG.error("the time was not kept: %s", error)
            return
        self._timed = now
        if lost:
            self.presenter.refuse(Sentence("A player has not come: a game is lost (federacion 33)."))
        elif due and self.presenter.unturned == LIVE:
            self.presenter.look(replace(LIVE, clock=True))
        else:
            self.presenter.changed()

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
            self._beep(held, isinstance(begun, str) or begun.done)
            if not isinstance(begun, str):
                return begun._replace(moment=self.snapshot().moment)
        with self._reading():
            return self._end_reading(self.desk.read(begun))

    def _begin_press(self, button: Button, held: bool, judge: bool, moment: str) -> Answer | str:
        """What a press came to at once, or the name of the picture that is to be read now."""
        if moment not in ("", self.snapshot().moment):
            return Answer(False, _GONE_ON, overtaken=True)
        if answer := self._answered_first(button, held):
            return answer
        what = meaning(self.table.session, self.presenter.view, button, held=held)
        if not judge and judges(self.table.session, what):
            return Answer(False, NOT_THE_JUDGE)
        if what.refusal:
            if not self.presenter.view.busy:
                page = 0 if what.view.hand is None else what.view.page
                self.presenter.look(replace(what.view, notice=what.refusal, page=page))
            return Answer(False, what.refusal)
        if what.wish is not Wish.READ:
            return self._do(what)
        return self._begin_reading() or self._refuse(self._camera.none_left())

    def _beep(self, held: bool, done: bool) -> None:
        """Have a press heard; one that is held was heard when it began."""
        if not held:
            self.heard(done)

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
            if isinstance(event, Agreed):
                what = agreeing(self.table.session, event)
                return Answer(False, what.refusal) if what.refusal else self._do(what)
            if isinstance(event, MatchStarted) and judge:
                return self._do(Meaning(wish=Wish.NEW_MATCH, begun=event))
            if isinstance(event, MatchStarted):
                event = MatchProposed.of(event)
            try:
                apply(self.table.session, event)
            except StateError as error:
                return Answer(False, Sentence.of(error))
            beside = isinstance(event, (NamesGiven, *OF_THE_DESK))
            answer = self._keep(event, self.presenter.view if beside else LIVE)
            if answer.done and isinstance(event, ClockTold):
                self._timed = self._options.clock()
            return answer

    def take_over(self, texts: Sequence[str]) -> int:
        """Go on from where a table was that told these events, of its last match on; behind which of this one's events.

        What this table has of that match already is not kept again: so it may be told twice, also after a power cut in
        the middle, and this table's own events behind them stay. A reading in hand belongs to what was played before,
        and ends first. An event that cannot be read is left out, as at the start; from one that makes no sense on
        nothing is taken. JournalError where the disk refuses: then the table goes on from what it could take.
        """
        happened = [elsewhere(event) for event in map(readable, texts) if event]
        last = max((place for place, event in enumerate(happened) if isinstance(event, MatchStarted)), default=None)
        with self._lock:
            if last is None:
                return self.table.events
            self._was_read.wait_for(lambda: not self.presenter.view.busy)
            number, known = self.table.last_in_common(happened[last:])
            if rest := happened[last + known :]:
                try:
                    for event in rest:
                        self.table.keep(event)
                except StateError as error:
                    _LOG.warning("not all that a table told could be taken over: %s", error)
                self.table.keep(PicturePlaced(self._camera.id, self._camera.after(None)))
                self.presenter.look(LIVE)
                number = self.table.events
            return number

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

    def refusal(self, snapshot: Snapshot, button: Button) -> Sentence | None:
        """Why a press of this button would be refused there; None where it would do something."""
        if snapshot.proposed and button in (Button.NEXT, Button.OK):
            return None
        if snapshot.guest or (snapshot.trouble and button is Button.OK):
            return None
        what = meaning(snapshot.session, snapshot.view, button, check=False)
        if what.wish is Wish.NEXT_PICTURE and not self._camera.steps:
            return NO_STEPS
        return what.refusal

    def _press_of_the_box(self, button: Button, held: bool = False) -> None:
        """Press one of the box's own buttons, which do not wait for a reading: another one is answered meanwhile."""
        with self._lock:
            if self.presenter.guest and not self.presenter.proposed:
                self._beep(held, True)
                self.presenter.guest.press(button, held)
                return
        if button is Button.READ:
            threading.Thread(target=self.press, args=(button, held), name="reading", daemon=True).start()
        else:
            self.press(button, held)

    def _answered_first(self, button: Button, held: bool) -> Answer | None:
        """What a press does before it means anything at the table; None where it goes on to mean something."""
        presenter = self.presenter
        if presenter.guest and not presenter.proposed:
            presenter.guest.press(button, held, box=False)
            return Answer(True)
        if held and (presenter.proposed or presenter.view.busy):
            return Answer(False)
        if presenter.proposed and button is Button.NEXT:
            presenter.propose_next_language()
            return Answer(True)
        if presenter.proposed:
            presenter.speak(presenter.proposed)
            if button is Button.OK:
                return Answer(True)
        if presenter.trouble:
            presenter.trouble_was_read()
            if button is Button.OK:
                return Answer(True)
        return None

    def _do(self, what: Meaning) -> Answer:
        if what.event:
            return self._keep(what.event, what.view)
        if what.lot:
            return self._drawn(self._options.draw(what.lot.leads))
        if what.wish is None:
            if what.view.clock:
                self._let_time_pass(asked=True)
            self.presenter.look(what.view)
            return Answer(True)
        if what.wish is Wish.LANGUAGE:
            self.presenter.ask_language()
            return Answer(True)
        if what.wish in NOT_HERE:
            does = self.beside.get(what.wish)
            return (does(what.code) or Answer(True)) if does else self._refuse(NOT_HERE[what.wish])
        try:
            event, notice = granted(what.wish, self.table.state, self._camera, what.begun or self.table.next_match)
        except NotGrantedError as error:
            return self._refuse(Sentence.of(error))
        answer = self._keep(event, replace(LIVE, notice=notice))
        return self._call_first(what.then, notice) if what.then and answer.done else answer

    def _call_first(self, button: Button, notice: Sentence | None) -> Answer:
        """Make the first call of the deal that was just begun; the sentence about that deal still stands then."""
        what = meaning(self.table.session, LIVE, button)
        if what.refusal:
            return self._refuse(what.refusal)
        return self._do(what if what.view.guarded else replace(what, view=replace(what.view, notice=notice)))

    def _drawn(self, lead: Lead) -> Answer:
        """What was drawn by lot: further choices, something that happens, or a new match."""
        if not isinstance(lead, Event):
            return self._do(Meaning(replace(LIVE, path=lead)))
        return self._keep(MatchProposed.of(lead) if isinstance(lead, MatchStarted) else lead, LIVE)

    def _keep(self, event: Event, view: View) -> Answer:
        """Keep an event, then show what it did."""
        if self._over:
            return Answer(False, SWITCHED_OFF)
        was = self.table.state.finished
        if self.table.state.desk.table is not None and _begins_another(event, self.table.state):
            return self._refuse(DESKS_WORD)
        try:
            self.table.keep(event)
        except (JournalError, StateError) as error:
            _LOG.error("%s was not kept: %s", event.kind, error)
            return self._refuse(not_kept(error) if isinstance(error, JournalError) else Sentence.of(error))
        if isinstance(event, CardsRead):
            view = self._before_asking()
        state = self.table.state
        marked = state.finished and (was is None or state.finished.result != was.result)
        if marked and (state.laid or state.entered) and self._options.reveal_seconds and event.kind != "undone":
            view = replace(view, step=0)
        self.presenter.look(view)
        return Answer(True)

    def _refuse(self, why: Sentence) -> Answer:
        self.presenter.refuse(why)
        return Answer(False, why)

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
        gave no picture, where it was asked for one and gave none.
        """
        with self._lock:
            waiting, view = self.awaits_cards(), self.presenter.view
            name = self._begin_reading() if waiting else None
        if waiting is None or name is None:
            return None
        with self._reading():
            shots = self.desk.read(name)
            if shots.frames and self.desk.worth_keeping(waiting, shots, least):
                self._end_reading(shots)
            else:
                with self._lock:
                    self.presenter.look(replace(LIVE, choice=view.choice, spread=view.spread, page=view.page))
        return None if shots.frames else shots.reading.doubts[0].text

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
        self.desk.keep_picture(shots.frames)
        self.table.tidy()
        with self._lock:
            self.presenter.view = LIVE
            return self._keep(shots.event, LIVE)

    def _before_asking(self) -> View:
        """How the table is looked at once it is read: a hand that lies spread is read again before anybody is asked."""
        return replace(LIVE, spread=True) if self.desk.lies_spread else LIVE


def _begins_another(event: Event, state: State) -> bool:
    """Whether a match would begin that is no other partida's."""
    if isinstance(event, MatchStarted):
        return event.partida is None or event.partida == state.started.partida
    return isinstance(event, MatchProposed)
