"""A desk at work: how tournaments stand, and the one way in which anything is said."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Final

from sqlalchemy import Connection

from desk.acts import OF_ROLE, Act, Entered, Locked, Role, Said, Settled, Who
from desk.equipos.known import Matches
from desk.keeping import people
from desk.keeping.database import Answer, ClaimedError, Database, DatabaseError
from desk.keeping.ledger import Ledger, decided
from desk.keeping.people import Guest, Issued, Place
from desk.state import State
from engine.errors import MusError, TournamentError
from engine.sentences import Sentence
from engine.tournament.acts import Replaced, Succeeded
from engine.tournament.entries import Calendar, latest, plain
from engine.tournament.standings import Row, standings

Decide = Callable[[State], Iterable[Act]]
"""What is said, as things stand; it is asked again where something else was said meanwhile."""

_LOG = logging.getLogger("hamarreko")
_TRIES: Final = 40
_BRINGS_IN: Final = (Settled, Entered, Locked, Replaced, Succeeded)
"""Acts after which somebody may play who did not before them, or on another day."""


class NotAllowedError(TournamentError):
    """Somebody wants to do what the role does not allow."""


class ChangedError(TournamentError):
    """What somebody changes is not as they saw it any more."""


class Desk:
    """Tournaments in a database, which other desks may serve as well."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ledger = Ledger()
        self.matches = Matches(database)
        self._require: Callable[[State], object] = lambda _: None

    def as_seen(self, tournament: int, seen: int | None, stands: Callable[[State], int]) -> Desk:
        """The same desk for whoever changes something that was `seen` as it stood by the act of that number; None: by
        any. ChangedError, now and until something is said, where it `stands` by another one: two people who change one
        thing at once take nothing from each other without a word."""

        def require(state: State) -> None:
            if seen not in (None, stands(state)):
                raise ChangedError(Sentence("this has been changed by now: look again"))

        require(self.state(tournament))
        desk = copy(self)
        desk._require = require
        return desk

    def tournaments(self) -> list[int]:
        """The numbers of all tournaments, the oldest first."""
        return self.database.read(self.ledger.tournaments)

    def state(self, tournament: int) -> State:
        """How a tournament stands by all that is committed. TournamentError where there is no such one."""
        return self.database.read(lambda connection: self.ledger.state(connection, tournament))

    def states(self) -> dict[int, State]:
        """How all tournaments stand, by their numbers, the oldest first. One that cannot be read stops no other one: it
        is passed over, and logged."""
        return self.states_and_unread()[0]

    def states_and_unread(self) -> tuple[dict[int, State], dict[int, Sentence]]:
        """The same, and of those that are passed over why: a later release may have said something in them."""

        def work(connection: Connection) -> tuple[dict[int, State], dict[int, Sentence]]:
            read, unread = {}, {}
            for number in self.ledger.tournaments(connection):
                try:
                    read[number] = self.ledger.state(connection, number)
                except MusError as error:
                    _LOG.warning("tournament %d cannot be read: %s", number, error)
                    unread[number] = error.sentence
            return read, unread

        return self.database.read(work)

    def over(self, tournament: int, state: State) -> bool:
        """Whether all of a tournament is played, confirmed and decided; of Mus por Equipos its tables say what is
        played."""
        if state.equipos:
            return self.matches.known(tournament, state).over and not state.tournament.under_appeal
        return state.over

    def standings(self, tournament: int, state: State) -> list[Row]:
        """Who stands where; in Mus por Equipos by the games, once all are played (mus por equipos 10, 11)."""
        rows = standings(state.tournament)
        return self.matches.known(tournament, state).standings(state, rows) if state.equipos else rows

    def said(self, tournament: int) -> list[Said]:
        """All that was said in a tournament, in its order."""
        return self.database.read(lambda connection: self.ledger.said(connection, tournament))

    def suspended(self) -> Mapping[str, str]:
        """Until when players are suspended, by any tournament of the database (nabo 28); the longest time holds."""
        return latest(said for state in self.states().values() for said in state.suspended.items())

    def act(self, tournament: int, who: Who, decide: Decide, why: str | None = None) -> State:
        """How it stands once what is decided is said and committed; nothing is said where nothing is decided.

        A MusError says why it makes no sense as things stand, or who is suspended (nabo 28), DatabaseError that nobody
        knows whether it was kept.
        """
        for _ in range(_TRIES):
            state = self.state(tournament)
            self._require(state)
            after, said = decided(state, who, decide(state), why)
            if not said:
                return state
            if any(isinstance(one.act, _BRINGS_IN) for one in said):
                _require_free(state, after, self.suspended())
            try:
                self.database.run_once(partial(self.ledger.keep, tournament=tournament, said=said))
            except ClaimedError:
                continue
            return after
        raise DatabaseError(Sentence("the database cannot be used: {why}", why=Sentence("others are always quicker")))

    def begin(self, said: Sequence[Said]) -> int:
        """The number of a new tournament, in which that is said."""
        return self.database.run(lambda connection: self.ledger.begin(connection, said))

    def newest_code(self) -> int:
        """The number of the code that was made last."""
        return self.database.read(people.newest)

    def issue(self, places: Iterable[Place], asking: Collection[Guest] = (), seen: int | None = None) -> list[Issued]:
        """New codes. Those that the places had are taken back, with the keys of whoever came in by them.

        Whoever came in without a code stays, and so does whoever is `asking`. ChangedError where codes of these places
        were made after the newest one that was `seen`: they may be handed out by now.
        """
        issued = [people.made(place) for place in places]
        places = [one.place for one in issued]
        return self._unless_made_since(seen, places, lambda connection: people.issue(connection, issued, asking))

    def take_back(self, *places: Place, asking: Collection[Guest] = (), seen: int | None = None) -> None:
        """Takes the codes of these places back, with the keys of whoever came in by them, or without a code.

        Whoever is `asking` stays. ChangedError as for `issue`.
        """
        self._unless_made_since(seen, places, lambda connection: people.take_back(connection, places, asking))

    def _unless_made_since(
        self, seen: int | None, places: Collection[Place], work: Callable[[Connection], Answer]
    ) -> Answer:
        def checked(connection: Connection) -> Answer:
            if seen is not None and people.made_since(connection, seen, places):
                why = Sentence("codes were made since this page was opened: they hold until made anew or taken back")
                raise ChangedError(why)
            return work(connection)

        return self.database.run(checked)

    def enter(self, code: str, name: str = "") -> tuple[Guest, str] | None:
        """Whom a code lets in under that name, and the key to show from now on; None where it is no code that holds."""
        hash = people.hashed(code)
        return self.database.run(lambda connection: people.enter(connection, hash, name))

    def admit(self, place: Place, name: str = "") -> tuple[Guest, str]:
        """Lets somebody in without a code, such as whoever sits at the desk's own machine."""
        return self.database.run(lambda connection: people.admit(connection, place, name))

    def guest(self, key: str) -> Guest | None:
        """Who shows that key; None where it is none that holds."""
        return self.database.read(lambda connection: people.guest(connection, key))


def require(who: Who, *roles: Role, teams: Collection[str | None] = ()) -> None:
    """NotAllowedError where somebody has none of these roles, or is a pair of none of these teams."""
    if who.role not in roles:
        raise NotAllowedError(Sentence("this is not for the role {role}", role=Sentence(OF_ROLE[who.role])))
    if who.role is Role.PAIR and teams and who.team not in teams:
        raise NotAllowedError(Sentence("{team} does not play in it", team=str(who.team)))


def reason(why: str | None) -> str:
    """Why something is done, as it is kept. TournamentError where nobody said why."""
    if not why or not plain(why):
        raise TournamentError(Sentence("say why"))
    return why.strip()


def _require_free(before: State, after: State, suspended: Mapping[str, str]) -> None:
    """TournamentError where somebody is suspended who comes in, or for whom the day is another one (nabo 28).

    Where no day is set it is that of the lock, and of whoever comes in after it.
    """
    day = after.settings.get("date")
    stays = (before.settings.get("date"), before.locked) == (day, after.locked)
    known = set(map(plain, _players(before))) if stays else set[str]()
    if day is None and after.locked and after.last:
        day = after.last.day
    Calendar(day, suspended).require_free(*(player for player in _players(after) if plain(player) not in known))


def _players(state: State) -> list[str]:
    return [player for entry in state.entries.values() for player in entry.players]
