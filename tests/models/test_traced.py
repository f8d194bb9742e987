"""Scenes path-traced: how things lie on each other, and that the truth is that of the drawn ones."""

from dataclasses import replace

import numpy as np
import pytest

from models.scenes.cards.decks import Deck, deck_of
from models.scenes.chance import random_spec
from models.scenes.photograph.sensor import Sensor
from models.scenes.scene import render
from models.scenes.spec import CardItem, SceneOptions, SceneSpec, Thing
from models.scenes.table.standing import random_glass
from models.scenes.traced.solids import TRIANGLES, grid_triangles, joined, sheets


def flat_deck() -> Deck:
    """Faces of one colour each, dark and light in turn."""
    from models.deck.faces import CARDS

    return deck_of("flat", {card: np.full((96, 62, 3), 60 + 180 * (i % 2), np.uint8) for i, card in enumerate(CARDS)})


DECK = flat_deck()


def spec_of(kind: str, seed: int) -> SceneSpec:
    return random_spec(np.random.default_rng(seed), kind, DECK, SceneOptions(wide=0.4, occlude=0.0))


def with_items(*items: CardItem | Thing) -> SceneSpec:
    return replace(spec_of("clean", 1), items=items)


def test_a_thing_lies_on_the_highest_point_of_what_is_under_it() -> None:
    bowed = CardItem("1o", "N", "row", 0.0, 0.0, 0.0, lift=(4.0, 0.0, 0.0))
    above, apart = replace(bowed, card="2o", x=20.0, lift=(0.0, 0.0, 0.0)), replace(bowed, card="3o", x=200.0)
    coin = Thing("coin", 0, 25.0, 0.0, 0.0, (20.0, 20.0))
    heights = [sheet.grid[..., 2] for sheet in sheets(with_items(bowed, above, apart, coin))]
    assert heights[1].min() > heights[0].max() >= 4.0
    assert heights[2].min() == pytest.approx(heights[0].min())
    assert heights[3].min() > heights[1].max()


def test_every_sheet_finds_its_own_picture_in_the_joined_one() -> None:
    cards = [CardItem(name, "N", "row", 100.0 * k, 0.0, 0.0) for k, name in enumerate(("1o", "2o"))]
    lying = sheets(replace(with_items(*cards), ink=None))
    solid, picture = joined(lying)
    assert len(solid.triangles) == 2 * TRIANGLES
    for k, sheet in enumerate(lying):
        points = solid.triangles[k * TRIANGLES : (k + 1) * TRIANGLES].astype(int).ravel()
        middle = solid.places[points].mean(axis=0) * picture.shape[1::-1]
        shown = picture[int(middle[1]), int(middle[0])]
        assert shown == pytest.approx(sheet.picture[48, 31] / 255)


def test_the_upper_side_of_a_grid_is_up() -> None:
    x, y = np.meshgrid([0.0, 1.0, 2.0], [0.0, -1.0])
    points = np.stack([x.ravel(), y.ravel(), np.zeros(6)], axis=1)
    a, b, c = (points[corner] for corner in grid_triangles(2, 3).astype(int).T)
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()


@pytest.mark.parametrize(("kind", "seed"), [("clean", 2), ("overlap", 3), ("mirrored", 4)])
def test_the_truth_of_a_traced_scene_is_that_of_the_drawn_one(kind: str, seed: int) -> None:
    pytest.importorskip("mitsuba", reason="path tracing alone needs Mitsuba")
    from models.scenes.traced.trace import trace

    spec = spec_of(kind, seed)
    flat = [replace(item, lift=(0.0, 0.0, 0.0), lean=(0.0, 0.0)) for item in spec.items if isinstance(item, CardItem)]
    spec = replace(spec, items=tuple(flat), camera=replace(spec.camera, distortion=0.0), sensor=Sensor())
    traced, drawn = trace(spec, (384, 216)), render(spec, (384, 216))
    assert [card.card for card in traced.cards] == [card.card for card in drawn.cards]
    for ours, theirs in zip(traced.cards, drawn.cards, strict=True):
        assert np.abs(ours.quad - theirs.quad).max() < 1.0
        assert ours.visible == pytest.approx(theirs.visible, abs=0.08)
    assert (traced.label == drawn.label).mean() > 0.98
    on = [traced.image[traced.label == k].mean() for k in range(len(traced.cards))]
    light = [DECK.faces[card.card][48, 31, 0] > 128 for card in traced.cards]
    assert min(level for level, is_light in zip(on, light, strict=True) if is_light) > max(
        level for level, is_light in zip(on, light, strict=True) if not is_light
    )


def test_what_shines_through_a_glass_is_not_called_a_card() -> None:
    pytest.importorskip("mitsuba", reason="path tracing alone needs Mitsuba")
    from models.scenes.traced.trace import trace

    card = CardItem("2o", "N", "row", 0.0, 0.0, 0.0)
    glass = replace(random_glass(np.random.default_rng(1), 0.0, 0.0), foot=25.0, rim=25.0, height=60.0, level=0.0)
    alone, covered = (trace(replace(with_items(card), items=items), (384, 216)) for items in ((card,), (card, glass)))
    assert covered.cards[0].visible < 0.8 * alone.cards[0].visible
