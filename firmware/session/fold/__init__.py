"""The session as a fold over its events: what each of them does to the state, and how the last one is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from engine.errors import MusError
from engine.sentences import Sentence
from firmware.session.corrections import moved_on
from firmware.session.errors import StateError
from firmware.session.events import KINDS, NEVER_TAKEN_BACK, Event, MatchStarted, Undone, is_the_judges
from firmware.session.fold import agreement, amending, calls, cards, clock, desk, in_hand, match
from firmware.session.fold.clock import all_there, timed
from firmware.session.fold.match import began_with, named
from firmware.session.game_times import timekept
from firmware.session.state import State
from words.names import NameRefusedError

__all__ = ["Session", "StateError", "apply"]

T = TypeVar("T")
_HAPPENED: Final[Mapping[type[Event], Callable[[Any, Any], State]]] = {
    kind: vars(module)[name]
    for kind in KINDS.values()
    for module in (agreement, amending, calls, cards, clock, desk, in_hand, match)
    if (name := kind.kind.replace("-", "_")) in vars(module)
}
"""The state after an event of each kind, by the function that is called as the kind is. `Undone` alone goes back."""


@dataclass(frozen=True, slots=True)
class Session:
    """The state now, and the states that undo goes back to: those of this karta aldia and of the one before."""

    now: State
    past: tuple[State, ...] = ()


def apply(session: Session | None, event: Event) -> Session:
    """The session after one more event. StateError where the event cannot have happened in it."""
    if session is None:
        if not isinstance(event, MatchStarted):
            raise StateError(f"a session begins with a match, not with {event.kind}")
        return Session(_after(event, None))
    if isinstance(event, Undone):
        return _taken_back(session)
    now = _after(event, session.now)
    if isinstance(event, NEVER_TAKEN_BACK):
        return Session(now, session.past)
    past = (*session.past, session.now)
    if now.absent and now.karta_aldia.begun:  # whoever plays has come, and that is never taken back
        now = all_there(now, now.elapsed)
        past = tuple(_came(one, now) if one.started is now.started else one for one in past)
    if now.deal != session.now.deal:
        past = tuple(state for state in past if state.deal >= now.deal - 1)
    return Session(now, past)


def _taken_back(session: Session) -> Session:
    if not session.past:
        raise StateError(Sentence("there is nothing to take back"))
    *past, earlier = session.past
    now, names, desk = session.now, session.now.names, session.now.desk
    if earlier.started is not now.started:
        desk = desk.without_clock
        if names == began_with(now.started):  # nobody has said since who plays
            names = earlier.names
    else:
        if desk.length is not None:
            earlier = replace(earlier, elapsed=now.elapsed)
        elif earlier.elapsed is not None and now.elapsed is not None:  # time goes on
            earlier = timed(earlier, max(earlier.elapsed, now.elapsed))
        names = _seated(names, now, earlier)
        if earlier.deal == now.deal:  # what is marked again was marked already
            earlier = replace(earlier, marked_first=now.marked_first)
    if earlier.camera != now.camera:  # the one that looks on now does so whatever is taken back
        earlier = replace(earlier, camera=now.camera, picture=now.picture, last_picture=now.last_picture)
    return Session(replace(named(earlier, names), desk=desk), tuple(past))


def _came(earlier: State, now: State) -> State:
    """An earlier state of the same match with everybody there since they came, as is known now."""
    return all_there(earlier, now.elapsed, _seated(now.absent, now, earlier))


def _seated(value: T, now: State, earlier: State) -> T:
    """What is said of the seats now, of those who sat there at an earlier time: they may have moved on since."""
    for _ in range((earlier.turned - now.turned) % len(now.seats)):
        value = moved_on(value, now.seats)
    return value


def _after(event: Event, state: State | None) -> State:
    try:
        now = _HAPPENED[type(event)](event, state)
    except (MusError, NameRefusedError) as error:
        raise StateError(Sentence.of(error)) from error
    judged = now.judged if isinstance(event, NEVER_TAKEN_BACK) else is_the_judges(event)
    return timekept(now if now.judged == judged else replace(now, judged=judged))
