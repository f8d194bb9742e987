"""Incidents in English: everything has its words, and no two things of a kind the same."""

from __future__ import annotations

import pytest

from engine.advice.incidents import Follows, Incident, Question, Remedy, Reply, Subject
from engine.seats import Seat


@pytest.mark.parametrize("kinds", [Subject, Incident, Question, Reply, Follows])
def test_everything_has_words_of_its_own(kinds):
    assert all(kind.text for kind in kinds)
    assert len({kind.text for kind in kinds}) == len(kinds)
    assert [kinds(kind.value) for kind in kinds] == [*kinds]


def test_what_follows_is_told_with_its_article():
    assert Remedy(Follows.HAND_OUT, "nabo 7", Seat.W).sentence == "W: the hand counts for nothing (nabo 7)"
    assert Remedy(Follows.JUDGE).sentence == "the judge decides"
