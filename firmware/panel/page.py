"""The panel's page in one language: the texts in the HTML, and those that the script says."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from importlib.resources import files

from firmware.text import LANGUAGES, Speech

_TEXT = re.compile(r"\{\{(.+?)\}\}")
_SAID = re.compile(r"""\bt\(("(?:[^"\\]|\\.)*")""")


@lru_cache(maxsize=len(LANGUAGES))
def page(say: Speech) -> str:
    """The page as HTML."""
    html = _TEXT.sub(lambda found: escape(say(found[1])), _static("index.html"))
    # "<" must not stand in a script element, where it might end it
    texts = json.dumps({text: say(text) for text in script_texts()}, ensure_ascii=False).replace("<", "\\u003c")
    return html.replace("[[lang]]", say.language).replace("[[languages]]", _choice(say)).replace("[[texts]]", texts)


def html_texts() -> list[str]:
    """Every English text in the HTML."""
    return list(dict.fromkeys(_TEXT.findall(_static("index.html"))))


def script_texts() -> list[str]:
    """Every English text that the script says: what stands in a call of its `t`."""
    return list(dict.fromkeys(json.loads(text) for text in _SAID.findall(_static("panel.js"))))


def _choice(say: Speech) -> str:
    return "".join(
        f'<option value="{code}" lang="{code}"{" selected" if code == say.language else ""}>{escape(name)}</option>'
        for code, name in LANGUAGES.items()
    )


def _static(name: str) -> str:
    return files("firmware.panel").joinpath("static", name).read_text("utf-8")
