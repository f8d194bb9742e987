"""Sentences as JSON, so that they are said in any language after they were kept, or come from another process."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.calls import Call
from engine.cards import Card
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence

_READ: Final[Mapping[str, Callable[[Any], object]]] = {
    "seat": Seat,
    "team": Team,
    "round": Round,
    "card": Card.parse,
    "call": Call.parse,
    "sentence": lambda data: from_json(data),
    "several": lambda data: tuple(map(_read, data)),
}
"""What makes a value of what is written beside its kind; texts and numbers stand by themselves."""

_KIND: Final = re.compile(r"(?:[^{}]|\{\w+\})*")


def to_json(sentence: Sentence) -> dict[str, Any]:
    """The kind and the values of a sentence."""
    return {"kind": sentence.kind, "values": {name: _written(value) for name, value in sentence.values.items()}}


def from_json(data: Mapping[str, Any]) -> Sentence:
    """The sentence that `to_json` wrote. ValueError, KeyError or TypeError where it is none."""
    kind, values = data["kind"], data["values"]
    if not _KIND.fullmatch(kind):  # another process wrote it: a value is put in as it is, and nothing of it looked up
        raise ValueError(f"{kind!r} is no sentence")
    return Sentence(kind, **{name: _read(value) for name, value in values.items()})


def _written(value: object) -> object:
    match value:
        case Sentence():
            return {"sentence": to_json(value)}
        case tuple():
            return {"several": [_written(one) for one in value]}
        case Seat() | Team() | Round():
            return {type(value).__name__.lower(): value.value}
        case Card() | Call():
            return {type(value).__name__.lower(): str(value)}
        case int():
            return value
    return str(value)


def _read(value: Any) -> object:
    if not isinstance(value, Mapping):
        return value
    ((kind, data),) = value.items()
    return _READ[kind](data)
