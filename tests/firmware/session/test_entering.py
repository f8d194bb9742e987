"""A hand without a camera: entered by the players, confirmed by both teams or the judge, and told as what it is."""

from __future__ import annotations

import json

import pytest

from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.screens.spoken import spoken
from firmware.session.authority import judges, judges_event
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.entering import ENTER, beginning
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import MENU
from firmware.session.choices.offered import offered
from firmware.session.event_text import VERSION, from_text, kind_of
from firmware.session.events import (
    Agreed,
    CallMade,
    CameraPlaced,
    CardEntered,
    CardRemoved,
    CorrectionProposed,
    EntryBegun,
    Event,
    FaultMended,
    MatchProposed,
    MatchStarted,
    NamesGiven,
    Undone,
)
from firmware.session.finished import Noted, Source
from firmware.session.fold import StateError, apply
from firmware.session.press import Wish, agreeing, meaning
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from tests.firmware.screens.gallery import HANDS, ranks
from tests.firmware.session.test_correcting import CROSSED, Kept, phase
from tests.firmware.session.test_menu import menu
from vision.reading import Doubt
from words.text import english

AGREED = ("envido-ns", "envido-ew")


def called() -> Kept:
    """All is called, and nothing lies there to be read."""
    return Kept().press("envido-ns", "iduki", "envido-ew", "envido-ns", "tira", "paso", "paso")


def entered(hands: dict[str, str] = HANDS) -> Kept:
    """The same with these cards, suits and all, as the page enters them."""
    return enter(called().happen(EntryBegun()), hands)


def enter(table: Kept, hands: dict[str, str]) -> Kept:
    for seat, cards in hands.items():
        for card in cards.split():
            table.happen(CardEntered(seat, card))
    return table


def test_a_hand_is_entered_with_the_boxs_buttons_seat_by_seat() -> None:
    read = called().read(HANDS)
    table = called().press("ok")
    assert phase(table) is Phase.ENTRY
    presses = ranks(HANDS)
    for number, button in enumerate(presses):
        assert table.state.entered.next_seat is list(Seat)[number // 4]
        table.press(button)
    assert (len(presses), phase(table)) == (16, Phase.ENTRY)
    table.press("envido-ns")
    assert (phase(table), table.state.noted) == (Phase.ENTRY, ())
    table.press("envido-ew")
    assert phase(table) is Phase.MARKS
    assert table.state.score == read.state.score
    hand = table.state.hands[0]
    shown = [[face.rank for face in map(hand.face, cards)] for cards in hand.record.cards.values()]
    assert shown == [[12, 12, 7, 1], [11, 3, 7, 4], [10, 3, 5, 6], [12, 11, 10, 2]]
    assert all(hand.face(card).suit is None for card in hand.record.cards[Seat.N]), "nobody has said any suit"
    assert table.folded() == table.session


def test_a_hand_that_was_entered_says_so() -> None:
    table = entered().press(*AGREED)
    record = table.state.hands[0].record_json()
    assert record["cards"] == {seat: cards.split() for seat, cards in HANDS.items()}
    assert record["source"] == "hand"
    assert Noted.of_json(record).source is Source.HAND
    assert "unsure_suits" not in record
    assert "source" not in called().read(HANDS).state.hands[0].record_json()
    assert table.folded() == table.session


def test_it_goes_on_where_it_was_after_a_restart() -> None:
    table = entered()
    for length in range(9, len(table.texts) + 1):
        half = Kept()
        half.texts = table.texts[:length]
        session = half.folded()
        assert session.now.entered is not None
        moved = apply(session, CameraPlaced("another camera", "a.jpg")).now
        assert moved.entered == session.now.entered, "the camera may be another one then"
    assert table.folded() == table.session


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardEntered("S", "8o"), "'8o' is none of the forty cards"),
        (CardEntered("S", "9c"), "'9c' is none of the forty cards"),
        (CardEntered("S", "07o"), "'07o' is none of the forty cards"),
        (CardEntered("S", "x" * 50), "'xxxxxxxxxxxx' is none of the forty cards"),
        (CardEntered("N", "4o"), "N has four cards already"),
        (CardEntered("S", "12o"), "12o is entered already: N has it"),
        (CardEntered("S", "7?"), "all four of the rank 7 are entered already"),
        (CardEntered("X", "4o"), "X"),
        (CardRemoved("S", "4o"), "S has no 4o"),
        (Agreed("NS"), "nothing waits for the teams"),
        (Agreed(judge=True), "nothing waits for the teams"),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(event: Event, sentence: str) -> None:
    table = entered({"N": "12o 12c 7e 1b", "W": "11b 7o 7c 7b"})
    before = table.session
    with pytest.raises(StateError) as refused:
        table.happen(event)
    assert str(refused.value).startswith(sentence) or sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert table.session == before


def test_cards_are_entered_only_while_they_are_asked_for() -> None:
    for table in (called(), entered().press(*AGREED), called().read(HANDS)):
        with pytest.raises(StateError, match="no hand is being entered"):
            table.happen(CardEntered("N", "4o"))
    with pytest.raises(StateError, match="This karta aldia is over"):
        called().read(HANDS).happen(EntryBegun())
    with pytest.raises(StateError, match="has no answer"):
        Kept().press("envido-ns").happen(EntryBegun())


def test_a_card_is_taken_back_and_the_teams_are_asked_anew() -> None:
    table = entered().press("envido-ns")
    assert table.state.waits is not None
    table.happen(CardRemoved("E", "2e"))
    assert table.state.waits is None
    table.happen(CardEntered("E", "4e"))
    assert table.state.waits.waits_for == (Team.NS, Team.EW)
    assert table.press("back").state.waits is None
    assert len(table.press("back").state.cards()[Seat.E]) == 4


def test_back_takes_cards_back_one_by_one_and_leaves_the_entry_in_the_end() -> None:
    table = called().press("ok", "next", "ok")
    table.press("back", "back")
    assert phase(table) is Phase.ENTRY
    assert phase(table.press("back")) is Phase.CARDS


def test_the_camera_may_read_it_after_all_and_the_hand_may_still_be_void() -> None:
    table = entered()
    assert meaning(table.session, LIVE, Button.READ).wish is Wish.READ
    assert meaning(table.session, View(voiding=True), Button.PASO).wish is Wish.VOID
    table.read(HANDS)
    assert phase(table) is Phase.MARKS
    assert table.state.hands[0].noted.source is Source.CAMERA


def test_ok_puts_a_sentence_away_before_it_begins_anything() -> None:
    table = called().press("gehiago")
    assert table.view.notice
    assert phase(table.press("ok")) is Phase.CARDS
    assert phase(table.press("ok")) is Phase.ENTRY


def test_a_bad_picture_is_no_end() -> None:
    dark = Doubt("picture", Sentence.plain("too dark"))
    table = called().read({}, (dark,))
    assert phase(table) is Phase.DOUBTS
    assert phase(table.press("ok")) is Phase.ENTRY
    assert phase(table.press("back")) is Phase.DOUBTS


def test_entered_cards_may_contradict_the_calls_as_read_ones_do() -> None:
    table = Kept().press("paso", "paso", "envido-ns", "iduki", "paso", "ok").press(*ranks(CROSSED), *AGREED)
    assert phase(table) is Phase.CONFLICT
    table.press("ok")
    assert phase(table) is Phase.MARKS
    assert table.state.hands[0].noted.source is Source.HAND
    assert table.folded() == table.session


def test_a_team_agrees_once_and_never_before_all_cards_are_there() -> None:
    table = entered().press("envido-ew", "envido-ew")
    assert table.view.notice == "EW has agreed already"
    assert table.press("ok", "ok").view.notice
    assert phase(table) is Phase.ENTRY


def test_the_judges_word_is_enough_and_is_the_judges_alone() -> None:
    table = entered()
    assert judges_event(table.session, Agreed(judge=True))
    assert not judges_event(table.session, Agreed("NS"))
    menu(table, "judge", "agree")
    assert phase(table) is Phase.MARKS
    assert table.folded() == table.session


def test_a_hand_that_does_not_count_is_not_asked_for() -> None:
    table = entered({"N": "12o 12c 7e 1b", "W": "11b 3o"}).happen(FaultMended("hand-out", "nabo 9", "W"))
    assert table.state.entered.next_seat is Seat.S
    with pytest.raises(StateError, match="the hand of W does not count"):
        table.happen(CardEntered("W", "4o"))
    table.press(*ranks({seat: HANDS[seat] for seat in "SE"}), *AGREED)
    assert phase(table) is Phase.MARKS
    assert table.state.hands[0].record.cards[Seat.W] == ()
    assert table.folded() == table.session


def test_where_suits_count_they_are_asked_for() -> None:
    book = 'base = "nabo"\nname = "suits"\ntitle = "Suits"\nreal31 = "sota"\nreal31_suits = ["o"]'
    table = Kept()
    table.session = apply(None, MatchStarted("suits.toml", "N", "gallery", None, {}, book))
    table.press("paso", "paso", "paso", "paso", "ok", "next")
    assert table.view.path == (ENTER, "12")
    table.press("back")
    assert table.view.path == ()
    table.press("next", "gehiago")
    assert [str(card) for card in table.state.entered.of(Seat.N)] == ["12e"]
    table.press("next")
    shown = offered(table.state, table.view)
    assert [cell and cell.label for cell in shown.cells] == ["oros", "copas", None, "bastos"]


def test_the_buttons_of_a_grid_are_named() -> None:
    table = called().press("ok")
    shown = offered(table.state, LIVE)
    assert [cell and cell.label for cell in shown.cells] == ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"]
    for view in (View(hordago=Team.NS), View(busy=True), View(voiding=True), View(clock=True)):
        assert offered(table.state, view) is None
    assert offered(Kept().state, LIVE) is None
    assert offered(Kept().state, View(path=(MENU,))) is not None
    assert offered(Kept().state, View(path=("hand", "7"))) is None, "a hand that has gone meanwhile"
    four = called().press("ok").press(*[PLACES[9].value] * 4)
    again = offered(four.state, LIVE)
    assert again.cells[9] is None, "there is no fifth king"


def test_a_new_match_needs_both_teams_or_the_judge() -> None:
    table = called().read(HANDS)
    before = table.state.score
    menu(table, "new", "feder.", "40", "4", "S")
    assert (phase(table), table.state.rules, table.state.score) == (Phase.NEW_MATCH, "nabo", before)
    assert table.press("ok").view.notice
    table.press("envido-ns", "envido-ns")
    assert table.view.notice == "NS has agreed already"
    assert phase(table) is Phase.NEW_MATCH
    assert agreeing(table.session, Agreed("EW")).wish is Wish.NEW_MATCH
    dropped = table.session
    table.press("envido-ew")
    assert (table.state.rules, table.state.esku, table.state.pristine) == ("federacion", Seat.S, True)
    assert table.folded() == table.session
    table.session = dropped
    assert phase(table.press("back", "back")) is Phase.MARKS
    menu(table, "new", "feder.", "40", "4", "S")
    what = agreeing(table.session, Agreed(judge=True))
    assert (what.wish, judges(table.session, what)) == (Wish.NEW_MATCH, True)


def test_two_things_never_wait_at_once() -> None:
    esku = CorrectionProposed(1, ({"change": "esku", "esku": "W"},))
    for first in (MatchProposed("nabo", "N"), esku):
        for second in (MatchProposed("spain", "N"), esku):
            with pytest.raises(StateError, match="something else is being settled"):
                called().read(HANDS).happen(first).happen(second)
    with pytest.raises(StateError, match="something else is being settled"):
        called().happen(MatchProposed("nabo", "N")).happen(EntryBegun())


def test_no_older_hand_is_put_right_while_an_entered_one_waits() -> None:
    table = called().read(HANDS).press("ok", *["paso"] * 4, "ok")
    enter(table, HANDS).press("last", "read")
    assert table.view.path == ()
    assert table.view.notice == "something else is being settled"
    table.press(*AGREED, "last", "read")
    assert grid(table.state, table.view.path).title == "What was wrong?"


def test_a_match_that_cannot_be_is_not_proposed() -> None:
    table = called()
    with pytest.raises(StateError):
        table.happen(MatchProposed("no such book", "N"))
    with pytest.raises(StateError):
        table.happen(MatchProposed("nabo", "Q"))
    assert phase(table) is Phase.CARDS


def test_the_word_of_older_journals_is_still_understood() -> None:
    table = called().read(HANDS).press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    for team in ("NS", "EW"):
        text = json.dumps({"v": VERSION, "event": "correction-agreed", "team": team}, separators=(",", ":"))
        assert kind_of(text) == "correction-agreed"
        table.happen(from_text(text))
    assert phase(table) is Phase.MARKS
    assert table.folded() == table.session


def test_a_correction_is_decided_by_the_judge_too() -> None:
    table = called().read(HANDS).press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    menu(table, "judge", "agree")
    assert phase(table) is Phase.MARKS
    assert table.state.hands[0].record_json()["calls"]["handia"] == ["NS envido 2", "EW tira"]


def test_cards_that_nobody_showed_are_entered_afterwards() -> None:
    """A refused bid has won the game; what everybody held is put in all the same, and Back goes to where it was."""
    table = Kept()
    for call in ("NS envido 40", "EW gehiago 2", "NS tira"):
        table.happen(CallMade(call))
    won = table.state
    assert (phase(table), won.hands[-1].record.cards) == (Phase.GAME_WON, {})
    table.happen(EntryBegun())
    assert phase(table) is Phase.ENTRY
    enter(table, HANDS).press(*AGREED)
    assert phase(table) is Phase.GAME_WON
    assert table.state.score == won.score
    assert len(table.state.hands[-1].record.cards) == 4
    assert table.folded() == table.session


def test_once_the_match_is_given_in_mid_hand_no_hand_is_brought_in() -> None:
    table = menu(called(), "judge", "give", "EW", "match")
    for button in ("read", "envido-ns"):
        assert table.press(button).view.notice == "The match is over."
    assert beginning(table.state) == "The match is over."
    menu(table, "judge", "undo", "the match is given to E-W")
    assert beginning(table.state) is None


def test_what_journals_have_of_a_hand_behind_the_matchs_end_is_read() -> None:
    table = menu(called(), "judge", "give", "EW", "match").happen(EntryBegun())
    assert table.folded() == table.session


def test_cards_that_were_entered_were_not_read() -> None:
    table = entered().press(*AGREED, "read")
    assert table.view.notice == "This karta aldia is over. OK goes on to the next one."


def test_what_the_judge_agreed_to_is_the_judges_to_take_back() -> None:
    table = entered()
    word = agreeing(table.session, Agreed(judge=True)).event
    assert word
    table.happen(word)
    assert phase(table) is Phase.MARKS
    assert judges_event(table.session, Undone())
    assert judges(table.session, meaning(table.session, LIVE, Button.BACK))
    assert not judges_event(entered().press(*AGREED).session, Undone())


def test_a_correction_and_a_new_match_by_the_judges_word_are_taken_back_by_the_judge_alone() -> None:
    change = {"change": "card", "seat": "E", "old": "2e", "new": "1e"}
    table = called().read(HANDS).happen(CorrectionProposed(1, [change])).happen(Agreed(judge=True))
    assert judges_event(table.session, Undone())
    wanted = called().happen(MatchProposed("france", "N"))
    begun = agreeing(wanted.session, Agreed(judge=True)).begun
    assert begun.judge
    wanted.happen(begun)
    assert judges_event(wanted.session, Undone())
    both = called().happen(MatchProposed("france", "N")).happen(Agreed("NS"))
    begun = agreeing(both.session, Agreed("EW")).begun
    assert begun
    assert not judges_event(both.happen(begun).session, Undone())


def test_choices_are_told_by_the_buttons_names() -> None:
    """The page's buttons are named by the teams: what is said aloud calls them the same."""
    table = called().happen(NamesGiven({"NS": "Aralar", "EW": "Gorbea"})).press("ok")
    said = spoken(table.state, LIVE, english.named(table.state.names))
    assert "Ara envido: 1" in said
    assert "N-S envido" not in said


def test_what_was_read_for_sure_is_kept_and_only_the_missing_cards_are_asked_for() -> None:
    """Two cards lie under others; a third one was read, and is not certain."""
    missing = tuple(Doubt("count", Sentence.plain("3 cards in sight"), seat) for seat in (Seat.N, Seat.W))
    unsure = Doubt("card", Sentence.plain("which?"), Seat.S, 6)
    hands = {**HANDS, "N": "12o 12c 7o", "W": "11b 3o 7c"}
    table = called().read(hands, (*missing, unsure)).press("ok")
    assert table.state.entered is not None
    assert [len(table.state.entered.of(seat)) for seat in Seat] == [3, 3, 3, 4]
    table.press(*(PLACES[place].value for place in (0, 3, 7)))
    assert phase(table) is Phase.ENTRY
    assert table.state.waits is not None
    table.press(*AGREED)
    record = table.state.hands[0].record_json()
    assert {"12o", "12c", "7o"} < {*record["cards"]["N"]}
    assert [len(hand) for hand in record["cards"].values()] == [4, 4, 4, 4]
    assert len(record["unsure_suits"]) == 3
    assert table.folded() == table.session


def test_nothing_is_kept_of_a_hand_of_five_nor_of_one_between_two_seats_nor_of_another_deck() -> None:
    five = Doubt("count", Sentence.plain("5 cards in sight"), Seat.N)
    table = called().read({**HANDS, "N": f"{HANDS['N']} 2e", "E": "12b 11c 10o"}, (five,)).press("ok")
    assert table.state.entered is not None
    assert [len(table.state.entered.of(seat)) for seat in Seat] == [0, 4, 4, 3]
    between = Doubt("seat", Sentence.plain("a hand of 4 lies between two seats"), Seat.W, 4)
    missing = Doubt("count", Sentence.plain("3 cards in sight"), Seat.E)
    table = called().read({**HANDS, "E": "12b 11c 10o"}, (between, missing)).press("ok")
    assert table.state.entered is not None
    assert [len(table.state.entered.of(seat)) for seat in Seat] == [4, 0, 4, 3]
    other = (five, Doubt("deck", Sentence.plain("another deck")))
    table = called().read({**HANDS, "N": "12o 12c 7o"}, other).press("ok")
    assert table.state.entered is not None
    assert table.state.entered.cards == ()


def test_what_is_asked_is_told_first_and_the_cards_shortly() -> None:
    table = called().press("ok", "next", "next", "paso")
    assert spoken(table.state, LIVE).startswith("North: Which card? So far: 12 12 7. N-S envido: 1; ")
    table.press("envido-ns")
    assert spoken(table.state, LIVE).startswith("West: Which card? N-S envido: 1; ")
    enter(table, {seat: HANDS[seat] for seat in "WSE"})
    said = spoken(table.state, LIVE)
    assert said.startswith("Are all cards right? N-S agrees with N-S envido. ")
    assert "North: 12, 12, 7, 1; West: 11 of bastos, " in said
