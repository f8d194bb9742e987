"""Whatever the box can say that is wrong stands on a page that says what to do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from docs.made import ROOT
from docs.made.sentences import FRAMES, texts, troubles
from tests.docs.pages import Pages
from tests.words.catalogues import catalogue
from words.text import english

HELPING = ("docs/fix.md", "docs/mount.md", "docs/train.md")


@cache
def all_of_them() -> tuple[str, ...]:
    return tuple(text for texts in troubles().values() for text in texts)


def _said(site: Pages, *sources: str) -> Iterator[str]:
    for source in sources:
        for text, _ in site.documents[source].spans("em"):
            yield text.replace("’", "'")


def _heard(text: str, sentence: str) -> bool:
    return _pattern(text).fullmatch(sentence) is not None


@cache
def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", text)
    return re.compile(".+".join(map(re.escape, parts)))


def test_there_are_many() -> None:
    assert len(all_of_them()) > 180
    assert {"No camera. Is its cable in?", "{seat}: {card} is not certain", "nothing has been bid"} <= set(
        all_of_them()
    )


def test_what_frames_others_is_said() -> None:
    assert {text for _, text in texts()} >= FRAMES


def test_none_is_missing(site: Pages) -> None:
    said = list(_said(site, *HELPING))
    missing = [text for text in all_of_them() if not any(_heard(text, english(sentence)) for sentence in said)]
    assert missing == [], "say what to do about it in docs/fix.md"


ERRORS = {
    "hardware/install": ("InstallError",),
    "firmware": ("JournalError", "_failed"),
    "vision/network.py": ("ModelError",),
    "vision/decide/posterior.py": ("ModelError",),
}
"""What is raised, or said, with the sentence for whoever installs or starts the program."""
INTERNAL = ("the journal {} is closed",)


def _raised() -> Iterator[str]:
    """Those sentences, with `{}` for their values."""
    for place, names in ERRORS.items():
        path = ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
                    continue
                if node.func.id == "_failed" and file.name != "table.py":
                    continue  # what a command line that is typed says, says it all
                if node.args and (text := _text(node.args[0])):
                    yield text


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else ""


def test_whoever_installs_or_starts_it_is_helped_as_well() -> None:
    page = (ROOT / "docs" / "fix.md").read_text("utf-8").replace("`", "")
    sentences = [text for text in dict.fromkeys(_raised()) if text not in INTERNAL]
    assert len(sentences) > 20
    missing = [text for text in sentences if _longest_part(text) not in page]
    assert missing == [], "say what to do about it in docs/fix.md"


def _longest_part(text: str) -> str:
    """The longest part of a sentence that has no value in it, as far as a line of it goes."""
    return max(text.replace("`", "").split("{}"), key=len)[:60].strip(" ,.:;()")


EXAMPLES = {"docs/fix.md": {"what is displayed"}, "docs/judge.md": {"what is displayed", "+1"}}
"""What stands in italics there and is no text of the box."""


@pytest.mark.parametrize("source", [*HELPING, "docs/judge.md"])
def test_nothing_else_is_quoted(site: Pages, source: str) -> None:
    """What stands in italics is a sentence of the box, or a word of its screens: nothing that it never says."""
    texts = catalogue("es").keys() - FRAMES
    strange = {said for said in _said(site, source) if not any(_heard(text, said) for text in texts)}
    assert strange == EXAMPLES.get(source, set())
