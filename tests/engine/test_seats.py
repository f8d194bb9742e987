"""Where players sit who are four, and who are two."""

from __future__ import annotations

from engine.seats import Seat, sides


def test_four_are_drawn_where_they_sit_and_two_opposite_each_other():
    assert sides(tuple(Seat)) == {seat: seat for seat in Seat}
    assert sides((Seat.E, Seat.N)) == {Seat.E: Seat.E, Seat.N: Seat.W}
