"""What a player can say in a round, in the words of the table."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
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
    AUKERA = "aukera"
    """Chooses, by its number, one of two bids that partners made at once (federacion 38); then that one waits."""

    @property
    def takes_amount(self) -> bool:
        """Whether a number of tantos belongs to it."""
        return self in _TAKING_AMOUNTS

    @property
    def bids(self) -> bool:
        """Whether it is a bid or a raise, which the other team answers."""
        return self in _BIDS

    @property
    def answers(self) -> bool:
        """Whether it accepts or refuses a bid."""
        return self in _ANSWERS


_TAKING_AMOUNTS: Final = frozenset((Action.ENVIDO, Action.GEHIAGO, Action.AUKERA))
_BIDS: Final = frozenset((Action.ENVIDO, Action.GEHIAGO, Action.HORDAGO))
_ANSWERS: Final = frozenset((Action.IDUKI, Action.KANTA, Action.TIRA))


class Manner(Enum):
    """For whom a player speaks; the value is what records add to the word."""

    __hash__ = object.__hash__

    PLAIN = ""
    OWN = "ene gatik"
    """For myself: the partner may put the answer right (nabo 10)."""
    PAIR = "biok"
    """A plural, such as queremos or pasamos: it binds both partners (federacion 42, 43)."""
    SAFE = "y no pierdo"
    """Accepts a hordago, and claims not to lose it (federacion 47, 48)."""


_MANNERS: Final[dict[Action, tuple[Manner, ...]]] = {
    Action.PASO: (Manner.PAIR,),
    Action.IDUKI: (Manner.OWN, Manner.PAIR, Manner.SAFE),
    Action.KANTA: (Manner.OWN, Manner.PAIR, Manner.SAFE),
    Action.TIRA: (Manner.OWN, Manner.PAIR),
}
_LEAST_BID: Final = 2
_PHRASES: Final[dict[str, tuple[Action, int | None, Manner]]] = {
    **{action.value: (action, None, Manner.PLAIN) for action in Action},
    "elijo": (Action.AUKERA, None, Manner.PLAIN),
    "elegimos": (Action.AUKERA, None, Manner.PLAIN),
    "imido": (Action.ENVIDO, _LEAST_BID, Manner.PLAIN),
    "enbido": (Action.ENVIDO, _LEAST_BID, Manner.PLAIN),
    "mas": (Action.GEHIAGO, None, Manner.PLAIN),
    "beste": (Action.GEHIAGO, None, Manner.PLAIN),
    "envido mas": (Action.GEHIAGO, _LEAST_BID, Manner.PLAIN),
    "ordago": (Action.HORDAGO, None, Manner.PLAIN),
    "hor dago": (Action.HORDAGO, None, Manner.PLAIN),
    "or dago": (Action.HORDAGO, None, Manner.PLAIN),
    "idoki": (Action.IDUKI, None, Manner.PLAIN),
    "quiero": (Action.IDUKI, None, Manner.PLAIN),
    "veo": (Action.IDUKI, None, Manner.PLAIN),
    "je tiens": (Action.IDUKI, None, Manner.PLAIN),
    "je veux": (Action.IDUKI, None, Manner.PLAIN),
    "no quiero": (Action.TIRA, None, Manner.PLAIN),
    "no veo": (Action.TIRA, None, Manner.PLAIN),
    "tire": (Action.TIRA, None, Manner.PLAIN),
    "je passe": (Action.PASO, None, Manner.PLAIN),
    "queremos": (Action.IDUKI, None, Manner.PAIR),
    "no queremos": (Action.TIRA, None, Manner.PAIR),
    "pasamos": (Action.PASO, None, Manner.PAIR),
}
"""What is said, in small letters and without accents and numbers: the call, and its tantos where none are said.

Envido says its number, as it always has in records; by imido and enbido alone two are meant (France; wikipedia-mus).
"""
_SUFFIXES: Final = {manner.value: manner for manner in Manner if manner.value} | {"for myself": Manner.OWN}
_NUMBERS: Final = {
    word: number
    for words in (
        "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau hamabost",
        "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
        "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze",
    )
    for number, word in enumerate(words.split(), 1)
} | {"hogei": 20, "veinte": 20, "vingt": 20, "treinta": 30, "trente": 30}
SPEAKERS: Final[dict[str, Seat | Team]] = {who.value: who for who in (*Team, *Seat)}
_MAX_DIGITS: Final = 1000
_MAX_WORDS: Final = 8
_FORM: Final = (
    "a call is a team or seat and 'envido n', 'gehiago n', 'hordago', 'iduki', 'tira' or 'paso', such as 'NS envido 2'"
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call: who speaks (a seat stands for its team), what, for envido, gehiago and aukera how many tantos.

    `manner`: for whom it is said. `team`: whose call it is.
    ``str(call)`` is the call as records write it: ``EW envido 2``, ``W tira ene gatik``.
    """

    speaker: Seat | Team
    action: Action
    amount: int | None = None
    manner: Manner = Manner.PLAIN
    team: Team = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "team", self.speaker if isinstance(self.speaker, Team) else self.speaker.team)
        action, amount, manner = self.action, self.amount, self.manner
        if action.takes_amount and (type(amount) is not int or amount < 1):
            instead = "" if amount is None else f", not {quoted(amount)}"
            raise CallError(f"{action.value} needs a number of tantos, at least 1{instead}")
        if not action.takes_amount and amount is not None:
            raise CallError(f"{action.value} takes no number, not {quoted(amount)}")
        if manner is not Manner.PLAIN:
            if manner not in _MANNERS.get(action, ()):
                raise CallError(f"{action.value} is not said with '{manner.value}'")
            if manner is Manner.OWN and isinstance(self.speaker, Team):
                raise CallError(f"'{manner.value}' is said by a seat, and {self.speaker.value} is a team")

    @staticmethod
    def parse(text: str) -> Call:
        """Reads ``NS envido 2``, ``EW no quiero``, ``NS Órdago``, ``S 5 imido``, ``W tres más``, ``N queremos``.

        Case, accents, and the marks around a word (`¡Órdago!`) do not count but in the speaker. CallError if it cannot
        be read.
        """
        if not isinstance(text, str):
            raise UnknownCallError(f"{quoted(text)} is no call: {_FORM}")
        return _parse(text)

    def __str__(self) -> str:
        said = f"{self.speaker.value} {self.action.value}"
        if self.amount is not None:
            said = f"{said} {self.amount}"
        return f"{said} {self.manner.value}" if self.manner is not Manner.PLAIN else said


@lru_cache(maxsize=4096)
def _parse(text: str) -> Call:
    who, *words = text.split(maxsplit=_MAX_WORDS) or [""]
    speaker = SPEAKERS.get(who)
    if speaker is None:
        raise UnknownCallError(f"{quoted(text)} does not begin with NS, EW, N, W, S or E: {_FORM}")
    amounts, said = [], []
    for spoken in words:
        word = plain(spoken.strip("¡!¿?.…"))  # without the marks of somebody who calls out: `¡Órdago!`
        if word.isascii() and word.isdigit():
            if len(word) > _MAX_DIGITS:
                raise CallError(f"{quoted(text)} bids more than anybody can count: at most {_MAX_DIGITS} digits")
            amounts.append(int(word))
        elif word in _NUMBERS:
            amounts.append(_NUMBERS[word])
        else:
            said.append(word)
    phrase, manner = _manner(" ".join(said))
    if phrase not in _PHRASES or len(amounts) > 1:
        raise UnknownCallError(f"{quoted(text)} is no call: {_FORM}")
    action, usual, own = _PHRASES[phrase]
    try:
        return Call(speaker, action, amounts[0] if amounts else usual, manner if own is Manner.PLAIN else own)
    except CallError as error:
        raise CallError(f"{quoted(text)}: {error}") from None


def _manner(said: str) -> tuple[str, Manner]:
    """What is said, and for whom."""
    for suffix, manner in _SUFFIXES.items():
        if said.endswith(f" {suffix}"):
            return said.removesuffix(f" {suffix}"), manner
    return said, Manner.PLAIN


def plain(words: str) -> str:
    """In small letters and without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", words.casefold()) if not unicodedata.combining(c))
