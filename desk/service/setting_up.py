"""Before a tournament's rounds: how it is made, set, entered and locked; and the draw of each round."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from desk.acts import Act, Dealt, Entered, Locked, Made, Role, Scratched, Seated, Settled, Unlocked, Who
from desk.keeping.ledger import decided
from desk.matching import least_weight
from desk.service.desk import Desk, reason, require
from desk.state import State
from engine.equipos.packs import seal
from engine.errors import TournamentError, quoted
from engine.sentences import Sentence
from engine.tournament.acts import Drawn, LotDrawn, Pairing
from engine.tournament.draw import next_round
from engine.tournament.entries import Calendar, TeamEntry
from engine.tournament.plan import require_playable


def make(desk: Desk, who: Who, settings: Mapping[str, Any]) -> int:
    """A new tournament's number. `settings` as `desk.acts.SETTINGS` names them, and as a first line has them."""
    require(who, Role.COMMITTEE)
    _, said = decided(State(), who, [Made(settings)])
    return desk.begin(said)


def settle(desk: Desk, tournament: int, who: Who, settings: Mapping[str, Any]) -> State:
    """Some settings are otherwise, a None as if never said; `ALWAYS` always, the others until the lock (nabo 3)."""
    require(who, Role.COMMITTEE)

    return desk.act(tournament, who, lambda _: [Settled(settings)])


def enter(desk: Desk, tournament: int, who: Who, entries: Iterable[TeamEntry]) -> State:
    """Teams are entered, or entered otherwise, all or none; one without an id gets the next that is free.

    Nobody who is suspended on the day can be entered (nabo 28).
    """
    require(who, Role.COMMITTEE)
    entries = list(entries)

    def decide(state: State) -> Iterable[Act]:
        _require_open(state)
        calendar = Calendar(state.settings.get("date"), state.suspended)
        plays = {player: entry.id for entry in state.entries.values() for player in entry.players}
        ids = free_ids({*state.entries, *(entry.id for entry in entries)})
        for given in entries:
            entry = given if given.id.strip() else replace(given, id=next(ids))
            calendar.require_free(*entry.players)
            for player in entry.players:
                if plays.setdefault(player, entry.id) != entry.id:
                    raise TournamentError(
                        Sentence("{player} plays for {team} already", player=player, team=plays[player])
                    )
            yield Entered(entry)

    return desk.act(tournament, who, decide)


def free_ids(taken: Collection[str]) -> Iterator[str]:
    """T01, T02 and so on, without those that are taken."""
    return (id for number in count(1) if (id := f"T{number:02}") not in taken)


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
        require_playable(state.begun().tournament.terms.stages, len(state.entries))
        yield Locked()

    return desk.act(tournament, who, decide)


def unlock(desk: Desk, tournament: int, who: Who, why: str) -> State:
    """Rules, teams and stages are open again. TournamentError once a round is drawn (nabo 3)."""
    require(who, Role.COMMITTEE)
    return desk.act(tournament, who, lambda _: [Unlocked()], reason(why))


def draw(desk: Desk, tournament: int, who: Who, seed: str | None = None) -> State:
    """The next round is drawn from the seed (one that nobody chose, where none is given), and seated from table 1 on.

    In Mus por Equipos it is the packs' seed, which stays sealed: its SHA-256 is published.
    TournamentError where a result is missing, a lot has to be drawn first, or nothing is left to be drawn.
    """
    require(who, Role.COMMITTEE)
    own = seed or secrets.token_hex(8)

    def decide(state: State) -> Iterable[Act]:
        published = own
        if state.equipos:
            sealed = seed or secrets.token_hex(32)
            published = seal(sealed)
            yield Dealt(sealed)
        pairings = next_round(state.tournament, published, least_weight)
        yield from (Drawn(pairing, published) for pairing in pairings)
        yield Seated(_tables(pairings))

    return desk.act(tournament, who, decide)


def draw_lot(desk: Desk, tournament: int, who: Who, teams: Iterable[str], seed: str | None = None) -> State:
    """A lot is drawn among teams that share a place, from a seed that is shown."""
    require(who, Role.COMMITTEE, Role.JUDGE)
    among, published = tuple(teams), seed or secrets.token_hex(8)
    return desk.act(tournament, who, lambda _: [LotDrawn(among, published)])


def _tables(pairings: Iterable[Pairing]) -> dict[int, int]:
    """The tables of each round from 1 on; who has a bye needs none."""
    tables: dict[int, int] = {}
    next_table: dict[int, int] = {}
    for pairing in pairings:
        if None not in pairing.teams:
            tables[pairing.partida] = next_table[pairing.round] = next_table.get(pairing.round, 0) + 1
    return tables


def _require_open(state: State) -> None:
    if state.locked:
        raise TournamentError(Sentence("the tournament is locked (nabo 3)"))
