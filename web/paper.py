"""Paper: A4 as PDF, in the fonts that every reader has."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Final, Literal

from fpdf import FPDF
from fpdf.enums import Align, MethodReturnValue, XPos, YPos
from fpdf.fonts import FontFace

FONT: Final = "helvetica"
_PAGES: Final = "{nb}"
"""In whose place fpdf writes how many pages there are."""
HEADING: Final = FontFace(emphasis="BOLD", fill_color=(232, 236, 234))
"""How a table's headings look."""


class Paper(FPDF):
    """An A4 document. The same content gives the same bytes: of its making it tells the `day` alone, as ISO writes it.

    Measures are in `unit`, millimetres or points, from the page's upper left corner.
    """

    def __init__(self, title: str, day: str | None = None, unit: str = "mm") -> None:
        super().__init__(unit=unit, format="A4")
        self.core_fonts_encoding = "cp1252"
        self.c_margin = 0.0
        self.set_title(title)
        self.set_creator("hamarreko")
        self.set_creation_date(datetime.fromisoformat(day or "2000-01-01").replace(tzinfo=UTC))

    def normalize_text(self, text: str) -> str:
        """A text in letters of Western Europe alone: others lose their marks, or stand as a question mark.

        For the number of all pages stands what the footer alone may say; whoever is called so is written apart.
        """
        shown = "".join(map(_printable, unicodedata.normalize("NFC", text)))
        return super().normalize_text(shown if self.in_footer else _apart(shown))

    def file_id(self) -> Literal[-1]:
        """None: it would be another one each time."""
        return -1

    def put(self, text: str, size: float, bold: bool = False) -> None:
        """Text over the page's width in as many lines as it takes, and the next one begins below it."""
        self.set_font(FONT, "B" if bold else "", size)
        self.multi_cell(0, size * 0.5, text, align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def in_lines(self, text: str, wide: float) -> list[str]:
        """A text in the lines that it takes within that width, in the font that is set."""
        written = self.multi_cell(wide, 1, text, dry_run=True, output=MethodReturnValue.LINES)
        assert isinstance(written, list)
        # fpdf hands back the bytes that it would write, a letter each
        return [line.encode("latin-1").decode(self.core_fonts_encoding) for line in written]

    def write_at(self, x: float, y: float, text: str, size: float, bold: bool = False, align: Align = Align.L) -> None:
        """A line of text with its baseline at `y`, which begins, ends or has its middle at `x`; `size` in points."""
        self.set_font(FONT, "B" if bold else "", size)
        wide = self.get_string_width(text)
        self.text(x - {Align.L: 0.0, Align.C: wide / 2, Align.R: wide}[align], y, text)


class RuledPaper(Paper):
    """Paper with text and tables, whose pages have the title and their number at the foot. Its first page is there."""

    def __init__(self, title: str, day: str | None = None) -> None:
        super().__init__(title, day)
        self.set_margins(14, 16)
        self.set_auto_page_break(True, margin=20)
        self.set_draw_color(120, 130, 126)
        self.set_line_width(0.2)
        self.add_page()

    def footer(self) -> None:
        """The title and the page's number."""
        self.set_y(-14)
        self.set_font(FONT, size=7)
        self.cell(self.epw / 2, 5, _apart(self.title or ""))
        self.cell(self.epw / 2, 5, f"{self.page_no()} / {_PAGES}", align="R")


def is_written_whole(text: str) -> bool:
    """Whether paper has all letters of a text as they are."""
    return all(_printable(letter) == letter for letter in unicodedata.normalize("NFC", text))


def _apart(text: str) -> str:
    return text.replace(_PAGES, _PAGES.replace("{", "{ "))


def _printable(letter: str) -> str:
    for form in (letter, unicodedata.normalize("NFKD", letter), _plain(letter)):
        if shown := form.encode("cp1252", "ignore").decode("cp1252"):
            return shown
    return "?"


def _plain(letter: str) -> str:
    """The letter without what its name says that it is with, such as a stroke; nothing where that is none."""
    try:
        return unicodedata.lookup(unicodedata.name(letter).partition(" WITH ")[0])
    except (KeyError, ValueError):
        return ""
