"""Tournaments in files: their lines read, and what is wrong with which of them."""

from __future__ import annotations

import sys
from typing import BinaryIO

from engine.errors import SheetError
from engine.tournament import json_lines
from engine.tournament.fold import Tournament
from firmware.files.books import find_book
from firmware.files.lines import batches
from firmware.files.matches import decoded
from firmware.files.regular_files import open_regular


def read_tournament(path: str | None) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the file, or in standard input, as `json_lines.read`. OSError where there is no such file."""
    if path is None:
        return _read(sys.stdin.buffer)
    with open_regular(path) as source:
        return _read(source)


def _read(source: BinaryIO) -> tuple[Tournament | None, list[SheetError]]:
    try:
        return json_lines.read(decoded(batches(source)), find_book)
    except SheetError as error:
        return None, [error]
