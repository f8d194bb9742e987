"""What two machines read and marked, compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NEAR = 0.01
"""How far a confidence may be from what it is elsewhere."""

_SAID = {"image", "complete", "scorable", "cards", "doubts", "strange"}


@dataclass(frozen=True, slots=True)
class Compared:
    """How far the readings of the same pictures are from each other.

    `complete`: pictures that both call complete. `confidence`: the most by which a card's differs; `corner`: the most
    pixels by which one of its corners does. `differences`: a sentence for each thing that must not differ.
    """

    pictures: int
    cards: int
    complete: int
    confidence: float
    corner: float
    differences: tuple[str, ...]


def compare(here: Sequence[str], there: Sequence[str]) -> Compared:
    """Lines of `hamarreko read --json` from here and from there. ValueError where one of them is none."""
    first, second = ([_reading(line) for line in lines] for lines in (here, there))
    wrong: list[str] = []
    if len(first) != len(second):
        wrong.append(f"{len(first)} readings here, {len(second)} there")
    cards = complete = 0
    confidence = corner = 0.0
    for one, other in zip(first, second, strict=False):
        name = one["image"]
        complete += one["complete"] is other["complete"] is True
        wrong += [f"{name}: {what}" for what in _apart(one, other)]
        for card, same in _paired(one["cards"], other["cards"]):
            cards += 1
            apart = abs(card["confidence"] - same["confidence"])
            if apart > NEAR:
                wrong.append(
                    f"{name}: {card['card']} has {card['confidence']:.4f} here, {same['confidence']:.4f} there"
                )
            confidence = max(confidence, apart)
            corner = max(corner, _corner(card["quad"], same["quad"]))
    return Compared(min(len(first), len(second)), cards, complete, confidence, corner, tuple(wrong))


def scores(here: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    """A sentence for each line of `hamarreko score` that differs: there is nothing in them that may."""
    wrong = [f"{len(here)} results here, {len(there)} there"] if len(here) != len(there) else []
    for number, (one, other) in enumerate(zip(here, there, strict=False), 1):
        if one != other:
            wrong.append(f"record {number}: {one} here, {other} there")
    return tuple(wrong)


def _reading(line: str) -> Mapping[str, Any]:
    reading = json.loads(line)
    if not isinstance(reading, dict) or not reading.keys() >= _SAID:
        raise ValueError(f"no reading: {line[:200]}")
    return reading


def _apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterable[str]:
    """What differs of two readings of one picture, but for confidences and corners."""
    sides = (one, other)
    looked: dict[str, list[object]] = {
        "picture": [side["image"] for side in sides],
        "complete": [side["complete"] for side in sides],
        "scorable": [side["scorable"] for side in sides],
        "cards with seats": [sorted(_seated(card) for card in side["cards"]) for side in sides],
        "doubts": [sorted((doubt["kind"], doubt["seat"] or "") for doubt in side["doubts"]) for side in sides],
        "strange things": [sorted(thing["kind"] for thing in side["strange"]) for side in sides],
    }
    for what, (here, there) in looked.items():
        if here != there:
            yield f"{what}: {here} here, {there} there"


def _seated(card: Mapping[str, Any]) -> tuple[str, str]:
    return card["card"], card["seat"] or ""


def _paired(
    one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]
) -> Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The same cards of both. A card that was seen twice goes with that one of them that lies nearest."""
    left = list(other)
    for card in one:
        alike = [same for same in left if _seated(same) == _seated(card)]
        if alike:
            nearest = min(alike, key=lambda same: _corner(card["quad"], same["quad"]))
            left.remove(nearest)
            yield card, nearest


def _corner(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> float:
    """The farthest way of a corner, for that order of the corners in which it is the least."""
    turned = (list(other[start:]) + list(other[:start]) for start in range(4))
    return min(
        max(max(abs(a - b) for a, b in zip(p, q, strict=True)) for p, q in zip(one, each, strict=True))
        for each in turned
    )
