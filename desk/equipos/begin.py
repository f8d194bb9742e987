"""A match of Mus por Equipos without a committee: made, dealt, and a code for each table, in one go."""

from __future__ import annotations

from dataclasses import asdict

from desk.acts import Role, Who
from desk.keeping.people import Issued, Place
from desk.service import setting_up
from desk.service.desk import Desk
from engine.tournament.entries import TeamEntry, plain
from engine.tournament.stages.equipos import require_names
from engine.tournament.systems import Equipos

_BY = Who(Role.COMMITTEE.value, Role.COMMITTEE)


def goes_on(desk: Desk, sides: tuple[str, str]) -> int | None:
    """The newest match of these sides, whichever is named first, that is not over yet; None where there is none."""
    wanted = set(map(plain, sides))
    for number, state in reversed(desk.states().items()):
        dealt = state.seed is not None and {plain(entry.name) for entry in state.entries.values()} == wanted
        if dealt and not desk.matches.known(number, state).over:
            return number
    return None


def begin(desk: Desk, sides: tuple[str, str], how: Equipos, rules: str) -> list[Issued]:
    """A new match, with a code for each of its tables. A MusError says what is wrong with it."""
    entries = [TeamEntry(f"T{place}", side) for place, side in enumerate(sides, 1)]
    require_names(entries)
    stage = {"system": "equipos", **asdict(how)}
    number = setting_up.make(desk, _BY, {"name": " – ".join(sides), "rules": rules, "stages": [stage]})
    setting_up.enter(desk, number, _BY, entries)
    setting_up.lock(desk, number, _BY)
    setting_up.draw(desk, number, _BY)
    return desk.issue(Place(number, Role.TABLE, table=table) for table in range(1, how.tables + 1))
