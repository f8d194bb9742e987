"""The next round of a tournament, whatever system its stages are played by."""

from __future__ import annotations

from engine.errors import TournamentError
from engine.sentences import AND, Sentence, msgid
from engine.tournament.acts import Pairing
from engine.tournament.fold import Tournament
from engine.tournament.pairing import Matching
from engine.tournament.stages.equipos import EquiposPlay
from engine.tournament.stages.field import Play, Stage
from engine.tournament.stages.groups import GroupPlay
from engine.tournament.stages.knockout import KnockoutPlay
from engine.tournament.stages.rounds import RoundsPlay, ZerosPlay
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System


def next_round(tournament: Tournament, seed: str, matching: Matching) -> list[Pairing]:
    """Who meets whom next: the next round of the stage in play, or the first of the one after it.

    All that is left to chance comes from the seed: the same tournament and seed give the same draw. `matching` finds
    the best pairing of a round. TournamentError where a result is missing, a lot has to be drawn before it can be said
    who goes on, or nothing is left to be drawn.
    """
    _require_results(tournament)
    number, play = _in_play(tournament)
    if play.over():
        stages = tournament.terms.stages
        if number == len(stages):
            raise TournamentError(Sentence("nothing is left to be drawn: the last stage is over"))
        number += 1
        play = _play(stages[number - 1], Stage(tournament, number, play.going_on()))
    return play.next_round(seed, matching)


def is_over(tournament: Tournament) -> bool:
    """Whether all results are there and confirmed, and nothing is left to be drawn."""
    try:
        _require_results(tournament)
    except TournamentError:
        return False
    number, play = _in_play(tournament)
    return number == len(tournament.terms.stages) and play.over()


def _in_play(tournament: Tournament) -> tuple[int, Play]:
    """The number of the last stage of which anything was drawn, and how it stands."""
    number = max((partida.pairing.stage for partida in tournament.partidak.values()), default=1)
    stages = tournament.terms.stages
    if number > len(stages):
        why = msgid("a partida is of stage {stage}, and the tournament has {count}")
        raise TournamentError(Sentence(why, stage=number, count=len(stages)))
    return number, _play(stages[number - 1], Stage(tournament, number, _entered(tournament, number)))


def _require_results(tournament: Tournament) -> None:
    for number, partida in sorted(tournament.partidak.items()):
        if partida.void or not tournament.out.keys().isdisjoint(partida.pairing.teams):
            continue
        if partida.winner is None:
            raise TournamentError(Sentence("partida {partida} has no result yet", partida=number))
        if partida.waits_for:
            waiting = Sentence.listed(sorted(partida.waits_for), AND)
            raise TournamentError(
                Sentence("partida {partida} is not confirmed by {teams} yet", partida=number, teams=waiting)
            )


def _entered(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Who plays in a stage and has not left: in the first everybody who was entered, later whoever was drawn."""
    teams = list(tournament.teams)
    if number > 1:
        partidak = [partida.pairing for partida in tournament.partidak.values() if partida.pairing.stage == number]
        drawn = {team for pairing in partidak for team in pairing.teams}
        teams = [team for team in teams if team in drawn]
    return tuple(team for team in teams if team not in tournament.out)


def _play(system: System, stage: Stage) -> Play:
    match system:
        case Groups():
            return GroupPlay(stage, system)
        case Rounds():
            return RoundsPlay(stage, system)
        case Knockout():
            return KnockoutPlay(stage, system)
        case Equipos():
            return EquiposPlay(stage, system)
    return ZerosPlay(stage, system)
