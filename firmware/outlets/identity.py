"""What other programs know a table by, for good: a word of its own, kept in the data folder."""

from __future__ import annotations

import contextlib
import re
import secrets
from pathlib import Path
from typing import Final

from firmware.keeping.folders import keep_text, kept_text

_FILE: Final = "table-id"
_WORD: Final = re.compile("[0-9a-f]{12}")


def kept(data: Path) -> str:
    """The word of the data folder: twelve hexadecimal digits. A new one where it keeps none.

    On a disk that refuses, the next start has another one.
    """
    word = kept_text(data / _FILE)
    if not _WORD.fullmatch(word):
        word = secrets.token_hex(6)
        with contextlib.suppress(OSError):
            keep_text(data / _FILE, f"{word}\n")
    return word
