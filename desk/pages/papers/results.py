"""A tournament's standings, results and score sheets as PDF or CSV, and the whole of it as JSON lines."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response
from starlette.routing import Route

from desk.acts import Role
from desk.pages import views
from desk.pages.papers.check import lines_to_check
from desk.pages.papers.files import Kept, csv_file, file
from desk.pages.papers.sheets import on_paper, results_table, score, section, sheet_of, standing_table, table, to_sign
from desk.pages.site import Asked, NotThereError, Page, Shown, Site
from desk.pages.views import Meeting
from desk.service import copying
from engine.sentences import Sentence
from web.paper import RuledPaper
from words.books import called

_SHEETS_A_PAGE: Final = 3
_SHEET: Final = 90.0
"""Millimetres of a score sheet's height: three on a page, to be cut apart."""
_TO_WRITE_IN: Final = 8.0
"""Millimetres that a row is high where somebody writes into it."""


def routes(site: Site, kept: Kept) -> list[Route]:
    """The routes of these files."""
    home = "/t/{tournament:number}"
    return [
        site.public(f"{home}/standings.pdf", _of_rounds(kept.paper(standings_pdf))),
        site.public(f"{home}/standings.csv", _of_rounds(standings_csv)),
        site.public(f"{home}/results.csv", _of_rounds(results_csv)),
        site.public(f"{home}/round/{{round:number}}.pdf", _of_rounds(kept.paper(sheets_pdf))),
        site.public(f"{home}/tournament.jsonl", _of_rounds(kept.paper(lines_to_check))),
        site.private(f"{home}/desk/tournament.jsonl", lines, Role.COMMITTEE),
    ]


def _of_rounds(shown: Shown) -> Shown:
    """The same, where there are rounds with results: Mus por Equipos has a paper of its own."""

    def page(asked: Asked) -> Page | Response:
        if asked.state.equipos:
            raise NotThereError(Sentence("there is no such page"))
        return shown(asked)

    return page


def standings_pdf(asked: Asked) -> Response:
    """The standing with its reasons, and every round's results."""
    asked = on_paper(asked)
    state, say = asked.state, asked.say
    sheet = sheet_of(asked)
    sheet.put(state.name, 20, bold=True)
    sheet.put(" · ".join(one for one in (str(state.settings.get("date", "")), _rules(asked)) if one), 10)
    for line in views.champions(state, say):
        sheet.put(line, 12, bold=True)
    sheet.ln(3)
    standing_table(sheet, views.table_of(state, say), say)
    for round in views.rounds(state):
        section(sheet, say("Round {round}", round=round))
        results_table(sheet, views.meetings(state, round, say), say)
    return file(bytes(sheet.output()), "application/pdf", "standings.pdf")


def sheets_pdf(asked: Asked) -> Response:
    """A score sheet for every table of a round, three on a page: to be filled in, signed by both pairs, and brought.

    None for what takes no result: a bye, what is void, and what a team that has left would have played.
    """
    asked = on_paper(asked)
    state, say = asked.state, asked.say
    number = int(asked.given("round"))
    found = [one for one in views.meetings(state, number, say) if one.mark not in ("bye", "void", "out")]
    if not found and number in views.rounds(state):
        raise NotThereError(Sentence("there is nothing to play now"))
    if not found:
        raise NotThereError(Sentence("there is no round {round}", round=number))
    sheet = sheet_of(asked)
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
    table(sheet, ("", *(say("Mantxa {number}", number=n + 1) for n in range(most))), wide, rows, least=_TO_WRITE_IN)
    sheet.ln(9)
    to_sign(sheet, [side.name if side else "" for side in one.teams], say)


def standings_csv(asked: Asked) -> Response:
    """The standing, a team a line."""
    rows = [
        (one.row.place, one.team.id, one.team.called, one.team.club, one.row.results.partidak, one.row.results.mantxak,
         one.row.results.lost_tantos, one.why)
        for one in views.table_of(asked.state, asked.say)
    ]  # fmt: skip
    heads = ("place", "team", "name", "club", "partidak", "mantxak", "lost_tantos", "why")
    return csv_file(heads, rows, "standings.csv")


def results_csv(asked: Asked) -> Response:
    """Every partida, a line each."""
    state, say = asked.state, asked.say
    rows = [
        (one.round, one.table or "", one.teams[0].id, one.teams[0].called, one.teams[1].id if one.teams[1] else "",
         one.teams[1].called if one.teams[1] else "", _no_date(score(one.mantxak)), one.winner or "", one.mark)
        for round in views.rounds(state)
        for one in views.meetings(state, round, say)
    ]  # fmt: skip
    return csv_file(
        ("round", "table", "first", "first_name", "second", "second_name", "mantxak", "winner", "state"),
        rows,
        "results.csv",
    )


def _no_date(mantxak: str) -> str:
    """A score that no spreadsheet takes for a month and its year, as some do a lone 12-40."""
    return mantxak.replace("-", "\N{EN DASH}")


def lines(asked: Asked) -> Response:
    """All that was said, which another desk reads in."""
    return file("".join(copying.lines(asked.desk, asked.number)), "application/jsonl", "desk-tournament.jsonl")


def _rules(asked: Asked) -> str:
    if not asked.state.locked:
        return ""
    book = asked.state.tournament.terms.book
    return asked.say("Rules: {rules}, to {target}", rules=called(book.name, asked.say), target=book.target)
