"""What the buttons mean once all is called: the cards, and what they came to."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.match.games import Status
from engine.sentences import Sentence
from firmware.session.at_desk import TO_THE_DESK
from firmware.session.buttons import BID, BIDS, Button
from firmware.session.cards.showdown import record_json
from firmware.session.choices.correcting import settling
from firmware.session.choices.entering import ENTER, MATCH_OVER, begun
from firmware.session.choices.going_on import stays
from firmware.session.choices.grid import SUIT_OF
from firmware.session.events import CardSettled, ReadingConfirmed, ResultConfirmed, RoundStruck
from firmware.session.finished import Source
from firmware.session.fold import Session
from firmware.session.press.agreement import while_waiting
from firmware.session.press.choosing import chosen
from firmware.session.press.meanings import Meaning, Wish, answered, checked, refused
from firmware.session.state import Phase
from firmware.session.view import View
from words.telling import WITHOUT_MARKS

_OPENING = (*BIDS, Button.HORDAGO, Button.PASO)
_COUNTED: Final = Sentence("The karta aldia is being counted: Back takes the reading back.")


def at_the_cards(session: Session, view: View, button: Button) -> Meaning:
    what = Sentence("All is called: lay out the cards and press Read. Back takes the last call back.")
    return _with_cards(session, view, button) or refused(view, what)


def in_doubt(session: Session, view: View, button: Button) -> Meaning:
    laid = session.now.laid
    assert laid is not None
    if doubt := laid.card_doubt():
        choices = laid.choices(doubt)
        if view.spread and button in (Button.OK, Button.NEXT):
            return Meaning()
        if button is Button.NEXT:
            return Meaning(replace(view, choice=(view.choice + 1) % len(choices)))
        if suit := SUIT_OF.get(button):
            return Meaning(replace(view, path=settling(suit)))
        if button is Button.OK and doubt.card is not None:
            return answered(session, CardSettled(doubt.card, str(choices[view.choice % len(choices)])))
    if button is Button.OK and laid.to_confirm():
        return answered(session, ReadingConfirmed())
    return _with_cards(session, view, button) or refused(view, _COUNTED)


def in_conflict(session: Session, view: View, button: Button) -> Meaning:
    state = session.now
    if button is Button.OK and state.conflict and state.conflict.strike:
        gone, struck = state.conflict.strike[0], [round for round, _ in state.struck]
        return checked(session, RoundStruck(gone.value, record_json(state, [*struck, gone])))
    return _with_cards(session, view, button) or refused(view, _COUNTED)


def entering(session: Session, view: View, button: Button) -> Meaning:
    """The players enter the cards: each by one button; once all are there the teams agree."""
    if session.now.waits is None:
        what = chosen(session, replace(view, path=(ENTER,)), button, check=True)
        return replace(what, view=view) if what.refusal else what
    again = _with_cards(session, view, button) if button in (Button.READ, Button.PASO) else None
    return again or while_waiting(session, view, button)


def _with_cards(session: Session, view: View, button: Button) -> Meaning | None:
    """What may be done about the cards whatever is wrong with them."""
    if button is Button.READ:
        return Meaning(wish=Wish.READ)
    if button is Button.PASO:
        return Meaning(replace(view, voiding=True))
    if button is Button.NEXT:
        return Meaning(wish=Wish.NEXT_PICTURE)
    return checked(session, begun(session.now)) if button is Button.OK else None


def when_marked(session: Session, view: View, button: Button) -> Meaning:
    """The karta aldia is marked; or the match is won without one, because it was given."""
    state, finished = session.now, session.now.finished
    if button is Button.NEXT and view.step is None and not (finished and finished.steps):
        return refused(view, WITHOUT_MARKS[finished.status if finished else Status.COUNTS])
    if button is Button.NEXT:
        step = 1 if view.step is None else view.step + 1
        return Meaning(replace(view, step=step if finished and step <= finished.steps else None))
    if button is Button.READ and finished and not finished.record.cards:
        return Meaning(wish=Wish.READ)
    if state.partida_over:
        return _confirming(session, view, button)
    if button is Button.OK:
        return Meaning(wish=Wish.NEXT_DEAL)
    if button in _OPENING and state.phase is Phase.MARKS:
        return Meaning(wish=Wish.NEXT_DEAL, then=button)
    if finished is None:
        return refused(view, MATCH_OVER)
    if button is Button.READ and finished.noted.source is not Source.HAND:
        read = Sentence("These cards have been read. OK goes on to the next karta aldia.")
        return refused(view, stays(state) or read)
    return refused(view, stays(state) or Sentence("This karta aldia is over. OK goes on to the next one."))


def _confirming(session: Session, view: View, button: Button) -> Meaning:
    """A tournament's partida is over: each team confirms the result by its own button (nabo 21)."""
    if not session.now.to_confirm:
        return refused(view, TO_THE_DESK)
    if team := button.team:
        return checked(session, ResultConfirmed(team.value))
    return refused(view, Sentence("Each team confirms the result with its {bid} button.", bid=BID))
