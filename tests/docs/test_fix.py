"""Whatever the box can say that is wrong stands on a page that says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from docs.site.building import Site
from docs.site.contents import ROOT
from docs.site.sentences import FRAMES, troubles
from firmware.catalogue import parse_catalogue
from firmware.text import english

HELPING = ("docs/fix.md", "docs/mount.md", "docs/train.md")
ALL = {text: part for part, texts in troubles().items() for text in texts}


def _said(site: Site, *sources: str) -> Iterator[str]:
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
    assert len(ALL) > 180
    assert {"No camera. Is its cable in?", "{seat}: {card} is not certain", "nothing has been bid"} <= set(ALL)


def test_what_frames_others_is_in_the_catalogue() -> None:
    assert set(parse_catalogue((ROOT / "firmware/languages/es.po").read_text("utf-8"))) >= FRAMES


def test_none_is_missing(site: Site) -> None:
    said = list(_said(site, *HELPING))
    missing = [text for text in ALL if not any(_heard(text, english(sentence)) for sentence in said)]
    assert missing == [], "say what to do about it in docs/fix.md"


@pytest.mark.parametrize("source", HELPING)
def test_nothing_else_is_quoted(site: Site, source: str) -> None:
    """What stands in italics is a sentence of the box, or a word of its screens: nothing that it never says."""
    catalogue = list(parse_catalogue((ROOT / "firmware/languages/es.po").read_text("utf-8")))
    strange = [said for said in _said(site, source) if not any(_heard(text, said) for text in catalogue)]
    assert strange == ["what is displayed"] * (source == "docs/fix.md")


def test_the_same_for_what_the_judge_reads(site: Site) -> None:
    catalogue = list(parse_catalogue((ROOT / "firmware/languages/es.po").read_text("utf-8")))
    strange = {said for said in _said(site, "docs/judge.md") if not any(_heard(text, said) for text in catalogue)}
    assert strange == {"what is displayed", "+1"}
