"""Explanations in English: what every kind of mark is told as."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules import rulebook
from engine.telling.english import in_english
from tests.engine.telling.test_explain import CARDS, explained

# no jokoa: 24, 23, 22 and 30
LOW = {
    "N": ["12o", "6c", "4e", "4b"],
    "W": ["11o", "6o", "5c", "2e"],
    "S": ["7c", "7e", "5o", "3o"],
    "E": ["12e", "10c", "5e", "5b"],
}
# N and W hold the same ranks, and so do S and E
TIES = {
    "N": ["12o", "12c", "7o", "1o"],
    "W": ["12e", "12b", "7c", "1c"],
    "S": ["4o", "5o", "6o", "11o"],
    "E": ["4c", "5c", "6c", "11c"],
}


def lines(*args, **changes):
    return in_english(explained(*args, **changes))


def about(round, *args, **changes):
    """The lines about one round."""
    return [line for line in lines(*args, **changes) if line.startswith(f"{round}:")]


def test_a_karta_aldia_passed_by_all():
    assert lines() == (
        "handia: NS marks 1: all passed; errege-errege-zaldun-zaldun of N over errege-6-5-4 of E",
        "txikia: EW marks 1: all passed; 4-5-6-errege of E over 4-5-sota-sota of S",
        "pareak: NS marks 3 + 1: dupleak errege-zaldun of N over mediak of W; pareak of sotas of S",
        "jokoa: EW marks 3: 31 of W over 40 of N",
    )


def test_bids_and_puntua():
    calls = {
        "handia": ["NS envido 2", "E gehiago 4", "NS iduki"],
        "txikia": ["EW envido 5", "S gehiago 3", "W hordago", "NS tira"],
        "pareak": ["EW envido 2", "NS tira"],
        "puntua": ["N envido 7", "EW tira"],
    }
    assert lines(LOW, calls=calls) == (
        "txikia: EW marks 5 + 3: envido 5 of EW, gehiago 3 of S, hordago of W, refused by NS",
        "pareak: EW marks 1: envido 2 of EW, refused by NS",
        "puntua: NS marks 1: envido 7 of N, refused by EW",
        "handia: EW marks 2 + 4: envido 2 of NS, gehiago 4 of E, accepted; errege-sota-5-5 of E over errege-6-4-4 of N",
        "pareak: EW marks 1: after a bid refused by NS; pareak of 5s of E",
        "puntua: NS marks 1: after a bid refused by EW; the point",
    )
    assert about("puntua", LOW) == ["puntua: EW marks 1: 30 of E over 24 of N"]
    assert about("pareak", LOW) == [
        "pareak: NS marks 1 + 1: pareak of 7s of S over pareak of 5s of E; pareak of 4s of N"
    ]


def test_a_bid_left_unanswered_is_refused_in_the_federations_book():
    calls = {"handia": ["NS envido 4"], "txikia": ["NS paso"]}
    assert lines(LOW, calls=calls, rules="federacion")[0] == (
        "handia: NS marks 1: envido 4 of NS, that EW left unanswered"
    )


@pytest.mark.parametrize(
    ("esku", "team", "first", "level"),
    [("N", "NS", "N", "W"), ("W", "EW", "W", "N"), ("S", "NS", "N", "W"), ("E", "NS", "N", "W")],
)
def test_a_tie_is_the_first_ones_from_the_esku(esku, team, first, level):
    assert about("pareak", TIES, esku=esku) == [
        f"pareak: {team} marks 1: pareak of erreges of {first}, level with {level} and before it from the esku"
    ]


def test_the_real_31_is_named():
    assert about("jokoa", rules="nabo") == ["jokoa: EW marks 3: real 31 of W over 40 of N"]


def test_one_team_alone_has_it():
    cards = CARDS | {"W": ["7o", "6b", "4e", "1o"]}
    assert about("pareak", cards) == [
        "pareak: NS marks 3 + 1: dupleak errege-zaldun of N, EW has none; pareak of sotas of S"
    ]
    assert about("jokoa", cards) == ["jokoa: NS marks 2: 40 of N, EW has none"]


def test_the_partner_who_wins_is_named_first():
    cards = CARDS | {"N": CARDS["S"], "S": CARDS["N"]}
    assert about("pareak", cards) == [
        "pareak: NS marks 3 + 1: dupleak errege-zaldun of S over mediak of W; pareak of sotas of N"
    ]


def test_an_accepted_hordago():
    calls = {
        "handia": ["NS envido 2", "EW iduki"],
        "txikia": ["EW hordago", "NS tira"],
        "jokoa": ["NS envido 2", "W hordago", "NS kanta"],
    }
    assert lines(calls=calls) == (
        "handia: does not count: NS envido 2, EW iduki",
        "txikia: EW marks 1: hordago of EW, refused by NS",
        "jokoa: EW wins the game: envido 2 of NS, hordago of W, accepted; 31 of W over 40 of N",
        "not marked any more, the game was won: pareak",
    )


def test_the_last_mark_is_cut():
    worth = "dupleak errege-zaldun of N over mediak of W; pareak of sotas of S"
    *_, last, late = lines(score={"NS": 37, "EW": 0})
    assert last == f"pareak: NS marks 2 of 3 + 1, which is the target: {worth}"
    assert late == "not marked any more, the game was won: jokoa"
    calls = {"handia": ["EW envido 5", "NS gehiago 2", "EW tira"]}
    assert lines(score={"NS": 37, "EW": 0}, calls=calls) == (
        "handia: NS marks 3 of 5, which is the target: envido 5 of EW, gehiago 2 of NS, refused by EW",
    )


def test_the_judges_case_comes_last():
    announced = {"pareak": ["N", "W", "S", "E"]}
    assert lines(announced=announced)[2:] == ("for the judge: pareak: E said yes to pareak and has none",)


def test_penalties_name_their_article_and_whose_error_it_was():
    # nabo 15b: E said yes and has none, its partner and the others have pairs
    announced = {"pareak": ["N", "W", "S", "E"]}
    calls = {"pareak": ["EW envido 5", "NS tira"]}
    assert about("pareak", rules="nabo", announced=announced, calls=calls) == [
        "pareak: does not count: EW envido 5, NS tira",
        "pareak: NS marks 1: tira [nabo 15b, E]",
        "pareak: NS marks 3 + 1: dupleak errege-zaldun of N; pareak of sotas of S [nabo 15b, E]",
    ]


def test_the_point_of_a_round_that_was_called_jokoa_for_an_error():
    # nabo 17a: E said yes to jokoa, and nobody has it
    assert about("jokoa", LOW, rules="nabo", announced={"jokoa": ["E"]}) == [
        "jokoa: NS marks 1: tira [nabo 17a, E]",
        "jokoa: NS marks 1: the point [nabo 17a, E]",
    ]


def test_a_ruling_that_brings_nothing_is_told_as_well():
    cards = LOW | {"N": ["12o", "7o", "6c", "4b"], "S": ["7c", "10e", "5o", "3o"]}
    assert about("pareak", cards, rules="nabo", announced={"pareak": []}) == ["pareak: nothing is marked [nabo 16a, E]"]


def test_where_several_erred_no_seat_is_named():
    # federacion 88: all four said no, N has 40 and W 31
    assert about("puntua", rules="federacion", announced={"jokoa": []}) == [
        "puntua: EW marks 3: 31 of W [federacion 88]"
    ]


def test_tio_peretes_point():
    club = replace(rulebook("basque"), tio_perete=True)
    cards = LOW | {"W": ["7o", "6o", "5c", "4o"], "E": ["7b", "6e", "5e", "4c"]}
    assert lines(cards, club, announced={"perete": ["E", "W"]})[0] == (
        "handia: EW marks 1 + 1: tio Perete; 7-6-5-4 of W; 7-6-5-4 of E"
    )


def test_what_was_said_wrong_stands_before_the_marks():
    announced = {"pareak": ["N", "W", "S", "E"]}
    assert lines(rules="nabo", announced=announced)[0] == "E said yes to pareak and has none"
    assert lines(CARDS | {"E": ["12e", "6c", "5c"]}, rules="nabo")[0] == "E had 3 cards"


def test_the_federations_word_is_negada():
    announced = {"pareak": ["N", "W", "S", "E"]}
    assert "pareak: NS marks 1: negada [federacion 81, E]" in lines(rules="federacion", announced=announced)


def test_a_hordago_says_what_it_voided():
    calls = {
        "handia": ["NS envido 5", "EW iduki"],
        "txikia": ["NS envido 2", "EW tira"],
        "jokoa": ["NS hordago", "EW kanta"],
    }
    told = lines(calls=calls)
    assert told[0] == "handia: does not count: NS envido 5, EW iduki"
    assert told[1].startswith("txikia: NS marks 1")
    assert told[2].startswith("jokoa: EW wins the game")
