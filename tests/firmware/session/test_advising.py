"""The adviser: a few choices lead to the article, and one more does at the table what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.advice.incidents import Follows, Incident, Subject
from engine.cards import Card
from engine.rounds import Round
from engine.rules import BOOK_NAMES
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.session.authority import judges_event
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import correcting
from firmware.session.choices.grid import Cell, Grid, GridError, Path
from firmware.session.choices.menu import LAW
from firmware.session.events import (
    CardEntered,
    CorrectionProposed,
    EntryBegun,
    Event,
    FaultMended,
    JudgeActed,
    MatchStarted,
    Undone,
)
from firmware.session.fold import StateError
from firmware.session.press.meanings import answered
from firmware.session.state import Phase
from tests.firmware.screens.gallery import HANDS
from tests.firmware.session.test_correcting import Kept, marked
from tests.firmware.session.test_doubts import SIX_OR_SEVEN
from vision.reading import Alternative, Doubt

FEW = Doubt("count", Sentence("there are not four cards at every seat"), Seat.W)
_NOT_CERTAIN = Doubt("picture", Sentence("the reading is not certain"))
ON_TWO_ACES = {"N": "12o 12c 4o 5o", "W": "1o 1c 6o 10o", "S": "11o 7o 6c 5c", "E": "10c 7c 6e 4c"}
"""W alone of its team has pareak, two aces, and N speaks before it; nobody has jokoa."""
NORTH_HAS_NOTHING = {"N": "12o 11c 5o 4o", "W": "11b 11o 10c 1c", "S": "10b 6b 5e 4b", "E": "7e 6o 5b 4e"}


def advised(table: Kept, *words: str) -> Grid:
    return grid(table.state, (LAW, *words))


def act(table: Kept, *words: str) -> Event:
    """What the first choice does at the end of these."""
    cell = next(cell for cell in advised(table, *words).cells if cell)
    assert isinstance(cell.leads, Event), cell
    return cell.leads


def of_seat(table: Kept, seat: str, *words: str) -> Event:
    return next(
        cell.leads
        for cell in advised(table, *words, "whose").cells
        if cell and cell.label == seat and isinstance(cell.leads, Event)
    )


def chosen(table: Kept, seat: str) -> Kept:
    """With this seat's hand said not to count, as the box's buttons or a page say it."""
    event = of_seat(table, seat, "deal", "wrong-count", "later")
    assert isinstance(event, FaultMended)
    what = answered(table.session, event)
    assert what.event, what.refusal
    return table.happen(what.event)


def ways(table: Kept, path: Path) -> Iterator[Path]:
    """All choices that lead to an article, from these on."""
    shown = grid(table.state, path)
    if shown.told:
        yield path
        return
    for cell in shown.cells:
        assert isinstance(cell.leads, tuple)
        yield from ways(table, cell.leads)


@pytest.mark.parametrize("rules", BOOK_NAMES)
def test_every_choice_leads_to_what_happens_now_within_six_presses(rules: str) -> None:
    table = Kept(rules)
    found = list(ways(table, (LAW,)))
    assert {path[2] for path in found} == {incident.value for incident in Incident}
    assert max(map(len, found)) <= 8
    assert all(advised(table, *path[1:]).told for path in found)


def test_choices_that_nobody_was_offered_are_refused() -> None:
    for words in (("nothing",), ("deal", "nothing"), ("deal", "wrong-count", "nothing"), ("deal", "wrong-count", "30")):
        with pytest.raises(GridError):
            advised(Kept(), *words)


def test_the_box_goes_through_them_with_next_and_ok() -> None:
    table = Kept("federacion")
    table.hold()
    table.choose("law")
    assert table.view.path == (LAW,)
    table.press("ok")  # the deal
    assert table.view.path == (LAW, "deal")
    table.press("next", "ok")  # a wrong number of cards
    assert table.view.path == (LAW, "deal", "wrong-count")
    table.press("ok")  # the first deal
    table.press("ok")  # before anybody spoke
    table.press("next", "next", "ok")  # another player's: the article is told
    told = grid(table.state, table.view.path).told
    assert "federacion 14" in told
    table.press("ok")
    assert table.view.choice == 1
    table.press("paso")
    assert table.view.notice == "There is no choice on this button."
    table.press("ok", "ok")  # the first one puts the sentence away
    assert table.state.karta_aldia.remedies[0].follows is Follows.DEAL_AGAIN
    assert table.view.path == ()
    table.press("back")
    assert table.state.karta_aldia.remedies == ()


def test_back_leads_out_and_what_only_tells_something_is_left_with_ok() -> None:
    table = Kept("nabo")
    table.hold()
    table.choose("law")
    table.press("back")
    assert table.view.path == ()
    table.hold()
    table.choose("law")
    table.press(*["next"] * 3, "ok")
    assert table.view.path == (LAW, "bids")
    table.press(*["next"] * 8, "ok")  # named cards that nobody holds: allowed
    assert not advised(table, "bids", "untrue").cells
    table.press("ok")
    assert table.view.path == ()


def test_nabo_7_and_federacion_15_the_cards_are_dealt_again_and_the_calls_are_gone() -> None:
    table = Kept("federacion").press("envido-ns")
    again = act(table, "deal", "wrong-count", "first", "handia", "another")
    assert again == FaultMended("deal-again", "federacion 15")
    table.happen(again)
    assert table.state.aldia.calls == {}
    assert table.state.esku is Seat.N
    assert table.folded() == table.session
    table.press("envido-ns", "iduki")
    assert not advised(table, "deal", "wrong-count", "first", "handia", "another").cells, "handia is closed"
    with pytest.raises(StateError, match="before handia is closed"):
        table.happen(again)


def test_federacion_68_the_right_dealer_deals() -> None:
    table = Kept("federacion").press("envido-ns")
    table.happen(of_seat(table, "N", "deal", "esku-twice", "dealing"))
    assert table.state.esku is Seat.W
    assert table.state.aldia.calls == {}


def test_nabo_6_nahi_duena_mus_is_kept_with_the_karta_aldia() -> None:
    table = Kept("nabo")
    mus = act(table, "deal", "card-shown", "dealing", "first", "zaku", "accident")
    table.happen(mus).press("envido-ns", "envido-ns", "iduki").read(HANDS)
    assert str(table.state.hands[0].record.calls[Round.HANDIA][0]) == "NS envido 3", "a bid is changed as ever"
    assert [remedy.article for remedy in table.state.hands[0].noted.mended] == ["nabo 6"]
    assert table.folded() == table.session
    with pytest.raises(StateError, match="marked already"):
        table.happen(mus)
    assert not advised(table, "deal", "card-shown", "dealing", "first", "zaku", "accident").cells


def test_no_mus_follows_once_somebody_has_bid() -> None:
    table = Kept("nabo")
    mus = act(table, "deal", "card-shown", "dealing", "first", "zaku", "accident")
    table.press("envido-ns")
    assert not advised(table, "deal", "card-shown", "dealing", "first", "zaku", "accident").cells
    with pytest.raises(StateError, match="no mus can follow"):
        table.happen(mus)


@pytest.mark.parametrize("west", ["10b 3o 7c 4c", "10b 3o 7c", ""])
def test_nabo_7_a_hand_that_does_not_count_is_left_out_whatever_lies_there(west: str) -> None:
    table = Kept("nabo").press("envido-ns", "iduki")
    table.happen(of_seat(table, "W", "deal", "wrong-count", "later"))
    table.read({**HANDS, "W": west}, () if west.count(" ") == 3 else (FEW,))
    if table.state.phase is Phase.DOUBTS:
        table.press("ok")
    hand = table.state.hands[0]
    assert hand.record.cards[Seat.W] == ()
    assert len(hand.record.cards[Seat.N]) == 4
    assert [ruling.article for ruling in hand.result.rulings] == ["nabo 7"]
    wrong = {cell.label for cell in grid(table.state, correcting(0)).cells if cell}
    assert {seat.value for seat in Seat} & wrong == {"N", "S", "E"}


def test_a_hand_is_said_not_to_count_once_the_cards_lie_there() -> None:
    table = Kept("nabo").press("envido-ns", "iduki").read({**HANDS, "W": "10b 3o 7c"}, (FEW, _NOT_CERTAIN))
    assert table.state.phase is Phase.DOUBTS
    assert table.state.laid.blocking_doubt()
    table.happen(of_seat(table, "W", "deal", "wrong-count", "later")).press("ok")
    assert table.state.hands[0].record.cards[Seat.W] == ()
    assert table.state.hands[0].noted.confirmed


N_HAS_FIVE = Doubt("count", Sentence("there are not four cards at every seat"), Seat.N)
N_HAS_A_KING = (Alternative(Card.parse("12o"), 0.6), Alternative(Card.parse("11o"), 0.4))
N_HAS_A_KING_OR_A_KNIGHT = Doubt("card", Sentence.plain("N: 12o is not certain"), Seat.N, 0, N_HAS_A_KING)


@pytest.mark.parametrize(("north", "doubt"), [("12o 12c 7e 1b 2c", N_HAS_FIVE), (HANDS["N"], N_HAS_A_KING_OR_A_KNIGHT)])
def test_a_hand_that_does_not_count_is_not_asked_about(north: str, doubt: Doubt) -> None:
    table = Kept("nabo").press("envido-ns", "iduki").read({**HANDS, "N": north}, (doubt,))
    assert table.state.phase is Phase.DOUBTS
    chosen(table, "N")
    assert table.state.phase is Phase.MARKS
    hand = table.state.hands[0]
    assert (hand.record.cards[Seat.N], len(hand.record.cards[Seat.W])) == ((), 4)
    assert [ruling.article for ruling in hand.result.rulings] == ["nabo 7"]
    assert table.folded() == table.session
    assert table.press("back").state.phase is Phase.DOUBTS


def contradicted() -> Kept:
    """Puntua was bid in, and N-S alone has jokoa."""
    table = Kept("nabo").press("paso", "paso", "paso", "envido-ns", "iduki")
    return table.read({"N": "12o 12c 11e 1b", "W": "4b 3o 5c 4c", "S": "10c 3b 5o 6o", "E": "7e 7o 2b 2e"})


def test_cards_that_contradict_the_calls_do_so_no_more_without_the_hand_that_did() -> None:
    table = contradicted()
    assert table.state.phase is Phase.CONFLICT
    chosen(table, "N")
    assert table.state.phase is Phase.MARKS
    assert [*table.state.hands[0].record.calls] == [Round.PUNTUA]
    assert table.folded() == table.session


def test_cards_that_contradict_the_calls_still_do_without_another_hand() -> None:
    table = chosen(contradicted(), "W")
    assert table.state.phase is Phase.CONFLICT
    assert table.press("ok").state.phase is Phase.MARKS
    assert table.folded() == table.session


def test_of_entered_cards_the_teams_are_asked_anew_without_the_hand_that_does_not_count() -> None:
    table = Kept("nabo").press("paso", "paso", "paso", "envido-ns", "iduki").happen(EntryBegun())
    for seat, cards in contradicted().state.cards().items():
        for card in cards:
            table.happen(CardEntered(seat.value, str(card)))
    table.press("envido-ns", "envido-ew")
    assert table.state.phase is Phase.CONFLICT
    chosen(table, "N")
    assert (table.state.phase, table.state.waits) == (Phase.ENTRY, table.state.entered)
    assert table.press("envido-ns", "envido-ew").state.phase is Phase.MARKS
    assert table.folded() == table.session


def test_what_journals_have_of_a_hand_out_without_a_record_is_read() -> None:
    table = contradicted().happen(FaultMended("hand-out", "nabo 7", "N"))
    assert (table.state.phase, table.state.conflict) == (Phase.DOUBTS, None)
    assert table.press("read").state.noted == ()


def test_federacion_16_a_wrong_number_found_in_txikia() -> None:
    table = Kept("federacion").press("paso", "envido-ns", "iduki")
    table.happen(of_seat(table, "W", "deal", "wrong-count", "later", "txikia"))
    table.read(HANDS)
    hand = table.state.hands[0]
    assert hand.record.found == {"cards": "txikia"}
    assert "federacion 16" in [ruling.article for ruling in hand.result.rulings]


@pytest.mark.parametrize(("round", "passes", "article"), [("pareak", 2, "80"), ("jokoa", 3, "85")])
def test_federacion_80_and_85_a_hand_stays_out_of_the_round(round: str, passes: int, article: str) -> None:
    table = Kept("federacion").press(*["paso"] * passes, "envido-ns", "iduki")
    table.happen(of_seat(table, "N", "announcements", "wrong-word", round, "bid"))
    table.read(NORTH_HAS_NOTHING)
    record = table.state.hands[0].record
    assert record.found == {round: "open"}
    said = record.pareak if round == "pareak" else record.jokoa
    assert said == {Seat.N, Seat.W}
    assert f"federacion {article}" in [ruling.article for ruling in table.state.hands[0].result.rulings]


def test_federacion_79_the_round_begins_anew_before_a_bid_is_answered() -> None:
    table = Kept("federacion").press("paso", "paso", "envido-ns")
    table.happen(act(table, "announcements", "wrong-word", "pareak", "unbid"))
    assert table.state.aldia.calls == {}
    assert table.state.aldia.round is Round.PAREAK
    anew = FaultMended("put-right", "federacion 79")
    table.press("envido-ns", "gehiago")
    with pytest.raises(StateError, match="has been answered"):
        table.happen(anew)


def test_federacion_57_42_and_56_a_bid_is_refused_accepted_or_taken_back() -> None:
    table = Kept("federacion").press("envido-ns")
    refused, void = act(table, "bids", "left-waiting"), act(table, "bids", "by-gesture")
    accepted = act(table, "bids", "answers-differ", "plainly")
    assert table.happen(refused).state.score == {Team.NS: 1, Team.EW: 0}
    table.happen(Undone()).happen(accepted)
    assert table.state.aldia.round is Round.TXIKIA
    assert not advised(table, "bids", "left-waiting", "has-round").cells, "no bid waits"
    table.happen(Undone()).happen(void)
    assert table.state.aldia.calls == {}
    assert not advised(table, "bids", "by-gesture").cells, "there is no call"
    for event, why in ((refused, "no bid waits"), (void, "no call to take back")):
        with pytest.raises(StateError, match=why):
            table.happen(event)


def test_federacion_60_where_no_cards_are_shown_the_rounds_go_on_after_a_hordago_that_is_void() -> None:
    table = Kept("federacion").press("paso", "paso", "hordago", "hordago", "iduki")
    assert table.state.phase is Phase.CARDS
    void = act(table, "bids", "least-accepted")
    assert void == FaultMended("hordago-void", "federacion 60")
    assert table.happen(void).state.score == {Team.NS: 1, Team.EW: 0}
    assert (table.state.phase, table.state.aldia.round) == (Phase.CALLS, Round.FOURTH)
    assert not advised(table, "bids", "least-accepted").cells, "no hordago is accepted"
    with pytest.raises(StateError, match="no hordago was accepted"):
        table.happen(void)
    assert table.folded() == table.session
    hand = table.press("envido-ns", "iduki").read(ON_TWO_ACES).state.hands[0]
    assert not hand.record.hordago_shown
    assert [ruling.article for ruling in hand.result.rulings] == ["federacion 49"]
    assert hand.result.judge is None
    # handia 1 and txikia 1, the negada, the kings, puntua 2 and 1
    assert table.state.score == {Team.NS: 6, Team.EW: 1}
    assert [remedy.article for remedy in hand.noted.mended] == ["federacion 60"]
    assert table.folded() == table.session


def test_federacion_60_a_second_hordago_is_the_one_on_which_the_cards_are_shown() -> None:
    table = Kept("federacion").press("paso", "paso", "hordago", "hordago", "iduki")
    table.happen(act(table, "bids", "least-accepted")).press("hordago", "hordago", "iduki").read(ON_TWO_ACES)
    hand = table.state.hands[0]
    assert hand.record.hordago_shown
    assert (hand.hordago, hand.winner) == (Round.PUNTUA, Team.NS)


def test_federacion_60_a_hordago_that_is_void_in_the_last_round_leaves_the_cards_to_be_shown_anew() -> None:
    table = Kept("federacion").press("paso", "paso", "paso", "hordago", "hordago", "iduki")
    table.read({**HANDS, "W": "10b 3o 7c 4c"}, (SIX_OR_SEVEN,))
    table.happen(act(table, "bids", "least-accepted"))
    assert (table.state.phase, table.state.laid) == (Phase.CARDS, None)
    # W's 33 against N's 31
    table.read({"N": "12o 11o 10o 1o", "W": "12c 11c 7c 6c", "S": "7o 6o 5o 2o", "E": "7b 6b 5b 1b"})
    hand = table.state.hands[0]
    assert not hand.record.hordago_shown
    assert [ruling.article for ruling in hand.result.rulings] == ["federacion 49"]
    assert table.folded() == table.session


def test_federacion_60_the_1_that_ends_the_game_is_marked_once_the_cards_say_that_the_hordago_was_void() -> None:
    table = Kept("federacion").happen(MatchStarted("federacion", "N", "gallery", "table.jpg", options={"target": 1}))
    table.press("paso", "paso", "hordago", "hordago", "iduki").happen(act(table, "bids", "least-accepted"))
    assert (table.state.phase, table.state.score[Team.NS]) == (Phase.CARDS, 1)
    table.read(ON_TWO_ACES)
    assert (table.state.phase, table.state.game_winner) == (Phase.GAME_WON, Team.NS)
    assert [ruling.article for ruling in table.state.hands[0].result.rulings] == ["federacion 49"]
    assert table.folded() == table.session


def test_federacion_60_a_refusal_that_ends_the_game_after_a_void_hordago_waits_for_the_cards() -> None:
    table = Kept("federacion").happen(MatchStarted("federacion", "N", "gallery", "table.jpg", options={"target": 2}))
    table.press("paso", "paso", "hordago", "hordago", "iduki").happen(act(table, "bids", "least-accepted"))
    table.press("envido-ns", "tira")
    assert (table.state.phase, table.state.score[Team.NS]) == (Phase.CARDS, 2)
    table.read(ON_TWO_ACES)
    assert (table.state.phase, table.state.game_winner) == (Phase.GAME_WON, Team.NS)
    assert table.folded() == table.session


def test_a_hordago_of_handia_stands_whatever_the_cards_are() -> None:
    table = Kept("federacion").press("hordago", "hordago", "iduki")
    assert not advised(table, "bids", "least-accepted").cells
    with pytest.raises(StateError, match="only a hordago of pareak or jokoa"):
        table.happen(FaultMended("hordago-void", "federacion 60"))


def test_federacion_58_who_does_not_play_the_round_of_the_bid_opens_none_and_the_bid_still_waits() -> None:
    table = Kept("federacion").press("paso", "paso", "envido-ns")
    where = ("bids", "left-waiting")
    assert [cell.label for cell in advised(table, *where).cells if cell][1] == "no: it has no pareak, or no jokoa"
    told = advised(table, *where, "lacks-round")
    assert (told.told, [cell for cell in told.cells if cell]) == ("the call does not count (federacion 58)", [])
    assert act(table, *where, "has-round") == FaultMended("refused", "federacion 57")
    # the opening was pressed, and so the bid was refused
    table.press("tira").happen(act(table, *where, "lacks-round"))
    assert (table.state.aldia.round, table.state.aldia.to_answer) == (Round.PAREAK, Team.EW)
    # or the law refused it
    table.happen(act(table, *where, "has-round")).happen(act(table, *where, "lacks-round"))
    assert (table.state.aldia.round, table.state.aldia.to_answer) == (Round.PAREAK, Team.EW)
    assert table.folded() == table.session


@pytest.mark.parametrize("by_law", [True, False])
def test_a_bid_that_waits_anew_is_changed_though_an_equal_one_after_it_was_taken_back(by_law: bool) -> None:
    table = Kept("federacion").press("envido-ns")
    if by_law:
        table.happen(act(table, "bids", "left-waiting", "has-round"))
    else:
        table.press("tira")
    table.press("envido-ns")
    assert table.state.aldia.calls[Round.TXIKIA] == table.state.aldia.calls[Round.HANDIA][:1]
    for _ in range(2):
        table.happen(act(table, "bids", "by-gesture"))
    table.press("envido-ns")
    assert {round: list(map(str, calls)) for round, calls in table.state.aldia.calls.items()} == {
        Round.HANDIA: ["NS envido 3"]
    }
    assert table.folded() == table.session


@pytest.mark.parametrize("lie", [Phase.DOUBTS, Phase.CONFLICT, Phase.ENTRY])
def test_federacion_56_a_call_is_taken_back_though_the_cards_lie_there_and_the_rounds_go_on(lie: Phase) -> None:
    table = Kept("federacion").press("paso", "paso", "envido-ns", "iduki")
    if lie is Phase.ENTRY:
        table.press("paso", "ok")
    else:
        table.read({**HANDS, "W": "10b 3o 7c 4c"}, (SIX_OR_SEVEN,) if lie is Phase.DOUBTS else ())
    assert table.state.phase is lie
    table.happen(act(table, "bids", "by-gesture"))
    assert (table.state.phase, table.state.aldia.to_answer) == (Phase.CALLS, Team.EW)
    assert table.press("tira", "paso").state.phase is Phase.CARDS
    assert table.folded() == table.session


def test_federacion_33_and_nabo_27_a_game_or_the_match_is_lost_by_the_judge() -> None:
    table = marked("federacion")
    lost = act(table, "time", "late", "from-10")
    assert isinstance(lost, JudgeActed)
    assert judges_event(table.session, lost)
    assert lost.act["article"] == "federacion 33"
    table.happen(lost)
    assert table.state.standing.games_won[Team.EW] == 1, "N-S came late"
    table.happen(act(table, "people", "conduct"))
    assert table.state.standing.winner is Team.EW
    assert table.folded() == table.session


def test_what_the_table_cannot_do_leads_to_where_it_is_done() -> None:
    def leads(table: Kept, *words: str) -> list[Path]:
        return [cell.leads for cell in advised(table, *words).cells if cell and isinstance(cell.leads, tuple)]

    table = Kept("federacion")
    assert leads(table, "people", "dispute") == [("menu", "judge")]
    assert leads(table, "time", "slow-mus") == [("menu", "clock", "mus")]
    assert leads(table, "score", "forgotten", "collected") == []
    assert leads(marked("federacion"), "score", "forgotten", "collected") == [("hand", "0")]
    assert leads(marked("nabo"), "score", "forgotten", "collected") == [], "nabo 20: they are lost"
    pairless = {**HANDS, "N": "12o 11c 7e 1b", "S": "10c 3b 5o 6o"}
    contradicted = Kept("federacion").press("paso", "paso", "envido-ns", "iduki").read(pairless)
    assert contradicted.state.phase is Phase.CONFLICT
    assert leads(contradicted, "announcements", "wrong-word", "pareak", "closed") == [("told",)]
    pairless_or_not = Kept("federacion").press("paso", "paso", "envido-ns", "iduki").read(pairless, (SIX_OR_SEVEN,))
    assert pairless_or_not.state.phase is Phase.DOUBTS
    assert leads(pairless_or_not, "announcements", "wrong-word", "pareak", "closed") == [], "nobody knows its cards yet"


def test_nothing_is_done_to_a_hand_once_the_match_is_given_or_while_a_correction_waits() -> None:
    def offered(table: Kept) -> list[str]:
        return [cell.label for cell in advised(table, "deal", "wrong-count", "later").cells if cell]

    assert offered(contradicted()) == ["Whose hand does not count?"]
    given = contradicted().happen(JudgeActed({"kind": "match-given", "team": "EW", "by": "judge", "reason": "x"}))
    waits = Kept("nabo").press("hordago", "hordago", "iduki").read(HANDS).press("ok", "envido-ns", "iduki")
    waits.read({**HANDS, "N": "12o 12c 7e 1b 2c"}, (N_HAS_FIVE,))
    assert offered(waits)
    waits.happen(CorrectionProposed(1, ({"change": "esku", "esku": "E"},)))
    assert (offered(given), offered(waits)) == ([], [])
    for table in (given, waits):
        told = advised(table, "deal", "wrong-count", "later", "whose")
        assert (told.cells, told.told) == ((), advised(table, "deal", "wrong-count", "later").told), "nor by its path"


def test_where_nothing_is_done_to_a_seat_no_path_asks_whose() -> None:
    assert advised(Kept("federacion"), "people", "conduct", "whose") == advised(Kept("federacion"), "people", "conduct")


def test_a_team_that_is_near_the_end_is_known_to_be() -> None:
    table = Kept("federacion")
    assert "28" not in str(advised(table, "mus", "cut-early", "another").told)
    table.happen(JudgeActed({"kind": "adjusted", "game": 1, "team": "NS", "tantos": 36, "by": "judge", "reason": "."}))
    assert "federacion 28" in str(advised(table, "mus", "cut-early").told)


def test_faults_that_say_too_little_are_refused() -> None:
    table = Kept("federacion")
    for event, why in (
        (FaultMended("hand-out", "federacion 15"), "whose hand"),
        (FaultMended("hand-out-of-round", "federacion 80", "N"), "which round"),
        (FaultMended("nothing"), "nothing"),
    ):
        with pytest.raises(StateError, match=why):
            table.happen(event)


def test_every_subject_is_offered_with_its_incidents() -> None:
    shown = advised(Kept())
    assert [cell.leads for cell in shown.cells if cell] == [(LAW, subject.value) for subject in Subject]
    assert all(isinstance(cell, Cell) for subject in Subject for cell in advised(Kept(), subject.value).cells)
