"""Hand records: one karta aldia as data that any program can write."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from engine.calls import Call
from engine.cards import Card
from engine.equipos.jugada import Jugada
from engine.errors import MusError, RecordError, SeatError, quoted
from engine.fields import misspelt
from engine.rounds import Round
from engine.rules import RuleBook, rulebook
from engine.seats import SEATS, SEATS_OF, TEAMS, Seat, Team, require_seats
from engine.sentences import AND, Sentence

_Read = TypeVar("_Read")
_CALL_ROUNDS: Final = {round.value: round for round in Round if round is not Round.FOURTH}
_ANNOUNCED: Final = ("pareak", "jokoa", "perete")
_FIELDS: Final = frozenset(
    ("id", "rules", "options", "esku", "score", "cards", "announced", "calls", "found", "hordago_shown", "mus")
    + ("jugada", "packs")
)
"""What a record may have; `mus` is what was said before the rounds, on which no mark depends."""
_FOUND: Final = {"pareak": "open", "jokoa": "open", "cards": "txikia"}


class HandRecord(NamedTuple):
    """One karta aldia: the rules, the score before it in tantos, the cards, the announcements and the calls.

    `rules` and `options` are as the record has them, `book` is what they come to. `pareak` and `jokoa` are the seats
    that said yes, None where everybody told the truth. `cards` is empty where nobody showed any: a refused bid had won
    the game. `calls` holds the rounds that the record names. `found` says when an error came to light, where that was
    before the cards were shown. `hordago_shown`: the cards were shown on the accepted hordago that ended the hand, so
    that the karta aldia cannot go on where that is void. `perete`: the seats that declared tio Perete's hand before
    play, which only counts where the rule book gives a point for it. `warnings` name the fields that nobody knows and
    that are nearly known ones. In Mus por Equipos `jugada` is which deal it was (mus por equipos 5), and `packs` names
    the file of the deals.
    """

    rules: str
    book: RuleBook
    esku: Seat
    score: Mapping[Team, int]
    cards: Mapping[Seat, tuple[Card, ...]]
    calls: Mapping[Round, tuple[Call, ...]] = MappingProxyType({})
    pareak: frozenset[Seat] | None = None
    jokoa: frozenset[Seat] | None = None
    found: Mapping[str, str] = MappingProxyType({})
    options: Mapping[str, Any] = MappingProxyType({})
    id: Any = None
    hordago_shown: bool = False
    perete: frozenset[Seat] = frozenset()
    warnings: tuple[str, ...] = ()
    jugada: Jugada | None = None
    packs: str | None = None

    @staticmethod
    def parse(data: Any, find_book: Callable[[str], RuleBook] = rulebook) -> HandRecord:
        """The record that decoded JSON describes; `find_book` gives the rule book for what `rules` says.

        A MusError names the field that is missing or wrong. Unknown fields are left alone, with a warning where one is
        nearly a known one.
        """
        if not isinstance(data, dict):
            raise RecordError(f"a record is a JSON object, not {quoted(data)}")
        rules: str = _checked(_needed(data, "rules"), str, "rules is the name of a rule book")
        options = _object(data.get("options"), "options")
        book = find_book(rules).with_options(options)
        cards = {} if data.get("cards") in (None, {}) else _cards(data)
        seats = cards or SEATS_OF[4]
        esku = _taken(_needed(data, "esku"), "esku", seats)
        score = _score(data, book)
        announced = _object(data.get("announced"), "announced")
        for name in announced:
            if name not in _ANNOUNCED:
                raise RecordError(f"announced has {quoted(name)}: what is announced is pareak, jokoa and perete")
        return HandRecord(
            rules,
            book,
            esku,
            score,
            cards,
            calls=_calls(data),
            pareak=_announced(announced, "pareak", seats),
            jokoa=_announced(announced, "jokoa", seats),
            found=found_early(data.get("found")),
            options=options,
            id=data.get("id"),
            hordago_shown=_checked(data.get("hordago_shown"), bool, "hordago_shown is true or false") is True,
            perete=_announced(announced, "perete", seats) or frozenset(),
            warnings=warnings_of(data),
            jugada=_jugada(data.get("jugada"), seats),
            packs=_checked(data.get("packs"), str, "packs is the name of the deals' file"),
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as its JSON; `parse` reads it back."""
        data: dict[str, Any] = {
            "id": self.id,
            "rules": self.rules,
            "options": dict(self.options),
            "esku": self.esku.value,
            "score": {team.value: tantos for team, tantos in self.score.items()},
            "cards": {seat.value: [str(card) for card in cards] for seat, cards in self.cards.items()},
        }
        announced = {"pareak": self.pareak, "jokoa": self.jokoa, "perete": self.perete or None}
        told = {
            name: [seat.value for seat in Seat if seat in seats]
            for name, seats in announced.items()
            if seats is not None
        }
        if told:
            data["announced"] = told
        data["calls"] = {round.value: [str(call) for call in calls] for round, calls in self.calls.items()}
        if self.found:
            data["found"] = dict(self.found)
        if self.hordago_shown:
            data["hordago_shown"] = True
        if self.jugada is not None:
            data["jugada"] = str(self.jugada)
        if self.packs is not None:
            data["packs"] = self.packs
        return data


def warnings_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What there is to say of a record's fields that nobody knows and that are nearly known ones."""
    return () if data.keys() <= _FIELDS else misspelt(data, _FIELDS)


def _needed(data: Mapping[str, Any], name: str) -> Any:
    value = data.get(name)
    if value is None:
        raise RecordError(f"{name} is missing")
    return value


def _checked(value: Any, kind: type, what: str) -> Any:
    """The value, where it is of that kind or left out; RecordError says what it should be."""
    if value is not None and not isinstance(value, kind):
        raise RecordError(f"{what}, not {quoted(value)}")
    return value


def _object(value: Any, name: str) -> dict[str, Any]:
    """The JSON object of that name; empty where it is left out."""
    return _checked(value, dict, f"{name} is a JSON object") or {}


def _list(value: Any, field: str, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{field}: {name} is a list, not {quoted(value)}")
    return value


def _each(parse: Callable[[Any], _Read], value: Any, field: str, name: str) -> tuple[_Read, ...]:
    """What a list of cards or calls holds; a RecordError says which one is none."""
    listed = _list(value, field, name)
    try:
        return tuple([parse(one) for one in listed])
    except MusError as error:
        raise RecordError(f"{field}: {name}: {error}") from None


def _seat(value: Any, what: str) -> Seat:
    try:
        return Seat.parse(value)
    except SeatError as error:
        raise RecordError(f"{what}: {error}") from None


def _taken(value: Any, what: str, taken: Collection[Seat]) -> Seat:
    seat = _seat(value, what)
    if seat not in taken:
        raise RecordError(f"{what}: nobody sits at {seat.value}")
    return seat


def _jugada(value: Any, taken: Collection[Seat]) -> Jugada | None:
    if value is None:
        return None
    try:
        jugada = Jugada.parse(value)
    except MusError as error:
        raise RecordError(f"jugada: {error}") from None
    if len(taken) < len(Seat):
        raise RecordError("jugada: Mus por Equipos is played by four")
    return jugada


def _score(data: Mapping[str, Any], book: RuleBook) -> dict[Team, int]:
    given = _object(_needed(data, "score"), "score")
    score = {}
    for name, team in TEAMS.items():
        if name not in given:
            raise RecordError(f"score: {name} is missing")
        tantos = given[name]
        if type(tantos) is not int or tantos < 0:
            raise RecordError(f"score: {name} is a number of tantos, not {quoted(tantos)}")
        if tantos >= book.target:
            raise RecordError(f"score: the game was over: {name} had {quoted(tantos)} of {quoted(book.target)} tantos")
        score[team] = tantos
    return score


def _cards(data: Mapping[str, Any]) -> dict[Seat, tuple[Card, ...]]:
    given = _object(data["cards"], "cards")
    cards = {_seat(name, "cards"): _each(Card.parse, hand, "cards", name) for name, hand in given.items()}
    if len(set().union(*given.values())) < sum(map(len, given.values())):
        _refuse_twice(given)
    try:
        require_seats(cards)
    except SeatError as error:
        raise RecordError(f"cards: {error}") from None
    return cards


def _refuse_twice(given: Mapping[str, list[str]]) -> NoReturn:
    """Says which card is there twice."""
    names = [name for hand in given.values() for name in hand]
    twice = next(name for name in names if names.count(name) > 1)
    holders = [SEATS[seat] for seat, hand in given.items() for name in hand if name == twice]
    raise RecordError(
        Sentence("cards: {card} is there twice: {seats}", card=twice, seats=Sentence.listed(holders, AND))
    )


def _announced(announced: Mapping[str, Any], name: str, taken: Collection[Seat]) -> frozenset[Seat] | None:
    value = announced.get(name)
    if value is None:
        return None
    what = f"announced: {name}"
    given = _list(value, "announced", name)
    seats = frozenset([_taken(seat, what, taken) for seat in given])
    if len(seats) < len(given):
        raise RecordError(f"{what}: a seat is there twice: {quoted(value)}")
    return seats


def _calls(data: Mapping[str, Any]) -> dict[Round, tuple[Call, ...]]:
    given = _object(data.get("calls"), "calls")
    calls: dict[Round, tuple[Call, ...]] = {}
    for name, said in given.items():
        round = _CALL_ROUNDS.get(name)
        if round is None:
            raise RecordError(f"calls: unknown round {quoted(name)}: the rounds are {', '.join(_CALL_ROUNDS)}")
        if said is not None:
            calls[round] = _each(Call.parse, said, "calls", name)
    if Round.JOKOA in calls and Round.PUNTUA in calls:
        raise RecordError("calls: the fourth round is jokoa or puntua, never both")
    return calls


def found_early(given: Any) -> dict[str, str]:
    """When errors came to light, where that was before the cards were shown, as a record's `found` has it.

    RecordError says what is wrong with it.
    """
    found = {name: value for name, value in _object(given, "found").items() if value is not None}
    for name, value in found.items():
        if _FOUND.get(name) != value or not isinstance(value, str):
            allowed = ", ".join(f"{known}: {when}" for known, when in _FOUND.items())
            raise RecordError(f"found: {quoted(name)}: {quoted(value)}: what can be found early is {allowed}")
    return found
