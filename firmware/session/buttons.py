"""The twelve buttons of the table."""

from __future__ import annotations

from enum import Enum


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
    def label(self) -> str:
        """What is printed on it: the game's own words, and English for the others (catalogues may translate those)."""
        return _LABELS[self]


_LABELS = {
    Button.ENVIDO_NS: "N-S envido",
    Button.ENVIDO_EW: "E-W envido",
    Button.GEHIAGO: "Gehiago",
    Button.HORDAGO: "Hordago",
    Button.IDUKI: "Iduki",
    Button.TIRA: "Tira",
    Button.PASO: "Paso",
    Button.READ: "Read",
    Button.OK: "OK",
    Button.NEXT: "Next",
    Button.LAST: "Last hand",
    Button.BACK: "Back",
}
