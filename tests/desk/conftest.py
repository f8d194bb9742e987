"""Desks on both databases, and one with its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.keeping.database import Database
from desk.service.desk import Desk
from tests.desk.at_the_desk import AtTheDesk, at_the_desk
from tests.desk.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of one worker."""
    with postgres("fsync=off") as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database's address."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'desk.sqlite'}"
    running: Postgres = request.getfixturevalue("cluster")
    return running.database()


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """An open database."""
    own = Database(address)
    yield own
    own.close()


@pytest.fixture
def desk(database: Database) -> Desk:
    """A desk."""
    return Desk(database)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AtTheDesk]:
    """A desk on SQLite with its pages, and whoever asks it."""
    with at_the_desk(tmp_path) as made:
        yield made
