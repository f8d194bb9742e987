"""The session: a fold over events that any mashing of buttons leaves whole."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card
from engine.deal.karta_aldia import KartaAldia
from engine.match import marking
from engine.match.games import Status
from engine.match.questions import ForTheJudge
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import BOOK_NAMES
from engine.seats import Seat, Team
from engine.sentences import Sentence
from engine.showdown import score
from firmware.screens import render
from firmware.screens.spoken import spoken
from firmware.session.buttons import Button
from firmware.session.choices.entering import begun
from firmware.session.event_text import EventError, from_text, kind_of, to_text
from firmware.session.events import (
    KINDS,
    CallMade,
    CallTold,
    CameraPlaced,
    CardSettled,
    CardsRead,
    Event,
    FaultMended,
    JudgeActed,
    KartaAldiaStarted,
    KartaAldiaVoided,
    MatchStarted,
    NamesGiven,
    PereteDeclared,
    PicturePlaced,
    RaiseStands,
    RoundPassed,
    RoundStruck,
    Undone,
)
from firmware.session.fold import _HAPPENED, StateError, apply
from firmware.session.press import Wish, meaning
from firmware.session.press.calling import STANDS
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from tests.firmware.screens.gallery import HANDS, JOKOA, Play, called, cards_read, read, reading
from tests.firmware.session.test_correcting import Kept, tally
from vision.reading import Alternative, Doubt

BUTTONS = [button.value for button in Button]
START = MatchStarted("nabo", "N", "test", "a.jpg")
READING = reading(HANDS).to_json()
CARDS = {seat: cards.split() for seat, cards in HANDS.items()}


def dealt(seed: int) -> dict[str, str]:
    """Sixteen cards by chance, four a seat."""
    cards = random.Random(seed).sample(DECK, 16)
    return {seat.value: " ".join(map(str, cards[i * 4 : i * 4 + 4])) for i, seat in enumerate(Seat)}


class Masher(Kept):
    """Does what the appliance does with whatever is pressed."""

    def mash(self, name: str, seed: int) -> None:
        what = meaning(self.session, self.view, Button(name))
        self.view = what.view
        if what.refusal:
            assert what.event is None
            assert what.wish is None
            assert len(what.refusal) > 10
            return
        if what.event:
            self.happen(what.event)
        elif what.wish is Wish.READ:
            self.read_dealt(seed)
        elif what.begun:
            self.happen(what.begun)
        elif what.wish is Wish.NEXT_PICTURE:
            self.happen(PicturePlaced("test", "b.jpg"))
        elif what.wish is Wish.VOID:
            self.happen(KartaAldiaVoided("b.jpg"))
        elif what.wish is Wish.NEXT_DEAL:
            state = self.session.now
            following = state.esku.next.value
            over = state.phase is Phase.MATCH_WON
            self.happen(
                MatchStarted(state.book.name, following, "test", "b.jpg") if over else KartaAldiaStarted(following, "b")
            )
            if what.then:
                self.mash(what.then.value, seed)

    def read_dealt(self, seed: int) -> None:
        hands, doubts = dealt(seed), ()
        if seed % 3 == 1:
            card = Card.parse(hands["W"].split()[1])
            alternatives = tuple(Alternative(c, 0.5 - 0.1 * n) for n, c in enumerate((card, DECK[seed % 40])))
            doubts = (Doubt("card", Sentence.plain("one of two"), Seat.W, 5, alternatives),)
        elif seed % 3 == 2 and seed % 2:
            hands, doubts = {**hands, "E": ""}, (Doubt("count", Sentence.plain("12 cards found")),)
        before = self.session
        table = reading(hands, doubts)
        self.happen(cards_read(before, table))
        assert self.session == read(before, table)


presses = st.lists(
    st.tuples(st.sampled_from([*BUTTONS, "read", "paso", "ok", "iduki"]), st.integers(0, 500)), max_size=80
)


@settings(deadline=None, max_examples=60)
@given(rules=st.sampled_from(BOOK_NAMES), pressed=presses)
def test_mashed_buttons_never_break_the_session(rules: str, pressed: list[tuple[str, int]]) -> None:
    masher = Masher(rules)
    for name, seed in pressed:
        masher.mash(name, seed)
        state = masher.session.now
        render(state, masher.view)
        assert spoken(state, masher.view)
        assert all(0 <= tantos <= state.book.target for tantos in state.score.values())
        for hand in state.hands:
            if hand.record_json()["cards"] and hand.status is Status.COUNTS:
                again = score(HandRecord.parse(hand.record_json())).to_dict()
                assert again == hand.result_json()
    assert masher.folded() == masher.session


@settings(deadline=None, max_examples=40)
@given(pressed=presses)
def test_undo_takes_back_exactly_the_last_event(pressed: list[tuple[str, int]]) -> None:
    masher = Masher("federacion")
    for name, seed in pressed:
        before, count = masher.session, len(masher.texts)
        masher.mash(name, seed)
        if len(masher.texts) == count or from_text(masher.texts[-1]) == Undone():
            continue
        after = masher.session
        for _ in range(len(masher.texts) - count):  # a first call after the marks deals as well
            after = apply(after, Undone())
        assert after.now == before.now


@given(pressed=st.lists(st.sampled_from(["iduki", "tira", "paso", "envido-ns", "envido-ew", "gehiago"]), max_size=30))
def test_the_buttons_make_calls_that_the_engine_takes(pressed: list[str]) -> None:
    play = Play()
    play.press(*pressed)
    calls = {round: said for round, said in called(play.state).items() if said}
    assert all(isinstance(call, str) for said in calls.values() for call in said)
    assert play.state.phase in (Phase.CALLS, Phase.CARDS)


def test_a_bid_its_answer_and_the_amounts() -> None:
    play = Play().press("envido-ns")
    assert called(play.state) == {"handia": ["NS envido 2"]}
    play.press("envido-ns", "envido-ns")
    assert called(play.state) == {"handia": ["NS envido 4"]}
    play.press("envido-ew")
    assert called(play.state) == {"handia": ["NS envido 4", "EW gehiago 2"]}
    play.press("envido-ew", "gehiago")
    assert called(play.state) == {"handia": ["NS envido 4", "EW gehiago 4"]}
    play.press("envido-ns", "iduki", "envido-ew", "gehiago", "tira")
    assert called(play.state) == {
        "handia": ["NS envido 4", "EW gehiago 4", "NS gehiago 2", "EW iduki"],
        "txikia": ["EW envido 2", "NS gehiago 1", "EW tira"],
    }
    assert play.state.score == {Team.NS: 2, Team.EW: 0}


def test_a_raise_that_stands_is_raised_by_one() -> None:
    play = Play().press("envido-ns", "gehiago", "ok")
    assert play.view.notice == STANDS
    play.press("ok")
    assert play.state.raise_stands, "whoever reads the sentence and puts it away has said nothing else"
    play.press("gehiago")
    assert called(play.state) == {"handia": ["NS envido 2", "EW gehiago 1", "NS gehiago 1"]}


@pytest.mark.parametrize("presses", [["read"], ["paso"], ["last"], ["hordago", "back"]])
def test_a_raise_stands_after_a_press_that_did_nothing(presses: list[str]) -> None:
    play = Play().press("envido-ns", "gehiago", "ok", *presses)
    assert play.state.raise_stands
    play.press("gehiago")
    assert called(play.state) == {"handia": ["NS envido 2", "EW gehiago 1", "NS gehiago 1"]}


def test_a_raise_stands_whatever_is_looked_at_and_over_a_power_cut() -> None:
    table = Kept().press("envido-ns", "tira", "paso", "paso", "paso").read(HANDS).press("ok")
    table.press("envido-ns", "gehiago", "ok", "ok", "last", "back").hold().press("back")
    table.happen(JudgeActed({"kind": "adjusted", "game": 1, "team": "NS", "tantos": 1, "by": "judge", "reason": "x"}))
    assert table.folded() == table.session
    table.happen(FaultMended("play-on", "federacion 15", None, None))
    assert called(table.press("gehiago").state) == {"handia": ["NS envido 2", "EW gehiago 1", "NS gehiago 1"]}
    assert not table.state.raise_stands
    with pytest.raises(StateError):
        table.press("iduki").happen(RaiseStands())


def test_back_lets_a_raise_that_stands_be_changed_again() -> None:
    play = Play().press("envido-ns", "gehiago", "ok", "back")
    assert play.view == LIVE
    play.press("gehiago")
    assert called(play.state) == {"handia": ["NS envido 2", "EW gehiago 2"]}


def test_a_refused_bid_is_marked_at_once_and_taken_back_by_undo() -> None:
    play = Play().press("envido-ew", "tira")
    assert play.state.score == {Team.NS: 0, Team.EW: 1}
    play.press("back")
    assert play.state.score == {Team.NS: 0, Team.EW: 0}
    assert play.state.aldia.to_answer is Team.NS


def test_a_hordago_needs_two_presses() -> None:
    play = Play().press("hordago")
    assert called(play.state) == {}
    assert play.view.hordago is Team.NS
    play.press("back")
    assert play.view == LIVE
    play.press("hordago", "envido-ew")
    assert called(play.state) == {"handia": ["EW hordago"]}
    play.press("iduki")
    assert play.state.phase is Phase.CARDS
    play.read(HANDS)
    assert play.state.phase is Phase.GAME_WON
    assert tally(play.state)[0] == (1, 0)


def test_an_armed_hordago_is_let_go_by_any_other_button() -> None:
    play = Play().press("hordago", "paso")
    assert called(play.state) == {"handia": []}
    assert play.view == LIVE


def test_a_refusal_that_reaches_the_target_ends_the_mantxa() -> None:
    play = Play()
    play.press(*["envido-ns"] * 39, "envido-ew", "tira")
    assert play.state.phase is Phase.GAME_WON
    assert play.state.score == {Team.NS: 0, Team.EW: 40}
    assert play.state.finished.result_json()["ended_by"] == "target"
    play.press("ok")
    assert play.state.score == {Team.NS: 0, Team.EW: 0}
    assert tally(play.state)[0] == (0, 1)
    assert play.state.esku is Seat.W


def test_what_a_journal_has_behind_the_end_of_a_match_leaves_its_result_and_is_the_judges() -> None:
    """As where an earlier release held that the match went on."""
    play = Play().press("hordago", "hordago", "iduki").read(HANDS)
    play.press("ok", "hordago", "hordago", "iduki").read(HANDS)
    won = play.state.standing
    play.happen(KartaAldiaStarted("S", "x")).press("envido-ew", "iduki").read(HANDS)
    assert (play.state.standing.winner, play.state.standing.games[:2]) == (won.winner, won.games)
    assert [question.kind for question in play.state.standing.questions] == [ForTheJudge.AFTER_MATCH]


def test_a_match_of_two_mantxak() -> None:
    play = Play().press("hordago", "hordago", "iduki").read(HANDS)
    assert play.state.phase is Phase.GAME_WON
    play.press("ok", "hordago", "hordago", "iduki").read(HANDS)
    assert play.state.phase is Phase.MATCH_WON
    assert tally(play.state) == ((2, 0), (1, 0), Team.NS)
    play.happen(MatchStarted("nabo", "S", "test", "x"))
    assert tally(play.state)[0] == (0, 0)
    assert play.state.hands == ()


def test_a_match_of_three_vacas() -> None:
    play = Play("spain")
    for _ in range(8):
        play.press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    assert tally(play.state)[1] == (2, 0)
    play.press("hordago", "hordago", "iduki").read(HANDS)
    assert play.state.phase is Phase.MATCH_WON
    assert tally(play.state) == ((3, 0), (3, 0), Team.NS)


def test_a_hordago_that_the_cards_show_to_be_void_is_the_judges() -> None:
    aces = {"N": "12o 12c 4o 5o", "W": "1o 1c 6o 10o", "S": "11o 7o 6c 5c", "E": "10c 7c 6e 4c"}
    play = Play("federacion").press("paso", "paso", "hordago", "hordago", "iduki").read(aces)
    record, result = play.state.finished.record_json(), play.state.finished.result_json()
    assert (result["judge"]["rounds"], result["score"]) == (["pareak"], {"NS": 1, "EW": 1})
    assert score(HandRecord.parse(dict(record))).to_dict() == result


def test_the_fourth_round_is_named_by_the_cards() -> None:
    bids = ("paso", "paso", "paso", "envido-ns", "iduki")
    puntua = Play().press(*bids).read({**HANDS, "E": "12e 11e 4o 2e"})
    assert puntua.state.finished.record_json()["calls"] == {"puntua": ["NS envido 2", "EW iduki"]}
    jokoa = Play().press(*bids).read(JOKOA)
    assert jokoa.state.finished.record_json()["calls"] == {"jokoa": ["NS envido 2", "EW iduki"]}


def test_calls_that_the_cards_contradict_can_be_struck() -> None:
    play = Play().press("envido-ns", "tira", "paso", "envido-ns", "iduki").read({**HANDS, "W": "10b 3o 7c 4c"})
    assert play.state.phase is Phase.CONFLICT
    assert play.state.conflict.strike == (Round.PAREAK,)
    assert "pareak" in play.state.conflict.error
    play.press("ok")
    assert play.state.finished.record_json()["calls"] == {"handia": ["NS envido 2", "EW tira"]}
    assert play.state.finished.record_json()["struck"] == {"pareak": ["NS envido 2", "EW iduki"]}
    assert play.press("back").state.phase is Phase.CONFLICT
    play.press("back", "back", "back", "paso")
    assert called(play.state) == {"handia": ["NS envido 2", "EW tira"], "txikia": [], "pareak": []}


def test_two_contradictions_are_struck_one_after_the_other() -> None:
    play = Play().press("paso", "paso", "envido-ns", "tira", "envido-ew", "tira").read({**HANDS, "W": "10b 3o 7c 4c"})
    assert play.state.conflict.strike == (Round.PAREAK, Round.JOKOA)
    play.press("ok")
    assert play.state.phase is Phase.CONFLICT
    play.press("ok")
    assert set(play.state.finished.record_json()["struck"]) == {"pareak", "jokoa"}
    assert [mark["round"] for mark in play.state.finished.result_json()["tantos"]].count("pareak") == 1


def test_a_doubtful_card_is_settled_with_two_presses() -> None:
    doubt = Doubt(
        "card",
        Sentence.plain("6 or 7"),
        Seat.W,
        6,
        (Alternative(Card.parse("7c"), 0.6), Alternative(Card.parse("6c"), 0.4)),
    )
    play = Play().read(HANDS, (doubt,))
    assert play.state.phase is Phase.DOUBTS
    assert play.state.finished is None
    assert Play().read(HANDS, (doubt,)).press("ok").state.cards()[Seat.W][2] == Card.parse("7c")
    play.press("next", "ok")
    assert play.state.cards()[Seat.W][2] == Card.parse("6c")
    assert play.state.phase is Phase.MARKS


def test_every_card_not_seen_can_be_chosen() -> None:
    doubt = Doubt("card", Sentence.plain("unclear"), Seat.W, 6, ())
    play = Play().read(HANDS, (doubt,))
    choices = play.laid.choices(doubt)
    assert choices[0] == Card.parse("7c")
    assert len(choices) == 40 - 15
    play.press(*["next"] * 24, "ok")
    assert play.state.cards()[Seat.W][2] == choices[24]


def test_one_card_at_two_places_is_never_marked() -> None:
    same = (Alternative(Card.parse("7c"), 0.6), Alternative(Card.parse("6c"), 0.4))
    doubts = (Doubt("card", Sentence.plain("?"), Seat.W, 6, same), Doubt("card", Sentence.plain("?"), Seat.N, 2, same))
    play = Play().read(HANDS, doubts).press("ok", "ok")
    named = [card for hand in play.state.cards().values() for card in hand]
    assert len(set(named)) == 16
    assert play.state.phase is Phase.MARKS


def test_a_card_read_twice_is_settled_like_any_doubtful_card() -> None:
    may_be = (Alternative(Card.parse("12o"), 0.5), Alternative(Card.parse("10o"), 0.4))
    hands = {**HANDS, "E": "12o 11e 10e 2e"}  # where North has the 12 of oros for certain
    doubts = (
        Doubt("card", Sentence.plain("?"), Seat.E, 12, may_be),
        Doubt("twice", Sentence.plain("12o is read 2 times: N, E"), Seat.E, 12, may_be),
    )
    play = Play().read(hands, doubts)
    assert play.laid.blocking_doubt() is None
    assert play.laid.choices(doubts[0])[0] == Card.parse("10o")
    assert play.press("ok").state.phase is Phase.MARKS
    assert play.state.cards()[Seat.E][0] == Card.parse("10o")


def test_a_doubt_that_buttons_cannot_settle_blocks() -> None:
    play = Play().read({**HANDS, "W": "11b 3o 7c"}, (Doubt("count", Sentence.plain("15 cards found")),))
    assert play.laid.blocking_doubt() is not None
    for button in ("envido-ns", "iduki", "tira", "hordago"):
        assert meaning(play.session, LIVE, Button(button)).refusal
    assert meaning(play.session, LIVE, Button.OK).event == begun(play.state)
    assert meaning(play.session, LIVE, Button.READ).wish is Wish.READ
    assert meaning(play.session, LIVE, Button.NEXT).wish is Wish.NEXT_PICTURE
    assert meaning(play.session, View(voiding=True), Button.PASO).wish is Wish.VOID


def test_three_hands_are_never_marked_even_if_nobody_doubts_the_cards() -> None:
    hands = {**HANDS}
    del hands["E"]
    play = Play().read(hands, (Doubt("card", Sentence.plain("?"), Seat.W, 6, (Alternative(Card.parse("7c"), 0.9),)),))
    assert play.laid.blocking_doubt() is not None
    assert play.press("ok").state.finished is None


def test_a_voided_karta_aldia_counts_for_nothing() -> None:
    play = Play().press("envido-ns", "tira")
    assert play.state.score[Team.NS] == 1
    play.happen(KartaAldiaVoided("b.jpg"))
    assert play.state.score[Team.NS] == 0
    assert play.state.esku is Seat.N
    assert play.state.picture == "b.jpg"


def test_the_first_esku_can_be_chosen_until_the_first_call() -> None:
    play = Play().press("next", "next")
    assert play.state.esku is Seat.S
    play.press("paso", "next")
    assert play.state.esku is Seat.S
    assert play.view.notice


def test_the_last_hands_can_be_looked_at() -> None:
    play = Play().read(HANDS).press("ok").read(JOKOA).press("ok", "last")
    assert play.view.hand == 1
    assert play.press("last").view.hand == 0
    assert play.press("next").view.page == 1
    assert play.press("back").view == LIVE
    before = play.session
    play.press("last", "envido-ns")
    assert play.view == LIVE
    assert play.session != before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "[" * 100_000,
        '{"v":2,"event":"nothing"}',
        '{"v":2,"event":[]}',
        '{"v":1,"event":"undone"}',
        '{"v":2,"event":"call-made"}',
        '{"v":2,"event":"call-made","call":"NS envido 2","more":1}',
        '{"v":2,"event":"cards-read","picture":"a","reading":{},"showdown":3}',
        '{"v":2,"event":"cards-read","picture":"a","reading":[]}',
        '{"v":2,"event":"esku-chosen","esku":1}',
        '{"v":2,"event":"bid-changed","amount":true}',
        '{"v":2,"event":"entry-begun","kept":{"N":"1o"}}',
        '{"v":2,"event":"karta-aldia-started","esku":"N","picture":7}',
    ],
)
def test_an_event_that_cannot_be_read(text: str) -> None:
    with pytest.raises(EventError):
        from_text(text)


@pytest.mark.parametrize(
    "event",
    [
        Undone(),
        CallMade("NS iduki"),
        CallMade("nonsense"),
        CardSettled(3, "7c"),
        MatchStarted("no such book", "N", "x", None),
        JudgeActed({"kind": []}),
        CardsRead("a.jpg", {**READING, "cards": None}),
        CardsRead("a.jpg", {**READING, "hypotheses": [{"p": "likely", "cards": ""}]}),
        RoundStruck("no such round", {}),
        CallTold("no such word"),
        NamesGiven({"N": "?"}),
        CardsRead(
            "a.jpg", READING, {"rules": "nabo", "esku": "N", "cards": {seat: HANDS[seat].split() for seat in HANDS}}
        ),
    ],
)
def test_an_event_that_cannot_have_happened(event: Event) -> None:
    with pytest.raises(StateError):
        apply(apply(None, START), event)
    with pytest.raises(StateError):
        apply(None, RoundPassed())


def test_every_kind_of_event_does_something_to_the_state() -> None:
    assert _HAPPENED.keys() == {*KINDS.values()} - {Undone}


def test_no_press_takes_back_which_camera_looks_on() -> None:
    doubt = Doubt("card", Sentence.plain("one of two"), Seat.N, 0, (Alternative(Card.parse("12o"), 0.6),))
    hordago = ("hordago", "hordago", "iduki")
    before = Play().press(*hordago).read(HANDS).press("ok", *hordago).read(HANDS, (doubt,)).session
    after = apply(before, CameraPlaced("other", "z.jpg"))
    assert before.now.phase is Phase.DOUBTS
    while True:
        assert replace(before.now, camera="other", picture="z.jpg", last_picture="z.jpg") == after.now
        if not before.past:
            break
        before, after = apply(before, Undone()), apply(after, Undone())
    assert not after.past


def test_a_picture_that_an_earlier_release_has_placed_before_another_camera_is_a_step_that_is_taken_back() -> None:
    before = Play().press("paso", "envido-ns").session
    after = apply(apply(before, PicturePlaced("other", "z.jpg")), Undone())
    assert (after.now.karta_aldia, after.past, after.now.camera) == (before.now.karta_aldia, before.past, "other")


def test_a_fault_of_the_program_is_no_event_that_cannot_have_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    session = apply(None, START)

    def faulty(*_: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(KartaAldia, "act", faulty)
    with pytest.raises(ValueError, match="a fault") as raised:
        apply(session, RoundPassed())
    assert not isinstance(raised.value, StateError)


# tio Perete's hand, which a club's own rule book gives a point for

CLUB = 'base = "nabo"\nname = "club"\ntitle = "Our club"\ntio_perete = true\n'
PERETE = {"N": "12o 12c 7e 1b", "W": "4b 5o 6c 7c", "S": "10c 3b 5e 6o", "E": "12e 11e 10e 2e"}


def at_the_club() -> Play:
    play = Play()
    play.session = apply(None, from_text(to_text(MatchStarted("club.toml", "N", "test", "a.jpg", book=CLUB))))
    return play


def test_tio_peretes_hand_is_declared_with_ok_and_next_before_play() -> None:
    play = at_the_club()
    play.press("paso", "paso", "paso", "paso").read(PERETE)
    assert "perete" not in {mark.why.value for mark in play.state.finished.result.marks}
    play.press("ok", "ok")
    assert (play.view.perete, play.state.karta_aldia.acts) == (Seat.W, ())
    play.press("next", "next", "next", "next", "ok")
    assert play.state.karta_aldia.peretes == {Seat.W}
    assert play.view == LIVE
    play.press("ok")
    assert play.view.perete is Seat.S, "W has declared"
    play.press("back")
    assert (play.view.perete, play.state.karta_aldia.peretes) == (None, {Seat.W})
    play.press("paso", "paso", "paso", "paso").read(PERETE)
    record, result = play.state.finished.record_json(), play.state.finished.result_json()
    assert (record["rules"], record["announced"]) == ("club.toml", {"perete": ["W"]})
    assert result["tantos"][0] == {"round": "handia", "team": "EW", "tantos": 1, "why": "perete", "when": "showdown"}
    assert score(HandRecord.parse(dict(record), lambda _: play.state.book)).to_dict() == result


def test_what_is_declared_is_taken_back_and_is_in_the_record_of_a_game_that_a_refusal_ends() -> None:
    play = at_the_club()
    play.press("ok", "ok")
    assert play.state.karta_aldia.peretes == {Seat.N}
    play.press("next")
    assert (play.state.esku, play.state.karta_aldia.peretes) == (Seat.W, {Seat.N}), "it is no call"
    play.press("back", "back")
    assert (play.state.karta_aldia.acts, play.state.pristine) == ((), True)
    play.press("ok", "ok")
    bid = apply(play.session, CallMade("NS envido 2"))
    raised = apply(bid, CallMade("EW gehiago 38"))
    refused = apply(apply(raised, CallMade("NS gehiago 1")), CallMade("EW tira")).now
    assert (refused.finished.winner, refused.finished.record_json()["announced"]) == (Team.NS, {"perete": ["N"]})


def test_any_other_button_leaves_the_question_who_declares() -> None:
    play = at_the_club()
    play.press("ok", "envido-ew")
    assert (play.view.perete, called(play.state)) == (None, {"handia": ["EW envido 2"]})
    play.press("ok")
    assert play.view.perete is None, "play has begun"


def test_without_the_point_in_the_book_nothing_is_declared() -> None:
    play = Play()
    play.press("ok")
    assert play.view.perete is None
    with pytest.raises(StateError, match="gives no point for 4-5-6-7"):
        apply(play.session, PereteDeclared("N"))


def test_a_clubs_rule_book_is_kept_with_the_match() -> None:
    begun = MatchStarted("no/longer/there.toml", "N", "test", "a.jpg", {"target": 30}, CLUB)
    state = apply(None, from_text(to_text(begun))).now
    assert (state.book.title, state.book.target, state.rules) == ("Our club", 30, "no/longer/there.toml")
    with pytest.raises(StateError):
        apply(None, MatchStarted("broken.toml", "N", "test", None, book="kings = 5"))


def test_undo_reaches_back_to_the_karta_aldia_before() -> None:
    play = Play()
    for _ in range(5):
        play.press("paso").read(HANDS).press("ok")
    assert len(play.session.past) < 8
    steps: list[Any] = []
    while play.session.past:
        play.happen(Undone())
        steps.append(play.state.deal)
    assert steps[-1] == 5


def test_the_kind_of_a_kept_event_is_told_without_reading_it() -> None:
    for event in (MatchStarted("nabo", "N", "c", None), Undone()):
        assert kind_of(to_text(event)) == event.kind
    assert kind_of('{"event": "undone", "v": 2}') == "undone", "however it was written"
    for text in ("", "{}", '{"v":2,"event":"no-such-thing"}', '{"v":9,"event":"undone"}'):
        with pytest.raises(EventError):
            kind_of(text)


def test_a_hand_that_is_marked_is_not_marked_again_with_those_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    marked: list[object] = []
    monkeypatch.setattr(marking, "score", lambda record, seats: marked.append(record) or score(record, seats))
    play = Play("federacion")
    for _ in range(8):
        play.read(HANDS).press("ok")
    assert len(play.state.noted) == len(marked) == 8
