"""The catalogues as translators have them, and the texts that the code and the panel's pages mark for them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from words.text import CATALOGUES, DOMAIN

ROOT = Path(__file__).resolve().parents[2]


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The translations of a language by their English texts."""
    return _read(CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po")


@cache
def marked() -> frozenset[str]:
    """Every text that `make catalogues` gathers."""
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "all.pot"
        command = ["make", "--silent", "template", f"TEMPLATE={template}", f"BIN={Path(sys.executable).parent}"]
        subprocess.run(command, cwd=ROOT, check=True)
        return frozenset(_read(template))


def _read(path: Path) -> Mapping[str, str]:
    with path.open("rb") as file:
        return {str(message.id): str(message.string or "") for message in read_po(file) if message.id}
