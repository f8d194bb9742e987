"""A desk, and what is closed behind a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from desk.keeping.database import Database
from desk.service import Desk


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end."""
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def desk(stack: ExitStack, tmp_path: Path) -> Desk:
    """A desk on SQLite."""
    database = Database.in_folder(tmp_path / "desk")
    stack.callback(database.close)
    return Desk(database)
