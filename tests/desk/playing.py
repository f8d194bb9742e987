"""A tournament as a committee, a judge and pairs play it through the service."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from desk.acts import Role, Who
from desk.service import Desk, results, setting_up
from desk.state import State
from engine.tournament.acts import Drawn
from engine.tournament.entries import TeamEntry
from engine.tournament.terms import Mantxa

ANE = Who("Ane", Role.COMMITTEE)
IKER = Who("Iker", Role.COMMITTEE)
JUDGE = Who("Epailea", Role.JUDGE)
SETTINGS: dict[str, Any] = {"name": "Txapelketa", "rules": "nabo", "options": {"mantxak": 2, "target": 40}}


def pair(team: str) -> Who:
    """A pair's phone."""
    return Who(f"phone of {team}", Role.PAIR, team=team)


def teams(number: int) -> list[TeamEntry]:
    """Teams with players of two clubs."""
    return [
        TeamEntry(f"T{n:02}", f"Team {n}", f"Club {n % 2}", (f"Player {n}a", f"Player {n}b"))
        for n in range(1, number + 1)
    ]


def begun(desk: Desk, number: int = 4, **settings: Any) -> int:
    """A locked tournament of so many teams."""
    tournament = setting_up.make(desk, ANE, SETTINGS | settings)
    setting_up.enter(desk, tournament, ANE, teams(number))
    setting_up.lock(desk, tournament, ANE)
    return tournament


def drawn(desk: Desk, number: int = 4, **settings: Any) -> int:
    """A tournament whose first round is drawn."""
    tournament = begun(desk, number, **settings)
    setting_up.draw(desk, tournament, ANE, "first")
    return tournament


def to_play(state: State) -> list[int]:
    """The partidak that have no result yet and whose teams are in."""
    tournament = state.tournament
    return [
        number
        for number, partida in sorted(tournament.partidak.items())
        if isinstance(partida.now, Drawn)
        and None not in partida.pairing.teams
        and tournament.out.keys().isdisjoint(partida.pairing.teams)
    ]


def by_chance(state: State, chance: Random) -> Sequence[Mantxa]:
    """A whole result."""
    terms = state.tournament.terms
    mantxak: list[Mantxa] = []
    while terms.mantxak not in terms.won(mantxak):
        less = chance.randrange(terms.book.target)
        mantxak.append((terms.book.target, less) if chance.random() < 0.5 else (less, terms.book.target))
    return mantxak


def reported(desk: Desk, tournament: int, partida: int, mantxak: Sequence[Mantxa]) -> State:
    """Both pairs say the same."""
    first, second = desk.state(tournament).tournament.partidak[partida].pairing.teams
    results.report(desk, tournament, pair(first), partida, mantxak)
    return results.confirm(desk, tournament, pair(str(second)), partida, mantxak)
