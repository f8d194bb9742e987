"""Groups: everybody against everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engine.lots import drawn_order
from engine.tournament.acts import Pairing
from engine.tournament.matchings import Matching
from engine.tournament.stages.stage import Cut, Play, cut, levels
from engine.tournament.systems import Groups


@dataclass(frozen=True, slots=True)
class GroupPlay(Play):
    """A stage of groups. All its rounds are drawn at once; who has nobody to meet in a round rests, and has no bye."""

    system: Groups

    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """All its rounds."""
        groups = [everybody_meets(group) for group in self._drawn(seed)]
        made: list[Pairing] = []
        for round, meetings in enumerate(zip_longest(*groups, fillvalue=()), self.stage.next_round):
            for name, pairs in zip(names(len(groups)), meetings, strict=True):
                begins = self.stage.next_partida + len(made)
                made += [Pairing(n, round, pair, self.stage.number, name) for n, pair in enumerate(pairs, begins)]
        return made

    def cuts(self) -> list[Cut]:
        """The first of every group."""
        return [cut(self.system.go_on, levels(self.stage.standings(group))) for group in self._played()]

    def going_on(self) -> list[list[str]]:
        """All group winners before all seconds; by the stage's standing among themselves."""
        reached: dict[str, tuple[int, ...]] = {}
        for group in self.cuts():
            place = 1
            for level in group.decided():
                reached |= dict.fromkeys(level, (-place,))
                place += len(level)
        return self.stage.places(reached)

    def _played(self) -> Iterator[list[str]]:
        """The teams of each group."""
        groups: dict[str | None, list[str]] = {}
        for partida in self.stage.partidak:
            group = groups.setdefault(partida.pairing.group, [])
            group += [team for team in partida.pairing.teams if team in self.stage.teams and team not in group]
        yield from groups.values()

    def _drawn(self, seed: str) -> list[list[str]]:
        number, teams = self.system.groups, self.stage.teams
        size = number if self.system.seeded else len(teams)
        purpose = f"groups of stage {self.stage.number}"
        groups: list[list[str]] = [[] for _ in range(number)]
        order = [
            team
            for start in range(0, len(teams), size)
            for team in drawn_order(seed, purpose, teams[start : start + size])
        ]
        for place, team in enumerate(order):
            groups[place % number].append(team)
        return groups


def names(number: int) -> list[str]:
    """What so many groups are called: A to Z, then by numbers."""
    return [chr(ord("A") + place) if number <= 26 else str(place + 1) for place in range(number)]


def everybody_meets(teams: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The rounds in which each of the teams meets each other once, by the circle: one stays, the others move on."""
    circle: list[str | None] = [*teams, None] if len(teams) % 2 else [*teams]
    half, rounds = len(circle) // 2, []
    for _ in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append([(one, other) for one, other in pairs if one is not None and other is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds
