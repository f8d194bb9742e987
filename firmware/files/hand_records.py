"""Hand records as a match, and a match as hand records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.errors import MusError, RecordError, SheetError, quoted
from engine.match.entries import Adjusted, Entry
from engine.match.games import Status
from engine.match.header import Header, Length
from engine.match.played import Played
from engine.match.race import none_won
from engine.records import HandRecord
from engine.rules import FindBook, RuleBook
from engine.seats import Team
from engine.sheets.fields import names
from engine.sheets.sheet import Sheet, match_of
from engine.showdown import score
from firmware.files.books import find_book
from firmware.files.forms import HANDS, record_data
from firmware.files.lines import Lines
from firmware.files.matches import Found, decoded, found, read_match, score_told
from firmware.session.finished import as_it_stands

_BY: Final = "hamarreko convert"
_RULES: Final = ("rules", "options", "packs")


def any_match(
    form: str, lines: Iterable[Lines], unagreed: bool = False, find: FindBook = find_book
) -> tuple[Found, list[SheetError]]:
    """The match in the lines of a file of whatever form, and what is wrong with some of its hand records.

    `find` gives the rule books that it names. SheetError names the line of what cannot be a match.
    """
    if form is not HANDS:
        return read_match(form, lines, unagreed, find), []
    hands = _OfHands(find)
    for number, text in decoded(lines):
        if text.strip():
            hands.add(number, text)
    return found(hands.sheet(), unagreed, find), hands.errors


class _OfHands:
    """The match of hand records so far, and what is wrong with some of them.

    A record that makes no sense, or is by other rules than the first one, is left out. Where a record does not go on
    from the score that the one before it came to, an adjustment says so. Of jugadak all games are played, as many as
    there are.
    """

    def __init__(self, find: FindBook) -> None:
        self.errors: list[SheetError] = []
        self._find = find
        self._header: Header | None = None
        self._book: RuleBook | None = None
        self._entries: list[Entry] = []
        self._lines: list[int] = []
        self._extra: dict[int, Mapping[str, Any]] = {}
        self._misspelt: dict[int, Sequence[str]] = {}
        self._game = 1
        self._score: Mapping[Team, int] = none_won()
        self._open_case = False

    def add(self, number: int, text: str) -> None:
        """Takes the next line that is not blank."""
        try:
            data = record_data(text)
            record = HandRecord.parse(data, self._find)
            result = score(record)
            header = self._header or Header(record.rules, record.esku, record.options, packs=record.packs)
            if self._book and not record.book.is_the_law_of(self._book):
                ours, theirs = _rules(header.rules, header.options), _rules(record.rules, record.options)
                raise RecordError(f"rules: the match is played by {ours}, not by {theirs}")
        except MusError as error:
            self.errors.append(SheetError(str(error), number))
            return
        if self._header is None:
            self._header, self._book = header, record.book
            self._lines.append(number)
        if record.jugada and record.jugada.game != self._game:
            self._game, self._score = record.jugada.game, none_won()
        self._go_on(record.score, number)
        self._put(number, Played.of(record))
        known = {*_RULES, *names(self._entries[-1]), *(["id"] if record.id is None else [])}
        self._extra[len(self._entries)] = {name: value for name, value in data.items() if name not in known}
        self._misspelt[len(self._entries)] = record.warnings
        self._score, self._open_case = result.score, result.judge is not None
        if result.winner:
            self._score, self._game = none_won(), self._game + 1

    def _go_on(self, before: Mapping[Team, int], number: int) -> None:
        """Brings the match to the score before a record."""
        if before == self._score:
            return
        if not any(before.values()):  # the table has begun a new game
            self._game += 1
            self._score = before
            return
        if self._entries and not self._open_case:
            what = f"score: the record before it came to {score_told(self._score)}: an adjustment stands between them"
            self.errors.append(SheetError(what, number))
        for team in Team:
            if before[team] != self._score[team]:
                reason = f"the hand record begins at {team.value} {before[team]}"
                self._put(number, Adjusted(self._game, team, before[team] - self._score[team], by=_BY, reason=reason))

    def _put(self, number: int, entry: Entry) -> None:
        self._entries.append(entry)
        self._lines.append(number)

    def sheet(self) -> Sheet:
        """The match. SheetError where no record is left: what is wrong with the first one, or that there is none."""
        if self._header is None:
            nothing = SheetError("there is no hand record, and a match needs one", 1)
            raise self.errors[0] if self.errors else nothing
        extra = {number: fields for number, fields in self._extra.items() if fields}
        games = [entry.jugada.game for entry in self._entries if isinstance(entry, Played) and entry.jugada]
        header = replace(self._header, length=Length(max(games), mode="all")) if games else self._header
        match = match_of(header, self._entries, self._lines)
        return Sheet(match, extra, tuple(self._lines), misspelt=self._misspelt)


def _rules(rules: str, options: Mapping[str, Any]) -> str:
    return f"{rules} with {quoted(dict(options))}" if options else rules


def hands_of_match(match: Found) -> tuple[list[dict[str, Any]], list[SheetError]]:
    """The hand record of every karta aldia of the match as it stands, as JSON, and what cannot be one.

    What the judge has voided is left out; so is what no hand record can say: that the game had been won before, or that
    nobody showed any cards where no refused bid has won it.
    """
    records, errors = [], []
    book, header = match.figures.standing.book, match.sheet.match.header
    for number, aldia in sorted(match.figures.aldiak.items()):
        now = aldia.now
        if now.status is Status.VOID:
            continue
        needs_no_cards = now.result is not None and now.result.at_call and not now.beyond
        missing = None if now.played.cards or needs_no_cards else "nobody showed any cards"
        if max(now.before.values()) >= book.target:
            missing = "the game had been won before it"
        if missing:
            errors.append(SheetError(f"entry {number} is left out: {missing}", match.sheet.lines[number]))
            continue
        extra = as_it_stands(match.sheet.extra.get(number, {}), aldia)
        record = now.played.record(header, book, now.before, extra.get("id", number))
        records.append(record.to_dict() | {name: value for name, value in extra.items() if name != "id"})
    return records, errors
