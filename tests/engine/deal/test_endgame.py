"""Near the target: who is inside, when everybody may cut, which bids come to a hordago."""

from __future__ import annotations

import pytest

from engine.deal.endgame import anyone_may_cut, comes_to_hordago, inside, missing
from engine.deal.mus import MUS_LAWS
from engine.seats import Team


def score(ns, ew):
    return {Team.NS: ns, Team.EW: ew}


def test_what_is_missing():
    assert missing(score(12, 40), 40) == {Team.NS: 28, Team.EW: 0}


@pytest.mark.parametrize(
    ("ns", "ew", "announcing"),
    [(35, 0, ""), (36, 0, "NS"), (39, 36, "NS EW"), (0, 37, "EW"), (40, 36, "EW")],
)
def test_federacion_67_a_team_that_lacks_four_tantos_or_fewer_is_inside(ns, ew, announcing):
    assert inside(score(ns, ew), 40) == {Team(name) for name in announcing.split()}


@pytest.mark.parametrize(("ns", "ew", "free"), [(34, 0, False), (35, 0, True), (0, 35, True), (39, 39, True)])
def test_federacion_28_five_tantos_or_fewer(ns, ew, free):
    assert anyone_may_cut(MUS_LAWS["federacion"], score(ns, ew), 40) is free
    for other in ("nabo", "wikipedia", "france"):
        assert not anyone_may_cut(MUS_LAWS[other], score(ns, ew), 40)


@pytest.mark.parametrize(
    ("tantos", "ns", "ew", "comes"), [(2, 37, 0, False), (3, 37, 0, True), (2, 0, 38, True), (39, 0, 0, False)]
)
def test_federacion_41_what_comes_to_a_hordago_at_the_score(tantos, ns, ew, comes):
    assert comes_to_hordago(tantos, score(ns, ew), 40) is comes
