"""The screens on which a finished hand is looked at again: its cards, its calls, its marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engine.calls import Call
from engine.cards import Card
from engine.rounds import Round
from engine.seats import Team
from firmware.screens.correction import short_calls, suits
from firmware.screens.marks import hands
from firmware.screens.parts import FOOT, LINE, LINES, TOP, at_most, paragraph, title
from firmware.screens.pixels import WIDTH, Canvas, font
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import unknown
from firmware.session.finished import Finished
from firmware.session.state import State
from firmware.session.view import CALLS_A_PAGE, MARKS_A_PAGE, call_pages, pages
from words.telling import WITHOUT_MARKS, reason
from words.text import Speech


def hand(canvas: Canvas, state: State, place: int, page: int, say: Speech) -> None:
    """One page of a finished hand."""
    finished = state.hands[place]
    page %= pages(finished)
    which = f"{page + 1}/{pages(finished)}"
    if page == 0:
        if path := unknown(state, place):
            hands(canvas, finished, say, Card.parse(path[-1]))
            canvas.dots(FOOT - 1)
            suits(canvas, grid(state, path).cells)
        else:
            hands(canvas, finished, say)
        title(canvas, say("Hand {number}", number=place + 1), "card", which)
    elif page <= call_pages(finished):
        _calls(canvas, finished, page - 1, place, which, say)
    else:
        _marks(canvas, finished, page - 1 - call_pages(finished), place, which, say)


def _calls(canvas: Canvas, finished: Finished, part: int, place: int, page: str, say: Speech) -> None:
    title(canvas, say("{number}: calls", number=place + 1), None, page)
    rows = _rows(finished, part, say)
    if not rows:
        paragraph(canvas, say("All rounds were passed."), 22, 2, centred=True)
    for number, row in enumerate(at_most(LINES, rows)):
        canvas.write(2, TOP + number * LINE, row)


def _rows(finished: Finished, part: int, say: Speech) -> list[str]:
    """The calls of a page as they are wrapped; as short as can be where the display has no room for them otherwise."""
    letters = font("text")
    for plain in (False, True):
        lines = call_lines(finished, part, partial(short_calls, say=say, plain=plain), say)
        rows = [row for line in lines for row in letters.wrap(line, WIDTH - 4)]
        if len(rows) <= LINES:
            break
    return rows


def call_lines(
    finished: Finished, part: int, told: Callable[[Iterable[Call]], Iterable[str]], say: Speech
) -> list[str]:
    """The calls of a page, round by round, and those that were struck; `told` has each call in words."""

    def said(round: Round, calls: Iterable[Call]) -> str:
        return say.headed(say(round.value), ", ".join(told(calls)))

    lines = [said(round, calls) for round, calls in finished.record.calls.items() if calls]
    lines += [say.headed(say("struck"), said(round, calls)) for round, calls in finished.noted.struck.items()]
    return lines[part * CALLS_A_PAGE : (part + 1) * CALLS_A_PAGE]


def _marks(canvas: Canvas, finished: Finished, part: int, place: int, page: str, say: Speech) -> None:
    title(canvas, say("{number}: marks", number=place + 1), None, page)
    rows = [
        (mark.round, reason(mark.why.value, say), f"{say.team(mark.team)} {mark.tantos}")
        for mark in finished.result.marks
    ]
    if finished.hordago and finished.winner:
        rows.append((finished.hordago, say("hordago"), say.team(finished.winner)))
    if not rows:
        paragraph(canvas, say.sentence(WITHOUT_MARKS[finished.status]), 22, 2, centred=True)
    for number, (round, why, brought) in enumerate(rows[part * MARKS_A_PAGE : (part + 1) * MARKS_A_PAGE]):
        y = 11 + number * 10
        end = canvas.write(2, y, say(round.value))
        canvas.write(max(42, end + 3), y, why)
        canvas.right(WIDTH - 1, y, brought)
    score = finished.result.score
    canvas.dots(53)
    canvas.write(2, 52, f"{say.team(Team.NS)} {score[Team.NS]}")
    canvas.right(WIDTH - 1, 52, f"{say.team(Team.EW)} {score[Team.EW]}")
