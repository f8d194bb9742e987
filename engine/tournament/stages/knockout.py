"""Knockout, with a second bracket for those who lost their first partida."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.errors import TournamentError
from engine.lots import drawn_order
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Pairing
from engine.tournament.fold import Partida
from engine.tournament.pairing import Matching
from engine.tournament.stages.field import Stage, first
from engine.tournament.systems import Knockout

Meeting = tuple[int, tuple[str, str | None]]
"""The slot of a bracket's round, and who meets there."""


@dataclass(frozen=True)
class Bracket:
    """A bracket: its partidak so far, and who has left. A slot whose teams have all left is empty from then on; of
    several partidak in a slot the last one holds."""

    partidak: Sequence[Partida]
    out: Collection[str]

    @cached_property
    def rounds(self) -> list[dict[int, Partida]]:
        """The rounds so far, each by slot."""
        rounds: dict[int, dict[int, Partida]] = {}
        for partida in self.partidak:
            pairing = partida.pairing
            if pairing.slot is None:
                why = msgid("partida {partida} has no slot in the knockout's round")
                raise TournamentError(Sentence(why, partida=pairing.partida))
            rounds.setdefault(pairing.round, {})[pairing.slot] = partida
        return [slots for _, slots in sorted(rounds.items())]

    def next_round(self) -> list[Meeting]:
        """Who meets whom next; nobody once the final has been drawn, or nobody is left."""
        if len(self.rounds) == max(self.rounds[0]).bit_length():
            return []
        through = {slot: self.winner(partida) for slot, partida in self.rounds[-1].items()}
        meetings: list[Meeting] = []
        for slot in range(1, (max(self.rounds[0]) >> len(self.rounds)) + 1):
            winners = [team for half in (2 * slot - 1, 2 * slot) if (team := through.get(half)) is not None]
            if winners:
                meetings.append((slot, (winners[0], winners[1] if len(winners) > 1 else None)))
        return meetings

    def winner(self, partida: Partida) -> str | None:
        """Who goes on: the winner, or whoever has not left; None where both have.

        TournamentError where the judge has voided it.
        """
        staying = [team for team in partida.pairing.teams if team is not None and team not in self.out]
        if len(staying) == 2 and partida.void:
            why = msgid("partida {partida} is void, and a knockout needs its winner")
            raise TournamentError(Sentence(why, partida=partida.pairing.partida))
        return partida.winner if len(staying) == 2 else next(iter(staying), None)


@dataclass(frozen=True, slots=True)
class KnockoutPlay:
    """A stage of knockout."""

    stage: Stage
    system: Knockout

    def over(self) -> bool:
        """Once both brackets have had their finals."""
        return bool(self.stage.partidak) and not self._meetings("")

    def next_round(self, seed: str, matching: Matching) -> list[Pairing]:
        """The next round of the bracket, and that of the second one once everybody has played a partida."""
        return [
            Pairing(partida, self.stage.next_round, teams, self.stage.number, bracket=bracket, slot=slot)
            for partida, (bracket, (slot, teams)) in enumerate(self._meetings(seed), self.stage.next_partida)
        ]

    def going_on(self) -> tuple[str, ...]:
        """Who came furthest; those who came as far by the stage's standing among themselves."""
        main = self._bracket(1)
        reached = {
            team: (number, main.winner(partida) == team)
            for number, slots in enumerate(main.rounds)
            for partida in slots.values()
            for team in partida.pairing.teams
        }
        keys = {team: reached.get(team, (-1, False)) for team in self.stage.teams}
        return tuple(first(self.system.go_on, self.stage.places(keys)))

    def drawn_anew(self, partida: Partida) -> list[tuple[Partida, Pairing]]:
        """What has been drawn since a partida as if its loser had won it, each with what takes its place."""
        pairing = partida.pairing
        one, other = pairing.teams
        if other is None or not self.stage.tournament.counts(partida):
            return []
        latest = (past for bracket in (1, 2) for slots in self._bracket(bracket).rounds for past in slots.values())
        since = [past for past in latest if past.pairing.round > pairing.round]
        loser = partida.other(str(partida.winner))
        if not any(loser in past.pairing.teams for past in since if past.pairing.bracket == pairing.bracket):
            return []
        wrong = [past for past in since if not {*past.pairing.teams}.isdisjoint(pairing.teams)]
        return [
            (past, replace(past.pairing.exchanged(one, other), partida=number))
            for number, past in enumerate(wrong, self.stage.next_partida)
        ]

    def _meetings(self, seed: str) -> list[tuple[int, Meeting]]:
        """What is to be played next, bracket by bracket."""
        main, second = self._bracket(1), self._bracket(2)
        if not main.partidak:
            order = self.stage.teams if self.system.seeded else self._drawn(seed, 1, self.stage.teams)
            return [(1, meeting) for meeting in first_round(order)]
        found = [(1, meeting) for meeting in main.next_round()]
        if second.partidak:
            return found + [(2, meeting) for meeting in second.next_round()]
        if self.system.second_bracket and (losers := self._losers(bool(found))):
            order = losers if self.system.seeded else self._drawn(seed, 2, losers)
            found += [(2, meeting) for meeting in first_round(order)]
        return found

    def _bracket(self, number: int) -> Bracket:
        partidak = [partida for partida in self.stage.partidak if partida.pairing.bracket == number]
        return Bracket(partidak, self.stage.tournament.out)

    def _drawn(self, seed: str, bracket: int, teams: Iterable[str]) -> list[str]:
        return drawn_order(seed, f"bracket {bracket} of stage {self.stage.number}", teams)

    def _losers(self, going_on: bool) -> list[str]:
        """Who lost the first partida, the best first; nobody while some have not played yet, or of one alone.

        Whom somebody has beaten who left afterwards, and who did not go on, has lost too.
        """
        won: dict[str, bool] = {}
        rounds = self._bracket(1).rounds
        playing = [{team for one in slots.values() for team in one.pairing.teams} for slots in rounds]
        for partidak, on in zip(rounds, [*playing[1:], playing[-1]], strict=True):
            for partida in partidak.values():
                counts = self.stage.tournament.counts(partida)
                for team in partida.pairing.teams if None not in partida.pairing.teams else ():
                    if counts or team not in on:
                        won.setdefault(str(team), counts and partida.winner == team)
        if going_on and not won.keys() >= set(self.stage.teams):
            return []
        losers = [row.team for row in self.stage.standings() if not won.get(row.team, True)]
        return losers if len(losers) > 1 else []


def first_round(teams: Sequence[str]) -> list[Meeting]:
    """A bracket's first round for teams in the order of their strength, which meet as late as can be.

    The first have a bye where there are fewer teams than a power of two.

    >>> first_round(["T1", "T2", "T3"])
    [(1, ('T1', None)), (2, ('T2', 'T3'))]
    """
    places = [0]
    while len(places) < len(teams):
        last = 2 * len(places) - 1
        places = [place for one in places for place in (one, last - one)]
    pairs = zip(places[::2], places[1::2], strict=True)
    return [
        (slot, (teams[min(pair)], teams[max(pair)] if max(pair) < len(teams) else None))
        for slot, pair in enumerate(pairs, 1)
    ]
