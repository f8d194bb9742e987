"""The presenter: what is shown, how it is looked at, and what comes by itself; it tells everybody who looks."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.sentences import Sentence
from firmware.devices.display import Display
from firmware.panel.entry.door import Invitation
from firmware.screens.asking import case_pages, doubt_pages, notice_pages
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.choices.menu import invites, types_a_code
from firmware.session.deciding import Decision, Thinking, decision
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from firmware.table.options import Options
from firmware.table.reading_desk import ReadingDesk
from firmware.table.snapshot import Guest, Snapshot
from firmware.table.table import Table
from words.text import LANGUAGES, Speech, speech

_LOG = logging.getLogger("hamarreko")


class Presenter:
    """Shows one table on its displays and to whoever watches, from any thread: all of it goes on under the `lock`."""

    def __init__(
        self, table: Table, desk: ReadingDesk, displays: Sequence[Display], options: Options, lock: threading.RLock
    ) -> None:
        self._table, self._desk, self._displays, self._options, self._lock = table, desk, displays, options, lock
        self.view = LIVE
        """How the table is looked at."""
        self._language = options.language or options.proposed
        self.proposed = None if options.language else options.proposed
        """The language under the cursor while it is asked for: nobody can read anything else yet."""
        self.guest: Guest | None = None
        """Who has the display and the buttons instead of the match."""
        self.troubles: tuple[Trouble, ...] = ()
        """The box's own, as they were last found."""
        self._unread: tuple[Trouble, ...] = ()
        self._watchers: list[Callable[[], object]] = []
        self._version = self._turn = 0
        self._timer: threading.Timer | None = None
        self._asked: Decision | None = None
        self._asked_at = 0.0
        self._thought: Thinking | None = None
        self._shown = self._seen()

    # What is shown

    @property
    def say(self) -> Speech:
        """Texts in the table's language, with the names of those who play."""
        return speech(self._language).named(self._table.state.names)

    def snapshot(self) -> Snapshot:
        """What everybody was last shown. Waits for nobody: a press that waits for the disk holds up no page."""
        return self._shown

    def look(self, view: View) -> None:
        """Look at the table so."""
        self.view = view
        self.changed()

    def or_typed(self, view: View) -> View:
        """What is to be shown, or what whoever is typing a desk's code sees: its other digits would be calls."""
        return replace(self.view, page=0) if types_a_code(self.view.path) else view

    def refuse(self, why: Sentence) -> None:
        """Show why something is not done."""
        self.look(replace(self.or_typed(LIVE), notice=why))

    @property
    def unturned(self) -> View:
        """The view, on its first page where it turned to another by itself."""
        return replace(self.view, page=0) if self._turning_pages() else self.view

    def tell(self, what: Sentence, after: Sentence | None = None) -> bool:
        """Show a sentence, where nobody looks at anything else than the one that it comes `after`; whether it is."""
        with self._lock:
            if shown := self.unturned in (LIVE, replace(LIVE, notice=after)):
                self.refuse(what)
            return shown

    def tell_on(self, what: Sentence) -> bool:
        """Show a sentence for as long again, where it still stands; whether it does."""
        with self._lock:
            if stands := self.view.notice == what:
                self.changed()
            return stands

    def receive(self, guest: Guest | None) -> None:
        """Give the display and the buttons to a guest; with None the match has them again. A reading goes on."""
        with self._lock:
            self.guest = guest
            self.look(self.view if self.view.busy else LIVE)

    def changed(self) -> None:
        """Tell everybody who watches, and set the clock for what comes by itself."""
        with self._lock:
            self._show()
            self._turn = self._version
            if self._timer:
                self._timer.cancel()
                self._timer = None
            told = self.view.notice or (self.view.clock and not self.view.mus) or self._turning_pages() > 1
            seconds = self._options.notice_seconds if told else self._options.reveal_seconds
            if seconds and (self.view.step is not None or told):
                self._timer = threading.Timer(seconds, self._follow, (self._turn,))
                self._timer.daemon = True
                self._timer.start()

    def watch(self, told: Callable[[], object]) -> Callable[[], None]:
        """Have `told` called after every change, from any thread. Returns what ends that.

        Waits for nobody, as `snapshot` does.
        """
        self._watchers.append(told)

        def end() -> None:
            with contextlib.suppress(ValueError):
                self._watchers.remove(told)

        return end

    def close(self) -> None:
        """Stop the clock, and tell nobody any more."""
        with self._lock:
            if self._timer:
                self._timer.cancel()
            self._watchers.clear()

    def _show(self) -> None:
        self._version += 1
        self._shown = self._seen()
        if self._displays:
            image = self._shown.display()
            for display in self._displays:
                try:
                    display.show(image)
                except OSError as error:
                    _LOG.warning("the display did not answer: %s", error)
        for told in tuple(self._watchers):
            told()

    def _seen(self) -> Snapshot:
        return Snapshot(
            self._table.session,
            self.view,
            self._version,
            self.say,
            last_event=self._table.last_event,
            proposed=self.proposed,
            cutout=self._desk.pictures.cutout(),
            troubles=self.troubles,
            trouble=self.trouble,
            invitation=self._way_in(),
            closed=self._options.invitation is None,
            guest=self.guest,
            thinking=self._thinking(),
            holes=self._table.holes,
        )

    # What is asked before anything else: the language, and that a trouble was read

    def ask_language(self) -> None:
        """Ask for the language over whatever is looked at, which is there again afterwards; the table's own first."""
        self.proposed = self._language
        self.changed()

    def speak(self, language: str) -> None:
        """Go on in this language, and keep it. KeyError for one that is none of ours."""
        with self._lock:
            speech(language)
            self._language, self.proposed = language, None
            if self._options.keep_language:
                try:
                    with self._table.at_the_disk():
                        self._options.keep_language(language)
                except OSError as error:
                    _LOG.warning("the language was not kept: %s", error)
            self.changed()

    @property
    def trouble(self) -> Trouble | None:
        """The trouble that the display tells of: never over a guard that waits for its second press."""
        guarded = self.view.busy or self.view.guarded
        return self._unread[0] if self._unread and not guarded else None

    def found(self, troubles: Sequence[Trouble]) -> None:
        """These are the box's troubles now."""
        wrong = {*troubles, *([Trouble.JOURNAL_BROKEN] if self._table.holes else [])}
        now = tuple(one for one in Trouble if one in wrong)
        if now == self.troubles:
            return
        fresh = tuple(trouble for trouble in now if trouble not in self.troubles)
        self._unread = tuple(trouble for trouble in (*self._unread, *fresh) if trouble in now)
        self.troubles = now
        for trouble in fresh:
            _LOG.warning("trouble: %s", trouble.text)
        self.changed()

    def answers_first(self, button: Button, held: bool) -> bool | None:
        """Whether a press does something before it means anything at the table; None where it goes on to that."""
        if self.guest and not self.proposed:
            self.guest.press(button, held, box=False)
            return True
        if held and (self.proposed or self.view.busy):
            return False
        if self.proposed and button is Button.NEXT:
            codes = list(LANGUAGES)
            self.proposed = codes[(codes.index(self.proposed) + 1) % len(codes)]
            self.changed()
            return True
        if self.proposed:
            self.speak(self.proposed)
            if button is Button.OK:
                return True
        if self.trouble:
            self._unread = self._unread[1:]
            self.changed()
            if button is Button.OK:
                return True
        return None

    # What comes by itself

    def tick(self) -> None:
        """See whether something else is to be shown than a moment ago: a team that thinks, the way in for phones."""
        self._let_think()
        if self._way_in() != self._shown.invitation:  # the box may come onto a network only now
            self._show()

    def _let_think(self) -> None:
        """Show how long a team has thought, second by second until its time is over, and warn it."""
        thinking, was = self._thinking(), self._thought
        if thinking == was or (was and thinking and was.late and thinking.late):
            return
        self._thought = thinking
        if was and thinking and thinking.warned > was.warned and self.view == LIVE:
            self.look(replace(LIVE, clock=True))
        elif thinking:
            self._show()

    def _thinking(self) -> Thinking | None:
        """What a team has to decide against the clock, and for how long it has thought."""
        asked, now = decision(self._table.state, self.view), self._options.clock()
        if asked is None or asked != self._asked:
            self._asked, self._asked_at, self._thought = asked, now, None
        return Thinking(asked, max(0, int(now - self._asked_at))) if asked else None

    def _way_in(self) -> Invitation | None:
        """What lets a phone in, where it is shown; None where no phone can come."""
        invitation = self._options.invitation
        return invitation(self.view.path[-1]) if invitation and invites(self.view.path) else None

    def _follow(self, turn: int) -> None:
        """What comes after the change of that number, if nothing but the time has changed since."""
        with self._lock:
            if turn == self._turn:
                self.look(self._followed())

    def _followed(self) -> View:
        """How the table is looked at after a while: a text's next page, the next mark, or the table itself."""
        view, finished = self.view, self._table.state.finished
        if view.clock and not view.notice:
            return LIVE
        if view.notice:
            more = view.hand is None and view.page + 1 < len(notice_pages(view.notice, self.say.short))
            page = view.page + 1 if more else 0 if view.hand is None else view.page
            return replace(view, notice=view.notice if more else None, page=page)
        if (pages := self._turning_pages()) > 1:
            return replace(view, page=(view.page + 1) % pages)
        more = view.step is not None and finished is not None and view.step < finished.steps
        return replace(view, step=view.step + 1 if more and view.step is not None else None)

    def _turning_pages(self) -> int:
        """How many pages there are of a doubt about all the cards, or a case for the judge; 0 where none is shown."""
        state, say = self._table.state, self.say.short
        if replace(self.view, page=0, choice=0, spread=False) != LIVE:
            return 0
        if state.phase is Phase.DOUBTS and state.laid:
            return len(doubt_pages(state.laid, say))
        return len(case_pages(state.finished, say)) if state.phase is Phase.JUDGE and state.finished else 0
