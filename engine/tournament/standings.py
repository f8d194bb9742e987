"""Who stands where in a tournament, and why (nabo 22)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from engine.lots import drawn_order
from engine.rulebooks.fields import TieBreakName
from engine.sentences import AND, Sentence, msgid
from engine.tournament.acts import Drawn
from engine.tournament.state import Partida, Tournament


@dataclass(slots=True)
class Results:
    """What a team has done: partidak won and lost, mantxak won, tantos in lost partidak, and how often it beat whom."""

    partidak: int = 0
    lost: int = 0
    mantxak: int = 0
    lost_tantos: int = 0
    beaten: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """Where a team stands: its place, the teams that are `level` there, itself among them, and why it stands there.

    `alone`: why, None where others share the place.
    """

    place: int
    team: str
    results: Results
    level: tuple[str, ...]
    alone: Sentence | None

    @property
    def tied_with(self) -> tuple[str, ...]:
        """Who shares the place."""
        return tuple(other for other in self.level if other != self.team)

    @property
    def why(self) -> Sentence:
        """Why it stands there."""
        return self.alone or Sentence("shares the place with {teams}: level in everything", teams=self.tied_with)

    def to_dict(self) -> dict[str, Any]:
        """The row as its JSON."""
        return {
            "place": self.place,
            "team": self.team,
            "partidak": self.results.partidak,
            "mantxak": self.results.mantxak,
            "lost_tantos": self.results.lost_tantos,
            "tied_with": list(self.tied_with),
            "why": str(self.why),
        }


def standings(
    tournament: Tournament,
    teams: Collection[str] | None = None,
    counted: Callable[[Partida], bool] = lambda _: True,
) -> list[Row]:
    """The teams that have not left, in the order of their places; within a place in the order of their entry.

    `teams`: only these; `counted`: only such partidak, of those that count at all.
    """
    among = [team for team in tournament.teams if team not in tournament.out and (teams is None or team in teams)]
    results = _results(tournament, among, counted)
    order = _Order(tournament, results)
    places = [
        list(level) for _, level in groupby(sorted(among, key=order.values_of, reverse=True), key=order.values_of)
    ]
    return list(_rows(places, order, results))


def _results(tournament: Tournament, teams: Iterable[str], counted: Callable[[Partida], bool]) -> dict[str, Results]:
    results = {team: Results() for team in teams}
    for partida in tournament.partidak.values():
        if tournament.counts(partida) and counted(partida):
            for team in partida.pairing.teams:
                if team in results:
                    _add(results[team], team, partida, tournament.terms.bye_mantxak)
    return results


def _add(own: Results, team: str, partida: Partida, bye_mantxak: int) -> None:
    won = partida.winner == team
    own.partidak += won
    own.lost += not won
    other = partida.other(team)
    if other is None:
        counted = partida.pairing.bye_mantxak
        own.mantxak += bye_mantxak if counted is None else counted
        return
    assert not isinstance(partida.now, Drawn)
    side = partida.pairing.teams.index(team)
    own.mantxak += sum(tantos[side] > tantos[1 - side] for tantos in partida.now.mantxak)
    if won:
        own.beaten[other] = own.beaten.get(other, 0) + 1
    else:
        own.lost_tantos += sum(tantos[side] for tantos in partida.now.mantxak)


_Values = Mapping[str, int]
"""What teams that are level so far have by a tie-break; more is better."""


def _between(level: Sequence[str], results: Mapping[str, Results]) -> _Values:
    """Of exactly two teams how often each beat the other; of more nothing."""
    if len(level) != 2:
        return dict.fromkeys(level, 0)
    one, other = level
    return {one: results[one].beaten.get(other, 0), other: results[other].beaten.get(one, 0)}


_BY: Final[Mapping[TieBreakName, Callable[[Sequence[str], Mapping[str, Results]], _Values]]] = {
    "partidak": lambda level, results: {team: results[team].partidak for team in level},
    "mantxak": lambda level, results: {team: results[team].mantxak for team in level},
    "lost_tantos": lambda level, results: {team: results[team].lost_tantos for team in level},
    "between": _between,
}


class _Order:
    """What each team has by every tie-break, the lot last, among those with whom it is level so far.

    Two teams are compared by the first of them in which they differ: up to there they were level.
    """

    def __init__(self, tournament: Tournament, results: Mapping[str, Results]) -> None:
        self._tie_breaks = tournament.terms.tie_breaks
        self._lots = tournament.lots
        self._values: dict[str, list[int]] = {team: [] for team in results}
        self._seeds: dict[str, str] = {}
        levels = [list(results)]
        for name, _ in self._tie_breaks:
            levels = [part for level in levels for part in self._split(level, _BY[name](level, results))]
        for level in levels:
            self._split(level, self._by_lot(level))

    def values_of(self, team: str) -> list[int]:
        """What the team is placed by: more is better, the first number that differs decides."""
        return self._values[team]

    def _split(self, level: Sequence[str], values: _Values) -> Iterator[list[str]]:
        for team in level:
            self._values[team].append(values[team])
        parts: dict[int, list[str]] = {}
        for team in level:
            parts.setdefault(values[team], []).append(team)
        return iter(parts.values())

    def _by_lot(self, level: Sequence[str]) -> _Values:
        """The last lot that all the teams of the level were in decides; where there was none, nothing."""
        lot = next((lot for lot in reversed(self._lots) if set(level) <= set(lot.teams)), None)
        if lot is None or len(level) == 1:
            return dict.fromkeys(level, 0)
        self._seeds |= dict.fromkeys(level, lot.seed)
        order = drawn_order(lot.seed, "lot", lot.teams)
        return {team: -order.index(team) for team in level}

    def why(self, team: str, other: str) -> Sentence:
        """Why the one stands before or behind the other."""
        mine, theirs = self._values[team], self._values[other]
        number = next(number for number, value in enumerate(mine) if value != theirs[number])
        if number == len(self._tie_breaks):
            return Sentence(
                "level with {team} in everything; the lot from the seed {seed} decides",
                team=other,
                seed=self._seeds[team],
            )
        name, article = self._tie_breaks[number]
        if name == "between" and mine[number] + theirs[number] == 1:
            said = Sentence("level with {team} but for the partida between them", team=other)
        elif name == "between":
            said = Sentence(
                "level with {team} but for the partidak between them, {mine} to {theirs}",
                team=other,
                mine=mine[number],
                theirs=theirs[number],
            )
        else:
            said = Sentence(_MORE[name], mine=mine[number], theirs=theirs[number], team=other)
            if before := [Sentence(CALLED[earlier]) for earlier, _ in self._tie_breaks[:number]]:
                on = Sentence.listed(before, AND)
                said = Sentence("level with {team} on {on}; {more}", team=other, on=on, more=said)
        return Sentence("{why} ({article})", why=said, article=article) if article else said


_MORE: Final[Mapping[TieBreakName, str]] = {
    "partidak": msgid("{mine} partidak won against {theirs} of {team}"),
    "mantxak": msgid("{mine} mantxak won against {theirs} of {team}"),
    "lost_tantos": msgid("{mine} tantos in lost partidak against {theirs} of {team}"),
}
CALLED: Final[Mapping[TieBreakName, str]] = {
    "partidak": msgid("partidak"),
    "mantxak": msgid("mantxak"),
    "lost_tantos": msgid("tantos in lost partidak"),
    "between": msgid("the partidak between them"),
}
"""What the tie-breaks are called."""


def _rows(places: Sequence[Sequence[str]], order: _Order, results: Mapping[str, Results]) -> Iterator[Row]:
    place = 1
    for number, level in enumerate(places):
        beside = places[number - 1][-1] if number else next((after[0] for after in places[1:]), None)
        alone, together = None, tuple(level)
        if len(level) == 1:
            alone = order.why(level[0], beside) if beside else Sentence("the only team")
        for team in level:
            yield Row(place, team, results[team], together, alone)
        place += len(level)
