"""The match against the clock (federacion 29-41): what is left, its warnings, and how long a team has thought."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from PIL import Image

from engine.deal.clock import Deciding, due_games
from engine.sentences import msgid
from firmware.screens.parts import footer, title
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

    `match` is 0 where the match's own clock has not begun; `due` games should be done by now (federacion 37), 0 where
    the match is not won by games alone. At a tournament's desk `begins` are the seconds until it begins, and `stopped`
    says that it does not run.
    """

    left: float
    match: float
    warned: Warned | None = None
    begins: float = 0
    stopped: bool = False
    due: int = 0


def face(state: State) -> ClockFace:
    """What the clock shows of the match's time."""
    law = state.clock
    if law is None or state.elapsed is None:
        return ClockFace(0.0, 0.0)
    elapsed = max(0.0, state.elapsed)
    left = law.left(elapsed)
    warned = Warned.OVER if left == 0 else Warned.LAST_MINUTES if left <= law.last else None
    due = due_games(state.book.games, elapsed, law.match) if state.won_by_games else 0
    return ClockFace(left, law.match, warned, max(0.0, -state.elapsed), state.desk.stopped, due)


def minutes(seconds: float) -> str:
    """A time as minutes and seconds; a second that has begun counts."""
    whole = math.ceil(max(0.0, seconds))
    return f"{whole // 60}:{whole % 60:02}"


def short(face: ClockFace, say: Speech) -> str:
    """The match's time in a few letters: so many minutes, a begun one counts; or that it is stopped."""
    if face.stopped:
        return say("stopped")
    return f"{math.ceil((face.begins or face.left) / 60)} {say('min')}"


def clock(face: ClockFace, say: Speech, thinking: Thinking | None = None) -> Image.Image:
    """The match's clock, or a team's time to answer while one is `thinking` about it."""
    canvas = Canvas()
    if thinking:
        _thinking(canvas, thinking, minutes(face.left) if face.match else "", say)
        return canvas.image
    title(
        canvas,
        say("Begins in") if face.begins else say("Clock"),
        "clock",
        say("juegos {count}", count=face.due) if face.due else "",
    )
    canvas.centre(WIDTH // 2, 17, minutes(face.begins or face.left), "numerals")
    _gauge(canvas, 42, 1 - face.left / face.match)
    told = say("The clock is stopped") if face.stopped else say(face.warned.value) if face.warned else ""
    if told:
        canvas.pill(0, HEIGHT - 12, WIDTH, 12)
        canvas.centre(WIDTH // 2, HEIGHT - 12, told, lit=False)
    else:
        footer(canvas, ("back", say("go on")))
    return canvas.image


def spoken_clock(face: ClockFace, say: Speech, thinking: Thinking | None) -> str:
    """The same in words."""
    if thinking:
        team = say.team(thinking.decision.team)
        if thinking.late:
            return say("{team} has thought too long: for the judge.", team=team)
        return say("{team} has {time} left.", team=team, time=minutes(thinking.left))
    if face.begins:
        return say("The clock begins in {time}.", time=minutes(face.begins))
    parts = [say("Time left: {time}.", time=minutes(face.left))]
    parts += [f"{say('The clock is stopped')}."] if face.stopped else []
    parts += [f"{say(face.warned.value)}."] if face.warned else []
    return " ".join(parts)


def _thinking(canvas: Canvas, thinking: Thinking, left: str, say: Speech) -> None:
    """A team's time to answer; `left` is what the match has."""
    asked = thinking.decision
    title(canvas, say("Time for mus") if asked.deciding is Deciding.MUS else say("Time to answer"), "clock", left)
    canvas.write(4, 14, say.team(asked.team), scale=2)
    canvas.right(WIDTH - 4, 18, minutes(thinking.left), "numerals")
    _gauge(canvas, 44, thinking.used / asked.allowed if asked.allowed else 1.0)
    if thinking.late:
        canvas.centre(WIDTH // 2, HEIGHT - 12, say("Too long: for the judge"))


def _gauge(canvas: Canvas, y: int, gone: float) -> None:
    """Which part of the time has gone."""
    canvas.frame(0, y, WIDTH, 7)
    canvas.box(2, y + 2, round((WIDTH - 4) * min(1.0, max(0.0, gone))), 3)
