"""The page for those who watch: over a stream's picture, on a phone, on the big screen of a bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.sentences import Sentence
from firmware.panel.page import Asked, Page

VIEWS: Final = ("stream", "phone", "bar")
SIZES: Final = (50, 125)
"""Per cent of the usual size."""
DELAYS: Final = (0, 3600)
"""Seconds."""
THEMES: Final = ("dark",)


class OverlayError(ValueError):
    """What the address asks for cannot be had; the Sentence says which part, and what can."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for; without a `view` the shape of the window says it, without a `theme` the machine."""

    view: str | None
    size: int
    delay: int
    theme: str | None


def wanted(query: Mapping[str, str]) -> Wanted:
    """What the address asks for. OverlayError where there is no such thing."""
    return Wanted(
        _one_of(query, "view", VIEWS),
        _number(query, "size", SIZES, 100),
        _number(query, "delay", DELAYS, 0),
        _one_of(query, "theme", THEMES),
    )


def overlay_page(asked: Asked, asks: Wanted) -> Page:
    """The page; its script fills it from the events."""
    return Page("overlay.html", asked.say("For those who watch"), "/overlay", {"asks": asks})


def _one_of(query: Mapping[str, str], name: str, known: tuple[str, ...]) -> str | None:
    value = query.get(name)
    if value is not None and value not in known:
        raise OverlayError(
            Sentence("the address has {name}={value}: there are {known}", **_said(name, value), known=known)
        )
    return value


def _number(query: Mapping[str, str], name: str, limits: tuple[int, int], usual: int) -> int:
    value, (least, most) = query.get(name), limits
    if value is None:
        return usual
    if not (value.isascii() and value.isdecimal() and len(value) < 6 and least <= int(value) <= most):
        told = Sentence(
            "the address has {name}={value}: it takes a number from {least} to {most}",
            **_said(name, value),
            least=least,
            most=most,
        )
        raise OverlayError(told)
    return int(value)


def _said(name: str, value: str) -> dict[str, str]:
    return {"name": name, "value": value[:40]}
