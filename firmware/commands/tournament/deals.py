"""`hamarreko deals`: the deals of a match of Mus por Equipos, from a seed that stays sealed until the end."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from engine.equipos.jugada import MOST, Jugada, jugadak
from engine.equipos.packs import Packs, is_typed, line_of, packs, seal
from engine.errors import MusError
from engine.strict_json import encode
from firmware.devices.threads import thread_count
from firmware.files.arguments import UsageError, tables, told, whole, word
from firmware.files.lines import put
from firmware.keeping.folders import alone_in, keep_bytes, make_folder, why_no_folder
from web.replica_sheets import replica_sheets
from web.templates import Templates, inline
from words.text import LANGUAGE, LANGUAGES, Speech, speech

SECONDS: Final = 2
"""A pace to reckon with, said beside what comes of it: how long it takes to lay one card."""


_TWO_DIGITS: Final = whole(f"a number from 1 to {MOST}", 1, MOST)
"""A jugada's number has two digits for the game, and two for the deal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("--games", type=_TWO_DIGITS, metavar="G", help=f"how many games, up to {MOST}")
    parser.add_argument("--jugadas", type=_TWO_DIGITS, default=20, metavar="D", help="deals of each game (default 20)")
    parser.add_argument("--tables", type=tables(), default=2, metavar="T", help="an even number of tables (default 2)")
    parser.add_argument(
        "--seed", type=word, metavar="TEXT", help="what the deals come from; left out: one that nobody can guess"
    )
    parser.add_argument(
        "--to", type=Path, metavar="FOLDER", help="write there the deals, the seed in a file of its own, and the sheets"
    )
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=LANGUAGE, help="of the sheets")
    check = parser.add_subparsers(dest="what", metavar="check").add_parser(
        "check", help="say which jugada a replica in a photograph is, or what is wrong with it"
    )
    check.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE", help="four rows of ten: N, W, S, E")
    check.add_argument("--deals", required=True, metavar="FILE", help="the deals, as this command prints them")
    check.add_argument("--jugada", type=_jugada, metavar="0104", help="which one it should be")
    check.add_argument("--threads", type=thread_count, default=1, help="processor threads to use (default 1)")


def run(args: argparse.Namespace) -> int:
    """Prints the deals, and writes them where that is wanted, or checks replicas; the exit status."""
    if args.what == "check":
        from firmware.commands.tournament.replicas import check  # only this needs what reads pictures

        return check(args.pictures, args.deals, args.jugada, args.threads)
    if args.games is None:
        raise UsageError("say how many games: --games G")
    seed = args.seed or secrets.token_hex(32)
    if not is_typed(seed):
        told("deals", "a desk's field does not take this seed: it has a line break in it, or a blank at an end")
    deals = [(jugada, packs(seed, jugada)) for jugada in jugadak(args.games, args.jugadas)]
    lines = [encode(line_of(jugada, dealt)) for jugada, dealt in deals]
    if args.to is None:
        told("deals", f"the seed: {seed}")
    else:
        replicas = deals, args.tables, seal(seed), speech(args.language)
        files = {
            "deals.jsonl": "".join(f"{line}\n" for line in lines).encode(),
            "seed.txt": seed.encode(),
            "sheets.pdf": replica_sheets(*replicas),
            "replicas.html": replicas_file(*replicas),
        }
        try:
            _write(args.to, files)
        except OSError as error:
            return told("deals", f"{error.filename or args.to}: {why_no_folder(error)}; nothing was written")
        told("deals", f"{args.to}: {', '.join(files)}; let nobody see the seed yet")
        for what in needed(args.games, args.jugadas, args.tables):
            told("deals", what)
    told("deals", f"the seed's SHA-256: {seal(seed)}")
    for line in lines:
        put(line)
    return 0


def needed(games: int, deals: int, tables: int) -> list[str]:
    """What laying out so many games of so many deals takes, at so many tables, in sentences."""
    replicas = games * deals * tables
    hours, minutes = divmod(round(replicas * 40 * SECONDS / 60), 60)
    return [
        f"{games * deals} jugadak at {tables} tables: {replicas} replicas of forty cards, {replicas * 40} cards to lay",
        f"{deals * tables} decks where a game at a time is laid out, {replicas} where all are",
        f"{hours} h {minutes} min for one person who lays a card every {SECONDS} seconds",
    ]


def replicas_file(deals: Iterable[tuple[Jugada, Packs]], tables: int, seal: str, say: Speech) -> bytes:
    """The replicas as a file of HTML that needs nothing else, for so many tables; in it the seal of the seed."""
    page = Templates("web").filled(
        "replicas_file.html",
        say,
        title="Mus por Equipos",
        about="Mus por Equipos",
        deals=list(deals),
        tables=tables,
        seal=seal,
        style=inline("web", "base.css", "replicas.css"),
        script=inline("web", "replicas.js"),
    )
    return page.encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """The files into the folder, for their owner's eyes alone: all, or none of them.

    OSError where one of them is there already, or the disk refuses.
    """
    make_folder(folder)
    with alone_in(folder):
        _write_new(folder, files)


def _write_new(folder: Path, files: Mapping[str, bytes]) -> None:
    paths = [folder / name for name in files]
    for path in paths:
        if path.exists():
            raise OSError(0, "it is there already", str(path))
    try:
        for path, content in zip(paths, files.values(), strict=True):
            keep_bytes(path, content, 0o600)
    except OSError:
        for path in paths:
            path.unlink(missing_ok=True)
        raise


def _jugada(text: str) -> Jugada:
    try:
        return Jugada.parse(text)
    except MusError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
