"""The sheets that a judge lays replicas out by: a page a jugada, its four packs as pictures of cards in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.cards import Card, Suit
from engine.equipos.jugada import Jugada
from engine.equipos.packs import PACK, Packs
from engine.seats import Seat
from firmware.keeping.pdf import A4, Colour, Page, document
from firmware.screens.qr import squares
from firmware.words.text import Speech

_LEFT, _RIGHT, _TOP = 36.0, A4[0] - 36.0, 60.0
_CARD: Final = (46.0, 74.0)
_GAP: Final = 4.0
_ROWS, _ROW = 190.0, 145.0
"""Where the rows of cards begin, and how far apart they are."""
_CODE: Final = 92.0
_WHITE: Final[Colour] = (1, 1, 1)
_COLOURS: Final[Mapping[Suit, Colour]] = {
    Suit.OROS: (0.80, 0.58, 0.05),
    Suit.COPAS: (0.75, 0.15, 0.12),
    Suit.ESPADAS: (0.12, 0.35, 0.65),
    Suit.BASTOS: (0.15, 0.45, 0.18),
}


def replica_sheets(deals: Iterable[tuple[Jugada, Packs]], tables: int, seal: str, say: Speech) -> bytes:
    """The sheets in the language of `say`, A4, for so many tables; on each the seal of the seed."""
    return document([_sheet(jugada, packs, tables, seal, say) for jugada, packs in deals], "Mus por Equipos")


def code_of(jugada: Jugada, seal: str) -> str:
    """What the sheet's code says: the jugada, and the seal of the seed that its deal comes from."""
    return f"hamarreko jugada {jugada} {seal}"


def _sheet(jugada: Jugada, packs: Packs, tables: int, seal: str, say: Speech) -> Page:
    page = Page()
    page.text(_LEFT, _TOP + 12, say("Jugada {number}", number=jugada), 34, bold=True)
    where = say("Game {game}, deal {deal}", game=jugada.game, deal=jugada.deal)
    page.text(_LEFT, _TOP + 40, f"{where}   {say('esku')}: {say.seat(jugada.esku.value)}", 13)
    page.text(_LEFT, _TOP + 60, say("{number} replicas, one for each table", number=tables), 11)
    page.text(_LEFT, _TOP + 76, say("Each pack lies face down, its first card on top."), 11)
    _code(page, code_of(jugada, seal))
    for number, seat in enumerate(Seat):
        _pack(page, _ROWS + number * _ROW, say.seat(seat.value), packs[seat])
    page.text(_LEFT, A4[1] - 30, f"{say('SHA-256 of the sealed seed')}: {seal}", 7)
    return page


def _code(page: Page, text: str) -> None:
    rows = squares(text)
    side = _CODE / len(rows)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                page.field(_RIGHT - _CODE + x * side, _TOP - 14 + y * side, side, side, 0)


def _pack(page: Page, top: float, seat: str, pack: Iterable[Card]) -> None:
    """A pack in a row from the left, its top card first, each card with its place above it."""
    page.text(_LEFT - 2, top + 48, seat, 24, bold=True)
    first = _RIGHT - PACK * _CARD[0] - (PACK - 1) * _GAP
    for place, card in enumerate(pack):
        x = first + place * (_CARD[0] + _GAP)
        page.text(x + _CARD[0] / 2, top - 5, str(place + 1), 8, align="middle")
        _card(page, x, top, card)


def _card(page: Page, x: float, y: float, card: Card) -> None:
    wide, high = _CARD
    for ax, ay, bx, by in ((0, 0, wide, 0), (wide, 0, wide, high), (wide, high, 0, high), (0, high, 0, 0)):
        page.line(x + ax, y + ay, x + bx, y + by, 0.8)
    page.text(x + 4, y + 21, str(card.rank), 20, bold=True)
    _sign(page, x + wide / 2, y + high - 27, card.suit)


def _sign(page: Page, x: float, y: float, suit: Suit) -> None:
    """A coin, a cup, a sword or a club about a point."""
    colour = _COLOURS[suit]
    if suit is Suit.OROS:
        page.disc(x, y, 15, colour)
        page.disc(x, y, 9, _WHITE)
        page.disc(x, y, 5, colour)
    elif suit is Suit.COPAS:
        page.shape([(x - 14, y - 17), (x + 14, y - 17), (x + 9, y), (x + 3, y + 4), (x - 3, y + 4), (x - 9, y)], colour)
        page.shape([(x - 3, y + 3), (x + 3, y + 3), (x + 10, y + 17), (x - 10, y + 17)], colour)
    elif suit is Suit.ESPADAS:
        page.shape([(x, y - 20), (x + 4, y - 13), (x + 3, y + 8), (x - 3, y + 8), (x - 4, y - 13)], colour)
        page.shape([(x - 11, y + 6), (x + 11, y + 6), (x + 11, y + 10), (x - 11, y + 10)], colour)
        page.shape([(x - 2, y + 10), (x + 2, y + 10), (x + 3, y + 19), (x - 3, y + 19)], colour)
    else:
        page.shape(
            [(x - 3, y + 19), (x + 3, y + 19), (x + 9, y - 12), (x + 4, y - 19), (x - 5, y - 18), (x - 9, y - 10)],
            colour,
        )
        page.disc(x + 8, y - 2, 3.5, colour)
        page.disc(x - 7, y + 1, 3.5, colour)
