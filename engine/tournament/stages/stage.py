"""What a system knows of the stage that it plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf

from engine.errors import TournamentError
from engine.lots import drawn_order
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Pairing
from engine.tournament.matchings import Matching
from engine.tournament.standings import Row, standings
from engine.tournament.state import Partida, Tournament


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a tournament: its number, and those who play in it, the best first.

    Who has left is not among `teams`, but its partidak are among `partidak`.
    """

    tournament: Tournament
    number: int
    teams: tuple[str, ...]

    @property
    def partidak(self) -> tuple[Partida, ...]:
        """What has been drawn or reported of it, in the order of the numbers.

        Where others go on to it by now than when it was first drawn, nothing of that draw, which is past as a whole.
        """
        partidak = (partida for _, partida in sorted(self.tournament.partidak.items()))
        found = [partida for partida in partidak if partida.pairing.stage == self.number]
        begins = min((partida.pairing.round for partida in found if not partida.past), default=inf)
        return tuple(partida for partida in found if partida.pairing.round >= begins)

    @property
    def rounds(self) -> int:
        """How many rounds there have been."""
        return len({partida.pairing.round for partida in self.partidak})

    @property
    def next_round(self) -> int:
        """The number of the round that is drawn next."""
        return max((partida.pairing.round for partida in self.tournament.partidak.values()), default=0) + 1

    @property
    def next_partida(self) -> int:
        """The number of the partida that is drawn next."""
        return max(self.tournament.partidak, default=0) + 1

    def standings(self, teams: Sequence[str] | None = None, before: float = inf) -> list[Row]:
        """The standing of these teams, or of all, in this stage alone, by its rounds before that one."""
        return standings(
            self.tournament,
            self.teams if teams is None else teams,
            lambda partida: partida.pairing.stage == self.number and partida.pairing.round < before,
        )

    def places(self, reached: Mapping[str, tuple[int, ...]]) -> list[list[str]]:
        """The teams of each place: who has `reached` more stands before, who as much by the standing among them."""
        order = sorted(set(reached.values()), reverse=True)
        as_far = ([team for team in reached if reached[team] == one] for one in order)
        return [level for teams in as_far for level in levels(self.standings(teams))]

    def pairings(self, teams: Iterable[tuple[str, str | None]]) -> list[Pairing]:
        """The next round, of these meetings."""
        return [
            Pairing(partida, self.next_round, pair, self.number)
            for partida, pair in enumerate(teams, self.next_partida)
        ]


class TieError(TournamentError):
    """Some `teams` share a place, and not all of them go on: a lot has to be drawn among them."""

    def __init__(self, teams: Sequence[str]) -> None:
        why = msgid("{teams} share a place, and not all of them go on: draw a lot among them")
        super().__init__(Sentence(why, teams=tuple(teams)))
        self.teams = tuple(teams)


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on from a stage, or a group of it, as far as the standing says: `surely` those, place by place, and some
    of those who are `tied` at the line, by a lot."""

    surely: list[list[str]]
    tied: tuple[str, ...] = ()

    def decided(self) -> list[list[str]]:
        """Who goes on, place by place; TieError where a lot has to be drawn first."""
        if self.tied:
            raise TieError(self.tied)
        return self.surely


@dataclass(frozen=True, slots=True)
class Play(ABC):
    """A stage as its system plays it."""

    stage: Stage

    def over(self) -> bool:
        """Whether nothing of it is left to be drawn: once anything is, where that is all of it at once."""
        return bool(self.stage.partidak)

    @abstractmethod
    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """Who meets whom next, of as many teams as the system needs; TournamentError where that cannot be said."""

    def in_play(self) -> Collection[str]:
        """Who may be drawn again in it, as far as is known."""
        return () if self.over() else self.stage.teams

    @abstractmethod
    def cuts(self) -> list[Cut]:
        """Who goes on to the next stage, as far as the standing says: of the stage, or of each of its groups."""

    def going_on(self) -> list[list[str]]:
        """Who goes on to the next stage, place by place; TieError where a lot has to be drawn first."""
        return [level for one in self.cuts() for level in one.decided()]


def levels(rows: Iterable[Row]) -> list[list[str]]:
    """The teams of each place."""
    return [[row.team for row in level] for _, level in groupby(rows, key=lambda row: row.place)]


def cut(number: int, places: Iterable[list[str]]) -> Cut:
    """The first so many teams go on; where that parts those who share a place, the lot says who of them.

    >>> cut(2, [["T1"], ["T2", "T3"]])
    Cut(surely=[['T1']], tied=('T2', 'T3'))
    """
    surely: list[list[str]] = []
    for level in places:
        if 0 < number < len(level):
            return Cut(surely, tuple(level))
        if number > 0:
            surely.append(level)
        number -= len(level)
    return Cut(surely)


def seeds(seed: str, what: str, places: Iterable[Sequence[str]]) -> list[str]:
    """The teams by their places, for a bracket or groups, say; the seed's lot parts those who share one."""
    return [team for level in places for team in drawn_order(seed, f"seeds of {what}", level)]
