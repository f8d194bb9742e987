"""HTML made of values: whatever is no HTML yet is escaped on its way in."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from firmware.screens.parts import card_name
from firmware.screens.qr import squares
from firmware.session.unsure import Face
from firmware.words.text import Speech

_VOID: Final = ("br", "hr", "img", "input", "link", "meta")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | Iterable["Child"] | None
"""What stands in an element: text, HTML, several of them, or nothing."""


def e(tag: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element. `class_` and `aria_label` stand for `class` and `aria-label`; None and False leave one out."""
    given = "".join(_attribute(key.strip("_").replace("_", "-"), value) for key, value in attributes.items())
    return Html(f"<{tag}{given}>" if tag in _VOID else f"<{tag}{given}>{join(children)}</{tag}>")


def join(children: Iterable[Child]) -> Html:
    """Several one after the other."""
    return Html("".join(map(_inner, children)))


def _inner(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    return escape(child) if isinstance(child, str) else join(child)


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    return f" {key}" if value is True else f' {key}="{escape(str(value))}"'


def icon(name: str, class_: str = "sign") -> Html:
    """One of the page's own signs, which screen readers pass over."""
    return e("svg", e("use", href=f"#{name}"), class_=class_, aria_hidden="true")


def card_face(card: Face, say: Speech, class_: str = "card") -> Html:
    """A card as it is drawn on the page: its rank over its suit, with a question mark for what nobody knows of it."""
    sign = icon(f"suit-{card.suit.value}", card.suit.value) if card.suit else e("i", "?", aria_hidden="true")
    rank = e("span", str(card.rank), aria_hidden="true") if card.rank else None
    return e("span", rank, sign, class_=class_, role="img", aria_label=card_name(card, say))


def qr_code(text: str, named: str) -> Html:
    """A QR code as a drawing, with the light edge that phones need."""
    rows = squares(text)
    side = len(rows) + 8
    dark = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, here in enumerate(row) if here)
    return e(
        "svg", e("path", d=f"M0 0h{side}v{side}H0z", fill="#fff"), e("path", d=dark, fill="#000"),
        class_="qr", viewBox=f"0 0 {side} {side}", role="img", aria_label=named, shape_rendering="crispEdges",
    )  # fmt: skip
