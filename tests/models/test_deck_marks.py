"""What the drawn cards show at their ends, and what is said about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.deck import faces, strange
from models.deck.__main__ import main
from models.deck.chance import Chance
from models.deck.drawing.vector import Drawing
from models.deck.ends import frame, index
from models.deck.ends.frame import Frame
from models.deck.ends.index import Index
from models.deck.ends.marks import Marks, usual
from models.deck.pips import layout
from models.deck.printing import raster
from models.deck.printing.pdf import Document
from models.deck.size import HEIGHT, WIDTH
from models.deck.style import HOUSE, SIZES, DeckStyle, random_style
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import random_decks

TALL = 380


def drawn(style: DeckStyle, name: str) -> tuple[raster.Image, Marks]:
    artist = faces.Artist(style)
    return raster.drawn(artist, TALL, (name,))[name], artist.marks(name)


def patch(image: raster.Image, box: tuple[float, float, float, float]) -> raster.Image:
    rows, columns = image.shape[:2]
    x0, y0, x1, y1 = box
    return image[round(y0 * rows) : round(y1 * rows) + 1, round(x0 * columns) : round(x1 * columns) + 1, :3]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("trim", [(0.0, 0.0, 0.0, 0.0), (1.0, 2.0, 2.5, 0.5)])
def test_the_boxes_hold_the_numbers(size: tuple[float, float], trim: tuple[float, float, float, float]) -> None:
    style = replace(HOUSE, width=size[0], height=size[1], trim=trim)
    bare = replace(style, index=replace(style.index, corners=0))
    for name in ("1o", "7b", "12c"):
        image, marks = drawn(style, name)
        changed = (image != drawn(bare, name)[0]).any(axis=2)
        assert marks.numeral == int(name[:-1])
        assert len(marks.boxes) == 2
        within = np.zeros_like(changed)
        for box in marks.boxes:
            rows, columns = changed.shape
            part = (
                slice(round(box[1] * rows) - 2, round(box[3] * rows) + 3),
                slice(round(box[0] * columns) - 2, round(box[2] * columns) + 3),
            )
            assert changed[part].any(axis=1).mean() > 0.7, "from top to bottom"
            within[part] = True
        assert not (changed & ~within).any()


def test_a_crooked_print_takes_its_boxes_along() -> None:
    style = replace(HOUSE, house=False, crooked=0.5)
    straight, moved = drawn(replace(style, crooked=0.0), "3o")[1], drawn(style, "3o")[1]
    shift = np.array(moved.boxes) - np.array(straight.boxes)
    assert 0 < np.abs(shift).max() < 0.03


def test_a_deck_without_numbers_or_frame_says_so() -> None:
    bare = replace(HOUSE, index=replace(HOUSE.index, corners=0), frame=Frame(lines=0))
    assert drawn(bare, "4e")[1] == Marks()
    assert drawn(replace(HOUSE, frame=Frame(lines=0)), "4e")[1].pinta is None
    assert drawn(HOUSE, "4e")[1].pinta == "e"


def test_a_makers_wrong_pinta_is_drawn_and_told() -> None:
    wrong = replace(HOUSE, wrong_pinta=(("5c", "b"),))
    image, marks = drawn(wrong, "5c")
    assert marks.pinta == "b"
    assert marks.numeral == 5
    assert not np.array_equal(image, drawn(HOUSE, "5c")[0])
    assert drawn(wrong, "6c")[1].pinta == "c"


def breaks(style: DeckStyle, suit: str) -> tuple[int, int]:
    """How many gaps the upper and the lower side have, counted from pixels."""
    drawing = Drawing()
    size = (style.width, style.height)
    frame.draw(drawing, style.frame, suit, "#000000", size, Chance(style.seed, "any", style.house))
    file = Document(*size)
    file.page(drawing.nodes)
    image = raster.pages(file.close(), 950, size, 0.0)[0]
    found = []
    for y in (
        style.frame.inset + style.frame.short_inset,
        style.height - style.frame.inset - style.frame.short_inset,
    ):
        row = round(y * 950 / style.height)
        dark = image[row - 2 : row + 3, :, :3].min(axis=(0, 2)) < 128
        edge = round((style.frame.inset + 0.5) * image.shape[1] / style.width)
        line = dark[edge:-edge]
        found.append(int(np.count_nonzero(line[:-1] & ~line[1:])))
    return found[0], found[1]


@pytest.mark.parametrize("ends", [*frame.ENDS, *frame.RESERVED_ENDS])
@pytest.mark.parametrize("sides", [True, False])
@pytest.mark.parametrize(("width", "gap"), [(0.15, 2.0), (1.2, 9.5), (0.4, 5.0)])
def test_every_frame_has_its_suits_gaps_at_both_ends(ends: str, sides: bool, width: float, gap: float) -> None:
    style = replace(
        HOUSE,
        house=False,
        frame=Frame(width=width, gap=gap, inset=4.0, short_inset=1.5, ends=ends, sides=sides, uneven=1.0),
    )
    for suit, count in frame.GAPS.items():
        assert breaks(style, suit) == (count, count), suit


def test_a_frame_may_be_printed_below_the_art() -> None:
    over = replace(HOUSE, house=False, pip_size=1.6, frame=Frame(inset=7.0, width=0.8), coin="disc")
    under = replace(over, frame=replace(over.frame, behind=True))
    assert (drawn(over, "6o")[0] != drawn(under, "6o")[0]).any()


@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("suit", ["o", "c", "e", "b"])
def test_every_arrangement_has_as_many_pips_as_its_number_all_on_the_card(suit: str, rank: int) -> None:
    seen = set()
    for seed in range(60):
        places = layout.arrangement(suit, rank, Chance(seed, "any", False), 1.0, 1.0)
        assert len(places) == rank
        for place in places:
            assert 6 < place.x < WIDTH - 6
            assert 9 < place.y < HEIGHT - 9
            if suit in "eb":
                lean = np.radians(place.turn)
                assert abs(place.x - WIDTH / 2) + abs(np.sin(lean)) * place.size / 2 < WIDTH / 2 + 1
        seen.add(tuple(places))
    assert len(seen) > 1 or (rank == 9 and suit in "eb")


def test_a_seven_of_oros_comes_in_rows_of_many_kinds() -> None:
    rows = set()
    for seed in range(200):
        places = layout.arrangement("o", 7, Chance(seed, "any", False), 1.0, 1.0)
        ys = sorted({round(p.y, 1) for p in places})
        rows.add(tuple(sum(round(p.y, 1) == y for p in places) for y in ys))
    assert {(1, 2, 2, 2), (2, 1, 2, 2), (2, 2, 1, 2), (2, 3, 2)} <= rows


def test_every_strange_face_is_drawn_and_differs() -> None:
    style = random_style(np.random.default_rng(4))
    images = raster.deck(style, 90, strange.NAMES)
    assert len({image.tobytes() for image in images.values()}) == len(strange.NAMES)
    for name, image in images.items():
        spread = np.ptp(image[10:-10, 8:-8, :3].reshape(-1, 3).astype(int), axis=0).max()
        assert (spread > 60) == (name not in ("plain", "dark")), name
    assert images["dark"][45, 28, :3].max() < 120


def test_strange_faces_have_the_marks_that_they_show() -> None:
    artist = faces.Artist(HOUSE)
    assert artist.marks("french-7h").numeral == 7
    assert artist.marks("french-7h").pinta is None
    assert len(artist.marks("french-10s").boxes) == 2
    assert artist.marks("french-Kd").numeral is None
    assert artist.marks("8b") == replace(artist.marks("8b"), numeral=8, pinta="b")
    assert artist.marks("italian-5c").numeral is None
    assert artist.marks("plain") == artist.marks("dark") == artist.marks("club") == Marks()


def test_a_random_deck_brings_its_strange_faces_and_its_marks() -> None:
    for deck in random_decks(3, 3, 64):
        assert len(deck.faces) == 40
        for kind in ("8", "9", "joker", "french", "club", "advert", "plain", "dark"):
            assert any(name.startswith(kind) for name in deck.strange), kind
        assert set(deck.marks) == {*deck.faces, *deck.strange}


def test_held_out_decks_are_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMARREKO_FONTS", "/nowhere")
    (one,) = random_decks(8, 1, 48, held_out=True)
    monkeypatch.delenv("HAMARREKO_FONTS")
    (two,) = random_decks(8, 1, 48, held_out=True)
    assert all(np.array_equal(one.faces[name], two.faces[name]) for name in one.faces)
    (other,) = random_decks(8, 1, 48)
    assert not np.array_equal(one.faces["3o"], other.faces["3o"])


def test_given_faces_have_the_marks_that_their_names_let_expect() -> None:
    deck = Deck("given", {"7o": np.zeros((4, 4, 4), np.uint8)})
    marks = deck.marks_of("7o")
    assert (marks.numeral, marks.pinta) == (7, "o")
    (x0, y0, x1, y1), other = marks.boxes
    assert 0 < x0 < x1 < 0.3
    assert 0 < y0 < y1 < 0.2
    assert other == pytest.approx((1 - x1, 1 - y1, 1 - x0, 1 - y0))
    assert deck.marks_of("11b").numeral == 11
    assert deck.marks_of("joker") == deck.marks_of("back") == usual("french-7h") == Marks()


def test_a_number_on_the_line_interrupts_it() -> None:
    on_line = Index(font="Helvetica", height=5.0, x=HOUSE.frame.inset - 1.5, y=20.0, clear=True)
    style = replace(HOUSE, index=on_line)
    image = drawn(style, "2o")[0]
    x = round(HOUSE.frame.inset / WIDTH * image.shape[1])
    column = image[:, x - 1 : x + 2, :3].min(axis=(1, 2)).astype(int)
    at = [round(y / HEIGHT * TALL) for y in (15.0, 19.7, 25.4)]
    assert column[at[0]] < 120
    assert column[at[1]] > 200
    assert column[at[2]] > 200


def test_the_art_does_not_run_into_the_number() -> None:
    style = replace(HOUSE, index=Index(font="Helvetica", height=6.0, x=25.0, y=38.0))
    (image, marks), bare = drawn(style, "1o"), drawn(replace(style, index=replace(style.index, corners=0)), "1o")[0]
    number, coin = (patch(each, marks.boxes[0]).astype(int) for each in (image, bare))
    paper = image[TALL // 2, 12, :3].astype(int)
    assert (np.abs(coin - paper).max(axis=2) > 40).mean() > 0.8, "it stands on the coin"
    beside = np.concatenate([number[:, 0], number[:, -1]])
    assert (np.abs(beside - paper).max(axis=1) < 25).mean() > 0.5


def test_a_font_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"missing\.ttf"):
        index.number("7", Index(font="/nowhere/missing.ttf"))


def test_the_command_draws_other_makers_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMARREKO_FONTS", str(tmp_path))
    seed = next(k for k in range(50) if random_style(np.random.default_rng(k), held_out=True).width != WIDTH)
    asked = ["--seed", str(seed), "--held-out"]
    assert main([*asked, "faces", str(tmp_path / "deck"), "--height", "40", "--strange"]) == 0
    written = {path.name for path in (tmp_path / "deck").iterdir()}
    assert {"7_oros.png", "8_copas.png", "plain.png", "dark.png"} <= written
