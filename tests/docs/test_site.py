"""The site stands by itself: every link and anchor leads somewhere, in the site and in the files as they are."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from docs.site import sentences, table_picture
from docs.site.__main__ import main
from docs.site.building import Site, build
from docs.site.contents import ROOT, pages
from docs.site.reading import PageError

_EMPTY = {"meta", "link", "img", "br", "hr", "input"}


class Seen(HTMLParser):
    """What a page has in it. AssertionError where its tags do not fit into each other."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.without_alt = 0
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if name := given.get("id"):
            self.ids.append(name)
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "img" and "alt" not in given:
            self.without_alt += 1
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        assert tag in _EMPTY

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


@pytest.fixture(scope="module")
def seen(built: Path) -> dict[str, Seen]:
    return {file.name: Seen(file.read_text("utf-8")) for file in built.glob("*.html")}


def test_every_page_is_there(seen: dict[str, Seen]) -> None:
    assert set(seen) == {page.file for page in pages()}
    assert len(seen) >= 25
    assert all((ROOT / page.source).exists() for page in pages())


def test_every_link_and_anchor_leads_somewhere(built: Path, seen: dict[str, Seen]) -> None:
    lost = []
    for name, page in seen.items():
        for link in page.links:
            path, _, anchor = unquote(link).partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            there = (built / path).is_file() if path else True
            if not there or (anchor and anchor not in seen[path or name].ids):
                lost.append(f"{name}: {link}")
    assert lost == []


def test_from_the_first_page_every_page_is_reached(seen: dict[str, Seen]) -> None:
    reached, ahead = {"index.html"}, ["index.html"]
    while ahead:
        for link in seen[ahead.pop()].links:
            name = link.partition("#")[0]
            if name in seen and name not in reached:
                reached.add(name)
                ahead.append(name)
    assert reached == set(seen)


def test_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    html = "".join(file.read_text("utf-8") for file in built.glob("*.html"))
    assert "<script" not in html
    assert re.findall(r'(?:src|stylesheet" href)="(?:https?:)?//', html) == []
    for file in (*built.glob("*.css"), *built.rglob("*.svg")):
        text = re.sub(
            r"http://www\.w3\.org/[\w/.-]+", "", file.read_text("utf-8")
        )  # names of forms, which nobody opens
        assert "http" not in text, file
        assert "@import" not in text, file


def test_pages_are_sound(seen: dict[str, Seen]) -> None:
    for name, page in seen.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.headings.count(1) == 1, name
        assert page.without_alt == 0, name


def test_the_files_read_well_as_they_are(site: Site) -> None:
    """A forge shows the files themselves: their links lead to files, from where each file lies."""
    lost = []
    for source, document in site.documents.items():
        for token, line in _links(source):
            target = (ROOT / source).parent / token.partition("#")[0]
            if not target.exists():
                lost.append(f"{source}, line {line}: {token}")
        assert document.headings[0].level == 1
    assert lost == []


def _links(source: str) -> list[tuple[str, int]]:
    text = (ROOT / source).read_text("utf-8")
    found = re.finditer(r"\]\(([^)\s]+)\)", text)
    return [(m[1], text[: m.start()].count("\n") + 1) for m in found if not re.match(r"[a-z]+:|#", m[1])]


@pytest.mark.parametrize("made", [*table_picture.made(), *sentences.made()], ids=lambda made: str(made[0].name))
def test_what_is_made_from_the_catalogues_is_as_it_must_be(made: tuple[Path, str]) -> None:
    path, text = made
    assert path.read_text("utf-8") == text, "renew it: python -m docs.site write"


def test_the_picture_of_the_architecture_names_rooms_that_are_there() -> None:
    picture = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
    rooms = re.findall(r'class="room \w+">(\w+)<', picture)
    assert sorted(rooms) == ["engine", "firmware", "vision"]
    for word in ("fold(", "render("):
        assert word in picture


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A repository with the same pages, all of them short."""
    for page in pages():
        path = tmp_path / page.source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# A page\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# A page\n\nsee [this](nowhere.md)\n", "docs/fix.md, line 3: 'nowhere.md': there is no docs/nowhere.md"),
        ("# A page\n\n[out](../../etc/passwd)\n", "there is no ../etc/passwd"),
        ("# A page\n\n\n[here](judge.md#there)\n", "line 4: 'judge.md#there': docs/judge.md has no heading 'there'"),
        ("# A page\n\n[here](#there)\n", "docs/fix.md has no heading 'there'"),
        ("# A page\n\n![a](http://elsewhere/a.png)\n", "a picture from elsewhere"),
        ("# A page\n\n<b>bold</b>\n", "line 3: '<b>' is HTML"),
        ("# One\n\n# Two\n", "docs/fix.md: a page begins with its one heading of the first level"),
        ("## Two\n\n# One\n", "docs/fix.md: a page begins with its one heading of the first level"),
    ],
)
def test_a_page_with_something_wrong_is_named(house: Path, text: str, said: str) -> None:
    (house / "docs" / "fix.md").write_text(text, "utf-8")
    with pytest.raises(PageError, match=re.escape(said)):
        build(house / "built", house)


def test_links_become_those_of_the_site(house: Path) -> None:
    (house / "hardware" / "pins.toml").write_text("a = 1\n", "utf-8")
    (house / "docs" / "fix.md").write_text(
        "# Fix it\n\n## Of `one`: a thing\n\n## Of `one`: a thing\n\n"
        "[a](../hardware) [b](../hardware/pins.toml) [c](play/eu.md) [d](#of-one-a-thing-1) [e](http://e.org)\n"
        "<!-- a note -->\n",
        "utf-8",
    )
    (house / "docs" / "news.md").write_text("# The news\n\n[back](fix.md#of-one-a-thing)\n", "utf-8")
    assert build(house / "built", house) == len(list(pages(house))) == len(list(pages())) + 1
    fixed = (house / "built" / "fix.html").read_text("utf-8")
    for link in ("hardware.html", "files/hardware-pins.toml.txt", "play-eu.html", "#of-one-a-thing-1", "http://e.org"):
        assert f'href="{link}"' in fixed.replace('href="fix.html#', 'href="#')
    assert "a note" not in fixed
    assert (house / "built" / "files" / "hardware-pins.toml.txt").read_text("utf-8") == "a = 1\n"
    assert '<a href="news.html">The news</a>' in fixed


def test_a_folder_that_holds_something_else_is_left_alone(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    assert main(["build", str(tmp_path)]) == 1
    assert "holds something that is not this site" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").exists()
    for name in ("index.html", "style.css", "icon.svg"):  # somebody else's site, or what this one is made from
        (tmp_path / name).write_text("dear", "utf-8")
    assert main(["build", str(tmp_path)]) == 1
    assert (tmp_path / "letter.txt").exists()
    site.write(tmp_path / "docs")
    (tmp_path / "docs" / "old.html").write_text("old", "utf-8")
    assert main(["build", str(tmp_path / "docs")]) == 0
    assert not (tmp_path / "docs" / "old.html").exists()
