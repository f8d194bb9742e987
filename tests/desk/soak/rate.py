"""How long a desk takes to say that hands are committed: `python -m tests.desk.soak.rate --help`.

Simulated boxes with the box's own client send hands at an even rate, as a hall of so many tables does that plays a hand
every two minutes, to desk processes on the given cores. They share a few connections, as behind a reverse proxy.
"""

from __future__ import annotations

import argparse
import contextlib
import queue
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from desk.acts import Role
from desk.keeping import boxes, people
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.service import Desk, setting_up
from firmware.joined.membership import Membership
from firmware.joined.wire import RefusedError, UnreachableError, Wire
from tests.desk.playing import ANE, SETTINGS, teams
from tests.desk.postgres import postgres
from tests.desk.soak.boxes import SimulatedBox
from tests.desk.soak.desks import RunningDesk

A_HAND = 120.0
"""Seconds that a karta aldia takes at a table."""


class Shared(Wire):
    """A way to a desk of which each thread has a connection of its own."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._own = threading.local()

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        if not hasattr(self._own, "wire"):
            self._own.wire = Wire(self.address)
        wire: Wire = self._own.wire
        return wire.post(path, body, key)


class Hall:
    """So many tables whose boxes have joined."""

    def __init__(self, desk: Desk, addresses: Sequence[str], tables: int) -> None:
        tournament = setting_up.make(desk, ANE, SETTINGS | {"stages": [{"system": "knockout"}]})
        setting_up.enter(desk, tournament, ANE, teams(2 * tables))
        setting_up.lock(desk, tournament, ANE)
        setting_up.draw(desk, tournament, ANE, "seed")

        def join(connection: Connection) -> list[Membership]:
            found = []
            for number in range(1, tables + 1):
                guest, key = people.admit(connection, Place(tournament, Role.TABLE, table=number), "")
                journal = boxes.Journal(boxes.new_id(), tournament, number, guest.key)
                boxes.begin(connection, journal)
                found.append(Membership("", number, key, journal.id, 0))
            return found

        ways = [Shared(address) for address in addresses]
        self.boxes = [SimulatedBox(one.table, member=one) for one in desk.database.run(join)]
        self.senders = [box.sender(ways[box.number % len(ways)], {}) for box in self.boxes]


class Figures:
    """How long each hand took until it was committed, in seconds from when it was due."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.failed = 0
        self.busy = 0.0
        """Seconds for which the desks kept a core busy."""
        self.memory = 0.0
        """MB of memory that the largest desk has had."""

    def told(self, hall: Hall, hands: float) -> str:
        """In one line."""
        took = sorted(self.took)
        middle, most = (took[len(took) * part // 100] * 1000 for part in (50, 95))
        return (
            f"{len(hall.boxes)} tables, {hands:.3g} hands a second: {len(took)} committed, {self.failed} tried again; "
            f"p50 {middle:.0f} ms, p95 {most:.0f} ms, longest {took[-1] * 1000:.0f} ms; of a core "
            f"{self.busy * 1000 / len(took):.1f} ms a hand; {self.memory:.0f} MB a desk"
        )


def measured(hall: Hall, desks: Sequence[RunningDesk], hands: float, seconds: float, workers: int = 32) -> Figures:
    """So many hands a second for so long, each of the next table."""
    figures, due = Figures(), queue.Queue[tuple[int, float] | None]()

    def work() -> None:
        while (one := due.get()) is not None:
            place, at = one
            sender, box = hall.senders[place], hall.boxes[place]
            try:
                if not at:
                    sender.exchange()  # the first exchange asks how far the desk is, and what is played
                    continue
                box.play()
                sender.exchange()
                figures.took.append(time.monotonic() - at)
            except (UnreachableError, RefusedError):
                figures.failed += 1

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for place in range(len(hall.boxes)):
        due.put((place, 0.0))
    while not due.empty():
        time.sleep(0.1)
    began, sent, busy = time.monotonic(), 0, sum(desk.cpu_seconds for desk in desks)
    while (now := time.monotonic()) < began + seconds:
        while sent < (now - began) * hands:
            due.put((sent % len(hall.boxes), began + sent / hands))
            sent += 1
        time.sleep(0.005)
    for _ in threads:
        due.put(None)
    for thread in threads:
        thread.join()
    figures.busy = sum(desk.cpu_seconds for desk in desks) - busy
    figures.memory = max(desk.memory for desk in desks)
    return figures


def main() -> None:
    """Measures, and prints what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.desk.soak.rate")
    parser.add_argument("--tables", type=int, nargs="+", default=[256])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--desks", type=int, default=1)
    args = parser.parse_args()
    for tables in args.tables:
        with tempfile.TemporaryDirectory(prefix="hamarreko-rate-") as folder, contextlib.ExitStack() as stack:
            if args.database == "sqlite":
                url = f"sqlite:///{folder}/desk.sqlite"
            else:
                url = stack.enter_context(postgres()).database()
            database = Database(url)
            stack.callback(database.close)
            desks = [RunningDesk(url, Path(folder) / f"desk-{number}.log") for number in range(args.desks)]
            hall = Hall(Desk(database), [desk.address for desk in desks], tables)
            for desk in desks:
                desk.start()
                stack.callback(desk.end)
            hands = tables / A_HAND
            told = measured(hall, desks, hands, args.seconds).told(hall, hands)
            print(f"{args.database}, {args.desks} desks, {args.seconds:.0f} s: {told}", flush=True)


if __name__ == "__main__":
    main()
