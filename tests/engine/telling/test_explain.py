"""The showdown, explained: what every mark is made of, as data."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.errors import RecordError
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Team
from engine.showdown import score
from engine.tantos.tally import Mark, When, Why
from engine.telling.explain import explain
from tests.engine import random_records, strategies
from tests.engine.telling.as_data import as_data

# N: dupleak and 40; W: mediak and 31 of three sevens; S: a pair and 29; E: nothing
CARDS = {
    "N": ["12o", "12c", "11e", "11b"],
    "W": ["7o", "7c", "7e", "10o"],
    "S": ["10c", "10e", "5o", "4o"],
    "E": ["12e", "6c", "5c", "4c"],
}
N_DUPLEAK = {"seat": "N", "cards": ["12o", "12c", "11e", "11b"], "ranks": [12, 11], "pairs": "dupleak"}
S_PAREAK = {"seat": "S", "cards": ["10c", "10e"], "ranks": [10], "pairs": "pareak"}
W_MEDIAK = {"seat": "W", "cards": ["7o", "7c", "7e"], "ranks": [7], "pairs": "mediak"}
N_40 = {"seat": "N", "cards": ["12o", "12c", "11e", "11b"], "total": 40, "real31": False}
W_31 = {"seat": "W", "cards": ["10o", "7o", "7c", "7e"], "total": 31, "real31": False}


def record(cards=CARDS, book=None, **changes):
    data = {"rules": "basque", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards, "calls": {}} | changes
    return HandRecord.parse(data, lambda name: book or rulebook(name))


def explained(*args, **changes):
    one = record(*args, **changes)
    return explain(one, score(one))


def about(round, *args, **changes):
    """The explained marks of one round, as JSON data."""
    found = as_data(explained(*args, **changes).marks)
    return [mark for mark in found if mark["round"] == round]


def test_what_a_worth_is_made_of():
    (pareak,) = about("pareak")
    assert pareak == {
        "round": "pareak",
        "team": "NS",
        "tantos": 4,
        "why": "worth",
        "when": "showdown",
        "parts": [{"tantos": 3} | N_DUPLEAK, {"tantos": 1} | S_PAREAK],
        "cut": 0,
        "bids": None,
        "win": {"winner": N_DUPLEAK, "over": W_MEDIAK, "tie": False},
        "ruling": None,
    }
    (jokoa,) = about("jokoa")
    assert jokoa["parts"] == [{"tantos": 3} | W_31]
    assert jokoa["win"] == {"winner": W_31, "over": N_40, "tie": False}


def test_what_a_round_passed_by_all_is_made_of():
    (handia,), (txikia,) = about("handia"), about("txikia")
    assert handia["parts"] == txikia["parts"] == [{"tantos": 1, "cause": "passed"}]
    assert handia["win"]["winner"] == {"seat": "N", "cards": CARDS["N"], "ranks": [12, 12, 11, 11]}
    assert txikia["win"]["winner"] == {"seat": "E", "cards": ["4c", "5c", "6c", "12e"], "ranks": [4, 5, 6, 12]}


def test_what_refused_bids_are_made_of():
    calls = {"handia": ["NS paso", "EW envido 2", "S gehiago 4", "EW tira"], "txikia": ["NS hordago", "EW tira"]}
    (handia,), (txikia,) = about("handia", calls=calls), about("txikia", calls=calls)
    assert handia["parts"] == [{"tantos": 2, "call": "EW envido 2"}]
    assert handia["bids"] == {"bids": ["EW envido 2", "S gehiago 4"], "answer": "EW tira"}
    assert handia["win"] is None
    assert txikia["parts"] == [{"tantos": 1, "cause": "first-bid"}]


def test_what_an_accepted_bid_is_made_of():
    calls = {"pareak": ["NS envido 2", "EW gehiago 3", "NS iduki"]}
    bid, worth = about("pareak", calls=calls)
    assert bid["parts"] == [{"tantos": 2, "call": "NS envido 2"}, {"tantos": 3, "call": "EW gehiago 3"}]
    assert bid["bids"] == {"bids": ["NS envido 2", "EW gehiago 3"], "answer": "NS iduki"}
    assert bid["win"] == worth["win"] == {"winner": N_DUPLEAK, "over": W_MEDIAK, "tie": False}
    assert worth["bids"] is None


def test_the_worth_after_a_refusal_names_the_refusal():
    tira, worth = about("pareak", calls={"pareak": ["EW envido 2", "NS tira"]})
    assert tira["bids"] == worth["bids"] == {"bids": ["EW envido 2"], "answer": "NS tira"}
    assert worth["parts"] == [{"tantos": 2} | W_MEDIAK]
    assert worth["win"] is None


def test_a_bid_left_unanswered_has_no_answer():
    calls = {"handia": ["NS envido 4"], "txikia": ["NS paso"]}
    (handia,) = about("handia", rules="federacion", calls=calls)
    assert handia["bids"] == {"bids": ["NS envido 4"], "answer": None}


@pytest.mark.parametrize(("esku", "first", "level"), [("N", "N", "W"), ("W", "W", "N"), ("S", "N", "W")])
def test_a_tie_is_told(esku, first, level):
    cards = {"N": ["12o", "12c", "7o", "1o"], "W": ["12e", "12b", "7c", "1c"]}
    cards |= {"S": ["4o", "5o", "6o", "11o"], "E": ["4c", "5c", "6c", "11c"]}
    for mark in as_data(explained(cards, esku=esku).marks):
        win = mark["win"]
        assert (win["winner"]["seat"], win["over"]["seat"], win["tie"]) == (first, level, True)


def test_with_eight_kings_a_3_counts_as_a_king_and_stays_a_3_in_the_cards():
    cards = CARDS | {"N": ["12o", "3c", "2e", "1b"]}
    (pareak,) = about("pareak", cards, rules="spain")
    assert pareak["win"]["winner"] == {
        "seat": "N",
        "cards": ["12o", "3c", "2e", "1b"],
        "ranks": [12, 1],
        "pairs": "dupleak",
    }


def test_the_real_31_is_told():
    (jokoa,) = about("jokoa", rules="nabo")
    assert jokoa["win"]["winner"] == W_31 | {"real31": True}


def test_one_team_alone_has_it():
    (jokoa,) = about("jokoa", CARDS | {"W": ["7o", "6b", "4e", "1o"]})
    assert jokoa["win"] == {"winner": N_40, "over": None, "tie": False}


def test_puntua_is_its_own_worth():
    cards = CARDS | {"N": ["7b", "6b", "5b", "4b"], "W": ["7o", "6o", "4e", "1o"]}
    (puntua,) = about("puntua", cards)
    assert puntua["parts"] == [{"tantos": 1, "cause": "point"}]
    assert puntua["win"]["winner"] == {"seat": "S", "cards": ["10c", "10e", "5o", "4o"], "total": 29, "real31": False}


def test_an_accepted_hordago_wins_the_game():
    calls = {"handia": ["NS envido 2", "EW iduki"], "jokoa": ["NS envido 2", "W hordago", "NS kanta"]}
    found = as_data(explained(calls=calls))
    assert found["marks"] == []
    assert found["hordago"] == {
        "round": "jokoa",
        "team": "EW",
        "bids": {"bids": ["NS envido 2", "W hordago"], "answer": "NS kanta"},
        "winner": W_31,
        "over": N_40,
        "tie": False,
    }


def test_the_last_mark_is_cut_to_what_was_missing():
    handia, txikia, pareak = explained(score={"NS": 37, "EW": 0}).marks
    assert (handia.cut, txikia.cut, pareak.cut) == (0, 0, 2)
    assert (pareak.mark.tantos, [part.tantos for part in pareak.parts]) == (2, [3, 1])


def test_the_judges_case_is_kept():
    found = as_data(explained(announced={"pareak": ["N", "W", "S", "E"]}))
    assert [mark["round"] for mark in found["marks"]] == ["handia", "txikia"]
    assert found["judge"] == {"rounds": ["pareak"], "why": "pareak: E said yes to pareak and has none"}


def test_one_against_one():
    (pareak,) = about("pareak", {"N": CARDS["N"], "W": CARDS["W"]}, rules="france")
    assert pareak["parts"] == [{"tantos": 3} | N_DUPLEAK]


def test_a_penalty_carries_its_article():
    # nabo 15b: E said yes and has none, its partner and the others have pairs
    calls = {"pareak": ["EW envido 5", "NS tira"]}
    negada, worth = about("pareak", rules="nabo", announced={"pareak": ["N", "W", "S", "E"]}, calls=calls)
    ruling = {"article": "nabo 15b", "seat": "E", "round": "pareak"}
    assert negada["parts"] == [{"tantos": 1, "cause": "penalty"}]
    assert worth["parts"] == [{"tantos": 3} | N_DUPLEAK, {"tantos": 1} | S_PAREAK]
    assert negada["ruling"] == worth["ruling"] == ruling
    assert (worth["bids"], worth["win"]) == (None, None)


@pytest.mark.parametrize(("rules", "article"), [("nabo", "nabo 17a"), ("federacion", "federacion 89")])
def test_the_point_of_a_round_that_was_called_jokoa_for_an_error(rules, article):
    # E said yes to jokoa, and nobody has it
    cards = CARDS | {"N": ["7b", "6b", "5b", "4b"], "W": ["7o", "6o", "4e", "1o"]}
    negada, point = about("jokoa", cards, rules=rules, announced={"jokoa": ["E"]})
    assert (negada["parts"], point["parts"]) == ([{"tantos": 1, "cause": "penalty"}], [{"tantos": 1, "cause": "point"}])
    assert (point["cut"], point["win"]) == (0, None)
    assert negada["ruling"] == point["ruling"] == {"article": article, "seat": "E", "round": "jokoa"}


def test_only_the_partners_jokoa():
    # nabo 18b: N said no and has 40, S has 31, the others have none
    cards = CARDS | {"S": ["10c", "10e", "7b", "4o"], "W": ["7o", "7c", "7e", "6o"]}
    (jokoa,) = about("jokoa", cards, rules="nabo", announced={"jokoa": ["S"]})
    assert [(part["tantos"], part["seat"]) for part in jokoa["parts"]] == [(3, "S")]
    assert jokoa["ruling"]["article"] == "nabo 18b"


def test_without_the_pairs_that_were_not_announced():
    # nabo 16a: S said no and has pairs, N has them too
    (pareak,) = about("pareak", rules="nabo", announced={"pareak": ["N", "W"]})
    assert pareak["parts"] == [{"tantos": 3} | N_DUPLEAK]
    assert pareak["win"] == {"winner": N_DUPLEAK, "over": W_MEDIAK, "tie": False}
    assert pareak["ruling"] == {"article": "nabo 16a", "seat": "S", "round": "pareak"}


def test_the_best_of_the_jokoa_that_nobody_announced():
    # federacion 88: all four said no; of N's 40 and S's 32 the best counts
    cards = CARDS | {"W": ["7o", "7c", "7e", "6o"], "S": ["10c", "10e", "7b", "5o"]}
    (puntua,) = about("puntua", cards, rules="federacion", announced={"jokoa": []})
    assert [(part["tantos"], part["seat"], part["total"]) for part in puntua["parts"]] == [(2, "S", 32)]
    assert puntua["ruling"] == {"article": "federacion 88", "seat": None, "round": "puntua"}


def test_a_round_that_began_again_is_won_by_what_the_cards_say():
    # federacion 79: N kept quiet about its dupleak, found before the bid was answered
    calls = {"pareak": ["EW envido 2"]}
    announced, found = {"pareak": ["W", "S"]}, {"pareak": "open"}
    (pareak,) = about("pareak", rules="federacion", announced=announced, found=found, calls=calls)
    assert pareak["win"] == {"winner": N_DUPLEAK, "over": W_MEDIAK, "tie": False}
    assert pareak["parts"] == [{"tantos": 3} | N_DUPLEAK, {"tantos": 1} | S_PAREAK]
    assert pareak["ruling"]["article"] == "federacion 79"


def test_a_ruling_that_brings_no_mark_is_there():
    cards = CARDS | {"N": ["7b", "6b", "5b", "4b"], "W": ["7o", "6o", "4e", "1o"]}
    found = as_data(explained(cards, rules="nabo", announced={"pareak": []}))
    assert [mark for mark in found["marks"] if mark["round"] == "pareak"] == []
    assert found["rulings"] == [{"article": "nabo 16a", "seat": "S", "round": "pareak"}]


def test_tio_peretes_point_is_marked_before_handia():
    club = replace(rulebook("basque"), tio_perete=True)
    cards = CARDS | {"W": ["7o", "6o", "5e", "4e"], "E": ["7b", "6e", "5c", "4c"]}
    perete, handia = about("handia", cards, club, announced={"perete": ["E", "W"]})
    assert (perete["team"], perete["tantos"], perete["why"], perete["when"]) == ("EW", 2, "perete", "showdown")
    assert perete["parts"] == [
        {"tantos": 1, "seat": "W", "cards": ["7o", "6o", "5e", "4e"], "ranks": [7, 6, 5, 4]},
        {"tantos": 1, "seat": "E", "cards": ["7b", "6e", "5c", "4c"], "ranks": [7, 6, 5, 4]},
    ]
    assert (perete["win"], perete["bids"], perete["ruling"]) == (None, None, None)
    assert handia["why"] == "paso"


@pytest.mark.parametrize(
    "mark",
    [
        Mark(Round.HANDIA, Team.NS, 2, Why.PASO, When.SHOWDOWN),
        Mark(Round.HANDIA, Team.EW, 1, Why.PASO, When.SHOWDOWN),
        Mark(Round.HANDIA, Team.NS, 1, Why.IDUKI, When.SHOWDOWN),
        Mark(Round.HANDIA, Team.NS, 1, Why.PASO, When.CALL),
        Mark(Round.PUNTUA, Team.NS, 1, Why.WORTH, When.SHOWDOWN),
    ],
)
def test_a_mark_of_another_record_is_refused(mark):
    one = record()
    with pytest.raises(RecordError, match=f"{mark.round.value}: the record gives {mark.team.value} nothing for"):
        explain(one, score(one)._replace(marks=(mark,)))


@pytest.mark.parametrize(("answer", "winner"), [("iduki", Team.EW), ("iduki", None), ("tira", Team.NS), ("tira", None)])
def test_a_hordago_of_another_record_is_refused(answer, winner):
    one = record(calls={"handia": ["EW hordago", f"NS {answer}"]})
    with pytest.raises(RecordError, match="the record has no hordago that wins the game"):
        explain(one, score(one)._replace(winner=winner, ended_by="hordago"))


@settings(max_examples=200, deadline=None)
@given(strategies.records())
def test_the_parts_of_every_mark_are_its_tantos(data):
    one = HandRecord.parse(data)
    _check(one, score(one))


def test_the_parts_of_every_mark_are_its_tantos_where_players_erred():
    rng, articles = random.Random(3), set()
    for _ in range(1500):
        one = HandRecord.parse(random_records.record(rng))
        result = score(one)
        _check(one, result)
        articles |= {ruling.article for ruling in result.rulings}
    assert len(articles) > 20


def _check(one, result):
    found = explain(one, result)
    assert [part.mark for part in found.marks] == list(result.marks)
    for mark in found.marks:
        assert sum(part.tantos for part in mark.parts) == mark.mark.tantos + mark.cut
        assert mark.cut == 0 or (mark.cut > 0 and mark is found.marks[-1] and result.ended_by == "target")
        assert mark.ruling or mark.win or (mark.bids and mark.bids.refused)
        assert mark.win is None or mark.win.winner.seat.team is mark.mark.team
        assert mark.ruling is None or mark.ruling in result.rulings
    assert (found.hordago is not None) == (result.ended_by == "hordago")


@pytest.mark.parametrize(
    ("score", "calls", "late"),
    [
        ({"NS": 39, "EW": 0}, {}, ["txikia", "pareak", "jokoa"]),
        (
            {"NS": 39, "EW": 0},
            {"handia": ["NS envido 2", "EW iduki"], "txikia": ["NS envido 2", "EW tira"]},
            ["handia"],
        ),
        ({"NS": 0, "EW": 0}, {"handia": ["NS envido 2", "EW iduki"], "pareak": ["NS hordago", "EW iduki"]}, ["txikia"]),
        ({"NS": 30, "EW": 0}, {"handia": ["NS envido 40", "EW iduki"]}, ["txikia", "pareak", "jokoa"]),
        ({"NS": 0, "EW": 0}, {}, []),
    ],
)
def test_the_rounds_that_came_too_late(score, calls, late):
    """A bid that the hordago voids is told as void, and not once more."""
    told = explained(score=score, calls=calls)
    assert [round.value for round in told.too_late] == late


def test_what_is_wrong_and_what_is_void_are_data():
    calls = {"handia": ["NS envido 2", "EW iduki"], "pareak": ["EW paso", "EW envido 5", "NS tira"]}
    found = as_data(explained(rules="nabo", announced={"pareak": ["N", "W", "S", "E"]}, calls=calls))
    assert found["wrong"] == ["E said yes to pareak and has none"]
    assert found["void"] == [{"round": "pareak", "calls": ["EW envido 5", "NS tira"]}]
    assert explained(announced={"pareak": ["N", "W", "S", "E"]}).wrong == (), "the judge's case says it"


def test_bids_with_a_hand_that_does_not_count_are_void():
    calls = ["W envido 2", "NS hordago", "W tira"]
    hands = CARDS | {"W": CARDS["W"][:3]}
    found = as_data(explained(hands, announced={"pareak": ["N", "W", "S"]}, calls={"pareak": calls}))
    assert found["void"] == [{"round": "pareak", "calls": calls}]
    hands |= {"N": CARDS["N"][:3]}  # the others play puntua
    found = as_data(explained(hands, announced={"jokoa": ["N", "W"]}, calls={"jokoa": calls}))
    assert found["void"] == [{"round": "jokoa", "calls": calls}]
