"""The panel's templates, filled."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from engine.seats import Team
from firmware.screens.parts import bid_button, card_name
from web.templates import Templates
from words.books import called
from words.text import Speech


def filled(name: str, say: Speech, /, **values: object) -> Markup:
    """The template of that name as HTML, with these values; what is no HTML among them is escaped."""
    return _templates().filled(name, say, **values)


@lru_cache(maxsize=1)
def _templates() -> Templates:
    knows = {"card_name": card_name, "called": called, "both_teams": tuple(Team), "bid_button": bid_button}
    return Templates("firmware.panel", **knows)
