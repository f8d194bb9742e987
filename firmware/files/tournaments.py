"""Tournaments in files: their lines read, and what is wrong with which of them."""

from __future__ import annotations

from typing import Final

from engine.errors import SheetError
from engine.tournament import json_lines
from engine.tournament.fold import Tournament
from firmware.files.arguments import source_of
from firmware.files.books import books_of
from firmware.files.lines import batches
from firmware.files.matches import bounded, decoded

_LARGEST: Final = 64_000_000
"""Characters of a tournament, at most: some half a million partidak."""


def read_tournament(path: str | None) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the file, or in standard input, as of `json_lines.read`.

    UsageError where there is no such file, StreamError where standard input cannot be read.
    """
    with source_of(path) as source:
        try:
            return json_lines.read(bounded(decoded(batches(source)), _LARGEST, "tournament"), books_of(path))
        except SheetError as error:
            return None, [error]
