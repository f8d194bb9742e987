"""A sentence that knows what it is made of, so that it can be said in another language without being taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any


class Sentence(str):
    """English text, which is its `kind` with the `values` put in.

    `kind` is the same for every sentence of its kind, and the key that catalogues translate by. `values` are as the
    engine has them: a Seat, a Round, a Call, a number, another Sentence.

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
    def plain(text: str) -> Sentence:
        """A text without values; as it is where it is a Sentence."""
        return text if isinstance(text, Sentence) else Sentence("{text}", text=text)

    @staticmethod
    def listed(sentences: Iterable[str]) -> Sentence:
        """Several in a row, as the values part1, part2 and so on; one alone stays as it is."""
        parts = [Sentence.plain(one) for one in sentences]
        if len(parts) == 1:
            return parts[0]
        named = {f"part{number}": part for number, part in enumerate(parts, 1)}
        return Sentence("; ".join(f"{{{name}}}" for name in named), **named)


def _shown(value: object) -> object:
    return value.value if isinstance(value, Enum) else value
