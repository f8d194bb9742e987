"""What is said in the karta aldia in hand, and what was done about faults in it."""

from __future__ import annotations

from dataclasses import replace

from engine.advice.incidents import Follows, Remedy
from engine.calls import Call
from engine.deal.acts import Act, Word
from engine.deal.karta_aldia import KartaAldia, Step
from engine.deal.remedies import last_call
from engine.rounds import Round
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.session.errors import StateError, named
from firmware.session.events import BidChanged, CallMade, FaultMended, PereteDeclared, RaiseStands, RoundPassed
from firmware.session.fold.cards import counted, counting
from firmware.session.fold.in_hand import called
from firmware.session.state import HAND_OUT, State


def perete_declared(event: PereteDeclared, state: State) -> State:
    return replace(state, karta_aldia=state.karta_aldia.act(Act(Seat.parse(event.seat), Word.PERETE)))


def call_made(event: CallMade, state: State) -> State:
    return called(state, state.karta_aldia.act(Call.parse(event.call)))


def bid_changed(event: BidChanged, state: State) -> State:
    """The bid that waits, which is the last call, is of another amount."""
    bidding = state.aldia.bidding
    if bidding.to_answer is None:
        raise StateError(Sentence("no bid waits"))
    bid = bidding.calls[-1]
    changed = Call(bid.speaker, bid.action, event.amount)
    acts = list(state.karta_aldia.acts)
    place, _ = last_call(state.karta_aldia)
    acts[place] = changed
    return called(state, KartaAldia.fold(state.karta_aldia.setting, acts))


def raise_stands(event: RaiseStands, state: State) -> State:
    if not state.raise_waits:
        raise StateError(Sentence("no bid waits"))
    return replace(state, raise_stands=True)


def round_passed(event: RoundPassed, state: State) -> State:
    return called(state, state.karta_aldia.act(Step.PASS_ROUND))


def fault_mended(event: FaultMended, state: State) -> State:
    """What follows from a fault is done to the karta aldia in hand, and kept with it."""
    if state.marked:
        raise StateError(Sentence("this karta aldia is marked already"))
    seat = Seat.parse(event.seat) if event.seat else None
    remedy = Remedy(named(Follows, event.follows), event.article, seat)
    out = state.out
    state = called(state, state.karta_aldia.act(remedy))
    if remedy.follows is Follows.HAND_OUT_OF_ROUND:
        if seat is None or event.round is None:
            raise StateError(Sentence("who said it wrong, and in which round?"))
        round = named(Round, event.round)
        state = replace(state, found_open=state.found_open | {round}, misheard=state.misheard | {(round, seat)})
    if remedy.follows in HAND_OUT and seat is None:
        raise StateError(Sentence("whose hand does not count?"))
    # the rounds go on, or a hordago is void, and what was made of the cards was about other calls
    if not state.aldia.over or remedy.follows is Follows.HORDAGO_VOID:
        return replace(state, laid=None, entered=None, conflict=None, struck=())
    laid, entered = state.laid, state.entered
    state = replace(
        state,
        laid=laid and replace(laid, out=state.out),
        entered=entered and entered.among(counting(state)),
        conflict=state.conflict if state.out == out else None,  # which was about other hands
    )
    return counted(state, event.record) if event.record else state
