"""A match's score sheet as a PDF: every karta aldia with its marks by round, to be filed and signed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from fpdf.enums import XPos, YPos
from fpdf.fonts import FontFace
from fpdf.table import Row

from engine.match.entries import Adjusted
from engine.match.games import Adjustment, AldiaHistory, Game, Status
from engine.match.played import Played
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.tantos.tally import Mark, in_hamarrekoak
from firmware.keeping.played_matches import PlayedMatch
from web.paper import FONT, HEADING, RuledPaper
from words.acts import deeds, signed
from words.books import called
from words.names import Names
from words.telling import explained, faults, too_late
from words.text import Speech

_ROUNDS: Final = (Round.HANDIA, Round.TXIKIA, Round.PAREAK, Round.JOKOA)
_COLUMNS: Final = (9, 12, 25, 25, 25, 30, 14, 14, 14, 14)
"""Millimetres of a game's columns: its number, esku, the four rounds, and each team's tantos and hamarrekoak."""
_ROW: Final = 5.6
_BECOMES: Final = "»"
"""What stands for an arrow, which the paper's letters lack."""
_BOLD: Final = FontFace(emphasis="BOLD")
_SCORE: Final = FontFace(emphasis="BOLD", size_pt=13)


def score_sheet(match: PlayedMatch, say: Speech) -> bytes:
    """The score sheet in the language of `say`, A4, as many pages as it takes. The same match gives the same bytes."""
    sheet = _ScoreSheet(match, say)
    sheet.head()
    for game in match.figures.standing.games:
        sheet.game(game)
    sheet.notes()
    sheet.acts()
    sheet.signatures()
    return bytes(sheet.output())


class _ScoreSheet(RuledPaper):
    """The pages while they are being filled, from the top down."""

    def __init__(self, match: PlayedMatch, say: Speech) -> None:
        super().__init__(match.name, match.sheet.match.header.date)
        header = match.sheet.match.header
        self._match, self.say = match, say.named(Names.of(header))
        self._standing = match.figures.standing

    def head(self) -> None:
        """What match it is, who played, and how it stands."""
        header, say, book = self._match.sheet.match.header, self.say, self._match.book
        self.set_font(FONT, "B", 20)
        self.cell(text=say("Score sheet"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(FONT, size=10)
        rules = say("Rules: {rules}, to {target}", rules=called(book.name, say), target=book.target)
        self.ln(1)
        about = " · ".join(part for part in (header.event, header.place, header.date, rules) if part)
        self.multi_cell(0, 5, about, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(3)
        with self._ruled((52, 100, 30), ("LEFT", "LEFT", "RIGHT"), min_row_height=8) as teams:
            for team in Team:
                self._team(teams.row(), team)
        self.ln(4)

    def _team(self, row: Row, team: Team) -> None:
        header, say = self._match.sheet.match.header, self.say
        seats = (seat for seat in Seat if seat.team is team and seat in header.players)
        players = "   ".join(f"{say.letter(seat)} {header.players[seat]}" for seat in seats)
        won, vacas = self._standing.games_won[team], self._standing.vacas_won[team]
        score = str(won) if self._standing.length.vacas == 1 else f"{vacas} · {won}"
        if self._standing.winner is team:
            score = "   ".join((say("won"), score))
        row.cell(say.team(team), style=HEADING)
        row.cell(players)
        row.cell(score, style=_SCORE)

    def game(self, game: Game) -> None:
        """A game: its title, a row for each karta aldia, and who won it."""
        title = self.say("Game {number}", number=game.number)
        if game.winner:
            title = self.say.headed(title, self.say("{team} won", team=game.winner))
        self._title(title)
        self.set_font(FONT, size=8)
        aligned = ("RIGHT", *("CENTER",) * 5, *("RIGHT", "CENTER") * 2)
        with self._ruled(_COLUMNS, aligned, headings=1) as table:
            self._headings(table.row())
            for step in game.steps:
                row = table.row()
                self._adjusted(row, step) if isinstance(step, Adjustment) else self._aldia(row, step)
        self.ln(4)

    def _headings(self, row: Row) -> None:
        say = self.say
        names = ["", say("esku"), *(say(round.value) for round in _ROUNDS[:3]), f"{say('jokoa')} / {say('puntua')}"]
        for name in names:
            row.cell(name, align="CENTER")
        for team in Team:
            row.cell(say.team(team), align="CENTER", colspan=2)

    def _aldia(self, row: Row, aldia: AldiaHistory) -> None:
        now, say = aldia.now, self.say
        row.cell(f"{aldia.entry}{'*' if len(aldia.versions) > 1 else ''}")
        row.cell(say.letter(now.played.esku))
        if now.status is not Status.COUNTS or now.result is None:
            row.cell(now.error or say("does not count"), colspan=8, align="LEFT")
            return
        for shown in _rounds(now.result.marks, say.short):
            row.cell(shown)
        for team in Team:
            won = now.result.winner is team
            hordago = " H" if won and now.result.ended_by == "hordago" else ""
            self._score(row, now.result.score[team], won, hordago)

    def _adjusted(self, row: Row, step: Adjustment) -> None:
        act = self._match.sheet.match.entry(step.entry)
        assert isinstance(act, Adjusted)
        row.cell(str(step.entry))
        row.cell(signed(act, self.say), colspan=5, align="LEFT")
        for team in Team:
            self._score(row, step.score[team], False, "")

    def _score(self, row: Row, tantos: int, won: bool, beside: str) -> None:
        row.cell(str(tantos), style=_BOLD if won else None)
        row.cell(f"{in_hamarrekoak(tantos)}{beside}")

    def notes(self) -> None:
        """What was said wrong in which karta aldia, what is void because of it, and by which articles."""
        self._listed(self.say("What else there is to say"), list(self._notes()))

    def _notes(self) -> Iterator[tuple[int, str]]:
        match, say = self._match.sheet.match, self.say
        aldiak = [step for game in self._standing.games for step in game.steps if isinstance(step, AldiaHistory)]
        for aldia in aldiak:
            now = aldia.now
            if now.result is None or now.status is not Status.COUNTS or not now.played.cards:
                continue
            told = explained(now.played.record(match.header, self._match.book, now.before), now.result)
            if told and (lines := [*faults(told, say), *too_late(told, say)]):
                articles = (f"[{ruling.article}]" for ruling in told.rulings)
                yield aldia.entry, say.listed([*lines, *articles])

    def acts(self) -> None:
        """Corrections and the judge's acts: by whom, why, and what each did; and what waits for the judge."""
        match, book, say = self._match.sheet.match, self._match.book, self.say
        done = deeds(match, book, say)
        told = [
            (number, say.listed((signed(entry, say), done[number])).replace("→", _BECOMES))
            for number, entry in enumerate(match.entries, 1)
            if not isinstance(entry, Played)
        ]
        asked = [(question.because, say.sentence(question.why)) for question in self._standing.questions]
        self._listed(say("Corrections and judge's acts"), told)
        self._listed(say("For the judge"), asked)

    def _listed(self, title: str, rows: Sequence[tuple[int, str]]) -> None:
        """A table of texts, each with the number of its entry; nothing where there are none."""
        if not rows:
            return
        self._title(title)
        self.set_font(FONT, size=8)
        with self._ruled((12, 170), ("RIGHT", "LEFT")) as table:
            for number, text in rows:
                row = table.row()
                row.cell(str(number))
                row.cell(text)
        self.ln(4)

    def signatures(self) -> None:
        """A field for each team and one for the judge."""
        names = [*(self.say.team(team) for team in Team), self.say("Judge")]
        if self.will_page_break(26):
            self.add_page()
        self.set_font(FONT, size=8)
        with self._ruled((1,) * len(names), "LEFT", v_align="TOP", min_row_height=22) as table:
            row = table.row()
            for name in names:
                row.cell(name)

    def _title(self, text: str) -> None:
        """What stands over a table; it goes to the next page with the table's first rows."""
        if self.will_page_break(6 * _ROW):
            self.add_page()
        self.set_font(FONT, "B", 11)
        self.cell(h=7, text=text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _ruled(self, widths: Sequence[float], aligned: str | Sequence[str], headings: int = 0, **layout: Any) -> Any:
        """A table over the page's width, its headings on every page that it runs over."""
        return self.table(
            col_widths=widths,
            text_align=aligned,
            line_height=_ROW,
            padding=(0, 1.2),
            first_row_as_headings=bool(headings),
            num_heading_rows=headings,
            headings_style=HEADING,
            **layout,
        )


def _rounds(marks: Iterable[Mark], say: Speech) -> list[str]:
    """What was marked in each of the four rounds, by team."""
    marked = {round.number: Counter[Team]() for round in _ROUNDS}
    for mark in marks:
        marked[mark.round.number][mark.team] += mark.tantos
    return [", ".join(f"{say.team(team)} {sum}" for team, sum in sums.items()) or "-" for sums in marked.values()]
