"""`hamarreko desk`: the tournament's server."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engine.equipos.jugada import MOST
from engine.errors import TournamentError
from engine.rules import BOOK_NAMES, DEFAULT_BOOK
from engine.tournament.entries import TeamEntry
from engine.tournament.stages.equipos import require_names
from engine.tournament.systems import Equipos
from firmware.files.arguments import UsageError, require_of_use, tables, told, whole, word
from firmware.keeping.folders import data_folder

if TYPE_CHECKING:
    from desk.service.desk import Desk

DEFAULT_PORT = 8050
_PORT = whole("a port from 0 to 65535", 0, 65535)
_TWO_DIGITS = whole(f"a number from 1 to {MOST}", 1, MOST)
_TABLES, _GAMES = 2, 3
_NEEDED = ("sqlalchemy", "alembic", "psycopg", "rustworkx")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("--port", type=_PORT, default=DEFAULT_PORT, metavar="N", help=f"of the page ({DEFAULT_PORT})")
    parser.add_argument("--data", metavar="FOLDER", help="where the tournaments are kept, without --database")
    parser.add_argument(
        "--database", metavar="URL", help="a PostgreSQL that keeps them, such as postgresql://user@host/name"
    )
    parser.add_argument(
        "--network", action="store_true", help="let boxes, phones and laptops in too, each with its code"
    )
    parser.add_argument(
        "--equipos",
        nargs=2,
        type=word,
        metavar="SIDE",
        help="begin a match of Mus por Equipos between two sides, or go on with it",
    )
    parser.add_argument("--tables", type=tables(MOST), metavar="T", help=f"of it ({_TABLES})")
    parser.add_argument("--games", type=_TWO_DIGITS, metavar="G", help=f"of it, all played ({_GAMES})")
    parser.add_argument("--rules", choices=BOOK_NAMES, help=f"of it ({DEFAULT_BOOK})")


def run(args: argparse.Namespace) -> int:
    """Runs the desk until it is told to stop; its exit status. UsageError where no such match can be begun, or
    --database names none."""
    require_of_use(args, ("tables", "games", "rules"), args.equipos, "with --equipos alone")
    if args.equipos:
        _require_names(args.equipos)
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        how = "pip install --require-hashes -r requirements-desk.lock"
        return told("desk", f"a desk needs {', '.join(missing)}: {how}")
    from desk.keeping.database import Database, DatabaseError, DatabaseUrlError
    from desk.server import serve
    from desk.service.desk import Desk

    try:
        database = Database(args.database) if args.database else Database.in_folder(data_folder(args.data))
    except DatabaseUrlError as error:
        raise UsageError(f"--database: {error}") from error
    except DatabaseError as error:
        return told("desk", error)
    try:
        if args.equipos:
            _begin(Desk(database), args)
        return serve(database, args.port, args.network)
    except OSError as error:
        return told("desk", f"port {args.port} cannot be had ({error.strerror}): choose another one with --port")
    finally:
        database.close()


def _require_names(sides: Sequence[str]) -> None:
    try:
        require_names([TeamEntry(side, side) for side in sides])
    except TournamentError as error:
        raise UsageError(f"--equipos: {error}") from error


def _begin(desk: Desk, args: argparse.Namespace) -> None:
    """The match of `--equipos` begins, and its tables' codes are said, or it goes on. A MusError says what is wrong."""
    from desk.equipos.begin import begin, goes_on

    sides = (args.equipos[0], args.equipos[1])
    if number := goes_on(desk, sides):
        state = desk.state(number)
        how, rules = state.equipos, state.tournament.terms.book.name
        assert how is not None, "it is a match"
        told("desk", f"the match goes on as it was begun: {how.tables} tables, {how.games} games, rules {rules}")
        told("desk", f"its boxes know where they were, new codes are on the page /t/{number}/desk/people")
        if number != desk.tournaments()[-1]:
            told("desk", "another tournament is newer: a table joins this match by its code alone")
        return
    played = Equipos(args.tables or _TABLES, args.games or _GAMES)
    for issued in begin(desk, sides, played, args.rules or DEFAULT_BOOK):
        told("desk", f"table {issued.place.table} joins with --code {issued.code}")
