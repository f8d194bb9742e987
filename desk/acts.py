"""What is said at a tournament's desk: the engine's acts and the desk's own, each with who, when and why.

As JSON an act of the engine is its line (`engine.tournament.fields`); one of the desk's own is told by its kind:

{"made": {"name": "Txapelketa", "rules": "nabo"}}
{"entered": {"id": "T01", "name": "Chino A"}}
{"locked": true}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from engine.errors import MusError, TournamentError, quoted
from engine.fields import (
    FLAG,
    NOTE,
    NUMBER,
    WORD,
    Field,
    Fields,
    WantedError,
    list_of,
    object_of,
    read_fields,
    text,
    whole,
    word,
    written_fields,
)
from engine.sentences import Sentence, msgid
from engine.tournament import acts as engine_acts
from engine.tournament.entries import TeamEntry
from engine.tournament.fields import ENTRY, MANTXAK, WRITTEN_DAY, act_of, line_of
from engine.tournament.terms import Mantxa


class Role(StrEnum):
    """Who somebody is at the desk."""

    COMMITTEE = "committee"
    JUDGE = "judge"
    TABLE = "table"
    PAIR = "pair"
    PUBLIC = "public"


OFFICIALS: Final = (Role.COMMITTEE, Role.JUDGE)
"""Who runs a tournament. Whoever is both acts as the committee where these are asked for."""
OF_ROLE: Final = {
    Role.COMMITTEE: msgid("Committee"),
    Role.JUDGE: msgid("Judge"),
    Role.TABLE: msgid("Table"),
    Role.PAIR: msgid("Pair"),
    Role.PUBLIC: msgid("Public"),
}
"""What the roles are called."""


@dataclass(frozen=True, slots=True)
class Who:
    """Whoever says something: a name for people to read, the role, and the team of a pair."""

    name: str
    role: Role
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """The tournament begins to be set up: fields of its first line, and its name."""

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """Fields of the first line are otherwise from now on; one that is None is as it is where nothing is said."""

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entered:
    """A team is entered; again, with the same id: this is how it and its players are written, after the lock too."""

    entry: TeamEntry


@dataclass(frozen=True, slots=True)
class Scratched:
    """A team is no longer entered."""

    team: str


@dataclass(frozen=True, slots=True)
class Locked:
    """Rules, teams and stages are locked (nabo 3)."""


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The lock is opened again, as long as nothing is drawn. Who has left by then is no longer entered."""


@dataclass(frozen=True, slots=True)
class Seated:
    """At which table each partida is played."""

    tables: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Dealt:
    """From which seed the packs of Mus por Equipos are, which nobody who plays sees before the end (7)."""

    seed: str


@dataclass(frozen=True, slots=True)
class MantxakTold:
    """A team tells the mantxak of a partida that is still played. Those that both have told alike are agreed."""

    partida: int
    team: str
    mantxak: tuple[Mantxa, ...]


@dataclass(frozen=True, slots=True)
class ConfirmationTakenBack:
    """A team has confirmed a result of others' and takes that back: it waits for the team again."""

    partida: int
    team: str


@dataclass(frozen=True, slots=True)
class ClockSet:
    """A round's clock of `length` seconds: `elapsed` had passed at `began` (ISO 8601, UTC), from when on it runs.

    `began` may be still to come, while everybody finds the table, and the day's first round has its courtesy
    (federacion 32, 34); None: the clock is stopped. Where it was stopped before it ran, what was still to be waited is
    in `elapsed`, below 0.
    """

    round: int
    length: float
    elapsed: float = 0.0
    began: str | None = None

    def reads(self, at: datetime) -> float:
        """The seconds that it has run at that time, without those for which it was stopped; below 0 those to wait."""
        since = (at - datetime.fromisoformat(self.began)).total_seconds() if self.began else 0.0
        return self.elapsed + since

    def passed(self, at: datetime) -> float:
        """The same, 0 while it waits."""
        return max(0.0, self.reads(at))


@dataclass(frozen=True, slots=True)
class Missed:
    """A team is not complete at its table; `here`: now it is."""

    partida: int
    team: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class JudgeCalled:
    """A table calls the judge; `call` counts the calls of the tournament from 1, `of` is a box's own name for it, or a
    pair's.

    Said again of a call that waits, it is another one's own name for the same.
    """

    call: int
    table: int
    about: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """The judge has seen to a call."""

    call: int


@dataclass(frozen=True, slots=True)
class CallTakenBack:
    """The table needs no judge any more."""

    call: int


@dataclass(frozen=True, slots=True)
class CallLeft:
    """Some of those who called, by their names for a call, need no judge any more; it waits for another one."""

    call: int
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """The judge's ruling, by a name of its own, on what happened in a partida; `article` where there is one."""

    ruling: str
    text: str
    partida: int | None = None
    article: str | None = None


@dataclass(frozen=True, slots=True)
class Disputed:
    """Two boxes of a table tell a partida differently: what each `told`, by the ids of their journals."""

    partida: int
    table: int
    told: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NamesTaken:
    """The names of players and clubs are taken out of a finished tournament; ids and results stay."""


DeskAct = (
    Made
    | Settled
    | Entered
    | Scratched
    | Locked
    | Unlocked
    | Seated
    | Dealt
    | MantxakTold
    | ConfirmationTakenBack
    | ClockSet
    | Missed
    | JudgeCalled
    | CallAnswered
    | CallTakenBack
    | CallLeft
    | Ruled
    | Disputed
    | NamesTaken
)
Act = engine_acts.Act | DeskAct


@dataclass(frozen=True, slots=True)
class Said:
    """An act as it is kept: its number in the tournament, from 1, who said it, when (ISO 8601, UTC) and why."""

    number: int
    at: str
    who: str
    role: Role
    act: Act
    why: str | None = None

    @property
    def day(self) -> str:
        """The day on which it was said in the hall, by the clock of the desk's machine (ISO 8601)."""
        return datetime.fromisoformat(self.at).astimezone().date().isoformat()


class _Form(NamedTuple):
    """A kind of act as it is kept: what is made of it, how that is read (a MusError says what is wrong) and written."""

    made: type[DeskAct]
    read: Callable[[Any], DeskAct]
    write: Callable[[Any], Any]


def _bare(made: type[Any]) -> _Form:
    """An act that says nothing but its kind."""

    def read(data: Any) -> DeskAct:
        if data is not True:
            raise WantedError("true", data)
        act: DeskAct = made()
        return act

    return _Form(made, read, lambda _: True)


def _one(made: type[Any], read: Callable[[Any], Any], write: Callable[[Any], Any] = lambda value: value) -> _Form:
    """An act with one field, which is kept without a name."""
    (name,) = made.__slots__
    return _Form(made, lambda data: made(read(data)), lambda act: write(getattr(act, name)))


def _several(made: type[Any], held: Fields) -> _Form:
    """An act of several fields, which are kept by their names."""
    return _Form(
        made, lambda data: made(**read_fields(data, held, msgid("an act"))), lambda act: written_fields(act, held)
    )


def _settings(data: Any) -> dict[str, Any]:
    """Some settings by their names, or null for one that is said no more; what they mean, `State` finds out."""
    given = object_of(text, lambda value: value)(data)
    if unknown := next((name for name in given if name not in SETTINGS), None):
        raise TournamentError(Sentence("there is no setting {setting}", setting=quoted(unknown)))
    return read_fields(given, {name: SETTINGS[name] for name in given}, "settings")


def _at_table(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(one) is int and one > 0 for one in value):
        raise WantedError(msgid("a partida's number and its table's, such as [12, 3]"), value)
    return value[0], value[1]


def _seconds(value: Any, least: float = 0.0) -> float:
    if type(value) not in (int, float) or not least <= value <= _LONGEST:
        raise WantedError(msgid("a number of seconds"), value)
    return float(value)


def _elapsed(value: Any) -> float:
    return _seconds(value, -_LONGEST)


def written(time: datetime) -> str:
    """A time in UTC as it is kept, to the millisecond."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(value: Any) -> str:
    """A time as `written` writes it."""
    with suppress(ValueError):
        if _MOMENT.fullmatch(text(value)) and datetime.fromisoformat(value):
            return str(value)
    raise WantedError(msgid("a time such as 2026-11-22T18:00:00.000Z"), value)


_LONGEST: Final = 1e7
"""Seconds of a clock: some hundred days."""
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_DECK: Final[Fields] = {"name": WORD, "digest": WORD}
SETTINGS: Final[Fields] = {
    "name": NOTE,
    "rules": NOTE,
    "book": NOTE,
    "options": Field(object_of(text, lambda value: value), needed=False),
    "stages": Field(lambda value: list(list_of(object_of(text, lambda one: one))(value)), needed=False),
    "date": WRITTEN_DAY,
    "season": NOTE,
    "deck": Field(lambda value: read_fields(value, _DECK, msgid("the deck")), needed=False),
}
"""What is settled before the first round: the name, and fields of the first line; `book` is a club's own, as TOML, and
`deck` the one that all tables play with, by its name and the SHA-256 of its file."""
_KINDS: Final[Mapping[str, _Form]] = {
    "made": _one(Made, _settings, dict),
    "settled": _one(Settled, _settings, dict),
    "entered": _one(Entered, ENTRY.read, ENTRY.write),
    "scratched": _one(Scratched, word),
    "locked": _bare(Locked),
    "unlocked": _bare(Unlocked),
    "seated": _one(Seated, lambda data: dict(list_of(_at_table)(data)), lambda tables: list(map(list, tables.items()))),
    "dealt": _one(Dealt, word),
    "mantxak_told": _several(MantxakTold, {"partida": NUMBER, "team": WORD, "mantxak": MANTXAK}),
    "confirmation_taken_back": _several(ConfirmationTakenBack, {"partida": NUMBER, "team": WORD}),
    "clock": _several(
        ClockSet,
        {
            "round": NUMBER,
            "length": Field(_seconds),
            "elapsed": Field(_elapsed, needed=False, left_out=0.0),
            "began": Field(moment, needed=False),
        },
    ),
    "missed": _several(Missed, {"partida": NUMBER, "team": WORD, "here": FLAG}),
    "judge_called": _several(
        JudgeCalled,
        {
            "call": NUMBER,
            "table": NUMBER,
            "about": Field(text, needed=False, left_out=""),
            "of": Field(text, needed=False, left_out=""),
        },
    ),
    "call_answered": _one(CallAnswered, NUMBER.read),
    "call_taken_back": _one(CallTakenBack, NUMBER.read),
    "call_left": _several(CallLeft, {"call": NUMBER, "of": Field(list_of(text), list)}),
    "ruled": _several(Ruled, {"ruling": WORD, "text": WORD, "partida": Field(whole(1), needed=False), "article": NOTE}),
    "disputed": _several(
        Disputed,
        {"partida": NUMBER, "table": NUMBER, "told": Field(object_of(text, lambda value: value), dict)},
    ),
    "names_taken": _bare(NamesTaken),
}


def to_json(act: Act) -> dict[str, Any]:
    """The act as it is kept; `from_json` reads it back."""
    for kind, form in _KINDS.items():
        if isinstance(act, form.made):
            return {kind: form.write(act)}
    assert not isinstance(act, DeskAct)
    return line_of(act)


def from_json(data: Any) -> Act:
    """The act that `to_json` wrote. A MusError says what of it is none."""
    if not isinstance(data, dict):
        raise TournamentError(Sentence("an act is a JSON object, not {what}", what=quoted(data)))
    kind = next((kind for kind in data if kind in _KINDS), None)
    if kind is None:
        return act_of(data)
    try:
        return _KINDS[kind].read(data[kind])
    except WantedError as error:
        raise TournamentError(Sentence("{field} is {what}", field=kind, what=error.sentence)) from None
    except MusError as error:
        raise TournamentError(Sentence("{field}: {what}", field=kind, what=error.sentence)) from None
