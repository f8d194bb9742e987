"""Journals are numbered in the order in which they were kept: a desk's clock may be set back, or be another desk's."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Numbers them; those that are there already in the order of their times, by which they went so far."""
    op.add_column("journals", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE journals SET number = (SELECT count(*) FROM journals AS other "
        "WHERE other.tournament = journals.tournament "
        "AND (other.joined_at, other.key, other.id) <= (journals.joined_at, journals.key, journals.id))"
    )
    op.create_index("ix_journals_tournament_number", "journals", ["tournament", "number"], unique=True)
