"""A whole self-test: the parts of the box in order, what the display shows meanwhile, and the report."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

from PIL import Image

from engine.sentences import Sentence
from firmware import __version__
from firmware.devices.board import Board
from firmware.devices.cameras.camera import Camera
from firmware.devices.choose import Devices
from firmware.devices.light.lighting import Lighting
from firmware.screens.self_test import pages, picture, spoken
from firmware.screens.trouble import Trouble
from firmware.selftest.asking import Found, Person, Shown, Working, buttons, display
from firmware.selftest.report import Check, Outcome, Report, Result, keep
from firmware.session.buttons import Button
from words.text import Speech

PATIENCE = 20.0
"""Seconds that a press is waited for."""
READ_FOR = 60.0
"""Seconds that the results stand where nobody presses anything."""

_LOG = logging.getLogger("hamarreko")


@dataclass(frozen=True, slots=True)
class Parts:
    """What there is to be tested. `camera` is None where it is no camera of its own; `box`: it has buttons, display.

    The `light` that the camera is tested by is kept with the `data`. `broken` says what the box itself knows to be
    wrong with a part that somebody would be asked about.
    """

    data: Path
    board: Board
    camera: Camera | None = None
    box: bool = False
    light: Lighting = field(default_factory=Lighting)
    broken: Callable[[Check], Sentence | None] = lambda check: None

    @classmethod
    def of(cls, data: Path, board: Board, devices: Devices) -> Parts:
        """Those of a table with these devices."""
        camera = devices.camera if devices.camera.live else None

        def broken(check: Check) -> Sentence | None:
            if check is Check.DISPLAY and Trouble.DISPLAY_GONE in devices.troubles():
                return Sentence(Trouble.DISPLAY_GONE.text)
            return Sentence.listed(devices.notes) if check is Check.BUTTONS and devices.notes else None

        return cls(data, board, camera, bool(devices.displays or devices.keys), devices.light, broken)


class SelfTest:
    """One self-test. `run` takes as long as it takes; the rest answers at once, from any thread."""

    def __init__(
        self,
        parts: Parts,
        changed: Callable[[], object] = lambda: None,
        only: Iterable[Check] = tuple(Check),
        patience: float = PATIENCE,
        read_for: float = READ_FOR,
    ) -> None:
        """`changed` is called with every change of what is shown, `only` are the checks to be done."""
        self._parts, self._changed, self._only = parts, changed, tuple(only)
        self._read_for = read_for
        self._person = Person(self._show, patience)
        self.shown: Shown = Working(self._only[0])
        """What is to be seen now."""

    def press(self, button: Button, held: bool = False, box: bool = True) -> None:
        """A press came; one that is held was pressed before."""
        if not held:
            self._person.press(button, box)

    def image(self, language: Speech) -> Image.Image:
        """What the display shows: a picture of mode "1"."""
        return picture(self.shown, language)

    def spoken(self, language: Speech) -> str:
        """The same in words."""
        return spoken(self.shown, language)

    def run(self) -> Report:
        """Do all checks, and keep the report in the data folder."""
        report = self.tested()
        try:
            keep(self._parts.data, report)
        except OSError as error:
            _LOG.warning("the self-test's report was not kept: %s", error)
        return report

    def tested(self) -> Report:
        """Do all checks."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        return Report(at, __version__, self._parts.board.model, tuple(self._results()))

    def show_results(self, report: Report) -> None:
        """Show the results until somebody has read them, or nobody is there."""
        shown = Found(report)
        self._person.forget()
        self._show(shown)
        until = self._person.deadline(self._read_for)
        while press := self._person.pressed(until):
            if press.button is not Button.NEXT:
                return
            shown = Found(report, (shown.page + 1) % pages(report))
            self._show(shown)
            until = self._person.deadline(self._read_for)

    def _results(self) -> Iterator[Result]:
        for check, act in self._acts():
            self._show(Working(check))
            try:
                yield act()
            except Exception as error:
                _LOG.exception("the check of %s failed", check.value)
                sentence = Sentence("This could not be checked: {why}", why=Sentence.of(error))
                yield Result(check, Outcome.WRONG, sentence=sentence, figures={"why": repr(error)})

    def _acts(self) -> Iterator[tuple[Check, Callable[[], Result]]]:
        """The checks with what does them. What reads pictures is imported where it is needed: it is heavy."""
        from firmware.selftest import checks
        from vision.reader import Reader

        parts, person = self._parts, self._person
        reader = cache(Reader.shipped)

        def camera(camera: Camera) -> Result:
            tested = checks.camera(camera, reader(), parts.light)
            parts.light.keep(parts.data)
            return tested

        def asked(check: Check, ask: Callable[[Person], Result]) -> Result:
            if (wrong := parts.broken(check)) is None:
                answer = ask(person)
                wrong = parts.broken(check)  # it may have been found meanwhile, whatever somebody saw on a page
            return answer if wrong is None else Result(check, Outcome.WRONG, sentence=wrong)

        acts: dict[Check, Callable[[], Result] | None] = {
            Check.DISPLAY: partial(asked, Check.DISPLAY, display) if parts.box else None,
            Check.BUTTONS: partial(asked, Check.BUTTONS, buttons) if parts.box else None,
            Check.CAMERA: partial(camera, parts.camera) if parts.camera else None,
            Check.READING: lambda: checks.reading(reader()),
            Check.BATCH: lambda: checks.batch(reader()),
            Check.JOURNAL: partial(checks.journal, parts.data),
            Check.SPACE: partial(checks.space, parts.data),
            Check.HEAT: partial(checks.heat, parts.board),
            Check.CLOCK: lambda: checks.clock(parts.data, time.time()),
        }
        for check in Check:
            if check in self._only:
                yield check, acts[check] or partial(Result, check, Outcome.ABSENT)

    def _show(self, shown: Shown) -> None:
        self.shown = shown
        self._changed()
