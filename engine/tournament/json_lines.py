"""A tournament as JSON lines: what is set and who is entered in the first, then an act a line, in their order.

{"teams": [{"id": "T01"}, {"id": "T02"}], "rules": "nabo", "options": {"mantxak": 2, "target": 40}}
{"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 32], [35, 40], [40, 12]]}
{"withdrawn": "T02", "why": "went home"}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from engine.errors import MusError, SheetError, TournamentError, quoted
from engine.rules import RuleBook, TieBreakName, rulebook
from engine.strict_json import decode
from engine.tournament.acts import (
    Act,
    AppealDecided,
    Appealed,
    Confirmed,
    Drawn,
    Leaving,
    Left,
    LotDrawn,
    Pairing,
    Replaced,
    Reported,
    Returned,
    Succeeded,
    Suspended,
)
from engine.tournament.entries import Calendar, TeamEntry
from engine.tournament.fold import Fold, Tournament
from engine.tournament.systems import Groups, Knockout, Rounds, System, Zeros
from engine.tournament.terms import Mantxa, Terms

FindBook = Callable[[str], RuleBook]
"""The rule book for what the first line says."""

_SYSTEMS: Final[Mapping[str, type[System]]] = {
    "groups": Groups,
    "rounds": Rounds,
    "zeros": Zeros,
    "knockout": Knockout,
}
_OWN_OPTIONS: Final = ("mantxak", "bye_mantxak", "tie_breaks")
"""The options of a tournament; the others are a rule book's."""


def read(
    lines: Iterable[tuple[int, str]], find_book: FindBook = rulebook
) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the numbered lines, and what is wrong with which of them.

    A wrong line is left out of the tournament; there is none where the first line is wrong or missing. Blank lines are
    passed over.
    """
    fold: Fold | None = None
    errors: list[SheetError] = []
    number = 0
    for number, text in lines:
        if not text.strip():
            continue
        try:
            data = decode(text)
            if not isinstance(data, dict):
                raise TournamentError(f"a line is a JSON object, not {quoted(data)}")
            if fold is None:
                fold = begun(data, find_book)
            else:
                fold.add(act_of(data))
        except MusError as error:
            errors.append(SheetError(str(error), number))
            if fold is None:
                return None, errors
    if fold is None:
        return None, [SheetError("nothing is there: the first line names the teams", number + 1)]
    return fold.tournament, errors


def begun(data: Mapping[str, Any], find_book: FindBook = rulebook) -> Fold:
    """The fold that a first line begins. A MusError names the field that is missing or wrong."""
    if "partida" in data or "teams" not in data:
        raise TournamentError("the first line names the teams")
    book = find_book(_text(data, "rules"))
    options = _optional(data, "options", dict, "a JSON object") or {}
    book = book.with_options({name: value for name, value in options.items() if name not in _OWN_OPTIONS})
    mantxak = _whole(options, "mantxak", 1) if "mantxak" in options else book.games
    bye = _whole(options, "bye_mantxak", 0) if "bye_mantxak" in options else mantxak
    if bye > mantxak:
        raise TournamentError(f"bye_mantxak is {mantxak} at most, not {bye}")
    stages = _optional(data, "stages", list, "a list of stages")
    terms = Terms(book, mantxak, bye, _tie_breaks(options, book), tuple(map(_stage, stages or ({"system": "rounds"},))))
    suspended = _optional(data, "suspended", dict, "a JSON object") or {}
    for player in suspended:
        _day(suspended, player)
    day = _day(data, "date") if data.get("date") is not None else None
    return Fold(terms, map(_entry, _list(data, "teams")), Calendar(day, suspended))


def act_of(data: Mapping[str, Any]) -> Act:
    """The act that a line says. TournamentError names the field that is missing or wrong."""
    kind = next((name for name in _ACTS if name in data), None)
    if kind is None:
        if "teams" in data:
            raise TournamentError("the teams are named once, in the first line")
        raise TournamentError(f"nothing that is known is said: a line has one of {', '.join(_ACTS)}")
    return _ACTS[kind](data)


def line_of(act: Act) -> dict[str, Any]:
    """The act as its line's JSON; `act_of` reads it back."""
    match act:
        case Drawn():
            return _of_pairing(act.pairing) | {"drawn": act.seed}
        case Reported():
            return _of_report(act)
        case Confirmed():
            return {"confirmed": act.partida, "team": act.team}
        case Left():
            return {act.kind: act.team} | _said(why=act.why)
        case Returned():
            return {"returned": act.team} | _said(why=act.why)
        case LotDrawn():
            return {"lot": list(act.teams), "seed": act.seed}
        case Replaced():
            data = {"replaced": act.team, "absent": act.absent, "substitute": act.substitute, "club": act.club}
            return data | {"played_there": act.played_there} | _said(why=act.why)
        case Succeeded():
            return {"succeeded": act.team, "runner_up": _of_entry(act.runner_up)} | _said(why=act.why)
        case Suspended():
            return {"suspended": act.player, "until": act.until} | _said(why=act.why)
        case Appealed():
            return {"appeal": act.ruling, "team": act.team} | _said(why=act.why)
    return {"appeal_decided": act.ruling, "upheld": list(act.votes)}


def _of_report(report: Reported) -> dict[str, Any]:
    data = _of_pairing(report.pairing)
    if report.mantxak:
        data["mantxak"] = [list(mantxa) for mantxa in report.mantxak]
    data |= {name: True for name in ("void", "decisive") if getattr(report, name)}
    if report.waits_for:
        data["waits_for"] = sorted(report.waits_for)
    return data | _said(by=report.by, why=report.why)


def _of_pairing(pairing: Pairing) -> dict[str, Any]:
    data: dict[str, Any] = {"partida": pairing.partida, "round": pairing.round, "teams": list(pairing.teams)}
    usual = Pairing(pairing.partida, pairing.round, pairing.teams)
    for name in ("stage", "group", "bracket", "slot", "bye_mantxak"):
        if getattr(pairing, name) != getattr(usual, name):
            data[name] = getattr(pairing, name)
    return data


def _of_entry(entry: TeamEntry) -> dict[str, Any]:
    data = {"id": entry.id, "name": entry.name, "club": entry.club, "players": list(entry.players)}
    return {name: value for name, value in data.items() if value}


def _said(**said: str | None) -> dict[str, str]:
    return {name: text for name, text in said.items() if text is not None}


def _pairing(data: Mapping[str, Any]) -> Pairing:
    teams = _list(data, "teams")
    if len(teams) != 2 or teams == [None, None] or not all(team is None or isinstance(team, str) for team in teams):
        raise TournamentError(f"teams are two ids, or one and null for a bye, not {quoted(teams)}")
    first, second = teams if teams[0] is not None else reversed(teams)
    bye_mantxak = _maybe_whole(data, "bye_mantxak", 0)
    if second is not None and bye_mantxak is not None:
        raise TournamentError("bye_mantxak is there, and nobody has a bye")
    return Pairing(
        _whole(data, "partida", 1),
        _whole(data, "round", 1),
        (first, second),
        _maybe_whole(data, "stage", 1) or 1,
        _maybe(data, "group"),
        _maybe_whole(data, "bracket", 1) or 1,
        _maybe_whole(data, "slot", 1),
        bye_mantxak,
    )


def _partida(data: Mapping[str, Any]) -> Drawn | Reported:
    pairing = _pairing(data)
    mantxak = tuple(map(_mantxa, _optional(data, "mantxak", list, "a list of mantxak") or ()))
    if "drawn" in data and not mantxak:
        return Drawn(pairing, _text(data, "drawn"))
    waits_for = _names(data, "waits_for") if "waits_for" in data else ()
    if None in pairing.teams and mantxak:
        raise TournamentError("a bye has no mantxak")
    if not set(waits_for) <= set(pairing.teams):
        raise TournamentError(f"waits_for names teams of this partida, not {quoted(list(waits_for))}")
    return Reported(
        pairing,
        mantxak,
        _truth(data, "void"),
        _truth(data, "decisive"),
        frozenset(waits_for),
        _maybe(data, "by"),
        _maybe(data, "why"),
    )


def _mantxa(value: Any) -> Mantxa:
    if not isinstance(value, list) or len(value) != 2 or not all(type(tantos) is int for tantos in value):
        raise TournamentError(f"a mantxa is the tantos of both teams, such as [40, 32], not {quoted(value)}")
    first, second = value
    return first, second


def _left(kind: Leaving) -> Callable[[Mapping[str, Any]], Act]:
    return lambda data: Left(_text(data, kind), kind, _maybe(data, "why"))


def _votes(data: Mapping[str, Any]) -> tuple[bool, bool, bool]:
    votes = _list(data, "upheld")
    if len(votes) != 3 or not all(isinstance(vote, bool) for vote in votes):
        raise TournamentError(f"upheld is the vote of three judges, true or false each, not {quoted(votes)}")
    one, two, three = votes
    return one, two, three


_ACTS: Final[Mapping[str, Callable[[Mapping[str, Any]], Act]]] = {
    "partida": _partida,
    "confirmed": lambda data: Confirmed(_whole(data, "confirmed", 1), _text(data, "team")),
    **{kind: _left(kind) for kind in get_args(Leaving)},
    "returned": lambda data: Returned(_text(data, "returned"), _maybe(data, "why")),
    "lot": lambda data: LotDrawn(_names(data, "lot"), _text(data, "seed")),
    "replaced": lambda data: Replaced(
        _text(data, "replaced"),
        _text(data, "absent"),
        _text(data, "substitute"),
        _text(data, "club"),
        _truth(data, "played_there"),
        _maybe(data, "why"),
    ),
    "succeeded": lambda data: Succeeded(_text(data, "succeeded"), _entry(data.get("runner_up")), _maybe(data, "why")),
    "suspended": lambda data: Suspended(_text(data, "suspended"), _day(data, "until"), _maybe(data, "why")),
    "appeal": lambda data: Appealed(_text(data, "appeal"), _text(data, "team"), _maybe(data, "why")),
    "appeal_decided": lambda data: AppealDecided(_text(data, "appeal_decided"), _votes(data)),
}


def _entry(data: Any) -> TeamEntry:
    if not isinstance(data, dict):
        raise TournamentError(f"a team is a JSON object with an id, not {quoted(data)}")
    players = _names(data, "players") if "players" in data else ()
    return TeamEntry(_text(data, "id"), _maybe(data, "name") or "", _maybe(data, "club") or "", players)


def _stage(data: Any) -> System:
    """A stage as the first line has it: its system, and the settings of that system."""
    kind = data.get("system") if isinstance(data, dict) else None
    system = _SYSTEMS.get(kind) if isinstance(kind, str) else None
    if system is None:
        raise TournamentError(f"a stage is a JSON object with a system ({', '.join(_SYSTEMS)}), not {quoted(data)}")
    known = {setting.name: setting for setting in fields(system)}
    settings: dict[str, Any] = {}
    for name in data:
        if name == "system":
            continue
        if name not in known:
            raise TournamentError(f"unknown setting {quoted(name)} of {kind}: its settings are {', '.join(known)}")
        settings[name] = _truth(data, name) if known[name].type == "bool" else _whole(data, name, 1)
    if system is Groups and "groups" not in settings:
        raise TournamentError("groups is missing: how many there are")
    return system(**settings)


def _tie_breaks(options: Mapping[str, Any], book: RuleBook) -> tuple[tuple[TieBreakName, str], ...]:
    """Those of the book, or those that the committee sets; each keeps its article, where the book has one."""
    if "tie_breaks" not in options:
        return book.tie_breaks
    known: dict[str, TieBreakName] = {name: name for name in get_args(TieBreakName)}
    given = _names(options, "tie_breaks")
    if not given or not set(given) <= set(known) or len(set(given)) < len(given):
        raise TournamentError(f"tie_breaks are some of {', '.join(known)}, each once, not {quoted(list(given))}")
    articles: dict[str, str] = dict(book.tie_breaks)
    return tuple((known[name], articles.get(name, "")) for name in given)


def _names(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    names = _list(data, name)
    if not all(isinstance(one, str) for one in names):
        raise TournamentError(f"{name} is a list of texts, not {quoted(names)}")
    return tuple(names)


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list):
        raise TournamentError(f"{name} is missing" if value is None else f"{name} is a list, not {quoted(value)}")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not value:
        raise TournamentError(f"{name} is missing" if value is None else f"{name} is a text, not {quoted(value)}")
    return value


def _maybe(data: Mapping[str, Any], name: str) -> str | None:
    value: str | None = _optional(data, name, str, "a text")
    return value


def _day(data: Mapping[str, Any], name: str) -> str:
    day = _text(data, name)
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", day, re.ASCII):
        raise TournamentError(f"{name} is a day such as 2026-11-22, not {quoted(day)}")
    return day


def _whole(data: Mapping[str, Any], name: str, least: int) -> int:
    value = data.get(name)
    if value is None:
        raise TournamentError(f"{name} is missing")
    if type(value) is not int or value < least:
        raise TournamentError(f"{name} is a whole number, at least {least}, not {quoted(value)}")
    return value


def _maybe_whole(data: Mapping[str, Any], name: str, least: int) -> int | None:
    return None if data.get(name) is None else _whole(data, name, least)


def _truth(data: Mapping[str, Any], name: str) -> bool:
    return bool(_optional(data, name, bool, "true or false"))


def _optional(data: Mapping[str, Any], name: str, kind: type, wanted: str) -> Any:
    value = data.get(name)
    if value is not None and not isinstance(value, kind):
        raise TournamentError(f"{name} is {wanted}, not {quoted(value)}")
    return value
