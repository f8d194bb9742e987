"""A karta aldia once more, one thing after the other: the calls as they fell, and the marks that stand in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import NamedTuple

from engine.bids.bidding import Bidding
from engine.bids.outcome import Ending, Outcome
from engine.calls import Call
from engine.errors import CallError
from engine.penalties import Shown, void_hordago
from engine.records import HandRecord
from engine.rounds import Round
from engine.seats import ALL_SEATS, Team
from engine.showdown import counting_hands
from engine.tantos.result import Result
from engine.tantos.tally import Mark, When, Why


class What(Enum):
    """What happens."""

    CALL = "call"
    PASSED = "passed"
    """Nobody called anything in a round."""
    CARDS = "cards"
    """The cards are shown."""
    MARK = "mark"
    WON = "won"
    """The game is won."""


class Moment(NamedTuple):
    """One thing that happens, and the `score` in tantos once it has.

    A `call` or `mark` has its `round`; so has a game that is won by a hordago.
    """

    what: What
    score: Mapping[Team, int]
    round: Round | None = None
    call: Call | None = None
    mark: Mark | None = None


def moments(record: HandRecord, result: Result) -> Iterator[Moment]:
    """All that happens in a karta aldia: the rounds with what is marked at a call, the cards, what is marked then.

    A penalty's own 1 is the first of that, and a tanto that an error takes back is not told. Nor are rounds that were
    not played, as the game had been won at a call or by a hordago.

    >>> from engine.rules import rulebook
    >>> from engine.showdown import score
    >>> cards = {"N": ["12o", "12c", "11e", "11b"], "W": ["7o", "7c", "7e", "1o"],
    ...          "S": ["10o", "10c", "5o", "4o"], "E": ["12e", "6o", "5c", "4c"]}
    >>> record = HandRecord.parse({"rules": "nabo", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards,
    ...                            "calls": {"handia": ["NS envido 2", "EW tira"]}})
    >>> [(one.what.value, one.score[Team.NS], one.score[Team.EW]) for one in moments(record, score(record))][:4]
    [('call', 0, 0), ('call', 0, 0), ('mark', 1, 0), ('passed', 1, 0)]
    """
    now, left = dict(record.score), list(result.marks)

    def marked(mark: Mark) -> Moment:
        left.remove(mark)
        now[mark.team] += mark.tantos
        return Moment(What.MARK, dict(now), mark.round, mark=mark)

    shown = Shown.of(record, counting_hands(record))
    for round in rounds_of(record, result):
        calls = record.calls.get(round, ())
        for call in calls:
            yield Moment(What.CALL, dict(now), round, call)
        if not calls:
            yield Moment(What.PASSED, dict(now), round)
        void = void_hordago(shown, round, outcome_of(record, calls))
        for mark in result.marks:
            if mark.round is round and mark.when is When.CALL and (void or mark.why is Why.TIRA):
                yield marked(mark)
    if record.cards:
        yield Moment(What.CARDS, dict(now))
    for mark in tuple(left):
        yield marked(mark)
    if result.winner:
        yield Moment(What.WON, result.score, hordago_round(record, result))


def hordago_round(record: HandRecord, result: Result) -> Round | None:
    """The round whose accepted hordago won the game; None where none did.

    Behind it there are calls where it was put in by a correction alone.
    """
    if result.ended_by != "hordago":
        return None
    accepted = (round for round in _called(record) if outcome_of(record, record.calls[round]).ending is Ending.HORDAGO)
    return max(accepted)


def outcome_of(record: HandRecord, calls: Sequence[Call]) -> Outcome:
    """What came of a round's calls. One that may not be made, in a hand that the judge marked, counts for nothing."""
    bidding = Bidding(ALL_SEATS, record.book)
    for call in calls:
        with suppress(CallError):
            bidding = bidding.apply(call)
    return bidding.closed().outcome or Outcome(Ending.PASO)


def rounds_of(record: HandRecord, result: Result) -> list[Round]:
    """The rounds that were played, or passed; the fourth by the name of its calls, or else of its marks.

    Where it has neither, it is named as it was announced.
    """
    called = _called(record)
    rounds = [Round.HANDIA, Round.TXIKIA, Round.PAREAK]
    if result.at_call and (last := max((round.number for round in called), default=0)) <= len(rounds):
        return rounds[:last]
    named = (*called, *(mark.round for mark in result.marks))
    said = Shown.of(record, counting_hands(record)).jokoa
    fourth = next((round for round in named if round not in rounds), Round.JOKOA if said else Round.PUNTUA)
    return [*rounds, fourth]


def _called(record: HandRecord) -> list[Round]:
    """The rounds with calls."""
    return [round for round, calls in record.calls.items() if calls]
