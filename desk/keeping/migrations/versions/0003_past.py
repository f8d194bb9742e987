"""What a knockout drew from another winner is past: so far it was void as what the judge voids is."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_NAMES = ("tournament", "number", "at", "who", "role", "why")
_ACTS = sa.table("acts", *(sa.column(name) for name in _NAMES), sa.column("act", sa.JSON))


def upgrade() -> None:
    """Says so in the acts that voided it."""
    connection = op.get_bind()
    of_judges = sa.select(_ACTS).where(_ACTS.c.role == "judge").order_by(_ACTS.c.tournament, _ACTS.c.number)
    for _, said in groupby(connection.execute(of_judges).all(), key=lambda row: row.tournament):
        for row in _past(said):
            this = _ACTS.c.tournament == row.tournament, _ACTS.c.number == row.number
            connection.execute(sa.update(_ACTS).where(*this).values(act={**row.act, "past": True}))


def _past(said: Iterable[Any]) -> Iterable[Any]:
    """Of what a judge said, the acts that still void what is past: what a changed result had made void that was said
    with them, and what had been voided for it before, as it had to be where anything was told of it."""
    void, past = dict[int | None, Any](), dict[int | None, Any]()
    before = None
    for row in said:
        partida, now = row.act.get("partida"), (row.at, row.who, row.why)
        void.pop(partida, None)
        past.pop(partida, None)
        if row.act.get("void"):
            void[partida] = row
        if now == before:
            past |= void
            void.clear()
        before = now
    return past.values()
