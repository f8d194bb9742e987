"""How a match stands: its games, vacas and winner, and all that asks for the judge.

    now = standing(match)
    now.games[0].winner            # who won the first game
    now.games[-1].score            # the tantos of the last one
    now.questions                  # what only the judge can settle

A karta aldia belongs to the game in which it was played, whatever a later correction makes of the games before it:
so a game that would have ended earlier keeps what was played after its end, in question, and a game that would not
have ended stays open, and both are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.errors import RecordError
from engine.match.entries import Entry, Match, Voided
from engine.match.fold import Folding, fold
from engine.match.games import AldiaHistory, Game, Status
from engine.match.header import Header, Length
from engine.match.marking import Scorer
from engine.match.played import Played
from engine.match.questions import JudgesQuestion, after_match, late_aldiak, questions
from engine.match.race import Race, none_won
from engine.rules import FindBook, RuleBook, rulebook
from engine.seats import Seat, Team, following


@dataclass(frozen=True, slots=True)
class Difference:
    """Before the karta aldia of `entry` another score stood at the table than the entries before it come to, and no
    correction explains it. Told where it arises, not again while it only lasts."""

    entry: int
    stood: Mapping[Team, int]
    derived: Mapping[Team, int]


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """In the karta aldia of `entry` another seat was esku than the one whose turn it was (federacion 68)."""

    entry: int
    esku: Seat
    expected: Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands. `over` without a `winner`: it is drawn.

    - `match`: the match itself, with the rules under which it stands so
    - `race`: how far its games bring it, whatever the judge gave
    - `unagreed`: the corrections, not withdrawn, that not both teams have agreed to (federacion 66, nabo 20)
    - `next_esku`: who speaks first in the next karta aldia
    - `marks`: what has marked the karta aldiak, and knows them
    """

    match: Match
    book: RuleBook
    games: tuple[Game, ...]
    race: Race
    winner: Team | None
    over: bool
    questions: tuple[JudgesQuestion, ...]
    differences: tuple[Difference, ...]
    out_of_turn: tuple[OutOfTurn, ...]
    unagreed: tuple[int, ...]
    next_esku: Seat
    marks: Scorer = field(repr=False, compare=False)

    @property
    def aldiak(self) -> tuple[AldiaHistory, ...]:
        """Every karta aldia of the match, in the order of their entries: none is played of a game before the last."""
        return tuple(aldia for game in self.games for aldia in game.aldiak)

    def aldia(self, entry: int) -> AldiaHistory:
        """The karta aldia of that entry; RecordError where the entry is none."""
        for aldia in self.aldiak:
            if aldia.entry == entry:
                return aldia
        raise RecordError(f"entry {entry} is not a karta aldia")

    @property
    def score(self) -> Mapping[Team, int]:
        """Tantos of the last game, as they stand."""
        return self.games[-1].score if self.games else none_won()

    @property
    def games_won(self) -> Mapping[Team, int]:
        """Games that each team has won of the last vaca."""
        return self.race.won

    @property
    def vacas_won(self) -> Mapping[Team, int]:
        """Vacas that each team has won."""
        return self.race.vacas_won

    @property
    def length(self) -> Length:
        """How long it is."""
        return self.race.length


def standing(
    match: Match, find_book: FindBook = rulebook, unagreed: bool = True, before: Standing | None = None
) -> Standing:
    """How `match` stands under its own rules; `find_book` gives the rule book for what its header says.

    `unagreed`: corrections count to which not both teams have agreed; if not, they wait (federacion 66, nabo 20).
    `before`: how the match stood with fewer entries, or more; what was marked then is not marked again.
    RecordError names an entry that does not fit the match; RuleBookError where there is no such book or option.
    """
    book = match.header.book(find_book)
    marks = before.marks if before and (before.match.header, before.book) == (match.header, book) else None
    return _standing(match, book, fold(match, book, unagreed=unagreed, marks=marks))


class Reached(NamedTuple):
    """What a match has come to: the tantos of a game, the games won of the last vaca, the vacas won (None in a match
    that has one alone), and who has won it."""

    score: Mapping[Team, int]
    games_won: Mapping[Team, int]
    vacas_won: Mapping[Team, int] | None
    winner: Team | None


def around_acts(match: Match, find_book: FindBook = rulebook) -> Iterator[tuple[int, Reached, Reached]]:
    """Each correction and judge's act by its number, with what the match had come to before it and after it; the tantos
    are those of the game that it is about, or of the last one where it is about the whole match. Errors as of
    `standing`."""
    book = match.header.book(find_book)
    folding, races = Folding(match, book), [Race(match.header.length or Length.of(book))]
    for number, entry in enumerate(match.entries, 1):
        place = folding.place(number, entry)
        before = _reached(folding, races, place)
        folding.add(number, entry)
        _race_on(races, folding, place)
        if not isinstance(entry, Played):
            yield number, before, _reached(folding, races, place)


def _race_on(races: list[Race], folding: Folding, place: int | None) -> None:
    """Counts the games from that place on anew, until the match is as far as it was."""
    if place is None:
        return
    for game, (ending, decisive) in enumerate(folding.endings(place), place + 1):
        race = races[game - 1].after(ending, decisive)
        if races[game : game + 1] == [race]:
            return
        races[game : game + 1] = [race]


def _reached(folding: Folding, races: Sequence[Race], place: int | None) -> Reached:
    race = races[-1]
    winner = folding.given[-1][1].team if folding.given else race.winner
    return Reached(folding.score(place) or none_won(), race.won, race.several_vacas, winner)


def under(match: Match, rules: str, find_book: FindBook = rulebook, unagreed: bool = True) -> Standing:
    """How `match` would stand under another rule book: every karta aldia is marked by it, in the game in which it was
    played. A karta aldia that the other book does not allow stays unmarked, and is a question of kind `UNMARKED`.
    What stood at the table is not compared: it stood there by the match's own book.

    `unagreed` and errors as of `standing`.
    """
    played = fold(match, match.header.book(find_book), unagreed=unagreed)
    other = replace(match, header=replace(match.header, rules=rules, options={}))
    book = other.header.book(find_book)
    return replace(_standing(other, book, fold(other, book, played.places, unagreed)), differences=())


def _standing(match: Match, book: RuleBook, folding: Folding) -> Standing:
    games, entries = folding.games(), folding.in_force()
    race, after = _raced(match.header.length or Length.of(book), games)
    winner = race.winner
    if folding.given:
        since, act = folding.given[-1]
        winner = act.team
        after = [after_match(game, late) for game in games if (late := late_aldiak(game, since))]
    out_of_turn, next_esku = _turns(match.header, games, entries)
    return Standing(
        match,
        book,
        games,
        race,
        winner,
        race.over or bool(folding.given),
        (*questions(games, entries), *after),
        tuple(_differences(games)),
        out_of_turn,
        folding.unagreed(),
        next_esku,
        folding.marks,
    )


def _raced(length: Length, games: Iterable[Game]) -> tuple[Race, list[JudgesQuestion]]:
    """How far the games bring the match, and what of it was played once it was over."""
    race, after = Race(length), list[JudgesQuestion]()
    for game in games:
        if not race.over:
            race = race.after(game.ending, game.decisive)
        elif (late := late_aldiak(game)) or (not game.aldiak and (game.in_force or game.over)):
            after.append(after_match(game, late))
    return race, after


def _differences(games: Iterable[Game]) -> Iterator[Difference]:
    for game in games:
        lasting = (0, 0)
        for aldia in game.aldiak:
            stood, derived = aldia.original.played.score, aldia.original.before
            explained = any(version.before == stood for version in aldia.versions)
            ns, ew = (0 if explained else stood[team] - derived[team] for team in Team)
            if (ns, ew) not in ((0, 0), lasting):
                yield Difference(aldia.entry, stood, derived)
            lasting = (ns, ew)


def _turns(head: Header, games: Sequence[Game], entries: Mapping[int, Entry]) -> tuple[tuple[OutOfTurn, ...], Seat]:
    """Where somebody else was esku than whose turn it was, and whose turn it is next.

    The esku passes to the next seat in playing order. A karta aldia that the judge has voided is dealt again, by the
    same dealer; where play has gone on from it, that is in turn as well. In Mus por Equipos a jugada's number says who
    is esku, and N is in the first of every game (mus por equipos 9).
    """
    wrong: list[OutOfTurn] = []
    turn, allowed = head.esku, {head.esku}
    for game in games:
        for aldia in game.aldiak:
            now = aldia.now
            esku, jugada = now.played.esku, now.played.jugada
            if jugada:
                turn, allowed = jugada.esku, {jugada.esku}
            if esku not in allowed:
                wrong.append(OutOfTurn(aldia.entry, esku, turn))
            after = following(esku, now.played.cards or head.seats)
            again = now.act is not None and isinstance(entries[now.act], Voided)
            turn = esku if again else after
            allowed = {esku, after} if now.status is Status.VOID else {after}
            if jugada and game.over:
                turn = Seat.N
    return tuple(wrong), turn
