"""What a tournament's papers are made of: titles, tables, and lines to sign on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from fpdf.enums import YPos

from desk.pages.site import Asked
from desk.pages.views import Meeting, Standing
from desk.state import called
from engine.tournament.terms import Mantxa
from web.paper import FONT, HEADING, RuledPaper, is_written_whole
from words.text import Speech

_SIGNED: Final = 80.0
"""Millimetres that a line to sign on is long."""
_BEGINNING: Final = 40.0
"""Millimetres of a title with a line, the heads and a row of a table below it, where that has four lines."""
_LINE: Final = 4.6
"""Millimetres that a line in a table is high."""
_PADDING: Final = 1.0
"""Millimetres beside what stands in a cell."""
_MOST_LINES: Final = 45
"""That a row may have: with the heads above them they fit on a page."""


def on_paper(asked: Asked) -> Asked:
    """The same with its id beside the name of every team whose name the paper's font cannot write."""
    entries = {
        id: entry if is_written_whole(name) else replace(entry, name=f"{name} ({id})")
        for id, entry in asked.state.entries.items()
        for name in [called(entry)]
    }
    return replace(asked, state=replace(asked.state, entries=entries))


def sheet_of(asked: Asked, *more: str) -> RuledPaper:
    """A paper of the tournament; its foot says the tournament's name, behind what `more` is to be seen on each page."""
    return RuledPaper(" · ".join((*more, asked.state.name)), asked.state.settings.get("date"))


def section(sheet: RuledPaper, title: str, room: float = _BEGINNING) -> None:
    """A title with so many millimetres of `room` for it and what belongs to it, on the next page if need be."""
    if sheet.will_page_break(room):
        sheet.add_page()
    else:
        sheet.ln(4)
    sheet.put(title, 13, bold=True)


def standing_table(sheet: RuledPaper, rows: Iterable[Standing], say: Speech) -> None:
    """A standing with its reasons."""
    table(
        sheet,
        ("", say("Team"), say("Partidak"), say("Mantxak"), say("Tantos"), say("Why")),
        (8, 48, 17, 17, 15, 77),
        [
            (one.row.place, one.team.name, one.row.results.partidak, one.row.results.mantxak,
             one.row.results.lost_tantos, one.why)
            for one in rows
        ],
    )  # fmt: skip


def results_table(sheet: RuledPaper, meetings: Iterable[Meeting], say: Speech) -> None:
    """Who met whom at which table, and how that ended."""
    rows = [
        (one.table or "", one.teams[0].name, one.teams[1].name if one.teams[1] else "", score(one.mantxak),
         " · ".join(filter(None, (one.told, one.place))))
        for one in meetings
    ]  # fmt: skip
    table(sheet, (say("Table"), say("Team"), say("Team"), say("Result"), ""), (14, 47, 47, 37, 37), rows)


def table(
    sheet: RuledPaper,
    heads: Sequence[str],
    wide: Sequence[float],
    rows: Iterable[Sequence[object]],
    least: float | None = None,
) -> None:
    """Rows under their heads in columns that are so many millimetres wide, each row at `least` so many high."""
    sheet.set_font(FONT, size=9)
    with sheet.table(
        col_widths=tuple(wide),
        headings_style=HEADING,
        line_height=_LINE,
        min_row_height=least,
        padding=(0.3, _PADDING),
        width=sum(wide),
        align="L",
        text_align="L",
    ) as made:
        parts = (part for row in rows for part in _in_parts(sheet, [*map(str, row)], wide))
        for texts in (heads, *parts):
            cells = made.row()
            for cell in texts:
                cells.cell(cell)


def _in_parts(sheet: RuledPaper, row: Sequence[str], wide: Sequence[float]) -> Iterator[Sequence[str]]:
    """A row; what no page is high enough for goes on in further rows: fpdf refuses one that is higher than a page."""
    if max(map(len, row)) <= _MOST_LINES:  # a line has one letter at least
        yield row
        return

    def parts(cell: str, width: float) -> list[str]:
        lines = sheet.in_lines(cell, width - 2 * _PADDING)
        return ["\n".join(lines[first : first + _MOST_LINES]) for first in range(0, len(lines), _MOST_LINES)]

    cells = [[cell] if len(cell) <= _MOST_LINES else parts(cell, width) for cell, width in zip(row, wide, strict=True)]
    yield from zip_longest(*cells, fillvalue="")


def score(mantxak: Iterable[Mantxa]) -> str:
    """Mantxak on paper, in tables and in a form's field, both sides' tantos in each."""
    return " ".join(f"{first}-{second}" for first, second in mantxak)


def to_sign(sheet: RuledPaper, names: Iterable[str], say: Speech) -> None:
    """Lines beside one another, one for each of them to sign on."""
    sheet.set_font(FONT, size=8)
    for name in names:
        sheet.multi_cell(_SIGNED, 4, say.headed(say("Signed"), name), border="T", align="L", new_y=YPos.TOP)
        sheet.cell(10, 4, "")
