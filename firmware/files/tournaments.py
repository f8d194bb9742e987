"""Tournaments in files: their lines read, and what is wrong with which of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from engine.errors import SheetError
from engine.tournament import json_lines
from engine.tournament.fold import Tournament
from firmware.files.arguments import source_of
from firmware.files.books import find_book
from firmware.files.lines import batches
from firmware.files.matches import decoded

_LARGEST: Final = 64_000_000
"""Characters of a tournament, at most: some half a million partidak."""


def read_tournament(path: str | None) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the file, or in standard input, as of `json_lines.read`.

    UsageError where there is no such file, StreamError where standard input cannot be read.
    """
    with source_of(path) as source:
        return _read(source)


def _read(source: BinaryIO) -> tuple[Tournament | None, list[SheetError]]:
    try:
        return json_lines.read(_bounded(decoded(batches(source))), find_book)
    except SheetError as error:
        return None, [error]


def _bounded(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines, while they are no more than a tournament has; SheetError names the first beyond."""
    length = 0
    for number, line in lines:
        length += len(line) + 1
        if length > _LARGEST:
            raise SheetError(f"the tournament has more than {_LARGEST // 1_000_000} MB", number)
        yield number, line
