"""The matches that a journal holds, each as a sheet with what the engine comes to for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce

from engine.match.entries import Match
from engine.match.standing import standing
from engine.rules import RuleBook, parse_rulebook
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures
from engine.sheets.sheet import Sheet
from firmware.books import find_book
from firmware.journal import Kept
from firmware.session.events import Event, MatchStarted, TimePassed, Undone, from_text
from firmware.session.state import Session, apply


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match at this table: its number from 1, how it stands, and a club's own rule book's text, if it was one's."""

    number: int
    sheet: Sheet
    figures: Figures
    book: RuleBook
    book_text: str | None = None

    @property
    def name(self) -> str:
        """What its files are called: the day and the number, so that they stand in their order."""
        return f"hamarreko-{self.sheet.match.header.date}-match-{self.number:03}"

    def json_lines(self) -> str:
        """The match as JSON lines."""
        return json_lines.write(self.sheet, self.book, self.figures)

    def text(self) -> str:
        """The match as a text."""
        return game_text.write(self.sheet, self.book, self.figures)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The events of one match, those that were taken back included, and when the first was kept."""

    number: int
    at: str
    events: Sequence[Event]

    def played(self) -> PlayedMatch:
        """The match of these events."""
        session: Session | None = None
        session = reduce(apply, self.events, session)
        assert session is not None
        return played_match(self.number, self.at, session.now.match, session.now.started)


def recorded(kept: Iterable[Kept]) -> list[Recorded]:
    """The matches that a journal's events tell of, in their order; one that was taken back at once is none."""
    matches: list[tuple[str, list[Event]]] = []
    depths: list[int] = []
    for one in kept:
        event = from_text(one.body)
        if isinstance(event, MatchStarted):
            matches.append((one.at, [event]))
            depths.append(0)
        elif isinstance(event, Undone) and depths[-1] == 0:
            matches.pop()
            depths.pop()
        else:
            matches[-1][1].append(event)
            depths[-1] += 0 if isinstance(event, TimePassed) else -1 if isinstance(event, Undone) else 1
    return [Recorded(number, at, events) for number, (at, events) in enumerate(matches, 1)]


def played_match(number: int, at: str, match: Match, started: MatchStarted) -> PlayedMatch:
    """A match as the session has it; `at` is when it began, in UTC."""

    def find(rules: str) -> RuleBook:
        return find_book(rules) if started.book is None else parse_rulebook(started.book, rules)

    day = datetime.fromisoformat(at).astimezone().date().isoformat()
    match = replace(match, header=replace(match.header, date=match.header.date or day))
    figures = Figures(standing(match, find))
    return PlayedMatch(number, Sheet(match), figures, match.header.book(find), started.book)
