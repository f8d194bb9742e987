"""The match's clock, and those who come too late."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine.deal.clock import late
from engine.match.entries import GameGiven, MatchGiven
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.session.errors import StateError
from firmware.session.events import AbsenceTold, ClockStarted, TimeAdded, TimePassed
from firmware.session.fold.amending import amended
from firmware.session.state import State
from words.acts import CLOCK, NOT_COME

_LATE: Final = {"by": CLOCK, "reason": NOT_COME, "article": "federacion 33"}


def clock_started(event: ClockStarted, state: State) -> State:
    if state.clock is None or state.elapsed is not None:
        raise StateError(Sentence("there is no clock to start"))
    return replace(state, elapsed=0.0)


def time_passed(event: TimePassed, state: State) -> State:
    return timed(state, event.elapsed)


def time_added(event: TimeAdded, state: State) -> State:
    if state.elapsed is None:
        raise StateError(Sentence("the clock has not been started"))
    if not 0 < event.seconds < math.inf:
        raise StateError(f"{event.seconds!r} is no time to add")
    return replace(state, added=state.added + event.seconds)


def absence_told(event: AbsenceTold, state: State) -> State:
    """The player of that seat is missing, or has come now if that was said before."""
    if state.clock is None:
        raise StateError(Sentence("without a clock nobody comes too late"))
    if state.noted or state.karta_aldia.has_begun_before:
        raise StateError(Sentence("something was played: everybody is there"))
    absent, seat = dict(state.absent), Seat.parse(event.seat)
    if seat not in state.missing:
        absent[seat] = None
    elif state.elapsed is None or state.elapsed <= 0:
        del absent[seat]
    else:
        absent[seat] = state.elapsed
    return replace(state, absent=tuple(absent.items()))


def timed(state: State, elapsed: float) -> State:
    if state.elapsed is None or not state.elapsed <= elapsed < math.inf:
        raise StateError(f"time-passed: {elapsed!r} s cannot be the time since the clock began")
    return without_latecomers(replace(state, elapsed=elapsed))


def without_latecomers(state: State) -> State:
    """With the games, or the match, that teams have lost by now because a player is missing (federacion 33).

    Where both teams have lost the match that way, nothing is given: it is for the judge.
    """
    return _with_what_is_lost(state) if state.missing else state


def _with_what_is_lost(state: State) -> State:
    if state.clock is None or state.elapsed is None or state.elapsed <= 0 or state.standing.over:
        return state
    lost = late(state.clock, dict(state.absent), state.elapsed)
    for team in Team:
        given = sum(
            isinstance(act, GameGiven) and act.team is team.other and act.article == _LATE["article"]
            for act in state.match.entries
        )
        for _ in range(given, lost[team].games):
            state = amended(state, GameGiven(state.game, team.other, **_LATE))
    beaten = [team for team in Team if lost[team].match]
    if len(beaten) == 1 and not state.standing.over:
        state = amended(state, MatchGiven(beaten[0].other, **_LATE))
    return state


def all_there(state: State, since: float | None, came: Iterable[tuple[Seat, float | None]] = ()) -> State:
    """With everybody there `since` so many seconds after the clock began, or since they `came`, where that was noted;
    what was lost until then stays lost."""
    if not state.missing:
        return state
    noted = dict(came)
    state = replace(state, absent=tuple((seat, noted.get(seat) if at is None else at) for seat, at in state.absent))
    if since is not None and state.elapsed is not None:
        state = _with_what_is_lost(replace(state, elapsed=max(state.elapsed, since)))
    late = since if since is not None and since > 0 else None
    all_since = ((seat, late if at is None else at) for seat, at in state.absent)
    return replace(state, absent=tuple((seat, at) for seat, at in all_since if at is not None))
