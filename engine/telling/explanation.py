"""What every mark of a karta aldia is made of, as data, to be said in any language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.calls import Action, Call
from engine.cards import Card
from engine.hands import Pairs
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.tantos.result import JudgeCase, Ruling
from engine.tantos.tally import Mark


class Holding(NamedTuple):
    """What one seat holds in one round.

    - `cards`: the cards that make it, in the round's order (txikia from the lowest, else from the highest); in pareak
      only those of the pairs
    - `ranks`: in handia and txikia the ranks of `cards` as they count; in pareak that of the pairs, of dupleak the
      higher and the lower; in jokoa and puntua none
    - `pairs`: the kind of pairs, in pareak; `total`: the sum of the cards, in jokoa and puntua, else 0
    - `real31`: whether its jokoa is the one that beats every other 31
    """

    seat: Seat
    cards: tuple[Card, ...]
    ranks: tuple[int, ...] = ()
    pairs: Pairs = Pairs.NONE
    total: int = 0
    real31: bool = False


class Cause(Enum):
    """What a part of a mark is for that neither a bid nor a hand made; each is 1 tanto but what an article gives."""

    PASSED = "passed"
    """Handia or txikia, passed by all."""
    POINT = "point"
    """Puntua's own worth, also where the round is called jokoa because of a wrong announcement."""
    FIRST_BID = "first-bid"
    """A bid refused before which nothing had been bid."""
    PENALTY = "penalty"
    """What an article of the rule book gives; the mark's rulings name it."""


class FixedPart(NamedTuple):
    """`tantos` of a mark that the rules give."""

    tantos: int
    cause: Cause


class BidPart(NamedTuple):
    """`tantos` of a mark that were bid in one call."""

    tantos: int
    call: Call


class HandPart(NamedTuple):
    """`tantos` of a mark that one seat's hand is worth."""

    tantos: int
    holding: Holding


Part = FixedPart | BidPart | HandPart


class RoundBids(NamedTuple):
    """The bids of a round in their order, and the call that answered the last one.

    `answer` is None where nothing was bid, and where the next round was opened on a waiting bid (federacion 57).
    """

    calls: tuple[Call, ...]
    answer: Call | None

    @property
    def refused(self) -> bool:
        """Whether the last bid was refused, aloud or by opening the next round."""
        return bool(self.calls) and (self.answer is None or self.answer.action is Action.TIRA)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the bids bring, in tantos: all that were accepted, or those before the refused one, or 1."""
        counted = self.calls[:-1] if self.refused else self.calls
        parts = tuple(BidPart(call.amount or 0, call) for call in counted)
        return parts or (FixedPart(1, Cause.FIRST_BID),)


class Win(NamedTuple):
    """A round won by the cards.

    `over` is the other team's best hand, None where that team has none in this round. `tie`: both are equal, and
    the winner is the first in playing order from the esku.
    """

    winner: Holding
    over: Holding | None
    tie: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """One mark and what it is made of.

    - `parts`: their tantos are those of the mark and of what was cut
    - `cut`: the tantos that were not marked because the target was reached
    - `bids`: the round's bids where they count for the mark or decided the round, else None
    - `win`: how the cards won the round, at the showdown; None where a refusal or an article decided it
    - `ruling`: the penalty rule that was applied in this round, if one was
    """

    mark: Mark
    parts: tuple[Part, ...]
    cut: int = 0
    bids: RoundBids | None = None
    win: Win | None = None
    ruling: Ruling | None = None


class Hordago(NamedTuple):
    """The accepted hordago that won the game for `team`. `win` is how the cards won its round."""

    round: Round
    team: Team
    bids: RoundBids
    win: Win


class VoidBids(NamedTuple):
    """The calls of a round that count for nothing: an article voids them, or a hordago accepted later."""

    round: Round
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A karta aldia, explained: every mark in its order, and the hordago that ended the game.

    `rulings` are all that were applied, also those that brought no mark; `judge` is what the rule book leaves open.
    `wrong` is what was said against the cards, or dealt wrong; `void` are the bids that count for nothing. `too_late`
    are the rounds that would have brought something, had the game not been won before.
    """

    marks: tuple[Explained, ...]
    hordago: Hordago | None = None
    rulings: tuple[Ruling, ...] = ()
    judge: JudgeCase | None = None
    wrong: tuple[Sentence, ...] = ()
    void: tuple[VoidBids, ...] = ()
    too_late: tuple[Round, ...] = ()
