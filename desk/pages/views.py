"""What the pages show of a tournament: teams, partidak, standings, as rows that a template only has to lay out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple

from desk.acts import OF_ROLE, Role, Said
from desk.service import clock
from desk.service.clock import RoundClock
from desk.service.results import is_confirmed
from desk.state import State, called
from engine.deal.clock import CLOCKS
from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Left, Reported
from engine.tournament.draw import champions as champions_of
from engine.tournament.draw import may_be_drawn
from engine.tournament.standings import Row, standings
from engine.tournament.state import Partida
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System, Zeros
from engine.tournament.terms import Mantxa
from words.text import Speech

_MANY = 3
"""Teams that are still named where they share a place."""
_ROUNDS, _ZEROS, _GROUPS, _KNOCKOUT = msgid("Rounds"), msgid("Zeros"), msgid("Groups"), msgid("Knockout")
SYSTEMS = {"rounds": _ROUNDS, "zeros": _ZEROS, "groups": _GROUPS, "knockout": _KNOCKOUT, "equipos": "Mus por Equipos"}
_HAS_WON = {1: msgid("{team} has won the final"), 2: msgid("{team} has won the second bracket")}
LEFT = {"withdrawn": msgid("withdrawn"), "evicted": msgid("evicted"), "disqualified": msgid("disqualified")}


class Team(NamedTuple):
    """A team as it is shown. `called`: without the id that its name has beside it where others are called so too."""

    id: str
    name: str
    called: str
    club: str
    players: str
    out: str | None


class Meeting(NamedTuple):
    """A partida as it is shown: who plays where, the tantos of each mantxa, who won, and how it stands. Nobody has won
    what is void, as all partidak of a team that has left are (nabo 24).

    `mark` is `playing` (or still to be played), `waiting`, `confirmed`, `void`, `bye`, `lost` or `out`, and `told` says
    it in words. `late`: who is not complete at the table while it is played, or came late, and what that costs
    (federacion 33).
    """

    partida: int
    round: int
    table: int | None
    teams: tuple[Team, Team | None]
    mantxak: Sequence[tuple[int, int]]
    won: tuple[int, int]
    winner: str | None
    mark: str
    told: str
    place: str
    late: Sequence[str] = ()


class Resting(NamedTuple):
    """A team that rests in a round, as it is shown, and the place of its group."""

    round: int
    team: Team
    place: str


class Missing(NamedTuple):
    """A round of which results are missing: how many of how many are there, and the partidak that have none."""

    round: int
    done: int
    total: int
    meetings: list[Meeting]


class Standing(NamedTuple):
    """A team's place with its reason."""

    row: Row
    team: Team
    why: str


def team(state: State, id: str, say: Speech) -> Team:
    """A team, by its name where it has one."""
    given = state.named(id)
    left = state.tournament.out.get(id) if state.locked else None
    players = " & ".join(given.players)
    out = say(LEFT[left.kind]) if left else None
    return Team(id, state.told_apart(id), called(given), given.club, players, out)


def teams(state: State, say: Speech, part: slice = slice(None)) -> list[Team]:
    """Those that are entered, or a part of them."""
    return [team(state, id, say) for id in list(state.entries)[part]]


def meeting(state: State, partida: Partida, say: Speech) -> Meeting:
    """A partida as it is shown."""
    pairing, now = partida.pairing, partida.now
    first, second = pairing.teams
    mantxak = now.mantxak if isinstance(now, Reported) else agreed(state, partida)
    mark, told = _mark(state, partida, say)
    won = tuple(state.tournament.terms.won(mantxak)) if mantxak else (0, 0)
    costs = late(state, pairing.partida, say) if mark in ("playing", "waiting") else {}
    return Meeting(
        pairing.partida,
        pairing.round,
        state.tables.get(pairing.partida),
        (team(state, first, say), team(state, second, say) if second else None),
        mantxak,
        (won[0], won[1]),
        None if mark in ("void", "out") else partida.winner,
        mark,
        told,
        place(pairing.group, pairing.bracket, say),
        [say.headed(team(state, one, say).name, cost) for one, cost in costs.items()],
    )


def late(state: State, partida: int, say: Speech) -> dict[str, str]:
    """The teams of which somebody was said to be missing, each with what that costs it (federacion 33)."""
    missed = [team for of, team in state.missed if of == partida]
    lost = clock.lost_by_lateness(state, partida) if missed else {}
    return {team: _cost(lost.get(team, 0), say) for team in missed}


def _cost(juegos: int | None, say: Speech) -> str:
    if juegos is None:
        return say("loses the partida")
    return say("loses juegos: {count}", count=juegos) if juegos else say("loses nothing yet")


def who(said: Said, say: Speech) -> str:
    """Whoever said something: by name; who has none is called by the role, and the number that tells them apart."""
    role, _, number = said.who.partition(" ")
    if role != said.role.value or not (number.isdecimal() or said.who == role):
        return said.who
    if said.role is Role.TABLE and number:
        return say("Table {table}", table=number)
    return f"{say(OF_ROLE[said.role])} {number}".rstrip()


def shown(state: State, said: Said) -> Said:
    """What was said as pages show it: once the names are taken out of which role, and without why, for both may name
    people."""
    return replace(said, who=said.role.value, why=None) if state.nameless else said


def local(at: str) -> datetime:
    """A time that is kept, by the clock of the hall, which is that of the desk's machine."""
    return datetime.fromisoformat(at).astimezone()


def minute(at: str) -> str:
    """A time that is kept, to the minute, by the clock of the hall."""
    return f"{local(at):%Y-%m-%d %H:%M}"


def agreed(state: State, partida: Partida) -> tuple[Mantxa, ...]:
    """The mantxak of a partida still in play that both teams have told alike."""
    first, second = (state.told.get((partida.pairing.partida, str(one)), ()) for one in partida.pairing.teams)
    return alike(first, second)


def alike(one: Sequence[Mantxa], other: Sequence[Mantxa]) -> tuple[Mantxa, ...]:
    """The mantxak from the first on that both have alike."""
    return tuple(mine for mine, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def place(group: str | None, bracket: int, say: Speech) -> str:
    """Where in its round a partida belongs; empty where all are alike."""
    if group is not None:
        return say("Group {group}", group=group)
    return say("Second bracket") if bracket > 1 else ""


def _mark(state: State, partida: Partida, say: Speech) -> tuple[str, str]:
    if partida.void:
        return "void", say("voided (partida)")
    if partida.pairing.teams[1] is None:
        return "bye", say("bye")
    if partida.both_have_lost:  # lateness is not forgiven, whoever leaves later
        return "lost", say("lost by both (federacion 33)")
    if out := [one for one in partida.pairing.teams if one in state.tournament.out]:
        left: Left = state.tournament.out[str(out[0])]
        return "out", say("{team}: {what}", team=team(state, str(out[0]), say).name, what=say(LEFT[left.kind]))
    if partida.waits_for:
        return "waiting", say("waits for {teams}", teams=who_confirms(state, partida, say))
    if is_confirmed(partida):
        return "confirmed", say("confirmed")
    return "playing", say(_open(state, partida))


def _open(state: State, partida: Partida) -> str:
    """How it stands with a partida that has no result."""
    number = partida.pairing.partida
    if number in state.reports:
        return msgid("in play again: its result was taken back")
    begun = any(state.told.get((number, str(team))) for team in partida.pairing.teams)
    return msgid("in play") if begun or number in state.all_in_play else msgid("not yet played")


def who_confirms(state: State, partida: Partida, say: Speech) -> tuple[str, ...]:
    """The names of the teams that have to confirm a result before it counts (nabo 21)."""
    return tuple(team(state, one, say).name for one in sorted(partida.waits_for))


def rulings(state: State, partida: int | None = None) -> dict[str, object]:
    """The judge's rulings, on a partida or all, with the appeals, and whether the rule book has any."""
    appeals = state.tournament.appeals if state.locked else {}
    if state.nameless:
        appeals = {ruling: replace(one, why=None) for ruling, one in appeals.items()}
    return {
        "rulings": [(act, shown(state, said)) for act, said in state.ruled(partida)],
        "appeals": appeals,
        "appealable": state.locked and state.tournament.terms.book.appeals != "none",
    }


def meetings(state: State, round: int, say: Speech) -> list[Meeting]:
    """All that a round had, by their tables."""
    return [meeting(state, one, say) for one in _of_rounds(state, [round])]


def to_play(state: State, rounds: Collection[int]) -> list[Partida]:
    """The partidak of these rounds, one round after the other, each by its tables, without what is past: of that nobody
    in the hall looks for the table."""
    return [one for one in _of_rounds(state, rounds) if not one.past]


def _of_rounds(state: State, rounds: Collection[int]) -> list[Partida]:
    if not state.locked:
        return []

    def place(one: Partida) -> tuple[int, bool, int, int]:
        table = state.tables.get(one.pairing.partida)
        return one.pairing.round, table is None, table or 0, one.pairing.partida

    return sorted((one for one in state.tournament.partidak.values() if one.pairing.round in rounds), key=place)


def resting(state: State, round: int, say: Speech) -> list[Resting]:
    """Who rests in a round."""
    return [Resting(round, team(state, id, say), place(group, 1, say)) for id, group in state.resting(round)]


def missing(state: State, say: Speech) -> list[Missing]:
    """The rounds up to the one in play of which results are missing."""
    if not state.locked:
        return []
    return [
        found for number in rounds(state) if number <= state.round and (found := _missing(state, number, say)).meetings
    ]


def _missing(state: State, round: int, say: Speech) -> Missing:
    partidak = [one for one in to_play(state, [round]) if None not in one.pairing.teams]
    lacking = [one for one in partidak if state.tournament.is_open(one)]
    return Missing(round, len(partidak) - len(lacking), len(partidak), [meeting(state, one, say) for one in lacking])


def way(state: State, id: str, say: Speech) -> list[Meeting]:
    """A team's partidak, from the first on."""
    return [meeting(state, partida, say) for partida in state.partidak_of(id)]


def rounds(state: State) -> list[int]:
    """The numbers of all rounds that have been drawn."""
    return sorted({one.pairing.round for one in state.tournament.partidak.values()}) if state.locked else []


def seeds(state: State, round: int) -> list[str]:
    """The seeds from which a round was drawn."""
    partidak = state.tournament.partidak.values()
    drawn = (one.said[0] for one in partidak if one.pairing.round == round)
    return list(dict.fromkeys(one.seed for one in drawn if hasattr(one, "seed")))


def table_of(
    state: State, say: Speech, part: slice = slice(None), wanted: Callable[[Row], bool] = lambda _: True
) -> list[Standing]:
    """The standing with its reasons, or a part of it, or the wanted rows; nothing before the lock."""
    if not state.locked:
        return []
    rows = filter(wanted, standings(state.tournament)[part])
    return _standing(state, rows, state.tournament.partidak.values(), say)


def _standing(state: State, rows: Iterable[Row], partidak: Iterable[Partida], say: Speech) -> list[Standing]:
    """These rows with their reasons, as soon as one of the partidak counts."""
    played = any(map(state.tournament.counts, partidak))
    return [Standing(row, team(state, row.team, say), _why(state, row, say) if played else "") for row in rows]


def standing(state: State, id: str, say: Speech) -> Standing | None:
    """Where a team stands; None where it has left, and before the lock."""
    return next(iter(table_of(state, say, wanted=lambda row: row.team == id)), None)


def _why(state: State, row: Row, say: Speech) -> str:
    if len(row.level) > _MANY + 1:
        return say.whole(Sentence("shares the place with {count} others", count=len(row.level) - 1))
    return say.whole(by_name(state, row.why, say))


def by_name(state: State, sentence: Sentence, say: Speech) -> Sentence:
    """The same with the teams' names for their ids."""

    def named(name: str, value: object) -> object:
        if isinstance(value, Sentence):
            return by_name(state, value, say)
        if name == "teams" and isinstance(value, tuple):
            return tuple(team(state, str(one), say).name for one in value)
        return team(state, str(value), say).name if name == "team" else value

    return Sentence(sentence.kind, **{name: named(name, value) for name, value in sentence.values.items()})


def champions(state: State, say: Speech) -> list[str]:
    """Who has won the finals of the last stage, in words; nothing where that is no knockout."""
    found: Mapping[int, str] = {}
    with suppress(TournamentError):  # a knockout without slots, which was read in, has no brackets
        found = champions_of(state.tournament)
    return [say(_HAS_WON[bracket], team=team(state, id, say).name) for bracket, id in found.items()]


def goes_on(state: State, team: str) -> bool:
    """Whether a draw to come may be one of that team's too."""
    try:
        return may_be_drawn(state.tournament, team)
    except TournamentError:  # as above: nobody knows
        return True


def group_tables(state: State, say: Speech) -> list[tuple[str, list[Standing]]]:
    """The standing of each group, where the stage in play has groups."""
    partidak = state.tournament.partidak.values() if state.locked else ()
    grouped = [one for one in partidak if one.pairing.group is not None and not one.past]
    stage = max((one.pairing.stage for one in grouped), default=0)
    groups: dict[str, list[Partida]] = {}
    for one in grouped:
        if one.pairing.stage == stage:
            groups.setdefault(str(one.pairing.group), []).append(one)

    def table(of_group: Sequence[Partida]) -> list[Standing]:
        teams = {team for one in of_group for team in one.pairing.teams if team is not None}
        rows = standings(state.tournament, teams, lambda one: one.pairing.stage == stage)
        return _standing(state, rows, of_group, say)

    return [(name, table(of_group)) for name, of_group in sorted(groups.items(), key=_of_group)]


def _of_group(one: tuple[str, object]) -> tuple[int, str]:
    """Where a group stands beside others: by its letter, or where it has a number by that."""
    name, _ = one
    return len(name), name


def time_of(state: State, round: int) -> RoundClock | None:
    """The clock of a round, as long as it is played; None where it was not started."""
    return clock.shown(state, round) if round in state.rounds_in_play else None


def clocks(state: State) -> list[tuple[int, RoundClock | None]]:
    """The rounds that are played, each with its clock; nothing where the rule book has none."""
    if not state.locked or CLOCKS[state.tournament.terms.book.clock] is None:
        return []
    return [(round, time_of(state, round)) for round in state.rounds_in_play]


def system_told(system: System, say: Speech) -> str:
    """A stage in words."""
    match system:
        case Groups(groups=groups):
            return say("{system}: {count}", system=say(_GROUPS), count=groups)
        case Rounds(rounds=None):
            return say(_ROUNDS)
        case Rounds(rounds=number):
            return say("{system}: {count}", system=say(_ROUNDS), count=number)
        case Zeros(lives=lives):
            return say("{system}: {count}", system=say(_ZEROS), count=lives)
        case Equipos():
            return "Mus por Equipos"
        case Knockout(second_bracket=True):
            return say("Knockout with a second bracket")
    return say(_KNOCKOUT)
