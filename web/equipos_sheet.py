"""Mus por Equipos over all tables as a PDF: the result, and every jugada, what each table did beside the others."""

from __future__ import annotations

from typing import Final

from engine.equipos.result import Outcome
from web.paper import FONT, HEADING, Paper
from words.equipos import at_table, decided, games, played_lines, won
from words.text import Speech

BESIDE: Final = 3
"""So many tables stand beside one another; the next ones come below them."""
_ROW: Final = 4.2
_NUMBER: Final = 12.0
"""Millimetres of a line, and of the jugada's column."""


def equipos_sheet(outcome: Outcome, say: Speech) -> bytes:
    """The result in the language of `say`, A4 across, as many pages as it takes."""
    paper = Paper("Mus por Equipos")
    paper.set_margins(12, 14)
    paper.set_auto_page_break(True, margin=14)
    paper.set_draw_color(120, 130, 126)
    paper.add_page("L")
    paper.put("Mus por Equipos", 18, bold=True)
    paper.put(won(outcome, say), 13, bold=True)
    for line in (*games(outcome, say), *decided(outcome, say)):
        paper.put(line, 9)
    for first in range(0, len(outcome.tables), BESIDE):
        paper.ln(4)
        _tables(paper, outcome, range(first, min(first + BESIDE, len(outcome.tables))), say)
    return bytes(paper.output())


def _tables(paper: Paper, outcome: Outcome, places: range, say: Speech) -> None:
    """Every jugada as some of the tables played it."""
    paper.set_font(FONT, size=7)
    widths = (_NUMBER, *((paper.epw - _NUMBER) / len(places),) * len(places))
    with paper.table(
        col_widths=widths,
        text_align="LEFT",
        v_align="TOP",
        line_height=_ROW,
        padding=1,
        headings_style=HEADING,
    ) as table:
        table.row(["", *(at_table(outcome, place + 1, say) for place in places)])
        for row in outcome.rows:
            cells = ("\n".join(played_lines(row.aldiak[place], say)) for place in places)
            table.row([str(row.jugada), *cells])
