"""Entries as a list that somebody typed or exported: a team a line, its name, club and two players."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Final

from desk.reading import lines
from engine.errors import MusError
from engine.sentences import Sentence
from engine.tournament.entries import TeamEntry, plain

_SEPARATORS: Final = "\t;,"
_NAMES: Final = frozenset({"team", "name", "taldea", "izena", "bikotea", "equipo", "nombre", "pareja", "équipe", "nom"})
"""What alone above the first column says that a line is one of headings."""
_HEADINGS: Final = _NAMES | {
    *("club", "player"),
    *("kluba", "jokalari", "jokalaria"),
    *("jugador", "jugadora"),
    *("joueur", "joueuse"),
}
"""Words of which a column's heading is made, in any language and whichever the column."""
_COLUMNS: Final = 4
_MOST: Final = 60
"""Letters of a name."""
_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What has letters beside it run the other way."""
_LOST: Final = "\N{REPLACEMENT CHARACTER}"
"""What stands for a letter that whoever read a text could not make out."""


def read(text: str) -> tuple[dict[int, TeamEntry], dict[int, Sentence], str]:
    """The teams in a list, without ids, and why a line is none, by the lines' numbers; and the line of headings.

    A line is `team, club, player, player`, parted by commas, semicolons or tabs; a first line of headings is passed
    over. Without one that is empty.
    """
    found: dict[int, TeamEntry] = {}
    wrong: dict[int, Sentence] = {}
    headings = ""
    separator = max(_SEPARATORS, key=text.count)
    for number, line in enumerate(lines(text), 1):
        try:
            cells = _cells(line, separator)
            if number == 1 and _are_headings(*_columns(cells)):
                headings = line
            elif any(cells):
                found[number] = _entry(cells)
        except MusError as error:
            wrong[number] = Sentence.of(error)
    return found, wrong, headings


def entry(id: str, name: str, club: str, players: Sequence[str]) -> TeamEntry:
    """A team. MusError where it has no name, one is too long, or there are not two players."""
    name, club = _seen(name), _seen(club)
    given = tuple(player for player in map(_seen, players) if player)
    if not name and not given:
        raise MusError(Sentence("a team has a name, or its two players"))
    if len(given) not in (0, 2):
        raise MusError(Sentence("a team has two players, not {count}", count=len(given)))
    if len(given) == 2 and plain(given[0]) == plain(given[1]):
        raise MusError(Sentence("{player} is there twice", player=given[0]))
    if long := next((one for one in (name, club, *given) if len(one) > _MOST), None):
        raise MusError(Sentence("a name has {most} letters at most: {name}", most=_MOST, name=long[:_MOST]))
    if lost := next((one for one in (name, club, *given) if _LOST in one), None):
        raise MusError(Sentence("letters of {name} are lost: save the list as UTF-8", name=lost))
    return TeamEntry(id, name, club, given)


def _cells(line: str, separator: str) -> list[str]:
    """The fields of a line. A quotation mark that is left open reaches no further than its line."""
    try:
        if line.count('"') % 2:
            raise csv.Error("a quotation mark is left open")
        rows = list(csv.reader([line], delimiter=separator))
    except csv.Error as error:
        raise MusError(Sentence("it is no line of a list: are its quotation marks closed?")) from error
    return [_seen(cell) for row in rows for cell in row]


def _seen(text: str) -> str:
    """A text as people see it, without what turns round the letters beside it; empty where nothing is to be seen."""
    return " ".join(_TURNING.sub("", text).split()) if plain(text) else ""


def _columns(cells: Sequence[str]) -> tuple[str, str, Sequence[str]]:
    name, club, *players = [*cells, "", "", ""][:_COLUMNS]
    return name, club, players


def _are_headings(name: str, club: str, players: Sequence[str]) -> bool:
    """Whether these stand above a list: a team may well be called Team 1 or Club, and a club Club."""
    if (words := plain(name).split()) and _NAMES.issuperset(words):
        return True
    given = [player.rstrip("0123456789") for player in players if player]
    return _is_heading(club) and (all(map(_is_heading, given)) if given else _is_heading(name))


def _is_heading(cell: str) -> bool:
    words = plain(cell).split()
    return bool(words) and _HEADINGS.issuperset(words)


def _entry(cells: Sequence[str]) -> TeamEntry:
    if len(cells) > _COLUMNS and any(cells[_COLUMNS:]):
        raise MusError(Sentence("a team has a name, a club and two players, not {count} fields", count=len(cells)))
    return entry("", *_columns(cells))
