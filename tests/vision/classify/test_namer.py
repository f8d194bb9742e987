"""How a card is named: by one look, upside down as well where that is not sure, and closer where there is time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classify.inspector import Inspector
from vision.classify.namer import FORTY, Namer
from vision.rectify import INDEX, Frame


class Says(SimpleNamespace):
    """A network that answers the brightness of each cut-out's first pixel with the logits for it."""

    def __init__(self, answers: dict[int, NDArray[np.float32]]) -> None:
        super().__init__()
        self.answers = answers
        self.batches: list[int] = []

    def __call__(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.batches.append(len(batch))
        return np.stack([self.answers[int(cut_out[:, :, 0].max())] for cut_out in batch])


def logits(rank: int, suit: int, how: float) -> NDArray[np.float32]:
    """The rank and suit with those numbers, so surely, and a face."""
    values = np.zeros(17, np.float32)
    values[rank], values[12 + suit], values[16] = how, how, 9
    return values


def cut_outs(*levels: int, size: tuple[int, int] = (128, 80)) -> NDArray[np.uint8]:
    pixels = np.zeros((len(levels), *size, 4), np.uint8)
    for picture, level in zip(pixels, levels, strict=True):
        picture[3, 5, 0] = level
    return pixels


def named(namer: Any, *arguments: Any) -> list[tuple[str, float]]:
    return [
        (str(FORTY[int(np.argmax(naming.cards))]), round(float(naming.cards.max()), 3))
        for naming in namer.name(*arguments)
    ]


def test_a_sure_card_is_looked_at_once_and_an_unsure_one_upside_down_too() -> None:
    network = Says({1: logits(0, 0, 20), 2: logits(0, 1, 3)})
    assert [name for name, _ in named(Namer(network), cut_outs(1, 2))] == ["1o", "1c"]
    assert network.batches == [2, 1]


def test_no_cut_out_is_no_name() -> None:
    assert Namer(Says({})).name(np.zeros((0, 128, 80, 4), np.uint8)) == []


class Asked:
    """Cuts out cards of one brightness, with as much of their corners in view as is said; keeps what it was asked."""

    def __init__(self, level: int, in_view: tuple[int, int] = (0, 0), carefully: bool = True) -> None:
        self.level = level
        self.carefully = carefully
        self.in_view = in_view
        self.asked: list[list[int]] = []

    def __call__(self, which: list[int], frame: Frame, upside_down: bool = False) -> NDArray[np.uint8]:
        self.asked.append(which)
        close = cut_outs(*([self.level] * len(which)), size=(frame.height, frame.width))
        close[..., 3] = self.in_view[upside_down] if frame is INDEX else 255
        return close


def test_only_what_is_not_certain_is_looked_at_more_closely() -> None:
    network = Says({1: logits(0, 0, 20), 2: logits(0, 1, 3)})
    inspector, indexer = Says({2: logits(11, 1, 40)}), Says({})
    closer = Asked(2)
    names = named(Namer(network, Inspector(inspector, indexer)), cut_outs(1, 2), closer)
    assert closer.asked == [[0], [0], [1], [1], [1]], "of the certain one no more than its numbers"
    assert [name for name, _ in names] == ["1o", "12c"]
    assert names[1][1] > 0.9
    assert inspector.batches == [1, 1]
    assert indexer.batches == []


def test_a_corner_in_view_has_its_say_and_a_covered_one_has_none() -> None:
    seven, six = logits(6, 0, 4), logits(5, 0, 30)
    network, inspector = Says({2: seven}), Says({2: seven})
    for in_view, name, corners in (((255, 0), "6o", [1]), ((255, 255), "6o", [1, 1]), ((100, 0), "7o", [])):
        indexer = Says({2: six[:16]})
        namer = Namer(network, Inspector(inspector, indexer))
        assert named(namer, cut_outs(2), Asked(2, in_view))[0][0] == name
        assert indexer.batches == corners


def test_a_sure_name_that_the_number_contradicts_is_in_doubt() -> None:
    namer = Namer(Says({2: logits(1, 3, 12)}), Inspector(Says({}), Says({2: logits(3, 0, 12)[:16]})))
    (naming,) = namer.name(cut_outs(2), Asked(2, (255, 255), carefully=False))
    two, four = (float(naming.cards[[str(card) for card in FORTY].index(name)]) for name in ("2b", "4b"))
    assert two == pytest.approx(four, rel=1e-3)
    assert two + four > 0.98


@pytest.mark.parametrize(
    ("corners", "shown"),
    [
        ({2: 6.0}, 0.97),  # the first corner shows the two's number: the other is not asked
        ({2: 0.0, 3: 6.0}, 0.9),  # the first shows nothing, the second does
        ({2: 1.5, 3: 1.5}, 0.3),  # both hardly: together no more than one of them
        ({2: -6.0, 3: -6.0}, 0.0),
    ],
)
def test_which_number_the_corners_show_goes_with_the_name(corners: dict[int, float], shown: float) -> None:
    class Turned(Asked):
        def __call__(self, which: list[int], frame: Frame, upside_down: bool = False) -> NDArray[np.uint8]:
            self.level = 3 if upside_down else 2
            return super().__call__(which, frame, upside_down)

    said = {level: np.eye(16)[1] * more for level, more in corners.items()}
    namer = Namer(Says({2: logits(1, 3, 20)}), Inspector(Says({}), Says(said)))
    (naming,) = namer.name(cut_outs(2), Turned(2, (255, 255), carefully=False))
    assert naming.numbers is not None
    assert naming.numbers[1] == pytest.approx(shown, abs=0.08)


def test_where_no_corner_is_in_view_there_is_no_number() -> None:
    namer = Namer(Says({2: logits(1, 3, 20)}), Inspector(Says({}), Says({})))
    (naming,) = namer.name(cut_outs(2), Asked(2, (0, 0)))
    assert naming.numbers is None


def test_a_number_that_is_not_sure_of_another_rank_but_all_but_sure_that_it_is_not_this_one_contradicts() -> None:
    number = logits(5, 0, 5.5)
    number[4] = 4
    namer = Namer(Says({2: logits(6, 0, 12)}), Inspector(Says({}), Says({2: number[:16]})))
    (naming,) = namer.name(cut_outs(2), Asked(2, (255, 255), carefully=False))
    assert float(np.max(naming.cards)) < 0.6


def test_numbers_that_contradict_every_look_settle_nothing() -> None:
    five, two = logits(4, 2, 6), logits(1, 2, 40)
    namer = Namer(Says({2: five}), Inspector(Says({2: logits(4, 2, 12)}), Says({2: two[:16]})))
    (naming,) = namer.name(cut_outs(2), Asked(2, (255, 255)))
    shares = [float(naming.cards[[str(card) for card in FORTY].index(name)]) for name in ("5e", "2e")]
    assert shares == pytest.approx([0.5, 0.5], abs=0.02)


def test_a_suit_that_the_first_look_was_sure_of_is_not_overruled_but_asked_about() -> None:
    of_espadas, of_bastos = logits(11, 2, 5), logits(11, 3, 12)
    namer = Namer(Says({2: of_espadas}), Inspector(Says({2: of_bastos}), Says({2: of_bastos[:16]})))
    assert 0.3 < share_of(namer, "12e") < share_of(namer, "12b")


def test_a_corner_says_nothing_of_the_suit_of_a_card_in_full_view() -> None:
    of_espadas, of_bastos = logits(11, 2, 3), logits(11, 3, 14)
    namer = Namer(Says({2: of_espadas}), Inspector(Says({2: of_espadas}), Says({2: of_bastos[:16]})))
    assert share_of(namer, "12e") > 0.9


def share_of(namer: Namer, card: str) -> float:
    """What a careful look at a card in full view makes of it."""
    (naming,) = namer.name(cut_outs(2), Asked(2, (255, 255)))
    return float(naming.cards[[str(each) for each in FORTY].index(card)])


@pytest.mark.parametrize(
    ("number", "in_view"),
    [(logits(1, 0, 12), 255), (logits(3, 0, 2), 255), (logits(3, 0, 12), 100)],
    ids=["the same number", "a number hardly read", "a covered corner"],
)
def test_a_sure_name_stands_beside(number: NDArray[np.float32], in_view: int) -> None:
    namer = Namer(Says({2: logits(1, 3, 12)}), Inspector(Says({}), Says({2: number[:16]})))
    ((name, sure),) = named(namer, cut_outs(2), Asked(2, (in_view, in_view), carefully=False))
    assert (name, sure) == ("2b", 1.0)


def test_without_time_the_inspector_is_left_alone() -> None:
    inspector = Says({})
    for closer in (None, Asked(2, carefully=False)):
        named(Namer(Says({2: logits(0, 1, 3)}), Inspector(inspector, inspector)), cut_outs(2), closer)
    assert inspector.batches == []
