"""`hamarreko table`: the appliance itself, with its panel on a web page."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import RuleBookError
from engine.rules import BOOK_NAMES
from firmware.books import find_book
from firmware.folders import data_folder

if TYPE_CHECKING:
    from firmware.devices.choose import Devices

DEFAULT_PORT = 8040
_HOST = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, metavar="N", help=f"of the page ({DEFAULT_PORT})")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--pictures", type=Path, metavar="FOLDER", help="pictures of the table, one a karta aldia")
    source.add_argument(
        "--camera", type=int, nargs="?", const=0, metavar="N", help="a USB camera (its number, 0 where left out)"
    )
    parser.add_argument("--data", metavar="FOLDER", help="where the journal is kept")
    parser.add_argument("--rules", metavar="NAME", help=f"the rule book: {', '.join(BOOK_NAMES)}, or a file's path")


def run(args: argparse.Namespace) -> int:
    """Runs the table until it is told to stop; its exit status."""
    if args.pictures is not None and not args.pictures.is_dir():
        what = "is no folder" if args.pictures.exists() else "there is no such folder"
        return _failed(f"--pictures {args.pictures}: {what}", 2)
    if args.rules is not None:
        try:
            find_book(args.rules)
        except RuleBookError as error:
            return _failed(f"--rules: {error}", 2)
    from firmware.devices.choose import choose

    return serve(lambda: choose(args.pictures, args.camera), data_folder(args.data), args.port, args.rules)


def serve(
    devices: Callable[[], Devices],
    data: Path,
    port: int = DEFAULT_PORT,
    rules: str | None = None,
    reveal_seconds: float = 1.8,
) -> int:
    """Runs a table with these devices until SIGINT or SIGTERM; its exit status.

    Prints the page's address once it answers. The page is for this machine alone.
    """
    from firmware.appliance import Appliance
    from firmware.journal import Journal, JournalError
    from firmware.panel.app import Panel
    from firmware.panel.server import serve as serve_panel

    logging.basicConfig(level=logging.WARNING, format="hamarreko table: %(message)s")
    try:
        listening = _listen(port)
    except OSError as error:
        return _failed(f"port {port} cannot be had ({error.strerror}): choose another one with --port", 1)
    with contextlib.ExitStack() as stack:
        stack.enter_context(listening)
        try:
            journal = stack.enter_context(Journal(data))
            appliance = Appliance(journal, devices(), rules, reveal_seconds)
        except JournalError as error:
            return _failed(str(error), 1)
        stack.callback(appliance.close)
        for note in appliance.notes:
            print(f"hamarreko table: {note}", file=sys.stderr, flush=True)
        address = f"http://{_HOST}:{listening.getsockname()[1]}/"
        asyncio.run(serve_panel(Panel(appliance), listening, lambda: print(f"The table is at {address}", flush=True)))
    return 0


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # without this a port stays taken for a minute after the program that had it was killed
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_HOST, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: a port is a number from 0 to 65535")


def _failed(sentence: str, status: int) -> int:
    print(f"hamarreko table: {sentence}", file=sys.stderr, flush=True)
    return status
