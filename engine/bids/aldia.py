"""The rounds of a karta aldia: whose turn, what is legal, what was marked at once.

It is the bidding that `score` drives, and that `engine.deal.karta_aldia.KartaAldia` drives once the mus is cut.

    aldia = Aldia.start(book, esku=Seat.S, score={NS: 12, EW: 20})
    aldia = aldia.call(Call.parse("NS envido 2"))      # handia
    aldia.to_answer                                    # EW
    aldia.legal_calls()                                # EW iduki, EW tira, EW gehiago n, EW hordago
    aldia = aldia.call(Call.parse("EW tira"))          # NS marks 1 at once; the next round is open
    aldia.round                                        # TXIKIA
    aldia = aldia.pass_round()                         # nobody bids
    aldia = aldia.finish()                             # the rest was passed: the cards may be shown

Every state is immutable and is the fold of its calls: undo is to fold again without the last one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.bids.bidding import Bidding, LegalCall
from engine.bids.outcome import Ending, Outcome
from engine.calls import Action, Call
from engine.deal.mus import MUS_LAWS
from engine.errors import CallError
from engine.rounds import FOURTH, HANDIA, JOKOA, PAREAK, PUNTUA, TXIKIA, Round
from engine.rules import RuleBook
from engine.seats import EW, NS, Seat, Team, playing_order
from engine.sentences import Sentence
from engine.tantos.tally import Mark, Tally, When, Why

# members by names of their own: Python 3.11 looks long for one in its class
_TIRA, _HORDAGO = Ending.TIRA, Ending.HORDAGO
_FOR_TIRA, _FOR_NEGADA, _AT_CALL = Why.TIRA, Why.NEGADA, When.CALL


class Aldia(NamedTuple):
    """The state of one karta aldia's bidding. `start` makes the first one; `call` and `pass_round` the next.

    `seats` are in playing order from the esku. `pareak` and `jokoa` are the seats that said yes; None while that
    is not known, when any seat may bid and the fourth round is `FOURTH`.
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
        pareak: frozenset[Seat] | None = None,
        jokoa: frozenset[Seat] | None = None,
    ) -> Aldia:
        """Before the first call, at handia. `score` is in tantos, as it stood before this karta aldia."""
        order = playing_order(esku, seats)
        tally, bidding = Tally(score[NS], score[EW], book.target), Bidding(frozenset(order), book)
        return Aldia(book, order, pareak, jokoa, tally, HANDIA, bidding)

    @property
    def fourth(self) -> Round:
        """The name of the fourth round: jokoa if any seat said yes, puntua if none did."""
        if self.jokoa is None:
            return FOURTH
        return JOKOA if self.jokoa else PUNTUA

    @property
    def why_fourth(self) -> Sentence:
        """Why the fourth round is the one that it is, once it was asked."""
        return Sentence("somebody has said jokoa") if self.jokoa else Sentence("nobody has said jokoa")

    @property
    def over(self) -> bool:
        """Whether the bidding is over and no further call is possible."""
        return self.round is None

    @property
    def begun(self) -> bool:
        """Whether anything has been called, or a round been passed."""
        return bool(self.past or self.bidding.calls)

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
            if bidding.outcome and bidding.outcome.ending is _HORDAGO:
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

        A later round than the one in progress opens that round; those between were passed. The partner's word on the
        answer that has just closed a round may still put that right (nabo 10, federacion 40, 42). Where opening a round
        refuses a bid and that wins the game, the call is that refusal (federacion 57, 62). CallError where the call is
        not legal, with the reason and what would be legal. A pass too many does no harm, from who may pass.
        """
        if isinstance(call.speaker, Seat) and call.speaker not in self.seats:
            raise CallError(_of(call, Sentence("nobody sits at {seat}", seat=call.speaker)))
        if call.action is Action.PASO and self._passed_already(round):
            last, bidding = self.past[-1]
            self._check_speaker(call, last, bidding)
            return self
        won = None
        try:
            state = self._reopened() if self.puts_right(call, round) else self
            if round:
                state._check_opening(round, call)
                won = state._won_by_opening(round)
                state = won or state.open(round)
        except CallError as error:
            raise CallError(_of(call, error.sentence)) from None
        if round and won:
            won._applied(call, round, Bidding(frozenset(self.seats), self.book))
            return won
        if state.round is None:
            raise CallError(_of(call, state._why_over()))
        return state._moved_to(state._applied(call, state.round, state.bidding))

    def _applied(self, call: Call, round: Round, bidding: Bidding) -> Bidding:
        """The `bidding` of a round after `call`. CallError where that is not legal, with the round."""
        self._check_speaker(call, round, bidding)
        try:
            return bidding.apply(call)
        except CallError as error:
            raise CallError(Sentence("{round}: {what}", round=round, what=error.sentence)) from None

    def open(self, round: Round) -> Aldia:
        """With `round` in progress; the rounds up to it were passed.

        CallError where it is over already, where the fourth round is not the one named, or where a bid still waits
        (in a rule book after federacion 57 that bid is refused).
        """
        waits = self.round and self.bidding.bidder and self.round < round
        state = (self.pass_round() if waits else self)._passed_until(round.number)
        if state.round is round:
            return state
        if state.round is None:
            raise CallError(Sentence("{round} cannot be played: {what}", round=round, what=state._why_over()))
        if round < state.round:
            raise CallError(Sentence("{round} is closed: {next} is in progress", round=round, next=state.round))
        if state.round is not FOURTH:
            why = "the fourth round is {round}, not {next}: {why}"
            raise CallError(Sentence(why, round=state.round, next=round, why=state.why_fourth))
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
        return self._passed_until(self.round.number + 1)

    def begun_anew(self) -> Aldia:
        """With the bids of the round in progress taken back."""
        return self if self.round is None else self._replace(bidding=Bidding(self.bidding.seats, self.book))

    def void_hordago(self) -> Aldia:
        """With the accepted hordago void: the team that said it marks 1 (negada) at once, and the next round is open.

        CallError where no hordago was accepted.
        """
        if not self.hordago:
            raise CallError(Sentence("no hordago was accepted"))
        *past, (round, bidding) = self.past
        return self._copy(self.tally, round, bidding, tuple(past))._moved_to(bidding.voided())

    def finish(self) -> Aldia:
        """With all that is left passed, so that the cards may be shown. CallError where a bid waits for its answer."""
        self.check_answered()
        return self._passed_until(5)

    def check_answered(self) -> None:
        """CallError where a bid waits for its answer."""
        if self.to_answer:
            raise CallError(self._waiting())

    def puts_right(self, call: Call, round: Round | None = None) -> bool:
        """Whether `call`, of `round` where that is said, is the partner's word on the answer that closed the last one.

        Where that is not said, a seat that does not play the last round speaks of the next one.
        """
        if not self.past or (self.round and self.bidding.calls):
            return False
        last, bidding = self.past[-1]
        means_last = call.speaker in bidding.seats if round is None else round is last
        return means_last and bidding.puts_right(call)

    def _reopened(self) -> Aldia:
        """With the round that was closed last in progress again, as its last call left it."""
        *past, (round, bidding) = self.past
        return self._copy(self.tally.without(round), round, bidding, tuple(past))

    def _check_opening(self, round: Round, call: Call) -> None:
        """CallError where `call` would open `round` on a bid that its speaker has no say in (federacion 58)."""
        speaker = call.speaker
        opens = self.round and self.round < round
        refuses = self.book.unanswered == "refused" and self.to_answer is call.team
        if opens and refuses and isinstance(speaker, Seat) and speaker not in self.bidding.seats:
            raise CallError(
                Sentence(
                    "{seat} has no {round} and opens no round before its partner has answered '{call}' (federacion 58)",
                    seat=speaker,
                    round=self.round,
                    call=self.bidding.calls[-1],
                )
            )

    def _won_by_opening(self, round: Round) -> Aldia | None:
        """The state in which the bid that waits is refused by opening `round`, where that refusal wins the game."""
        if not (self.round and self.to_answer and self.round < round):
            return None
        refused = self.pass_round()
        return refused if refused.winner else None

    def _check_speaker(self, call: Call, round: Round, bidding: Bidding) -> None:
        """CallError where a seat speaks in a round that it has not announced, be it to pass."""
        speaker = call.speaker
        if isinstance(speaker, Seat) and speaker not in bidding.seats:
            article = MUS_LAWS[self.book.mus].articles["speaks"]
            what = Sentence(
                "{seat} did not announce {round}: it neither bids, answers nor passes ({article})",
                seat=speaker,
                round=round,
                article=article,
            )
            raise CallError(Sentence("{round}: {what}", round=round, what=_of(call, what)))

    def _moved_to(self, bidding: Bidding) -> Aldia:
        """The state with `bidding` in this round; the next round is opened where it is closed."""
        round, outcome = self.round, bidding.outcome
        if round is None or outcome is None:
            return self._copy(self.tally, round, bidding, self.past)
        past = (*self.past, (round, bidding))
        tally, over = _marked(self.tally, round, outcome)
        return self._copy(tally, *((None, bidding) if over else self._after(round, bidding)), past)

    def _passed_until(self, number: int) -> Aldia:
        """With every round before that number closed as passed; no bid waits in any of them."""
        round, bidding, past = self.round, self.bidding, self.past
        while round is not None and round.number < number:
            bidding = bidding.closed()
            past = (*past, (round, bidding))
            round, bidding = self._after(round, bidding)
        return self if past is self.past else self._copy(self.tally, round, bidding, past)

    def _after(self, round: Round, bidding: Bidding) -> tuple[Round | None, Bidding]:
        """The round after `round`, with its bidding; after the fourth none, and that one's."""
        if round.number == 4:
            return None, bidding
        after = TXIKIA if round is HANDIA else PAREAK if round is TXIKIA else self.fourth
        return after, Bidding(self._seats_in(after), self.book)

    def _seats_in(self, round: Round) -> frozenset[Seat]:
        """The seats that may bid in `round`."""
        if round is PAREAK and self.pareak is not None:
            return self.pareak
        return self.jokoa if round is JOKOA and self.jokoa else frozenset(self.seats)

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

    def _waiting(self) -> Sentence:
        bid = self.bidding.calls[-1]
        return self.bidding.with_legal(Sentence("{round}: the bid '{call}' has no answer", round=self.round, call=bid))

    def _why_over(self) -> Sentence:
        if self.hordago:
            return Sentence("the hordago of {round} was accepted, and the cards are shown", round=self.hordago)
        if self.winner:
            return Sentence(
                "the game was over: {team} reached {number} with the refused bid of {round}",
                team=self.winner,
                number=self.book.target,
                round=self.past[-1][0],
            )
        return Sentence("all rounds are closed, and the cards are shown")


def _of(call: Call, what: Sentence) -> Sentence:
    """What is wrong with a call."""
    return Sentence("'{call}': {what}", call=call, what=what)


def _marked(tally: Tally, round: Round, outcome: Outcome) -> tuple[Tally, bool]:
    """The tally with what `outcome` brings at once, and whether it is the end of the bidding."""
    if outcome.taken_by is None:
        return tally, outcome.ending is _HORDAGO
    why = _FOR_TIRA if outcome.ending is _TIRA else _FOR_NEGADA
    tally = tally.with_marks((Mark(round, outcome.taken_by, outcome.tantos, why, _AT_CALL),))
    return tally, tally.winner is not None
