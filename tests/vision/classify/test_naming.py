"""What several looks at one card come to."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.scripted import index, naming
from vision.classify.naming import pooled

SIX, SEVEN = index("6e"), index("7e")


def test_what_all_say_stays_what_it_is() -> None:
    one = naming({"6e": 0.7, "7e": 0.2}, strange=0.1)
    both = pooled([one, one])
    np.testing.assert_allclose(both.cards, one.cards, atol=1e-9)
    assert (both.strange, both.back) == pytest.approx((one.strange, one.back))


def test_a_look_that_is_surer_counts_the_more_and_no_look_counts_twice() -> None:
    sure, doubtful = naming({"6e": 0.9999, "7e": 0.0001}), naming({"6e": 0.2, "7e": 0.8})
    both = pooled([sure, doubtful])
    assert both.cards[SIX] / both.cards[SEVEN] == pytest.approx((9999 * 0.25) ** 0.5, rel=0.01)
    assert both.cards.sum() + both.strange == pytest.approx(1)


def test_what_a_look_rules_out_is_very_unlikely_and_not_impossible() -> None:
    both = pooled([naming({"6e": 1.0}), naming({"7e": 1.0})])
    assert both.cards[SIX] == pytest.approx(0.5)
    assert both.cards[SEVEN] == pytest.approx(0.5)
