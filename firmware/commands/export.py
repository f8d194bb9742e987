"""`hamarreko export`: a match of the journal as JSON lines, text, score sheet and replay, in a folder or on a stick."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from engine.seats import Team
from engine.sentences import Sentence
from firmware.files.arguments import told
from firmware.keeping import language as languages
from firmware.keeping.folders import data_folder, sync
from firmware.keeping.journal_form import JournalError
from firmware.keeping.played_matches import PlayedMatch, PlayedMatches
from firmware.keeping.sticks import NoStickError, stick
from firmware.session.finished import noted_in
from words.text import LANGUAGE, LANGUAGES, Speech, speech

FORMS = ("jsonl", "text", "pdf", "html")
_NAME_THE_BOOK = ("jsonl", "text")
"""The forms that name the match's rule book: a club's own goes along with them."""
_ENDINGS = {"jsonl": ".jsonl", "text": ".txt", "pdf": ".pdf", "html": ".html", "rules": "-rules.toml"}


class ExportError(OSError):
    """The files could not be written; the message is a sentence for the players."""


def exported(match: PlayedMatch, say: Speech, forms: Collection[str] = FORMS) -> dict[str, bytes]:
    """The files of a match by their form, of `FORMS`; with one that names its rule book, where that is a club's own,
    `rules` goes along.

    What is to be scored anew names that file, which lies beside it, and not the one that the table was started with.
    """
    along = ["rules"] if any(form in forms for form in _NAME_THE_BOOK) else []
    match = match if match.book_text is None else _by_the_book_that_goes_along(match)
    files = {form: _made(match, form, say) for form in (*forms, *along)}
    return {form: content for form, content in files.items() if content is not None}


def _by_the_book_that_goes_along(match: PlayedMatch) -> PlayedMatch:
    played = match.sheet.match
    header = replace(played.header, rules=file_name(match, "rules"))
    return replace(match, sheet=replace(match.sheet, match=replace(played, header=header)))


def _made(match: PlayedMatch, form: str, say: Speech) -> bytes | None:
    """The file of that form; None where there is none. What takes long to load is wanted seldom."""
    if form == "pdf":
        from firmware.papers.score_sheet import score_sheet

        return score_sheet(match, say)
    if form == "html":
        from firmware.panel.review.replay import replay_file

        return replay_file(match.figures.standing, noted_in(match.sheet)[0], say)
    if form == "rules":
        return match.book_text.encode() if match.book_text is not None else None
    return (match.text() if form == "text" else match.json_lines()).encode()


def file_name(match: PlayedMatch, form: str) -> str:
    """What a file of a match is called."""
    return match.name + _ENDINGS[form]


def write(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, each whole or not at all, and on the disk when this returns; the paths.

    ExportError in one sentence where the folder is gone, full, or cannot be written: a stick may be pulled out at any
    moment.
    """
    written: list[Path] = []
    part = None
    try:
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "it is not there")
        for name, content in files.items():
            part = folder / f".{name}.part"
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, folder / name)
            written.append(folder / name)
        sync(folder)
    except OSError as refused:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        why = refused.strerror or str(refused)
        done = (
            Sentence("{count} of {number} files were written", count=len(written), number=len(files))
            if written
            else Sentence("nothing was written")
        )
        raise ExportError(
            Sentence("the match could not be written to {folder} ({why}): {done}", folder=folder, why=why, done=done)
        ) from refused
    return written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("match", nargs="?", type=int, metavar="MATCH", help="its number (left out: the last one)")
    parser.add_argument("--list", action="store_true", help="print the matches of the journal, and write nothing")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--to", type=Path, default=Path(), metavar="FOLDER", help="where the files go (here)")
    where.add_argument("--stick", action="store_true", help="to the USB stick that is plugged in")
    parser.add_argument("--form", action="append", choices=FORMS, help="only this form; may be given again")
    parser.add_argument("--data", metavar="FOLDER", help="where the journal is kept")
    parser.add_argument("--language", choices=tuple(LANGUAGES), help="of the score sheet (the table's)")


def run(args: argparse.Namespace) -> int:
    """Writes the match's files and prints their paths; the exit status."""
    data = data_folder(args.data)
    try:
        matches = PlayedMatches.in_folder(data)
        if args.list:
            for one in matches.recorded():
                print(_line(matches.open(one).played()))
            return 0
        number = len(matches.recorded()) if args.match is None else args.match
        try:
            match = matches.opened(number).played()
        except LookupError as error:
            return told("export", str(error), 2)
        say = speech(args.language or languages.kept(data) or LANGUAGE)
        files = exported(match, say, args.form or FORMS)
        named = {file_name(match, form): content for form, content in files.items()}
        for path in write(stick() if args.stick else args.to, named):
            print(path)
    except (JournalError, ExportError, NoStickError, ValueError) as error:  # a MusError too
        return told("export", str(error))
    return 0


def _line(match: PlayedMatch) -> str:
    standing = match.figures.standing
    told = [f"{len(match.figures.aldiak)} karta aldiak", _each("games", standing.games_won)]
    if standing.length.vacas > 1:
        told.append(_each("vacas", standing.vacas_won))
    if standing.winner:
        told.append(f"{standing.winner.value} won")
    return f"{match.recorded.number}  {match.sheet.match.header.date}  {match.book.name}  {', '.join(told)}"


def _each(what: str, won: Mapping[Team, int]) -> str:
    return f"{what} {', '.join(f'{team.value} {count}' for team, count in won.items())}"
