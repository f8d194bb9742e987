"""A suit that nobody knows stands as a question mark until somebody says it, with one press."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.cards import Card
from engine.records import HandRecord
from engine.seats import Seat
from engine.sentences import Sentence
from engine.showdown import score
from firmware.panel.entry.door import Role
from firmware.papers.match_files import exported
from firmware.screens import render
from firmware.screens.spoken import spoken
from firmware.session.choices.choosing import grid
from firmware.session.choices.correcting import unknown
from firmware.session.choices.offered import offered
from firmware.session.event_text import from_text
from firmware.session.events import Agreed, CardTold, CorrectionProposed, Event, JudgeActed
from firmware.session.fold import StateError, apply
from firmware.session.state import Phase
from firmware.session.view import LIVE, View
from tests.firmware.in_process import hamarreko
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_panel_review import words
from tests.firmware.running import Program
from tests.firmware.screens.gallery import HANDS, ranks
from tests.firmware.scripted import write_pictures
from tests.firmware.session.test_correcting import Kept as Choosing
from tests.firmware.session.test_ends import exported as exported_match
from vision.reading import Alternative, Doubt, Hypothesis
from words.text import english

CARDS = [Card.parse(name) for hand in HANDS.values() for name in hand.split()]


def suit(place: int, *alternatives: str) -> Doubt:
    """A card of which only the suit is in doubt."""
    likely = tuple(Alternative(Card.parse(name), 0.9 / (i + 1)) for i, name in enumerate(alternatives))
    return Doubt(
        "card", Sentence.plain(f"{CARDS[place]} is not certain"), list(Seat)[place // 4], place, likely, suit_only=True
    )


class Kept(Choosing):
    """A table whose events are folded anew after each."""

    def happen(self, event: Event) -> Kept:
        super().happen(event)
        assert self.folded() == self.session, "killed here, nothing is lost"
        return self

    @property
    def record(self) -> dict[str, Any]:
        return self.state.hands[0].record_json()

    def shown(self) -> dict[str, str]:
        hand = self.state.hands[0]
        return {seat.value: " ".join(str(hand.face(card)) for card in held) for seat, held in hand.record.cards.items()}


def scorable(*places: int) -> Kept:
    """A hand whose suits at these places nobody knows, looked at again."""
    table = Kept()
    table.press("envido-ns", "iduki").read(HANDS, tuple(suit(place) for place in places))
    assert table.state.phase is Phase.MARKS
    table.press("last")
    return table


def test_the_table_goes_on_without_a_question() -> None:
    table = scorable(1, 12)
    assert table.state.open_doubts() == ()
    assert table.record["unsure_suits"] == ["12c", "12e"]
    assert table.shown() == {**HANDS, "N": "12o 12? 7e 1b", "E": "12? 11e 10e 2e"}
    assert score(HandRecord.parse(table.record)).to_dict() == table.state.hands[0].result_json()


def by_ranks() -> Kept:
    """A hand that the players entered with the box's buttons."""
    table = Kept().press("envido-ns", "iduki", "paso", "paso", "paso", "ok", *ranks(HANDS), "envido-ns", "envido-ew")
    assert table.record["source"] == "hand"
    return table


@pytest.mark.parametrize("made", [lambda: scorable(1, 12), by_ranks], ids=["read", "entered"])
def test_an_export_says_which_suits_nobody_knows(made: Callable[[], Kept]) -> None:
    table = made()
    (match,) = exported_match(table)
    noted = table.state.hands[0].noted.to_json()
    page = exported(match, english, ("html",))["html"].decode()
    assert page.count("nobody knows") >= len(noted["unsure_suits"])
    for form in ("jsonl", "text"):
        file = exported(match, english, (form,))[form]
        status, again, _ = hamarreko(file, "convert", "--to", "jsonl")
        assert status == 0
        assert noted.items() <= json.loads(again.splitlines()[1]).items()
        assert hamarreko(file, "convert", "--to", "html") == (0, page, "")
        hands = hamarreko(file, "convert", "--to", "hands")[1]
        assert hamarreko(hands, "convert", "--to", "html")[1].count("nobody knows") == page.count("nobody knows")


def test_one_press_says_it() -> None:
    table = scorable(1)
    said = spoken(table.state, table.view)
    assert "North: 12 of a suit that nobody knows. Which suit? E-W envido: copas; Hordago: bastos." in said
    events = len(table.texts)
    table.press("hordago")
    assert from_text(table.texts[events]) == CardTold(1, "12c", "12b")
    assert len(table.texts) == events + 1
    assert table.record["cards"]["N"] == ["12o", "12b", "7e", "1b"]
    assert "unsure_suits" not in table.record
    assert table.state.phase is Phase.MARKS, "no team has to agree"
    assert table.view == View(hand=0), "and the review goes on"
    assert score(HandRecord.parse(table.record)).to_dict() == table.state.hands[0].result_json()
    assert table.press("ok", "back").record["unsure_suits"] == ["12c"], "Back takes it back"


def test_the_suit_that_was_taken_for_it_may_be_the_right_one() -> None:
    table = scorable(1).press("envido-ew")
    assert table.record["cards"]["N"] == HANDS["N"].split()
    assert "unsure_suits" not in table.record
    assert len(table.state.match.entries) == 1, "nothing was put right"


def test_one_after_the_other() -> None:
    table = scorable(1, 9, 12)
    assert unknown(table.state, 0) == ("hand", "0", "was", "12c")
    table.press("gehiago")  # of espadas, which East's was taken for
    assert table.shown() == {**HANDS, "N": "12o 12e 7e 1b", "S": "10c 3? 5o 6o", "E": "12? 11e 10e 2e"}
    assert table.record["unsure_suits"] == ["3b", "12c"]
    table.press("envido-ew")
    assert table.record["cards"]["S"] == ["10c", "3c", "5o", "6o"]
    table.press("gehiago")
    assert table.view.notice == "There is no choice on this button."
    assert table.view.hand == 0
    table.press("hordago")
    assert table.shown() == {"N": "12o 12e 7e 1b", "W": HANDS["W"], "S": "10c 3c 5o 6o", "E": "12b 11e 10e 2e"}
    assert unknown(table.state, 0) is None
    assert table.press("envido-ns").view == LIVE, "nothing more to say: the button leaves the review"


def test_the_buttons_say_so_while_a_new_match_waits_too() -> None:
    table = scorable(1)
    before = offered(table.state, table.view)
    table.press("ok").hold().choose("new", "nabo", "40", "2", "N")
    table.press("last")
    assert table.state.new_match
    assert table.view == View(hand=0)
    assert before == offered(table.state, table.view)
    assert table.press("hordago").record["cards"]["N"][1] == "12b"


def test_both_unknown_cards_of_one_hand() -> None:
    table = scorable(0, 1).press("envido-ew")
    assert table.shown()["N"] == "12? 12c 7e 1b"
    assert table.record["unsure_suits"] == ["12o"]


def test_a_suit_is_told_hands_later_too() -> None:
    table = scorable(1)
    table.press("ok", "ok", "envido-ns", "tira").read(HANDS).press("last", "last")
    assert table.view.hand == 0
    now = table.state.score
    table.press("hordago")
    assert table.record["cards"]["N"][1] == "12b"
    assert table.state.score == now
    assert table.state.hands[0].record_json() == table.record


def test_on_other_pages_a_suit_s_button_leaves_the_review() -> None:
    table = scorable(1).press("next", "hordago")
    assert (table.view.hand, table.state.deal) == (None, 2)
    assert table.state.hands[0].record_json()["unsure_suits"] == ["12c"]


def test_a_correction_says_what_the_card_is() -> None:
    table = scorable(1, 12)
    table.press("read", "envido-ns")
    assert [str(cell.card) for cell in grid(table.state, table.view.path).cells if cell] == ["12o", "12?", "7e", "1b"]
    table.press("envido-ew")
    assert grid(table.state, table.view.path).about == "N: 12?"
    table.press("hordago", "next")  # the twelve... of bastos
    assert not table.state.proposal.binding
    table.press("ok")
    assert table.shown() == {**HANDS, "N": "12o 12b 7e 1b", "E": "12? 11e 10e 2e"}
    assert table.record["unsure_suits"] == ["12e"]


def test_two_cards_of_which_one_is_unknown_change_places() -> None:
    table = scorable(12)
    table.press("read", "envido-ns", "envido-ns", "gehiago", "next", "envido-ns", "envido-ew", "ok")
    cards = table.record["cards"]
    assert (cards["N"][0], cards["E"][0]) == ("12e", "12o")
    assert table.record["unsure_suits"] == ["12o"], "of which suit East's is nobody has said"


def withdrawn(of: int) -> JudgeActed:
    return JudgeActed({"kind": "withdrawn", "of": of, "by": "judge", "reason": "it was not so"})


def test_what_the_judge_takes_back_is_not_known_any_more() -> None:
    table = scorable(1).press("hordago")
    assert "unsure_suits" not in table.record
    table.happen(withdrawn(2))
    assert (table.record["cards"]["N"], table.record["unsure_suits"]) == (HANDS["N"].split(), ["12c"])
    table.happen(withdrawn(3))
    assert (table.record["cards"]["N"][1], "unsure_suits" in table.record) == ("12b", False)


def test_what_was_told_without_a_correction_stays_known() -> None:
    table = scorable(1, 9, 12).press("gehiago")  # North's is East's, of which nobody has said what it is
    table.press("hordago")  # South's is as it was taken for
    assert table.record["unsure_suits"] == ["12c"]
    assert table.happen(withdrawn(2)).record["unsure_suits"] == ["12c", "12e"]
    table.happen(withdrawn(3))
    table.happen(CardTold(1, "12c", "12c"))
    assert "unsure_suits" not in table.record


def test_a_correction_on_whose_card_marks_hang_is_taken_back() -> None:
    table = certain(11, "7o")
    before = table.state.score
    pair = {"change": "card", "seat": "S", "old": "6o", "new": "10b"}
    table.happen(CorrectionProposed(1, (pair,))).happen(Agreed(judge=True))
    assert (table.state.score != before, table.shown()["S"]) == (True, "10c 3b 5o 10b")
    table.happen(withdrawn(2))
    assert (table.state.score, table.shown()["S"]) == (before, "10c 3b 5o ?")


def test_a_file_names_them_as_its_records_do_and_hand_records_as_they_stand() -> None:
    table = scorable(12)
    swap = {"change": "swap", "seat": "N", "card": "12o", "other_seat": "E", "other_card": "12e"}
    table.happen(CorrectionProposed(1, (swap,))).happen(Agreed())
    (match,) = exported_match(table)
    line = json.loads(match.json_lines().splitlines()[1])
    assert (line["cards"]["E"][0], line["unsure_suits"]) == ("12e", ["12e"])
    page = exported(match, english, ("html",))["html"].decode()
    assert hamarreko(match.text(), "convert", "--to", "html") == (0, page, "")
    record = json.loads(hamarreko(match.json_lines(), "convert", "--to", "hands")[1])
    assert (record["cards"]["E"][0], record["unsure_suits"]) == ("12o", ["12o"])
    assert record["unsure_suits"] == table.record["unsure_suits"]


def test_hand_records_of_a_file_keep_all_else_that_was_noted() -> None:
    table = by_ranks()
    (match,) = exported_match(table)
    line = json.loads(match.json_lines().splitlines()[1]) | {"struck": {"txikia": ["S paso"]}, "confirmed": ["4"]}
    lines = "\n".join((match.json_lines().splitlines()[0], json.dumps(line)))
    record = json.loads(hamarreko(lines, "convert", "--to", "hands")[1])
    kept = ("source", "struck", "confirmed", "unsure_suits")
    assert [record.get(name) for name in kept] == [line[name] for name in kept]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (CardTold(1, "12o", "12b"), "12o is known already"),
        (CardTold(1, "12c", "11c"), "12c cannot be told like that: put it right"),
        (CardTold(1, "12c", "12o"), "12c cannot be told like that: put it right"),
        (CardTold(1, "12c", "12e"), "12c cannot be told like that: put it right"),
        (CardTold(2, "12c", "12b"), "entry 2 is not a karta aldia"),
        (CardTold(1, "12c", "13b"), "unknown card"),
    ],
)
def test_what_cannot_be_told(event: CardTold, why: str) -> None:
    with pytest.raises(StateError, match=why):
        apply(scorable(1).session, event)


def test_only_ranks_are_asked_about_and_suits_give_way() -> None:
    """West's seven may be another card: once it is said to be the king of copas, North's is of another suit."""
    other = Doubt("card", Sentence.plain("W: 7c is not certain"), Seat.W, 6, (Alternative(Card.parse("7c"), 0.6),))
    table = Kept()
    table.press("paso").read(HANDS, (suit(1, "12c", "12b", "12e"), other))
    assert table.state.open_doubts() == (other,)
    assert Card.parse("12c") in table.laid.choices(other), "the suit of the one that was read is not known"
    table.press("envido-ew", "next")
    assert table.state.phase is Phase.MARKS
    assert table.record["cards"]["N"] == ["12o", "12b", "7e", "1b"]
    assert table.record["cards"]["W"] == ["11b", "3o", "12c", "4c"]
    assert table.record["unsure_suits"] == ["12b"]


def certain(place: int = 7, perhaps: str = "5c") -> Kept:
    """Handia and txikia were refused, so it counts for nothing whether West's four is a five."""
    table = Kept()
    other = (*CARDS[:place], Card.parse(perhaps), *CARDS[place + 1 :])
    table.press("envido-ns", "tira", "envido-ew", "tira")
    doubt = Doubt("card", Sentence.plain(""), list(Seat)[place // 4], place)
    table.read(HANDS, (doubt,), (Hypothesis(0.6, tuple(CARDS)), Hypothesis(0.4, other)))
    assert table.state.phase is Phase.MARKS
    table.press("last")
    return table


def test_a_card_that_nobody_knows_is_its_suit_then_its_rank() -> None:
    table = certain()
    assert table.shown()["W"] == "11b 3o 7c ?"
    table.press("envido-ew", "hordago")
    assert from_text(table.texts[-1]) == CardTold(1, "4c", "4c")
    assert table.shown() == HANDS
    table = certain()
    table.press("envido-ew", "iduki")
    assert table.state.phase is Phase.CORRECTION
    table.press("ok")
    assert table.shown()["W"] == "11b 3o 7c 5c"
    assert "unsure_cards" not in table.record


def test_with_other_calls_a_card_that_nobody_knows_would_count() -> None:
    """Txikia was not refused but accepted after all: whether West holds a four is to be said first."""
    table = certain()
    table.press("read")
    table.choose("txikia", "NS tira", "NS iduki")
    assert table.view.notice == "W: 4c is not certain, and it counts now: say first which it was"
    assert table.state.phase is Phase.MARKS
    table.press("back", "back", "back", "envido-ew", "hordago", "read")
    table.choose("txikia", "NS tira", "NS iduki")
    assert table.state.phase is Phase.CORRECTION, table.view.notice


@pytest.mark.parametrize(
    "later",
    [
        {"change": "calls", "round": "txikia", "calls": ["EW envido 2", "NS iduki"]},
        {"change": "card", "seat": "W", "old": "1c", "new": "2c"},
    ],
)
def test_a_correction_on_which_a_later_one_is_built_is_taken_back_after_it(later: dict[str, object]) -> None:
    def takes_back(number: int) -> JudgeActed:
        return JudgeActed({"kind": "withdrawn", "of": number, "by": "judge", "reason": "decided at the table"})

    table = certain()
    known = {"change": "card", "seat": "W", "old": "4c", "new": "1c"}
    for change in (known, later):
        table.happen(CorrectionProposed(1, (change,))).happen(Agreed(judge=True))
    with pytest.raises(StateError, match="hand 1 was put right again after this: take the last one back first"):
        table.happen(takes_back(2))
    table.happen(takes_back(3)).happen(takes_back(2))
    assert table.shown()["W"] == "11b 3o 7c ?"


def test_no_reasons_are_given_where_a_card_is_not_known(tmp_path: Path) -> None:
    five = {**HANDS, "W": "11b 3o 7c 5c"}
    doubts = [{"kind": "card", "seat": "W", "card": 7}]
    ways = [{"p": 0.6, "hands": HANDS}, {"p": 0.4, "hands": five}]
    table = PanelTable(tmp_path, {"hands": HANDS, "doubts": doubts, "hypotheses": ways})
    table.press("envido-ns", "tira", "envido-ew", "tira", "read")
    page = words(table.here.get("/hand/1").text)
    assert "N-S +1 worth" in page
    assert "pair (errege)" not in page
    table.close()


SCORABLE = {
    "hands": HANDS,
    "doubts": [
        {"kind": "card", "seat": "N", "card": 1, "suit_only": True, "text": "N: 12c is not certain"},
        {"kind": "card", "seat": "S", "card": 8, "suit_only": True, "text": "S: 10c is not certain"},
    ],
}


def scored(record: dict[str, Any]) -> dict[str, Any]:
    """What `hamarreko score` makes of a record."""
    command = [sys.executable, "-m", "firmware.cli", "score"]
    done = subprocess.run(command, input=json.dumps(record) + "\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_a_karta_aldia_through_the_page_whose_reading_is_scorable_but_not_complete(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, SCORABLE, {"hands": HANDS})
    phone = table.phone(Role.PLAY)
    for button in ("envido-ns", "iduki", "envido-ew", "tira", "read"):
        assert phone.post(f"/api/press/{button}").json()["done"], button
    state = table.state
    assert (state["phase"], state["doubts"]) == ("marks", [])
    record, result = state["last"]["record"], state["last"]["result"]
    assert record["unsure_suits"] == ["12c", "10c"]
    assert scored(record) == result, "the record is one like any other, without a warning"
    page = phone.get("/hand/1").text
    assert re.findall(r'aria-label="(\d+) of a suit that nobody knows"', page) == ["12", "10"]
    assert "North: 12? Which suit? copas bastos" in words(page)
    assert "Which suit?" not in table.phone(Role.WATCH).get("/hand/1").text
    of = {"w": ["hand", "0", "was", "12c"], "of": "1"}
    assert phone.post("/api/choose", data={**of, "choice": "bastos"}).json() == {"done": True, "sentence": None}
    told = table.state
    assert told["phase"] == "marks"
    assert told["stands"] != state["stands"], "other pages show it too"
    assert told["last"]["record"]["cards"]["N"] == ["12o", "12b", "7e", "1b"]
    assert told["last"]["record"]["unsure_suits"] == ["10c"]
    assert told["last"]["result"] == result
    page = phone.get("/hand/1").text
    assert "South: 10? Which suit?" in words(page)
    assert "Put right" not in words(page)
    assert not phone.post("/api/choose", data={**of, "choice": "bastos"}).json()["done"], "it is known now"
    assert phone.post("/api/press/back").json()["done"]
    assert table.state["last"] == state["last"]
    assert phone.post("/api/choose", data={**of, "choice": "copas"}).json()["done"], "as it was taken for"
    assert table.state["stands"] not in (state["stands"], told["stands"])
    assert phone.post("/api/press/back").json()["done"]
    for button in ("last", "hordago", "hordago"):  # the same at the box: Last hand, and a press for each of the two
        assert phone.post(f"/api/press/{button}").json()["done"]
    assert "unsure_suits" not in table.state["last"]["record"]
    assert table.state["last"]["record"]["cards"] == {
        **{seat: hand.split() for seat, hand in HANDS.items()},
        "N": ["12o", "12b", "7e", "1b"],
        "S": ["10b", "3b", "5o", "6o"],
    }
    table.close()


def test_the_display_shows_the_question_mark(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, SCORABLE, {"hands": HANDS})
    table.press("paso", "read", "last")
    with Image.open(io.BytesIO(table.here.get("/display.png").content)) as image:
        shown = image.convert("1").tobytes()
    state = table.appliance.snapshot().state
    assert shown == render(state, View(hand=0)).convert("1").tobytes()
    table.press("hordago", "hordago")
    with Image.open(io.BytesIO(table.here.get("/display.png").content)) as image:
        assert image.convert("1").tobytes() != shown
    table.close()


def test_a_kill_loses_neither_the_question_mark_nor_what_was_told(tmp_path: Path) -> None:
    shown, data = write_pictures(tmp_path / "pictures", SCORABLE), tmp_path / "data"
    with Program.scripted(shown, data) as program:
        before = program.press("read")
        assert before["last"]["record"]["unsure_suits"] == ["12c", "10c"]
        program.kill()
    with Program.scripted(shown, data) as program:
        assert program.state() == before
        program.press("last")
        told = program.press("hordago")
        assert told["last"]["record"]["unsure_suits"] == ["10c"]
        program.kill()
    with Program.scripted(shown, data) as program:
        assert program.state() == told
        assert program.press("back") == before


def test_a_card_of_unknown_suit_makes_room_for_one_of_its_rank() -> None:
    """Nobody knows which king East holds: once North is said to hold that of espadas, East's is another one."""
    table = scorable(12)
    table.press("read")
    table.choose("N", "7e", "espadas", "12e")
    said = spoken(table.state, table.view)
    assert said.startswith("Correction: East: 12e → 12b; North: 7e → 12e.")
    table.press("envido-ns", "envido-ew")
    assert table.shown() == {**HANDS, "N": "12o 12c 12e 1b", "E": "12? 11e 10e 2e"}
    assert table.record["unsure_suits"] == ["12b"]
    table.happen(withdrawn(2))
    assert table.shown() == {**HANDS, "E": "12? 11e 10e 2e"}


def test_one_of_the_same_hand_makes_room_too() -> None:
    table = scorable(1)
    table.press("read")
    table.choose("N", "7e", "copas", "12c")
    table.press("envido-ns", "envido-ew")
    assert table.shown() == {**HANDS, "N": "12o 12? 12c 1b"}
    assert table.record["unsure_suits"] == ["12b"]


def test_which_of_two_cards_of_one_rank_has_a_suit_is_said_too() -> None:
    table = scorable(0, 1)
    table.press("read")
    table.choose("N", "12c", "oros", "12o")
    assert table.shown() == {**HANDS, "N": "12o 12? 7e 1b"}


def test_where_no_suit_is_free_the_two_change_places() -> None:
    """All four kings were named: North holds another one only where East holds none."""
    table = Kept()
    table.press("envido-ns", "iduki").read({**HANDS, "S": "12b 3b 5o 6o"}, (suit(12),)).press("last", "read")
    table.choose("N", "7e", "espadas", "12e")
    table.press("envido-ns", "envido-ew")
    assert (table.shown()["N"], table.shown()["E"]) == ("12o 12c 12e 1b", "7? 11e 10e 2e")
