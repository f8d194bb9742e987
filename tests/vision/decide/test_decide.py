"""Deciding jointly: complete only without a doubt, scorable where all ranks are certain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.seats import Seat
from tests.vision.scripted import HANDS, card_at, index, place, table
from vision.classify.naming import FORTY
from vision.decide import seats
from vision.decide.decide import Decision, decide
from vision.decide.fuse import fuse, show_one_table
from vision.decide.joint import NONE, ONE_MORE, TWICE
from vision.decide.place import Place
from vision.decide.seats import Hands
from vision.decide.table import STICKS, table_of, without_strays
from vision.decide.ways import MOST_WAYS
from vision.geometry import Corners
from vision.reading import Doubt

FOUR = tuple(Seat(letter) for letter in "NWSE")


def places(names: list[str] = HANDS, p: float = 0.99999) -> list[Place]:
    return [place(corners, {name: p}) for corners, name in zip(table(), names, strict=False)]


def with_(things: list[Place], **changed: dict[str, float]) -> list[Place]:
    """The same, some of which may be other cards: `at5={"2c": 0.7, "6c": 0.3}`."""
    others = {int(name.removeprefix("at")): shares for name, shares in changed.items()}
    return [place(thing.found.corners, others[i]) if i in others else thing for i, thing in enumerate(things)]


def assign(cards: list[Corners]) -> Hands:
    return seats.assign(cards, (1600, 1200))


def decided(things: list[Place], risk: float = 0.002) -> Decision:
    return decide(table_of(things, assign), risk, FOUR)


def asked(decision: Decision) -> set[int | None]:
    return {doubt.card for doubt in decision.doubts}


def scorable(decision: Decision) -> bool:
    return all(doubt.suit_only for doubt in decision.doubts)


def test_sixteen_certain_cards_leave_no_doubt() -> None:
    decision = decided(places())
    assert decision.doubts == ()
    assert [str(card.card) for card in decision.cards] == HANDS
    assert [card.seat for card in decision.cards] == [seat for seat in FOUR for _ in range(4)]
    assert min(card.confidence for card in decision.cards) > 0.999


def test_an_uncertain_card_is_a_doubt_with_ranked_alternatives() -> None:
    (doubt,) = decided(with_(places(), at5={"2c": 0.7, "6c": 0.29})).doubts
    assert (doubt.kind, doubt.card, doubt.seat, doubt.suit_only) == ("card", 5, Seat("W"), False)
    assert [str(a.card) for a in doubt.alternatives[:2]] == ["2c", "6c"]
    assert doubt.alternatives[0].p > doubt.alternatives[1].p


def test_a_card_whose_suit_alone_is_in_doubt_leaves_the_table_scorable() -> None:
    decision = decided(with_(places(), at0={"12o": 0.6, "12b": 0.4}))
    (doubt,) = decision.doubts
    assert (doubt.kind, doubt.card, doubt.suit_only) == ("card", 0, True)
    assert {str(a.card) for a in doubt.alternatives[:2]} == {"12o", "12b"}
    assert scorable(decision)


def test_a_rank_in_doubt_beside_a_suit_in_doubt_is_told_apart() -> None:
    decision = decided(with_(places(), at0={"12o": 0.6, "12b": 0.4}, at5={"2c": 0.7, "6c": 0.3}))
    assert {doubt.card: doubt.suit_only for doubt in decision.doubts} == {0: True, 5: False}
    assert not scorable(decision)


def test_two_cards_of_one_rank_that_may_have_changed_places_are_two_suits_in_doubt() -> None:
    decision = decided(with_(places(), at4={"2o": 0.6, "2b": 0.4}, at7={"2b": 0.6, "2o": 0.4}))
    assert asked(decision) == {4, 7}
    assert scorable(decision)


def test_two_cards_of_different_ranks_that_may_have_changed_places_are_two_ranks_in_doubt() -> None:
    decision = decided(with_(places(), at0={"12o": 0.7, "3o": 0.3}, at8={"3o": 0.7, "12o": 0.3}))
    assert asked(decision) == {0, 8}
    assert not scorable(decision)
    assert decision.doubts[0].alternatives[0].p == pytest.approx(0.49 / (0.49 + 0.09), abs=0.01), "each is there once"


def test_many_small_uncertainties_add_up_and_the_least_sure_are_asked_about() -> None:
    things = with_(places(), at2={"7e": 0.96, "6o": 0.04}, at7={"2b": 0.97, "6e": 0.03}, at11={"3b": 0.95, "6b": 0.05})
    assert asked(decided(things, risk=0.13)) == set()
    assert asked(decided(things, risk=0.08)) == {11}
    assert asked(decided(things, risk=0.05)) == {2, 11}
    assert asked(decided(things, risk=0.01)) == {2, 7, 11}


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.floats(0.5, 1), min_size=16, max_size=16),
    st.floats(1e-5, 0.3),
    st.floats(1e-5, 0.3),
    st.sampled_from(["6o", "12b"]),
)
def test_who_takes_less_of_a_risk_asks_no_less(sure: list[float], one: float, other: float, like: str) -> None:
    things = [place(corners, {name: p, like: 1 - p}) for corners, name, p in zip(table(), HANDS, sure, strict=True)]
    bold, shy = (decided(things, risk) for risk in (max(one, other), min(one, other)))
    assert asked(bold) <= asked(shy)
    assert scorable(bold) or not scorable(shy)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from([0.6, 0.75, 0.9, 0.98, 0.995]), min_size=1, max_size=6), st.floats(0.001, 0.5))
def test_so_many_are_asked_about_as_the_risk_needs_and_no_more(sure: list[float], risk: float) -> None:
    """Where the places have nothing to do with each other: the surest stay, as many as are right together."""
    spare = [card for card in map(str, FORTY) if card not in HANDS]
    others = {f"at{i}": {HANDS[i]: p, spare[i]: 1 - p} for i, p in enumerate(sure)}
    together = np.cumprod([1.0, *sorted(sure, reverse=True)])[::-1]
    assume(np.abs(together - (1 - risk)).min() > 1e-9)
    fewest = int(np.argmax(together >= 1 - risk))
    assert len(asked(decided(with_(places(p=1.0), **others), risk))) == fewest


def test_what_is_taken_for_certain_elsewhere_settles_what_else_may_be_it() -> None:
    (doubt,) = decided(with_(places(), at3={"1b": 0.6, "4b": 0.4})).doubts
    assert doubt.card == 3
    assert decided(with_(places(), at3={"1b": 0.8, "2b": 0.2})).doubts == (), "the 2 of bastos lies elsewhere"


def test_the_same_card_twice_is_a_doubt_at_both_places_and_at_no_other() -> None:
    decision = decided(with_(places(), at9={"12o": 0.99999}))
    assert [(doubt.kind, doubt.card, doubt.suit_only) for doubt in decision.doubts] == [
        ("twice", 0, False),
        ("twice", 9, False),
    ]
    assert {doubt.text for doubt in decision.doubts} == {"12o is read 2 times: N, S; two decks may be mixed"}
    assert [str(decision.cards[i].card) for i in (0, 9)] == ["12o", "12o"]


@pytest.mark.parametrize("risk", [0.1, 0.01, 0.0001])
def test_a_card_twice_is_asked_about_however_sure_both_are_and_whatever_is_risked(risk: float) -> None:
    decision = decided(with_(places(p=1 - 1e-8), at9={"12o": 1 - 1e-8}), risk)
    assert asked(decision) == {0, 9}
    assert not scorable(decision)


def test_a_card_three_times_is_counted() -> None:
    decision = decided(with_(places(p=1 - 1e-8), at9={"12o": 1 - 1e-8}, at14={"12o": 1 - 1e-8}))
    assert asked(decision) == {0, 9, 14}
    assert {doubt.text[:22] for doubt in decision.doubts} == {"12o is read 3 times: N"}


def test_a_card_that_may_be_there_twice_is_no_more_than_one_of_two() -> None:
    """One of them is not sure: that is no word of two decks."""
    decision = decided(with_(places(), at9={"12o": 0.45, "5b": 0.35, "4b": 0.2}))
    assert {doubt.kind for doubt in decision.doubts} == {"card"}
    assert asked(decision) == {9}
    assert str(decision.cards[9].card) == "5b"


def test_fifteen_and_seventeen_cards_are_doubts_of_their_seat() -> None:
    (short,) = decided(places()[:15]).doubts
    assert (short.kind, short.seat) == ("count", Seat("E"))
    more = places()
    more.append(place(more[-1].found.corners + [0, 68], {"4o": 0.99999}))
    (long,) = decided(more).doubts
    assert (long.kind, long.seat) == ("count", Seat("E"))
    assert "5 cards" in long.text


def test_one_card_alone_is_told_as_one() -> None:
    (alone,) = decided(places()[:13]).doubts
    assert str(alone.text) == "E has one card in sight, not 4"


def test_no_card_at_all_is_a_doubt() -> None:
    decision = decided([])
    assert decision.doubts == (Doubt("count", "no card is in sight"),)
    assert decision.cards == ()


def test_hands_where_nobody_plays_are_a_doubt_that_names_no_seat() -> None:
    """Two play, and their seats may be called otherwise at the table than the sides of the picture."""
    found = decide(table_of(places(), assign), 0.01, (Seat("N"), Seat("S"))).doubts
    assert found == (Doubt("count", "8 cards lie where nobody plays"),)


def test_a_card_where_nobody_plays_is_in_no_hand() -> None:
    west, north = places()[4], places()[:3]
    decision = decide(table_of([*north, west, *places()[8:12]], assign), 0.01, (Seat("N"), Seat("S")))
    texts = [str(doubt.text) for doubt in decision.doubts]
    assert texts == ["N has 3 cards in sight, not 4", "one card lies where nobody plays"]
    assert {card.seat for card in decision.cards if str(card.card) == HANDS[4]} == {None}


def test_a_hand_between_two_seats_is_a_doubt() -> None:
    corners = table(44.5)
    things = [place(each, {name: 0.99999}) for each, name in zip(corners, HANDS, strict=True)]
    assert {doubt.kind for doubt in decided(things).doubts} == {"seat"}


def test_a_back_is_strange_and_not_named() -> None:
    back = place(table()[0], {}, strange=0.99)
    assert back.is_strange
    assert back.naming.kind == "back"
    assert decided([back, *places()[1:]]).cards[0].card == FORTY[index("11c")]


def test_what_is_surely_a_card_is_asked_about_however_many_it_may_be() -> None:
    things = with_(places(), at5={"4c": 0.3, "5c": 0.3, "6c": 0.3})
    assert not things[5].is_strange
    (doubt,) = decided(things).doubts
    assert {str(a.card) for a in doubt.alternatives[:3]} == {"4c", "5c", "6c"}


def fifth(strange: float, away: tuple[int, int] = (136, 0), larger: float = 1.0) -> Place:
    """Something beside the hand at N, one step to the right of its last card but one."""
    corners = table()[2] + away
    middle = corners.mean(axis=0)
    return place(middle + (corners - middle) * larger, {"4o": (1 - strange) * 0.9}, strange)


@pytest.mark.parametrize(("strange", "doubted"), [(0.6, True), (0.95, False), (0.99999, False)])
def test_what_may_be_a_fifth_card_of_a_hand_is_a_doubt(strange: float, doubted: bool) -> None:
    decision = decided([*places(), fifth(strange)])
    assert [doubt.kind for doubt in decision.doubts] == ["count"] * doubted
    assert len(decision.cards) == 16
    if doubted:
        assert decision.doubts[0].text == "something that may be a card was left out"
        assert not scorable(decision)


def test_a_suit_is_asked_for_where_it_and_a_ghost_are_too_unsure_together() -> None:
    """The ghost has no suit that could be asked for in its place."""
    ghost, unsure = fifth(0.51), with_(places(), at0={"12o": 0.993, "12b": 0.007})
    assert decided([*places(), ghost], risk=0.01).doubts == decided(unsure, risk=0.01).doubts == ()
    (doubt,) = decided([*unsure, ghost], risk=0.01).doubts
    assert (doubt.card, doubt.suit_only) == (0, True)


@pytest.mark.parametrize("strange", [0.1, 0.3])
def test_what_may_be_anything_or_nothing_is_no_fifth_card_and_the_hands_are_parted_without_it(strange: float) -> None:
    anything = dict.fromkeys(map(str, FORTY), (1 - strange) / 40)
    ghost = place(fifth(strange).found.corners, anything, strange)
    assert not ghost.is_strange
    table = table_of([*places(), ghost], assign)
    assert [id(thing) for thing in table.strange] == [id(ghost)]
    assert len(table.cards) == len(table.hands.seats) == 16
    assert {doubt.kind for doubt in decided([*places(), ghost]).doubts} == {"count"}, "it may be one all the same"


@pytest.mark.parametrize("strange", [0.6, 0.9])
def test_what_makes_a_hand_whole_is_rather_a_card(strange: float) -> None:
    rather_none = place(table()[5], {HANDS[5]: 1 - strange}, strange)
    assert rather_none.is_strange
    decision = decided([*places()[:5], rather_none, *places()[6:]])
    assert [str(card.card) for card in decision.cards if card.seat == Seat("W")] == HANDS[4:8]
    assert asked(decision) == {5}, "that it is one is not certain"


@pytest.mark.parametrize("away", [(0, 420), (500, 0)])
def test_far_from_every_hand_it_is_none(away: tuple[int, int]) -> None:
    assert decided([*places(), fifth(0.6, away)]).doubts == ()


@pytest.mark.parametrize("away", [(150, -60), (500, 0), (0, 420)])
@pytest.mark.parametrize("sure", [0.6, 0.9, 0.97])
def test_a_card_away_from_the_hands_is_never_left_out_without_a_word(sure: float, away: tuple[int, int]) -> None:
    assert not scorable(decided([*places(), place(fifth(0.6, away).found.corners, {"4o": sure}, 1 - sure)]))


@pytest.mark.parametrize("turned", [40, 90])
def test_nor_is_one_that_lies_across_beside_a_hand(turned: float) -> None:
    across = place(card_at(1000, 180, turned), {"4o": 0.9}, strange=0.1)
    assert not scorable(decided([*places(), across]))


def hiding(p: float, *at: int) -> list[Place]:
    """Sixteen certain cards, at some of which another one sticks with that probability."""
    return [replace(thing, hides=p * (number in at)) for number, thing in enumerate(places())]


@pytest.mark.parametrize(("p", "doubted"), [(1.0, True), (0.999, True), (0.6, False), (0.001, False)])
def test_a_card_that_sticks_to_one_of_a_hand_would_be_its_fifth(p: float, doubted: bool) -> None:
    decision = decided(hiding(p, 5))
    assert [(doubt.kind, doubt.seat, doubt.card) for doubt in decision.doubts] == [("count", Seat("W"), None)] * doubted
    assert len(decision.cards) == 16
    if doubted:
        assert decision.doubts[0].text == "W: two cards may stick together"


def test_what_sticks_is_none_of_the_cards_that_are_seen_and_no_less_likely_for_that() -> None:
    table = table_of(hiding(0.9, 5), assign)
    odds = STICKS * ONE_MORE * 0.9 / 0.1
    assert table.joint.marginals[-1, NONE] == pytest.approx(1 / (1 + odds), rel=1e-3)


def test_a_hand_is_named_once_whose_cards_may_all_hide_one() -> None:
    assert [doubt.seat for doubt in decided(hiding(0.999, 0, 2, 3, 12)).doubts] == [Seat("N"), Seat("E")]


def test_many_cards_of_which_each_may_hide_one_are_a_doubt_together() -> None:
    assert decided(hiding(0.6, 3)).doubts == ()
    assert decided(hiding(0.6, *range(16))).doubts != ()


def test_what_hardly_may_stick_to_any_card_makes_no_other_card_unsure() -> None:
    """A hand of which one card may be none and that may hide another one is a hand of four all the same."""
    sure = [place(corners, {name: 0.9999}, strange=1e-5) for corners, name in zip(table(), HANDS, strict=True)]
    for hides in (0.002, 0.02):
        assert decided([replace(thing, hides=hides) for thing in sure]).doubts == decided(sure).doubts == ()


def test_a_hand_of_three_is_told_before_what_another_may_hide() -> None:
    things = hiding(0.999, 5)
    doubts = [str(doubt.text) for doubt in decided([*things[:12], *things[13:]]).doubts]
    assert doubts == ["E has 3 cards in sight, not 4", "W: two cards may stick together"]


def test_what_sticks_to_a_card_does_not_make_its_hand_whole() -> None:
    three = hiding(0.999, 5)[:4] + hiding(0.999, 5)[5:]
    assert "W has 3 cards in sight, not 4" in [doubt.text for doubt in decided(three).doubts]


def test_of_what_sticks_the_mean_of_all_looks_counts() -> None:
    fused = fuse([hiding(0.9, 5), hiding(0.001, 5)])
    assert fused[5].hides == pytest.approx(0.4505)
    assert fused[4].hides == 0


def test_an_eight_in_a_hand_is_no_card_that_makes_it_whole() -> None:
    eight = place(table()[5], {HANDS[5]: 0.06}, strange=0.94)
    eight = replace(eight, naming=replace(eight.naming, back=0.0, eight=0.93))
    laid = table_of([*places()[:5], eight, *places()[6:]], assign)
    assert [thing.naming.kind for thing in laid.strange] == ["8"]
    assert len(laid.cards) == 15


@pytest.mark.parametrize("larger", [0.7, 1.3])
def test_what_is_of_another_size_than_the_cards_is_none_of_them(larger: float) -> None:
    assert decided([*places(), fifth(0.6, larger=larger)]).doubts == ()


def test_a_hand_nearer_to_the_camera_is_larger_and_its_fifth_card_as_well() -> None:
    def larger(thing: Place) -> Place:
        return Place(replace(thing.found, corners=(thing.found.corners - [800, 180]) * 1.25 + [800, 180]), thing.naming)

    things = [*places(), fifth(0.6)]
    near = [larger(thing) if thing.found.corners[:, 1].max() < 300 else thing for thing in things]
    assert [doubt.text for doubt in decided(near).doubts] == ["something that may be a card was left out"]


def test_a_strange_thing_that_can_only_be_a_card_that_lies_elsewhere_is_none() -> None:
    beside = place(fifth(0.6).found.corners, {"12o": 0.4}, strange=0.6)
    assert decided([*places(), beside]).doubts == ()


def test_a_certain_table_has_one_hypothesis_that_is_all_but_certain() -> None:
    first, *_ = decided(places()).hypotheses
    assert first.p > 0.999
    assert [str(card) for card in first.cards] == HANDS


def test_hypotheses_are_the_likeliest_ways_of_naming_all_cards() -> None:
    decision = decided(with_(places(p=1.0), at0={"12o": 0.6, "5b": 0.4}, at5={"2c": 0.7, "5b": 0.3}))
    named = {(str(each.cards[0]), str(each.cards[5])): each.p for each in decision.hypotheses}
    ways = {("12o", "2c"): 0.42, ("5b", "2c"): 0.28, ("12o", "5b"): 0.18}
    total = sum(ways.values()) + 0.12 * TWICE  # the 5 of bastos at both: possible, and nothing to score
    assert named == pytest.approx({way: p / total for way, p in ways.items()})
    assert list(named) == list(ways), "the likeliest first"


@settings(deadline=None, max_examples=15)
@given(st.lists(st.floats(0.3, 1), min_size=16, max_size=16), st.floats(0, 0.5))
def test_hypotheses_come_in_their_order_and_are_no_more_than_certain(sure: list[float], strange: float) -> None:
    things = [
        place(corners, {name: p * (1 - strange), "4b": (1 - p) * (1 - strange)}, strange * (number == 3))
        for number, (corners, name, p) in enumerate(zip(table(), HANDS, sure, strict=True))
    ]
    decision = decided([*things, fifth(0.7)])
    shares = [each.p for each in decision.hypotheses]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1 + 1e-5
    assert len(shares) <= MOST_WAYS
    assert len({each.cards for each in decision.hypotheses}) == len(shares)
    assert {len(each.cards) for each in decision.hypotheses} <= {len(decision.cards)}
    assert all(len(set(each.cards)) == len(each.cards) for each in decision.hypotheses), "no card twice"


def test_what_may_be_a_card_beside_them_is_no_part_of_a_hypothesis() -> None:
    decision = decided([*with_(places(p=1.0), at0={"12o": 0.6, "5b": 0.4}), fifth(0.6)], risk=0.06)
    assert {doubt.kind for doubt in decision.doubts} == {"card"}, "what was left out is within the risk"
    assert sum(each.p for each in decision.hypotheses) == pytest.approx(1 - 0.36 / 0.6 * ONE_MORE, abs=0.001)


def test_frames_that_agree_stay_certain_and_frames_that_differ_do_not() -> None:
    assert decided(fuse([places(), places()])).doubts == ()
    (doubt,) = decided(fuse([places(), with_(places(), at3={"7b": 0.99999})])).doubts
    assert (doubt.kind, doubt.card) == ("card", 3)
    assert {str(a.card) for a in doubt.alternatives[:2]} == {"1b", "7b"}


def test_a_card_that_is_there_no_more_is_doubtful_and_one_that_came_later_is_not() -> None:
    fused = fuse([places(), places(), places()[:15], places()[:15]])
    assert len(fused) == 16
    (doubt,) = decided(fused).doubts
    assert (doubt.kind, doubt.card) == ("card", 15)
    assert decided(fuse([places()[:15], places(), places()])).doubts == ()


def test_a_card_that_was_taken_away_is_not_told_as_a_back() -> None:
    seventeen = [*places(), fifth(0.9)]
    assert [thing.kind for thing in decided(fuse([seventeen, places(), places()])).strange] == []


def test_what_one_frame_saw_clearly_stays_known_where_another_saw_hardly_anything() -> None:
    """A card that lies under another one by now was seen before."""
    hardly = with_(places(), at6=dict.fromkeys(map(str, FORTY), 1 / 40))
    assert asked(decided(hardly)) == {6}
    for frames in ([places(), hardly], [hardly, places()]):
        fused = decided(fuse(frames), risk=0.05)
        assert fused.doubts == ()
        assert str(fused.cards[6].card) == HANDS[6]


def test_two_cards_that_all_but_lie_on_each_other_are_two_in_every_frame() -> None:
    upper, lower = (place(card_at(300, y), {name: 0.99999}) for y, name in ((300, "12o"), (320, "5b")))
    for frames in ([[upper, lower], [lower, upper]], [[upper], [lower, upper]], [[lower, upper], [upper]]):
        named = [each.naming.ranked()[0][0] for each in fuse(frames)]
        assert sorted(map(str, named)) == ["12o", "5b"]


def test_a_fifth_card_that_hardly_looks_out_is_counted_in_frames_as_in_one_picture() -> None:
    fifth = place(table()[2] + [0, 20], dict.fromkeys(map(str, FORTY), 1 / 40))
    things = [*places(), fifth]
    for decision in (decided(things), decided(fuse([things, things]))):
        assert ("count", Seat("N")) in {(doubt.kind, doubt.seat) for doubt in decision.doubts}


def test_frames_agree_that_a_card_is_an_eight() -> None:
    eight = place(table()[0], {}, strange=0.98)
    eight = replace(eight, naming=replace(eight.naming, back=0.0, eight=0.97))
    assert [thing.naming.kind for thing in fuse([[eight], [eight]])] == ["8"]


def test_what_lies_on_a_card_in_one_of_the_frames_lies_on_it() -> None:
    things = places()
    covered = [*things[:6], Place(replace(things[6].found, under=(7,)), things[6].naming), *things[7:]]
    for frames in ([things, covered], [covered, things]):
        assert [thing.found.under for thing in fuse(frames)].count((7,)) == 1


def test_frames_of_which_one_shows_another_table() -> None:
    moved = [Place(replace(each.found, corners=each.found.corners + 150), each.naming) for each in places()]
    assert show_one_table([places(), places()])
    assert show_one_table([places(), places()[:9]]), "a hand may have been in the way"
    assert not show_one_table([places(), moved])


def packs_of(names: list[str], **instead: list[str]) -> dict[Seat, tuple[Card, ...]]:
    """Packs that these hands come of, with six cards more each; `instead`: a seat's own."""
    rest = [str(card) for card in FORTY if str(card) not in names]
    cards = {seat: names[4 * i :][:4] + rest[6 * i :][:6] for i, seat in enumerate(FOUR)}
    return {seat: tuple(map(Card.parse, instead.get(seat.value, of))) for seat, of in cards.items()}


def with_packs(things: list[Place], packs: dict[Seat, tuple[Card, ...]]) -> Decision:
    return decide(table_of(things, assign, packs), 0.01, FOUR)


def test_a_card_of_the_own_pack_is_sure_beside_one_of_another() -> None:
    things = with_(places(), at0={"12o": 0.6, "4b": 0.4})
    assert asked(decided(things)) == {0}
    assert "4b" not in map(str, packs_of(HANDS)[FOUR[0]])
    assert with_packs(things, packs_of(HANDS)).doubts == ()


def test_two_cards_of_the_own_pack_are_as_unsure_as_before() -> None:
    own = packs_of(HANDS)[FOUR[0]]
    other = next(str(card) for card in own if card.rank != 12 and str(card) not in HANDS)
    (doubt,) = with_packs(with_(places(), at0={"12o": 0.6, other: 0.4}), packs_of(HANDS)).doubts
    assert {str(each.card): each.p for each in doubt.alternatives} == pytest.approx({"12o": 0.6, other: 0.4}, abs=0.01)


def test_what_is_seen_surely_stays_against_the_packs() -> None:
    """Two seats took each other's pack: the cards are read as they lie, and the law says what is wrong."""
    packs = packs_of(HANDS)
    crossed = {**packs, FOUR[0]: packs[FOUR[1]], FOUR[1]: packs[FOUR[0]]}
    decision = with_packs(places(p=1 - 1e-7), crossed)
    assert [str(card.card) for card in decision.cards] == HANDS
    assert scorable(decision)


def test_against_the_packs_what_is_seen_less_surely_is_asked_about() -> None:
    packs = packs_of(HANDS, N=[str(card) for card in packs_of(HANDS)[FOUR[0]]][1:] + [HANDS[15]])
    decision = with_packs(with_(places(), at0={"12o": 0.9, "11c": 0.0, "2b": 0.0, HANDS[15]: 0.1}), packs)
    assert 0 in asked(decision)


def is_stray(probabilities: dict[str, float], strange: float) -> bool:
    """Whether a thing in the middle of a table of four whole hands is taken for none of the forty."""
    *_, thing = without_strays([*places(), place(card_at(800, 600, 90), probabilities, strange)], players=4)
    return thing.is_strange


def test_what_lies_away_from_whole_hands_and_is_rather_no_card_than_one_of_any_rank_is_none() -> None:
    assert is_stray({"4b": 0.3, "6o": 0.3}, strange=0.4)
    assert not is_stray({"4b": 0.3, "6o": 0.4}, strange=0.3)


def test_a_card_of_a_sure_rank_whose_suit_nobody_knows_is_a_card_wherever_it_lies() -> None:
    suits = {f"4{suit}": 0.25 for suit in "oceb"}
    assert not is_stray(suits, strange=0.0)
    seventeen = [*places(), place(card_at(800, 600, 90), suits)]
    assert not scorable(decided(without_strays(seventeen, players=4)))


@pytest.mark.parametrize("count", [40, 120, 160])
def test_a_table_full_of_cards_is_asked_about(count: int) -> None:
    everywhere = [card_at(80 + 90 * (i % 16), 80 + 120 * (i // 16)) for i in range(count)]
    things = [place(corners, {str(FORTY[i % 40]): 0.9}) for i, corners in enumerate(everywhere)]
    decision = decided(things)
    assert len(decision.cards) == count
    assert not scorable(decision)
