"""The numbers of nabo-tournament-rules-2024 on calling and marking, typed from its rules.

Those on dealing (4, 6 to 9) have their tests with the dealing, those of rules 15 to 18 with the penalties.
"""

from __future__ import annotations

import pytest

from engine.cards import DECK
from engine.errors import CallError
from engine.hands import counted_rank
from engine.match.header import Length
from engine.match.standing import standing
from engine.rounds import Round
from engine.rules import rulebook
from engine.tantos.tally import in_hamarrekoak
from tests.engine.matches import EW, NS, bringing, games_to, match_of
from tests.engine.rulebooks.scored import descending, scored
from tests.engine.rulings import of

NABO = rulebook("nabo")


def test_nabo_2_four_kings_and_four_aces():
    ranks = [counted_rank(card.rank, NABO.kings) for card in DECK]
    assert (ranks.count(12), ranks.count(1), len(ranks)) == (4, 4, 40)


def test_nabo_3_two_winning_mantxak_of_forty_points_which_are_eight_hamarreko():
    assert (Length.of(NABO), NABO.target, in_hamarrekoak(40)) == (Length(2, 1, "first-to"), 40, "8+0")
    one = scored("nabo", {"handia": ["NS envido 39", "EW iduki"]})[1]
    assert (one["score"]["NS"], one["winner"]) == (39, None)
    assert scored("nabo", {"handia": ["NS envido 40", "EW iduki"]})[1]["winner"] == "NS"
    assert standing(match_of(*games_to(NS, EW, NS))).winner is NS
    assert standing(match_of(*games_to(NS, EW))).winner is None


def test_nabo_3_the_committee_may_change_the_number_of_points():
    assert scored("nabo", ns=24, options={"target": 25})[1]["winner"] == "NS"
    now = standing(match_of(bringing(20, 5), bringing(15, 6, (20, 5), "W"), options={"target": 30}))
    assert (now.games[0].winner, now.score[NS], now.score[EW]) == (NS, 30, 5)


def test_nabo_4_8_9_the_smallest_card_deals_first_and_mus_is_spoken_by_its_own_law():
    assert (NABO.first_dealer, NABO.first_esku, NABO.mus, NABO.clock) == (
        "smallest-card",
        "right-of-dealer",
        "nabo",
        "none",
    )


def test_nabo_10_one_player_decides_for_both_and_the_first_decision_counts():
    for refused in ("W tira", "E tira", "EW tira"):
        assert of("handia", scored("nabo", {"handia": ["N envido 5", refused]})[0]) == ["handia NS 1 tira call"]
    with pytest.raises(CallError, match="handia is closed"):
        scored("nabo", {"handia": ["N envido 5", "W tira", "E iduki"]})


def test_nabo_12_of_two_doubles_the_highest_pair_wins():
    pairs = {"N": "11o 11c 6o 6c", "W": "10o 10c 10e 10b", "S": "7o 5c 4c 1o", "E": "7e 4b 3o 2o"}
    assert of("pareak", scored("nabo", cards=pairs)[0]) == ["pareak NS 3 worth"]
    assert descending(Round.PAREAK, "nabo", "12o 12c 1o 1c", "11o 11c 10o 10c", "11e 11b 7o 7c", "10e 10b 10o 10c")


def test_nabo_13_the_refusal_of_pundia_is_counted_first_and_its_point_at_the_end():
    rows, _ = scored("nabo", {"puntua": ["EW envido 2", "NS tira"]})
    assert rows == ["puntua EW 1 tira call", "handia NS 1 paso", "txikia EW 1 paso", "puntua EW 1 worth"]


def test_nabo_14_the_order_of_jokoa():
    order = (
        "7o 7c 7e 12o",  # 31 of three sevens and one card
        "12c 11o 10o 1o",  # 31
        "12c 11o 10o 2o",  # 32
        "12c 11o 10o 10c",  # 40
        "12c 11o 10o 7o",
        "12c 11o 10o 6o",
        "12c 11o 10o 5o",
        "12c 11o 10o 4o",
        "12c 11o 10o 3o",  # 33
    )
    assert descending(Round.JOKOA, "nabo", *order)
    for figure in ("10o", "11o", "12o"):
        assert descending(Round.JOKOA, "nabo", f"7o 7c 7e {figure}", "12c 11e 10e 1o")
