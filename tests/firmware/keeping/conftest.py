"""What the tests of what lasts share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.playing import in_memory


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: what is synced is the recorder's to say, not the disk's."""
    with in_memory() as folder:
        yield folder
