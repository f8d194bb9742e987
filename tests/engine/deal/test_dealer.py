"""Who deals first, who is esku, and how both pass on."""

from __future__ import annotations

import pytest

from engine.cards import DECK, Card
from engine.deal.dealer import (
    first_dealer_by_cards,
    first_dealer_by_lot,
    first_dealer_by_suit,
    smallest_card,
)
from engine.errors import DealError
from engine.seats import Seat


def flips(**cards):
    return {Seat(seat): Card.parse(card) for seat, card in cards.items()}


def test_nabo_4_the_smallest_card_deals():
    assert smallest_card(flips(N="3o", W="2c", S="12e", E="7b")) == (Seat.W,)
    assert smallest_card(flips(N="1o", W="2c", S="3e", E="7b")) == (Seat.N,)
    assert first_dealer_by_cards([flips(N="11o", W="10c", S="12e", E="12b")]) is Seat.W


def test_nabo_2_with_four_kings_a_two_is_no_ace_with_eight_it_is():
    cards = flips(N="1o", W="2c", S="3e", E="12b")
    assert smallest_card(cards, 4) == (Seat.N,)
    assert smallest_card(cards, 8) == (Seat.N, Seat.W)
    assert smallest_card(flips(N="3o", W="11c", S="12e", E="12b"), 8) == (Seat.W,)


def test_nabo_4_who_ties_flips_again():
    first = flips(N="4o", W="12c", S="4e", E="4b")
    assert smallest_card(first) == (Seat.N, Seat.S, Seat.E)
    assert first_dealer_by_cards([first, flips(N="7o", S="6e", E="6b"), flips(S="10o", E="2b")]) is Seat.E


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ([], "N, W, S, E still has to flip a card"),
        ([flips(N="4o", W="4c", S="5o", E="6o")], "N, W still has to flip a card"),
        ([flips(N="4o", W="5c", S="6o")], "flip 1 is of everybody: N, W, S, E, not N, W, S"),
        ([{}], "flip 1 is of everybody: N, W, S, E, not nobody"),
        ([flips(N="4o", W="4c", S="5o", E="6o"), flips(N="1o", S="2o")], "flip 2 is of those who tied: N, W, not N, S"),
        ([flips(N="4o", W="5c", S="6c", E="7c"), flips(N="1o", W="2o")], "flip 2 is one too many: N deals"),
        ([flips(N="4o", W="4o", S="5o", E="6o")], "everybody flips a card of one pack, and no card twice"),
    ],
)
def test_a_draw_that_makes_no_sense_is_refused(drawn, message):
    with pytest.raises(DealError, match=message):
        first_dealer_by_cards(drawn)


def test_two_players_flip_two_cards_and_nobody_none():
    assert first_dealer_by_cards([flips(N="4o", E="3c")], seats=(Seat.N, Seat.E)) is Seat.E
    with pytest.raises(DealError, match="everybody flips a card"):
        smallest_card({})


@pytest.mark.parametrize(
    ("card", "from_n", "from_e"), [("7o", "W", "N"), ("1c", "S", "W"), ("12e", "E", "S"), ("4b", "N", "E")]
)
def test_federacion_6_the_suit_of_the_cut_counted_from_the_cutters_right(card, from_n, from_e):
    assert first_dealer_by_suit(Seat.N, Card.parse(card)) is Seat(from_n)
    assert first_dealer_by_suit(Seat.E, Card.parse(card)) is Seat(from_e)


def test_federacion_6_each_of_the_forty_cards_gives_a_dealer_each_seat_ten():
    dealers = [first_dealer_by_suit(Seat.S, card) for card in DECK]
    assert [dealers.count(seat) for seat in Seat] == [10, 10, 10, 10]


def test_wikipedia_france_at_random():
    assert [first_dealer_by_lot(draw) for draw in range(4)] == [Seat.N, Seat.W, Seat.S, Seat.E]
    assert [first_dealer_by_lot(draw, (Seat.E, Seat.S)) for draw in range(2)] == [Seat.S, Seat.E]
    for draw in (-1, 4):
        with pytest.raises(DealError, match=f"a draw among 4 players is 0 to 3, not {draw}"):
            first_dealer_by_lot(draw)
