"""A tournament of sixteen teams that plays by itself, with the desk's pages to look at and to click in.

    python -m tests.desk.demonstration [--port 8040] [--seconds 4]

At the first four tables stand boxes, the program of the table itself with hands by chance; at the others the pairs
tell and confirm their mantxak as phones do, and somebody calls the judge now and then. All of it lies in a folder that
is gone afterwards.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from desk.keeping.database import Database
from desk.server import serve
from desk.service.desk import Desk
from engine.errors import TournamentError
from tests.desk.box_tables import BoxTable
from tests.desk.hall import Hall

SETTINGS = {
    "name": "Mendialdeko Mus Txapelketa",
    "rules": "federacion",
    "date": "2026-11-22",
    "options": {"mantxak": 2},
    "stages": [{"system": "rounds", "rounds": 3, "go_on": 8}, {"system": "knockout", "second_bracket": True}],
}
_CALLS = ("kanta before mus", "a card was seen", "the tantos are not the same on both sides")
_BOXES = 4
_PRESSES = 6
"""At a box, so many in the time between two things that happen elsewhere."""
_BETWEEN = 4
"""Between two rounds, so many times the seconds between two things that happen."""


def play(hall: Hall, seconds: float, over: threading.Event) -> None:
    """Rounds are drawn and played, something every so many seconds, until the tournament is over."""
    chance = random.Random("demonstration")
    while not over.wait(seconds):
        if hall.step():
            if chance.random() < 0.03 and hall.playing():
                hall.call(chance.choice(_CALLS))
        elif not over.wait(_BETWEEN * seconds):
            try:
                hall.draw()
            except TournamentError:  # the last round has been played
                return


def play_at(boxes: Sequence[BoxTable], seconds: float, over: threading.Event) -> None:
    """Somebody presses a button at each box, again and again."""
    while not over.wait(seconds / _PRESSES):
        for box in boxes:
            box.press()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs it until it is told to stop."""
    parser = argparse.ArgumentParser(description="A tournament that plays by itself.")
    parser.add_argument("--port", type=int, default=8040)
    parser.add_argument("--seconds", type=float, default=4.0, help="between two things that happen at the tables")
    args = parser.parse_args(argv)
    over = threading.Event()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        desk, served = (stack.enter_context(closing(Database.in_folder(folder))) for _ in range(2))
        hall, address = Hall(Desk(desk), 16, SETTINGS, boxes=_BOXES), f"http://127.0.0.1:{args.port}"
        tables = range(1, _BOXES + 1)
        boxes = [BoxTable(stack, folder / f"box {number}", address, {"table": number}) for number in tables]
        for work in ((play, hall), (play_at, boxes)):
            playing = threading.Thread(target=work[0], args=(work[1], args.seconds, over))
            stack.callback(playing.join)
            playing.start()
        stack.callback(over.set)
        return serve(served, args.port, network=False)


if __name__ == "__main__":
    raise SystemExit(main())
