"""The session as a fold over its events: what each of them does to the state, and how the last one is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import MusError
from engine.sentences import Sentence
from firmware.session import events
from firmware.session.corrections import moved_on
from firmware.session.errors import StateError
from firmware.session.events import NEVER_TAKEN_BACK, Event, MatchStarted, Undone, is_the_judges
from firmware.session.fold import agreement, amending, calls, cards, clock, desk, in_hand, match
from firmware.session.fold.clock import timed
from firmware.session.fold.match import named
from firmware.session.game_times import timekept
from firmware.session.state import State
from words.names import NameRefusedError

__all__ = ["Session", "StateError", "apply"]

_HAPPENED: Final[Mapping[type[Event], Callable[[Any, Any], State]]] = {
    events.MatchStarted: match.match_started,
    events.EskuChosen: match.esku_chosen,
    events.NamesGiven: match.names_given,
    events.PereteDeclared: calls.perete_declared,
    events.CallMade: calls.call_made,
    events.BidChanged: calls.bid_changed,
    events.RoundPassed: calls.round_passed,
    events.CardsRead: cards.cards_read,
    events.CardSettled: cards.card_settled,
    events.ReadingConfirmed: cards.reading_confirmed,
    events.EntryBegun: cards.entry_begun,
    events.CardEntered: cards.card_entered,
    events.CardRemoved: cards.card_removed,
    events.RoundStruck: cards.round_struck,
    events.AnnouncementTold: cards.announcement_told,
    events.FaultMended: calls.fault_mended,
    events.CorrectionProposed: agreement.correction_proposed,
    events.Agreed: agreement.agreed,
    events.MatchProposed: agreement.match_proposed,
    events.ResultConfirmed: agreement.result_confirmed,
    events.CardTold: amending.card_told,
    events.JudgeActed: amending.judge_acted,
    events.ClockStarted: clock.clock_started,
    events.TimePassed: clock.time_passed,
    events.TimeAdded: clock.time_added,
    events.AbsenceTold: clock.absence_told,
    events.EndsSwapped: match.ends_swapped,
    events.KartaAldiaStarted: in_hand.karta_aldia_started,
    events.KartaAldiaVoided: in_hand.karta_aldia_voided,
    events.PicturePlaced: in_hand.picture_placed,
    events.DeskJoined: desk.desk_joined,
    events.JudgeCalled: desk.judge_called,
    events.CallTakenBack: desk.call_taken_back,
    events.CallTold: desk.call_told,
    events.ClockTold: desk.clock_told,
}
"""The state after an event of each kind. `Undone` alone goes back."""


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
    else:
        if desk.length is not None:
            earlier = replace(earlier, elapsed=now.elapsed)
        elif earlier.elapsed is not None and now.elapsed is not None:  # time goes on
            earlier = timed(earlier, max(earlier.elapsed, now.elapsed))
        for _ in range((earlier.turned - now.turned) % len(now.seats)):  # back where they have moved on since
            names = moved_on(names, now.seats)
    return Session(replace(named(earlier, names), desk=desk), tuple(past))


def _after(event: Event, state: State | None) -> State:
    try:
        now = _HAPPENED[type(event)](event, state)
    except (MusError, NameRefusedError) as error:
        raise StateError(Sentence.of(error)) from error
    judged = now.judged if isinstance(event, NEVER_TAKEN_BACK) else is_the_judges(event)
    return timekept(now if now.judged == judged else replace(now, judged=judged))
