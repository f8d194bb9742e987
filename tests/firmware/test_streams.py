"""The command line where its input or output is closed, full or endless, and where memory is short."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.example import RECORD

ROOT = Path(__file__).parents[2]
FULL = "standard output cannot be written: No space left on device"
CLOSED = "standard output cannot be written: it is closed"


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps(RECORD) + "\n")
    return file


def shell(line: str, hands: Path) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a line of the shell; $H is the command, $F the hands."""
    setting = f"H='{sys.executable} -m firmware.cli'; F='{hands}'; "
    own = {**os.environ, "LC_ALL": "C.UTF-8"}  # a shell that is told of a language it has not says so
    command = ["bash", "-c", setting + line]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120, env=own)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("$H score < $F > /dev/full", f"score: {FULL}"),
        ("$H score $F > /dev/full", f"score: {FULL}"),
        ("$H score $F >&-", f"score: {CLOSED}"),
        ("$H score <&-", "score: standard input cannot be read: it is closed"),
        ("$H convert --to text $F > /dev/full", f"convert: {FULL}"),
        ("$H convert --to text $F >&-", f"convert: {CLOSED}"),
        ("$H convert --to text <&-", "convert: standard input cannot be read: it is closed"),
        ("$H export --data $(dirname $F) --list > /dev/full", "export: there is no journal"),
        ("ulimit -v 20000; $H score $F", "score: there is not memory enough for it"),
    ],
)
def test_a_stream_that_fails_is_one_sentence(hands: Path, line: str, said: str) -> None:
    status, written, told = shell(line, hands)
    assert (status, written, told.count("\n")) == (1, "", 1)
    assert told.startswith(f"hamarreko {said}")


def test_nobody_to_tell_is_no_trouble(hands: Path) -> None:
    status, written, _ = shell("$H score $F 2>&-", hands)
    assert (status, json.loads(written)["id"]) == (0, 7)
    assert shell("$H score none 2>/dev/full >&-", hands) == (2, "", "")
    assert shell("$H --help 2>&- | true", hands)[0] == 0


def test_a_file_is_not_given_the_number_of_a_stream_that_is_closed(hands: Path) -> None:
    """Else what is printed would be written into it."""
    assert shell("exec <&- >&- 2>&-; $H score $F", hands) == (1, "", "")
    assert json.loads(hands.read_text())["id"] == 7


def test_json_is_utf_8_whatever_encoding_text_is_printed_in(hands: Path) -> None:
    status, written, told = shell("PYTHONIOENCODING=latin-1 $H read --json 'naïve €.jpg' gone.jpg", hands)
    assert (status, told) == (1, "")
    assert [json.loads(line)["image"] for line in written.splitlines()] == ["naïve €.jpg", "gone.jpg"]


@pytest.mark.parametrize(
    ("encoding", "name", "said"), [("ascii", "Ñandú.png", r"\xd1and\xfa.png"), ("utf-8", r"l\xff.png", r"l\udcff.png")]
)
def test_a_letter_that_cannot_be_printed_stops_no_work(hands: Path, encoding: str, name: str, said: str) -> None:
    status, written, told = shell(f"PYTHONIOENCODING={encoding} $H enrol --layout $(dirname $F)/$'{name}'", hands)
    assert (status, told) == (0, "")
    assert written == f"the layout is drawn in {hands.parent}/{said}\n"


def test_memory_that_is_short_is_known_by_what_libraries_say_of_it() -> None:
    from firmware.memory import for_want_of_memory

    wrapped = ImportError("cv2.so: failed to map segment from shared object")
    outer = RuntimeError("no reader")
    outer.__cause__ = MemoryError()
    assert all(
        map(for_want_of_memory, [MemoryError(), wrapped, outer, RuntimeError("std::bad_alloc"), OSError(12, "")])
    )
    assert not any(map(for_want_of_memory, [ValueError("a hand has four cards"), OSError(28, "No space left"), None]))
