"""What is said at a tournament's desk: the engine's acts and the desk's own, each with who, when and why.

As JSON an act of the engine is its line (`engine.tournament.json_lines`); one of the desk's own is told by its kind:

{"made": {"name": "Txapelketa", "rules": "nabo"}}
{"entered": {"id": "T01", "name": "Chino A"}}
{"locked": true}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from engine.errors import TournamentError, quoted
from engine.sentences import Sentence
from engine.tournament import acts as engine_acts
from engine.tournament.entries import TeamEntry
from engine.tournament.json_lines import act_of, line_of
from engine.tournament.terms import Mantxa


class Role(StrEnum):
    """Who somebody is at the desk."""

    COMMITTEE = "committee"
    JUDGE = "judge"
    TABLE = "table"
    PAIR = "pair"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Who:
    """Whoever says something: a name for people to read, the role, and the team of a pair or the number of a table."""

    name: str
    role: Role
    team: str | None = None
    table: int | None = None


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
    """A team is entered; again, with the same id: this is how it is entered."""

    entry: TeamEntry


@dataclass(frozen=True, slots=True)
class Scratched:
    """A team is no longer entered."""

    team: str


@dataclass(frozen=True, slots=True)
class Locked:
    """Rules, teams and stages are locked (nabo 3)."""


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
class ClockSet:
    """A round's clock of `length` seconds: `elapsed` had passed at `began` (ISO 8601, UTC), from when on it runs.

    `began` may be still to come, while everybody finds the table, and the day's first round has its courtesy
    (federacion 32, 34); None: the clock is stopped.
    """

    round: int
    length: float
    elapsed: float = 0.0
    began: str | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """A team is not complete at its table; `here`: now it is."""

    partida: int
    team: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class JudgeCalled:
    """A table calls the judge; `call` counts the calls of the tournament from 1, `of` is a box's own name for it.

    Said again of a call that waits, it is another box's own name for the same.
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
    | Seated
    | Dealt
    | MantxakTold
    | ClockSet
    | Missed
    | JudgeCalled
    | CallAnswered
    | CallTakenBack
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


def _entry(data: Mapping[str, Any]) -> Entered:
    return Entered(TeamEntry(**{**data, "players": tuple(data.get("players", ()))}))


_KINDS: Final[Mapping[str, tuple[type[DeskAct], Callable[[Any], DeskAct], Callable[[Any], Any]]]] = {
    "made": (Made, Made, lambda act: dict(act.fields)),
    "settled": (Settled, Settled, lambda act: dict(act.fields)),
    "entered": (Entered, _entry, lambda act: asdict(act.entry)),
    "scratched": (Scratched, Scratched, lambda act: act.team),
    "locked": (Locked, lambda _: Locked(), lambda _: True),
    "seated": (
        Seated,
        lambda data: Seated(dict(data)),
        lambda act: [[partida, table] for partida, table in act.tables.items()],
    ),
    "dealt": (Dealt, Dealt, lambda act: act.seed),
    "mantxak_told": (
        MantxakTold,
        lambda data: MantxakTold(data["partida"], data["team"], tuple((one, other) for one, other in data["mantxak"])),
        asdict,
    ),
    "clock": (ClockSet, lambda data: ClockSet(**data), asdict),
    "missed": (Missed, lambda data: Missed(**data), asdict),
    "judge_called": (JudgeCalled, lambda data: JudgeCalled(**data), asdict),
    "call_answered": (CallAnswered, CallAnswered, lambda act: act.call),
    "call_taken_back": (CallTakenBack, CallTakenBack, lambda act: act.call),
    "ruled": (Ruled, lambda data: Ruled(**data), asdict),
    "disputed": (Disputed, lambda data: Disputed(**data), asdict),
    "names_taken": (NamesTaken, lambda _: NamesTaken(), lambda _: True),
}


def to_json(act: Act) -> dict[str, Any]:
    """The act as it is kept; `from_json` reads it back."""
    for kind, (made, _, write) in _KINDS.items():
        if isinstance(act, made):
            return {kind: write(act)}
    assert not isinstance(act, DeskAct)
    return line_of(act)


def from_json(data: Any) -> Act:
    """The act that `to_json` wrote. TournamentError where it is none."""
    if not isinstance(data, dict):
        raise TournamentError(Sentence("an act is a JSON object, not {what}", what=quoted(data)))
    kind = next((kind for kind in data if kind in _KINDS), None)
    if kind is None:
        return act_of(data)
    try:
        return _KINDS[kind][1](data[kind])
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise TournamentError(Sentence("{field}: {what}", field=kind, what=not_written_so(error))) from None


def not_written_so(error: Exception) -> Sentence:
    """What is said of an act that stumbles over what is written in it."""
    return Sentence("not as this act is written ({why})", why=Sentence.of(error))
