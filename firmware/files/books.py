"""Rule books by their name, or by the path of a file that holds one."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import Final

from engine.errors import RuleBookError, meant, quoted
from engine.rules import BOOK_NAMES, FindBook, RuleBook, parse_rulebook, rulebook
from firmware.files.arguments import UsageError
from firmware.files.regular_files import IrregularFileError, NotUtf8Error, read_text

SUFFIX: Final = ".toml"
_LARGEST: Final = 1 << 20
"""Bytes of a rule book file."""


def find_book(rules: str, beside: Path | None = None) -> RuleBook:
    """The built-in rule book of that name, or the one in the file of that path. RuleBookError where there is none.

    The file that names it may lie elsewhere, in the folder `beside`.
    """
    return rulebook(rules) if rules.casefold() in BOOK_NAMES else _book_in_file(placed(rules, beside))


def named_book(rules: str) -> RuleBook:
    """The rule book that a command line names, as `find_book` finds it. UsageError where there is none."""
    try:
        return find_book(rules)
    except RuleBookError as error:
        raise UsageError(str(error)) from error


def books_of(path: str | None) -> FindBook:
    """What finds the rule books that the file of that path names; without a path, those that standard input names."""
    return find_book if path is None else partial(find_book, beside=Path(path).parent)


def placed(rules: str, beside: Path | None) -> str:
    """The path of a rule book as it is found: from where the program runs, else in a folder. What names none stays."""
    if beside is None or not rules.endswith(SUFFIX) or os.path.lexists(rules):
        return rules
    return there if os.path.lexists(there := str(beside / rules)) else rules


@cache
def _book_in_file(path: str) -> RuleBook:
    return parse_rulebook(text_in_file(path), path)


def text_in_file(path: str) -> str:
    """The text of a rule book file, a regular one named `*.toml`, not checked yet. RuleBookError where there is none.

    A record says which file: no message tells what stands in one.
    """
    if not path.endswith(SUFFIX):
        known = f"{', '.join(BOOK_NAMES)}, nor a {SUFFIX} file{meant(path, BOOK_NAMES)}"
        raise RuleBookError(f"rules: {quoted(path)} is none of {known}")
    try:
        return read_text(path, _LARGEST)
    except NotUtf8Error as error:
        raise RuleBookError(f"rules: {quoted(path)}, {error}") from None
    except IrregularFileError as error:
        raise RuleBookError(f"rules: {quoted(path)} is no rule book file: {error.strerror}") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RuleBookError(f"rules: {quoted(path)} cannot be read: {why}") from None
