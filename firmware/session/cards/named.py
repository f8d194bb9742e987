"""What was read, by the names that the cards have now: some were settled or put right since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.session.finished import Finished
from vision.reading import Doubt, Quad, TableReading


def as_they_stand(reading: TableReading, hand: Finished) -> TableReading:
    """The reading with the names that its cards have now, seat by seat.

    In doubt are those that nobody knows, and of a hand that did not count those that were when it was read. Where the
    teams have changed ends since, the hands are told of other seats than they lay at.
    """
    return _as_they_stand(reading, hand)[0]


def _as_they_stand(reading: TableReading, hand: Finished) -> tuple[TableReading, list[bool]]:
    """That reading, and which of its cards lie at a seat whose hand counted."""
    named, on = list(reading.cards), _moved_on(reading, hand.record.cards)
    counted = [read.seat is not None and bool(hand.record.cards.get(on.get(read.seat, read.seat))) for read in named]
    for seat, cards in hand.record.cards.items():
        places = [place for place, read in enumerate(reading.cards) if read.seat and on.get(read.seat) is seat]
        gone = [place for place in places if reading.cards[place].card not in cards]
        read = {reading.cards[place].card for place in places}
        come = [card for card in cards if card not in read]
        for place, card in zip(gone, come, strict=False):
            named[place] = replace(named[place], card=card)
    doubted = {doubt.card for doubt in reading.doubts}
    doubts = (
        Doubt("card", Sentence.plain(""), read.seat, place)
        for place, (read, counts) in enumerate(zip(named, counted, strict=True))
        if (hand.face(read.card).suit is None if counts else place in doubted)
    )
    return replace(reading, cards=tuple(named), doubts=tuple(doubts)), counted


def known_places(reading: TableReading, hand: Finished) -> dict[Card, Quad]:
    """Where each card of the hands that counted lies that nobody doubts, and that was read as what it is."""
    now, counted = _as_they_stand(reading, hand)
    unknown = {doubt.card for doubt in now.doubts}
    places = zip(reading.cards, now.cards, counted, strict=True)
    return {
        read.card: read.quad
        for place, (read, named, counts) in enumerate(places)
        if counts and read.card == named.card and place not in unknown
    }


def _moved_on(reading: TableReading, cards: Mapping[Seat, Sequence[Card]]) -> Mapping[Seat, Seat]:
    """Where those sit now who sat at each seat when the cards were read: where most of the cards are told of."""
    seats = [seat for seat in Seat if seat in cards]
    ways = [dict(zip(seats, (*seats[turns:], *seats[:turns]), strict=True)) for turns in range(len(seats))]

    def alike(on: Mapping[Seat, Seat]) -> int:
        return sum(read.card in cards[on[read.seat]] for read in reading.cards if read.seat and read.seat in on)

    return max(ways, key=alike, default={})
