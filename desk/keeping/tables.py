"""The tables of the database. Times are ISO 8601 in UTC, to the millisecond: they sort as texts do, in any database."""

from __future__ import annotations

from typing import Final

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("made_at", String(24), nullable=False),
)

ACTS: Final = Table(
    "acts",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(24), nullable=False),
    Column("who", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("why", Text),
    Column("act", JSON, nullable=False),
)
"""All that was said. The key is what makes two desks agree: a number can be claimed once."""

CODES: Final = Table(
    "codes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("team", Text),
    Column("table_number", Integer),
    Column("made_at", String(24), nullable=False),
    Column("taken_back_at", String(24)),
    Index(None, "tournament", "role"),
)
"""What lets people and boxes in, by role; hashed."""

KEYS: Final = Table(
    "keys",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("code", ForeignKey("codes.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("made_at", String(24), nullable=False),
    Column("taken_back_at", String(24)),
)
"""What somebody who came in by a code keeps, and shows each time; hashed."""

JOURNALS: Final = Table(
    "journals",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("key", ForeignKey("keys.id"), nullable=False, index=True),
    Column("joined_at", String(24), nullable=False),
    Column("follows", String(32), ForeignKey("journals.id")),
    Column("followed_at", Integer, nullable=False),
    Index(None, "tournament", "table_number"),
    Index(None, "tournament", "number", unique=True),
)
"""The boxes that have joined a table, by `number` in their order: the last one is the table's. `follows` is whose
events go before its own, up to the number `followed_at`."""

RECEIVED: Final = Table(
    "received",
    METADATA,
    Column("journal", String(32), ForeignKey("journals.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)
"""The boxes' events, by the numbers that their journals gave them. The key is what makes "once"."""

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("journal", String(32), ForeignKey("journals.id"), primary_key=True),
    Column("partida", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("told", JSON, nullable=False),
)
"""A partida as a box tells it after the event of that number."""

DECKS: Final = Table(
    "decks",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("file", LargeBinary, nullable=False),
)
"""The files of decks that tables have learned and offer to all others, by their SHA-256."""
