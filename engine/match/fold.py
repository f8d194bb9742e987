"""The fold of a match's entries: in which game each was made, and every version of every karta aldia."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.equipos.jugada import Jugada
from engine.errors import RecordError
from engine.match.entries import (
    Adjusted,
    Correction,
    Entry,
    GameGiven,
    GameOpened,
    GameVoided,
    Match,
    Played,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.match.games import Adjustment, AldiaHistory, Game, GameEnding, Marker, Scorer, Version, scorer
from engine.rules import RuleBook
from engine.seats import Team

Places = Mapping[int, int | None]
"""The index of the game to which each entry belongs; None where it is about the whole match."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The games of a match, the place of every entry, and the entries that stand.

    `unagreed` are the corrections to which not both teams have agreed, but those that are withdrawn.
    """

    games: tuple[Game, ...]
    places: Places
    in_force: Mapping[int, Entry]
    unagreed: tuple[int, ...]


def fold(match: Match, book: RuleBook, places: Places | None = None, unagreed: bool = True) -> Folded:
    """The games that the entries of `match` come to under `book`.

    `unagreed`: corrections count to which not both teams have agreed; if not, they are as if withdrawn.
    `places` puts every entry into the game that it names; left out, each goes into the game in progress, or where
    that is over, into the next one. RecordError names an entry that does not fit the match.
    """
    folding = Folding(match, book, places, unagreed)
    for number, entry in enumerate(match.entries, 1):
        folding.add(number, entry)
    return folding.done()


class _Game:
    """A game while its match is folded: its entries, and every version of what they come to.

    A further karta aldia is marked from the score as it stands. With any other entry the game is marked anew.
    """

    def __init__(self, number: int, entries: Mapping[int, Entry], target: int, scorer: Scorer) -> None:
        self.last_play: Played | None = None
        self._number = number
        self._entries = entries
        self._target = target
        self._scorer = scorer
        self._steps: dict[int, Played | Adjusted] = {}
        self._about: list[int] = []
        self._versions: dict[int, list[Version]] = {}
        self._adjustments: dict[int, Adjustment] = {}
        self._endings: list[GameEnding] = []
        self._marker = Marker({}, target, scorer)

    @property
    def score(self) -> Mapping[Team, int]:
        """The tantos as they stand."""
        return self._marker.score

    @property
    def ended_by(self) -> str | None:
        """How it has ended, None while it goes on."""
        return self._marker.ending[1]

    def add(self, number: int, gone: Collection[int]) -> None:
        """Takes the entry of that number, which is the newest; `gone` are those that are withdrawn."""
        entry = self._entries[number]
        if isinstance(entry, (Played, Adjusted)):
            self._steps[number] = entry
            self._step(number, number, gone)
        else:
            self._about.append(number)
            standing = {about: self._entries[about] for about in self._about if about not in gone}
            self._marker = Marker(standing, self._target, self._scorer)
            for step in self._steps:
                self._step(step, number, gone)
        if isinstance(entry, Played):
            self.last_play = entry
        ending = GameEnding(number, *self._marker.ending)
        if not self._endings or not ending.same_as(self._endings[-1]):
            self._endings.append(ending)

    def done(self) -> Game:
        """The game as it stands."""
        aldiak = {entry: self._aldia(entry) for entry in self._versions}
        elsewhere = {entry for aldia in aldiak.values() for entry in aldia.about}
        return Game(
            self._number,
            self._marker.opening,
            self._marker.decisive,
            tuple([aldiak.get(step) or self._adjustments[step] for step in self._steps]),
            self._marker.score,
            tuple(self._endings),
            tuple([entry for entry in self._about if entry not in elsewhere]),
        )

    def _step(self, number: int, now: int, gone: Collection[int]) -> None:
        step = self._steps[number]
        if isinstance(step, Played):
            version = self._marker.play(number, step, now)
            versions = self._versions.setdefault(number, [])
            if not versions or not version.same_as(versions[-1]):
                versions.append(version)
        elif number in gone:
            self._adjustments[number] = Adjustment(number, step.team, step.tantos, 0, self._marker.score)
        else:
            self._adjustments[number] = self._marker.adjust(number, step)

    def _aldia(self, entry: int) -> AldiaHistory:
        """The karta aldia of that entry, with the corrections and acts about it, and those that withdraw them."""
        found = [entry]
        for number in self._about:
            act = self._entries[number]
            if isinstance(act, (Correction, Voided, Replaced, Withdrawn)) and act.of in found:
                found.append(number)
        return AldiaHistory(entry, self._number, tuple(self._versions[entry]), tuple(found[1:]))


class Folding:
    """The entries so far, each in its game."""

    def __init__(self, match: Match, book: RuleBook, given: Places | None = None, unagreed: bool = True) -> None:
        self._target = book.target
        self._scorer = scorer(match.header, book)
        self._given = given
        self._unagreed = unagreed
        self._places: dict[int, int | None] = {}
        self._entries: dict[int, Entry] = {}
        self._gone: set[int] = set()
        self._waits: set[int] = set()
        self._games: list[_Game] = []

    def add(self, number: int, entry: Entry) -> None:
        """Takes the next entry of the match."""
        place = self._place(number, entry) if self._given is None else self._given[number]
        self._places[number] = place
        self._entries[number] = entry
        if isinstance(entry, Withdrawn | Correction):
            withdrawn = self._withdrawn()
            self._waits = self._waiting(withdrawn)
            self._gone = withdrawn if self._unagreed else withdrawn | self._waits
        if place is None:
            return
        if place == len(self._games):
            self._games.append(_Game(place + 1, self._entries, self._target, self._scorer))
        self._games[place].add(number, self._gone)

    def done(self) -> Folded:
        """What the entries come to."""
        in_force = {number: entry for number, entry in self._entries.items() if number not in self._gone}
        return Folded(tuple(game.done() for game in self._games), self._places, in_force, tuple(sorted(self._waits)))

    def _place(self, number: int, entry: Entry) -> int | None:
        match entry:
            case Played():
                return self._place_of_jugada(number, entry.jugada) if entry.jugada else self._place_of_play(entry)
            case Correction() | Voided() | Replaced() | Withdrawn():
                return self._places[entry.of]
            case Adjusted() | GameGiven() | GameVoided():
                return self._place_of_game(number, entry)
            case GameOpened():
                return self._next_place()
        return None

    def _next_place(self) -> int:
        """The place of the next game: of the last one where nothing was played of it, and it is not over."""
        if self._games and not self._games[-1].last_play and not self._games[-1].ended_by:
            return len(self._games) - 1
        return len(self._games)

    def _place_of_game(self, number: int, entry: Adjusted | GameGiven | GameVoided) -> int:
        place, begun = entry.game - 1, len(self._games)
        may_begin = not begun or self._games[-1].ended_by
        if 0 <= place < begun or (place == begun and may_begin and not isinstance(entry, GameVoided)):
            return place
        raise RecordError(f"entry {number}: game {entry.game} has not begun")

    def _place_of_jugada(self, number: int, jugada: Jugada) -> int:
        """The game that the jugada's number names: the last one, or the next (mus por equipos 5)."""
        place = jugada.game - 1
        if place not in (len(self._games) - 1, len(self._games)):
            raise RecordError(f"entry {number}: jugada {jugada} is of another game than the one that is played")
        return place

    def _place_of_play(self, played: Played) -> int:
        """The game in progress, or a new one; what stood at the table tells where the entries alone mislead.

        A new game has begun at the table where it stood at nothing to nothing. A game that is over by the entries
        has gone on at the table where its own score has.
        """
        last, before = len(self._games) - 1, self._games[-1].last_play if self._games else None
        if before is None:
            return self._next_place()
        game, begins = self._games[last], not any(played.score.values())
        if game.ended_by is None:
            return last + 1 if begins and any(game.score.values()) else last
        if begins or game.ended_by in ("void", "given"):
            return last + 1
        went_on = all(played.score[team] >= before.score[team] for team in Team)
        return last if went_on else last + 1

    def _withdrawn(self) -> set[int]:
        """The entries that are withdrawn: a withdrawal that is itself withdrawn withdraws nothing."""
        gone: set[int] = set()
        for number, entry in reversed(self._entries.items()):
            if isinstance(entry, Withdrawn) and number not in gone:
                gone.add(entry.of)
        return gone

    def _waiting(self, withdrawn: set[int]) -> set[int]:
        """The corrections that somebody has not agreed to, but those that are withdrawn."""
        corrections = {n: entry for n, entry in self._entries.items() if isinstance(entry, Correction)}
        return {number for number, entry in corrections.items() if not entry.binds} - withdrawn
