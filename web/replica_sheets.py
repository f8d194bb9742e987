"""The sheets that a judge lays replicas out by: a page a jugada, its four packs as pictures of cards in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fpdf.enums import Align

from engine.cards import Card, Suit
from engine.equipos.jugada import Jugada
from engine.equipos.packs import PACK, Packs
from engine.seats import Seat
from web.paper import Paper
from web.qr import squares
from words.text import Speech

_LEFT, _RIGHT, _TOP, _FOOT = 36.0, 559.0, 60.0, 812.0
"""Points, as all measures here."""
_CARD: Final = (46.0, 74.0)
_GAP: Final = 4.0
_ROWS, _ROW = 190.0, 145.0
"""Where the rows of cards begin, and how far apart they are."""
_CODE: Final = 92.0
Colour = tuple[int, int, int]
_WHITE: Final[Colour] = (255, 255, 255)
_COLOURS: Final[Mapping[Suit, Colour]] = {
    Suit.OROS: (204, 148, 13),
    Suit.COPAS: (191, 38, 31),
    Suit.ESPADAS: (31, 89, 166),
    Suit.BASTOS: (38, 115, 46),
}


def replica_sheets(deals: Iterable[tuple[Jugada, Packs]], tables: int, seal: str, say: Speech) -> bytes:
    """The sheets in the language of `say`, A4, for so many tables; on each the seal of the seed."""
    paper = Paper("Mus por Equipos", unit="pt")
    for jugada, packs in deals:
        paper.add_page()
        _sheet(paper, jugada, packs, tables, seal, say)
    return bytes(paper.output())


def code_of(jugada: Jugada, seal: str) -> str:
    """What the sheet's code says: the jugada, and the seal of the seed that its deal comes from."""
    return f"hamarreko jugada {jugada} {seal}"


def _sheet(page: Paper, jugada: Jugada, packs: Packs, tables: int, seal: str, say: Speech) -> None:
    page.write_at(_LEFT, _TOP + 12, say("Jugada {number}", number=jugada), 34, bold=True)
    where = say("Game {game}, deal {deal}", game=jugada.game, deal=jugada.deal)
    page.write_at(_LEFT, _TOP + 40, f"{where}   {say('esku')}: {say.letter(jugada.esku)}", 13)
    page.write_at(_LEFT, _TOP + 60, say("{number} replicas, one for each table", number=tables), 11)
    page.write_at(_LEFT, _TOP + 76, say("Each pack lies face down, its first card on top."), 11)
    _code(page, code_of(jugada, seal))
    for number, seat in enumerate(Seat):
        _pack(page, _ROWS + number * _ROW, say.letter(seat), packs[seat])
    page.write_at(_LEFT, _FOOT, say.headed(say("SHA-256 of the sealed seed"), seal), 7)


def _code(page: Paper, text: str) -> None:
    rows = squares(text)
    side = _CODE / len(rows)
    page.set_fill_color(0)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                page.rect(_RIGHT - _CODE + x * side, _TOP - 14 + y * side, side, side, "F")


def _pack(page: Paper, top: float, seat: str, pack: Iterable[Card]) -> None:
    """A pack in a row from the left, its top card first, each card with its place above it."""
    page.write_at(_LEFT - 2, top + 48, seat, 24, bold=True)
    first = _RIGHT - PACK * _CARD[0] - (PACK - 1) * _GAP
    for place, card in enumerate(pack):
        x = first + place * (_CARD[0] + _GAP)
        page.write_at(x + _CARD[0] / 2, top - 5, str(place + 1), 8, align=Align.C)
        _card(page, x, top, card)


def _card(page: Paper, x: float, y: float, card: Card) -> None:
    wide, high = _CARD
    page.set_line_width(0.8)
    page.rect(x, y, wide, high)
    page.write_at(x + 4, y + 21, str(card.rank), 20, bold=True)
    _sign(page, x + wide / 2, y + high - 27, card.suit)


def _sign(page: Paper, x: float, y: float, suit: Suit) -> None:
    """A coin, a cup, a sword or a club about a point."""
    colour = _COLOURS[suit]
    if suit is Suit.OROS:
        _disc(page, x, y, 15, colour)
        _disc(page, x, y, 9, _WHITE)
        _disc(page, x, y, 5, colour)
    elif suit is Suit.COPAS:
        _shape(
            page, [(x - 14, y - 17), (x + 14, y - 17), (x + 9, y), (x + 3, y + 4), (x - 3, y + 4), (x - 9, y)], colour
        )
        _shape(page, [(x - 3, y + 3), (x + 3, y + 3), (x + 10, y + 17), (x - 10, y + 17)], colour)
    elif suit is Suit.ESPADAS:
        _shape(page, [(x, y - 20), (x + 4, y - 13), (x + 3, y + 8), (x - 3, y + 8), (x - 4, y - 13)], colour)
        _shape(page, [(x - 11, y + 6), (x + 11, y + 6), (x + 11, y + 10), (x - 11, y + 10)], colour)
        _shape(page, [(x - 2, y + 10), (x + 2, y + 10), (x + 3, y + 19), (x - 3, y + 19)], colour)
    else:
        _shape(
            page,
            [(x - 3, y + 19), (x + 3, y + 19), (x + 9, y - 12), (x + 4, y - 19), (x - 5, y - 18), (x - 9, y - 10)],
            colour,
        )
        _disc(page, x + 8, y - 2, 3.5, colour)
        _disc(page, x - 7, y + 1, 3.5, colour)


def _disc(page: Paper, x: float, y: float, radius: float, colour: Colour) -> None:
    page.set_fill_color(*colour)
    page.circle(x, y, radius, "F")


def _shape(page: Paper, points: Sequence[tuple[float, float]], colour: Colour) -> None:
    page.set_fill_color(*colour)
    page.polygon(points, style="F")
