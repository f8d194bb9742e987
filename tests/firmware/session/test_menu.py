"""The menu behind a hold: new matches, the judge's acts, the clock, changed ends; and a tournament's settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.match.questions import ForTheJudge
from engine.seats import Seat, Team
from firmware.devices.choose import Devices
from firmware.keeping.journal import Journal
from firmware.screens.clock import Warned, face
from firmware.screens.spoken import spoken
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES, GridError
from firmware.session.choices.menu import MENU
from firmware.session.corrections import plays
from firmware.session.events import (
    AbsenceTold,
    Agreed,
    CallMade,
    CardEntered,
    ClockStarted,
    CorrectionProposed,
    DeskJoined,
    EndsSwapped,
    EntryBegun,
    FaultMended,
    JudgeActed,
    MatchStarted,
    TimeAdded,
    TimePassed,
    Undone,
)
from firmware.session.fold import StateError, apply
from firmware.session.press import MENU_BUTTON, meaning
from firmware.session.state import Phase
from firmware.session.view import LIVE
from firmware.table.appliance import Appliance
from firmware.table.settings import MatchSettings, SettingsError, parse, taken
from tests.firmware.screens.gallery import HANDS, Play
from tests.firmware.scripted import at_once, devices, write_pictures
from tests.firmware.scripted_parts import ScriptedKeys
from tests.firmware.session.test_correcting import Kept, marked, phase, tally

ACES = {"N": "12o 12c 4o 5o", "W": "1o 1c 6o 10o", "S": "11o 7o 6c 5c", "E": "10c 7c 6e 4c"}


def menu(table: Kept, *labels: str) -> Kept:
    table.hold()
    table.choose(*labels)
    return table


@pytest.mark.parametrize("text", ['rules = "NABO"', 'rules = "Nabo"'])
def test_a_books_name_is_as_good_in_capitals(text: str) -> None:
    for settings in (parse(text, "tournament.toml"), MatchSettings("NABO")):
        assert settings.match("camera", None).rules == "nabo"
        assert settings.like(settings.match("camera", None))


def test_pressing_what_opens_the_menu_costs_nothing() -> None:
    table = Kept().press("envido-ns")
    before = table.session
    assert table.press(MENU_BUTTON.value).session == before
    assert table.hold().view.path == ("menu",)
    assert table.press("back").view == LIVE
    assert meaning(table.session, LIVE, Button.OK, held=True).view == LIVE
    assert table.session == before


def lit(table: Kept) -> set[str]:
    return {cell.label for cell in grid(table.state, (MENU,)).cells if cell}


def test_a_choice_of_the_menu_is_lit_where_it_would_be_taken() -> None:
    table = Kept()
    assert {"new", "ends"} <= lit(table)
    assert "ends" not in lit(table.press("envido-ns"))
    assert {"new", "ends"} & lit(marked()) == {"new"}
    assert "new" not in lit(menu(marked(), "new", "nabo", "40", "3", "S"))
    at_desk = Kept("federacion").happen(DeskJoined(7))
    assert {"new", "call"} & lit(at_desk) == {"call"}
    assert len(grid(at_desk.state, (MENU,)).cells) <= len(PLACES)


def test_a_new_match_with_its_book_target_games_and_esku() -> None:
    table = menu(marked(), "new", "feder.", "30", "2", "S").press("envido-ns", "envido-ew")
    state = table.state
    assert (state.rules, state.book.target, state.book.games, state.esku) == ("federacion", 30, 2, Seat.S)
    assert (state.match.header.length.games, state.pristine) == (2, True)
    for esku in ("S", "E"):
        assert table.state.esku.value == esku
        table.press("hordago", "hordago", "iduki").read(HANDS)
        if phase(table) is not Phase.MATCH_WON:
            table.press("ok")
    assert tally(table.state) == ((2, 0), (1, 0), Team.NS)
    assert table.folded() == table.session


def test_a_word_that_is_no_choice_of_the_menu_leads_nowhere() -> None:
    assert grid(marked().state, (MENU, "judge")).title == "Judge"
    for word in ("voice", "anything"):
        with pytest.raises(GridError, match="there is no such choice"):
            grid(marked().state, (MENU, word))


def test_a_new_match_is_taken_back() -> None:
    table = menu(marked(), "new", "nabo", "40", "2", "N").press("envido-ew", "envido-ns")
    assert table.state.score == {Team.NS: 0, Team.EW: 0}
    assert table.press("back").state.score == {Team.NS: 5, Team.EW: 2}
    assert phase(table) is Phase.NEW_MATCH
    assert phase(table.press("back", "back")) is Phase.MARKS


def test_the_judge_gives_and_takes_tantos_and_takes_it_back() -> None:
    table = menu(marked(), "judge", "give", "EW", "tantos", "+5")
    assert table.state.score == {Team.NS: 5, Team.EW: 7}
    menu(table, "judge", "take", "NS", "-3")
    assert table.state.score == {Team.NS: 2, Team.EW: 7}
    table.press("ok", "envido-ns")
    assert table.state.base == {Team.NS: 2, Team.EW: 7}
    menu(table, "judge", "undo", "2")
    assert table.state.score == {Team.NS: 2, Team.EW: 2}
    assert table.state.aldia.to_answer is Team.EW
    assert table.folded() == table.session


def test_the_judge_voids_a_hand_and_a_mantxa() -> None:
    table = menu(marked(), "judge", "annul", "hand")
    assert table.state.score == {Team.NS: 0, Team.EW: 0}
    assert table.state.hands[0].result_json()["status"] == "void"
    won = Kept().press("hordago", "hordago", "iduki").read(HANDS)
    menu(won, "judge", "annul", "mantxa")
    assert tally(won.state) == ((0, 0), (0, 0), None)
    assert won.press("ok").state.score == {Team.NS: 0, Team.EW: 0}
    assert won.folded() == won.session


@pytest.mark.parametrize("act", [("annul", "mantxa"), ("give", "NS", "mantxa"), ("give", "NS", "tantos", "+10")])
def test_a_hand_in_progress_ends_with_the_mantxa_that_the_judge_ends(act: tuple[str, ...]) -> None:
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 10}))
    table.press("envido-ns", "iduki").read(HANDS).press("ok", "envido-ns", "envido-ew", "tira")
    assert table.state.score != table.state.base
    esku = table.state.esku
    menu(table, "judge", *act)
    assert (table.state.game, table.state.score) == (2, {Team.NS: 0, Team.EW: 0})
    assert (table.state.aldia.calls, table.state.esku) == ({}, esku)
    assert table.folded() == table.session


def test_a_hand_in_progress_ends_with_the_match_and_stays_where_that_alone_is_given() -> None:
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", games=1)).press("envido-ns", "tira")
    menu(table, "judge", "give", "NS", "mantxa")
    assert (phase(table), table.state.score) == (Phase.MATCH_WON, {Team.NS: 0, Team.EW: 0})
    table.press("back")
    menu(table, "judge", "give", "EW", "match")
    menu(table, "judge", "undo", "the match is given to E-W")
    assert (phase(table), table.state.score) == (Phase.CALLS, {Team.NS: 1, Team.EW: 0})


def test_the_judge_voids_no_mantxa_but_the_one_in_progress() -> None:
    table = menu(marked(), "judge", "give", "NS", "mantxa").press("ok", "envido-ns", "tira").hold()
    table.choose("judge", "annul")
    assert cells(table) == ["hand"], "of the mantxa in progress nothing is marked yet"
    table.press("back", "back", "back").press("paso", "paso", "paso").read(HANDS)
    menu(table, "judge", "annul", "mantxa")
    assert [game.ended_by for game in table.state.standing.games] == ["given", "void"]
    assert tally(table.state)[0] == (1, 0)


def test_nothing_is_annulled_before_anything_is_marked() -> None:
    table = Kept().hold()
    table.choose("judge")
    assert cells(table) == ["give", "take"]
    given = menu(Kept(), "judge", "give", "EW", "tantos", "+5").hold()
    given.choose("judge", "annul")
    assert cells(given) == ["mantxa"]


def test_what_is_annulled_already_is_not_annulled_again() -> None:
    table = menu(marked(), "judge", "annul", "hand").hold()
    table.choose("judge", "annul")
    assert cells(table) == ["mantxa"]
    table.choose("mantxa")
    table.hold().choose("judge")
    assert cells(table)[0] == "give"
    menu(table.press("back", "back"), "judge", "undo", "3").hold()
    table.choose("judge", "annul")
    assert cells(table) == ["mantxa"]


def test_a_mantxa_that_the_judge_has_given_is_annulled_until_ok_goes_on() -> None:
    table = menu(marked(), "judge", "give", "EW", "mantxa").hold()
    table.choose("judge", "annul")
    assert cells(table) == ["hand", "mantxa"]
    table.choose("mantxa")
    assert [game.ended_by for game in table.state.standing.games] == ["void"]


def cells(table: Kept) -> list[str]:
    """What stands on the buttons."""
    return [cell.label for cell in grid(table.state, table.view.path).cells if cell]


def test_the_judge_gives_a_mantxa_and_the_match() -> None:
    table = menu(marked(), "judge", "give", "EW", "mantxa")
    assert (tally(table.state)[0], phase(table)) == ((0, 1), Phase.GAME_WON)
    table.press("ok")
    assert table.state.score == {Team.NS: 0, Team.EW: 0}
    menu(table, "judge", "give", "NS", "match")
    assert (table.state.standing.winner, phase(table)) == (Team.NS, Phase.MATCH_WON)
    for button in Button:
        assert meaning(table.session, LIVE, button), "also where no karta aldia is marked"
    assert table.folded() == table.session


def test_the_judge_decides_a_case_that_the_book_leaves_to_him() -> None:
    table = Kept("federacion").press("paso", "paso", "hordago", "hordago", "iduki").read(ACES)
    assert phase(table) is Phase.JUDGE
    assert table.state.score == {Team.NS: 1, Team.EW: 1}, "handia and txikia"
    menu(table, "judge", "case", "EW", "+3")
    assert phase(table) is Phase.MARKS
    assert table.state.score == {Team.NS: 1, Team.EW: 4}
    assert table.press("ok").state.base == {Team.NS: 1, Team.EW: 4}


@pytest.mark.parametrize("act", [{}, {"kind": "correction"}, {"kind": "voided"}, {"kind": "voided", "of": 9}])
def test_an_act_that_is_none(act: dict[str, object]) -> None:
    with pytest.raises(StateError):
        marked().happen(JudgeActed({"by": "judge", "reason": "x", **act}))


def test_the_teams_change_ends_before_the_first_call() -> None:
    table = menu(marked().press("ok"), "ends")
    assert table.state.turned == 1
    table.press("envido-ns")
    with pytest.raises(StateError, match="change ends before"):
        table.happen(EndsSwapped())
    assert table.folded() == table.session


def test_the_federations_clock_and_its_warnings() -> None:
    table = Kept("federacion")
    menu(table, "clock", "start")
    assert (table.state.elapsed, face(table.state).warned) == (0.0, None)
    table.happen(TimePassed(70 * 60))
    assert (face(table.state).warned, face(table.state).due) == (Warned.LAST_MINUTES, 6)
    menu(table, "clock", "+10")
    assert face(table.state).warned is None
    table.happen(TimePassed(90 * 60))
    assert face(table.state).warned is Warned.OVER
    table.press("paso", "next")
    assert table.view.clock
    assert table.press("back").view == LIVE
    assert table.folded() == table.session


def test_time_is_never_taken_back() -> None:
    table = Kept("federacion").happen(ClockStarted())
    table.press("envido-ns").happen(TimePassed(30.0))
    table.press("tira").happen(TimePassed(60.0)).happen(Undone())
    assert table.state.elapsed == 60.0
    assert table.state.aldia.to_answer is Team.EW
    with pytest.raises(StateError):
        table.happen(TimePassed(59.0))
    with pytest.raises(StateError):
        table.happen(TimePassed(float("nan")))
    for event in (ClockStarted(), TimeAdded(-5)):
        with pytest.raises(StateError):
            table.happen(event)
    with pytest.raises(StateError):
        Kept("nabo").happen(ClockStarted())


def test_a_game_that_begins_near_the_end_is_shortened() -> None:
    table = Kept("federacion").happen(ClockStarted())
    table.happen(TimePassed(79 * 60.0)).press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    assert table.state.score == {Team.NS: 30, Team.EW: 30}
    assert tally(table.state)[0] == (1, 0)
    table.press("envido-ew", "tira")
    assert table.state.score == {Team.NS: 30, Team.EW: 31}
    assert table.folded() == table.session


def late(minute: int) -> Kept:
    """A match against the clock, which has shown that minute before anything was played."""
    return Kept("federacion").happen(ClockStarted()).happen(TimePassed(minute * 60.0))


def given(table: Kept, team: str, minute: int) -> Kept:
    """With the game in hand won by that team in that minute."""
    table.happen(TimePassed(minute * 60.0))
    return menu(table, "judge", "give", team, "mantxa")


def played(table: Kept) -> Kept:
    """With a karta aldia more, marked."""
    return table.press("envido-ns", "iduki").read(HANDS)


def test_what_is_put_right_behind_a_game_that_the_clock_opened_says_that_the_hand_in_progress_does_not_count() -> None:
    table = Kept("federacion").happen(ClockStarted())
    for team in ("NS", "EW", "NS"):
        given(table, team, 1)
    table.happen(TimePassed(71 * 60.0)).press("hordago", "hordago", "iduki").read(HANDS)
    table.press("ok", "envido-ns", "envido-ew", "last", "read").choose("handia", "EW iduki", "EW tira")
    assert "The karta aldia in progress does not count." in spoken(table.state, table.view)
    table.press("envido-ns", "envido-ew")
    assert (table.state.game, table.state.aldia.calls) == (4, {})
    assert table.folded() == table.session


def test_the_hand_after_one_that_counts_for_nothing_has_the_same_esku() -> None:
    table = played(Kept("nabo")).press("ok", "envido-ns")
    esku = table.state.esku
    menu(table, "judge", "annul", "hand")
    menu(table, "judge", "give", "EW", "mantxa")
    assert (table.state.esku, table.state.aldia.calls) == (esku, {})


@pytest.mark.parametrize("ended", [("give", "EW", "mantxa"), ("annul", "mantxa")])
def test_federacion_36_a_game_that_the_judge_ends_is_followed_by_a_shortened_one(ended: tuple[str, ...]) -> None:
    unplayed, in_hand, counted = given(late(79), "EW", 79), played(late(79)).press("ok"), played(late(79))
    for table in (unplayed, menu(in_hand, "judge", *ended), menu(counted, "judge", *ended).press("ok")):
        assert table.state.score == {Team.NS: 30, Team.EW: 30}
        assert table.press("envido-ew", "tira").state.score == {Team.NS: 30, Team.EW: 31}
        assert table.folded() == table.session


def test_federacion_36_a_last_game_that_is_annulled_is_played_anew_as_the_last() -> None:
    table = played(given(given(late(79), "EW", 79), "NS", 79)).press("ok")
    menu(table, "judge", "annul", "mantxa")
    assert table.state.score == {Team.NS: 30, Team.EW: 30}
    assert given(table, "NS", 79).state.standing.winner is Team.NS


def test_federacion_36_games_lost_by_coming_late_were_lost_then() -> None:
    table = Kept("federacion").happen(AbsenceTold("N")).happen(ClockStarted())
    table.happen(TimePassed(10 * 60.0)).happen(TimePassed(16 * 60.0)).happen(AbsenceTold("N"))
    assert tally(table.state)[0] == (0, 2)
    for team, minute in (("NS", 30), ("NS", 45), ("EW", 65), ("NS", 75)):
        given(table, team, minute)
    assert table.state.score == {Team.NS: 20, Team.EW: 20}  # 3-2 was in dispute when ten minutes were left


def three_to_two(*calls: str) -> Kept:
    """The game that a hand with these calls has won ten seconds before the last ten minutes, in a match of 2 to 2."""
    table = Kept("federacion").happen(ClockStarted())
    for team in ("NS", "NS", "EW", "EW"):
        given(table, team, 1)
    return table.happen(TimePassed(70 * 60.0 - 10)).press(*calls)


@pytest.mark.parametrize("again", [(), ("iduki",)])
def test_federacion_36_a_game_ended_when_its_last_hand_was_marked_first(again: tuple[str, ...]) -> None:
    table = three_to_two("hordago", "hordago", "iduki").read(HANDS).happen(TimePassed(70 * 60.0 + 5))
    table.press("back", *["back"] * len(again), *again).read(HANDS)
    assert table.state.ended[5] == 70 * 60.0 - 10
    assert table.folded() == table.session
    assert table.press("ok").state.score == {Team.NS: 0, Team.EW: 0}, "no game of the last ten minutes"


def test_federacion_36_a_game_whose_last_hand_was_called_otherwise_ended_when_that_was_marked() -> None:
    table = three_to_two("hordago", "hordago", "iduki").read(HANDS).happen(TimePassed(70 * 60.0 + 5))
    table.press("back", "back", "back", "hordago", "envido-ew", "iduki").read(HANDS)
    assert table.state.ended[5] == 70 * 60.0 + 5
    assert table.press("ok").state.score == {Team.NS: 30, Team.EW: 30}


def test_federacion_36_a_game_that_a_refused_bid_has_won_ended_before_its_cards_were_entered() -> None:
    table = three_to_two()
    for call in ("NS envido 40", "EW gehiago 2", "NS tira"):
        table.happen(CallMade(call))
    table.happen(TimePassed(70 * 60.0 + 5)).happen(EntryBegun())
    for seat, cards in HANDS.items():
        for card in cards.split():
            table.happen(CardEntered(seat, card))
    assert table.press("envido-ns", "envido-ew").state.ended[5] == 70 * 60.0 - 10
    assert table.folded() == table.session


def test_federacion_36_a_game_that_the_judge_gives_behind_a_marked_hand_ends_then() -> None:
    table = played(three_to_two())
    assert given(table, "NS", 71).state.ended[5] == 71 * 60.0


def test_a_match_of_vacas_goes_on_at_nothing_when_the_time_ends() -> None:
    started = MatchStarted("federacion", "N", "gallery", "table.jpg", games=1, vacas=2)
    table = Kept("federacion").happen(started).happen(ClockStarted())
    given(table, "NS", 10)
    played(given(table, "EW", 79)).press("ok")
    assert (tally(table.state), table.state.game, face(table.state).due) == (((0, 0), (1, 1), None), 3, 0)
    assert table.state.standing.games[-1].opening == 0


def test_federacion_36_to_30_the_clock_goes_on_and_the_game_after_the_time_is_the_last() -> None:
    """With 30 it would be over as it begins; the times to decide and to come are as in any other match."""
    started = MatchStarted("federacion", "N", "gallery", "table.jpg", options={"target": 30})
    table = Kept("federacion").happen(started).happen(ClockStarted())
    assert {"clock"} & lit(table)
    for team, minute in (("NS", 60), ("EW", 65), ("NS", 69), ("EW", 81)):
        given(table, team, minute)
        played(table).press("ok")
    begun = table.state.standing.games[-1]
    assert (begun.opening, begun.decisive) == (0, True)
    assert (face(table.state).warned, face(table.state).due) == (Warned.OVER, 7)
    assert given(table, "NS", 83).state.standing.winner is Team.NS


@pytest.mark.parametrize("target", [30, 40])
def test_federacion_36_the_game_in_progress_is_the_last_once_those_before_it_are_tied(target: int) -> None:
    started = MatchStarted("federacion", "N", "gallery", "table.jpg", options={"target": target})
    table = given(Kept("federacion").happen(started).happen(ClockStarted()), "NS", 79)
    table.press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    assert tally(table.state)[0] == (2, 0)
    swapped = {"change": "swap", "seat": "N", "card": "12o", "other_seat": "E", "other_card": "2e"}
    table.happen(CorrectionProposed(plays(table.state.match)[0], (swapped,))).happen(Agreed(judge=True))
    assert tally(table.state)[0] == (1, 1)
    assert given(table, "NS", 81).state.phase is Phase.MATCH_WON
    table = Kept("federacion").happen(started).happen(ClockStarted()).happen(AbsenceTold("E"))
    assert tally(table.happen(TimePassed(600.0)).state)[0] == (1, 0)
    assert table.folded() == table.session


def test_whoever_has_played_before_cards_were_dealt_again_is_not_late() -> None:
    """Federacion 33 asks who is not there as the time begins."""
    table = Kept("federacion").happen(AbsenceTold("W")).happen(ClockStarted()).happen(TimePassed(240.0))
    table.press("envido-ns").happen(FaultMended("deal-again", "federacion 18"))
    assert not table.state.karta_aldia.begun
    assert {"mus", "late"} & {cell.label for cell in grid(table.state, (MENU, "clock")).cells if cell} == {"mus"}
    with pytest.raises(StateError, match="everybody is there"):
        table.happen(AbsenceTold("W"))
    assert table.state.absent == ((Seat.W, 240.0),)


def test_a_game_that_goes_on_after_all_opens_no_other_one() -> None:
    table = played(late(79)).press("ok")
    before = table.state.standing
    menu(given(table, "EW", 79), "judge", "undo", "2")
    assert (table.state.score, len(table.state.standing.games)) == (before.score, 1)
    assert played(table).state.game == 1
    assert table.folded() == table.session


def test_federacion_36_after_a_tie_that_comes_to_light_the_game_in_hand_is_the_last() -> None:
    table = given(late(79), "NS", 79).press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    assert (tally(table.state)[0], table.state.standing.games[-1].decisive) == ((2, 0), False)
    swap = {"change": "swap", "seat": "N", "card": "12o", "other_seat": "E", "other_card": "2e"}
    table.happen(CorrectionProposed(3, (swap,))).happen(Agreed(judge=True))
    assert (tally(table.state)[0], table.state.standing.games[-1].decisive) == ((1, 1), True)
    assert table.state.score == {Team.NS: 30, Team.EW: 30}
    menu(table, "judge", "undo", "4")
    assert (tally(table.state)[0], table.state.standing.games[-1].decisive) == ((2, 0), False)
    assert table.folded() == table.session


@pytest.mark.parametrize("goes_on", [False, True], ids=["marked", "in hand"])
def test_federacion_36_a_game_that_is_played_on_is_the_last_where_the_games_before_it_are_tied(goes_on: bool) -> None:
    table = played(given(late(79), "NS", 79).press("hordago", "hordago", "iduki").read(HANDS).press("ok"))
    if goes_on:
        table.press("ok")
    score = table.state.score
    swap = {"change": "swap", "seat": "N", "card": "12o", "other_seat": "E", "other_card": "2e"}
    table.happen(CorrectionProposed(3, (swap,))).happen(Agreed(judge=True))
    assert (tally(table.state)[0], table.state.standing.games[-1].decisive) == ((1, 1), True)
    assert table.state.score == score, "what was played of it stays"
    given(table, "EW", 79)
    assert table.state.standing.winner is Team.EW
    menu(table, "judge", "undo", "6")
    assert (tally(table.state)[0], table.state.standing.over) == ((2, 1), False)
    if table.state.marked:
        table.press("ok")
    assert (table.state.game, table.state.score) == (4, {Team.NS: 30, Team.EW: 30})
    assert table.folded() == table.session


def test_federacion_36_while_a_game_before_it_is_open_none_becomes_the_last() -> None:
    table = played(given(played(late(79)).press("ok"), "NS", 79)).press("ok")
    played(given(table, "NS", 79)).press("ok")
    before = table.state.standing
    assert tally(table.state)[0] == (2, 0)
    menu(table, "judge", "undo", "2")
    assert [question.kind for question in table.state.standing.questions] == [ForTheJudge.LEFT_OPEN]
    assert (tally(table.state)[0], table.state.standing.over) == ((1, 0), False)
    won = {"kind": "game-given", "game": 1, "team": "EW", "by": "judge", "reason": "x"}
    table.happen(JudgeActed(won))
    assert (tally(table.state)[0], table.state.game, table.state.score) == ((1, 1), 3, before.score)
    assert [game.decisive for game in table.state.standing.games] == [False, False, True]
    assert table.folded() == table.session


def test_federacion_36_a_match_that_is_not_over_after_all_goes_on_in_the_game_in_hand() -> None:
    table = played(given(late(79), "NS", 79)).press("ok")
    played(given(table, "NS", 79)).press("ok")
    before = table.state
    table.happen(JudgeActed({"kind": "game-voided", "game": 1, "by": "judge", "reason": "x"}))
    assert (table.state.standing.over, table.state.standing.winner) == (True, Team.NS)
    menu(table, "judge", "undo", f"{len(table.state.match.entries)}")
    assert (table.state.standing.over, table.state.game, table.state.score) == (False, before.game, before.score)
    assert table.folded() == table.session


def test_a_team_that_is_inside_is_told() -> None:
    table = Play().press("envido-ns", *["next"] * 7, "iduki").read(HANDS)
    assert table.state.score[Team.NS] == 37
    assert table.state.inside == {Team.NS}
    assert Play().state.inside == frozenset()


class Timed:
    """A table whose time a test tells."""

    def __init__(self, folder: Path, settings: MatchSettings | None = None) -> None:
        self.now, self.keys = 100.0, ScriptedKeys()
        pictures = folder / "p"
        if not pictures.exists():
            write_pictures(pictures, *[{"hands": HANDS}] * 3)
        made = devices(pictures)
        self.journal = Journal(folder / "data")
        box = Devices(made.camera, made.eyes, (), (self.keys,))
        self.table = Appliance(self.journal, box, at_once(match=settings, clock=lambda: self.now))

    def close(self) -> None:
        self.table.close()
        self.journal.close()

    def choose(self, *buttons: Button) -> None:
        """Press these in the menu."""
        self.table.press(MENU_BUTTON, held=True)
        for button in buttons:
            assert self.table.press(button).done

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.table.beat()


def test_a_hold_on_the_box_and_the_clock_over_a_new_start(tmp_path: Path) -> None:
    box = Timed(tmp_path, MatchSettings("federacion", games=3))
    assert box.table.snapshot().state.book.games == 3
    box.keys.hold(MENU_BUTTON)
    assert box.table.snapshot().view.path == ("menu",)
    box.keys.press([Button.GEHIAGO, Button.ENVIDO_NS])
    box.wait(600.0)
    assert box.table.snapshot().state.elapsed == 600.0
    box.wait(3601.0)
    snapshot = box.table.snapshot()
    assert (snapshot.view.clock, face(snapshot.state).warned) == (True, Warned.LAST_MINUTES)
    assert snapshot.spoken() == "Time left: 9:59. Last 10 minutes."
    box.close()
    again = Timed(tmp_path)
    assert again.table.snapshot().state.elapsed == 4201.0
    again.wait(30.0)
    assert again.table.snapshot().state.elapsed == 4231.0
    again.close()


GOOD = 'rules = "federacion"\ntarget = 30\ngames = 3\nesku = "W"\n'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('rules = "nabo"\ntarget = 0', "m.toml, line 2: target is a whole number, at least 1, not 0"),
        ('rules = "nabo"\n\ngames = true', "m.toml, line 3: games is a whole number"),
        ('rules = "nabo"\nesku = "X"', "m.toml, line 2: esku is N, W, S or E, not 'X'"),
        ('# which\nrules = "whist"', "m.toml, line 2: "),
        ("rules = 3", "m.toml, line 1: rules is the name"),
        ('rules = "nabo"\nmus = 1', "m.toml, line 2: there is no setting 'mus'"),
        ('rules = "nabo"\ntarget 30', "m.toml, line 2: "),
        ("target = 30", "m.toml, line 1: rules is missing"),
        ('rules = "nabo', "m.toml, line 1: "),
    ],
)
def test_a_mistake_in_the_settings_is_named_by_line(text: str, wrong: str) -> None:
    with pytest.raises(SettingsError) as error:
        parse(text, "m.toml")
    assert str(error.value).startswith(wrong)


def test_a_club_s_own_book_may_lie_beside_the_settings_that_name_it(tmp_path: Path) -> None:
    file, book = tmp_path / "m.toml", tmp_path / "club.toml"
    file.write_text('rules = "club.toml"', "utf-8")
    book.write_text('base = "nabo"\nname = "club"\ntitle = "Club"\n', "utf-8")
    settings, why = taken(file, tmp_path)
    assert (settings, why) == (MatchSettings(str(book)), None)
    file.write_text("rules = 3", "utf-8")
    assert taken(file, tmp_path)[0] == settings


def test_the_last_good_settings_are_used(tmp_path: Path) -> None:
    file, data = tmp_path / "m.toml", tmp_path / "data"
    file.write_text("rules = 3", "utf-8")
    assert taken(file, data) == (
        None,
        "m.toml, line 1: rules is the name of a rule book, not 3; there are no earlier ones: "
        "the table goes on as without them.",
    )
    file.write_text(GOOD, "utf-8")
    good = MatchSettings("federacion", 30, 3, None, "W")
    assert taken(file, data) == (good, None)
    file.write_text(GOOD.replace("30", "thirty"), "utf-8")
    settings, why = taken(file, data)
    assert settings == good
    assert why.startswith("m.toml, line 2: ")
    assert why.endswith("; the last good settings are used.")
    file.write_bytes(b'rules = "nabo"\n# Pe\xf1a')
    assert taken(file, data) == (
        good,
        "m.toml, line 2: not UTF-8; save the file as UTF-8; the last good settings are used.",
    )
    file.write_text(GOOD, "utf-8-sig")  # as Windows saves it
    assert taken(file, data) == (good, None)
    started = apply(None, good.match("c", None)).now
    assert (started.book.target, started.book.games, started.esku) == (30, 3, Seat.W)
