"""Whether stages can be played at all, by how many teams there are."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.entries import TeamEntry
from engine.tournament.stages.equipos import require_names
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System, Zeros


def require_lockable(stages: Sequence[System], entries: Sequence[TeamEntry]) -> None:
    """TournamentError where these teams cannot play these stages to their end, or a result cannot tell them apart."""
    require_playable(stages, len(entries))
    if any(isinstance(stage, Equipos) for stage in stages):
        require_names(entries)


def require_playable(stages: Sequence[System], teams: int) -> None:
    """TournamentError where so many teams cannot play these stages to their end: which one, and why."""
    if not stages:
        raise TournamentError(Sentence("a tournament needs a stage"))
    for number, system in enumerate(stages, 1):
        try:
            require_teams(system, teams)
            _require_end(system, teams, last=number == len(stages))
        except TournamentError as error:
            why = msgid("stage {number} (teams that come into it: {count}): {what}")
            raise TournamentError(Sentence(why, number=number, count=teams, what=error.sentence)) from None
        teams = _going_on(system, teams)


def require_teams(system: System, teams: int) -> None:
    """TournamentError where a stage of that system cannot be drawn for so many teams."""
    match system:
        case Groups(groups=groups) if teams < 2 * groups:
            why = msgid("{count} teams are too few for {groups} groups: each needs two")
            raise TournamentError(Sentence(why, count=teams, groups=groups))
        case Equipos() if teams != 2:
            why = msgid("Mus por Equipos is played by two sides, not {count} (mus por equipos 2)")
            raise TournamentError(Sentence(why, count=teams))
        case Knockout() if teams < 2:
            raise TournamentError(Sentence("a knockout needs two teams"))
        case Rounds() | Zeros() if teams < 2:
            raise TournamentError(Sentence("a round needs two teams"))


def _require_end(system: System, teams: int, last: bool) -> None:
    match system:
        case Rounds(rounds=None) if not last:
            raise TournamentError(Sentence("rounds before another stage need a number, or they never end"))
        case Zeros(go_on=go_on) if teams <= go_on:
            raise TournamentError(Sentence("zeros need more teams than go on ({go_on})", go_on=go_on))


def _going_on(system: System, teams: int) -> int:
    match system:
        case Groups(groups=groups, go_on=go_on):
            size, larger = divmod(teams, groups)
            return larger * min(go_on, size + 1) + (groups - larger) * min(go_on, size)
        case Equipos():
            return 0
    return min(system.go_on, teams)
