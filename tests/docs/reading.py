"""A Markdown file read into tokens: its blocks of code, and what stands in bold, in italics or as code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

_COMMENT: Final = re.compile(r"\s*<!--.*?-->\s*", re.DOTALL)


class PageError(ValueError):
    """Something in a page that cannot be shown; the message names the file and the line."""


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


def read(root: Path, source: str) -> Document:
    """The file of that path, as CommonMark with tables. PageError where it has HTML in it, which is not shown."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse((root / source).read_text("utf-8"))
    for token in tokens:
        for part in [token] if token.type == "html_block" else token.children or ():
            if part.type in ("html_block", "html_inline") and not _COMMENT.fullmatch(part.content):
                line = (token.map or [0])[0] + 1
                raise PageError(f"{source}, line {line}: {part.content.strip()!r} is HTML; a page is Markdown alone")
    return Document(source, tokens)
