"""What can be taken along: standings, results and score sheets as PDF or CSV, the whole tournament as JSON lines."""

from __future__ import annotations

import csv
import io
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Final

from fpdf.enums import YPos
from starlette.responses import Response
from starlette.routing import Route

from desk.acts import Role
from desk.pages import views
from desk.pages.site import Asked, NotThereError, Page, Shown, Site
from desk.pages.views import Meeting
from desk.service import copying
from engine.sentences import Sentence
from web.answers import NEVER_KEPT
from web.paper import FONT, HEADING, RuledPaper, is_written_whole
from words.books import called

_SHEETS_A_PAGE: Final = 3
_PAPERS: Final = 32
"""That are kept once they are made."""
_FORMULA: Final = re.compile(r"(?:^|(?<=[;\t]))(?=\"*[=+\-@\t])")
"""Where a cell begins as a formula does: at a text's beginning, and behind what separates cells in Spain and France.
Quotes there are none of the cell's."""
_SHEET: Final = 90.0
"""Millimetres of a score sheet's height: three on a page, to be cut apart."""
_TO_WRITE_IN: Final = 8.0
"""Millimetres that a row is high where somebody writes into it."""
_SIGNED: Final = 80.0
"""Millimetres that a line to sign on is long."""


def routes(site: Site, kept: Kept) -> list[Route]:
    """The routes of these files."""
    home = "/t/{tournament:number}"
    return [
        site.public(f"{home}/standings.pdf", _of_rounds(kept.paper(standings_pdf))),
        site.public(f"{home}/standings.csv", _of_rounds(standings_csv)),
        site.public(f"{home}/results.csv", _of_rounds(results_csv)),
        site.public(f"{home}/round/{{round:number}}.pdf", _of_rounds(kept.paper(sheets_pdf))),
        site.private(f"{home}/desk/tournament.jsonl", lines, Role.COMMITTEE),
    ]


def _of_rounds(shown: Shown) -> Shown:
    """The same, where there are rounds with results: Mus por Equipos has a paper of its own."""

    def page(asked: Asked) -> Page | Response:
        if asked.state.equipos:
            raise NotThereError(Sentence("there is no such page"))
        return shown(asked)

    return page


class Kept:
    """Papers as they were made, for as long as nothing more is said in their tournament: making one takes long."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[object, ...], Future[Response]] = OrderedDict()
        self._lock = threading.Lock()

    def paper(self, make: Shown) -> Shown:
        """The same paper, made once; whoever asks for it meanwhile waits for it."""

        def kept(asked: Asked) -> Page | Response:
            last = asked.state.last
            version = asked.number, asked.stands, last and last.at
            which = tuple(sorted(asked.request.path_params.items()))  # numbers, however an address writes them
            key = (make, which, asked.say.language, *version)
            with self._lock:
                known = self._made.get(key)
                future = self._made.setdefault(key, Future())
                while len(self._made) > _PAPERS:
                    self._made.popitem(last=False)
            if known is None:
                self._fill(key, future, partial(make, asked))
            return future.result()

        return kept

    def _fill(self, key: tuple[object, ...], future: Future[Response], make: Callable[[], object]) -> None:
        try:
            made = make()
            assert isinstance(made, Response)
            future.set_result(made)
        except BaseException as error:
            with self._lock:
                self._made.pop(key, None)
            future.set_exception(error)


def _on_paper(asked: Asked) -> Asked:
    """The same with its id beside the name of every team whose name the paper's font cannot write."""
    entries = {
        id: entry if is_written_whole(called) else replace(entry, name=f"{called} ({id})")
        for id, entry in asked.state.entries.items()
        for called in [entry.name or " & ".join(entry.players)]
    }
    return replace(asked, state=replace(asked.state, entries=entries))


def _sheet(asked: Asked) -> RuledPaper:
    """A paper of the tournament."""
    return RuledPaper(asked.state.name, asked.state.settings.get("date"))


def standings_pdf(asked: Asked) -> Response:
    """The standing with its reasons, and every round's results."""
    asked = _on_paper(asked)
    state, say = asked.state, asked.say
    sheet = _sheet(asked)
    sheet.put(state.name, 20, bold=True)
    sheet.put(" · ".join(one for one in (str(state.settings.get("date", "")), _rules(asked)) if one), 10)
    for line in views.champions(state, say):
        sheet.put(line, 12, bold=True)
    sheet.ln(3)
    _table(
        sheet,
        ("", say("Team"), say("Partidak"), say("Mantxak"), say("Tantos"), say("Why")),
        (8, 48, 17, 17, 15, 77),
        [
            (one.row.place, one.team.name, one.row.results.partidak, one.row.results.mantxak,
             one.row.results.lost_tantos, one.why)
            for one in views.table_of(state, say)
        ],
    )  # fmt: skip
    for round in views.rounds(state):
        sheet.ln(4)
        sheet.put(say("Round {round}", round=round), 13, bold=True)
        rows = [
            (one.table or "", one.teams[0].name, one.teams[1].name if one.teams[1] else "", _score(one), one.told)
            for one in views.meetings(state, round, say)
        ]
        _table(sheet, (say("Table"), say("Team"), say("Team"), say("Result"), ""), (14, 50, 50, 38, 30), rows)
    return file(bytes(sheet.output()), "application/pdf", "standings.pdf")


def sheets_pdf(asked: Asked) -> Response:
    """A score sheet for every table of a round, three on a page: to be filled in, signed by both pairs, and brought.

    None for what takes no result: a bye, what is void, and what a team that has left would have played.
    """
    asked = _on_paper(asked)
    state, say = asked.state, asked.say
    number = int(asked.given("round"))
    found = [one for one in views.meetings(state, number, say) if one.mark not in ("bye", "void", "out")]
    if not found and number in views.rounds(state):
        raise NotThereError(Sentence("there is nothing to play now"))
    if not found:
        raise NotThereError(Sentence("there is no round {round}", round=number))
    sheet = _sheet(asked)
    sheet.set_auto_page_break(False)
    for place, one in enumerate(found):
        if place and place % _SHEETS_A_PAGE == 0:
            sheet.add_page()
        sheet.set_y(12 + (place % _SHEETS_A_PAGE) * _SHEET)
        _score_sheet(sheet, asked, one)
    return file(bytes(sheet.output()), "application/pdf", f"round-{number}.pdf")


def _score_sheet(sheet: RuledPaper, asked: Asked, one: Meeting) -> None:
    say, terms = asked.say, asked.state.tournament.terms
    where = say("Table {table}", table=one.table) if one.table else ""
    sheet.put(
        " · ".join(part for part in (where, say("Round {round}", round=one.round), one.place) if part), 14, bold=True
    )
    sheet.put(" · ".join((asked.state.name, say("Partida {partida}", partida=one.partida), _rules(asked))), 9)
    sheet.ln(2)
    most = 2 * terms.mantxak - 1
    wide = (62.0, *(min(24.0, 120.0 / most) for _ in range(most)))
    rows = [
        (side.name if side else "", *(str(one.mantxak[n][which]) if n < len(one.mantxak) else "" for n in range(most)))
        for which, side in enumerate(one.teams)
    ]
    _table(sheet, ("", *(say("Mantxa {number}", number=n + 1) for n in range(most))), wide, rows, least=_TO_WRITE_IN)
    sheet.ln(9)
    sheet.set_font(FONT, size=8)
    for side in one.teams:
        sheet.multi_cell(
            _SIGNED, 4, say.headed(say("Signed"), side.name if side else ""), border="T", align="L", new_y=YPos.TOP
        )
        sheet.cell(10, 4, "")


def standings_csv(asked: Asked) -> Response:
    """The standing, a team a line."""
    rows = [
        (one.row.place, one.team.id, one.team.name, one.team.club, one.row.results.partidak, one.row.results.mantxak,
         one.row.results.lost_tantos, one.why)
        for one in views.table_of(asked.state, asked.say)
    ]  # fmt: skip
    heads = ("place", "team", "name", "club", "partidak", "mantxak", "lost_tantos", "why")
    return csv_file(heads, rows, "standings.csv")


def results_csv(asked: Asked) -> Response:
    """Every partida, a line each."""
    state, say = asked.state, asked.say
    rows = [
        (one.round, one.table or "", one.teams[0].id, one.teams[0].name, one.teams[1].id if one.teams[1] else "",
         one.teams[1].name if one.teams[1] else "", _score(one), one.winner or "", one.mark)
        for round in views.rounds(state)
        for one in views.meetings(state, round, say)
    ]  # fmt: skip
    return csv_file(
        ("round", "table", "first", "first_name", "second", "second_name", "mantxak", "winner", "state"),
        rows,
        "results.csv",
    )


def lines(asked: Asked) -> Response:
    """All that was said, which another desk reads in."""
    return file("".join(copying.lines(asked.desk, asked.number)), "application/jsonl", "desk-tournament.jsonl")


def _rules(asked: Asked) -> str:
    if not asked.state.locked:
        return ""
    book = asked.state.tournament.terms.book
    return asked.say("Rules: {rules}, to {target}", rules=called(book.name, asked.say), target=book.target)


def _score(one: Meeting) -> str:
    return " ".join(f"{first}-{second}" for first, second in one.mantxak)


def _table(
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
        line_height=4.6,
        min_row_height=least,
        padding=(0.3, 1),
        width=sum(wide),
        align="L",
        text_align="L",
    ) as table:
        for row in (heads, *rows):
            cells = table.row()
            for cell in row:
                cells.cell(str(cell))


def csv_file(heads: Sequence[str], rows: Iterable[Sequence[object]], name: str) -> Response:
    """Rows under their heads, as a file of that name."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows(map(_plain, rows))
    return file("\ufeff" + out.getvalue(), "text/csv; charset=utf-8", name)


def _plain(row: Sequence[object]) -> list[object]:
    """A row whose texts no spreadsheet takes for a formula, wherever it begins a cell."""
    return [_FORMULA.sub("'", cell) if isinstance(cell, str) else cell for cell in row]


def file(content: str | bytes, media_type: str, name: str) -> Response:
    """A file of that name, to be taken along."""
    headers = {**NEVER_KEPT, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
