"""The bench of waiting times: its arithmetic, and that the real program in its process does what is timed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.measuring import waiting
from tests.firmware.measuring.waiting import Figure, main, percentile
from tests.firmware.soak.apart import can_be_apart

APART = pytest.mark.skipif(not can_be_apart(), reason="this system lets nobody make a network and a disk")


def test_a_figure_is_a_median_a_percentile_and_how_often_the_promise_was_kept() -> None:
    seconds = [0.010 * number for number in range(1, 101)]
    assert percentile(seconds) == pytest.approx(0.96)
    row = Figure("press", [0.012, 0.030, 0.020, 0.060], 0.050).row()
    assert row == "| press | 4 | 25 ms | 60 ms | 50 ms: 3 of 4 |"
    assert Figure("wire", [0.0074, 0.0081, 0.0123]).row() == "| wire | 3 | 8.1 ms | 12 ms | - |"
    assert Figure("start", [1.5, 2.0, 2.5]).row() == "| start | 3 | 2.00 s | 2.50 s | - |"
    assert Figure("nothing", []).row() == "| nothing | 0 | - | - | - |"


@pytest.mark.parametrize("more", [(), pytest.param(("--everything",), marks=APART)], ids=["alone", "everything"])
def test_the_real_table_is_pressed_read_and_started(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setattr(waiting, "_SETTLED", 0.02)
    assert main([*more, "--presses", "14", "--hands", "1", "--starts", "1", "--data", str(tmp_path)]) == 0
    out, errors = capfd.readouterr()
    assert "trouble" not in errors
    rows = [line for line in out.splitlines() if line.startswith("| ")]
    assert [row.split("|")[2].strip() for row in rows[1:]] == ["14"] * 7 + ["1"] * 5
    # A figure each; one of a disk in memory may be none of a tenth of a millisecond.
    assert all(float(row.split("|")[3].split()[0]) >= 0 for row in rows[1:])
    assert list(tmp_path.iterdir()) == []
