"""Incidents: every row of both tables, named by its article; the answers and what follows typed from it."""

from __future__ import annotations

import pytest

from engine.advice import rows
from engine.advice.decide import decide, law_of
from engine.advice.incidents import Follows, Incident, Question, Remedy, Reply, Subject
from engine.advice.rows import TABLES
from engine.calls import Action
from engine.errors import DealError
from engine.rules import rulebook

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
    ("looked-early", "", "nabo 5", "against"),
    ("bad-cut", "", "nabo 26", "judge"),
    ("pack-used-up", "", "nabo 26", "judge"),
    ("bad-deal", "", "nabo 4", "against"),
    ("cut-early", "", "nabo 26", "judge"),
    ("dealt-early", "", "nabo 9", "against"),
    ("kept-all", "", "nabo 26", "judge"),
    ("answers-differ", "plainly", "nabo 10", "first-stands"),
    ("answers-differ", "for-both", "nabo 10", "first-stands"),
    ("answers-differ", "for-myself", "nabo 10", "partner-decides"),
    ("two-bids", "", "nabo 26", "judge"),
    ("raised-own", "", "nabo 26", "judge"),
    ("left-waiting", "", "nabo 26", "judge"),
    ("without", "", "nabo 19", "call-void"),
    ("by-gesture", "", "nabo 26", "judge"),
    ("stones-laid", "", "nabo 26", "judge"),
    ("least-accepted", "", "nabo 26", "judge"),
    ("untrue", "", "nabo 1", "allowed"),
    ("wrong-word", "pareak", "nabo 15", "at-showdown"),
    ("wrong-word", "jokoa", "nabo 17", "at-showdown"),
    ("left-out", "", "nabo 1", "allowed"),
    ("less-named", "", "nabo 1", "allowed"),
    ("advised", "", "nabo 1", "allowed"),
    ("shuffle-asked", "", "nabo 26", "judge"),
    ("sign-asked", "", "nabo 26", "judge"),
    ("not-approved", "", "nabo 26", "judge"),
    ("keeper-changed", "", "nabo 26", "judge"),
    ("sign", "two-kings", "nabo 11", "allowed"),
    ("sign", "two-aces", "nabo 11", "allowed"),
    ("sign", "mediak-of-kings", "nabo 11", "allowed"),
    ("sign", "mediak", "nabo 11", "allowed"),
    ("sign", "dupleak", "nabo 11", "allowed"),
    ("sign", "31", "nabo 11", "allowed"),
    ("sign", "30 in-jokoa", "nabo 11", "allowed"),
    ("sign", "30 in-mus", "nabo 11", "against"),
    ("sign", "30 in-handia", "nabo 11", "against"),
    ("sign", "30 in-pareak", "nabo 11", "against"),
    ("sign", "pair-or-28", "nabo 11", "against"),
    ("sign", "29-or-nothing", "nabo 11", "against"),
    ("sign", "lesser", "nabo 11", "against"),
    ("sign", "other-sign", "nabo 11", "against"),
    ("part-of-sign", "", "nabo 26", "judge"),
    ("late", "", "nabo 26", "judge"),
    ("slow-mus", "", "nabo 26", "judge"),
    ("slow-answer", "", "nabo 26", "judge"),
    ("forgotten", "still-there", "nabo 20", "count-now"),
    ("forgotten", "collected", "nabo 20", "too-late"),
    ("cards-taken", "", "nabo 23", "against"),
    ("not-shown", "", "nabo 23", "show"),
    ("not-told", "", "nabo 26", "judge"),
    ("seat-changed", "", "nabo 26", "judge"),
    ("onlooker", "", "nabo 26", "judge"),
    ("conduct", "", "nabo 27", "exclude"),
    ("dispute", "", "nabo 26", "judge"),
]
FEDERACION = [
    ("wrong-pack", "first dealing", "federacion 4", "deal-again"),
    ("wrong-pack", "first handia", "federacion 4", "deal-again"),
    ("wrong-pack", "first txikia", "federacion 4", "play-on"),
    ("wrong-pack", "later handia", "federacion 4", "play-on"),
    ("card-shown", "dealing first zaku accident", "federacion 12", "deal-again"),
    ("card-shown", "dealing first zaku purpose", "federacion 12", "play-open"),
    ("card-shown", "dealing later zaku purpose", "federacion 12", "play-open"),
    ("card-shown", "dealing later zaku accident", "federacion 17", "mus-visto"),
    ("card-shown", "dealing later another accident", "federacion 17", "mus-visto"),
    ("card-shown", "dealing later esku-team", "federacion 19", "play-on"),
    ("card-shown", "dealing first another", "federacion 18", "deal-again"),
    ("card-shown", "dealing first esku-team", "federacion 18", "deal-again"),
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
    ("looked-early", "", "federacion 11", "against"),
    ("bad-cut", "", "federacion 8", "against"),
    ("pack-used-up", "", "federacion 21", "shuffle-discards"),
    ("bad-deal", "", "federacion 7", "against"),
    ("cut-early", "near", "federacion 28", "cut-stands"),
    ("cut-early", "far esku-team", "federacion 26", "cut-stands"),
    ("cut-early", "far zaku", "federacion 26", "cut-void"),
    ("cut-early", "far another", "federacion 26", "cut-void"),
    ("dealt-early", "", "federacion 13", "against"),
    ("kept-all", "", "federacion 20", "no-mus-next"),
    ("answers-differ", "plainly", "federacion 42", "accepted"),
    ("answers-differ", "for-myself", "federacion 42", "accepted"),
    ("answers-differ", "for-both", "federacion 42", "plural-stands"),
    ("two-bids", "", "federacion 38", "others-choose"),
    ("raised-own", "", "federacion 39", "call-void"),
    ("left-waiting", "has-round", "federacion 57", "refused"),
    ("left-waiting", "lacks-round", "federacion 58", "call-void"),
    ("without", "", "federacion 70", "call-void"),
    ("by-gesture", "", "federacion 56", "call-void"),
    ("stones-laid", "", "federacion 50", "accepted"),
    ("least-accepted", "", "federacion 60", "hordago-void"),
    ("untrue", "", "federacion 53", "against"),
    ("left-out", "", "federacion 54", "against"),
    ("less-named", "", "federacion 55", "against"),
    ("advised", "", "federacion 59", "allowed"),
    ("keeper-changed", "", "federacion 63", "against"),
    ("not-approved", "", "federacion 64", "judge"),
    ("shuffle-asked", "", "federacion 10", "dealer-last"),
    ("sign-asked", "", "federacion 77", "need-not-answer"),
    ("wrong-word", "pareak unbid", "federacion 79", "put-right"),
    ("wrong-word", "pareak bid", "federacion 80", "hand-out-of-round"),
    ("wrong-word", "pareak closed", "federacion 81", "at-showdown"),
    ("wrong-word", "jokoa unbid", "federacion 84", "put-right"),
    ("wrong-word", "jokoa bid", "federacion 85", "hand-out-of-round"),
    ("wrong-word", "jokoa closed", "federacion 86", "at-showdown"),
    ("sign", "two-kings in-mus", "federacion 74", "against"),
    ("sign", "two-kings in-handia", "federacion 73", "allowed"),
    ("sign", "mediak-of-kings in-handia", "federacion 73", "allowed"),
    ("sign", "mediak in-handia", "federacion 75", "against"),
    ("sign", "mediak in-pareak", "federacion 73", "allowed"),
    ("sign", "29-or-nothing in-jokoa", "federacion 73", "allowed"),
    ("sign", "lesser in-jokoa", "federacion 73", "allowed"),
    ("sign", "pair-or-28", "federacion 72", "against"),
    ("sign", "other-sign", "federacion 72", "against"),
    ("part-of-sign", "", "federacion 76", "against"),
    ("late", "under-10", "federacion 33", "play-on"),
    ("late", "from-10", "federacion 33", "game-lost"),
    ("late", "from-15", "federacion 33", "second-game-lost"),
    ("late", "from-20", "federacion 33", "match-lost"),
    ("slow-mus", "", "federacion 23", "one-minute"),
    ("slow-answer", "number", "federacion 41", "half-minute"),
    ("slow-answer", "hordago", "federacion 41", "two-minutes"),
    ("forgotten", "still-there", "federacion 66", "count-now"),
    ("forgotten", "collected", "federacion 66", "if-agreed"),
    ("cards-taken", "", "federacion 65", "against"),
    ("not-shown", "", "federacion 69", "show"),
    ("not-told", "", "federacion 67", "against"),
    ("seat-changed", "", "federacion 2", "against"),
    ("onlooker", "", "federacion 5", "send-away"),
    ("conduct", "", "federacion 95", "exclude"),
    ("dispute", "", "federacion 92", "three-judges"),
]
WIKIPEDIA = [
    ("sign", "dupleak", "wikipedia-mus, Signs", "allowed"),
    ("sign", "pair-or-28", "wikipedia-mus, Signs", "allowed"),
    ("sign", "29-or-nothing", "wikipedia-mus, Signs", "allowed"),
    ("sign", "lesser", "wikipedia-mus, Signs", "judge"),
    ("sign", "other-sign", "wikipedia-mus, Signs", "exclude"),
    ("pack-used-up", "", "wikipedia-mus, Musa", "shuffle-discards"),
    ("cut-early", "", "wikipedia-mus, Musa", "cut-void"),
    ("kept-all", "", "wikipedia-mus, Musa", "allowed"),
    ("answers-differ", "", "wikipedia-mus, Playing", "first-stands"),
    ("without", "", "wikipedia-mus, The rounds", "call-void"),
]
FRANCE = [
    ("pack-used-up", "", "france, phase 1", "shuffle-discards"),
    ("cut-early", "esku-team", "france, phase 1", "cut-stands"),
    ("cut-early", "another", "france, phase 1", "cut-void"),
    ("answers-differ", "", "france, réponse", "first-stands"),
    ("without", "", "france, phases 4 and 5", "call-void"),
    ("wrong-word", "", "france, phases 4 and 5", "against"),
]


def and_the_judges(law):
    """What the law says, and for the judge all that it does not say."""
    told = {incident for incident, *_ in law}
    return [*law, *((one.value, "", None, "judge") for one in Incident if one.value not in told)]


CASES = [
    *[("nabo", *case) for case in NABO],
    *[("federacion", *case) for case in FEDERACION],
    *[("wikipedia", *case) for case in and_the_judges(WIKIPEDIA)],
    *[("france", *case) for case in and_the_judges(FRANCE)],
]


def remedy(follows, article):
    return Remedy(Follows(follows), article, void=Action.TIRA if article == "federacion 58" else None)


def answered(words):
    known = [Reply(word) for word in words.split()]
    return {question: answer for question in Question for answer in known if answer in question.answers}


@pytest.mark.parametrize(("law", "incident", "answers", "article", "follows"), CASES)
def test_what_follows(law, incident, answers, article, follows):
    known = answered(answers)
    assert len(known) == len(answers.split())
    assert decide(law, Incident(incident), known) == remedy(follows, article)


@pytest.mark.parametrize(("law", "incident", "answers", "article", "follows"), CASES)
def test_the_table_is_asked_what_decides_and_nothing_else(law, incident, answers, article, follows):
    """Answering only what is asked comes to the same, and the case holds every answer that is needed."""
    given, known = answered(answers), {}
    while isinstance(asked := decide(law, Incident(incident), known), Question):
        assert asked not in known
        known[asked] = given[asked]
    assert asked == remedy(follows, article)


@pytest.mark.parametrize(
    ("law", "incident", "answers", "asked"),
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
def test_what_the_table_is_asked(law, incident, answers, asked):
    assert decide(law, Incident(incident), answered(answers)) is Question(asked)


@pytest.mark.parametrize(("law", "row"), [(name, row) for name, table in TABLES.items() for row in range(len(table))])
def test_no_row_can_be_taken_out(monkeypatch, law, row):
    table = TABLES[law]
    monkeypatch.setattr(rows, "TABLES", {**TABLES, law: table[:row] + table[row + 1 :]})
    wrong = [
        case
        for book, incident, answers, article, follows in CASES
        for case in [(incident, answers)]
        if book == law and decide(book, Incident(incident), answered(answers)) != remedy(follows, article)
    ]
    assert wrong, table[row]


@pytest.mark.parametrize("law", TABLES)
def test_8_in_mus_por_equipos_nobody_shuffles_and_a_pack_that_runs_out_ends_the_mus(law):
    against, no_mus = Remedy(Follows.AGAINST, "mus por equipos 7"), Remedy(Follows.NO_MUS_BEYOND, "mus por equipos 8")
    assert decide(law, Incident.SHUFFLE_ASKED, {}, equipos=True) == against
    assert decide(law, Incident.PACK_USED_UP, {}, equipos=True) == no_mus


@pytest.mark.parametrize(("law", "incident", "answers", "article", "follows"), CASES)
def test_1_and_6_in_mus_por_equipos_nothing_is_dealt_again_and_all_else_is_as_in_any_mus(
    law, incident, answers, article, follows
):
    if incident in ("shuffle-asked", "pack-used-up"):
        return
    again = Follows(follows) in (Follows.DEAL_AGAIN, Follows.DEAL_RIGHT)
    void = Remedy(Follows.JUGADA_VOID, f"{article}, mus por equipos 6")
    what = void if again else remedy(follows, article)
    assert decide(law, Incident(incident), answered(answers), equipos=True) == what


def test_every_question_has_its_own_answers():
    for question in Question:
        assert len(question.answers) >= 2
    assert sorted(answer.value for question in Question for answer in question.answers) == sorted(
        answer.value for answer in Reply
    )


def test_an_answer_that_belongs_to_another_question_is_refused():
    with pytest.raises(DealError, match="'zaku' is no answer to 'when'"):
        decide("nabo", Incident.CARD_SHOWN, {Question.WHEN: Reply.ZAKU})


def test_an_unknown_law_is_refused_with_the_names_of_the_known_ones():
    with pytest.raises(DealError, match="called 'spain': there are nabo, federacion, wikipedia, france"):
        decide("spain", Incident.CARD_SHOWN, {})


@pytest.mark.parametrize(
    ("book", "law"),
    [("nabo", "nabo"), ("federacion", "federacion"), ("spain", "wikipedia"), ("basque", "wikipedia"), ("france",) * 2],
)
def test_each_book_has_its_law(book, law):
    assert law_of(rulebook(book)) == law


def test_every_incident_is_found_under_one_subject():
    assert [incident.subject for incident in Incident].count(Subject.PACK) == 5
    assert {incident.subject for incident in Incident} == set(Subject)
    assert sorted(incident.value for subject in Subject for incident in subject.incidents) == sorted(
        incident.value for incident in Incident
    )
