"""The page for those who watch: over a stream's picture, on a phone, on the big screen of a bar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.sentences import Sentence, msgid
from firmware.panel.answers import RefusedError
from firmware.panel.page import Asked, Page
from web.answers import whole_number

VIEWS: Final = ("stream", "phone", "bar")
SIZES: Final = (50, 125)
"""Per cent of the usual size."""
DELAYS: Final = (0, 3600)
"""Seconds."""
THEMES: Final = ("dark",)


def overlay_page(asked: Asked, query: Mapping[str, str]) -> Page:
    """The page as its address asks for it; its script fills it from the events."""
    return Page("overlay.html", asked.say("For those who watch"), "/overlay", {"asks": wanted(query)})


def wanted(query: Mapping[str, str]) -> dict[str, object]:
    """What the address asks for; without a `view` the shape of the window says it, without a `theme` the machine.

    RefusedError where there is no such thing.
    """
    return {
        "view": _one_of(query, "view", VIEWS),
        "size": _number(query, "size", SIZES, 100),
        "delay": _number(query, "delay", DELAYS, 0),
        "theme": _one_of(query, "theme", THEMES),
    }


def _one_of(query: Mapping[str, str], name: str, known: tuple[str, ...]) -> str | None:
    value = query.get(name)
    if value is not None and value not in known:
        raise RefusedError(
            Sentence("the address has {name}={value}: there are {known}", **_said(name, value), known=known)
        )
    return value


def _number(query: Mapping[str, str], name: str, limits: tuple[int, int], usual: int) -> int:
    value, (least, most) = query.get(name, str(usual)), limits
    number = whole_number(value)
    if number is None or not least <= number <= most:
        why = msgid("the address has {name}={value}: it takes a number from {least} to {most}")
        raise RefusedError(Sentence(why, **_said(name, value), least=least, most=most))
    return number


def _said(name: str, value: str) -> dict[str, str]:
    return {"name": name, "value": value[:40]}
