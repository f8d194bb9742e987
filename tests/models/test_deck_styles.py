"""Decks of other makers: the same seed the same deck, other seeds other decks, each of them a Spanish one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import product
from typing import Any

import cv2
import numpy as np
import pytest

from models.deck import faces, figures, strange
from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import luminance
from models.deck.drawing.vector import (
    IDENTITY,
    Drawing,
    Group,
    Node,
    Point,
    Shape,
    Symbol,
    Transform,
    Use,
    bounds,
    rect,
    segment,
)
from models.deck.ends import digits, index
from models.deck.ends.frame import Frame
from models.deck.ends.index import PENS, RESERVED_PENS
from models.deck.figures import jointed
from models.deck.figures.jointed import maker as maker_tables
from models.deck.figures.jointed import people
from models.deck.figures.jointed.maker import maker_of
from models.deck.pips import coins, cups, upright
from models.deck.printing import raster
from models.deck.size import HEIGHT, WIDTH
from models.deck.style import (
    ACES,
    COURTS,
    DESIGNS,
    EDGES,
    GRAND,
    HOUSE,
    MAKERS,
    PRINTS,
    RESERVED,
    RESERVED_ACES,
    RESERVED_PRINTS,
    SHADINGS,
    SIZES,
    DeckStyle,
    random_style,
)

SEEDS = range(300)


def style_for(seed: int, held_out: bool = False) -> DeckStyle:
    return random_style(np.random.default_rng(seed), held_out=held_out)


def face(name: str, height: int, style: DeckStyle = HOUSE) -> raster.Image:
    return raster.deck(style, height, (name,))[name]


@cache
def styles() -> tuple[DeckStyle, ...]:
    return tuple(map(style_for, SEEDS))


def test_the_same_seed_gives_the_same_deck() -> None:
    one, two = style_for(7), style_for(7)
    assert one == two
    assert hash(one) == hash(two)
    names = ("1e", "4b", "10c", "11o", "joker")
    first, second = raster.deck(one, 90, names), raster.deck(two, 90, names)
    for name in names:
        assert np.array_equal(first[name], second[name])
        assert np.array_equal(first[name], face(name, 90, one))


def test_a_deck_does_not_hang_on_how_python_hashes_names() -> None:
    """Whatever order a set of names has in a run, the run draws the same faces."""
    program = (
        "import numpy, zlib; from models.deck.printing import raster; from models.deck.style import random_style\n"
        "for seed in range(30):\n"
        "    style = random_style(numpy.random.default_rng(seed))\n"
        "    for image in raster.deck(style, 60, ('1o', '1c', '11o')).values():\n"
        "        print(zlib.crc32(image.tobytes()))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


def test_other_seeds_give_other_decks() -> None:
    assert len(set(styles())) == len(styles())
    for pip, designs in DESIGNS.items():
        assert {getattr(s, pip) for s in styles()} == set(designs)
    assert {s.ace for s in styles()} == set(ACES)
    assert {s.coin_edge for s in styles()} == set(EDGES)
    assert {s.court for s in styles()} == set(COURTS)
    assert {s.maker for s in styles()} == set(MAKERS)
    assert {(s.width, s.height) for s in styles()} == set(SIZES)
    assert {s.index.font for s in styles()} == {*PENS, *typefaces.STANDARD}
    assert {s.index.corners for s in styles()} == {0, 2, 4}
    assert {s.frame.lines for s in styles()} == {0, 1, 2}
    assert any(s.wrong_pinta for s in styles())


def test_styles_are_within_the_tradition() -> None:
    for style in styles():
        paper = luminance(style.palette.stock)
        assert paper > 0.6 or style.maker in ("tinted", "dark")
        assert abs(paper - luminance(style.palette.index)) > 0.2
        assert 0 <= style.line < 1
        assert style.index.y + style.index.height < style.height / 4
        assert not style.house
        # Where nothing else tells one rank from the next, the number does.
        assert style.index.corners or (style.court == "figure" and not style.one_pip)
        for field in fields(style):
            # Plain Python values keep styles hashable and easy to compare.
            assert not isinstance(getattr(style, field.name), np.generic), field.name


def test_held_out_decks_are_of_makers_that_no_other_deck_has() -> None:
    held_out = [style_for(seed, held_out=True) for seed in range(60)]
    for name, reserved in RESERVED.items():
        assert {getattr(style, name) for style in held_out} == set(reserved)
        assert not {getattr(style, name) for style in styles()} & set(reserved)
    for suit, kinds in RESERVED_ACES.items():
        assert {dict(style.grand).get(suit) for style in held_out} == {None, *kinds}
        assert {dict(style.grand).get(suit) for style in styles()} == {None, *GRAND[suit]}
    assert {kind for style in held_out for kind in style.prints} == set(RESERVED_PRINTS)
    assert {kind for style in styles() for kind in style.prints} == set(PRINTS)
    assert {style.index.font for style in held_out} == set(RESERVED_PENS)
    assert not {style.index.font for style in styles()} & set(RESERVED_PENS)
    assert any(style.frame.ends == "dot" for style in held_out)
    assert not any(style.frame.ends == "dot" for style in styles())


def test_what_is_none_of_the_forty_has_no_held_out_pip_either(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = set[str]()

    def watched(draw: Callable[..., None]) -> Callable[..., None]:
        def drawing(*args: Any) -> None:
            drawn.update(arg for arg in args if isinstance(arg, str))
            draw(*args)

        return drawing

    for kind in (coins, cups, upright):
        monkeypatch.setattr(kind, "draw", watched(kind.draw))
    for style, name in product(styles()[:40], strange.NAMES):
        strange.draw(style, name, Chance(style.seed, name, False))
    assert {"chalice", "smooth"} < drawn
    assert not drawn & {design for reserved in RESERVED.values() for design in reserved}


def test_held_out_figures_wear_what_no_others_do() -> None:
    held_out = [maker_of(seed, True) for seed in range(60)]
    others = [maker_of(seed, False) for seed in range(300)]
    for garment in ("hats", "robes"):
        assert not {each for maker in held_out for each in getattr(maker, garment)} & {
            each for maker in others for each in getattr(maker, garment)
        }
    assert {maker.crown for maker in held_out} == set(maker_tables.RESERVED["crown"])
    assert {maker.crown for maker in others} == set(maker_tables.CROWNS)


@pytest.mark.parametrize("held_out", [False, True])
def test_a_jointed_figure_keeps_within_the_card_and_differs_by_rank(held_out: bool) -> None:
    for seed in range(20):
        style = replace(style_for(seed, held_out), court="figure")
        seen = raster.deck(style, 60, ("10o", "11o", "12o"))
        assert len({image.tobytes() for image in seen.values()}) == 3
        for rank in (10, 11, 12):
            (x, y), size = jointed.draw(Brush(style), rank, "c", Chance(seed, f"{rank}c", False))
            assert 0 < x < WIDTH
            assert 0 < y - size < y + size < HEIGHT / 2


def signs(nodes: Sequence[Node], place: Transform = IDENTITY) -> Iterator[Group]:
    """The symbols among the nodes, each where it lies on the card."""
    for node in nodes:
        if isinstance(node, Group):
            yield from signs(node.nodes, node.transform.then(place))
        elif isinstance(node, Use):
            yield Group(node.symbol.nodes, node.transform.then(place))


def outlines(nodes: Sequence[Node], place: Transform = IDENTITY) -> Iterator[Point]:
    """Every point of what is drawn; of what is clipped, those of its clip."""
    for node in nodes:
        if isinstance(node, Group):
            yield from outlines([Shape(node.clip)] if node.clip else node.nodes, node.transform.then(place))
        elif isinstance(node, Shape):
            yield from map(place, node.path.points)


def test_the_sign_that_a_figure_has_lies_below_the_frame() -> None:
    """Coins on a raised hand, swords held up, of riders who fill the card: all but what a sign's knob sticks out."""
    for seed, (rank, suit) in product(range(20), product((10, 11, 12), "oceb")):
        brush = Brush(replace(style_for(seed), court="figure"))
        jointed.draw(brush, rank, suit, Chance(seed, f"{rank}{suit}", False))
        [sign] = signs(brush.nodes)
        assert min(y for _, y in outlines([sign])) > people._TOP - 2


def test_a_bust_has_the_suits_sign_once_and_whole_on_its_card() -> None:
    for seed, (rank, suit) in product(range(5), product((10, 11, 12), "oceb")):
        brush = Brush(replace(style_for(seed), court="bust"))
        figures.draw(brush, rank, suit, Chance(seed, f"{rank}{suit}", False))
        [sign] = signs(brush.nodes)
        x0, y0, x1, y1 = bounds([sign])
        assert 0 < x0 < x1 < WIDTH
        assert 0 < y0 < y1 < HEIGHT


@pytest.mark.parametrize("shading", SHADINGS)
def test_what_is_drawn_to_be_enlarged_has_lines_and_misprints_like_the_rest(shading: str) -> None:
    style, drawn = replace(HOUSE, shading=shading, line=0.1, misprint=(0.4, -0.2)), []
    for unit in (1.0, 10.0):
        brush = Brush(style, unit)
        brush.solid(rect(0, 0, 20 / unit, 13 / unit), style.palette.flesh, 3 / unit)
        brush.detail(segment(0, 0, 20 / unit, 0), 1.0)
        drawn.append([(np.array(one.path.points) * unit, one.width * unit) for one in shapes(brush.nodes)])
    for (points, width), (large, broad) in zip(*drawn, strict=True):
        np.testing.assert_allclose(large, points, atol=1e-9)
        assert broad == pytest.approx(width)


def shapes(nodes: Sequence[Node]) -> Iterator[Shape]:
    for node in nodes:
        if isinstance(node, Group):
            yield from shapes(node.nodes)
        elif isinstance(node, Shape):
            yield node


def test_a_held_out_deck_takes_no_font_of_the_machine() -> None:
    fonts = ("/nowhere/a.ttf",)
    one = random_style(np.random.default_rng(5), fonts, held_out=True)
    assert one == random_style(np.random.default_rng(5), held_out=True)


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_every_face_of_a_random_deck_is_drawn_and_differs(seed: int, held_out: bool) -> None:
    style = style_for(seed, held_out)
    deck = raster.deck(style, 100)
    assert tuple(deck) == faces.CARDS + faces.STRANGE
    seen = set()
    width, height = faces.Artist(style).size
    for name, image in deck.items():
        assert image.shape == (100, round(100 * width / height), 4)
        # Something is printed on it: at least a fiftieth of the card is of quite another colour.
        pixels = image[8:-8, 8:-8, :3].reshape(-1, 3)
        assert np.ptp(np.percentile(pixels, (2, 98), axis=0).astype(int), axis=0).max() > 25, name
        seen.add(image.tobytes())
    assert len(seen) == len(deck)


def test_every_font_has_every_number() -> None:
    for number in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"):
        for font in (*digits.FONTS, *typefaces.STANDARD):
            paths, width = index.number(number, index.Index(font=font, height=5.0))
            assert paths
            assert 0 < width < 12


@pytest.mark.parametrize(
    "change",
    [
        {"height": 8.0},
        {"font": "Times-Bold"},
        {"wide": 0.6},
        {"slant": 0.3},
        {"weight": 0.07},
        {"outlined": True},
        {"box": "disc"},
        {"box": "plain", "filled": True},
        {"suit_mark": True},
        {"of_suit": True},
        {"corners": 4},
        {"corners": 0},
    ],
)
def test_each_way_of_setting_a_number_changes_the_corner_and_nothing_else(change: dict[str, object]) -> None:
    plain = replace(HOUSE.index, height=7.0)
    before = face("4o", 190, replace(HOUSE, index=plain))
    after = face("4o", 190, replace(HOUSE, index=replace(plain, **change)))  # type: ignore[arg-type]
    changed = np.argwhere((before != after).any(axis=2))
    assert len(changed) > 10
    inner = (changed[:, 0] > 45) & (changed[:, 0] < 145)
    assert not inner.any()


def test_an_old_deck_is_darker_and_less_clean() -> None:
    new, old = (raster.deck(replace(HOUSE, seed=3, age=age), 160, ("plain",))["plain"] for age in (0.0, 1.0))
    assert old[..., :3].mean() < new[..., :3].mean() - 5
    assert np.array_equal(old[..., 3], new[..., 3])
    assert new[..., :3].std(axis=(0, 1)).max() < 0.1
    assert old[..., :3].std(axis=(0, 1)).max() > 2


def test_a_trimmed_card_is_smaller_and_shows_less_margin() -> None:
    trimmed = replace(HOUSE, trim=(3.0, 3.0, 3.0, 3.0))
    whole, cut = face("2o", 190), face("2o", 190, trimmed)
    assert cut.shape[1] / cut.shape[0] == pytest.approx(55 / 89, abs=0.01)

    def first_ink(image: raster.Image) -> float:
        """How far down the frame's upper line is, in heights of the card."""
        column = image[:, int(image.shape[1] * 0.7), :3].min(axis=1)
        return float(np.argmax(column < 120)) / image.shape[0]

    assert first_ink(whole) == pytest.approx(3.6 / 95, abs=0.006)
    assert first_ink(cut) == pytest.approx(0.6 / 89, abs=0.006)


def test_a_court_card_is_shown_in_many_ways() -> None:
    pictures = [face("12e", 120, replace(HOUSE, house=False, court=court)) for court in COURTS]
    for k, one in enumerate(pictures):
        for other in pictures[k + 1 :]:
            assert (cv2.absdiff(one, other).max(axis=2) > 40).mean() > 0.05


@pytest.mark.parametrize("suit", "oceb")
def test_every_kind_of_grand_ace_is_drawn_and_leaves_the_cards_edge_free(suit: str) -> None:
    for seed, kind in product(range(12), GRAND[suit] + RESERVED_ACES[suit]):
        plain = replace(style_for(seed), trim=(0.0, 0.0, 0.0, 0.0), crooked=0.0, age=0.0, frame=Frame(lines=0))
        bare = replace(plain, index=replace(plain.index, corners=0), grand=((suit, kind),), width=61.0, height=95.0)
        image = face(f"1{suit}", 190, bare)[..., :3].astype(int)
        changed = np.abs(image - image[95, 2]).max(axis=2) > 40
        assert changed.sum() > 700, (seed, kind)
        # Clear of the corners, which are cut round.
        assert not changed[16:-16, :3].any(), (seed, kind)
        assert not changed[16:-16, -3:].any(), (seed, kind)
        assert not changed[:5, 10:-10].any(), (seed, kind)
        assert not changed[-5:, 10:-10].any(), (seed, kind)


@pytest.mark.parametrize("kind", PRINTS + RESERVED_PRINTS)
def test_what_is_printed_between_the_pips_leaves_them_and_the_cards_edge_as_they_are(kind: str) -> None:
    printed = 0
    for seed in range(8):
        style = replace(style_for(seed), width=61.0, height=95.0, crooked=0.0, trim=(0.0, 0.0, 0.0, 0.0), age=0.0)
        bare, full = (replace(style, ornaments=share, prints=(kind,)) for share in (0.0, 1.0))
        for name in ("2o", "4c", "4e", "5b", "6o"):
            before, after = (face(name, 190, each)[..., :3].astype(int) for each in (bare, full))
            changed = np.abs(before - after).max(axis=2) > 40
            printed += changed.any()
            rim = np.ones_like(changed)
            rim[16:-16, 12:-12] = False
            assert not (changed & rim).any(), (seed, name)
            # Pips are drawn last, so that only plain paper changes.
            paper = np.abs(before - np.median(before[changed] if changed.any() else before[:, 60], axis=0))
            assert ((paper.max(axis=2) < 60) | ~changed).mean() > 0.995, (seed, name)
    assert printed > 4


def test_bounds_are_those_of_what_is_seen() -> None:
    drawing = Drawing()
    drawing.line(segment(0, 0, 10, 0), "#000000", 2.0)
    assert bounds(drawing.nodes) == (-1, -1, 11, 1)
    with drawing.group(Transform.shift(20, 0), clip=rect(0, 0, 4, 4)):
        drawing.fill(rect(0, 0, 50, 50), "#000000")
    assert bounds(drawing.nodes) == (-1, -1, 24, 4)
    drawing.add(Use(Symbol(())))
    with pytest.raises(ValueError, match="symbol"):
        bounds(drawing.nodes)
