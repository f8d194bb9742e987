"""The table of the law: every article of the five documents, and how it is served, made from `law.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from docs.made import ROOT

_HEAD: Final = """# Every article

Every article of the five documents, by its number or heading, what it is about, and how it is served: by the adviser
(`hamarreko ask`, which is also the law in the menu and on the page), by a setting of the rule book, by a command or a
page, or by what a test shows that bears its number. What is conduct no program can judge, and the row says why.
Where the text may be read in two ways, the row says which reading was chosen.

This page is made from `docs/made/law.toml`, and `tests/docs/test_law.py` looks whether all that it names is there.
"""


class Article(NamedTuple):
    """An article: its number or heading, what it is about, and how it is served, each way as `law.toml` has it."""

    name: str
    about: str
    ways: tuple[str, ...]


class Document(NamedTuple):
    """One of the five: its key, title, file, the rule book that plays by it, its articles, and headings of no rule."""

    key: str
    title: str
    file: str
    rules: str | None
    articles: tuple[Article, ...]
    within: tuple[str, ...]


def documents() -> Iterator[Document]:
    """What `law.toml` says of each document."""
    for key, told in tomllib.loads((Path(__file__).parent / "law.toml").read_text("utf-8")).items():
        articles = (Article(name, about, tuple(ways)) for name, (about, *ways) in told["articles"].items())
        within = tuple(told.get("within", ()))
        yield Document(key, told["title"], told["file"], told.get("rules"), tuple(articles), within)


def made() -> Iterator[tuple[Path, str]]:
    """The page, with where it stands."""
    lines = [_HEAD]
    for document in documents():
        lines += [f"## {document.title}\n", "| | about | served by |", "|---|---|---|"]
        rows = ((one, ", ".join(_told(way, document) for way in one.ways)) for one in document.articles)
        lines += [f"| {one.name} | {one.about} | {served} |" for one, served in rows]
        lines.append("")
    yield ROOT / "docs" / "law.md", "\n".join(lines)


def _told(way: str, document: Document) -> str:
    kind, what = way.split(maxsplit=1)
    match kind:
        case "ask":
            return f"`hamarreko ask {what} --rules {document.rules}`"
        case "book":
            return f"the book's `{what}`"
        case "run":
            return f"`hamarreko {what}`"
        case "page":
            return f"the page `{what}`"
        case "test":
            return f"`{what}`"
    return f"{kind}: {what}"
