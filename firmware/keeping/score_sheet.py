"""A match's score sheet as a PDF: every karta aldia with its marks by round, to be filed and signed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.match.entries import Correction, Entry, JudgesAct, Played
from engine.match.games import Adjustment, AldiaHistory, Game, Status
from engine.rounds import Round
from engine.seats import Seat, Team
from firmware.keeping.pdf import A4, Page, document, shortened, width
from firmware.keeping.played_matches import PlayedMatch
from firmware.words.text import Speech

_LEFT, _RIGHT, _TOP, _BOTTOM = 42.0, A4[0] - 42.0, 50.0, A4[1] - 58.0
_ROW: Final = 15.0
_ROUNDS: Final = (Round.HANDIA, Round.TXIKIA, Round.PAREAK, Round.JOKOA)
_COLUMNS: Final = (60.0, 120.0, 196.0, 272.0, 348.0, 432.0, 497.0)
"""The middles of esku, the four rounds, and the two teams' scores."""
_BAND, _FAINT = 0.93, 0.7


def score_sheet(match: PlayedMatch, say: Speech) -> bytes:
    """The score sheet in the language of `say`, A4, as many pages as it takes."""
    sheet = _ScoreSheet(match, say)
    sheet.head()
    for game in match.figures.standing.games:
        sheet.game(game)
    sheet.acts()
    sheet.signatures()
    return document(sheet.finished(), match.name)


class _ScoreSheet:
    """The pages while they are being filled, from the top down."""

    def __init__(self, match: PlayedMatch, say: Speech) -> None:
        self._match, self._say = match, say
        self._standing = match.figures.standing
        self._pages = [Page()]
        self._y = _TOP

    @property
    def _page(self) -> Page:
        return self._pages[-1]

    def finished(self) -> Sequence[Page]:
        """The pages with their numbers."""
        for number, page in enumerate(self._pages, 1):
            page.text(_LEFT, A4[1] - 30, self._match.name, 7)
            page.text(_RIGHT, A4[1] - 30, f"{number} / {len(self._pages)}", 7, align="right")
        return self._pages

    def head(self) -> None:
        """What match it is, who played, and how it stands."""
        header, say = self._match.sheet.match.header, self._say
        self._page.text(_LEFT, self._y + 8, say("Score sheet"), 20, bold=True)
        where = " · ".join(part for part in (header.event, header.place, header.date) if part)
        self._page.text(_RIGHT, self._y + 8, shortened(where, 300, 10), 10, align="right")
        rules = say("Rules: {rules}, to {target}", rules=self._match.book.name, target=self._match.book.target)
        self._page.text(_RIGHT, self._y + 22, rules, 9, align="right")
        self._y += 44
        won, vacas = self._standing.games_won, self._standing.vacas_won
        for team in Team:
            self._page.field(_LEFT, self._y - 13, _RIGHT - _LEFT, 19, _BAND)
            name = header.teams.get(team)
            self._page.text(_LEFT + 8, self._y, f"{say.team(team.value)}{f'  {name}' if name else ''}", 12, bold=True)
            players = "   ".join(
                f"{say.seat(seat.value)} {header.players[seat]}"
                for seat in Seat
                if seat.team is team and seat in header.players
            )
            self._page.text(_LEFT + 170, self._y, shortened(players, 220, 10), 10)
            score = str(won[team]) if self._match.book.vacas == 1 else f"{vacas[team]} · {won[team]}"
            if self._standing.winner is team:
                score = f"{say('won')}   {score}"
            self._page.text(_RIGHT - 8, self._y, score, 14, bold=True, align="right")
            self._y += 23
        self._y += 10

    def game(self, game: Game) -> None:
        """A game: its title, a row for each karta aldia, and who won it."""
        self._room(4 * _ROW)
        title = self._say("Game {number}", number=game.number)
        if game.winner:
            team = self._say.team(game.winner.value)
            title += f": {self._say('{team} won', team=team)}"
        self._y += 6
        self._page.text(_LEFT, self._y, title, 11, bold=True)
        self._y += 6
        self._columns()
        for number, step in enumerate(game.steps):
            if self._room(_ROW):
                self._columns()
            if number % 2:
                self._page.field(_LEFT, self._y, _RIGHT - _LEFT, _ROW, _BAND)
            self._y += _ROW
            self._adjusted(step) if isinstance(step, Adjustment) else self._aldia(step)
        self._page.line(_LEFT, self._y, _RIGHT, self._y)
        self._y += 14

    def _columns(self) -> None:
        say = self._say
        names = [say("esku"), *(say(round.value) for round in _ROUNDS[:3]), f"{say('jokoa')} / {say('puntua')}"]
        for x, name in zip(_COLUMNS, [*names, *(say.team(team.value) for team in Team)], strict=True):
            self._page.text(x, self._y + 11, name, 8, bold=True, align="middle")
        self._y += _ROW
        self._page.line(_LEFT, self._y, _RIGHT, self._y)

    def _aldia(self, aldia: AldiaHistory) -> None:
        now, say = aldia.now, self._say
        y = self._y - 4.5
        mark = "*" if len(aldia.versions) > 1 else ""
        self._page.text(_LEFT + 2, y, f"{aldia.entry}{mark}", 7)
        self._page.text(_COLUMNS[0] + 6, y, say.seat(now.played.esku.value), 9, align="middle")
        if now.status is not Status.COUNTS or now.result is None:
            self._page.text(_COLUMNS[1], y, now.error or say("does not count"), 8)
            return
        result = now.result.to_dict()
        for x, shown in zip(_COLUMNS[1:5], _rounds(result["tantos"], say), strict=True):
            self._page.text(x, y, shortened(shown, 74, 8.5), 8.5, align="middle")
        won = result["winner"]
        for x, team in zip(_COLUMNS[5:], Team, strict=True):
            tantos = result["score"][team.value]
            hordago = "H" if won == team.value and result["ended_by"] == "hordago" else ""
            self._score(x, y, tantos, won == team.value, hordago)

    def _adjusted(self, step: Adjustment) -> None:
        y = self._y - 4.5
        act = self._match.sheet.match.entry(step.entry)
        self._page.text(_LEFT + 2, y, str(step.entry), 7)
        self._page.text(_COLUMNS[1] - 30, y, shortened(_signed(act), 250, 8), 8)
        for x, team in zip(_COLUMNS[5:], Team, strict=True):
            self._score(x, y, step.score[team], False, "")

    def _score(self, x: float, y: float, tantos: int, won: bool, beside: str) -> None:
        self._page.text(x, y, str(tantos), 10, bold=won, align="right")
        self._page.text(x + 4, y, f"{tantos // 5}+{tantos % 5} {beside}", 7)

    def acts(self) -> None:
        """Corrections and the judge's acts, each with who made it and why; and what waits for the judge."""
        told = [
            (number, _signed(entry))
            for number, entry in enumerate(self._match.sheet.match.entries, 1)
            if not isinstance(entry, Played)
        ]
        asked = [(question.because, self._say.sentence(question.why)) for question in self._standing.questions]
        for title, rows in (
            (self._say("Corrections and judge's acts"), told),
            (self._say("For the judge"), asked),
        ):
            if not rows:
                continue
            self._room(3 * _ROW)
            self._page.text(_LEFT, self._y + 8, title, 10, bold=True)
            self._y += _ROW
            for number, text in rows:
                for line_number, line in enumerate(_wrapped(text, _RIGHT - _LEFT - 20, 8)):
                    self._room(12)
                    if line_number == 0:
                        self._page.text(_LEFT, self._y + 8, f"{number}", 8)
                    self._page.text(_LEFT + 18, self._y + 8, line, 8)
                    self._y += 12
            self._y += 8

    def signatures(self) -> None:
        """A line for each team and one for the judge."""
        self._room(60)
        third = (_RIGHT - _LEFT) / 3
        for number, name in enumerate([*(self._say.team(team.value) for team in Team), self._say("Judge")]):
            x = _LEFT + number * third
            self._page.line(x, self._y + 40, x + third - 20, self._y + 40)
            self._page.text(x, self._y + 51, name, 8)
        self._y += 60

    def _room(self, high: float) -> bool:
        """Make sure of so much room; whether that took a new page."""
        if self._y + high <= _BOTTOM:
            return False
        self._pages.append(Page())
        self._y = _TOP
        return True


def _rounds(tantos: Iterable[Mapping[str, Any]], say: Speech) -> list[str]:
    """What was marked in each of the four rounds, by team."""
    marked: dict[int, dict[str, int]] = {round.number: {} for round in _ROUNDS}
    for mark in tantos:
        try:
            sums = marked[Round(mark["round"]).number]
        except (ValueError, KeyError):
            continue
        sums[mark["team"]] = sums.get(mark["team"], 0) + mark["tantos"]
    return [", ".join(f"{say.team(team)} {sum}" for team, sum in sums.items()) or "-" for sums in marked.values()]


def _signed(entry: Entry) -> str:
    """What an act is, who made it and why, in the words of the match's text."""
    assert isinstance(entry, Correction | JudgesAct)
    article = f" ({entry.article})" if isinstance(entry, JudgesAct) and entry.article else ""
    return f"{entry.by}: {entry.reason}{article}"


def _wrapped(text: str, room: float, size: float) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):  # not at a no-break space
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > room:
            lines.append(line)
            longer = word
        line = shortened(longer, room, size)
    return [*lines, line]
