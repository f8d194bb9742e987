"""The list of what the box says, sentence by sentence in four languages, made from the catalogues."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from docs.made import ROOT
from firmware.screens.trouble import Trouble
from firmware.words.text import LANGUAGES, speech

FRAMES: Final = frozenset(
    {
        "'{call}': {what}",
        "{round}: {what}",
        "{round}: '{call}': {what}",
        "{picture}: {what}",
        "{seat} and {other}",
        "{round} was said by {seats}",
        "found while open: {rounds}",
        "everywhere",
        "match {number}",
        "hand {number}",
        "and {number} more",
        "the {rank} of {suit} (row {row} from the top, place {place} from the left)",
    }
)
"""What only other sentences stand in, or what stands in them, and what tells of no trouble."""

_ANSWERS: Final = "Why a press was refused"
_PARTS: Final[Mapping[str, str]] = {
    "the reader's sentences": "Cards in doubt",
    "answers to a press": _ANSWERS,
    "the engine's sentences": _ANSWERS,
    "putting right": "Putting right",
    "the menu": "The menu, the clock, the judge",
    "the self-test": "The self-test",
    "the journal's sentences": "The disk, the journal, the stick",
    "the journal on a disk that takes nothing, and the export of a match": "The disk, the journal, the stick",
    "phones that are let in": "Phones",
    "what the panel refuses, and what is wrong with a picture": "The page, and photographs",
    "what the mount check says": "The mount check",
    "what the enrolment of a deck says": "Learning a deck",
    "two rows of a deck swapped": "Learning a deck",
}
"""The catalogues' parts that have sentences about something wrong, and what they are called here."""

_MIXED: Final = ("putting right", "the menu", "the self-test", "phones that are let in", "the journal on a disk")
"""Parts that have short words for the screens as well, which are no sentences."""
_SHORT: Final = 4
"""Words from which a text of those may be a sentence."""

_HEAD: Final = """# What it says

Every sentence with which the box or its page says that something is wrong. What to do stands under [Fix it](fix.md),
for the camera's place under [Mount it](mount.md#the-mount-check), for decks under
[Train it](train.md#what-learning-a-deck-says). A word in braces stands for a name or a number. The command
`python -m docs.made write` makes this page from `firmware/words/languages`.
"""


def troubles() -> dict[str, list[str]]:
    """The English texts of all that may be wrong, by the part that they stand in here."""
    found: dict[str, list[str]] = {"The box": [trouble.value[1] for trouble in Trouble]}
    for part, text in _texts():
        if part in _PARTS and text not in FRAMES and (not part.startswith(_MIXED) or _is_sentence(text)):
            found.setdefault(_PARTS[part], []).append(text)
    return found


def page() -> str:
    """The whole page."""
    lines = [_HEAD]
    for part, texts in troubles().items():
        lines += [f"## {part}", "", f"| {' | '.join(LANGUAGES[code] for code in _order())} |", "|---|---|---|---|"]
        lines += [f"| {' | '.join(_cell(speech(code)(text)) for code in _order())} |" for text in texts]
        lines.append("")
    return "\n".join(lines)


def made() -> Iterator[tuple[Path, str]]:
    """The file that is kept, with what it must be."""
    yield ROOT / "docs" / "sentences.md", page()


def _is_sentence(text: str) -> bool:
    """Whether a text says that something is so; titles begin with a capital letter and have no full stop."""
    return (
        len(text.split()) >= _SHORT and (text.endswith(".") or not text[0].isupper() or ":" in text) and text[-1] != "?"
    )


def _order() -> list[str]:
    return ["en", *(code for code in LANGUAGES if code != "en")]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _texts() -> Iterator[tuple[str, str]]:
    """Every English text of the catalogues, with the part that it stands in."""
    part = ""
    for line in (ROOT / "firmware" / "words" / "languages" / "es.po").read_text("utf-8").splitlines():
        if line.startswith("# --- "):
            part = line.removeprefix("# --- ")
        elif (found := re.fullmatch(r"msgid (\".+\")", line)) is not None:
            yield part, str(json.loads(found[1]))
