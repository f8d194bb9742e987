"""What a reading of the table is: the cards with their seats, and every doubt about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four corners in the picture's pixels, clockwise in the picture."""


def quad(corners: Iterable[Iterable[float]]) -> Quad:
    """Four corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def rounded(corners: Quad) -> list[list[float]]:
    """Corners as JSON has them."""
    return [[round(x, 1), round(y, 1)] for x, y in corners]


DoubtKind = Literal["card", "count", "twice", "seat", "deck", "picture"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One card that a doubtful place may hold, with its probability."""

    card: Card
    p: float


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One named card: its confidence (0 to 1), its seat (None where it has none) and its corners."""

    card: Card
    confidence: float
    seat: Seat | None
    quad: Quad


@dataclass(frozen=True, slots=True)
class Strange:
    """A card-shaped thing that is none of the forty: a back, an 8, a 9, a joker."""

    kind: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing the reading is not sure of; `text` says it. `card` is an index into the reading's cards, or None."""

    kind: DoubtKind
    text: Sentence
    seat: Seat | None = None
    card: int | None = None
    alternatives: tuple[Alternative, ...] = ()
    suit_only: bool = False
    """The card's rank is certain, only its suit is in doubt: no mark hangs on it."""

    def to_json(self) -> dict[str, Any]:
        """The doubt as the command line prints it."""
        return {
            "kind": self.kind,
            "seat": self.seat.value if self.seat else None,
            "card": self.card,
            "text": self.text,
            "alternatives": [{"card": str(a.card), "p": round(a.p, 4)} for a in self.alternatives],
            **({"suit_only": True} if self.suit_only else {}),
        }


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which the table's cards may be named, in the order of the reading's cards, and its probability."""

    p: float
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TableReading:
    """All that one picture says.

    `complete` promises: these are the cards, score them without asking. `scorable` promises the ranks and the seats:
    no suit counts for a mark, so the marks are certain whatever was called. Where it is not scorable, `hypotheses`
    holds the likeliest ways of naming all cards, the likeliest first; what they lack to 1 may be anything.
    """

    image: str
    complete: bool
    cards: tuple[ReadCard, ...]
    doubts: tuple[Doubt, ...] = ()
    strange: tuple[Strange, ...] = ()
    ms: dict[str, float] = field(default_factory=dict)
    scorable: bool = False
    hypotheses: tuple[Hypothesis, ...] = ()

    def sureness(self) -> int:
        """How much it says: its cards that nobody needs to be asked about, less its doubts about anything else."""
        asked = {doubt.card for doubt in self.doubts if doubt.card is not None}
        others = sum(doubt.card is None for doubt in self.doubts)
        return len(self.cards) - len(asked) - others

    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        """The named cards by seat, in the order of `cards`; cards without a seat are left out."""
        hands: dict[Seat, tuple[Card, ...]] = {}
        for read in self.cards:
            if read.seat is not None:
                hands[read.seat] = (*hands.get(read.seat, ()), read.card)
        return hands

    def to_json(self) -> dict[str, Any]:
        """The reading as the command line prints it."""
        return {
            "image": self.image,
            "complete": self.complete,
            "scorable": self.scorable,
            "doubts": [doubt.to_json() for doubt in self.doubts],
            "strange": [{"kind": thing.kind, "quad": rounded(thing.quad)} for thing in self.strange],
            "cards": [
                {
                    "card": str(read.card),
                    "confidence": round(read.confidence, 4),
                    "seat": read.seat.value if read.seat else None,
                    "quad": rounded(read.quad),
                }
                for read in self.cards
            ],
            "ms": {stage: round(value, 1) for stage, value in self.ms.items()},
        }
