"""Matches on the command line: read from the lines of a file, marked, and what there is to say about them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import SheetError, quoted
from engine.match.entries import Correction
from engine.match.played import Played
from engine.match.standing import standing
from engine.records import HandRecord
from engine.rules import FindBook
from engine.seats import Team
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures, result
from engine.sheets.sheet import Sheet, located
from engine.tantos.result import Result
from firmware.files.arguments import told
from firmware.files.books import find_book
from firmware.files.forms import TEXT
from firmware.files.lines import LONGEST, TOO_LONG, Lines

_LARGEST: Final = 16_000_000
"""Characters of a match, at most: some fifty thousand karta aldiak."""


@dataclass(frozen=True, slots=True)
class Found:
    """A match as a file has it, what the engine comes to for it as it stands, and the corrections that wait."""

    sheet: Sheet
    figures: Figures
    waiting: tuple[int, ...] = ()


def read_match(form: str, batches: Iterable[Lines], unagreed: bool = False, find: FindBook = find_book) -> Found:
    """The match in the numbered lines of a file, which names a rule book that `find` gives.

    SheetError names the line that is wrong, or beyond any match.
    """
    lines = dict(bounded(decoded(batches), _LARGEST, "match"))
    text = "\n".join([lines.get(number, "") for number in range(1, max(lines) + 1)])
    return found((game_text if form is TEXT else json_lines).read(text, find), unagreed, find)


def found(sheet: Sheet, unagreed: bool = False, find: FindBook = find_book) -> Found:
    """The match of `sheet` and how it stands; SheetError with the line of an entry that does not fit the match.

    A correction to which not both teams have agreed waits, unless `unagreed` ones are to count.
    """
    stands = located(lambda number: standing(sheet.match.until(number), find, unagreed), sheet.lines)
    return Found(sheet, Figures(stands), () if unagreed else stands.unagreed)


def results(match: Found, explained: Callable[[HandRecord, Result], list[str]] | None = None) -> list[dict[str, Any]]:
    """The result of every karta aldia as it stands, or why it cannot be marked, and in which line it begins.

    What the engine marked, and no judge, is `explained` if asked for.
    """
    answers = []
    for number, entry in enumerate(match.sheet.match.entries, 1):
        if isinstance(entry, Played):
            now = match.figures.aldiak[number].now
            answer = result(now, number)
            if explained and now.result and now.act is None and not now.beyond:
                record = now.played.record(match.sheet.match.header, match.figures.standing.book, now.before)
                answer["explained"] = explained(record, now.result)
            if said := match.sheet.misspelt.get(number):
                answer["warnings"] = list(said)
            answer["id"] = match.sheet.extra.get(number, {}).get("id", number)
            if "error" in answer:
                answer = {"id": answer["id"], "line": match.sheet.lines[number], "error": answer["error"]}
            answers.append(answer)
    return answers


def tell(command: str, match: Found) -> bool:
    """Says on standard error which fields are nearly known ones, what the file says otherwise than the engine, what
    waits, and what is for the judge.

    Whether the file says something otherwise.
    """
    wrong = sorted([*match.figures.remarks(match.sheet), *_differences(match)])
    for line, what in [*_misspelt(match), *wrong, *_waiting(match), *_for_the_judge(match)]:
        told(command, f"line {line}: {what}")
    return bool(wrong)


def _misspelt(match: Found) -> Iterator[tuple[int, str]]:
    for number, said in match.sheet.misspelt.items():
        yield from ((match.sheet.lines[number], what) for what in said)


def _differences(match: Found) -> Iterator[tuple[int, str]]:
    for difference in match.figures.standing.differences:
        stood, derived = score_told(difference.stood), score_told(difference.derived)
        yield match.sheet.lines[difference.entry], f"it stood {stood} before it, and what was marked comes to {derived}"


def _waiting(match: Found) -> Iterator[tuple[int, str]]:
    for number in match.waiting:
        entry = match.sheet.match.entry(number)
        agreed = [team for team in Team if isinstance(entry, Correction) and team in entry.agreed]
        who = f"only {agreed[0].value} has" if agreed else "nobody has"
        yield match.sheet.lines[number], f"{who} agreed to this correction: it waits and is not counted"


def _for_the_judge(match: Found) -> Iterator[tuple[int, str]]:
    for turn in match.figures.standing.out_of_turn:
        yield match.sheet.lines[turn.entry], f"{turn.esku.value} was esku, and it was {turn.expected.value}'s turn"
    for question in match.figures.standing.questions:
        yield match.sheet.lines[question.because], f"for the judge: {question.why}"


def score_told(score: Mapping[Team, int]) -> str:
    """A score in words, `NS 12, EW 20`."""
    return ", ".join(f"{team.value} {score[team]}" for team in Team)


def decoded(batches: Iterable[Lines]) -> Iterator[tuple[int, str]]:
    """The numbered lines as text. SheetError names the line and the column of a byte that is not UTF-8."""
    for batch in batches:
        for number, line in batch:
            if len(line) > LONGEST:
                raise SheetError(TOO_LONG, number)
            try:
                yield number, (line.removeprefix(BOM_UTF8) if number == 1 else line).decode()
            except UnicodeDecodeError as error:
                what = f"not UTF-8: byte {quoted(line[error.start])}"
                raise SheetError(what, number, error.start + 1) from None


def bounded(lines: Iterable[tuple[int, str]], most: int, what: str) -> Iterator[tuple[int, str]]:
    """The lines of a match, say, of so many characters at most; SheetError names the first line beyond."""
    length = 0
    for number, line in lines:
        length += len(line) + 1
        if length > most:
            raise SheetError(f"the {what} has more than {most // 1_000_000} MB", number)
        yield number, line
