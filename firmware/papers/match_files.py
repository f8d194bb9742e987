"""A match as files to take away: JSON lines, text, score sheet, replay; a club's own rule book goes along."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from engine.sentences import Sentence
from firmware.keeping.folders import sync
from firmware.keeping.played_matches import PlayedMatch
from firmware.session.finished import noted_in
from words.text import Speech

FORMS = ("jsonl", "text", "pdf", "html")
_NAME_THE_BOOK = ("jsonl", "text")
"""The forms that name the match's rule book: a club's own goes along with them."""
_ENDINGS = {"jsonl": ".jsonl", "text": ".txt", "pdf": ".pdf", "html": ".html", "rules": "-rules.toml"}


class ExportError(OSError):
    """The files could not be written; the message is a sentence for the players."""


def exported(match: PlayedMatch, say: Speech, forms: Collection[str] = FORMS) -> dict[str, bytes]:
    """The files of a match by their form, of `FORMS`; with one that names its rule book, where that is a club's own,
    `rules` goes along.

    What is to be scored anew names that file, which lies beside it, and not the one that the table was started with.
    """
    along = ["rules"] if any(form in forms for form in _NAME_THE_BOOK) else []
    match = match if match.book_text is None else _by_the_book_that_goes_along(match)
    files = {form: _made(match, form, say) for form in (*forms, *along)}
    return {form: content for form, content in files.items() if content is not None}


def _by_the_book_that_goes_along(match: PlayedMatch) -> PlayedMatch:
    played = match.sheet.match
    header = replace(played.header, rules=file_name(match, "rules"))
    return replace(match, sheet=replace(match.sheet, match=replace(played, header=header)))


def _made(match: PlayedMatch, form: str, say: Speech) -> bytes | None:
    """The file of that form; None where there is none. What takes long to load is wanted seldom."""
    if form == "pdf":
        from firmware.papers.score_sheet import score_sheet

        return score_sheet(match, say)
    if form == "html":
        from firmware.panel.review.replay import replay_file

        return replay_file(match.figures.standing, noted_in(match.sheet)[0], say)
    if form == "rules":
        return match.book_text.encode() if match.book_text is not None else None
    return (match.text() if form == "text" else match.json_lines()).encode()


def file_name(match: PlayedMatch, form: str) -> str:
    """What a file of a match is called."""
    return match.name + _ENDINGS[form]


def write(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, each whole or not at all, and on the disk when this returns; the paths.

    ExportError in one sentence where the folder is gone, full, or cannot be written: a stick may be pulled out at any
    moment.
    """
    written: list[Path] = []
    part = None
    try:
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "it is not there")
        for name, content in files.items():
            part = folder / f".{name}.part"
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, folder / name)
            written.append(folder / name)
        sync(folder)
    except OSError as refused:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        why = refused.strerror or str(refused)
        done = (
            Sentence("{count} of {number} files were written", count=len(written), number=len(files))
            if written
            else Sentence("nothing was written")
        )
        raise ExportError(
            Sentence("the match could not be written to {folder} ({why}): {done}", folder=folder, why=why, done=done)
        ) from refused
    return written
