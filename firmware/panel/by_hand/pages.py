"""The page on which the players enter a hand: forty cards, four seats, and both teams' word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import RANKS, Card, Suit
from engine.seats import Seat, sides
from firmware.panel.page import SIDES, Asked, Page
from firmware.session.cards.entered import Entered
from firmware.session.choices.entering import beginning
from firmware.session.finished import Face, known
from firmware.session.state import Phase, State


class SeatTold(NamedTuple):
    """A seat with the cards that were entered for it, drawn at its `side`; `asked`: the next card tapped is its."""

    seat: Seat
    side: Seat
    is_esku: bool
    asked: bool
    cards: Sequence[Face]
    missing: int


class CardShown(NamedTuple):
    """One of the forty cards, and the seat that it was entered for."""

    face: Face
    name: str
    holder: Seat | None


def by_hand_page(asked: Asked, seat: Seat | None) -> Page:
    """The cards entered so far, and those to tap for a `seat`; for the first one that lacks some where it has four."""
    state, say = asked.state, asked.say
    entered = state.entered if state.phase is Phase.ENTRY else None
    values: dict[str, object] = {"entered": entered, "waits": state.waits}
    if entered is None:
        refusal = beginning(state)
        values["finished"] = state.finished.id if state.finished else None
        values["refusal"] = say.whole(refusal) if refusal else None
        values["seats"] = [(one.value, say.place(one)) for one in SIDES if one in state.seats]
    else:
        values |= _entering(entered, seat, state)
    return Page("by_hand.html", say("The hand by hand"), "/", values, ("phone.js",), live=True)


def _entering(entered: Entered, seat: Seat | None, state: State) -> dict[str, object]:
    wanted = seat if seat in entered.seats and len(entered.of(seat)) < 4 else entered.next_seat
    at = sides(state.seats)
    return {
        "asked_seat": wanted,
        "around": [
            SeatTold(one, at[one], one is state.esku, one is wanted, entered.of(one), 4 - len(entered.of(one)))
            for one in entered.seats
        ],
        "deck": [[_shown(entered, Card(rank, suit)) for rank in RANKS] for suit in Suit],
    }


def _shown(entered: Entered, card: Card) -> CardShown:
    return CardShown(known(card), str(card), entered.holder(known(card)))
