"""A list to choose from: the language at the first start, the voice's settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.sentences import msgid
from firmware.screens.parts import LINE, TOP, footer, title
from firmware.screens.pixels import WIDTH, Canvas
from words.text import LANGUAGES, Speech, speech

ROWS: Final = 4
"""How many rows stand on the display at once."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what it is about, and what is set, which stands at its right. Both are English texts, or names."""

    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list with a cursor. `icon` stands before the title, `takes` says what OK does."""

    title: str
    rows: tuple[Row, ...]
    icon: str
    cursor: int
    takes: str = msgid("this one")

    @property
    def chosen(self) -> Row:
        """The row under the cursor."""
        return self.rows[self.cursor]


def menu(shown: Menu, say: Speech) -> Image.Image:
    """The list, as far as it fits, with the row under the cursor lit."""
    canvas = Canvas()
    more = len(shown.rows) > ROWS
    title(canvas, say(shown.title), shown.icon, f"{shown.cursor + 1}/{len(shown.rows)}" if more else "", TOP)
    first = max(0, min(shown.cursor - 1, len(shown.rows) - ROWS))
    for place, row in enumerate(shown.rows[first : first + ROWS]):
        y, lit = TOP + place * LINE, first + place == shown.cursor
        if lit:
            canvas.pill(0, y + 1, WIDTH, LINE)
        canvas.write(3, y - 1, say(row.label), lit=not lit)
        if row.value:
            canvas.right(WIDTH - 3, y - 1, say(row.value), lit=not lit)
    footer(canvas, ("ok", say(shown.takes)), ("next", say("next")))
    return canvas.image


def languages(cursor: str) -> Image.Image:
    """The first question of all: the languages by their own names, the rest in the one under the cursor."""
    rows = tuple(Row(name) for name in LANGUAGES.values())
    return menu(Menu("Language", rows, "globe", list(LANGUAGES).index(cursor)), speech(cursor))


def spoken_languages(cursor: str) -> str:
    """The same in words."""
    say = speech(cursor)
    return say("Language: {name}? OK takes it, Next shows another.", name=LANGUAGES[cursor])
