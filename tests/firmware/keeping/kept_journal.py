"""The kept journal that the tests read, as a program of its form wrote it.

`python -m tests.firmware.keeping.kept_journal` writes it into `tests/data/journals` where it is missing. What it holds
is fixed here, and not taken from the program: as long as the form has this number, this must be read.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any

JOURNAL = Path(__file__).parents[2] / "data" / "journals" / "form-3.sqlite"

_HANDS = {"N": "12o 12c 7e 1b", "W": "11b 3o 7c 4c", "S": "10c 3b 5o 6o", "E": "12e 11e 10e 2e"}
_READING = {
    "image": "hand-01.png",
    "complete": True,
    "cards": [
        {"card": card, "confidence": 0.999, "seat": seat, "quad": [[0, 0], [1, 0], [1, 1], [0, 1]]}
        for seat, cards in _HANDS.items()
        for card in cards.split()
    ],
    "doubts": [],
    "strange": [],
    "ms": {},
}
_RECORD = {
    "id": 1,
    "rules": "nabo",
    "options": {},
    "esku": "N",
    "score": {"NS": 0, "EW": 0},
    "cards": {seat: cards.split() for seat, cards in _HANDS.items()},
    "calls": {"handia": ["NS envido 2", "EW tira"]},
}
EVENTS: list[dict[str, Any]] = [
    {"event": "match-started", "rules": "nabo", "esku": "N", "camera": "folder:/x", "picture": "hand-01.png"},
    {"event": "call-made", "call": "NS envido 2"},
    {"event": "bid-changed", "amount": 3},
    {"event": "undone"},
    {"event": "call-made", "call": "EW tira"},
    {"event": "round-passed"},
    {
        "event": "cards-read",
        "picture": "hand-01.png",
        "reading": _READING,
        "record": _RECORD,
    },
    {"event": "karta-aldia-started", "esku": "W", "picture": "hand-02.png"},
    {"event": "call-made", "call": "EW envido 2"},
]
"""What it holds."""

_EVENT = """
CREATE TABLE event (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, body TEXT NOT NULL, chain INTEGER NOT NULL
) STRICT
"""
_START = "CREATE TABLE start (seq INTEGER PRIMARY KEY, carry TEXT NOT NULL, sum INTEGER NOT NULL) STRICT"


def bodies() -> list[str]:
    """The events as the journal has them."""
    return [json.dumps({"v": 2, **event}, separators=(",", ":")) for event in EVENTS]


def write(path: Path) -> None:
    """The journal."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA page_size = 1024")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute(_EVENT)
    chain = first = 0
    for seq, body in enumerate(bodies(), 1):
        chain = zlib.crc32(body.encode(), chain)
        first = first or chain
        at = f"2026-07-25T20:0{seq}:00.000+00:00"
        database.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (seq, at, body, chain))
    carry = '{"deal": 1, "last_picture": "hand-01.png"}'
    database.execute(_START)
    database.execute("INSERT INTO start VALUES (1, ?, ?)", (carry, zlib.crc32(carry.encode(), first)))
    database.execute(f"PRAGMA application_id = {0x6D757321}")
    database.execute("PRAGMA user_version = 3")
    database.close()


if __name__ == "__main__":
    if not JOURNAL.exists():
        write(JOURNAL)
