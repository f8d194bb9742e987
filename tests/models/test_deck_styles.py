"""Decks of other makers: the same seed the same deck, other seeds other decks, each of them a Spanish one."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from models.deck import digits, faces, raster
from models.deck.colour import luminance
from models.deck.size import HEIGHT
from models.deck.style import (
    ACES,
    CLUB_DESIGNS,
    COIN_DESIGNS,
    CUP_DESIGNS,
    INDEX_FONTS,
    SWORD_DESIGNS,
    DeckStyle,
    random_style,
)

SEEDS = range(300)


def style_for(seed: int) -> DeckStyle:
    return random_style(np.random.default_rng(seed))


def test_the_same_seed_gives_the_same_deck() -> None:
    one, two = style_for(7), style_for(7)
    assert one == two
    assert hash(one) == hash(two)
    names = ("1e", "4b", "10c", "11o", "joker")
    first, second = raster.deck(one, 90, names), raster.deck(two, 90, names)
    for name in names:
        assert np.array_equal(first[name], second[name])
        assert np.array_equal(first[name], raster.face(name, 90, one))


def test_other_seeds_give_other_decks() -> None:
    styles = [style_for(seed) for seed in SEEDS]
    assert len(set(styles)) == len(styles)
    assert {s.coin for s in styles} == set(COIN_DESIGNS)
    assert {s.cup for s in styles} == set(CUP_DESIGNS)
    assert {s.sword for s in styles} == set(SWORD_DESIGNS)
    assert {s.club for s in styles} == set(CLUB_DESIGNS)
    assert {s.ace for s in styles} == set(ACES)
    assert {s.index.font for s in styles} == set(INDEX_FONTS[1:])
    assert {s.frame.lines for s in styles} == {0, 1, 2}


def test_styles_are_within_the_tradition() -> None:
    for seed in SEEDS:
        style = style_for(seed)
        paper = luminance(style.palette.stock)
        assert paper > 0.7
        assert paper - luminance(style.palette.ink) > 0.5
        assert 0 <= style.line < 1
        assert style.index.y + style.index.height < HEIGHT / 4
        assert style.index.font in digits.FONTS
        assert not style.house
        for field in fields(style):
            # Plain Python values keep styles hashable and easy to compare.
            assert not isinstance(getattr(style, field.name), np.generic), field.name


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_every_face_of_a_random_deck_is_drawn_and_differs(seed: int) -> None:
    deck = raster.deck(style_for(seed), 100)
    assert tuple(deck) == faces.CARDS + faces.STRANGE
    seen = set()
    for name, image in deck.items():
        assert image.shape == (100, 64, 4)
        ink = np.abs(image[:, :, :3].astype(int) - image[2, 32, :3].astype(int)).max(axis=2) > 40
        assert 0.02 < ink.mean() < 0.98, name
        seen.add(image.tobytes())
    assert len(seen) == len(deck)


def test_every_font_has_every_number() -> None:
    for number in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"):
        for font in INDEX_FONTS:
            paths, width = digits.number(number, font, 5.0)
            assert paths
            assert 0 < width < 12
