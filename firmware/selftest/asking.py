"""The checks that ask somebody at the box: what the display shows of them is a value, what was pressed comes in."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.sentences import Sentence
from firmware.selftest.report import Check, Outcome, Report, Result
from firmware.session.buttons import Button


@dataclass(frozen=True, slots=True)
class AskButton:
    """This button is to be pressed; `came` is another one that was pressed instead."""

    button: Button
    number: int
    of: int
    came: Button | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern on the whole display; `number` says which."""

    number: int


@dataclass(frozen=True, slots=True)
class AskPattern:
    """Whether the patterns were whole."""


@dataclass(frozen=True, slots=True)
class Working:
    """A check that needs nobody is under way."""

    check: Check


@dataclass(frozen=True, slots=True)
class Found:
    """The results, page by page."""

    report: Report
    page: int = 0


Shown = AskButton | Pattern | AskPattern | Working | Found
"""What the display shows of a self-test."""

PATTERNS = 2
PATTERN_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Press:
    """A press; `box` says that it was one of the box's own buttons, not the panel's."""

    button: Button
    box: bool


class Person:
    """Somebody at the box, or nobody: is shown something, and presses."""

    def __init__(
        self,
        show: Callable[[Shown], object],
        patience: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`patience`: so many seconds an answer is waited for."""
        self.show, self._patience, self._clock = show, patience, clock
        self._pressed: queue.Queue[Press] = queue.Queue()
        self.is_there = False
        """Whether somebody has said what is to be seen on the display."""

    def press(self, button: Button, box: bool = True) -> None:
        """A press came. From any thread."""
        self._pressed.put(Press(button, box))

    def pressed(self, until: float) -> Press | None:
        """The next press; None where none comes by then."""
        try:
            return self._pressed.get(timeout=max(0.0, until - self._clock()))
        except queue.Empty:
            return None

    def deadline(self, seconds: float | None = None) -> float:
        """When patience ends that begins now."""
        return self._clock() + (self._patience if seconds is None else seconds)

    def forget(self) -> None:
        """Presses that came before now do not count."""
        while not self._pressed.empty():
            self._pressed.get()


def display(person: Person) -> Result:
    """The patterns, and whether they were whole. OK on any panel says yes, Back no."""
    for number in range(PATTERNS):
        person.show(Pattern(number))
        person.pressed(person.deadline(PATTERN_SECONDS))
    person.forget()
    person.show(AskPattern())
    until = person.deadline()
    while press := person.pressed(until):
        person.is_there = person.is_there or (not press.box and press.button in (Button.OK, Button.BACK))
        if press.button is Button.OK:
            return Result(Check.DISPLAY, Outcome.FINE)
        if press.button is Button.BACK:
            sentence = Sentence("The display has dots that are dark or lit: look at its plug, or take another one.")
            return Result(Check.DISPLAY, Outcome.WRONG, sentence=sentence)
    return Result(Check.DISPLAY, Outcome.SKIPPED, sentence=Sentence("Nobody answered."))


def buttons(person: Person) -> Result:
    """Each of the box's buttons, once, as the display asks. Where two are waited for in vain, nobody is there.

    Whoever is, and told by the page how the display looks, has none that is heard.
    """
    heard: dict[Button, str] = {}
    came_ever = False
    every = tuple(Button)
    for number, button in enumerate(every, 1):
        person.forget()
        came = None
        person.show(AskButton(button, number, len(every)))
        until = person.deadline()
        heard[button] = "not heard"
        while press := person.pressed(until):
            if not press.box:
                continue
            came_ever = True
            if press.button is button:
                heard[button] = "fine"
                break
            came = press.button
            heard[button] = came.value
            person.show(AskButton(button, number, len(every), came))
        if number == 2 and not came_ever:
            if person.is_there:
                return _of_buttons(dict.fromkeys(every, "not heard"))
            return Result(Check.BUTTONS, Outcome.SKIPPED, sentence=Sentence("Nobody answered."))
    return _of_buttons(heard)


def _of_buttons(heard: dict[Button, str]) -> Result:
    fine = sum(what == "fine" for what in heard.values())
    figures = {button.value: what for button, what in heard.items()}
    figure = f"{fine}/{len(heard)}"
    if fine == len(heard):
        return Result(Check.BUTTONS, Outcome.FINE, figure, figures=figures)
    silent = [button.label for button, what in heard.items() if what == "not heard"]
    crossed = [button.label for button, what in heard.items() if what not in ("fine", "not heard")]
    sentences = list[Sentence]()
    if silent:
        sentences.append(Sentence("not heard, look at their wires: {names}", names=", ".join(silent)))
    if crossed:
        sentences.append(Sentence("on a wrong pin: {names}", names=", ".join(crossed)))
    return Result(Check.BUTTONS, Outcome.WRONG, figure, Sentence.listed(sentences), figures)
