"""Which tables are laid card by card."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from models.measuring import coming
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck


def test_unseen_decks_of_both_kinds_of_makers_lie_at_both_kinds_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    own, held_out = own_deck(60), list[bool]()

    def random_deck(*_: Any, **options: bool) -> Deck:
        held_out.append(options["held_out"])
        return own

    monkeypatch.setattr(coming, "random_deck", random_deck)
    tables = [coming.table(number, 5, own) for number in range(12)]
    kinds = [spec.kind for whose, spec in tables if whose == "unseen"]
    assert sorted(zip(kinds, held_out, strict=True)) == sorted(product(coming.KINDS, (False, True)))
