"""The next round of a tournament, whatever system its stages are played by."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import TournamentError
from engine.sentences import AND, Sentence, msgid
from engine.tournament.acts import Pairing
from engine.tournament.matchings import Matching
from engine.tournament.plan import require_teams
from engine.tournament.stages.bracket import Bracket
from engine.tournament.stages.equipos import EquiposPlay
from engine.tournament.stages.groups import GroupPlay
from engine.tournament.stages.knockout import Anew, KnockoutPlay
from engine.tournament.stages.rounds import RoundsPlay, ZerosPlay
from engine.tournament.stages.stage import Play, Stage, seeds
from engine.tournament.state import Tournament
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System


class OverError(TournamentError):
    """Nothing is left to be drawn."""


def next_round(tournament: Tournament, seed: str, matching: Matching) -> list[Pairing]:
    """Who meets whom next: the next round of the stage in play, or the first of the one after it.

    All that is left to chance comes from the seed: the same tournament and seed give the same draw. `matching` finds
    the best pairing of a round. Errors as of `require_drawable`.
    """
    return _next(tournament, seed).next_round(seed, matching)


def require_drawable(tournament: Tournament) -> None:
    """TournamentError where a result is missing, or nobody is there to be drawn; TieError where a lot has to be drawn
    before it can be said who goes on; OverError where nothing is left to be drawn."""
    _next(tournament)


def drawn_anew(tournament: Tournament, number: int) -> list[Anew]:
    """What was drawn from a partida of a knockout as if its loser had won it, each with what takes its place; from one
    that is open again, as a team is back that had left, with nothing.

    The two teams change places where their winner goes next, and in the second bracket where it was the first partida
    of both; where it was that of one of them, the second bracket is drawn anew as a whole. What takes a place has the
    next number. What depends on it in its turn, such as all of the second bracket where somebody's first partida has to
    be played again, has nothing in its place: once that is past, the next draw makes it.
    """
    partida = tournament.partidak[number]
    play = _played(tournament, partida.pairing.stage)
    return play.drawn_anew(partida) if isinstance(play, KnockoutPlay) else []


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Who goes on from a stage, as far as the results say: `surely` those, and by a lot some of those who are `tied` at
    the line. Where it is not over, or not any more as somebody has left, nobody yet, and those are `in_play`."""

    surely: frozenset[str] = frozenset()
    tied: frozenset[str] = frozenset()
    in_play: frozenset[str] = frozenset()

    @property
    def undecided(self) -> frozenset[str]:
        """Of whom it cannot be said yet whether they go on."""
        return self.tied | self.in_play


def goes_on(tournament: Tournament, stage: int) -> GoingOn | None:
    """Who goes on from the stage of that number; None as long as a partida of it has to be won, confirmed or given its
    winner."""
    play = _played(tournament, stage)
    if any(map(tournament.is_open, play.stage.partidak)):
        return None
    try:
        if not play.over():
            return GoingOn(in_play=frozenset(play.in_play()))
        cuts = play.cuts()
    except TournamentError:
        return None
    surely = frozenset(team for one in cuts for level in one.surely for team in level)
    return GoingOn(surely, tied=frozenset(team for one in cuts for team in one.tied))


def alive(tournament: Tournament, stage: int, before: int) -> frozenset[str]:
    """Who had not lost too often before that round of a stage of zeros; nobody in a stage of another system."""
    play = _played(tournament, stage)
    return frozenset(row.team for row in play.alive(before)) if isinstance(play, ZerosPlay) else frozenset()


def brackets(tournament: Tournament) -> list[tuple[int, Bracket]]:
    """The brackets of every stage of knockout that are drawn, the last stage first, each by its number."""
    played = [_played(tournament, number) for number in range(len(tournament.terms.stages), 0, -1)]
    return [
        (number, bracket)
        for play in played
        for number in (1, 2)
        if isinstance(play, KnockoutPlay) and (bracket := play.bracket(number)).drawn
    ]


def champions(tournament: Tournament) -> dict[int, str]:
    """Who has won the final of each bracket of the last stage, by the bracket's number; nobody where that is no
    knockout."""
    play = _played(tournament, len(tournament.terms.stages))
    if not isinstance(play, KnockoutPlay):
        return {}
    return {number: team for number in (1, 2) if (team := play.bracket(number).champion)}


def may_be_drawn(tournament: Tournament, team: str) -> bool:
    """Whether a draw to come may be one of that team's too, as far as is known."""
    try:
        play = _next(tournament)
    except OverError:
        return False
    except TournamentError:
        play = _in_play(tournament)
        if play.stage.number < len(tournament.terms.stages):
            return team in play.stage.teams
    return team in play.in_play()


def is_over(tournament: Tournament) -> bool:
    """Whether all results are there and confirmed, no appeal is open, and nothing is left to be drawn."""
    try:
        require_drawable(tournament)
    except TournamentError as error:
        return isinstance(error, OverError) and not tournament.under_appeal
    return False


def _next(tournament: Tournament, seed: str = "") -> Play:
    """The stage of which a round is drawn next; where it is a new one, the seed parts those who share a place."""
    _require_results(tournament)
    play = _in_play(tournament)
    number, stages = play.stage.number, tournament.terms.stages
    if play.over():
        if number == len(stages):
            raise OverError(Sentence("nothing is left to be drawn: the last stage is over"))
        number += 1
        teams = tuple(seeds(seed, f"stage {number}", play.going_on()))
        play = _play(stages[number - 1], Stage(tournament, number, teams))
    require_teams(stages[number - 1], len(play.stage.teams))
    return play


def _in_play(tournament: Tournament) -> Play:
    """The last stage of which anything is drawn, as it stands."""
    drawn = (partida.pairing.stage for partida in tournament.partidak.values() if not partida.past)
    return _played(tournament, max(drawn, default=1))


def _played(tournament: Tournament, number: int) -> Play:
    """The stage of that number, as it stands."""
    stages = tournament.terms.stages
    if number > len(stages):
        why = msgid("a partida is of stage {stage}, and the tournament has {count}")
        raise TournamentError(Sentence(why, stage=number, count=len(stages)))
    return _play(stages[number - 1], Stage(tournament, number, _entered(tournament, number)))


def _require_results(tournament: Tournament) -> None:
    for number, partida in sorted(tournament.partidak.items()):
        if not tournament.is_open(partida):
            continue
        if not partida.decided:
            raise TournamentError(Sentence("partida {partida} has no result yet", partida=number))
        waiting = Sentence.listed(sorted(partida.waits_for), AND)
        raise TournamentError(
            Sentence("partida {partida} is not confirmed by {teams} yet", partida=number, teams=waiting)
        )


def _entered(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Who plays in a stage and has not left: in the first everybody who was entered, later whoever was drawn."""
    teams = list(tournament.teams)
    if number > 1:
        partidak = tournament.partidak.values()
        of_stage = [one.pairing for one in partidak if one.pairing.stage == number and not one.past]
        drawn = {team for pairing in of_stage for team in pairing.teams}
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
