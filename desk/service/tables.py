"""Boxes at the desk: how one joins a table, what it sends, what it is told, and what comes of it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection

from desk.acts import Act, Disputed, MantxakTold, Role, Who
from desk.keeping import boxes
from desk.keeping.boxes import Committed, Journal
from desk.keeping.ledger import decided
from desk.keeping.people import Guest
from desk.service import clock, judging
from desk.service.desk import Desk, NotAllowedError, require
from desk.service.ended import can_be_read, ended, has_ended
from desk.service.results import bare, is_confirmed
from desk.state import State
from engine.sentences import Sentence
from engine.tournament.acts import Confirmed, Drawn, Reported
from engine.tournament.entries import plain
from engine.tournament.state import Partida

_LOG = logging.getLogger("hamarreko")
_SOONEST: Final = 5.0
"""Seconds after which a box asks again when it has nothing to say."""
_A_SECOND: Final = 40.0
"""So many boxes that have nothing to say are heard a second; where there are more, each asks less often."""


def join(desk: Desk, guest: Guest) -> tuple[Journal, list[str]]:
    """A box joins the table that its key is for: its journal at the desk, and what happened at the table before, which
    it goes on from. NotAllowedError where the key is no table's.

    With a key that it has already it begins another journal behind the same events as its first one.
    """
    place = guest.place
    require(guest.who, Role.TABLE)
    table = guest.table

    def work(connection: Connection) -> tuple[Journal, list[str]]:
        desk.ledger.hold(connection, place.tournament)
        known = boxes.of_table(connection, place.tournament, table)
        if again := next((one for one in known if one.key == guest.key), None):
            made, events = replace(again, id=boxes.new_id()), list[str]()
        else:
            state = desk.ledger.state(connection, place.tournament)
            before, events = boxes.farthest(connection, known, partial(can_be_read, state))
            made = Journal(boxes.new_id(), place.tournament, table, guest.key)
            if before:
                at = boxes.committed(connection, before.id).number
                made = replace(made, follows=before.id, followed_at=at)
        boxes.begin(connection, made)
        return made, events

    return desk.database.run(work)


def came_from(desk: Desk, journal: str | None) -> int | None:
    """The tournament of the journal that a box had so far; None where it had none, or none that this desk knows."""
    known = desk.database.read(lambda connection: boxes.find(connection, journal)) if journal else None
    return known.tournament if known else None


def goes_on(desk: Desk, guest: Guest, came_from: int | None, partida: int | None) -> bool:
    """Whether the partida that a box has in hand is one of the table that its key is for: it came from whatever table
    of the tournament. Another tournament's partidak have the same numbers."""
    if partida is None or came_from != guest.place.tournament:
        return False
    return _is_played_at(desk.state(came_from), partida, guest.table)


def exchange(
    desk: Desk,
    guest: Guest,
    journal: str,
    first: int,
    events: Sequence[str],
    told: Mapping[str, Any] | None,
    call: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Keeps what a box sends, says what follows from it in the tournament, and tells the box what it has to know.

    What is kept and what follows from it are one transaction: when this returns it is committed.

    It sends events of its journal from the number `first` on, and how the partida in play stands then.
    `told`: `{"partida": 12, "mantxak": [[40, 32]], "score": [5, 10], "over": false, "confirmed": [0], "header": …,
    "lines": […]}`, the teams in the order of the pairing, the match as JSON lines without computed fields: its header,
    and the lines behind it. What it came to is read from those lines.
    `call`: the box's last call to the judge, by its number there, and whether it was taken back:
    `{"number": 2, "back": false}`.

    It is told how far its events are committed, what is played at the table, when to ask again (seconds), and how the
    table's last call to the judge stands: `waits`, `answered` or `taken-back`.
    """

    def keep(connection: Connection) -> Committed:
        own = _own(connection, guest, journal)
        committed = boxes.receive(connection, journal, first, events)
        if told is not None and committed.number == first + len(events) - 1:
            _take(desk, connection, own, committed.number, told)
        return committed

    def look(connection: Connection) -> Committed:
        return boxes.committed(connection, _own(connection, guest, journal).id)

    nothing = not events and told is None
    committed = desk.database.read(look) if nothing else desk.database.run(keep)
    state = desk.state(guest.place.tournament) if call is None else _called(desk, guest, journal, call)
    return {
        "committed": asdict(committed),
        "seat": _told_to_box(state, guest.table),
        "again": max(_SOONEST, len(state.at_table) / _A_SECOND),
        "call": _stands(state, guest.table, _name(journal, call)),
    }


def seat(state: State, table: int) -> dict[str, Any] | None:
    """What is played at a table now, as JSON: who sits there, by which rules, and the clock; None where nothing is.

    `void` are all partidak of the table that count for nothing.
    """
    partida = at_table(state, table)
    if partida is None:
        return None
    terms, pairing = state.tournament.terms, partida.pairing
    time = clock.shown(state, pairing.round)
    return {
        "partida": pairing.partida,
        "round": pairing.round,
        "teams": [asdict(state.named(str(team))) for team in pairing.teams],
        "rules": terms.book.name,
        "book": state.settings.get("book"),
        "target": terms.book.target,
        "options": {name: value for name, value in state.settings.get("options", {}).items() if name in _OF_A_BOOK},
        "mantxak": terms.mantxak,
        "confirmed": is_confirmed(partida),
        "void": [one.pairing.partida for one in _partidak_at(state, table) if state.tournament.is_void(one)],
        "clock": time and asdict(time),
    }


def _told_to_box(state: State, table: int) -> dict[str, Any] | None:
    """What is played at a table, as its box alone is told it: the teams told apart, with the deck that all tables play
    with, the judge's rulings on it, the last one last, and in Mus por Equipos with whence the packs are."""
    told, equipos = seat(state, table), state.equipos
    if told is None:
        return None
    told["teams"] = _told_apart(state, told["teams"])
    told["deck"] = state.settings.get("deck")
    told["rulings"] = [
        f"{act.text} ({act.article})" if act.article else act.text for act, _ in state.ruled(told["partida"])
    ]
    if equipos is None:
        return told
    teams = [{**team, "players": []} for team in told["teams"]]  # a side's, of whom nobody knows who sits where
    packs = {"games": equipos.games, "jugadas": equipos.jugadas, "seed": state.seed}
    return {**told, "teams": teams, "confirmed": True, "equipos": packs}  # what a box tells counts as it is told


def _told_apart(state: State, teams: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each team with its id beside a name that others have too; two of one name at a table go by their ids alone: of a
    name the box's display shows the first letters."""
    alike = len({plain(team["name"]) for team in teams}) == 1
    return [
        {**team, "name": team["name"] and (team["id"] if alike else state.told_apart(team["id"]))} for team in teams
    ]


def at_table(state: State, table: int) -> Partida | None:
    """The partida in play at a table, else the last one there; None without any."""
    partidak = _partidak_at(state, table)
    return state.in_play_or_last(partidak) if partidak else None


def _partidak_at(state: State, table: int) -> list[Partida]:
    return [state.find(number) for number in state.at_table.get(table, ())] if state.locked else []


def _called(desk: Desk, guest: Guest, journal: str, call: Mapping[str, Any]) -> State:
    """The judge is called to a box's table, or is not needed any more. Told again it counts once."""
    tournament, table = guest.place.tournament, guest.table
    of = _name(journal, call)
    if call["back"]:
        own = desk.database.read(lambda connection: boxes.own(connection, journal))
        return judging.take_call_back(desk, tournament, guest.who, table, of, own)
    return judging.call(desk, tournament, guest.who, table, of=of)


def _name(journal: str, call: Mapping[str, Any] | None) -> str:
    """A box's name for its call."""
    return f"{journal}:{call['number']}" if call else ""


def _stands(state: State, table: int, of: str) -> str | None:
    call = state.call_of(table)
    if call is None:
        return None
    if call.waits and of not in call.left:
        return "waits"
    return "answered" if call.answered else "taken-back"


_OF_A_BOOK: Final = ("kings", "real31")
"""Options of the rule book, beside its target, that a table has to know."""


def _own(connection: Connection, guest: Guest, name: str) -> Journal:
    journal = boxes.find(connection, name)
    if journal is None or journal.key != guest.key:
        raise NotAllowedError(Sentence("this journal is not this box's"))
    return journal


def _take(desk: Desk, connection: Connection, journal: Journal, number: int, told: Mapping[str, Any]) -> None:
    """Keeps how a partida stands, and says what follows from it. What makes no sense is kept, and nothing follows.

    Of partidak that are played at other tables nothing is kept.
    """
    partida = told.get("partida")
    if type(partida) is not int or not isinstance(told.get("lines", []), list):
        return
    state = desk.ledger.state(connection, journal.tournament)
    if not _is_played_at(state, partida, journal.table):
        return
    telling = boxes.tell(connection, journal.id, partida, number, told)
    if telling is None:
        return
    others = boxes.told_by_others(connection, journal, partida, telling.since)
    if others is None or not (others or told.get("over") or _is_boxs_result(state, partida)):
        return
    desk.ledger.hold(connection, journal.tournament)
    state = desk.ledger.state(connection, journal.tournament)
    if not _is_played_at(state, partida, journal.table):  # seated elsewhere meanwhile
        return
    who = Who(journal.name, Role.TABLE)
    try:
        _, said = decided(state, who, _follows(state, journal, told, telling.before or {}, others))
    except (LookupError, TypeError, ValueError) as error:  # a MusError too
        _LOG.warning("what table %d tells of partida %d does not fit: %s", journal.table, partida, error)
        return
    desk.ledger.keep(connection, journal.tournament, said)


def _is_played_at(state: State, partida: int, table: int) -> bool:
    return state.locked and state.tables.get(partida) == table


def _follows(
    state: State,
    journal: Journal,
    told: Mapping[str, Any],
    before: Mapping[str, Any],
    others: Mapping[str, Mapping[str, Any]],
) -> Iterable[Act]:
    """What follows from how a box tells its partida, and had told it `before`: a result, its confirmation, that its
    result is taken back, or a case for the judge.

    Nothing once the judge has said how it ended, however often the boxes tell it again.
    """
    number: int = told["partida"]
    partida = state.tournament.partidak[number]
    if is_confirmed(partida) and state.reports[number][-1].why is not None:  # whoever types a result gives no reason
        return
    apart = any(_differ(told, other) for other in others.values())
    if state.equipos:
        others, told = {}, {}  # what a table plays is told nobody, the judge neither (mus por equipos 11)
    try:
        end = ended(state, told)
    except (LookupError, TypeError, ValueError):  # a MusError too: its hands come to something else, or to nothing
        end, apart = None, True
    if end:
        now = partida.now
        if isinstance(now, Reported) and now.mantxak != end.mantxak and is_confirmed(partida):
            apart = True
        elif not apart:
            teams = [str(team) for team in partida.pairing.teams]
            waits = partida.waits_for
            if not isinstance(now, Reported) or now.mantxak != end.mantxak:
                waits = frozenset(teams)
                pairing, by = bare(partida.pairing), Role.TABLE.value
                yield Reported(pairing, end.mantxak, decisive=end.decisive, waits_for=waits, by=by)
            confirmed = [teams[side] for side in told["confirmed"]]
            yield from (Confirmed(number, team) for team in confirmed if team in waits)
    elif not apart and has_ended(state, before) and _is_boxs_result(state, number) and can_be_read(state, told):
        if is_confirmed(partida):
            apart = True
        else:
            yield from _taken_back(partida)
    if apart and number not in state.disputes:
        yield Disputed(number, journal.table, {**others, journal.id: told} if told else {})


def _is_boxs_result(state: State, partida: int) -> bool:
    """Whether the result that a partida has is one that its table's box has told."""
    reports = state.reports.get(partida, ())
    return bool(reports) and reports[-1].role is Role.TABLE and isinstance(state.find(partida).now, Reported)


def _taken_back(partida: Partida) -> Iterable[Act]:
    """The partida is in play again: its result is none, nor what a team has confirmed of it."""
    yield Drawn(partida.pairing, partida.seed)
    confirmed = [str(team) for team in partida.pairing.teams if team not in partida.waits_for]
    yield from (MantxakTold(partida.pairing.partida, team, ()) for team in confirmed)


def _differ(told: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two boxes tell a partida otherwise: neither has only less of it than the other."""
    mine, theirs = told.get("lines", ()), other.get("lines", ())
    return any(one != two for one, two in zip(mine, theirs, strict=False))
