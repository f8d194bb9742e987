"""Incidents in English: everything has its words, and no two things of a kind the same."""

from __future__ import annotations

import pytest

from engine.advice.incidents import Follows, Incident, Question, Remedy, Reply, Subject
from engine.advice.words import ANSWERS, FOLLOWS, INCIDENTS, QUESTIONS, SUBJECTS, tell
from engine.seats import Seat


@pytest.mark.parametrize(
    ("kinds", "words"),
    [(Subject, SUBJECTS), (Incident, INCIDENTS), (Question, QUESTIONS), (Reply, ANSWERS), (Follows, FOLLOWS)],
)
def test_everything_has_words_of_its_own(kinds, words):
    assert set(words) == set(kinds)
    assert len(set(words.values())) == len(kinds)


def test_what_follows_is_told_with_its_article():
    assert tell(Remedy(Follows.HAND_OUT, "nabo 7", Seat.W)) == "W: the hand counts for nothing (nabo 7)"
    assert tell(Remedy(Follows.JUDGE)) == "the judge decides"
