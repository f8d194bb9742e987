"""Tells the players once that the deck in play can be learned from the hands that they have played."""

from __future__ import annotations

from typing import Final

from engine.sentences import Sentence
from firmware.decks.kept import may_have_decks
from firmware.decks.played import last_hands, not_yet_known
from firmware.devices.watch import Repeating
from firmware.keeping.played_matches import PlayedMatches
from firmware.session.state import Phase
from firmware.table.appliance import Appliance

KNOWN: Final = Sentence("This deck is known by now. Learn it on the page, Set-up: then less is asked.")


class LearnHint(Repeating):
    """Says so before a hand, where no deck was chosen or learned; not at a tournament's desk: its committee chooses."""

    def __init__(self, appliance: Appliance) -> None:
        super().__init__("hint", self._count)
        self._appliance, self._played = appliance, PlayedMatches(appliance.table.kept)
        self._counted: int | None = None
        self._said = False
        self._end = appliance.presenter.watch(self.soon)

    def close(self, seconds: float = 2.0) -> None:
        """End, and wait so long at most for what is being done."""
        self._end()
        super().close(seconds)

    def _count(self) -> None:
        """Count the cards that are known, once before each hand, until it is said."""
        desk, state = self._appliance.desk, self._appliance.snapshot().state
        if self._said or desk.deck or state.desk.table is not None or may_have_decks(self._appliance.table.folder):
            return
        if state.phase is not Phase.CALLS or state.deal == self._counted:
            return
        self._counted = state.deal
        if not not_yet_known(last_hands(self._played, desk.pictures.kept_reading)):
            self._said = self._appliance.presenter.tell(KNOWN)
