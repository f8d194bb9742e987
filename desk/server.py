"""The desk's web server: how many it serves at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from desk.app import DeskApp
from desk.keeping.database import Database
from desk.service.desk import Desk
from web.guests import GuestProtocol
from web.server import EVERYWHERE, HERE, listen, room_for
from web.server import serve as serve_pages


class HallProtocol(GuestProtocol):
    """A hall full of boxes and phones; behind a proxy all of them come from one address."""

    most, most_here, most_of_all = 512, 4096, 4096


def serve(database: Database, port: int, network: bool) -> int:
    """Serves the tournaments of a database until SIGINT or SIGTERM; 0. OSError where the port cannot be had."""

    class InRoom(HallProtocol):
        most_of_all = room_for(HallProtocol.most_of_all)

    logging.basicConfig(level=logging.WARNING, format="hamarreko desk: %(message)s")
    with contextlib.closing(listen(EVERYWHERE if network else HERE, port)) as listening:
        address = f"http://{HERE}:{listening.getsockname()[1]}/"

        def ready() -> None:
            with contextlib.suppress(OSError):  # nobody hears it where the output is closed
                print(f"The desk is at {address}", flush=True)

        asyncio.run(serve_pages(DeskApp(Desk(database), network), listening, ready, (), 60.0, InRoom))
    return 0
