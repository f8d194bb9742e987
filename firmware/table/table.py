"""The table: what happens at it is kept in the journal before anybody is shown what it did."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, islice
from pathlib import Path
from typing import Final

from engine.rules import DEFAULT_BOOK
from engine.sentences import Sentence
from firmware.devices.cameras.camera import Camera
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError, Kept
from firmware.keeping.taking_up import Following, all_taken_up, carried, lost, taken_up
from firmware.session.cards.disputes import disputed
from firmware.session.event_text import from_text, readable, to_text
from firmware.session.events import (
    NEVER_TAKEN_BACK,
    CameraPlaced,
    CardsRead,
    DeskJoined,
    Event,
    MatchStarted,
    PicturePlaced,
    elsewhere,
)
from firmware.session.fold import Session, apply
from firmware.session.jugadak import announced
from firmware.session.state import Phase, State
from firmware.table.settings import MatchSettings

_LOG = logging.getLogger("hamarreko")
_MATCHES_BACK: Final = 5
"""So many last matches are tried before all that was ever played is gone through."""


class Table:
    """One journal's session. Of several threads one may use it at a time."""

    def __init__(
        self, journal: Journal, camera: Camera, settings: MatchSettings | None, pictures: HandPictures
    ) -> None:
        """Take up the journal's session, or begin a match by the `settings`.

        Others than those of the match in hand come with the next match. `pictures` has those of the hands.
        """
        self._journal, self._pictures = journal, pictures
        self.is_at_disk = False
        """Whether something is being kept just now. From any thread."""
        self.notes: list[Sentence] = []
        """Sentences about the start that somebody should read."""
        following = self._taken_up(self.events)
        self.holes = following.holes
        self._tell_what_was_found()
        for number in following.disputed if not journal.trouble else ():
            self._hold(number)
        self.last_event = following.last_event
        """The number of the last event that changed what can be done: it can be taken back, or took something back."""
        self.session = self._begun(following.session, camera, settings)
        if self.state.jugada and self.state.phase is Phase.CALLS and not self.state.karta_aldia.begun:
            self.notes.append(announced(self.state.jugada))

    @property
    def state(self) -> State:
        """The session's state."""
        return self.session.now

    @property
    def events(self) -> int:
        """How many there are: the last one's number."""
        return len(self._journal)

    def kept(self, after: int = 0, until: int | None = None) -> Iterator[Kept]:
        """The events that are kept behind number `after`, up to `until`; from any thread. JournalError if not."""
        return self._journal.kept(after, until)

    @property
    def folder(self) -> Path:
        """Where the journal is kept."""
        return self._journal.path.parent

    def details(self) -> dict[str, object]:
        """What is kept, for the health page."""
        broken = [{"match": hole.match, "hand": hole.hand, "events": list(hole.events)} for hole in self.holes]
        damage, trouble = (str(one) if one else None for one in (self._journal.damage, self._journal.trouble))
        return {"events": self.events, "damage": damage, "trouble": trouble, "broken": broken}

    def keep(self, event: Event) -> None:
        """Have this happen. It stands in the journal when this returns; JournalError or StateError where it cannot."""
        self.session = self._kept(self.session, event)

    @contextlib.contextmanager
    def at_the_disk(self) -> Iterator[None]:
        """Whoever keeps something of the table says so: a slow disk is no table that hangs."""
        self.is_at_disk = True
        try:
            yield
        finally:
            self.is_at_disk = False

    def tidy(self) -> None:
        """Let the journal tidy up: while everybody waits for a reading, nobody waits for the disk."""
        self._journal.tidy()

    def reading_event(self, number: int) -> CardsRead | None:
        """The reading that is the event of that number; None where it is another event."""
        event = from_text(next(self._journal.events(after=number - 1)))
        return event if isinstance(event, CardsRead) else None

    def begun_at(self, started: MatchStarted) -> int:
        """Which event began the last match that was begun so; the last one of all where none is known to."""
        begun = ((one.seq, readable(next(self._journal.events(after=one.seq - 1)))) for one in self._journal.starts())
        return next((seq for seq, event in begun if event == started), self.events)

    def last_in_common(self, match: Sequence[Event], foreign: range) -> tuple[int, int, int]:
        """Behind which of its events this table has that match, up to which one, and how many of the match's those are.

        It has all of them, and perhaps events of its own behind them, or the first ones and nothing behind them; or
        else none, as where it has joined a desk since and begun a match there. None is that match which began at one
        of the events `foreign`. Which camera looks on, and where its pictures are, belongs to the table.
        """
        starts = (start for start in self._journal.starts() if start.seq not in foreign)
        for start in islice(starts, _MATCHES_BACK):
            known, last = 0, start.seq
            for number, body in enumerate(self._journal.events(after=start.seq - 1), start.seq):
                event = readable(body)
                if event and known < len(match) and elsewhere(event) == match[known]:
                    known += 1
                elif not isinstance(event, CameraPlaced | PicturePlaced):
                    break
                last = number
            if (known == len(match) and not self._was_elsewhere(last)) or (known and last == self.events):
                return start.seq - 1, last, known
        return self.events, self.events, 0

    def _was_elsewhere(self, since: int) -> bool:
        """Whether the table has joined a desk behind that event, and begun a match there."""
        behind = map(readable, self._journal.events(after=since))
        there = dropwhile(lambda event: not isinstance(event, DeskJoined), behind)
        return any(isinstance(event, MatchStarted) for event in there)

    def stood(self, number: int) -> State | None:
        """How it stood behind its event of that number, as a start there would find it; None before the first one."""
        session = self._taken_up(number).session
        return session.now if session else None

    def _taken_up(self, until: int) -> Following:
        """The journal's session up to the event of that number: as its last matches tell it, or where those are not
        enough all that was played.

        An event that was lost, or makes no sense, is left out, and is one of its holes.
        """
        before = (start for start in self._journal.starts() if start.seq <= until)
        for start in islice(before, _MATCHES_BACK):
            events = islice(self._journal.events(after=start.seq - 1), until - start.seq + 1)
            if following := taken_up(start, events):
                return following
        following, starts = all_taken_up(islice(self._journal.events(), until))
        try:
            self._journal.note_starts(starts)
        except JournalError as error:
            _LOG.warning("the next start will take longer: %s", error)
        return following

    def _tell_what_was_found(self) -> None:
        if self._journal.damage:
            self.notes.append(self._journal.damage.sentence)
        if self.holes:
            self.notes.append(lost(self.holes))
        if self._journal.trouble:
            self.notes.append(self._journal.trouble)

    def _begun(self, session: Session | None, camera: Camera, settings: MatchSettings | None) -> Session:
        """The session with this camera and by these settings, from the first match on."""
        first = None
        if session is None or session.now.camera != camera.id:
            first = camera.after(None)
            if first is None:
                self.notes.append(camera.none_left())
        if session is None:
            return self._kept(None, (settings or MatchSettings(DEFAULT_BOOK)).match(camera.id, first))
        if self._journal.trouble:
            return session
        try:
            if session.now.camera != camera.id:
                session = self._kept(session, CameraPlaced(camera.id, first))
            elif session.now.picture is None and camera.after(session.now.last_picture) is None:
                self.notes.append(camera.none_left())
            return session if settings is None else self._set(session, camera, settings)
        except JournalError as refused:  # the disk was read, and takes nothing: what it holds is shown all the same
            self.notes.append(Sentence.of(refused))
            return session

    def _set(self, session: Session, camera: Camera, settings: MatchSettings) -> Session:
        """The session with the match begun anew by these settings, or the next one to be."""
        state = session.now
        if settings.like(state.started):
            return session
        begun = settings.match(camera.id, state.picture)
        if _as_set(session):
            return self._kept(session, replace(begun, names=state.names.written()))
        told = {"rules": state.rules, "next": settings.rules}
        on = Sentence("This match goes on as it began; the next one is by other settings.")
        by = Sentence("This match goes on by {rules}; {next} comes with the next one.", **told)
        self.notes.append(on if state.rules == settings.rules else by)
        now, *past = (
            replace(one, next_match=begun) if one.started is state.started else one for one in (state, *session.past)
        )
        return Session(now, tuple(past))

    def _kept(self, session: Session | None, event: Event) -> Session:
        """The session after the event, which stands in the journal when this returns."""
        text = to_text(event)
        after = apply(session, from_text(text))
        reading = disputed(event, session.now if session else None, after.now)
        with self.at_the_disk():
            self._journal.append(text, carried(event, after))  # behind this nothing may fail: it has happened
            if not isinstance(event, NEVER_TAKEN_BACK):
                self.last_event = self.events
            if reading:
                self._hold(reading)
        return after

    def _hold(self, reading: int) -> None:
        """Have the picture of a hand in dispute stay."""
        try:
            self._pictures.hold(reading)
        except OSError as error:
            _LOG.warning("the picture of event %d was not marked as in dispute: %s", reading, error)


def _as_set(session: Session) -> bool:
    """Whether the match in hand was begun by the settings of an earlier start, and nobody has set anything in it."""
    state = session.now
    before = next((one for one in reversed(session.past) if one.started is not state.started), None)
    agreed = before is not None and before.new_match is not None
    somebodys = agreed or state.started.judge or state.started.partida is not None
    anything = state.waits or state.karta_aldia.acts or state.absent or state.elapsed is not None
    return state.pristine and not somebodys and not anything and state.esku.value == state.started.esku
