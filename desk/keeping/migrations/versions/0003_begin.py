"""The tables of the first release, which `desk/keeping/tables.py` makes: what is changed later begins from here."""

revision = "0003"
down_revision = None


def upgrade() -> None:
    """Does nothing."""
