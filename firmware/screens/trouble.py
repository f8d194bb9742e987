"""What went wrong with the box itself: the game goes on, the score stays, and this says what to do."""

from __future__ import annotations

from enum import Enum

from PIL import Image

from engine.sentences import msgid
from firmware.screens.parts import BAR, LINE, footer, title
from firmware.screens.pixels import WIDTH, Canvas, font
from words.text import Speech

_LINES = 4
"""How many lines there is room for."""


class Trouble(Enum):
    """A trouble: its icon, and a sentence in English that says what is wrong and what to do."""

    CAMERA_GONE = ("camera", msgid("No camera. Is its cable in?"))
    PHONE_SILENT = ("camera", msgid("The phone is silent. Is its page open?"))
    CAMERA_STILL = ("camera", msgid("The camera's picture stands still."))
    CAMERA_COVERED = ("camera", msgid("It is dark. Is the lens covered?"))
    DISPLAY_GONE = ("display", msgid("No display. Is its cable in?"))
    VOICE_GONE = ("speaker", msgid("espeak-ng is silent. Is it installed?"))
    SPEAKER_GONE = ("speaker", msgid("No sound. Is the speaker plugged in?"))
    BUTTON_STUCK = ("key", msgid("A button is stuck."))
    DISK_SCARCE = ("disk", msgid("The disk is nearly full. Make room on it."))
    DISK_FULL = ("disk", msgid("The disk is full. Make room: no press counts."))
    DISK_READ_ONLY = ("disk", msgid("The disk takes no more."))
    FILES_NOT_OURS = ("disk", msgid("The files belong to another user: no press counts."))
    JOURNAL_BROKEN = ("disk", msgid("Something was lost. Look at the score."))
    COPY_GONE = ("disk", msgid("The journal has no second copy."))
    POWER_LOW = ("power", msgid("Too little power. Is it the box's own supply?"))
    TOO_HOT = ("heat", msgid("The box is too hot. Give it air."))


def trouble(shown: Trouble, say: Speech) -> Image.Image:
    """One trouble, with a large icon."""
    icon, sentence = shown.value
    canvas = Canvas()
    title(canvas, say("Trouble"), "warning")
    large = 2 * font("icons").glyph(icon).width
    canvas.icon(4, BAR + 8, icon, scale=2)
    left = large + 12
    lines = font("text").wrap(say(sentence), WIDTH - left - 2)
    top = BAR + max(0, (_LINES - len(lines)) * LINE // 2) - 1
    for number, line in enumerate(lines):
        canvas.write(left, top + number * LINE, line)
    footer(canvas, ("ok", say("go on")))
    return canvas.image
