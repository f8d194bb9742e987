"""What a correction or a judge's act has changed: the old and the new, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.match.entries import Correction, JudgesAct, Played
from engine.match.games import Game, Version
from engine.match.standing import JudgesQuestion, Standing
from engine.seats import Team


@dataclass(frozen=True, slots=True)
class Made:
    """A correction or an act that was made between two standings, with its number in the match."""

    entry: int
    what: Correction | JudgesAct


@dataclass(frozen=True, slots=True)
class AldiaChange:
    """The karta aldia of `entry` as it stood and as it stands: cards, calls, marks, the scores before and after it."""

    entry: int
    game: int
    old: Version
    new: Version


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game whose score or winner changed; None where there was, or is, no such game."""

    number: int
    old: Game | None
    new: Game | None


@dataclass(frozen=True, slots=True)
class Changes:
    """All in which two standings differ.

    `games_won` and `vacas_won` are those of the last vaca and of the match, `winner` the match's: each the old and
    the new. `asked` are the questions for the judge that are new, `settled` those that are gone.
    """

    made: tuple[Made, ...]
    aldiak: tuple[AldiaChange, ...]
    games: tuple[GameChange, ...]
    games_won: tuple[Mapping[Team, int], Mapping[Team, int]]
    vacas_won: tuple[Mapping[Team, int], Mapping[Team, int]]
    winner: tuple[Team | None, Team | None]
    asked: tuple[JudgesQuestion, ...]
    settled: tuple[JudgesQuestion, ...]

    @property
    def nothing(self) -> bool:
        """Whether nothing has changed: no card, call, mark, score, game or question."""
        same = self.games_won[0] == self.games_won[1] and self.vacas_won[0] == self.vacas_won[1]
        same = same and self.winner[0] is self.winner[1]
        return same and not (self.aldiak or self.games or self.asked or self.settled)


def what_changed(before: Standing, after: Standing) -> Changes:
    """In what `after` differs from `before`, an earlier standing of the same match, or one under another rule book.

    A karta aldia that was only played in between is no change.
    """
    known = len(before.match.entries)
    made = (
        Made(number, entry)
        for number, entry in enumerate(after.match.entries[known:], known + 1)
        if not isinstance(entry, Played)
    )
    old_aldiak = {aldia.entry: aldia for aldia in before.aldiak}
    aldiak = (
        AldiaChange(aldia.entry, aldia.game, old_aldiak[aldia.entry].now, aldia.now)
        for aldia in after.aldiak
        if aldia.entry in old_aldiak and not aldia.now.same_as(old_aldiak[aldia.entry].now)
    )
    return Changes(
        tuple(made),
        tuple(aldiak),
        _games(before.games, after.games),
        (before.games_won, after.games_won),
        (before.vacas_won, after.vacas_won),
        (before.winner, after.winner),
        tuple(question for question in after.questions if question not in before.questions),
        tuple(question for question in before.questions if question not in after.questions),
    )


def _games(before: tuple[Game, ...], after: tuple[Game, ...]) -> tuple[GameChange, ...]:
    changes = []
    for number in range(1, max(len(before), len(after)) + 1):
        old = before[number - 1] if number <= len(before) else None
        new = after[number - 1] if number <= len(after) else None
        if old is None or new is None or _outcome(old) != _outcome(new):
            changes.append(GameChange(number, old, new))
    return tuple(changes)


def _outcome(game: Game) -> tuple[object, ...]:
    return game.opening, game.score, game.winner, game.ended_by, game.decisive
