"""What went wrong with the box itself: the game goes on, the score stays, and this says what to do."""

from __future__ import annotations

from PIL import Image

from engine.sentences import Worded, msgid
from firmware.screens.parts import BAR, LINE, footer, title
from firmware.screens.pixels import WIDTH, Canvas, font
from words.text import Speech

_LINES = 4
"""How many lines there is room for."""


class Trouble(Worded):
    """A trouble: its name for programs, a sentence in English that says what is wrong and what to do, and its icon."""

    CAMERA_GONE = "camera-gone", msgid("No camera. Is its cable in?"), "camera"
    PHONE_SILENT = "phone-silent", msgid("The phone is silent. Is its page open?"), "camera"
    CAMERA_STILL = "camera-still", msgid("The camera's picture stands still."), "camera"
    CAMERA_COVERED = "camera-covered", msgid("It is dark. Is the lens covered?"), "camera"
    DISPLAY_GONE = "display-gone", msgid("No display. Is its cable in?"), "display"
    VOICE_GONE = "voice-gone", msgid("espeak-ng is silent. Is it installed?"), "speaker"
    SPEAKER_GONE = "speaker-gone", msgid("No sound. Is the speaker plugged in?"), "speaker"
    BUTTON_STUCK = "button-stuck", msgid("A button is stuck."), "key"
    DISK_SCARCE = "disk-scarce", msgid("The disk is nearly full. Make room on it."), "disk"
    DISK_FULL = "disk-full", msgid("The disk is full. Make room: no press counts."), "disk"
    DISK_READ_ONLY = "disk-read-only", msgid("The disk takes no more."), "disk"
    FILES_NOT_OURS = "files-not-ours", msgid("The files belong to another user: no press counts."), "disk"
    JOURNAL_BROKEN = "journal-broken", msgid("Something was lost. Look at the score."), "disk"
    COPY_GONE = "copy-gone", msgid("The journal has no second copy."), "disk"
    SETTINGS_WRONG = "settings-wrong", msgid("The settings have a mistake. Look at the rules."), "gear"
    POWER_LOW = "power-low", msgid("Too little power. Is it the box's own supply?"), "power"
    TOO_HOT = "too-hot", msgid("The box is too hot. Give it air."), "heat"

    def __init__(self, _: str, __: str, icon: str) -> None:
        self.icon = icon


def trouble(shown: Trouble, say: Speech) -> Image.Image:
    """One trouble, with a large icon."""
    canvas = Canvas()
    title(canvas, say("Trouble"), "warning")
    large = 2 * font("icons").glyph(shown.icon).width
    canvas.icon(4, BAR + 8, shown.icon, scale=2)
    left = large + 12
    lines = font("text").wrap(say(shown.text), WIDTH - left - 2)
    top = BAR + max(0, (_LINES - len(lines)) * LINE // 2) - 1
    for number, line in enumerate(lines):
        canvas.write(left, top + number * LINE, line)
    footer(canvas, ("ok", say("go on")))
    return canvas.image
