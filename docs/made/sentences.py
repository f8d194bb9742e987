"""The list of what the box says, sentence by sentence in four languages, made from the code and the catalogues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.extract import extract_from_dir

from docs.made import ROOT
from firmware.screens.trouble import Trouble
from firmware.voice.saying import EVERY
from words.text import LANGUAGES, speech

FRAMES: Final = frozenset(
    {
        "Time is up: last game",
        "a list of pairs, each {names} with its article, none of them twice",
        "a list of suits ({suits}), at least {least}",
        "an unknown field: the fields are {names}",
        "game {game} had been won before hand {number}",
        "game {game} had been won before hands {numbers}",
        "hand {number}: {what}",
        "it counts as it is marked",
        "not readable as TOML",
        "what the judge decided is taken back",
        "{field} is {what}",
        "{rank} {of_suit}",
        "match {match}, hand {hand}",
        "{what}; legal now: {legal}",
        "the {rank} {of_suit} (row {row} from the top, place {place} from the left)",
    }
)
"""What stands in other sentences, and tells of no trouble by itself."""

_ANSWERS: Final = "Why a press was refused"
_DECKS: Final = "Learning a deck"
_DOUBTS: Final = "Cards in doubt"
_KEEPING: Final = "The disk, the journal, the stick"
_PAGE: Final = "The page, and photographs"
_PARTS: Final[Mapping[str, str]] = {
    "engine/advice": "",
    "engine/errors.py": "",
    "engine/fields.py": "",
    "engine/match/questions.py": "",
    "engine/strict_json.py": "",
    "engine/tournament": "",
    "engine": _ANSWERS,
    "firmware/devices": "The box",
    "firmware/keeping": _KEEPING,
    "firmware/panel/entry": "Phones",
    "web": "Phones",
    "firmware/panel/setup/voice.py": "",
    "firmware/panel": _PAGE,
    "firmware/papers": _KEEPING,
    "firmware/selftest": "The self-test",
    "firmware/session/choices/advising.py": "",
    "firmware/session/correcting.py": "Putting right",
    "firmware/session/corrections.py": "Putting right",
    "firmware/voice/saying.py": "",
    "firmware/voice": _PAGE,
    "words/acts.py": "",
    "words/books.py": "",
    "words": _ANSWERS,
    "firmware": _ANSWERS,
    "vision/checks/mirrored.py": _DOUBTS,
    "vision/checks/mount_advice.py": "The mount check",
    "vision/enrolled/looks.py": _DOUBTS,
    "vision/enrolled": _DECKS,
    "vision/picture.py": _PAGE,
    "vision": _DOUBTS,
}
"""Where the sentences about something wrong are made, and what their part is called here; the first that fits. The
score sheet has those of the standing; those of advice, of tournaments and of files that somebody wrote tell of
nothing wrong with the box."""

_MARKS: Final = {"Sentence": None, "msgid": None}
"""What a sentence is made with; what is only said with a screen's or a page's words tells of nothing wrong."""
_SHORT: Final = 4
"""Words from which a text may be a sentence."""

_HEAD: Final = """# What it says

Every sentence with which the box or its page says that something is wrong, and every one of [the voice](voice.md).
What to do stands under [Fix it](fix.md), for the camera's place under [Mount it](mount.md#the-mount-check), for decks
under [Train it](train.md#what-learning-a-deck-says). A word in braces stands for a name or a number. The command
`python -m docs.made write` makes this page from the code and the catalogues in `words/languages`.
"""


def troubles() -> dict[str, list[str]]:
    """The English texts of all that may be wrong, by the part that they stand in here."""
    found: dict[str, list[str]] = {"The box": [trouble.text for trouble in Trouble]}
    told = set(found["The box"])
    for path, text in texts():
        part = next(part for place, part in _PARTS.items() if path.is_relative_to(place))
        if part and text not in told and text not in FRAMES and _is_sentence(text):
            found.setdefault(part, []).append(text)
            told.add(text)
    return found


def page() -> str:
    """The whole page."""
    lines = [_HEAD]
    for part, texts in {**troubles(), "The voice": EVERY}.items():
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


@cache
def texts() -> tuple[tuple[Path, str], ...]:
    """Every English text that a sentence is made of, with the file that it stands in."""
    return tuple(
        (Path(room, name), str(text))
        for room in ("engine", "vision", "words", "web", "firmware")
        for name, _, text, _, _ in extract_from_dir(ROOT / room, [("**.py", "python")], keywords=_MARKS)
    )
