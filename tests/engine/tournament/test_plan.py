"""Which stages so many teams can play to their end (nabo 3: they are locked before anything is drawn)."""

from __future__ import annotations

import pytest

from engine.errors import TournamentError
from engine.tournament.entries import TeamEntry
from engine.tournament.plan import require_lockable, require_playable
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System, Zeros


@pytest.mark.parametrize(
    ("teams", "stages", "what"),
    [
        (8, (), "a tournament needs a stage"),
        (1, (Rounds(),), "stage 1 (teams that come into it: 1): a round needs two teams"),
        (0, (Zeros(),), "stage 1 (teams that come into it: 0): a round needs two teams"),
        (8, (Rounds(1), Knockout()), "stage 2 (teams that come into it: 1): a knockout needs two teams"),
        (8, (Rounds(None, 4), Knockout()), "stage 1 (teams that come into it: 8): rounds before another stage need"),
        (3, (Groups(2),), "stage 1 (teams that come into it: 3): 3 teams are too few for 2 groups: each needs two"),
        (9, (Groups(4, 2), Groups(5)), "stage 2 (teams that come into it: 8): 8 teams are too few for 5 groups"),
        (7, (Groups(3, 3), Groups(4)), "stage 2 (teams that come into it: 7): 7 teams are too few for 4 groups"),
        (2, (Zeros(3, 4), Knockout()), "stage 1 (teams that come into it: 2): zeros need more teams than go on (4)"),
        (8, (Knockout(go_on=4), Zeros(1, 4)), "stage 2 (teams that come into it: 4): zeros need more teams than go on"),
        (3, (Equipos(2, 1),), "Mus por Equipos is played by two sides, not 3 (mus por equipos 2)"),
        (2, (Equipos(2, 1), Rounds()), "stage 2 (teams that come into it: 0): a round needs two teams"),
    ],
)
def test_stages_that_cannot_be_played_are_named_with_their_number(
    teams: int, stages: tuple[System, ...], what: str
) -> None:
    with pytest.raises(TournamentError) as error:
        require_playable(stages, teams)
    assert what in str(error.value)


@pytest.mark.parametrize(
    ("teams", "stages"),
    [
        (2, (Rounds(),)),
        (2, (Equipos(2, 1),)),
        (9, (Groups(4, 2), Groups(4))),
        (7, (Groups(3, 3, True), Rounds(4, 5), Zeros(3, 4), Knockout(go_on=2), Knockout())),
        (4, (Rounds(1, 16), Knockout())),
    ],
)
def test_stages_that_can_be_played(teams: int, stages: tuple[System, ...]) -> None:
    require_playable(stages, teams)


def test_both_sides_of_mus_por_equipos_have_names_of_their_own() -> None:
    stages = (Equipos(2, 1),)
    require_lockable(stages, [TeamEntry("T1", "Chino"), TeamEntry("T2", "Elko")])
    require_lockable((Rounds(1),), [TeamEntry("T1", "Chino"), TeamEntry("T2", "Chino")])
    with pytest.raises(TournamentError, match="both sides are called Chino"):
        require_lockable(stages, [TeamEntry("T1", "Chino"), TeamEntry("T2", "CHINO ")])
