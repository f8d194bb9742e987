"""What of this project's tests runs in the fresh system, and what pytest said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

ENGINE = ("tests/engine",)

REST = MappingProxyType(
    {
        "tests/vision": (),
        "tests/firmware": (
            "--ignore-glob=tests/firmware/panel/test_browser*.py",  # no browser is installed there
            "--ignore=tests/firmware/screens/test_phones.py",
            # qemu sets its programs no limit of memory
            "--deselect=tests/firmware/panel/test_panel_setup.py::test_the_decoder_runs_within_limits",
            "--deselect=tests/firmware/panel/test_panel_setup.py::test_a_picture_that_takes_more_memory_than_allowed_is_said",
        ),
    }
)
"""The other suites, with what of them is left out."""


class CutShortError(ValueError):
    """The tests did not come to their end; the message has the last of what they said."""


class Counted(NamedTuple):
    """How a run of tests ended. `wrong`: those that failed or could not begin, by their names."""

    passed: int
    skipped: int
    wrong: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        parts = [f"{self.passed} passed"]
        parts += [f"{self.skipped} skipped"] if self.skipped else []
        parts += [f"{len(self.wrong)} not ({', '.join(self.wrong)})"] if self.wrong else []
        return f"{', '.join(parts)}, {self.seconds:.0f} s"


def counted(said: str) -> Counted:
    """How a run of tests ended, from what pytest printed. CutShortError where it does not say."""
    lines = [line for line in said.splitlines() if re.search(r"\bin [0-9.]+s\b", line)]
    if not lines:
        raise CutShortError(f"pytest did not come to its end: {said[-500:]}")
    numbers = {name: int(number) for number, name in re.findall(r"(\d+) (passed|skipped|failed|errors?)", lines[-1])}
    seconds = re.search(r"\bin ([0-9.]+)s\b", lines[-1])
    assert seconds is not None
    wrong = tuple(re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE))
    if numbers.get("failed", 0) and not wrong:
        wrong = (f"{numbers['failed']} without a name",)
    return Counted(numbers.get("passed", 0), numbers.get("skipped", 0), wrong, float(seconds[1]))


def command(python: str, what: Sequence[str], said: str) -> str:
    """The line that runs them, and writes what it says into the file `said`, where it can be followed.

    Without limits of time, which are made for machines that are not emulated.
    """
    plugins = "-p no:cacheprovider -p tests.hardware.arm.patient"
    return f"{python} -m pytest {plugins} -o timeout=7200 -v -rfE --durations=10 {' '.join(what)} >{said} 2>&1 || true"
