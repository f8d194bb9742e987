"""Seats from places."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.seats import Seat
from tests.vision.scripted import card_at, row, table
from vision.decide import seats

SIZE = (1600, 1200)
EXPECTED = [Seat(letter) for letter in "NNNNWWWWSSSSEEEE"]


@pytest.mark.parametrize("lean", [-30, -20, 0, 15, 30])
def test_hands_within_thirty_degrees_of_their_side_are_recognised(lean: float) -> None:
    hands = seats.assign(table(lean), SIZE)
    assert list(hands.seats) == EXPECTED
    assert hands.between == ()


def test_a_turned_camera_is_told_by_turn() -> None:
    # The picture shows the table turned clockwise by 90 degrees; turning it back by 270 sets it right.
    assert list(seats.assign(table(90), SIZE, turn=270).seats) == EXPECTED
    assert list(seats.assign(table(90), SIZE).seats) == [Seat(letter) for letter in "EEEENNNNWWWWSSSS"]


def test_hands_between_two_seats_are_doubted() -> None:
    assert len(seats.assign(table(45), SIZE).between) == 4


def test_a_long_row_does_not_spill_into_the_next_seat() -> None:
    cards = row(800, 150, 0, step=95) + row(300, 600, 90) + row(800, 1050, 0) + row(1300, 600, 90)
    assert list(seats.assign(cards, SIZE).seats) == EXPECTED


def test_a_missing_hand_leaves_the_others_in_their_seats() -> None:
    cards = table()[:12]
    assert list(seats.assign(cards, SIZE).seats) == EXPECTED[:12]


def test_two_players_face_each_other() -> None:
    cards = row(800, 150, 0) + row(800, 1050, 0)
    assert list(seats.assign(cards, SIZE, players=2).seats) == [Seat("N")] * 4 + [Seat("S")] * 4


@pytest.mark.parametrize("turned", [0.0, 20.0, 70.0])
def test_two_players_beside_each_other_lie_between_seats(turned: float) -> None:
    cards = table(turned)
    south, east = cards[8:12], cards[12:]
    assert len(seats.assign(south + east, SIZE, turn=-turned, players=2).between) == 2
    assert not seats.assign(cards[:4] + south, SIZE, turn=-turned, players=2).between


def test_no_cards_no_hands() -> None:
    assert seats.assign([], SIZE) == seats.Hands((), ())


@pytest.mark.parametrize("gap", [10, 20, 40])
def test_hands_that_come_close_to_each_other_stay_apart(gap: float) -> None:
    north = row(800, 300, 0, step=66)
    west = row(800 - 2 * 66 - 50 - gap, 330 + 132, 90, step=66)
    cards = north + west + row(800, 1050, 0) + row(1300, 700, 90)
    assert list(seats.assign(cards, SIZE).seats) == EXPECTED


@pytest.mark.parametrize("count", [3, 5])
def test_a_hand_of_another_number_leaves_neighbours_that_come_close_in_their_seats(count: int) -> None:
    north, west = row(800, 300, 0, step=66), row(800 - 2 * 66 - 50 - 20, 330 + 132, 90, step=66)
    cards = north + west + row(800, 1050, 0, count=count) + row(1300, 700, 90)
    counts = Counter(seats.assign(cards, SIZE).seats)
    assert counts == {Seat("N"): 4, Seat("W"): 4, Seat("S"): count, Seat("E"): 4}


def test_hands_laid_wide_are_still_hands() -> None:
    cards = row(800, 150, 0, step=122) + row(200, 600, 90) + row(800, 1050, 0) + row(1400, 600, 90)
    assert list(seats.assign(cards, SIZE).seats) == EXPECTED


def test_a_fifth_card_is_not_given_to_a_hand_that_one_was_missed_in() -> None:
    """Three lie at E, five at S: the fifth is near enough to E's, but lies across them."""
    cards = row(800, 320, 0) + row(545, 600, 90) + row(752, 880, 0, step=92) + row(1192, 721, 108, count=3)
    counts = Counter(seats.assign([*cards, card_at(1024, 896, 7)], SIZE).seats)
    assert sorted(counts.values()) == [3, 4, 4, 5]


def test_a_fifth_card_that_lies_a_little_apart_is_not_given_to_a_hand_of_three() -> None:
    cards = row(920, 320, 0) + row(500, 600, 90) + row(800, 900, 0) + row(1200, 640, 90, count=3)
    fifth = card_at(1112, 320, 0)
    counts = Counter(seats.assign([*cards, fifth], SIZE).seats)
    assert sorted(counts.values()) == [3, 4, 4, 5]


def test_hands_that_touch_at_the_corners_of_the_table_are_told_apart_by_how_their_cards_lie() -> None:
    # The cards of a hand lie further from each other than the ends of two hands do.
    cards = row(800, 320, 0, step=128) + row(545, 600, 90, step=130)
    cards += row(800, 880, 0, step=128) + row(1055, 600, 90, step=130)
    hands = seats.assign(cards, SIZE)
    assert list(hands.seats) == EXPECTED
    assert hands.between == ()


def test_a_hand_of_five_that_comes_close_to_its_neighbour_is_told_by_how_the_cards_lie() -> None:
    # The cards of either hand lie further from each other than the two hands do.
    five, west = row(800, 320, 0, count=5, step=96), row(620, 556, 90, step=96)
    cards = five + west + row(800, 1050, 0) + row(1300, 700, 90)
    assert list(seats.assign(cards, SIZE).seats) == [Seat("N"), *EXPECTED]


def test_a_card_that_lies_across_its_own_hand_stays_in_it() -> None:
    cards = table()
    cards[3] = card_at(*cards[3].mean(axis=0), 90)
    assert list(seats.assign(cards, SIZE).seats) == EXPECTED
    assert seats.are_whole(cards, 4)
