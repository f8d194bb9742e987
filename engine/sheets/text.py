"""A match as a text that people read and write. docs/records-text.md is the specification."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from engine.errors import MusError, RecordError, SheetError, nearly, quoted
from engine.match.entries import Entry, Match
from engine.match.header import Header
from engine.match.played import Played
from engine.match.standing import standing
from engine.rules import DEFAULT_BOOK, FindBook, RuleBook, rulebook
from engine.seats import Seat, Team
from engine.sheets.fields import act, header, names, played
from engine.sheets.sheet import COMMENT, HEADER, Claim, Sheet, match_of
from engine.sheets.text_acts import ActReading, act_reading
from engine.sheets.text_entries import GAME, MatchReading, PlayedReading
from engine.sheets.text_line import Line, is_number
from engine.sheets.text_phrases import SEATS, SPEAKERS, TEAMS, option_value, take_score, take_seat
from engine.sheets.text_writer import TAGS, write
from engine.showdown import score
from engine.strict_json import decode, decode_at

__all__ = ["read", "write"]

_TAG: Final = re.compile(r'\s*\[\s*(?:(?P<name>[A-Za-z][A-Za-z0-9_-]*)|(?P<text>"(?:[^"\\]|\\.)*"))\s*')
_CLOSED: Final = re.compile(r"\s*\]")
_LENGTH: Final = re.compile(
    r"\s*(?P<mode>first-to|best-of|all)\s+(?P<games>[0-9]{1,9})\s*(?:,?\s*vacas\s+(?P<vacas>[0-9]{1,9}))?\s*",
    re.IGNORECASE,
)


def read(text: str, find_book: FindBook = rulebook) -> Sheet:
    """The match that a text describes. SheetError names the line and the column where it cannot be read.

    Tags and fields that the project does not know, and comments, are kept in `extra`; computed parts become claims.
    `find_book` gives the rule book for what the tag Rules says.
    """
    return _Reader(find_book).read(text)


class _Reader:
    """The lines of a text, taken one after the other."""

    def __init__(self, find_book: FindBook) -> None:
        self._find_book = find_book
        self._first = 0
        self._head: dict[str, Any] = {}
        self._tags: dict[tuple[str, ...], tuple[int, int]] = {}
        """Line and column of the tag of each field of the head, or of each part of one."""
        self._beside: dict[str, Any] = {}
        self._readings: list[PlayedReading | ActReading] = []
        self._heading: list[tuple[int, str, Any]] = []
        self._ending: MatchReading | None = None
        self._comments: dict[int, list[str]] = {}

    def read(self, text: str) -> Sheet:
        for number, raw in enumerate(text.split("\n"), 1):
            if raw.lstrip().startswith("["):
                self._read_tags(raw, number)
                continue
            line = Line(raw, number)
            if line.more:
                self._read_line(line)
            self._comment(line)
        return self._sheet()

    def _read_tags(self, raw: str, number: int) -> None:
        """A line of tags: [Name "value"], any number of them, and perhaps a comment."""
        if self._readings:
            raise SheetError("tags stand before the first entry", number, raw.index("[") + 1)
        self._first = self._first or number
        position = 0
        while opened := _TAG.match(raw, position):
            name, at = opened["name"], opened.end()
            where = number, raw.index("[", position) + 1
            if name and name.casefold() in TAGS and raw[at : at + 1] != '"':
                raise SheetError(f"{name}: its value stands in quotation marks", number, at + 1)
            try:
                value, end = decode_at(raw, at)
                self._put_tag(name, value if name else decode(opened["text"]), value, where)
            except MusError as error:
                raise SheetError(f"{name or opened['text']}: {error}", number, at + 1) from None
            closed = _CLOSED.match(raw, end)
            if not closed:
                raise SheetError("a tag ends with ]", number, end + 1)
            position = closed.end()
        left = Line(raw, number, position)
        if left.more:
            raise left.error('a tag is [Name "value"]')
        self._comment(left)

    def _put_tag(self, name: str | None, key: str, value: Any, where: tuple[int, int]) -> None:
        """Keeps a tag; a `key` in quotation marks has no `name`, and is none that the project knows."""

        def keep(value: Any, name: str, *part: str) -> None:
            _once(self._head.setdefault(name, {}) if part else self._head, part[0] if part else name, value)
            self._tags[name, *part] = where

        known = TAGS.get(name.casefold()) if name else None
        if known is None and name and (meant := nearly(name, TAGS)):
            raise RecordError(
                f"is {meant.capitalize()} meant? A tag of one's own that is so like it stands in quotation marks"
            )
        if known is None:
            _once(self._beside, name or key, value)
        elif known == "option":
            option, _, setting = value.strip().partition(" ")
            keep(option_value(setting.strip()), "options", option)
        elif known == "length":
            keep(_length(value), known)
        elif known == "version":
            keep(int(value) if is_number(value) else value, known)
        elif known in SPEAKERS:
            keep(value, "players" if known in SEATS else "teams", SPEAKERS[known])
        elif known == "seats":
            keep(value.upper().split(), known)
        else:
            keep(value.strip().upper() if known == "esku" else value, known)

    def _comment(self, line: Line) -> None:
        if line.comment:
            self._comments.setdefault(len(self._readings), []).append(line.comment)

    def _read_line(self, line: Line) -> None:
        """A line that is no tag: what the match comes to, a game's heading, an entry's head, or more of that entry."""
        if line.key == "match":
            self._ending = MatchReading((line.number, line.column))
        if self._ending:
            if line.key not in self._ending.statements:
                raise line.error(f"what the match comes to stands at the end, and here is {quoted(line.shown)}")
            self._ending.read(line)
            return
        if line.key in GAME:
            line.take(*GAME)
            said: dict[str, Any] = {"game": line.whole("the game's number")}
            line.take(":")
            if line.more:
                said["games"] = take_score(line)
            line.done()
            self._heading = [(line.number, name, value) for name, value in said.items()]
            return
        if is_number(line.key):
            self._readings.append(self._head_of_entry(line))
        elif not self._readings:
            raise line.error(f"here stands a tag, a game or an entry's number, not {quoted(line.shown)}")
        self._readings[-1].read(line)

    def _head_of_entry(self, line: Line) -> PlayedReading | ActReading:
        column, number = line.column, line.whole("the entry's number")
        if number != len(self._readings) + 1:
            raise line.error(f"this is entry {len(self._readings) + 1}, not {number}", column)
        at = (line.number, column)
        if not line.take("esku", "mano"):
            return act_reading(line, number, at)
        reading = PlayedReading(number, at)
        reading.data["esku"] = take_seat(line)
        line.take(",")
        if line.key in TEAMS:
            reading.data["score"] = take_score(line)
            line.take(",")
        reading.claims += [Claim(where, number, name, value) for where, name, value in self._heading]
        self._heading = []
        return reading

    def _sheet(self) -> Sheet:
        first = self._first or 1
        try:
            head, book = header(self._head, self._find_book)
        except MusError as error:
            raise SheetError(f"the head: {str(error).removeprefix('header: ')}", *self._blamed(error)) from None
        entries: list[Entry] = []
        for reading in self._readings:
            try:
                if isinstance(reading, PlayedReading):
                    if "score" not in reading.data:
                        reading.data["score"] = _score_after(entries, head, book)
                    entries.append(played(reading.data, book))
                else:
                    entries.append(act(reading.kind, reading.data))
            except MusError as error:
                raise SheetError(str(error), *reading.at) from None
        lines = (first, *(reading.at[0] for reading in self._readings))
        ending = self._ending.claims if self._ending else ()
        claims = (*(claim for reading in self._readings for claim in reading.claims), *ending)
        return Sheet(match_of(head, entries, lines), self._extra(entries, first), lines, claims)

    def _blamed(self, error: MusError) -> tuple[int, int]:
        """Where the tag stands without which the head would not be wrong in this way; else where the head begins.

        What a head needs is not left out: another value stands in for it.
        """
        instead = {"esku": next(iter(self._head.get("seats", ())), Seat.N.value), "rules": DEFAULT_BOOK}
        bear_on_others = {"seats": 1, "rules": 2}
        for name, *part in sorted(self._tags, key=lambda path: bear_on_others.get(path[0], 0)):
            other = {field: value for field, value in self._head.items() if field != name}
            if part:
                other[name] = {one: value for one, value in self._head[name].items() if one not in part}
            elif name in instead:
                other[name] = instead[name]
            try:
                header(other, self._find_book)
            except MusError as another:
                if str(another) == str(error):
                    continue
            return self._tags[name, *part]
        return self._first or 1, 1

    def _extra(self, entries: Sequence[Entry], first: int) -> dict[int, dict[str, Any]]:
        extra = {HEADER: self._beside} | {reading.number: reading.extra for reading in self._readings}
        for number, fields in extra.items():
            at = self._readings[number - 1].at if number else (first, 1)
            known = names(entries[number - 1] if number else None).intersection(fields)
            if known:
                raise SheetError(f"{min(known)} is a field of its own, and does not stand beside the others", *at)
            if number in self._comments:
                if COMMENT in fields:
                    raise SheetError("a comment stands behind semicolons or in the field comment, not in both", *at)
                fields[COMMENT] = "\n".join(self._comments[number])
        return {number: fields for number, fields in extra.items() if fields}


def _once(into: dict[str, Any], name: str, value: Any) -> None:
    if name in into:
        raise RecordError(f"{name} is there twice")
    into[name] = value


def _length(text: str) -> dict[str, Any]:
    """How long a match is, such as ``first-to 3, vacas 2``."""
    found = _LENGTH.fullmatch(text)
    if not found:
        raise RecordError(
            f"{quoted(text)} is no length, such as 'first-to 3', 'best-of 5', 'all 3' or 'first-to 3, vacas 2'"
        )
    return {"mode": found["mode"].casefold(), "games": int(found["games"]), "vacas": int(found["vacas"] or 1)}


def _score_after(entries: Sequence[Entry], head: Header, book: RuleBook) -> dict[str, int]:
    """What stands at the table after the last of `entries`, where the head of the next one leaves it out."""
    if not entries:
        return {team.value: 0 for team in Team}
    last, number = entries[-1], len(entries)
    if not isinstance(last, Played):
        return _standing_after(entries, head, book)
    if not last.cards:  # a refused bid had won the game
        return {team.value: 0 for team in Team}
    try:
        result = score(last.record(head, book))
    except MusError as error:
        raise RecordError(f"the score before it is missing, and entry {number} cannot be marked: {error}") from None
    if result.judge:
        raise RecordError(f"the score before it is missing, and entry {number} is for the judge: {result.judge.why}")
    return {team.value: 0 if result.winner else result.score[team] for team in Team}


def _standing_after(entries: Sequence[Entry], head: Header, book: RuleBook) -> dict[str, int]:
    """The same after an act of a judge or a correction: as the match stands with it, once both teams have agreed."""
    now = standing(Match(head, tuple(entries)), lambda _: book, unagreed=False)
    if now.questions:
        why = now.questions[0].why
        raise RecordError(
            f"the score before it is missing, and entry {now.questions[0].because} is for the judge: {why}"
        )
    running = bool(now.games) and not now.games[-1].over
    return {team.value: now.score[team] if running else 0 for team in Team}
