"""The showdown, explained: for every mark its parts, the cards that made them, and how its round was won.

Everything is data, to be said in any language; `words.telling` does.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.bids.outcome import Ending, Outcome
from engine.calls import Action
from engine.cards import Card
from engine.errors import RecordError
from engine.hands import Hand, Hands, best, counted_rank
from engine.penalties.case import Shown
from engine.records import HandRecord
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.showdown import Settled, counting_hands, settle
from engine.tantos.perete import declared_peretes
from engine.tantos.result import Result
from engine.tantos.tally import Mark, Why
from engine.telling.explanation import (
    Cause,
    Explained,
    Explanation,
    FixedPart,
    HandPart,
    Holding,
    Hordago,
    Part,
    RoundBids,
    VoidBids,
    Win,
)


def explain(record: HandRecord, result: Result) -> Explanation:
    """What every mark of `result`, which is `score(record)`, is made of. RecordError where it is another record's.

    >>> from engine.showdown import score
    >>> cards = {"N": ["12o", "12c", "11e", "11b"], "W": ["7o", "7c", "7e", "1o"],
    ...          "S": ["10o", "10c", "5o", "4o"], "E": ["12e", "6o", "5c", "4c"]}
    >>> record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards})
    >>> for one in explain(record, score(record)).marks:
    ...     print(one.mark.round.value, one.mark.team.value, [part.tantos for part in one.parts])
    handia NS [1]
    txikia EW [1]
    pareak NS [3, 1]
    jokoa NS [2]
    """
    table = _Table(record)
    marks = tuple(table.explained(mark) for mark in result.marks)
    hordago = table.hordago(result.winner) if result.ended_by == "hordago" else None
    void = tuple(table.void(hordago))
    too_late = tuple(table.too_late(result)) if result.winner else ()
    return Explanation(marks, hordago, result.rulings, result.judge, table.wrong(result), void, too_late)


def holding(record: HandRecord, hand: Hand, seat: Seat, round: Round) -> Holding:
    """What `seat` holds in `round`; `hand` is what its four cards are worth."""
    kings = record.book.kings

    def counted(card: Card) -> int:
        return counted_rank(card.rank, kings)

    cards = tuple(sorted(record.cards[seat], key=counted, reverse=round is not Round.TXIKIA))
    if round is Round.PAREAK:
        return Holding(seat, tuple(card for card in cards if counted(card) in hand.paired), hand.paired, hand.pairs)
    if round in (Round.HANDIA, Round.TXIKIA):
        return Holding(seat, cards, tuple(map(counted, cards)))
    return Holding(seat, cards, total=hand.puntua, real31=hand.is_real_31)


class _Table:
    """The rounds of a record as the law has them, against which the marks of its result are explained."""

    def __init__(self, record: HandRecord) -> None:
        self._record = record
        self._shown = Shown.of(record, counting_hands(record))
        self._rounds = {one.round: one for one in settle(record)}

    def explained(self, mark: Mark) -> Explained:
        settled = self._rounds.get(mark.round)
        whole = settled and next((one for one in settled.marks if _same(one, mark)), None)
        if not settled or not whole:
            raise RecordError(f"{mark.round.value}: the record gives {mark.team.value} nothing for {mark.why.value}")
        parts, outcome = tuple(self._parts(settled, whole)), settled.outcome
        cut = sum(part.tantos for part in parts) - mark.tantos
        if mark.why is Why.PERETE:
            return Explained(mark, parts, cut)
        refused = outcome is not None and outcome.taken_by is not None
        bids = self._bids(settled.round, outcome) if outcome and (mark.why is Why.IDUKI or refused) else None
        win = None if refused else self._win(settled)
        return Explained(mark, parts, cut, bids, win, settled.ruling)

    def wrong(self, result: Result) -> tuple[Sentence, ...]:
        """What was said or dealt wrong, but what the judge's case says itself."""
        shown, judged = self._shown, [round.number for round in result.judge.rounds] if result.judge else []
        rounds = [one for one in (Round.PAREAK, Round.JOKOA) if shown.erring(one) and one.number not in judged]
        counts = {seat: len(self._record.cards[seat]) for seat in shown.miscounted}
        dealt = [Sentence("{seat} had {count} cards", seat=seat, count=count) for seat, count in counts.items()]
        return (*dealt, *map(shown.errors, rounds))

    def void(self, hordago: Hordago | None) -> Iterable[VoidBids]:
        """The bids that the law or the accepted `hordago` has made void."""
        settled = {round.number: one for round, one in self._rounds.items() if not one.judge}
        for round, said in self._record.calls.items():
            calls = tuple(call for call in said if call.action is not Action.PASO)
            if not calls or round.number not in settled:
                continue
            outcome = settled[round.number].outcome
            if outcome is None or not outcome.bids or (hordago and outcome.ending is Ending.IDUKI):
                yield VoidBids(round, calls)

    def too_late(self, result: Result) -> Iterable[Round]:
        """The rounds of which something was not marked any more, as the game had been won; none whose bids are void."""
        for settled in self._rounds.values():
            marked = all(
                any(_same(one, mark) for mark in result.marks if mark.round is settled.round) for one in settled.marks
            )
            accepted = settled.outcome is not None and settled.outcome.ending is Ending.IDUKI
            if not marked and not (accepted and result.ended_by == "hordago"):
                yield settled.round

    def hordago(self, winner: Team | None) -> Hordago:
        settled = next((one for one in self._rounds.values() if one.game), None)
        win = settled and self._win(settled)
        outcome = settled and settled.outcome
        if not settled or not win or not outcome or winner is None or winner is not settled.game:
            raise RecordError("the record has no hordago that wins the game")
        return Hordago(settled.round, winner, self._bids(settled.round, outcome), win)

    def _bids(self, round: Round, outcome: Outcome) -> RoundBids:
        """The bids that count, and their answer where somebody said it."""
        said = outcome.answer in self._record.calls.get(round, ())
        return RoundBids(outcome.bids, outcome.answer if said else None)

    def _win(self, settled: Settled) -> Win | None:
        """How the cards of those who play the round decide it; None where an article decides."""
        round, hands = settled.round, settled.players
        winner = best(round, hands)
        if winner is None:
            return None
        over = best(round, {seat: hand for seat, hand in hands.items() if seat.team is not winner.team})
        if over is None:
            return Win(self._holding(winner, round), None, False)
        tie = hands[winner].strength(round) == hands[over].strength(round)
        return Win(self._holding(winner, round), self._holding(over, round), tie)

    def _parts(self, settled: Settled, mark: Mark) -> Iterable[Part]:
        """What `mark` is made of before anything is cut."""
        if mark.why is Why.NEGADA:
            return [FixedPart(mark.tantos, Cause.PENALTY)]
        if mark.why is Why.PASO:
            return [FixedPart(mark.tantos, Cause.PASSED)]
        if mark.why is Why.PERETE:
            seats, _ = declared_peretes(self._record.perete, self._shown.hands, self._record.book)
            return [HandPart(1, self._holding(seat, mark.round)) for seat in seats if seat.team is mark.team]
        if settled.outcome and mark.why is not Why.WORTH:
            return self._bids(mark.round, settled.outcome).parts
        if mark.round is not Round.PAREAK and mark.tantos == 1:  # also where jokoa was announced wrongly: nabo 17a
            return [FixedPart(1, Cause.POINT)]
        round = Round.JOKOA if mark.round is Round.PUNTUA else mark.round  # federacion 88: jokoa that nobody announced
        own = self._by_article(settled, mark, round) if settled.outcome is None else settled.players
        return [
            HandPart(hand.worth(round), self._holding(seat, round))
            for seat, hand in own.items()
            if seat.team is mark.team and hand.strength(round)
        ]

    def _by_article(self, settled: Settled, mark: Mark, round: Round) -> Hands:
        """The hands whose worth an article gives: the team's own, only its hand without error, or its best."""
        erring = settled.ruling and settled.ruling.seat
        own = {seat: hand for seat, hand in self._shown.players(round).items() if seat.team is mark.team}
        for hands in (own, {seat: hand for seat, hand in own.items() if seat is not erring}):
            if sum(hand.worth(round) for hand in hands.values()) == mark.tantos:
                return hands
        return {seat: hand for seat, hand in own.items() if seat is best(round, own)}

    def _holding(self, seat: Seat, round: Round) -> Holding:
        return holding(self._record, self._shown.hands[seat], seat, round)


def _same(one: Mark, other: Mark) -> bool:
    return (one.team, one.why, one.when) == (other.team, other.why, other.when) and one.tantos >= other.tantos
