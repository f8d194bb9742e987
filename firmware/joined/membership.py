"""At which desk and table this box is, kept in its data folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.fields import NOTE, WORD, Field, Fields, read_fields, whole, written_fields
from firmware.joined.wire import Wire
from firmware.keeping.folders import keep_text, kept_text, sync

NO_DESK: Final = "none"
"""Instead of an address: the box is at no desk."""
_FILE: Final = "desk.json"
_FIELDS: Final[Fields] = {
    "address": WORD,
    "table": Field(whole(1)),
    "key": WORD,
    "journal": WORD,
    "base": Field(whole(0)),
    "since": Field(whole(0), needed=False, left_out=0),
    "code": NOTE,
    "deck": NOTE,
}
"""What the file has; what another release has written besides is passed over."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The desk's address, the table, the key to show there, and the name that the desk gave this box's journal.

    `base` is how many events of the box's journal the desk had before: it gets those behind it, numbered from 1.
    `since` is behind how many of them the first match begins that is played there: those before it are nothing to it.
    `code` is the one by which the box came in, None where it needed none. `deck` is the SHA-256 of the file of the
    tournament's deck, once the box has played with it: it is not put upon whoever chose another one afterwards.
    """

    address: str
    table: int
    key: str
    journal: str
    base: int
    since: int = 0
    code: str | None = None
    deck: str | None = None


def kept(data: Path) -> Membership | None:
    """The one that the folder keeps; None where it keeps none that can be read."""
    try:
        member = Membership(**read_fields(json.loads(kept_text(data / _FILE)), _FIELDS, _FILE))
        Wire(member.address)
    except ValueError:  # a MusError too
        return None
    return member


def staying(data: Path, named: str | None, table: int | None) -> Membership | None:
    """The one that holds once the box is sent to a desk: `named`, NO_DESK, or None where nobody says another word.

    Where it is sent elsewhere, or to another table, it is forgotten. ValueError where `named` is no address, OSError
    where the disk refuses.
    """
    member = kept(data)
    if member and named:
        same = named != NO_DESK and Wire(named).address == member.address
        if not same or table not in (None, member.table):
            forget(data)
            return None
    return member


def keep(data: Path, membership: Membership) -> None:
    """Keeps it where nobody else reads it. OSError where the disk refuses."""
    keep_text(data / _FILE, json.dumps(written_fields(membership, _FIELDS)), 0o600)


def forget(data: Path) -> None:
    """The box is at no desk; no power cut brings the one back where it was. OSError where the disk refuses."""
    if (data / _FILE).exists():
        (data / _FILE).unlink()
        sync(data)
