"""What is kept of how the cards of known decks look: the mean of their photographs, as they are and in a mirror."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.scenes.cards.decks import Deck
from models.training import known
from tests.vision.enrolled.drawn import SHIPPED, cut_outs, enrolled, house, stranger
from tests.vision.scripted import ship
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.known import KNOWN, KnownDecks
from vision.enrolled.looks import Weights, whole


def test_each_deck_is_known_by_what_is_kept_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learned(deck: Deck, seed: tuple[int, int], _: object) -> EnrolledDeck:
        return enrolled(deck, f"time {seed[1]}")

    decks = (house(), stranger())
    monkeypatch.setattr(known, "enrolled", learned)
    arrays = known.known_decks(decks, workers=1)
    assert arrays["known"].dtype == arrays["mirrored"].dtype == np.int8
    assert arrays["known"].shape == arrays["mirrored"].shape == (2, 2, 40, 160, 16)
    ship(KNOWN, arrays, tmp_path, monkeypatch)
    monkeypatch.setattr("vision.enrolled.looks.Weights.shipped", lambda: Weights(40.0, 0.1, 2.0, 0.1))
    recognises = KnownDecks.shipped()
    for number, deck in enumerate(decks):
        seen = SHIPPED.faces(whole(cut_outs(deck)))
        looks = recognises.decks[number]
        assert recognises.recognised(seen) is looks
        assert np.diagonal(looks.likeness(seen)).min() > 0.95
        mirrored = SHIPPED.faces(whole(np.ascontiguousarray(cut_outs(deck)[:, :, ::-1])))
        in_mirror = looks.mirrored.likeness(mirrored.patches, mirrored.in_view)
        assert np.diagonal(in_mirror).min() > 0.95
