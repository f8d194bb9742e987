"""The table's language: chosen once, at the first start or by `--language`, and kept beside the journal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firmware.keeping.folders import keep_text, kept_text
from words.text import LANGUAGE, LANGUAGES

_FILE = "language"


def kept(data: Path) -> str | None:
    """The language kept in the data folder; None where none is, or what stands there is none."""
    code = kept_text(data / _FILE)
    return code if code in LANGUAGES else None


def keep(data: Path, code: str) -> None:
    """Keep the language in the data folder, so that a power cut leaves the old one or the new one. OSError if not."""
    keep_text(data / _FILE, f"{code}\n")


def likely(environment: Mapping[str, str]) -> str:
    """The language that the system is set to, where it is one of ours: the first that is proposed."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            code = value.split(".")[0].split("_")[0].lower()
            return code if code in LANGUAGES else LANGUAGE
    return LANGUAGE
