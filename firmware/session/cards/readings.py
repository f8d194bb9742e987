"""Readings kept as JSON, and read back into the values that the camera's reader gave."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.session.corrections import exchanged
from vision.reading import Alternative, Doubt, Hypothesis, ReadCard, Strange, TableReading, quad
from words import as_json


def to_json(reading: TableReading) -> dict[str, Any]:
    """The reading as `hamarreko read` prints it, its hypotheses where it is not complete, and what its doubts say."""
    data = reading.to_json()
    for doubt, kept in zip(reading.doubts, data["doubts"], strict=True):
        kept["said"] = as_json.to_json(doubt.text)
    if not reading.complete and reading.hypotheses:
        data["hypotheses"] = [
            {"p": one.p, "cards": " ".join(str(card) for card in one.cards)} for one in reading.hypotheses
        ]
    return data


def seated(reading: TableReading, seats: Collection[Seat]) -> TableReading:
    """The reading with its hands at the seats of those who play.

    Two sit opposite each other, on whatever sides of the picture; whoever faces the seat of one of them is the other.
    """
    if len(seats) == len(Seat):
        return reading
    one, other = seats
    return exchanged(reading, {one.partner: other, other.partner: one})


def from_json(data: Mapping[str, Any]) -> TableReading:
    """The reading that `to_json` or `TableReading.to_json` wrote. ValueError where it is none."""
    try:
        complete = bool(data["complete"])
        return TableReading(
            image=str(data["image"]),
            complete=complete,
            cards=tuple(
                ReadCard(Card.parse(c["card"]), float(c["confidence"]), _seat(c["seat"]), quad(c["quad"]))
                for c in data["cards"]
            ),
            doubts=tuple(
                Doubt(
                    d["kind"],
                    as_json.from_json(d["said"]) if "said" in d else Sentence.plain(str(d["text"])),
                    _seat(d["seat"]),
                    d["card"],
                    tuple(Alternative(Card.parse(a["card"]), float(a["p"])) for a in d["alternatives"]),
                    d.get("suit_only") is True,
                )
                for d in data["doubts"]
            ),
            strange=tuple(Strange(str(s["kind"]), quad(s["quad"])) for s in data.get("strange", ())),
            ms=dict(data.get("ms", {})),
            scorable=bool(data.get("scorable", complete)),
            hypotheses=tuple(
                Hypothesis(float(one["p"]), tuple(map(Card.parse, one["cards"].split())))
                for one in data.get("hypotheses", ())
            ),
        )
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"no reading: {error!r}") from error


def _seat(value: Any) -> Seat | None:
    return None if value is None else Seat.parse(value)
