"""A line of the text form as words, taken one after the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from itertools import pairwise
from typing import Any, Final, NamedTuple

from engine.cards import Card
from engine.errors import MusError, SheetError, quoted
from engine.strict_json import decode

_WORD: Final = re.compile(r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<comment>;.*)|(?P<word>[(),:]|[^\s"(),:;]+))')
_NUMBER: Final = re.compile(r"[0-9]{1,9}\.?")
_SIGNED_DIGITS: Final = re.compile(r"[+-]?[0-9]{1,9}")


class Token(NamedTuple):
    """A word of a line, or what stands between quotation marks; `column` counts from 1, `end` is the one after it."""

    text: str
    column: int
    end: int
    is_text: bool = False

    @property
    def key(self) -> str:
        """What it is compared by: the case does not count, and a text is no keyword."""
        return "" if self.is_text else self.text.casefold()


class Line:
    """One line's words, taken one after the other."""

    def __init__(self, raw: str, number: int, start: int = 0) -> None:
        self.number = number
        self.words: list[Token] = []
        self.comment: str | None = None
        self._raw = raw
        self._next = 0
        self._end = start
        while self._end < len(raw) and (found := _WORD.match(raw, self._end)):
            if found["comment"]:
                self.comment = found["comment"][1:].strip()
                return
            self._end = found.end()
            column = found.start("word" if found["word"] else "text") + 1
            text = found["word"] or self._unquoted(found["text"], column)
            self.words.append(Token(text, column, self._end + 1, not found["word"]))
        if raw[self._end :].strip():
            column = self._end + 1 + len(raw[self._end :]) - len(raw[self._end :].lstrip())
            raise SheetError("a quotation mark is not closed", number, column)

    def _unquoted(self, text: str, column: int) -> str:
        try:
            return str(decode(text))
        except MusError as error:
            raise SheetError(f"{quoted(text)} is no text in quotation marks: {error}", self.number, column) from None

    @property
    def more(self) -> bool:
        """Whether words are left."""
        return self._next < len(self.words)

    @property
    def shown(self) -> str:
        """The next word as it stands there; empty where none is left."""
        return self.words[self._next].text if self.more else ""

    @property
    def column(self) -> int:
        """Where the next word stands, or where it would."""
        return self.words[self._next].column if self.more else self._end + 1

    @property
    def key(self) -> str:
        """What the next word is compared by; empty where none is left or it is a text."""
        return self.words[self._next].key if self.more else ""

    def error(self, what: str, column: int | None = None) -> SheetError:
        """What is wrong at the next word, or at `column`."""
        return SheetError(what, self.number, self.column if column is None else column)

    def take(self, *keys: str) -> bool:
        """Whether the next word is one of `keys`; it is passed over if so."""
        found = self.key in keys and self.more
        self._next += found
        return found

    def pop(self, wanted: str) -> Token:
        """The next word, which is not a text. SheetError where none is left."""
        if not self.more or self.words[self._next].is_text:
            raise self.error(f"here stands {wanted}")
        self._next += 1
        return self.words[self._next - 1]

    def one_of(self, known: Mapping[str, str], wanted: str) -> str:
        """What `known` has for the next word."""
        if self.key not in known:
            found = f", not {quoted(self.shown)}" if self.more else ""
            raise self.error(f"here stands {wanted}{found}")
        return known[self.pop(wanted).key]

    def whole(self, wanted: str, signed: bool = False) -> int:
        """The next word as a whole number."""
        column, word = self.column, self.pop(wanted)
        if not (_SIGNED_DIGITS if signed else _NUMBER).fullmatch(word.text):
            raise self.error(f"here stands {wanted}, not {quoted(word.text)}", column)
        return int(word.text.rstrip("."))

    def card(self) -> str:
        """The next word as a card."""
        column, word = self.column, self.pop("a card, such as 12o")
        try:
            return str(Card.parse(word.key))
        except MusError as error:
            raise self.error(str(error), column) from None

    def text(self, wanted: str) -> str:
        """A text in quotation marks, or all that is left of the line."""
        if not self.more:
            raise self.error(f"here stands {wanted}")
        word = self.words[self._next]
        if word.is_text:
            self._next += 1
            return word.text
        self._next = len(self.words)
        return self._raw[word.column - 1 : self._end].strip()

    def swallows(self, keys: Collection[str], sure: Collection[str]) -> bool:
        """Whether a text without quotation marks that begins here would take in more than itself.

        That is one of `keys` with a text in quotation marks behind it, or one of the `sure` ones by itself.
        """
        left = self.words[self._next :]
        if not left or left[0].is_text:
            return False
        quoted_behind = any(word.key in keys and after.is_text for word, after in pairwise(left))
        return quoted_behind or any(word.key in sure for word in left)

    def field(self) -> tuple[str, Any]:
        """A name, which may stand in quotation marks, and the JSON that is the rest of the line."""
        if not self.more:
            raise self.error("here stands a field's name")
        name = self.words[self._next]
        self._next = len(self.words)
        try:
            return name.text, decode(self._raw[name.end - 1 : self._end])
        except MusError as error:
            raise self.error(f"{name.text}: {error}", name.end) from None

    def segments(self) -> Iterator[Line]:
        """The parts of what is left of the line, between its commas, each to be read to its end."""
        left, self._next = self.words[self._next :], len(self.words)
        commas = [i for i, word in enumerate(left) if word.key == ","]
        for start, end in zip([0, *[i + 1 for i in commas]], [*commas, len(left)], strict=True):
            part = copy(self)
            part.words, part._next = left[start:end], 0
            part._end = left[end].column - 1 if end < len(left) else self._end
            yield part
            part.done()

    def done(self) -> None:
        """SheetError where words are left."""
        if self.more:
            raise self.error(f"nothing more belongs here, and there is {quoted(self.shown)}")


def is_number(text: str) -> bool:
    """Whether it is a whole number, perhaps with a full stop behind it."""
    return bool(_NUMBER.fullmatch(text))
