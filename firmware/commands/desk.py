"""`hamarreko desk`: the tournament's server."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from firmware.files.arguments import told, whole
from firmware.keeping.folders import data_folder

DEFAULT_PORT = 8050
_PORT = whole("a port from 0 to 65535", 0, 65535)
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


def run(args: argparse.Namespace) -> int:
    """Runs the desk until it is told to stop; its exit status."""
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        how = "pip install --require-hashes -r requirements-desk.lock"
        return told("desk", f"a desk needs {', '.join(missing)}: {how}")
    from desk.keeping.database import Database, DatabaseError
    from desk.server import serve

    try:
        database = Database(args.database) if args.database else Database.in_folder(data_folder(args.data))
    except DatabaseError as error:
        return told("desk", error)
    try:
        return serve(database, args.port, args.network)
    except OSError as error:
        return told("desk", f"port {args.port} cannot be had ({error.strerror}): choose another one with --port")
    finally:
        database.close()
