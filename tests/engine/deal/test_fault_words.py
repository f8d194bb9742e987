"""Dealing faults in English: everything has its words, and no two things the same."""

from __future__ import annotations

import pytest

from engine.deal.fault_words import ANSWER_WORDS, FAULT_WORDS, FOLLOWS_WORDS, QUESTION_WORDS, tell
from engine.deal.faults import Fault, Follows, Question, Remedy, Reply
from engine.seats import Seat


@pytest.mark.parametrize(
    ("kinds", "words"),
    [(Fault, FAULT_WORDS), (Question, QUESTION_WORDS), (Reply, ANSWER_WORDS), (Follows, FOLLOWS_WORDS)],
)
def test_everything_has_words_of_its_own(kinds, words):
    assert set(words) == set(kinds)
    assert len(set(words.values())) == len(kinds)


def test_what_follows_is_told_with_its_article():
    assert tell(Remedy(Follows.HAND_OUT, "nabo 7", Seat.W)) == "W: the hand counts for nothing (nabo 7)"
    assert tell(Remedy(Follows.JUDGE)) == "the judge decides"
