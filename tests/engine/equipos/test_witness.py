"""What a hand and its pack must have in common: mus por equipos 8."""

from __future__ import annotations

import random

from engine.cards import DECK, Card
from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import packs
from engine.equipos.witness import contradiction, misfits
from engine.seats import Seat

DEALS = {jugada: packs("Tolosa", jugada) for jugada in jugadak(3, 20)}
FIRST = Jugada(1, 1)
PACKS = DEALS[FIRST]


def held(hands):
    return {seat: [{card} for card in hand] for seat, hand in hands.items()}


def played(dealt, chance):
    """The final hands of a jugada whose players discard at random."""
    hands = {}
    for seat, pack in dealt.items():
        hand, depth = list(pack[:4]), 4
        for _ in range(chance.randrange(3)):
            out = chance.sample(hand, min(chance.randint(1, 4), 10 - depth))
            hand = [card for card in hand if card not in out] + list(pack[depth : depth + len(out)])
            depth += len(out)
        hands[seat] = hand
    return hands


def told(hands):
    why = contradiction(DEALS, FIRST, held(hands))
    return why and str(why)


def test_8_what_was_drawn_from_the_own_pack_fits_it_in_300_jugadak():
    for seed in range(300):
        jugada = random.Random(seed).choice(list(DEALS))
        hands = played(DEALS[jugada], random.Random(seed))
        assert contradiction(DEALS, jugada, held(hands)) is None


def test_8_a_card_of_another_pack_is_named_in_300_of_300():
    for seed in range(300):
        chance = random.Random(seed)
        hands = played(PACKS, chance)
        seat, other = chance.sample(list(Seat), 2)
        card = chance.choice([card for card in PACKS[other] if card not in hands[other]])
        hands[seat][chance.randrange(4)] = card
        assert told(hands) == f"{seat.value}: {card} is of the pack of {other.value}"


def test_8_packs_at_the_wrong_seats_are_named_in_300_of_300():
    for seed in range(300):
        chance = random.Random(seed)
        hands = played(PACKS, chance)
        one, other = sorted(chance.sample(list(Seat), 2), key=list(Seat).index)
        hands[one], hands[other] = hands[other], hands[one]
        assert set(told(hands).split("; ")) == {
            f"the hand of {one.value} is of the pack of {other.value}",
            f"the hand of {other.value} is of the pack of {one.value}",
        }


def test_7_the_packs_of_another_jugada_are_named():
    hands = played(DEALS[Jugada(2, 3)], random.Random(1))
    assert told(hands) == "these are the packs of jugada 0203, not of 0101"


def test_8_hands_of_no_deal_are_named_together():
    hands = {seat: [*PACKS[seat][:3], PACKS[seat.next][9]] for seat in (Seat.N, Seat.W, Seat.S)}
    assert told(hands) == "the hands of N, W, S are not of their packs"


def test_a_card_of_which_only_the_rank_is_known_fits_what_it_may_be():
    pack = PACKS[Seat.N]
    alike = {Card(pack[3].rank, card.suit) for card in DECK if card.rank == pack[3].rank}
    hand = [*({card} for card in pack[:3]), alike]
    assert misfits(PACKS, {Seat.N: hand}) == {}
    beyond = alike - set(pack)
    (why,) = misfits(PACKS, {Seat.N: [*hand[:3], beyond]}).values()
    assert why == "the hand of N is not of the own pack"
    assert misfits(PACKS, {Seat.N: [*hand[:3], set(DECK)]}) == {}


def test_one_card_is_not_held_twice():
    pack = PACKS[Seat.N]
    assert misfits(PACKS, {Seat.N: [{pack[0]}, {pack[0]}, {pack[1]}, {pack[2]}]})


def test_a_hand_that_does_not_count_is_no_witness():
    assert misfits(PACKS, {Seat.N: [{PACKS[Seat.W][0]}], Seat.S: []}) == {}
