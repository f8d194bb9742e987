"""What cannot happen at the table."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from engine.sentences import Sentence

E = TypeVar("E", bound=Enum)


class StateError(ValueError):
    """An event that cannot have happened in the state it stands in; it says why in a Sentence."""


def named(kind: type[E], value: str) -> E:
    """What an event names by its value. StateError where there is none of that kind."""
    try:
        return kind(value)
    except ValueError as error:
        raise StateError(Sentence.of(error)) from error
