"""A tournament as JSON lines: what is set and who is entered in the first, then an act a line, in their order.

{"teams": [{"id": "T01"}, {"id": "T02"}], "rules": "nabo", "options": {"mantxak": 2, "target": 40}}
{"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 32], [35, 40], [40, 12]]}
{"withdrawn": "T02", "why": "went home"}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from engine.equipos.jugada import MOST
from engine.errors import MusError, RecordError, SheetError, TournamentError, quoted
from engine.fields import (
    FLAG,
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
    text,
    whole,
)
from engine.rulebooks.fields import TieBreakName
from engine.rules import OPTIONS, FindBook, RuleBook, rulebook
from engine.sentences import Sentence, msgid
from engine.strict_json import decode
from engine.tournament.acts import Act, Left, Returned
from engine.tournament.entries import Calendar
from engine.tournament.fields import DAY, ENTRY, act_of
from engine.tournament.fold import Fold
from engine.tournament.state import Tournament
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System, Zeros
from engine.tournament.terms import Terms


def read(
    lines: Iterable[tuple[int, str]],
    find_book: FindBook = rulebook,
    remark: Callable[[int, str], None] = lambda line, what: None,
) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the numbered lines, and what is wrong with which of them.

    A wrong line is left out of the tournament; there is none where the first line is wrong or missing. Blank lines are
    passed over. `remark` hears of what is taken and may be a slip, with its line: fields that are left out of account
    and nearly known ones, acts that change nothing, and reasons that are not given.
    """
    fold: Fold | None = None
    errors: list[SheetError] = []
    number = 0
    for number, line in lines:
        if not line.strip():
            continue
        with noticing() as heard:
            try:
                data = decode(line)
                if not isinstance(data, dict):
                    raise TournamentError(Sentence("a line is a JSON object, not {what}", what=quoted(data)))
                if fold is None:
                    fold = begun(data, find_book)
                else:
                    act = act_of(data)
                    fold.tournament.require_new(act)
                    slips = [*_slips(act, fold.tournament)]
                    fold.add(act)
                    heard += slips
            except MusError as error:
                errors.append(SheetError(error.sentence, number))
        for what in heard:
            remark(number, what)
        if fold is None:
            return None, errors
    if fold is None:
        return None, [SheetError(Sentence("nothing is there: the first line names the teams"), number + 1)]
    return fold.tournament, errors


def _slips(act: Act, tournament: Tournament) -> Iterator[str]:
    """What to say of an act that the tournament is going to take."""
    if isinstance(act, Returned) and act.team not in tournament.out:
        yield f"{quoted(act.team)} had not left: nothing is taken back"
    if isinstance(act, Left | Returned) and not act.why:
        yield "why is missing: who leaves and who comes back does so for a reason that stays to be seen"


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


def _even(value: Any) -> int:
    number = whole(2)(value)
    if number % 2:
        raise WantedError(msgid("an even number"), value)
    return number


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
    "suspended": Field(object_of(text, DAY.read), needed=False, left_out={}),
    "date": DAY,
    "teams": Field(list_of(ENTRY.read)),
}
_OPTIONS: Final[Fields] = {
    "mantxak": Field(whole(1), needed=False),
    "bye_mantxak": Field(whole(0), needed=False),
    "tie_breaks": Field(list_of(one_of({name: name for name in get_args(TieBreakName)})), needed=False),
}
"""The options of a tournament; the others are a rule book's."""
