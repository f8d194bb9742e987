"""Which decks a wrong card comes from, and where the photographs lie, when learning is measured."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.measuring import enrol, learned
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck
from models.scenes.scene import Scene
from models.scenes.spec import SceneSpec
from models.scenes.table.textures import VARIANTS
from vision.reader import Reader


def test_a_wrong_card_is_of_a_maker_of_the_same_kind_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reserved makers and others take turns: a card of one among those of the other is told too easily."""
    deck = own_deck(60)
    decks = [replace(deck, name=str(number)) for number in range(4)]
    met = set[tuple[int, int]]()

    def sabotaged(rng: np.random.Generator, deck: Deck, other: Deck, way: str) -> tuple[Deck, set[str]]:
        met.add((int(deck.name), int(other.name)))
        return deck, {"7o"}

    monkeypatch.setattr(enrol, "sabotaged", sabotaged)
    monkeypatch.setattr(enrol, "photographs", lambda *_: [])
    monkeypatch.setattr(enrol, "refusal", lambda *_: None)
    enrol._of_sabotaged(Reader.shipped(), decks, 200, 5)
    assert met == {(one, two) for one in range(4) for two in range(4) if one != two}


def test_where_the_figures_lie_first_every_card_is_another_of_its_suit() -> None:
    deck = own_deck(60)
    wrong, named = enrol.sabotaged(np.random.default_rng(1), deck, deck, "figures first")
    assert named == {*deck.faces}
    lie = {"1": "10", "3": "12", "4": "1", "12": "7"}
    assert all(np.array_equal(wrong.faces[place + s], deck.faces[lie[place] + s]) for place in lie for s in "oceb")


def test_learned_decks_lie_on_held_out_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = list[SceneSpec]()

    def render(spec: SceneSpec, size: tuple[int, int]) -> Scene:
        lying.append(spec)
        return Scene(np.zeros((216, 384, 3), np.uint8), [], [], np.zeros((216, 384), np.int16))

    monkeypatch.setattr(learned, "render", render)
    learned.photographs(own_deck(60), (3,))
    assert all(surface.variant >= VARIANTS for spec in lying for surface, _ in spec.surfaces)
