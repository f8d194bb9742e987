"""What the players put right in a match: a correction that waits until both teams agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.errors import RecordError
from engine.match.changes import what_changed
from engine.match.entries import CardReplaced, CardsSwapped, Change, Correction, Match, Played
from engine.match.standing import Standing
from engine.seats import Seat, Team
from engine.sentences import Sentence

SUIT_TOLD: Final = "its suit was not known"
"""Why a card is put right of which nobody had said anything."""

Scores = Mapping[Team, int]


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
        return tuple(team for team in Team if team not in self.correction.agreed)


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
