"""Decks that tables have learned."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes their table."""
    op.create_table(
        "decks",
        sa.Column("tournament", sa.Integer, nullable=False),
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("file", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "table_number", "digest", name="pk_decks"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_decks_tournament"),
    )
