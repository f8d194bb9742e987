"""Who meets whom in a round: exact, and the same for the same seed whoever looked for it."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.matching import least_weight
from engine.errors import TournamentError
from engine.lots import drawn_order, lot
from engine.tournament.pairing import Contender, pair
from tests.engine.tournament.matchings import by_trying


def contenders(*partidak: int, byes: tuple[int, ...] = ()) -> list[Contender]:
    """Teams A, B, C with so many partidak won, placed by them."""
    return [
        Contender(chr(65 + number), won, 1 + sum(other > won for other in partidak), byes[number] if byes else 0)
        for number, won in enumerate(partidak)
    ]


def met(*pairs: str) -> dict[frozenset[str], int]:
    return {frozenset(pair): pairs.count(pair) for pair in pairs}


def paired(teams: list[Contender], before: dict[frozenset[str], int], seed: str = "seed", left: int = 1) -> list[str]:
    found = pair(teams, before, seed, "round", by_trying, left)
    return ["".join(sorted(one + (other or "-"))) for one, other in found]


def test_the_nearest_standings_meet():
    assert paired(contenders(3, 3, 2, 2, 1, 1), {}) == ["AB", "CD", "EF"]


def test_no_rematch_while_it_can_be_avoided():
    assert paired(contenders(3, 3, 0, 0), met("AB")) in (["AC", "BD"], ["AD", "BC"], ["BC", "AD"], ["BD", "AC"])


def test_a_rematch_where_it_cannot_be_avoided_and_then_the_rarest():
    everybody = [one + other for one, other in combinations("ABCD", 2)]
    assert paired(contenders(3, 2, 1, 0), met(*everybody)) == ["AB", "CD"]
    assert paired(contenders(3, 2, 1, 0), met(*everybody, "AB", "CD")) == ["AC", "BD"]


def test_a_round_leaves_as_many_as_follow_without_a_rematch_where_it_can():
    teams, before = contenders(2, 2, 1, 1, 0, 0), met("AC", "BE", "DF", "AF", "BD", "CE")
    assert paired(teams, before) == ["AB", "CD", "EF"]  # and then only A, D and E could meet, and B, C and F
    assert paired(teams, before, left=2) == ["AD", "BC", "EF"]


def test_one_large_difference_is_worse_than_two_small_ones():
    assert paired(contenders(2, 1, 1, 0), met("BC")) in (["AB", "CD"], ["AC", "BD"])


def test_the_lowest_has_the_bye_and_nobody_two():
    assert paired(contenders(2, 1, 0), {}) == ["AB", "-C"]
    assert paired(contenders(2, 1, 0, byes=(0, 0, 1)), {}) == ["AC", "-B"]
    assert paired(contenders(2, 1, 0, byes=(0, 1, 1)), met("BC")) == ["BC", "-A"]
    assert paired(contenders(2, 1, 0, byes=(2, 2, 1)), met("AB")) == ["AB", "-C"]


def test_a_round_needs_two_teams():
    with pytest.raises(TournamentError, match="a round needs two teams"):
        pair(contenders(0), {}, "seed", "round", by_trying)


def test_of_teams_that_are_level_the_seed_decides():
    teams = contenders(*[0] * 8)
    rounds = {tuple(sorted(paired(teams, {}, f"seed {number}"))) for number in range(60)}
    assert len(rounds) > 30
    assert paired(teams, {}, "x") == paired(teams, {}, "x")


def test_in_what_order_the_teams_come_does_not_matter():
    teams = contenders(1, 1, 1, 0, 0, 0, 0)
    assert paired(teams, met("AB")) == paired(teams[::-1], met("AB"))


@given(st.data())
def test_whatever_looks_for_it_finds_the_same_round(data: st.DataObject):
    number = data.draw(st.integers(2, 9))
    partidak = data.draw(st.lists(st.integers(0, 3), min_size=number, max_size=number))
    byes = data.draw(st.lists(st.integers(0, 2), min_size=number, max_size=number))
    teams = contenders(*partidak, byes=tuple(byes))
    pairs = ["".join(two) for two in combinations("ABCDEFGHI"[:number], 2)]
    before = met(*data.draw(st.lists(st.sampled_from(pairs), max_size=20)))
    seed = data.draw(st.text(max_size=3))
    assert pair(teams, before, seed, "round", least_weight) == pair(teams, before, seed, "round", by_trying)


def test_a_lot_is_a_sha256_that_anybody_can_check():
    assert lot("2026-11-22", "lot", "T05") == int(sha256(b"2026-11-22\nlot\nT05").hexdigest(), 16)
    assert f"{lot('2026-11-22', 'lot', 'T05'):064x}"[:8] == "c9335894"


def test_lots_do_not_change_with_machine_or_release():
    assert drawn_order("2026-11-22", "lot", [f"T{number}" for number in range(1, 9)]) == [
        "T8",
        "T7",
        "T1",
        "T3",
        "T2",
        "T5",
        "T4",
        "T6",
    ]


def test_every_order_is_as_likely():
    orders = [tuple(drawn_order(str(number), "lot", "ABC")) for number in range(6000)]
    assert all(abs(orders.count(order) - 1000) < 150 for order in set(orders))
    assert len(set(orders)) == 6
