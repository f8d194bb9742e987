"""A match as a tournament counts it: its mantxak, and whether a single one of them decided a tie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, repeat

from engine.match.standing import Standing
from engine.seats import Team
from engine.tournament.terms import Mantxa


def mantxak(now: Standing) -> tuple[Mantxa, ...]:
    """The tantos of N-S and of E-W in each mantxa that somebody has won; one won with a hordago counts the target for
    who won it.

    Of a match that was given (federacion 33) the mantxak that were missing to win it are won too, with what the other
    team had made in them.
    """
    return tuple(_mantxak(now))


def is_decisive(now: Standing) -> bool:
    """Whether the match is won by the single mantxa that decides a tie once the time is over (federacion 36)."""
    return _lacking(now) > 0 and any(game.decisive and game.winner is now.winner for game in now.games)


def _mantxak(now: Standing) -> Iterator[Mantxa]:
    target = now.book.target
    won = [(game.winner, game.score) for game in now.games if game.winner]
    if now.winner and not is_decisive(now):
        left = chain((game.score for game in now.games if not game.over), repeat(dict.fromkeys(Team, 0)))
        won += [(now.winner, score) for score in islice(left, _lacking(now))]
    for winner, score in won:
        ns, ew = (target if side is winner else min(score[side], target - 1) for side in Team)
        yield ns, ew


def _lacking(now: Standing) -> int:
    """How many mantxak whoever has won the match lacks to the number that wins it."""
    if now.winner is None or now.length.mode != "first-to":
        return 0
    return max(0, now.length.games - now.games_won[now.winner])
