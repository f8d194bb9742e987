"""The bench: its figures are measured, and its line can be read by a program. How quick it is nobody asks here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.commands import bench
from firmware.devices.cameras.frames import FRAMES
from firmware.devices.cameras.pi_camera import SCARCE, SPARING, still_size
from firmware.devices.threads import reading_threads
from vision.picture import Picture


def test_the_line_to_send_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--rounds", "1", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    figures = json.loads(line)
    assert figures["picture"]["pixels"] == [2304, 1296]
    assert figures["frame"]["pixels"] == [4608, 2592]
    assert figures["box"]["pixels"] == list(still_size() or bench.CAMERA)
    assert figures["box"]["frames"] == FRAMES
    for what in ("picture", "frame", "box"):
        ms = figures[what]["ms"]
        parts = [ms[stage] for stage in ("find", "name", "decide")]
        assert all(part > 0 for part in parts)
        assert sum(parts) <= ms["total"] * 1.01 + 0.5
    assert figures["picture"]["ms"]["load"] > 0
    assert figures["memory_peak_mb"] > 50
    assert (figures["threads"], figures["rounds"]) == (reading_threads(), 1)
    assert all(name in figures["models"] for name in ("finder:", "parter:", "marks:", "art:"))


@pytest.mark.parametrize(
    ("memory", "pixels"), [(SCARCE - 1, list(SPARING)), (SCARCE, [4608, 2592])], ids=["scarce", "enough"]
)
def test_the_box_s_frames_are_as_large_as_its_camera_takes_them(
    monkeypatch: pytest.MonkeyPatch, memory: int, pixels: list[int]
) -> None:
    monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": memory, "SC_PAGE_SIZE": 1}.get)
    read: list[tuple[int, ...]] = []

    def medians(_: object, pictures: Sequence[Picture], rounds: int) -> dict[str, float]:
        read.append(pictures[0].pixels.shape)
        return {}

    monkeypatch.setattr(bench, "_medians", medians)
    figures = bench.measure(1, 1)
    assert figures["box"]["pixels"] == pixels
    assert read[-1] == (*reversed(pixels), 3)
    assert figures["frame"]["pixels"] == [4608, 2592]


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--rounds", "1", "--threads", "2"]) == 0
    told, line = capsys.readouterr().out.split("\nPlease send this line back:\n")
    assert "camera's frame in memory, 4608 x 2592: " in told
    wide, high = still_size() or bench.CAMERA
    assert f"the box's {FRAMES} frames in memory, where the first leaves a doubt, {wide} x {high}: " in told
    assert "2 thread(s)" in told
    assert json.loads(line)["threads"] == 2


def test_a_number_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as wrong:
        main(["bench", "--rounds", "0"])
    assert wrong.value.code == 2
    assert "not a number above 0: '0'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [
        (
            "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nprocessor\t: 1\nmodel name\t: Some CPU\n",
            "Some CPU @ 2 GHz",
        ),
        ("processor\t: 0\nCPU part\t: 0xd0b\n\nprocessor\t: 1\nCPU part\t: 0xd0b\n", "Cortex-A76"),
        ("CPU part\t: 0xd08\nCPU part\t: 0xfff\n", "Cortex-A72, Arm part 0xfff"),
    ],
)
def test_the_processor_s_name(cpuinfo: str, name: str) -> None:
    assert bench.cpu(cpuinfo) == name


def test_a_kernel_that_says_nothing_of_memory(tmp_path: Path) -> None:
    assert bench.memory_peak(tmp_path / "status") is None
    (tmp_path / "status").write_text("Name:\tpython\n")
    assert bench.memory_peak(tmp_path / "status") is None
    (tmp_path / "status").write_text("VmHWM:\t  250000 kB\n")
    assert bench.memory_peak(tmp_path / "status") == 256.0


def test_what_else_was_at_work_is_said() -> None:
    ms = {"find": 1.0, "name": 1.0, "decide": 1.0, "total": 3.0}
    figures = {
        "machine": "m", "cpu": "c", "cores": 4, "system": "s", "hamarreko": "0", "models": "x", "threads": 1,
        "rounds": 1, "picture": {"pixels": [1, 1], "ms": {"load": 2.0, **ms}}, "frame": {"pixels": [2, 2], "ms": ms},
        "box": {"pixels": [2, 2], "frames": 3, "ms": ms},
        "memory_peak_mb": None, "load": 3.5, "troubles": ["power_low"],
    }  # fmt: skip
    told = bench.describe(figures)
    assert "picture from its file, 1 x 1: 5 ms (load 2, find 1, name 1, decide 1)" in told
    assert "memory, peak: unknown" in told
    assert "load 3.5" in told
    assert "power_low" in told
