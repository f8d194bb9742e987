"""What the networks are shown of each thing, and that their word is kept as it is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import CLASSIFIER, Lies, card_at, index, painted, reads_art, reads_ends, reads_rims
from vision.classify.evidence import (
    ART,
    CHANNELS,
    FEATURES,
    PATCHES,
    RANKS,
    SUITS,
    Classifier,
    cut_out_whole,
    located,
)
from vision.decide.posterior import EIGHT
from vision.locate.found import Found
from vision.network import Answer
from vision.rectify import CLOSE, END

SEVEN = index("7e")


class Keeps:
    """A network that keeps what it was shown."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.shown: list[NDArray[np.uint8]] = []

    def __call__(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.shown.append(crops)
        return self.answer(crops)


class Looked:
    """What lies there, looked at by both networks."""

    def __init__(self, things: list[Lies], found: list[Found] | None = None) -> None:
        self.marks, self.whole = Keeps(reads_ends), Keeps(reads_art)
        classifier = Classifier(self.marks, self.whole, reads_rims)
        found = [Found(thing.corners, 0.9, 0.8) for thing in things] if found is None else found
        self.ends = classifier.ends(painted(things), found)
        self.art = classifier.faces(cut_out_whole(painted(things), found)).logits


def test_both_ends_and_the_whole_of_each_thing_are_looked_at() -> None:
    looked = Looked([Lies(card_at(300, 300), SEVEN), Lies(card_at(500, 300, 20), EIGHT)])
    assert looked.ends.shape == (2, 2, RANKS + 1 + SUITS + 1)
    assert looked.art.shape == (2, ART)
    assert np.argmax(looked.ends[..., : RANKS + 1], axis=-1).tolist() == [[6, 6], [7, 7]]
    assert np.argmax(looked.art[:, :RANKS], axis=-1).tolist() == [6, 7]
    assert [shown.shape for shown in looked.marks.shown] == [(4, END.height, END.width, 4)]
    assert [shown.shape for shown in looked.whole.shown] == [(2, CLOSE.height, CLOSE.width, 4)]


def test_nothing_is_looked_at_twice() -> None:
    looked = Looked([Lies(card_at(100 + 90 * i, 300), i) for i in range(16)])
    assert [sum(map(len, network.shown)) for network in (looked.marks, looked.whole)] == [32, 16]


def test_what_the_network_goes_by_is_not_taken_for_what_it_says() -> None:
    def sees(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        features = np.repeat(np.arange(len(crops), dtype=np.float32)[:, np.newaxis], FEATURES, axis=1)
        return np.concatenate([reads_ends(crops), features], axis=1)

    things = [Lies(card_at(300, 300), SEVEN), Lies(card_at(500, 300), EIGHT)]
    found = [Found(thing.corners, 0.9, 0.8) for thing in things]
    classifier = Classifier(sees, reads_art, reads_rims)
    np.testing.assert_array_equal(classifier.ends(painted(things), found), Looked(things).ends)
    features = classifier.features(painted(things), found)
    assert features.shape == (2, 2, FEATURES)
    assert features[..., 0].tolist() == features[..., -1].tolist() == [[0, 1], [2, 3]], "thing by thing, end by end"
    assert classifier.features(painted([]), []).shape == (0, 2, FEATURES)


def test_nothing_found_is_no_evidence_and_nobody_is_asked() -> None:
    looked = Looked([], [])
    assert (looked.ends.shape, looked.art.shape) == ((0, 2, 18), (0, ART))
    assert looked.marks.shown == looked.whole.shown == []


def test_nobody_is_asked_about_no_thing() -> None:
    network = Keeps(reads_art)
    faces = Classifier(reads_ends, network, reads_rims).faces(cut_out_whole(painted([]), []))
    assert faces.logits.shape == (0, ART)
    assert faces.patches.shape == (0, 160, CHANNELS)
    assert network.shown == []


def test_what_is_seen_of_each_patch_and_how_much_of_it_is_in_view() -> None:
    cut_out = np.zeros((1, CLOSE.height, CLOSE.width, 4), np.uint8)
    cut_out[0, 24:32, 56:64, :3] = 90
    cut_out[0, :, :36, 3] = 255
    faces = Classifier(reads_ends, reads_art, reads_rims).faces(cut_out)
    patches = faces.patches.reshape(*PATCHES, CHANNELS)
    assert [tuple(at) for at in np.argwhere(patches[..., 0])] == [(3, 7)]
    in_view = faces.in_view.reshape(PATCHES)
    np.testing.assert_allclose(in_view, np.tile([1, 1, 1, 1, 0.5, 0, 0, 0, 0, 0], (16, 1)), atol=0.01)


def test_what_is_burnt_out_in_all_three_colours_shows_nothing_of_the_card() -> None:
    cut_outs = np.full((2, CLOSE.height, CLOSE.width, 4), 255, np.uint8)
    cut_outs[:, 32:, :, 0] = 90
    cut_outs[1, :, 40:, 3] = 0
    faces = Classifier(reads_ends, reads_art, reads_rims).faces(cut_outs)
    assert faces.in_view.mean(axis=1) == pytest.approx([0.75, 0.375])
    assert set(faces.in_view[1]) == {0.0, 1.0}


def test_the_shipped_network_sees_in_each_patch_what_is_there() -> None:
    """Row by row: a spot changes the patches around it, and nothing far away."""
    cards = np.full((2, CLOSE.height, CLOSE.width, 4), 255, np.uint8)
    cards[:, ::8, :, :3] = 90
    cards[1, 100:104, 20:24, :3] = 0
    patches = Classifier.shipped().faces(cards).patches.reshape(2, *PATCHES, CHANNELS)
    changed = np.abs(patches[1] - patches[0]).max(axis=-1)
    assert np.abs(np.argwhere(changed == changed.max()) - [12, 2]).max() <= 1
    assert changed[:6].max() < 0.1 * changed.max()


def test_many_cards_are_looked_at_a_few_at_a_time() -> None:
    network = Keeps(lambda crops: crops[:, 0, 0, :1] * np.ones(ART + 160 * CHANNELS, np.float32))
    numbers = np.arange(150, dtype=np.uint8).reshape(-1, 1, 1, 1)
    cut_outs = numbers * np.ones((1, CLOSE.height, CLOSE.width, 4), np.uint8)
    faces = Classifier(reads_ends, network, reads_rims).faces(cut_outs)
    assert [len(shown) for shown in network.shown] == [4] * 37 + [2]
    np.testing.assert_array_equal(faces.patches[:, 0, 0], np.arange(150))


def test_a_covered_end_is_not_looked_at_and_says_nothing() -> None:
    """Another card lies over the lower half."""
    found = [Found(card_at(300, 300), 0.9, 0.5, (1,)), Found(card_at(300, 350), 0.9, 0.95)]
    looked = Looked([Lies(each.corners, what) for each, what in zip(found, (SEVEN, EIGHT), strict=True)], found)
    assert np.isnan(looked.ends).all(axis=-1).tolist() == [[False, True], [False, False]]
    assert int(np.argmax(looked.ends[0, 0, : RANKS + 1])) == 6
    assert len(looked.marks.shown[0]) == 3
    covered = np.mean(looked.whole.shown[0][0][..., 3] == 0)
    assert covered == pytest.approx(0.5, abs=0.05), "the art network is told what is covered"


def test_only_those_ends_are_looked_at_that_are_asked_for() -> None:
    marks, cards = Keeps(reads_ends), [Found(card_at(x, 300), 0.9, 0.8) for x in (300, 500)]
    which = np.array([[True, False], [False, False]])
    ends = Classifier(marks, reads_art, reads_rims).ends(
        painted([Lies(each.corners, SEVEN) for each in cards]), cards, which
    )
    assert (~np.isnan(ends[..., 0])).tolist() == which.tolist()
    assert [len(shown) for shown in marks.shown] == [1]


def test_of_the_things_that_lie_on_a_card_the_one_least_like_a_face_counts() -> None:
    alone, covered = Found(card_at(0, 0), 0.9, 1.0), Found(card_at(0, 0), 0.8, 0.4, under=(0, 2))
    under_a_face = Found(card_at(0, 0), 0.7, 0.5, under=(0,))
    art = np.zeros((3, ART))
    art[:, RANKS + SUITS] = [9.0, 0.0, -2.0]
    rows = located([alone, covered, under_a_face], art)
    assert rows[:, :2].tolist() == [[0.9, 1.0], [0.8, 0.4], [0.7, 0.5]]
    assert rows[0, 2] == 0
    assert rows[1, 2] == pytest.approx(1 - 2 / (1 + np.exp(2)))
    assert rows[2, 2] == pytest.approx(-1, abs=0.001)
    assert located([], np.empty((0, ART))).shape == (0, 3)


@pytest.mark.parametrize(("left", "looked_at"), [(0.0, False), (0.35, True)])
def test_of_an_end_so_much_must_be_in_view(left: float, looked_at: bool) -> None:
    card = card_at(300, 300)
    larger = (card - 300) * 1.3 + 300
    found = [Found(card, 0.9, 0.5, (1,)), Found(larger + (card[1] - card[0]) * left, 0.9, 0.95)]
    ends = CLASSIFIER.ends(painted([Lies(each.corners, SEVEN) for each in found]), found)
    assert np.isnan(ends[0]).all() != looked_at


def test_of_a_card_that_the_picture_cuts_off_only_what_is_in_it_is_looked_at() -> None:
    looked = Looked([Lies(card_at(300, 20), SEVEN), Lies(card_at(500, 300), EIGHT)])
    assert np.isnan(looked.ends).all(axis=-1).tolist() == [[True, False], [False, False]]
    assert int(np.argmax(looked.ends[0, 1, : RANKS + 1])) == 6
    in_view = looked.whole.shown[0][..., 3].mean(axis=(1, 2)) / 255
    assert in_view == pytest.approx([0.7, 1.0], abs=0.04), "the art network is told what is not there"


def test_in_a_mirror_the_numerals_stand_elsewhere() -> None:
    card = Found(card_at(300, 300, 10), 0.9, 0.8)
    pixels = painted([Lies(card.corners, SEVEN)])
    as_it_is, mirrored = (CLASSIFIER.ends(pixels, [card], mirrored=mirrored) for mirrored in (False, True))
    assert np.argmax(as_it_is[..., : RANKS + 1], axis=-1).tolist() == [[6, 6]]
    assert np.argmax(mirrored[..., : RANKS + 1], axis=-1).tolist() == [[RANKS, RANKS]]
