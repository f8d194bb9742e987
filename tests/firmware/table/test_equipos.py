"""Mus por Equipos at a table: which jugada is played, what the display says of it, and hands of other packs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import packs
from engine.match.corrections import CallsReplaced
from engine.match.entries import GameGiven, JudgesAct, MatchGiven, Voided, Withdrawn
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sheets import fields
from firmware.devices.choose import Devices
from firmware.keeping.journal import Journal
from firmware.keeping.played_matches import PlayedMatches
from firmware.panel.describe import described, of_now
from firmware.screens.pixels import Canvas
from firmware.session.at_desk import DESKS_WORD
from firmware.session.buttons import Button
from firmware.session.choices.advising import NEXT_JUGADA
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES, Cell
from firmware.session.choices.menu import LAW, MENU
from firmware.session.events import (
    Agreed,
    CorrectionProposed,
    DeskJoined,
    EndsSwapped,
    EntryBegun,
    EskuChosen,
    FaultMended,
    JudgeActed,
    MatchProposed,
)
from firmware.session.jugadak import written
from firmware.session.state import Phase
from firmware.session.view import LIVE
from firmware.table.appliance import Appliance
from firmware.table.settings import MatchSettings
from tests.firmware.playing import EndlessCamera, RandomEyes
from tests.firmware.screens.gallery import reading
from tests.firmware.scripted import at_once
from vision.reading import TableReading

LAWS = Cell(LAW, (LAW,))
DEALS = {jugada: packs("Tolosa", jugada) for jugada in jugadak(3, 4)}

FIRST = "Jugada 0101: everybody takes the own pack of that number. Esku: N."


class Eyes(RandomEyes):
    """Sees the top four of each seat's pack, or what it is told to see; `jugada` says which lie there."""

    def __init__(self) -> None:
        self.jugada = Jugada(1, 1)
        self.instead: dict[Seat, tuple[Card, ...]] = {}
        self.packs: object = None
        """What they were told that the hands come of."""

    def read_frames(self, pictures: object, name: str, players: int = 4, packs: object = None) -> TableReading:
        hands = {seat: pack[:4] for seat, pack in DEALS[self.jugada].items()} | self.instead
        named = {seat.value: " ".join(map(str, hand)) for seat, hand in hands.items()}
        self.packs = packs
        return reading(named, ())


class Played:
    """A table that plays the deals; it can be switched off and on again."""

    def __init__(self, folder: Path, games: int = 3, deals=DEALS, match: MatchSettings | None = None) -> None:
        self.eyes, self._journal = Eyes(), Journal(folder)
        self.folder = folder
        match = match or MatchSettings("nabo", games=games, packs="deals.jsonl", deals=written(deals))
        self.appliance = Appliance(self._journal, Devices(EndlessCamera(), self.eyes), at_once(match=match))

    @property
    def state(self):
        return self.appliance.snapshot().state

    @property
    def said(self) -> str:
        return self.appliance.snapshot().spoken()

    @property
    def number(self) -> str | None:
        told = described(self.appliance, self.appliance.snapshot())["jugada"]
        return None if told is None else str(told)

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            answer = self.appliance.press(button)
            assert answer.done, answer.sentence

    def read(self) -> None:
        self.eyes.jugada = self.state.jugada
        self.press(Button.READ)

    def pass_all(self) -> None:
        """A karta aldia in which nobody bids."""
        while self.state.phase is Phase.CALLS:
            self.press(Button.PASO)
        self.read()

    def win_game(self) -> None:
        """A game that an accepted hordago wins."""
        self.press(Button.HORDAGO, Button.HORDAGO, Button.IDUKI)
        self.read()

    def void(self) -> None:
        """The karta aldia in hand is voided with its cards on the table."""
        while self.state.phase is Phase.CALLS:
            self.press(Button.PASO)
        self.press(Button.PASO, Button.PASO)

    def open_first_game_anew(self) -> None:
        """A correction takes back the hordago that won it."""
        change = fields.change_fields(CallsReplaced(Round.HANDIA, ()))
        for event in (CorrectionProposed(1, (change,)), Agreed("NS"), Agreed("EW")):
            assert self.appliance.happen(event).done

    def refused(self, button: Button) -> str:
        answer = self.appliance.press(button)
        assert not answer.done
        return str(answer.sentence)

    def unlit(self) -> set[Button]:
        """The buttons that can do nothing now."""
        seen = self.appliance.snapshot()
        return {button for button in Button if self.appliance.refusal(seen, button)}

    def judge(self, act: JudgesAct) -> None:
        self.appliance.happen(JudgeActed({"kind": fields.kind_of(act), **fields.act_fields(act)}))

    def close(self) -> None:
        self.appliance.close()
        self._journal.close()


@contextmanager
def switched_on(folder: Path, **given) -> Iterator[Played]:
    table = Played(folder, **given)
    try:
        yield table
    finally:
        table.close()


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[Played]:
    with switched_on(tmp_path) as table:
        yield table


def test_5_and_9_the_table_says_which_jugada_it_is_whose_packs_and_who_is_esku(table: Played) -> None:
    assert [str(note) for note in table.appliance.notes] == [FIRST]
    assert (table.number, table.state.esku) == ("0101", Seat.N)
    assert table.appliance.happen(FaultMended("give-missing", "federacion 14", "W")).done
    assert FIRST in table.said
    table.pass_all()
    assert table.said.endswith("Jugada 0101. Next: jugada 0102.")
    table.press(Button.OK)
    assert table.said == "Jugada 0102: everybody takes the own pack of that number. Esku: W."
    assert (table.number, table.state.esku) == ("0102", Seat.W)


def test_9_a_game_that_ends_early_says_what_goes_back_and_which_comes_next(table: Played) -> None:
    table.win_game()
    assert table.state.phase is Phase.GAME_WON
    assert table.said.endswith("Jugadak 0102 to 0104 go back unplayed. Next: jugada 0201.")
    table.press(Button.OK)
    assert (table.number, table.state.esku, table.state.game) == ("0201", Seat.N, 2)
    assert table.said.startswith("Jugadak 0102 to 0104 go back unplayed. Jugada 0201: everybody")


def test_10_all_games_are_played_also_when_the_match_is_decided(table: Played) -> None:
    for _ in range(2):
        table.win_game()
        assert table.state.phase is Phase.GAME_WON
        table.press(Button.OK)
    assert (table.number, table.state.phase) == ("0301", Phase.CALLS)
    table.win_game()
    assert table.state.phase is Phase.MATCH_WON
    assert "All games are played: " in table.said
    assert table.refused(Button.OK) == "The match is over. Another one begins with the menu."


def test_10_a_drawn_match_is_over_too(tmp_path: Path) -> None:
    with switched_on(tmp_path, games=2) as table:
        for team in Team:
            table.judge(GameGiven(table.state.game, team, by="judge", reason="late"))
        assert (table.state.phase, table.state.standing.winner) == (Phase.MATCH_WON, None)
        assert "All games are played: 1 to 1." in table.said


def test_10_games_that_the_judge_gave_with_the_match_are_not_called_played(table: Played) -> None:
    table.win_game()
    table.judge(MatchGiven(Team.EW, by="judge", reason="a player went home"))
    assert table.state.phase is Phase.MATCH_WON
    assert "E-W won the match" in table.said
    assert "All games are played" not in table.said


def test_a_game_that_the_judge_gives_brings_the_next_games_first_jugada(table: Played) -> None:
    table.press(Button.ENVIDO_NS)
    table.judge(GameGiven(1, Team.EW, by="judge", reason="a player went home"))
    assert (table.number, table.state.esku, table.state.aldia.calls) == ("0201", Seat.N, {})
    assert table.said == "The karta aldia in progress does not count."
    assert table.appliance.happen(FaultMended("take-surplus", "federacion 14", "W")).done
    table.judge(GameGiven(2, Team.EW, by="judge", reason="a player went home"))
    assert table.said.startswith("Handia: no bid yet."), "nothing had been said in it"


def test_the_jugada_in_hand_does_not_count_where_the_judge_ends_the_match_with_its_game(tmp_path: Path) -> None:
    with switched_on(tmp_path, games=1) as table:
        table.press(Button.ENVIDO_NS, Button.TIRA)
        table.judge(GameGiven(1, Team.EW, by="judge", reason="a player went home"))
        assert (table.state.phase, table.number) == (Phase.MATCH_WON, "0101")
        assert table.state.score == {Team.NS: 0, Team.EW: 0}


def test_the_jugada_whose_packs_are_taken_is_said_until_something_is_called(tmp_path: Path) -> None:
    with switched_on(tmp_path) as table:
        table.press(Button.PASO)
        assert "everybody takes the own pack" not in table.said
        table.press(Button.BACK)
        assert table.appliance.happen(FaultMended("take-surplus", "federacion 14", "W")).done
    with switched_on(tmp_path) as table:
        assert [str(note) for note in table.appliance.notes] == [FIRST]
        table.press(Button.PASO)
    with switched_on(tmp_path) as table:
        assert table.appliance.notes == []


def test_a_power_cut_takes_nothing(tmp_path: Path) -> None:
    with switched_on(tmp_path) as table:
        table.win_game()
        table.press(Button.OK)
        table.pass_all()
        table.press(Button.OK, Button.ENVIDO_NS)
        stood = table.state
    with switched_on(tmp_path) as table:
        assert (table.number, table.state.score, table.state.deals) == ("0202", stood.score, DEALS)
        assert table.state.aldia.calls == stood.aldia.calls
        table.press(Button.BACK, Button.BACK)
        assert table.number == "0201"


def test_9_n_is_esku_too_where_it_comes_after_another_match(tmp_path: Path) -> None:
    with switched_on(tmp_path, match=MatchSettings("nabo")) as table:
        table.press(Button.ENVIDO_NS)
    with switched_on(tmp_path) as table:
        table.judge(MatchGiven(Team.EW, by="judge", reason="a player went home"))
        assert (table.number, table.state.phase) == (None, Phase.MATCH_WON)
        table.press(Button.OK)
        assert (table.number, table.state.esku) == ("0101", Seat.N)
        assert table.said == "Jugada 0101: everybody takes the own pack of that number. Esku: N."


def test_a_void_jugada_is_not_dealt_again(table: Played) -> None:
    table.void()
    assert (table.number, table.state.esku, table.state.phase) == ("0102", Seat.W, Phase.CALLS)


def test_a_void_jugada_is_not_dealt_again_where_its_game_comes_once_more(tmp_path: Path) -> None:
    with switched_on(tmp_path) as table:
        table.win_game()
        table.press(Button.OK)
        table.void()
        table.open_first_game_anew()
        assert table.number == "0102"
    with switched_on(tmp_path) as table:
        table.win_game()
        assert "Next: jugada 0202." in table.said
        table.press(Button.OK)
        assert (table.number, table.state.esku) == ("0202", Seat.W)


def test_a_jugada_is_dealt_once_more_whose_voiding_was_undone(table: Played) -> None:
    table.win_game()
    table.press(Button.OK)
    table.void()
    table.press(Button.BACK)
    assert table.number == "0201"
    while table.state.karta_aldia.acts:
        table.press(Button.BACK)
    table.open_first_game_anew()
    table.win_game()
    table.press(Button.OK)
    assert table.number == "0201", "it was never void, and nothing is said in it"


@pytest.mark.parametrize(("said", "comes"), [((Button.ENVIDO_NS,), "0104"), ((), "0103")])
def test_a_jugada_in_which_something_was_said_does_not_come_again_with_its_game(
    table: Played, said: tuple[Button, ...], comes: str
) -> None:
    table.pass_all()
    table.press(Button.OK)
    table.void()
    table.press(*said)
    table.judge(GameGiven(1, Team.EW, by="judge", reason="a player went home"))
    assert table.number == "0201"
    table.judge(Withdrawn(2, by="judge", reason="it was another one"))
    assert (table.number, table.state.game, table.state.aldia.calls) == (comes, 1, {})


def test_a_jugada_in_which_something_was_said_does_not_come_again_with_its_match(tmp_path: Path) -> None:
    with switched_on(tmp_path, games=1) as table:
        table.press(Button.ENVIDO_NS)
        table.judge(GameGiven(1, Team.EW, by="judge", reason="a player went home"))
        assert table.state.phase is Phase.MATCH_WON
        table.judge(Withdrawn(1, by="judge", reason="it was another one"))
        assert (table.number, table.state.esku, table.state.aldia.calls) == ("0102", Seat.W, {})


def test_6_where_any_mus_would_be_dealt_again_the_law_has_the_next_jugada_played(table: Played) -> None:
    wrong_count = (LAW, "deal", "wrong-count", "first", "dealing")
    table.press(Button.ENVIDO_NS)
    table.appliance.press(Button.LAST, held=True)
    law = next(place for place, cell in zip(PLACES, grid(table.state, (MENU,)).cells, strict=False) if cell == LAWS)
    table.press(law, Button.OK, Button.NEXT, *[Button.OK] * 5)
    assert grid(table.state, wrong_count).told == (
        "the jugada is void, and the next one is played (nabo 7, mus por equipos 6)"
    )
    assert (table.number, table.state.esku, table.state.aldia.calls) == ("0102", Seat.W, {})
    assert table.said == "Jugada 0102: everybody takes the own pack of that number. Esku: W."
    table.press(Button.PASO)
    assert not any(cell.leads == NEXT_JUGADA for cell in grid(table.state, wrong_count).cells if cell)


def test_where_no_jugada_is_left_of_a_game_the_judge_decides(table: Played) -> None:
    for _ in range(3):
        table.pass_all()
        table.press(Button.OK)
    table.pass_all()
    assert table.refused(Button.OK) == "No jugada is left of game 1: the judge decides it."


def icons(table: Played, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Those that the display shows."""
    shown: list[str] = []
    drawn = Canvas.icon

    def icon(canvas: Canvas, x: int, y: int, name: str, **how: Any) -> int:
        shown.append(name)
        return drawn(canvas, x, y, name, **how)

    with monkeypatch.context() as watched:
        watched.setattr(Canvas, "icon", icon)
        table.appliance.snapshot().display()
    return shown


def offers(table: Played, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the display has OK, as what is read out has."""
    told, shown = table.said, icons(table, monkeypatch)
    assert ("OK goes on" in told) is ("ok" in shown)
    return "ok" in shown


@pytest.mark.parametrize("hordago", [False, True], ids=["of this game", "of the next game"])
def test_ok_is_neither_offered_nor_lit_where_no_jugada_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hordago: bool
) -> None:
    why = f"No jugada is left of game {2 if hordago else 1}: the judge decides it."
    with switched_on(tmp_path, deals={jugada: DEALS[jugada] for jugada in jugadak(1, 2)}) as table:
        table.pass_all()
        assert offers(table, monkeypatch)
        assert table.unlit().isdisjoint((Button.OK, Button.PASO, Button.ENVIDO_NS))
        table.press(Button.OK)
        (table.win_game if hordago else table.pass_all)()
        assert table.state.phase is (Phase.GAME_WON if hordago else Phase.MARKS)
        assert not offers(table, monkeypatch)
        assert why in table.said
        assert table.unlit() >= {Button.OK, Button.PASO, Button.ENVIDO_NS}
        assert {table.refused(button) for button in (Button.OK, Button.PASO, Button.READ)} == {why}
        assert str(table.appliance.happen(EntryBegun()).sentence) == why
        if not hordago:
            table.judge(Voided(2, by="judge", reason="x"))
            assert not offers(table, monkeypatch)


def test_ok_is_not_shown_behind_a_case_for_the_judge_where_no_jugada_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = MatchSettings("spain", games=1, packs="deals.jsonl", deals=written({Jugada(1, 1): DEALS[Jugada(1, 1)]}))
    with switched_on(tmp_path, match=match) as table:
        table.pass_all()
        said = CorrectionProposed(1, ({"change": "announced", "round": "pareak", "seats": []},))
        assert table.appliance.happen(said).done
        if table.state.proposal:
            table.appliance.happen(Agreed(judge=True))
        assert table.state.phase is Phase.JUDGE
        assert {"ok", "scales"}.intersection(icons(table, monkeypatch)) == {"scales"}


def test_a_jugada_is_not_void_where_no_other_is_left(tmp_path: Path) -> None:
    with switched_on(tmp_path, deals={Jugada(1, 1): DEALS[Jugada(1, 1)]}) as table:
        while table.state.phase is Phase.CALLS:
            table.press(Button.PASO)
        table.press(Button.PASO)
        assert Button.PASO in table.unlit()
        assert table.refused(Button.PASO) == "No jugada is left of game 1: the judge decides it."


def test_ok_is_neither_offered_nor_lit_behind_a_match_that_the_judge_gave(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.pass_all()
    table.judge(MatchGiven(Team.EW, by="judge", reason="a player went home"))
    assert table.said.startswith("E-W won the match. The match is over. Another one begins with the menu.")
    assert not offers(table, monkeypatch)
    assert Button.OK in table.unlit()


@pytest.mark.parametrize("given", [False, True], ids=["all games played", "given by the judge"])
def test_ok_is_offered_and_lit_behind_a_match_where_the_next_one_is_by_other_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    with switched_on(tmp_path, games=1) as table:
        if given:
            table.pass_all()
            table.judge(MatchGiven(Team.EW, by="judge", reason="a player went home"))
        else:
            table.win_game()
        assert not offers(table, monkeypatch)
    with switched_on(tmp_path, match=MatchSettings("spain")) as table:
        assert table.state.phase is Phase.MATCH_WON
        table.appliance.presenter.look(LIVE)  # the sentence about the other settings has been read
        assert offers(table, monkeypatch)
        assert "begins with the menu" not in table.said
        assert Button.OK not in table.unlit()
        for button in (Button.ENVIDO_NS, Button.HORDAGO, Button.READ):
            assert "begins with the menu" not in table.refused(button)
        assert "begins with the menu" not in str(table.appliance.happen(EntryBegun()).sentence)
        table.press(Button.OK)
        assert (table.state.rules, table.state.jugada, table.state.phase) == ("spain", None, Phase.CALLS)


def test_ok_is_neither_offered_nor_lit_where_a_desk_says_what_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with switched_on(tmp_path, match=MatchSettings("nabo", games=1)) as table:
        table.press(Button.HORDAGO, Button.HORDAGO, Button.IDUKI, Button.READ)
        assert offers(table, monkeypatch)
        assert table.appliance.happen(DeskJoined(7)).done
        assert not offers(table, monkeypatch)
        assert f" won the match. {DESKS_WORD} " in table.said
        assert table.unlit() >= {Button.OK, Button.ENVIDO_NS}
        assert table.refused(Button.OK) == table.refused(Button.ENVIDO_NS) == str(DESKS_WORD)
        assert table.appliance.happen(MatchProposed("nabo", "N")).sentence == DESKS_WORD


def test_a_new_match_that_waited_when_a_desk_was_joined_has_no_button_that_begins_it(tmp_path: Path) -> None:
    with switched_on(tmp_path, match=MatchSettings("nabo")) as table:
        assert table.appliance.happen(MatchProposed("nabo", "N")).done
        table.press(Button.ENVIDO_NS)
        assert Button.ENVIDO_EW not in table.unlit()
        assert table.appliance.happen(DeskJoined(7)).done
        assert Button.ENVIDO_EW in table.unlit()
        assert table.refused(Button.ENVIDO_EW) == str(DESKS_WORD)


def test_9_nobody_chooses_the_esku_and_nobody_changes_seats(table: Played) -> None:
    assert table.refused(Button.NEXT) == "N is esku in the first jugada of every game (mus por equipos 9)."
    assert not table.appliance.happen(EskuChosen("S")).done
    assert not table.appliance.happen(EndsSwapped()).done


def test_8_a_hand_that_is_not_of_its_pack_stops_the_marks_and_is_named(table: Played) -> None:
    foreign = DEALS[Jugada(1, 1)][Seat.W][5]
    table.eyes.instead = {Seat.N: (*DEALS[Jugada(1, 1)][Seat.N][:3], foreign)}
    table.pass_all()
    assert (table.state.phase, table.state.score) == (Phase.CONFLICT, {Team.NS: 0, Team.EW: 0})
    assert table.said.startswith(f"These cards cannot be: N: {foreign} is of the pack of W. Press Read")
    table.eyes.instead = {}
    table.press(Button.READ)
    assert table.state.phase is Phase.MARKS


def test_8_packs_at_the_wrong_seats_and_a_wrong_replica_are_named(table: Played) -> None:
    dealt = DEALS[Jugada(1, 1)]
    table.eyes.instead = {Seat.N: dealt[Seat.E][:4], Seat.E: dealt[Seat.N][:4]}
    table.pass_all()
    assert "the hand of N is of the pack of E; the hand of E is of the pack of N" in table.said
    table.eyes.instead = {seat: pack[:4] for seat, pack in DEALS[Jugada(1, 2)].items()}
    table.press(Button.READ)
    assert "these are the packs of jugada 0102, not of 0101" in table.said


def test_8_a_correction_to_what_the_pack_has_not_is_refused(table: Played) -> None:
    table.pass_all()
    dealt = DEALS[Jugada(1, 1)]
    card, other = dealt[Seat.N][0], dealt[Seat.W][9]
    change = {"change": "card", "seat": "N", "old": str(card), "new": str(other)}
    answer = table.appliance.happen(CorrectionProposed(1, [change]))
    assert str(answer.sentence) == f"N: {other} is of the pack of W"
    own = dealt[Seat.N][9]
    assert table.appliance.happen(CorrectionProposed(1, [{**change, "new": str(own)}])).done


def test_5_what_is_exported_has_jugadak_and_packs(table: Played) -> None:
    for _ in range(3):
        table.win_game()
        if table.state.phase is Phase.GAME_WON:
            table.press(Button.OK)
    match = PlayedMatches.in_folder(table.folder).opened(1).played()
    assert '"packs": "deals.jsonl"' in match.json_lines()
    assert [str(entry.jugada) for entry in match.sheet.match.entries] == ["0101", "0201", "0301"]
    assert match.figures.standing.questions == ()


def test_11_the_deals_are_told_to_nobody_who_asks_the_table(table: Played) -> None:
    table.pass_all()
    seen = table.appliance.snapshot()
    told = str(described(table.appliance, seen) | of_now(table.appliance, seen))
    later = [str(card) for pack in DEALS[Jugada(1, 1)].values() for card in pack[4:]]
    assert [card for card in later if f"'{card}'" in told] == []


def test_the_eyes_are_told_the_packs_of_the_jugada_in_hand(table: Played) -> None:
    table.pass_all()
    assert table.eyes.packs == DEALS[Jugada(1, 1)]
