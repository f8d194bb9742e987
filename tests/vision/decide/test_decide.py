"""Deciding jointly: complete only without a doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.seats import Seat
from tests.vision.scripted import naming, place, table
from vision.decide import seats
from vision.decide.decide import (
    Decision,
    Place,
    decide,
    left_out,
    other_deck,
    strange_things,
    without_heaps,
    without_strays,
)
from vision.decide.fuse import fuse

NAMES = ["12o", "11c", "7e", "1b", "2o", "2c", "2e", "2b", "3o", "3c", "3e", "3b", "10o", "10c", "10e", "10b"]
FOUR = tuple(Seat(letter) for letter in "NWSE")


def places(names: list[str] = NAMES, p: float = 0.999) -> list[Place]:
    return [place(corners, {name: p}) for corners, name in zip(table(), names, strict=False)]


def decided(things: list[Place], certain: float = 0.95) -> Decision:
    hands = seats.assign([thing.found.corners for thing in things], (1600, 1200))
    return decide(things, hands, certain, FOUR)


def test_sixteen_certain_cards_leave_no_doubt() -> None:
    decision = decided(places())
    assert decision.doubts == ()
    assert [str(card.card) for card in decision.cards] == NAMES
    assert [card.seat for card in decision.cards[:4]] == [Seat("N")] * 4


def test_an_uncertain_card_is_a_doubt_with_ranked_alternatives() -> None:
    things = places()
    things[5] = place(things[5].found.corners, {"2c": 0.7, "6c": 0.29})
    (doubt,) = decided(things).doubts
    assert (doubt.kind, doubt.card, doubt.seat) == ("card", 5, Seat("W"))
    assert [str(a.card) for a in doubt.alternatives[:2]] == ["2c", "6c"]
    assert doubt.alternatives[0].p > doubt.alternatives[1].p


def test_many_small_uncertainties_add_up_and_the_least_sure_are_asked_about() -> None:
    things = places()
    for i, p, other in ((2, 0.96, "6o"), (7, 0.97, "6e"), (11, 0.95, "6b")):
        things[i] = place(things[i].found.corners, {NAMES[i]: p, other: 1 - p})
    assert [doubt.card for doubt in decided(things, certain=0.9).doubts] == [11]
    assert [doubt.card for doubt in decided(things, certain=0.97).doubts] == [2, 7, 11]


def test_a_card_under_another_must_be_surer() -> None:
    things = places()
    things[6] = Place(replace(things[6].found, under=(7,)), naming({NAMES[6]: 0.98}))
    assert [doubt.card for doubt in decided(things, certain=0.9).doubts] == [6]
    things[6] = Place(replace(things[6].found, under=(7,)), naming({NAMES[6]: 0.9995}))
    assert decided(things, certain=0.9).doubts == ()


def test_a_card_in_a_lamp_s_sheen_must_be_surer_in_whichever_frame_it_was() -> None:
    things = places()
    for sure, asked in ((0.995, [6]), (0.9995, [])):
        things[6] = place(things[6].found.corners, {NAMES[6]: sure})
        pale = [*things[:6], replace(things[6], pale=True), *things[7:]]
        assert [doubt.card for doubt in decided(pale, certain=0.9).doubts] == asked
        assert [doubt.card for doubt in decided(fuse([things, pale]), certain=0.9).doubts] == asked
        assert decided(things, certain=0.9).doubts == ()


def test_what_lies_on_a_card_counts_in_whichever_frame_it_was() -> None:
    things = places()
    things[6] = place(things[6].found.corners, {NAMES[6]: 0.995})
    covered = [*things[:6], Place(replace(things[6].found, under=(7,)), things[6].naming), *things[7:]]
    assert decided(fuse([things, things]), certain=0.9).doubts == ()
    for frames in ([things, covered], [covered, things]):
        assert [doubt.card for doubt in decided(fuse(frames), certain=0.9).doubts] == [6]


@pytest.mark.parametrize(
    ("likeness", "asked"),
    [
        ({}, []),
        ({3: 0.7}, []),  # one card may be cut out a little off
        ({3: 0.55}, [3]),
        ({3: 0.7, 9: 0.72}, [3, 9]),  # two are not
        ({3: 0.55, 9: 0.72}, [3, 9]),
        (dict.fromkeys(range(16), 0.8), [None]),
        ({3: 0.7, 5: 0.7}, []),  # 5 lies in a lamp's sheen
        ({3: 0.7, 5: 0.55, 9: 0.7}, [3, 5, 9]),
    ],
)
def test_cards_that_are_not_much_like_the_decks_are_asked_about(
    likeness: dict[int, float], asked: list[int | None]
) -> None:
    things = [
        Place(thing.found, replace(thing.naming, likeness=likeness.get(i, 0.95))) for i, thing in enumerate(places())
    ]
    things[5] = replace(things[5], pale=True)
    hands = seats.assign([thing.found.corners for thing in things], (1600, 1200))
    assert [doubt.card for doubt in other_deck(things, hands)] == asked


def test_cards_under_others_must_be_surer_together_than_each_by_itself() -> None:
    things = places()
    for i, sure in ((5, 0.9997), (6, 0.9992), (7, 0.9998)):
        things[i] = Place(replace(things[i].found, under=(i + 1,)), naming({NAMES[i]: sure}))
    assert [doubt.card for doubt in decided(things, certain=0.9).doubts] == [6]


def test_a_card_in_full_view_is_not_taken_for_what_it_is_only_because_its_like_are_elsewhere() -> None:
    things = places()
    unlike = {"1b": 0.75, "2b": 0.24}
    things[3] = place(things[3].found.corners, unlike)
    sure_together = place(things[3].found.corners, unlike | {"2b": 0.2499})
    for open_to_view in (things[3], replace(sure_together, pale=True)):
        (doubt,) = decided([*things[:3], open_to_view, *things[4:]], certain=0.9).doubts
        assert doubt.card == 3
    things[3] = Place(replace(things[3].found, under=(2,)), sure_together.naming)
    assert decided(things, certain=0.9).doubts == ()


def test_the_same_card_twice_is_a_doubt_at_the_less_certain_place() -> None:
    things = places()
    things[9] = place(things[9].found.corners, {"12o": 0.985})
    doubts = decided(things).doubts
    assert [(doubt.kind, doubt.card) for doubt in doubts] == [("twice", 9)]
    assert doubts[0].text == "12o is read 2 times: N, S; two decks may be mixed", "both are sure"


def test_the_same_card_twice_with_one_of_them_unsure_is_no_word_of_two_decks() -> None:
    things = places()
    things[9] = place(things[9].found.corners, {"12o": 0.8})
    (twice,) = (doubt for doubt in decided(things).doubts if doubt.kind == "twice")
    assert twice.text == "12o is read 2 times: N, S"


def test_fifteen_and_seventeen_cards_are_doubts_of_their_seat() -> None:
    (short,) = decided(places()[:15]).doubts
    assert (short.kind, short.seat) == ("count", Seat("E"))
    more = places()
    more.append(place(more[-1].found.corners + [0, 68], {"4o": 0.999}))
    (long,) = decided(more).doubts
    assert (long.kind, long.seat) == ("count", Seat("E"))
    assert "5 cards" in long.text


def test_no_card_at_all_is_a_doubt() -> None:
    (doubt,) = decided([]).doubts
    assert doubt.kind == "count"


def test_a_back_is_strange_and_not_named() -> None:
    back = place(table()[0], {}, strange=0.99)
    assert back.is_strange
    assert [thing.kind for thing in strange_things([back])] == ["back"]


def test_what_is_surely_a_card_is_asked_about_however_many_it_may_be() -> None:
    things = places()
    things[5] = place(things[5].found.corners, {"2c": 0.3, "3c": 0.3, "4c": 0.3}, strange=0.02)
    assert not things[5].is_strange
    (doubt,) = decided(things).doubts
    assert {str(a.card) for a in doubt.alternatives[:3]} == {"2c", "3c", "4c"}
    assert place(things[5].found.corners, {"2c": 0.3, "3c": 0.3}, strange=0.2).is_strange


def test_an_unsure_thing_in_a_heap_of_backs_is_a_back_and_a_sure_card_beside_it_is_not() -> None:
    corners = table()[0]
    back = place(corners, {}, strange=0.99)
    phantom = place(corners + [20, 10], {"10e": 0.45}, strange=0.3)
    card = place(corners + [20, 10], {"10e": 0.999})
    assert [thing.is_strange for thing in without_heaps([back, phantom])] == [True, True]
    assert [thing.is_strange for thing in without_heaps([back, card])] == [True, False]
    assert [thing.is_strange for thing in without_heaps([phantom])] == [False]


def test_a_stray_well_away_from_whole_hands_is_nothing() -> None:
    stray = place(table()[0] + [150, 240], {"5o": 0.6, "5c": 0.1}, strange=0.2)
    *cards, last = without_strays([*places(), stray])
    assert not any(card.is_strange for card in cards)
    assert [thing.kind for thing in strange_things([last])] == ["card"]


@pytest.mark.parametrize("away", [(0, 40), (0, 165), (-140, 0)])
def test_what_lies_as_near_as_a_card_of_the_hand_may_is_asked_about(away: tuple[int, int]) -> None:
    beside = place(table()[0] + away, {"5o": 0.6, "5c": 0.1}, strange=0.2)
    assert not without_strays([*places(), beside])[-1].is_strange
    assert decided([*places(), beside]).doubts


@pytest.mark.parametrize(("p", "strange"), [(0.6, 0.05), (0.75, 0.2), (0.999, 0.0)])
def test_what_is_likely_a_card_is_asked_about_wherever_it_lies(p: float, strange: float) -> None:
    card = place(table()[0] + [150, 240], {"5o": p}, strange)
    assert not without_strays([*places(), card])[-1].is_strange


def test_a_stray_that_another_frame_is_sure_of_is_asked_about() -> None:
    corners = table()[0] + [150, 240]
    stray, sure = place(corners, {"5o": 0.6, "5c": 0.1}, strange=0.2), place(corners, {"5o": 0.999})
    for first, second in ((stray, sure), (sure, stray)):
        frames = [without_strays([*places(), thing]) for thing in (first, second)]
        assert decided(fuse(frames)).doubts


def test_frames_agree_that_a_card_is_an_eight() -> None:
    eight = place(table()[0], {}, strange=0.98)
    eight = replace(eight, naming=replace(eight.naming, back=0.0, eight=0.97))
    assert [thing.kind for thing in strange_things(fuse([[eight], [eight]]))] == ["8"]


def test_a_stray_is_asked_about_while_a_hand_lacks_a_sure_card() -> None:
    things = places()
    stray = place(table()[0] + [150, 240], {"5o": 0.6, "5c": 0.1}, strange=0.2)
    unsure = place(things[5].found.corners, {"2c": 0.7, "6c": 0.29})
    for few in (things[:15], [*things[:5], unsure, *things[6:]]):
        assert not any(thing.is_strange for thing in without_strays([*few, stray]))


def test_frames_that_agree_stay_certain_and_frames_that_differ_do_not() -> None:
    assert decided(fuse([places(), places()])).doubts == ()
    other = places()
    other[3] = place(other[3].found.corners, {"7b": 0.999})
    (doubt,) = decided(fuse([places(), other])).doubts
    assert (doubt.kind, doubt.card) == ("card", 3)
    assert {str(a.card) for a in doubt.alternatives[:2]} == {"1b", "7b"}


def test_a_card_that_not_every_frame_saw_is_doubtful() -> None:
    fused = fuse([places(), places(), places()[:15]])
    assert len(fused) == 16
    (doubt,) = decided(fused).doubts
    assert (doubt.kind, doubt.card) == ("card", 15)


def test_a_thing_that_may_be_a_fifth_card_is_a_doubt_at_a_hand_and_none_far_from_it() -> None:
    hand = table()[:4]
    cards = [place(corners, {name: 0.999}) for corners, name in zip(hand, NAMES, strict=False)]
    beside = place(hand[3] + [70, 0], {"4o": 0.2}, strange=0.6)
    in_the_middle = place(hand[3] + [0, 400], {"4o": 0.2}, strange=0.6)
    surely_a_back = place(hand[3] + [70, 0], {}, strange=0.99)
    assert [doubt.kind for doubt in left_out([*cards, beside])] == ["count"]
    assert left_out([*cards, in_the_middle, surely_a_back]) == ()
