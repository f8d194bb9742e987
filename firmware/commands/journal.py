"""`hamarreko journal`: what of a table's journal is broken, mending it, and a copy of it somewhere else."""

from __future__ import annotations

import argparse
import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from firmware.files.arguments import told
from firmware.keeping.folders import data_folder
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up, require_copy
from firmware.keeping.journal_form import JournalError, no_room
from firmware.keeping.journal_reading import COPY, FRESH, journal_in, read_journal
from firmware.keeping.taking_up import all_taken_up


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    what = parser.add_subparsers(dest="what", metavar="check|mend|copy", required=True)
    check = what.add_parser("check", help="say what of it is broken, hand by hand; also while the table runs")
    mend = what.add_parser("mend", help="put together what it and its second copy have; with the table stopped")
    mend.add_argument("--copy", type=Path, metavar="FOLDER|FILE", help="where the second copy is (in the data folder)")
    copy = what.add_parser("copy", help="write a copy, or bring one up to date; also while the table runs")
    copy.add_argument("to", type=Path, metavar="FOLDER|FILE", help="where to")
    for command in (check, mend, copy):
        command.add_argument("--data", metavar="FOLDER", help="where the journal is kept")


def run(args: argparse.Namespace) -> int:
    """Does it; the exit status."""
    data = data_folder(args.data)
    try:
        if args.what == "check":
            return _check(data)
        if args.what == "mend":
            return _mend(data, _file(args.copy) if args.copy else None)
        return _copy(data, _file(args.to))
    except (OSError, sqlite3.Error) as error:
        return told("journal", str(error))


def _check(data: Path) -> int:
    """Says how many events there are, and what is broken; 1 where something is."""
    bodies: list[str] = []
    wrong = False
    try:
        bodies.extend(kept.body for kept in read_journal(data))
    except JournalError as error:
        wrong = True
        told("journal", str(error))
        if not bodies:
            return 1
    print(f"{len(bodies)} events can be read in their order")
    return int(_holes(bodies) or wrong)


def _mend(data: Path, copy: Path | None) -> int:
    """Mends what can be; 1 where something stays broken."""
    if not any(map(os.path.exists, (copy or data / COPY, data / FRESH))):
        journal_in(data)
    with Journal(data, copy) as journal:
        if journal.trouble:
            return told("journal", journal.trouble)
        print(journal.damage or "nothing was to be mended")
        return int(_holes(journal.events()))


def _copy(data: Path, to: Path) -> int:
    try:
        require_copy(journal := journal_in(data), to)
        print(f"{to}: {brought_up(journal, to)} events")
    except JournalError:
        raise
    except (OSError, sqlite3.Error) as refused:
        for _ in read_journal(data):  # SQLite does not say which of the two files it finds wrong
            pass
        why = "the disk is full" if no_room(refused) else refused
        raise JournalError(f"the copy {to} could not be written: {why}") from refused
    return 0


def _holes(bodies: Iterable[str]) -> bool:
    """Says which hands have holes; whether there are any."""
    holes = all_taken_up(bodies)[0].holes
    for hole in holes:
        events = ", ".join(map(str, hole.events))
        print(f"match {hole.match}, hand {hole.hand}: event {events}: {hole.why}")
    return bool(holes)


def _file(named: Path) -> Path:
    """The copy's file. What is not there, and has no ending such as a file's, is a folder: a stick that is not in."""
    return named / COPY if named.is_dir() or not (named.suffix or named.exists()) else named
