"""The round's one clock, which belongs to the desk (federacion 29-37)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from desk.acts import OFFICIALS, Act, ClockSet, Missed, Role, Who, written
from desk.service.desk import Desk, reason, require
from desk.state import State
from engine.deal.clock import CLOCKS, due_games
from engine.errors import ClockError, TournamentError
from engine.sentences import Sentence

FIND: Final = 300.0
"""The most seconds to find one's table once the draw is published (federacion 32)."""
_LONGEST: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round's clock as every table sees it (federacion 37), in seconds.

    `begins_in`: it has not begun to run yet. `last`: its last ten minutes have begun, and new juegos may begin with the
    tantos `shortened` (36). `juegos`: so many should be done by now, for the longest partida to end in time; 0 where
    all are played, as in Mus por Equipos.
    """

    round: int
    left: float
    elapsed: float
    running: bool
    begins_in: float
    last: bool
    shortened: tuple[int, ...]
    juegos: int


def start(desk: Desk, tournament: int, who: Who, round: int, find: float = FIND, courtesy: float = 0.0) -> State:
    """A round's clock begins to run, or goes on.

    At its first start it waits for so many seconds, in which everybody finds the table (`find`, federacion 32), and the
    day's first round has its courtesy (34). ClockError where the rule book has no clock.
    """
    require(who, *OFFICIALS)
    if not 0 <= find <= FIND:
        raise ClockError(
            Sentence("at most {seconds} seconds are given to find the table (federacion 32)", seconds=int(FIND))
        )
    if not 0 <= courtesy <= _LONGEST:
        raise ClockError(Sentence("the courtesy is a number of seconds"))

    def decide(state: State) -> Iterable[Act]:
        _require_round(state, round)
        known = state.clocks.get(round)
        if known is None:
            yield ClockSet(round, _length(state), began=written(_now() + timedelta(seconds=find + courtesy)))
        elif known.began is None:
            began = _now() + timedelta(seconds=max(0.0, -known.elapsed))
            yield replace(known, began=written(began), elapsed=max(0.0, known.elapsed))

    return desk.act(tournament, who, decide)


def stop(desk: Desk, tournament: int, who: Who, round: int, why: str) -> State:
    """A round's clock stops until it is started again (federacion 30)."""
    require(who, *OFFICIALS)
    because = reason(why)

    def decide(state: State) -> Iterable[Act]:
        known = _set(state, round)
        if known.began is not None:
            yield replace(known, began=None, elapsed=known.reads(_now()))

    return desk.act(tournament, who, decide, because)


def add(
    desk: Desk, tournament: int, who: Who, round: int, seconds: float, why: str, before: float | None = None
) -> State:
    """The judge gives a round more time (federacion 30); it had `before`, and where that is given already no more."""
    require(who, Role.JUDGE)
    because = reason(why)
    if not 0 < seconds <= _LONGEST:
        raise ClockError(Sentence("the time that is added is a number of seconds"))

    def decide(state: State) -> Iterable[Act]:
        known = _set(state, round)
        if before is None or known.length != before + seconds:
            yield replace(known, length=known.length + seconds)

    return desk.act(tournament, who, decide, because)


def miss(desk: Desk, tournament: int, who: Who, partida: int, team: str, here: bool = False) -> State:
    """A team is not complete at its table, or now it is (federacion 33).

    TournamentError where that is noted already, or a team is here of which nobody was missing: what is said again, as
    from a page that was opened earlier, makes nobody later.
    """
    require(who, Role.TABLE, *OFFICIALS)

    def decide(state: State) -> Iterable[Act]:
        is_noted = (partida, team) in state.missed
        is_missing = is_noted and state.missed[partida, team] is None
        if here and not is_missing:
            raise TournamentError(Sentence("{team} is not noted as missing", team=team))
        if is_noted and not here:
            raise TournamentError(Sentence("it is noted already that {team} is missing, or came late", team=team))
        yield Missed(partida, team, here)

    return desk.act(tournament, who, decide)


def shown(state: State, round: int) -> RoundClock | None:
    """How a round's clock stands now; None where it was never started."""
    book = state.tournament.terms.book
    known, clock = state.clocks.get(round), CLOCKS[book.clock]
    if known is None or clock is None:
        return None
    time = _now()
    elapsed = min(known.passed(time), known.length)
    left, waits = known.length - elapsed, max(0.0, -known.reads(time)) if known.began else 0.0
    last = left <= clock.last
    by_games = state.equipos is None
    return RoundClock(
        round,
        left,
        elapsed,
        known.began is not None and not waits and left > 0,
        waits,
        last,
        clock.shortened(book.target) if last and by_games else (),
        due_games(state.tournament.terms.mantxak, elapsed, known.length) if by_games else 0,
    )


def lost_by_lateness(state: State, partida: int) -> dict[str, int | None]:
    """What each team has lost so far by not being complete: juegos, None for the partida (federacion 33).

    Once a partida is over nobody is waited for any more, and only those who came late have lost anything.
    """
    found = state.find(partida)
    waits = state.tournament.is_open(found)
    known, clock = state.clocks.get(found.pairing.round), CLOCKS[state.tournament.terms.book.clock]
    lost: dict[str, int | None] = {}
    if known is None or clock is None:
        return lost
    for (number, team), late in state.missed.items():
        if number == partida and (waits or late is not None):
            costs = clock.lost(known.passed(_now()) if late is None else late)
            if costs.games or costs.match:
                lost[team] = None if costs.match else costs.games
    return lost


def _length(state: State) -> float:
    clock = CLOCKS[state.tournament.terms.book.clock]
    if clock is None:
        raise ClockError(Sentence("the rule book {book} has no clock", book=state.tournament.terms.book.name))
    return clock.match


def _set(state: State, round: int) -> ClockSet:
    known = state.clocks.get(round)
    if known is None:
        raise ClockError(Sentence("the clock of round {round} was never started", round=round))
    return known


def _require_round(state: State, round: int) -> None:
    if not any(partida.pairing.round == round for partida in state.tournament.partidak.values()):
        raise TournamentError(Sentence("there is no round {round}", round=round))


def _now() -> datetime:
    return datetime.now(UTC)
