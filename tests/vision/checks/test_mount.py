"""The mount check: pose from cards of known size, the hands' areas, sharpness, light and mirrored lamps."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from docs.made import ROOT
from engine.seats import Seat
from models.scenes.photograph.camera import Camera, View
from tests.vision.scripted import naming
from vision.checks import mount
from vision.checks.lighting import gleams
from vision.checks.mounting import MountCheck, Mounting, areas
from vision.checks.pose import pose, straight_down
from vision.checks.sharpness import blur
from vision.classify.naming import FORTY
from vision.decide.place import Place
from vision.geometry import Corners
from vision.locate.found import Found
from vision.picture import Picture

SIZE = (2304, 1296)
HANDS = {"N": (0, -215), "E": (330, 0), "S": (0, 215), "W": (-330, 0)}


def lying(camera: Camera, count: int = 4) -> list[Corners]:
    """The corners in the picture of hands of so many cards, 61 x 95 mm, short side first."""
    view, cards = View(camera, SIZE), []
    half = np.array([[-30.5, -47.5], [30.5, -47.5], [30.5, 47.5], [-30.5, 47.5]])
    for name, (x, y) in HANDS.items():
        for i in range(count):
            along = (i - (count - 1) / 2) * 70
            if name in "NS":
                cards.append(view.project(half + [x + along, y]))
            else:
                cards.append(view.project(half @ np.array([[0, 1], [-1, 0]]) + [x, y + along]))
    return cards


def drawn(cards: list[Corners], paper: int = 220, cloth: int = 70) -> NDArray[np.uint8]:
    """A picture of white cards with a dark print on a cloth."""
    pixels = np.full((SIZE[1], SIZE[0], 3), (cloth, cloth, cloth // 2), np.uint8)
    for card in cards:
        cv2.fillConvexPoly(pixels, np.round(card).astype(np.int32), (paper,) * 3)
        middle = card.mean(axis=0)
        cv2.fillConvexPoly(pixels, np.round(middle + (card - middle) * 0.5).astype(np.int32), (paper // 4,) * 3)
    return pixels


def check(
    pixels: NDArray[np.uint8],
    places: list[Place],
    mounting: Mounting | None = None,
    mirrored: bool = False,
    scale: float = 1.0,
) -> MountCheck:
    return mount.check(Picture(pixels, scale), places, mounting, mirrored)


def things(cards: list[Corners], p: float = 0.999) -> list[Place]:
    return [Place(Found(c, 0.99, 0.9), naming({str(FORTY[i]): p})) for i, c in enumerate(cards)]


@pytest.mark.parametrize("tilt", [0.0, 4.0, 12.0, 25.0])
@pytest.mark.parametrize("azimuth", [0.0, 70.0, 200.0])
@pytest.mark.parametrize("height", [800.0, 1050.0, 1300.0])
def test_the_pose_is_that_of_the_camera(tilt: float, azimuth: float, height: float) -> None:
    camera = Camera(height, tilt, azimuth, roll=7.0)
    found = pose(lying(camera), SIZE, camera.hfov)
    assert found is not None
    assert found.height == pytest.approx(height, rel=1e-4)
    assert found.tilt == pytest.approx(tilt, abs=0.02)
    if tilt > 1:
        # A camera that is turned shows its own direction turned by as much.
        assert (found.towards - azimuth - 7.0 + 180) % 360 - 180 == pytest.approx(0, abs=0.5)


def test_the_pose_bears_with_corners_that_are_off() -> None:
    rng = np.random.default_rng(3)
    cards = [card + rng.normal(0, 0.8, (4, 2)) for card in lying(Camera(1000.0, 10.0))]
    cards[3] = cards[3] * 1.0 + np.array([[0, 0], [25, 0], [25, 0], [0, 0]])
    found = pose(cards, SIZE, 66.0)
    assert found is not None
    assert found.height == pytest.approx(1000, rel=0.01)
    assert found.tilt == pytest.approx(10, abs=1.0)


def test_points_go_to_the_picture_and_back() -> None:
    found = pose(lying(Camera(1000.0, 20.0, 40.0)), SIZE, 66.0)
    assert found is not None
    points = np.array([[0.0, 0.0], [250, -130], [-300, 200]])
    assert found.to_table(found.to_picture(points)) == pytest.approx(points, abs=1e-6)
    assert found.to_picture(points[:1])[0] == pytest.approx(np.array(SIZE) / 2)


def test_without_cards_there_is_no_pose_and_of_one_card_no_tilt() -> None:
    assert pose([], SIZE, 66.0) is None
    one = pose(lying(Camera(1000.0))[:1], SIZE, 66.0)
    assert one is not None
    assert (one.height, one.tilt) == (pytest.approx(1000, rel=0.01), 0.0)


def test_each_hand_lies_in_its_area() -> None:
    camera = Camera(1100.0)
    outlines = areas()
    where = straight_down(SIZE, camera.hfov, 1100.0)
    for seat, cards in zip((Seat.N, Seat.E, Seat.S, Seat.W), np.array_split(np.array(lying(camera)), 4), strict=True):
        area = where.to_picture(outlines[seat]).astype(np.float32)
        for card in cards:
            assert all(cv2.pointPolygonTest(area, (float(x), float(y)), False) >= 0 for x, y in card)


@pytest.mark.parametrize("true", [1.0, 2.0, 3.0, 4.0])
def test_blur_is_told_in_pixels(true: float) -> None:
    rows, columns = np.mgrid[:400, :400] // 50
    pixels = np.where((rows + columns) % 2, 60, 210).astype(np.uint8)
    soft = np.asarray(cv2.GaussianBlur(pixels, (0, 0), true), np.uint8)
    found = blur(soft, np.full(pixels.shape, 255, np.uint8))
    assert found == pytest.approx(np.hypot(true, 0.8), rel=0.2)


def test_where_there_is_no_edge_blur_is_not_told() -> None:
    plain = np.full((200, 200), 90, np.uint8)
    assert blur(plain, np.full(plain.shape, 255, np.uint8)) is None
    assert blur(plain, np.zeros(plain.shape, np.uint8)) is None


def test_a_camera_that_hangs_well() -> None:
    cards = lying(Camera(1050.0, 3.0))
    found = check(drawn(cards), things(cards))
    assert found.good is True
    assert (found.change, found.unknown) == ((), ())
    assert {area.seat: area.cards for area in found.areas} == dict.fromkeys(Seat, 4)
    assert all(area.in_view and area.sharp and area.bright and area.glare is False for area in found.areas)


def changes(camera: Camera, mounting: Mounting | None = None) -> tuple[str, ...]:
    cards = lying(camera)
    inside = [card for card in cards if np.all(card >= 0) and np.all(card <= SIZE)]
    return check(drawn(cards), things(inside), mounting).change


def test_a_camera_that_hangs_too_low_is_to_be_raised_until_it_sees_all() -> None:
    (advice,) = changes(Camera(700.0))
    assert advice == "the place of N and S is not whole in the picture: raise the camera 15 cm"
    assert changes(Camera(850.0)) == ()


def test_a_camera_that_hangs_too_high_is_to_be_lowered() -> None:
    (advice,) = changes(Camera(2400.0))
    assert advice.startswith("a card is only 70 pixels long: lower the camera 30 cm")


def test_a_camera_that_hangs_aside_is_to_be_moved() -> None:
    (advice,) = changes(Camera(1050.0, look_at=(0.0, 95.0)))
    assert advice == "the place of N is not whole in the picture: move the camera 10 cm towards N"


def test_a_camera_that_looks_aside_is_to_be_tilted_less() -> None:
    assert any(
        advice.startswith("tilt the camera less: it looks 31 degrees") for advice in changes(Camera(1500.0, 31.0))
    )


@pytest.mark.parametrize(("roll", "way"), [(26.0, "26 degrees clockwise"), (-26.0, "26 degrees counter-clockwise")])
def test_a_camera_that_is_turned_is_to_be_turned_back(roll: float, way: str) -> None:
    (advice,) = changes(Camera(1250.0, roll=roll))
    assert advice == f"turn the camera {way}, seen from above, or read with --turn {-roll:.0f}"
    assert f"*{advice}*" in (ROOT / "docs" / "mount.md").read_text("utf-8")
    assert changes(Camera(1250.0, roll=roll), Mounting(turn=-roll)) == ()
    (otherwise,) = changes(Camera(1250.0, roll=roll), Mounting(turn=5.0))
    assert otherwise.endswith(f"or read with --turn {-roll:.0f}")


@pytest.mark.parametrize("roll", [41.0, 45.0, 49.0, 135.0])
@pytest.mark.parametrize("count", [1, 4])
def test_a_camera_that_sees_hands_between_two_seats_is_to_be_turned(roll: float, count: int) -> None:
    cards = lying(Camera(1350.0, roll=roll), count)
    aside = [card + (60, 0) for card in cards[:count]] + [card - (0, 40) for card in cards[count : 2 * count]]
    found = check(drawn(cards), things(aside + cards[2 * count :]))
    (advice,) = found.change
    assert advice.startswith("turn the camera ")
    assert 38 <= int(advice.split()[3]) <= 45
    assert {area.seat: area.cards for area in found.areas} == dict.fromkeys(Seat, count)
    assert found.unknown == ()


def test_a_soft_picture_a_dark_one_and_an_overexposed_one() -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards)
    soft = check(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 6), np.uint8), things(cards))
    assert [advice[:36] for advice in soft.change] == ["the picture is not sharp everywhere:"]
    dark = check(drawn(cards, 20, 6), things(cards))
    assert [advice[:26] for advice in dark.change] == ["it is too dark everywhere:"]
    white = drawn(cards, 255)
    assert check(white, things(cards)).good, "what is read all the same is not too bright"
    one_untold = [*things(cards[:1], 0.5), *things(cards)[1:]]
    assert [advice[:26] for advice in check(white, one_untold).change] == ["the picture is too bright:"]


def test_light_that_reaches_one_side_only() -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards)
    pixels[:, : SIZE[0] // 3] //= 5
    (advice,) = check(pixels, things(cards)).change
    assert advice.endswith("is much brighter than W")


def test_a_lamp_that_cards_mirror() -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards)
    x, y = cards[-2].mean(axis=0)
    cv2.circle(pixels, (int(x), int(y)), 70, (255, 255, 255), -1)
    found = check(pixels, things(cards))
    assert list(found.change) == ["a lamp mirrors at W: move the lamp, or hang the camera elsewhere"]
    assert {area.seat: area.glare for area in found.areas} == {s: s is Seat.W for s in Seat}


@pytest.mark.parametrize(("sheen", "hand"), [(0.7, slice(-4, None)), (0.2, slice(-4, None)), (0.7, slice(0))])
def test_a_sheen_over_a_hand_that_is_white_nowhere(sheen: float, hand: slice) -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards)
    for card in cards[hand]:
        mask = np.zeros(pixels.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, card.astype(np.int32), (255,))
        washed = pixels * (1 - sheen) + 240 * sheen
        pixels = np.where(mask[..., np.newaxis] > 0, washed, pixels).astype(np.uint8)
    found = check(pixels, things(cards))
    pale = cards[hand] != [] and sheen > 0.5
    assert {area.seat for area in found.areas if area.glare} == ({Seat.W} if pale else set())


def test_white_paper_hides_a_mirrored_lamp_only_where_a_card_cannot_be_told() -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards, 249)
    assert check(pixels, things(cards)).good is True
    places = things(cards)
    places[1] = replace(places[1], naming=naming({"1o": 0.5, "1c": 0.45}))
    found = check(pixels, places)
    assert found.good is None
    assert found.unknown[0].startswith("whether a lamp mirrors at N cannot be known")


def test_a_blurred_picture_says_nothing_of_lamps() -> None:
    cards = lying(Camera(1050.0))
    soft = np.asarray(cv2.GaussianBlur(drawn(cards), (0, 0), 14), np.uint8)
    assert [advice[:24] for advice in check(soft, things(cards)).change] == ["the picture is not sharp"]


@pytest.mark.parametrize(("sigma", "said"), [(0, []), (3, []), (5, ["the picture is not sharp everywhere:"])])
def test_print_that_blur_mixes_into_white_paper_is_no_lamp(sigma: float, said: list[str]) -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards, 255)
    for card in cards:
        printed = np.round(card.mean(axis=0) + (card - card.mean(axis=0)) * 0.8).astype(int)
        (left, top), (right, bottom) = printed.min(axis=0).tolist(), printed.max(axis=0).tolist()
        for line in range(top, bottom, 16):
            cv2.line(pixels, (left, line), (right, line), (0, 0, 0), 2)
    soft = np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8) if sigma else pixels
    assert [advice[:36] for advice in check(soft, things(cards)).change] == said


@pytest.mark.parametrize("noise", [0, 5, 8, 12])
@pytest.mark.parametrize(("sheen", "sigma"), [(0.0, 0), (0.0, 3), (0.75, 0), (0.75, 2)])
def test_fine_print_that_blur_makes_pale_is_no_sheen(sheen: float, sigma: float, noise: int) -> None:
    """The print of one hand is finer than that of the others."""
    cards = lying(Camera(1050.0))
    pixels = drawn(cards)
    for card in cards[-4:]:
        cv2.fillConvexPoly(pixels, np.round(card).astype(np.int32), (220,) * 3)
        printed = np.round(card.mean(axis=0) + (card - card.mean(axis=0)) * 0.6).astype(int)
        (left, top), (right, bottom) = printed.min(axis=0).tolist(), printed.max(axis=0).tolist()
        for line in range(top, bottom, 24):
            cv2.line(pixels, (left, line), (right, line), (int(40 + sheen * 200),) * 3, 4)
    soft = np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8) if sigma else pixels
    grain = np.random.default_rng(1).normal(0, noise, soft.shape) if noise else 0
    found = check(np.clip(soft + grain, 0, 255).astype(np.uint8), things(cards))
    assert all(area.sharp for area in found.areas)
    assert {area.seat for area in found.areas if area.glare} == ({Seat.W} if sheen else set())


def test_where_all_paper_is_white_pale_print_and_cards_that_are_not_found_are_no_lamp() -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards, 255)
    for card in cards[-4:]:
        middle = card.mean(axis=0)
        cv2.fillConvexPoly(pixels, np.round(middle + (card - middle) * 0.6).astype(np.int32), (160,) * 3)
    for seen in (cards, cards[:-4]):
        found = check(pixels, things(seen))
        assert [advice[:26] for advice in found.change] == ["the picture is too bright:"]
        assert not any(area.glare for area in found.areas)
    pixels = np.where(pixels == 255, 240, pixels).astype(np.uint8)
    assert [advice[:22] for advice in check(pixels, things(cards)).change] == ["a lamp mirrors at W: m"]


def test_a_hand_burnt_white_is_a_lamp_and_no_bright_picture() -> None:
    """Three of its cards are gone in the white, and one is still told."""
    cards = lying(Camera(1050.0))
    pixels = drawn(cards, 250)
    x, y = np.mean(cards[-3:], axis=(0, 1))
    cv2.circle(pixels, (int(x), int(y)), 170, (255, 255, 255), -1)
    for seen in (cards[:-3], cards[:-4]):
        found = check(pixels, things(seen))
        (advice,) = found.change
        assert advice.startswith(
            "a lamp mirrors at W: " if len(seen) == 13 else "a lamp mirrors at W, or something white"
        )


def test_a_table_that_is_white_all_over_is_no_lamp() -> None:
    assert check(np.full((SIZE[1], SIZE[0], 3), 250, np.uint8), []).change == ()


def seen_of(cards: list[Corners]) -> list[Corners]:
    """Those cards of which the middle is in the picture."""
    return [card for card in cards if np.all(card.mean(axis=0) > 0) and np.all(card.mean(axis=0) < SIZE)]


@pytest.mark.parametrize(("way", "seat"), [((-700, 0), "W"), ((700, 0), "E"), ((0, -270), "N"), ((0, 270), "S")])
@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_where_hands_lie_off_the_picture_it_says_whither_to_move(way: tuple[int, int], seat: str, turn: float) -> None:
    cards = seen_of([card + way for card in lying(Camera(1050.0))])
    (advice, *_) = check(drawn(cards), things(cards), Mounting(turn=turn)).change
    turned = dict(zip("NESW", "SWNE", strict=True))[seat] if turn else seat
    assert advice == f"part of the table is out of the picture: move the camera towards {turned}"
    assert all(area.sharp is None for area in check(drawn(cards), things(cards)).areas if not area.cards)


def test_of_a_hand_whose_cards_are_all_cut_off_no_more_is_said_than_whither_to_move() -> None:
    cards = [card - (560, 0) for card in lying(Camera(1050.0))]
    found = check(drawn(cards), things(cards))
    assert {area.seat: area.cards for area in found.areas} == dict.fromkeys(Seat, 4)
    assert found.change == ("part of the table is out of the picture: move the camera towards W",)
    assert found.unknown == ()


def test_where_hands_are_cut_on_facing_sides_the_camera_has_to_be_raised() -> None:
    cards = seen_of(lying(Camera(620.0)))
    raised = "the place of N, E, S and W is not whole in the picture: raise the camera 25 cm"
    assert check(drawn(cards), things(cards)).change == (raised,)
    narrow = check(drawn(cards), things(cards), Mounting(field=(600.0, 200.0))).change
    assert narrow == ("part of the table is out of the picture: raise the camera",), "they lie where none were expected"


def test_a_camera_that_cannot_hang_lower_needs_more_pixels() -> None:
    """The hands just fill the picture."""
    cards = [card * 0.45 for card in lying(Camera(1020.0))]
    pixels = np.asarray(cv2.resize(drawn(lying(Camera(1020.0))), (1037, 583), interpolation=cv2.INTER_AREA), np.uint8)
    advice = check(pixels, things(cards), Mounting(field=(880.0, 730.0))).change
    assert advice[-1].endswith("pixels long: take pictures of more pixels")


def test_a_picture_without_colours_shows_no_sheen() -> None:
    cards = lying(Camera(1050.0))
    pixels = drawn(cards)
    pixels[..., 2] = pixels[..., 1]
    for card in cards[-4:]:  # a hand of oros: yellow is light where there are no colours
        middle = card.mean(axis=0)
        cv2.fillConvexPoly(pixels, np.round(middle + (card - middle) * 0.6).astype(np.int32), (160,) * 3)
    assert not any(area.glare for area in check(pixels, things(cards)).areas)
    pixels[:20, :20] = (0, 0, 200)
    assert [area.seat for area in check(pixels, things(cards)).areas if area.glare] == [Seat.W]


def test_lengths_are_said_in_the_pixels_of_the_file() -> None:
    high = lying(Camera(2400.0))
    (advice,) = check(drawn(high), things(high), scale=2.0).change
    assert advice.startswith("a card is only 140 pixels long: lower the camera 30 cm")
    small = np.asarray(cv2.resize(drawn(high), (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
    assert (
        check(small, [], scale=2.0)
        .change[0]
        .startswith("the picture has only 640 x 360 pixels: a card would be no longer than 55;")
    )


def test_too_few_pixels_say_so_and_nothing_else() -> None:
    small = np.asarray(cv2.resize(drawn(lying(Camera(1050.0))), (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
    found = check(small, [])
    assert found.change == (
        "the picture has only 320 x 180 pixels: a card would be no longer than 28; take pictures of more pixels",
    )
    assert found.unknown == ()
    assert all(area.glare is None and area.sharp is None for area in found.areas)


def test_a_mirrored_picture_is_said_to_be_one() -> None:
    cards = lying(Camera(1050.0))
    for own in (cards, seen_of([card + (-700, 0) for card in cards])):
        (advice,) = check(drawn(own), things(own), mirrored=True).change
        assert advice.startswith("the picture is mirrored"), "seats and sides are not what they seem"


def test_cards_under_others_tell_of_light_and_count_but_not_of_height() -> None:
    cards = lying(Camera(1050.0))
    covered = [Place(replace(thing.found, under=(0,)), thing.naming) for thing in things(cards)]
    found = check(drawn(cards), covered)
    assert (found.cards, found.pose, found.tilt) == (16, None, None)
    assert all(area.cards == 4 and area.bright for area in found.areas)
    assert found.unknown[0].startswith("no card lies whole in sight")


def test_no_lamp_gleams_where_nothing_is_bare() -> None:
    assert not gleams(np.full((90, 160), 255, np.uint8), np.zeros((90, 160), np.uint8), 80.0)


def cloth() -> NDArray[np.uint8]:
    return np.full((SIZE[1], SIZE[0], 3), 80, np.uint8)


def test_an_empty_table_says_what_cannot_be_known() -> None:
    found = check(cloth(), [])
    assert found.good is None
    assert (found.pose, found.card_length, found.change) == (None, None, ())
    assert all(area.in_view is None and area.bright is None and area.sharp is None for area in found.areas)
    assert found.unknown[0].startswith("no card lies whole in sight, so height, tilt")
    assert len(found.unknown) == 3


def test_with_its_height_told_it_is_known_what_is_in_view() -> None:
    assert all(area.in_view for area in check(cloth(), [], Mounting(height=1050.0)).areas)
    low = check(cloth(), [], Mounting(height=700.0))
    assert low.change == ("the place of N and S is not whole in the picture: raise the camera 15 cm",)


def test_an_empty_table_with_a_lamp_in_its_varnish() -> None:
    pixels = cloth()
    cv2.circle(pixels, (250, SIZE[1] // 2), 60, (255, 255, 255), -1)
    (advice,) = check(pixels, []).change
    assert advice.startswith("a lamp mirrors at W, or something white lies there")


def test_an_empty_table_in_the_dark() -> None:
    (advice,) = check(cloth() // 16, []).change
    assert advice.startswith("it is too dark everywhere")


def test_an_empty_table_whose_surface_has_edges_tells_of_sharpness() -> None:
    pixels = cloth()
    pixels[::40] = pixels[1::40] = pixels[2::40] = 170
    assert all(area.sharp for area in check(pixels, []).areas)
    soft = check(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.2), np.uint8), [])
    assert soft.change == ()


def test_fewer_than_three_cards_tell_no_tilt() -> None:
    cards = lying(Camera(1050.0), 1)[:2]
    found = check(drawn(cards), things(cards))
    assert found.unknown[0].startswith("from fewer than three whole cards the tilt cannot be known")
