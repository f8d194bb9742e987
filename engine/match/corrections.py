"""What a correction can put right, and a karta aldia with its changes made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.calls import Call
from engine.cards import Card
from engine.errors import RecordError
from engine.match.played import Played
from engine.rounds import Round
from engine.seats import Seat
from engine.sentences import Sentence


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """`seat` held `new`, where `old` was written down."""

    seat: Seat
    old: Card
    new: Card


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """`card` was written down at `seat` and `other_card` at `other_seat`, and it was the other way round."""

    seat: Seat
    card: Card
    other_seat: Seat
    other_card: Card


@dataclass(frozen=True, slots=True)
class CallsReplaced:
    """The calls of `round` were `calls`; none: it was passed by all, or not played."""

    round: Round
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class AnnouncedReplaced:
    """The seats that said yes in `round` (pareak or jokoa) were `seats`; None: everybody told the truth."""

    round: Round
    seats: frozenset[Seat] | None


@dataclass(frozen=True, slots=True)
class EskuReplaced:
    """`esku` was the one who spoke first."""

    esku: Seat


@dataclass(frozen=True, slots=True)
class PereteReplaced:
    """The seats that declared tio Perete's hand before play were `seats`."""

    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class FoundReplaced:
    """Errors came to light as `found` says; what it does not name, when the cards were shown (federacion 16, 79)."""

    found: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShownReplaced:
    """Whether the cards were `shown` on the accepted hordago (federacion 60)."""

    shown: bool


Change = (
    CardReplaced
    | CardsSwapped
    | CallsReplaced
    | AnnouncedReplaced
    | EskuReplaced
    | PereteReplaced
    | FoundReplaced
    | ShownReplaced
)
"""What a correction puts right."""


_Hands = Mapping[Seat, tuple[Card, ...]]
_ANNOUNCED = (Round.PAREAK, Round.JOKOA)


def corrected(played: Played, changes: Iterable[Change]) -> Played:
    """`played` with all of `changes`, in their order.

    RecordError where a change does not fit: a card that the seat does not hold, a card that would be there twice, a
    seat where nobody sits, calls of jokoa beside those of puntua.
    """
    for change in changes:
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
