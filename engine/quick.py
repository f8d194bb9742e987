"""The quick path of `hamarreko score`: the line of an ordinary record in, the line of its result out.

The state machine (`engine.showdown.score`) keeps every state and can say why, which a table needs and a file of a
hundred thousand records does not. Ordinary is a record of four hands of four cards in which every announcement is true
and every call legal. To any other one (whatever is wrong in it, a penalty, two players, `found`) the answer here is
None, and the state machine gives its own: there is no message here, and no article of a penalty.

What keeps the two equal: hands, single calls and rule books are those of `engine.hands`, `engine.calls` and
`engine.rules`. Written a second time are the order of the calls, the marking and the text of a result; and
`tests/engine/test_quick.py` holds these against the state machine, byte for byte, over records of every kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Any, Final, NamedTuple, NoReturn

from engine.calls import Action, Call, Manner
from engine.cards import DECK, RANKS, Card, Suit
from engine.hands import evaluate
from engine.penalties import voids_hordagos
from engine.rounds import Round
from engine.rules import RuleBook, rulebook
from engine.seats import Seat, Team, playing_order
from engine.strict_json import encode

_ENVIDO, _GEHIAGO, _HORDAGO = Action.ENVIDO, Action.GEHIAGO, Action.HORDAGO
_PASO, _TIRA, _IDUKI, _KANTA = Action.PASO, Action.TIRA, Action.IDUKI, Action.KANTA
_HANDIA, _TXIKIA, _PAREAK = Round.HANDIA.value, Round.TXIKIA.value, Round.PAREAK.value
_JOKOA, _PUNTUA = Round.JOKOA.value, Round.PUNTUA.value


class QuickScore:
    """Answers ordinary records. `find_book` gives the rule book for what `rules` says, and always the same one."""

    def __init__(self, find_book: Callable[[str], RuleBook] = rulebook) -> None:
        self._find_book = find_book
        self._laws: dict[str | tuple[str, str], _Law] = {}
        self._tables: dict[tuple[int, str], _Table] = {}

    def answer(self, line: bytes) -> bytes | None:
        """The result of the record in `line`, each a line of JSON in UTF-8; None where the record is not ordinary."""
        try:
            if len(line) > _LONGEST:
                return None
            text = line.decode()
            data, end = _DECODE(text)
            if end < len(text) and text[end:].strip(_WHITE):
                return None
            return self._result(data, text.count(":")).encode()
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None

    def _result(self, data: dict[str, Any], colons: int) -> str:
        """The result of a record in whose line there are so many colons. Any error says that it is not ordinary."""
        score, cards, calls = data["score"], data["cards"], data.get("calls", {})
        announced, options = data.get("announced", {}), data.get("options", {})
        if not type(score) is type(cards) is type(calls) is type(announced) is type(options) is dict or "found" in data:
            raise _UnusualError
        fields = len(data) + len(score) + len(cards) + len(calls) + len(announced) + len(options)
        if colons != fields:  # every field is written with its colon: where all are counted, none was there twice
            raise _UnusualError
        law = self._law(data["rules"], options)
        order, teams, in_order = _ORDERS[data["esku"]]
        handia, txikia, pareak, jokoa, puntua, pairs, jokoa_worth = _strengths(in_order(cards), law.table)
        with_pareak, with_jokoa = tuple(compress(order, pareak)), tuple(compress(order, jokoa))
        if announced and not (
            _is_true(announced.pop(_PAREAK, None), with_pareak) and _is_true(announced.pop(_JOKOA, None), with_jokoa)
        ):
            raise _UnusualError
        sheet = _Sheet(score["NS"], score["EW"], law.target)
        rounds = (
            (_HANDIA, handia, order, None),
            (_TXIKIA, txikia, order, None),
            (_PAREAK, pareak, with_pareak, pairs),
            (_JOKOA, jokoa, with_jokoa, jokoa_worth) if with_jokoa else (_PUNTUA, puntua, order, _ONE_A_TEAM),
        )
        _play(sheet, rounds, calls, teams, law)
        if calls or announced or len(cards) > len(order):  # what has no place in this karta aldia
            raise _UnusualError
        return sheet.result(data.get("id"))

    def _law(self, rules: str, options: dict[str, Any]) -> _Law:
        """What the record's rule book comes to; kept, by what was written, as 4 and 4.0 and true are not the same."""
        key = (rules, repr(options)) if options else rules
        law = self._laws.get(key)
        if law is None:
            if type(rules) is not str:
                raise _UnusualError
            book = self._find_book(rules).with_options(options)
            if book.suits_count or len(Seat) not in book.players:
                raise _UnusualError
            table = self._tables.setdefault((book.kings, book.real31), _Table(book))
            law = _Law(book.target, book.minimum_bid, _voiding(book), table)
            if len(self._laws) >= _MOST_LAWS:
                self._laws.clear()
            self._laws[key] = law
        return law


class _UnusualError(ValueError):
    """The record is not ordinary: the state machine's."""


_Strengths = tuple[int, int, int, int, int, int, int]
"""A hand's strength in handia, txikia, pareak, jokoa and puntua, and what its pairs and its jokoa are worth."""


class _Table(dict[int, _Strengths]):
    """The strengths of hands in a rule book of any suits, by the sum of their cards' `_weight`s."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__()
        self._book = book

    def __missing__(self, weight: int) -> _Strengths:
        ranks = [rank for place, rank in enumerate(RANKS) for _ in range(weight // _BASE**place % _BASE)]
        hand = evaluate([Card(rank, Suit.OROS) for rank in ranks], self._book)
        strengths = (hand.handia, hand.txikia, hand.pareak, hand.jokoa, hand.puntua, hand.pairs.value, hand.jokoa_worth)
        self[weight] = strengths
        return strengths


class _Law(NamedTuple):
    """What counts of a rule book.

    `voiding`: by the round, a strength that a hand must have if an article is to void an accepted hordago.
    """

    target: int
    minimum_bid: int
    voiding: dict[str, int]
    table: _Table


def _voiding(book: RuleBook) -> dict[str, int]:
    """By federacion 49 two aces in pareak and 33 in jokoa; nothing in a book without an article on it."""
    if not voids_hordagos(book.penalties):
        return {}
    aces, thirty_three = ([Card(rank, Suit.OROS) for rank in ranks] for ranks in ((1, 1, 4, 5), (12, 11, 6, 7)))
    return {_PAREAK: evaluate(aces, book).pareak, _JOKOA: evaluate(thirty_three, book).jokoa}


_Round = tuple[str, tuple[int, ...], tuple[str, ...], tuple[int, ...] | None]
"""A round's name, the strengths of the four hands, the seats that play it, and what the hands are worth in it."""


class _Sheet:
    """The score, and the rows of the marks that led to it."""

    __slots__ = ("ended_by", "rows", "score", "target", "winner")

    def __init__(self, ns: int, ew: int, target: int) -> None:
        if not (type(ns) is type(ew) is int and 0 <= ns < target and 0 <= ew < target):
            raise _UnusualError
        self.score = {"NS": ns, "EW": ew}
        self.target = target
        self.rows: list[str] = []
        self.winner = self.ended_by = ""

    def mark(self, round: str, team: str, tantos: int, why: str) -> None:
        """With `tantos` more for `team`, cut to what it needs; nothing where the game is won."""
        if self.winner:
            return
        score = self.score[team] + tantos
        if score >= self.target:
            tantos -= score - self.target
            score = self.target
            self.end(team, "target")
        self.score[team] = score
        self.rows.append(_row(round, team, tantos, why))

    def end(self, winner: str, ended_by: str) -> None:
        """The game is won."""
        self.winner, self.ended_by = winner, ended_by

    def result(self, record_id: object) -> str:
        """The line of the result."""
        name = str(record_id) if type(record_id) is int else encode(record_id)
        won = f'"{self.winner}", "ended_by": "{self.ended_by}"' if self.winner else 'null, "ended_by": null'
        ns, ew = self.score.values()
        return (
            f'{{"id": {name}, "tantos": [{", ".join(self.rows)}], "score": {{"NS": {ns}, "EW": {ew}}}, '
            f'"winner": {won}, "rulings": [], "judge": null}}\n'
        )


@lru_cache(maxsize=4096)
def _row(round: str, team: str, tantos: int, why: str) -> str:
    when = "call" if why == "tira" else "showdown"
    return f'{{"round": "{round}", "team": "{team}", "tantos": {tantos}, "why": "{why}", "when": "{when}"}}'


def _play(
    sheet: _Sheet, rounds: Iterable[_Round], calls: dict[str, list[str]], teams: tuple[str, ...], law: _Law
) -> None:
    """Marks all that the `rounds` bring, and takes their `calls` out: what is left was called when nobody could."""
    shown = []
    for name, strengths, players, worths in rounds:
        ending, tantos, bidder = _bids(calls.pop(name), players, law.minimum_bid) if name in calls else _PASSED
        if ending is _TIRA:
            sheet.mark(name, bidder, tantos, "tira")
            if sheet.winner:
                return
            first = teams.index(bidder)
        elif players:
            first = strengths.index(max(strengths)) & 1  # partners are two apart
            if ending is _IDUKI:
                shown.append((name, teams[first], tantos, "iduki"))
            elif ending is _HORDAGO:
                if law.voiding.get(name) in strengths:
                    raise _UnusualError
                sheet.end(teams[first], "hordago")
                return
            elif not worths:
                shown.append((name, teams[first], 1, "paso"))
        else:
            continue
        if worths:
            shown.append((name, teams[first], worths[first] + worths[first + 2], "worth"))
    for name, team, tantos, why in shown:
        sheet.mark(name, team, tantos, why)


def _bids(said: list[str], players: tuple[str, ...], minimum: int) -> tuple[Action, int, str]:
    """How the round between `players` ended, the tantos of the bid that was answered, and whose bid that was.

    It ended in paso, tira, iduki or, where one was accepted, hordago.
    """
    if type(said) is not list:
        raise _UnusualError
    last = bid = _PASO
    agreed, raised, bidder = 0, 0, ""
    passed: list[str] = []
    for text in said:
        speaker, team, action, amount = _call(text)
        if action not in _LEGAL_AFTER[last] or team == bidder or (action is _ENVIDO and amount < minimum):
            raise _UnusualError
        if speaker != team and action is not _PASO and speaker not in players:
            raise _UnusualError
        if action is _PASO:
            passed.append(speaker)
        elif action in _BIDS:
            bid, bidder, agreed, raised = action, team, agreed + raised, amount
        last = action
    if last in _BIDS:  # it waits for its answer
        raise _UnusualError
    if bidder and (passed or len(players) < len(_ORDERS)) and not _may_bid(players, tuple(passed)):
        raise _UnusualError
    if last is _TIRA:
        return _TIRA, agreed or 1, bidder
    return (_HORDAGO if bid is _HORDAGO else last), agreed + raised, bidder


@lru_cache(maxsize=4096)
def _call(text: str) -> tuple[str, str, Action, int]:
    """Who speaks and for which team, what, and how many tantos."""
    call = Call.parse(text)
    if call.manner is not Manner.PLAIN:
        raise _UnusualError
    return call.speaker.value, call.team.value, call.action, call.amount or 0


@lru_cache(maxsize=4096)
def _may_bid(players: tuple[str, ...], passed: tuple[str, ...]) -> bool:
    """Whether both teams play the round and have not passed with all their seats; a team's pass stands for one."""
    seats = {team.value: {seat for seat in players if seat in team.value} for team in Team}
    return all(seats.values()) and any(len(own - {*passed}) > passed.count(team) for team, own in seats.items())


def _strengths(hands: Sequence[list[str]], table: _Table) -> Iterable[tuple[int, ...]]:
    """For each of the seven `_Strengths` those of the four hands, in playing order."""
    one, two, three, four = hands
    if len({*one, *two, *three, *four}) < 16:
        raise _UnusualError
    a1, a2, a3, a4 = map(_weight, one)
    b1, b2, b3, b4 = map(_weight, two)
    c1, c2, c3, c4 = map(_weight, three)
    d1, d2, d3, d4 = map(_weight, four)
    return zip(
        table[a1 + a2 + a3 + a4],
        table[b1 + b2 + b3 + b4],
        table[c1 + c2 + c3 + c4],
        table[d1 + d2 + d3 + d4],
        strict=True,
    )


def _is_true(told: list[str] | None, having: tuple[str, ...]) -> bool:
    """Whether just the seats `having` it have said so; where nothing is told, they have."""
    return told is None or (type(told) is list and len(told) == len(having) and {*told} == {*having})


def _refuse(text: str) -> NoReturn:
    raise _UnusualError(text)


_DECODE: Final = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse).raw_decode
_WHITE: Final = " \t\n\r"
_LONGEST: Final = 1000
"""Bytes of a line: what is nested in a longer one may be too deep for a reader, depending on where it is called."""
_MOST_LAWS: Final = 4096
_BASE: Final = 5
_weight: Final = {str(card): _BASE ** RANKS.index(card.rank) for card in DECK}.__getitem__  # of a card's name
"""By the name of a card a power of five, one a rank: hands of four have the same sum only with the same ranks."""
_ORDERS: Final = {
    esku.value: (
        tuple([seat.value for seat in playing_order(esku)]),
        tuple([seat.team.value for seat in playing_order(esku)]),
        itemgetter(*[seat.value for seat in playing_order(esku)]),
    )
    for esku in Seat
}
"""By the esku: the seats in playing order, their teams in it, and what takes their hands out of `cards` in it."""
_PASSED: Final = (_PASO, 0, "")
_ONE_A_TEAM: Final = (1, 1, 0, 0)
"""What puntua is worth, shared out so that either team has 1 between its two seats."""
_BIDS: Final = frozenset({_ENVIDO, _GEHIAGO, _HORDAGO})
_ANSWERS: Final = frozenset({_GEHIAGO, _HORDAGO, _IDUKI, _TIRA})
_LEGAL_AFTER: Final = {
    _PASO: frozenset({_PASO, _ENVIDO, _HORDAGO}),
    _ENVIDO: _ANSWERS,
    _GEHIAGO: _ANSWERS,
    _HORDAGO: frozenset({_IDUKI, _KANTA, _TIRA}),
    **dict.fromkeys((_IDUKI, _KANTA, _TIRA), frozenset[Action]()),
}
