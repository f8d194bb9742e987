"""The numbers of france-regles-simplifiees on dealing, calling and marking, typed from its text by section.

Where the sheet contradicts itself the reading of the project stands: `jokoa`, `pareak` and `puntua` that all passed
bring their worth, and a refused raise brings all that was bid before it.
"""

from __future__ import annotations

import pytest

from engine.cards import DECK
from engine.errors import CallError
from engine.hands import evaluate
from engine.match.header import Length
from engine.match.standing import standing
from engine.rounds import Round
from engine.rules import rulebook
from tests.engine.matches import EW, NS, games_to, match_of
from tests.engine.rulebooks.scored import PLAIN, descending, hand, scored
from tests.engine.rulings import of

FRANCE = rulebook("france")


def test_france_aim_the_first_to_win_three_manches():
    assert Length.of(FRANCE) == Length(3, 1, "first-to")
    five = games_to(NS, EW, NS, EW, NS)
    assert standing(match_of(*five, rules="france")).winner is NS
    assert not standing(match_of(*five[:4], rules="france")).over


def test_france_aim_a_manche_is_won_at_forty_points_in_the_midst_of_a_tour():
    assert FRANCE.target == 40
    rows, result = scored("france", {"txikia": ["NS envido 2", "EW tira"]}, ns=38)
    assert (rows, result["score"]["NS"], result["winner"]) == (
        ["txikia NS 1 tira call", "handia NS 1 paso"],
        40,
        "NS",
    )
    rows, result = scored("france", {"handia": ["NS envido 2", "EW tira"]}, ns=39, ew=39)
    assert (rows, result["winner"]) == (["handia NS 1 tira call"], "NS")


def test_france_cards_forty_of_ten_ranks():
    assert (len(DECK), len({card.rank for card in DECK})) == (40, 10)


def test_france_phase_1_the_eskus_team_speaks_first_by_its_own_law():
    assert (FRANCE.first_dealer, FRANCE.first_esku, FRANCE.mus) == ("lot", "right-of-dealer", "france")
    assert FRANCE.clock == "none"


def test_france_phases_2_and_3_the_order_of_the_ten_ranks():
    # 4 and 7 beside the rank in question, which is then a pair at most
    ranks = (12, 11, 10, 7, 6, 5, 4, 3, 2, 1)
    hands = [f"{rank}o 7c 5c 4c" for rank in ranks]
    assert descending(Round.HANDIA, "france", *hands)
    assert descending(Round.TXIKIA, "france", *reversed(hands))


def test_france_phase_2_the_second_the_third_and_the_fourth_card_decide():
    assert descending(Round.HANDIA, "france", "12o 11c 7e 5o", "12o 11c 7e 4o", "12o 11c 6e 5o", "12o 10c 7e 6e")


def test_france_phase_4_doubles_meds_a_pair():
    assert descending(Round.PAREAK, "france", "4o 4c 1o 1c", "12o 12c 12e 1e", "1o 1c 1e 12o", "12o 12c 11e 1e")
    # two knights and two sixes beat four sotas
    assert descending(Round.PAREAK, "france", "11o 11c 6o 6c", "10o 10c 10e 10b")
    assert descending(Round.PAREAK, "france", "12o 12c 5o 5c", "12o 12c 4o 4c")


def test_france_phase_5_jeu_is_31_or_more_with_ten_for_each_figure():
    assert [hand(f"{figure}o 7c 7e 6o", "france").puntua for figure in (10, 11, 12)] == [30, 30, 30]
    assert hand("10o 11c 12e 1o", "france").puntua == 31
    assert hand("10o 11c 12e 1o", "france").jokoa > 0 == hand("10o 11c 7e 3o", "france").jokoa
    assert hand("3o 2c 1e 7o", "france").puntua == 13


def test_france_phase_5_the_order_of_jeu():
    figures = "12o 11c 10e "
    order = [figures + last for last in ("1o", "2o", "10b", "7o", "6o", "5o", "4o", "3o")]
    assert [hand(text, "france").puntua for text in order] == [31, 32, 40, 37, 36, 35, 34, 33]
    assert descending(Round.JOKOA, "france", *order)
    assert hand("7o 7c 7e 10o", "france").jokoa == hand(order[0], "france").jokoa


def test_france_faux_jeu_thirty_then_29_then_28():
    order = ("12o 11c 6e 4o", "12o 11c 5e 4o", "12o 11c 4e 4o")
    assert [hand(text, "france").puntua for text in order] == [30, 29, 28]
    assert descending(Round.PUNTUA, "france", *order)


def test_france_dialogue_imido_is_the_least_bid_of_two_points():
    assert of("handia", scored("france", {"handia": ["NS envido 2", "EW iduki"]})[0]) == ["handia NS 2 iduki"]
    assert of("handia", scored("france", {"handia": ["NS envido 6", "EW iduki"]})[0]) == ["handia NS 6 iduki"]
    with pytest.raises(CallError, match="a first bid is at least 2"):
        scored("france", {"handia": ["NS envido 1", "EW iduki"]})


@pytest.mark.parametrize("bid", ["envido 2", "envido 9", "hordago"])
def test_france_tira_one_point_for_the_first_bid_whatever_it_was(bid):
    assert of("handia", scored("france", {"handia": [f"EW {bid}", "NS tira"]})[0]) == ["handia EW 1 tira call"]


def test_france_tira_all_that_was_bid_before_the_refused_bid():
    two_two_five = ["NS envido 2", "EW gehiago 2", "NS gehiago 5"]
    assert of("handia", scored("france", {"handia": [*two_two_five, "EW tira"]})[0]) == ["handia NS 4 tira call"]
    printed = [*two_two_five, "EW gehiago 5", "NS tira"]
    assert of("handia", scored("france", {"handia": printed})[0]) == ["handia EW 9 tira call"]
    assert of("handia", scored("france", {"handia": [*two_two_five, "EW hordago", "NS tira"]})[0]) == [
        "handia EW 9 tira call"
    ]


def test_france_paso_one_point_in_grand_and_petit():
    assert scored("france")[0] == ["handia NS 1 paso", "txikia EW 1 paso", "puntua EW 1 worth"]


def test_france_idoki_the_best_hand_wins_all_that_was_bid():
    calls = ["NS envido 2", "EW gehiago 2", "NS gehiago 5", "EW iduki"]
    assert of("handia", scored("france", {"handia": calls})[0]) == ["handia NS 9 iduki"]


def test_france_extra_points_three_for_doubles_two_for_meds_one_for_a_pair():
    for partner, tantos in (("7o 6c 5c 4o", 3), ("11o 11c 5c 4o", 4), ("11o 11c 11e 4o", 5), ("11o 11c 4o 4c", 6)):
        cards = {"N": "12o 12c 1o 1c", "W": "7e 7c 6e 4e", "S": partner, "E": "10o 10c 6o 5o"}
        assert of("pareak", scored("france", cards=cards)[0]) == [f"pareak NS {tantos} worth"]


def test_france_extra_points_three_for_31_else_two():
    for partner, tantos in (("7o 6c 5c 4o", 3), ("12e 11o 10e 4o", 5), ("12e 11o 10e 1e", 6)):
        cards = {"N": "12o 12c 10o 1o", "W": "12b 11c 10c 4c", "S": partner, "E": "7e 6o 5o 4b"}
        assert of("jokoa", scored("france", cards=cards)[0]) == [f"jokoa NS {tantos} worth"]


def test_france_extra_points_one_for_faux_jeu():
    rows, _ = scored("france", {"puntua": ["NS envido 3", "EW iduki"]})
    assert of("puntua", rows) == ["puntua EW 3 iduki", "puntua EW 1 worth"]


def test_france_hordago_bets_the_whole_manche_on_one_round():
    rows, result = scored("france", {"handia": ["EW envido 3", "NS tira"], "txikia": ["NS hordago", "EW kanta"]}, ns=39)
    assert rows == ["handia EW 1 tira call"]
    assert (result["winner"], result["ended_by"], result["score"]) == ("EW", "hordago", {"NS": 39, "EW": 1})


def test_france_aim_one_against_one():
    rows, _ = scored("france", {"handia": ["N envido 2", "E iduki"]}, {seat: PLAIN[seat] for seat in "NE"})
    assert rows == ["handia NS 2 iduki", "txikia NS 1 paso", "puntua EW 1 worth"]


def test_france_cards_four_kings_and_four_aces():
    assert FRANCE.kings == 4
    assert not evaluate(DECK[:4], FRANCE).pareak  # 1 2 3 4
