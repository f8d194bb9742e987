"""What a self-test found, as values, and the file that keeps it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.sentences import Sentence, Worded, msgid
from firmware.keeping.folders import keep_text

FILE = "self-test.json"


class Check(Worded):
    """What is looked at, in the order in which it is; the value is its name for programs."""

    DISPLAY = "display", msgid("Display")
    BUTTONS = "buttons", msgid("Buttons")
    CAMERA = "camera", msgid("Camera")
    READING = "reading", msgid("Reading")
    BATCH = "batch", msgid("16 at once")
    JOURNAL = "journal", msgid("Journal")
    SPACE = "space", msgid("Free space")
    HEAT = "heat", msgid("Heat")
    CLOCK = "clock", msgid("Clock")


class Outcome(Worded):
    """How a check came out. `absent`: the machine has no such part; `skipped`: nobody answered what was asked."""

    FINE = "fine", msgid("fine")
    WRONG = "wrong", msgid("wrong")
    ABSENT = "absent", msgid("none here")
    SKIPPED = "skipped", msgid("skipped")


@dataclass(frozen=True, slots=True)
class Result:
    """One check's outcome: `figure` fits into a row, `sentence` says what to do, `figures` has it all."""

    check: Check
    outcome: Outcome
    figure: str = ""
    sentence: Sentence | None = None
    figures: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The result as the file has it."""
        return {
            "check": self.check.value,
            "outcome": self.outcome.value,
            "figure": self.figure,
            "sentence": self.sentence or "",
            "figures": self.figures,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """A whole self-test: when it began (ISO 8601, UTC), of which version and machine, and its results."""

    at: str
    version: str
    machine: str
    results: tuple[Result, ...]

    @property
    def wrong(self) -> tuple[Result, ...]:
        """The checks that came out wrong."""
        return tuple(result for result in self.results if result.outcome is Outcome.WRONG)

    @property
    def passed(self) -> bool:
        """Whether nothing came out wrong."""
        return not self.wrong

    def to_json(self) -> dict[str, Any]:
        """The report as the file has it."""
        return {
            "at": self.at,
            "version": self.version,
            "machine": self.machine,
            "passed": self.passed,
            "checks": [result.to_json() for result in self.results],
        }


def keep(data: Path, report: Report) -> Path:
    """Write the report into the data folder, so that a power cut leaves the old one or the new one. OSError if not."""
    keep_text(data / FILE, json.dumps(report.to_json(), ensure_ascii=False, indent=1) + "\n")
    return data / FILE


def was_tested(data: Path) -> bool:
    """Whether the box with this data folder was ever tested."""
    return (data / FILE).exists()
