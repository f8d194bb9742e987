"""Whatever is in doubt about four cards at each seat is settled with the buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card
from engine.records import HandRecord
from engine.seats import Seat
from engine.sentences import Sentence
from engine.showdown import score
from firmware.screens import render
from firmware.screens.spoken import spoken
from firmware.session.at_desk import TOLD, Called
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import LAW
from firmware.session.event_text import from_text, to_text
from firmware.session.events import ReadingConfirmed
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from tests.firmware.screens.gallery import HANDS, Play
from vision.reading import Alternative, Doubt

LEFT_OUT = Doubt("count", Sentence.plain("something that may be a card was left out"))
LEANING = Doubt("seat", Sentence.plain("a hand of 4 lies between two seats"), Seat.W, 4)
SIX_OR_SEVEN = Doubt(
    "card",
    Sentence.plain("W: 7c is not certain"),
    Seat.W,
    6,
    (Alternative(Card.parse("7c"), 0.6), Alternative(Card.parse("6c"), 0.4)),
)


def test_what_was_left_out_is_confirmed_with_one_press() -> None:
    play = Play().read(HANDS, (LEFT_OUT, LEFT_OUT))
    assert play.state.phase is Phase.DOUBTS
    assert play.laid.blocking_doubt() is None
    assert "left out. Are all cards right?" in spoken(play.state, play.view)
    play.press("ok")
    assert play.state.phase is Phase.MARKS
    assert play.state.open_doubts() == ()
    record = play.state.finished.record_json()
    assert record["confirmed"] == ["something that may be a card was left out"]
    assert score(HandRecord.parse(dict(record))).to_dict() == play.state.finished.result_json()
    assert play.press("back").state.phase is Phase.DOUBTS


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (Play().read(HANDS, (SIX_OR_SEVEN,)), Phase.MARKS),
        (Play().read(HANDS, (LEFT_OUT,)), Phase.MARKS),
        (Play().press("paso", "paso", "envido-ns", "iduki").read({**HANDS, "W": "10b 3o 7c 4c"}), Phase.MARKS),
        (Play().press("paso", "paso", "paso", "paso"), Phase.ENTRY),
    ],
    ids=["which card", "all cards", "strike", "show the cards"],
)
def test_ok_puts_a_sentence_away_and_answers_nothing_behind_it(asked: Play, answered: Phase) -> None:
    waits = asked.state
    asked.view = View(notice=TOLD[Called.HEARD], choice=1)
    asked.press("ok")
    assert (asked.state, asked.view) == (waits, View(choice=1))
    assert asked.press("ok").state.phase is answered


@pytest.mark.parametrize(("hand", "page"), [(None, 0), (0, 1)])
def test_ok_puts_a_sentence_away_and_takes_nothing_of_a_list_behind_it(hand: int | None, page: int) -> None:
    play = Play().read(HANDS)
    offered = View(hand=hand, path=(LAW,), choice=1, page=page)
    play.view = replace(offered, notice=TOLD[Called.HEARD], page=1)
    assert play.press("ok").view == offered
    assert play.press("ok").view.path[:-1] == (LAW,)


def test_behind_the_marks_nothing_waits_and_ok_goes_on_behind_a_sentence_too() -> None:
    play = Play().read(HANDS)
    play.view = View(notice=TOLD[Called.HEARD])
    assert play.press("ok").state.deal == 2


def test_the_cards_are_settled_before_the_reading_is_confirmed() -> None:
    play = Play().read(HANDS, (LEFT_OUT, SIX_OR_SEVEN, LEANING))
    assert play.laid.card_doubt() == SIX_OR_SEVEN
    assert play.laid.to_confirm() == ()
    play.press("next", "ok")
    assert play.laid.to_confirm() == (LEFT_OUT, LEANING)
    play.press("ok")
    assert play.state.phase is Phase.MARKS
    assert play.state.cards()[Seat.W][2] == Card.parse("6c")


def test_a_reading_that_is_confirmed_may_contradict_the_calls() -> None:
    play = Play().press("paso", "paso", "envido-ns", "iduki").read({**HANDS, "W": "10b 3o 7c 4c"}, (LEFT_OUT,))
    assert play.press("ok").state.phase is Phase.CONFLICT
    assert play.state.open_doubts() == ()
    play.press("ok")
    assert set(play.state.finished.record_json()) >= {"confirmed", "struck"}


def test_another_reading_is_confirmed_anew() -> None:
    play = Play().read(HANDS, (LEFT_OUT, LEANING))
    play.read(HANDS, (LEFT_OUT,))
    assert play.laid.confirmed == ()
    assert play.laid.to_confirm() == (LEFT_OUT,)


def test_the_event_is_kept() -> None:
    play = Play().read(HANDS, (LEFT_OUT,)).press("ok")
    event = ReadingConfirmed(play.state.finished.record_json())
    assert to_text(from_text(to_text(event))) == to_text(event)


def test_the_other_one_of_two_equal_cards_may_be_the_wrong_one() -> None:
    may_be = (Alternative(Card.parse("12o"), 0.9), Alternative(Card.parse("10o"), 0.1))
    play = Play().read(
        {**HANDS, "E": "12o 11e 10e 2e"}, (Doubt("twice", Sentence.plain("12o is read 2 times"), Seat.E, 12, may_be),)
    )
    doubt = play.laid.card_doubt()
    assert [str(card) for card in play.laid.choices(doubt)[:2]] == ["10o", "12o"]
    play.press("next", "ok")
    assert play.state.cards()[Seat.E][0] == Card.parse("12o")
    asked = play.laid.card_doubt()
    assert (asked.kind, asked.seat, asked.card) == ("twice", Seat.N, 0)
    assert play.state.open_doubts() == (asked,)
    assert Card.parse("12o") not in play.laid.choices(asked)
    play.press("ok")
    assert play.state.phase is Phase.MARKS
    assert len({card for hand in play.state.cards().values() for card in hand}) == 16


def test_a_doubt_about_the_number_of_cards_leaves_every_name_as_it_is() -> None:
    count = Doubt("count", Sentence.plain("two cards may be one"), Seat.W, 1)
    play = Play().read(dict.fromkeys("NESW", "1o 1o 1o 1o"), (SIX_OR_SEVEN, count))
    for _ in range(16):
        play.press("ok")
    assert play.state.phase is Phase.MARKS


def doubts() -> st.SearchStrategy[tuple[Doubt, ...]]:
    """Doubts of every kind about any card or none, with any alternatives."""
    alternatives = st.lists(st.builds(Alternative, st.sampled_from(DECK), st.floats(0, 1)), max_size=4).map(tuple)
    kinds = st.sampled_from(("card", "count", "twice", "seat", "deck", "picture"))
    cards = st.none() | st.integers(0, 15)
    one = st.builds(
        Doubt,
        kinds,
        st.sampled_from((Sentence.plain("this"), Sentence.plain("that"))),
        st.none(),
        cards,
        alternatives,
        st.booleans(),
    )
    return st.lists(one, max_size=6).map(tuple)


@settings(deadline=None, max_examples=80)
@given(hands=st.lists(st.sampled_from(DECK), min_size=16, max_size=16), doubted=doubts(), data=st.data())
def test_four_cards_at_each_seat_are_always_marked_in_the_end(
    hands: list[Card], doubted: tuple[Doubt, ...], data: st.DataObject
) -> None:
    named = {seat.value: " ".join(map(str, hands[i * 4 : i * 4 + 4])) for i, seat in enumerate(Seat)}
    if len(set(hands)) < 16 and all(doubt.suit_only for doubt in doubted):
        doubted = (*doubted, LEFT_OUT)
    play = Play().read(named, doubted)
    for _ in range(40):
        if play.state.phase is Phase.MARKS:
            break
        assert play.state.phase is Phase.DOUBTS
        assert play.state.open_doubts()
        render(play.state, play.view)
        assert spoken(play.state, LIVE)
        play.press(*["next"] * data.draw(st.integers(0, 2)) if play.laid.card_doubt() else (), "ok")
    assert play.state.phase is Phase.MARKS
    assert len({card for hand in play.state.cards().values() for card in hand}) == 16
    assert play.state.open_doubts() == ()


@pytest.mark.parametrize("card", ["7c", "6c", "4o", "1e", "12b", "10o"])
def test_whatever_card_it_is_takes_two_presses_at_most(card: str) -> None:
    """The likeliest one, the next one, and any other by its suit and its rank."""
    ways = [["ok"], ["next", "ok"], *([suit.value, rank.value] for suit in PLACES[:4] for rank in PLACES)]
    ends = set()
    for way in ways:
        play = Play().read(HANDS, (SIX_OR_SEVEN,)).press(*way)
        if play.state.phase is Phase.MARKS:
            ends.add(str(play.state.cards()[Seat.W][2]))
    assert card in ends
    assert len(ends) == len(DECK) - 15, "and none that lies elsewhere"


def test_settling_by_suit_and_rank_is_left_with_back() -> None:
    play = Play().read(HANDS, (SIX_OR_SEVEN,)).press("hordago")
    assert grid(play.state, play.view.path).about == "bastos"
    assert "N-S envido: 1b" not in spoken(play.state, play.view), "North has it"
    assert "E-W envido: 2b; Gehiago: 3b" not in spoken(play.state, play.view), "South has it"
    assert render(play.state, play.view).size == (128, 64)
    assert play.press("back").view == LIVE
    assert play.laid.card_doubt() == SIX_OR_SEVEN
