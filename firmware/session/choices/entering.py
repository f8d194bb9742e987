"""Entering a hand with the box's buttons: seat by seat in playing order, one press a card, because no suit counts."""

from __future__ import annotations

from typing import Final

from engine.cards import RANKS, Suit
from engine.deal.karta_aldia import Step
from engine.errors import MusError
from engine.sentences import Sentence, msgid
from firmware.session.choices.going_on import stays
from firmware.session.choices.grid import Cell, Grid, GridError, Lead, Path
from firmware.session.events import CardEntered, EntryBegun
from firmware.session.finished import Face
from firmware.session.state import Phase, State
from words.text import SUITS

ENTER: Final = "enter"
MATCH_OVER: Final = Sentence("The match is over.")


def beginning(state: State) -> Sentence | None:
    """Why no hand can be entered or read now; None where one can."""
    return MATCH_OVER if state.standing.over and not state.marked else unfit(state)


def unfit(state: State) -> Sentence | None:
    """Why the karta aldia in hand is none to enter cards of; None where it is, though the match may be over: an earlier
    release may have counted that otherwise, and what was played then is the judge's."""
    if state.finished and state.finished.record.cards:
        return stays(state) or Sentence("This karta aldia is over. OK goes on to the next one.")
    if state.proposal or state.new_match:
        return Sentence("something else is being settled")
    try:
        state.karta_aldia.act(Step.FINISH)
    except MusError as error:
        return Sentence.of(error)
    return None


def begun(state: State) -> EntryBegun:
    """How the hand in hand is entered: what was read for sure is kept; again: from the first card on."""
    sure = state.laid.sure() if state.phase is Phase.DOUBTS and state.laid else {}
    return EntryBegun({seat.value: [str(card) for card in hand] for seat, hand in sure.items()})


def entering(state: State, path: Path = (ENTER,)) -> Grid:
    """The ranks that the next card may have; in a rule book in which suits count then its suits.

    GridError where no card is asked for.
    """
    entered = state.entered
    seat = entered.next_seat if entered else None
    if entered is None or seat is None:
        raise GridError(Sentence("no hand is being entered"))

    def leads(rank: int) -> Lead:
        return (*path, str(rank)) if state.book.suits_count else CardEntered(seat.value, f"{rank}?")

    if len(path) == 1:
        ranks = (Cell(str(rank), leads(rank)) if not entered.all_of(rank) else None for rank in RANKS)
        told = " ".join(str(card.rank) for card in entered.of(seat))
        return Grid(msgid("Which card?"), tuple(ranks), told, seat=seat)
    rank = int(path[1])
    suits = (
        Cell(SUITS[suit], CardEntered(seat.value, f"{rank}{suit.value}"))
        if entered.holder(Face(rank, suit)) is None
        else None
        for suit in Suit
    )
    return Grid(msgid("Which suit?"), tuple(suits), str(rank))
