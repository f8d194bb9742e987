"""A Markdown file read into tokens: its headings with their anchors, and every link with the line it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

_COMMENT: Final = re.compile(r"\s*<!--.*?-->\s*", re.DOTALL)
_NO_PART_OF_AN_ANCHOR: Final = re.compile(r"[^\w\- ]")


class PageError(ValueError):
    """Something in a page that cannot be shown; the message names the file and the line."""


class Heading(NamedTuple):
    """A heading: its level, its text and its anchor."""

    level: int
    text: str
    anchor: str


class Block(NamedTuple):
    """A block of code: what its fence says that it is in, its text, and the line on which it begins."""

    language: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """A page's file as tokens. `source` is its path in the repository."""

    source: str
    tokens: Sequence[Token]
    headings: tuple[Heading, ...]

    @property
    def anchors(self) -> frozenset[str]:
        """What a link may point to within it."""
        return frozenset(heading.anchor for heading in self.headings)

    def links(self) -> Iterator[tuple[Token, int]]:
        """Every link and picture, with its line."""
        for block in self.tokens:
            for token in block.children or ():
                if token.type in ("link_open", "image"):
                    yield token, (block.map or [0])[0] + 1

    def blocks(self) -> Iterator[Block]:
        """Every block of code."""
        for token in self.tokens:
            if token.type in ("fence", "code_block"):
                yield Block(token.info.strip(), token.content, (token.map or [0])[0] + 1)

    def spans(self, kind: str) -> Iterator[tuple[str, int]]:
        """The texts in italics (`em`), bold (`strong`) or code (`code`), each with its line."""
        for block in self.tokens:
            line = (block.map or [0])[0] + 1
            said: str | None = None
            for token in block.children or ():
                if kind == "code" and token.type == "code_inline":
                    yield token.content, line
                elif token.type == f"{kind}_open":
                    said = ""
                elif token.type == f"{kind}_close" and said is not None:
                    yield said, line
                    said = None
                elif said is not None:
                    said += token.content


def markdown() -> MarkdownIt:
    """What is taken as Markdown: CommonMark and tables, as forges show them."""
    return MarkdownIt("commonmark", {"html": True}).enable("table")


def read(root: Path, source: str) -> Document:
    """The file of that path. PageError where it has something in it that the site cannot show."""
    tokens = markdown().parse((root / source).read_text("utf-8"))
    headings: list[Heading] = []
    for place, token in enumerate(tokens):
        line = (token.map or [0])[0] + 1
        written = [token] if token.type == "html_block" else token.children or []
        for part in written:
            if part.type in ("html_block", "html_inline") and not _COMMENT.fullmatch(part.content):
                raise PageError(f"{source}, line {line}: {part.content.strip()!r} is HTML; a page is Markdown alone")
        if token.type == "heading_open":
            text = _text(tokens[place + 1])
            anchor = _anchor(text, {heading.anchor for heading in headings})
            token.attrSet("id", anchor)
            headings.append(Heading(int(token.tag[1]), text, anchor))
    if [heading.level for heading in headings].count(1) != 1 or headings[0].level != 1:
        raise PageError(f"{source}: a page begins with its one heading of the first level")
    return Document(source, tokens, tuple(headings))


def _text(inline: Token) -> str:
    return "".join(token.content for token in inline.children or () if token.type in ("text", "code_inline"))


def _anchor(text: str, taken: set[str]) -> str:
    """The anchor that forges give to a heading: small letters, hyphens for spaces, a number where it is there twice."""
    plain = _NO_PART_OF_AN_ANCHOR.sub("", text.lower()).replace(" ", "-")
    names = (plain if n == 0 else f"{plain}-{n}" for n in range(len(taken) + 1))
    return next(name for name in names if name not in taken)
