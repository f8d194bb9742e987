"""Rule books by their name, or by the path of a file that holds one."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from stat import S_ISREG
from typing import Final

from engine.errors import RuleBookError, quoted
from engine.rules import BOOK_NAMES, RuleBook, parse_rulebook, rulebook

_LARGEST: Final = 1 << 20
"""Bytes of a rule book file."""


def find_book(rules: str) -> RuleBook:
    """The built-in rule book of that name, or the one in the file of that path. RuleBookError where there is none."""
    return rulebook(rules) if rules in BOOK_NAMES else _book_in_file(rules)


@cache
def _book_in_file(path: str) -> RuleBook:
    return parse_rulebook(text_in_file(path), path)


def text_in_file(path: str) -> str:
    """The text of a rule book file, not checked yet. RuleBookError where there is none."""
    try:
        status = os.stat(path)
        if not S_ISREG(status.st_mode) or status.st_size > _LARGEST:
            raise RuleBookError(f"rules: {quoted(path)} is no rule book file")
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RuleBookError(f"rules: {quoted(path)} is not UTF-8") from None
    except (OSError, ValueError) as error:
        if isinstance(error, RuleBookError):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        names = ", ".join(BOOK_NAMES)
        raise RuleBookError(f"rules: {quoted(path)} is none of {names}, nor a rule book file: {why}") from None
