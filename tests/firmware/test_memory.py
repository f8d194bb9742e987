"""Memory: what is large goes back, and the service's limit is reached in order."""

from __future__ import annotations

import contextlib
import io
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from PIL import Image

from firmware.panel.setup.uploads import Uploads
from tests.firmware.running import ROOT, Program
from tests.firmware.scripted import write_pictures
from vision.memory import give_back
from vision.picture import load

SERVICE = ROOT / "hardware" / "install" / "files" / "hamarreko.service"
CGROUPS = Path("/sys/fs/cgroup")


def test_what_is_large_goes_back_to_the_system() -> None:
    script = (
        "import numpy as np, threading\n"
        "from firmware.memory import keep_small\n"
        "keep_small()\n"
        "size = lambda: int(open('/proc/self/statm').read().split()[1]) * 4096\n"
        "def work():\n"
        "    for n in range(20): np.ones(3_000_000 + n * 500_000, np.uint8)\n"
        "before = size()\n"
        "threads = [threading.Thread(target=work) for _ in range(8)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]\n"
        "print(size() - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 6_000_000


def test_what_is_free_between_what_is_kept_goes_back() -> None:
    blocks = [b"x" * 100_000 for _ in range(600)]
    kept = blocks[::10]
    del blocks
    before = resident()
    give_back()
    assert before - resident() > 40_000_000
    assert len(kept) == 60


def test_what_is_free_goes_back_before_the_next_picture_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "small.jpg").write_bytes(photograph(64, 36))
    blocks = [b"x" * 100_000 for _ in range(600)]
    kept = blocks[::10]
    del blocks
    before = resident()
    load(tmp_path / "small.jpg")
    assert before - resident() > 40_000_000
    assert len(kept) == 60


def photograph(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((width, height), 30).convert("RGB").save(out, "JPEG", quality=50)
    return out.getvalue()


def test_the_pixels_of_what_was_sent_take_no_memory_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    path.write_bytes(photograph(5000, 4000))
    uploads = Uploads(tmp_path)
    kept = [uploads.keep("large", uploads.picture(path), deal=1) for _ in range(3)]
    before = resident()
    assert sum(int(upload.picture.pixels.sum(dtype=np.int64)) for upload in kept) > 0
    looked_at = resident()
    assert looked_at - before > 150e6
    for upload in kept:
        uploads.show(upload.id, b"")
    assert resident() - before < 20e6
    assert kept[0].picture.pixels.shape == (4000, 5000, 3)
    assert np.array_equal(kept[0].picture.pixels[::50], kept[2].picture.pixels[::50])
    assert [found.name for found in tmp_path.iterdir()] == ["large.jpg"]


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def limited(megabytes: float) -> Iterator[Path]:
    """A control group that has so much memory. Skips where the system gives none."""
    one = CGROUPS / "memory" if (CGROUPS / "memory").is_dir() else CGROUPS
    group = one / f"hamarreko-test-{secrets.token_hex(4)}"
    limit = "memory.limit_in_bytes" if one.name == "memory" else "memory.max"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no control group can be made here: {error}")
    try:
        if not (group / limit).exists():
            pytest.skip("the system counts no memory of control groups")
        (group / limit).write_text(str(int(megabytes * 1e6)))
        yield group
    finally:
        group.rmdir()


def test_the_service_has_a_limit_and_lives_on_when_a_decoder_reaches_it() -> None:
    text = SERVICE.read_text()
    found = re.search(r"^MemoryMax=(\d+)M$", text, re.MULTILINE)
    assert found
    assert 200 <= int(found[1]) <= 400  # a Raspberry Pi Zero 2 W has 512
    assert "\nOOMPolicy=continue\n" in text
    assert "\nRestart=always\n" in text


def test_where_memory_runs_out_the_decoder_goes_and_the_table_stays(tmp_path: Path) -> None:
    pictures = write_pictures(tmp_path / "pictures", {"hands": {}})
    large, small = photograph(8400, 6000), photograph(400, 300)
    with limited(80) as group, Program.scripted(pictures, tmp_path / "data") as program:
        assert program.press("envido-ns")["calls"]
        (group / "cgroup.procs").write_text(str(program.process.pid))
        answer = httpx.post(f"{program.address}api/pictures", content=large, timeout=120)
        assert answer.status_code == 422, answer.text
        assert "more time or memory than a picture may" in answer.json()["sentence"]
        assert program.press("tira")["score"] == {"NS": 1, "EW": 0}
        assert httpx.post(f"{program.address}api/pictures", content=small, timeout=120).status_code == 200
        assert not os.listdir(tmp_path / "data" / "uploads")
