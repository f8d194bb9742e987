"""Reviewing and putting right: few presses, both teams' word, and the score as the engine has it then."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce

import pytest

from engine.advice.incidents import Follows
from engine.cards import Card
from engine.match.corrections import EskuReplaced
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat, Team
from engine.sheets import fields
from engine.showdown import score
from firmware.screens import render
from firmware.screens.spoken import spoken
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES, Cell, Path
from firmware.session.event_text import from_text, to_text
from firmware.session.events import Agreed, CorrectionProposed, Event, FaultMended, JudgeActed, MatchStarted, Undone
from firmware.session.fold import Session, StateError, apply
from firmware.session.press import meaning
from firmware.session.state import Phase, State, stands
from firmware.session.view import LIVE
from tests.firmware.measuring.presses import deals, play
from tests.firmware.screens.gallery import HANDS, JOKOA, Play
from words.acts import deeds
from words.text import english

CROSSED = {**HANDS, "W": "10b 3o 7c 4c"}


class Kept(Play):
    """A table whose events go through the journal's text, and can be folded anew."""

    def __init__(self, rules: str = "nabo") -> None:
        super().__init__(rules)
        self.texts = [to_text(MatchStarted(rules, "N", "gallery", "table.jpg"))]

    def happen(self, event: Event) -> Kept:
        text = to_text(event)
        self.session = apply(self.session, from_text(text))
        self.texts.append(text)
        return self

    def folded(self) -> Session | None:
        return reduce(apply, map(from_text, self.texts), None)

    def choose(self, *labels: str) -> int:
        """Press whatever leads along these labels; how many presses that took."""
        taken = 0
        for label in labels:
            shown = grid(self.session.now, self.view.path)
            places = shown.slots if shown.listed else shown.cells
            place = next(n for n, cell in enumerate(places) if isinstance(cell, Cell) and _says(cell, label))
            presses = [*["next"] * place, "ok"] if shown.listed else [PLACES[place].value]
            self.press(*presses)
            taken += len(presses)
        return taken


def _says(cell: Cell, label: str) -> bool:
    return label in (cell.label, f"{cell.team} {cell.label}".strip(), cell.deed and cell.deed.told(english))


def tally(state: State) -> tuple[tuple[int, ...], tuple[int, ...], Team | None]:
    """Games of the vaca in hand and vacas, N-S first, and who has won the match."""
    return tuple(state.games.values()), tuple(state.standing.vacas_won.values()), state.standing.winner


def phase(table: Play) -> Phase:
    """What it waits for now."""
    return table.state.phase


def path(table: Play) -> Path:
    """What has been chosen so far."""
    return table.view.path


def marked(rules: str = "nabo") -> Kept:
    table = Kept(rules)
    table.press("envido-ns", "iduki", "envido-ew", "envido-ns", "tira").read(HANDS)
    return table


def two_mantxak() -> Kept:
    """N-S won the first mantxa with the second hand; one hand of the next was played, and another one is dealt."""
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 10}))
    for calls in (("envido-ns", *["gehiago"] * 2), ("envido-ns", *["gehiago"] * 3), ("envido-ew",)):
        table.press(*calls, "iduki").read(HANDS).press("ok")
    assert (tally(table.state)[0], table.state.score) == ((1, 0), {Team.NS: 4, Team.EW: 2})
    return table


def corrections() -> Iterator[tuple[Seat, Card, Card]]:
    every = [Card.parse(f"{rank}{suit}") for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    for seat in Seat:
        own = [Card.parse(name) for name in HANDS[seat.value].split()]
        yield from ((seat, old, new) for old in own for new in every if new not in own)


def test_any_card_is_put_right_with_six_presses() -> None:
    start = marked()
    tried = 0
    for seat, old, new in random.Random(1).sample(list(corrections()), 60):
        table = marked()
        table.press("last", "read")
        chosen = 2 + table.choose(
            seat.value, str(old), {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}[new.suit.value], str(new)
        )
        assert chosen <= 6
        if table.view.notice:  # the bids would contradict the cards
            assert table.state == start.state
            continue
        tried += 1
        assert phase(table) is Phase.CORRECTION
        table.press("envido-ns", "envido-ew")
        hand = table.state.hands[0]
        cards = hand.record_json()["cards"]
        assert str(new) in cards[seat.value]
        assert str(old) not in cards[seat.value]
        assert sorted(len(set(held)) for held in cards.values()) == [4, 4, 4, 4]
        assert len({card for held in cards.values() for card in held}) == 16
        assert score(HandRecord.parse(hand.record_json())).to_dict() == hand.result_json()
        assert table.state.score == {team: hand.result_json()["score"][team.value] for team in Team}
        assert table.folded() == table.session
    assert tried > 40


def test_the_cards_are_asked_for_in_the_order_in_which_they_are_shown() -> None:
    table = Kept().press("envido-ns", "iduki").read({**HANDS, "W": "3o 11b 4c 7c"}).press("last")
    in_words = "West: 11 of bastos, 7 of copas, 4 of copas, 3 of oros;"
    assert in_words in spoken(table.state, table.view)
    table.press("read")
    table.choose("W")
    shown = grid(table.state, table.view.path)
    assert [str(cell.card) for cell in shown.cells if isinstance(cell, Cell)] == ["11b", "7c", "4c", "3o"]


@pytest.mark.parametrize(
    ("labels", "calls"),
    [
        (("handia", "EW iduki", "EW tira"), ["NS envido 2", "EW tira"]),
        (("handia", "NS 2", "NS 5"), ["NS envido 5", "EW iduki"]),
        (("handia", "NS 2", "EW"), ["EW envido 2", "NS iduki"]),
        (("handia", "EW iduki", "EW +2", "tira"), ["NS envido 2", "EW gehiago 2", "NS tira"]),
        (("handia", "paso"), []),
        (("handia", "anew", "EW 2", "tira"), ["EW envido 2", "NS tira"]),
        (("pareak", "NS 2", "tira"), ["NS envido 2", "EW tira"]),
    ],
)
def test_a_call_is_put_right_with_six_presses(labels: tuple[str, ...], calls: list[str]) -> None:
    table = Kept().press("envido-ns", "iduki").read({**HANDS, "W": "11b 11o 7c 4c"})
    table.press("last", "read")
    assert 2 + table.choose(*labels) <= 6
    assert phase(table) is Phase.CORRECTION, table.view
    table.press("envido-ew", "envido-ns")
    hand = table.state.hands[0]
    assert hand.record_json()["calls"].get(labels[0], []) == calls
    assert score(HandRecord.parse(hand.record_json())).to_dict() == hand.result_json()
    assert table.folded() == table.session


def test_what_changes_the_score_needs_both_teams() -> None:
    table = marked()
    was = table.state.score
    table.press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    assert table.state.score == was
    assert table.press("ok").view.notice
    table.press("envido-ns")
    assert phase(table) is Phase.CORRECTION
    assert table.state.score == was
    assert table.press("envido-ns").view.notice  # the same team twice is no agreement
    assert phase(table) is Phase.CORRECTION
    table.press("envido-ew")
    assert table.state.score == {Team.NS: was[Team.NS] - 1, Team.EW: was[Team.EW]}
    assert [type(from_text(text)) for text in table.texts[-3:]] == [
        CorrectionProposed,
        Agreed,
        Agreed,
    ]
    table.press("back", "back", "back")
    assert table.state.score == was
    assert phase(table) is Phase.MARKS
    assert table.folded() == table.session


def test_what_changes_no_score_needs_one_press() -> None:
    table = marked()
    was = table.state.score
    table.press("last", "read")
    table.choose("N", "7e", "copas", "7c")
    assert not table.state.proposal.binding
    table.press("ok")
    assert table.state.hands[0].record_json()["cards"]["N"][2] == "7c"
    assert table.state.score == was


def test_nothing_that_changes_nothing() -> None:
    table = marked()
    with pytest.raises(StateError, match="nothing would change"):
        table.happen(CorrectionProposed(1, ({"change": "calls", "round": "pareak", "calls": []},)))
    with pytest.raises(StateError, match="nothing waits for the teams"):
        table.happen(Agreed("NS"))


def test_an_older_hand_is_put_right_while_another_is_played() -> None:
    table = marked()
    table.press("ok", "envido-ew", "tira", "envido-ns")
    assert table.state.score == {Team.NS: 5, Team.EW: 3}
    table.press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    table.press("envido-ns", "envido-ew")
    assert table.state.score == {Team.NS: 4, Team.EW: 3}
    assert table.state.base == {Team.NS: 4, Team.EW: 2}
    assert table.state.aldia.to_answer is Team.EW  # the bid still waits
    table.press("tira").read(JOKOA)
    hand = table.state.hands[1]
    assert hand.record_json()["score"] == {"NS": 4, "EW": 2}
    assert score(HandRecord.parse(hand.record_json())).to_dict() == hand.result_json()
    assert table.state.score == stands(table.state.match, table.state.book).score
    assert table.folded() == table.session


def test_the_hordago_that_won_is_not_one_that_was_refused() -> None:
    table = Kept().press("hordago", "hordago", "tira", "hordago", "hordago", "iduki").read(HANDS)
    assert table.state.finished.hordago is Round.TXIKIA


def test_a_mantxa_that_was_not_won() -> None:
    table = Kept()
    table.press("hordago", "hordago", "iduki").read(HANDS)
    assert phase(table) is Phase.GAME_WON
    table.press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    assert [won[Team.NS] for won in table.state.proposal.games] == [1, 0]
    table.press("envido-ns", "envido-ew")
    assert phase(table) is Phase.MARKS
    assert tally(table.state) == ((0, 0), (0, 0), None)
    table.press("ok", "envido-ns", "tira")
    assert table.state.score[Team.NS] == table.state.base[Team.NS] + 1 > 1
    assert table.folded() == table.session


def test_a_hand_in_progress_counts_in_no_other_mantxa_than_its_own() -> None:
    """The hordago that is accepted in it would win the third mantxa, and the match."""
    table = Kept().happen(MatchStarted("nabo", "N", "gallery", "table.jpg", options={"target": 10}, games=3))
    table.press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    table.press("envido-ew", "iduki").read(HANDS).press("ok", "hordago", "hordago", "iduki", "last", "read")
    esku, deal = table.state.esku, table.state.deal
    table.choose("handia", "anew", "EW hordago", "iduki")
    told = "games 1\xa0–\xa00 → 2\xa0–\xa00. The karta aldia in progress does not count. N-S agrees"
    assert told in spoken(table.state, table.view)
    assert table.press("next").view.page == 1
    table.press("envido-ns", "envido-ew")
    assert (phase(table), table.state.game, tally(table.state)[0]) == (Phase.CALLS, 3, (2, 0))
    assert (table.state.aldia.calls, table.state.esku, table.state.deal) == ({}, esku, deal + 1)
    table.press("envido-ns", "tira", "paso", "paso", "paso").read(HANDS)
    assert (table.state.game, tally(table.state)[0], table.state.score[Team.NS]) == (3, (2, 0), 3)
    assert table.folded() == table.session


def test_a_hand_in_progress_counts_in_no_mantxa_that_goes_on_after_all() -> None:
    table = Kept().press("hordago", "hordago", "iduki").read(HANDS).press("ok", "envido-ns", "tira", "last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    assert "The karta aldia in progress does not count." in spoken(table.state, table.view)
    table.press("envido-ns", "envido-ew")
    assert (table.state.game, table.state.aldia.calls, table.state.score) == (1, {}, table.state.standing.score)
    table.press("back", "back", "back")
    assert (table.state.game, table.state.score) == (2, {Team.NS: 1, Team.EW: 0}), "it is all as it was"
    assert table.folded() == table.session


def with_esku_put_right(table: Kept, esku: str) -> Kept:
    """With both teams agreed that the first hand was of that esku."""
    table.happen(CorrectionProposed(1, (fields.change_fields(EskuReplaced(Seat(esku))),)))
    proposal = table.state.proposal
    assert proposal
    return table.press(*(["envido-ns", "envido-ew"] if proposal.binding else ["ok"]))


@pytest.mark.parametrize("called", [False, True])
def test_the_esku_that_is_put_right_has_hands_follow_in_which_nothing_was_called_since_they_were_dealt(
    called: bool,
) -> None:
    again = FaultMended("deal-again", "nabo 7")
    table = marked().press("ok", *(["envido-ns"] if called else [])).happen(again)
    assert table.state.esku is Seat.W
    with_esku_put_right(table, "S")
    assert (table.state.esku, table.state.standing.next_esku, table.state.score) == (
        Seat.E, Seat.E, dict(table.state.standing.score),
    )  # fmt: skip
    assert [remedy.follows for remedy in table.state.karta_aldia.remedies] == [Follows.DEAL_AGAIN]
    table.press("envido-ns")
    with_esku_put_right(table, "W")
    assert (table.state.esku, table.state.standing.next_esku) == (Seat.E, Seat.S), "something was called in it"
    assert table.folded() == table.session


def test_a_dealer_whom_the_law_named_deals_whatever_is_put_right() -> None:
    table = marked().press("ok").happen(FaultMended("deal-right", "federacion 68", "S"))
    assert table.state.esku is Seat.E
    with_esku_put_right(table, "W")
    assert (table.state.esku, table.state.standing.next_esku) == (Seat.E, Seat.S)


def test_a_hand_in_which_nothing_was_called_belongs_to_the_next_mantxa_with_what_was_done_in_it() -> None:
    table = marked().press("ok").happen(FaultMended("hand-out", "nabo 7", "W"))
    deal = table.state.deal
    table.happen(JudgeActed({"kind": "game-given", "game": 1, "team": "NS", "by": "judge", "reason": "."}))
    assert (table.state.game, table.state.score, table.state.deal) == (2, {Team.NS: 0, Team.EW: 0}, deal)
    assert table.state.out == {Seat.W}
    assert table.folded() == table.session


def test_what_ends_no_mantxa_leaves_the_hand_in_progress_alone() -> None:
    table = marked().press("ok", "envido-ew", "last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    assert "does not count" not in spoken(table.state, table.view)
    assert table.press("next").view.page == 0


def test_a_wrong_announcement_at_the_showdown_and_its_penalty() -> None:
    table = Kept().press("paso", "paso", "envido-ns", "iduki").read(CROSSED)
    assert phase(table) is Phase.CONFLICT
    table.press("last")
    table.choose("pareak", "E")
    assert phase(table) is Phase.MARKS
    hand = table.state.hands[0]
    assert hand.record_json()["announced"] == {"pareak": ["N", "E"]}
    assert [(ruling["article"], ruling["seat"]) for ruling in hand.result_json()["rulings"]] == [("nabo 15a", "E")]
    assert [row for row in hand.result_json()["tantos"] if row["round"] == "pareak"] == [
        {"round": "pareak", "team": "NS", "tantos": 1, "why": "worth", "when": "showdown"}
    ]
    assert table.folded() == table.session
    assert table.press("back").state.phase is Phase.CONFLICT


def test_who_is_noted_to_have_said_it_wrong_is_told_where_that_settles_nothing() -> None:
    table = Kept().press("paso", "paso", "envido-ns", "iduki").read(CROSSED)
    before = spoken(table.state, table.view)
    for seat in ("N", "S"):
        table.press("last")
        table.choose("pareak", seat)
    assert phase(table) is Phase.CONFLICT
    assert "Said wrong: pareak (North, South)." in spoken(table.state, table.view)
    for seat in ("N", "S"):  # the same once more takes it back
        table.press("last")
        table.choose("pareak", seat)
    assert spoken(table.state, table.view) == before


@pytest.mark.parametrize(("rules", "article"), [("nabo", "nabo 16b"), ("federacion", "federacion 81")])
def test_a_wrong_announcement_in_review_and_its_penalty(rules: str, article: str) -> None:
    table = Kept(rules)
    hands = {"N": "12o 12c 7e 1b", "W": "11b 11o 7c 4c", "S": "10c 5b 6e 7o", "E": "12e 11e 10e 4e"}
    table.press("paso", "paso", "paso").read(hands)
    table.press("ok", "envido-ns", "last", "read")
    assert 2 + table.choose("said", "pareak", "N") <= 6
    table.press("envido-ns", "envido-ew")
    assert table.state.hands[0].result_json()["rulings"][0] == {"article": article, "seat": "N", "round": "pareak"}
    assert table.folded() == table.session


def test_an_error_found_while_its_round_was_open() -> None:
    table = Kept("federacion")
    table.press("paso", "paso", "envido-ns", "tira").read({**HANDS, "W": "11b 11o 7c 4c"}).press("last", "read")
    table.choose("said", "pareak", "open")
    table.press("ok")
    assert table.state.hands[0].record_json()["found"] == {"pareak": "open"}


def test_back_goes_one_choice_back() -> None:
    table = marked()
    table.press("last", "read")
    table.choose("N", "7e", "copas")
    assert path(table) == ("hand", "0", "N", "7e", "c")
    table.press("back", "back")
    assert path(table) == ("hand", "0", "N")
    table.press("back", "back")
    assert (path(table), table.view.hand) == ((), 0)
    assert table.press("back").view == LIVE


def test_a_button_without_a_choice_says_so() -> None:
    table = marked()
    table.press("last", "read", "envido-ns", "last")
    assert table.view.notice == "There is no choice on this button."
    assert path(table) == ("hand", "0", "N")


@pytest.mark.parametrize("rules", ["nabo", "spain", "federacion"])
def test_what_was_only_played_stands_as_the_engine_says(rules: str) -> None:
    book = rulebook(rules)
    table: list[Play] = []
    original = Play.read

    def watched(self: Play, *args: object, **named: object) -> Play:
        table.append(self)
        return original(self, *args, **named)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "read", watched)
        for _ in play(rules, deals(book, 60, random.Random(7))):
            state = table[-1].state
            standing = stands(state.match, state.book)
            assert standing.questions == tuple(q for q in standing.questions if q.kind.value == "case")
            assert (standing.winner, standing.vacas_won) == (state.standing.winner, state.standing.vacas_won)
            if state.finished:
                assert dict(standing.score) == state.score
                assert standing.games_won == state.games


def test_undo_of_half_an_agreement() -> None:
    table = marked()
    table.press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    table.press("envido-ns")
    proposal = table.state.proposal
    assert proposal.waits_for == (Team.EW,)
    table.happen(Undone())
    assert table.state.proposal.waits_for == (Team.NS, Team.EW)
    assert meaning(table.session, LIVE, PLACES[0]).event == Agreed("NS")


def test_a_correction_is_spoken_with_the_score_that_it_changes() -> None:
    table = marked()
    table.press("last", "read")
    table.choose("handia", "EW iduki", "EW tira")
    said = spoken(table.state, table.view)
    assert "N-S envido 2, E-W tira. N-S 5 → 4. N-S agrees with" in said
    won = Kept().press("hordago", "hordago", "iduki").read(HANDS).press("last", "read")
    won.choose("handia", "EW iduki", "EW tira")
    assert "; games 1\xa0–\xa00 → 0\xa0–\xa00." in spoken(won.state, won.view)
    same = marked().press("last", "read")
    same.choose("N", "7e", "copas", "7c")
    assert "W: 7e. The score stays. OK: yes." in spoken(same.state, same.view)


def test_a_vaca_that_changes_hands_is_told_though_no_tantos_and_no_games_do() -> None:
    table = Kept("spain").happen(MatchStarted("spain", "N", "gallery", "table.jpg", games=1, vacas=3))
    for _ in range(2):
        table.press("hordago", "hordago", "iduki").read(HANDS).press("ok")
    assert tally(table.state)[1] == (2, 0)
    table.press("last", "last", "read")
    table.choose("N", "12o", "oros", "4o")
    assert "12o → 4o. vacas 2\xa0–\xa00 → 1\xa0–\xa01. N-S agrees" in spoken(table.state, table.view)
    first = render(table.state, table.view).tobytes()
    assert render(table.state, table.press("next").view).tobytes() != first, "what is put right is on another page"
    table.press("envido-ns", "envido-ew")
    assert tally(table.state)[1] == (1, 1)
    assert deeds(table.state.match, table.state.book, english) == {3: "vacas 2\xa0–\xa00 → 1\xa0–\xa01"}


def test_what_a_correction_of_an_earlier_mantxa_did_is_told_by_the_tantos_of_that_one() -> None:
    table = two_mantxak().press("last", "last", "last", "read")
    table.choose("N", "1b", "copas", "6c")
    assert "1b → 6c. E-W 2 → 3. N-S agrees" in spoken(table.state, table.view)
    table.press("envido-ns", "envido-ew")
    assert deeds(table.state.match, table.state.book, english) == {4: "E-W 2 → 3"}


def test_choices_are_spoken_with_what_they_are_about() -> None:
    table = marked().press("last", "read")
    asked = []
    for label in ("N", "7e", "copas"):
        table.choose(label)
        asked.append(spoken(table.state, table.view).split(" N-S envido:")[0])
    assert asked == ["North. Which card?", "N: 7e. Which suit?", "N: 7e. Which card was it?"]
    judge = marked().hold()
    judge.choose("judge", "take", "EW")
    assert spoken(judge.state, judge.view).startswith("E-W. Judge. N-S envido: -1;")
