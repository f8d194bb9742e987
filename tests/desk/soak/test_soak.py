"""A small soak of the desk: nothing lost and nothing twice, whatever breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.postgres import postgres
from tests.desk.soak.tournament import Soak


@pytest.mark.timeout(600)
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_lost_and_nothing_is_twice_whatever_breaks(database: str, tmp_path: Path) -> None:
    if database == "sqlite":
        Soak(f"sqlite:///{tmp_path / 'desk.sqlite'}", tmp_path, 3, 1, 1, None).run()
        return
    with postgres() as cluster:

        def kill() -> None:
            cluster.kill()
            cluster.start()

        Soak(cluster.database(), tmp_path, 3, 1, 3, kill).run()
