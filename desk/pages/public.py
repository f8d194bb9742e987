"""The pages for everybody: standings with why, pairings and results, brackets, each team's way, and the wall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from desk.equipos import pages as equipos
from desk.pages import bracket, views
from desk.pages.site import Asked, NotThereError, Page, Site
from desk.service.season import season_of
from engine.sentences import Sentence
from engine.tournament.state import Partida
from web.answers import NEVER_KEPT, whole_number
from web.qr import qr_code

_Line = TypeVar("_Line")
_ON_THE_WALL = 12
"""Lines that the wall shows at once."""
_ON_A_PHONE = 200
"""Lines of a leaf of a page: more are slow on an old phone."""


def routes(site: Site) -> list[Route]:
    """The routes of these pages."""
    home = "/t/{tournament:number}"
    return [
        site.public(home, standings_page),
        site.public(f"{home}/round", round_page),
        site.public(f"{home}/round/{{round:number}}", round_page),
        site.public(f"{home}/brackets", brackets_page),
        site.public(f"{home}/team/{{team}}", team_page),
        site.public(f"{home}/wall", wall_page),
        site.public(f"{home}/stands", stands),
    ]


def standings_page(asked: Asked) -> Page:
    """Who stands where, and why; before the first round who is entered; in Mus por Equipos what is open of it."""
    if asked.state.equipos:
        return equipos.match_page(asked)
    state, say = asked.state, asked.say
    part, leaf, leaves = _leaf(asked, len(state.entries))
    values = {
        "leaf": leaf,
        "leaves": leaves,
        "rows": views.table_of(state, say, part),
        "teams": views.teams(state, say, part),
        "entered": len(state.entries),
        "season": season_of(state),
        "champions": views.champions(state, say),
        "groups": views.group_tables(state, say),
        "stages": [views.system_told(one, say) for one in state.tournament.terms.stages] if state.locked else [],
    }
    return Page("standings.html", state.name, "standings", values)


def round_page(asked: Asked) -> Page:
    """A round's pairings with their results; that in play where none is named; in Mus por Equipos its match."""
    if asked.state.equipos:
        return equipos.match_page(asked)
    state = asked.state
    known, number = views.rounds(state), asked.round
    partidak = views.to_play(state, [number])
    part, leaf, leaves = _leaf(asked, len(partidak))
    values = {
        "leaf": leaf,
        "leaves": leaves,
        "round": number,
        "rounds": known,
        "meetings": [views.meeting(state, one, asked.say) for one in partidak[part]],
        "resting": views.resting(state, number, asked.say) if leaf == len(leaves) else [],
        "nothing": asked.say.whole(Sentence("there is nothing to play now")),
        "seeds": views.seeds(state, number) if known else [],
        "clock": views.time_of(state, number),
    }
    return Page("round.html", asked.say("Round {round}", round=number), "round", values)


def brackets_page(asked: Asked) -> Page:
    """The brackets, drawn."""
    values = {"drawings": bracket.drawings(asked.state, asked.say), "high": bracket.HIGH}
    return Page("brackets.html", asked.say("Brackets"), "brackets", values)


def team_page(asked: Asked) -> Page:
    """A team's way through the tournament; in Mus por Equipos its match."""
    if asked.state.equipos:
        return equipos.match_page(asked)
    state, id = asked.state, asked.given("team")
    if id not in state.entries:
        raise NotThereError(Sentence("there is no team {team}", team=id))
    team = views.team(state, id, asked.say)
    values = {
        "team": team,
        "meetings": views.way(state, id, asked.say) if state.locked else [],
        "standing": views.standing(state, id, asked.say),
    }
    return Page("team.html", team.name, "standings", values)


def wall_page(asked: Asked) -> Page:
    """The wall of the hall: the clocks, and in turn the tables with their results of every round that is played; behind
    the last ones the first places. Before the first round those who are entered."""
    state, say, address = asked.state, asked.say, asked.address
    drawn = views.to_play(state, rounds := state.rounds_shown)
    part, leaf, leaves = _leaf(asked, len(drawn) or len(state.entries))
    by_leaf = [_by_round(drawn[start : start + _ON_A_PHONE]) for start in range(0, len(drawn), _ON_A_PHONE)]
    sections, last = by_leaf[leaf - 1] if drawn else [], leaf == len(leaves)
    rows = views.table_of(state, say, slice(_ON_A_PHONE)) if drawn and last else []
    values = {
        "leaf": leaf,
        "leaves": leaves,
        "before": sum(map(len, by_leaf[: leaf - 1])),
        "count": sum(map(len, by_leaf)),
        "clocks": [(round, views.time_of(state, round)) for round in rounds],
        "meetings": [[views.meeting(state, one, say) for one in section] for section in sections],
        "resting": [one for round in rounds if last for one in _sections(views.resting(state, round, say))],
        "champions": views.champions(state, say) if last else [],
        "match": equipos.told(asked) if state.equipos else None,
        "places": _sections(rows) if any(row.why for row in rows) else [],
        "teams": [] if drawn else _sections(views.teams(state, say, part)),
        "qr": qr_code(f"{address}{asked.home}") if address else None,
        "address": f"{address}{asked.home}" if address else None,
    }
    return Page("wall.html", state.name, "wall", values)


def stands(asked: Asked) -> Response:
    """Another text whenever a page is to be fetched anew."""
    return JSONResponse({"stands": asked.stands}, headers=NEVER_KEPT)


def _leaf(asked: Asked, lines: int) -> tuple[slice, int, range]:
    """Which lines the leaf has that is asked for, its number, and those of all."""
    leaf, leaves = whole_number(asked.given("leaf") or "1"), range(1, max(1, -(-lines // _ON_A_PHONE)) + 1)
    if leaf is None or leaf not in leaves:
        raise NotThereError(Sentence("there is no such page"))
    return slice((leaf - 1) * _ON_A_PHONE, leaf * _ON_A_PHONE), leaf, leaves


def _by_round(partidak: Sequence[Partida]) -> list[Sequence[Partida]]:
    """Partidak, one round after the other, in sections of the wall, each of one round."""
    rounds = groupby(partidak, lambda one: one.pairing.round)
    return [section for _, of_round in rounds for section in _sections(list(of_round))]


def _sections(lines: Sequence[_Line]) -> list[Sequence[_Line]]:
    """The lines in sections of the wall that are as full as each other."""
    count = max(1, -(-len(lines) // _ON_THE_WALL))
    size = max(1, -(-len(lines) // count))
    return [lines[start : start + size] for start in range(0, len(lines), size)]
