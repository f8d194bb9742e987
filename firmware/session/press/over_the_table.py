"""What lies over the table, whatever its phase: what a button means in it, None where it means nothing there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.calls import Action
from engine.sentences import Sentence
from firmware.session.at_desk import DESKS_WORD
from firmware.session.buttons import BIDS, Button
from firmware.session.choices.correcting import correcting, unknown
from firmware.session.choices.grid import SUIT_OF, TOLD
from firmware.session.events import PereteDeclared, Undone
from firmware.session.fold import Session
from firmware.session.press.calling import peretes
from firmware.session.press.choosing import chosen
from firmware.session.press.meanings import Meaning, Wish, called, checked, refused
from firmware.session.state import Phase
from firmware.session.view import LIVE, View, pages


def _browsing(session: Session, view: View, button: Button) -> Meaning | None:
    if view.hand is None:
        return None
    state, hands = session.now, session.now.hands
    if button in (Button.BACK, Button.OK) or not hands:
        return Meaning()
    place = min(view.hand, len(hands) - 1)
    if button in SUIT_OF and not view.page and (path := unknown(state, place)):
        what = chosen(session, replace(view, path=path), button, check=True)
        return replace(what, view=view) if what.refusal else what
    if button is Button.READ and not state.correctable:
        return refused(view, Sentence("something else is being settled"))
    if button is Button.READ:
        return Meaning(replace(view, hand=place, path=correcting(place)))
    if button is Button.NEXT:
        return Meaning(replace(view, hand=place, page=(view.page + 1) % pages(hands[place])))
    if button is Button.LAST:
        return Meaning(replace(view, hand=(place - 1) % len(hands), page=0))
    return None


def _arming_hordago(session: Session, view: View, button: Button) -> Meaning | None:
    if view.hordago and button in (Button.HORDAGO, Button.OK, *BIDS):
        return called(session, button.team or view.hordago, Action.HORDAGO)
    return None


def _declaring(session: Session, view: View, button: Button) -> Meaning | None:
    """Which seat declares tio Perete's hand: Next shows another one, OK takes it."""
    if view.perete and button is Button.OK:
        return checked(session, PereteDeclared(view.perete.value))
    if view.perete and button is Button.NEXT:
        seats = peretes(session.now)
        return Meaning(replace(view, perete=seats[(seats.index(view.perete) + 1) % len(seats)]))
    return None


def _voiding(session: Session, view: View, button: Button) -> Meaning | None:
    return Meaning(wish=Wish.VOID) if view.voiding and button is Button.PASO else None


def _taking_back(session: Session, view: View, button: Button) -> Meaning | None:
    if button is not Button.BACK:
        return None
    if view.guarded:
        return Meaning()
    if session.past:
        begun = session.past[-1].started is not session.now.started
        if begun and session.now.started.partida is not None and session.now.desk.table is not None:
            return refused(view, DESKS_WORD)
        return Meaning(event=Undone())
    if session.now.last:
        return refused(view, Sentence("Older karta aldiak are not taken back: Last hand shows them."))
    return refused(view, Sentence("There is nothing to take back."))


def _looking_back(session: Session, view: View, button: Button) -> Meaning | None:
    """To the last finished hand; where the cards contradict the calls, to who announced something wrong."""
    state = session.now
    if button is not Button.LAST:
        return None
    if state.phase is Phase.CONFLICT and state.conflict and state.conflict.strike:
        return Meaning(replace(LIVE, path=(TOLD,)))
    if not state.noted:
        return refused(view, Sentence("No hand of this match has been finished yet."))
    return Meaning(replace(LIVE, hand=len(state.noted) - 1))


OVER_THE_TABLE: Final = (_browsing, _arming_hordago, _declaring, _taking_back, _looking_back, _voiding)
"""The topmost first."""
