"""The showdown: from a hand record to every mark in its order, the winner of the game, or the judge's case."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bids.aldia import Aldia
from engine.bids.outcome import Ending, Outcome
from engine.errors import RecordError
from engine.hands import HAND_SIZE, Hand, Hands, best, evaluate
from engine.penalties import Bids, Shown, possible, ruled, taken_back, void_hordago
from engine.records import HandRecord
from engine.rounds import HANDIA, JOKOA, PAREAK, PUNTUA, TXIKIA, Round
from engine.seats import ALL_SEATS, EW, NS, Seat, Team, playing_order
from engine.sentences import AND, Sentence
from engine.tantos.perete import declared_peretes
from engine.tantos.result import JudgeCase, Result, Ruling
from engine.tantos.tally import Mark, Tally, When, Why

# members by names of their own: Python 3.11 looks long for one in its class
_PASO, _TIRA, _IDUKI, _HORDAGO, _VOID = Ending
_CALL, _SHOWDOWN = When
_FOR_TIRA, _FOR_IDUKI, _FOR_PASO, _FOR_WORTH, _, _FOR_PERETE = Why
_PASSED: Final = Outcome(_PASO)


def score(record: HandRecord, seats: Collection[Seat] = ALL_SEATS) -> Result:
    """All that `record` comes to; `seats` are those who play where nobody showed any cards. A MusError says what makes
    no sense in it, and where."""
    shown = Shown.of(record, counting_hands(record))
    settled, tally = _by_the_law(shown, _play(shown) if record.cards else _without_cards(record, seats))
    judge = _judge(settled)
    clear = [one for one in settled if one.round < judge.rounds[0]] if judge else settled
    won_at_call = tally.winner is not None
    tally = tally.with_marks([mark for one in clear for mark in one.found])
    winner, ended_by = tally.winner, "target"
    if winner is None and clear and clear[-1].game:
        winner, ended_by, won_at_call, judge = clear[-1].game, "hordago", True, None
    # an accepted hordago voids what had been accepted before it, also while the judge looks whether it stands
    elif not (judge and any(one.hordago for one in settled)):
        all_marked = tally.with_marks([mark for one in clear for mark in one.shown])
        # the others' 1 for a void hordago comes before these marks: whether they end the game is the judge's
        if not (all_marked.winner and any(one.void for one in settled)):
            tally = all_marked
        winner = tally.winner
    ended = ended_by if winner else None
    rulings = tuple([one.ruling for one in clear if one.ruling])
    return Result(tally.marks, tally.score, winner, ended, judge, record.id, rulings, won_at_call, record.warnings)


def settle(record: HandRecord) -> list[Settled]:
    """The rounds of `record` as the law has them, up to the end of the karta aldia. A MusError as for `score`."""
    shown = Shown.of(record, counting_hands(record))
    return _by_the_law(shown, _play(shown) if record.cards else _without_cards(record))[0]


def counting_hands(record: HandRecord) -> dict[Seat, Hand]:
    """The hands of four cards, in playing order from the esku. Any other hand counts for nothing (nabo 7)."""
    return {
        seat: evaluate(record.cards[seat], record.book)
        for seat in playing_order(record.esku, record.cards)
        if len(record.cards[seat]) == HAND_SIZE
    }


def _play(shown: Shown) -> Aldia:
    """The rounds with all the record's calls made, as at the table, by the table's own state machine.

    They go on after a hordago that is void (federacion 49), and a bid that nobody has answered is taken back where a
    wrong announcement came to light on it (federacion 79, 84).
    """
    record = shown.record
    aldia = Aldia.start(record.book, record.esku, record.score, record.cards, shown.pareak, shown.jokoa)
    calls = record.calls
    other = JOKOA if aldia.fourth is PUNTUA else PUNTUA
    if other in calls:
        kind = "calls: the fourth round is {round}, not {next}: {why}"
        raise RecordError(Sentence(kind, round=aldia.fourth, next=other, why=aldia.why_fourth))
    for round in sorted(calls):
        before = aldia
        for call in calls[round]:
            aldia = aldia.call(call, round)
        if aldia.round is None and aldia.hordago is round and _is_void(shown, aldia):
            aldia = aldia.void_hordago()
        elif aldia.round is round and aldia.to_answer and not aldia.bidding.answered and taken_back(shown, round):
            aldia = before.open(round).pass_round()
    return aldia.finish()


def _without_cards(record: HandRecord, seats: Collection[Seat] = ALL_SEATS) -> Aldia:
    """The rounds up to the refused bid that has won the game, after which nobody shows any cards."""
    jokoa = record.jokoa
    if jokoa is None:  # the name under which the fourth round's calls stand tells whether anybody said jokoa
        jokoa = frozenset(() if PUNTUA in record.calls else seats)
    aldia = Aldia.start(record.book, record.esku, record.score, seats, record.pareak, jokoa)
    for round in sorted(record.calls):
        for call in record.calls[round]:
            aldia = aldia.call(call, round)
    if aldia.winner is None:
        raise RecordError("cards are missing, and no refused bid has won the game")
    return aldia


def _is_void(shown: Shown, aldia: Aldia) -> bool:
    """Whether the hordago that was accepted last is void, so that the karta aldia goes on."""
    round, bidding = aldia.past[-1]
    return bidding.outcome is not None and void_hordago(shown, round, bidding.outcome)


class Settled(NamedTuple):
    """One round as the law has it.

    `round` is its name. `outcome` is what came of the bids, and `players` are the hands that they and the cards are
    settled between; None and no hands where an article gives the marks without looking at either. The marks are made at
    three moments, at each in the order of the rounds: `at_call` for a refused bid, and for a hordago that is void at
    the table (federacion 49); `found` when an error comes to light, a penalty's own 1 (nabo 13, federacion 90), before
    which refusals may have ended the game; the rest are `shown`, at the showdown. `judge` is what the judge has to
    decide. `hordago`: one was accepted, and stands or may do so; `game` is then the team that wins the game with it.
    `void`: one was accepted that is void for certain, and only what follows from that is the judge's.
    """

    round: Round
    outcome: Outcome | None = None
    players: Hands = MappingProxyType({})
    ruling: Ruling | None = None
    at_call: tuple[Mark, ...] = ()
    shown: tuple[Mark, ...] = ()
    found: tuple[Mark, ...] = ()
    judge: Sentence | None = None
    hordago: bool = False
    game: Team | None = None
    void: bool = False

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All that it brings."""
        return (*self.at_call, *self.found, *self.shown)


def _by_the_law(shown: Shown, aldia: Aldia) -> tuple[list[Settled], Tally]:
    """The rounds, and what is marked at the calls of those that come before any for the judge.

    Rounds that were not played because of bids that are void were passed.
    """
    record, outcomes, hordago, last = shown.record, aldia.outcomes, aldia.hordago, aldia.past[-1][0]
    tally = Tally(record.score[NS], record.score[EW], record.book.target)
    settled: list[Settled] = []
    judged = False
    for round in (HANDIA, TXIKIA, PAREAK, aldia.fourth):
        if judged and round not in outcomes:
            break
        counts = bool(record.cards) and hordago in (None, round)
        one = _round_by_the_law(shown, round, outcomes.get(round, _PASSED), round is last, counts)
        if record.perete and record.cards and round is HANDIA:
            one = _with_perete(shown, one)
        settled.append(one)
        if one.judge:
            judged = True
        elif not judged and (one.at_call or one.game):
            tally = tally.with_marks(one.at_call)
            if one.game or tally.winner:
                break
    return settled, tally


def _round_by_the_law(shown: Shown, round: Round, outcome: Outcome, last: bool, counts: bool) -> Settled:
    """`round` by the penalty table where an error bears on it, else by its bids and the cards.

    `last`: no later round was played. `counts`: no hordago accepted in a later round voids what was accepted here.
    """
    if shown.miscounted:
        round, outcome = possible(shown, round, outcome)
    law = ruled(shown, round, outcome, last)
    if law is None:
        return _by_the_bids(round, outcome, shown.players(round), None, counts)
    if law.bids is Bids.JUDGE:
        return Settled(round, judge=law.why, hordago=outcome.ending is _HORDAGO and not law.void, void=law.void)
    if law.bids is Bids.STAND or law.bids is Bids.AGAIN:
        outcome = outcome if law.bids is Bids.STAND else _PASSED
        return _by_the_bids(law.round, outcome, law.players, law.ruling, counts)
    own = tuple([mark for mark in law.marks if mark.when is _CALL])
    rest = tuple([mark for mark in law.marks if mark.when is _SHOWDOWN])
    if outcome.ending is _VOID:  # with no error to come to light, the article's own 1 is marked at the call
        return Settled(round, at_call=own, shown=rest, ruling=law.ruling)
    return Settled(round, found=own, shown=rest, ruling=law.ruling)


def _by_the_bids(round: Round, outcome: Outcome, players: Hands, ruling: Ruling | None, counts: bool) -> Settled:
    """`round` by its bids, and by the cards of `players` where nobody refused one."""
    ending, winner = outcome.ending, outcome.taken_by
    if winner is None and (seat := best(round, players)):
        winner = seat.team
    hordago = ending is _HORDAGO
    if winner is None and counts and (ending is not _PASO or round not in (PAREAK, JOKOA)):
        return Settled(round, judge=Sentence("no hand counts"), hordago=hordago)
    if winner is None or hordago:
        return Settled(round, outcome, players, ruling, hordago=hordago, game=winner)
    at_call, shown = _brought(round, winner, ending, outcome.tantos, _worth(round, winner, players))
    return Settled(round, outcome, players, ruling, at_call, shown)


def _worth(round: Round, team: Team, players: Hands) -> int:
    """What `round` itself brings the `team` that wins it, in tantos."""
    if round is PAREAK or round is JOKOA:
        return sum([hand.worth(round) for seat, hand in players.items() if seat.team is team])
    return 1 if round is PUNTUA else 0


@lru_cache(maxsize=4096)
def _brought(
    round: Round, winner: Team, ending: Ending, tantos: int, worth: int
) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """What is marked at the call and at the showdown in a round that ended so with `tantos`, of that own `worth`."""
    own = (Mark(round, winner, worth, _FOR_WORTH, _SHOWDOWN),) if worth else ()
    if ending is _TIRA:
        return (Mark(round, winner, tantos, _FOR_TIRA, _CALL),), own
    if ending is _IDUKI:
        return (), (Mark(round, winner, tantos, _FOR_IDUKI, _SHOWDOWN), *own)
    if round is HANDIA or round is TXIKIA:
        return (), (Mark(round, winner, 1, _FOR_PASO, _SHOWDOWN),)
    return (), own


def _with_perete(shown: Shown, handia: Settled) -> Settled:
    """With tio Perete's point, where the book gives one: it is marked before handia's own."""
    record = shown.record
    seats, false = declared_peretes(record.perete, shown.hands, record.book)
    if false:
        names = Sentence.listed(false, AND)
        return handia._replace(judge=Sentence("{names} declared 4-5-6-7 and held four other cards", names=names))
    marks = [
        Mark(handia.round, team, sum(seat.team is team for seat in seats), _FOR_PERETE, _SHOWDOWN)
        for team in dict.fromkeys(seat.team for seat in seats)
    ]
    return handia._replace(shown=(*marks, *handia.shown))


def _judge(settled: list[Settled]) -> JudgeCase | None:
    """The case for the judge, if this karta aldia is one."""
    cases = [(one.round, one.judge) for one in settled if one.judge]
    if not cases:
        return None
    why = Sentence.listed(Sentence("{round}: {what}", round=round, what=why) for round, why in cases)
    return JudgeCase(tuple([round for round, _ in cases]), why)
