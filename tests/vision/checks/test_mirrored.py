"""A mirrored picture is known by the corners in which its cards' numbers stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import place, table
from vision.checks.mirrored import is_mirrored
from vision.classify.namer import RANKS
from vision.decide.decide import Place

NAMES = ["12o", "11c", "7e", "1b", "2o", "2c", "2e", "2b", "3o", "3c", "3e", "3b", "10o", "10c", "10e", "10b"]
CLOTH = 90


def things(count: int = 16) -> list[Place]:
    return [place(corners, {name: 0.99}) for corners, name in zip(table()[:count], NAMES, strict=False)]


def printed(places: list[Place], mirrored: bool) -> NDArray[np.uint8]:
    """Cards in whose numbers' corners the rank stands as a grey level."""
    pixels = np.full((1200, 1600, 3), CLOTH, np.uint8)
    for thing in places:
        corner = 1 if mirrored else 0
        corners = thing.found.corners
        for number in (corner, corner + 2):
            x, y = corners[number] * 0.8 + corners.mean(axis=0) * 0.2
            rank = thing.naming.ranked()[0][0].rank
            pixels[int(y) - 4 : int(y) + 4, int(x) - 4 : int(x) + 4] = 100 + 10 * rank
    return pixels


def numbers(corners: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What reads those grey levels."""
    shares = np.zeros((len(corners), len(RANKS)))
    for share, corner in zip(shares, corners, strict=True):
        level = int(corner[..., 0].max())
        if level > CLOTH:
            share[RANKS.index(round((level - 100) / 10))] = 1.0
    return shares


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("count", [16, 8, 6])
def test_numbers_in_the_wrong_corners_tell_it(count: int, mirrored: bool) -> None:
    places = things(count)
    assert is_mirrored(printed(places, mirrored), places, numbers) is mirrored


def test_of_few_cards_and_of_covered_ones_nothing_is_said() -> None:
    places = things()
    pixels = printed(places, mirrored=True)
    assert not is_mirrored(pixels, places[:5], numbers)
    covered = [Place(replace(thing.found, under=(0,)), thing.naming) for thing in places]
    assert not is_mirrored(pixels, covered, numbers)
    assert not is_mirrored(pixels, [], numbers)


def test_a_deck_without_numbers_is_not_taken_for_mirrored() -> None:
    places = things()
    assert not is_mirrored(np.full((1200, 1600, 3), CLOTH, np.uint8), places, numbers)


def test_numbers_in_all_four_corners_tell_nothing() -> None:
    places = things()
    both = np.maximum(printed(places, mirrored=True), printed(places, mirrored=False))
    assert not is_mirrored(both, places, numbers)
