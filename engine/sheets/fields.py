"""A match's header and entries as fields that JSON can hold, and back; what each kind holds is a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from engine.calls import Call
from engine.cards import Card
from engine.errors import RecordError, quoted
from engine.fields import (
    FLAG,
    NOTE,
    NUMBER,
    TEXT,
    Field,
    flag,
    list_of,
    notice,
    object_of,
    one_of,
    read_fields,
    set_of,
    text,
    whole,
    written_fields,
)
from engine.match import corrections, entries
from engine.match.corrections import Change
from engine.match.entries import Entry
from engine.match.header import VERSION, Header, Length, Mode
from engine.match.played import Played
from engine.records import HandRecord, found_early
from engine.rounds import Round
from engine.rules import FindBook, RuleBook
from engine.seats import SEATS, TEAMS, Seat, Team
from engine.tantos.tally import Mark, When, Why

MARK: Final = "hamarreko"
"""The field that a match's header has and no hand record; its value is `FORM`."""
FORM: Final = "match"
PLAYED: Final = "karta-aldia"
"""The kind of a `Played`."""
COMPUTED: Final = ("game", "games", "result", "changed_by", "score_after", "changed")
"""The fields of an entry that the engine computes (a judge's act may have a `game` of its own)."""


def _in_order(order: Iterable[Any]) -> Callable[[Iterable[Any] | None], list[str] | None]:
    """For a set of seats or teams: their names, always in the same order."""
    return lambda held: None if held is None else [member.value for member in order if member in held]


def _one_of(members: Iterable[Any]) -> Field:
    """One of these members of an enum, by its value."""
    return Field(one_of({member.value: member for member in members}), lambda member: member.value)


_SEAT: Final = _one_of(Seat)
_TEAM: Final = _one_of(Team)
_ROUND: Final = _one_of(round for round in Round if round is not Round.FOURTH)
_CARD: Final = Field(Card.parse, str)


# What each kind holds -----------------------------------------------------------------------------------------------

_MARK: Final = {
    "round": _ROUND,
    "team": _TEAM,
    "tantos": NUMBER,
    "why": _one_of(Why),
    "when": _one_of(When),
}


def mark(data: Any) -> Mark:
    """A mark, as a result's JSON has it."""
    return Mark(**read_fields(data, _MARK, "a mark"))


_CHANGES: Final[dict[str, tuple[type[Change], dict[str, Field]]]] = {
    "card": (corrections.CardReplaced, {"seat": _SEAT, "old": _CARD, "new": _CARD}),
    "swap": (corrections.CardsSwapped, {"seat": _SEAT, "card": _CARD, "other_seat": _SEAT, "other_card": _CARD}),
    "calls": (
        corrections.CallsReplaced,
        {"round": _ROUND, "calls": Field(list_of(Call.parse), lambda calls: [str(call) for call in calls])},
    ),
    "announced": (
        corrections.AnnouncedReplaced,
        {
            "round": _one_of((Round.PAREAK, Round.JOKOA)),
            "seats": Field(set_of(one_of(SEATS)), _in_order(Seat), needed=False),
        },
    ),
    "esku": (corrections.EskuReplaced, {"esku": _SEAT}),
    "perete": (corrections.PereteReplaced, {"seats": Field(set_of(one_of(SEATS)), _in_order(Seat))}),
    "found": (corrections.FoundReplaced, {"found": Field(found_early, dict)}),
    "shown": (corrections.ShownReplaced, {"shown": Field(flag)}),
}


def change(data: Any) -> Change:
    """One change of a correction."""
    if not isinstance(data, dict):
        raise RecordError(f"a JSON object, not {quoted(data)}")
    name = data.get("change")
    if not isinstance(name, str) or name not in _CHANGES:
        raise RecordError(f"change is {', '.join(_CHANGES)}, not {quoted(name)}")
    kind, held = _CHANGES[name]
    return kind(**read_fields(data, held, f"a change of {name}", ["change"]))


def change_fields(change: Change) -> dict[str, Any]:
    """A change as JSON; `change` reads it back."""
    name, held = next((name, held) for name, (kind, held) in _CHANGES.items() if type(change) is kind)
    return {"change": name} | written_fields(change, held)


_SIGNED: Final = {"by": TEXT, "reason": TEXT}
_DECIDED: Final = _SIGNED | {"article": NOTE}
ENTRIES: Final[dict[str, tuple[type[Entry], dict[str, Field]]]] = {
    "correction": (
        entries.Correction,
        {
            "of": NUMBER,
            "changes": Field(list_of(change), lambda changes: [change_fields(one) for one in changes]),
            **_SIGNED,
            "agreed": Field(set_of(one_of(TEAMS)), _in_order(Team), needed=False, left_out=frozenset()),
        },
    ),
    "voided": (entries.Voided, {"of": NUMBER, **_DECIDED}),
    "game-voided": (entries.GameVoided, {"game": NUMBER, **_DECIDED}),
    "adjusted": (entries.Adjusted, {"game": NUMBER, "team": _TEAM, "tantos": Field(whole(None)), **_DECIDED}),
    "replaced": (
        entries.Replaced,
        {
            "of": NUMBER,
            "marks": Field(list_of(mark), lambda marks: [mark.to_dict() for mark in marks]),
            **_DECIDED,
            "winner": replace(_TEAM, needed=False),
            "case": FLAG,
        },
    ),
    "game-given": (entries.GameGiven, {"game": NUMBER, "team": _TEAM, **_DECIDED}),
    "match-given": (entries.MatchGiven, {"team": _TEAM, **_DECIDED}),
    "game-opened": (entries.GameOpened, {"tantos": Field(whole(0)), **_DECIDED, "decisive": FLAG}),
    "withdrawn": (entries.Withdrawn, {"of": NUMBER, **_DECIDED}),
}
"""Corrections and judge's acts: the name of each kind, its class and its fields."""

_LENGTH: Final = {
    "games": NUMBER,
    "vacas": Field(whole(1), needed=False, left_out=1),
    "mode": Field(one_of({mode: mode for mode in get_args(Mode)}), needed=False, left_out="first-to"),
}


def _length(data: Any) -> Length:
    return Length(**read_fields(data, _LENGTH, "a length"))


def _seats(data: Any) -> tuple[Seat, ...]:
    """Who plays, in playing order."""
    given = set_of(one_of(SEATS))(data)
    return tuple(seat for seat in Seat if seat in given)


def _names(known: Mapping[str, Any]) -> Field:
    """An object of names, by seat or team."""
    return Field(
        object_of(one_of(known), text),
        lambda names: {one.value: names[one] for one in known.values() if one in names},
        needed=False,
        left_out={},
    )


_HEADER: Final = {
    "version": Field(whole(1), needed=False, left_out=0),
    "rules": TEXT,
    "options": Field(object_of(text, lambda value: value), dict, needed=False, left_out={}),
    "esku": _SEAT,
    "seats": Field(_seats, _in_order(Seat), needed=False, left_out=tuple(Seat)),
    "length": Field(_length, lambda length: written_fields(length, _LENGTH), needed=False),
    "players": _names(SEATS),
    "teams": _names(TEAMS),
    "event": NOTE,
    "place": NOTE,
    "date": NOTE,
    "packs": NOTE,
    "packs_sha256": NOTE,
}
_HEADER_NAMES: Final = frozenset((MARK, *_HEADER))
_ENTRY_NAMES: Final = frozenset(("entry", "kind", *COMPUTED))
_PLAYED_NAMES: Final = frozenset(("esku", "score", "cards", "calls", "announced", "found", "hordago_shown", "jugada"))


# Headers and entries ------------------------------------------------------------------------------------------------


def header(data: Mapping[str, Any], find_book: FindBook) -> tuple[Header, RuleBook]:
    """The header that decoded JSON describes, and its rule book. A MusError names the field that is wrong."""
    values = read_fields(data, _HEADER, "the header", [MARK])
    read = Header(**values | {"version": values["version"] or VERSION})
    return read, read.book(find_book)


def header_fields(header: Header) -> dict[str, Any]:
    """A header as JSON; `header` reads it back."""
    return written_fields(header, _HEADER)


def played(data: Mapping[str, Any], book: RuleBook) -> Played:
    """A karta aldia under `book`. The fields are a hand record's; `cards` may be left out where nobody showed any."""
    book = replace(book, target=sys.maxsize)  # a table may have gone on past it: that is for the fold to say
    record = HandRecord.parse({**data, "rules": book.name, "options": {}}, lambda _: book)
    notice(record.warnings)
    return Played.of(record)


def played_fields(played: Played, header: Header, book: RuleBook) -> dict[str, Any]:
    """A karta aldia as JSON; `played` reads it back."""
    fields = played.record(header, book).to_dict()
    return {name: value for name, value in fields.items() if name in _PLAYED_NAMES and (value or name != "cards")}


def kind_of(entry: Entry) -> str:
    """The name of an entry's kind."""
    return next((name for name, (kind, _) in ENTRIES.items() if type(entry) is kind), PLAYED)


def act(kind: str, data: Mapping[str, Any]) -> Entry:
    """The correction or judge's act of that kind. A MusError names the field that is wrong."""
    made, held = ENTRIES[kind]
    return made(**read_fields(data, held, kind, _ENTRY_NAMES))


def act_fields(entry: Entry) -> dict[str, Any]:
    """A correction or a judge's act as JSON; `act` reads it back."""
    return written_fields(entry, ENTRIES[kind_of(entry)][1])


def entry_fields(entry: Entry, header: Header, book: RuleBook) -> dict[str, Any]:
    """Any entry as JSON, with its kind."""
    held = played_fields(entry, header, book) if isinstance(entry, Played) else act_fields(entry)
    return {"kind": kind_of(entry)} | held


def names(entry: Entry | None) -> frozenset[str]:
    """The names of all fields that the entry's JSON may have by this form; None: the header's."""
    if entry is None:
        return _HEADER_NAMES
    own = _PLAYED_NAMES if isinstance(entry, Played) else frozenset(ENTRIES[kind_of(entry)][1])
    return _ENTRY_NAMES | own


def computed(entry: Entry) -> tuple[str, ...]:
    """The names of the fields of the entry's JSON that the engine computes."""
    return COMPUTED if isinstance(entry, Played) else tuple(n for n in COMPUTED if n not in ENTRIES[kind_of(entry)][1])
