"""`hamarreko standings`: a tournament's lines in; one line out for each team, in the order of the places."""

from __future__ import annotations

import argparse

from engine.tournament.standings import standings
from firmware.files.arguments import told
from firmware.files.lines import put_json
from firmware.files.tournaments import read_tournament
from words.text import LANGUAGE, LANGUAGES, speech


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="a tournament's lines; left out: standard input")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=LANGUAGE, help="of the reasons")


def run(args: argparse.Namespace) -> int:
    """Runs the command; its exit status."""
    tournament, errors = read_tournament(args.file, "standings")
    for wrong in errors:  # to whoever reads the lines, and to whoever waits for a standing
        put_json({"line": wrong.line, "error": wrong.what})
        told("standings", wrong)
    if errors or tournament is None:
        return 1
    say = speech(args.language)
    for row in standings(tournament):
        put_json(row.to_dict() | {"why": say.sentence(row.why)})
    return 0
