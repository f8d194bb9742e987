"""A finished karta aldia: what was played, what it came to, and what the table knows of it besides.

Of its cards one may not be known for certain: a suit, or a whole card on which no mark hung. The record names such
cards as they most likely are, so that it is a record like any other, and `Noted` lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from engine.advice.incidents import Follows, Remedy
from engine.calls import Call
from engine.cards import Card, Suit
from engine.errors import MusError, SheetError
from engine.fields import NUMBER, Field, list_of, object_of, one_of, read_fields, text, written_fields
from engine.match.corrections import CardReplaced, CardsSwapped
from engine.match.entries import Correction
from engine.match.games import AldiaHistory, Status
from engine.match.played import Played
from engine.match.standing import Standing
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import RuleBook
from engine.seats import Seat, Team, playing_order
from engine.sheets import fields
from engine.sheets.sheet import Sheet
from engine.tantos.result import Result
from engine.telling.replay import hordago_round


@dataclass(frozen=True, slots=True)
class Face:
    """A card as far as it is known: None where nobody knows its rank, or its suit."""

    rank: int | None
    suit: Suit | None

    def __str__(self) -> str:
        """The card's name; `12?` without its suit, `?` without its rank."""
        if self.rank is None:
            return "?"
        return f"{self.rank}{self.suit.value if self.suit else '?'}"


def known(card: Card) -> Face:
    """A card of which nothing is in doubt."""
    return Face(card.rank, card.suit)


class Source(Enum):
    """How a karta aldia's cards came to the table."""

    CAMERA = "camera"
    PHONE = "phone"
    """Read in a picture that a player took."""
    HAND = "hand"
    """Entered by the players themselves."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What the table knows of a karta aldia and no law asks for.

    `deal` is its number since the journal began, and its record's `id`. `struck` are the calls that were struck out,
    `confirmed` the doubts about which the players said that the cards are as they were read. Of `unsure_suits` the
    rank is certain, and the suit is not; of `unsure_cards` nothing is, but that the marks were, whatever they are. Both
    name the cards of its record, which the match's corrections may change.
    `reading` is the number of the event that the cards were read with, `source` how they came to the table; `mended` is
    what was done about faults.
    """

    deal: int
    struck: Mapping[Round, tuple[Call, ...]]
    confirmed: tuple[str, ...] = ()
    unsure_suits: tuple[Card, ...] = ()
    unsure_cards: tuple[Card, ...] = ()
    reading: int | None = None
    source: Source = Source.CAMERA
    mended: tuple[Remedy, ...] = ()

    @property
    def unsure(self) -> tuple[Card, ...]:
        """All cards of which somebody may still say what they are."""
        return (*self.unsure_suits, *self.unsure_cards)

    def without(self, *cards: Card) -> Noted:
        """With these cards known."""
        suits, whole = (tuple(c for c in some if c not in cards) for some in (self.unsure_suits, self.unsure_cards))
        return replace(self, unsure_suits=suits, unsure_cards=whole)

    def corrected(self, corrections: Iterable[Correction]) -> Noted:
        """The same of the record with these corrections.

        A card that somebody was said to hold is known. What its place was taken for is no better known where it came
        from; nor is a suit that only made room for that card.
        """
        noted = self
        for correction in corrections:
            said = {change.new for change in correction.changes if isinstance(change, CardReplaced)}
            for change in correction.changes:
                if isinstance(change, CardReplaced):
                    noted = noted._replaced(change, made_room=change.old in said and change.old.rank == change.new.rank)
                elif isinstance(change, CardsSwapped):
                    noted = noted._swapped(change)
        return noted

    def _replaced(self, change: CardReplaced, made_room: bool) -> Noted:
        left = self.without(change.old, change.new)
        if made_room and change.old in self.unsure_suits:
            return replace(left, unsure_suits=(*left.unsure_suits, change.new))
        return left

    def _swapped(self, change: CardsSwapped) -> Noted:
        both = (change.card, change.other_card)
        left = self.without(*both)
        if any(card in self.unsure_cards for card in both):
            return replace(left, unsure_cards=(*left.unsure_cards, change.card))
        if any(card in self.unsure_suits for card in both):
            return replace(left, unsure_suits=(*left.unsure_suits, change.card))
        return left

    def told(self, card: Card, corrections: Collection[Correction]) -> Noted:
        """With a card known to be what the record with these corrections takes it for."""
        others = {one: self.without(*(other for other in self.unsure if other != one)) for one in self.unsure}
        return self.without(*(one for one, alone in others.items() if card in alone.corrected(corrections).unsure))

    def to_json(self) -> dict[str, Any]:
        """What a hand record's JSON has of it, besides the `id`."""
        return written_fields(self, _NOTED)

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> Noted:
        """What a hand record's JSON has of it. A MusError names the field that is wrong."""
        deal = read_fields(data, _DEAL, "the hand record")["id"]
        return Noted(deal, **read_fields(data, _NOTED, "the hand record"))


def _one_of(members: Iterable[Enum], needed: bool = True) -> Field:
    return Field(one_of({one.value: one for one in members}), lambda one: one.value, needed)


def _source(value: Any) -> Source:
    """Others may say in their words where a hand comes from: that is nothing that a table notes."""
    said = text(value)
    return Source(said) if said in {one.value for one in Source} else Source.CAMERA


_CARDS: Final = Field(list_of(Card.parse), lambda cards: [str(card) for card in cards], needed=False, left_out=())
_REMEDY: Final = {
    "follows": _one_of(Follows),
    "article": Field(lambda value: text(value) or None, lambda article: article or ""),
    "seat": _one_of(Seat, needed=False),
}
_DEAL: Final = {"id": NUMBER}
_NOTED: Final = {
    "confirmed": Field(list_of(text), list, needed=False, left_out=()),
    "struck": Field(
        object_of(one_of({round.value: round for round in Round}), list_of(Call.parse)),
        lambda struck: {round.value: [str(call) for call in calls] for round, calls in struck.items()},
        needed=False,
        left_out={},
    ),
    "unsure_suits": _CARDS,
    "unsure_cards": _CARDS,
    "mended": Field(
        list_of(lambda value: Remedy(**read_fields(value, _REMEDY, "a remedy"))),
        lambda mended: [written_fields(remedy, _REMEDY) for remedy in mended],
        needed=False,
        left_out=(),
    ),
    "source": Field(_source, lambda source: source.value, needed=False, left_out=Source.CAMERA),
}
"""What the JSON has of what is noted, field by field."""
_UNSURE: Final = ("unsure_suits", "unsure_cards")
"""Those of them that name cards."""


def noted_in(sheet: Sheet) -> tuple[tuple[Noted, ...], tuple[SheetError, ...]]:
    """What a match's file has beside each karta aldia. What cannot be read is told with its line and left out."""
    noted, errors = list[Noted](), list[SheetError]()
    for number, entry in enumerate(sheet.match.entries, 1):
        if isinstance(entry, Played):
            fields, wrong = _readable(sheet.extra.get(number, {}))
            noted.append(Noted(number, **fields))
            errors += [SheetError(str(error), sheet.lines[number]) for error in wrong]
    return tuple(noted), tuple(errors)


def as_it_stands(beside: Mapping[str, Any], aldia: AldiaHistory) -> dict[str, Any]:
    """What a match's file has beside a karta aldia, with cards named as they stand in it after its corrections."""
    read, _ = _readable({name: beside[name] for name in _UNSURE if name in beside})
    noted = Noted(aldia.entry, **read).corrected(aldia.corrections).to_json()
    known = [name for name in _UNSURE if name in read and name not in noted]
    return {name: noted.get(name, value) for name, value in beside.items() if name not in known}


def _readable(beside: Mapping[str, Any]) -> tuple[dict[str, Any], list[MusError]]:
    """What is noted there, field by field, and what is wrong with the other fields."""
    values, wrong = dict[str, Any](), list[MusError]()
    for name, field in _NOTED.items():
        try:
            values |= read_fields(beside, {name: field}, "the hand record")
        except MusError as error:
            wrong.append(error)
    return {"struck": {}} | values, wrong


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished karta aldia as it stands: the match's `entry` of that number, with what was put right since.

    Its record and its result have the deal's number as their `id`.
    """

    record: HandRecord
    result: Result
    noted: Noted
    entry: int
    status: Status = Status.COUNTS

    @staticmethod
    def of(standing: Standing, aldia: AldiaHistory, noted: Noted) -> Finished:
        """A karta aldia as it stands in a match; `noted` is what is known of it as it was written down."""
        now = aldia.now
        record = now.played.record(standing.match.header, standing.book, now.before, noted.deal)
        result = (now.result or Result((), now.before))._replace(id=noted.deal)
        return Finished(record, result, noted.corrected(aldia.corrections), aldia.entry, now.status)

    @property
    def id(self) -> int:
        """What tells it from all others of the journal: its deal's number."""
        return self.noted.deal

    @property
    def winner(self) -> Team | None:
        """The team that won the game with it."""
        return self.result.winner

    @property
    def hordago(self) -> Round | None:
        """The round whose accepted hordago won the game; None where none did."""
        return hordago_round(self.record, self.result)

    @property
    def steps(self) -> int:
        """How many things there are to show one after the other: its marks, and the hordago that won the game."""
        return len(self.result.marks) + (self.hordago is not None)

    def face(self, card: Card) -> Face:
        """One of its cards as far as it is known."""
        if card in self.noted.unsure_cards:
            return Face(None, None)
        return Face(card.rank, None) if card in self.noted.unsure_suits else known(card)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's cards in the order in which they are shown: the highest rank first."""
        return tuple(sorted(self.record.cards[seat], key=lambda card: -card.rank))

    def unsure(self) -> dict[Card, Seat]:
        """All cards of which somebody may still say what they are, in playing order, with the seat that holds it."""
        order = [seat for seat in playing_order(self.record.esku) if seat in self.record.cards]
        return {card: seat for seat in order for card in self.hand(seat) if card in self.noted.unsure}

    def may_be(self, card: Card) -> tuple[Card, ...]:
        """What somebody may say of a card that nobody knows without changing a mark: its suits, or that it is itself.

        None of another rank, and none that the record has elsewhere, unless that is of unknown suit as well.
        """
        if card in self.noted.unsure_cards:
            return (card,)
        held = {one for hand in self.record.cards.values() for one in hand} - {*self.noted.unsure_suits}
        return tuple(one for one in (Card(card.rank, suit) for suit in Suit) if one not in held)

    def record_json(self) -> dict[str, Any]:
        """The hand record as JSON, with what was noted."""
        return self.record.to_dict() | self.noted.to_json()

    def result_json(self) -> dict[str, Any]:
        """The result as JSON; with its `status` where it does not count."""
        status = {} if self.status is Status.COUNTS else {"status": self.status.value}
        return self.result.to_dict() | status


def read_record(data: Mapping[str, Any], book: RuleBook) -> tuple[Played, Noted]:
    """The karta aldia that `Finished.record_json` wrote. MusError where it is none."""
    return fields.played(data, book), Noted.of_json(data)


def comes_to(result: Result) -> Hashable:
    """All that a karta aldia brings: the sums by round, team and time, who wins and how, and the judge's case."""
    sums = Counter[Hashable]()
    for mark in result.marks:
        sums[mark.round, mark.team, mark.when] += mark.tantos
    return frozenset(sums.items()), result.winner, result.ended_by, result.judge
