"""A tournament as JSON lines: what is set and who is entered in the first, then an act a line, in their order.

{"teams": [{"id": "T01"}, {"id": "T02"}], "rules": "nabo", "options": {"mantxak": 2, "target": 40}}
{"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 32], [35, 40], [40, 12]]}
{"withdrawn": "T02", "why": "went home"}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple, get_args

from engine.equipos.jugada import MOST
from engine.errors import MusError, RecordError, SheetError, TournamentError, quoted
from engine.fields import (
    FLAG,
    NOTE,
    NUMBER,
    WORD,
    Field,
    Fields,
    WantedError,
    list_of,
    noticing,
    object_of,
    one_of,
    read_fields,
    set_of,
    text,
    whole,
    word,
    written_fields,
)
from engine.rules import OPTIONS, FindBook, RuleBook, TieBreakName, rulebook
from engine.sentences import Sentence, msgid
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
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System, Zeros
from engine.tournament.terms import Mantxa, Terms


def read(
    lines: Iterable[tuple[int, str]],
    find_book: FindBook = rulebook,
    remark: Callable[[int, str], None] = lambda line, what: None,
) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the numbered lines, and what is wrong with which of them.

    A wrong line is left out of the tournament; there is none where the first line is wrong or missing. Blank lines are
    passed over. `remark` hears of fields that are left out of account and nearly known ones, with their lines.
    """
    fold: Fold | None = None
    errors: list[SheetError] = []
    number = 0
    for number, line in lines:
        if not line.strip():
            continue
        with noticing() as misspelt:
            try:
                data = decode(line)
                if not isinstance(data, dict):
                    raise TournamentError(Sentence("a line is a JSON object, not {what}", what=quoted(data)))
                if fold is None:
                    fold = begun(data, find_book)
                else:
                    act = act_of(data)
                    fold.tournament.require_new(act)
                    fold.add(act)
            except MusError as error:
                errors.append(SheetError(error.sentence, number))
        for what in misspelt:
            remark(number, what)
        if fold is None:
            return None, errors
    if fold is None:
        return None, [SheetError(Sentence("nothing is there: the first line names the teams"), number + 1)]
    return fold.tournament, errors


def begun(data: Mapping[str, Any], find_book: FindBook = rulebook) -> Fold:
    """The fold that a first line begins. A MusError names the field that is missing or wrong."""
    if "partida" in data or "teams" not in data:
        raise TournamentError(Sentence("the first line names the teams"))
    first = read_fields(data, _FIRST, "the first line")
    if unknown := next((name for name in first["options"] if name not in (*OPTIONS, *_OPTIONS)), None):
        why = msgid("unknown option {name}: the options are {options}")
        raise TournamentError(Sentence(why, name=quoted(unknown), options=(*OPTIONS, *_OPTIONS)))
    own = read_fields(first["options"], _OPTIONS, "options", OPTIONS)
    calendar = Calendar(first["date"], first["suspended"])
    calendar.require_day()
    book = find_book(first["rules"])
    book = book.with_options({name: value for name, value in first["options"].items() if name not in _OPTIONS})
    mantxak = own["mantxak"] or book.games
    bye = mantxak if own["bye_mantxak"] is None else own["bye_mantxak"]
    if bye > mantxak:
        raise TournamentError(Sentence("bye_mantxak is {most} at most, not {given}", most=mantxak, given=bye))
    stages = first["stages"]
    if len(stages) > 1 and any(isinstance(stage, Equipos) for stage in stages):
        raise TournamentError(Sentence("Mus por Equipos is the only stage of its tournament"))
    terms = Terms(book, mantxak, bye, _tie_breaks(own["tie_breaks"], book), stages)
    return Fold(terms, first["teams"], calendar)


def act_of(data: Mapping[str, Any]) -> Act:
    """The act that a line says. A MusError names the field that is missing or wrong."""
    if "partida" in data:
        return _partida(data)
    kind = next((name for name in _ACTS if name in data), None)
    if kind is None:
        if "teams" in data:
            raise TournamentError(Sentence("the teams are named once, in the first line"))
        why = msgid("nothing that is known is said: a line has one of {names}")
        raise TournamentError(Sentence(why, names=("partida", *_ACTS)))
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


def _even(value: Any) -> int:
    number = whole(2)(value)
    if number % 2:
        raise WantedError(msgid("an even number"), value)
    return number


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


def _stage(data: Any) -> System:
    """A stage as the first line has it: its system, and the settings of that system."""
    kind = data.get("system") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _SYSTEMS:
        why = msgid("a stage is a JSON object with a system ({systems}), not {what}")
        raise RecordError(Sentence(why, systems=tuple(_SYSTEMS), what=quoted(data)))
    system, settings = _SYSTEMS[kind]
    if unknown := [name for name in data if name not in settings and name != "system"]:
        why = msgid("unknown setting {name} of {system}: its settings are {settings}")
        raise RecordError(Sentence(why, name=quoted(unknown[0]), system=kind, settings=tuple(settings)))
    return system(**read_fields(data, settings, msgid("a stage"), ["system"]))


def _tie_breaks(given: tuple[TieBreakName, ...] | None, book: RuleBook) -> tuple[tuple[TieBreakName, str], ...]:
    """Those of the book, or those that the committee sets; each keeps its article, where the book has one."""
    if given is None:
        return book.tie_breaks
    if not given or len(set(given)) < len(given):
        raise TournamentError(Sentence("tie_breaks are one or more, each once, not {what}", what=quoted(list(given))))
    articles: dict[str, str] = dict(book.tie_breaks)
    return tuple((name, articles.get(name, "")) for name in given)


_WORDS: Final = Field(list_of(word), list)
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
_DEALT: Final = Field(whole(1, MOST))
"""What two digits of a jugada's number can say."""
_GO_ON: Final = Field(whole(1), needed=False, left_out=1)
_SYSTEMS: Final[Mapping[str, tuple[type[System], Fields]]] = {
    "groups": (Groups, {"groups": NUMBER, "go_on": _GO_ON, "seeded": FLAG}),
    "rounds": (Rounds, {"rounds": Field(whole(1), needed=False), "go_on": _GO_ON}),
    "zeros": (Zeros, {"lives": Field(whole(1), needed=False, left_out=3), "go_on": _GO_ON}),
    "knockout": (Knockout, {"seeded": FLAG, "second_bracket": FLAG, "go_on": _GO_ON}),
    "equipos": (
        Equipos,
        {"tables": Field(_even), "games": _DEALT, "jugadas": Field(_DEALT.read, needed=False, left_out=20)},
    ),
}
_FIRST: Final[Fields] = {
    "rules": WORD,
    "options": Field(object_of(text, lambda value: value), needed=False, left_out={}),
    "stages": Field(list_of(_stage), needed=False, left_out=(Rounds(),)),
    "suspended": Field(object_of(text, _day), needed=False, left_out={}),
    "date": DAY,
    "teams": Field(list_of(ENTRY.read)),
}
_OPTIONS: Final[Fields] = {
    "mantxak": Field(whole(1), needed=False),
    "bye_mantxak": Field(whole(0), needed=False),
    "tie_breaks": Field(list_of(one_of({name: name for name in get_args(TieBreakName)})), needed=False),
}
"""The options of a tournament; the others are a rule book's."""
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
    "confirmed": _Form(Confirmed, "partida", NUMBER, {"team": WORD}),
    **{kind: _Form(partial(Left, kind=kind), "team", WORD, _WHY) for kind in get_args(Leaving)},
    "returned": _Form(Returned, "team", WORD, _WHY),
    "lot": _Form(LotDrawn, "teams", _WORDS, {"seed": WORD}),
    "replaced": _Form(
        Replaced, "team", WORD, {"absent": WORD, "substitute": WORD, "club": WORD, "played_there": FLAG, **_WHY}
    ),
    "succeeded": _Form(Succeeded, "team", WORD, {"runner_up": ENTRY, **_WHY}),
    "suspended": _Form(Suspended, "player", WORD, {"until": Field(_written_day), **_WHY}),
    "appeal": _Form(Appealed, "ruling", WORD, {"team": WORD, **_WHY}),
    "appeal_decided": _Form(AppealDecided, "ruling", WORD, {"upheld": Field(_votes, list)}),
}
