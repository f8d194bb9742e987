"""Catalogues of texts: `.po` files as gettext has them, without plural forms, read as they stand."""

from __future__ import annotations

import json
import re
from string import Formatter

_LINE = re.compile(r'(?:(msgid|msgstr)\s+)?("(?:[^"\\]|\\.)*")\s*')


class CatalogueError(ValueError):
    """A catalogue that does not say what it should; the message names the line."""


def parse_catalogue(text: str) -> dict[str, str]:
    """The translations in a `.po` file's text, by the English text. CatalogueError where it makes no sense.

    A text that is there twice, one without a translation, and a translation with a `{name}` that the text has not are
    errors.
    """
    texts: dict[str, str] = {}
    said: dict[str, str] = {}
    part = ""
    for number, line in enumerate([*text.splitlines(), 'msgid ""'], 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None or not (found[1] or part):
            raise CatalogueError(f"line {number}: {line!r} is no line of a catalogue")
        if found[1] == "msgid":
            if said:
                _add(texts, said, number)
            said = {}
        if found[1]:
            part = found[1]
            said[part] = ""
        try:
            said[part] += json.loads(found[2])
        except ValueError as error:
            raise CatalogueError(f"line {number}: {line!r}: {error}") from error
    return texts


def _add(texts: dict[str, str], said: dict[str, str], number: int) -> None:
    english, translated = said.get("msgid", ""), said.get("msgstr", "")
    if not english:
        return  # the head of the file, which is about the file
    if not translated:
        raise CatalogueError(f"before line {number}: {english!r} has no translation")
    if english in texts:
        raise CatalogueError(f"before line {number}: {english!r} is there twice")
    if strange := names(translated) - names(english):
        raise CatalogueError(
            f"before line {number}: {{{min(strange)}}} stands in {translated!r}, and not in {english!r}"
        )
    texts[english] = translated


def names(text: str) -> set[str]:
    """The names in braces in a text. CatalogueError where the braces do not fit."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise CatalogueError(f"{text!r}: {error}") from error
