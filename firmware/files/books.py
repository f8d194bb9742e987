"""Rule books by their name, or by the path of a file that holds one."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.errors import RuleBookError, meant, quoted
from engine.rules import BOOK_NAMES, RuleBook, parse_rulebook, rulebook
from firmware.files.regular_files import IrregularFileError, read_regular

SUFFIX: Final = ".toml"
_LARGEST: Final = 1 << 20
"""Bytes of a rule book file."""


def find_book(rules: str) -> RuleBook:
    """The built-in rule book of that name, or the one in the file of that path. RuleBookError where there is none."""
    return rulebook(rules) if rules.casefold() in BOOK_NAMES else _book_in_file(rules)


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
        return read_regular(path, _LARGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise RuleBookError(f"rules: {quoted(path)} is not UTF-8") from None
    except IrregularFileError as error:
        raise RuleBookError(f"rules: {quoted(path)} is no rule book file: {error.strerror}") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RuleBookError(f"rules: {quoted(path)} cannot be read: {why}") from None
