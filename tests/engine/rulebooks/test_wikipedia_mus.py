"""The numbers of wikipedia-mus on dealing, calling and marking, typed from its text; a test is named by the section.

It gives two books, `spain` and `basque`. Who speaks when has its tests with the dealing.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.cards import DECK, Card
from engine.errors import CallError
from engine.hands import counted_rank, evaluate
from engine.match.header import Length
from engine.match.standing import standing
from engine.rounds import Round
from engine.rules import parse_rulebook, rulebook
from engine.tantos.tally import in_hamarrekoak
from tests.engine.matches import EW, NS, games_to, match_of
from tests.engine.rulebooks.scored import descending, hand, scored
from tests.engine.rulings import of

BOTH = ("spain", "basque")
CLUB = 'base = "spain"\nname = "club"\ntitle = "Our club"\n'


# description, rules


def test_wikipedia_description_forty_cards_without_eights_nines_and_tens():
    assert len(DECK) == 40
    assert {card.rank for card in DECK} == {1, 2, 3, 4, 5, 6, 7, 10, 11, 12}


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_description_a_round_passed_by_all_brings_just_one_point(rules):
    assert scored(rules)[0] == ["handia NS 1 paso", "txikia EW 1 paso", "puntua EW 1 worth"]


def test_wikipedia_rules_a_hamarreko_is_worth_five_tantos():
    assert [in_hamarrekoak(tantos) for tantos in (4, 5, 9, 10, 29)] == ["0+4", "1+0", "1+4", "2+0", "5+4"]


def test_wikipedia_rules_in_spain_eight_kings_thirty_points_three_games_a_vaca_and_three_vacas():
    book = rulebook("spain")
    assert (book.kings, book.target, Length.of(book)) == (8, 30, Length(3, 3, "first-to"))
    assert scored("spain", {"handia": ["NS envido 29", "EW iduki"]})[1]["winner"] is None
    assert scored("spain", {"handia": ["NS envido 30", "EW iduki"]})[1]["winner"] == "NS"
    nine = games_to(*[NS] * 3, *[EW] * 3, *[NS] * 3, *[NS] * 3)
    assert standing(match_of(*nine, rules="spain")).winner is NS
    assert not standing(match_of(*nine[:-1], rules="spain")).over


def test_wikipedia_rules_in_the_basque_country_four_kings_and_forty_points():
    book = rulebook("basque")
    assert (book.kings, book.target, Length.of(book)) == (4, 40, Length(3, 3, "first-to"))
    assert scored("basque", {"handia": ["NS envido 39", "EW iduki"]})[1]["winner"] is None
    assert scored("basque", {"handia": ["NS envido 40", "EW iduki"]})[1]["winner"] == "NS"


def test_wikipedia_rules_in_some_places_five_games_and_five_vacas():
    book = parse_rulebook(CLUB + "games = 5\nvacas = 5", "club.toml")
    assert Length.of(book) == Length(5, 5, "first-to")
    games = games_to(*[EW] * 25)
    assert standing(match_of(*games, rules="club"), lambda _: book).winner is EW
    now = standing(match_of(*games[:24], rules="club"), lambda _: book)
    assert (now.over, now.vacas_won[EW], now.games_won[EW]) == (False, 4, 4)


def test_wikipedia_rules_with_eight_kings_threes_are_kings_and_twos_are_aces():
    counted = [counted_rank(card.rank, rulebook("spain").kings) for card in DECK]
    assert (counted.count(12), counted.count(1)) == (8, 8)
    counted = [counted_rank(card.rank, rulebook("basque").kings) for card in DECK]
    assert (counted.count(12), counted.count(1)) == (4, 4)


# starting the game


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_starting_the_dealer_is_drawn_by_lot_and_mus_goes_round_by_its_own_law(rules):
    book = rulebook(rules)
    assert (book.first_dealer, book.first_esku, book.mus, book.clock) == ("lot", "right-of-dealer", "wikipedia", "none")


# the rounds


def test_wikipedia_handia_the_highest_cards():
    assert descending(Round.HANDIA, "basque", "12o 12c 11o 7o", "12e 11c 11e 7c")
    assert descending(Round.HANDIA, "basque", *(f"{rank}o 7c 6c 4c" for rank in (12, 11, 10)))
    assert descending(Round.HANDIA, "spain", "3o 7c 6c 4c", "11o 7c 6c 4c")


def test_wikipedia_txikia_the_lowest_cards():
    assert descending(Round.TXIKIA, "basque", "1o 1c 5o 11o", "1e 1b 5c 12o")
    assert descending(Round.TXIKIA, "spain", "2o 5c 6c 7c", "4o 5c 6c 7c")


def test_wikipedia_pareak_one_pair_three_of_a_kind_two_pairs():
    assert descending(Round.PAREAK, "basque", "4o 4c 1o 1c", "12o 12c 12e 1e", "11o 11c 11e 5o", "1o 1c 1e 12o")
    assert descending(Round.PAREAK, "basque", "1o 1c 1e 12o", "12o 12c 11o 10o", "11o 11c 7o 6o")
    assert hand("4o 4c 1o 5c", "basque").pareak > 0 == hand("7o 4c 1o 5c", "basque").pareak
    # four of a kind is two pairs, no more
    assert descending(Round.PAREAK, "basque", "11o 11c 6o 6c", "10o 10c 10e 10b")


def test_wikipedia_pareak_king_three_two_and_ace_are_two_pairs_with_eight_kings():
    assert hand("12o 3o 2o 1o", "spain").paired == (12, 1)
    assert hand("12o 3o 2o 1o", "basque").paired == ()


def test_wikipedia_jokoa_is_31_or_higher_and_king_three_three_two_is_31():
    assert hand("12o 3c 3e 2o", "spain").puntua == 31
    assert hand("12o 3c 3e 2o", "spain").jokoa > 0
    assert hand("12o 11c 10e 1o", "basque").jokoa > 0 == hand("12o 11c 6e 4o", "basque").jokoa  # 31, 30


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_jokoa_the_highest_is_31_then_32_then_40_and_the_lowest_33(rules):
    figures = "12o 11c 10e "
    order = [figures + last for last in ("1o", "10b", "7o", "6o", "5o", "4o")]
    order.insert(1, "12o 11c 7e 5o")  # 32
    assert descending(Round.JOKOA, rules, *order, "12o 11c 7e 6o")  # 33


def test_wikipedia_puntua_thirty_is_the_highest():
    below = [one for cards in combinations(DECK, 4) if not (one := evaluate(cards, rulebook("basque"))).jokoa]
    assert max(one.puntua for one in below) == 30
    assert descending(Round.PUNTUA, "basque", "12o 11c 6e 4o", "12o 11c 5e 4o", "12o 11c 4e 4o")


def test_wikipedia_jokoa_one_ten_value_card_makes_it_only_with_three_sevens():
    book = rulebook("basque")
    for cards in combinations(DECK, 4):
        if sum(card.rank >= 10 for card in cards) == 1 and evaluate(cards, book).jokoa:
            assert sorted(card.rank for card in cards)[:3] == [7, 7, 7]


# playing, enbido


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_playing_the_minimum_bid_is_two_points(rules):
    assert of("handia", scored(rules, {"handia": ["NS envido 2", "EW iduki"]})[0]) == ["handia NS 2 iduki"]
    with pytest.raises(CallError, match="a first bid is at least 2"):
        scored(rules, {"handia": ["NS envido 1", "EW iduki"]})


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(
    ("calls", "row"),
    [
        (["NS envido 7", "EW tira"], "handia NS 1 tira call"),
        (["NS hordago", "EW tira"], "handia NS 1 tira call"),
        (["NS envido 2", "EW gehiago 2", "NS tira"], "handia EW 2 tira call"),
        (["NS envido 7", "EW hordago", "NS tira"], "handia EW 7 tira call"),
        (["NS envido 2", "EW gehiago 2", "NS iduki"], "handia NS 4 iduki"),  # enbido, beste bi
        (["NS envido 2", "EW gehiago 2", "NS gehiago 1", "EW iduki"], "handia NS 5 iduki"),
        ([], "handia NS 1 paso"),
    ],
)
def test_wikipedia_playing_what_a_bid_brings(rules, calls, row):
    assert of("handia", scored(rules, {"handia": calls})[0]) == [row]


# scoring


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_scoring_one_for_a_pair_two_for_three_of_a_kind_three_for_two_pairs(rules):
    for partner, tantos in (("7o 6c 5c 4o", 3), ("11o 11c 5c 4o", 4), ("11o 11c 11e 4o", 5), ("11o 11c 4o 4c", 6)):
        cards = {"N": "12o 12c 1o 1c", "W": "7e 7c 6e 4e", "S": partner, "E": "10o 10c 6o 5o"}
        assert of("pareak", scored(rules, cards=cards)[0]) == [f"pareak NS {tantos} worth"]


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_scoring_two_for_each_jokoa_three_for_31(rules):
    for partner, tantos in (("7o 6c 5c 4o", 3), ("12e 11o 10e 4o", 5), ("12e 11o 10e 1e", 6)):
        cards = {"N": "12o 12c 10o 1o", "W": "12b 11c 10c 4c", "S": partner, "E": "7e 6o 5o 4b"}
        assert of("jokoa", scored(rules, cards=cards)[0]) == [f"jokoa NS {tantos} worth"]


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_scoring_a_single_point_for_puntua(rules):
    for calls, marked in (
        ([], ["puntua EW 1 worth"]),
        (["NS envido 2", "EW iduki"], ["puntua EW 2 iduki", "puntua EW 1 worth"]),
        (["NS envido 2", "EW tira"], ["puntua NS 1 tira call", "puntua NS 1 worth"]),
    ):
        assert of("puntua", scored(rules, {"puntua": calls})[0]) == marked


@pytest.mark.parametrize(("rules", "target"), [("spain", 30), ("basque", 40)])
def test_wikipedia_scoring_stops_as_soon_as_a_team_has_a_winning_score(rules, target):
    rows, result = scored(rules, {"puntua": ["EW envido 9", "NS iduki"]}, ns=target - 1, ew=target - 2)
    assert rows == ["handia NS 1 paso"]
    assert result["score"] == {"NS": target, "EW": target - 2}


@pytest.mark.parametrize("rules", BOTH)
def test_wikipedia_scoring_after_a_hordago_of_all_other_rounds_nothing_is_scored(rules):
    calls = {"handia": ["NS envido 5", "EW iduki"], "txikia": ["NS hordago", "EW iduki"]}
    rows, result = scored(rules, calls)
    assert (rows, result["winner"], result["ended_by"]) == ([], "EW", "hordago")


# named hands


def test_wikipedia_named_hands_a_single_point_for_tio_perete():
    book = parse_rulebook(CLUB + "tio_perete = true", "club.toml")
    one = {"N": "7o 6c 5c 4o", "W": "1o 4b 7c 10o", "S": "11o 7e 5o 4c", "E": "10c 7b 6o 4e"}
    rows, _ = scored("club", cards=one, book=book, announced={"perete": ["N"]})
    assert of("handia", rows) == ["handia NS 1 perete", "handia NS 1 paso"]


@pytest.mark.parametrize(
    ("club", "real", "plain"),
    [
        ('real31 = "sota"', "10o 7o 7c 7e", "12o 7o 7c 7e"),
        ('real31 = "hiru-zazpi"', "12o 7o 7c 7e", "12o 12c 10o 1o"),
        ('real31 = "sota"\nreal31_suits = ["o"]\nreal31_sevens = ["e", "b", "c"]', "10o 7e 7b 7c", "10o 7o 7b 7c"),
    ],
)
def test_wikipedia_named_hands_the_31_real_of_three_sevens(club, real, plain):
    book = parse_rulebook(CLUB + club, "club.toml")
    found = [evaluate([Card.parse(name) for name in text.split()], book) for text in (real, plain)]
    assert [one.puntua for one in found] == [31, 31]
    assert found[0].jokoa > found[1].jokoa
    assert hand(real, "spain").jokoa == hand(plain, "spain").jokoa
