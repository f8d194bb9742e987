"""All calls of a karta aldia at once: quick where they make sense, as nearly all do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce

from engine.bids.aldia import Aldia, marked
from engine.bids.bidding import Bidding
from engine.calls import Call
from engine.errors import CallError
from engine.rounds import HANDIA, PAREAK, TXIKIA, Round
from engine.rules import RuleBook
from engine.seats import Seat


def completed(begun: Aldia, calls: Mapping[Round, tuple[Call, ...]]) -> Aldia | None:
    """The bidding from before its first call to its end, with all of `calls` made in their rounds and the rest passed.

    The same as `Aldia.call` for each of them and `Aldia.finish`. None where a call is not legal, or a bid has no answer
    in its round: one by one they say what is wrong.
    """
    tally, bidding = begun.tally, begun.bidding
    past: list[tuple[Round, Bidding]] = []
    for round in (HANDIA, TXIKIA, PAREAK, begun.fourth):
        closed = _closed(calls.get(round, ()), begun.seats_in(round), begun.book)
        if closed is None:
            return None
        bidding = closed
        past.append((round, bidding))
        tally, over = marked(tally, round, bidding.outcome)
        if over:
            break
    made = dict(past)
    if any(said and round not in made for round, said in calls.items()):
        return None
    return Aldia(begun.book, begun.seats, begun.pareak, begun.jokoa, tally, None, bidding, tuple(past))


@lru_cache(maxsize=16384)
def _closed(calls: tuple[Call, ...], seats: frozenset[Seat], book: RuleBook) -> Bidding | None:
    """The bidding closed by `calls`, one after the other; None where they may not be made, or leave a bid waiting.

    It is kept: the bidding of most rounds is one of a few.
    """
    if any(isinstance(call.speaker, Seat) and call.speaker not in seats for call in calls):
        return None
    try:
        bidding = reduce(Bidding.apply, calls, Bidding(seats, book))
    except CallError:
        return None
    return None if bidding.to_answer else bidding.closed()
