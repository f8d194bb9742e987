"""The picture to follow when a deck is laid out for enrolment: four rows of ten, each card with rank and suit."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from engine.cards import Card
from firmware.screens.pixels import font
from vision.enrolled.layout import LAYOUT, SUIT_NAMES
from words.text import Speech, english

_CARD = (150, 234)
_GAP = 26
_LEFT, _TOP, _EDGE = 210, 150, 50
_DOT = 3
"""Pixels of the sheet that one of the display's letters takes."""
_CLOTH, _PAPER, _INK, _CHALK = (38, 84, 62), (250, 248, 240), (40, 40, 44), (236, 240, 232)
_COLOURS = {"oros": (214, 158, 22), "copas": (200, 52, 46), "espadas": (44, 104, 180), "bastos": (58, 132, 62)}


def layout_sheet(say: Speech = english) -> Image.Image:
    """The picture, about 2000 x 1200 pixels."""
    words = say(
        "Forty cards face up, upright, apart from each other; the camera straight above, no lamp mirrored in them."
    )
    wide, high = _CARD[0] + _GAP, _CARD[1] + _GAP
    size = (_LEFT + 10 * wide - _GAP + _EDGE, _TOP + 4 * high - _GAP + _EDGE)
    sheet = Image.new("RGB", size, _CLOTH)
    draw = ImageDraw.Draw(sheet)
    letters = font("text")
    _write(draw, (size[0] - letters.width(words) * _DOT) // 2, _TOP // 2, words)
    for row, cards in enumerate(LAYOUT):
        middle = _TOP + row * high + _CARD[1] / 2
        suit = say(SUIT_NAMES[cards[0].suit])
        _write(draw, _LEFT - 24 - letters.width(suit) * _DOT, round(middle), suit)
        for column, card in enumerate(cards):
            _card(draw, card, _LEFT + column * wide, _TOP + row * high)
    return sheet


def _write(draw: ImageDraw.ImageDraw, x: int, middle: int, text: str) -> None:
    """A line of text from x on, in the display's letters: Pillow's own have no accents."""
    letters = font("text")
    top = middle - letters.height * _DOT // 2
    for character in text:
        glyph = letters.glyph(character)
        for gx, gy in glyph.lit:
            left, high = x + gx * _DOT, top + gy * _DOT
            draw.rectangle((left, high, left + _DOT - 1, high + _DOT - 1), _CHALK)
        x += (glyph.width + 1) * _DOT


def _card(draw: ImageDraw.ImageDraw, card: Card, x: int, y: int) -> None:
    colour = _COLOURS[SUIT_NAMES[card.suit]]
    draw.rounded_rectangle((x, y, x + _CARD[0], y + _CARD[1]), 12, _PAPER)
    draw.rounded_rectangle((x + 9, y + 9, x + _CARD[0] - 9, y + _CARD[1] - 9), 6, outline=colour, width=2)
    draw.text((x + 20, y + 14), str(card.rank), _INK, ImageFont.load_default(40))
    draw.text((x + _CARD[0] / 2, y + 112), str(card.rank), colour, ImageFont.load_default(84), anchor="mm")
    _sign(draw, SUIT_NAMES[card.suit], colour, x + _CARD[0] / 2, y + 186)


def _sign(draw: ImageDraw.ImageDraw, suit: str, colour: tuple[int, int, int], x: float, y: float) -> None:
    """A coin, a cup, a sword or a club about a point."""
    if suit == "oros":
        draw.ellipse((x - 26, y - 26, x + 26, y + 26), colour)
        draw.ellipse((x - 11, y - 11, x + 11, y + 11), _PAPER)
    elif suit == "copas":
        draw.pieslice((x - 24, y - 56, x + 24, y + 8), 0, 180, colour)
        draw.line((x, y, x, y + 22), colour, 7)
        draw.line((x - 16, y + 25, x + 16, y + 25), colour, 7)
    elif suit == "espadas":
        draw.line((x - 28, y + 24, x + 30, y - 26), colour, 8)
        draw.line((x - 24, y - 2, x - 2, y + 22), colour, 8)
    else:
        draw.line((x - 26, y + 26, x + 16, y - 14), colour, 15)
        draw.ellipse((x - 2, y - 32, x + 34, y + 2), colour)
