"""The twelve buttons of the table."""

from __future__ import annotations

from enum import Enum

from engine.seats import Team
from engine.sentences import msgid


class Button(Enum):
    """A button; the value is its name for programs, the same in every language."""

    ENVIDO_NS = "envido-ns"
    ENVIDO_EW = "envido-ew"
    GEHIAGO = "gehiago"
    HORDAGO = "hordago"
    IDUKI = "iduki"
    TIRA = "tira"
    PASO = "paso"
    READ = "read"
    OK = "ok"
    NEXT = "next"
    LAST = "last"
    BACK = "back"

    @property
    def team(self) -> Team | None:
        """The team that bids with it."""
        return _BIDS.get(self)

    @property
    def label(self) -> str:
        """What is printed on it: the game's own words, and English for the others (catalogues may translate those)."""
        return _LABELS[self]


_BIDS = {Button.ENVIDO_NS: Team.NS, Button.ENVIDO_EW: Team.EW}
_LABELS = {
    Button.ENVIDO_NS: msgid("N-S envido"),
    Button.ENVIDO_EW: msgid("E-W envido"),
    Button.GEHIAGO: msgid("Gehiago"),
    Button.HORDAGO: msgid("Hordago"),
    Button.IDUKI: msgid("Iduki"),
    Button.TIRA: msgid("Tira"),
    Button.PASO: msgid("Paso"),
    Button.READ: msgid("Read"),
    Button.OK: msgid("OK"),
    Button.NEXT: msgid("Next"),
    Button.LAST: msgid("Last hand"),
    Button.BACK: msgid("Back"),
}
