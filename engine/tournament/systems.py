"""The systems by which a stage of a tournament is played, as data; `engine.tournament.stages` plays them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Groups:
    """Everybody against everybody in so many groups; the first `go_on` of each go on to the next stage.

    `seeded`: those who stand next to each other come into different groups; otherwise the lot alone decides.
    """

    groups: int
    go_on: int = 1
    seeded: bool = False


@dataclass(frozen=True, slots=True)
class Rounds:
    """So many rounds (None: as many as are drawn), in each of which the teams with the nearest standings meet."""

    rounds: int | None = None
    go_on: int = 1


@dataclass(frozen=True, slots=True)
class Zeros:
    """Out with so many partidak lost, paired as in rounds, until at most `go_on` teams are left."""

    lives: int = 3
    go_on: int = 1


@dataclass(frozen=True, slots=True)
class Knockout:
    """Out with the first partida lost; byes up to a power of two.

    `seeded`: by the standing of the stage before, or in the first stage by the order of entry; otherwise drawn.
    `second_bracket`: those who lose their first partida play a knockout of their own.
    """

    seeded: bool = False
    second_bracket: bool = False
    go_on: int = 1


@dataclass(frozen=True, slots=True)
class Equipos:
    """Mus por Equipos: two sides at so many `tables`, an even number of them, with the same cards.

    `games` are all played; `jugadas` are dealt for each. It is its tournament's only stage.
    """

    tables: int
    games: int
    jugadas: int = 20


System = Groups | Rounds | Zeros | Knockout | Equipos
"""A stage's system with its settings."""
