"""What can be wrong. Every error is a ValueError, and its message quotes what was wrong and says where."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from reprlib import Repr
from typing import Final

from engine.sentences import Sentence, msgid


class MusError(ValueError):
    """Something that the law, or the form of a record, does not allow."""

    @property
    def sentence(self) -> Sentence:
        """What is wrong, with what it is made of; ``str`` of the error is the same in English."""
        return Sentence.of(self)


class NotJsonError(MusError):
    """A text that is no JSON, or goes on behind it."""


class CardError(MusError):
    """A text that names none of the forty cards."""


class SeatError(MusError):
    """A text that names no seat or team."""


class CallError(MusError):
    """A call that cannot be read, or that is not legal where it was made."""


class UnknownCallError(CallError):
    """A text in which no call, and nothing else that a player can do, is named."""


class DealError(MusError):
    """A deal, a cut, a draw or a fault in dealing that makes no sense."""


class ClockError(MusError):
    """A time that no clock can show."""


class RuleBookError(MusError):
    """A rule book with a wrong, missing or unknown field, or an option that no book has."""


class RecordError(MusError):
    """A hand record that makes no sense."""


class TournamentError(MusError):
    """Something said in a tournament that makes no sense, or a draw that cannot be made."""


class SheetError(MusError):
    """A match's file that cannot be read: what is wrong, in which line and, if known, which column (from 1)."""

    def __init__(self, what: str, line: int, column: int | None = None) -> None:
        at = "line {line}: {what}" if column is None else msgid("line {line}, column {column}: {what}")
        super().__init__(Sentence(at, line=line, column=column, what=Sentence.plain(what)))
        self.what = what
        self.line = line
        self.column = column


def quoted(value: object) -> str:
    """The value as it is shown in a message: its repr, cut to 60 characters, with JSON's true, false and null."""
    try:
        text = _SHOWN.repr(value)
    except ValueError:  # an int beyond Python's digit limit
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= _SHOWN_AT_MOST else text[: _SHOWN_AT_MOST - 3] + "..."


class _Shown(Repr):
    """What Python calls True and None has other names in every file that people write."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = sys.maxsize  # `quoted` cuts, and only at the end
        self.maxdict = self.maxlist = self.maxtuple = _SHOWN_AT_MOST

    def repr_bool(self, value: bool, _: int) -> str:
        return "true" if value else "false"

    def repr_NoneType(self, _: None, __: int) -> str:  # noqa: N802
        return "null"

    def repr_int(self, value: int, _: int) -> str:
        return repr(value)


_SHOWN_AT_MOST: Final = 60
_SHOWN: Final = _Shown()


def nearly(name: str, known: Iterable[str]) -> str | None:
    """The one of the `known` names that `name` is nearly, None where it is like none; case does not count.

    >>> nearly("anounced", ("announced", "calls")), nearly("Calls", ("announced", "calls"))
    ('announced', 'calls')
    """
    from difflib import get_close_matches  # wanted only where somebody has mistyped

    by_key = {one.casefold(): one for one in known}
    key = name.casefold()
    if key in by_key:
        return by_key[key]
    found = get_close_matches(key, by_key, 1, cutoff=_ALIKE)
    return by_key[found[0]] if found else None


def meant(name: str, known: Iterable[str]) -> str:
    """What is asked behind a name that is none of the `known` ones; empty where it is like none.

    >>> meant("handai", ("handia", "txikia")), meant("5", ("handia", "txikia"))
    (': is handia meant?', '')
    """
    found = nearly(name, known)
    return f": is {found} meant?" if found else ""


_ALIKE: Final = 0.82
"""`found` is like `round` by 0.80, and `option` like `optoin` by 0.83."""
