"""What a press comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.calls import Action, Call
from engine.seats import Team
from engine.sentences import Sentence
from firmware.session.buttons import Button
from firmware.session.cards.certain import unasked
from firmware.session.choices.grid import Lot
from firmware.session.events import CallMade, CardSettled, Event, FaultMended, MatchStarted, ReadingConfirmed
from firmware.session.fold import Session, StateError, apply
from firmware.session.view import LIVE, View


class Wish(Enum):
    """What a press asks of the appliance, because the event needs a camera."""

    READ = "read"
    NEXT_PICTURE = "next-picture"
    NEXT_DEAL = "next-deal"
    VOID = "void"
    NEW_MATCH = "new-match"
    SELF_TEST = "self-test"
    VOICE = "voice"
    LANGUAGE = "language"
    JOIN = "join"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a press comes to. With a `refusal` nothing happens but that it is shown.

    `then` is pressed once the `wish` has come true: the first call of the next deal. `begun` is the new match that is
    wished for, without its picture; of a `lot` one thing is drawn; a desk is joined by its `code`, or by the QR code
    that the camera sees.
    """

    view: View = LIVE
    event: Event | None = None
    wish: Wish | None = None
    refusal: Sentence | None = None
    then: Button | None = None
    begun: MatchStarted | None = None
    lot: Lot | None = None
    code: str | None = None


def called(session: Session, team: Team, action: Action, amount: int | None = None) -> Meaning:
    return checked(session, CallMade(str(Call(team, action, amount))))


def answered(session: Session, event: CardSettled | ReadingConfirmed | FaultMended) -> Meaning:
    """What the players said about a doubt, or what was done about a fault, with the hand record where nothing is to be
    asked any more."""
    bare = checked(session, event)
    if bare.refusal:
        return bare
    record = unasked(apply(session, event).now)
    return checked(session, replace(event, record=record)) if record else bare


def checked(session: Session, event: Event) -> Meaning:
    """The event, or why it may not happen."""
    try:
        apply(session, event)
    except StateError as error:
        return refused(LIVE, Sentence.of(error))
    return Meaning(event=event)


def refused(view: View, why: str) -> Meaning:
    return Meaning(disarmed(view), refusal=Sentence.plain(why))


def disarmed(view: View) -> View:
    return replace(view, hordago=None, perete=None, voiding=False)
