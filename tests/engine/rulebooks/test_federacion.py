"""The numbers of federacion-reglamento-v7-2025 on calling and marking, typed from its articles.

Those on dealing (1 to 22), the clock (23, 29 to 37, 41) and the last tantos (28, 67) have their tests with the
dealing, those of 15, 16, 49, 60 and 78 to 90 with the penalties.
"""

from __future__ import annotations

import pytest

from engine.cards import DECK
from engine.errors import MusError
from engine.hands import counted_rank
from engine.match.header import Length
from engine.match.standing import standing
from engine.rounds import Round
from engine.rules import rulebook
from tests.engine.matches import EW, NS, games_to, match_of
from tests.engine.rulebooks.scored import descending, scored
from tests.engine.rulings import of

FEDERACION = rulebook("federacion")


def test_federacion_3_forty_cards_with_eight_kings_and_eight_aces():
    counted = {str(card): counted_rank(card.rank, FEDERACION.kings) for card in DECK}
    assert len(counted) == 40
    assert [name for name, rank in counted.items() if rank == 12 and name[0] == "3"] == ["3o", "3c", "3e", "3b"]
    assert [name for name, rank in counted.items() if rank == 1 and name[0] == "2"] == ["2o", "2c", "2e", "2b"]
    assert (list(counted.values()).count(12), list(counted.values()).count(1)) == (8, 8)


def test_federacion_3_four_games_of_forty_stones():
    assert (Length.of(FEDERACION), FEDERACION.target) == (Length(4, 1, "first-to"), 40)
    assert scored("federacion", {"handia": ["NS envido 39", "EW iduki"]})[1]["winner"] is None
    assert scored("federacion", {"handia": ["NS envido 40", "EW iduki"]})[1]["winner"] == "NS"
    seven = games_to(NS, EW, NS, EW, NS, EW, EW)
    assert standing(match_of(*seven, rules="federacion")).winner is EW
    assert not standing(match_of(*seven[:6], rules="federacion")).over


def test_federacion_6_13_to_41_the_cut_suit_deals_first_who_cuts_is_esku_and_its_mus_and_clock_are_its_own():
    assert (FEDERACION.first_dealer, FEDERACION.first_esku) == ("suit-of-cut", "cuts-the-mus")
    assert FEDERACION.appeals == "three-judges"
    assert (FEDERACION.mus, FEDERACION.clock) == ("federacion", "federacion")


def test_federacion_44_bids_of_any_number_are_counted_at_the_end_in_the_order_of_the_rounds():
    calls = {"handia": ["NS envido 100", "EW iduki"], "txikia": ["EW envido 50", "NS iduki"]}
    rows, result = scored("federacion", calls)
    assert rows == ["handia NS 40 iduki"]
    assert (result["winner"], result["ended_by"]) == ("NS", "target")
    rows, result = scored("federacion", calls | {"handia": ["NS envido 39", "EW iduki"]})
    assert rows == ["handia NS 39 iduki", "txikia EW 40 iduki"]
    assert (result["score"], result["winner"]) == ({"NS": 39, "EW": 40}, "EW")


@pytest.mark.parametrize(
    ("name", "best", "marked"),
    [
        ("handia", "12o 12c 3o 3c", ["handia EW 1 tira call"]),
        ("txikia", "1o 1c 2o 2c", ["txikia EW 1 tira call"]),
        ("pareak", "12o 12c 3o 3c", ["pareak EW 1 tira call", "pareak EW 1 worth"]),
        ("jokoa", "12o 12e 3o 1o", ["jokoa EW 1 tira call", "jokoa EW 2 worth"]),
        ("puntua", "12o 11o 6o 4o", ["puntua EW 1 tira call", "puntua EW 1 worth"]),
    ],
)
def test_federacion_45_who_refuses_on_the_best_hand_has_no_claim(name, best, marked):
    # four kings, four aces, 31 and 30 of the esku
    others = {
        "pareak": {"W": "11c 11b 7c 6b", "S": "7e 5c 4c 10e", "E": "7b 6e 5e 4b"},
        "jokoa": {"W": "12b 11c 10c 7c", "S": "7e 5c 4c 10e", "E": "7b 6e 5e 4b"},
    }
    low = {"W": "11c 7c 6b 4e", "S": "7e 5c 4c 10e", "E": "7b 6e 5e 4b"}
    rows, _ = scored("federacion", {name: ["EW envido 9", "N tira"]}, {"N": best} | others.get(name, low))
    assert of(name, rows) == marked


def test_federacion_46_any_bid_may_be_accepted_on_two_aces_or_33():
    aces = {"N": "11o 11c 7o 6c", "W": "1o 2c 7c 5o", "S": "7e 6e 5c 4c", "E": "7b 6b 5e 4b"}
    rows, result = scored("federacion", {"pareak": ["NS envido 7", "W iduki"]}, aces)
    assert of("pareak", rows) == ["pareak NS 7 iduki", "pareak NS 1 worth"]
    least = {"N": "12o 11o 10o 4o", "W": "12c 11c 7c 6c", "S": "7e 6e 5c 4c", "E": "7b 6b 5e 4b"}
    rows, result = scored("federacion", {"jokoa": ["NS envido 7", "W iduki"]}, least)
    assert of("jokoa", rows) == ["jokoa NS 7 iduki", "jokoa NS 2 worth"]
    assert (result["rulings"], result["judge"]) == ([], None)


def test_federacion_61_pareak_jokoa_and_puntua_passed_bring_no_more_than_their_worth():
    both = {"N": "12o 12c 10o 1o", "W": "11c 11e 10c 2c", "S": "7e 6e 5c 4c", "E": "7b 6b 5e 4b"}  # 31 each
    rows, _ = scored("federacion", cards=both)
    assert rows == ["handia NS 1 paso", "txikia EW 1 paso", "pareak NS 1 worth", "jokoa NS 3 worth"]
    assert scored("federacion")[0] == ["handia NS 1 paso", "txikia EW 1 paso", "puntua EW 1 worth"]


def test_federacion_57_a_bid_is_refused_by_opening_the_next_round():
    rows, _ = scored("federacion", {"handia": ["NS envido 5", "EW gehiago 2"], "txikia": ["NS envido 2", "EW tira"]})
    assert rows[:2] == ["handia EW 5 tira call", "txikia NS 1 tira call"]


def test_federacion_57_opening_the_next_round_wins_the_game_where_the_bid_so_refused_does():
    calls = {"handia": ["NS envido 2"], "txikia": ["NS paso"]}
    rows, result = scored("federacion", calls, score={"NS": 39, "EW": 0})
    assert (rows, result["winner"], result["ended_by"]) == (["handia NS 1 tira call"], "NS", "target")
    nonsense = {
        "the game was over": ["NS paso", "EW envido 2"],
        "^txikia: 'EW iduki': nothing has been bid": ["EW iduki"],
    }
    for why, txikia in nonsense.items():
        with pytest.raises(MusError, match=why):
            scored("federacion", {**calls, "txikia": txikia}, score={"NS": 39, "EW": 0})


def test_federacion_62_what_was_refused_is_marked_in_its_round_and_all_else_at_the_end_in_their_order():
    calls = {"handia": ["NS envido 2", "EW iduki"], "puntua": ["NS envido 5", "EW gehiago 2", "NS tira"]}
    assert scored("federacion", calls)[0] == [
        "puntua EW 5 tira call",
        "handia NS 2 iduki",
        "txikia EW 1 paso",
        "puntua EW 1 worth",
    ]


def test_federacion_71_an_accepted_hordago_voids_accepted_bids_also_where_they_win_the_whole_game():
    calls = {"handia": ["NS envido 40", "EW iduki"], "txikia": ["NS hordago", "EW iduki"]}
    rows, result = scored("federacion", calls)
    assert (rows, result["winner"], result["ended_by"]) == ([], "EW", "hordago")


def test_federacion_3_with_threes_as_kings_and_twos_as_aces():
    assert descending(Round.HANDIA, "federacion", "3o 3c 3e 2o", "12o 12c 11e 11b")
    assert descending(Round.TXIKIA, "federacion", "2o 2c 2e 4b", "1o 1c 4o 4c")
    assert descending(Round.PAREAK, "federacion", "12o 3c 1o 2c", "11o 11c 10o 10c")
    assert descending(Round.JOKOA, "federacion", "3o 3c 3e 2o", "12o 12c 11e 4o")  # 31, 34
