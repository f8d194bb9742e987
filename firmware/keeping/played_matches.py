"""The matches that a journal holds, each as a sheet with what the engine comes to for it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from engine.match.entries import Match
from engine.match.standing import standing
from engine.rules import RuleBook, parse_rulebook
from engine.seats import Team
from engine.sentences import Sentence
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures
from engine.sheets.sheet import Sheet
from firmware.files.books import find_book
from firmware.keeping.journal_form import Kept
from firmware.keeping.journal_reading import read_journal
from firmware.keeping.taking_up import Following, Hole
from firmware.session.corrections import plays
from firmware.session.event_text import EventError, kind_of
from firmware.session.events import NEVER_TAKEN_BACK, MatchStarted, Undone
from firmware.session.finished import Noted
from firmware.session.state import State
from words.names import NOBODY, Names

_KEPT_OPEN: Final = 2
_NOT_TAKEN_BACK: Final = {event.kind for event in NEVER_TAKEN_BACK}


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match at this table, its place in the journal, and a club's own rule book's text, if it was played by one."""

    recorded: Recorded
    sheet: Sheet
    figures: Figures
    book: RuleBook
    book_text: str | None

    @property
    def name(self) -> str:
        """What its files are called: the day and the number, so that they stand in their order, and what is its own, so
        that no other table's match takes their place.
        """
        day, one = self.sheet.match.header.date or "undated", self.recorded
        return f"hamarreko-{day}-match-{one.number:03}-{one.fingerprint}"

    def json_lines(self) -> str:
        """The match as JSON lines."""
        return json_lines.write(self.sheet, self.book, self.figures)

    def text(self) -> str:
        """The match as a text."""
        return game_text.write(self.sheet, self.book, self.figures)


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where a match stands in a journal: its number from 1, when it began, and its first and last event's numbers.

    The events between may tell of later matches that were begun and taken back at once. Eight hexadecimal digits of the
    first one and its time are the `fingerprint`: no other match of any table has it.
    """

    number: int
    at: str
    first: int
    last: int
    fingerprint: str

    @property
    def day(self) -> str | None:
        """The day on which it began, where the table stands. None where that is damaged: no checksum stands over it."""
        try:
            return datetime.fromisoformat(self.at).astimezone().date().isoformat()
        except (ValueError, OverflowError):
            return None


@dataclass(frozen=True, slots=True)
class Opened:
    """A match as its events left it. `holes` are what of it was lost, or makes no sense."""

    recorded: Recorded
    state: State
    holes: tuple[Hole, ...]

    def played(self) -> PlayedMatch:
        """The match as a sheet, which has what is noted of its karta aldiak beside them."""
        state = self.state
        return played_match(self.recorded, state.match, state.started, state.noted)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, or stands: tantos of the game in hand, games of the vaca in hand, vacas where the match has
    several, and who won.

    Where it was by a club's `own_book`, that is among the match's files.
    """

    rules: str
    target: int
    score: Mapping[Team, int]
    games: Mapping[Team, int]
    vacas: Mapping[Team, int] | None
    winner: Team | None
    names: Names = NOBODY
    own_book: bool = False


def outcome(state: State) -> Outcome:
    """How the match of that state stands."""
    book, winner, own = state.book, state.standing.winner, bool(state.started.book)
    return Outcome(book.name, book.target, state.score, state.games, state.vacas_won, winner, state.names, own)


class PlayedMatches:
    """The matches in a journal, also while a table plays on in it. From any thread.

    What was read once is not read again: where the matches stand, and those that were opened last.
    """

    def __init__(self, read: Callable[[int, int | None], Iterable[Kept]]) -> None:
        """`read` gives the journal's events behind a number, and up to one, as `Journal.kept` does."""
        self._read = read
        self._lock = threading.Lock()
        self._begun: list[tuple[int, str, str]] = []
        """The first event of each match, when it was kept, and the match's fingerprint."""
        self._depths: list[int] = []
        """So many events of each match could be taken back."""
        self._length = 0
        self._opened = lru_cache(_KEPT_OPEN)(lambda one: opened(one, read(one.first - 1, one.last)))
        self._outcomes: dict[Recorded, Outcome] = {}

    @classmethod
    def in_folder(cls, folder: Path) -> PlayedMatches:
        """The matches in a data folder's journal, whoever plays on in it."""
        return cls(partial(read_journal, folder))

    def recorded(self) -> tuple[Recorded, ...]:
        """All of them in their order; JournalError where there is no journal, or it is damaged."""
        with self._lock:
            for kept in self._read(self._length, None):
                self._take(kept)
            ends = [*(first - 1 for first, *_ in self._begun), self._length][1:]
            begun = enumerate(zip(self._begun, ends, strict=True), 1)
            return tuple(Recorded(number, at, first, last, own) for number, ((first, at, own), last) in begun)

    def opened(self, number: int | None) -> Opened:
        """The match of that number, the last one with None; LookupError, in one sentence, where there is none."""
        matches = self.recorded()
        number = len(matches) if number is None else number
        if not 1 <= number <= len(matches):
            raise LookupError(
                Sentence(
                    "there is no match {number} in the journal, which has {count}", number=number, count=len(matches)
                )
            )
        return self.open(matches[number - 1])

    def open(self, one: Recorded) -> Opened:
        """What the events of a match come to."""
        with self._lock:
            return self._opened(one)

    def outcome(self, one: Recorded) -> Outcome:
        """How a match ended that is over, or was left."""
        if one not in self._outcomes:
            self._outcomes[one] = outcome(self.open(one).state)
        return self._outcomes[one]

    def _take(self, kept: Kept) -> None:
        self._length = kept.seq
        try:
            kind = kind_of(kept.body)
        except EventError:  # whoever opens its match is told; it may have been taken back
            if self._depths:
                self._depths[-1] += 1
            return
        if kind == MatchStarted.kind or not self._begun:  # the beginning of the first may be lost
            self._begun.append((kept.seq, kept.at, _fingerprint(kept)))
            self._depths.append(0)
        elif kind == Undone.kind and self._depths[-1] == 0:
            self._begun.pop()
            self._depths.pop()
        elif kind not in _NOT_TAKEN_BACK:
            self._depths[-1] += -1 if kind == Undone.kind else 1


def opened(one: Recorded, events: Iterable[Kept]) -> Opened:
    """A match from its events."""
    following = Following(one.number - 1)
    for kept in events:
        following.take(kept.seq, kept.body)
    if following.session is None:
        raise EventError(following.holes[0].why)
    return Opened(one, following.session.now, following.holes)


def _fingerprint(first: Kept) -> str:
    return hashlib.sha256(f"{first.at} {first.body}".encode()).hexdigest()[:8]


def played_match(recorded: Recorded, match: Match, started: MatchStarted, noted: Iterable[Noted] = ()) -> PlayedMatch:
    """A match as the session has it; `noted` is what is known of its karta aldiak."""

    def find(rules: str) -> RuleBook:
        return find_book(rules) if started.book is None else parse_rulebook(started.book, rules)

    match = replace(match, header=replace(match.header, date=match.header.date or recorded.day))
    figures = Figures(standing(match, find))
    beside = {entry: fields for entry, one in zip(plays(match), noted, strict=False) if (fields := one.to_json())}
    return PlayedMatch(recorded, Sheet(match, beside), figures, match.header.book(find), started.book)
