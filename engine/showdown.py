"""The showdown: from a hand record to every mark in its order, the winner of the game, or the judge's case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.aldia import Aldia
from engine.bidding import Ending, Outcome
from engine.deal.acts import Act, Word
from engine.deal.karta_aldia import KartaAldia, Setting, Step
from engine.errors import RecordError
from engine.hands import HAND_SIZE, Hand, best, evaluate
from engine.penalties import Bids, Shown, ruled, taken_back, void_hordago
from engine.penalties.case import Hands
from engine.perete import false_peretes, perete_seats
from engine.records import HandRecord, JudgeCase, Result, Ruling
from engine.rounds import Round
from engine.seats import Seat, Team, playing_order
from engine.sentences import AND, Sentence
from engine.tally import Mark, Tally, When, Why

_PASSED: Final = Outcome(Ending.PASO)


def score(record: HandRecord) -> Result:
    """All that `record` comes to. A MusError says what makes no sense in it, and where."""
    settled = settle(record)
    judge = _judge(settled)
    tally = Tally(record.score[Team.NS], record.score[Team.EW], record.book.target)
    clear = [one for one in settled if not judge or one.round.number < judge.rounds[0].number]
    rulings = tuple([one.ruling for one in clear if one.ruling])
    tally = _marked(tally, clear, Moment.CALL)
    at_call = tally.winner is not None
    tally = _marked(tally, clear, Moment.FOUND)
    winner = clear[-1].game if clear and not tally.winner else None
    if winner:
        return Result(tally.marks, tally.score, winner, "hordago", None, record.id, rulings, at_call=True)
    # an accepted hordago voids what had been accepted before it, also while the judge looks at it
    if not (judge and any(one.hordago for one in settled)):
        tally = _marked(tally, clear, Moment.SHOWDOWN)
    ended_by = "target" if tally.winner else None
    return Result(tally.marks, tally.score, tally.winner, ended_by, judge, record.id, rulings, at_call)


def settle(record: HandRecord) -> list[Settled]:
    """The rounds of `record` as the law has them, up to the end of the karta aldia. A MusError as for `score`."""
    shown = Shown.of(record, counting_hands(record))
    return _settle(shown, _play(shown))


def counting_hands(record: HandRecord) -> dict[Seat, Hand]:
    """The hands of four cards, in playing order from the esku. Any other hand counts for nothing (nabo 7)."""
    return {
        seat: evaluate(record.cards[seat], record.book)
        for seat in playing_order(record.esku, record.cards)
        if len(record.cards[seat]) == HAND_SIZE
    }


def _play(shown: Shown) -> Aldia:
    """The karta aldia with all the record's calls made, as at the table, by the table's own state machine.

    It goes on after a hordago that is void (federacion 49), and a bid that nobody has answered is taken back where a
    wrong announcement came to light on it (federacion 79, 84).
    """
    record = shown.record
    state = KartaAldia.start(
        Setting.from_mintza(record.book, record.esku, record.score, record.cards, shown.pareak, shown.jokoa)
    )
    if record.book.tio_perete:
        for seat in playing_order(record.esku, record.perete):
            state = state.act(Act(seat, Word.PERETE))
    fourth = state.rounds.fourth
    for name in (Round.JOKOA, Round.PUNTUA):
        if name in record.calls and name is not fourth:
            why = Sentence("nobody has jokoa") if name is Round.JOKOA else Sentence("somebody has jokoa")
            raise RecordError(
                Sentence("calls: the fourth round is {round}, not {next}: {why}", round=fourth, next=name, why=why)
            )
    for round in sorted(record.calls, key=lambda round: round.number):
        played = state.play(round, record.calls[round])
        aldia = played.rounds
        if aldia.hordago and void_hordago(shown, round, aldia.outcomes[round]):
            played = played.act(Step.VOID_HORDAGO)
        elif aldia.to_answer and not aldia.bidding.agreed and taken_back(shown, round):
            played = state.opened(round).act(Step.PASS_ROUND)
        state = played
    return state.act(Step.FINISH).rounds


class Moment(Enum):
    """When marks are made, in this order; within one moment in the order of the rounds."""

    CALL = "at the call"
    """For a refused bid, and for a hordago that is void at the table (federacion 49)."""
    FOUND = "when an error comes to light"
    """A penalty's own 1 (nabo 13, federacion 90): the refusals before it may have ended the game."""
    SHOWDOWN = "at the showdown"


class Settled(NamedTuple):
    """One round as the law has it.

    `round` is its name, `marks` all that it brings, at once or at the showdown. `judge` is what the judge has to
    decide. `hordago`: one was accepted, and is not void; `game` is then the team that wins the game with it.
    `outcome` is what came of the bids, and `players` are the hands that they and the cards are settled between; None
    and no hands where an article gives the marks without looking at either. `at_once`: an article's own 1 was marked at
    the call, with no error to come to light.
    """

    round: Round
    marks: tuple[Mark, ...] = ()
    ruling: Ruling | None = None
    judge: Sentence | None = None
    hordago: bool = False
    game: Team | None = None
    outcome: Outcome | None = None
    players: Hands = MappingProxyType({})
    at_once: bool = False

    def brings(self, moment: Moment) -> Iterator[Mark]:
        """Its marks of that moment."""
        for mark in self.marks:
            if mark.when is When.SHOWDOWN:
                made = Moment.SHOWDOWN
            else:
                made = Moment.FOUND if mark.why is Why.NEGADA and not self.at_once else Moment.CALL
            if made is moment:
                yield mark


def _settle(shown: Shown, aldia: Aldia) -> list[Settled]:
    """The rounds, up to the end of the karta aldia; rounds not played because of bids that are void were passed."""
    record, outcomes, hordago = shown.record, aldia.outcomes, aldia.hordago
    last = aldia.past[-1][0]
    tally = Tally(record.score[Team.NS], record.score[Team.EW], record.book.target)
    settled: list[Settled] = []
    judged = False
    for round in (Round.HANDIA, Round.TXIKIA, Round.PAREAK, aldia.fourth):
        if judged and round not in outcomes:
            break
        outcome = outcomes.get(round, _PASSED)
        one = _settled(shown, round, outcome, round is last, hordago in (None, round))
        if record.perete and round is Round.HANDIA:
            one = _with_perete(shown, one)
        settled.append(one)
        judged = judged or one.judge is not None
        if not judged:
            tally = _marked(tally, [one], Moment.CALL)
            if tally.winner or one.game:
                break
    return settled


def _settled(shown: Shown, round: Round, outcome: Outcome, last: bool, counts: bool) -> Settled:
    """`round` by the penalty table where an error bears on it, else by its bids and the cards.

    `last`: no later round was played. `counts`: no hordago accepted in a later round voids what was accepted here.
    """
    hordago = outcome.ending is Ending.HORDAGO
    law = None
    if not shown.flawless or hordago or outcome.ending is Ending.VOID:
        law = ruled(shown, round, outcome, last)
    if law is None:
        return _by_the_bids(round, outcome, shown.players(round), None, counts)
    if law.bids is Bids.JUDGE:
        return Settled(round, judge=law.why, hordago=hordago)
    if law.bids is Bids.STAND or law.bids is Bids.AGAIN:
        outcome = outcome if law.bids is Bids.STAND else _PASSED
        return _by_the_bids(law.round, outcome, law.players, law.ruling, counts)
    return Settled(round, law.marks, law.ruling, at_once=outcome.ending is Ending.VOID)


def _by_the_bids(round: Round, outcome: Outcome, players: Hands, ruling: Ruling | None, counts: bool) -> Settled:
    hordago = outcome.ending is Ending.HORDAGO
    needed = outcome.ending is not Ending.PASO or round not in (Round.PAREAK, Round.JOKOA)
    if needed and not players and not outcome.taken_by and counts:
        return Settled(round, judge=Sentence("no hand counts"), hordago=hordago)
    if hordago:
        seat = best(round, players)
        return Settled(round, (), ruling, None, True, seat and seat.team, outcome, players)
    return Settled(round, tuple(_marks(round, outcome, players)), ruling, None, False, None, outcome, players)


def _marks(round: Round, outcome: Outcome, hands: Hands) -> Iterator[Mark]:
    """What one round brings: what was refused at once, the rest once the cards are shown."""
    winner = outcome.taken_by
    if winner:
        yield Mark(round, winner, outcome.tantos, Why.TIRA, When.CALL)
    else:
        seat = best(round, hands)
        winner = seat.team if seat else None
    if winner is None:
        return
    if outcome.ending is Ending.IDUKI:
        yield Mark(round, winner, outcome.tantos, Why.IDUKI, When.SHOWDOWN)
    elif outcome.ending is Ending.PASO and round in (Round.HANDIA, Round.TXIKIA):
        yield Mark(round, winner, 1, Why.PASO, When.SHOWDOWN)
    worth = (
        1 if round is Round.PUNTUA else sum(hand.worth(round) for seat, hand in hands.items() if seat.team is winner)
    )
    if worth:
        yield Mark(round, winner, worth, Why.WORTH, When.SHOWDOWN)


def _with_perete(shown: Shown, handia: Settled) -> Settled:
    """With tio Perete's point, where the book gives one: it is marked before handia's own."""
    record = shown.record
    cards = {seat: record.cards[seat] for seat in shown.hands}
    seats = perete_seats(record.perete, cards, record.book)
    false = false_peretes(record.perete, cards, record.book)
    if false:
        names = Sentence.listed(false, AND)
        return handia._replace(judge=Sentence("{names} declared 4-5-6-7 and held four other cards", names=names))
    marks = [
        Mark(handia.round, team, sum(seat.team is team for seat in seats), Why.PERETE, When.SHOWDOWN)
        for team in dict.fromkeys(seat.team for seat in seats)
    ]
    return handia._replace(marks=(*marks, *handia.marks))


def _marked(tally: Tally, settled: Iterable[Settled], moment: Moment) -> Tally:
    """With what the rounds bring at that moment."""
    for one in settled:
        for mark in one.brings(moment):
            tally = tally.mark(*mark)
    return tally


def _judge(settled: list[Settled]) -> JudgeCase | None:
    """The case for the judge, if this karta aldia is one."""
    cases = [(one.round, one.judge) for one in settled if one.judge]
    if not cases:
        return None
    why = Sentence.listed(Sentence("{round}: {what}", round=round, what=why) for round, why in cases)
    return JudgeCase(tuple([round for round, _ in cases]), why)
