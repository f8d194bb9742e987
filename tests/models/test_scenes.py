"""Drawn scenes: the truth must agree with the pixels, and the seed with itself."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.deck.faces import CARDS
from models.deck.style import SIZES
from models.scenes import demo
from models.scenes.__main__ import main
from models.scenes.cards.decks import Deck, deck_of, load_deck
from models.scenes.chance import random_spec
from models.scenes.photograph.camera import Camera, View
from models.scenes.photograph.light import Lamp, Light
from models.scenes.photograph.sensor import Sensor
from models.scenes.scene import Scene, SceneCard, render
from models.scenes.spec import (
    ALL_KINDS,
    FAR,
    FAR_WIDTH,
    STEEP,
    CardItem,
    SceneOptions,
    SceneSpec,
    Thing,
)
from models.scenes.spec import corners as table_corners
from models.scenes.table.layouts import BETWEEN, LAYOUTS, LOOKS_OUT, Lie, hand, one_stuck
from models.scenes.table.sprites import BEADS

SIZE = (576, 324)


def flat_deck() -> Deck:
    """Each face in a colour of its own, square corners, green nowhere below 60."""
    faces = {}
    for i, card in enumerate(CARDS):
        colour = (20 + 6 * i, 60 + 4 * (i * 7 % 40), 20 + 5 * (i * 11 % 40), 255)
        faces[card] = np.full((96, 62, 4), colour, np.uint8)
    faces["9o"] = np.full((96, 62, 4), (1, 250, 1, 255), np.uint8)
    return deck_of("flat", faces, radius=0.0)


DECK = flat_deck()


def spec_of(kind: str, seed: int, **options: Any) -> SceneSpec:
    return random_spec(np.random.default_rng(seed), kind, DECK, SceneOptions(**options))


def plain(spec: SceneSpec) -> SceneSpec:
    """The same table in even light, its cards new and flat, as a camera without faults takes it."""
    items = [
        replace(item, lift=(0.0, 0.0, 0.0), shade=1.0, wear=None) if isinstance(item, CardItem) else item
        for item in spec.items
    ]
    even = Light((Lamp(0.0, 0.0, 1000.0, 0.0, (1.0, 1.0, 1.0)),), (1.0, 1.0, 1.0))
    return replace(spec, items=tuple(items), light=even, sensor=Sensor(), ink=None, shadow=0.0, glare=0.0)


def same(a: Scene, b: Scene) -> bool:
    return (
        np.array_equal(a.image, b.image)
        and np.array_equal(a.label, b.label)
        and all(np.array_equal(p.quad, q.quad) and p.card == q.card for p, q in zip(a.cards, b.cards, strict=True))
    )


@pytest.mark.parametrize("size", SIZES)
def test_cards_of_the_trade_lie_in_their_own_shape(size: tuple[float, float]) -> None:
    width, height = size
    spec = random_spec(np.random.default_rng(5), "clean", replace(DECK, aspect=width / height), SceneOptions(wide=0.0))
    assert spec.card_size[0] / spec.card_size[1] == pytest.approx(width / height)


@pytest.mark.parametrize("kind", [*ALL_KINDS, "any"])
def test_the_same_seed_draws_the_same_scene(kind: str) -> None:
    assert same(render(spec_of(kind, 3), SIZE), render(spec_of(kind, 3), SIZE))
    assert not same(render(spec_of(kind, 3), SIZE), render(spec_of(kind, 4), SIZE))


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_sixteen_different_cards_four_a_seat_all_in_the_picture(kind: str) -> None:
    for seed in range(4):
        scene = render(spec_of(kind, seed), SIZE)
        assert len({c.card for c in scene.cards}) == 16
        assert sorted(c.seat or "" for c in scene.cards) == sorted("NWSE" * 4)
        assert all(c.layout in LAYOUTS for c in scene.cards)
        quads = np.concatenate([c.quad for c in scene.cards])
        assert (quads >= 0).all()
        assert (quads <= np.array(SIZE)).all()


def test_seats_are_where_the_picture_has_them() -> None:
    for seed in range(6):
        scene = render(spec_of("mixed", seed), SIZE)
        middle = {s: np.mean([c.quad for c in scene.cards if c.seat == s], axis=(0, 1)) for s in "NWSE"}
        assert min(middle, key=lambda s: float(middle[s][1])) == "N"
        assert max(middle, key=lambda s: float(middle[s][1])) == "S"
        assert min(middle, key=lambda s: float(middle[s][0])) == "W"
        assert max(middle, key=lambda s: float(middle[s][0])) == "E"


@pytest.mark.parametrize("kind", ["clean", "overlap", "tilted", "steep", "mirrored", "any"])
def test_pixels_colours_and_quads_agree(kind: str) -> None:
    for seed in range(3):
        spec = spec_of(kind, seed)
        spec = replace(spec, items=tuple(item for item in spec.items if isinstance(item, CardItem)))
        scene = render(plain(spec), SIZE)
        for index, card in enumerate(scene.cards):
            mask = scene.label == index
            inside = np.zeros(mask.shape, np.uint8)
            cv2.fillPoly(inside, [np.round((card.quad - 0.5) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
            grown = cv2.dilate(inside, np.ones((3, 3), np.uint8))
            assert not (mask & (grown == 0)).any()
            core = cv2.erode(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
            assert (scene.image[core] == DECK.faces[card.card][0, 0, :3]).all()
            shown = mask.sum() / cv2.contourArea(card.quad)
            assert abs(card.visible - min(1.0, shown)) < 0.02


def test_later_cards_lie_on_top() -> None:
    scene = render(plain(spec_of("overlap", 1)), SIZE)
    for low, card in enumerate(scene.cards):
        for high in range(low + 1, 16):
            a, b = (np.zeros(scene.label.shape, np.uint8) for _ in range(2))
            cv2.fillConvexPoly(a, np.round(card.quad).astype(np.int32), 1)
            cv2.fillConvexPoly(b, np.round(scene.cards[high].quad).astype(np.int32), 1)
            both = cv2.erode(a & b, np.ones((5, 5), np.uint8)) > 0
            assert not (scene.label[both] == low).any()


def test_quads_begin_at_the_faces_own_top_left() -> None:
    face = np.full((96, 62, 3), 250, np.uint8)
    face[:24, :16] = (0, 0, 255)
    deck = deck_of("corner", dict.fromkeys(CARDS, face), radius=0.0)
    scene = render(plain(random_spec(np.random.default_rng(5), "clean", deck, SceneOptions())), SIZE)
    for card in scene.cards:
        q = card.quad
        at = q[0] + (q[1] - q[0]) * 0.12 + (q[3] - q[0]) * 0.12
        blue, _, red = scene.image[int(at[1]), int(at[0])]
        assert red > 200
        assert blue < 60


def test_label_map_tells_cards_strange_things_and_the_rest() -> None:
    scene = render(spec_of("clutter", 2, strange=2), SIZE)
    assert len(scene.cards) == 14
    codes = set(np.unique(scene.label).tolist())
    assert codes <= {-1, *range(14), *(-2 - i for i in range(len(scene.strange)))}
    for i, odd in enumerate(scene.strange):
        assert (scene.label == -2 - i).any() == (odd.visible > 0)
    assert {s.card for s in scene.strange} <= {"back", "9o"}


def test_what_lies_on_a_card_takes_from_what_is_visible() -> None:
    covered = [c.visible for seed in range(12) for c in render(spec_of("clutter", seed, occlude=1.0), SIZE).cards]
    assert min(covered) < 0.95
    assert all(0 <= share <= 1 for share in covered)


def test_options_change_the_hands() -> None:
    scene = render(spec_of("clean", 1, counts={"N": 5, "W": 3}), SIZE)
    assert [sum(c.seat == s for c in scene.cards) for s in "NWSE"] == [5, 3, 4, 4]
    scene = render(spec_of("clean", 1, counts={"W": 0, "E": 0}), SIZE)
    assert len(scene.cards) == 8
    assert {c.seat for c in scene.cards} == {"N", "S"}
    assert spec_of("clean", 1, surface="marble").surfaces[-1][0].name == "marble"


def test_of_two_cards_that_stick_together_the_lower_one_hardly_looks_out() -> None:
    items = spec_of("clean", 5, wide=0.0, stuck="W", occlude=0.0, counts={"W": 5}).items
    cards = [item for item in items if isinstance(item, CardItem)]
    assert [sum(card.seat == seat for card in cards) for seat in "NWSE"] == [4, 5, 4, 4]
    pairs = [
        (a, b) for a, b in pairwise(cards) if a.seat == b.seat and np.hypot(a.x - b.x, a.y - b.y) < LOOKS_OUT[1] + 1
    ]
    assert [(under.seat, over.seat) for under, over in pairs] == [("W", "W")]


def test_what_sticks_lies_under_one_card_or_about_half_under_two() -> None:
    row, between = [Lie(70.0 * number, 0.0, 0.0) for number in range(4)], 0
    for seed in range(200):
        laid = one_stuck(np.random.default_rng(seed), row)
        assert [lie for lie in laid if lie in row] == row
        ((lowest, under),) = [(number, lie) for number, lie in enumerate(laid) if lie not in row]
        away = sorted((np.hypot(lie.x - under.x, lie.y - under.y), laid.index(lie)) for lie in row)
        if away[0][0] > LOOKS_OUT[1]:
            between += 1
            assert all(10 < far < 60 and lowest < over for far, over in away[:2])
    assert 200 * BETWEEN * 0.7 < between < 200 * BETWEEN * 1.3


def test_a_turned_table_is_the_same_table_turned() -> None:
    spec = spec_of("clean", 7)
    turned = replace(spec, camera=replace(spec.camera, roll=spec.camera.roll + 180))
    a, b = render(spec, SIZE), render(turned, SIZE)
    for p, q in zip(a.cards, b.cards, strict=True):
        assert np.allclose(np.array(SIZE) - p.quad, q.quad, atol=0.01)


def test_a_window_is_a_part_of_the_whole() -> None:
    spec = spec_of("mixed", 3)
    whole, part = render(spec, SIZE), render(spec, SIZE, (200, 100, 160, 120))
    assert part.image.shape == (120, 160, 3)
    assert np.mean(part.label == whole.label[100:220, 200:360]) > 0.999
    assert np.allclose(part.cards[3].quad + np.array([200, 100]), whole.cards[3].quad, atol=0.01)


def test_the_scene_does_not_depend_on_the_picture_size() -> None:
    spec = spec_of("overlap", 9)
    small, large = render(spec, SIZE), render(spec, (1152, 648))
    for p, q in zip(small.cards, large.cards, strict=True):
        assert np.allclose(p.quad * 2, q.quad, atol=0.02)
        assert abs(p.visible - q.visible) < 0.04


@pytest.mark.parametrize("kind", ["enrol", "spread"])
def test_the_whole_deck(kind: str) -> None:
    scene = render(spec_of(kind, 1), SIZE)
    assert sorted(c.card for c in scene.cards) == sorted(CARDS)
    if kind == "enrol":
        assert [c.card for c in scene.cards] == list(CARDS)
        tops = [np.mean([c.quad[:, 1] for c in scene.cards[i : i + 10]]) for i in range(0, 40, 10)]
        assert tops == sorted(tops)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_hold_any_number_of_cards(layout: str) -> None:
    for count in (0, 1, 3, 4, 5, 6):
        assert len(hand(np.random.default_rng(1), layout, count)) == count


def test_the_camera_sees_what_it_looks_at_in_the_middle() -> None:
    camera = Camera(height=1000, tilt=20, azimuth=35, roll=12, look_at=(30, -20))
    view = View(camera, (1152, 648))
    assert np.allclose(view.project([30.0, -20.0]), (576, 324), atol=1e-6)
    assert np.allclose(np.hypot(*(camera.position[:2] - (30, -20))), 1000 * np.tan(np.radians(20)))
    straight = View(Camera(height=1000), (1152, 648))
    focal = 576 / np.tan(np.radians(33))
    assert np.allclose(straight.project([100.0, 0.0]), (576 + focal / 10, 324))
    x, y = view.table_grid(8)
    assert np.allclose(view.project(np.stack([x, y], -1))[5, 9], (9 * 8 + 0.5, 5 * 8 + 0.5), atol=1e-6)


def test_a_folder_of_faces(tmp_path: Path) -> None:
    face = np.full((160, 100, 4), (230, 240, 250, 255), np.uint8)
    cv2.rectangle(face, (10, 10), (90, 150), (0, 0, 0, 255), 2)
    framed = cv2.copyMakeBorder(face, 7, 7, 7, 7, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    for name in ("1_oros", "12_bastos", "8_copas", "joker1"):
        cv2.imencode(".png", framed)[1].tofile(tmp_path / f"{name}.png")
    deck = load_deck(tmp_path)
    assert sorted(deck.faces) == ["12b", "1o"]
    assert sorted(deck.strange) == ["8c", "joker1"]
    assert deck.faces["1o"].shape == (160, 100, 4)
    assert deck.faces["1o"][0, 0, 3] == 0
    assert deck.faces["1o"][80, 0, 3] == 255
    with pytest.raises(ValueError, match="no faces"):
        load_deck(tmp_path / "..")


def test_draw_writes_pictures_and_truth(tmp_path: Path) -> None:
    faces = tmp_path / "faces"
    faces.mkdir()
    suits = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
    for card, face in DECK.faces.items():
        cv2.imencode(".png", face)[1].tofile(faces / f"{card[:-1]}_{suits[card[-1]]}.png")
    out = tmp_path / "out"
    options = ["--decks", str(faces), "--kinds", "clean,clutter", "--count", "2", "--seed", "5", "--size", "576x324"]
    assert main(["draw", str(out), *options]) == 0
    lines = [json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines()]
    assert [line["kind"] for line in lines] == ["clean", "clutter"]
    for line in lines:
        assert list(line) == ["image", "deck", "kind", "surface", "hcam", "tilt", "cards"]
        assert line["deck"] == "faces"
        assert 0.7 < line["hcam"] < 1.7
        assert len(line["cards"]) == 16
        assert list(line["cards"][0]) == ["card", "seat", "layout", "quad"]
        assert np.array(line["cards"][0]["quad"]).shape == (4, 2)
        picture = cv2.imread(str(out / line["image"]))
        assert picture is not None
        assert picture.shape == (324, 576, 3)
    strange = [json.loads(line) for line in (out / "strange.jsonl").read_text().splitlines()]
    assert [s["image"] for s in strange] == [line["image"] for line in lines]


def test_the_demonstration_is_drawn_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "COUNT", 1)
    monkeypatch.setattr(demo, "SIZE", SIZE)
    monkeypatch.setattr(demo, "own_deck", lambda: DECK)
    monkeypatch.chdir(tmp_path)
    for asked in (["--help"], ["--own"]):
        with pytest.raises(SystemExit):
            demo.main(asked)
    assert list(tmp_path.iterdir()) == []
    demo.main(["elsewhere"])
    assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir()) == ["hand-01.jpg", "truth.jsonl"]
    truth = json.loads((tmp_path / "elsewhere" / "truth.jsonl").read_text("utf-8"))
    assert len(truth["cards"]) == 16
    assert not (tmp_path / demo.FOLDER).exists()


def test_a_scene_needs_a_kind() -> None:
    with pytest.raises(ValueError, match="kind"):
        spec_of("nonsense", 1)


def test_coins_lie_on_the_faces() -> None:
    covered, whole = 0, 0
    for seed in range(6):
        spec = spec_of("coins", seed)
        beads = [item for item in spec.items if isinstance(item, Thing) and item.kind in BEADS]
        cards = [item for item in spec.items if isinstance(item, CardItem)]
        assert 3 <= len(beads) <= 10
        for bead in beads:
            assert min(np.hypot(bead.x - card.x, bead.y - card.y) for card in cards) < 62
        scene = render(spec, SIZE)
        covered += sum(card.visible < 0.99 for card in scene.cards)
        whole += sum(card.visible > 0.99 for card in scene.cards)
    assert covered > 20
    assert whole > 40


def test_many_coins_lie_on_numbers() -> None:
    near = []
    for seed in range(20):
        spec = spec_of("coins", seed)
        for card in (item for item in spec.items if isinstance(item, CardItem)):
            own = table_corners(card, spec.card_size)
            for x0, y0, x1, y1 in DECK.marks_of(card.card).boxes:
                at = own[0] + (x0 + x1) / 2 * (own[1] - own[0]) + (y0 + y1) / 2 * (own[3] - own[0])
                near += [
                    np.hypot(item.x - at[0], item.y - at[1]) < 12
                    for item in spec.items
                    if isinstance(item, Thing) and item.kind in BEADS
                ]
    assert sum(near) > 30


def test_a_steep_camera_stays_steep_and_a_far_one_far() -> None:
    for seed in range(25):
        assert STEEP <= spec_of("steep", seed).camera.tilt <= 42
        spec = spec_of("far", seed)
        view = View(spec.camera, (FAR_WIDTH, FAR_WIDTH * 9 // 16))
        length = spec.card_size[1] * view.scale
        assert FAR[0] * 0.85 < length <= FAR[1] + 1e-6


def test_a_mirrored_picture_is_the_other_one_turned_over() -> None:
    spec = spec_of("mirrored", 5)
    assert spec.mirrored
    true, seen = render(replace(spec, mirrored=False), SIZE), render(spec, SIZE)
    assert seen.mirrored
    assert not true.mirrored
    assert np.array_equal(seen.image, true.image[:, ::-1])
    assert np.array_equal(seen.label, true.label[:, ::-1])
    for one, other in zip(true.cards, seen.cards, strict=True):
        assert (one.card, one.seat, one.visible) == (other.card, other.seat, other.visible)
        assert other.quad == pytest.approx(np.array([SIZE[0], 0]) + one.quad * np.array([-1, 1]))
    assert turns_right(true.cards[0])
    assert not turns_right(seen.cards[0])


def turns_right(card: SceneCard) -> bool:
    """Whether the corners go clockwise in the picture."""
    (ax, ay), (bx, by), *_ = np.diff(card.quad, axis=0)
    return bool(ax * by - ay * bx > 0)


def test_a_window_of_a_mirrored_picture_is_that_part_of_it() -> None:
    spec = replace(spec_of("mirrored", 5), sensor=replace(spec_of("mirrored", 5).sensor, jpeg=0))
    whole = render(spec, SIZE)
    part = render(spec, SIZE, (100, 60, 240, 200))
    assert np.array_equal(part.label, whole.label[60:260, 100:340])
    for one, other in zip(whole.cards, part.cards, strict=True):
        assert other.quad == pytest.approx(one.quad - np.array([100, 60]), abs=1e-3)


def test_the_truth_of_a_mirrored_picture_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.scenes.__main__.own_deck", lambda: DECK)
    assert main(["draw", str(tmp_path), "--own", "--kinds", "clean,mirrored", "--count", "2", "--size", "320x180"]) == 0
    lines = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert ["mirrored" in line for line in lines] == [False, True]
    assert lines[1]["mirrored"] is True
