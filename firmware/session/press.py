"""What a button press means: an event, a wish that needs the camera, another view, or a refusal in one sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.calls import Action, Call
from engine.cards import Suit
from engine.deal.acts import LegalAct, Word
from engine.deal.karta_aldia import Step
from engine.errors import MusError
from engine.rounds import Round
from engine.seats import Seat, Team
from firmware.session.buttons import Button
from firmware.session.certain import unasked
from firmware.session.correcting import FIRST, TOLD, correcting, grid, settling, telling
from firmware.session.events import (
    BidChanged,
    CallMade,
    CardSettled,
    CardTold,
    CorrectionAgreed,
    EskuChosen,
    Event,
    MatchStarted,
    PereteDeclared,
    ReadingConfirmed,
    RoundPassed,
    RoundStruck,
    Undone,
)
from firmware.session.grid import PLACES, SUITS, GridError, Lot, Path
from firmware.session.match import Finished
from firmware.session.menu import MENU, TEST, minute_of
from firmware.session.showdown import showdown
from firmware.session.state import Phase, Session, State, StateError, apply
from firmware.session.view import LIVE, View
from firmware.words.text import english as say


class Wish(Enum):
    """What a press asks of the appliance, because the event needs a camera."""

    READ = "read"
    NEXT_PICTURE = "next-picture"
    NEXT_DEAL = "next-deal"
    VOID = "void"
    NEW_MATCH = "new-match"
    SELF_TEST = "self-test"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a press comes to. With a `refusal` nothing happens but that the sentence is shown.

    `then` is pressed once the `wish` has come true: the first call of the next deal. `begun` is the new match that is
    wished for, without its picture; of a `lot` one thing is drawn.
    """

    view: View = LIVE
    event: Event | None = None
    wish: Wish | None = None
    refusal: str | None = None
    then: Button | None = None
    begun: MatchStarted | None = None
    lot: Lot | None = None


_BIDS = {Button.ENVIDO_NS: Team.NS, Button.ENVIDO_EW: Team.EW}
_ANSWERS = {Button.IDUKI: Action.IDUKI, Button.TIRA: Action.TIRA}
_MARKED = (Phase.MARKS, Phase.JUDGE, Phase.GAME_WON, Phase.MATCH_WON)
MENU_BUTTON = Button.LAST
"""The button that opens the menu where it is held: pressing it only looks at the last hand, so a slip costs nothing."""
_OPENING = (*_BIDS, Button.HORDAGO, Button.PASO)
_SUIT_OF: dict[Button, Suit] = dict(zip(PLACES, SUITS, strict=False))
"""The buttons that say which suit a card in doubt is of, as they lie in every grid: then its rank has its own."""
RAISE = 2
"""A team's first press on a bid of the others raises by so many; further presses change it one by one."""
HAMARREKO = 5
"""Next brings the bid that waits to the next multiple of so many: envites of five and ten are common."""


def meaning(session: Session, view: View, button: Button, check: bool = True, held: bool = False) -> Meaning:
    """What pressing `button` means now. Pure; an event in it is one that the state accepts.

    `held`: the button is pressed for long. It was pressed before, and that has had its own meaning.
    Without the `check` that is not sure of what a grid offers: trying out eleven corrections takes its time.
    """
    if view.busy:
        return Meaning(view, refusal=say("The cards are being read."))
    view = replace(view, notice=None)
    if held:
        return Meaning(replace(LIVE, path=(MENU,))) if button is MENU_BUTTON else Meaning(view)
    if view.clock and button in (Button.BACK, Button.OK, Button.NEXT):
        return Meaning()
    if view.path:
        return _chosen(session, view, button, check)
    if view.hand is not None and (looked := _browsed(session, view, button)):
        return looked
    if view.hordago and button in (Button.HORDAGO, Button.OK, *_BIDS):
        team = _BIDS.get(button, view.hordago)
        return _checked(session, CallMade(str(Call(team, Action.HORDAGO))))
    if view.perete and button in (Button.OK, Button.NEXT):
        return _declaring(session, view, view.perete, button)
    if button is Button.BACK:
        if view.hordago or view.voiding or view.perete:
            return Meaning()
        if session.past:
            return Meaning(event=Undone())
        older = say("Older karta aldiak are not taken back: Last hand shows them.")
        return _refused(view, older if session.now.before else say("There is nothing to take back."))
    if button is Button.LAST and session.now.phase is Phase.CONFLICT:
        return Meaning(replace(LIVE, path=(TOLD,)))
    if button is Button.LAST:
        return _look_again(session.now, view)
    if view.voiding and button is Button.PASO:
        return Meaning(wish=Wish.VOID)
    armed_off = _disarmed(view)
    phase = session.now.phase
    if phase is Phase.CORRECTION:
        return _agreeing(session, armed_off, button)
    if phase is Phase.CALLS:
        return _while_calling(session, replace(armed_off, stands=view.stands), button)
    if phase in _MARKED:
        return _when_marked(session.now, armed_off, button)
    return _at_the_cards(session, armed_off, button)


def _while_calling(session: Session, view: View, button: Button) -> Meaning:
    state = session.now
    bidding, to_answer = state.aldia.bidding, state.aldia.to_answer
    if team := _BIDS.get(button):
        if bidding.bidder is None:
            return _checked(session, CallMade(str(Call(team, Action.ENVIDO, max(2, bidding.minimum)))))
        if team is bidding.bidder and not bidding.hordago:
            return _checked(session, BidChanged(bidding.raised + 1))
        return _checked(session, CallMade(str(Call(team, Action.GEHIAGO, RAISE))))
    if button is Button.GEHIAGO:
        if to_answer and bidding.calls[-1].action is Action.GEHIAGO and not view.stands:
            return _checked(session, BidChanged(bidding.raised + 1))
        return _checked(session, CallMade(str(Call(to_answer or state.esku.team, Action.GEHIAGO, 1))))
    if action := _ANSWERS.get(button):
        return _checked(session, CallMade(str(Call(to_answer or state.esku.team, action))))
    if button is Button.PASO:
        return _checked(session, CallMade(str(Call(to_answer, Action.PASO))) if to_answer else RoundPassed())
    if button is Button.HORDAGO:
        team = to_answer or state.esku.team
        checked = _checked(session, CallMade(str(Call(team, Action.HORDAGO))))
        return checked if checked.refusal else Meaning(replace(view, hordago=team))
    if button is Button.READ:
        try:
            state.karta_aldia.act(Step.FINISH)
        except MusError as error:
            return _refused(view, str(error))
        return Meaning(wish=Wish.READ)
    if button is Button.NEXT and state.pristine:
        return Meaning(event=EskuChosen(state.esku.next.value))
    if button is Button.NEXT and to_answer and not bidding.hordago:
        return _checked(session, BidChanged(bidding.raised + HAMARREKO - bidding.raised % HAMARREKO))
    if button is Button.NEXT and state.elapsed is not None:
        return Meaning(replace(LIVE, clock=True))
    if button is Button.NEXT:
        return _refused(view, say("The first esku is chosen before the first call of a match."))
    if declarers := peretes(state):
        return Meaning(replace(view, perete=declarers[0]))
    if to_answer and bidding.calls[-1].action is Action.GEHIAGO and not view.stands:
        return Meaning(replace(view, stands=True))
    return _refused(view, say("There is nothing to confirm now."))


def peretes(state: State) -> tuple[Seat, ...]:
    """The seats that may declare tio Perete's hand now: before play, where the rule book gives a point for it."""
    legal = state.karta_aldia.legal_calls() if state.book.tio_perete and state.phase is Phase.CALLS else ()
    acts = (act for act in legal if isinstance(act, LegalAct) and act.word is Word.PERETE)
    return tuple(act.speaker for act in acts if isinstance(act.speaker, Seat))


def _declaring(session: Session, view: View, seat: Seat, button: Button) -> Meaning:
    """Which seat declares tio Perete's hand: Next shows another one, OK takes it."""
    if button is Button.OK:
        return _checked(session, PereteDeclared(seat.value))
    seats = peretes(session.now)
    return Meaning(replace(view, perete=seats[(seats.index(seat) + 1) % len(seats)]))


def _at_the_cards(session: Session, view: View, button: Button) -> Meaning:
    """All is called: the cards are waited for, in doubt, or against the calls."""
    state = session.now
    if button is Button.READ:
        return Meaning(wish=Wish.READ)
    if button is Button.PASO:
        return Meaning(replace(view, voiding=True))
    if state.phase is Phase.CONFLICT and button is Button.OK and state.showdown and state.showdown.strike:
        gone = Round(state.showdown.strike[0])
        struck = [round for round, _ in state.struck]
        return _checked(session, RoundStruck(gone.value, showdown(state, [*struck, gone])))
    if doubt := state.card_doubt() if state.phase is Phase.DOUBTS else None:
        choices = state.choices(doubt)
        if view.spread and button in (Button.OK, Button.NEXT):
            return Meaning()
        if button is Button.NEXT and choices:
            return Meaning(replace(view, choice=(view.choice + 1) % len(choices)))
        if suit := _SUIT_OF.get(button):
            return Meaning(replace(view, path=settling(suit)))
        if button is Button.OK and choices and doubt.card is not None:
            return _answered(session, CardSettled(doubt.card, str(choices[view.choice % len(choices)])))
    if state.phase is Phase.DOUBTS and button is Button.OK and state.to_confirm():
        return _answered(session, ReadingConfirmed())
    if button is Button.NEXT:
        return Meaning(wish=Wish.NEXT_PICTURE)
    if button is Button.OK:
        return _refused(view, say("There is nothing to confirm now: press Read."))
    if state.phase is Phase.CARDS:
        return _refused(view, say("All is called: lay out the cards and press Read. Back takes the last call back."))
    return _refused(view, say("The karta aldia is being counted: Back takes the reading back."))


def _when_marked(state: State, view: View, button: Button) -> Meaning:
    marks = len(state.finished.result["tantos"]) if state.finished else 0
    if button is Button.OK:
        return Meaning(wish=Wish.NEXT_DEAL)
    if button in _OPENING and state.phase is Phase.MARKS:
        return Meaning(wish=Wish.NEXT_DEAL, then=button)
    if button is Button.NEXT:
        step = 1 if view.step is None else view.step + 1
        return Meaning(replace(view, step=step if step <= marks else None))
    if button is Button.READ and state.finished and not state.finished.record["cards"]:
        return Meaning(wish=Wish.READ)
    if button is Button.READ:
        return _refused(view, say("These cards have been read. OK goes on to the next karta aldia."))
    return _refused(view, say("This karta aldia is over. OK goes on to the next one."))


def _chosen(session: Session, view: View, button: Button, check: bool) -> Meaning:
    """What a button chooses in a grid; Back goes one choice back."""
    if button is Button.BACK:
        at_first = len(view.path) <= FIRST[view.path[0]]
        return Meaning(replace(view, path=() if at_first else view.path[:-1]))
    try:
        cell = grid(session.now, view.path).cell(button)
    except GridError as error:
        return _refused(LIVE, str(error))
    if cell is None:
        return Meaning(view, refusal=say("There is no choice on this button."))
    if cell.leads == (MENU, TEST):
        return Meaning(wish=Wish.SELF_TEST)
    if isinstance(cell.leads, Lot):
        return Meaning(wish=Wish.DRAW, lot=cell.leads)
    if isinstance(cell.leads, tuple) and (team := minute_of(cell.leads)):
        return Meaning(replace(LIVE, clock=True, mus=team))
    if isinstance(cell.leads, tuple):
        return Meaning(replace(view, path=cell.leads))
    if isinstance(cell.leads, MatchStarted):
        return Meaning(wish=Wish.NEW_MATCH, begun=cell.leads)
    if not check:
        return Meaning(event=cell.leads)
    if isinstance(cell.leads, CardSettled):
        return _answered(session, cell.leads)
    checked = _checked(session, cell.leads)
    if checked.refusal:
        return Meaning(view, refusal=checked.refusal)
    return replace(checked, view=replace(view, path=())) if isinstance(cell.leads, CardTold) else checked


def _agreeing(session: Session, view: View, button: Button) -> Meaning:
    """A correction waits: each team agrees by its own button; where no score changes anybody does, with OK."""
    proposal = session.now.proposal
    if proposal and button is Button.OK and not proposal.binding:
        return _checked(session, CorrectionAgreed())
    if team := _BIDS.get(button):
        return _checked(session, CorrectionAgreed(team.value))
    return _refused(view, say("A correction waits: each team agrees by its own envido button, or Back drops it."))


def _look_again(state: State, view: View) -> Meaning:
    hands = state.all_hands
    if not hands:
        return _refused(view, say("No hand of this match has been finished yet."))
    return Meaning(replace(LIVE, hand=len(hands) - 1))


def _browsed(session: Session, view: View, button: Button) -> Meaning | None:
    """Moving among finished hands; None for a button that has nothing to do with it, which then leaves them."""
    state = session.now
    hands = state.all_hands
    if button in (Button.BACK, Button.OK) or view.hand is None or not hands:
        return Meaning()
    place = min(view.hand, len(hands) - 1)
    if button in _SUIT_OF and not view.page and (path := unknown(state, place)):
        what = _chosen(session, replace(view, path=path), button, check=True)
        return replace(what, view=view) if what.refusal else what
    if button is Button.READ:
        return Meaning(replace(view, hand=place, path=correcting(place)))
    if button is Button.NEXT:
        return Meaning(replace(view, hand=place, page=(view.page + 1) % pages(state, place)))
    if button is Button.LAST:
        return Meaning(replace(view, hand=(place - 1) % len(hands), page=0))
    return None


def unknown(state: State, place: int) -> Path | None:
    """The choice for the first card of a finished hand that nobody knows; None where there is none to say now."""
    return None if state.proposal else telling(state, place)


CALLS_A_PAGE = 2
MARKS_A_PAGE = 4


def call_pages(hand: Finished) -> int:
    """How many pages the calls of a finished hand take: two rounds a page."""
    rounds = sum(1 for calls in hand.record["calls"].values() if calls) + len(hand.record.get("struck", ()))
    return max(1, -(-rounds // CALLS_A_PAGE))


def pages(state: State, place: int) -> int:
    """How many pages a finished hand has: its cards, its calls, and its marks four a page."""
    hand = state.all_hands[place]
    return 1 + call_pages(hand) + max(1, -(-len(hand.result["tantos"]) // MARKS_A_PAGE))


def _answered(session: Session, event: CardSettled | ReadingConfirmed) -> Meaning:
    """What the players said about a doubt, with the showdown where it was the last one."""
    bare = _checked(session, event)
    if bare.refusal:
        return bare
    shown = unasked(apply(session, event).now)
    return _checked(session, replace(event, showdown=shown)) if shown else bare


def _checked(session: Session, event: Event) -> Meaning:
    """The event, or the sentence why it may not happen."""
    try:
        apply(session, event)
    except StateError as error:
        return _refused(LIVE, str(error.__cause__ or error))
    return Meaning(event=event)


def _refused(view: View, sentence: str) -> Meaning:
    return Meaning(_disarmed(view), refusal=sentence)


def _disarmed(view: View) -> View:
    return replace(view, hordago=None, perete=None, voiding=False, stands=False)
