"""The table at a tournament's desk."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.sentences import Sentence
from firmware.session.at_desk import Called
from firmware.session.errors import StateError, named
from firmware.session.events import CallTakenBack, CallTold, ClockTold, DeskJoined, JudgeCalled
from firmware.session.fold.clock import without_latecomers
from firmware.session.state import State


def desk_joined(event: DeskJoined, state: State) -> State:
    return replace(state, desk=replace(state.desk.without_clock, table=event.table, call=None))


def judge_called(event: JudgeCalled, state: State) -> State:
    return replace(state, desk=state.desk.calling())


def call_taken_back(event: CallTakenBack, state: State) -> State:
    return replace(state, desk=state.desk.taking_back())


def call_told(event: CallTold, state: State) -> State:
    return replace(state, desk=replace(state.desk, call=named(Called, event.stands) if event.stands else None))


def clock_told(event: ClockTold, state: State) -> State:
    if state.clock is None:
        raise StateError(Sentence("there is no clock to start"))
    if not (math.isfinite(event.elapsed) and 0 < event.length < math.inf):
        raise StateError(f"clock-told: {event.elapsed!r} s of {event.length!r} s is no time")
    desk = replace(state.desk, length=event.length, stopped=not event.running)
    return without_latecomers(replace(state, elapsed=event.elapsed, desk=desk))
