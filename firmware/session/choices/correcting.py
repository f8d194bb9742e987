"""Putting right what was entered wrong: which hand, what of it, and what it was, one press a choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Final

from engine.bids.bidding import Bidding
from engine.calls import Action, Call
from engine.cards import RANKS, Card, Suit
from engine.errors import CallError
from engine.match.corrections import AnnouncedReplaced, CallsReplaced, Change, EskuReplaced, FoundReplaced
from engine.records import HandRecord
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence, msgid
from engine.sheets import fields
from engine.tantos.tally import HAMARREKO
from firmware.session.buttons import BIDS, Button
from firmware.session.cards.showdown import record_json, said_yes
from firmware.session.choices.grid import HAND, NO_CHOICE, PLACES, Cell, Grid, GridError, Lead, Path, further
from firmware.session.corrections import exchange
from firmware.session.events import AnnouncementTold, CardSettled, CardTold, CorrectionProposed
from firmware.session.finished import Finished, known
from firmware.session.state import Phase, State
from words.text import SUITS

SETTLE: Final = "settle"
"""The first word of the choices about a card in doubt."""
NO_HAND: Final = Sentence("there is no such hand any more")
_WAS: Final = "was"
_SAID, _ESKU, _ANEW = msgid("said"), msgid("esku"), msgid("anew")
_PASSED, _OPEN = msgid("paso"), msgid("open")
_ANNOUNCED: Final = (Round.PAREAK, Round.JOKOA)
_AMOUNTS: Final = {Action.ENVIDO: (2, 3, 4, 5, 6, 8, 10), Action.GEHIAGO: (1, 2, 3, 5)}


def correcting(place: int) -> Path:
    """The first choice for the finished hand at that place."""
    return (HAND, str(place))


def wrong(state: State, path: Path) -> Grid:
    """What was entered wrong of a finished hand, and what it was. GridError where that hand or card is gone."""
    place = int(path[1])
    if place >= len(state.noted):
        raise GridError(NO_HAND)
    hand = state.hands[place]
    if len(path) == 2:
        return _what(hand, path)
    if path[2] == _WAS:
        return _telling(hand, Card.parse(path[3]), path)
    return _of(state, hand, path)


def settling(suit: Suit) -> Path:
    """The choices for the card in doubt, once its suit is known."""
    return (SETTLE, suit.value)


def settled(state: State, path: Path) -> Grid:
    """The card in doubt: its rank. Cards that were read elsewhere without a doubt are none of the choices.

    GridError where no card is in doubt any more.
    """
    suit = Suit(path[1])
    doubt = state.laid.card_doubt() if state.laid else None
    if state.laid is None or doubt is None or doubt.card is None:
        raise GridError(Sentence("there is no card to settle any more"))
    cards, free = [Card(rank, suit) for rank in RANKS], state.laid.choices(doubt)
    cells = (
        Cell(str(card), CardSettled(doubt.card, str(card)), card=known(card)) if card in free else None
        for card in cards
    )
    return Grid(msgid("Which card was it?"), tuple(cells), Sentence(SUITS[suit]))


def unknown(state: State, place: int) -> Path | None:
    """The choice for the first card of a finished hand that nobody knows; None where there is none to say now."""
    card = None if state.proposal else next(iter(state.hands[place].unsure()), None)
    return (*correcting(place), _WAS, str(card)) if card else None


def _telling(hand: Finished, card: Card, path: Path) -> Grid:
    """A card that nobody knows: its suit says it; where its rank is not known either the rank comes next."""
    seats = hand.unsure()
    if card not in seats:
        raise GridError(Sentence("there is nothing to say about this card any more"))
    if card in hand.noted.unsure_cards:
        leads: list[Path | CardTold | None] = [(*path[:2], seats[card].value, str(card), suit.value) for suit in Suit]
    else:
        free = hand.may_be(card)
        said = (Card(card.rank, suit) for suit in Suit)
        leads = [CardTold(hand.entry, str(card), str(one)) if one in free else None for one in said]
    cells = (Cell(SUITS[suit], lead) if lead else None for suit, lead in zip(Suit, leads, strict=True))
    return Grid(msgid("Which suit?"), tuple(cells), hand.face(card))


def _what(hand: Finished, path: Path) -> Grid:
    rounds = [round.value for round in (Round.HANDIA, Round.TXIKIA, Round.PAREAK, _fourth(hand.record))]
    hands = [seat.value if hand.record.cards.get(seat) else None for seat in Seat]
    words = [*hands, *rounds[:2], _SAID, _ESKU, *rounds[2:]] if hand.record.cards else rounds
    return Grid(msgid("What was wrong?"), tuple(Cell(word, (*path, word)) if word else None for word in words))


def _of(state: State, hand: Finished, path: Path) -> Grid:
    what, rest = path[2], path[3:]
    if what == _SAID:
        return _announced(state, hand, rest, path)
    if what == _ESKU:
        others = (seat for seat in state.seats if seat is not hand.record.esku)
        return Grid(msgid("Who was esku?"), tuple(_proposes(hand, seat.value, EskuReplaced(seat)) for seat in others))
    if what in {round.value for round in Round}:
        return _calls(state, hand, Round(what), path)
    return _cards(hand, rest, path)


def _cards(hand: Finished, rest: Path, path: Path) -> Grid:
    """Which card, its suit, its rank; where it was named elsewhere see `exchange`."""
    seat = Seat.parse(path[2])
    if not rest:
        return Grid(
            msgid("Which card?"),
            tuple(Cell(str(card), (*path, str(card)), card=hand.face(card)) for card in hand.hand(seat)),
            seat,
        )
    old = Card.parse(rest[0])
    if old not in hand.record.cards[seat]:
        raise GridError(Sentence("{seat} holds no {card}", seat=seat, card=old))
    about = Sentence("{seat}: {what}", seat=seat, what=str(hand.face(old)))
    if len(rest) == 1:
        suits = tuple(Cell(SUITS[suit], (*path, suit.value)) for suit in Suit)
        return Grid(msgid("Which suit?"), suits, about)
    cells: list[Cell | None] = []
    unknown = old in hand.unsure()
    for rank in RANKS:
        new = Card.parse(f"{rank}{rest[1]}")
        if changes := exchange(hand.record.cards, seat, old, new, hand.noted.unsure_suits):
            cells.append(_proposes(hand, str(new), *changes, card=new))
        elif unknown and new in hand.may_be(old):
            cells.append(Cell(str(new), CardTold(hand.entry, str(old), str(new)), card=known(new)))
        else:
            cells.append(None)
    return Grid(msgid("Which card was it?"), tuple(cells), about)


def _calls(state: State, hand: Finished, round: Round, path: Path) -> Grid:
    """Which call, and what it was; or the round's calls anew, as at the table."""
    calls, rest = hand.record.calls.get(round, ()), path[3:]
    if rest and rest[0] == _ANEW:
        return _anew(state, hand, round, tuple(map(Call.parse, rest[1:])), path[:4])
    if not calls:
        return _anew(state, hand, round, (), (*path, _ANEW))
    if not rest:
        each = (_call_cell(call, (*path, f"#{place}")) for place, call in enumerate(calls[: len(PLACES) - 2]))
        passed = _proposes(hand, _PASSED, CallsReplaced(round, ()))
        return Grid(msgid("Which call?"), (*each, passed, Cell(_ANEW, (*path, _ANEW))), round)
    place = int(rest[0][1:])
    kept, was, after = calls[:place], calls[place], calls[place + 1 :]
    anew, instead = (*path[:3], _ANEW), _instead(state, kept, was)
    cells = [_call_cell(call, _leads(state, hand, round, (*kept, call, *after), anew)) for call in instead]
    opens = all(call.action is Action.PASO for call in kept)
    if was.action in (Action.ENVIDO, Action.HORDAGO) and opens:
        swapped = tuple(Call(call.team.other, call.action, call.amount) for call in calls)
        cells.append(Cell("", _leads(state, hand, round, swapped, anew), was.team.other.value))
    return Grid(msgid("What was it?"), tuple(cells), was)


def _instead(state: State, kept: tuple[Call, ...], was: Call) -> list[Call]:
    """What the same team may have said there instead."""
    bidding = _bidding(state, kept)
    assert bidding is not None
    said = []
    for legal in bidding.legal_calls():
        if legal.team is was.team and legal.action not in (Action.PASO, Action.KANTA):
            amounts = [n for n in _AMOUNTS[legal.action] if n >= (legal.minimum or 1)] if legal.minimum else [None]
            said += [Call(legal.team, legal.action, amount) for amount in amounts]
    return [call for call in said if (call.action, call.amount) != (was.action, was.amount)]


def _anew(state: State, hand: Finished, round: Round, said: tuple[Call, ...], path: Path) -> Grid:
    """The calls of a round pressed as at the table, each by its own button."""
    bidding = _bidding(state, said)
    if bidding is None:
        raise GridError(Sentence("these calls do not fit"))
    cells = dict[Button, Cell]()

    def lies(button: Button, label: str, calls: tuple[Call, ...], team: str = "") -> None:
        cells[button] = Cell(label, _leads(state, hand, round, calls, path), team)

    waiting = bidding.to_answer
    for button, team in BIDS.items():
        if waiting is None:
            lies(button, "2", (*said, Call(team, Action.ENVIDO, max(2, bidding.book.minimum_bid))), team.value)
        elif team is waiting and not bidding.hordago:
            lies(button, "+2", (*said, Call(team, Action.GEHIAGO, 2)), team.value)
        elif not bidding.hordago:
            lies(button, str(bidding.raised + 1), _raised(said, bidding.raised + 1), team.value)
    if waiting is None:
        cells[Button.PASO] = _proposes(hand, _PASSED, CallsReplaced(round, ()))
        for button, team in ((Button.GEHIAGO, Team.NS), (Button.HORDAGO, Team.EW)):
            lies(button, "hordago", (*said, Call(team, Action.HORDAGO)), team.value)
    else:
        lies(Button.IDUKI, "iduki", (*said, Call(waiting, Action.IDUKI)))
        lies(Button.TIRA, "tira", (*said, Call(waiting, Action.TIRA)))
        if not bidding.hordago:
            lies(Button.GEHIAGO, "+1", (*said, Call(waiting, Action.GEHIAGO, 1)), waiting.value)
            lies(Button.HORDAGO, "hordago", (*said, Call(waiting, Action.HORDAGO)), waiting.value)
            up = bidding.raised + HAMARREKO - bidding.raised % HAMARREKO
            lies(Button.NEXT, str(up), _raised(said, up), said[-1].team.value)
    return Grid(msgid("What was said?"), tuple(cells.get(button) for button in PLACES), round, said)


def _announced(state: State, hand: Finished, rest: Path, path: Path) -> Grid:
    """Which announcement was not what the cards say: its round, its seat; the same again takes it back."""
    if not rest:
        return _which_round(path)
    round = Round(rest[0])
    said = said_yes(hand.record, round)
    cells: list[Cell | None] = [
        _proposes(hand, seat.value, AnnouncedReplaced(round, said ^ {seat}))
        for seat in state.seats
        if seat in hand.record.cards
    ]
    if state.book.penalties == "federacion":
        found = dict(hand.record.found)
        if found.pop(round.value, None) is None:
            found[round.value] = "open"
        cells.append(_proposes(hand, _OPEN, FoundReplaced(found)))
    return Grid(msgid("Who said it wrong?"), tuple(cells), round)


def _which_round(path: Path) -> Grid:
    return Grid(msgid("What was said wrong?"), further(path, (round.value for round in _ANNOUNCED)))


def misheard(state: State, path: Path) -> Grid:
    """Which announcement of the karta aldia in hand was not what its cards say: its round, its seat.

    GridError where its cards contradict no calls.
    """
    if state.phase is not Phase.CONFLICT:
        raise GridError(NO_CHOICE)
    if len(path) == 1:
        return _which_round(path)
    round = Round(path[1])
    return Grid(msgid("Who said it wrong?"), tuple(_tells(state, round, seat) for seat in state.seats), round)


def _tells(state: State, round: Round, seat: Seat) -> Cell:
    said = replace(state, misheard=state.misheard ^ {(round, seat)})
    record = record_json(said, [struck for struck, _ in state.struck])
    return Cell(seat.value, AnnouncementTold(round.value, seat.value, record))


def _proposes(hand: Finished, label: str, *changes: Change, card: Card | None = None) -> Cell:
    return Cell(label, _corrects(hand, *changes), card=known(card) if card else None)


def _corrects(hand: Finished, *changes: Change) -> CorrectionProposed:
    return CorrectionProposed(hand.entry, tuple(map(fields.change_fields, changes)))


def _call_cell(call: Call, leads: Lead) -> Cell:
    label = f"{'+' if call.action is Action.GEHIAGO else ''}{call.amount}" if call.amount else call.action.value
    return Cell(label, leads, call.team.value)


def _leads(state: State, hand: Finished, round: Round, calls: tuple[Call, ...], path: Path) -> Lead:
    """To a proposal where the calls close the round; else to what may follow the part of them that is legal."""
    while (bidding := _bidding(state, calls)) is None:
        calls = calls[:-1]
    if bidding.outcome:
        return _corrects(hand, CallsReplaced(round, calls))
    return (*path, *map(str, calls))


def _bidding(state: State, calls: Iterable[Call]) -> Bidding | None:
    """The round after these calls; None where they are not legal."""
    try:
        return reduce(Bidding.apply, calls, Bidding(frozenset(state.seats), state.book))
    except CallError:
        return None


def _raised(said: tuple[Call, ...], amount: int) -> tuple[Call, ...]:
    return (*said[:-1], Call(said[-1].speaker, said[-1].action, amount))


def _fourth(played: HandRecord) -> Round:
    """The fourth round as it was announced; where nothing else was, as the cards have it."""
    if Round.PUNTUA in played.calls:
        return Round.PUNTUA
    if not played.cards:
        return Round.JOKOA
    return Round.JOKOA if said_yes(played, Round.JOKOA) else Round.PUNTUA
