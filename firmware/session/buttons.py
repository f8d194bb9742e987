"""The twelve buttons of the table."""

from __future__ import annotations

from typing import Final

from engine.seats import Team
from engine.sentences import Sentence, Worded, msgid


class Button(Worded):
    """A button; the value is its name for programs, the same in every language."""

    ENVIDO_NS = "envido-ns", msgid("N-S envido")
    ENVIDO_EW = "envido-ew", msgid("E-W envido")
    GEHIAGO = "gehiago", msgid("Gehiago")
    HORDAGO = "hordago", msgid("Hordago")
    IDUKI = "iduki", msgid("Iduki")
    TIRA = "tira", msgid("Tira")
    PASO = "paso", msgid("Paso")
    READ = "read", msgid("Read")
    OK = "ok", msgid("OK")
    NEXT = "next", msgid("Next")
    LAST = "last", msgid("Last hand")
    BACK = "back", msgid("Back")

    @property
    def team(self) -> Team | None:
        """The team that bids with it."""
        return BIDS.get(self)

    @property
    def label(self) -> str:
        """What is printed on it: the game's own words, and English for the others (catalogues may translate those)."""
        return self.text


BIDS = {Button.ENVIDO_NS: Team.NS, Button.ENVIDO_EW: Team.EW}
BID: Final = Sentence("envido")
"""What those two are called, whichever team's it is."""
