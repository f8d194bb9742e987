"""The match that the review shows: the one at the table, or an earlier one."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.session.finished import Finished
from firmware.session.state import State
from words.text import Speech


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A match as its events left it; `number` is that of an earlier one, in which nobody puts anything right."""

    state: State
    number: int | None

    @property
    def hands(self) -> tuple[Finished, ...]:
        """Its finished hands in their order."""
        return self.state.hands

    @property
    def runs(self) -> bool:
        """Whether it is the one at the table, where something can be put right."""
        return self.number is None

    @property
    def address(self) -> str:
        """Where all its hands are."""
        return "/hands" if self.number is None else f"/match/{self.number}"

    @property
    def replay(self) -> str:
        """Where they are played again."""
        return "/replay" if self.number is None else f"{self.address}/replay"

    def address_of(self, place: int) -> str:
        """Where one of its hands is. A running match's are named by their ids, which stay their own."""
        if self.number is None:
            return f"/hand/{self.hands[place].id}"
        return f"{self.address}/hand/{place + 1}"

    def title(self, say: Speech) -> str:
        """What its hands stand under."""
        return say("Hands of this match") if self.number is None else say("Match {number}", number=self.number)
