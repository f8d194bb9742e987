"""Putting right what was written down wrong: a karta aldia with a correction's changes made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import Card
from engine.errors import RecordError
from engine.match.entries import (
    AnnouncedReplaced,
    CallsReplaced,
    CardReplaced,
    CardsSwapped,
    Change,
    Correction,
    EskuReplaced,
    FoundReplaced,
    PereteReplaced,
    Played,
)
from engine.rounds import Round
from engine.seats import Seat
from engine.sentences import Sentence

_Hands = Mapping[Seat, tuple[Card, ...]]
_ANNOUNCED = (Round.PAREAK, Round.JOKOA)


def corrected(played: Played, correction: Correction) -> Played:
    """`played` with all the changes of `correction`, in their order.

    RecordError where a change does not fit: a card that the seat does not hold, a card that would be there twice, a
    seat where nobody sits, calls of jokoa beside those of puntua.
    """
    for change in correction.changes:
        played = _changed(played, change)
    held = [card for hand in played.cards.values() for card in hand]
    for card in held:
        if held.count(card) > 1:
            raise RecordError(Sentence("{card} would be there twice", card=card))
    if Round.JOKOA in played.calls and Round.PUNTUA in played.calls:
        raise RecordError(Sentence("the fourth round is jokoa or puntua, never both"))
    return played


def _changed(played: Played, change: Change) -> Played:
    match change:
        case CardReplaced():
            return replace(played, cards=_with(played.cards, change.seat, change.old, change.new))
        case CardsSwapped():
            cards = _with(played.cards, change.seat, change.card, change.other_card)
            return replace(played, cards=_with(cards, change.other_seat, change.other_card, change.card))
        case CallsReplaced():
            return _with_calls(played, change)
        case AnnouncedReplaced():
            return _with_announced(played, change)
        case EskuReplaced():
            _seated(played, change.esku)
            return replace(played, esku=change.esku)
        case PereteReplaced():
            _seated(played, *change.seats)
            return replace(played, perete=change.seats)
        case FoundReplaced():
            return replace(played, found=change.found)
    return replace(played, hordago_shown=change.shown)


def _with(cards: _Hands, seat: Seat, old: Card, new: Card) -> _Hands:
    """The hands with `new` where `seat` holds `old`."""
    hand = list(cards.get(seat, ()))
    if old not in hand:
        raise RecordError(Sentence("{seat} holds no {card}", seat=seat, card=old))
    hand[hand.index(old)] = new
    return {**cards, seat: tuple(hand)}


def _with_calls(played: Played, change: CallsReplaced) -> Played:
    if change.round is Round.FOURTH:
        raise RecordError("the fourth round's calls stand under jokoa or puntua")
    calls = {**played.calls, change.round: change.calls}
    return replace(played, calls={round: calls[round] for round in sorted(calls) if calls[round]})


def _with_announced(played: Played, change: AnnouncedReplaced) -> Played:
    if change.round not in _ANNOUNCED:
        raise RecordError(f"nothing is announced in {change.round.value}: what is announced is pareak and jokoa")
    _seated(played, *change.seats or ())
    if change.round is Round.PAREAK:
        return replace(played, pareak=change.seats)
    return replace(played, jokoa=change.seats)


def _seated(played: Played, *seats: Seat) -> None:
    for seat in seats:
        if played.cards and seat not in played.cards:
            raise RecordError(f"nobody sits at {seat.value}")
