"""What is put right in a match: by a correction, which waits until both teams agree, or by changing ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from engine.cards import Card
from engine.errors import RecordError
from engine.match.changes import what_changed
from engine.match.entries import CardReplaced, CardsSwapped, Change, Correction, Match, Played
from engine.match.standing import Standing
from engine.seats import Seat, Team, following
from engine.sentences import Sentence

Scores = Mapping[Team, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction that waits for both teams; for one word of anybody's where it changes no score.

    `tantos` are the scores of the game that is corrected, as they stand and as they would be; `games` those won.
    """

    correction: Correction
    binding: bool
    tantos: tuple[Scores, Scores]
    games: tuple[Scores, Scores]

    @property
    def waits_for(self) -> tuple[Team, ...]:
        """The teams that have not agreed."""
        return tuple(team for team in Team if team not in self.agreed)

    @property
    def agreed(self) -> frozenset[Team]:
        """The teams that have agreed."""
        return self.correction.agreed

    def agreed_by(self, teams: frozenset[Team]) -> Proposal:
        """With these teams' word. RecordError where they have agreed already."""
        if teams <= self.agreed:
            raise RecordError(Sentence("{team} has agreed already", team=next(iter(teams))))
        return replace(self, correction=replace(self.correction, agreed=self.agreed | teams))


def plays(match: Match) -> tuple[int, ...]:
    """The numbers of the entries that are karta aldiak, in their order."""
    return tuple(number for number, entry in enumerate(match.entries, 1) if isinstance(entry, Played))


def exchange(cards: Mapping[Seat, tuple[Card, ...]], seat: Seat, old: Card, new: Card) -> Change | None:
    """What makes `new` of the seat's `old` card: where another seat was taken to hold it the two change places.

    None where the seat holds both, or they are the same.
    """
    holder = next((other for other, held in cards.items() if new in held), None)
    if holder is seat:
        return None
    return CardsSwapped(seat, old, holder, new) if holder else CardReplaced(seat, old, new)


def proposed(correction: Correction, before: Standing, after: Standing) -> Proposal:
    """What a correction would change in a match; RecordError where it makes no sense, or changes nothing."""
    changes = what_changed(before, after)
    was, now = before.aldia(correction.of), after.aldia(correction.of)
    if now.now.error and not was.now.error:
        raise RecordError(now.now.error)
    if changes.nothing:
        raise RecordError(Sentence("nothing would change"))
    game = now.game - 1
    moved = changes.games_won[0] != changes.games_won[1] or changes.vacas_won[0] != changes.vacas_won[1]
    binding = bool(changes.games) or moved or changes.winner[0] is not changes.winner[1]
    return Proposal(correction, binding, (before.games[game].score, after.games[game].score), changes.games_won)


def match_moved_on(match: Match) -> Match:
    """The match as those who have moved one seat on have played it."""
    seats = match.header.seats
    return Match(replace(moved_on(match.header, seats), seats=seats), moved_on(match.entries, seats))


def moved_on(value: T, seats: Collection[Seat]) -> T:
    """The same of whoever of those `seats` sits one on: who sat at N sits at W, and what N-S had is E-W's."""
    return exchanged(value, {seat: following(seat, seats) for seat in seats} | {team: team.other for team in Team})


def exchanged(value: T, becomes: Mapping[Any, Any]) -> T:
    """The same with other seats, or teams, in place of those that `becomes` names."""
    exchanged: T = _exchanged(value, becomes)
    return exchanged


def _exchanged(value: Any, becomes: Mapping[Any, Any]) -> Any:
    def each(value: Any) -> Any:
        return _exchanged(value, becomes)

    if isinstance(value, Seat | Team):
        return becomes.get(value, value)
    if isinstance(value, Mapping):
        return {each(key): each(one) for key, one in value.items()}
    if isinstance(value, Sentence):
        return Sentence(value.kind, **each(value.values))
    if isinstance(value, tuple):
        parts = map(each, value)
        return type(value)._make(parts) if hasattr(value, "_make") else tuple(parts)
    if isinstance(value, frozenset):
        return frozenset(map(each, value))
    if is_dataclass(value) and not isinstance(value, Card | type):
        given = (field.name for field in fields(value) if field.init)
        return replace(value, **{name: each(getattr(value, name)) for name in given})
    return value
