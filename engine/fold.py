"""The fold of a match's entries: in which game each was made, and every version of every karta aldia."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import RecordError
from engine.games import Ending, Game, KartaAldia, Marked, Plan, Version, mark_game, scorer
from engine.match import (
    Adjusted,
    Correction,
    Entry,
    GameGiven,
    GameOpened,
    GameVoided,
    Match,
    MatchGiven,
    Played,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.rules import RuleBook
from engine.seats import Team

Places = Mapping[int, int | None]
"""The index of the game to which each entry belongs; None where it is about the whole match."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The games of a match, the place of every entry, and the entries that nobody has withdrawn."""

    games: tuple[Game, ...]
    places: Places
    standing: Mapping[int, Entry]


def fold(match: Match, book: RuleBook, places: Places | None = None) -> Folded:
    """The games that the entries of `match` come to under `book`.

    `places` puts every entry into the game that it names; left out, each goes into the game in progress, or where
    that is over, into the next one. RecordError names an entry that does not fit the match.
    """
    folding = _Folding(match, book, places)
    for number, entry in enumerate(match.entries, 1):
        folding.add(number, entry)
    return folding.done()


class _Folding:
    """The entries so far. A game is marked anew after every entry that belongs to it, so that no version is lost."""

    def __init__(self, match: Match, book: RuleBook, given: Places | None) -> None:
        self._target = book.target
        self._scorer = scorer(match.header, book)
        self._given = given
        self._places: dict[int, int | None] = {}
        self._entries: dict[int, Entry] = {}
        self._gone: set[int] = set()
        self._plans: list[Plan] = []
        self._marked: list[Marked] = []
        self._endings: list[list[Ending]] = []
        self._versions: dict[int, list[Version]] = {}

    def add(self, number: int, entry: Entry) -> None:
        """Takes the next entry of the match."""
        place = self._place(number, entry) if self._given is None else self._given[number]
        self._places[number] = place
        self._entries[number] = entry
        if isinstance(entry, Withdrawn):
            self._gone = self._withdrawn()
        if place is None:
            return
        if place == len(self._plans):
            self._plans.append(Plan())
            self._endings.append([])
        self._plans[place] = self._plans[place].plus(number, entry)
        self._mark(place, number)

    def done(self) -> Folded:
        """What the entries come to."""
        standing = {number: entry for number, entry in self._entries.items() if number not in self._gone}
        return Folded(tuple(self._game(place) for place in range(len(self._plans))), self._places, standing)

    def _place(self, number: int, entry: Entry) -> int | None:
        match entry:
            case Played():
                return self._place_of_play(entry)
            case Correction() | Voided() | Replaced() | Withdrawn():
                return self._places[entry.of]
            case Adjusted() | GameGiven() | GameVoided():
                return self._place_of_game(number, entry)
            case GameOpened():
                return self._next_place()
            case MatchGiven():
                return None

    def _next_place(self) -> int:
        """The place of the next game: of the last one where that was only opened so far."""
        last = len(self._plans) - 1
        return last if last >= 0 and not self._plays(last) and not self._marked[last].ended_by else last + 1

    def _place_of_game(self, number: int, entry: Adjusted | GameGiven | GameVoided) -> int:
        place, begun = entry.game - 1, len(self._plans)
        may_begin = not begun or self._marked[-1].ended_by
        if 0 <= place < begun or (place == begun and may_begin and not isinstance(entry, GameVoided)):
            return place
        raise RecordError(f"entry {number}: game {entry.game} has not begun")

    def _place_of_play(self, played: Played) -> int:
        """The game in progress, or a new one; what stood at the table tells where the entries alone mislead.

        A new game has begun at the table where it stood at nothing to nothing. A game that is over by the entries
        has gone on at the table where its own score has.
        """
        last, next_place = len(self._plans) - 1, self._next_place()
        if next_place == last or last < 0:
            return next_place
        marked, plays = self._marked[last], self._plays(last)
        begins = not any(played.score.values())
        if marked.ended_by is None:
            return next_place if begins and any(marked.score.values()) else last
        if begins or not plays or marked.ended_by in ("void", "given"):
            return next_place
        went_on = all(played.score[team] >= plays[-1].score[team] for team in Team)
        return last if went_on else next_place

    def _plays(self, place: int) -> list[Played]:
        steps = [self._entries[step] for step in self._plans[place].steps]
        return [step for step in steps if isinstance(step, Played)]

    def _withdrawn(self) -> set[int]:
        """The entries that are withdrawn: a withdrawal that is itself withdrawn withdraws nothing."""
        gone: set[int] = set()
        for number, entry in reversed(self._entries.items()):
            if isinstance(entry, Withdrawn) and number not in gone:
                gone.add(entry.of)
        return gone

    def _mark(self, place: int, now: int) -> None:
        marked = mark_game(self._plans[place], self._entries, self._gone, now, self._target, self._scorer)
        self._marked[place : place + 1] = [marked]
        for entry, version in marked.versions.items():
            versions = self._versions.setdefault(entry, [])
            if not versions or not version.same_as(versions[-1]):
                versions.append(version)
        endings = self._endings[place]
        if not endings or (endings[-1].winner, endings[-1].ended_by) != (marked.winner, marked.ended_by):
            endings.append(Ending(now, marked.winner, marked.ended_by))

    def _game(self, place: int) -> Game:
        plan, marked = self._plans[place], self._marked[place]
        aldiak = {
            entry: KartaAldia(entry, place + 1, tuple(self._versions[entry]), self._about(entry, plan))
            for entry in marked.versions
        }
        elsewhere = {entry for aldia in aldiak.values() for entry in aldia.about}
        return Game(
            place + 1,
            marked.opening,
            marked.decisive,
            tuple(aldiak.get(step) or marked.adjustments[step] for step in plan.steps),
            marked.score,
            tuple(self._endings[place]),
            tuple(entry for entry in plan.about if entry not in elsewhere),
        )

    def _about(self, entry: int, plan: Plan) -> tuple[int, ...]:
        """The corrections and acts about the karta aldia of `entry`, and those that withdraw them."""
        found = [entry]
        for number in plan.about:
            act = self._entries[number]
            if isinstance(act, (Correction, Voided, Replaced, Withdrawn)) and act.of in found:
                found.append(number)
        return tuple(found[1:])
