"""Tournaments in files: their lines read, and what is wrong with which of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from engine.errors import SheetError, quoted
from engine.tournament import json_lines
from engine.tournament.entries import plain
from engine.tournament.state import Tournament
from engine.tournament.systems import Equipos
from firmware.files.arguments import source_of, told
from firmware.files.books import books_of
from firmware.files.lines import batches
from firmware.files.matches import bounded, decoded

_LARGEST: Final = 64_000_000
"""Characters of a tournament, at most: some half a million partidak."""
_EQUIPOS: Final = (
    "this is Mus por Equipos, whose result no line can say: "
    "hamarreko equipos takes it from the tables' records, a desk from its boxes"
)


def read_tournament(path: str | None, command: str) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the file, or in standard input, as of `json_lines.read`.

    What it remarks, and what there is to say of the tournament, is said on standard error by `command`. UsageError
    where there is no such file, StreamError where standard input cannot be read.
    """

    def remark(line: int, what: str) -> None:
        told(command, f"line {line}: {what}")

    with source_of(path) as source:
        try:
            tournament, errors = json_lines.read(
                bounded(decoded(batches(source)), _LARGEST, "tournament"), books_of(path), remark
            )
        except SheetError as error:
            return None, [error]
    if tournament is not None:
        for what in _remarks(tournament):
            told(command, what)
    return tournament, errors


def _remarks(tournament: Tournament) -> Iterator[str]:
    """What to say of a tournament beside its wrong lines: what it is about counts as it is written."""
    if any(isinstance(stage, Equipos) for stage in tournament.terms.stages):  # both sides sit at every table
        yield _EQUIPOS
    else:
        yield from _twice_in_a_round(tournament)
        yield from _of_another(tournament)
    yield from _in_two_teams(tournament)


def _twice_in_a_round(tournament: Tournament) -> Iterator[str]:
    """A sentence for each team that is in several partidak of a round, as a mistyped number makes it."""
    found = defaultdict[tuple[int, int, int, str], list[int]](list)
    for number, partida in sorted(tournament.partidak.items()):
        pairing = partida.pairing
        for team in pairing.teams:
            if team is not None and team not in tournament.out and not partida.void:
                found[pairing.round, pairing.stage, pairing.bracket, team].append(number)
    for (round, _, _, team), partidak in found.items():
        if len(partidak) > 1:
            yield f"round {round}: {team} is in partidak {_listed(partidak)}: is a number mistyped?"


def _of_another(tournament: Tournament) -> Iterator[str]:
    """A sentence for each partida of which a line says another round than the one before it, or other teams alone: its
    number may be that of another partida, whose result is lost by it."""
    for number, partida in sorted(tournament.partidak.items()):
        for earlier, later in pairwise(one.pairing for one in partida.said):
            if earlier.round != later.round or (set(earlier.teams) - {None}).isdisjoint(later.teams):
                was, now = (f"{_listed(filter(None, one.teams))} in round {one.round}" for one in (earlier, later))
                yield f"partida {number} was {was}, and by a later line is {now}: is its number mistyped?"


def _in_two_teams(tournament: Tournament) -> Iterator[str]:
    """A sentence for each player of several teams: that one is entered twice, or has a namesake.

    A desk refuses such a team: whoever enters it can write the name otherwise at once.
    """
    found = defaultdict[str, dict[str, str]](dict)
    for team, entry in tournament.teams.items():
        for player in entry.players:
            if team not in tournament.out and plain(player):
                found[plain(player)].setdefault(team, player)
    for teams in found.values():
        if len(teams) > 1:
            player = quoted(next(iter(teams.values())))
            yield f"{player} plays for {_listed(teams)}: if two people have that name, write something behind it"


def _listed(several: Iterable[object]) -> str:
    *most, last = map(str, several)
    return f"{', '.join(most)} and {last}" if most else last
