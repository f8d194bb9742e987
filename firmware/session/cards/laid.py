"""The cards as they lie before the camera: what was read, what the players said of it, what is still to be asked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import DECK, Card
from engine.hands import HAND_SIZE
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.session.finished import Face
from vision.reading import Doubt, TableReading


@dataclass(frozen=True, slots=True)
class Laid:
    """A reading with what the players settled: which card a doubtful one is, by its place in the reading.

    `confirmed` holds the doubts about which they said that the cards are as they were read. `suits_count` says that
    marks may hang on a suit. Up to the `risk` that other marks would be right nobody is asked. The picture is kept by
    the `number` of the reading's event; the reading's corners are in pixels of one that is so wide. `sent` is its name
    where a player took it. The hands of the seats that are `out` count for nothing, whatever lies there; `seats` are
    all that play.
    """

    reading: TableReading
    suits_count: bool
    risk: float
    number: int | None
    width: float | None
    sent: str | None
    out: frozenset[Seat]
    seats: tuple[Seat, ...]
    settled: tuple[tuple[int, Card], ...] = ()
    confirmed: tuple[Doubt, ...] = ()

    def as_settled(self) -> TableReading:
        """The reading with the cards that the players settled, and without those doubts."""
        settled = dict(self.settled)
        cards = tuple(replace(read, card=settled.get(i, read.card)) for i, read in enumerate(self.reading.cards))
        doubts = tuple(doubt for doubt in self.reading.doubts if doubt.card is None or doubt.card not in settled)
        return replace(self.reading, cards=cards, doubts=doubts)

    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        """The cards at every seat, with what the players settled."""
        hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(self.out, ())
        for read, card in zip(self.reading.cards, self._named(), strict=True):
            if read.seat and read.seat not in self.out:
                hands[read.seat] = (*hands.get(read.seat, ()), card)
        return hands

    def sure(self) -> dict[Seat, tuple[Face, ...]]:
        """The cards that nobody has to be asked about, by their seats; none where the whole picture is in doubt.

        A seat is left out where more cards lie than a hand has, and one whose hand may be another's: nobody knows which
        cards are its own.
        """
        left, named = self._left(), self._named()
        if any(doubt.kind in ("deck", "picture") for doubt in left):
            return {}
        suits = {doubt.card for doubt in left if self._about_suit(doubt)}
        asked = {doubt.card for doubt in left if doubt.card is not None} - suits
        hands = dict[Seat, tuple[Face, ...]]()
        for place, (read, card) in enumerate(zip(self.reading.cards, named, strict=True)):
            if read.seat in self.seats and read.seat not in self.out and place not in asked and named.count(card) == 1:
                face = Face(card.rank, None if place in suits else card.suit)
                hands[read.seat] = (*hands.get(read.seat, ()), face)
        elsewhere = {doubt.seat for doubt in left if doubt.kind == "seat"}
        return {
            seat: hand for seat, hand in hands.items() if seat not in elsewhere and len(self.hands()[seat]) <= HAND_SIZE
        }

    def open_doubts(self) -> tuple[Doubt, ...]:
        """The doubts that the players have to settle, with those that show only once the others are settled."""
        if self._scorable:
            return ()
        left = tuple(doubt for doubt in self._left() if not self._about_suit(doubt))
        blocking = self.blocking_doubt()
        if blocking:
            return left if blocking in left else (*left, blocking)
        if any(_settleable(doubt) for doubt in left):
            return left
        if twice := self._twice():
            return (twice, *left)
        uncertain = Doubt("picture", Sentence("the reading is not certain"))
        return left if self.reading.doubts or self.confirmed else (uncertain,)

    def blocking_doubt(self) -> Doubt | None:
        """What no button can settle, because there are not four cards at every seat: they must be read again."""
        if self._scorable:
            return None
        hands = self.hands()
        whole = all(len(hand) == HAND_SIZE for seat, hand in hands.items() if seat not in self.out)
        if whole and len(hands) == len(self.seats):
            return None
        count = Doubt("count", Sentence("there are not four cards at every seat"))
        about_all = (doubt for doubt in self._left() if not _settleable(doubt))
        return min(about_all, key=lambda doubt: doubt.kind != "picture", default=count)

    def card_doubt(self) -> Doubt | None:
        """The card that the players are to settle next; None where there is none, or something blocks."""
        if self.blocking_doubt():
            return None
        return next((doubt for doubt in self.open_doubts() if _settleable(doubt)), None)

    def to_confirm(self) -> tuple[Doubt, ...]:
        """What is in doubt besides the cards, once so many different ones are named: the players see whether it is so.

        Nothing while something blocks, or a card waits to be settled.
        """
        return () if self.blocking_doubt() or self.card_doubt() else self.open_doubts()

    def choices(self, doubt: Doubt) -> tuple[Card, ...]:
        """What a doubtful card may be: the reading's alternatives first, then every card not seen elsewhere.

        Where its own name was read at another place too, that may be the wrong one of the two: second comes its own.
        """
        if doubt.card is None:
            return ()
        doubts = (*self._left(), *self.open_doubts())
        asked = {doubt.card, *(other.card for other in doubts if _settleable(other))}
        sure = {card for index, card in enumerate(self._named()) if index not in asked}
        own = self.reading.cards[doubt.card].card
        free = [card for card in dict.fromkeys([*_ranked(doubt), own, *DECK]) if card not in sure]
        if own in sure and own not in dict(self.settled).values():
            free.insert(1, own)
        return tuple(free)

    def unsure(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that nobody was asked about and nobody knows: those of unknown suit, and those wholly unknown."""
        named, suits, whole = self._named(), list[Card](), list[Card]()
        for doubt in self._left():
            if doubt.card is not None and _settleable(doubt):
                (suits if self._about_suit(doubt) else whole).append(named[doubt.card])
        return tuple(dict.fromkeys(suits)), tuple(dict.fromkeys(whole))

    @property
    def _scorable(self) -> bool:
        """Whether the reading promises all that the rule book looks at in a card."""
        return self.reading.complete or (self.reading.scorable and not self.suits_count)

    def _about_suit(self, doubt: Doubt) -> bool:
        """Whether it is only about a suit, and no mark hangs on one."""
        return doubt.suit_only and not self.suits_count

    def _named(self) -> tuple[Card, ...]:
        """The reading's cards in its order, with what the players settled.

        Where they said a card that another one of unknown suit was taken for, that one is of another suit.
        """
        settled = dict(self.settled)
        named = [settled.get(i, read.card) for i, read in enumerate(self.reading.cards)]
        for doubt in self._left():
            if doubt.card is not None and self._about_suit(doubt) and named.count(card := named[doubt.card]) > 1:
                others = (one for one in (*_ranked(doubt), *DECK) if one.rank == card.rank and one not in named)
                named[doubt.card] = next(others, card)
        return tuple(named)

    def _left(self) -> tuple[Doubt, ...]:
        """The reading's own doubts that are neither settled nor confirmed."""
        settled = dict(self.settled)
        left = (doubt for doubt in self.reading.doubts if doubt.seat not in self.out and doubt not in self.confirmed)
        return tuple(doubt for doubt in left if not (_settleable(doubt) and doubt.card in settled))

    def _twice(self) -> Doubt | None:
        """One of two equal cards: one that nobody has settled, if there is one."""
        read, named, settled = self.reading.cards, self._named(), dict(self.settled)
        lies = [i for i, card in enumerate(read) if card.seat and card.seat not in self.out]
        seated = [named[i] for i in lies]
        twice = [i for i in lies if seated.count(named[i]) > 1]
        if not twice:
            return None
        place = min(twice, key=lambda i: (i in settled, read[i].confidence))
        return Doubt("twice", Sentence("{card} is there twice", card=named[place]), read[place].seat, place)


def _settleable(doubt: Doubt) -> bool:
    """Whether it is settled by choosing a card: it is about the name of one."""
    return doubt.card is not None and doubt.kind in ("card", "twice")


def _ranked(doubt: Doubt) -> list[Card]:
    """What the reading holds possible, the likeliest first."""
    return [alternative.card for alternative in sorted(doubt.alternatives, key=lambda one: -one.p)]
