"""The whole road of a picture on painted tables: what lies there, and what a reading promises of it.

The networks are scripted, so that what is tested is all that lies between them and the reading.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.seats import Seat
from tests.vision.enrolled.drawn import enrolled, house
from tests.vision.scripted import (
    BACK,
    HANDS,
    NAMES,
    OWN_WORDS,
    FindsPaint,
    Lies,
    art,
    card_at,
    index,
    painted,
    reader,
    reads_art,
    reads_ends,
    reads_rims,
    row,
    table,
)
from vision.checks.mirrored import MIRRORED
from vision.classify.evidence import Classifier, Faces
from vision.classify.naming import Naming
from vision.decide.posterior import EIGHT, NINE, Calibration
from vision.enrolled.known import KnownDecks
from vision.enrolled.looks import DeckLooks
from vision.picture import Picture
from vision.reader import MOVED, Reader
from vision.reading import TableReading

N, W, S, E = (Seat(letter) for letter in "NWSE")


def lying(names: list[str] = HANDS) -> list[Lies]:
    return [Lies(corners, index(name)) for corners, name in zip(table(), names, strict=False)]


def read(things: list[Lies], by: Reader | None = None) -> TableReading:
    return (by or reader()).read(Picture(painted(things)), "table.jpg")


def names(reading: TableReading) -> dict[str, set[str]]:
    return {seat.value: {str(card) for card in cards} for seat, cards in reading.hands().items()}


def kinds(reading: TableReading) -> list[str]:
    return sorted(doubt.kind for doubt in reading.doubts)


def test_sixteen_cards_are_read_without_asking() -> None:
    reading = read(lying())
    assert reading.complete
    assert reading.scorable
    assert reading.doubts == reading.strange == reading.hypotheses == ()
    assert names(reading) == {seat: set(HANDS[4 * i : 4 * i + 4]) for i, seat in enumerate("NWSE")}
    assert reading.image == "table.jpg"
    assert {"find", "name", "decide", "total"} == set(reading.ms)


def test_corners_are_where_the_cards_lie() -> None:
    for card in read(lying()).cards:
        (wanted,) = (thing.corners for thing in lying() if NAMES[thing.what] == str(card.card))
        gaps = [np.abs(np.roll(np.array(card.quad), k, axis=0) - wanted).max() for k in range(4)]
        assert min(gaps) < 3


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_turned_camera(turned: float) -> None:
    things = [Lies(corners, index(name)) for corners, name in zip(table(turned), HANDS, strict=True)]
    assert names(read(things, reader(turn=360 - turned))) == names(read(lying()))


def test_fifteen_cards_are_a_doubt_of_their_seat() -> None:
    reading = read(lying()[:15])
    assert not reading.complete
    assert not reading.scorable
    assert [(doubt.kind, doubt.seat) for doubt in reading.doubts] == [("count", E)]
    assert len(reading.hypotheses[0].cards) == 15


@pytest.mark.parametrize("overlooked", [1, 4])
def test_where_cards_are_short_it_is_looked_farther_around_those_that_were_found(overlooked: int) -> None:
    overlooks = replace(reader(), finder=FindsPaint(overlooked))  # type: ignore[arg-type]
    picture = Picture(painted(lying()))
    assert overlooks.read(picture, "table.jpg").complete
    assert overlooks.read_until_sure([picture], "table.jpg").complete
    assert len(overlooks.seen(picture, 16).places) == 16
    assert (
        len(overlooks.read(picture, "table.jpg", seated=False).cards)
        == len(overlooks.seen(picture).places)
        == 16 - overlooked
    )


def test_where_no_card_is_short_it_is_not_looked_farther() -> None:
    overlooks = replace(reader(), finder=FindsPaint(1))  # type: ignore[arg-type]
    with_a_back = [*lying(), Lies(card_at(800, 600), BACK)]
    assert len(read(with_a_back).strange) == 1
    assert read(with_a_back, overlooks).complete
    assert not read(with_a_back, overlooks).strange


def test_seventeen_cards_are_a_doubt_of_their_seat() -> None:
    reading = read([*lying(), Lies(card_at(800 + 2.5 * 68, 180), index("4o"))])
    assert not reading.scorable
    assert [(doubt.kind, doubt.seat) for doubt in reading.doubts] == [("count", N)]


def test_the_same_card_twice_is_asked_about_at_both_places() -> None:
    reading = read([*lying()[:15], Lies(table()[15], index("12o"))])
    assert not reading.complete
    assert not reading.scorable
    assert kinds(reading) == ["twice", "twice"]
    assert {doubt.seat for doubt in reading.doubts} == {N, E}
    assert [str(reading.cards[doubt.card].card) for doubt in reading.doubts if doubt.card is not None] == ["12o"] * 2


@pytest.mark.parametrize(("what", "kind"), [(EIGHT, "8"), (NINE, "9"), (BACK, "back")])
def test_what_is_none_of_the_forty_is_listed_and_not_named(what: int, kind: str) -> None:
    reading = read([*lying()[:15], Lies(table()[15], what)])
    assert [thing.kind for thing in reading.strange] == [kind]
    assert len(reading.cards) == 15
    assert ("count", E) in [(doubt.kind, doubt.seat) for doubt in reading.doubts]


def test_a_back_beside_sixteen_cards_does_not_matter() -> None:
    reading = read([*lying(), Lies(card_at(800, 600), BACK)])
    assert reading.complete
    assert [thing.kind for thing in reading.strange] == ["back"]


def test_no_card_in_sight_is_a_doubt() -> None:
    reading = read([])
    assert reading.cards == ()
    assert "count" in kinds(reading)
    assert not reading.scorable


@pytest.mark.parametrize(("size", "is_too_small"), [((640, 360), True), ((1600, 1200), False)])
def test_a_table_of_too_few_pixels_is_called_that_and_nothing_of_what_lies_there(
    size: tuple[int, int], is_too_small: bool
) -> None:
    reading = reader().read(Picture(painted([Lies(card_at(200, 150), BACK)], size)), "table")
    assert ("picture" in kinds(reading)) is is_too_small
    assert len(reading.strange) == (0 if is_too_small else 1)


def test_any_tells_what_lies_in_a_picture_of_a_single_thing_however_small_it_is() -> None:
    reading = reader().read(Picture(painted([Lies(card_at(200, 150), BACK)], (640, 360))), "any", seated=False)
    assert [thing.kind for thing in reading.strange] == ["back"]


def test_any_says_that_a_picture_has_too_few_pixels_for_what_lies_there() -> None:
    small = [Lies(card_at(200 + 60 * i, 150) * 0.4, BACK) for i in range(3)]
    reading = reader().read(Picture(painted(small, (640, 360))), "any", seated=False)
    assert [str(doubt.text) for doubt in reading.doubts if doubt.kind == "picture"] == [
        "the picture has only 640 x 360 pixels: too few to tell its cards"
    ]
    assert reading.strange == ()


@pytest.mark.parametrize("level", [0, 6])
def test_a_black_picture_says_so(level: int) -> None:
    reading = reader().read(Picture(np.full((600, 800, 3), level, np.uint8)), "black")
    assert {"picture", "count"} == set(kinds(reading))


def suits_unsaid(rank: int) -> tuple[Classifier, list[int]]:
    """What says of no card of that rank which suit it is of."""
    hidden = [i for i, name in enumerate(NAMES) if name[:-1] == str(rank)]

    def without(answer: NDArray[np.float32], first: int, count: int) -> NDArray[np.float32]:
        ranks = answer[:, : first - (first == 13)].argmax(axis=1) + 1
        answer[ranks == rank, first : first + count] = 0
        return answer

    marks, whole = (lambda crops: without(reads_ends(crops), 13, 5)), (lambda crops: without(reads_art(crops), 12, 4))
    return Classifier(marks, whole, reads_rims), hidden


def test_a_suit_that_nobody_can_tell_leaves_the_table_scorable() -> None:
    classifier, _ = suits_unsaid(12)
    reading = read(lying(), reader(classifier=classifier))
    assert reading.scorable
    assert not reading.complete
    (doubt,) = reading.doubts
    assert doubt.suit_only
    assert {str(each.card) for each in doubt.alternatives[:4]} == {"12o", "12c", "12e", "12b"}
    assert reading.hypotheses == (), "nobody needs them"
    assert reading.to_json()["scorable"] is True
    assert reading.to_json()["doubts"][0]["suit_only"] is True


def test_a_numeral_that_contradicts_the_art_is_asked_about_with_both() -> None:
    """The art network has learned this king for a knight, and one of its ends lies in glare."""

    def marks(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        answer = reads_ends(crops)
        answer[answer[:, :13].argmax(axis=1) == 11, :12] *= 0.5
        return answer

    def whole(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        answer = reads_art(crops)
        kings = answer[:, :12].argmax(axis=1) == 11
        answer[kings, :12] = art(11, how=20.0)[:12]
        return answer

    reading = read(lying(), reader(risk=0.0001, classifier=Classifier(marks, whole, reads_rims)))
    assert not reading.scorable
    (doubt,) = reading.doubts
    assert {"12o", "11o"} <= {str(each.card) for each in doubt.alternatives}
    assert reading.hypotheses[0].p < 0.9999


def test_a_card_that_sticks_to_another_is_asked_about_and_looked_for_around_cards_alone() -> None:
    shown: list[int] = []

    def rims(cut_outs: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(cut_outs.shape[1])
        return np.where(np.arange(cut_outs.shape[1]) == 1, 8.0, -12.0).astype(np.float32)[np.newaxis]

    back = Lies(card_at(120, 1000), BACK)
    sticks = reader(classifier=Classifier(reads_ends, reads_art, rims))
    reading = read([*lying(), back], sticks)
    assert not reading.scorable
    assert {doubt.kind for doubt in reading.doubts} == {"count"}
    assert all(str(doubt.text).endswith("two cards may stick together") for doubt in reading.doubts)
    assert shown == [16]
    assert reading.to_json()["doubts"][0]["seat"] in "NWSE"


def test_of_a_deck_that_is_not_known_both_ends_of_each_thing_are_looked_at_once() -> None:
    looked: list[int] = []

    def ends(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        looked.append(len(crops))
        return reads_ends(crops)

    assert read(lying(), reader(classifier=Classifier(ends, reads_art, reads_rims))).complete
    assert sum(looked) == 32


def test_who_takes_less_of_a_risk_promises_no_more() -> None:
    classifier, _ = suits_unsaid(12)
    promised = [read(lying(), reader(risk=risk, classifier=classifier)) for risk in (0.9, 0.01, 1e-9)]
    assert [each.complete for each in promised] == sorted((each.complete for each in promised), reverse=True)
    assert [each.scorable for each in promised] == sorted((each.scorable for each in promised), reverse=True)
    assert promised[0].complete
    assert not promised[1].complete
    assert not promised[2].scorable


@pytest.mark.parametrize("mirror", [0, 1])
def test_a_mirrored_picture_is_asked_about(mirror: int) -> None:
    pixels = np.ascontiguousarray(np.flip(painted(lying()), mirror))
    reading = reader().read(Picture(pixels), "x")
    assert not reading.scorable
    assert any(doubt.text.startswith("the picture is mirrored") for doubt in reading.doubts)
    assert not any("mirrored" in doubt.text for doubt in read(lying()).doubts)
    unseated = reader().read(Picture(pixels), "x", seated=False)
    assert "it is mirrored: set the camera to give it as it is" in [doubt.text for doubt in unseated.doubts]


def two(names: list[str]) -> list[Lies]:
    corners = row(800, 180, 0) + row(800, 1020, 0)
    return [Lies(each, index(name)) for each, name in zip(corners, names, strict=True)]


def test_two_players() -> None:
    reading = read(two(HANDS[:8]), reader(players=2))
    assert reading.complete
    assert set(reading.hands()) == {N, S}
    assert not read(two(HANDS[:8])).complete, "two hands are not four"


def test_two_players_whose_cards_lie_across_are_a_doubt() -> None:
    corners = row(800, 180, 0) + row(380, 600, 90)
    things = [Lies(each, index(name)) for each, name in zip(corners, HANDS, strict=False)]
    assert "seat" in kinds(read(things, reader(players=2)))


@pytest.mark.parametrize("players", [0, 3, 8])
def test_so_many_cannot_play(players: int) -> None:
    with pytest.raises(ValueError, match=f"players must be 2 or 4, not {players}"):
        reader(players=players)


def frames(*tables: list[Lies]) -> TableReading:
    return reader().read_frames([Picture(painted(each)) for each in tables], "frames")


def test_frames_of_one_table_are_one_reading() -> None:
    reading = frames(lying(), lying(), lying())
    assert reading.complete
    assert len(reading.cards) == 16


def test_a_card_that_two_frames_name_differently_is_asked_about() -> None:
    other = [replace(thing, what=index("7b")) if i == 3 else thing for i, thing in enumerate(lying())]
    (doubt,) = frames(lying(), other).doubts
    assert {str(each.card) for each in doubt.alternatives[:2]} == {"1b", "7b"}


def test_a_card_that_comes_down_last_is_read() -> None:
    assert frames(lying()[:15], lying()).complete


@pytest.mark.parametrize(("first", "looks"), [(16, 1), (15, 2)])
def test_a_second_frame_is_looked_at_where_the_first_leaves_a_doubt(
    first: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sees, found = reader(), []
    monkeypatch.setattr(sees.finder, "find", lambda pixels, find=sees.finder.find: found.append(1) or find(pixels))
    tables = (lying()[:first], lying())
    assert sees.read_until_sure([Picture(painted(each)) for each in tables], "frames").complete
    assert len(found) == looks


def test_frames_of_different_tables_are_said_to_be_that() -> None:
    moved = [replace(thing, corners=thing.corners + [90, 60]) for thing in lying()]
    reading = frames(lying(), moved)
    assert not reading.complete
    assert not reading.scorable
    assert reading.doubts == (MOVED,)
    assert names(reading) == names(read(lying())), "what the first one shows"


def test_frames_of_different_sizes_are_refused() -> None:
    sizes = ((1600, 1200), (1500, 1200))
    with pytest.raises(ValueError, match="of one size"):
        reader().read_frames([Picture(painted(lying(), size)) for size in sizes], "x")
    with pytest.raises(ValueError, match="of one size"):
        reader().read_frames([], "x")


def test_any_gives_no_seats_and_promises_nothing() -> None:
    reading = reader().read(Picture(painted([*lying()[:5], Lies(card_at(800, 600), EIGHT)])), "any", seated=False)
    assert not reading.complete
    assert not reading.scorable
    assert reading.doubts == ()
    assert {card.seat for card in reading.cards} == {None}
    assert {str(card.card) for card in reading.cards} == set(HANDS[:5])
    assert [thing.kind for thing in reading.strange] == ["8"]


def test_any_asks_about_a_card_that_is_there_twice() -> None:
    things = [*lying()[:5], Lies(card_at(800, 600), index(HANDS[0]))]
    reading = reader().read(Picture(painted(things)), "any", seated=False)
    assert kinds(reading) == ["twice", "twice"]
    assert [str(reading.cards[doubt.card].card) for doubt in reading.doubts if doubt.card is not None] == [HANDS[0]] * 2


def large(by: float) -> Picture:
    """The table on so many times the pixels, as a camera gives it that is read in halves."""
    things = [replace(thing, corners=thing.corners * by) for thing in lying()]
    return Picture(painted(things, (round(1600 * by), round(1200 * by))))


def test_corners_are_counted_in_the_picture_s_own_pixels() -> None:
    small = {card.card: np.array(card.quad) for card in read(lying()).cards}
    picture = large(3.0)
    assert picture.at_working_size().scale == 2.0
    reading = reader().read(picture, "large")
    assert reading.complete
    for card in reading.cards:
        assert np.mean(card.quad, axis=0) == pytest.approx(3 * small[card.card].mean(axis=0), abs=4)
    assert max(thing.found.corners.max() for thing in reader().seen(picture).places) > 3000
    from_a_file = reader().read(replace(picture, scale=2.0), "from a file that was halved")
    assert np.max(from_a_file.cards[0].quad) == pytest.approx(2 * np.max(reading.cards[0].quad))


def test_outlines_name_nothing() -> None:
    assert len(reader().outlines(Picture(painted([*lying(), Lies(card_at(800, 600), BACK)])))) == 17


def test_evidence_decided_later_is_the_same_reading() -> None:
    picture = Picture(painted([*lying()[:15], Lies(table()[15], EIGHT)]))
    by = reader()
    found, evidence = by.evidence(picture)
    assert len(found) == len(evidence) == 16
    assert not np.isnan(evidence.art).any(), "every thing was looked at as a whole"
    later = by.decided(found, evidence, (1600, 1200), "table.jpg")
    now = by.read(picture, "table.jpg")
    assert replace(later, ms={}) == replace(now, ms={})


def test_evidence_is_of_what_is_found_farther_too() -> None:
    overlooks = replace(reader(), finder=FindsPaint(1))  # type: ignore[arg-type]
    picture = Picture(painted(lying()))
    found, evidence = overlooks.evidence(picture, 16)
    assert len(found) == len(evidence) == 16
    assert overlooks.decided(found, evidence, (1600, 1200), "table.jpg").complete
    assert len(overlooks.evidence(picture)[0]) == 15


def test_a_reader_of_another_calibration_decides_otherwise() -> None:
    classifier, _ = suits_unsaid(12)
    bold = replace(reader(classifier=classifier), calibration=Calibration(OWN_WORDS, 0.9))
    assert read(lying(), bold).complete


def test_a_reader_of_another_calibration_knows_the_same_deck() -> None:
    of_a_deck = reader(deck=enrolled(house()))
    for by in (of_a_deck, replace(of_a_deck, calibration=Calibration(OWN_WORDS, 0.01))):
        assert "deck" in kinds(read(lying(), by)), "painted cards are another deck's"


class InMirror(DeckLooks):
    """A deck whose cards are liker to what lies there in a mirror."""

    def is_mirrored(self, seen: Faces, likeness: NDArray[np.float64], named: list[Naming]) -> bool:
        return True


def test_a_picture_that_the_learned_deck_calls_mirrored_is_refused() -> None:
    by = reader()
    looks = InMirror.of(enrolled(house()).pictures, by.faces)
    assert MIRRORED in [doubt.text for doubt in read(lying(), replace(by, looks=looks)).doubts]
    assert MIRRORED not in [doubt.text for doubt in read(lying(), by).doubts]


class Like(DeckLooks):
    """A deck that everything is like a card of which the art names, but for its kings."""

    def likeness(self, seen: Faces) -> NDArray[np.float64]:
        ranks, suits = seen.logits[:, :12].argmax(axis=1) + 1, seen.logits[:, 12:16].argmax(axis=1)
        like = np.full((len(ranks), 40), 0.1)
        for cards, rank, suit in zip(like, ranks, suits, strict=True):
            cards[index(f"{rank}{'oceb'[suit]}")] = 0.1 if rank == 12 else 0.97
        return like


@pytest.mark.parametrize("told", [True, False])
def test_of_a_known_deck_those_ends_alone_are_looked_at_whose_card_its_looks_leave_in_doubt(told: bool) -> None:
    looked: list[int] = []

    def ends(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        looked.append(len(crops))
        return reads_ends(crops)

    by = reader(classifier=Classifier(ends, reads_art, reads_rims))
    looks = Like.of(enrolled(house()).pictures, by.faces)
    reading = read(lying(), replace(by, looks=looks) if told else replace(by, known=Recognises((looks,))))
    kings = sum(name.startswith("12") for name in HANDS)
    assert sum(looked) == 2 * kings
    assert names(reading) == names(read(lying()))


@pytest.mark.parametrize("told", [True, False])
def test_only_a_deck_that_was_told_can_be_another_than_the_one_on_the_table(told: bool) -> None:
    by = reader(deck=enrolled(house()))
    assert by.looks is not None
    if not told:
        by = replace(by, looks=None, known=Recognises((by.looks,)))
    assert ("deck" in kinds(read(lying(), by))) is told, "painted cards are another deck's"


class Recognises(KnownDecks):
    """Takes whatever lies there for the first of the decks."""

    def recognised(self, seen: Faces) -> DeckLooks | None:
        return self.decks[0]
