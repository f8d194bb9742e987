"""The packs as what a reading expects: unsure cards become sure by them, and nothing is overruled that was seen."""

from __future__ import annotations

import pytest

from engine.equipos.jugada import Jugada
from engine.equipos.packs import packs
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.equipos.expected import expected
from tests.firmware.screens.gallery import reading
from vision.reading import Alternative, Doubt, Hypothesis

PACKS = packs("Tolosa", Jugada(1, 1))
HANDS = {seat: pack[:4] for seat, pack in PACKS.items()}
OWN = HANDS[Seat.N][0]
OTHER = PACKS[Seat.W][7]
RISK = 0.01


def unsure(p, first=OWN, other=OTHER, kind="card", left_out=0.0):
    """A reading in which N's first card is `first` with that probability, and the `other` else."""
    shares = (p, 1 - p - left_out)
    doubt = Doubt(kind, Sentence.plain(""), Seat.N, 0, (Alternative(first, shares[0]), Alternative(other, shares[1])))
    rest = [card for hand in HANDS.values() for card in hand][1:]
    named = zip((first, other), shares, strict=True)
    ways = tuple(Hypothesis(share, (card, *rest)) for card, share in named)
    hands = {seat.value: " ".join(map(str, hand)) for seat, hand in HANDS.items()}
    return reading(hands | {"N": " ".join(map(str, (first, *HANDS[Seat.N][1:])))}, (doubt,), ways)


def test_a_card_of_the_own_pack_is_sure_beside_one_of_another():
    after = expected(unsure(0.9), PACKS, RISK)
    assert (after.complete, after.scorable, after.doubts) == (True, True, ())
    assert after.cards[0].card == OWN
    assert after.hypotheses[0].p == pytest.approx(0.9 / (0.9 + 0.1 * 0.005))


def test_the_likelier_card_is_shown_first_where_the_packs_turn_it():
    after = expected(unsure(0.8, first=OTHER, other=OWN), PACKS, RISK)
    assert after.cards[0].card == OWN
    assert (after.complete, after.scorable) == (False, False)  # 0.98 is not enough
    (doubt,) = after.doubts
    assert [alternative.card for alternative in doubt.alternatives] == [OWN, OTHER]
    assert str(doubt.text) == f"N: {OWN} is not certain"


def test_two_cards_of_the_own_pack_are_as_unsure_as_before():
    after = expected(unsure(0.9, other=PACKS[Seat.N][6]), PACKS, RISK)
    assert not after.scorable
    assert after.hypotheses[0].p == pytest.approx(0.9)


def test_two_of_one_rank_are_asked_about_for_the_suit_alone():
    twin = next(card for pack in PACKS.values() for card in pack if card.rank == OWN.rank and card != OWN)
    shifted = {**PACKS, Seat.N: (*PACKS[Seat.N][:9], twin)}
    after = expected(unsure(0.6, other=twin), shifted, RISK)
    assert (after.scorable, after.complete, [doubt.suit_only for doubt in after.doubts]) == (True, False, [True])


def test_what_the_eyes_are_sure_of_stays_against_the_packs():
    sure = unsure(0.9999, first=OTHER, other=OWN)
    after = expected(sure, PACKS, RISK)
    assert after.cards[0].card == OTHER
    complete = reading({seat.value: " ".join(map(str, hand)) for seat, hand in HANDS.items()}, ())
    assert expected(complete, PACKS, RISK) is complete


def test_what_was_not_followed_makes_nothing_sure():
    assert not expected(unsure(0.8, left_out=0.1), PACKS, RISK).scorable


@pytest.mark.parametrize("kind", ["twice", "count"])
def test_more_than_a_name_in_doubt_is_left_alone(kind):
    before = unsure(0.9, kind=kind)
    assert expected(before, PACKS, RISK) is before
