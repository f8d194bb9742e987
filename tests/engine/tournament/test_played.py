"""A match as a tournament counts it."""

from __future__ import annotations

import pytest

from engine.match.entries import Adjusted, GameGiven, GameOpened, MatchGiven
from engine.match.header import Length
from engine.match.standing import standing
from engine.seats import Team
from engine.tournament.played import is_decisive, mantxak
from tests.engine.matches import EW, NS, games_to, match_of

SO = {"by": "the judge", "reason": "so"}


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([], ()),
        (games_to(NS), ((40, 0),)),
        ([Adjusted(1, EW, 22, **SO), GameGiven(1, NS, **SO)], ((40, 22),)),
        (games_to(NS, EW, EW), ((40, 0), (0, 40), (0, 40))),
        ([*games_to(NS), Adjusted(2, NS, 35, **SO), MatchGiven(EW, **SO)], ((40, 0), (35, 40), (0, 40))),
    ],
)
def test_each_mantxa_won_counts_the_target_for_its_winner(entries: list, expected: tuple) -> None:
    now = standing(match_of(*entries, length=Length(2)))
    assert mantxak(now) == expected
    assert not is_decisive(now)


def test_the_last_mantxa_of_a_tie_once_the_time_is_over_decides_alone() -> None:
    """federacion 36: the match is won by it, and no mantxa is missing."""
    last = GameOpened(30, decisive=True, **SO), GameGiven(3, Team.NS, **SO)
    entries = GameGiven(1, NS, **SO), GameGiven(2, EW, **SO), *last
    now = standing(match_of(*entries, rules="federacion", length=Length(4)))
    assert is_decisive(now)
    assert len(mantxak(now)) == 3


def test_where_all_games_are_played_none_is_missing_to_who_has_won() -> None:
    now = standing(match_of(*games_to(NS, NS, EW), length=Length(3, mode="all")))
    assert mantxak(now) == ((40, 0), (40, 0), (0, 40))
