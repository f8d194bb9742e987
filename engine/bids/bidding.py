"""The bidding of one round: who may say what, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.bids.outcome import Ending, Outcome
from engine.calls import Action, Call, Manner
from engine.errors import CallError
from engine.rules import RuleBook
from engine.seats import EW, NS, Seat, Team
from engine.sentences import Sentence

# members by names of their own: Python 3.11 looks long for one in its class
_AS_PASO, _AS_TIRA, _AS_IDUKI, _AS_HORDAGO, _AS_VOID = Ending
_PASO, _ENVIDO, _GEHIAGO, _HORDAGO, _IDUKI, _KANTA, _TIRA, _AUKERA = Action
_PAIR = Manner.PAIR


@dataclass(frozen=True, slots=True)
class LegalCall:
    """A kind of call that a team may make now.

    `minimum` is the least number of tantos where it takes a number, and `maximum` the most where there is one.
    """

    team: Team
    action: Action
    minimum: int | None = None
    maximum: int | None = None

    def __str__(self) -> str:
        said = f"{self.team.value} {self.action.value}"
        if self.minimum is None:
            return said
        return f"{said} {self.minimum}" if self.minimum == self.maximum else f"{said} n (n at least {self.minimum})"


class Bidding(NamedTuple):
    """The bidding of one round as it stands; `apply` gives the next state, so undo is keeping the one before.

    Made of `seats` and `book` alone it stands before the first call. `seats` are those that play the round: all of
    them, or in pareak and jokoa those that said they have it; only they speak in it, or their teams.
    `agreed` is what had been bid before the bid that waits, which is `raised` more, or a hordago; `bidder` is whose bid
    waits, None while nobody has bid. `bids` are the bids that count so far. `rival` is what the bidder's partner bid at
    the same time, while the other team has not chosen.
    """

    seats: frozenset[Seat]
    book: RuleBook
    calls: tuple[Call, ...] = ()
    agreed: int = 0
    raised: int = 0
    hordago: bool = False
    bidder: Team | None = None
    outcome: Outcome | None = None
    bids: tuple[Call, ...] = ()
    rival: Call | None = None

    @property
    def can_bid(self) -> bool:
        """Whether bids are possible: only where both teams have a seat that plays the round."""
        return _both_teams(self.seats)

    @property
    def to_answer(self) -> Team | None:
        """The team that has to answer a bid, if one waits."""
        return self.bidder.other if self.bidder and not self.outcome else None

    @property
    def answered(self) -> bool:
        """Whether a bid has been answered: with a raise, or by what closed the round."""
        return self.agreed > 0 or (self.outcome is not None and self.outcome.answer is not None)

    def legal_calls(self) -> tuple[LegalCall, ...]:
        """Every kind of call that a team may make now; none where the round is closed.

        What a partner may say at once with its partner, or to put that right, is not among them.
        """
        if self.outcome:
            return ()
        team = self.to_answer
        if team and self.rival:
            choices = (
                LegalCall(team, _AUKERA, bid.amount, bid.amount) if bid.amount else LegalCall(team, _KANTA)
                for bid in (self.bids[-1], self.rival)
            )
            return *choices, LegalCall(team, _TIRA)
        if team and self.hordago:
            return tuple(LegalCall(team, action) for action in (_IDUKI, _KANTA, _TIRA))
        if team:
            return (
                LegalCall(team, _IDUKI),
                LegalCall(team, _TIRA),
                LegalCall(team, _GEHIAGO, 1),
                LegalCall(team, _HORDAGO),
            )
        passes = tuple(LegalCall(team, _PASO) for team in Team)
        if not self.can_bid:
            return passes
        bids = ((_ENVIDO, self.book.minimum_bid), (_HORDAGO, None))
        free = [team for team in Team if not self._bound(team)]
        return passes + tuple(LegalCall(team, action, least) for action, least in bids for team in free)

    def apply(self, call: Call) -> Bidding:
        """The state after `call`. CallError, with what would be legal, where it may not be made."""
        why_not = self._objection(call)
        if why_not:
            raise CallError(self.with_legal(Sentence("'{call}': {what}", call=call, what=why_not)))
        action, calls = call.action, (*self.calls, call)
        if self.outcome:
            return self._put_right(call)
        if action is _PASO:
            passed = self._replace(calls=calls)
            return passed.closed() if passed._all_passed() else passed
        if action.bids:
            if self.bidder is call.team:
                return self._replace(calls=calls, rival=call)
            return self._bid(call, self.agreed + self.raised, (*self.bids, call))
        if self.rival and action is not _TIRA:
            chosen = next(bid for bid in (self.bids[-1], self.rival) if _chooses(call, bid))
            bid = self._bid(chosen, self.agreed, (*self.bids[:-1], chosen))._replace(calls=self.calls)
            return bid.apply(call) if action is _KANTA else bid._replace(calls=calls)
        if action is _TIRA:
            outcome = self._refused(call)
        else:
            ending, tantos = (_AS_HORDAGO, 0) if self.hordago else (_AS_IDUKI, self.agreed + self.raised)
            outcome = Outcome(ending, tantos, self.bidder, self.bids, call)
        return self._replace(calls=calls, outcome=outcome)

    def closed(self) -> Bidding:
        """The round closed without a further call: passed if nobody has bid, else the waiting bid is refused.

        Whether a waiting bid may be refused like that is the rule book's to say (federacion 57).
        """
        if self.outcome:
            return self
        return self._replace(outcome=self._refused(None) if self.bidder else Outcome(_AS_PASO))

    def voided(self) -> Bidding:
        """The round with its accepted hordago void: nothing was bid, and whose hordago it was marks 1 at once."""
        return self._replace(outcome=Outcome(_AS_VOID, 1, self.bidder, self.bids))

    def puts_right(self, call: Call) -> bool:
        """Whether `call` is the partner's word on the answer that closed the round, where the book hears it.

        By nabo 10 only if the answer was said "ene gatik"; by federacion 40, 42 and 43 each player speaks for itself,
        and where the answer binds both all the same, the word changes nothing. A first bid is no such word: it opens
        the next round.
        """
        answer = self.outcome and self.outcome.answer
        if not answer or answer is not self.calls[-1] or not isinstance(answer.speaker, Seat):
            return False
        if call.speaker is not answer.speaker.partner or call.action is _PASO or call.action is _ENVIDO:
            return False
        heard = self.book.answers == "own" or (self.book.answers == "ene-gatik" and answer.manner is Manner.OWN)
        return heard and not self.calls[-2].action.answers

    def _put_right(self, call: Call) -> Bidding:
        """With the partner's word on the answer that closed the round: which of the two counts.

        By federacion 43 a plural said first, by 42 a plural, else whoever accepts, and by 40 a raise over both.
        """
        answer = self.calls[-1]
        stands = self.book.answers == "own" and (
            answer.manner is _PAIR or (answer.action is not _TIRA and call.action.answers and call.manner is not _PAIR)
        )
        return self._replace(calls=(*self.calls, call)) if stands else self._unanswered().apply(call)

    def _unanswered(self) -> Bidding:
        return self._replace(outcome=None)

    def _bid(self, call: Call, agreed: int, bids: tuple[Call, ...]) -> Bidding:
        """With `call` as the bid that waits, and `agreed` tantos before it."""
        return self._replace(
            calls=(*self.calls, call),
            agreed=agreed,
            raised=call.amount or 0,
            hordago=call.action is _HORDAGO,
            bidder=call.team,
            outcome=None,
            bids=bids,
            rival=None,
        )

    def _refused(self, answer: Call | None) -> Outcome:
        return Outcome(_AS_TIRA, self.agreed or 1, self.bidder, self.bids, answer)

    def _objection(self, call: Call) -> Sentence | None:
        """Why `call` may not be made now; None where it may."""
        action, bidder = call.action, self.bidder
        if self.outcome:
            return self._unanswered()._objection(call) if self.puts_right(call) else Sentence("the round is closed")
        if action is _PASO:
            if bidder is None:
                return None
            return Sentence("a bid waits for its answer, and only iduki, tira or a raise answers it")
        if bidder is None:
            return self._objection_to_first(call)
        own = call.team is bidder
        if own and self._bids_at_once(call):
            return None
        if own and action is not _ENVIDO:
            return Sentence("the bid that waits is {team}'s own", team=bidder)
        if self.rival and not own:
            return self._objection_to_choice(call)
        if action is _AUKERA:
            return Sentence("nothing is chosen where one bid waits")
        if action is _ENVIDO:
            return Sentence("a bid waits already: gehiago raises it")
        if self.hordago and (action is _GEHIAGO or action is _HORDAGO):
            return Sentence("nothing goes above a hordago")
        if action is _KANTA and not self.hordago:
            return Sentence("kanta accepts a hordago, and none waits")
        return None

    def _objection_to_first(self, call: Call) -> Sentence | None:
        if call.action is not _ENVIDO and call.action is not _HORDAGO:
            return Sentence("nothing has been bid")
        if not self.can_bid:
            return Sentence("nobody can bid where not both teams play the round")
        if call.action is _ENVIDO and (call.amount or 0) < self.book.minimum_bid:
            return Sentence("a first bid is at least {number}", number=self.book.minimum_bid)
        bound = self._bound(call.team)
        return Sentence("{team} has passed for both (federacion 43)", team=call.team) if bound else None

    def _bound(self, team: Team) -> bool:
        """Whether a plural has passed for both partners (federacion 43)."""
        return self.book.answers == "own" and any(call.manner is _PAIR and call.team is team for call in self.calls)

    def _bids_at_once(self, call: Call) -> bool:
        """Whether `call` is another bid that the bidder's partner makes at the same time (federacion 38)."""
        bid = self.bids[-1]
        if self.book.two_bids == "error" or self.rival:
            return False
        if self.calls[-1] is not bid or not isinstance(bid.speaker, Seat):
            return False
        legal = (_HORDAGO, _ENVIDO if len(self.bids) == 1 else _GEHIAGO)
        enough = call.action is not _ENVIDO or (call.amount or 0) >= self.book.minimum_bid
        differs = (call.action, call.amount) != (bid.action, bid.amount)
        return call.speaker is bid.speaker.partner and call.action in legal and enough and differs

    def _objection_to_choice(self, call: Call) -> Sentence | None:
        """The other team chooses one of two bids before it answers; a refusal is the same of both."""
        if call.action is _TIRA or any(_chooses(call, bid) for bid in (self.bids[-1], self.rival) if bid):
            return None
        return Sentence(
            "'{call}' and '{other}' were said at once, and one is chosen first (federacion 38)",
            call=self.bids[-1],
            other=self.rival,
        )

    def with_legal(self, what: Sentence) -> Sentence:
        """What is wrong, and what is legal now where anything is."""
        legal = self.legal_calls()
        if not legal:
            return what
        return Sentence("{what}; legal now: {legal}", what=what, legal=legal)

    def _all_passed(self) -> bool:
        """Whether every seat that plays has passed; a team's pass stands for one seat of it."""
        if not self.can_bid:
            return False
        silent, said = set(self.seats), dict.fromkeys(Team, 0)
        for call in self.calls:
            speaker, both = call.speaker, call.manner is _PAIR
            if isinstance(speaker, Team):
                said[speaker] += 2 if both else 1
            else:
                silent -= {speaker, speaker.partner} if both else {speaker}
        for seat in silent:
            said[seat.team] -= 1
        return min(said.values()) >= 0


def _chooses(call: Call, bid: Call) -> bool:
    """Whether `call` picks `bid` out of two: aukera by its number, kanta a hordago."""
    if call.action is _KANTA:
        return bid.action is _HORDAGO
    return call.action is _AUKERA and call.amount == bid.amount


@lru_cache(maxsize=16)
def _both_teams(seats: frozenset[Seat]) -> bool:
    return any(seat.team is NS for seat in seats) and any(seat.team is EW for seat in seats)
