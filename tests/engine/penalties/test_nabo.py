"""The penalty table of `nabo`, row by row: rules 15 to 18, and 7.

Marks are typed from the rules. X is N, its partner S. In every deal handia and txikia are passed.
"""

from __future__ import annotations

import pytest

from engine.penalties import nabo
from tests.engine.rulings import deal, is_missed, judged, named, of, outcome

# what each hand is worth in pareak: N 1 (fives), W 1 (sixes), S 2 (threes), E 3 (sotas and aces); jokoa has nobody
PAIRS = {"N": "12o 7o 5o 5c", "W": "11c 6c 6o 3c", "S": "12e 3e 3o 3b", "E": "10b 10o 1b 1o"}
NO_PAIRS = {"N": "12o 7o 4o 2o", "W": "11c 7c 4c 1c", "S": "12e 6e 5e 2e", "E": "11b 7b 5b 4b"}
# N 31, W 32, S 33, E 34; pairs has nobody
JOKOA = {"N": "12o 11o 10o 1o", "W": "12c 11c 10c 2c", "S": "12e 11e 7e 6e", "E": "12b 11b 10b 4b"}
NO_JOKOA = {"N": "7o 6o 5o 2o", "W": "7c 6c 4c 1c", "S": "10e 5e 4e 3e", "E": "7b 6b 5b 3b"}

ACCEPTED = ["NS envido 5", "EW iduki"]
REFUSED = ["NS envido 5", "EW gehiago 2", "NS gehiago 2", "EW tira"]


def in_pareak(having, said, calls=(), **more):
    """What is marked for pareak where `having` have it and `said` say so, and the result."""
    announced = {"pareak": list(said)}
    cards = deal(having, PAIRS, NO_PAIRS)
    rows, result = outcome("nabo", cards, announced=announced, calls={"pareak": list(calls)}, **more)
    return of("pareak", rows), result


def in_the_fourth(having, said, calls=(), **more):
    """The fourth round's marks where `having` have jokoa and `said` say so, and the result."""
    announced = {"jokoa": list(said)}
    name = "jokoa" if said else "puntua"
    cards = deal(having, JOKOA, NO_JOKOA)
    return outcome("nabo", cards, announced=announced, calls={name: list(calls)}, **more)


FIVE = {"W": ["11c", "7c", "4c", "1c", "5c"]}


def test_nabo_7_jokoa_that_only_a_hand_of_five_had_announced_is_finished_by_the_others():
    # nobody else has it: they play puntua, which E's 27 wins without W
    cards = deal("", PAIRS, NO_PAIRS) | FIVE
    rows, result = outcome("nabo", cards, announced={"jokoa": ["W"]})
    assert (rows, judged(result)) == (["puntua EW 1 worth showdown"], None)
    assert named(result) == ["nabo 7 W handia"]
    assert outcome("nabo", cards)[0] == rows  # as where W had said nothing
    # somebody has it and kept quiet: 18a
    rows, result = outcome("nabo", cards | {"N": ["12o", "11o", "10o", "2o"]}, announced={"jokoa": ["W"]})
    assert rows == ["jokoa EW 1 negada call", "jokoa EW 1 worth showdown"]
    assert named(result) == ["nabo 7 W handia", "nabo 18a N jokoa"]
    # somebody else had announced it
    rows, result = outcome("nabo", cards | {"N": ["12o", "11o", "10o", "2o"]}, announced={"jokoa": ["N", "W"]})
    assert (rows, judged(result)) == (["jokoa NS 2 worth showdown"], None)


def test_nabo_7_bids_between_hands_of_five_were_never_made():
    cards = deal("", PAIRS, NO_PAIRS) | FIVE | {"N": ["12o", "7o", "4o", "2o", "5o"]}
    for answer in ("tira", "iduki"):
        calls = {"jokoa": ["N envido 2", f"W {answer}"]}
        rows, result = outcome("nabo", cards, announced={"jokoa": ["N", "W"]}, calls=calls)
        assert (rows, judged(result)) == (["puntua EW 1 worth showdown"], None)


@pytest.mark.parametrize("rules", ["nabo", "federacion", "spain", "basque", "france"])
@pytest.mark.parametrize("calls", [["W envido 2", "NS gehiago 5", "W hordago", "NS tira"], ["NS hordago", "W kanta"],
                                   ["NS envido 2", "W tira"]])  # fmt: skip
def test_a_team_that_bids_only_with_a_hand_of_three_wins_nothing_and_the_others_mark_their_own(rules, calls):
    three = {"W": ["12c", "12b", "11c"]}
    for about, cards in (
        ("pareak", deal("N", PAIRS, NO_PAIRS) | three),
        ("jokoa", deal("N", JOKOA, NO_JOKOA) | three),
    ):
        data = {"announced": {about: ["N", "W"]}, "options": {"kings": 4, "target": 40}, "ew": 39}
        rows, result = outcome(rules, cards, **data, calls={about: calls})
        assert (rows, judged(result)) == (outcome(rules, cards, **data)[0], None)
        assert result["winner"] is None or result["ended_by"] == "target"


@pytest.mark.parametrize("rules", ["federacion", "spain", "basque", "france"])
def test_a_hand_of_five_alone_leaves_puntua_to_the_others_in_every_book(rules):
    cards = deal("", PAIRS, NO_PAIRS) | FIVE
    rows, result = outcome(rules, cards, announced={"jokoa": ["W"]}, options={"kings": 4})
    assert (rows, judged(result)) == (["puntua EW 1 worth showdown"], None)


def test_nabo_15a_yes_without_pairs_and_the_partner_has_none_either():
    for calls in (ACCEPTED, REFUSED, []):
        rows, result = in_pareak("WE", "NWE", calls)
        assert rows == ["pareak EW 4 worth showdown"]
        assert (named(result), result["judge"]) == (["nabo 15a N pareak"], None)


def test_nabo_15b_yes_without_pairs_and_both_the_partner_and_the_others_have_them():
    for calls in (ACCEPTED, REFUSED, []):
        rows, result = in_pareak("SWE", "NSWE", calls)
        assert rows == ["pareak EW 1 negada call", "pareak EW 4 worth showdown"]
        assert named(result) == ["nabo 15b N pareak"]


def test_nabo_15_by_analogy_of_17b_yes_without_pairs_and_the_others_have_none():
    rows, result = in_pareak("S", "NS")
    assert rows == ["pareak NS 2 worth showdown"]
    assert named(result) == ["nabo 15 N pareak"]
    rows, result = in_pareak("", "N")
    assert rows == []
    assert named(result) == ["nabo 15 N pareak"]


def test_nabo_16b_no_with_pairs_and_only_the_others_have_them_too():
    rows, result = in_pareak("NWE", "WE")
    assert rows == ["pareak EW 1 negada call", "pareak EW 4 worth showdown"]
    assert named(result) == ["nabo 16b N pareak"]


def test_nabo_16a_no_with_pairs_beside_a_partner_who_has_them():
    # the bids stand between the others, and X's pairs count for nothing
    rows, result = in_pareak("NSW", "SW", ["NS envido 5", "EW iduki"])
    assert rows == ["pareak NS 5 iduki showdown", "pareak NS 2 worth showdown"]
    assert named(result) == ["nabo 16a N pareak"]
    rows, _ = in_pareak("NSW", "SW", ["EW envido 5", "NS tira"])
    assert rows == ["pareak EW 1 tira call", "pareak EW 1 worth showdown"]
    # E's dupleak are the best, but not announced; S's mediak win
    rows, result = in_pareak("SWE", "SW", ["NS envido 5", "EW iduki"])
    assert rows == ["pareak NS 5 iduki showdown", "pareak NS 2 worth showdown"]
    assert named(result) == ["nabo 16a E pareak"]
    _, result = in_pareak("SWE", "SW", ["NS hordago", "EW kanta"])
    assert (result["winner"], result["ended_by"]) == ("NS", "hordago")
    # no bids are possible
    rows, _ = in_pareak("NS", "S")
    assert rows == ["pareak NS 2 worth showdown"]


def test_nabo_16a_no_with_pairs_and_nobody_else_has_them():
    rows, result = in_pareak("N", "")
    assert rows == []
    assert (named(result), result["judge"]) == (["nabo 16a N pareak"], None)


def test_nabo_17a_yes_without_jokoa_and_nobody_has_it():
    rows, result = in_the_fourth("", "N")
    assert rows == ["jokoa EW 1 negada call", "jokoa EW 1 worth showdown"]
    assert named(result) == ["nabo 17a N jokoa"]


def test_nabo_17b_yes_without_jokoa_and_only_the_partner_has_it():
    rows, result = in_the_fourth("S", "NS")
    assert rows == ["jokoa NS 2 worth showdown"]
    assert named(result) == ["nabo 17b N jokoa"]


def test_nabo_17c_yes_without_jokoa_and_only_the_others_have_it():
    for calls in (ACCEPTED, REFUSED, []):
        rows, result = in_the_fourth("WE", "NWE", calls)
        assert rows == ["jokoa EW 4 worth showdown"]
        assert named(result) == ["nabo 17c N jokoa"]


def test_nabo_17d_yes_without_jokoa_and_both_the_partner_and_the_others_have_it():
    for calls in (ACCEPTED, REFUSED, []):
        rows, result = in_the_fourth("SW", "NSW", calls)
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
        assert named(result) == ["nabo 17d N jokoa"]


def test_nabo_18a_no_with_jokoa_and_nobody_else_has_it():
    # 31 of N is disregarded, and so are the bids of puntua and the sums
    for calls in (ACCEPTED, REFUSED, []):
        rows, result = in_the_fourth("N", "", calls)
        assert rows == ["puntua EW 1 negada call", "puntua EW 1 worth showdown"]
        assert named(result) == ["nabo 18a N puntua"]


def test_nabo_18b_no_with_jokoa_and_only_the_partner_has_it_too():
    rows, result = in_the_fourth("NS", "S")
    assert rows == ["jokoa NS 2 worth showdown"]
    assert named(result) == ["nabo 18b N jokoa"]


def test_nabo_18c_no_with_jokoa_and_only_the_others_have_it_too():
    rows, result = in_the_fourth("NW", "W")
    assert rows == ["jokoa EW 2 worth showdown"]
    assert named(result) == ["nabo 18c N jokoa"]


def test_nabo_18e_no_with_jokoa_and_all_the_others_have_it():
    for calls in (ACCEPTED, REFUSED, []):
        rows, result = in_the_fourth("NSW", "SW", calls)
        assert rows == ["jokoa EW 1 negada call", "jokoa EW 2 worth showdown"]
        assert named(result) == ["nabo 18e N jokoa"]


ROW_TESTS = [test for name, test in list(globals().items()) if name.startswith("test_nabo_1")]


@pytest.mark.parametrize("row", nabo.ROWS, ids=lambda row: f"{row.article} {row.said} {row.partner} {row.others}")
def test_every_row_is_missed_where_it_is_taken_out(row):
    assert is_missed(nabo, row, ROW_TESTS)


def test_nabo_7_a_wrong_number_of_cards_does_not_count_and_the_others_play_on():
    cards = deal("NSW", PAIRS, NO_PAIRS)
    cards["S"] = cards["S"][:3]
    rows, result = outcome("nabo", cards, announced={"pareak": ["N", "S", "W"]})
    # S neither counts nor errs: W's sixes over N's fives
    assert of("pareak", rows) == ["pareak EW 1 worth showdown"]
    assert named(result) == ["nabo 7 S handia"]
    cards["E"] = cards["E"][:2]
    assert named(outcome("nabo", cards)[1]) == ["nabo 7 - handia"]


def test_errors_in_both_rounds_are_settled_each_by_its_own_rule():
    cards = deal("WE", PAIRS, NO_PAIRS)
    rows, result = outcome("nabo", cards, announced={"pareak": ["N", "W", "E"], "jokoa": ["S"]})
    assert rows == ["jokoa EW 1 negada call", "pareak EW 4 worth showdown", "jokoa EW 1 worth showdown"]
    assert named(result) == ["nabo 15a N pareak", "nabo 17a S jokoa"]


@pytest.mark.parametrize("said", ["NS", "", "NWSE"])
def test_two_errors_in_one_round_are_the_judges(said):
    rows, result = in_pareak("WE" if said else "NE", said)
    assert rows == []
    assert (named(result), judged(result)) == ([], ["pareak"])


def test_bids_with_a_hand_that_does_not_count_are_none_beside_an_error():
    # E has five cards and does not count, but it said yes, and so somebody bid
    cards = deal("SE", PAIRS, NO_PAIRS)
    cards["E"] = [*cards["E"], "11e"]
    announced = {"pareak": ["N", "S", "E"]}
    rows, result = outcome("nabo", cards, announced=announced, calls={"pareak": ACCEPTED})
    assert (of("pareak", rows), judged(result)) == (["pareak NS 2 worth showdown"], None)
    assert outcome("nabo", cards, announced=announced)[0] == rows


def test_one_against_one_has_no_partner():
    cards = {seat: hand for seat, hand in deal("W", PAIRS, NO_PAIRS).items() if seat in "NW"}
    rows, result = outcome("nabo", cards, announced={"pareak": ["N", "W"]})
    assert of("pareak", rows) == ["pareak EW 1 worth showdown"]
    assert named(result) == ["nabo 15a N pareak"]


def test_when_the_error_came_to_light_is_nothing_to_nabo():
    said = {"found": {"pareak": "open", "jokoa": "open", "cards": "txikia"}}
    assert in_pareak("SW", "NSW", ACCEPTED, **said)[0] == ["pareak EW 1 negada call", "pareak EW 1 worth showdown"]
