"""The cards of the karta aldia in hand: read, settled or entered; then it is marked by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.deal.karta_aldia import Step
from engine.rounds import Round
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.session import jugadak
from firmware.session.cards import readings
from firmware.session.cards.entered import Entered, face
from firmware.session.cards.laid import Laid
from firmware.session.cards.showdown import conflict
from firmware.session.choices.entering import unfit
from firmware.session.errors import StateError, named
from firmware.session.events import (
    AnnouncementTold,
    CardEntered,
    CardRemoved,
    CardSettled,
    CardsRead,
    EntryBegun,
    ReadingConfirmed,
    RoundStruck,
)
from firmware.session.finished import read_record
from firmware.session.fold.in_hand import marked, unmarked
from firmware.session.state import Conflict, Phase, State


def cards_read(event: CardsRead, state: State) -> State:
    try:
        reading = readings.from_json(event.reading)
    except ValueError as error:
        raise StateError(Sentence.of(error)) from error
    if not event.sent:
        state = replace(state, picture=event.picture, last_picture=event.picture)
    sent = event.picture if event.sent else None
    laid = Laid(reading, state.book.suits_count, event.risk, event.number, event.width, sent, state.out, state.seats)
    return counted(replace(_shown(state), laid=laid), event.record)


def card_settled(event: CardSettled, state: State) -> State:
    if state.laid is None or not 0 <= event.index < len(state.laid.reading.cards):
        raise StateError(f"no card {event.index} has been read")
    settled = (*state.laid.settled, (event.index, Card.parse(event.card)))
    return counted(replace(state, laid=replace(state.laid, settled=settled)), event.record)


def reading_confirmed(event: ReadingConfirmed, state: State) -> State:
    doubts = state.laid.to_confirm() if state.laid and not state.marked else ()
    if state.laid is None or not doubts:
        raise StateError(Sentence("there is nothing to confirm"))
    return counted(replace(state, laid=replace(state.laid, confirmed=doubts)), event.record)


def entry_begun(event: EntryBegun, state: State) -> State:
    if refusal := unfit(state):
        raise StateError(refusal)
    state = unmarked(state)  # a refused bid may have won the game before anybody showed any cards
    entered = Entered(counting(state))
    for seat, cards in event.kept.items():
        for card in cards:
            entered = entered.with_card(Seat.parse(seat), face(card))
    return replace(_shown(state), laid=None, conflict=None, entered=entered)


def card_entered(event: CardEntered, state: State) -> State:
    return replace(state, entered=_entered(state).with_card(Seat.parse(event.seat), face(event.card)))


def card_removed(event: CardRemoved, state: State) -> State:
    return replace(state, entered=_entered(state).without(Seat.parse(event.seat), face(event.card)))


def round_struck(event: RoundStruck, state: State) -> State:
    round = named(Round, event.round)
    calls = state.aldia.calls.get(round) or state.aldia.calls.get(Round.FOURTH, ())
    return counted(replace(state, struck=(*state.struck, (round, calls))), event.record)


def announcement_told(event: AnnouncementTold, state: State) -> State:
    said = frozenset({(named(Round, event.round), Seat.parse(event.seat))})
    return counted(replace(state, misheard=state.misheard ^ said), event.record)


def _shown(state: State) -> State:
    """With the cards shown, and nothing said of them yet."""
    finished = state.karta_aldia.act(Step.FINISH)
    misheard = frozenset((round, seat) for round, seat in state.misheard if round in state.found_open)
    return replace(state, karta_aldia=finished, entered=None, struck=(), misheard=misheard)


def counting(state: State) -> tuple[Seat, ...]:
    """The seats whose hands count, in playing order from the esku."""
    return tuple(seat for seat in state.aldia.seats if seat not in state.out)


def _entered(state: State) -> Entered:
    """The hand that is entered. StateError where none is, or its cards are counted already."""
    if state.entered is None or state.phase is not Phase.ENTRY:
        raise StateError(Sentence("no hand is being entered"))
    return state.entered


def counted(state: State, record: Mapping[str, Any] | None) -> State:
    """With the karta aldia in hand marked by its record; in conflict, where that makes no sense or its packs have other
    cards; or still to be asked about, where there is no record."""
    state = replace(unmarked(state), conflict=None)
    if record is None:
        return state
    played, noted = read_record(record, state.book)
    if nonsense := conflict(played, state.match.header, state.book):
        return replace(state, conflict=nonsense)
    if foreign := jugadak.against_the_packs(state.deals, played, noted):
        return replace(state, conflict=Conflict(foreign, ()))
    return marked(state, played, replace(noted, reading=state.laid.number if state.laid else None))
