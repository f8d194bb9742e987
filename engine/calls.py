"""What a player can say in a round, in Basque or Spanish words."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from engine.errors import CallError, UnknownCallError, quoted
from engine.seats import Seat, Team


class Action(Enum):
    """The calls; the value is the word that records are written in."""

    __hash__ = object.__hash__  # members are single: an enum's own hash, of its name, is slow

    PASO = "paso"
    ENVIDO = "envido"
    GEHIAGO = "gehiago"
    HORDAGO = "hordago"
    IDUKI = "iduki"
    KANTA = "kanta"
    """Accepts a hordago, and nothing else; iduki accepts any bid."""
    TIRA = "tira"

    @property
    def takes_amount(self) -> bool:
        """Whether a number of tantos belongs to it."""
        return self is Action.ENVIDO or self is Action.GEHIAGO


_WORDS: Final = {action.value: action for action in Action} | {
    "quiero": Action.IDUKI,
    "no quiero": Action.TIRA,
    "ordago": Action.HORDAGO,
    "mas": Action.GEHIAGO,
}
_SPEAKERS: Final[dict[str, Seat | Team]] = {who.value: who for who in (*Team, *Seat)}
_MAX_DIGITS: Final = 1000
_FORM: Final = (
    "a call is a team or seat and 'envido n', 'gehiago n', 'hordago', 'iduki', 'tira' or 'paso', such as 'NS envido 2'"
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call: who speaks (a seat stands for its team), what, and for envido and gehiago how many tantos.

    ``str(call)`` is the call as records write it: ``EW envido 2``.
    """

    speaker: Seat | Team
    action: Action
    amount: int | None = None

    def __post_init__(self) -> None:
        if self.action.takes_amount and (type(self.amount) is not int or self.amount < 1):
            instead = "" if self.amount is None else f", not {quoted(self.amount)}"
            raise CallError(f"{self.action.value} needs a number of tantos, at least 1{instead}")
        if not self.action.takes_amount and self.amount is not None:
            raise CallError(f"{self.action.value} takes no number, not {quoted(self.amount)}")

    @property
    def team(self) -> Team:
        """The team whose call it is."""
        return self.speaker.team if isinstance(self.speaker, Seat) else self.speaker

    @staticmethod
    def parse(text: str) -> Call:
        """Reads ``NS envido 2``, ``W tira``, ``EW no quiero``, ``NS Órdago``. CallError if it cannot be read."""
        if not isinstance(text, str):
            raise UnknownCallError(f"{quoted(text)} is no call: {_FORM}")
        return _parse(text)

    def __str__(self) -> str:
        said = f"{self.speaker.value} {self.action.value}"
        return said if self.amount is None else f"{said} {self.amount}"


@lru_cache(maxsize=4096)
def _parse(text: str) -> Call:
    who, *words = text.split(maxsplit=4) or [""]
    speaker = _SPEAKERS.get(who)
    if speaker is None:
        raise UnknownCallError(f"{quoted(text)} does not begin with NS, EW, N, W, S or E: {_FORM}")
    amount = None
    if words and words[-1].isascii() and words[-1].isdigit():
        if len(words[-1]) > _MAX_DIGITS:
            raise CallError(f"{quoted(text)} bids more than anybody can count: at most {_MAX_DIGITS} digits")
        amount = int(words.pop())
    action = _WORDS.get(_plain(" ".join(words)))
    if action is None:
        raise UnknownCallError(f"{quoted(text)} is no call: {_FORM}")
    try:
        return Call(speaker, action, amount)
    except CallError as error:
        raise CallError(f"{quoted(text)}: {error}") from None


def _plain(word: str) -> str:
    """In small letters and without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
