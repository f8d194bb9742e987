"""Jugadak and their packs: mus por equipos 5 to 7, and the seal of a seed."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256

import pytest

from engine.cards import DECK, Card
from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import deal_of, digest, line_of, packs, require_typed, seal
from engine.errors import MusError
from engine.seats import Seat


def test_5_a_jugada_is_numbered_by_game_and_deal():
    assert [str(jugada) for jugada in (Jugada(1, 1), Jugada(11, 4))] == ["0101", "1104"]
    assert Jugada.parse("1104") == Jugada(11, 4)
    assert [str(jugada) for jugada in jugadak(2, 2)] == ["0101", "0102", "0201", "0202"]


def test_9_n_is_esku_in_the_first_of_every_game_and_then_the_next_seat():
    assert [jugada.esku.value for jugada in jugadak(2, 5)] == ["N", "W", "S", "E", "N"] * 2


@pytest.mark.parametrize("text", ["0001", "0100", "104", "01040", "１１０４", "", 104, None])
def test_what_is_no_jugada(text):
    with pytest.raises(MusError, match="is no jugada: two digits of the game, then two of the deal"):
        Jugada.parse(text)


@pytest.mark.parametrize(("game", "deal", "what"), [(0, 1, "game"), (1, 0, "deal"), (100, 1, "game"), (1, 100, "deal")])
def test_what_two_digits_cannot_say(game, deal, what):
    with pytest.raises(MusError, match=f"a jugada's {what} is 1 to 99"):
        Jugada(game, deal)


def test_7_the_forty_cards_are_dealt_as_four_packs_of_ten():
    for jugada in jugadak(3, 20):
        dealt = packs("seed", jugada)
        assert list(dealt) == [Seat.N, Seat.W, Seat.S, Seat.E]
        assert {len(pack) for pack in dealt.values()} == {10}
        assert {card for pack in dealt.values() for card in pack} == set(DECK)


def test_a_deal_does_not_change_with_machine_or_release():
    dealt = line_of(Jugada(1, 4), packs("2026-11-22", Jugada(1, 4)))
    assert dealt == {
        "jugada": "0104",
        "packs": {
            "N": ["12c", "10o", "12e", "6b", "4e", "10b", "2c", "7b", "3e", "12o"],
            "W": ["5b", "3b", "7c", "5e", "1b", "12b", "5c", "11c", "10e", "2e"],
            "S": ["4o", "10c", "1e", "4c", "1c", "11e", "6e", "2b", "5o", "3o"],
            "E": ["7o", "3c", "6o", "11o", "11b", "4b", "2o", "7e", "6c", "1o"],
        },
    }


def test_a_deal_can_be_checked_by_hand():
    numbers = {str(card): sha256(f"seed\n0104\n{card}".encode()).hexdigest() for card in DECK}
    order = sorted(numbers, key=numbers.__getitem__)
    assert [str(card) for pack in packs("seed", Jugada(1, 4)).values() for card in pack] == order


def test_every_card_comes_to_every_place():
    tops = Counter(packs(str(seed), Jugada(1, 1))[Seat.E][9] for seed in range(4000))
    assert len(tops) == 40
    assert max(tops.values()) < 150


@pytest.mark.parametrize("seed", ["dice  3 6", "a\tb", "a" * 5000])
def test_a_seed_is_taken_as_it_is_typed(seed):
    require_typed(seed)


@pytest.mark.parametrize("seed", [" 3 6", "3 6\u00a0", "3\n6", "3\r6", "3 6\n", " "])
def test_a_seed_that_a_field_would_change_is_refused(seed):
    with pytest.raises(MusError, match="a line break in it, or a blank at an end"):
        require_typed(seed)


def test_the_seal_is_the_seeds_sha256():
    assert seal("2026-11-22") == sha256(b"2026-11-22").hexdigest()


def test_a_deal_is_read_as_it_was_written():
    dealt = packs("seed", Jugada(2, 3))
    assert deal_of(line_of(Jugada(2, 3), dealt)) == (Jugada(2, 3), dealt)


def test_6_packs_are_known_by_their_lines_in_whichever_order_they_were_read():
    deals, others = ({jugada: packs(seed, jugada) for jugada in jugadak(1, 2)} for seed in ("seed", "other"))
    lines = "\n".join(json.dumps(line_of(*deal)) for deal in deals.items())
    assert digest(dict(reversed(deals.items()))) == sha256(lines.encode()).hexdigest()
    assert digest(others) != digest(deals)


GOOD = line_of(Jugada(1, 1), packs("seed", Jugada(1, 1)))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ([], "a line has a jugada and the packs of N, W, S and E, not []"),
        ({"jugada": "0101"}, "a line has a jugada and the packs"),
        (GOOD | {"packs": {"N": []}}, "a line has a jugada and the packs"),
        (GOOD | {"jugada": 101}, "101 is no jugada"),
        (GOOD | {"packs": GOOD["packs"] | {"W": ["1o"]}}, "the pack of W is a list of 10 cards, not ['1o']"),
        (GOOD | {"packs": GOOD["packs"] | {"W": ["8o"] * 10}}, "unknown card '8o'"),
        (GOOD | {"packs": GOOD["packs"] | {"W": GOOD["packs"]["N"]}}, "jugada 0101: {top} is there twice"),
    ],
)
def test_a_wrong_line(line, what):
    with pytest.raises(MusError) as error:
        deal_of(line)
    assert what.format(top=Card.parse(GOOD["packs"]["N"][0])) in str(error.value)
