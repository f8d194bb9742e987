"""The screen that lets a phone in: a QR code for its camera, and code and address for its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from firmware.screens.parts import BAR, LINE, footer, paragraph, title
from firmware.screens.pixels import HEIGHT, WIDTH, Canvas, font
from web.qr import squares
from words.text import Speech

if TYPE_CHECKING:
    from firmware.panel.entry.door import Invitation


def spoken_phones(what: str, invitation: Invitation | None, say: Speech, closed: bool = False) -> str:
    """The same in words."""
    if invitation is None:
        return _nowhere(say, closed)
    address = invitation.page if invitation.secure else invitation.address
    return say(
        "To {what}: open {address} on the phone and enter {code}.",
        what=say(what),
        address=address,
        code=invitation.grouped,
    )


_LINES = 2
"""Of an address that leave room about them; with one more all stands closer together."""
_MIDDLE = (HEIGHT + WIDTH) // 2
"""The middle of what stands beside the QR code."""


def phones(what: str, invitation: Invitation | None, say: Speech, closed: bool = False) -> Image.Image:
    """How a phone comes in to `what`: watch, play or judge. Without an invitation, that it cannot.

    `closed`: no phone is let in, on whatever network the table is.
    """
    canvas = Canvas()
    if invitation is None:
        title(canvas, say("Phones"), "warning")
        paragraph(canvas, _nowhere(say, closed), 16, 4, centred=True)
        footer(canvas, ("back", say("go on")))
        return canvas.image
    _code(canvas, invitation.link)
    canvas.pill(HEIGHT + 1, 1, WIDTH - HEIGHT - 2, BAR)
    canvas.centre(_MIDDLE, 1, say(what).upper(), lit=False)
    lines = [*(["https://"] if invitation.secure else []), *_address(invitation.address)]
    close = len(lines) > _LINES
    canvas.centre(_MIDDLE, BAR + 1 if close else 15, invitation.grouped)
    if not close:
        canvas.dots(29, HEIGHT + 4, WIDTH - 3)
    for number, line in enumerate(lines):
        canvas.centre(_MIDDLE, BAR + 10 + number * (LINE - 1) if close else 30 + number * LINE, line)
    footer(canvas, ("back", say("go on")), left=HEIGHT + 2)
    return canvas.image


def _nowhere(say: Speech, closed: bool) -> str:
    return say("This table lets no phones in.") if closed else say("No phone can come in: the table is on no network.")


def _code(canvas: Canvas, link: str) -> None:
    """The QR code dark on a lit field, as large as the display is high."""
    rows = squares(link)
    canvas.box(0, 0, HEIGHT, HEIGHT)
    side = max(1, HEIGHT // (len(rows) + 4))
    edge = (HEIGHT - side * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                canvas.box(edge + x * side, edge + y * side, side, side, lit=False)


def _address(address: str) -> list[str]:
    """The address in lines, broken where it has a dot or a colon."""
    lines, room = [""], WIDTH - HEIGHT - 4
    for part in address.replace(".", ".\n").replace(":", "\n:").split("\n"):
        if lines[-1] and font("text").width(lines[-1] + part) > room:
            lines.append("")
        lines[-1] += part
    return lines
