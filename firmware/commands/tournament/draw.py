"""`hamarreko draw`: a tournament's lines and a seed in; the pairings of the next round out, as lines to add to them."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext, suppress

from desk.matching import least_weight
from engine.errors import TournamentError
from engine.tournament.acts import Drawn
from engine.tournament.draw import next_round
from engine.tournament.fields import line_of
from engine.tournament.plan import require_lockable
from firmware.files.arguments import told, word
from firmware.files.lines import put, put_json
from firmware.files.regular_files import open_regular
from firmware.files.tournaments import read_tournament


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="a tournament's lines; left out: standard input")
    parser.add_argument(
        "--seed",
        type=word,
        metavar="TEXT",
        required=True,
        help="what all chance comes from; it is published with the draw",
    )


def run(args: argparse.Namespace) -> int:
    """Runs the command; its exit status."""
    tournament, errors = read_tournament(args.file, "draw")
    for wrong in errors:
        told("draw", wrong)
    if errors or tournament is None:
        return 1
    if not tournament.partidak:
        staying = [entry for team, entry in tournament.teams.items() if team not in tournament.out]
        try:
            require_lockable(tournament.terms.stages, staying)
        except TournamentError as error:  # told in time; whether it is drawn all the same, the committee decides
            told("draw", error)
    drawn = next_round(tournament, args.seed, least_weight)
    if _continues_a_line(args.file):
        put("")
    for pairing in drawn:
        put_json(line_of(Drawn(pairing, args.seed)))
    return 0


def _continues_a_line(path: str | None) -> bool:
    """Whether the output is added to the file that was read, and that ends without a newline."""
    with suppress(OSError), open_regular(path) if path else nullcontext(sys.stdin.buffer) as source:
        if os.path.samestat(os.fstat(source.fileno()), os.fstat(sys.stdout.fileno())):
            source.seek(-1, os.SEEK_END)
            return source.read() != b"\n"
    return False
