"""`hamarreko export`: a match of the journal as JSON lines, text, score sheet and replay, in a folder or on a stick."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from engine.seats import Team
from firmware.files.arguments import told
from firmware.keeping import language as languages
from firmware.keeping.folders import data_folder
from firmware.keeping.journal_form import JournalError
from firmware.keeping.played_matches import PlayedMatch, PlayedMatches, Recorded
from firmware.keeping.sticks import NoStickError, stick
from firmware.papers.match_files import FORMS, ExportError, exported, file_name, write
from words.text import LANGUAGE, LANGUAGES, speech


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
            return max((_listed(matches, one) for one in matches.recorded()), default=0)
        try:
            match = matches.opened(args.match).played()
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


def _listed(matches: PlayedMatches, one: Recorded) -> int:
    """Prints a match's line; 1 where the match cannot be opened, which is said in its place."""
    try:
        print(_line(matches.open(one).played()))
    except (JournalError, ValueError) as error:
        return told("export", f"match {one.number}: {error}")
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
