"""Whole tournaments played through by chance: every draw, every result, teams that leave and come back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from engine.errors import TournamentError
from engine.tournament import json_lines
from engine.tournament.acts import Act, Drawn, Left, LotDrawn, Pairing, Reported, Returned
from engine.tournament.draw import drawn_anew, next_round
from engine.tournament.fields import line_of
from engine.tournament.fold import Fold
from engine.tournament.matchings import Matching
from engine.tournament.state import Tournament

Check = Callable[[Tournament, Sequence[Pairing]], None]
"""What is looked at when a round has been drawn."""


class Played:
    """A tournament that is played: its lines as they would stand in a file, and how it stands."""

    def __init__(
        self, teams: int, stages: list[dict[str, Any]], matching: Matching, seed: int = 0, rules: str = "nabo"
    ) -> None:
        self.chance = Random(seed)
        self.matching = matching
        ids = [{"id": f"T{number:03}"} for number in range(1, teams + 1)]
        self.target = 5 if rules == "nabo" else 40
        self.header = {"teams": ids, "rules": rules, "options": {"mantxak": 1, "target": self.target}, "stages": stages}
        self.acts: list[Act] = []
        self._fold: Fold = json_lines.begun(self.header)

    @property
    def tournament(self) -> Tournament:
        """As it stands."""
        return self._fold.tournament

    @property
    def lines(self) -> list[dict[str, Any]]:
        """As a file has it."""
        return [self.header, *map(line_of, self.acts)]

    def say(self, act: Act) -> None:
        """The next act."""
        self._fold.add(act)
        self.acts.append(act)

    def draw(self, seed: str) -> list[Pairing]:
        """The next round, which is said; none once nothing is left to be drawn. Where a lot is missing it is drawn."""
        try:
            pairings = next_round(self.tournament, seed, self.matching)
        except TournamentError as error:
            if "draw a lot" in str(error):
                self.say(LotDrawn(error.sentence.values["teams"], seed))
                return self.draw(seed)
            if "nothing is left" in str(error):
                return []
            raise
        for pairing in pairings:
            self.say(Drawn(pairing, seed))
        return pairings

    def follow(self, partida: int) -> None:
        """What was drawn from a partida's other winner is past, and what can be drawn anew is."""
        anew = drawn_anew(self.tournament, partida)
        for one, _ in anew:
            if one and not one.past:
                self.say(Reported(one.pairing, void=True, past=True))
        for _, drawn in anew:
            if drawn:
                self.say(drawn)

    def report(self, pairings: Sequence[Pairing]) -> None:
        """A result for each, by chance, which says of a partida no more than its number, its round and its teams."""
        for pairing in pairings:
            if pairing.teams[1] is not None:
                side, less = self.chance.random() < 0.5, self.chance.randrange(5)
                said = Pairing(pairing.partida, pairing.round, pairing.teams)
                self.say(Reported(said, ((self.target, less) if side else (less, self.target),)))

    def through(self, check: Check, leaving: bool = True, most: int = 600) -> int:
        """Plays it to its end, or for so many draws; with teams that leave in every round and some that come back."""
        for number in range(1, most + 1):
            pairings = self.draw(f"seed {number}")
            if not pairings:
                return number - 1
            check(self.tournament, pairings)
            staying = [team for team in self.tournament.teams if team not in self.tournament.out]
            if leaving and len(staying) > 3:
                self.say(Left(self.chance.choice(staying), "withdrawn", "went home"))
            self.report(pairings)
            if self.tournament.out and self.chance.random() < 0.3:
                self.say(Returned(self.chance.choice(sorted(self.tournament.out)), "came back"))
        return most


def as_read(played: Played) -> Tournament:
    """The tournament as another program reads it out of the lines."""
    lines = [(number, json.dumps(line)) for number, line in enumerate(played.lines, 1)]
    tournament, errors = json_lines.read(lines)
    assert tournament is not None
    assert errors == []
    return tournament


def past(tournament: Tournament) -> list[int]:
    """The numbers of the partidak that are past."""
    return [number for number, partida in tournament.partidak.items() if partida.past]


def every_pairing_is_sound(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Nobody twice in a round, nobody who has left, and the numbers go on."""
    for number in {pairing.round for pairing in pairings}:
        teams = [team for pairing in pairings if pairing.round == number for team in pairing.teams if team]
        assert len(teams) == len(set(teams))
        assert not set(teams) & set(tournament.out)
    numbers = [pairing.partida for pairing in pairings]
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    assert max(tournament.partidak) == numbers[-1]
