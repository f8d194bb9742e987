"""Before a tournament's rounds: how it is made, set, entered and locked; and the draw of each round."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final

from desk.acts import OFFICIALS, Act, Dealt, Entered, Locked, Made, Role, Scratched, Seated, Settled, Unlocked, Who
from desk.keeping.ledger import decided
from desk.matching import least_weight
from desk.service.desk import Desk, reason, require
from desk.state import State, called
from engine.equipos.packs import require_typed, seal
from engine.errors import MusError, TournamentError, quoted
from engine.fields import read_fields
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Drawn, LotDrawn, Pairing
from engine.tournament.draw import OverError, next_round, require_drawable
from engine.tournament.entries import Calendar, TeamEntry, plain
from engine.tournament.fields import DAY
from engine.tournament.plan import require_lockable
from engine.tournament.stages.equipos import require_names
from engine.tournament.stages.stage import TieError
from engine.tournament.standings import standings
from engine.tournament.state import Tournament
from engine.tournament.systems import Rounds

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""A team's id stands in addresses, and in forms among others with a space between them."""


def make(desk: Desk, who: Who, settings: Mapping[str, Any]) -> int:
    """A new tournament's number. `settings` as `desk.acts.SETTINGS` names them, and as a first line has them."""
    require(who, Role.COMMITTEE)
    _require_day(settings)
    _, said = decided(State(), who, [Made(settings)])
    return desk.begin(said)


def settle(desk: Desk, tournament: int, who: Who, settings: Mapping[str, Any]) -> State:
    """Some settings are otherwise, a None as if never said; `ALWAYS` always, the others until the lock (nabo 3)."""
    require(who, Role.COMMITTEE)
    _require_day(settings)

    def decide(state: State) -> Iterable[Act]:
        # an earlier release reads no act that names a setting which it does not know
        said = {name: value for name, value in settings.items() if value is not None or name in state.settings}
        yield Settled(said)

    return desk.act(tournament, who, decide)


def enter(desk: Desk, tournament: int, who: Who, entries: Iterable[TeamEntry]) -> State:
    """Teams are entered, all or none; one without an id gets the next that is free.

    Nobody who is suspended on the day can be entered (nabo 28), nor who plays for another team; and no team of an id
    that is entered already, or without an id of such a name and club.
    """
    require(who, Role.COMMITTEE)
    entries = list(entries)

    def decide(state: State) -> Iterable[Act]:
        _require_open(state)
        return map(_Entering(desk, state, entries).take, entries)

    return desk.act(tournament, who, decide)


def enter_each(desk: Desk, tournament: int, who: Who, entries: Iterable[TeamEntry]) -> Sequence[TournamentError | None]:
    """Of these teams those are entered that can be, as by `enter`; of each why it was not, None where it was."""
    require(who, Role.COMMITTEE)
    entries = list(entries)
    told = list[TournamentError | None]()

    def decide(state: State) -> Iterable[Act]:
        _require_open(state)
        entering = _Entering(desk, state, entries)
        told.clear()
        for entry in entries:
            try:
                taken = entering.take(entry)
            except TournamentError as error:
                told.append(error)
            else:
                told.append(None)
                yield taken

    desk.act(tournament, who, decide)
    return told


class _Entering:
    """Teams that are entered one after the other, beside those that are entered already."""

    def __init__(self, desk: Desk, state: State, entries: Iterable[TeamEntry] = ()) -> None:
        self._names = {entry.id: called(entry) for entry in state.entries.values()}
        self._plays = {plain(player): entry.id for entry in state.entries.values() for player in entry.players}
        self._called = {_called(entry): entry.id for entry in state.entries.values() if entry.name}
        self._ids = free_ids({*state.ids, *(entry.id for entry in entries)})
        self._calendar = Calendar(state.settings.get("date"), desk.suspended())

    def take(self, given: TeamEntry) -> Entered:
        """The act that enters a team. TournamentError where something stands in its way."""
        id = given.id.strip() and given.id
        if id and not _ID.fullmatch(id):
            why = msgid("a team's number has letters from A to Z, digits and . _ - alone: not {id}")
            raise TournamentError(Sentence(why, id=quoted(id)))
        known = self._called.get(_called(given)) if given.name and not id else id
        if known in self._names:
            name = self._names[known] if id else given.name
            raise TournamentError(Sentence("{name} is entered already, as {team}", name=name, team=known))
        self.require_players(given)
        self._calendar.require_free(*given.players)
        entry = given if id else replace(given, id=next(self._ids))
        self._plays |= dict.fromkeys(map(plain, entry.players), entry.id)
        self._called[_called(entry)], self._names[entry.id] = entry.id, called(entry)
        return Entered(entry)

    def require_players(self, given: TeamEntry) -> None:
        """TournamentError where one of them plays for another team."""
        for player in given.players:
            if (team := self._plays.get(plain(player), given.id)) != given.id:
                raise TournamentError(Sentence("{player} plays for {team} already", player=player, team=team))


def _called(entry: TeamEntry) -> tuple[str, str]:
    """By what people tell a team from others."""
    return plain(entry.name), plain(entry.club)


def free_ids(taken: Collection[str]) -> Iterator[str]:
    """T01, T02 and so on, without those that are taken."""
    return (id for number in count(1) if (id := f"T{number:02}") not in taken)


def rewrite(desk: Desk, tournament: int, who: Who, entry: TeamEntry, why: str | None = None) -> State:
    """A team that is entered, or its players, were written wrong. The lock leaves that open, for a reason then: draws
    and results go by a team's id.

    TournamentError as by `enter` where a player plays for another team, or is suspended and would come; where both
    sides of Mus por Equipos would be called alike; and once the names are taken out.
    """
    require(who, Role.COMMITTEE)

    def decide(state: State) -> Iterable[Act]:
        before = state.entries.get(entry.id)
        if before is None or state.nameless:
            raise TournamentError(Sentence("there is no team {team}", team=quoted(entry.id)))
        if state.locked:
            reason(why)
        _Entering(desk, state).require_players(entry)
        if state.equipos:
            require_names([entry, *(other for other in state.entries.values() if other.id != entry.id)])
        if entry != before:
            yield Entered(entry)

    return desk.act(tournament, who, decide, why)


def scratch(desk: Desk, tournament: int, who: Who, team: str) -> State:
    """A team is entered no longer."""
    require(who, Role.COMMITTEE)

    def decide(state: State) -> Iterable[Act]:
        _require_open(state)
        if team not in state.entries:
            raise TournamentError(Sentence("there is no team {team}", team=quoted(team)))
        yield Scratched(team)

    return desk.act(tournament, who, decide)


def lock(desk: Desk, tournament: int, who: Who) -> State:
    """Rules, teams and stages hold from now on (nabo 3). A MusError says what is wrong with them, or that so many teams
    cannot play these stages to their end."""
    require(who, Role.COMMITTEE)

    def decide(state: State) -> Iterable[Act]:
        require_lockable(state.begun().tournament.terms.stages, [*state.entries.values()])
        yield Locked()

    return desk.act(tournament, who, decide)


def unlock(desk: Desk, tournament: int, who: Who, why: str) -> State:
    """Rules, teams and stages are open again. TournamentError once a round is drawn (nabo 3), or somebody has appealed:
    that is by these rules, and of these teams."""
    require(who, Role.COMMITTEE)

    def decide(state: State) -> Iterable[Act]:
        if state.locked and state.tournament.appeals:
            raise TournamentError(Sentence("a ruling has been appealed against: the lock stays"))
        yield Unlocked()

    return desk.act(tournament, who, decide, reason(why))


def draw(desk: Desk, tournament: int, who: Who, seed: str | None = None) -> State:
    """The next round is drawn from the seed (one that nobody chose, where none is given), and seated from table 1 on.

    In Mus por Equipos it is the packs' seed, taken as it is given, which stays sealed: its SHA-256 is published.
    DealError where no field of a form takes it as it is; TournamentError where a result is missing, a lot has to be
    drawn first, or nothing is left to be drawn.
    """
    require(who, Role.COMMITTEE)
    own = _as_read(seed) or secrets.token_hex(8)

    def decide(state: State) -> Iterable[Act]:
        published = own
        if state.equipos:
            sealed = seed or secrets.token_hex(32)
            require_typed(sealed)
            published = seal(sealed)
            yield Dealt(sealed)
        pairings = next_round(state.tournament, published, least_weight)
        yield from (Drawn(pairing, published) for pairing in pairings)
        yield Seated(_tables(pairings))

    return desk.act(tournament, who, decide)


def hindered(state: State) -> tuple[Sentence | None, list[tuple[str, ...]]]:
    """Why no round can be drawn now, None where one can; and among whom a lot can be drawn: whom the draw would have to
    part, and where the tournament may be over all who share a place: once nothing is left to be drawn, and after any
    round of a last stage of rounds, which the committee ends when it likes."""
    if not state.locked:
        return None, []
    try:
        require_drawable(state.tournament)
    except TieError as error:
        return error.sentence, [error.teams]
    except OverError as error:
        return error.sentence, _shared_places(state.tournament)
    except MusError as error:
        return error.sentence, []
    return None, _shared_places(state.tournament) if _ends_in_rounds(state.tournament) else []


def _shared_places(tournament: Tournament) -> list[tuple[str, ...]]:
    """The teams of each place that several share."""
    return list({row.place: row.level for row in standings(tournament) if len(row.level) > 1}.values())


def _ends_in_rounds(tournament: Tournament) -> bool:
    """Whether rounds are its last stage, and one of them is drawn."""
    stages = tournament.terms.stages
    drawn = any(one.pairing.stage == len(stages) for one in tournament.partidak.values())
    return drawn and isinstance(stages[-1], Rounds)


def draw_lot(desk: Desk, tournament: int, who: Who, teams: Iterable[str], seed: str | None = None) -> State:
    """A lot is drawn among teams that share a place, from a seed that is shown.

    TournamentError where none is needed among just these, as `hindered` says: once it is drawn nobody draws it again.
    """
    require(who, *OFFICIALS)
    among, published = tuple(teams), _as_read(seed) or secrets.token_hex(8)

    def decide(state: State) -> Iterable[Act]:
        _, ties = hindered(state)
        if set(among) not in map(set, ties):
            raise TournamentError(Sentence("no lot is to be drawn among {teams}: they share no place now", teams=among))
        yield LotDrawn(among, published)

    return desk.act(tournament, who, decide)


def _as_read(seed: str | None) -> str:
    """A seed as people read it where it is published, and type it again: with single spaces."""
    return " ".join((seed or "").split())


def _tables(pairings: Iterable[Pairing]) -> dict[int, int]:
    """The tables of each round from 1 on; who has a bye needs none."""
    tables: dict[int, int] = {}
    next_table: dict[int, int] = {}
    for pairing in pairings:
        if None not in pairing.teams:
            tables[pairing.partida] = next_table[pairing.round] = next_table.get(pairing.round, 0) + 1
    return tables


def _require_day(settings: Mapping[str, Any]) -> None:
    """RecordError where the day that is set is none of the calendar."""
    read_fields(settings, {"date": DAY}, "settings")


def _require_open(state: State) -> None:
    if state.locked:
        raise TournamentError(Sentence("the tournament is locked (nabo 3)"))
