"""What came of a round's bidding."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.calls import Call
from engine.seats import Team


class Ending(Enum):
    """How the bidding of a round came to its end."""

    __hash__ = object.__hash__  # members are single: an enum's own hash, of its name, is slow

    PASO = "paso"
    """Nobody bid."""
    TIRA = "tira"
    """The last bid was refused."""
    IDUKI = "iduki"
    """The last bid was accepted."""
    HORDAGO = "hordago"
    """A hordago was accepted."""
    VOID = "void"
    """A hordago was accepted that the law does not let count: it ends as if it had been refused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a round's bidding.

    `tantos`: refused or void, what the bidder marks at once; accepted, what the round's winner marks at the showdown;
    otherwise 0. `bidder`: the team whose bid was answered, None where nobody bid. `bids` are the bids that count, in
    their order, and `answer` the call that answered the last one, None where nobody said it. `taken_by` is the team
    that has won the round whatever the cards are, because its bid was refused; None without one.
    """

    ending: Ending
    tantos: int = 0
    bidder: Team | None = None
    bids: tuple[Call, ...] = field(default=(), compare=False)
    answer: Call | None = field(default=None, compare=False)
    taken_by: Team | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        refused = self.ending is Ending.TIRA or self.ending is Ending.VOID
        object.__setattr__(self, "taken_by", self.bidder if refused else None)
