"""A match as a file holds it: the match itself, what the file has beside it, and what it says the engine comes to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from engine.errors import MusError, SheetError
from engine.match.entries import Entry, Match
from engine.match.header import Header

HEADER: Final = 0
"""The number under which a sheet keeps what belongs to the header."""
RESULT: Final = "match"
"""The computed field of its own line at the end: what the whole match comes to."""
COMMENT: Final = "comment"
"""The field that both forms know beside the match: what somebody wrote for people to read."""
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a file says in `line` about a part of `entry` that the engine computes: its name, and its value as JSON."""

    line: int
    entry: int
    name: str
    said: Any


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match with what its file has beside it. Two sheets are equal where their matches and `extra` fields are.

    - `extra`: by entry number (0: the header) the fields that the project does not know, as JSON
    - `lines`: the line of every entry, the header's first
    - `claims`: what the file says of computed parts
    - `misspelt`: by entry number what there is to say of fields that are left out of account and nearly known ones
    """

    match: Match
    extra: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    lines: Sequence[int] = field(default=(), compare=False)
    claims: Sequence[Claim] = field(default=(), compare=False)
    misspelt: Mapping[int, Sequence[str]] = field(default_factory=dict, compare=False)


def match_of(header: Header, entries: Sequence[Entry], lines: Sequence[int]) -> Match:
    """The match; SheetError with the line of the first entry that makes no sense after those before it."""
    return located(lambda number: Match(header, tuple(entries[:number])), lines)


def located(build: Callable[[int], _Made], lines: Sequence[int]) -> _Made:
    """What `build` makes of all entries, whose `lines` are given after the header's; it takes how many of them.

    Where it raises a MusError, a SheetError with the line of the first entry that brings it: what is wrong with the
    first entries stays wrong however many follow.
    """
    try:
        return build(len(lines) - 1)
    except MusError:
        pass

    def wrong(number: int) -> MusError | None:
        try:
            build(number)
        except MusError as error:
            return error
        return None

    first = bisect_left(range(len(lines)), True, key=lambda number: wrong(number) is not None)
    raise SheetError(str(wrong(first)), lines[first])
