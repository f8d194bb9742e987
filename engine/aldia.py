"""The rounds of a karta aldia: whose turn, what is legal, what was marked at once.

It is the bidding that `engine.deal.karta_aldia.KartaAldia` drives, once the mus is cut.

    aldia = Aldia.start(book, esku=Seat.S, score={Team.NS: 12, Team.EW: 20})
    aldia = aldia.call(Call.parse("NS envido 2"))      # handia
    aldia.to_answer                                    # Team.EW
    aldia.legal_calls()                                # EW iduki, EW tira, EW gehiago n, EW hordago
    aldia = aldia.call(Call.parse("EW tira"))          # NS marks 1 at once; the next round is open
    aldia.round                                        # Round.TXIKIA
    aldia = aldia.pass_round()                         # nobody bids
    aldia = aldia.finish()                             # the rest was passed: the cards may be shown

Every state is immutable and is the fold of its calls: undo is to fold again without the last one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce

from engine.bidding import Bidding, Ending, LegalCall, Outcome
from engine.calls import Action, Call
from engine.errors import CallError
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team, playing_order
from engine.tally import Tally, When, Why


@dataclass(frozen=True, slots=True)
class Aldia:
    """The state of one karta aldia's bidding. `start` makes the first one; `call` and `pass_round` the next.

    `seats` are in playing order from the esku. `pareak` and `jokoa` are the seats that said yes; None while that
    is not known, when any seat may bid and the fourth round is `Round.FOURTH`.
    `round` is the round in progress, None once the bidding is over: all rounds played, the target reached by a
    refused bid (`winner`), or a hordago accepted (`hordago`).
    """

    book: RuleBook
    seats: tuple[Seat, ...]
    pareak: frozenset[Seat] | None
    jokoa: frozenset[Seat] | None
    tally: Tally
    round: Round | None
    bidding: Bidding
    past: tuple[tuple[Round, Bidding], ...] = ()

    @staticmethod
    def start(
        book: RuleBook,
        esku: Seat,
        score: Mapping[Team, int],
        seats: Collection[Seat] = tuple(Seat),
        pareak: Collection[Seat] | None = None,
        jokoa: Collection[Seat] | None = None,
    ) -> Aldia:
        """Before the first call, at handia. `score` is in tantos, as it stood before this karta aldia."""
        order = playing_order(esku, seats)
        return Aldia(
            book,
            order,
            None if pareak is None else frozenset(pareak),
            None if jokoa is None else frozenset(jokoa),
            Tally(score[Team.NS], score[Team.EW], book.target),
            Round.HANDIA,
            Bidding(frozenset(order), book.minimum_bid),
        )

    @property
    def fourth(self) -> Round:
        """The name of the fourth round: jokoa if any seat said yes, puntua if none did."""
        if self.jokoa is None:
            return Round.FOURTH
        return Round.JOKOA if self.jokoa else Round.PUNTUA

    @property
    def over(self) -> bool:
        """Whether the bidding is over and no further call is possible."""
        return self.round is None

    @property
    def to_answer(self) -> Team | None:
        """The team that has to answer a bid, if one waits."""
        return self.bidding.to_answer

    @property
    def score(self) -> dict[Team, int]:
        """Tantos, with what was marked for refused bids so far."""
        return self.tally.score

    @property
    def winner(self) -> Team | None:
        """The team that a refused bid brought to the target, if one did."""
        return self.tally.winner

    @property
    def hordago(self) -> Round | None:
        """The round in which a hordago was accepted, if one was: its winner wins the game."""
        for round, bidding in self.past[-1:]:
            if bidding.outcome and bidding.outcome.ending is Ending.HORDAGO:
                return round
        return None

    @property
    def outcomes(self) -> dict[Round, Outcome]:
        """What came of every round that is closed."""
        return {round: bidding.outcome for round, bidding in self.past if bidding.outcome}

    @property
    def calls(self) -> dict[Round, tuple[Call, ...]]:
        """The calls of every round that has any, in the order in which they were made."""
        played = self.past if self.round is None else (*self.past, (self.round, self.bidding))
        return {round: bidding.calls for round, bidding in played if bidding.calls}

    def legal_calls(self) -> tuple[LegalCall, ...]:
        """Every kind of call that is legal now; none once the bidding is over."""
        return () if self.round is None else self.bidding.legal_calls()

    def call(self, call: Call, round: Round | None = None) -> Aldia:
        """The state after `call`, made in `round` (left out: the round in progress).

        A later round than the one in progress opens that round; those between were passed. CallError where the
        call is not legal, with the reason and what would be legal. A pass too many does no harm.
        """
        if isinstance(call.speaker, Seat) and call.speaker not in self.seats:
            raise CallError(f"'{call}': nobody sits at {call.speaker.value}")
        if call.action is Action.PASO and self._passed_already(round):
            return self
        try:
            state = self if round is None else self.open(round)
        except CallError as error:
            raise CallError(f"'{call}': {error}") from None
        if state.round is None:
            raise CallError(f"'{call}': {state._why_over()}")
        try:
            return state._moved_to(state.bidding.apply(call))
        except CallError as error:
            raise CallError(f"{state.round.value}: {error}") from None

    def play(self, round: Round, calls: tuple[Call, ...]) -> Aldia:
        """The state after all of `calls`, made in `round` one after the other: the same as `call` for each of them."""
        if not calls:
            return self
        try:
            state = self.open(round)
            seated = all(isinstance(call.speaker, Team) or call.speaker in self.seats for call in calls)
            if seated and not state.bidding.calls:
                return state._moved_to(_bid(state.bidding.seats, state.bidding.minimum, calls))
        except CallError:
            pass  # one by one, to say where; or for a pass too many
        return reduce(lambda state, call: state.call(call, round), calls, self)

    def open(self, round: Round) -> Aldia:
        """With `round` in progress; the rounds up to it were passed.

        CallError where it is over already, where the fourth round is not the one named, or where a bid still waits
        (in a rule book after federacion 57 that bid is refused).
        """
        state = self
        while state.round and state.round.number < round.number:
            state = state.pass_round()
        if state.round is None:
            raise CallError(f"{round.value} cannot be played: {state._why_over()}")
        if state.round.number > round.number:
            raise CallError(f"{round.value} is closed: {state.round.value} is in progress")
        if state.round is not round and state.round is not Round.FOURTH:
            said = "somebody" if state.jokoa else "nobody"
            raise CallError(f"the fourth round is {state.round.value}, not {round.value}: {said} has said jokoa")
        return state

    def pass_round(self) -> Aldia:
        """With the round in progress closed as passed, and the next one open.

        CallError where a bid waits for its answer (in a rule book after federacion 57 that bid is refused instead,
        where there is a next round), and once the bidding is over.
        """
        if self.round is None:
            raise CallError(self._why_over())
        bidding = self.bidding
        if bidding.to_answer:
            if self.book.unanswered == "error" or self.round.number == 4:
                raise CallError(self._waiting())
            return self._moved_to(bidding.apply(Call(bidding.to_answer, Action.TIRA)))
        return self._moved_to(bidding.closed() if bidding.calls else _passed(bidding.seats, bidding.minimum))

    def void_hordago(self) -> Aldia:
        """With the accepted hordago void: the team that said it marks 1 (negada) at once, and the next round is open.

        CallError where no hordago was accepted.
        """
        if not self.hordago:
            raise CallError("no hordago was accepted")
        *past, (round, bidding) = self.past
        return self._copy(self.tally, round, bidding, tuple(past))._moved_to(bidding.voided())

    def finish(self) -> Aldia:
        """With all that is left passed, so that the cards may be shown. CallError where a bid waits for its answer."""
        self.check_answered()
        state = self
        while state.round:
            state = state.pass_round()
        return state

    def check_answered(self) -> None:
        """CallError where a bid waits for its answer."""
        if self.to_answer:
            raise CallError(self._waiting())

    def said_in(self, round: Round) -> tuple[Call, ...]:
        """The calls that were made in `round` so far."""
        if self.round is round:
            return self.bidding.calls
        return next((bidding.calls for played, bidding in reversed(self.past) if played is round), ())

    def _moved_to(self, bidding: Bidding) -> Aldia:
        """The state with `bidding` in this round; the next round is opened where it is closed."""
        if self.round is None or bidding.outcome is None:
            return self._copy(self.tally, self.round, bidding, self.past)
        outcome, tally = bidding.outcome, self.tally
        if outcome.taken_by:
            why = Why.TIRA if outcome.ending is Ending.TIRA else Why.NEGADA
            tally = tally.mark(self.round, outcome.taken_by, outcome.tantos, why, When.CALL)
        past = (*self.past, (self.round, bidding))
        if outcome.ending is Ending.HORDAGO or tally.winner or self.round.number == 4:
            return self._copy(tally, None, bidding, past)
        if self.round is Round.HANDIA:
            return self._copy(tally, Round.TXIKIA, self._fresh(None), past)
        if self.round is Round.TXIKIA:
            return self._copy(tally, Round.PAREAK, self._fresh(self.pareak), past)
        return self._copy(tally, self.fourth, self._fresh(self.jokoa or None), past)

    def _fresh(self, seats: frozenset[Seat] | None) -> Bidding:
        return _bid(frozenset(self.seats) if seats is None else seats, self.book.minimum_bid, ())

    def _copy(
        self, tally: Tally, round: Round | None, bidding: Bidding, past: tuple[tuple[Round, Bidding], ...]
    ) -> Aldia:
        return Aldia(self.book, self.seats, self.pareak, self.jokoa, tally, round, bidding, past)

    def _passed_already(self, round: Round | None) -> bool:
        """Whether `round` has just been closed because everybody passed."""
        if round is None or not self.past:
            return False
        last, bidding = self.past[-1]
        return last is round and bidding.outcome == Outcome(Ending.PASO)

    def _waiting(self) -> str:
        name = self.round.value if self.round else ""
        return f"{name}: the bid '{self.bidding.calls[-1]}' has no answer{self.bidding.legal_text()}"

    def _why_over(self) -> str:
        if self.hordago:
            return f"the hordago of {self.hordago.value} was accepted, and the cards are shown"
        if self.winner:
            last = self.past[-1][0].value
            return f"the game was over: {self.winner.value} reached {self.book.target} with the refused bid of {last}"
        return "all rounds are closed, and the cards are shown"


@lru_cache(maxsize=4096)
def _bid(seats: frozenset[Seat], minimum: int, calls: tuple[Call, ...]) -> Bidding:
    """A round's bidding after `calls`. Kept, because the same few calls make most rounds."""
    return reduce(Bidding.apply, calls, Bidding(seats, minimum))


@lru_cache(maxsize=256)
def _passed(seats: frozenset[Seat], minimum: int) -> Bidding:
    return Bidding(seats, minimum).closed()
