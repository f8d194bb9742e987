"""The panel's templates, filled."""

from __future__ import annotations

from typing import Final

from engine.seats import Team
from firmware.screens.parts import bid_button, card_name
from web.templates import Templates
from words.books import called

filled: Final = Templates(
    "firmware.panel", card_name=card_name, called=called, both_teams=tuple(Team), bid_button=bid_button
).filled
"""A template filled with values, as HTML."""
