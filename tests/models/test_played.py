"""What of a drawn hand is taken for known where a deck is learned from hands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.measuring.played import KINDS, SIZE, evening, hand, known
from models.scenes.cards.library import own_deck
from vision.picture import Picture
from vision.reader import Reader


def test_what_is_certain_is_known_and_what_players_would_have_said() -> None:
    [(kind, scene)] = evening(own_deck(320), (5,), range(1))
    assert (kind, scene.image.shape) == (KINDS[0], (SIZE[1], SIZE[0], 3))
    reader = Reader.shipped()
    reading = reader.read(Picture(scene.image), "")
    truth = {card.card: card.quad.mean(axis=0) for card in scene.cards}
    assert reading.complete
    places = known(reading, scene, told=False)
    assert {str(card) for card in places} == {*truth}
    assert max(np.linalg.norm(where.mean(axis=0) - truth[str(card)]) for card, where in places.items()) < 20
    unsure = replace(reading, scorable=False)
    assert known(unsure, scene, told=False) == {}
    assert {*known(unsure, scene, told=True)} == {*places}
    kept = hand(scene, reader, told=False)
    assert kept.picture.pixels.shape[:2] == (1296, 2304)
    assert all(np.allclose(kept.known[card] * 2, where) for card, where in places.items())
