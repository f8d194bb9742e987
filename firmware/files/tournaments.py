"""Tournaments in files: their lines read, and what is wrong with which of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from engine.errors import SheetError
from engine.tournament import json_lines
from engine.tournament.fold import Tournament
from engine.tournament.systems import Equipos
from firmware.files.arguments import source_of, told
from firmware.files.books import books_of
from firmware.files.lines import batches
from firmware.files.matches import bounded, decoded

_LARGEST: Final = 64_000_000
"""Characters of a tournament, at most: some half a million partidak."""


def read_tournament(path: str | None, command: str) -> tuple[Tournament | None, list[SheetError]]:
    """The tournament in the file, or in standard input, as of `json_lines.read`.

    What it remarks is said on standard error by `command`. UsageError where there is no such file, StreamError where
    standard input cannot be read.
    """

    def remark(line: int, what: str) -> None:
        told(command, f"line {line}: {what}")

    with source_of(path) as source:
        try:
            return json_lines.read(bounded(decoded(batches(source)), _LARGEST, "tournament"), books_of(path), remark)
        except SheetError as error:
            return None, [error]


def twice_in_a_round(tournament: Tournament) -> Iterator[str]:
    """A sentence for each team that is in several partidak of a round, as a mistyped number makes it.

    No law forbids it, and the lines may mean it: all of them count. In Mus por Equipos both sides sit at every table.
    """
    found = defaultdict[tuple[int, int, int, str], list[int]](list)
    if any(isinstance(stage, Equipos) for stage in tournament.terms.stages):
        return
    for number, partida in sorted(tournament.partidak.items()):
        pairing = partida.pairing
        for team in pairing.teams:
            if team is not None and team not in tournament.out and not partida.void:
                found[pairing.round, pairing.stage, pairing.bracket, team].append(number)
    for (round, _, _, team), partidak in found.items():
        if len(partidak) > 1:
            numbers = f"{', '.join(map(str, partidak[:-1]))} and {partidak[-1]}"
            yield f"round {round}: {team} is in partidak {numbers}: is a number mistyped?"
