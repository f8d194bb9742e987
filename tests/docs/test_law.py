"""The table of the law has every article of the five documents, and all that it names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache, lru_cache

import pytest

from docs.made import ROOT
from docs.made.law import Article, Document, documents, made
from engine.advice.decide import decide, law_of
from engine.advice.incidents import Incident, Question, Reply
from engine.rules import RuleBook, rulebook
from firmware.cli import COMMANDS

SHARED = ROOT.parent / "shared" / "rulebooks"
DOCUMENTS = {document.key: document for document in documents()}
ROWS = [(document, article) for document in DOCUMENTS.values() for article in document.articles]
NUMBERED = {"nabo": 28, "federacion": 98, "equipos": 11}
_NUMBERS = {"nabo": r"(?m)^(\d+)\. ", "federacion": r"Artículo\.? (\d+)", "equipos": r"(?m)^Regla (\d+)"}
_MISPRINTED = {"501": "51"}


def test_the_page_is_made_from_the_table() -> None:
    for path, text in made():
        assert path.read_text("utf-8") == text, "python -m docs.made write"


@pytest.mark.parametrize(("key", "count"), NUMBERED.items())
def test_no_number_is_missing(key: str, count: int) -> None:
    assert [article.name for article in DOCUMENTS[key].articles] == [str(number) for number in range(1, count + 1)]


@pytest.mark.parametrize(("document", "article"), ROWS, ids=[f"{one.key} {article.name}" for one, article in ROWS])
def test_every_article_is_served_or_conduct(document: Document, article: Article) -> None:
    assert article.ways
    assert 0 < len(article.about.split()) <= 6
    for way in article.ways:
        kind, what = way.split(maxsplit=1)
        assert _IS_THERE[kind](what, document, article), way


@pytest.mark.skipif(not SHARED.exists(), reason="the documents are not here")
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_no_article_of_the_document_is_missing(document: Document) -> None:
    text = (SHARED / document.file).read_text("utf-8")
    named = {article.name for article in document.articles}
    if document.key in NUMBERED:
        assert {_MISPRINTED.get(number, number) for number in re.findall(_NUMBERS[document.key], text)} == named
    else:
        lines = text.splitlines()
        assert named <= set(lines)
        assert set(_headings(lines)) == named | set(document.within)


def _headings(lines: list[str]) -> Iterator[str]:
    """Lines that stand alone, begin with a capital or a quotation mark, and end like no sentence."""
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        alone = not before and not after and 2 < len(line) < 48
        if alone and re.match(r'[A-ZÀ-Ý"]', line) and not re.search(r"[.:,\]¹]$", line):
            yield line


def _asked(what: str, document: Document, article: Article) -> bool:
    """Whether the adviser leads from there to this article; to one of its document, where articles have no numbers."""
    assert document.rules
    found = {told for told in _articles(document.rules, Incident(what)) if told}
    numbered = document.key in NUMBERED
    return f"{document.key} {article.name}" in found if numbered else any(one.startswith(document.key) for one in found)


@cache
def _articles(rules: str, incident: Incident) -> frozenset[str | None]:
    return frozenset(_told(law_of(rulebook(rules)), incident, {}))


def _told(law: str, incident: Incident, known: Mapping[Question, Reply]) -> Iterator[str | None]:
    asked = decide(law, incident, known)
    if isinstance(asked, Question):
        for reply in asked.answers:
            yield from _told(law, incident, {**known, asked: reply})
    else:
        yield asked.article


@lru_cache(maxsize=1)
def _tests() -> frozenset[str]:
    """The names of all tests."""
    files = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "tests").rglob("test_*.py"))
    return frozenset(one.name for file in files for one in ast.walk(file) if isinstance(one, ast.FunctionDef))


@lru_cache(maxsize=1)
def _addresses() -> frozenset[str]:
    """All texts in the panel's code that may be addresses of its pages."""
    files = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "firmware" / "panel").rglob("*.py"))
    return frozenset(str(one.value) for file in files for one in ast.walk(file) if isinstance(one, ast.Constant))


_IS_THERE = {
    "ask": _asked,
    "test": lambda what, *_: what in _tests(),
    "run": lambda what, *_: what in COMMANDS,
    "page": lambda what, *_: what in _addresses(),
    "book": lambda what, *_: what in {field.name for field in fields(RuleBook)},
    "conduct": lambda what, *_: len(what.split()) > 3,
    "reading": lambda what, *_: len(what.split()) > 3,
}
