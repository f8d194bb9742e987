"""A sentence that knows what it is made of, so that it can be said in another language without being taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Self


def msgid(text: str) -> str:
    """The text itself: the word marks it for the catalogues where it stands apart from the sentence made of it."""
    return text


class Sentence(str):
    """English text, which is its `kind` with the `values` put in.

    `kind` is the same for every sentence of its kind, and the key that catalogues translate by. `values` are as the
    rooms have them: a Seat, a Round, a Call, a Card, a number, another Sentence; several of them in a tuple. A text
    among them is a name, and the same in every language.

    >>> from engine.seats import Team
    >>> said = Sentence("the bid that waits is {team}'s own", team=Team.NS)
    >>> said, said.values["team"]
    ("the bid that waits is NS's own", <Team.NS: 'NS'>)
    """

    __slots__ = ("kind", "values")
    kind: str
    values: Mapping[str, Any]

    def __new__(cls, kind: str, /, **values: Any) -> Sentence:
        made = str.__new__(cls, kind.format_map({name: _shown(value) for name, value in values.items()}))
        made.kind = kind
        made.values = values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.kind,), dict(self.values)

    @staticmethod
    def plain(text: object) -> Sentence:
        """A text or a value without words around it; as it is where it is a Sentence."""
        return text if isinstance(text, Sentence) else Sentence(_PLAIN, text=text)

    @staticmethod
    def listed(parts: Iterable[object], kind: str = msgid("{one}; {rest}")) -> Sentence:
        """Several in a row, two by two by `kind`, whose values are `one` and the `rest`; one alone stays as it is."""
        parts = tuple(parts)
        if len(parts) > 1:
            return Sentence(kind, one=parts[0], rest=Sentence.listed(parts[1:], kind))
        return Sentence.plain(parts[0] if parts else "")

    @staticmethod
    def of(error: BaseException) -> Sentence:
        """What an error says; its text where it was not raised with a Sentence."""
        said = error.args[0] if error.args else ""
        return said if isinstance(said, Sentence) else Sentence.plain(str(error))


class Worded(Enum):
    """Things that have a name for programs, which is the value, and beside it an English `text` for people.

    What else stands beside it is for the `__init__` of those that have more.
    """

    text: str
    _value_: str

    # the default is for type checkers, who take looking one up by its name for making one
    def __new__(cls, name: str, text: str = "", *_: object) -> Self:
        made = object.__new__(cls)
        made._value_, made.text = name, text
        return made


_PLAIN = "{text}"
NEXT = "{one} {rest}"
"""The `kind` by which whole sentences follow one another."""
AND = msgid("{one} and {rest}")
"""The `kind` by which two or more are listed with "and"."""
OR = msgid("{one} or {rest}")
"""The same with "or"."""


def _shown(value: object) -> object:
    if isinstance(value, tuple):
        return ", ".join(str(_shown(one)) for one in value)
    return value.value if isinstance(value, Enum) else value
