"""The match against the clock (federacion 29-41): what is left, its warnings, and how long a team has thought."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

from PIL import Image

from engine.deal.clock import Deciding, due_games
from engine.seats import Team
from engine.sentences import msgid
from firmware.screens.parts import footer, team_name, title
from firmware.screens.pixels import HEIGHT, WIDTH, Canvas
from firmware.session.deciding import Thinking
from firmware.session.state import State
from words.text import Speech


class Warned(Enum):
    """What the clock has warned of; the value is the sentence, in English."""

    LAST_MINUTES = msgid("Last 10 minutes")
    """New games are shortened (federacion 36)."""
    OVER = msgid("Time is up: last game")
    """The game in hand is played to its end (federacion 37)."""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clock shows: `left` of `match` seconds, and a warning.

    `answering` is the team that thinks about its answer, `allowed` how long it may and `used` how long it has; `mus`
    says that it is about mus. `match` is 0 where the match's own clock has not begun. At a tournament's desk `begins`
    are the seconds until it does, `stopped` says that it does not run, and `due` games should be done by now.
    """

    left: float
    match: float
    warned: Warned | None = None
    answering: Team | None = None
    used: float = 0
    allowed: float = 0
    mus: bool = False
    begins: float = 0
    stopped: bool = False
    due: int = 0


def face(state: State, thinking: Thinking | None = None) -> ClockFace:
    """What the clock shows: the match's time, and how long a team has thought while one does."""
    law, shown = state.clock, ClockFace(0.0, 0.0)
    if law is not None and state.elapsed is not None:
        elapsed = max(0.0, state.elapsed)
        left = law.left(elapsed)
        warned = Warned.OVER if left == 0 else Warned.LAST_MINUTES if left <= law.last else None
        due = due_games(state.book.games, elapsed, law.match) if state.desk.length is not None else 0
        begins = max(0.0, -state.elapsed)
        shown = ClockFace(left, law.match, warned, begins=begins, stopped=state.desk.stopped, due=due)
    if thinking is None:
        return shown
    asked = thinking.decision
    mus = asked.deciding is Deciding.MUS
    return replace(shown, answering=asked.team, used=thinking.used, allowed=asked.allowed, mus=mus)


def minutes(seconds: float) -> str:
    """A time as minutes and seconds; a second that has begun counts."""
    whole = math.ceil(max(0.0, seconds))
    return f"{whole // 60}:{whole % 60:02}"


def short(face: ClockFace, say: Speech) -> str:
    """The match's time in a few letters: so many minutes, a begun one counts; or that it is stopped."""
    if face.stopped:
        return say("stopped")
    return f"{math.ceil((face.begins or face.left) / 60)} {say('min')}"


def clock(face: ClockFace, say: Speech) -> Image.Image:
    """The match's clock, or a team's time to answer while one is asked."""
    canvas = Canvas()
    if face.answering is not None:
        late = face.used > face.allowed
        asked = say("Time for mus") if face.mus else say("Time to answer")
        title(canvas, asked, "clock", minutes(face.left) if face.match else "")
        canvas.write(4, 14, team_name(face.answering, say), scale=2)
        canvas.right(WIDTH - 4, 18, minutes(face.allowed - face.used), "numerals")
        _gauge(canvas, 44, face.used / face.allowed if face.allowed else 1.0)
        if late:
            canvas.centre(WIDTH // 2, HEIGHT - 12, say("Too long: for the judge"))
        return canvas.image
    title(
        canvas,
        say("Begins in") if face.begins else say("Clock"),
        "clock",
        say("juegos {count}", count=face.due) if face.due else "",
    )
    canvas.centre(WIDTH // 2, 17, minutes(face.begins or face.left), "numerals")
    told = say("The clock is stopped") if face.stopped else say(face.warned.value) if face.warned else ""
    if told:
        canvas.pill(0, HEIGHT - 12, WIDTH, 12)
        canvas.centre(WIDTH // 2, HEIGHT - 12, told, lit=False)
        _gauge(canvas, 42, 1 - face.left / face.match)
    else:
        _gauge(canvas, 42, 1 - face.left / face.match)
        footer(canvas, ("back", say("go on")))
    return canvas.image


def _gauge(canvas: Canvas, y: int, gone: float) -> None:
    """Which part of the time has gone."""
    canvas.frame(0, y, WIDTH, 7)
    canvas.box(2, y + 2, round((WIDTH - 4) * min(1.0, max(0.0, gone))), 3)
