"""What likeness to a learned deck's cards counts, fitted to things that are made up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.training.likeness import BEGIN, Things, fit, loss
from vision.decide.posterior import CLASSES, EIGHT, NINE, OTHER, normalised
from vision.enrolled.looks import Weights, log_likelihood_ratios

TRUE = Weights(explained=15.0, of_the_deck=-1.0, likest=3.0, lookalikes=0.05)


def made_up(weights: Weights = TRUE, tables: int = 300, seed: int = 3) -> list[Things]:
    """Tables of things that are what they are as likely as these weights say, of many likenesses and shares in view."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(tables):
        likeness = rng.uniform(0, 0.6, (20, 40))
        best = rng.integers(40, size=20)
        likeness[np.arange(20), best] = rng.uniform(0.1, 0.97, 20)
        in_view = rng.uniform(0.1, 1, 20).astype(np.float32)
        log_p = normalised(rng.normal(0, 2, (20, CLASSES)) + np.where(np.arange(CLASSES) >= EIGHT, 2.0, 0.0))
        p = np.exp(normalised(log_p + log_likelihood_ratios(likeness, in_view, 0.5, weights)))
        what = np.array([rng.choice(CLASSES, p=row / row.sum()) for row in p])
        made.append(Things(likeness, in_view, 0.5, log_p, what))
    return made


def test_the_weights_by_which_things_came_about_are_found_wherever_the_fit_begins() -> None:
    things = made_up()
    for begin in (BEGIN, Weights(explained=3.0, of_the_deck=2.0, likest=0.5, lookalikes=0.5)):
        found = fit(things, begin)
        assert found.explained == pytest.approx(TRUE.explained, rel=0.15)
        assert found.of_the_deck == pytest.approx(TRUE.of_the_deck, abs=0.4)
        assert found.likest == pytest.approx(TRUE.likest, rel=0.25)
        assert found.lookalikes < 0.2


def test_a_label_that_is_wrong_costs_no_more_than_so_much() -> None:
    [table] = made_up(tables=1)
    impossible = replace(table, log_p=np.where(np.arange(CLASSES) == OTHER, 0.0, -1000.0) + np.zeros((20, 1)))
    impossible = replace(impossible, what=np.full(20, NINE))
    assert loss([impossible], TRUE) == 25


def test_where_no_eight_looks_like_a_card_one_may_still() -> None:
    found = fit(made_up(replace(TRUE, lookalikes=1e-12), tables=40))
    assert 1e-4 < found.lookalikes < 0.05
