"""Simulated boxes: a journal in memory, hands that follow from the partida's number, and the real sender."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.tournament.terms import Mantxa
from firmware.joined.membership import Membership
from firmware.joined.sender import Sender
from firmware.joined.wire import RefusedError, UnreachableError, Wire
from tests.desk.matches import PARTS, told_of

TARGET, MANTXAK = 40, 2
HANDS = PARTS
"""Karta aldiak of a simulated mantxa."""
CALL = json.dumps({"v": 2, "event": "call-made", "call": "NS envido 2"})
READING = "x" * 2600
"""About as much as a reading's event has."""
REASON = "y" * 350
"""With it a match's line has about as much as one of a karta aldia."""


def result(partida: int) -> tuple[Mantxa, ...]:
    """How a partida ends, in whatever hands: it follows from its number."""
    chance = Random(f"partida {partida}")
    mantxak: list[Mantxa] = []
    while MANTXAK not in (sum(a > b for a, b in mantxak), sum(b > a for a, b in mantxak)):
        less = chance.randrange(TARGET)
        mantxak.append((TARGET, less) if chance.random() < 0.5 else (less, TARGET))
    return tuple(mantxak)


@dataclass
class SimulatedBox:
    """A box without cards: what it keeps is kept, and what it is told it plays."""

    number: int
    journal: list[str] = field(default_factory=list)
    member: Membership | None = None
    partida: int | None = None
    hands: int = 0
    confirmed: int = 0
    base: int = 0
    seat: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def needed(self) -> int:
        """How many karta aldiak the partida in play takes."""
        return HANDS * len(result(self.partida)) if self.partida else 0

    @property
    def over(self) -> bool:
        """Whether the partida in play is."""
        return self.partida is not None and self.hands == self.needed

    def play(self) -> bool:
        """The next thing that happens at the table; False where nothing is to be played."""
        with self._lock:
            if self.partida is None or self.confirmed == 2:
                return False
            if self.over:
                self._keep({"confirmed": self.confirmed})
                return True
            for _ in range(8):
                self.journal.append(CALL)
            self._keep({"hand": self.hands + 1, "reading": READING})
            return True

    def events(self, after: int, most: int) -> Sequence[str]:
        with self._lock:
            return self.journal[self.base + after : self.base + after + most]

    def told(self) -> Mapping[str, Any] | None:
        with self._lock:
            if self.partida is None:
                return None
            played = result(self.partida)[: self.hands // HANDS]
            return {
                "partida": self.partida,
                "mantxak": [list(mantxa) for mantxa in played],
                "score": [0, 0],
                "over": self.over,
                "confirmed": list(range(self.confirmed)),
                **told_of(result(self.partida), MANTXAK, self.hands, REASON),
            }

    def taken_over(self, seat: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """No result is taken back here."""
        return None

    def joined(self, table: int, events: Sequence[str], **_: bool) -> tuple[int, int]:
        with self._lock:
            for text in events[len(self.journal) :]:
                self._keep(json.loads(text), text)
            self.base = len(events)
            return 0, self.base

    def shut_out(self) -> bool:
        raise AssertionError(f"table {self.number} was shut out")

    def seated(self, seat: Mapping[str, Any] | None) -> None:
        with self._lock:
            self.seat = seat
            if seat and not seat["confirmed"] and seat["partida"] != self.partida:
                self._keep({"begins": seat["partida"]})

    def call(self) -> Mapping[str, Any] | None:
        """Nobody calls the judge here."""
        return None

    def called(self, sent: Mapping[str, Any] | None, stands: str | None) -> None:
        """Nothing comes of it."""

    def _keep(self, event: Mapping[str, Any], text: str | None = None) -> None:
        self.journal.append(text or json.dumps(event))
        if "begins" in event:
            self.partida, self.hands, self.confirmed = event["begins"], 0, 0
        elif "hand" in event:
            self.hands = event["hand"]
        elif "confirmed" in event:
            self.confirmed = event["confirmed"] + 1

    def sender(self, wire: Wire, joining: Mapping[str, Any]) -> Sender:
        """What sends it; the box remembers how it joined."""
        return Sender(wire, self, self.member, joining, self._remember)

    def _remember(self, member: Membership) -> None:
        self.member = member


class FaultyWire(Wire):
    """A way on which requests are cut, answers are lost, and requests come twice and late, by chance."""

    def __init__(self, address: str, chance: Random, faults: float) -> None:
        super().__init__(address, 20.0)
        self._chance, self._faults = chance, faults
        self._late: list[tuple[str, dict[str, Any], str | None]] = []

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        if self._late and self._chance.random() < 0.3:
            with suppress(UnreachableError, RefusedError):
                super().post(*self._late.pop())
        kind = self._chance.random() / self._faults if self._faults else 9.0
        if kind < 0.25:
            raise UnreachableError("cut before it was sent")
        if kind < 0.5 and path.endswith("events"):
            self._late.append((path, body, key))
            raise UnreachableError("it comes late")
        answer = super().post(path, body, key)
        if kind < 0.75 and path.endswith("events"):
            answer = super().post(path, body, key)
        elif kind < 1.0:
            self.close()
            raise UnreachableError("the answer was lost after the commit")
        return answer
