"""The match's clock at one table: how long the match has lasted, kept now and then, and what it warns of."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.sentences import Sentence
from firmware.keeping.journal_form import JournalError
from firmware.screens.clock import face
from firmware.session.events import TimePassed
from firmware.session.fold import StateError, apply
from firmware.session.state import Phase
from firmware.session.view import LIVE
from firmware.table.presenter import Presenter
from firmware.table.table import Table

_LOG = logging.getLogger("hamarreko")
_KEPT_EVERY: Final = 20.0
"""So many seconds of a match's time a power cut may cost."""


class MatchClock:
    """The time of one table's match, which goes by `now`. For one thread at a time."""

    def __init__(self, table: Table, presenter: Presenter, now: Callable[[], float]) -> None:
        self._table, self._presenter, self._now = table, presenter, now
        self.set()

    def set(self) -> None:
        """Go on from the time that was kept just now."""
        self._kept_at = self._now()

    @property
    def elapsed(self) -> float | None:
        """Seconds since the match's clock began, as it is now; None before it has."""
        kept = self._table.state.elapsed
        since = max(0.0, self._now() - self._kept_at) if self._running else 0.0
        return None if kept is None else kept + since

    @property
    def _running(self) -> bool:
        state = self._table.state
        return state.elapsed is not None and not state.desk.stopped and state.phase is not Phase.MATCH_WON

    def tick(self, asked: bool = False) -> None:
        """Keep how long the match has lasted, now and then, when `asked` and at each of the clock's warnings, and tell
        those."""
        now, state = self._now(), self._table.state
        if self._presenter.view.busy:  # the reading's event is the next one
            return
        if state.elapsed is None or (elapsed := self.elapsed) is None or not self._running:
            self._kept_at = now
            return
        event = TimePassed(elapsed)
        try:
            after = apply(self._table.session, event).now
            lost = after.match != state.match  # games that a team loses because a player has not come
            due = lost or face(after).warned is not face(state).warned or state.elapsed < 0 <= elapsed
            if not (due or asked) and event.elapsed - state.elapsed < _KEPT_EVERY:
                return
            self._table.keep(event)
        except (JournalError, StateError) as error:
            _LOG.error("the time was not kept: %s", error)
            return
        self._kept_at = now
        if lost:
            self._presenter.refuse(Sentence("A player has not come: a game is lost (federacion 33)."))
        elif due and self._presenter.unturned == LIVE:
            self._presenter.look(replace(LIVE, clock=True))
        else:
            self._presenter.changed()
