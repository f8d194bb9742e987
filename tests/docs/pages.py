"""The site's pages: which they are, and their files read into tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mkdocs.config import load_config

from docs.hooks import KEYS
from docs.made import ROOT
from tests.docs.reading import Document, read


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its file in the repository."""

    source: str

    @property
    def file(self) -> str:
        """Its file in the site."""
        return re.sub(r"README\.md$", "index.md", self.source).removesuffix(".md") + ".html"

    @property
    def language(self) -> str:
        """What it is written in."""
        found = re.search(r"\b(eu|es|fr)\.md$", self.source)
        return found[1] if found else "en"

    @property
    def keys(self) -> bool:
        """Whether bold words are buttons there, and italic ones stand on the display."""
        return self.source.startswith(KEYS)

    @property
    def sheet(self) -> bool:
        """Whether it is made to be printed on one sheet of A4."""
        return self.source.startswith("docs/play/")


class Pages:
    """All pages, read."""

    def __init__(self) -> None:
        self.documents: Mapping[str, Document] = {page.source: read(ROOT, page.source) for page in pages()}


def pages() -> list[Page]:
    """Every page that the contents name, the first one first."""
    return [Page(source) for source in _sources(load_config(str(ROOT / "mkdocs.yml"))["nav"])]


def _sources(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    else:
        for part in nav.values() if isinstance(nav, dict) else nav:
            yield from _sources(part)
