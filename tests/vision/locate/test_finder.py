"""How the finder looks at a picture. What it makes of the answers is tested with drawn scenes, where training is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import card_at
from vision.geometry import Corners, from_axes, side_lengths
from vision.locate.camera import Camera
from vision.locate.finder import CARD_LENGTH, GLANCE_AREA, Finder, _with_others
from vision.locate.found import Found
from vision.network import Network


class SeesNothing:
    """A network that sees no card, and keeps how bright what it was shown was."""

    def __init__(self) -> None:
        self.brightest: list[int] = []

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.brightest.append(int(np.max(batch)))
        assert batch.shape[1] % 32 == batch.shape[2] % 32 == 0
        return np.full((1, 9, batch.shape[1] // 8, batch.shape[2] // 8), -9, np.float32)


def flat(level: int) -> NDArray[np.uint8]:
    return np.full((366, 650, 3), level, np.uint8)


def test_an_empty_table_gets_a_glance_and_no_close_look() -> None:
    glance, close = SeesNothing(), SeesNothing()
    assert Finder(glance, close).find(flat(200)) == []
    assert glance.brightest == [200]
    assert close.brightest == []


def test_a_dark_picture_is_shown_brighter() -> None:
    glance = SeesNothing()
    Finder(glance, glance).find(flat(60))
    assert glance.brightest[0] > 150


def test_a_black_picture_is_not_made_bright() -> None:
    glance = SeesNothing()
    Finder(glance, glance).find(flat(3))
    assert glance.brightest[0] < 20


LENGTH, WIDTH = 88.0, 56.0


def card_in(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with one upright white card in its middle."""
    middle_y, middle_x = (side // 2 for side in pixels.shape[:2])
    high, wide = round(LENGTH / 2), round(WIDTH / 2)
    pixels[middle_y - high : middle_y + high, middle_x - wide : middle_x + wide] = 255
    return pixels


class Sees:
    """A network that sees the white card wherever it is shown, `longer` than it is; what it was shown is kept."""

    def __init__(self, outputs: int = 9, longer: float = 1.0) -> None:
        self.outputs = outputs
        self.longer = longer
        self.sizes: list[tuple[int, int]] = []

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        rows, columns = batch.shape[1] // 8, batch.shape[2] // 8
        self.sizes.append((columns, rows))
        answer = np.full((1, self.outputs, rows, columns), -9, np.float32)
        white = np.argwhere(batch[0, ..., 0] > 230)
        if not len(white):
            return answer
        (top, left), (bottom, right) = white.min(axis=0), white.max(axis=0) + 1
        y, x = (np.mgrid[:rows, :columns] + 0.5) * 8
        here = (x > left) & (x < right) & (y > top) & (y < bottom)
        answer[0, 0, here] = 9
        answer[0, 1, here] = (((left + right) / 2 - x) / 8)[here]
        answer[0, 2, here] = (((top + bottom) / 2 - y) / 8)[here]
        long, short = (bottom - top) / 16 * self.longer, (right - left) / 16 * self.longer
        answer[0, 3:6, here] = [np.log(long), -1, 0]
        answer[0, 6:9, here] = [np.log(short), 1, 0]
        return answer


def test_the_close_look_takes_in_what_the_glance_saw_at_the_size_it_is_used_to() -> None:
    glance, close = Sees(), Sees(12)
    (found,) = Finder(glance, close).find(card_in(flat(120)))
    (wide, high), (part_wide, part_high) = glance.sizes[0], close.sizes[0]
    assert len(glance.sizes) == 1
    assert part_wide < wide
    assert part_high * 8 > CARD_LENGTH
    np.testing.assert_allclose(found.corners.mean(0), [325, 183], atol=3)
    short, long = side_lengths(found.corners)
    assert (short, long) == pytest.approx((WIDTH, LENGTH), rel=0.08)
    assert high > 0


@pytest.mark.parametrize(("longer", "looks"), [(1.0, 1), (2.0, 2), (0.5, 2)])
def test_where_the_glance_misjudged_how_long_cards_are_the_close_look_is_made_anew(longer: float, looks: int) -> None:
    close = Sees(12)
    (found,) = Finder(Sees(longer=longer), close).find(card_in(flat(120)))
    assert len(close.sizes) == looks
    assert side_lengths(found.corners) == pytest.approx((WIDTH, LENGTH), rel=0.1)


class SeesTheTable(Sees):
    """It takes the cells at the left for parts of something as large as the table, each for another one."""

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        answer = super().__call__(batch)
        columns = answer.shape[3] // 3
        edge = answer[0, :, :, :columns]
        edge[0] = 9
        edge[1:3] = np.random.default_rng(7).uniform(-40, 40, edge[1:3].shape)
        edge[3:6] = np.array([np.log(30), -1, 0])[:, None, None]
        edge[6:9] = np.array([np.log(20), 1, 0])[:, None, None]
        return answer


def test_a_table_that_the_glance_takes_for_a_card_does_not_make_the_cards_small() -> None:
    close = Sees(12)
    found = Finder(SeesTheTable(), close).find(card_in(flat(120)))
    assert len(found) == 1
    assert max(rows for _, rows in close.sizes) * 8 > CARD_LENGTH
    assert side_lengths(found[0].corners) == pytest.approx((WIDTH, LENGTH), rel=0.08)


class SeesASpeck(Sees):
    """It takes the cell in its first corner for a card that is hardly larger than a pixel."""

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        answer = super().__call__(batch)
        answer[0, :, 0, 0] = [9, 0, 0, -3, -1, 0, -3, 1, 0]
        return answer


def test_a_speck_that_the_glance_takes_for_a_card_does_not_make_the_cards_large() -> None:
    close = Sees(12)
    (found,) = Finder(SeesASpeck(), close).find(card_in(flat(120)))
    assert side_lengths(found.corners) == pytest.approx((WIDTH, LENGTH), rel=0.08)


class SeesEach:
    """A network that sees each white card, in the `first` share of the columns that it is shown. It also imagines that
    many cards in the top right corner. `shape`: how wide it knows an upright card to be, for its length."""

    def __init__(self, imagines: int = 0, outputs: int = 9, first: float = 1.0, shape: float | None = None) -> None:
        self.imagines = imagines
        self.outputs = outputs
        self.first = first
        self.shape = shape
        self.looks = 0

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.looks += 1
        batch = batch[:, :, : round(self.first * batch.shape[2] / 8) * 8]
        rows, columns = batch.shape[1] // 8, batch.shape[2] // 8
        answer = np.full((1, self.outputs, rows, columns), -9, np.float32)
        _, _, boxes, _ = cv2.connectedComponentsWithStats((batch[0, ..., 0] > 230).astype(np.uint8))
        seen = [box for *box, _ in boxes[1:].tolist() if min(box[2:]) >= 16]
        if seen:
            wide, high = seen[0][2:]
            seen += [[batch.shape[2] - (n + 1) * (wide + 8), 0, wide, high] for n in range(self.imagines)]
        for left, top, across, down in seen:
            cells = answer[0, :, top // 8 + 1 : (top + down) // 8, left // 8 + 1 : (left + across) // 8]
            y, x = (np.mgrid[top // 8 + 1 : (top + down) // 8, left // 8 + 1 : (left + across) // 8] + 0.5) * 8
            width = down * self.shape if self.shape else across
            cells[0] = 9
            cells[1], cells[2] = (left + width / 2 - x) / 8, (top + down / 2 - y) / 8
            cells[3:6] = np.array([np.log(down / 16), -1, 0])[:, None, None]
            cells[6:9] = np.array([np.log(width / 16), 1, 0])[:, None, None]
        return answer


def test_what_the_close_look_sees_far_from_all_that_the_glance_saw_is_no_card() -> None:
    pixels = np.full((480, 650, 3), 120, np.uint8)
    places = [(20, y) for y in range(20, 400, 100)] + [(x, 320) for x in range(88, 560, 68)]
    for x, y in places:
        pixels[y : y + round(LENGTH), x : x + round(WIDTH)] = 255
    assert len(Finder(SeesEach(), SeesEach(outputs=12)).find(pixels)) == len(places)
    assert len(Finder(SeesEach(), SeesEach(imagines=3, outputs=12)).find(pixels)) == len(places)
    assert len(Finder(SeesEach(imagines=3), SeesEach(imagines=3, outputs=12)).find(pixels)) > len(places)


def leaning(slopes: tuple[float, float], across: int = 3) -> tuple[NDArray[np.uint8], list[Corners]]:
    """A picture of cards on a table that leans so, three deep, and where in it they lie."""
    pixels = np.full((1296, 2304, 3), 120, np.uint8)
    camera = Camera.of(pixels)
    above = camera.above(np.array(slopes))
    middles = above.sees(camera.middle) + [[120 * (x - 1), y] for x in range(across) for y in (-190, 0, 190)]
    cards = [above.in_picture(from_axes(middle, np.array([0.0, 90]), np.array([57.0, 0]))) for middle in middles]
    for card in cards:
        cv2.fillConvexPoly(pixels, np.rint(card * 16).astype(np.int32), (255, 255, 255), shift=4)
    return pixels, cards


def most_off(found: list[Found], cards: list[Corners]) -> float:
    """How far corners are off at the most, in the length of their card."""
    off = []
    for card in cards:
        thing = min(found, key=lambda thing: float(np.abs(thing.corners.mean(axis=0) - card.mean(axis=0)).sum()))
        errors = [np.abs(np.roll(thing.corners, turned, axis=0) - card).max() for turned in range(4)]
        off.append(min(errors) / max(side_lengths(card)))
    return float(max(off))


@pytest.mark.parametrize("slopes", [(0.0, 0.0), (0.0, -0.6), (0.0, 0.5)])
def test_a_table_that_leans_far_is_looked_at_as_from_straight_above(slopes: tuple[float, float]) -> None:
    """The close look tells boxes, which cards are from straight above alone."""
    pixels, cards = leaning(slopes)
    assert most_off(Finder(SeesEach(), SeesEach(outputs=12)).find(pixels), cards) < 0.025


def test_of_few_things_it_is_not_believed_that_the_table_leans_so_far() -> None:
    pixels, cards = leaning((0.0, -0.6), across=2)
    assert most_off(Finder(SeesEach(), SeesEach(outputs=12)).find(pixels), cards) > 0.05


OVERLOOKED, FAR, CUT_OFF = (172, 100), (20, 270), (620, 100)


@pytest.mark.parametrize(
    ("first", "others", "parts"),
    [
        (1.0, [OVERLOOKED], 1),
        (0.175, [OVERLOOKED], 2),
        (0.175, [OVERLOOKED, FAR], 3),
        (0.2, [], 1),
        (1.0, [CUT_OFF], 2),
    ],
)
def test_where_a_card_reaches_out_of_what_was_looked_at_it_is_looked_around_it(
    first: float, others: list[tuple[int, int]], parts: int
) -> None:
    """A glance that sees no more than an edge of one card overlooks the one beside it."""
    pixels, cards = flat(120), [(96, 100), *others]
    for left, top in cards:
        pixels[top : top + round(LENGTH), left : left + round(WIDTH)] = 255
    close = SeesEach(outputs=12, shape=WIDTH / LENGTH)
    found = Finder(SeesEach(first=first), close).find(pixels)
    places = sorted((x, y) for x, y in (thing.corners.mean(axis=0) for thing in found))
    np.testing.assert_allclose(places, [(x + 28, y + 44) for x, y in sorted(cards)], atol=5)
    assert close.looks == parts


class SeesEachOnce(SeesEach):
    """The same, which sees nothing any more when it is asked again."""

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        answer = super().__call__(batch)
        return answer if self.looks == 1 else np.full_like(answer, -9)


def test_what_the_first_look_saw_is_kept_where_another_one_sees_nothing() -> None:
    pixels, cards = leaning((0.0, -0.4))
    close = SeesEachOnce(outputs=12)
    found = Finder(SeesEach(), close).find(pixels)
    assert close.looks == 2
    assert 0.025 < most_off(found, cards) < 0.15


def test_what_the_glance_overlooks_is_found_beside_what_it_saw() -> None:
    pixels = flat(120)
    for left in (100, 176, 500):
        pixels[100 : 100 + round(LENGTH), left : left + round(WIDTH)] = 255
    one = Found(from_axes(*np.array([[100 + WIDTH / 2, 100 + LENGTH / 2], [0, LENGTH / 2], [WIDTH / 2, 0]])), 1.0, 1.0)
    finder = Finder(SeesNothing(), SeesEach(outputs=12))
    assert finder.find(pixels) == []
    first, other = finder.find_beside(pixels, [one], [one])
    assert first == one
    np.testing.assert_allclose(other.corners.mean(axis=0), [204, 144], atol=LENGTH / 8)
    assert finder.find_beside(pixels, [one], []) == [one]


def test_an_overlooked_card_lies_under_what_was_found_before() -> None:
    old = [Found(corners + [x, 0], 1.0, 1.0) for x in (0, 200) for corners in (card_at(100, 100),)]
    by_another_look = [
        Found(card_at(250, 100), 0.9, 0.5, under=(1, 2)),
        Found(card_at(302, 102), 0.9, 0.9),
        Found(card_at(260, 120), 0.9, 0.9),
    ]
    *before, lower, upper = _with_others(old, by_another_look)
    assert before == old
    assert (lower.under, upper.under) == ((1, 3), ())


def test_an_overlooked_card_may_lie_on_what_was_found_before() -> None:
    old = [Found(card_at(100 + x, 100), 1.0, 1.0, under) for x, under in ((0, ()), (30, (0,)), (400, ()))]
    by_another_look = [
        Found(card_at(130, 100), 0.9, 0.5, under=(1, 2)),
        Found(card_at(101, 101), 0.9, 0.9),
        Found(card_at(160, 130), 0.9, 0.9),
    ]
    assert [thing.under for thing in _with_others(old, by_another_look)] == [(), (0, 3), (), ()]


def test_a_glance_alone_tells_about_how_many_cards_lie_there() -> None:
    glance, close = Sees(), Sees(12)
    assert Finder(glance, close).in_sight(card_in(flat(120))) == 1
    assert close.sizes == []


def test_a_large_picture_is_shrunk_for_the_glance() -> None:
    glance = Sees()
    pixels = np.full((1296, 2304, 3), 120, np.uint8)
    assert len(Finder(glance, Sees(12)).find(card_in(pixels))) == 1
    assert np.prod(glance.sizes[0]) * 64 < 1.2 * GLANCE_AREA


@pytest.mark.parametrize("name", ["finder", "parter"])
def test_what_a_shipped_network_says_is_not_rounded_to_eight_bits(name: str) -> None:
    """Its outputs have many ranges: one scale for all of them would put corners a fiftieth of a card off."""
    picture = np.random.default_rng(2).integers(0, 256, (1, 256, 320, 3), dtype=np.uint8)
    assert len(np.unique(Network.shipped(f"{name}.onnx", 1)(picture))) > 2000
