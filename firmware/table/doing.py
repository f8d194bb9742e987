"""What a press or a choice comes to: it is kept, and then shown; or it is said why not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from engine.sentences import Sentence
from firmware.devices.cameras.camera import Camera
from firmware.keeping.disk_room import not_kept
from firmware.keeping.journal_form import JournalError
from firmware.session.at_desk import DESKS_WORD
from firmware.session.buttons import Button
from firmware.session.choices.grid import Lead
from firmware.session.corrections import NOT_COUNTED
from firmware.session.events import PUTS_RIGHT, CardsRead, Event
from firmware.session.fold import StateError
from firmware.session.press import Meaning, Wish, meaning
from firmware.session.state import State
from firmware.session.view import LIVE, View
from firmware.table.match_clock import MatchClock
from firmware.table.options import Options
from firmware.table.presenter import Presenter
from firmware.table.reading_desk import ReadingDesk
from firmware.table.table import Table
from firmware.table.wishes import NotGrantedError, against_the_desk, granted

_LOG = logging.getLogger("hamarreko")
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


class Doing:
    """Does at one table what is meant by a press. For one thread at a time."""

    def __init__(
        self,
        table: Table,
        desk: ReadingDesk,
        presenter: Presenter,
        clock: MatchClock,
        camera: Camera,
        options: Options,
    ) -> None:
        self._table, self._desk, self._presenter, self._clock = table, desk, presenter, clock
        self._camera, self._options = camera, options
        self._over = False
        self.beside: dict[Wish, Callable[[str | None], Answer | None]] = {}
        """Who does what is asked for beside the match; with a code, where one was entered."""

    def end(self) -> None:
        """Keep nothing any more."""
        self._over = True

    def do(self, what: Meaning) -> Answer:
        """Do what a press means."""
        if what.event:
            return self.keep(what.event, what.view)
        if what.lot:
            return self._drawn(self._options.draw(what.lot.leads))
        if what.wish is None:
            if what.view.clock:
                self._clock.tick(asked=True)
            self._presenter.look(what.view)
            return Answer(True)
        if what.wish is Wish.LANGUAGE:
            self._presenter.ask_language()
            return Answer(True)
        if what.wish in NOT_HERE:
            does = self.beside.get(what.wish)
            return (does(what.code) or Answer(True)) if does else self.refuse(NOT_HERE[what.wish])
        try:
            event, notice = granted(what.wish, self._table.state, self._camera, what.begun)
        except NotGrantedError as error:
            return self.refuse(Sentence.of(error))
        answer = self.keep(event, replace(what.view, notice=notice))
        return self._call_first(what.then, notice) if what.then and answer.done else answer

    def _call_first(self, button: Button, notice: Sentence | None) -> Answer:
        """Make the first call of the deal that was just begun; the sentence about that deal still stands then."""
        what = meaning(self._table.session, LIVE, button)
        if what.refusal:
            return self.refuse(what.refusal)
        return self.do(what if what.view.guarded else replace(what, view=replace(what.view, notice=notice)))

    def _drawn(self, lead: Lead) -> Answer:
        """What was drawn by lot: further choices, or something that happens."""
        if not isinstance(lead, Event):
            return self.do(Meaning(replace(LIVE, path=lead)))
        return self.keep(lead, LIVE)

    def keep(self, event: Event, view: View) -> Answer:
        """Keep an event, then show what it did."""
        if self._over:
            return Answer(False, SWITCHED_OFF)
        before = self._table.state
        if against_the_desk(event, before):
            return self.refuse(DESKS_WORD)
        try:
            self._table.keep(event)
        except (JournalError, StateError) as error:
            _LOG.error("%s was not kept: %s", event.kind, error)
            return self.refuse(not_kept(error) if isinstance(error, JournalError) else Sentence.of(error))
        if isinstance(event, CardsRead):
            view = self._desk.before_asking()
        state = self._table.state
        was = before.finished
        marked = state.finished and (was is None or state.finished.result != was.result)
        if marked and (state.laid or state.entered) and self._options.reveal_seconds and event.kind != "undone":
            view = replace(view, step=0)
        if _has_dropped(before, event, state):
            view = replace(view, notice=NOT_COUNTED)
        self._presenter.look(view)
        return Answer(True)

    def refuse(self, why: Sentence) -> Answer:
        """Show why something is not done."""
        self._presenter.refuse(why)
        return Answer(False, why)


def _has_dropped(before: State, event: Event, after: State) -> bool:
    """Whether the hand in progress, in which something had been said, is none any more by what was put right."""
    said = before.karta_aldia.begun and not before.marked
    return bool(said and isinstance(event, PUTS_RIGHT) and after.deal != before.deal)
