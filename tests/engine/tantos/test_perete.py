"""Tio Perete's point: who marks it, and whose declaration is for the judge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import Card
from engine.errors import MusError
from engine.hands import evaluate
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.showdown import score
from engine.tantos.perete import declared_peretes
from engine.tantos.result import JudgeCase

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


HANDS = {seat: evaluate(hand, CLUB) for seat, hand in CARDS.items() if len(hand) == 4}


def test_only_who_declares_it_and_has_it_marks():
    assert declared_peretes(Seat, HANDS, CLUB)[0] == [Seat.S, Seat.E]
    assert declared_peretes([Seat.E], HANDS, CLUB) == ([Seat.E], [])
    assert declared_peretes([], HANDS, CLUB) == ([], [])


def test_no_book_of_the_five_gives_a_point():
    for name in ("nabo", "federacion", "spain", "basque", "france"):
        assert declared_peretes(Seat, HANDS, rulebook(name)) == ([], [])


def test_who_declares_it_and_has_four_other_cards_errs():
    assert declared_peretes(Seat, HANDS, CLUB)[1] == [Seat.N]
    assert declared_peretes([Seat.S, Seat.W], HANDS, CLUB)[1] == []


def scored(cards=CARDS, book=CLUB, perete=("S", "E"), score_before=(0, 0), **changes):
    data = {"rules": "club", "esku": "S", "score": dict(zip(("NS", "EW"), score_before, strict=True))}
    data |= {"cards": {seat.value: [str(card) for card in hand] for seat, hand in cards.items()}}
    data |= {"announced": {"perete": list(perete)}} | changes
    record = HandRecord.parse(data, lambda _: book)
    assert HandRecord.parse(record.to_dict(), lambda _: book) == record
    return score(record)


def rows(result):
    return [(mark.round.value, mark.team.value, mark.tantos, mark.why.value) for mark in result.marks]


def test_it_is_marked_before_handia_when_the_cards_are_shown():
    result = scored(calls={"txikia": ["NS envido 2", "EW tira"]})
    assert rows(result)[:4] == [
        ("txikia", "NS", 1, "tira"),
        ("handia", "NS", 1, "perete"),
        ("handia", "EW", 1, "perete"),
        ("handia", "NS", 1, "paso"),
    ]
    assert result.marks[1].to_dict()["when"] == "showdown"


def test_where_both_teams_need_it_the_first_from_the_esku_wins():
    assert scored(score_before=(29, 29)).winner is Team.NS
    assert scored(score_before=(29, 29), esku="E").winner is Team.EW


def test_an_accepted_hordago_leaves_no_place_for_it():
    assert rows(scored(calls={"handia": ["NS hordago", "EW kanta"]})) == []


def test_without_the_clubs_point_a_declaration_is_nothing():
    assert "perete" not in {row[-1] for row in rows(scored(book=rulebook("spain"), perete=("S", "N")))}


def test_a_false_declaration_is_the_judges():
    result = scored(perete=("S", "N", "W"))
    assert result.judge == JudgeCase((Round.HANDIA,), "handia: N declared 4-5-6-7 and held four other cards")
    assert rows(result) == []
    assert scored(book=rulebook("spain"), perete=("N",)).judge is None


def test_only_who_sits_there_declares():
    with pytest.raises(MusError, match="announced: perete: unknown seat 'X'"):
        scored(perete=("X",))
    with pytest.raises(MusError, match="what is announced is pareak, jokoa and perete"):
        scored(announced={"mus": []})
