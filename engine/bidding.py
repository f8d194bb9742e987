"""The bidding of one round: who may say what, and what comes of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from engine.calls import Action, Call
from engine.errors import CallError
from engine.seats import Seat, Team


class Ending(Enum):
    """How the bidding of a round came to its end."""

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
    otherwise 0. `bidder`: the team whose bid was answered, None where nobody bid.
    """

    ending: Ending
    tantos: int = 0
    bidder: Team | None = None

    @property
    def taken_by(self) -> Team | None:
        """The team that has won the round whatever the cards are, because its bid was refused; None without one."""
        return self.bidder if self.ending in (Ending.TIRA, Ending.VOID) else None


@dataclass(frozen=True, slots=True)
class LegalCall:
    """A kind of call that a team may make now; `minimum` is the least number of tantos where it takes a number."""

    team: Team
    action: Action
    minimum: int | None = None

    def __str__(self) -> str:
        said = f"{self.team.value} {self.action.value}"
        return said if self.minimum is None else f"{said} n (n at least {self.minimum})"


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding of one round as it stands; `apply` gives the next state, so undo is keeping the one before.

    `seats` are those that play the round: all of them, or in pareak and jokoa those that said they have it. A call is
    its team's, also where a record names a seat that does not play: who said it aloud decides nothing.
    `minimum` is the least first bid in tantos. `agreed` is what had been bid before the bid that waits, which is
    `raised` more, or a hordago; `bidder` is whose bid waits, None while nobody has bid.
    """

    seats: frozenset[Seat]
    minimum: int = 2
    calls: tuple[Call, ...] = ()
    agreed: int = 0
    raised: int = 0
    hordago: bool = False
    bidder: Team | None = None
    outcome: Outcome | None = None

    @property
    def can_bid(self) -> bool:
        """Whether bids are possible: only where both teams have a seat that plays the round."""
        return _both_teams(self.seats)

    @property
    def to_answer(self) -> Team | None:
        """The team that has to answer a bid, if one waits."""
        return self.bidder.other if self.bidder and not self.outcome else None

    def legal_calls(self) -> tuple[LegalCall, ...]:
        """Every kind of call that is legal now; none where the round is closed."""
        if self.outcome:
            return ()
        team = self.to_answer
        if team and self.hordago:
            return tuple(LegalCall(team, action) for action in (Action.IDUKI, Action.KANTA, Action.TIRA))
        if team:
            return (
                LegalCall(team, Action.IDUKI),
                LegalCall(team, Action.TIRA),
                LegalCall(team, Action.GEHIAGO, 1),
                LegalCall(team, Action.HORDAGO),
            )
        passes = tuple(LegalCall(team, Action.PASO) for team in Team)
        if not self.can_bid:
            return passes
        bids = ((Action.ENVIDO, self.minimum), (Action.HORDAGO, None))
        return passes + tuple(LegalCall(team, action, least) for action, least in bids for team in Team)

    def apply(self, call: Call) -> Bidding:
        """The state after `call`. CallError, with what would be legal, where it may not be made."""
        why_not = self._objection(call)
        if why_not:
            raise CallError(f"'{call}': {why_not}{self.legal_text()}")
        action = call.action
        if action is Action.PASO:
            passed = self._with(call, 0, 0, False, None, None)
            return passed.closed() if passed._all_passed() else passed
        if action is Action.ENVIDO:
            return self._with(call, 0, call.amount or 0, False, call.team, None)
        if action is Action.GEHIAGO:
            return self._with(call, self.agreed + self.raised, call.amount or 0, False, call.team, None)
        if action is Action.HORDAGO:
            return self._with(call, self.agreed + self.raised, 0, True, call.team, None)
        if action is Action.TIRA:
            outcome = self._refused()
        elif self.hordago:
            outcome = Outcome(Ending.HORDAGO, 0, self.bidder)
        else:
            outcome = Outcome(Ending.IDUKI, self.agreed + self.raised, self.bidder)
        return self._with(call, self.agreed, self.raised, self.hordago, self.bidder, outcome)

    def closed(self) -> Bidding:
        """The round closed without a further call: passed if nobody has bid, else the waiting bid is refused.

        Whether a waiting bid may be refused like that is the rule book's to say (federacion 57).
        """
        if self.outcome:
            return self
        return self._ended(self._refused() if self.bidder else Outcome(Ending.PASO))

    def voided(self) -> Bidding:
        """The round with its accepted hordago void: nothing was bid, and whose hordago it was marks 1 at once."""
        return self._ended(Outcome(Ending.VOID, 1, self.bidder))

    def _ended(self, outcome: Outcome) -> Bidding:
        return Bidding(
            self.seats, self.minimum, self.calls, self.agreed, self.raised, self.hordago, self.bidder, outcome
        )

    def _with(
        self, call: Call, agreed: int, raised: int, hordago: bool, bidder: Team | None, outcome: Outcome | None
    ) -> Bidding:
        return Bidding(self.seats, self.minimum, (*self.calls, call), agreed, raised, hordago, bidder, outcome)

    def _refused(self) -> Outcome:
        return Outcome(Ending.TIRA, self.agreed or 1, self.bidder)

    def _objection(self, call: Call) -> str | None:
        """Why `call` may not be made now; None where it may."""
        action, bidder = call.action, self.bidder
        if self.outcome:
            return "the round is closed"
        if action is Action.PASO:
            return "a bid waits for its answer, and only iduki, tira or a raise answers it" if bidder else None
        if bidder is None:
            if action is not Action.ENVIDO and action is not Action.HORDAGO:
                return "nothing has been bid"
            if not self.can_bid:
                return "nobody can bid where not both teams play the round"
            if action is Action.ENVIDO and (call.amount or 0) < self.minimum:
                return f"a first bid is at least {self.minimum}"
            return None
        if action is Action.ENVIDO:
            return "a bid waits already: gehiago raises it"
        if call.team is bidder:
            return f"the bid that waits is {bidder.value}'s own"
        if self.hordago and (action is Action.GEHIAGO or action is Action.HORDAGO):
            return "nothing goes above a hordago"
        if action is Action.KANTA and not self.hordago:
            return "kanta accepts a hordago, and none waits"
        return None

    def legal_text(self) -> str:
        """What is legal now, as the end of a message; empty where nothing is."""
        legal = self.legal_calls()
        return f"; legal now: {', '.join(map(str, legal))}" if legal else ""

    def _all_passed(self) -> bool:
        """Whether every seat that plays has passed; a team's pass stands for one seat of it."""
        if not self.can_bid:
            return False
        named = {call.speaker for call in self.calls if call.speaker in self.seats}
        for team in Team:
            silent = sum(seat.team is team and seat not in named for seat in self.seats)
            if silent > sum(call.speaker is team for call in self.calls):
                return False
        return True


def _both_teams(seats: Collection[Seat]) -> bool:
    return any(seat.team is Team.NS for seat in seats) and any(seat.team is Team.EW for seat in seats)
