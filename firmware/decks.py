"""Where enrolled decks are kept: a file each in the data folder, to be copied to other tables."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from firmware.folders import keep_text
from vision.enrolled.deck import SUFFIX, DeckError, EnrolledDeck, checked_name, load_deck

_CHOSEN = "deck"


def deck_path(name: str, data: Path) -> Path:
    """Where the deck of that name is kept in the data folder; DeckError where the name cannot be a deck's."""
    return data / "decks" / f"{checked_name(name)}{SUFFIX}"


def find_deck(name_or_file: str, data: Path) -> EnrolledDeck:
    """The deck of that name in the data folder, or the one in the file of that path.

    FileNotFoundError, with a sentence, where there is neither; DeckError where the file is damaged or none.
    """
    if not name_or_file:
        raise FileNotFoundError("no deck is named")
    kept = data / "decks" / f"{name_or_file}{SUFFIX}"
    if _is_name(name_or_file) and kept.is_file():
        return load_deck(kept)
    try:
        return load_deck(Path(name_or_file))
    except (FileNotFoundError, ValueError) as error:
        if isinstance(error, DeckError):
            raise
        raise FileNotFoundError(f"there is no enrolled deck {name_or_file} in {data}, nor such a file") from error


def keep_deck(deck: EnrolledDeck, data: Path) -> tuple[Path, bool]:
    """Write the deck's file, in the place of one of the same name; where it is, and whether there was one.

    OSError where it cannot be written; the old file is then as it was.
    """
    path = deck_path(deck.name, data)
    path.parent.mkdir(parents=True, exist_ok=True)
    there = path.exists()
    handle, fresh = tempfile.mkstemp(prefix=".", suffix=SUFFIX, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(deck.to_bytes())
            file.flush()
            os.fsync(file.fileno())
        Path(fresh).chmod(0o644)
        Path(fresh).replace(path)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise
    return path, there


def deck_names(data: Path) -> list[str]:
    """The names of the decks in the data folder, in their order."""
    return sorted(path.name.removesuffix(SUFFIX) for path in (data / "decks").glob(f"[!.]*{SUFFIX}"))


def chosen_deck(data: Path) -> str | None:
    """The name of the deck that the table plays with; None where it reads any."""
    try:
        name = (data / _CHOSEN).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return name if name and _is_name(name) else None


def choose_deck(name: str | None, data: Path) -> None:
    """Keep which deck the table plays with, so that a power cut leaves the old choice or the new one."""
    keep_text(data / _CHOSEN, f"{name or ''}\n")


def _is_name(text: str) -> bool:
    try:
        checked_name(text)
    except DeckError:
        return False
    return True
