"""A season: what pairs and players have done in all its tournaments, and the ratings that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from desk.service.desk import Desk
from desk.state import State
from engine.sentences import Sentence
from engine.tournament.entries import TeamEntry, plain
from engine.tournament.standings import Results, standings
from words.text import decimal

_CERTAIN: Final = 3.0
"""A rating is the estimate less so many times what it may be off, so that nobody stands high by one evening."""


@dataclass(slots=True)
class Record(Results):
    """What somebody has done in so many `tournaments`: what their own standings count, byes included; whom they beat is
    not summed."""

    tournaments: int = 0

    def add(self, results: Results) -> None:
        """One more tournament."""
        self.tournaments += 1
        self.partidak += results.partidak
        self.lost += results.lost
        self.mantxak += results.mantxak
        self.lost_tantos += results.lost_tantos

    @property
    def worth(self) -> tuple[int, int, int]:
        """What decides places, as in a tournament: partidak, then mantxak, then tantos in lost partidak (nabo 22)."""
        return self.partidak, self.mantxak, self.lost_tantos


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is by the partidak played: an `estimate`, what it may be `off`, and from what it follows.

    `against` is what the opponents were estimated at, on average, when they were met.
    """

    estimate: float
    off: float
    played: int
    won: int
    against: float

    @property
    def value(self) -> float:
        """What the player is rated at."""
        return self.estimate - _CERTAIN * self.off

    @property
    def shown(self) -> Sentence:
        """The same as it is shown."""
        return decimal(self.value)

    @property
    def why(self) -> Sentence:
        """Where it comes from."""
        return Sentence(
            "{value}: estimated at {estimate}, give or take {off}, after {won} of {played} partidak won against "
            "players of {against} on average; three times the give or take is taken off",
            value=self.shown,
            estimate=decimal(self.estimate),
            off=decimal(self.off),
            won=self.won,
            played=self.played,
            against=decimal(self.against),
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair in the season's table: its place, what it is called, its club, and what it has done."""

    place: int
    name: str
    club: str
    record: Record


@dataclass(frozen=True, slots=True)
class Player:
    """A player: what was done, with whomever, and the rating; None for whoever has only had byes."""

    name: str
    club: str
    record: Record
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Season:
    """A season by its name, with its tournaments in the order of their days, its pairs and its players.

    `others`: the names of the other seasons, the newest first.
    """

    name: str
    tournaments: Sequence[tuple[int, State]]
    pairs: Sequence[Pair]
    players: Sequence[Player]
    others: Sequence[str] = ()


class Seasons:
    """The seasons of one desk. What is found is kept until something more is said."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._found: dict[str, tuple[object, Season]] = {}

    def season(self, name: str = "") -> Season:
        """The season of that name, the newest where none is named. LookupError where there is no such one."""
        seasons = self._tournaments()
        wanted = name or next(iter(seasons), "")
        states = seasons[wanted]
        stands = [(number, state.number) for number, state in states]
        known = self._found.get(wanted)
        if known is None or known[0] != stands:
            known = (stands, season(wanted, states))
        kept = {one: found for one, found in self._found.items() if one in seasons}
        self._found = kept | {wanted: known}
        return replace(known[1], others=[one for one in seasons if one != wanted])

    def _tournaments(self) -> dict[str, list[tuple[int, State]]]:
        """Those of each season in the order of their days; the newest season first."""
        seasons: dict[str, list[tuple[int, State]]] = {}
        for number, state in sorted(self._desk.states().items(), key=lambda one: (_day(one[1]), one[0]), reverse=True):
            seasons.setdefault(season_of(state), []).insert(0, (number, state))
        return seasons


def season_of(state: State) -> str:
    """To which season a tournament belongs: as it is set, else to the year of its day."""
    return str(state.settings.get("season") or _day(state)[:4])


def season(name: str, states: Sequence[tuple[int, State]]) -> Season:
    """What these tournaments come to, in their order. Those whose names were taken out count for nobody."""
    pairs, players = _Table(), _Table()
    counted = [state for _, state in states if state.locked and not state.nameless]
    for state in counted:
        for row in standings(state.tournament):
            if row.results.partidak or row.results.lost:
                entry = state.tournament.teams[row.team]
                pairs.of(_pair(entry), _called(entry), entry.club).add(row.results)
                for player in entry.players:
                    players.of((plain(player),), player, entry.club).add(row.results)
    rated = _rated(counted)
    found = [Player(called, club, record, rated.get(key[0])) for key, (called, club, record) in players.rows.items()]
    best = sorted(found, key=lambda one: (one.rating is None, -(one.rating.value if one.rating else 0), one.name))
    return Season(name, states, list(_placed(pairs)), best)


@dataclass(slots=True)
class _Table:
    """Records by who has them, with what they are called and their club, as they were last entered."""

    rows: dict[tuple[str, ...], tuple[str, str, Record]] = field(default_factory=dict)

    def of(self, key: tuple[str, ...], called: str, club: str) -> Record:
        _, known, record = self.rows.get(key, ("", "", Record()))
        self.rows[key] = (called, club or known, record)
        return record


def _placed(table: _Table) -> Iterator[Pair]:
    """The pairs by what they have done; those that are level share their place."""
    ordered = sorted(table.rows.values(), key=lambda row: row[2].worth, reverse=True)
    place = 1
    for _, level in groupby(ordered, key=lambda row: row[2].worth):
        rows = sorted(level, key=lambda row: row[0])
        yield from (Pair(place, called, club, record) for called, club, record in rows)
        place += len(rows)


class _Rated:
    """A player's rating so far, and what it follows from."""

    def __init__(self, rating: PlackettLuceRating) -> None:
        self.rating, self.played, self.won, self.against = rating, 0, 0, 0.0

    def told(self) -> Rating:
        return Rating(self.rating.mu, self.rating.sigma, self.played, self.won, self.against / self.played)


def _rated(states: Iterable[State]) -> Mapping[str, Rating]:
    """The rating of each player after all partidak that count and somebody has won, one after the other."""
    model = PlackettLuce()
    rated: dict[str, _Rated] = {}
    for state in states:
        teams = state.tournament.teams
        for _, partida in sorted(state.tournament.partidak.items()):
            if not state.tournament.counts(partida) or partida.lost_by_both or None in partida.pairing.teams:
                continue
            sides = [[plain(one) for one in teams[str(team)].players] for team in partida.pairing.teams]
            if not all(sides):
                continue
            met = [[rated.setdefault(one, _Rated(model.rating())) for one in side] for side in sides]
            _meet(model, met, [team != partida.winner for team in partida.pairing.teams])
    return {name: one.told() for name, one in rated.items()}


def _meet(model: PlackettLuce, sides: Sequence[Sequence[_Rated]], ranks: Sequence[bool]) -> None:
    """Two teams have met; the one whose rank is less has won."""
    strength = [sum(one.rating.mu for one in side) / len(side) for side in sides]
    after = model.rate([[one.rating for one in side] for side in sides], ranks=[float(rank) for rank in ranks])
    for place, side in enumerate(sides):
        for one, rating in zip(side, after[place], strict=True):
            one.rating = rating
            one.played += 1
            one.won += not ranks[place]
            one.against += strength[1 - place]


def _pair(entry: TeamEntry) -> tuple[str, ...]:
    """Who a team is in every tournament: its two players, whatever it is called there; without those its name."""
    return tuple(sorted(map(plain, entry.players))) or (plain(entry.name or entry.id), plain(entry.club))


def _called(entry: TeamEntry) -> str:
    return " & ".join(entry.players) or entry.name or entry.id


def _day(state: State) -> str:
    """The day of a tournament; where none is set that on which something was last said."""
    return str(state.settings.get("date") or (state.last.day if state.last else ""))
