"""Tio Perete's point: who marks it, and whose declaration is for the judge."""

from __future__ import annotations

import doctest
from dataclasses import replace

from engine import perete
from engine.cards import Card
from engine.perete import false_peretes, perete_seats
from engine.rules import rulebook
from engine.seats import Seat

CLUB = replace(rulebook("spain"), tio_perete=True)
CARDS = {
    seat: tuple(Card.parse(name) for name in text.split())
    for seat, text in {
        Seat.S: "7o 4c 6e 5b",
        Seat.E: "4o 5o 6o 7c",
        Seat.N: "4b 5c 6c 3o",
        Seat.W: "4e 5e 6b 7e 1o",
    }.items()
}


def test_only_who_declares_it_and_has_it_marks():
    assert perete_seats(Seat, CARDS, CLUB) == (Seat.S, Seat.E)
    assert perete_seats([Seat.E], CARDS, CLUB) == (Seat.E,)
    assert perete_seats([], CARDS, CLUB) == ()


def test_no_book_of_the_five_gives_a_point():
    for name in ("nabo", "federacion", "spain", "basque", "france"):
        assert perete_seats(Seat, CARDS, rulebook(name)) == ()
        assert false_peretes(Seat, CARDS, rulebook(name)) == ()


def test_who_declares_it_and_has_four_other_cards_errs():
    assert false_peretes(Seat, CARDS, CLUB) == (Seat.N,)
    assert false_peretes([Seat.S, Seat.W], CARDS, CLUB) == ()


def test_the_examples_run():
    tried = doctest.testmod(perete)
    assert tried.attempted >= 4
    assert tried.failed == 0
