"""The forms in which karta aldiak are written down, how the first line tells them apart, and hand records' lines."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import chain
from typing import Any, BinaryIO, Final

from engine.errors import MusError, NotJsonError
from engine.strict_json import decode
from firmware.files.lines import Lines, batches

HANDS: Final = "hands"
"""Hand records, one JSON object a line."""
JSONL: Final = "jsonl"
"""A match as JSON lines."""
TEXT: Final = "text"
"""A match as a text."""
FORMS: Final = (JSONL, TEXT, HANDS)

_NO_COMMENTS: Final = "this looks like a comment, and hand records have none: a note may stand in a field of its own"
_TAG: Final = re.compile(rb'\s*\[\s*([A-Za-z][A-Za-z0-9_-]*)\s*(["{\[0-9-]|(?:true|false|null)\b)?')
"""The name of a tag, and how its value, a JSON one, begins."""
_COMMENT: Final = re.compile(rb"\s*(?:;|#|%|//|/\*)")
_MOST_COMMENTS: Final = 1 << 16
"""Bytes of comments that a file may begin with."""
_HEADER: Final = re.compile(rb'\s*\{\s*"hamarreko"\s*:\s*"match"')


def form_of(line: bytes) -> str:
    """The form that begins with this line, the first that says something: a tag, a match's header, or anything else.

    The header is also known where another program has put its fields into another order.
    """
    if _is_tag(line):
        return TEXT
    if _HEADER.match(line):
        return JSONL
    if b'"hamarreko"' not in line:
        return HANDS
    from engine.sheets.json_lines import is_header  # hardly a line comes here

    try:
        return JSONL if is_header(decode(line.decode())) else HANDS
    except ValueError:
        return HANDS


def _is_tag(line: bytes) -> bool:
    """Whether a tag begins the line; where its value is missing or wrong, one that a match's text knows."""
    tag = _TAG.match(line)
    if tag is None or tag[2]:
        return tag is not None
    from engine.sheets.text_writer import TAGS  # hardly a line comes here

    return tag[1].decode().casefold() in TAGS


def recognised(source: BinaryIO) -> tuple[str, Iterator[Lines]]:
    """The form in which `source` is written, and all its lines.

    The first line tells it that is neither blank nor, in any language, a comment.
    """
    before: list[Lines] = []
    comments = 0
    coming = batches(source)
    for batch in coming:
        lines = list(batch)
        before.append(lines)
        for number, line in lines:
            first = line.removeprefix(BOM_UTF8) if number == 1 else line
            comments += len(line)
            if first.strip() and (comments > _MOST_COMMENTS or not _is_comment(first)):
                return form_of(first), chain(before, coming)
    return HANDS, iter(before)


def record_data(text: str) -> Any:
    """What a line of hand records stands for. MusError where it is not JSON, or not JSON that can be read."""
    try:
        return decode(text)
    except NotJsonError as error:
        what = _NO_COMMENTS if _is_comment(text.encode()) else f"{error}; each record stands on one line"
        raise MusError(what) from None


def _is_comment(line: bytes) -> bool:
    """Whether a line is what some language or other takes for a comment."""
    return _COMMENT.match(line) is not None
