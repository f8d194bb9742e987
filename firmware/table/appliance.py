"""The table's heart: presses go in, events are kept, and everybody who looks is told."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from engine.deal.karta_aldia import Step
from firmware.decks.kept import choose_deck, chosen_deck, kept_deck
from firmware.devices.cameras.camera import CameraError
from firmware.devices.cameras.frames import moved, take
from firmware.devices.choose import Devices
from firmware.keeping.disk_room import not_kept
from firmware.keeping.disputes import Disputes
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal, JournalError
from firmware.keeping.taking_up import Hole, all_taken_up, carried, listed, taken_up
from firmware.made_once import MadeOnce
from firmware.panel.entry.door import Invitation
from firmware.screens import render
from firmware.screens.asking import CUTOUT, notice_pages
from firmware.screens.clock import face
from firmware.screens.menu import languages
from firmware.screens.phones import phones, spoken_phones
from firmware.screens.spoken import spoken, spoken_languages
from firmware.screens.trouble import Trouble, trouble
from firmware.session import readings
from firmware.session.authority import NOT_THE_JUDGE, judges, judges_event
from firmware.session.buttons import Button
from firmware.session.certain import unasked
from firmware.session.deciding import Decision, Thinking, decision
from firmware.session.events import (
    CardsRead,
    CorrectionProposed,
    Event,
    EventError,
    JudgeActed,
    KartaAldiaStarted,
    KartaAldiaVoided,
    MatchStarted,
    PicturePlaced,
    TimePassed,
    from_text,
    to_text,
)
from firmware.session.grid import Lead
from firmware.session.match import questioned
from firmware.session.menu import invites
from firmware.session.press import Meaning, Wish, meaning
from firmware.session.state import Phase, Session, State, StateError, apply
from firmware.session.view import LIVE, View
from firmware.table.cutout import cut_out
from firmware.table.guest import Guest
from firmware.table.live_picture import LivePicture, as_jpeg
from firmware.table.settings import MatchSettings
from firmware.words.text import LANGUAGE, LANGUAGES, Speech, speech
from firmware.words.text import english as say
from vision.picture import Picture, load
from vision.reading import Doubt, TableReading

_LOG = logging.getLogger("hamarreko")
DEFAULT_RULES = "nabo"
_TIME_KEPT = 20.0
"""So many seconds of a match's time a power cut may cost."""
_MATCHES_BACK = 5
"""So many last matches are tried before all that was ever played is gone through."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there is to see: the session, how it is looked at, and a number that changes with either.

    `say` has the table's language. `proposed` is the language under the cursor while it is asked for. `cutout` is the
    picture of the card in doubt. `troubles` are the box's own, and `trouble` is the one that the display tells of
    until somebody has read it. `invitation` is what the display lets a phone in with, while it does; `closed` says
    that none is let in at all. `guest` has the display instead of the match.
    """

    session: Session
    view: View
    version: int
    say: Speech
    proposed: str | None = None
    cutout: Image.Image | None = None
    troubles: tuple[Trouble, ...] = ()
    trouble: Trouble | None = None
    invitation: Invitation | None = None
    closed: bool = False
    guest: Guest | None = None
    thinking: Thinking | None = None
    holes: tuple[Hole, ...] = ()

    @property
    def public(self) -> Snapshot:
        """The same for those who may not see how phones are let in."""
        path = self.view.path
        return replace(self, view=replace(self.view, path=path[:2]), invitation=None) if invites(path) else self

    @property
    def state(self) -> State:
        """The session's state."""
        return self.session.now

    def display(self) -> Image.Image:
        """What the display shows: a picture of mode "1"."""
        if self.proposed:
            return languages(self.proposed)
        if self.guest:
            return self.guest.image(self.say)
        if self.trouble:
            return trouble(self.trouble, self.say)
        if invites(self.view.path) and not self.view.notice:
            return phones(self.view.path[-1], self.invitation, self.say, self.closed)
        return render(self.state, self.view, self.say, self.cutout, self.thinking)

    def spoken(self) -> str:
        """The same in words."""
        if self.guest and not self.proposed:
            return self.guest.spoken(self.say)
        if self.trouble and not self.proposed:
            return self.say(self.trouble.value[1])
        if invites(self.view.path) and not self.view.notice:
            return spoken_phones(self.view.path[-1], self.invitation, self.say, self.closed)
        return (
            spoken_languages(self.proposed) if self.proposed else spoken(self.state, self.view, self.say, self.thinking)
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What a press came to: done, or the sentence why not."""

    done: bool
    sentence: str | None = None


class HandReading(NamedTuple):
    """The kept picture of a finished hand, what was read in it, and the width that its corners are in, if known."""

    path: Path
    reading: TableReading
    width: float | None


class Waiting(NamedTuple):
    """The table waits for the cards of a deal, after all its acts.

    `reading` is one that another one may settle; `asks` says that a button may too. `taken_back` says that these cards
    were read, and the reading taken back.
    """

    deal: int
    acts: tuple[object, ...]
    reading: TableReading | None
    asks: bool
    taken_back: bool


class Appliance:
    """One table. Presses may come from any thread; each is kept in the journal before anybody is shown what it did."""

    def __init__(
        self,
        journal: Journal,
        devices: Devices,
        rules: str | None = None,
        reveal_seconds: float = 1.8,
        notice_seconds: float = 8.0,
        language: str | None = LANGUAGE,
        proposed: str = LANGUAGE,
        keep_language: Callable[[str], object] | None = None,
        pictures: HandPictures | None = None,
        settings: MatchSettings | None = None,
        invitation: Callable[[str], Invitation | None] | None = None,
        self_test: Callable[[Appliance], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
        draw: Callable[[Sequence[Lead]], Lead] = secrets.choice,
    ) -> None:
        """Take up the journal's session, or begin a match by `rules`, or by a tournament's `settings`.

        Others than those of the match in hand come with the next match. Time goes by `clock`, lots fall by
        `draw`. Marks come up every `reveal_seconds` (0: at once), and a sentence stands on the display for
        `notice_seconds` (0: until a press).
        Without a `language` the display asks for one, `proposed` first; what is chosen goes to `keep_language`.
        What was read is kept in `pictures`. `invitation` lets a phone in to watch, to play or to judge, where one can
        come; without it none is let in at all. `self_test` tests the box as a guest.
        """
        self._journal = journal
        self._camera, self._eyes = devices.camera, devices.eyes
        self._devices = devices
        self._reveal_seconds, self._notice_seconds = reveal_seconds, notice_seconds
        self._lock = threading.RLock()
        self._timer: threading.Timer | None = None
        self._watchers: list[Callable[[int], object]] = []
        self._version = self._turn = 0
        self._frame: tuple[int, Picture] | None = None
        self._read_after: tuple[int, tuple[object, ...]] | None = None
        self._cut: tuple[object, Image.Image | None] = (None, None)
        self._say = speech(language or proposed)
        self._proposed = None if language else proposed
        self._keep_language = keep_language
        self._pictures, self._disputes = pictures, Disputes()
        self._invitation = invitation
        self._invited: Invitation | None = None
        self._deck: str | None = None
        self._self_test = self_test
        self._guest: Guest | None = None
        self._live_picture = LivePicture(devices.camera, devices.eyes)
        self._jpegs = MadeOnce[bytes]()
        self._next_match: MatchStarted | None = None
        self._view = LIVE
        self._troubles: tuple[Trouble, ...] = ()
        self._unread: tuple[Trouble, ...] = ()
        self._beaten = time.monotonic()
        self._clock, self._timed = clock, clock()
        self._draw = draw
        self._asked: Decision | None = None
        self._asked_at = 0.0
        self._thought: Thinking | None = None
        self.notes: list[str] = list(devices.notes)
        """Sentences about the start that somebody should read."""
        self.holes: tuple[Hole, ...] = ()
        """What of the last matches was lost, or makes no sense."""
        self._session = self._begin(self._taken_up(), settings or (MatchSettings(rules) if rules else None))
        self._take_up_deck()
        self._view = self._before_asking(self._session.now)
        if self.notes:
            self._view = replace(self._view, notice=" ".join(self.notes))
        for keys in devices.keys:
            keys.listen(self._press_of_the_box)
        self._changed()

    @property
    def live(self) -> bool:
        """Whether the camera's picture changes by itself."""
        return self._camera.live

    @property
    def folder(self) -> Path:
        """Where the journal is kept."""
        return self._journal.path.parent

    def snapshot(self) -> Snapshot:
        """What there is to see now."""
        with self._lock:
            return Snapshot(
                self._session,
                self._view,
                self._version,
                self._say,
                self._proposed,
                self._cutout(),
                self._troubles,
                self._shown_trouble(),
                self._way_in(),
                self._invitation is None,
                self._guest,
                self._thinking(),
                self.holes,
            )

    def beat(self) -> None:
        """The table's heartbeat: see what troubles the box has. The main loop calls it; it never waits for a device."""
        found = self._found_troubles()
        with self._lock:
            self._beaten = time.monotonic()
            self._let_time_pass()
            self._let_think()
            self._let_phones_in()
            if found == self._troubles:
                return
            fresh = tuple(trouble for trouble in found if trouble not in self._troubles)
            self._unread = tuple(trouble for trouble in (*self._unread, *fresh) if trouble in found)
            self._troubles = found
            for trouble in fresh:
                _LOG.warning("trouble: %s", trouble.value[1])
            self._changed()

    def _let_time_pass(self) -> None:
        """Keep how long the match has lasted, now and then and at each of the clock's warnings, and tell those."""
        now, state = self._clock(), self._session.now
        if self._view.busy:  # the reading's event is the next one
            return
        if state.elapsed is None or state.phase is Phase.MATCH_WON:
            self._timed = now
            return
        event = TimePassed(state.elapsed + max(0.0, now - self._timed))
        try:
            after = apply(self._session, event)
            warned = face(state), face(after.now)
            lost = after.now.match != state.match  # games that a team loses because a player has not come
            due = warned[0].warned is not warned[1].warned or lost
            if not due and event.elapsed - state.elapsed < _TIME_KEPT:
                return
            self._session, self._timed = self._kept(self._session, event), now
        except (JournalError, StateError) as error:
            _LOG.error("the time was not kept: %s", error)
            return
        if lost:
            self._view = replace(LIVE, notice=say("A player has not come: a game is lost (federacion 33)."))
        elif due and self._view == LIVE:
            self._view = replace(LIVE, clock=True)
        self._changed()

    def _let_think(self) -> None:
        """Show how long a team has thought, second by second until its time is over, and warn it."""
        thinking, was = self._thinking(), self._thought
        if thinking == was or (was and thinking and was.late and thinking.late):
            return
        self._thought = thinking
        if was and thinking and thinking.warned > was.warned and self._view == LIVE:
            self._view = replace(LIVE, clock=True)
            self._changed()
        elif thinking:
            self._show()

    def _let_phones_in(self) -> None:
        """Show the way in anew where it is shown and is another one: the box may come onto a network only now."""
        if self._way_in() != self._invited:
            self._show()

    def _way_in(self) -> Invitation | None:
        """What lets a phone in, where it is shown; None where no phone can come."""
        return self._invitation(self._view.path[-1]) if self._invitation and invites(self._view.path) else None

    def _thinking(self) -> Thinking | None:
        """What a team has to decide against the clock, and for how long it has thought."""
        asked, now = decision(self._session.now, self._view), self._clock()
        if asked is None or asked != self._asked:
            self._asked, self._asked_at, self._thought = asked, now, None
        return Thinking(asked, max(0, int(now - self._asked_at))) if asked else None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The box's troubles at the last heartbeat. Never waits."""
        return self._troubles

    def details(self) -> dict[str, object]:
        """What the devices tell the health page."""
        broken = [{"match": hole.match, "hand": hole.hand, "events": list(hole.events)} for hole in self.holes]
        damage = str(self._journal.damage) if self._journal.damage else None
        kept = {"events": len(self._journal), "damage": damage, "broken": broken}
        return {**self._devices.details(), "journal": kept}

    def _found_troubles(self) -> tuple[Trouble, ...]:
        found = self._devices.troubles()
        return tuple(one for one in Trouble if one in found or (one is Trouble.JOURNAL_BROKEN and self.holes))

    def since_beat(self) -> float:
        """Seconds since the heart last beat. Never waits: it is for those who ask whether the table is alive."""
        return time.monotonic() - self._beaten

    def watch(self, told: Callable[[int], object]) -> Callable[[], None]:
        """Have `told` called with the version after every change, from any thread. Returns what ends that."""
        with self._lock:
            self._watchers.append(told)

        def end() -> None:
            with self._lock, contextlib.suppress(ValueError):
                self._watchers.remove(told)

        return end

    def speak(self, language: str) -> None:
        """Go on in this language, and keep it. KeyError for one that is none of ours."""
        with self._lock:
            self._say, self._proposed = speech(language), None
            if self._keep_language:
                try:
                    self._keep_language(language)
                except OSError as error:
                    _LOG.warning("the language was not kept: %s", error)
            self._changed()

    def press(self, button: Button, held: bool = False, judge: bool = True) -> Answer:
        """Press a button, or tell that the one pressed before is `held`.

        What it did is kept when this returns; a reading takes as long as it takes. Whoever is no `judge` is refused
        what is the judge's.

        While the language is asked for, Next proposes another and OK takes it; any other button takes it too, and does
        what it does. So it is with a trouble: OK says that it was read, and any other button does what it does.
        """
        with self._lock:
            if self._guest and not self._proposed:
                self._guest.press(button, held, box=False)
                return Answer(True)
            if held and (self._proposed or self._view.busy):
                return Answer(False)
            if self._proposed and button is Button.NEXT:
                codes = list(LANGUAGES)
                self._proposed = codes[(codes.index(self._proposed) + 1) % len(codes)]
                self._changed()
                return Answer(True)
            if self._proposed:
                self.speak(self._proposed)
                if button is Button.OK:
                    return Answer(True)
            if self._shown_trouble():
                self._unread = self._unread[1:]
                if button is Button.OK:
                    self._changed()
                    return Answer(True)
            what = meaning(self._session, self._view, button, held=held)
            if not judge and judges(self._session, what):
                return Answer(False, NOT_THE_JUDGE)
            if what.refusal:
                if not self._view.busy:
                    page = 0 if what.view.hand is None else what.view.page
                    self._view = replace(what.view, notice=what.refusal, page=page)
                    self._changed()
                return Answer(False, what.refusal)
            if what.wish is not Wish.READ:
                return self._do(what)
            name = self._begin_reading()
            if name is None:
                return self._refuse(self._camera.none_left())
        reading, frames = self._read(name)
        return self._end_reading(self._cards_read(name, reading, frames), frames)

    def awaits_cards(self) -> Waiting | None:
        """What the table waits for, where it waits for cards to be laid out; None where not, or somebody looks away."""
        with self._lock:
            state, view = self._session.now, self._view
            looking = replace(view, notice=None, page=0, choice=0, spread=False, clock=False) != LIVE
            waits = state.phase in (Phase.CARDS, Phase.DOUBTS)
            if looking or self._proposed or self._guest or not waits:
                return None
            played = _played(state)
            asks = state.reading is not None and state.blocking_doubt() is None
            return Waiting(*played, state.reading, asks, state.reading is None and played == self._read_after)

    def read_unasked(self, least: int) -> bool:
        """Read as the button does; where fewer than `least` cards are seen, or something moves, nothing is kept.

        Where the players are asked about the cards something is kept only if it takes a question away. Whether
        something was.
        """
        with self._lock:
            waiting, view = self.awaits_cards(), self._view
            name = self._begin_reading() if waiting else None
        if waiting is None or name is None:
            return False
        reading, frames = self._read(name)
        event = self._cards_read(name, reading, frames)
        clear = event.showdown is not None
        if waiting.asks:
            taken = clears_up(_as_settled(self._session.now), reading, clear)
        else:
            taken = clear or len(reading.cards) >= least
        if taken and not moved(frames):
            return self._end_reading(event, frames).done
        with self._lock:
            self._view = replace(LIVE, choice=view.choice, spread=view.spread)
            self._changed()
        return False

    def tell(self, sentence: str) -> None:
        """Show a sentence, where nobody looks at anything else."""
        with self._lock:
            if self._view == LIVE:
                self._refuse(sentence)

    def happen(self, event: Event, judge: bool = True) -> Answer:
        """Have this happen, which somebody chose elsewhere than with the buttons. Kept when this returns.

        A new match gets its picture here. Whoever is no `judge` is refused what is the judge's.
        """
        with self._lock:
            if self._view.busy:
                return Answer(False, say("The cards are being read."))
            if not judge and judges_event(self._session, event):
                return Answer(False, NOT_THE_JUDGE)
            if isinstance(event, MatchStarted):
                return self._do(Meaning(wish=Wish.NEW_MATCH, begun=event))
            try:
                apply(self._session, event)
            except StateError as error:
                return Answer(False, _sentence(str(error.__cause__ or error)))
            return self._keep(event, LIVE)

    def hand_reading(self, hand: int) -> HandReading | None:
        """What was read for a hand of this match, with its kept picture; None where there is none.

        The hand is named by its record's `id`.
        """
        with self._lock:
            number = self._disputes.reading_of(hand)
        return self.kept_reading(number) if number else None

    def kept_reading(self, number: int) -> HandReading | None:
        """What was read as the journal's event of that number, with its kept picture; None where there is none."""
        with self._lock:
            path = self._pictures.find(number) if self._pictures else None
            event = from_text(next(self._journal.events(after=number - 1))) if path else None
        if path is None or not isinstance(event, CardsRead):
            return None
        return HandReading(path, readings.from_json(event.reading), event.width)

    @property
    def deck(self) -> str | None:
        """The name of the learned deck that is played with; None where any may be."""
        return self._deck

    def use_deck(self, name: str | None) -> None:
        """Read that learned deck from now on, or any. FileNotFoundError or DeckError where it cannot be had."""
        self._eyes.use(kept_deck(name, self.folder) if name else None)
        self._deck = name
        try:
            choose_deck(name, self.folder)
        except OSError as error:
            _LOG.warning("which deck is played with was not kept: %s", error)

    def _take_up_deck(self) -> None:
        if name := chosen_deck(self.folder):
            try:
                self.use_deck(name)
            except (OSError, ValueError) as error:
                self.notes.append(_sentence(say("The deck {deck} cannot be used: {why}", deck=name, why=error)))

    def frame(self) -> tuple[str, Picture] | None:
        """The picture of the table as it is now, with its name; None where there is none. CameraError if it fails."""
        name = self._session.now.picture or self._camera.after(self._session.now.seen)
        return (name, self._camera.capture(name)) if name else None

    @property
    def asks_language(self) -> bool:
        """Whether the display asks for its language: nobody can read anything else yet."""
        return self._proposed is not None

    def receive(self, guest: Guest | None) -> None:
        """Give the display and the buttons to a guest; with None the match has them again."""
        with self._lock:
            self._guest, self._view = guest, LIVE
            self._changed()

    def refresh(self) -> None:
        """Show anew what there is to see: the guest has changed."""
        with self._lock:
            self._changed()

    def refusal(self, snapshot: Snapshot, button: Button) -> str | None:
        """Why a press of this button would be refused there; None where it would do something."""
        if snapshot.proposed and button in (Button.NEXT, Button.OK):
            return None
        if snapshot.guest or (snapshot.trouble and button is Button.OK):
            return None
        what = meaning(snapshot.session, snapshot.view, button, check=False)
        if what.wish is Wish.NEXT_PICTURE and not self._camera.steps:
            return say("The camera sees the table itself: press Read.")
        return what.refusal

    def picture(self, outlines: bool = False) -> bytes | None:
        """The picture on the table as a JPEG, with every card outlined once it was read; None where there is none.

        Of a live camera with the `outlines` of what looks like a card before that too.
        """
        with self._lock:
            state = self._session.now
        name, reading = state.picture, state.reading
        if name is None:
            return None
        key = f"{state.camera} {name} {hash(reading and reading.cards)} {hash(state.settled)}"
        try:
            if reading is None and self._camera.live:
                return self._live_picture.jpeg(name, outlines, lambda: self._view.busy)
            return self._jpegs.get(key, lambda: self._jpeg_of(name, state))
        except (CameraError, ValueError, ImportError) as error:
            _LOG.info("no picture of %s for the panel: %s", name, error)
            return None

    def _jpeg_of(self, name: str, state: State) -> bytes | None:
        picture = self._picture_read() if state.reading else self._camera.capture(name)
        if picture is None:
            return None  # the table has changed since it was read
        return as_jpeg(self._eyes.outlined(picture, _as_settled(state)) if state.reading else picture.pixels)

    def close(self) -> None:
        """Stop the timers and give the devices free. The journal is its owner's to close."""
        with self._lock:
            if self._timer:
                self._timer.cancel()
            self._watchers.clear()
        self._devices.close()

    def _press_of_the_box(self, button: Button, held: bool = False) -> None:
        """Press one of the box's own buttons, which do not wait for a reading: another one is answered meanwhile."""
        with self._lock:
            if self._guest and not self._proposed:
                self._guest.press(button, held)
                return
        if button is Button.READ:
            threading.Thread(target=self.press, args=(button,), name="reading", daemon=True).start()
        else:
            self.press(button, held)

    def _shown_trouble(self) -> Trouble | None:
        """The trouble that the display tells of: never over a guard that waits for its second press."""
        view = self._view
        if view.busy or view.hordago or view.perete or view.voiding:
            return None
        return self._unread[0] if self._unread else None

    def _cutout(self) -> Image.Image | None:
        """The card in doubt, cut out of the picture that was read; None where none is, or the picture is gone."""
        state = self._session.now
        doubt = state.card_doubt() if state.phase is Phase.DOUBTS else None
        if doubt is None or doubt.card is None or state.reading is None:
            return None
        quad = state.reading.cards[doubt.card].quad
        if self._cut[0] != (self._disputes.reading, quad):
            picture = self._picture_read()
            cut = None if picture is None else cut_out(picture, quad, CUTOUT)
            self._cut = ((self._disputes.reading, quad), cut)
        return self._cut[1]

    def _picture_read(self) -> Picture | None:
        """The picture that the reading in hand is of; after a restart the one that was kept. None where it is gone."""
        reading, name = self._disputes.reading, self._session.now.picture
        if reading is None or name is None:
            return None
        if self._frame and self._frame[0] == reading.number:
            return self._frame[1]
        try:
            if not self._camera.live:
                picture = self._camera.capture(name)
            elif self._pictures and reading.width and (kept := self._pictures.find(reading.number)):
                picture = load(kept)
                picture = replace(picture, scale=reading.width / picture.pixels.shape[1])
            else:
                return None
        except (CameraError, ValueError, OSError) as error:
            _LOG.info("the picture of event %d is gone: %s", reading.number, error)
            return None
        self._frame = (reading.number, picture)
        return picture

    def _taken_up(self) -> Session | None:
        """The journal's session. An event that was lost, or makes no sense, is left out, and told in `holes`."""
        session, begin = self._recent()
        if session is None:
            session, starts, self.holes = all_taken_up(self._journal.events())
            try:
                self._journal.note_starts(starts)
            except JournalError as error:
                _LOG.warning("the next start will take longer: %s", error)
        if self._journal.damage:
            self.notes.append(_sentence(str(self._journal.damage)))
        if self.holes:
            where = listed(self.holes)
            self.notes.append(say("Look at the score: something was lost of {where}.", where=where))
        if self._journal.trouble:
            self.notes.append(_sentence(self._journal.trouble))
        elif self._pictures:
            self._pictures.clear(len(self._journal))
            for number, body in enumerate(self._journal.events(after=begin), begin + 1):
                with contextlib.suppress(EventError):
                    self._dispute(number, from_text(body))
        return session

    def _recent(self) -> tuple[Session | None, int]:
        """The session as its last matches tell it, and how many events were before those; None where not enough."""
        for start in self._journal.starts()[:_MATCHES_BACK]:
            session = taken_up(start, self._journal.events(after=start.seq - 1))
            if session is not None:
                return session, start.seq - 1
        return None, 0

    def _begin(self, session: Session | None, settings: MatchSettings | None) -> Session:
        camera, first = self._camera.id, None
        if session is None or session.now.camera != camera:
            first = self._camera.after(None)
            if first is None:
                self.notes.append(self._camera.none_left())
        if session is None:
            return self._kept(None, (settings or MatchSettings(DEFAULT_RULES)).match(camera, first))
        state = session.now
        if self._journal.trouble:
            return session
        if state.camera != camera:
            session = self._kept(session, PicturePlaced(camera, first))
        elif state.picture is None and self._camera.after(state.seen) is None:
            self.notes.append(self._camera.none_left())
        if settings and not settings.like(state.started):
            begun = settings.match(camera, session.now.picture)
            if state.pristine:
                return self._kept(session, begun)
            self._next_match = begun
            told = {"rules": state.rules, "next": settings.rules}
            self.notes.append(say("This match goes on by {rules}; {next} comes with the next one.", **told))
        return session

    def _do(self, what: Meaning) -> Answer:
        state, camera = self._session.now, self._camera
        if what.event:
            return self._keep(what.event, what.view)
        if what.wish is None:
            self._view = what.view
            self._changed()
            return Answer(True)
        if what.lot:
            drawn = self._draw(what.lot.leads)
            if not isinstance(drawn, Event):
                return self._do(Meaning(replace(LIVE, path=drawn)))
            if not isinstance(drawn, MatchStarted):
                return self._keep(drawn, LIVE)
            what = Meaning(wish=Wish.NEW_MATCH, begun=drawn)
        if what.wish is Wish.NEXT_PICTURE and not camera.steps:
            return self._refuse(say("The camera sees the table itself: press Read."))
        if what.wish is Wish.SELF_TEST:
            if self._self_test is None:
                return self._refuse(say("There is no self-test here."))
            self._self_test(self)
            return Answer(True)
        following = camera.after(state.seen)
        looped = following is not None and state.seen is not None and following <= state.seen
        notice = say("The demonstration starts over from its first picture.") if looped else None
        if what.wish is Wish.NEXT_PICTURE:
            if following is None:
                return self._refuse(camera.none_left())
            return self._keep(PicturePlaced(camera.id, following), replace(LIVE, notice=notice))
        if following is None:
            notice = camera.none_left()
        view = replace(LIVE, notice=notice)
        if what.begun:
            lies = state.picture if state.picture and not state.reading and not state.finished else following
            return self._keep(replace(what.begun, camera=camera.id, picture=lies), view)
        if what.wish is Wish.VOID:
            return self._keep(KartaAldiaVoided(following), view)
        if state.phase is Phase.MATCH_WON:
            begun, esku = self._next_match or state.started, state.esku.next.value
            return self._keep(replace(begun, esku=esku, camera=camera.id, picture=following), view)
        answer = self._keep(KartaAldiaStarted(state.esku.next.value, following), view)
        if what.then and answer.done and following is not None:
            return self.press(what.then)
        return answer

    def _keep(self, event: Event, view: View) -> Answer:
        """Keep an event, then show what it did."""
        try:
            after = self._kept(self._session, event)
        except (JournalError, StateError) as error:
            _LOG.error("%s was not kept: %s", event.kind, error)
            return self._refuse(not_kept(error) if isinstance(error, JournalError) else _sentence(str(error)))
        if isinstance(event, CardsRead):
            view = self._before_asking(after.now)
        was, finished = self._session.now.finished, after.now.finished
        marked = finished and (was is None or finished.result != was.result)
        if marked and after.now.reading and self._reveal_seconds and event.kind != "undone":
            view = replace(view, step=0)
        self._session, self._view = after, view
        self._changed()
        return Answer(True)

    def _kept(self, session: Session | None, event: Event) -> Session:
        """The session after the event, which stands in the journal when this returns."""
        text = to_text(event)
        after = apply(session, from_text(text))
        self._journal.append(text, carried(event, after))
        self._dispute(len(self._journal), event)
        if isinstance(event, CorrectionProposed | JudgeActed):
            of = event.of if isinstance(event, CorrectionProposed) else event.act.get("of")
            if (place := questioned(after.now.match, of)) is not None:
                self._hold(self._disputes.reading_of(after.now.all_hands[place].record["id"]))
        return after

    def _dispute(self, number: int, event: Event) -> None:
        """Have the picture of a hand that is in dispute stay, now that event `number` says so."""
        self._hold(self._disputes.after(number, event))

    def _hold(self, reading: int | None) -> None:
        if reading is not None and self._pictures:
            try:
                self._pictures.hold(reading)
            except OSError as error:
                _LOG.warning("the picture of event %d was not marked as in dispute: %s", reading, error)

    def _refuse(self, sentence: str) -> Answer:
        self._view = replace(LIVE, notice=sentence)
        self._changed()
        return Answer(False, sentence)

    def _begin_reading(self) -> str | None:
        """The name of the picture that is to be read, None where there is none. No event comes until it is read."""
        name = self._session.now.picture or self._camera.after(self._session.now.seen)
        if name is not None:
            self._view = View(busy=True)
            self._changed()
        return name

    def _read(self, name: str) -> tuple[TableReading, tuple[Picture, ...]]:
        """What the camera's pictures say, and they; none where there are none. Takes its time."""
        frames: tuple[Picture, ...] = ()
        try:
            frames = take(self._camera, name)
            reading = self._eyes.read_frames(frames, name)
        except CameraError as error:
            reading = _unreadable(name, str(error))
        except Exception as error:
            _LOG.exception("reading %s failed", name)
            reading = _unreadable(name, say("{picture} could not be read: {why}", picture=name, why=error))
        return reading, frames

    def _cards_read(self, name: str, reading: TableReading, frames: tuple[Picture, ...]) -> CardsRead:
        """The event of a reading, with what the engine makes of it where nobody has to be asked."""
        width = frames[0].pixels.shape[1] * frames[0].scale if frames else None
        event = CardsRead(name, readings.to_json(reading), width=width)
        try:
            return replace(event, showdown=unasked(apply(self._session, event).now))
        except StateError:  # said where it is to be kept
            return event

    def _before_asking(self, state: State) -> View:
        """How the table is looked at once it is read: a hand that lies spread is read again before anybody is asked."""
        asks = state.phase is Phase.DOUBTS and state.card_doubt() is not None
        return replace(LIVE, spread=True) if self._camera.live and asks else LIVE

    def _end_reading(self, event: CardsRead, frames: tuple[Picture, ...]) -> Answer:
        """Keep a picture and the reading."""
        number = len(self._journal) + 1
        if frames and self._pictures:
            try:
                self._pictures.keep(number, frames[0])
            except OSError as error:
                _LOG.warning("the picture of the hands was not kept: %s", error)
        self._journal.tidy()  # while everybody waits for the reading, nobody waits for the disk
        with self._lock:
            self._view = LIVE
            self._frame = (number, frames[0]) if frames else None
            self._read_after = _played(self._session.now)
            return self._keep(event, LIVE)

    def _changed(self) -> None:
        """Tell everybody who watches, and set the clock for what comes by itself."""
        self._show()
        self._turn = self._version
        if self._timer:
            self._timer.cancel()
            self._timer = None
        shown = self._view.notice or (self._view.clock and not self._view.mus)
        seconds = self._notice_seconds if shown else self._reveal_seconds
        if seconds and (self._view.step is not None or shown):
            self._timer = threading.Timer(seconds, self._tick, (self._turn,))
            self._timer.daemon = True
            self._timer.start()

    def _show(self) -> None:
        """Tell everybody who watches."""
        self._version += 1
        self._invited = self._way_in()
        if self._devices.displays:
            image = self.snapshot().display()
            for display in self._devices.displays:
                try:
                    display.show(image)
                except OSError as error:
                    _LOG.warning("the display did not answer: %s", error)
        for told in tuple(self._watchers):
            told(self._version)

    def _tick(self, turn: int) -> None:
        """What comes by itself, after the change of that number, if nothing but the time has changed since."""
        with self._lock:
            if turn != self._turn:
                return
            view, finished = self._view, self._session.now.finished
            if view.clock and not view.notice:
                self._view = LIVE
            elif view.notice:
                more = view.hand is None and view.page + 1 < notice_pages(view.notice, self._say)
                page = view.page + 1 if more else 0 if view.hand is None else view.page
                self._view = replace(view, notice=view.notice if more else None, page=page)
            elif view.step is not None and finished:
                more = view.step < len(finished.result["tantos"])
                self._view = replace(view, step=view.step + 1 if more else None)
            else:
                self._view = replace(view, step=None)
            self._changed()


def _unreadable(name: str, why: str) -> TableReading:
    return TableReading(name, False, (), (Doubt("picture", why),))


def _played(state: State) -> tuple[int, tuple[object, ...]]:
    """The deal, and all that was done in it before its cards were read."""
    return state.deal, tuple(act for act in state.karta_aldia.acts if act is not Step.FINISH)


def clears_up(before: TableReading, after: TableReading, clear: bool) -> bool:
    """Whether a later reading, of the same cards laid otherwise, says more and takes nothing back.

    `clear`: it leaves nothing to ask.
    """
    doubted = {doubt.card for doubt in before.doubts}
    sure = {read.card for i, read in enumerate(before.cards) if i not in doubted}
    return sure <= {read.card for read in after.cards} and (clear or after.sureness() > before.sureness())


def _as_settled(state: State) -> TableReading:
    """The reading with the cards that the players settled."""
    assert state.reading is not None
    settled = dict(state.settled)
    cards = tuple(replace(read, card=settled.get(i, read.card)) for i, read in enumerate(state.reading.cards))
    doubts = tuple(doubt for doubt in state.reading.doubts if doubt.card is None or doubt.card not in settled)
    return replace(state.reading, cards=cards, doubts=doubts)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
