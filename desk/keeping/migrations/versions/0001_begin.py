"""The tables as the first desk had them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("made_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_table(
        "acts",
        sa.Column("tournament", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("why", sa.Text),
        sa.Column("act", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_acts"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_acts_tournament"),
    )
    op.create_table(
        "codes",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("tournament", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("team", sa.Text),
        sa.Column("table_number", sa.Integer),
        sa.Column("made_at", sa.String(24), nullable=False),
        sa.Column("taken_back_at", sa.String(24)),
        sa.PrimaryKeyConstraint("id", name="pk_codes"),
        sa.UniqueConstraint("hash", name="uq_codes_hash"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_codes_tournament"),
    )
    op.create_index("ix_codes_tournament_role", "codes", ["tournament", "role"])
    op.create_table(
        "keys",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("code", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_at", sa.String(24), nullable=False),
        sa.Column("taken_back_at", sa.String(24)),
        sa.PrimaryKeyConstraint("id", name="pk_keys"),
        sa.UniqueConstraint("hash", name="uq_keys_hash"),
        sa.ForeignKeyConstraint(["code"], ["codes.id"], name="fk_keys_code"),
    )
    op.create_index("ix_keys_code", "keys", ["code"])
    _boxes()


def _boxes() -> None:
    """What boxes send."""
    op.create_table(
        "journals",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("tournament", sa.Integer, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("joined_at", sa.String(24), nullable=False),
        sa.Column("follows", sa.String(32)),
        sa.Column("followed_at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_journals"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_journals_tournament"),
        sa.ForeignKeyConstraint(["key"], ["keys.id"], name="fk_journals_key"),
        sa.ForeignKeyConstraint(["follows"], ["journals.id"], name="fk_journals_follows"),
    )
    op.create_index("ix_journals_key", "journals", ["key"])
    op.create_index("ix_journals_tournament_table_number", "journals", ["tournament", "table_number"])
    op.create_table(
        "received",
        sa.Column("journal", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("journal", "number", name="pk_received"),
        sa.ForeignKeyConstraint(["journal"], ["journals.id"], name="fk_received_journal"),
    )
    op.create_table(
        "matches",
        sa.Column("journal", sa.String(32), nullable=False),
        sa.Column("partida", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("told", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("journal", "partida", name="pk_matches"),
        sa.ForeignKeyConstraint(["journal"], ["journals.id"], name="fk_matches_journal"),
    )
