"""One example of every screen of the self-test, for the gallery."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.sentences import Sentence
from firmware.selftest.asking import AskButton, AskPattern, Found, Pattern, Shown, Working
from firmware.selftest.report import Check, Outcome, Report, Result
from firmware.session.buttons import Button


def self_tests() -> Iterator[tuple[str, Shown]]:
    """Every screen of the self-test, and every sentence that it may end with."""
    ask = AskButton(Button.IDUKI, 5, 12)
    yield "self-test-button", ask
    yield "self-test-button-icon", AskButton(Button.LAST, 11, 12)
    yield "self-test-button-wrong", replace(ask, came=Button.ENVIDO_EW)
    yield "self-test-lit", Pattern(0)
    yield "self-test-squares", Pattern(1)
    yield "self-test-display", AskPattern()
    yield "self-test-working", Working(Check.READING)
    wrong = {
        Check.DISPLAY: (
            "",
            Sentence("The display has dots that are dark or lit: look at its plug, or take another one."),
        ),
        Check.CAMERA: ("83 cm", Sentence("The camera does not hang well: the mount check says what to change.")),
        Check.READING: ("0.9 s", Sentence("A known picture was not read as it should be: install the program anew.")),
        Check.BATCH: (
            "15/16",
            Sentence("Sixteen cards at once are named otherwise than one by one: install the program anew."),
        ),
        Check.JOURNAL: ("12 ms", Sentence("What was written did not come back: take another memory card.")),
        Check.SPACE: ("412 MB", Sentence("The disk is nearly full: only {free} are free.", free="412 MB")),
        Check.CLOCK: (
            "01:17",
            Sentence("The clock is behind: let the box onto a network once, or give it a clock module."),
        ),
    }
    results = tuple(
        Result(check, Outcome.WRONG, *wrong[check]) if check in wrong else Result(check, Outcome.ABSENT)
        for check in Check
    )
    report = Report("2026-11-21T17:00:00+00:00", "0.1.0", "Raspberry Pi 5", results)
    fine = {Check.BUTTONS: "12/12", Check.READING: "0.4 s", Check.BATCH: "16/16", Check.SPACE: "23 GB"}
    better = tuple(
        Result(check, Outcome.FINE, fine.get(check, ""))
        if check is not Check.CAMERA
        else Result(check, Outcome.WRONG, *wrong[check])
        for check in Check
    )
    yield "self-test-results", Found(replace(report, results=better))
    for page in range(3):
        yield f"self-test-wrong-{page + 1}", Found(report, page)
    for page, result in enumerate(report.wrong, 3):
        yield f"self-test-{result.check.value}-wrong", Found(report, page)
