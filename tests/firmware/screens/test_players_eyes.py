"""What players see of hordagos, corrections and sentences: who is asked, for which press, and all that was said."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from engine.calls import Call
from engine.deal.clock import Deciding
from engine.seats import Team
from engine.sentences import NEXT, Sentence
from firmware.panel.review.choosing import chosen_cell
from firmware.screens import render
from firmware.screens.asking import notice_pages
from firmware.screens.clock import ClockFace, clock
from firmware.screens.correction import in_short, short_calls
from firmware.screens.parts import LINES
from firmware.screens.pixels import Canvas, font
from firmware.screens.review import call_lines
from firmware.screens.spoken import asked_of, spoken
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import correcting
from firmware.session.deciding import Decision, Thinking
from firmware.session.press import meaning
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from tests.firmware.screens.gallery import HANDS, Play
from tests.firmware.session.test_menu import ACES
from tests.words.test_text import heard
from words.text import LANGUAGES, english, speech


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is written on a canvas."""
    texts, write = list[str](), Canvas.write

    def told(canvas: Canvas, x: int, y: int, text: str, *rest: Any, **named: Any) -> int:
        texts.append(text)
        return write(canvas, x, y, text, *rest, **named)

    monkeypatch.setattr(Canvas, "write", told)
    return texts


def won_by_hordago() -> Play:
    return Play().press("hordago", "hordago", "iduki").read(HANDS)


@pytest.mark.parametrize(("first", "whose", "other"), [("N", "N-S", "E-W"), ("W", "E-W", "N-S")])
def test_hordago_says_that_the_other_team_s_envido_claims_it(first: str, whose: str, other: str) -> None:
    play = Play()
    while play.state.esku.value != first:
        play.press("next")
    said = spoken(play.state, play.press("hordago").view)
    assert said == f"Hordago by {whose}? Press Hordago again. If it is by {other}, press {other} envido."
    button = Button.ENVIDO_EW if other == "E-W" else Button.ENVIDO_NS
    event = meaning(play.session, play.view, button).event
    assert event is not None
    assert getattr(event, "call", None) == f"{other.replace('-', '')} hordago"


def test_hordago_over_the_others_bid_can_be_nobody_else_s(written: list[str]) -> None:
    play = Play().press("envido-ns", "hordago")
    assert spoken(play.state, play.view) == "Hordago by E-W? Press Hordago again."
    assert meaning(play.session, play.view, Button.ENVIDO_NS).refusal
    assert render(play.state, play.view)
    assert written.count("E-W: press it again") == 1
    assert "N-S? N-S envido" not in written


def test_a_mantxa_won_by_hordago_shows_it_among_its_marks() -> None:
    play = won_by_hordago()
    assert play.state.phase is Phase.GAME_WON
    view = play.press("next").view
    assert view.step == 1
    assert spoken(play.state, view) == "N-S won the mantxa by hordago."
    assert play.press("next").view.step is None
    assert spoken(play.state, View(hand=0, page=2)).startswith("Hand 1. N-S won the mantxa by hordago.")
    refused = Play().press("hordago", "hordago", "tira", "envido-ew", "tira", "hordago", "hordago", "iduki")
    refused.read({**HANDS, "W": "11b 11o 7c 4c"})
    assert [refused.press("next").view.step for _ in range(4)] == [1, 2, 3, None]


def test_marks_are_offered_only_where_there_are_some(written: list[str]) -> None:
    # W's pareak was announced, and is none: the hordago may stand, and nothing before it is marked
    judged = Play("basque").press("paso", "paso", "hordago", "hordago", "iduki").read({**ACES, "W": "1o 7e 6o 10o"})
    judged.press("last", "envido-ns", "envido-ew")
    assert judged.state.phase is Phase.JUDGE
    assert render(judged.state)
    assert "marks" not in written
    assert judged.press("next").view == View(notice=Sentence("Nothing was marked."))
    won = won_by_hordago()
    assert render(won.state)
    assert "marks" in written


@pytest.mark.parametrize("left", [0, 3599, 6299, 36000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_stands_apart_from_the_time_that_is_left(
    language: str, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    say, letters, boxes = speech(language), font("text"), list[tuple[int, int]]()
    write = Canvas.write

    def told(canvas: Canvas, x: int, y: int, text: str, *rest: Any, **named: Any) -> int:
        if y == 0:
            boxes.append((x, x + letters.width(text)))
        return write(canvas, x, y, text, *rest, **named)

    monkeypatch.setattr(Canvas, "write", told)
    for deciding in Deciding:
        boxes.clear()
        assert clock(ClockFace(left, 36000), say, Thinking(Decision(Team.NS, deciding, 60, None), 10))
        (_, end), (begin, _) = boxes
        assert begin - end >= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_a_sentence_has_much_less_than_another(language: str) -> None:
    say = speech(language)
    together = [Sentence.listed(pair, NEXT) for pair in pairwise(heard())]
    long = [sentence for sentence in together if len(notice_pages(sentence, say)) > 1]
    assert len(long) > 20
    for sentence in long:
        pages = notice_pages(sentence, say)
        assert " ".join(line for page in pages for line in page) == say.whole(sentence)
        counts = [len(page) for page in pages]
        assert max(counts) - min(counts) <= 1, sentence
        assert max(counts) <= LINES


def test_a_correction_shows_all_that_was_entered_before() -> None:
    play = Play().press("envido-ns", "iduki", "paso", "paso").read(HANDS)
    so_far = ("NS envido 2", "EW gehiago 2", "NS gehiago 2", "EW gehiago 5")
    path = (*correcting(0), "handia", "anew", *so_far)
    shown = grid(play.state, path)
    assert tuple(map(str, shown.so_far)) == so_far
    assert short_calls(shown.so_far, english, plain=True) == ["N-S 2", "+2×2", "+5"]
    said = spoken(play.state, View(path=path))
    assert said.startswith("Handia. N-S envido 2, E-W gehiago 2, N-S gehiago 2, E-W gehiago 5. What was said?")
    cell = chosen_cell(play.state, path, "tira")
    assert cell is not None
    play.happen(cell.leads)  # type: ignore[arg-type]
    assert play.state.proposal is not None
    told = in_short(play.state.proposal.correction, english)
    assert told == "handia: N-S 2, E-W +2, N-S +2, E-W +5, tira"
    assert "E-W gehiago 5, N-S tira" in spoken(play.state, LIVE)


@pytest.mark.parametrize("raises", [5, 15])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_that_is_looked_at_again_shows_every_call(language: str, raises: int, written: list[str]) -> None:
    say = speech(language)
    answers = [("envido-ew", "envido-ns")[number % 2] for number in range(raises)]
    called = ("envido-ns", *answers, "hordago", "hordago", "tira")
    play = Play().press(*called, *called, "paso", "paso").read(HANDS)
    hand = play.state.hands[0]
    assert [len(calls) for calls in hand.record.calls.values() if calls] == [raises + 3] * 2
    assert render(play.state, View(hand=0, page=1), say)
    _, page, *rows = written
    assert page.startswith("2/")
    assert " ".join(rows) in [
        " ".join(call_lines(hand, 0, partial(short_calls, say=say, plain=plain), say)) for plain in (False, True)
    ]


def test_a_correction_names_the_presses_and_who_has_agreed() -> None:
    play = Play().press("envido-ns", "iduki", "paso", "paso").read(HANDS)
    play.press("last", "read", "iduki", "envido-ew", "envido-ns")
    assert play.state.waits is not None
    asked = asked_of(play.state.waits, english)
    assert asked == "N-S agrees with N-S envido. E-W agrees with E-W envido."
    play.press("envido-ns")
    assert play.state.waits.agreed == {Team.NS}
    assert asked_of(play.state.waits, english) == "N-S has agreed. E-W agrees with E-W envido."
    same = Play().read(HANDS).press("last", "read", "envido-ns", "gehiago", "envido-ew", "paso")
    assert same.state.waits is not None
    assert asked_of(same.state.waits, english) == "OK: yes. Back drops it."
    assert same.press("ok").state.phase is Phase.MARKS


def test_equal_raises_are_counted_so_that_all_of_them_are_shown() -> None:
    calls = [Call.parse(said) for said in ("NS envido 2", *["EW gehiago 1", "NS gehiago 1"] * 9, "EW hordago")]
    assert short_calls(calls, english, plain=True) == ["N-S 2", "+1×18", "hordago"]
    assert short_calls(calls[:3], english) == ["N-S 2", "E-W +1", "N-S +1"]
