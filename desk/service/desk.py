"""A desk at work: how tournaments stand, and the one way in which anything is said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection

from desk.acts import OF_ROLE, Act, Role, Said, Who
from desk.equipos.known import Matches
from desk.keeping import people
from desk.keeping.database import ClaimedError, Database, DatabaseError
from desk.keeping.ledger import Ledger, decided
from desk.keeping.people import Guest, Issued, Place
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence

Decide = Callable[[State], Iterable[Act]]
"""What is said, as things stand; it is asked again where something else was said meanwhile."""

_TRIES: Final = 40


class NotAllowedError(TournamentError):
    """Somebody wants to do what the role does not allow."""


class Desk:
    """Tournaments in a database, which other desks may serve as well."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ledger = Ledger()
        self.matches = Matches(database)

    def tournaments(self) -> list[int]:
        """The numbers of all tournaments, the oldest first."""
        return self.database.read(self.ledger.tournaments)

    def state(self, tournament: int) -> State:
        """How a tournament stands by all that is committed. TournamentError where there is no such one."""
        return self.database.read(lambda connection: self.ledger.state(connection, tournament))

    def said(self, tournament: int) -> list[Said]:
        """All that was said in a tournament, in its order."""
        return self.database.read(lambda connection: self.ledger.said(connection, tournament))

    def act(self, tournament: int, who: Who, decide: Decide, why: str | None = None) -> State:
        """How it stands once what is decided is said and committed; nothing is said where nothing is decided.

        A MusError says why it makes no sense as things stand, DatabaseError that nobody knows whether it was kept.
        """
        for _ in range(_TRIES):
            state = self.state(tournament)
            after, said = decided(state, who, decide(state), why)
            if not said:
                return state
            try:
                self.database.run_once(partial(self.ledger.keep, tournament=tournament, said=said))
            except ClaimedError:
                continue
            return after
        raise DatabaseError(Sentence("the database cannot be used: {why}", why=Sentence("others are always quicker")))

    def begin(self, said: Sequence[Said]) -> int:
        """The number of a new tournament, in which that is said."""

        def work(connection: Connection) -> int:
            number = self.ledger.make(connection)
            self.ledger.keep(connection, number, said)
            return number

        return self.database.run(work)

    def issue(self, places: Iterable[Place]) -> list[Issued]:
        """New codes. Those that the places had are taken back, with the keys of whoever came in by them."""
        issued = [people.made(place) for place in places]
        return self.database.run(lambda connection: people.issue(connection, issued))

    def take_back(self, *places: Place) -> None:
        """Takes the codes of these places back, with the keys of whoever came in by them."""
        self.database.run(lambda connection: people.take_back(connection, places))

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


def reason(why: str) -> str:
    """Why something is done, as it is kept. TournamentError where nobody says why."""
    if not why.strip():
        raise TournamentError(Sentence("say why"))
    return why.strip()


def require(who: Who, *roles: Role, teams: Collection[str | None] = ()) -> None:
    """NotAllowedError where somebody has none of these roles, or is a pair of none of these teams."""
    if who.role not in roles:
        raise NotAllowedError(Sentence("this is not for the role {role}", role=Sentence(OF_ROLE[who.role])))
    if who.role is Role.PAIR and teams and who.team not in teams:
        raise NotAllowedError(Sentence("{team} does not play in it", team=str(who.team)))
