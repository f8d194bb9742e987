"""The self-test's screens: the button that is asked for, the patterns, what is being looked at, and the results."""

from __future__ import annotations

from PIL import Image

from firmware.screens.parts import KEYS, LINE, TOP, footer, paragraph, title
from firmware.screens.pixels import HEIGHT, WIDTH, Canvas, font
from firmware.selftest.asking import AskButton, AskPattern, Found, Pattern, Shown, Working
from firmware.selftest.report import Outcome, Report, Result
from words.text import Speech

ROWS = 4
_LINES = 4
_SQUARE = 8


def picture(shown: Shown, say: Speech) -> Image.Image:
    """What the display shows: a picture of mode "1"."""
    canvas = Canvas()
    match shown:
        case AskButton():
            _ask(canvas, shown, say)
        case Pattern(number):
            _pattern(canvas, number)
        case AskPattern():
            title(canvas, say("Self-test"), "display")
            paragraph(canvas, say("All lit, then every second square: was it so?"), TOP + 2, 3)
            footer(canvas, ("ok", say("yes")), ("back", say("no")))
        case Working(check):
            title(canvas, say("Self-test"), "gear")
            canvas.centre(WIDTH // 2, 26, say(check.text))
        case Found(report, page):
            _found(canvas, report, page, say)
    return canvas.image


def spoken(shown: Shown, say: Speech) -> str:
    """The same in words, whole sentences."""
    match shown:
        case AskButton(button, came=came):
            asked = say("Press {button}.", button=say(button.label))
            return f"{_came(came.label, say)} {asked}" if came else asked
        case Pattern() | AskPattern():
            return say("All lit, then every second square: was it so?")
        case Working(check):
            return say.headed(say("Self-test"), f"{say(check.text)}.")
        case Found(report):
            results = (say.headed(say(result.check.text), f"{say(result.outcome.text)}.") for result in report.results)
            return " ".join(results)


def pages(report: Report) -> int:
    """How many pages the results take: the list, then each fault's sentence."""
    return _list_pages(report) + len(report.wrong)


def _list_pages(report: Report) -> int:
    return max(1, -(-len(report.results) // ROWS))


def _ask(canvas: Canvas, asked: AskButton, say: Speech) -> None:
    title(canvas, say("Self-test"), "key", f"{asked.number}/{asked.of}")
    canvas.centre(WIDTH // 2, 15, say("Press"))
    label, letters = say(asked.button.label), font("text")
    icon = asked.button.value if asked.button.value in KEYS else None
    mark = font("icons").glyph(icon).width + 4 if icon else 0
    width = letters.width(label) + mark + 10
    left = (WIDTH - width) // 2
    canvas.pill(left, 28, width, 14)
    if icon:
        canvas.icon(left + 5, 31, icon, lit=False)
    canvas.write(left + 5 + mark, 29, label, lit=False)
    if asked.came:
        paragraph(canvas, _came(asked.came.label, say), 47, 1, centred=True)


def _came(label: str, say: Speech) -> str:
    return say("That was {button}.", button=say(label))


def _pattern(canvas: Canvas, number: int) -> None:
    """All dots lit, or every second square; in the middle which of both it is."""
    if number == 0:
        canvas.box(0, 0, WIDTH, HEIGHT)
    else:
        for row in range(HEIGHT // _SQUARE):
            for column in range(row % 2, WIDTH // _SQUARE, 2):
                canvas.box(column * _SQUARE, row * _SQUARE, _SQUARE, _SQUARE)
    canvas.box(WIDTH // 2 - 8, HEIGHT // 2 - 8, 16, 16, lit=number == 0)
    canvas.centre(WIDTH // 2, HEIGHT // 2 - 6, str(number + 1), lit=number != 0)


def _found(canvas: Canvas, report: Report, page: int, say: Speech) -> None:
    wrong, lists = report.wrong, _list_pages(report)
    if page >= lists:
        result = wrong[page - lists]
        title(canvas, say(result.check.text), "warning")
        paragraph(canvas, say.sentence(result.sentence or ""), TOP, _LINES)
    else:
        looked_at = [result for result in report.results if result.outcome in (Outcome.FINE, Outcome.WRONG)]
        fine = len(looked_at) - len(wrong)
        title(canvas, say("Self-test"), "warning" if wrong else "check", f"{fine}/{len(looked_at)}", TOP)
        for place, result in enumerate(report.results[page * ROWS : (page + 1) * ROWS]):
            _row(canvas, TOP + place * LINE, result, say)
    footer(canvas, ("ok", say("go on")), ("next", say("next")))


def _row(canvas: Canvas, y: int, result: Result, say: Speech) -> None:
    wrong = result.outcome is Outcome.WRONG
    if wrong:
        canvas.pill(0, y + 1, WIDTH, LINE)
    elif result.outcome is Outcome.FINE:
        canvas.icon(1, y + 2, "check")
    canvas.write(15, y - 1, say(result.check.text), lit=not wrong)
    canvas.right(WIDTH - 3, y - 1, result.figure or say(result.outcome.text), lit=not wrong)
