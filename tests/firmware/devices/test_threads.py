import os

import pytest

from firmware.devices.threads import reading_threads


@pytest.mark.parametrize(("cores", "threads"), [(None, 1), (1, 1), (2, 1), (4, 3)])
def test_one_core_is_left_to_the_buttons(monkeypatch: pytest.MonkeyPatch, cores: int | None, threads: int) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert reading_threads() == threads
