"""Explanations as plain data, which tests can compare piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from engine.calls import Call
from engine.cards import Card
from engine.hands import Pairs
from engine.tantos.result import JudgeCase, Ruling
from engine.telling.explanation import Explained, Explanation, HandPart, Holding, Hordago, RoundBids


def as_data(told: object) -> Any:
    """An explanation, or a piece of one, of texts, numbers, lists and dicts; without what a holding does not have."""
    if isinstance(told, Pairs):
        return told.name.lower()
    if isinstance(told, Enum):
        return told.value
    if isinstance(told, (Call, Card, str)):
        return str(told)
    if isinstance(told, tuple) and not hasattr(told, "_asdict"):
        return [as_data(one) for one in told]
    fields = _fields(told)
    return told if fields is None else {name: as_data(value) for name, value in fields.items()}


def _fields(told: object) -> Mapping[str, Any] | None:
    match told:
        case Holding(total=0):
            return {name: value for name, value in told._asdict().items() if value}
        case Holding():
            return {name: value for name, value in told._asdict().items() if value or name == "real31"}
        case RoundBids():
            return {"bids": told.calls, "answer": told.answer}
        case HandPart():
            return {"tantos": told.tantos} | _held(told.holding)
        case Explained():
            return told.mark._asdict() | {name: getattr(told, name) for name in told.__slots__ if name != "mark"}
        case Hordago():
            return {"round": told.round, "team": told.team, "bids": told.bids} | told.win._asdict()
        case Explanation() | JudgeCase() | Ruling():
            return {name: getattr(told, name) for name in told.__slots__}
        case tuple():
            return told._asdict()  # type: ignore[attr-defined,no-any-return]
    return None


def _held(holding: Holding) -> dict[str, Any]:
    return dict(_fields(holding) or {})
