"""A hand that no camera read: its cards as the players enter them, one after the other, and who has agreed to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import DECK, RANKS, Card, Suit
from engine.hands import HAND_SIZE
from engine.seats import Seat, Team
from engine.sentences import Sentence, msgid
from firmware.session.errors import StateError
from firmware.session.finished import Face, known
from firmware.session.waiting import Waiting


def face(name: str) -> Face:
    """The card of that name, `12o`; `12?` where its suit is not told. StateError for none of the forty."""
    rank, suit = name[:-1], name[-1:]
    if rank not in _RANKS or suit not in _SUITS:
        raise StateError(Sentence("{what} is none of the forty cards", what=repr(name[:12])))
    return Face(_RANKS[rank], _SUITS[suit])


_RANKS: Final = {str(rank): rank for rank in RANKS}
_SUITS: Final[Mapping[str, Suit | None]] = {"?": None, **{suit.value: suit for suit in Suit}}


@dataclass(frozen=True, slots=True)
class Entered(Waiting):
    """The cards that were entered so far, with their seats; the teams agree that they are these.

    `seats` are those whose hands count, in playing order from the esku.
    """

    seats: tuple[Seat, ...]
    cards: tuple[tuple[Seat, Face], ...] = ()

    @property
    def next_seat(self) -> Seat | None:
        """The first seat that has fewer than four cards; None where all are entered."""
        return next((seat for seat in self.seats if len(self.of(seat)) < HAND_SIZE), None)

    def of(self, seat: Seat) -> tuple[Face, ...]:
        """A seat's cards in the order in which they were entered."""
        return tuple(card for at, card in self.cards if at is seat)

    def holder(self, card: Face) -> Seat | None:
        """The seat for which a card of known suit was entered."""
        return next((seat for seat, entered in self.cards if entered == card), None)

    def all_of(self, rank: int) -> bool:
        """Whether all four cards of a rank were entered."""
        return sum(card.rank == rank for _, card in self.cards) == len(Suit)

    def among(self, seats: tuple[Seat, ...]) -> Entered:
        """With the hands of these seats alone."""
        cards = tuple((seat, card) for seat, card in self.cards if seat in seats)
        return self if seats == self.seats else Entered(seats, cards)

    def with_card(self, seat: Seat, card: Face) -> Entered:
        """With one more card. StateError where the seat has four, or that card lies elsewhere."""
        if seat not in self.seats:
            raise StateError(Sentence("the hand of {seat} does not count", seat=seat))
        if len(self.of(seat)) == HAND_SIZE:
            raise StateError(Sentence("{seat} has four cards already", seat=seat))
        if card.suit and (holder := self.holder(card)):
            raise StateError(Sentence("{card} is entered already: {seat} has it", card=str(card), seat=holder))
        if self.all_of(card.rank or 0):
            raise StateError(Sentence("all four of the rank {rank} are entered already", rank=card.rank))
        return replace(self, cards=(*self.cards, (seat, card)), agreed=frozenset())

    def without(self, seat: Seat, card: Face) -> Entered:
        """Without a card that was entered. StateError where it was not."""
        places = [place for place, entered in enumerate(self.cards) if entered == (seat, card)]
        if not places:
            raise StateError(Sentence("{seat} has no {card}", seat=seat, card=str(card)))
        cards = self.cards[: places[-1]] + self.cards[places[-1] + 1 :]
        return replace(self, cards=cards, agreed=frozenset())

    def agreed_by(self, teams: frozenset[Team]) -> Entered:
        """With these teams' word. StateError where cards are missing, or they have agreed already."""
        if seat := self.next_seat:
            what = msgid("{seat} has {count} cards, not {number}")
            raise StateError(Sentence(what, seat=seat, count=len(self.of(seat)), number=HAND_SIZE))
        return Waiting.agreed_by(self, teams)

    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        """The cards at every seat; one whose suit nobody told has one that is free."""
        named = self._named()
        return {
            seat: tuple(card for (at, _), card in zip(self.cards, named, strict=True) if at is seat)
            for seat in self.seats
        }

    def unsure(self) -> tuple[Card, ...]:
        """The cards, as `hands` names them, whose suit nobody told."""
        return tuple(card for (_, told), card in zip(self.cards, self._named(), strict=True) if told.suit is None)

    def _named(self) -> list[Card]:
        told = {card for _, card in self.cards}
        free = [card for card in DECK if known(card) not in told]
        named = []
        for _, entered in self.cards:
            if entered.suit:
                named.append(Card.parse(str(entered)))
            else:
                named.append(next(card for card in free if card.rank == entered.rank))
                free.remove(named[-1])
        return named
