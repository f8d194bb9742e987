"""The site stands by itself: every link and anchor leads somewhere, in the site and in the files as they are."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote

import pytest
from mkdocs.exceptions import Abort

from docs.made import ROOT, sentences, table_picture
from tests.docs.conftest import make
from tests.docs.pages import Pages, pages


class Seen(HTMLParser):
    """What a page has in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        """What a browser fetches by itself."""
        self.headings: list[int] = []
        self.without_alt = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if name := given.get("id"):
            self.ids.append(name)
        found = [value for name in ("href", "src") if (value := given.get(name))]
        self.links += found
        if tag != "a":
            self.fetched += found
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "img" and "alt" not in given:
            self.without_alt += 1


@pytest.fixture(scope="module")
def seen(built: Path) -> dict[str, Seen]:
    return {page.file: Seen((built / page.file).read_text("utf-8")) for page in pages()}


def test_every_page_is_there(seen: dict[str, Seen]) -> None:
    written = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")}
    assert {page.source for page in pages()} >= written
    assert len(seen) >= 30


def test_every_link_and_anchor_leads_somewhere(built: Path, seen: dict[str, Seen]) -> None:
    lost = []
    for name, page in seen.items():
        for link in page.links:
            path, _, anchor = unquote(link).partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            there = normpath(Path(name).parent / path) if path else name
            known = there not in seen or not anchor or anchor in seen[there].ids
            if not ((built / there).is_file() and known):
                lost.append(f"{name}: {link}")
    assert lost == []


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path) -> None:
    for page in pages():
        path = tmp_path / page.source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# A page\n", "utf-8")
    for name in ("docs/hooks.py", "docs/site.css", "docs/iframe-worker.js", "docs/icon.svg", "mkdocs.yml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    make(tmp_path)
    (tmp_path / "docs" / "fix.md").write_text("# A page\n\nsee [this](judge.md#nowhere)\n", "utf-8")
    with pytest.raises(Abort):
        make(tmp_path)


def test_nothing_is_fetched_from_elsewhere(built: Path, seen: dict[str, Seen]) -> None:
    for name, page in seen.items():
        assert [link for link in page.fetched if re.match(r"(https?:)?//", link)] == [], name
    for file in built.rglob("*.css"):
        assert re.findall(r"@import|url\(['\"]?(?:https?:)?//", file.read_text("utf-8")) == [], file


def test_pages_are_sound(seen: dict[str, Seen]) -> None:
    for name, page in seen.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert (page.headings[0], page.headings.count(1)) == (1, 1), name
        assert page.without_alt == 0, name


def test_every_file_that_is_named_is_there(site: Pages) -> None:
    rooms = ("engine/", "vision/", "firmware/", "models/", "hardware/", "docs/", "tests/")
    lost = [
        f"{source}, line {line}: {name}"
        for source, document in site.documents.items()
        for name, line in document.spans("code")
        if name.startswith(rooms) and re.fullmatch(r"[\w./*-]+", name) and not list(ROOT.glob(name.rstrip("/")))
    ]
    assert lost == []


@pytest.mark.parametrize("made", [table_picture.made, sentences.made], ids=["pictures", "sentences"])
def test_what_is_made_from_the_catalogues_is_as_it_must_be(made: Callable[[], Iterator[tuple[Path, str]]]) -> None:
    files = dict(made())
    stale = [path.name for path, text in files.items() if path.read_text("utf-8") != text]
    assert files
    assert stale == [], "renew it: python -m docs.made write"


def test_the_picture_of_the_architecture_names_rooms_that_are_there() -> None:
    picture = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
    rooms = re.findall(r'class="room \w+">(\w+)<', picture)
    assert sorted(rooms) == ["engine", "firmware", "vision"]
    for word in ("fold(", "render("):
        assert word in picture
