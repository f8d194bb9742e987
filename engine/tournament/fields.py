"""What is said in a tournament as the fields of its line, and back; what each kind of act holds is a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple, get_args

from engine.errors import RecordError, TournamentError, quoted
from engine.fields import (
    FLAG,
    NOTE,
    NUMBER,
    WORD,
    Field,
    Fields,
    WantedError,
    list_of,
    read_fields,
    set_of,
    text,
    whole,
    word,
    written_fields,
)
from engine.sentences import Sentence, msgid
from engine.tournament import acts
from engine.tournament.acts import Act, Drawn, Left, Pairing, Reported
from engine.tournament.entries import TeamEntry
from engine.tournament.terms import Mantxa


def act_of(data: Mapping[str, Any]) -> Act:
    """The act that a line says. A MusError names the field that is missing or wrong."""
    if "partida" in data:
        return _partida(data)
    kinds = tuple(name for name in _ACTS if name in data)
    if not kinds:
        if "teams" in data:
            raise TournamentError(Sentence("the teams are named once, in the first line"))
        why = msgid("nothing that is known is said: a line has one of {names}")
        raise TournamentError(Sentence(why, names=("partida", *_ACTS)))
    if len(kinds) > 1:
        raise TournamentError(Sentence("a line says one thing, not {names}: give each a line", names=kinds))
    kind = kinds[0]
    made, about, own, more = _ACTS[kind]
    said = read_fields(data, {kind: own, **more}, "a line")
    return made(**{about: said.pop(kind)}, **said)


def line_of(act: Act) -> dict[str, Any]:
    """The act as its line's JSON; `act_of` reads it back."""
    if isinstance(act, Drawn):
        return written_fields(act.pairing, _PAIRING) | {"drawn": act.seed}
    if isinstance(act, Reported):
        return written_fields(act.pairing, _PAIRING) | written_fields(act, _REPORT)
    kind = act.kind if isinstance(act, Left) else next(name for name, form in _ACTS.items() if type(act) is form.made)
    _, about, own, more = _ACTS[kind]
    return {kind: own.write(getattr(act, about))} | written_fields(act, more)


def _partida(data: Mapping[str, Any]) -> Drawn | Reported:
    given = read_fields(data, {**_PAIRING, **_REPORT}, "a line", ["drawn"])
    pairing = Pairing(**{name: given.pop(name) for name in _PAIRING})
    has_bye = None in pairing.teams
    if pairing.bye_mantxak is not None and not has_bye:
        raise TournamentError(Sentence("bye_mantxak is there, and nobody has a bye"))
    report = Reported(pairing, **given | {"void": given["void"] or given["past"]})
    if "drawn" in data and replace(report, by=None, why=None) == Reported(pairing):
        return Drawn(pairing, **read_fields({"seed": data["drawn"]}, {"seed": WORD}, "a draw"))
    if has_bye and report.mantxak:
        raise TournamentError(Sentence("a bye has no mantxak"))
    if not report.waits_for <= set(pairing.teams):
        why = msgid("waits_for names teams of this partida, not {what}")
        raise TournamentError(Sentence(why, what=quoted(sorted(report.waits_for))))
    return report


def _both(value: Any) -> tuple[str, str | None]:
    """Who meets; a bye's null last."""
    if isinstance(value, list) and len(value) == 2 and value != [None, None]:
        first, second = value if value[0] is not None else reversed(value)
        if isinstance(first, str) and (second is None or isinstance(second, str)):
            return first, second
    raise RecordError(Sentence("two ids, or one and null for a bye, not {what}", what=quoted(value)))


def _mantxa(value: Any) -> Mantxa:
    if not isinstance(value, list) or len(value) != 2 or not all(type(tantos) is int for tantos in value):
        why = msgid("a mantxa is the tantos of both teams, such as [40, 32], not {what}")
        raise RecordError(Sentence(why, what=quoted(value)))
    first, second = value
    return first, second


def _votes(value: Any) -> tuple[bool, ...]:
    if not isinstance(value, list) or len(value) != 3 or not all(isinstance(vote, bool) for vote in value):
        raise WantedError(msgid("the vote of three judges, true or false each"), value)
    return tuple(value)


def _written_day(value: Any) -> str:
    """What is written as a day, also where the month has none of that number: it may have been kept so."""
    if not _DAYS.fullmatch(text(value)):
        raise WantedError(_A_DAY, value)
    return str(value)


def _day(value: Any) -> str:
    day = _written_day(value)
    with suppress(ValueError):
        return date.fromisoformat(day).isoformat()
    raise WantedError(_A_DAY, value)


def _entry(data: Any) -> TeamEntry:
    return TeamEntry(**read_fields(data, _ENTRY, msgid("a team")))


_A_DAY: Final = msgid("a day such as 2026-11-22")
_DAYS: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
DAY: Final = Field(_day, needed=False)
"""A day of the calendar."""
WRITTEN_DAY: Final = Field(_written_day, needed=False)
"""A day as it may have been kept: 30 February too."""
_WHY: Final = {"why": NOTE}
MANTXAK: Final = Field(list_of(_mantxa), lambda mantxak: [list(mantxa) for mantxa in mantxak], False, ())
"""The tantos of both teams in each mantxa."""
_ENTRY: Final[Fields] = {
    "id": WORD,
    "name": Field(text, needed=False, left_out=""),
    "club": Field(text, needed=False, left_out=""),
    "players": Field(list_of(text), list, needed=False, left_out=()),
}
ENTRY: Final = Field(_entry, lambda entry: written_fields(entry, _ENTRY))
"""A team as it is entered."""
_PAIRING: Final[Fields] = {
    "partida": NUMBER,
    "round": NUMBER,
    "teams": Field(_both, list),
    "stage": Field(whole(1), needed=False, left_out=1),
    "group": NOTE,
    "bracket": Field(whole(1), needed=False, left_out=1),
    "slot": Field(whole(1), needed=False),
    "bye_mantxak": Field(whole(0), needed=False),
}
_REPORT: Final[Fields] = {
    "mantxak": MANTXAK,
    "void": FLAG,
    "past": FLAG,
    "decisive": FLAG,
    "lost_by_both": FLAG,
    "waits_for": Field(set_of(word), sorted, needed=False, left_out=frozenset()),
    "by": NOTE,
    "why": NOTE,
}


class _Form(NamedTuple):
    """A kind of act as a line has it: what is made of it, its attribute under the kind's own name, and the others."""

    made: Callable[..., Act]
    about: str
    own: Field
    more: Fields


_ACTS: Final[Mapping[str, _Form]] = {
    "confirmed": _Form(acts.Confirmed, "partida", NUMBER, {"team": WORD}),
    **{kind: _Form(partial(Left, kind=kind), "team", WORD, _WHY) for kind in get_args(acts.Leaving)},
    "returned": _Form(acts.Returned, "team", WORD, _WHY),
    "lot": _Form(acts.LotDrawn, "teams", Field(list_of(word), list), {"seed": WORD}),
    "replaced": _Form(
        acts.Replaced, "team", WORD, {"absent": WORD, "substitute": WORD, "club": WORD, "played_there": FLAG, **_WHY}
    ),
    "succeeded": _Form(acts.Succeeded, "team", WORD, {"runner_up": ENTRY, **_WHY}),
    "suspended": _Form(acts.Suspended, "player", WORD, {"until": Field(_written_day), **_WHY}),
    "appeal": _Form(acts.Appealed, "ruling", WORD, {"team": WORD, **_WHY}),
    "appeal_decided": _Form(acts.AppealDecided, "ruling", WORD, {"upheld": Field(_votes, list)}),
}
