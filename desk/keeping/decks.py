"""The files of decks that tables have learned and offer to all others."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from desk.keeping.tables import DECKS


class Offered(NamedTuple):
    """A deck by its file's SHA-256, its name, and the table that offers it; None where none does at this desk."""

    digest: str
    name: str
    table: int | None


def offer(connection: Connection, tournament: int, table: int, name: str, file: bytes, stays: str | None) -> None:
    """Keeps the deck's file in the place of what the table has offered before, but for the one that `stays`."""
    digest = hashlib.sha256(file).hexdigest()
    before = delete(DECKS).where(DECKS.c.tournament == tournament, DECKS.c.table_number == table)
    connection.execute(before.where(DECKS.c.digest != stays) if stays not in (None, digest) else before)
    row = {"tournament": tournament, "table_number": table, "digest": digest, "name": name, "file": file}
    connection.execute(insert(DECKS).values(row))


def offered(connection: Connection, tournament: int) -> list[Offered]:
    """All that the tournament's tables offer, by table; what several offer stands under the first of them."""
    rows = connection.execute(
        select(DECKS.c.digest, DECKS.c.name, DECKS.c.table_number)
        .where(DECKS.c.tournament == tournament)
        .order_by(DECKS.c.table_number.desc(), DECKS.c.name.desc())
    )
    return [*{row.digest: Offered(*row) for row in rows}.values()][::-1]


def find(connection: Connection, tournament: int, digest: str) -> bytes | None:
    """The file of that SHA-256; None where the tournament has none."""
    of_it = select(DECKS.c.file).where(DECKS.c.tournament == tournament, DECKS.c.digest == digest).limit(1)
    return connection.execute(of_it).scalar()
