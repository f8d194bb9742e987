"""A match against the clock, as functions of given times in seconds.

    clock = CLOCKS["federacion"]
    clock.left(elapsed=4300)                                # 500 s: the last ten minutes
    next_game(clock, 4, 40, won, now=4300).tantos           # both teams begin the next game with so many
    clock.limits[Deciding.BID]                              # 30 s

Nothing here looks at a clock itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from engine.bids.bidding import Bidding
from engine.calls import Action
from engine.deal.endgame import comes_to_hordago
from engine.errors import ClockError
from engine.seats import Seat, Team

_MINUTE: Final = 60


class Deciding(Enum):
    """What a team thinks about."""

    MUS = "mus"
    """Whether to give mus or to cut it."""
    BID = "bid"
    """The answer to a bid."""
    HORDAGO = "hordago"
    """The answer to a hordago, or to a bid that comes to one at the score."""


class Late(NamedTuple):
    """What a team has lost by coming late: a number of games in all, or the whole match."""

    games: int = 0
    match: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The figures of a book's clock, all in seconds, but for games and tantos.

    - `match`: how long a match lasts, once the clock has begun
    - `late`: for each waiting time, how many games in all a team loses that is not complete; None: the match
    - `last`: how long before the end the games are shortened
    - `short_final`: the tantos with which the last game begins, where the last but one was played when `last` began
    - `shortest`: the tantos with which games begin where more than two were missing then, or the time is over
    - `limits`: the longest time to decide, by what is decided (federacion 23, 41); what follows is the judge's (35)
    """

    match: float
    late: tuple[tuple[float, int | None], ...]
    last: float
    short_final: int
    shortest: int
    limits: Mapping[Deciding, float]

    def left(self, elapsed: float) -> float:
        """The seconds left of the match after `elapsed`; 0 once it is over (federacion 29, 37)."""
        return max(0.0, self.match - _seconds(elapsed))

    def extended(self, seconds: float) -> Clock:
        """With time that the judge has added (federacion 30)."""
        return replace(self, match=self.match + _seconds(seconds))

    def shortened(self, target: int) -> tuple[int, ...]:
        """The tantos with which games may begin near the end (federacion 36): the last one's, then any game's; those
        left out with which one would be over as it begins."""
        return tuple(tantos for tantos in (self.short_final, self.shortest) if tantos < target)

    def lost(self, waited: float) -> Late:
        """What a team loses that was not complete for so many seconds (federacion 33)."""
        lost = [games for least, games in self.late if waited >= least]
        return Late(max((games for games in lost if games), default=0), None in lost)


def due_games(games: int, elapsed: float, length: float) -> int:
    """How many games of a match of `games` won games should be done by now, for the longest to end in time
    (federacion 37)."""
    return math.floor((2 * games - 1) * min(1.0, _seconds(elapsed) / length))


CLOCKS: Final[Mapping[str, Clock | None]] = {
    "none": None,
    "federacion": Clock(
        match=80 * _MINUTE,  # 29
        late=((10 * _MINUTE, 1), (15 * _MINUTE, 2), (20 * _MINUTE, None)),  # 33
        last=10 * _MINUTE,  # 36
        short_final=20,  # 36
        shortest=30,  # 36
        limits={Deciding.MUS: 1 * _MINUTE, Deciding.BID: 30, Deciding.HORDAGO: 2 * _MINUTE},  # 23, 41
    ),
}
"""The clocks by a rule book's `clock`."""


def answering(bidding: Bidding, score: Mapping[Team, int], target: int) -> Deciding | None:
    """What the team that has to answer decides, at `score` in tantos; None where no bid waits (federacion 41).

    Where it has two bids to choose from, it is the greater one.
    """
    if bidding.to_answer is None:
        return None
    rival = bidding.rival
    hordago = bidding.hordago or (rival is not None and rival.action is Action.HORDAGO)
    most = max(bidding.raised, (rival and rival.amount) or 0)
    as_good_as = comes_to_hordago(bidding.agreed + most, score, target)
    return Deciding.HORDAGO if hordago or as_good_as else Deciding.BID


def late(clock: Clock, arrived: Mapping[Seat, float | None], elapsed: float) -> dict[Team, Late]:
    """What each team has lost so far by players who were not there when the clock began (federacion 33).

    `arrived` says when each player came, in seconds since the clock began (0: was there), None for one who is still
    missing after `elapsed`. Where a player of each team is late both lose.
    """
    now = _seconds(elapsed)
    waited = dict.fromkeys(Team, 0.0)
    for seat, came in arrived.items():
        missed = now if came is None else min(now, _seconds(came))
        waited[seat.team] = max(waited[seat.team], missed)
    return {team: clock.lost(time) for team, time in waited.items()}


class Won(NamedTuple):
    """A game of the match: who won it, and when, in seconds since the clock began (federacion 33's lost games too)."""

    team: Team
    at: float


class NewGame(NamedTuple):
    """How a game begins: with how many `tantos` for both teams, whether it decides the match, and the article if so."""

    tantos: int = 0
    final: bool = False
    article: str | None = None


def next_game(clock: Clock | None, games: int, target: int, won: Sequence[Won], now: float) -> NewGame:
    """How the game that begins `now` starts, in a match of `games` won games of `target` tantos (federacion 36).

    One that would be over as it begins begins with none. `won` are the games so far in the order in which they ended.
    ClockError where they are not, where one ends after `now`, and where the match is over already.
    """
    _check(games, won, _seconds(now))
    score = _count(won)
    last_game = _missing(games, score) == 1
    if clock is None or clock.left(now) > clock.last:
        return NewGame(final=last_game)
    at_mark = _count([game for game in won if clock.left(game.at) >= clock.last])
    if _missing(games, at_mark) > 2:
        tied = score[Team.NS] == score[Team.EW]
        return _shortened(clock.shortest, target, final=last_game or tied)
    if not last_game:
        return NewGame()
    if clock.left(now) == 0:
        return _shortened(clock.shortest, target, final=True)
    if won and clock.left(won[-1].at) <= clock.last:
        return _shortened(clock.short_final, target, final=True)
    return NewGame(final=True)


def _shortened(tantos: int, target: int, final: bool) -> NewGame:
    return NewGame(tantos if tantos < target else 0, final, "federacion 36")


def _missing(games: int, score: Mapping[Team, int]) -> int:
    """How many games can still be played, the next one included."""
    return sum(games - wins for wins in score.values()) - 1


def _count(won: Sequence[Won]) -> dict[Team, int]:
    return {team: sum(game.team is team for game in won) for team in Team}


def _check(games: int, won: Sequence[Won], now: float) -> None:
    times = [_seconds(game.at) for game in won]
    if times != sorted(times) or any(at > now for at in times):
        raise ClockError(f"games are given in the order in which they ended, none after {now:g} s: {times}")
    for team, wins in _count(won).items():
        if wins >= games:
            raise ClockError(f"the match is over: {team.value} has won {wins} of {games} games")


def _seconds(time: float) -> float:
    if not 0 <= time < math.inf:
        raise ClockError(f"a time is a number of seconds, 0 or more, not {time!r}")
    return time
