"""A match as JSON lines, a line for the header and one for every entry. docs/records-json.md is the specification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import MusError, RecordError, SheetError, quoted
from engine.fields import noticing
from engine.match.entries import Entry
from engine.rules import FindBook, RuleBook, rulebook
from engine.sheets.fields import (
    ENTRIES,
    FORM,
    MARK,
    PLAYED,
    act,
    computed,
    entry_fields,
    header,
    header_fields,
    names,
    played,
)
from engine.sheets.figures import Figures
from engine.sheets.sheet import HEADER, RESULT, Claim, Sheet, match_of
from engine.strict_json import decode, encode


def is_header(data: Any) -> bool:
    """Whether decoded JSON is the first line of a match."""
    return isinstance(data, dict) and data.get(MARK) == FORM


def read(text: str, find_book: FindBook = rulebook) -> Sheet:
    """The match in JSON lines. SheetError names the line and the field where it cannot be read.

    Unknown fields are kept in `extra`, and those that are nearly known ones named in `misspelt`; computed ones become
    claims. `find_book` gives the rule book for what the
    header's `rules` says.
    """
    lines = _decoded(text)
    number, data = next(lines, (1, {}))
    if not is_header(data):
        raise SheetError(f'a match begins with its header, which has "{MARK}": "{FORM}"', number)
    try:
        with noticing() as misspelt:
            head, book = header(data, find_book)
    except MusError as error:
        raise SheetError(f"header: {str(error).removeprefix('header: ')}", number) from None
    entries: list[Entry] = []
    extra = {HEADER: _beside(data, None)}
    strange = {HEADER: misspelt}
    at, claims = [number], list[Claim]()
    for number, data in lines:
        if isinstance(data, dict) and RESULT in data and "kind" not in data:
            claims.append(Claim(number, HEADER, RESULT, data[RESULT]))
            continue
        try:
            with noticing() as misspelt:
                entry = _entry(data, len(entries) + 1, book)
        except MusError as error:
            raise SheetError(str(error), number) from None
        entries.append(entry)
        at.append(number)
        extra[len(entries)] = _beside(data, entry)
        strange[len(entries)] = misspelt
        claims += [Claim(number, len(entries), name, data[name]) for name in computed(entry) if name in data]
    kept = {number: fields for number, fields in extra.items() if fields}
    return Sheet(match_of(head, entries, at), kept, tuple(at), tuple(claims), strange)


def write(sheet: Sheet, book: RuleBook, figures: Figures | None = None) -> str:
    """The match as JSON lines, each ended by a newline, with the computed `figures` if given. `read` reads it back."""
    match = sheet.match
    lines = [{MARK: FORM} | header_fields(match.header) | dict(sheet.extra.get(HEADER, {}))]
    for number, entry in enumerate(match.entries, 1):
        extra = dict(sheet.extra.get(number, {}))
        comes_to = figures.fields(number) if figures else {}
        lines.append({"entry": number} | entry_fields(entry, match.header, book) | extra | comes_to)
    if figures and match.entries:
        lines.append(figures.fields(HEADER))
    return "".join([encode(line) + "\n" for line in lines])


def _decoded(text: str) -> Iterator[tuple[int, Any]]:
    """What every line holds that is not blank, with its number."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, decode(line)
            except MusError as error:
                raise SheetError(str(error), number) from None


def _entry(data: Any, number: int, book: RuleBook) -> Entry:
    if not isinstance(data, dict):
        raise RecordError(f"an entry is a JSON object, not {quoted(data)}")
    said = data.get("entry", number)
    if type(said) is not int or said != number:
        raise RecordError(f"entry is {quoted(said)}, and this is the match's entry {number}")
    kind = data.get("kind")
    if kind == PLAYED:
        return played(data, book)
    if not isinstance(kind, str) or kind not in ENTRIES:
        raise RecordError(f"kind is {', '.join((PLAYED, *ENTRIES))}, not {quoted(kind)}")
    return act(kind, data)


def _beside(data: Mapping[str, Any], entry: Entry | None) -> dict[str, Any]:
    """The fields that are none of this form's."""
    known = names(entry)
    return {name: value for name, value in data.items() if name not in known}
