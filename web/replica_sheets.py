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
_SIGNS: Final[Mapping[Suit, Sequence[Sequence[tuple[float, float]]]]] = {
    Suit.OROS: (),
    Suit.COPAS: (
        ((-14, -17), (14, -17), (9, 0), (3, 4), (-3, 4), (-9, 0)),
        ((-3, 3), (3, 3), (10, 17), (-10, 17)),
    ),
    Suit.ESPADAS: (
        ((0, -20), (4, -13), (3, 8), (-3, 8), (-4, -13)),
        ((-11, 6), (11, 6), (11, 10), (-11, 10)),
        ((-2, 10), (2, 10), (3, 19), (-3, 19)),
    ),
    Suit.BASTOS: (((-3, 19), (3, 19), (9, -12), (4, -19), (-5, -18), (-9, -10)),),
}
"""Of a suit's sign the corners of its parts, from its middle to the right and down. The pages' signs would not do:
a camera takes their coin for a corner of a QR code, and then finds the sheet's own no more."""
_DISCS: Final = {
    Suit.OROS: ((0, 0, 15, _COLOURS[Suit.OROS]), (0, 0, 9, _WHITE), (0, 0, 5, _COLOURS[Suit.OROS])),
    Suit.BASTOS: ((8, -2, 3.5, _COLOURS[Suit.BASTOS]), (-7, 1, 3.5, _COLOURS[Suit.BASTOS])),
}
"""Of a suit's sign the discs: how far right and down of its middle, their radius and colour, the undermost first."""


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
    for shape in _SIGNS[suit]:
        page.set_fill_color(*_COLOURS[suit])
        page.polygon([(x + right, y + down) for right, down in shape], style="F")
    for right, down, radius, colour in _DISCS.get(suit, ()):
        page.set_fill_color(*colour)
        page.circle(x + right, y + down, radius, "F")
