"""The table at a tournament's desk: its number there, and the call to the judge that waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from engine.sentences import Sentence
from firmware.session.errors import StateError

NOWHERE_TOLD: Final = Sentence("This table is at no desk.")
DESKS_WORD: Final = Sentence("The desk says what is played here, and by which rules (nabo 3).")
TO_THE_DESK: Final = Sentence("The result goes to the desk, which says what is played next.")


class Called(Enum):
    """How the table's last call to the judge stands; the value is its name in events."""

    SENT = "sent"
    """The desk has not heard it yet."""
    HEARD = "heard"
    """It stands on the judge's page."""
    ANSWERED = "answered"
    """The judge has seen to it."""
    TAKEN_BACK = "taken-back"
    """No judge is needed any more, and the desk has not heard that yet."""


TOLD: Final[Mapping[Called | None, Sentence]] = {
    Called.SENT: Sentence("The judge is called: the desk has not heard it yet."),
    Called.HEARD: Sentence("The judge is called: the desk has heard it."),
    Called.ANSWERED: Sentence("The judge has answered the call."),
}
"""How a call stands, where anybody has to hear of it."""


@dataclass(frozen=True, slots=True)
class AtDesk:
    """Where the table is, and what its players want of the desk. No undo goes back before any of it.

    `table` is its number, None where it is at no desk. `calls` counts its calls to the judge, and `call` says how the
    last one stands; None where there is none that anybody has to hear of. `length` are the seconds of the round's
    clock, None where the desk has told of none, and `stopped` says that it does not run.
    """

    table: int | None = None
    calls: int = 0
    call: Called | None = None
    length: float | None = None
    stopped: bool = False

    @property
    def without_clock(self) -> AtDesk:
        """The same in another match, or at another desk, of whose clock nothing is told yet."""
        return replace(self, length=None, stopped=False)

    @property
    def waits(self) -> bool:
        """Whether the judge is called, and has not answered."""
        return self.call in (Called.SENT, Called.HEARD)

    def calling(self) -> AtDesk:
        """The judge is called. StateError at no desk, and while a call waits."""
        if self.table is None:
            raise StateError(NOWHERE_TOLD)
        if self.waits:
            raise StateError(Sentence("the judge is called already"))
        return replace(self, calls=self.calls + 1, call=Called.SENT)

    def taking_back(self) -> AtDesk:
        """No judge is needed any more. StateError where none is called."""
        if not self.waits:
            raise StateError(Sentence("nobody has called the judge"))
        return replace(self, call=Called.TAKEN_BACK)

    def told(self, stands: str | None) -> Called | None:
        """How the last call stands once the desk says that the table's own `waits`, is `answered` or `taken-back`."""
        if self.call is Called.TAKEN_BACK:
            return self.call if stands == "waits" else None
        if not self.waits:
            return self.call
        return {"waits": Called.HEARD, "answered": Called.ANSWERED}.get(stands or "")

    def carried(self) -> dict[str, Any]:
        """As JSON, for whoever takes the session up from a later event on; `carry` reads it back."""
        return {"table": self.table, "calls": self.calls, "call": self.call and self.call.value}


def carry(written: dict[str, Any]) -> AtDesk:
    """What `carried` wrote."""
    return AtDesk(written["table"], written["calls"], written["call"] and Called(written["call"]))


NOWHERE: Final = AtDesk()
"""At no desk."""
