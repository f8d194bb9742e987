"""The panel's templates, filled: Jinja2's, in the folder `templates`. Every text in them is said by `say`."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from engine.seats import Team
from firmware.screens.parts import bid_button, card_name
from firmware.words.books import called
from firmware.words.text import LANGUAGES, Speech


def filled(name: str, say: Speech, /, **values: object) -> Markup:
    """The template of that name as HTML, with these values; what is no HTML among them is escaped."""
    return Markup(_environment().get_template(name).render(say=say, **values))


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("firmware.panel"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        card_name=card_name, called=called, languages=LANGUAGES, both_teams=tuple(Team), bid_button=bid_button
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    return made
