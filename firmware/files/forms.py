"""The forms in which karta aldiak are written down, and how the first line tells them apart."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, Final

from firmware.files.lines import Lines, batches

HANDS: Final = "hands"
"""Hand records, one JSON object a line."""
JSONL: Final = "jsonl"
"""A match as JSON lines."""
TEXT: Final = "text"
"""A match as a text."""
FORMS: Final = (JSONL, TEXT, HANDS)

_TAG: Final = re.compile(rb'\s*\[\s*[A-Za-z]+\s*"')
_HEADER: Final = re.compile(rb'\s*\{\s*"hamarreko"\s*:\s*"match"')


def form_of(line: bytes) -> str:
    """The form that begins with this line, the first that is not blank: a tag, a match's header, or anything else.

    The header is also known where another program has put its fields into another order.
    """
    if _TAG.match(line):
        return TEXT
    if _HEADER.match(line):
        return JSONL
    if b'"hamarreko"' not in line:
        return HANDS
    from engine.sheets.json_lines import is_header  # hardly a line comes here
    from engine.strict_json import decode

    try:
        return JSONL if is_header(decode(line.decode())) else HANDS
    except ValueError:
        return HANDS


def recognised(source: BinaryIO) -> tuple[str, Iterator[Lines]]:
    """The form in which `source` is written, which its first line that is not blank tells, and all its lines."""
    coming = batches(source)
    for batch in coming:
        lines = list(batch)
        for number, line in lines:
            first = line.removeprefix(BOM_UTF8) if number == 1 else line
            if first.strip():
                return form_of(first), chain([lines], coming)
    return HANDS, iter(())
