"""What two journals have in common: which of them goes on where the other one ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware.keeping.journal_form import event, last, read_only


def ahead(journal: Path, other: Path) -> int | None:
    """How many events a journal has beyond the last of another one; None where it does not go on from that one.

    A file that is missing has no events; one that cannot be read goes on from none, and none goes on from it.
    """
    try:
        number, at = _event(other)
        return _event(journal)[0] - number if _event(journal, number) == (number, at) else None
    except (sqlite3.Error, OSError):
        return None


def _event(path: Path, number: int | None = None) -> tuple[int, str]:
    """An event's number and when it was kept, without a number the last one's; a later form may write it otherwise."""
    if not path.exists():
        return 0, ""
    with closing(read_only(path)) as database:
        found = event(database, last(database) if number is None else number)
    return (found[0].seq, found[0].at) if found else (0, "")
