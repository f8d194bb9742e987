"""Dealing faults: every row of both tables, named by its article; the answers and what follows typed from it."""

from __future__ import annotations

import pytest

from engine.deal import faults
from engine.deal.faults import FAULT_TABLES, Fault, Follows, Question, Remedy, Reply, decide
from engine.errors import DealError
from engine.seats import Seat

# who breaks which rule, what the table answers in one word each, the article, what follows
NABO = [
    ("card-shown", "dealing first zaku accident", "nabo 6", "voluntary-mus"),
    ("card-shown", "dealing first zaku purpose", "nabo 26", "judge"),
    ("card-shown", "dealing first another", "nabo 26", "judge"),
    ("card-shown", "dealing first esku-team", "nabo 26", "judge"),
    ("card-shown", "dealing later", "nabo 6", "play-on"),
    ("card-shown", "handia first", "nabo 6", "play-on"),
    ("card-shown", "handia later", "nabo 6", "play-on"),
    ("card-shown", "txikia first", "nabo 6", "play-on"),
    ("card-shown", "shown first", "nabo 6", "play-on"),
    ("wrong-count", "first dealing", "nabo 7", "deal-again"),
    ("wrong-count", "first handia", "nabo 7", "hand-out"),
    ("wrong-count", "later dealing", "nabo 7", "hand-out"),
    ("wrong-count", "later shown", "nabo 7", "hand-out"),
    ("wrong-pack", "", "nabo 26", "judge"),
    ("pack-counted", "", "nabo 26", "judge"),
    ("esku-twice", "", "nabo 26", "judge"),
    ("looked-early", "", "nabo 26", "judge"),
    ("bad-cut", "", "nabo 26", "judge"),
]
FEDERACION = [
    ("wrong-pack", "first dealing", "federacion 4", "deal-again"),
    ("wrong-pack", "first handia", "federacion 4", "deal-again"),
    ("wrong-pack", "first txikia", "federacion 4", "play-on"),
    ("wrong-pack", "later handia", "federacion 4", "play-on"),
    ("card-shown", "dealing first zaku accident", "federacion 12", "deal-again"),
    ("card-shown", "dealing first another accident", "federacion 12", "deal-again"),
    ("card-shown", "dealing first zaku purpose", "federacion 12", "play-open"),
    ("card-shown", "dealing later zaku purpose", "federacion 12", "play-open"),
    ("card-shown", "dealing later zaku accident", "federacion 17", "mus-visto"),
    ("card-shown", "dealing later another accident", "federacion 17", "mus-visto"),
    ("card-shown", "dealing later esku-team", "federacion 19", "play-on"),
    ("card-shown", "dealing first another purpose", "federacion 91", "judge"),
    ("card-shown", "dealing later another purpose", "federacion 91", "judge"),
    ("card-shown", "handia later", "federacion 91", "judge"),
    ("wrong-count", "first dealing zaku more", "federacion 14", "take-surplus"),
    ("wrong-count", "first dealing zaku fewer", "federacion 14", "deal-again"),
    ("wrong-count", "first dealing another", "federacion 14", "deal-again"),
    ("wrong-count", "first handia", "federacion 15", "deal-again"),
    ("wrong-count", "first txikia", "federacion 15", "hand-out"),
    ("wrong-count", "first shown", "federacion 15", "hand-out"),
    ("wrong-count", "later dealing more", "federacion 16", "take-surplus"),
    ("wrong-count", "later handia more", "federacion 16", "take-surplus"),
    ("wrong-count", "later dealing fewer", "federacion 16", "give-missing"),
    ("wrong-count", "later handia fewer", "federacion 16", "give-missing"),
    ("wrong-count", "later txikia", "federacion 16", "hand-out-late"),
    ("wrong-count", "later shown", "federacion 16", "hand-out"),
    ("pack-counted", "dealing", "federacion 22", "no-discard"),
    ("pack-counted", "handia", "federacion 22", "no-discard"),
    ("pack-counted", "txikia", "federacion 91", "judge"),
    ("pack-counted", "shown", "federacion 91", "judge"),
    ("esku-twice", "dealing", "federacion 68", "deal-right"),
    ("esku-twice", "handia", "federacion 68", "deal-right"),
    ("esku-twice", "txikia", "federacion 68", "play-on"),
    ("esku-twice", "shown", "federacion 68", "play-on"),
    ("looked-early", "", "federacion 91", "judge"),
    ("bad-cut", "", "federacion 91", "judge"),
]
OTHERS = [(fault.value, "", None, "judge") for fault in Fault]
CASES = [
    *[("nabo", *case) for case in NABO],
    *[("federacion", *case) for case in FEDERACION],
    *[("judge", *case) for case in OTHERS],
]


def answered(words):
    known = [Reply(word) for word in words.split()]
    return {question: answer for question in Question for answer in known if answer in question.answers}


@pytest.mark.parametrize(("penalties", "fault", "answers", "article", "follows"), CASES)
def test_what_follows(penalties, fault, answers, article, follows):
    known = answered(answers)
    assert len(known) == len(answers.split())
    assert decide(penalties, Fault(fault), known) == Remedy(Follows(follows), article)
    assert decide(penalties, Fault(fault), known, Seat.W) == Remedy(Follows(follows), article, Seat.W)


@pytest.mark.parametrize(("penalties", "fault", "answers", "article", "follows"), CASES)
def test_the_table_is_asked_what_decides_and_nothing_else(penalties, fault, answers, article, follows):
    """Answering only what is asked comes to the same, and the case holds every answer that is needed."""
    given, known = answered(answers), {}
    while isinstance(asked := decide(penalties, Fault(fault), known), Question):
        assert asked not in known
        known[asked] = given[asked]
    assert asked == Remedy(Follows(follows), article)


@pytest.mark.parametrize(
    ("penalties", "fault", "answers", "asked"),
    [
        ("nabo", "card-shown", "", "when"),
        ("nabo", "card-shown", "dealing", "deal"),
        ("nabo", "card-shown", "dealing first", "by"),
        ("nabo", "card-shown", "dealing first zaku", "intent"),
        ("nabo", "wrong-count", "first", "when"),
        ("federacion", "card-shown", "dealing later", "by"),
        ("federacion", "card-shown", "dealing first zaku", "intent"),
        ("federacion", "wrong-count", "first dealing", "by"),
        ("federacion", "wrong-count", "first dealing zaku", "count"),
        ("federacion", "wrong-count", "later handia", "count"),
        ("federacion", "esku-twice", "", "when"),
    ],
)
def test_what_the_table_is_asked(penalties, fault, answers, asked):
    assert decide(penalties, Fault(fault), answered(answers)) is Question(asked)


@pytest.mark.parametrize(
    ("penalties", "row"), [(name, row) for name, rows in FAULT_TABLES.items() for row in range(len(rows))]
)
def test_no_row_can_be_taken_out(monkeypatch, penalties, row):
    rows = FAULT_TABLES[penalties]
    monkeypatch.setattr(faults, "FAULT_TABLES", {**FAULT_TABLES, penalties: rows[:row] + rows[row + 1 :]})
    wrong = [
        case
        for book, fault, answers, article, follows in CASES
        for case in [(fault, answers)]
        if book == penalties and decide(book, Fault(fault), answered(answers)) != Remedy(Follows(follows), article)
    ]
    assert wrong, rows[row]


def test_every_question_has_its_own_answers():
    for question in Question:
        assert len(question.answers) >= 2
    assert sorted(answer.value for question in Question for answer in question.answers) == sorted(
        answer.value for answer in Reply
    )


def test_an_answer_that_belongs_to_another_question_is_refused():
    with pytest.raises(DealError, match="'zaku' is no answer to 'when'"):
        decide("nabo", Fault.CARD_SHOWN, {Question.WHEN: Reply.ZAKU})


def test_unknown_penalties_are_refused_with_the_names_of_the_known_ones():
    with pytest.raises(DealError, match="called 'spain': there are nabo, federacion, judge"):
        decide("spain", Fault.CARD_SHOWN, {})
