"""What a button press means: an event, a wish that needs the camera, another view, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from engine.calls import Action, Call
from engine.cards import Suit
from engine.deal.acts import LegalAct, Word
from engine.match.games import Status
from engine.seats import Seat, Team, following
from engine.sentences import Sentence
from engine.tantos.tally import HAMARREKO
from firmware.session.at_desk import DESKS_WORD
from firmware.session.buttons import BID, BIDS, Button
from firmware.session.cards.certain import unasked
from firmware.session.cards.showdown import record_json
from firmware.session.choices.advising import NEXT_JUGADA
from firmware.session.choices.choosing import grid, is_first
from firmware.session.choices.correcting import correcting, settling, unknown
from firmware.session.choices.entering import ENTER, beginning, begun
from firmware.session.choices.grid import PLACES, TOLD, Cell, Grid, GridError, Lot, Path
from firmware.session.choices.menu import BY_QR_CODE, LANGUAGE, MENU, TEST, VOICE, code_of, minute_of
from firmware.session.events import (
    Agreed,
    BidChanged,
    CallMade,
    CardSettled,
    CardTold,
    EntryBegun,
    EskuChosen,
    Event,
    MatchProposed,
    MatchStarted,
    PereteDeclared,
    ReadingConfirmed,
    ResultConfirmed,
    RoundPassed,
    RoundStruck,
    Undone,
)
from firmware.session.finished import Finished
from firmware.session.fold import Session, StateError, apply
from firmware.session.state import Phase, State
from firmware.session.view import LIVE, View
from words.telling import WITHOUT_MARKS
from words.text import SUITS


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


_Press = Callable[[Session, View], Meaning]
"""What one button means in one phase."""

_LEAVES_CLOCK = (Button.BACK, Button.OK, Button.NEXT)
MENU_BUTTON = Button.LAST
"""The button that opens the menu where it is held: pressing it only looks at the last hand, so a slip costs nothing."""
_OPENING = (*BIDS, Button.HORDAGO, Button.PASO)
_SUIT_OF: dict[Button, Suit] = dict(zip(PLACES, SUITS, strict=False))
"""The buttons that say which suit a card in doubt is of, as they lie in every grid: then its rank has its own."""
RAISE = 2
"""A team's first press on a bid of the others raises by so many; further presses change it one by one."""
BUSY: Final = Sentence("The cards are being read.")
_WAITS: Final = {
    Phase.CORRECTION: Sentence(
        "A correction waits: each team agrees by its own {bid} button, or Back drops it.", bid=BID
    ),
    Phase.NEW_MATCH: Sentence(
        "A new match waits: each team agrees by its own {bid} button, or Back drops it.", bid=BID
    ),
    Phase.ENTRY: Sentence(
        "The cards wait: each team agrees by its own {bid} button, or Back takes the last back.", bid=BID
    ),
}
_COUNTED: Final = Sentence("The karta aldia is being counted: Back takes the reading back.")


def meaning(session: Session, view: View, button: Button, check: bool = True, held: bool = False) -> Meaning:
    """What pressing `button` means now. Pure; an event in it is one that the state accepts.

    `held`: the button is pressed for long. It was pressed before, and that has had its own meaning.
    Without the `check` that is not sure of what a grid offers: trying out eleven corrections takes its time.
    """
    if view.busy:
        return Meaning(view, refusal=BUSY)
    told, view = view.notice, replace(view, notice=None)
    if held:
        return Meaning(replace(LIVE, path=(MENU,))) if button is MENU_BUTTON else Meaning(view)
    if view.path and not (view.clock and button in _LEAVES_CLOCK):
        return _chosen(session, view, button, check)
    for layer in _OVER_THE_TABLE:
        if found := layer(session, view, button):
            return found
    stands = view.stands and session.now.phase is Phase.CALLS
    view = replace(_disarmed(view), stands=stands)
    what = _IN_PHASE[session.now.phase](session, view, button)
    return Meaning(view) if told and isinstance(what.event, EntryBegun) else what  # OK only puts the sentence away


# What lies over the table: what a button means in it, None where it has nothing to do with it -------------------------


def _looking_at_the_clock(session: Session, view: View, button: Button) -> Meaning | None:
    return Meaning() if view.clock and button in _LEAVES_CLOCK else None


def _browsing(session: Session, view: View, button: Button) -> Meaning | None:
    if view.hand is None:
        return None
    state, hands = session.now, session.now.hands
    if button in (Button.BACK, Button.OK) or not hands:
        return Meaning()
    place = min(view.hand, len(hands) - 1)
    if button in _SUIT_OF and not view.page and (path := unknown(state, place)):
        what = _chosen(session, replace(view, path=path), button, check=True)
        return replace(what, view=view) if what.refusal else what
    if button is Button.READ and not state.correctable:
        return _refused(view, Sentence("something else is being settled"))
    if button is Button.READ:
        return Meaning(replace(view, hand=place, path=correcting(place)))
    if button is Button.NEXT:
        return Meaning(replace(view, hand=place, page=(view.page + 1) % pages(hands[place])))
    if button is Button.LAST:
        return Meaning(replace(view, hand=(place - 1) % len(hands), page=0))
    return None


def _arming_hordago(session: Session, view: View, button: Button) -> Meaning | None:
    if view.hordago and button in (Button.HORDAGO, Button.OK, *BIDS):
        return _called(session, button.team or view.hordago, Action.HORDAGO)
    return None


def _declaring(session: Session, view: View, button: Button) -> Meaning | None:
    """Which seat declares tio Perete's hand: Next shows another one, OK takes it."""
    if view.perete and button is Button.OK:
        return _checked(session, PereteDeclared(view.perete.value))
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
            return _refused(view, DESKS_WORD)
        return Meaning(event=Undone())
    if session.now.last:
        return _refused(view, Sentence("Older karta aldiak are not taken back: Last hand shows them."))
    return _refused(view, Sentence("There is nothing to take back."))


def _looking_back(session: Session, view: View, button: Button) -> Meaning | None:
    """To the last finished hand; where the cards contradict the calls, to who announced something wrong."""
    state = session.now
    if button is not Button.LAST:
        return None
    if state.phase is Phase.CONFLICT and state.conflict and state.conflict.strike:
        return Meaning(replace(LIVE, path=(TOLD,)))
    if not state.noted:
        return _refused(view, Sentence("No hand of this match has been finished yet."))
    return Meaning(replace(LIVE, hand=len(state.noted) - 1))


_OVER_THE_TABLE: Final = (
    _looking_at_the_clock,
    _browsing,
    _arming_hordago,
    _declaring,
    _taking_back,
    _looking_back,
    _voiding,
)
"""The topmost first."""


# While the rounds are played ------------------------------------------------------------------------------------------


def _bids(team: Team, session: Session, view: View) -> Meaning:
    bidding = session.now.aldia.bidding
    if bidding.bidder is None:
        return _called(session, team, Action.ENVIDO, max(2, bidding.minimum))
    if team is bidding.bidder and not bidding.hordago:
        return _checked(session, BidChanged(bidding.raised + 1))
    return _called(session, team, Action.GEHIAGO, RAISE)


def _raises(session: Session, view: View) -> Meaning:
    if _raise_waits(session.now, view):
        return _checked(session, BidChanged(session.now.aldia.bidding.raised + 1))
    return _called(session, _speaker(session.now), Action.GEHIAGO, 1)


def _answers(action: Action, session: Session, view: View) -> Meaning:
    return _called(session, _speaker(session.now), action)


def _passes(session: Session, view: View) -> Meaning:
    to_answer = session.now.aldia.to_answer
    return _called(session, to_answer, Action.PASO) if to_answer else _checked(session, RoundPassed())


def _arms_hordago(session: Session, view: View) -> Meaning:
    team = _speaker(session.now)
    checked = _called(session, team, Action.HORDAGO)
    return checked if checked.refusal else Meaning(replace(view, hordago=team))


def _reads(session: Session, view: View) -> Meaning:
    refusal = beginning(session.now)
    return _refused(view, refusal) if refusal else Meaning(wish=Wish.READ)


def _next_while_calling(session: Session, view: View) -> Meaning:
    state, bidding = session.now, session.now.aldia.bidding
    if state.pristine:
        return _checked(session, EskuChosen(following(state.esku, state.seats).value))
    if bidding.to_answer and not bidding.hordago:  # to the next whole hamarreko: envites of five and ten are common
        return _checked(session, BidChanged(bidding.raised + HAMARREKO - bidding.raised % HAMARREKO))
    if state.elapsed is not None:
        return Meaning(replace(LIVE, clock=True))
    return _refused(view, Sentence("The first esku is chosen before the first call of a match."))


def _ok_while_calling(session: Session, view: View) -> Meaning:
    if declarers := peretes(session.now):
        return Meaning(replace(view, perete=declarers[0]))
    if _raise_waits(session.now, view):
        return Meaning(replace(view, stands=True))
    return _refused(view, Sentence("There is nothing to confirm now."))


_CALLING: Final[Mapping[Button, _Press]] = {
    **{button: partial(_bids, team) for button, team in BIDS.items()},
    Button.GEHIAGO: _raises,
    Button.HORDAGO: _arms_hordago,
    Button.IDUKI: partial(_answers, Action.IDUKI),
    Button.TIRA: partial(_answers, Action.TIRA),
    Button.PASO: _passes,
    Button.READ: _reads,
    Button.NEXT: _next_while_calling,
    Button.OK: _ok_while_calling,
}


def _speaker(state: State) -> Team:
    """Who speaks where nobody says for whom: the team that has to answer, else the esku's."""
    return state.aldia.to_answer or state.esku.team


def _raise_waits(state: State, view: View) -> bool:
    """Whether a raise waits for its answer that may still be changed."""
    bidding = state.aldia.bidding
    return bool(bidding.to_answer) and bidding.calls[-1].action is Action.GEHIAGO and not view.stands


def peretes(state: State) -> tuple[Seat, ...]:
    """The seats that may declare tio Perete's hand now: before play, where the rule book gives a point for it."""
    legal = state.karta_aldia.legal_calls() if state.book.tio_perete and state.phase is Phase.CALLS else ()
    acts = (act for act in legal if isinstance(act, LegalAct) and act.word is Word.PERETE)
    return tuple(act.speaker for act in acts if isinstance(act.speaker, Seat))


# Once all is called ---------------------------------------------------------------------------------------------------


def _at_the_cards(session: Session, view: View, button: Button) -> Meaning:
    what = Sentence("All is called: lay out the cards and press Read. Back takes the last call back.")
    return _with_cards(session, view, button) or _refused(view, what)


def _in_doubt(session: Session, view: View, button: Button) -> Meaning:
    laid = session.now.laid
    assert laid is not None
    if doubt := laid.card_doubt():
        choices = laid.choices(doubt)
        if view.spread and button in (Button.OK, Button.NEXT):
            return Meaning()
        if button is Button.NEXT:
            return Meaning(replace(view, choice=(view.choice + 1) % len(choices)))
        if suit := _SUIT_OF.get(button):
            return Meaning(replace(view, path=settling(suit)))
        if button is Button.OK and doubt.card is not None:
            return _answered(session, CardSettled(doubt.card, str(choices[view.choice % len(choices)])))
    if button is Button.OK and laid.to_confirm():
        return _answered(session, ReadingConfirmed())
    return _with_cards(session, view, button) or _refused(view, _COUNTED)


def _in_conflict(session: Session, view: View, button: Button) -> Meaning:
    state = session.now
    if button is Button.OK and state.conflict and state.conflict.strike:
        gone, struck = state.conflict.strike[0], [round for round, _ in state.struck]
        return _checked(session, RoundStruck(gone.value, record_json(state, [*struck, gone])))
    return _with_cards(session, view, button) or _refused(view, _COUNTED)


def _with_cards(session: Session, view: View, button: Button) -> Meaning | None:
    """What may be done about the cards whatever is wrong with them."""
    if button is Button.READ:
        return Meaning(wish=Wish.READ)
    if button is Button.PASO:
        return Meaning(replace(view, voiding=True))
    if button is Button.NEXT:
        return Meaning(wish=Wish.NEXT_PICTURE)
    return _checked(session, begun(session.now)) if button is Button.OK else None


def _when_marked(session: Session, view: View, button: Button) -> Meaning:
    """The karta aldia is marked; or the match is won without one, because it was given."""
    state, finished = session.now, session.now.finished
    if state.started.partida is not None and state.phase is Phase.MATCH_WON and button in (Button.OK, *BIDS):
        return _confirming(session, view, button)
    if button is Button.OK:
        return Meaning(wish=Wish.NEXT_DEAL)
    if button in _OPENING and state.phase is Phase.MARKS:
        return Meaning(wish=Wish.NEXT_DEAL, then=button)
    if button is Button.NEXT and view.step is None and not (finished and finished.steps):
        return _refused(view, WITHOUT_MARKS[finished.status if finished else Status.COUNTS])
    if button is Button.NEXT:
        step = 1 if view.step is None else view.step + 1
        return Meaning(replace(view, step=step if finished and step <= finished.steps else None))
    if button is Button.READ and finished and not finished.record.cards:
        return Meaning(wish=Wish.READ)
    if button is Button.READ:
        return _refused(view, Sentence("These cards have been read. OK goes on to the next karta aldia."))
    return _refused(view, Sentence("This karta aldia is over. OK goes on to the next one."))


def _confirming(session: Session, view: View, button: Button) -> Meaning:
    """A tournament's partida is over: each team confirms the result by its own button (nabo 21)."""
    if team := button.team:
        return _checked(session, ResultConfirmed(team.value))
    if session.now.confirmed == frozenset(Team):
        return _refused(view, Sentence("The result goes to the desk, which says what is played next."))
    return _refused(view, Sentence("Each team confirms the result with its {bid} button.", bid=BID))


def _entering(session: Session, view: View, button: Button) -> Meaning:
    """The players enter the cards: each by one button; once all are there the teams agree."""
    if session.now.waits is None:
        what = _chosen(session, replace(view, path=(ENTER,)), button, check=True)
        return replace(what, view=view) if what.refusal else what
    again = _with_cards(session, view, button) if button in (Button.READ, Button.PASO) else None
    return again or _agreeing(session, view, button)


def _agreeing(session: Session, view: View, button: Button) -> Meaning:
    """Something waits: each team agrees by its own button; where one word is enough anybody does, with OK."""
    waits = session.now.waits
    if waits and button is Button.OK and not waits.binding:
        return agreeing(session, Agreed())
    if team := button.team:
        return agreeing(session, Agreed(team.value))
    if button is Button.NEXT and session.now.proposal and session.now.proposal.questions:
        return Meaning(replace(view, page=view.page + 1))
    return _refused(view, _WAITS[session.now.phase])


def agreeing(session: Session, word: Agreed) -> Meaning:
    """What a word about what waits comes to: the last one has the new match begin, or the hand counted."""
    waits, what = session.now.waits, _checked(session, word)
    if waits is None or what.refusal:
        return what
    after = apply(session, word).now
    if after.new_match and not after.new_match.waits_for:
        begun = replace(after.new_match.begins, judge=word.judge)
        return Meaning(wish=Wish.NEW_MATCH, begun=begun)
    if after.phase is Phase.ENTRY and after.entered and not after.entered.waits_for:
        return _checked(session, replace(word, record=record_json(after)))
    return what


_IN_PHASE: Final[Mapping[Phase, Callable[[Session, View, Button], Meaning]]] = {
    Phase.CALLS: lambda session, view, button: _CALLING[button](session, view),
    Phase.CARDS: _at_the_cards,
    Phase.DOUBTS: _in_doubt,
    Phase.CONFLICT: _in_conflict,
    Phase.MARKS: _when_marked,
    Phase.JUDGE: _when_marked,
    Phase.ENTRY: _entering,
    Phase.CORRECTION: _agreeing,
    Phase.NEW_MATCH: _agreeing,
    Phase.GAME_WON: _when_marked,
    Phase.MATCH_WON: _when_marked,
}


# In a grid ------------------------------------------------------------------------------------------------------------


def _chosen(session: Session, view: View, button: Button, check: bool) -> Meaning:
    """What a button chooses in a grid; Back goes one choice back."""
    if button is Button.BACK:
        return Meaning(replace(view, path=() if is_first(view.path) else view.path[:-1], choice=0))
    try:
        shown = grid(session.now, view.path)
    except GridError as error:
        return _refused(LIVE, Sentence.of(error))
    if shown.listed and (read := _read_on(shown, view, button)):
        return read
    cell = _under_cursor(shown, view) if shown.listed and button is Button.OK else shown.cell(button)
    if cell is None:
        return Meaning(view, refusal=Sentence("There is no choice on this button."))
    if isinstance(cell.leads, Lot):
        return Meaning(lot=cell.leads)
    if isinstance(cell.leads, tuple):
        return _led_on(view, cell.leads)
    return _happening(session, view, cell.leads, check)


def _under_cursor(shown: Grid, view: View) -> Cell | None:
    """The choice of a list that OK takes; None where it only tells something."""
    slot = shown.slots[view.choice % len(shown.slots)]
    return slot if isinstance(slot, Cell) else None


def _read_on(shown: Grid, view: View, button: Button) -> Meaning | None:
    """To what a list shows next: with Next, and with OK once what it tells is read."""
    if button is Button.NEXT or (button is Button.OK and shown.cells and _under_cursor(shown, view) is None):
        return Meaning(replace(view, choice=(view.choice + 1) % len(shown.slots)))
    return Meaning() if button is Button.OK and not shown.cells else None


_WISHED: Final[Mapping[Path, Wish]] = {
    (MENU, TEST): Wish.SELF_TEST,
    (MENU, VOICE): Wish.VOICE,
    (MENU, LANGUAGE): Wish.LANGUAGE,
    BY_QR_CODE: Wish.JOIN,
    NEXT_JUGADA: Wish.VOID,
}
"""The choices that lead to what the appliance does."""


def _led_on(view: View, path: Path) -> Meaning:
    """To further choices, to what the appliance does, to a desk that is joined, or to a team's minute for mus."""
    if wish := _WISHED.get(path):
        return Meaning(wish=wish)
    if code := code_of(path):
        return Meaning(wish=Wish.JOIN, code=code)
    if team := minute_of(path):
        return Meaning(replace(LIVE, clock=True, mus=team))
    return Meaning(replace(view, path=path, choice=0))


def _happening(session: Session, view: View, event: Event, check: bool) -> Meaning:
    if isinstance(event, MatchStarted):
        event = MatchProposed.of(event)
    if not check:
        return Meaning(event=event)
    if isinstance(event, Agreed):
        return agreeing(session, event)
    if isinstance(event, CardSettled):
        return _answered(session, event)
    checked = _checked(session, event)
    if checked.refusal:
        return Meaning(view, refusal=checked.refusal)
    return replace(checked, view=replace(view, path=())) if isinstance(event, CardTold) else checked


CALLS_A_PAGE = 2
MARKS_A_PAGE = 4


def call_pages(hand: Finished) -> int:
    """How many pages the calls of a finished hand take: two rounds a page."""
    rounds = sum(1 for calls in hand.record.calls.values() if calls) + len(hand.noted.struck)
    return max(1, -(-rounds // CALLS_A_PAGE))


def pages(hand: Finished) -> int:
    """How many pages a finished hand has: its cards, its calls, and four a page its marks with a hordago that won."""
    return 1 + call_pages(hand) + max(1, -(-hand.steps // MARKS_A_PAGE))


# What all of them come to ---------------------------------------------------------------------------------------------


def _called(session: Session, team: Team, action: Action, amount: int | None = None) -> Meaning:
    return _checked(session, CallMade(str(Call(team, action, amount))))


def _answered(session: Session, event: CardSettled | ReadingConfirmed) -> Meaning:
    """What the players said about a doubt, with the hand record where it was the last one."""
    bare = _checked(session, event)
    if bare.refusal:
        return bare
    record = unasked(apply(session, event).now)
    return _checked(session, replace(event, record=record)) if record else bare


def _checked(session: Session, event: Event) -> Meaning:
    """The event, or why it may not happen."""
    try:
        apply(session, event)
    except StateError as error:
        return _refused(LIVE, Sentence.of(error))
    return Meaning(event=event)


def _refused(view: View, why: str) -> Meaning:
    return Meaning(_disarmed(view), refusal=Sentence.plain(why))


def _disarmed(view: View) -> View:
    return replace(view, hordago=None, perete=None, voiding=False, stands=False)
