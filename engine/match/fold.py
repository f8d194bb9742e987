"""The fold of a match's entries: in which game each was made, and every version of every karta aldia."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

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
    MatchGiven,
    Replaced,
    Voided,
    Withdrawn,
)
from engine.match.games import Adjustment, AldiaHistory, Game, GameEnding, Version
from engine.match.marking import Acts, Marker, Scorer, Stand, put, scorer
from engine.match.played import Played
from engine.rules import RuleBook
from engine.seats import Team
from engine.sentences import Sentence

Places = Mapping[int, int | None]
"""The index of the game to which each entry belongs; None where it is about the whole match."""


def fold(
    match: Match, book: RuleBook, places: Places | None = None, unagreed: bool = True, marks: Scorer | None = None
) -> Folding:
    """The entries of `match`, each in its game under `book`; `marks` may know some of them already.

    `unagreed`: corrections count to which not both teams have agreed; if not, they are as if withdrawn.
    `places` puts every entry into the game that it names; left out, each goes into the game in progress, or where
    that is over, into the next one. RecordError names an entry that does not fit the match.
    """
    folding = Folding(match, book, places, unagreed, marks)
    for number, entry in enumerate(match.entries, 1):
        folding.add(number, entry)
    return folding


class _Game:
    """A game while its match is folded: its entries, and every version of what they come to.

    A further step is marked from where the game stands. What is done about an earlier one marks the game anew from
    there, until it stands as it stood.
    """

    def __init__(self, number: int, first: int, entries: Mapping[int, Entry], target: int, scorer: Scorer) -> None:
        """`first` is the number of the entry with which it begins."""
        self.last_play: Played | None = None
        self.ending = GameEnding(first, None, None)
        self._number = number
        self._entries = entries
        self._steps: list[int] = []
        self._at: dict[int, int] = {}
        """The place of each of the steps."""
        self._stood: list[Stand] = []
        """How the game stood before each."""
        self._about: dict[int, int | None] = {}
        """Corrections and acts, each with the karta aldia that it is about; None where it is about the game."""
        self._versions: dict[int, list[Version]] = {}
        self._adjustments: dict[int, Adjustment] = {}
        self._marker = Marker(target, scorer)

    @property
    def score(self) -> Mapping[Team, int]:
        """The tantos as they stand."""
        return self._marker.stand.score

    @property
    def decisive(self) -> bool:
        """Whether whoever wins it wins the match."""
        return self._marker.decisive

    def add(self, number: int, turned: int | None, gone: Collection[int]) -> None:
        """Takes the entry of that number, which is the newest. `turned` is the one that holds by it, or holds no
        longer; None where there is none. `gone` are all that do not hold."""
        entry = self._entries[number]
        if isinstance(entry, (Played, Adjusted)):
            self._at[number] = len(self._steps)
            self._steps.append(number)
            self._stood.append(self._marker.stand)
            self._step(number, number, gone)
        else:
            self._about[number] = self._subject(entry)
            if turned is not None:
                self._turn(turned, number, gone)
        if isinstance(entry, Played):
            self.last_play = entry
        if self._marker.ending != (self.ending.winner, self.ending.ended_by):
            self.ending = GameEnding(number, *self._marker.ending)

    def done(self) -> Game:
        """The game as it stands."""
        about: dict[int | None, list[int]] = {}
        for number, subject in self._about.items():
            about.setdefault(subject, []).append(number)
        aldiak = {
            entry: AldiaHistory(
                entry, self._number, tuple(versions), tuple(about.get(entry, ())), self._marker.corrections(entry)
            )
            for entry, versions in self._versions.items()
        }
        return Game(
            self._number,
            self._marker.opening,
            self.decisive,
            self._marker.opened_by,
            tuple([aldiak.get(step) or self._adjustments[step] for step in self._steps]),
            self.score,
            self.ending,
        )

    def _subject(self, entry: Entry) -> int | None:
        """The karta aldia that a correction or act is about, or that the one is about which it takes back."""
        if not isinstance(entry, (Correction, Voided, Replaced, Withdrawn)):
            return None
        return entry.of if isinstance(self._entries[entry.of], Played) else self._about.get(entry.of)

    def _turn(self, number: int, now: int, gone: Collection[int]) -> None:
        """By the entry `now` the one of that number holds, or holds no longer: the game is marked anew from where that
        changes something."""
        act = self._entries[number]
        self._marker.heed(number, act, number not in gone)
        match act:
            case Adjusted():
                self._mark_from(self._at[number], now, gone)
            case Correction(of=of) | Voided(of=of) | Replaced(of=of):
                self._mark_from(self._at[of], now, gone)
            case GameOpened():
                self._mark_from(0, now, gone)
            case GameVoided():
                self._mark_from(0, now, gone, whole=True)

    def _mark_from(self, first: int, now: int, gone: Collection[int], whole: bool = False) -> None:
        """Marks the steps anew from that place on, until the game stands as it stood; `whole`: to its end."""
        end = self._marker.stand
        self._marker.stand = self._stood[first] if first else self._marker.beginning
        for place in range(first, len(self._steps)):
            if place > first and not whole and self._marker.stand == self._stood[place]:
                self._marker.stand = end
                return
            self._stood[place] = self._marker.stand
            self._step(self._steps[place], now, gone)

    def _step(self, number: int, now: int, gone: Collection[int]) -> None:
        step = self._entries[number]
        if isinstance(step, Played):
            version = self._marker.play(number, step, now)
            versions = self._versions.setdefault(number, [])
            if not versions or not version.same_as(versions[-1]):
                versions.append(version)
        if isinstance(step, Adjusted):
            self._adjustments[number] = self._marker.adjust(number, step, number not in gone)


class Folding:
    """The entries so far, each in its game."""

    def __init__(
        self,
        match: Match,
        book: RuleBook,
        placed: Places | None = None,
        unagreed: bool = True,
        marks: Scorer | None = None,
    ) -> None:
        self.marks = marks or scorer(match.header, book)
        self.places: dict[int, int | None] = {}
        self.given: Acts[MatchGiven] = []
        """The acts that give the match, as far as they hold."""
        self._target = book.target
        self._placed = placed
        self._unagreed = unagreed
        self._entries: dict[int, Entry] = {}
        self._against: dict[int, int] = {}
        """How many withdrawals of an entry hold."""
        self._unbound: set[int] = set()
        """The corrections that somebody has not agreed to."""
        self._gone: set[int] = set()
        self._games: list[_Game] = []

    def add(self, number: int, entry: Entry) -> None:
        """Takes the next entry of the match."""
        place = self.place(number, entry)
        self.places[number] = place
        self._entries[number] = entry
        turned = self._turned(number, entry)
        if place is None:
            act = self._entries[turned] if turned else entry
            if turned and isinstance(act, MatchGiven):
                put(self.given, turned, act, turned not in self._gone)
            return
        if place == len(self._games):
            self._games.append(_Game(place + 1, number, self._entries, self._target, self.marks))
        try:
            self._games[place].add(number, turned, self._gone)
        except RecordError as error:
            raise RecordError(self._with_what_waits(error.sentence, entry)) from None

    def place(self, number: int, entry: Entry) -> int | None:
        """The index of the game to which the next entry belongs; None where it is about the whole match. RecordError
        where it fits nowhere."""
        return self._place(number, entry) if self._placed is None else self._placed[number]

    def score(self, place: int | None) -> Mapping[Team, int] | None:
        """The tantos of the game of that index, as they stand, or of the last one; None before there is one."""
        games = self._games if place is None else self._games[place : place + 1]
        return games[-1].score if games else None

    def endings(self, first: int) -> Iterator[tuple[GameEnding, bool]]:
        """How each game from that index on ended, and whether whoever wins it wins the match."""
        return ((game.ending, game.decisive) for game in self._games[first:])

    def games(self) -> tuple[Game, ...]:
        """The games as they stand."""
        return tuple(game.done() for game in self._games)

    def in_force(self) -> dict[int, Entry]:
        """The entries that hold."""
        return {number: entry for number, entry in self._entries.items() if number not in self._gone}

    def unagreed(self) -> tuple[int, ...]:
        """The corrections to which not both teams have agreed, but those that are withdrawn."""
        return tuple(number for number in sorted(self._unbound) if not self._against.get(number))

    def _place(self, number: int, entry: Entry) -> int | None:
        match entry:
            case Played():
                return self._place_of_jugada(number, entry.jugada) if entry.jugada else self._place_of_play(entry)
            case Correction() | Voided() | Replaced() | Withdrawn():
                return self.places[entry.of]
            case Adjusted() | GameGiven() | GameVoided():
                return self._place_of_game(number, entry)
            case GameOpened():
                return self._next_place()
        return None

    def _next_place(self) -> int:
        """The place of the next game: of the last one where nothing was played of it, and it is not over."""
        if self._games and not self._games[-1].last_play and not self._games[-1].ending.ended_by:
            return len(self._games) - 1
        return len(self._games)

    def _place_of_game(self, number: int, entry: Adjusted | GameGiven | GameVoided) -> int:
        place, begun = entry.game - 1, len(self._games)
        may_begin = not begun or self._games[-1].ending.ended_by
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
        if game.ending.ended_by is None:
            return last + 1 if begins and any(game.score.values()) else last
        if begins or game.ending.ended_by in ("void", "given"):
            return last + 1
        went_on = all(played.score[team] >= before.score[team] for team in Team)
        return last if went_on else last + 1

    def _turned(self, number: int, entry: Entry) -> int | None:
        """The entry that holds by the newest one, or holds no longer: it itself, or what is at the end of all that it
        takes back, for a withdrawal that is itself withdrawn withdraws nothing. None where all stays."""
        if isinstance(entry, Correction) and not entry.binds:
            self._unbound.add(number)
            self._gone |= set() if self._unagreed else {number}
        withdrawn = True
        while isinstance(entry, Withdrawn):
            number, entry = entry.of, self._entries[entry.of]
            before = self._against.get(number, 0)
            self._against[number] = before + (1 if withdrawn else -1)
            if bool(before) == bool(self._against[number]) or self._waits(number):
                return None
            (self._gone.add if withdrawn else self._gone.discard)(number)
            withdrawn = not withdrawn
        return None if self._waits(number) else number

    def _with_what_waits(self, wrong: Sentence, entry: Entry) -> Sentence:
        """What is wrong with an entry, and the corrections of the same karta aldia that do not count yet."""
        of = entry.of if isinstance(entry, Correction) else None
        waiting = [
            Sentence("entry {number} waits for a team, and does not count", number=number)
            for number in self.unagreed()
            if self._waits(number) and getattr(self._entries[number], "of", None) == of
        ]
        return Sentence.listed((wrong, *waiting))

    def _waits(self, number: int) -> bool:
        return not self._unagreed and number in self._unbound
