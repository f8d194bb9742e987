"""The files of decks that tables have learned and offer to all others."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from desk.keeping.tables import DECKS


class Offered(NamedTuple):
    """A deck by its file's SHA-256, its name, and the table that offers it."""

    digest: str
    name: str
    table: int


def offer(connection: Connection, tournament: int, table: int, name: str, file: bytes, stays: str | None) -> None:
    """Keeps the deck's file in the place of what the table has offered before, but for the one that `stays`."""
    before = delete(DECKS).where(DECKS.c.tournament == tournament, DECKS.c.table_number == table)
    connection.execute(before.where(DECKS.c.digest != stays) if stays else before)
    digest = hashlib.sha256(file).hexdigest()
    if find(connection, tournament, digest) is None:
        row = {"tournament": tournament, "digest": digest, "name": name, "table_number": table, "file": file}
        connection.execute(insert(DECKS).values(row))


def offered(connection: Connection, tournament: int) -> list[Offered]:
    """All that the tournament's tables offer, by table."""
    rows = connection.execute(
        select(DECKS.c.digest, DECKS.c.name, DECKS.c.table_number)
        .where(DECKS.c.tournament == tournament)
        .order_by(DECKS.c.table_number, DECKS.c.name)
    )
    return [Offered(*row) for row in rows]


def find(connection: Connection, tournament: int, digest: str) -> bytes | None:
    """The file of that SHA-256; None where the tournament has none."""
    of_it = select(DECKS.c.file).where(DECKS.c.tournament == tournament, DECKS.c.digest == digest)
    return connection.execute(of_it).scalar()
