"""A page of the panel in one language: the frame that all pages have, and the texts that the scripts say."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import web
from engine.seats import Seat, Team
from firmware.panel.entry.door import Role, Visitor
from firmware.panel.moments import seating, settled, stands
from firmware.screens.parts import bid_button, card_name, won_so_far
from firmware.session.state import State
from firmware.table.snapshot import Snapshot
from web.templates import Templates
from words.books import called
from words.names import Names
from words.text import LANGUAGES, Speech, speech

SCRIPTS: Final = (
    "early.js",
    "texts.js",
    "stream.js",
    "frame.js",
    "table.js",
    "hand.js",
    "pictures.js",
    "phone.js",
    "overlay.js",
    "first-hand.js",
)
SIDES: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The seats as a picture's taker is asked about them."""
filled: Final = Templates(
    "firmware.panel",
    card_name=card_name,
    called=called,
    both_teams=tuple(Team),
    bid_button=bid_button,
    stands=stands,
    settled=settled,
    seating=seating,
).filled
"""One of the panel's templates filled with values, as HTML."""
_SAID = re.compile(r"""\bt\(("(?:[^"\\]|\\.)*")""")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is made for: the table as it stands, who looks, and the token that belongs to them.

    `names` are those of an earlier match that it is about.
    """

    snapshot: Snapshot
    visitor: Visitor
    token: str
    names: Names | None = None

    @property
    def say(self) -> Speech:
        """The table's language, with the names of those whom the page is about."""
        return self.snapshot.say if self.names is None else self.snapshot.say.named(self.names)

    @property
    def state(self) -> State:
        """The session's state."""
        return self.snapshot.state

    @property
    def plays(self) -> bool:
        """Whether they may press."""
        return self.visitor.role >= Role.PLAY

    @property
    def judges(self) -> bool:
        """Whether they may judge."""
        return self.visitor.role >= Role.JUDGE


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its template with what it is filled with, its title, its place among the four in the navigation.

    A `live` page is fetched again when the table moves on.
    """

    template: str
    title: str
    here: str
    values: Mapping[str, object] = field(default_factory=dict)
    scripts: tuple[str, ...] = ()
    live: bool = False

    def html(self, asked: Asked) -> str:
        """The whole page, for whoever asked."""
        return filled(
            self.template,
            asked.say,
            asked=asked,
            title=self.title,
            here=self.here,
            scripts=self.scripts,
            live=self.live,
            standing=standing(asked.snapshot),
            script_texts=_script_texts(asked.say.language),
            version=_version(),
            **self.values,
        )


def table_page(
    asked: Asked, phone: bool = False, begins: bool = False, last: Mapping[str, object] | None = None
) -> Page:
    """The table itself: display, buttons, picture, calls, and the `last` hand as it is laid out.

    `phone`: its camera is one, which may have to take the picture; `begins`: no hand was played, and the way to the
    first one is shown.
    """
    seats = [(seat.value, asked.say.place(seat)) for seat in SIDES if seat in asked.state.seats]
    values = {"bids": bids(asked.say), "phone": phone, "begins": begins, "seats": seats, "last": last}
    return Page("table.html", asked.say("Table"), "/", values, ("table.js", "phone.js"))


def entrance(say: Speech, wrong: str | None = None, beyond: str | None = None) -> str:
    """The page that asks for the code. `wrong` says why the last one let nobody in; `beyond`: they are in."""
    return filled("entrance.html", say, wrong=wrong, beyond=beyond)


def standing(snapshot: Snapshot) -> str:
    """The score in one line: tantos, and games and vacas where any have been won."""
    state, say = snapshot.state, snapshot.say
    tantos = (f"{say.team(team)}\N{NO-BREAK SPACE}{tantos}" for team, tantos in state.score.items())
    return " · ".join((*tantos, *won_so_far(state.games, state.vacas_won, say)))


def bids(say: Speech) -> dict[str, str]:
    """What stands on the buttons that a team bids with, by the buttons' names."""
    return {f"envido-{team.value.lower()}": bid_button(team, say) for team in Team}


def script_texts() -> list[str]:
    """Every English text that a script says: what stands in a call of its `t`."""
    static = files("firmware.panel").joinpath("static")
    scripts = (static.joinpath(name).read_text("utf-8") for name in SCRIPTS)
    return list(dict.fromkeys(json.loads(text) for script in scripts for text in _SAID.findall(script)))


@cache
def _version() -> str:
    """A word for the files that pages are made of: another release's may not fit what the table tells."""
    made_of = hashlib.sha256()
    for folder in (Path(__file__).parent, Path(web.__file__).parent):
        for file in sorted([*folder.glob("static/*"), *folder.glob("templates/*")]):
            made_of.update(file.read_bytes())
    return made_of.hexdigest()[:12]


@lru_cache(maxsize=len(LANGUAGES))
def _script_texts(language: str) -> dict[str, str]:
    say = speech(language)
    return {text: say(text) for text in script_texts()}
