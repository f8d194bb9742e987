"""Knockout, with a second bracket for those who lost their first partida."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, zip_longest
from math import inf

from engine.lots import drawn_order
from engine.tournament.acts import Drawn, Pairing
from engine.tournament.matchings import Matching
from engine.tournament.stages.bracket import Bracket, Meeting
from engine.tournament.stages.stage import Cut, Play, cut, levels, seeds
from engine.tournament.state import Partida
from engine.tournament.systems import Knockout

Anew = tuple[Partida | None, Drawn | None]
"""What was drawn and what takes its place, as far as there is anything."""


@dataclass(frozen=True, slots=True)
class KnockoutPlay(Play):
    """A stage of knockout."""

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

    def in_play(self) -> Collection[str]:
        """Who has not lost in a bracket, or waits for the second one."""
        main, second = self.bracket(1), self.bracket(2)
        if not main.partidak:
            return self.stage.teams
        waits = self.system.second_bracket and not second.partidak
        return main.in_play | second.in_play | {team for team, (_, lost) in self._firsts().items() if lost and waits}

    def cuts(self) -> list[Cut]:
        """Who came furthest; those who came as far by the stage's standing among themselves."""
        main = self.bracket(1)
        reached = {
            team: (number, main.winner(partida) == team)
            for number, slots in enumerate(main.rounds)
            for partida in slots.values()
            for team in partida.pairing.teams
        }
        keys = {team: reached.get(team, (-1, False)) for team in self.stage.teams}
        return [cut(self.system.go_on, self.stage.places(keys))]

    def drawn_anew(self, partida: Partida) -> list[Anew]:
        """What was drawn from a partida as if its loser had won it, each with what takes its place; with nothing, where
        the partida is open again, both have lost it, or neither of its teams was in when that was drawn."""
        return self._anew(partida, count(self.stage.next_partida))

    def _anew(self, partida: Partida, number: Iterator[int]) -> list[Anew]:
        """The same, with the numbers of what takes a place."""
        pairing, winner = partida.pairing, str(partida.winner)
        if pairing.slot is None:
            return []
        is_open, loser = self.stage.tournament.is_open(partida), None if partida.lost_by_both else partida.other(winner)
        bracket = self.bracket(pairing.bracket)
        says = partida.both_have_lost or not (partida.void or any(team in bracket.out for team in pairing.teams))
        if not says:
            return []
        begins, *way = bracket.way(partida)
        if not is_open and _is_drawn_right(partida, way):
            way = []
        anew: list[Anew] = [(one, None) for one in way]
        if not is_open and loser and any(one.has(loser) for one in way[:1]):
            anew = _exchanged(way, winner, loser, number)
        again = [begins, *way] if is_open else way
        return anew if pairing.bracket == 2 else anew + self._second_anew(partida, again, number)

    def _second_anew(self, partida: Partida, way: Sequence[Partida], number: Iterator[int]) -> list[Anew]:
        """What becomes of the second bracket once a partida of the first one, whose winner's way is that, has another
        winner.

        It waits where somebody's first partida lies on the way: that is played again, or by a team that is back and had
        a bye only now. The two teams change places where it was the first partida of both; where it was that of one of
        them, all of it is drawn anew. Where it stands as it was drawn, what was drawn in it while one of them was
        champion of the first bracket follows.
        """
        second, firsts = self.bracket(2), {team: first for team, (first, _) in self._firsts().items()}
        past = [one for slots in second.drawn for _, one in sorted(slots.items())]
        comes = way and any(team is not None and team not in firsts for team in partida.pairing.teams)
        if comes or any(first is one for first in firsts.values() for one in way):
            return [(one, None) for one in past]
        entered = {team for slots in second.drawn[:1] for one in slots.values() for team in one.pairing.teams}
        wrong = [
            team
            for team in self.stage.teams
            if firsts.get(team) is partida and (team == partida.winner) == (team in entered)
        ]
        if not past or not wrong:
            theirs = (one for one in second.partidak if any(one.has(str(team)) for team in partida.pairing.teams))
            return next(filter(None, (self._anew(one, number) for one in theirs)), [])
        if len(wrong) == 2 and partida.winner:
            winner, loser = str(partida.winner), str(partida.other(str(partida.winner)))
            [begins] = [one for one in second.drawn[0].values() if one.has(winner)]
            return _exchanged(second.way(begins), winner, loser, number)
        seed, round = past[0].seed, self.stage.next_round
        drawn = [
            Drawn(Pairing(next(number), round, teams, self.stage.number, bracket=2, slot=slot), seed)
            for slot, teams in self._second_begins(seed, self._losers(seed, going_on=False))
        ]
        return [*zip_longest(past, drawn)]

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
            found += [(2, None, meeting) for meeting in self._second_begins(seed, self._losers(seed, bool(found)))]
        return found

    def _second_begins(self, seed: str, losers: Sequence[str]) -> list[Meeting]:
        """The first round of the second bracket; nobody alone."""
        order = losers if self.system.seeded else self._drawn(seed, 2, losers)
        return first_round(order) if len(losers) > 1 else []

    def bracket(self, number: int) -> Bracket:
        """A bracket as it was drawn; the second one as it was drawn last, and nothing once all of it is past.

        Whoever has won the first one is out of the second: where the winner of the final has left, whoever lost it
        there is champion, as if that one had never taken part (nabo 24), and has lost no first partida any more.
        """
        partidak = [partida for partida in self.stage.partidak if partida.pairing.bracket == number]
        out = set(self.stage.tournament.out)
        if number == 2:
            begins = min((one.pairing.round for one in partidak if not one.past), default=inf)
            partidak = [one for one in partidak if one.pairing.round >= begins]
            out.update(filter(None, [self.bracket(1).champion]))
        return Bracket(partidak, out)

    def _drawn(self, seed: str, bracket: int, teams: Iterable[str]) -> list[str]:
        return drawn_order(seed, f"bracket {bracket} of stage {self.stage.number}", teams)

    def _losers(self, seed: str, going_on: bool) -> list[str]:
        """Who lost the first partida, the best first; nobody while some have not played yet."""
        firsts = self._firsts()
        if going_on and not firsts.keys() >= set(self.stage.teams):
            return []
        lost = {team for team, (_, has_lost) in firsts.items() if has_lost}
        order = seeds(seed, f"bracket 2 of stage {self.stage.number}", levels(self.stage.standings()))
        return [team for team in order if team in lost]

    def _firsts(self) -> dict[str, tuple[Partida, bool]]:
        """The first partida of every team that has been drawn against another one, and whether it has lost it: where it
        does not count, whether the other one went on.

        It is none where the other one has left and did not go on, unless both have lost it and the team did not go on
        either.
        """
        tournament, rounds = self.stage.tournament, self.bracket(1).rounds
        firsts: dict[str, tuple[Partida, bool]] = {}
        for slots, later in zip_longest(rounds, rounds[1:], fillvalue=dict[int, Partida]()):
            on = {team for one in later.values() for team in one.pairing.teams}
            for one in slots.values():
                for team in one.pairing.teams if None not in one.pairing.teams else ():
                    beaten = one.other(str(team)) in on or (one.both_have_lost and team not in on)
                    if beaten or tournament.out.keys().isdisjoint(one.pairing.teams):
                        lost = one.winner != team if tournament.counts(one) else beaten
                        firsts.setdefault(str(team), (one, lost))
        return firsts


def _is_drawn_right(partida: Partida, way: Sequence[Partida]) -> bool:
    """Whether the way from a partida stands: it begins with its winner; or both have lost it, and neither is there."""
    if partida.lost_by_both:
        return not any(one.has(str(team)) for one in way if not one.past for team in partida.pairing.teams)
    return any(one.has(str(partida.winner)) for one in way[:1])


def _exchanged(way: Sequence[Partida], winner: str, loser: str, number: Iterator[int]) -> list[Anew]:
    """A way with these teams in each other's place: in what comes first at once, further on by the next draw."""
    begins, *later = way
    exchanged = begins.pairing.exchanged(winner, loser)
    drawn = None if begins.past else Drawn(replace(exchanged, partida=next(number)), begins.seed)
    return [(begins, drawn), *((one, None) for one in later)]


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
