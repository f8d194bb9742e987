"""Who deals first: by the cards, by the cut, by lot, or set; and the esku as the players sit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.seats import Seat
from firmware.keeping.journal import Journal
from firmware.panel.moments import choosing
from firmware.screens import render
from firmware.screens.spoken import spoken
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import GridError, Lead
from firmware.session.choices.menu import MENU
from firmware.session.events import EskuChosen, FaultMended, MatchStarted
from firmware.session.press import MENU_BUTTON
from firmware.table.appliance import Appliance
from tests.firmware.scripted import at_once, devices, write_pictures
from tests.firmware.session.test_correcting import Kept
from tests.firmware.session.test_menu import menu


@pytest.mark.parametrize(
    ("flips", "dealer"),
    [
        (("7", "3", "12", "2"), Seat.E),
        (("1", "3", "12", "2"), Seat.N),
        (("4", "2", "10", "2", "6", "5"), Seat.E),
        (("2", "2", "2", "2", "7", "1", "1", "3", "12", "11"), Seat.S),
    ],
)
def test_the_smallest_card_deals_and_those_who_tie_flip_again(flips: Sequence[str], dealer: Seat) -> None:
    table = menu(Kept("nabo"), "zaku")
    for place, rank in enumerate(flips):
        assert grid(table.state, table.view.path).title == "Flipped card?"
        assert table.state.karta_aldia.acts == ()
        table.choose(rank)
        assert (table.view.path == ()) is (place == len(flips) - 1)
    assert table.state.esku is dealer.next
    assert table.state.match.header.esku is dealer.next
    assert table.folded() == table.session


def test_once_something_was_called_nobody_deals_first_any_more() -> None:
    table = Kept("nabo")
    path = (MENU, "zaku", "1", "2", "3")
    offered, moment = grid(table.state, path), choosing(table.state, path)
    assert any(cell and cell.leads == EskuChosen("W") for cell in offered.cells)
    table.press("envido-ns")
    with pytest.raises(GridError, match="there is no such choice"):
        grid(table.state, path)
    assert choosing(table.state, path) != moment, "a form that was offered before is refused"


@pytest.mark.parametrize(
    "done",
    [
        FaultMended("deal-again", "federacion 18"),
        FaultMended("voluntary-mus", "nabo 6"),
        FaultMended("mus-visto", "federacion 17"),
        FaultMended("take-surplus", "federacion 14", "W"),
    ],
)
def test_what_was_done_about_a_fault_is_no_call_and_stays_with_the_hand_whoever_is_esku(done: FaultMended) -> None:
    table = Kept("federacion").happen(done)
    mended = table.state.karta_aldia.remedies
    table.press("next")
    assert (table.state.esku, table.state.match.header.esku, table.state.pristine) == (Seat.W, Seat.W, True)
    menu(table, "zaku", "S", "oros", "S")
    assert (table.state.esku, table.state.karta_aldia.remedies) == (Seat.S, mended)
    table.press("paso", "next")
    assert table.view.notice == "The first esku is chosen before the first call of a match."
    assert table.folded() == table.session


def test_cards_that_are_dealt_again_behind_a_call_have_another_first_esku() -> None:
    """Federacion 6 and 15: whoever cuts the mus is esku, and it is spoken of again."""
    table = Kept("federacion").press("envido-ns").happen(FaultMended("deal-again", "federacion 15")).press("next")
    assert (table.state.esku, table.state.aldia.calls) == (Seat.W, {})
    assert table.press("back", "back").state.aldia.calls, "the call as it was"
    assert table.press("next").state.esku is Seat.N
    assert table.folded() == table.session


def test_the_first_esku_is_chosen_also_where_a_seat_was_said_to_deal() -> None:
    table = Kept("federacion").happen(FaultMended("deal-right", "federacion 68", "S"))
    assert table.state.esku is Seat.E
    assert [table.press("next").state.esku for _ in range(4)] == [Seat.N, Seat.W, Seat.S, Seat.E]
    assert [remedy.seat for remedy in table.state.karta_aldia.remedies] == [Seat.S], "who deals to that esku"


def test_a_journal_that_has_the_esku_chosen_behind_a_call_has_the_hand_begin_anew() -> None:
    table = Kept("nabo").press("envido-ns").happen(EskuChosen("S"))
    assert (table.state.esku, table.state.karta_aldia.acts) == (Seat.S, ())


def test_with_eight_kings_a_two_is_as_small_as_an_ace() -> None:
    table = Kept("nabo")
    table.happen(MatchStarted("nabo", "N", "gallery", "table.jpg", {"kings": 8}))
    menu(table, "zaku", "2", "1", "3", "4")
    assert grid(table.state, table.view.path).about is Seat.N, "N and W have tied"


@pytest.mark.parametrize(("suit", "zaku"), [("oros", "E"), ("copas", "N"), ("espadas", "W"), ("bastos", "S")])
def test_the_suit_of_the_cut_deals_and_whoever_cuts_the_mus_is_esku(suit: str, zaku: str) -> None:
    table = menu(Kept("federacion"), "zaku", "S", suit)
    shown = grid(table.state, table.view.path)
    assert (shown.title, shown.about) == ("Mintza?", f"{zaku} zaku")
    table.choose("W")
    assert table.state.esku is Seat.W


def clubs(base: str, *rules: str) -> Kept:
    """A match by a club's book that changes those of a base."""
    text = "\n".join([f'base = "{base}"', 'name = "club"', 'title = "Ours"', *rules])
    return Kept().happen(MatchStarted("club.toml", "N", "gallery", "table.jpg", book=text))


def test_a_club_may_have_the_cut_s_suit_deal_and_the_dealer_s_right_lead() -> None:
    table = menu(clubs("federacion", 'first_esku = "right-of-dealer"'), "zaku", "S", "copas")
    assert table.view.path == (), "N deals, so W is esku, and nobody is asked for"
    assert table.state.esku is Seat.W


def test_a_club_may_have_the_smallest_card_deal_and_whoever_cuts_the_mus_lead() -> None:
    table = menu(clubs("nabo", 'first_esku = "cuts-the-mus"'), "zaku", "7", "3", "12", "2")
    shown = grid(table.state, table.view.path)
    assert (shown.title, shown.about) == ("Mintza?", "E zaku")
    table.choose("S")
    assert table.state.esku is Seat.S


@pytest.mark.parametrize(
    ("base", "said", "title"),
    [("nabo", ("7", "3", "12", "2"), "Flipped card?"), ("federacion", ("S", "bastos"), "Which suit?")],
)
def test_back_goes_from_the_mus_to_the_last_choice_of_who_deals(base: str, said: Sequence[str], title: str) -> None:
    table = menu(clubs(base, 'first_esku = "cuts-the-mus"'), "zaku", *said)
    table.press("back")
    assert table.view.path == ("menu", "zaku", *said[:-1])
    assert grid(table.state, table.view.path).title == title
    table.choose(said[-1])
    assert grid(table.state, table.view.path).title == "Mintza?"


def test_a_club_may_have_the_lot_deal_and_whoever_cuts_the_mus_lead(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('base = "spain"\nname = "club"\ntitle = "Ours"\nfirst_esku = "cuts-the-mus"\n')
    with Journal(tmp_path / "data") as journal:
        parts = devices(write_pictures(tmp_path / "p", {"hands": {}}))
        appliance = Appliance(journal, parts, at_once(str(club), draw=lambda leads: leads[1]))
        appliance.press(MENU_BUTTON, held=True)
        for button in (Button.GEHIAGO, Button.ENVIDO_NS):
            assert appliance.press(button).done
        shown = grid(appliance.snapshot().state, appliance.snapshot().view.path)
        assert (shown.title, shown.about) == ("Mintza?", "W zaku")
        assert appliance.press(Button.ENVIDO_EW).done
        assert appliance.snapshot().state.esku is Seat.W
        appliance.close()


def test_a_new_match_may_begin_with_its_own_draw() -> None:
    table = menu(Kept(), "new", "feder.", "40", "4", "zaku", "N", "bastos", "E").press("envido-ns", "envido-ew")
    assert (table.state.rules, table.state.esku, table.state.pristine) == ("federacion", Seat.E, True)
    table = menu(table, "new", "nabo", "40", "2", "zaku", "7", "7", "1", "3")
    table.press("envido-ns", "envido-ew")
    assert (table.state.rules, table.state.esku) == ("nabo", Seat.E)
    assert table.folded() == table.session


def test_the_lot_draws_one_of_four(tmp_path: Path) -> None:
    drawn: list[Sequence[Lead]] = []

    def draw(leads: Sequence[Lead]) -> Lead:
        drawn.append(leads)
        return leads[2]

    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(
            journal, devices(write_pictures(tmp_path / "p", {"hands": {}})), at_once("spain", draw=draw)
        )

        def choose(*buttons: Button) -> None:
            appliance.press(MENU_BUTTON, held=True)
            for button in buttons:
                assert appliance.press(button).done

        choose(Button.GEHIAGO, Button.ENVIDO_NS)
        assert drawn == [tuple(EskuChosen(seat) for seat in "WSEN")]
        assert appliance.snapshot().state.esku is Seat.E
        new, spain, tantos, games, lot = (
            Button.ENVIDO_NS,
            Button.GEHIAGO,
            Button.ENVIDO_NS,
            Button.ENVIDO_NS,
            Button.IDUKI,
        )
        choose(new, spain, tantos, games, lot, Button.ENVIDO_NS)
        state = appliance.snapshot().state
        assert (state.esku, state.pristine, state.picture) == (Seat.E, True, "hand-01.png")
        assert len(drawn) == 2
        appliance.close()


def test_the_draw_is_over_once_something_was_called() -> None:
    table = Kept().press("envido-ns")
    table.hold()
    assert "zaku" not in [cell.label for cell in grid(table.state, table.view.path).cells if cell]


def test_the_esku_is_shown_where_it_sits() -> None:
    """The lit letter of the small table lies at the esku's own side."""
    places = {}
    for seat in Seat:
        table = Kept()
        while table.state.esku is not seat:
            table.press("next")
        assert {"N": "North", "W": "West", "S": "South", "E": "East"}[seat.value] in spoken(table.state, table.view)
        picture = render(table.state, table.view).crop((40, 12, 88, 46)).convert("L")
        places[seat] = picture
    names = {Seat.N: (24, 6), Seat.S: (24, 24), Seat.W: (10, 15), Seat.E: (38, 15)}
    for seat, (x, y) in names.items():
        around = (x - 5, y - 5, x + 6, y + 6)
        lit = {other: sum(image.crop(around).tobytes()) for other, image in places.items()}
        assert max(lit, key=lambda other: lit[other]) is seat


@pytest.mark.parametrize("rules", ["nabo", "federacion", "spain", "basque", "france"])
def test_every_book_s_way_ends_with_an_esku(rules: str) -> None:
    table = menu(Kept(rules), "zaku")
    for _ in range(4):
        if table.view.path:
            cells = grid(table.state, table.view.path).cells
            label = next(cell.label for place, cell in enumerate(cells) if cell and place == min(_, len(cells) - 1))
            table.choose(label)
    assert table.view.path == ()
    assert isinstance(table.texts[-1], str)
    assert "esku-chosen" in table.texts[-1]
