"""What holds for every penalty: void bids, the order of marking, the end of the game, the judge.

The deals are those of the tables' own tests: N 1, W 1, S 2 and E 3 in pareak; N 31, W 32, S 33 and E 34 in jokoa.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.records import HandRecord
from engine.rules import rulebook
from engine.showdown import score
from tests.engine.penalties import test_nabo as nabo
from tests.engine.rulings import all_rows, deal, judged, named, of, outcome

PAIRS, NO_PAIRS = nabo.PAIRS, nabo.NO_PAIRS


def pareak(having, said, rules="nabo", **more):
    """All the marks but those of handia and txikia, and the result, of a deal without jokoa."""
    return outcome(rules, deal(having, PAIRS, NO_PAIRS), announced={"pareak": list(said)}, **more)


def test_a_refusal_that_is_void_is_taken_back_though_it_seemed_to_end_the_game():
    # N said yes and has none: 15a; the fourth round was not played, and counts as passed
    rows, result = pareak("WE", "NWE", calls={"pareak": ["NS envido 2", "EW tira"]}, ns=38, esku="W")
    assert rows == ["pareak EW 4 worth showdown", "puntua EW 1 worth showdown"]
    assert (result["score"]["NS"], result["winner"]) == (39, None)  # handia


def test_calls_after_the_game_seemed_over_are_an_error_though_the_refusal_is_void():
    calls = {"pareak": ["NS envido 2", "EW tira"], "puntua": ["NS envido 2", "EW iduki"]}
    with pytest.raises(ValueError, match="the game was over"):
        pareak("WE", "NWE", calls=calls, ns=39)


def test_an_accepted_hordago_that_is_void_wins_no_game_and_what_was_accepted_before_counts():
    calls = {"handia": ["NS envido 7", "EW iduki"], "pareak": ["NS hordago", "EW kanta"]}
    _, result = pareak("WE", "NWE", calls=calls)
    assert all_rows(result) == [
        "handia NS 7 iduki showdown",
        "txikia EW 1 paso showdown",
        "pareak EW 4 worth showdown",
        "puntua EW 1 worth showdown",
    ]
    assert (result["winner"], result["ended_by"]) == (None, None)


def test_a_penaltys_1_is_marked_after_the_refusals_and_before_the_showdown():
    calls = {
        "handia": ["NS envido 7", "EW tira"],
        "pareak": ["NS envido 7", "EW tira"],
        "puntua": ["NS envido 7", "EW tira"],
    }
    _, result = pareak("SW", "NSW", calls=calls)
    assert all_rows(result) == [
        "handia NS 1 tira call",
        "puntua NS 1 tira call",
        "pareak EW 1 negada call",
        "txikia NS 1 paso showdown",
        "pareak EW 1 worth showdown",
        "puntua NS 1 worth showdown",
    ]


def test_several_1s_are_marked_in_the_order_of_the_rounds():
    # E has no pairs (15b), N has no jokoa (17d)
    hands = {"N": "12o 6o 5o 5b", "W": "12c 11c 6c 6e", "S": "12e 11e 10e 10b", "E": "12b 11b 7b 4b"}
    cards = {seat: hand.split() for seat, hand in hands.items()}
    announced = {"pareak": list("NWSE"), "jokoa": list("NWSE")}
    rows, result = outcome("nabo", cards, announced=announced, ns=38, ew=39)
    assert rows == ["pareak NS 1 negada call", "jokoa EW 1 negada call"]
    assert (named(result), result["winner"]) == (["nabo 15b E pareak", "nabo 17d N jokoa"], "EW")
    rows, result = outcome("nabo", cards, announced=announced, ns=39, ew=39)
    assert (rows, result["winner"]) == (["pareak NS 1 negada call"], "NS")


def test_a_refusal_of_another_round_may_have_ended_the_game_before_a_penaltys_1():
    calls = {"puntua": ["NS envido 2", "EW tira"]}
    _, result = pareak("SW", "NSW", calls=calls, ns=39, ew=39)
    assert all_rows(result) == ["puntua NS 1 tira call"]
    assert (result["winner"], result["ended_by"], result["score"]) == ("NS", "target", {"NS": 40, "EW": 39})


def test_a_penaltys_1_that_reaches_the_target_wins_before_anything_of_the_showdown():
    for later in ([], ["NS envido 2", "EW iduki"], ["NS hordago", "EW kanta"]):
        _, result = pareak("SW", "NSW", calls={"puntua": later}, ns=39, ew=39)
        assert all_rows(result) == ["pareak EW 1 negada call"]
        assert (result["winner"], result["ended_by"], result["score"]) == ("EW", "target", {"NS": 39, "EW": 40})


def test_an_accepted_hordago_after_a_penalty_wins_the_game_and_the_1_stays_marked():
    _, result = pareak("SW", "NSW", calls={"puntua": ["NS hordago", "EW kanta"]})
    assert all_rows(result) == ["pareak EW 1 negada call"]
    assert (result["winner"], result["ended_by"]) == ("EW", "hordago")  # with E's 27
    assert named(result) == ["nabo 15b N pareak"]


def test_worth_is_cut_to_what_is_missing():
    rows, result = pareak("WE", "NWE", ew=37)
    assert of("pareak", rows) == ["pareak EW 2 worth showdown"]
    assert (result["winner"], result["ended_by"]) == ("EW", "target")


@pytest.mark.parametrize("rules", ["spain", "basque", "france"])
def test_the_other_books_leave_every_wrong_announcement_to_the_judge(rules):
    for found in ({}, {"pareak": "open"}):
        rows, result = pareak("WE", "NWE", rules, calls={"pareak": ["NS envido 2", "EW tira"]}, found=found)
        assert (rows, named(result), judged(result)) == ([], [], ["pareak"])


def test_before_the_judges_round_a_penalty_is_marked_and_from_it_on_nothing():
    calls = {"jokoa": ["NS envido 2", "EW tira"]}
    announced = {"pareak": ["N", "S", "W"], "jokoa": ["N", "W"]}
    rows, result = outcome("nabo", deal("SW", PAIRS, NO_PAIRS), announced=announced, calls=calls)
    assert rows == ["pareak EW 1 negada call", "pareak EW 1 worth showdown"]
    assert (named(result), judged(result)) == (["nabo 15b N pareak"], ["jokoa"])


def test_the_table_is_the_one_that_the_book_names():
    data = {
        "rules": "club",
        "esku": "N",
        "score": {"NS": 0, "EW": 0},
        "cards": deal("SW", PAIRS, NO_PAIRS),
        "announced": {"pareak": ["N", "S", "W"]},
    }
    found = {}
    for table in ("nabo", "federacion", "judge"):
        club = replace(rulebook("basque"), name="club", penalties=table)
        result = score(HandRecord.parse(data, lambda _, club=club: club)).to_dict()
        found[table] = named(result)
    assert found == {
        "nabo": ["nabo 15b N pareak"],
        "federacion": ["federacion 81 N pareak", "federacion 81 N puntua"],
        "judge": [],
    }
