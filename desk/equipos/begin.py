"""A match of Mus por Equipos without a committee: made, dealt, and a code for each table, in one go."""

from __future__ import annotations

from dataclasses import asdict

from desk.acts import Role, Who
from desk.keeping.people import Issued, Place
from desk.service import setting_up
from desk.service.desk import Desk
from engine.tournament.entries import TeamEntry
from engine.tournament.systems import Equipos

_BY = Who(Role.COMMITTEE.value, Role.COMMITTEE)


def goes_on(desk: Desk, sides: tuple[str, str]) -> bool:
    """Whether the newest match is one of these sides, and not over yet."""
    found = desk.tournaments()
    if not found:
        return False
    state = desk.state(found[-1])
    names = tuple(entry.name for entry in state.entries.values())
    return state.seed is not None and names == sides and not desk.matches.known(found[-1], state).over


def begin(desk: Desk, sides: tuple[str, str], how: Equipos, rules: str) -> list[Issued]:
    """A new match, with a code for each of its tables. A MusError says what is wrong with it."""
    stage = {"system": "equipos", **asdict(how)}
    number = setting_up.make(desk, _BY, {"name": " – ".join(sides), "rules": rules, "stages": [stage]})
    setting_up.enter(desk, number, _BY, [TeamEntry(f"T{place}", side) for place, side in enumerate(sides, 1)])
    setting_up.lock(desk, number, _BY)
    setting_up.draw(desk, number, _BY)
    return desk.issue(Place(number, Role.TABLE, table=table) for table in range(1, how.tables + 1))
