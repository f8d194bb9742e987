"""What likeness to a learned deck's cards counts, fitted to things that are made up."""

from __future__ import annotations

import numpy as np
import pytest

from vision.decide.posterior import CLASSES, EIGHT, OTHER

pytest.importorskip("torch")
pytest.importorskip("scipy")

from models.training.likeness import Things, fit, loss
from vision.enrolled.looks import WEIGHTS


def made_up(noise: float, eights_like: float = 0.4, seed: int = 3) -> list[Things]:
    """Tables of a deck whose cards are 0.5 like each other and 0.9 like themselves, but for that much noise; nothing
    else is known of them. A tenth are eights, which are so like one of them, and a tenth like none."""
    rng = np.random.default_rng(seed)
    tables = []
    for _ in range(40):
        what = rng.integers(40, size=20)
        likeness = np.where(np.arange(40) == what[:, np.newaxis], 0.9, 0.5)
        what[:2], likeness[:2] = EIGHT, np.where(np.arange(40) == what[:2, np.newaxis], eights_like, 0.3)
        what[2:4], likeness[2:4] = OTHER, 0.1
        likeness = np.clip(likeness + rng.normal(0, noise, likeness.shape), -1, 0.97)
        log_p = np.full((20, CLASSES), -np.log(CLASSES))
        tables.append(Things(likeness, np.ones(20, np.float32), 0.5, log_p, what))
    return tables


def test_the_fit_says_what_lies_there_surer_than_what_it_began_with() -> None:
    things = made_up(noise=0.1)
    fitted = fit(things)
    assert loss(things, fitted) < loss(things, WEIGHTS)
    assert loss(made_up(noise=0.1, seed=4), fitted) < loss(made_up(noise=0.1, seed=4), WEIGHTS)


def test_the_less_likeness_tells_the_less_it_counts() -> None:
    clear, vague = (fit(made_up(noise)) for noise in (0.05, 0.2))
    assert clear.whichever + clear.in_view > 2 * (vague.whichever + vague.in_view)


def test_where_eights_look_like_cards_likeness_speaks_less_against_them() -> None:
    assert fit(made_up(noise=0.05, eights_like=0.9)).liker > 5 * fit(made_up(noise=0.05)).liker
