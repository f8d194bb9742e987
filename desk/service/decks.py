"""The deck that all tables play with: one learns it and offers it, the committee chooses it, all boxes take it."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection

from desk.acts import Role
from desk.keeping import decks
from desk.keeping.decks import Offered
from desk.keeping.people import Guest
from desk.service.desk import Desk, require
from desk.state import State
from engine.errors import RecordError
from engine.sentences import Sentence

_NOT_OFFERED: Final = Sentence("no table offers that deck")
_LONGEST_NAME: Final = 64
"""As boxes have it: every box is told the name again and again, and the committee's page shows it."""


def offer(desk: Desk, guest: Guest, name: str, file: bytes) -> None:
    """A table offers the deck of that file to all others, in the place of what it offered before."""
    require(guest.who, Role.TABLE)
    tournament, table = guest.place.tournament, guest.table

    def keep(connection: Connection) -> None:
        stays = desk.ledger.state(connection, tournament).settings.get("deck", {}).get("digest")
        decks.offer(connection, tournament, table, name[:_LONGEST_NAME], file, stays)

    desk.database.run(keep)


def taken(desk: Desk, guest: Guest, digest: str) -> bytes:
    """The file of that SHA-256. RecordError where no table of the tournament offers it."""
    require(guest.who, Role.TABLE)
    file = desk.database.read(lambda connection: decks.find(connection, guest.place.tournament, digest))
    if file is None:
        raise RecordError(_NOT_OFFERED)
    return file


def to_choose(desk: Desk, tournament: int, state: State) -> list[Offered]:
    """What the tables offer; and what is chosen, also where its file has stayed at another desk."""
    found = desk.database.read(lambda connection: decks.offered(connection, tournament))
    chosen: dict[str, Any] = state.settings.get("deck", {})
    if chosen and all(one.digest != chosen["digest"] for one in found):
        found.append(Offered(chosen["digest"], chosen["name"], None))
    return found


def chosen(desk: Desk, tournament: int, state: State, digest: str) -> dict[str, str]:
    """The deck of that file as the settings have it. RecordError where the table that offered it offers another now."""
    for one in to_choose(desk, tournament, state):
        if one.digest == digest:
            return {"name": one.name, "digest": digest}
    raise RecordError(_NOT_OFFERED)
