"""A tournament as `hamarreko standings` and `hamarreko draw` read it, for whoever checks its places and draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from starlette.responses import Response

from desk.acts import ConfirmationTakenBack, Locked, Role, Said
from desk.pages.papers.files import file
from desk.pages.site import Asked
from desk.state import NOT_SHOWN, State
from engine.strict_json import encode
from engine.tournament.acts import Act, Confirmed, Drawn, Left, LotDrawn, Reported, Returned, Succeeded
from engine.tournament.fields import ENTRY, line_of


def lines_to_check(asked: Asked) -> Response:
    """The tournament's lines, with nothing in them that everybody may not read. TournamentError before the lock."""
    state = asked.state
    said = [one for one in asked.desk.said(asked.number) if one.number <= state.number]
    lines = [_first_line(state), *map(line_of, _acts(state, said))]
    return file("".join(f"{encode(line)}\n" for line in lines), "application/jsonl", "tournament.jsonl")


def _first_line(state: State) -> dict[str, object]:
    """Without who is suspended; the teams are those that play by now, whoever came for a player or a team."""
    line = {name: value for name, value in state.first_line().items() if name != "suspended"}
    return line | {"teams": [ENTRY.write(state.named(team)) for team in state.tournament.teams]}


def _acts(state: State, said: Iterable[Said]) -> Iterator[Act]:
    """What counts for places and draws, in its order. Why a team has left is for those who decide.

    Whoever came for a team stands in its place from the beginning: out as long as it was.
    """
    teams, out = state.tournament.teams, set[str]()
    words = {number: iter(partida.said) for number, partida in state.tournament.partidak.items()}
    since = _since_the_lock(said)
    by_now = _by_now(since)
    for one in since:
        match one.act:
            case Drawn(pairing) | Reported(pairing):
                yield _for_everybody(state, next(words[pairing.partida]))
            case ConfirmationTakenBack(partida):
                yield _for_everybody(state, next(words[partida]))
            case Left(team) as act:
                out.add(team)
                yield replace(act, team=by_now.get(team, team), why=NOT_SHOWN)
            case Returned(team) as act:
                out.discard(team)
                yield replace(act, team=by_now.get(team, team), why=NOT_SHOWN)
            case Succeeded(team) if team in out:
                yield Returned(by_now[team], NOT_SHOWN)
            case LotDrawn(among) as act if teams.keys() >= set(among):
                yield act
            case Confirmed() as act:
                yield act


def _since_the_lock(said: Iterable[Said]) -> list[Said]:
    """What was said since the tournament was locked last: what was said under an earlier lock no longer counts."""
    found = list[Said]()
    for one in said:
        if isinstance(one.act, Locked):
            found.clear()
        found.append(one)
    return found


def _by_now(said: Sequence[Said]) -> dict[str, str]:
    """Who stands by now in the place of each team for which the runner-up came."""
    found = dict[str, str]()
    for act in (one.act for one in reversed(said)):
        if isinstance(act, Succeeded):
            found[act.team] = found.get(act.runner_up.id, act.runner_up.id)
    return found


def _for_everybody(state: State, act: Drawn | Reported) -> Drawn | Reported:
    """A word on a partida by the role of who said it, and once the names are taken out without why."""
    if isinstance(act, Drawn):
        return act
    by, why = act.by if act.by in set(Role) else None, None if state.nameless else act.why
    return replace(act, by=by, why=why)
