"""What the buttons mean while the rounds are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from engine.calls import Action
from engine.deal.acts import LegalAct, Word
from engine.seats import Seat, Team, following
from engine.sentences import Sentence
from engine.tantos.tally import HAMARREKO
from firmware.session.buttons import BIDS, Button
from firmware.session.choices.entering import beginning
from firmware.session.events import BidChanged, EskuChosen, RaiseStands, RoundPassed
from firmware.session.fold import Session
from firmware.session.press.meanings import Meaning, Wish, called, checked, refused
from firmware.session.state import Phase, State
from firmware.session.view import LIVE, View

RAISE = 2
"""A team's first press on a bid of the others raises by so many; further presses change it one by one."""
STANDS: Final = Sentence("The raise stands: Gehiago raises it anew, Back lets it be changed again.")


def _bids(team: Team, session: Session, view: View) -> Meaning:
    bidding = session.now.aldia.bidding
    if bidding.bidder is None:
        return called(session, team, Action.ENVIDO, max(2, bidding.book.minimum_bid))
    if team is bidding.bidder and not bidding.hordago:
        return checked(session, BidChanged(bidding.raised + 1))
    return called(session, team, Action.GEHIAGO, RAISE)


def _raises(session: Session, view: View) -> Meaning:
    if session.now.raise_waits:
        return checked(session, BidChanged(session.now.aldia.bidding.raised + 1))
    return called(session, _speaker(session.now), Action.GEHIAGO, 1)


def _answers(action: Action, session: Session, view: View) -> Meaning:
    return called(session, _speaker(session.now), action)


def _passes(session: Session, view: View) -> Meaning:
    to_answer = session.now.aldia.to_answer
    return called(session, to_answer, Action.PASO) if to_answer else checked(session, RoundPassed())


def _arms_hordago(session: Session, view: View) -> Meaning:
    team = _speaker(session.now)
    what = called(session, team, Action.HORDAGO)
    return what if what.refusal else Meaning(replace(view, hordago=team))


def _reads(session: Session, view: View) -> Meaning:
    refusal = beginning(session.now)
    return refused(view, refusal) if refusal else Meaning(wish=Wish.READ)


def _goes_on(session: Session, view: View) -> Meaning:
    state, bidding = session.now, session.now.aldia.bidding
    if state.pristine:
        return checked(session, EskuChosen(following(state.esku, state.seats).value))
    if bidding.to_answer and not bidding.hordago:  # to the next whole hamarreko: envites of five and ten are common
        return checked(session, BidChanged(bidding.raised + HAMARREKO - bidding.raised % HAMARREKO))
    if state.elapsed is not None:
        return Meaning(replace(LIVE, clock=True))
    return refused(view, Sentence("The first esku is chosen before the first call of a match."))


def _confirms(session: Session, view: View) -> Meaning:
    if declarers := peretes(session.now):
        return Meaning(replace(view, perete=declarers[0]))
    if session.now.raise_waits:
        return Meaning(replace(LIVE, notice=STANDS), RaiseStands())
    return refused(view, Sentence("There is nothing to confirm now."))


def _speaker(state: State) -> Team:
    """Who speaks where nobody says for whom: the team that has to answer, else the esku's."""
    return state.aldia.to_answer or state.esku.team


def peretes(state: State) -> tuple[Seat, ...]:
    """The seats that may declare tio Perete's hand now: before play, where the rule book gives a point for it."""
    legal = state.karta_aldia.legal_calls() if state.book.tio_perete and state.phase is Phase.CALLS else ()
    acts = (act for act in legal if isinstance(act, LegalAct) and act.word is Word.PERETE)
    return tuple(act.speaker for act in acts if isinstance(act.speaker, Seat))


_CALLING: Final[Mapping[Button, Callable[[Session, View], Meaning]]] = {
    **{button: partial(_bids, team) for button, team in BIDS.items()},
    Button.GEHIAGO: _raises,
    Button.HORDAGO: _arms_hordago,
    Button.IDUKI: partial(_answers, Action.IDUKI),
    Button.TIRA: partial(_answers, Action.TIRA),
    Button.PASO: _passes,
    Button.READ: _reads,
    Button.NEXT: _goes_on,
    Button.OK: _confirms,
}


def while_calling(session: Session, view: View, button: Button) -> Meaning:
    """The rounds are being played."""
    return _CALLING[button](session, view)
