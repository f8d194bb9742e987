"""A showdown's explanation in English, the game's own words in Basque."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.hands import Pairs
from engine.tantos.result import Ruling
from engine.tantos.tally import Why
from engine.telling.explanation import (
    Cause,
    Explained,
    Explanation,
    FixedPart,
    HandPart,
    Holding,
    Hordago,
    RoundBids,
    Win,
)

_RANKS: Final = {1: "ace", 10: "sota", 11: "zaldun", 12: "errege"}


def in_english(explanation: Explanation) -> tuple[str, ...]:
    """The explanation as lines.

    What was said or dealt wrong, the bids that are void, every mark, a hordago that won the game, the rounds that came
    too late, the judge's case.
    """
    lines = [
        *explanation.wrong,
        *(f"{bids.round.value}: does not count: {', '.join(map(str, bids.calls))}" for bids in explanation.void),
        *(_marked(one) for one in explanation.marks),
    ]
    told = [one.ruling for one in explanation.marks]
    lines += [
        f"{ruling.round.value}: nothing is marked{_article(ruling)}"
        for ruling in explanation.rulings
        if ruling not in told
    ]
    if explanation.hordago:
        lines.append(_hordago(explanation.hordago))
    if explanation.too_late:
        lines.append(f"not marked any more, the game was won: {', '.join(one.value for one in explanation.too_late)}")
    if explanation.judge:
        lines.append(f"for the judge: {explanation.judge.why}")
    return tuple(lines)


def _marked(one: Explained) -> str:
    mark = one.mark
    hands = [part for part in one.parts if isinstance(part, HandPart)]
    winners = [part for part in hands if one.win and part.holding.seat is one.win.winner.seat]
    parts = sorted(one.parts, key=lambda part: part not in winners)  # so that they stand in the order of the reasons
    made_of = " + ".join(str(part.tantos) for part in parts)
    tantos = f"{mark.tantos} of {made_of}, which is the target" if one.cut else made_of
    reasons = [*_reasons(one), *(_held(part.holding) for part in hands if part not in winners)]
    because = f": {'; '.join(reasons)}" if reasons else ""
    return f"{mark.round.value}: {mark.team.value} marks {tantos}{because}{_article(one.ruling)}"


def _hordago(hordago: Hordago) -> str:
    bids = ", ".join([*_bids(hordago.bids), "accepted"])
    return f"{hordago.round.value}: {hordago.team.value} wins the game: {bids}; {_won(hordago.win)}"


def _reasons(one: Explained) -> Iterator[str]:
    """What the mark is for, and how its round was won."""
    why, bids = one.mark.why, one.bids
    if why is Why.TIRA and bids:
        yield ", ".join([*_bids(bids), _refusal(bids)])
    elif why is Why.IDUKI and bids:
        yield ", ".join([*_bids(bids), "accepted"])
    elif bids:
        yield f"after a bid {_refusal(bids)}"
    if why is Why.PASO:
        yield "all passed"
    elif why is Why.NEGADA:
        yield "tira" if one.ruling and one.ruling.article.startswith("nabo ") else "negada"
    elif why is Why.PERETE:
        yield "tio Perete"
    if one.win:
        yield _won(one.win)
    elif FixedPart(1, Cause.POINT) in one.parts:
        yield "the point"


def _bids(bids: RoundBids) -> Sequence[str]:
    return [
        f"{call.action.value} {'' if call.amount is None else f'{call.amount} '}of {call.speaker.value}"
        for call in bids.calls
    ]


def _refusal(bids: RoundBids) -> str:
    if bids.answer is None:
        return f"that {bids.calls[-1].team.other.value} left unanswered"
    return f"refused by {bids.answer.speaker.value}"


def _won(win: Win) -> str:
    winner, over = win.winner, win.over
    if over is None:
        return f"{_held(winner)}, {winner.seat.team.other.value} has none"
    if win.tie:
        return f"{_held(winner)}, level with {over.seat.value} and before it from the esku"
    kind_decides = winner.pairs is not over.pairs
    return f"{_held(winner)} over {f'{_kind(over)} of {over.seat.value}' if kind_decides else _held(over)}"


def _held(holding: Holding) -> str:
    """What a seat holds: `dupleak errege-zaldun of N`, `31 of W`."""
    names = [_rank(rank) for rank in holding.ranks]
    if holding.pairs in (Pairs.PAREAK, Pairs.MEDIAK):
        return f"{_kind(holding)} of {names[0]}s of {holding.seat.value}"
    if holding.pairs:
        return f"{_kind(holding)} {'-'.join(names)} of {holding.seat.value}"
    if holding.total:
        return f"{'real ' if holding.real31 else ''}{holding.total} of {holding.seat.value}"
    return f"{'-'.join(names)} of {holding.seat.value}"


def _kind(holding: Holding) -> str:
    return holding.pairs.name.lower()


def _rank(rank: int) -> str:
    return _RANKS.get(rank, str(rank))


def _article(ruling: Ruling | None) -> str:
    """The article that was applied, and whose error it was: ` [nabo 15b, N]`."""
    if ruling is None:
        return ""
    return f" [{ruling.article}, {ruling.seat.value}]" if ruling.seat else f" [{ruling.article}]"
