"""What a correction opens for the judge: it told before the teams agree, and until it is settled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.calls import Call
from engine.cards import Card
from engine.match.corrections import CallsReplaced, CardsSwapped
from engine.match.entries import Replaced, Withdrawn
from engine.match.questions import ForTheJudge
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sheets.fields import act_fields, change_fields, kind_of
from firmware.screens.spoken import spoken
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import GridError
from firmware.session.choices.menu import MENU
from firmware.session.choices.settling import DECISION, open_questions
from firmware.session.events import CorrectionProposed, JudgeActed, MatchStarted
from firmware.session.finished import Finished
from tests.firmware.screens.gallery import HANDS
from tests.firmware.session.test_correcting import Kept, tally, two_mantxak
from tests.firmware.session.test_menu import ACES, menu
from words.text import english

AGREED = ("envido-ns", "envido-ew")
LEFT_OPEN = "nobody has won game 1, and a later one was begun"
PLAYED_ON = "game 1 had been won before hand 2"


def told(table: Kept) -> str:
    return spoken(table.state, table.view)


def left_open() -> Kept:
    """The card that won the first mantxa is put right, and both teams are asked."""
    table = two_mantxak().press("last", "last", "read")
    table.choose("N", "12o", "oros", "4o")
    return table


def played_on() -> Kept:
    """An accepted hordago of the first hand is put in afterwards, and both teams are asked."""
    table = two_mantxak().press("last", "last", "last", "read")
    table.choose("handia", "anew", "NS hordago", "iduki")
    return table


def hand(table: Kept, number: int) -> Finished:
    return table.state.hands[number - 1]


@pytest.mark.parametrize(("proposed", "question"), [(left_open, LEFT_OPEN), (played_on, PLAYED_ON)])
def test_what_a_correction_opens_is_told_until_it_is_settled(proposed: Callable[[], Kept], question: str) -> None:
    table = proposed()
    assert f"For the judge: {question}." in told(table)
    assert table.press("next").view.page == 1
    assert open_questions(table.state) == ()
    table.press(*AGREED)
    assert open_questions(table.state) == (question,)
    table.press("envido-ns", "iduki").read(HANDS)
    assert f"For the judge: {question}." in told(table)
    menu(table, "judge", "case", "game 1 is given to E-W")
    assert open_questions(table.state) == ()
    assert "For the judge" not in told(table)
    assert tally(table.state)[0] == (0, 1)
    assert table.folded() == table.session


@pytest.mark.parametrize(("way", "games"), [("game 1 is given to N-S", (1, 0)), ("game 1 is void", (0, 0))])
def test_a_mantxa_that_is_left_open_is_given_or_void(way: str, games: tuple[int, int]) -> None:
    table = left_open().press(*AGREED)
    assert tally(table.state)[0] == (0, 0)
    menu(table, "judge", "case", way)
    assert (tally(table.state)[0], table.state.score) == (games, {Team.NS: 4, Team.EW: 2})
    assert open_questions(table.state) == ()


def test_a_hand_in_question_does_not_count_once_it_is_void() -> None:
    table = played_on().press(*AGREED)
    assert hand(table, 2).result_json()["status"] == "in-question"
    menu(table, "judge", "case", "hand 2 is void")
    assert hand(table, 2).result_json()["status"] == "void"
    assert (open_questions(table.state), tally(table.state)[0]) == ((), (1, 0))


def test_what_was_played_once_the_match_was_over_is_void() -> None:
    """The hordago that is put in afterwards wins the match, of which a mantxa was played since."""
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 10}, games=1))
    table.press("envido-ns", "iduki").read(HANDS).press("ok", "envido-ns", "iduki").read(HANDS).press("ok")
    menu(table, "judge", "give", "NS", "match")
    menu(table, "judge", "undo", "the match is given to N-S")
    table.press("last", "last", "read")
    table.choose("handia", "anew", "NS hordago", "iduki")
    table.press(*AGREED)
    menu(table, "judge", "case", "hand 2 is void")
    assert open_questions(table.state) == ()


def case_left_behind() -> Kept:
    """A case for the judge, whom nobody has asked: play went on."""
    return Kept("federacion").press("paso", "paso", "hordago", "hordago", "iduki").read(ACES).press("ok")


def cut_short() -> Kept:
    """The hordago that ended a hand was refused: nobody has played the other rounds."""
    table = Kept().press("hordago", "hordago", "iduki").read(HANDS).press("ok").press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    return table.press(*AGREED)


def no_case_any_more() -> Kept:
    """The judge has decided a case, and then the calls are put right: there is none."""
    table = menu(case_left_behind(), "judge", "case", "EW", "+3").press("last", "read")
    table.choose("pareak", "paso")
    return table.press(*AGREED)


def played_beyond() -> Kept:
    """A bid that was refused wins the mantxa, as it is put right, before other calls of the same hand."""
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 10}))
    table.press("envido-ns", "iduki", "envido-ew", "iduki").read(HANDS)
    calls = tuple(map(Call.parse, ("EW envido 12", "NS gehiago 2", "EW tira")))
    table.happen(CorrectionProposed(1, (change_fields(CallsReplaced(Round.HANDIA, calls)),)))
    return table.press(*AGREED)


def given_once_more() -> Kept:
    """The judge has given a mantxa of a match that two win once both are given."""
    table = Kept()
    for _ in range(3):
        menu(table, "judge", "give", "NS", "mantxa")
    return table


@pytest.mark.parametrize(
    ("opened", "kind"),
    [
        (given_once_more, ForTheJudge.AFTER_MATCH),
        (case_left_behind, ForTheJudge.CASE),
        (cut_short, ForTheJudge.CUT_SHORT),
        (no_case_any_more, ForTheJudge.NO_CASE),
        (played_beyond, ForTheJudge.PLAYED_ON),
    ],
)
def test_each_way_settles_what_it_is_offered_for(opened: Callable[[], Kept], kind: ForTheJudge) -> None:
    table = opened()
    assert [question.kind for question in table.state.standing.questions] == [kind]
    menu(table, "judge", "case")
    before, view = table.session, table.view
    cells = [cell for cell in grid(table.state, view.path).cells if cell]
    assert cells
    for cell in cells:
        table.session, table.view = before, view
        table.choose(cell.team or cell.label)
        if kind is ForTheJudge.CASE:
            table.choose("+3")
        assert kind not in [question.kind for question in table.state.standing.questions], cell


def test_a_decision_is_told_by_the_number_of_its_hand_and_taken_back() -> None:
    table = left_open().press(*AGREED)
    table.press("envido-ns", "iduki").read(HANDS)
    menu(table, "judge", "annul", "hand")
    assert (table.state.hands[-1].entry, len(table.state.hands)) == (5, 4)
    menu(table, "judge", "undo")
    assert [cell.deed.told(english) for cell in grid(table.state, table.view.path).cells if cell and cell.deed] == [
        "hand 4 is void",
        "hand 2 is put right: N: 12o → 4o",
    ]
    table.choose("hand 4 is void")
    assert hand(table, 4).result_json().get("status") is None


def test_what_the_judge_gave_before_a_correction_ended_the_match_is_taken_back() -> None:
    """Each team had won a mantxa, and tantos were given before the first hand of the third."""
    table = Kept()
    for hands in (HANDS, {**HANDS, "N": HANDS["E"], "E": HANDS["N"]}):
        table.press("hordago", "hordago", "iduki").read(hands).press("ok")
    menu(table, "judge", "give", "EW", "tantos", "+3")
    menu(table, "judge", "give", "NS", "tantos", "+2")
    swapped = CardsSwapped(Seat.N, Card.parse("11e"), Seat.E, Card.parse("12c"))
    table.happen(CorrectionProposed(2, (change_fields(swapped),))).press(*AGREED)
    assert tally(table.state)[::2] == ((2, 0), Team.NS)
    for ways in (["N-S +2", "E-W +3"], ["E-W +3"]):
        menu(table, "judge", "case")
        cells = grid(table.state, table.view.path).cells
        told = [cell.deed.told(english) for cell in cells if cell and cell.deed]
        assert told == [f"what the judge decided is taken back: {way}" for way in ways]
        table.choose(told[0])
    assert (open_questions(table.state), table.state.standing.winner) == ((), Team.NS)


def test_what_the_judge_decided_is_taken_back_and_the_correction_stands() -> None:
    table = menu(no_case_any_more(), "judge", "case")
    table.choose("what the judge decided is taken back")
    entry = table.state.match.entries[-1]
    assert isinstance(entry, Withdrawn)
    assert isinstance(table.state.match.entry(entry.of), Replaced)
    assert open_questions(table.state) == ()
    assert hand(table, 1).record.calls.get(Round.PAREAK, ()) == ()


def test_what_was_taken_back_by_mistake_is_there_to_be_taken_back_again() -> None:
    table = no_case_any_more()
    for of in (2, 4):
        taken_back = Withdrawn(of=of, **DECISION)
        table.happen(JudgeActed({"kind": kind_of(taken_back), **act_fields(taken_back)}))
    menu(table, "judge", "case")
    table.choose("what the judge decided is taken back")
    assert open_questions(table.state) == ()


def test_a_hand_that_counts_as_it_is_marked_wins_by_its_marks_alone() -> None:
    """They reach the target of 6 behind the hand before; that one is put right, and is worth less then."""
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 6}))
    table.press("envido-ns", "iduki").read(HANDS).press("ok")
    table.press("hordago", "hordago", "iduki").read(HANDS).press("ok").press("last", "read")
    table.choose("handia", "NS iduki", "NS tira")
    menu(table.press(*AGREED), "judge", "case")
    table.choose("it counts as it is marked")
    assert [game.winner for game in table.state.standing.games] == [Team.NS]
    table.press("last", "last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    table.press(*AGREED)
    assert [game.winner for game in table.state.standing.games] == [None]


def test_what_is_settled_is_no_choice_any_more() -> None:
    with pytest.raises(GridError, match="there is no case for the judge"):
        grid(two_mantxak().state, (MENU, "judge", "case", "left-open-1-1"))
