"""A karta aldia of a match, as it was written down at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.calls import Call
from engine.cards import Card
from engine.equipos.jugada import Jugada
from engine.match.header import Header
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team


@dataclass(frozen=True, slots=True)
class Played:
    """A karta aldia, as it was written down at the table.

    `score` is what stood at the table before it, in tantos. All fields are named as a HandRecord's. `cards` is empty
    where nobody showed any: a refused bid had reached the target. `jugada` is whose packs were played in Mus por
    Equipos.
    """

    esku: Seat
    score: Mapping[Team, int]
    cards: Mapping[Seat, tuple[Card, ...]]
    calls: Mapping[Round, tuple[Call, ...]] = field(default_factory=dict)
    pareak: frozenset[Seat] | None = None
    jokoa: frozenset[Seat] | None = None
    found: Mapping[str, str] = field(default_factory=dict)
    hordago_shown: bool = False
    perete: frozenset[Seat] = frozenset()
    jugada: Jugada | None = None

    @staticmethod
    def of(record: HandRecord) -> Played:
        """The karta aldia of a hand record, without its rules."""
        return Played(*(getattr(record, one.name) for one in fields(Played)))

    def record(
        self, header: Header, book: RuleBook, score: Mapping[Team, int] | None = None, id: Any = None
    ) -> HandRecord:
        """It as a hand record under `book`, before it `score` in tantos (left out: what stood at the table)."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        if score is not None:
            told["score"] = score
        return HandRecord(header.rules, book, **told, options=header.options, id=id, packs=header.packs)
