"""Changed ends: everybody sits one seat on, and what was played is told of whoever sits there now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from engine.match.entries import Match
from engine.seats import Seat, Team

T = TypeVar("T")


def match_moved_on(match: Match) -> Match:
    """The match as those who have moved one seat on have played it."""
    return Match(moved_on(match.header), moved_on(match.entries))


def moved_on(value: T) -> T:
    """The same of whoever sits one seat on: who sat at N sits at W, and what N-S had is E-W's."""
    moved: T = _moved(value)
    return moved


def _moved(value: Any) -> Any:
    if isinstance(value, Seat):
        return value.next
    if isinstance(value, Team):
        return value.other
    if isinstance(value, Mapping):
        return {_moved(key): _moved(one) for key, one in value.items()}
    if isinstance(value, tuple):
        moved = map(_moved, value)
        return type(value)._make(moved) if hasattr(value, "_make") else tuple(moved)
    if isinstance(value, frozenset):
        return frozenset(map(_moved, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _moved(getattr(value, field.name)) for field in fields(value)})
    return value
