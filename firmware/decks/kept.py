"""Where enrolled decks are kept: a file each in the data folder, to be copied to other tables."""

from __future__ import annotations

import contextlib
import hashlib
import os
import unicodedata
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path

from engine.sentences import Sentence
from firmware.files.arguments import UsageError
from firmware.files.regular_files import read_regular
from firmware.keeping.folders import keep_bytes, keep_text, kept_text
from vision.enrolled.deck import LONGEST_NAME, SUFFIX, DeckError, EnrolledDeck, checked_name

MOST_AT_ONCE = 8
"""Learned decks that are recognised where none is told; one of two photographs takes a megabyte of memory."""

_CHOSEN = "deck"
_MOST_BYTES = 16_000_000
"""Larger files are no decks: one photograph's sheet takes less than half a megabyte."""


def deck_path(name: str, data: Path) -> Path:
    """Where the deck of that name is kept in the data folder.

    DeckError where the name cannot be a deck's, or the decks there cannot be listed.
    """
    name = checked_name(name)
    return _deck_files(data).get(name, data / "decks" / f"{name}{SUFFIX}")


def kept_deck(name: str, data: Path) -> EnrolledDeck:
    """The deck of that name in the data folder, for whoever may name decks and no files.

    FileNotFoundError, with a sentence, where there is none; DeckError where its file is damaged, it is no name, or the
    decks there cannot be listed.
    """
    try:
        return load_deck(deck_path(name, data))
    except FileNotFoundError as error:
        raise FileNotFoundError(Sentence("no deck called {deck} has been learned here", deck=name)) from error


def deck_file(name: str, data: Path) -> bytes:
    """The file of the deck of that name, as `kept_deck` would read it, and with its errors."""
    kept_deck(name, data)
    return read_regular(deck_path(name, data), _MOST_BYTES)


def find_deck(name_or_file: str, data: Path) -> EnrolledDeck:
    """The deck of that name in the data folder, or the one in the file of that path, as a command line names it.

    UsageError where there is neither; DeckError where the file is damaged or none, or the decks there cannot be listed.
    """
    if not name_or_file:
        raise UsageError("no deck is named")
    if _is_name(name_or_file):
        with contextlib.suppress(FileNotFoundError):
            return kept_deck(name_or_file, data)
    if os.path.isdir(name_or_file):
        raise UsageError(f"{name_or_file} is a folder, not a deck's file")
    try:
        return load_deck(Path(name_or_file))
    except DeckError:
        raise
    except (FileNotFoundError, ValueError) as error:
        raise UsageError(f"there is no enrolled deck {name_or_file} in {data}, nor such a file") from error


def load_deck(path: Path) -> EnrolledDeck:
    """The deck in a file. FileNotFoundError where there is none, DeckError where it is damaged or none at all."""
    try:
        return EnrolledDeck.from_bytes(read_regular(path, _MOST_BYTES), str(path))
    except FileNotFoundError:
        raise
    except NotADirectoryError as error:
        raise FileNotFoundError(error.errno, error.strerror, str(path)) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def keep_deck(deck: EnrolledDeck, data: Path) -> tuple[Path, bool]:
    """Write the deck's file, in the place of one of the same name; where it is, and whether there was one.

    OSError where it cannot be written, DeckError where the decks there cannot be listed; an old file is then as it was.
    """
    path = deck_path(deck.name, data)
    there = path.exists()
    keep_bytes(path, deck.to_bytes())
    return path, there


def kept_decks(data: Path, unfit: Callable[[DeckError], object], unusable: str | None = None) -> Iterator[EnrolledDeck]:
    """The decks in the data folder that were kept last, one by one, no more than are recognised at once; why others
    are left out, or all, is told to `unfit`, but of the one that is known to be `unusable`."""
    try:
        files = _deck_files(data)
    except DeckError as error:
        unfit(error)
        return
    decks = 0
    paths = [path for name, path in files.items() if name != unusable]
    for path in sorted(paths, key=_kept_at, reverse=True):
        if decks == MOST_AT_ONCE:
            return
        try:
            deck = load_deck(path)
        except FileNotFoundError:  # taken away meanwhile
            continue
        except DeckError as error:
            unfit(error)
        else:
            decks += 1
            yield deck


def kept_file(digest: str, data: Path) -> str | None:
    """The name of the deck whose file has that SHA-256; None where the data folder has none. DeckError where its decks
    cannot be listed."""
    for name, path in _deck_files(data).items():
        with contextlib.suppress(OSError):
            if hashlib.sha256(read_regular(path, _MOST_BYTES)).hexdigest() == digest:
                return name
    return None


def keep_file(file: bytes, data: Path) -> str:
    """Keep a deck's file from another table as it is; the name under which, with a number where another deck has it.

    DeckError where it is none or the decks here cannot be listed, OSError where it cannot be written.
    """
    name = EnrolledDeck.from_bytes(file, "the desk").name
    taken = _deck_files(data)
    numbered = (f"{name[: LONGEST_NAME - len(ending)]}{ending}" for ending in (f" {number}" for number in count(2)))
    free = next(one for one in chain([name], numbered) if one not in taken)
    keep_bytes(data / "decks" / f"{free}{SUFFIX}", file)
    return free


def deck_names(data: Path) -> list[str]:
    """The names of the decks in the data folder, in their order. DeckError where they cannot be listed."""
    return sorted(_deck_files(data))


def may_have_decks(data: Path) -> bool:
    """Whether there are decks in the data folder, also where they cannot be listed: whoever loads them is told why."""
    with contextlib.suppress(DeckError):
        return bool(_deck_files(data))
    return True


def chosen_deck(data: Path) -> str | None:
    """The name of the deck that the table plays with; None where it reads any."""
    name = kept_text(data / _CHOSEN)
    return name if name and _is_name(name) else None


def choose_deck(name: str | None, data: Path) -> None:
    """Keep which deck the table plays with, so that a power cut leaves the old choice or the new one."""
    keep_text(data / _CHOSEN, f"{name or ''}\n")


def _deck_files(data: Path) -> dict[str, Path]:
    """The deck files in the data folder by their composed names: a file that comes from a Mac has its accents apart.

    DeckError where they cannot be listed.
    """
    folder = data / "decks"
    try:
        files = sorted(os.listdir(folder))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise _unreadable(folder, error) from error
    decks = [file for file in files if file.endswith(SUFFIX) and not file.startswith(".")]
    return {unicodedata.normalize("NFC", file.removesuffix(SUFFIX)): folder / file for file in decks}


def _unreadable(path: Path, error: OSError) -> DeckError:
    why = Sentence("cannot be read: {why}", why=error.strerror or str(error))
    return DeckError(Sentence("{picture}: {what}", picture=path, what=why))


def _kept_at(path: Path) -> float:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _is_name(text: str) -> bool:
    try:
        checked_name(text)
    except DeckError:
        return False
    return True
