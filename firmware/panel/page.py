"""A page of the panel in one language: the frame that all pages have, and the texts that the scripts say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import Final

from firmware.panel.entry.door import Role, Visitor
from firmware.panel.markup import Html, e, icon, join
from firmware.screens.parts import team_name
from firmware.session.state import State
from firmware.session.unsure import unsure
from firmware.table.appliance import Snapshot
from firmware.words.text import LANGUAGES, Speech

SCRIPTS: Final = ("early.js", "frame.js", "table.js", "hand.js", "pictures.js")
_FRAGMENTS: Final = ("frame.html", "table.html", "keys.html", "help.html")
_TEXT = re.compile(r"\{\{(.+?)\}\}")
_PLACE = re.compile(r"\[\[(\w+)\]\]")
_SAID = re.compile(r"""\bt\(("(?:[^"\\]|\\.)*")""")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is made for: the table as it stands, who looks, and the token that belongs to them."""

    snapshot: Snapshot
    visitor: Visitor
    token: str

    @property
    def say(self) -> Speech:
        """The table's language."""
        return self.snapshot.say

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


def frame(
    asked: Asked, title: str, main: Html, here: str = "", scripts: tuple[str, ...] = (), live: bool = False
) -> str:
    """A whole page. `here` is the page's place among the four; a `live` one is fetched anew when the table moves on."""
    say = asked.say
    at_the_table = here == "/"
    return _filled(
        "frame.html",
        say,
        {
            "lang": say.language,
            "token": escape(asked.token),
            "title": escape(title),
            "texts": _script_texts(say),
            "scripts": join(e("script", src=f"/{name}", defer=True) for name in ("frame.js", *scripts)),
            "class": f"may-{asked.visitor.role.word}{' at-the-table' if at_the_table else ''}",
            "nav": _navigation(asked, here),
            "language": _languages(say) if asked.plays else "",
            "strip": ""
            if at_the_table
            else e("p", standing(asked.snapshot), id="score", role="status", class_="strip"),
            "live": f' data-stands="{stands(asked.state)}"' if live else "",
            "main": main,
        },
    )


def table_page(asked: Asked) -> str:
    """The table itself: display, buttons, picture, calls, and the last hand."""
    say = asked.say
    watching = e(
        "p", say("You are watching."), " ", e("a", say("Enter another code"), href="/enter"), class_="quiet watching"
    )  # fmt: skip
    parts = {
        "keys": _filled("keys.html", say, {}) if asked.plays else watching,
        "help": _filled("help.html", say, {}) if asked.plays else "",
    }
    return frame(asked, say("Table"), Html(_filled("table.html", say, parts)), "/", ("table.js",))


def entrance(say: Speech, wrong: str | None = None, beyond: str | None = None) -> str:
    """The page that asks for the code. `wrong` says why the last one let nobody in; `beyond`: they are in."""
    if beyond:
        main = e("p", e("a", say("Come in"), href=beyond, class_="button primary"))
        again = e("meta", http_equiv="refresh", content=f"0;url={beyond}")
    else:
        main = join(
            (
                e("p", say("On the box: hold Last hand, then Phones. The display shows a code."), class_="quiet"),
                e("p", wrong, role="alert", class_="wrong") if wrong else None,
                e(
                    "form",
                    e("label", say("Code"), for_="code"),
                    e(
                        "input", id="code", name="code", inputmode="numeric", autocomplete="one-time-code",
                        maxlength=12, required=True, autofocus=True, aria_invalid="true" if wrong else None,
                    ),
                    e("button", say("Come in"), class_="button primary"),
                    method="post",
                    action="/enter",
                ),
            )
        )  # fmt: skip
        again = Html()
    head = join(
        (
            e("meta", charset="utf-8"),
            e("meta", name="viewport", content="width=device-width, initial-scale=1"),
            again,
            e("title", "hamarreko"),
            e("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
            e("link", rel="stylesheet", href="/panel.css"),
        )
    )
    body = e("main", e("h1", "hamarreko"), main, class_="entrance")
    return f"<!doctype html>\n{e('html', e('head', head), e('body', body, class_='outside'), lang=say.language)}\n"


def standing(snapshot: Snapshot) -> str:
    """The score in one line: tantos, and games where any has been won."""
    state, say = snapshot.state, snapshot.say
    (ns, ew), _, _ = state.tally
    said = " · ".join(f"{team_name(team, say)} {tantos}" for team, tantos in state.score.items())
    return f"{said} · {say('games {ns} – {ew}', ns=ns, ew=ew)}" if ns or ew else said


def stands(state: State) -> str:
    """Another word whenever what was finished, put right, agreed or told is another."""
    agreed = len(state.proposal.correction.agreed) if state.proposal else None
    unknown = sum(len(unsure(hand.record)) for hand in state.all_hands)
    return f"{state.deal}-{state.phase.value}-{len(state.match.entries)}-{agreed}-{unknown}"


def html_texts() -> list[str]:
    """Every English text in the HTML."""
    return list(dict.fromkeys(text for name in _FRAGMENTS for text in _TEXT.findall(_static(name))))


def script_texts() -> list[str]:
    """Every English text that a script says: what stands in a call of its `t`."""
    found = (json.loads(text) for name in SCRIPTS for text in _SAID.findall(_static(name)))
    return list(dict.fromkeys(found))


def _navigation(asked: Asked, here: str) -> Html:
    say = asked.say
    places = [("/", "table", say("Table")), ("/hands", "hands", say("Hands")), ("/match", "match", say("Match"))]
    places += [("/setup", "setup", say("Set-up"))] if asked.plays else []
    links = (
        e("li", e("a", icon(f"nav-{sign}"), e("span", name), href=href, aria_current="page" if href == here else None))
        for href, sign, name in places
    )
    return e("nav", e("ul", links), aria_label=say("Pages"))


def _languages(say: Speech) -> Html:
    options = (
        e("option", name, value=code, lang=code, selected=code == say.language) for code, name in LANGUAGES.items()
    )
    return e("label", e("span", say("Language")), e("select", options, id="language"), class_="language")


@lru_cache(maxsize=len(LANGUAGES))
def _script_texts(say: Speech) -> str:
    # "<" must not stand in a script element, where it might end it
    texts = {text: say(text) for text in script_texts()}
    return json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c")


def _filled(name: str, say: Speech, parts: Mapping[str, str]) -> str:
    """A fragment with its texts said and its places filled, in one go: what is filled in is never filled again."""
    said = _TEXT.sub(lambda found: escape(say(found[1])).replace("[[", "&#91;["), _static(name))
    return _PLACE.sub(lambda found: parts[found[1]], said)


@lru_cache(maxsize=len(SCRIPTS) + len(_FRAGMENTS))
def _static(name: str) -> str:
    return files("firmware.panel").joinpath("static", name).read_text("utf-8")
