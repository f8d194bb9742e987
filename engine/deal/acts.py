"""What a player can say or do besides bidding: mus or mintza, discards, announcements, tio Perete's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.calls import SPEAKERS, plain
from engine.errors import CallError, UnknownCallError, quoted
from engine.seats import Seat, Team

MOST_DISCARDS: Final = 4
"""A hand is four cards, and no more can be thrown."""


class Word(Enum):
    """The acts; the value is the word that records are written in."""

    __hash__ = object.__hash__  # members are single: an enum's own hash, of its name, is slow

    MUS = "mus"
    MINTZA = "mintza"
    """Cuts the mus: the rounds begin."""
    DESKARTE = "deskarte"
    """Throws a number of cards, to get as many new ones."""
    PAREAK_BAI = "pareak bai"
    PAREAK_EZ = "pareak ez"
    JOKOA_BAI = "jokoa bai"
    JOKOA_EZ = "jokoa ez"
    PERETE = "perete"
    """Declares 4-5-6-7, where the rule book gives a point for it."""

    @property
    def takes_number(self) -> bool:
        """Whether a number of cards belongs to it."""
        return self is Word.DESKARTE

    @property
    def is_yes(self) -> bool:
        """Whether it is an announcement that says yes."""
        return self in (Word.PAREAK_BAI, Word.JOKOA_BAI)


_WORDS: Final = {word.value: word for word in Word} | {
    "musa": Word.MUS,
    "zuretan": Word.MUS,
    "musik ez": Word.MINTZA,
    "no hay mus": Word.MINTZA,
    "mus corto": Word.MINTZA,
    "corto": Word.MINTZA,
    "descarte": Word.DESKARTE,
    "servido": Word.DESKARTE,
    "parerik ez": Word.PAREAK_EZ,
    "pares si": Word.PAREAK_BAI,
    "pares no": Word.PAREAK_EZ,
    "jokorik ez": Word.JOKOA_EZ,
    "juego si": Word.JOKOA_BAI,
    "juego no": Word.JOKOA_EZ,
    "tio perete": Word.PERETE,
    "la jugada del tio perete": Word.PERETE,
    "tanganete": Word.PERETE,
    "peterete": Word.PERETE,
}
_MAX_DIGITS: Final = 9
_FORM: Final = (
    "an act is a team or seat and 'mus', 'mintza', 'deskarte n', 'pareak bai', 'pareak ez', 'jokoa bai', 'jokoa ez' "
    "or 'perete', such as 'N deskarte 3'"
)


@dataclass(frozen=True, slots=True)
class Act:
    """One act: who (a seat, or a team for all of its seats), what, and for deskarte how many cards, 0 to 4.

    ``str(act)`` is the act as records write it: ``N deskarte 3``.
    """

    speaker: Seat | Team
    word: Word
    number: int | None = None

    def __post_init__(self) -> None:
        if self.word.takes_number and not (type(self.number) is int and 0 <= self.number <= MOST_DISCARDS):
            instead = "" if self.number is None else f", not {quoted(self.number)}"
            raise CallError(f"deskarte needs a number of cards, 0 to {MOST_DISCARDS}{instead}")
        if not self.word.takes_number and self.number is not None:
            raise CallError(f"{self.word.value} takes no number, not {quoted(self.number)}")

    @property
    def team(self) -> Team:
        """The team whose act it is."""
        return self.speaker.team if isinstance(self.speaker, Seat) else self.speaker

    @staticmethod
    def parse(text: str) -> Act:
        """Reads ``N mus``, ``EW no hay mus``, ``W deskarte 3``, ``S servido``. CallError if it cannot be read."""
        who, *words = (text.split(maxsplit=6) if isinstance(text, str) else []) or [""]
        speaker = SPEAKERS.get(who)
        number = None
        if words and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) <= _MAX_DIGITS:
            number = int(words.pop())
        said = plain(" ".join(words))
        word = _WORDS.get(said)
        if speaker is None or word is None:
            raise UnknownCallError(f"{quoted(text)} is no act: {_FORM}")
        if said == "servido" and number is None:
            number = 0
        try:
            return Act(speaker, word, number)
        except CallError as error:
            raise CallError(f"{quoted(text)}: {error}") from None

    def __str__(self) -> str:
        said = f"{self.speaker.value} {self.word.value}"
        return said if self.number is None else f"{said} {self.number}"


@dataclass(frozen=True, slots=True)
class LegalAct:
    """An act that may be done now; `least` and `most` are the numbers of cards where it takes a number."""

    speaker: Seat | Team
    word: Word
    least: int | None = None
    most: int | None = None

    def __str__(self) -> str:
        said = f"{self.speaker.value} {self.word.value}"
        if self.least is None:
            return said
        return f"{said} {self.least}" if self.least == self.most else f"{said} {self.least} to {self.most}"


def legal_text(legal: Sequence[object]) -> str:
    """What is legal now, such as acts and calls, as the end of a message; empty where nothing is."""
    return f"; legal now: {', '.join(map(str, legal))}" if legal else ""
