"""Votes that agree are a card; those that say themselves how wrong they may be are weighed by it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import LENGTH, WIDTH, card_at
from vision import geometry
from vision.geometry import Corners
from vision.locate.found import Found
from vision.locate.votes import USUAL_ERROR, Votes, cards_of

SIDE = 8.0


def votes_for(cards: list[Corners], noise: float = 0.0, seed: int = 1) -> tuple[Votes, NDArray[np.intp]]:
    """What a look says that sees these cards, the lowest first, and of each vote the card that it means."""
    x, y = np.meshgrid(np.arange(4, 800, SIDE), np.arange(4, 600, SIDE))
    at = np.stack([x.ravel(), y.ravel()], axis=1)
    top = np.full(len(at), -1)
    for number, card in enumerate(cards):
        top[geometry.inside(at, card)] = number
    at, top = at[top >= 0], top[top >= 0]
    outlines = np.stack(cards)
    rng = np.random.default_rng(seed)
    centre = outlines.mean(axis=1)[top] + rng.normal(0, noise * WIDTH / 2 + 1e-9, (len(at), 2))
    votes = Votes(
        side=SIDE,
        at=at,
        p=np.full(len(at), 0.9),
        centre=centre,
        long_axis=((outlines[:, 3] - outlines[:, 0]) / 2)[top],
        short_axis=((outlines[:, 1] - outlines[:, 0]) / 2)[top],
        uncertainty=np.full((len(at), 2), USUAL_ERROR),
    )
    return votes, top


def off(found: Found, card: Corners) -> float:
    """How many pixels the worst corner is off."""
    return min(float(np.abs(np.roll(found.corners, turn, axis=0) - card).max()) for turn in range(4))


def with_uncertainty(votes: Votes, wrong: NDArray[np.float64], centre: NDArray[np.float64]) -> Votes:
    return Votes(votes.side, votes.at, votes.p, centre, votes.long_axis, votes.short_axis, wrong)


def test_each_card_is_found_once_and_what_lies_on_what() -> None:
    cards = [card_at(300 + 30 * k, 300, 4.0 * k) for k in range(4)]
    found = cards_of(votes_for(cards, noise=0.1)[0])
    assert len(found) == len(cards)
    at = [min(range(len(found)), key=lambda i: off(found[i], card)) for card in cards]
    assert sorted(at) == [0, 1, 2, 3]
    assert all(off(found[i], card) < 5 for i, card in zip(at, cards, strict=True))
    for lower, upper in ((0, 1), (1, 2), (2, 3)):
        assert at[upper] in found[at[lower]].under
        assert at[lower] not in found[at[upper]].under


def test_few_votes_are_no_card() -> None:
    votes, _ = votes_for([card_at(300, 300)])
    assert not cards_of(votes.of(np.arange(len(votes)) < 2))


def test_what_lies_on_the_border_of_two_cards_is_neither() -> None:
    cards = [card_at(300, 300), card_at(300 + WIDTH, 300)]
    votes, _ = votes_for(cards)
    border = np.abs(votes.at[:, 0] - (300 + WIDTH / 2)) < SIDE
    centre = np.where(border[:, np.newaxis], [300 + WIDTH / 2, 300.0], votes.centre)
    assert len(cards_of(with_uncertainty(votes, votes.uncertainty, centre))) == 2


@pytest.mark.parametrize("seed", range(4))
def test_a_vote_counts_by_how_wrong_it_says_that_it_may_be(seed: int) -> None:
    """Nine in ten votes of a covered card see only its middle, and say so; the others see its end."""
    card = card_at(400, 300, 12.0)
    votes, _ = votes_for([card])
    rng = np.random.default_rng(seed)
    knows = rng.random(len(votes)) < 0.1
    along = (card[3] - card[0]) / np.linalg.norm(card[3] - card[0])
    slipped = 0.6 * WIDTH / 2 * (1 + 0.2 * rng.standard_normal(len(votes)))
    centre = np.where(knows[:, np.newaxis], votes.centre, votes.centre + slipped[:, np.newaxis] * along)
    blind = cards_of(with_uncertainty(votes, votes.uncertainty, centre))
    wrong = np.where(knows[:, np.newaxis], 0.03, [0.6, 0.03])
    told = cards_of(with_uncertainty(votes, wrong, centre))
    assert min(off(found, card) for found in told) < 2.5
    assert min(off(found, card) for found in blind) > 8


def test_a_vote_that_may_mean_two_cards_goes_to_the_nearer() -> None:
    cards = [card_at(300, 300), card_at(300 + 0.45 * WIDTH, 300)]
    votes, top = votes_for(cards)
    centre, wrong = votes.centre.copy(), votes.uncertainty.copy()
    unsure = (top == 0) & (votes.at[:, 0] > 285)
    centre[unsure] += [0.12 * WIDTH, 0]
    wrong[unsure], wrong[~unsure] = 0.5, 0.04
    found = cards_of(with_uncertainty(votes, wrong, centre))
    lower = min(found, key=lambda thing: off(thing, cards[0]))
    visible = np.count_nonzero(top == 0) * SIDE**2 / (WIDTH * LENGTH)
    assert len(found) == 2
    assert lower.seen == pytest.approx(visible, abs=0.02)


def test_votes_for_one_card_that_do_not_agree_are_one_card() -> None:
    card = card_at(400, 302)
    votes, _ = votes_for([card])
    every_other = np.arange(len(votes)) % 2 == 0
    centre = votes.centre + np.where(every_other, -2.5, 2.5)[:, np.newaxis] * [0, 1]
    (found,) = cards_of(with_uncertainty(votes, np.full_like(votes.uncertainty, 0.01), centre))
    assert off(found, card) < 4


@pytest.mark.parametrize("in_view", [0.14, 0.17, 0.2])
def test_a_sliver_beside_a_card_on_top_of_it_is_a_card(in_view: float) -> None:
    """What its cells say is drawn towards the card on top, so that both outlines have more in common than the cards."""
    cards = [card_at(300, 300), card_at(300 + in_view * WIDTH, 300)]
    votes, top = votes_for(cards)
    centre = votes.centre + np.where(top == 0, 0.04 * WIDTH, 0.0)[:, np.newaxis] * [1, 0]
    found = cards_of(with_uncertainty(votes, np.full_like(votes.uncertainty, 0.04), centre))
    assert len(found) == 2
    lower = min(found, key=lambda thing: float(thing.corners.mean(axis=0)[0]))
    assert lower.seen == pytest.approx(np.count_nonzero(top == 0) * SIDE**2 / (WIDTH * LENGTH), abs=0.01)
    assert len(lower.under) == 1


@pytest.mark.parametrize("looks_out", [7, 8])
def test_of_two_cards_that_stick_together_the_lower_one_is_found(looks_out: int) -> None:
    """Their outlines have more than 0.85 in common."""
    votes, _ = votes_for([card_at(300, 300), card_at(300, 300 + looks_out)])
    found = cards_of(with_uncertainty(votes, np.full_like(votes.uncertainty, 0.04), votes.centre))
    assert sorted(len(thing.under) for thing in found) == [0, 1]


def test_a_few_votes_that_may_be_far_off_are_no_card() -> None:
    cards = [card_at(300, 300), card_at(300 + 0.17 * WIDTH, 300)]
    votes, top = votes_for(cards)
    wrong = np.where(top[:, np.newaxis] == 0, 0.6, np.full_like(votes.uncertainty, 0.04))
    centre = votes.centre - np.where(top == 0, 0.5 * WIDTH, 0.0)[:, np.newaxis] * [1, 0]
    assert len(cards_of(with_uncertainty(votes, wrong, centre))) == 1


def test_what_is_too_large_is_no_card_where_others_lie() -> None:
    """Most cells of two cards that lie end to end mean one as long as both, which has more votes than either."""
    two = [card_at(200, 150), card_at(200, 150 + LENGTH)]
    votes, top = votes_for([*two, *(card_at(400 + 110 * number, 300) for number in range(3))])
    large = (top < 2) & (np.arange(len(votes)) % 5 < 3)
    centre = np.where(large[:, np.newaxis], [200, 150 + LENGTH / 2], votes.centre)
    long_axis = np.where(large[:, np.newaxis], 2 * votes.long_axis, votes.long_axis)
    found = cards_of(replace(votes, centre=centre, long_axis=long_axis))
    assert len(found) == 5
    assert all(min(off(thing, card) for thing in found) < 2 for card in two)


def test_a_card_takes_over_the_votes_of_one_of_which_none_is_sure() -> None:
    """Of one card some votes are sure where it lies and others are not, though they are surer that it is a card."""
    card = card_at(400, 300)
    votes, _ = votes_for([card])
    unsure = np.arange(len(votes)) % 2 == 0
    centre = votes.centre + np.where(unsure, 0.12 * WIDTH, 0.0)[:, np.newaxis] * [1, 0]
    told = replace(votes, p=np.where(unsure, 0.9, 0.3))
    wrong = np.where(unsure[:, np.newaxis], 0.2, np.full_like(votes.uncertainty, 0.02))
    with np.errstate(all="raise"):
        (found,) = cards_of(with_uncertainty(told, wrong, centre))
    assert off(found, card) < 1


def test_votes_of_which_no_card_explains_enough_are_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.locate.votes._chosen", lambda *_: [])
    assert cards_of(votes_for([card_at(300, 300)])[0]) == []
