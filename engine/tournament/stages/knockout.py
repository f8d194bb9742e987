"""Knockout, with a second bracket for those who lost their first partida."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, zip_longest

from engine.lots import drawn_order
from engine.tournament.acts import Drawn, Pairing
from engine.tournament.fold import Partida
from engine.tournament.pairing import Matching
from engine.tournament.stages.bracket import Bracket, Meeting
from engine.tournament.stages.field import Stage, first
from engine.tournament.systems import Knockout


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
            Pairing(partida, round or self.stage.next_round, teams, self.stage.number, bracket=bracket, slot=slot)
            for partida, (bracket, round, (slot, teams)) in enumerate(self._meetings(seed), self.stage.next_partida)
        ]

    def going_on(self) -> tuple[str, ...]:
        """Who came furthest; those who came as far by the stage's standing among themselves."""
        main = self.bracket(1)
        reached = {
            team: (number, main.winner(partida) == team)
            for number, slots in enumerate(main.rounds)
            for partida in slots.values()
            for team in partida.pairing.teams
        }
        keys = {team: reached.get(team, (-1, False)) for team in self.stage.teams}
        return tuple(first(self.system.go_on, self.stage.places(keys)))

    def drawn_anew(self, partida: Partida) -> list[tuple[Partida | None, Drawn | None]]:
        """What has been drawn since a partida as if its loser had won it, each with what takes its place; None: the
        next draw finds out who meets there."""
        pairing = partida.pairing
        one, other = pairing.teams
        if other is None or pairing.slot is None or not self.stage.tournament.counts(partida):
            return []
        winner, bracket = str(partida.winner), self.bracket(pairing.bracket)
        way = bracket.way(pairing.round, pairing.slot)[1:]
        ways = [way] if way and way[0].has(str(partida.other(winner))) else []
        second, wrong = self.bracket(2), self._wrong_in_second(partida)
        again = pairing.bracket == 1 and self._has_first(*(past for way in ways for past in way))
        if len(wrong) == 2 and not again and not second.is_void:
            ways += [second.way(past.pairing.round, slot) for slot, past in second.drawn[0].items() if past.has(winner)]
            wrong = []
        number = count(self.stage.next_partida)
        anew: list[tuple[Partida | None, Drawn | None]] = []
        for past, *later in ways:
            drawn = None
            if self.bracket(past.pairing.bracket).is_there(past):
                drawn = Drawn(replace(past.pairing.exchanged(one, other), partida=next(number)), past.seed)
            anew += [(past, drawn), *((further, None) for further in later)]
        if again:
            return anew + [(past, None) for slots in second.drawn for past in slots.values()]
        return anew + (self._second_anew(second, next(number)) if wrong else [])

    def _first_drawn(self) -> dict[str, int]:
        """The first partida that was drawn for every team that had an opponent, as far as it is still there."""
        firsts: dict[str, int] = {}
        for slots in self.bracket(1).rounds:
            for partida in slots.values():
                for team in partida.pairing.teams if None not in partida.pairing.teams else ():
                    firsts.setdefault(str(team), partida.pairing.partida)
        return firsts

    def _has_first(self, *partidak: Partida) -> bool:
        """Whether one of these is the first of a team: who has lost that is not known until it is played again."""
        firsts = self._first_drawn()
        return any(firsts.get(str(team)) == past.pairing.partida for past in partidak for team in past.pairing.teams)

    def _wrong_in_second(self, partida: Partida) -> list[str]:
        """Of whom it was the first partida, and who is in the second bracket and has won it, or is not and has lost;
        all of whom it was the first where the second bracket is void."""
        second = self.bracket(2)
        if partida.pairing.bracket == 2 or not second.partidak:
            return []
        firsts = self._firsts()
        return [
            team
            for team in map(str, partida.pairing.teams)
            if firsts.get(team) is partida
            and (second.is_void or (team == partida.winner) == any(past.has(team) for past in second.drawn[0].values()))
        ]

    def _second_anew(self, second: Bracket, number: int) -> list[tuple[Partida | None, Drawn | None]]:
        """The second bracket, and what takes its place since others have lost their first partida."""
        seed = second.partidak[0].seed
        pairings = [
            Pairing(partida, self.stage.next_round, teams, self.stage.number, bracket=2, slot=slot)
            for partida, (slot, teams) in enumerate(self._second_begins(seed, self._losers(going_on=False)), number)
        ]
        past = [partida for slots in second.drawn for _, partida in sorted(slots.items())]
        return [*zip_longest(past, (Drawn(pairing, seed) for pairing in pairings))]

    def _meetings(self, seed: str) -> list[tuple[int, int | None, Meeting]]:
        """What is to be played next, bracket by bracket, in which round; what has to be drawn again comes by itself."""
        main, second = self.bracket(1), self.bracket(2)
        if not main.partidak:
            order = self.stage.teams if self.system.seeded else self._drawn(seed, 1, self.stage.teams)
            return [(1, None, meeting) for meeting in first_round(order)]
        nobody: tuple[int | None, list[Meeting]] = None, []
        brackets = {1: main.next_round(), 2: second.next_round() if second.partidak else nobody}
        again = [number for number, (round, _) in brackets.items() if round is not None]
        found = [
            (number, round, meeting)
            for number, (round, meetings) in brackets.items()
            for meeting in meetings
            if number in again[:1] or not again
        ]
        if again or second.partidak:
            return found
        if self.system.second_bracket:
            found += [(2, None, meeting) for meeting in self._second_begins(seed, self._losers(bool(found)))]
        return found

    def _second_begins(self, seed: str, losers: Sequence[str]) -> list[Meeting]:
        """The first round of the second bracket; nobody alone."""
        order = losers if self.system.seeded else self._drawn(seed, 2, losers)
        return first_round(order) if len(losers) > 1 else []

    def bracket(self, number: int) -> Bracket:
        """A bracket as it was drawn. Of the second one a round that is void is past once another one was drawn, and all
        of it once it is void and somebody's first partida was drawn after it."""
        partidak = [partida for partida in self.stage.partidak if partida.pairing.bracket == number]
        if number == 1 or not partidak:
            return Bracket(partidak, self.stage.tournament.out)
        standing = [one.pairing.round for one in partidak if not one.void]
        begins = min(standing, default=partidak[-1].pairing.round)
        partidak = [one for one in partidak if one.pairing.round >= begins]
        if all(one.void for one in partidak):
            firsts, drawn = self._first_drawn(), partidak[-1].pairing.partida
            if not firsts.keys() >= set(self.stage.teams) or max(firsts.values(), default=0) > drawn:
                partidak = []
        return Bracket(partidak, self.stage.tournament.out)

    def _drawn(self, seed: str, bracket: int, teams: Iterable[str]) -> list[str]:
        return drawn_order(seed, f"bracket {bracket} of stage {self.stage.number}", teams)

    def _losers(self, going_on: bool) -> list[str]:
        """Who lost the first partida, the best first; nobody while some have not played yet."""
        firsts, counts = self._firsts(), self.stage.tournament.counts
        if going_on and not firsts.keys() >= set(self.stage.teams):
            return []
        lost = {team for team, one in firsts.items() if not counts(one) or one.winner != team}
        return [row.team for row in self.stage.standings() if row.team in lost]

    def _firsts(self) -> dict[str, Partida]:
        """The first partida of every team that has won or lost one.

        Whom somebody has beaten who left afterwards, and who did not go on, has lost too.
        """
        firsts: dict[str, Partida] = {}
        rounds = self.bracket(1).drawn
        playing = [{team for one in slots.values() for team in one.pairing.teams} for slots in rounds]
        for partidak, on in zip(rounds, [*playing[1:], playing[-1]], strict=True):
            for partida in partidak.values():
                counts = self.stage.tournament.counts(partida)
                for team in partida.pairing.teams if None not in partida.pairing.teams else ():
                    if counts or team not in on:
                        firsts.setdefault(str(team), partida)
        return firsts


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
