"""A deck is learned from the hands that were played here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import DECK, Card
from engine.seats import Seat
from engine.sentences import Sentence
from firmware.decks import hint, played
from firmware.decks.hint import KNOWN
from firmware.decks.kept import find_deck, keep_deck
from firmware.decks.played import KnownHand, last_hands, not_yet_known
from firmware.devices.eyes import Eyes
from firmware.keeping.journal_form import JournalError
from firmware.keeping.played_matches import PlayedMatches
from firmware.panel.answers import RefusedError
from firmware.panel.setup import routes
from firmware.panel.setup.workshop import enrol_played
from firmware.session.cards.named import as_they_stand, known_places
from firmware.session.event_text import EventError
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_panel_review import hand
from tests.firmware.scripted import HANDS, reading
from tests.firmware.until import until
from tests.vision.enrolled.drawn import enrolled, house
from vision.picture import load
from vision.reader import Reader
from vision.reading import Doubt

DEMO = Path(__file__).parents[3] / "firmware" / "demo"
CLEAR = {"hands": HANDS}
UNSURE = {
    "hands": HANDS,
    "doubts": [{"kind": "card", "seat": "N", "card": 0, "text": "12o or 12e", "suit_only": True}],
}


def latest(table: PanelTable) -> list[KnownHand]:
    return [*last_hands(PlayedMatches(table.appliance.table.kept), table.appliance.desk.pictures.kept_reading)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    """Two hands were played, in the second of which a suit is not known."""
    made = PanelTable(tmp_path, CLEAR, UNSURE, CLEAR, CLEAR)
    made.press("paso", "read", "ok", "paso", "read", "ok")
    yield made
    made.close()


def test_the_last_hands_are_those_whose_pictures_are_kept_with_what_nobody_doubts(table: PanelTable) -> None:
    later, first = latest(table)
    assert (first.path.name < later.path.name, first.width) == (True, 64.0)
    assert sorted(map(str, first.places)) == sorted(" ".join(HANDS.values()).split())
    assert {*first.places} - {*later.places} == {DECK[9]}, "the 12 of oros"
    assert len(not_yet_known([later, first])) == 25
    table.press("paso", "read", "ok")
    assert len(not_yet_known(latest(table))) == 24
    later.path.unlink()
    assert latest(table)[1:] == [first]


def test_hands_of_earlier_matches_count_and_too_early_ones_do_not(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = latest(table)
    table.here.post("/api/match", {"rules": "nabo", "esku": "N", "target": "40"})
    assert latest(table) == before
    table.press("paso", "read", "ok")
    monkeypatch.setattr(played, "MOST", 2)
    assert latest(table)[1:] == before[:1]


@pytest.mark.parametrize("broken", ["recorded", "open"])
def test_photographs_teach_a_deck_too_where_the_journal_cannot_be_read(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def refuse(*_: object) -> None:
        raise {"recorded": JournalError, "open": EventError}[broken]("lost")

    monkeypatch.setattr(PlayedMatches, broken, refuse)
    assert 'data-work="/api/enrol"' in table.here.get("/setup/enrol").text
    answer = table.here.post("/api/enrol/played", data={"name": "club"}).json()
    assert answer == {"done": False, "sentence": "No hand was seen."}


def test_a_card_that_was_put_right_since_or_is_not_known_does_not_count() -> None:
    read = reading(HANDS)
    known = known_places(read, hand({**HANDS, "N": "12o 12c 7e 5b"}, unsure_suits=("12c",), unsure_cards=("4c",)))
    names = {str(card.card) for card in read.cards}
    assert names - {str(card) for card in known} == {"12c", "4c", "1b"}
    assert {str(card) for card in known} <= names
    nowhere = replace(read, cards=tuple(replace(card, seat=None) for card in read.cards))
    assert known_places(nowhere, hand(HANDS)) == {}


def test_of_a_hand_that_did_not_count_nothing_is_known() -> None:
    doubt = Doubt("card", Sentence.plain(""), Seat.N, 0)
    read, out = reading({**HANDS, "N": "12o 12c 7e 1b 2c"}, (doubt,)), hand({**HANDS, "N": ""})
    assert {str(card) for card in known_places(read, out)} == set(" ".join(HANDS[seat] for seat in "WSE").split())
    assert as_they_stand(read, out).doubts == (doubt,)


def test_the_page_says_how_many_cards_are_known_and_what_is_missing(table: PanelTable) -> None:
    page = table.here.get("/setup/enrol").text
    assert "no photograph is needed: 15 have so far" in page
    assert "/api/enrol/played" not in page
    answer = table.here.post("/api/enrol/played", data={"name": "club", "use": "yes"}).json()
    assert answer["sentence"].startswith("Not yet seen lying open in 2 hands: 1o, 1c,"), answer
    assert table.appliance.desk.deck is None


def test_once_all_are_known_the_page_has_a_button_for_it(table: PanelTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "not_yet_known", lambda hands: [*DECK[:2]])
    page = table.here.get("/setup/enrol").text
    assert "no photograph is needed: 38 have so far" in page
    assert page.count('href="#suit-o"') == 2, "what is missing, once most are known"
    monkeypatch.setattr(routes, "not_yet_known", lambda hands: [])
    page = table.here.get("/setup/enrol").text
    assert 'data-work="/api/enrol/played"' in page
    assert page.count('data-work="/api/enrol"') == 1


def test_once_all_are_known_the_players_are_told_before_a_hand_and_once(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = list[int]()

    def count(hands: Iterable[KnownHand]) -> list[Card]:
        counted.append(len([*hands]))
        return [*DECK[counted[-1] : 3]]

    monkeypatch.setattr(hint, "not_yet_known", count)
    told = list[object]()
    table.appliance.presenter.watch(lambda: told.append(table.appliance.snapshot().view.notice))
    monkeypatch.setattr(table.appliance.desk, "deck", "club")
    waits = hint.LearnHint(table.appliance)
    waits.start()
    table.press("paso", "read")
    assert (counted, KNOWN in told) == ([], False), "a deck is chosen"
    monkeypatch.setattr(table.appliance.desk, "deck", None)
    kept, _ = keep_deck(enrolled(house()), table.appliance.table.folder)
    waits.soon()
    waits.close()
    assert (counted, KNOWN in told) == ([], False), "a deck was learned"
    kept.unlink()
    waits = hint.LearnHint(table.appliance)
    waits.start()
    table.press("ok")
    until(lambda: KNOWN in told)
    assert counted == [3]
    waits.close()


def test_the_deck_in_play_is_read_from_then_on_and_it_is_said_that_another_was_replaced(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learned(name: str, hands: Iterable[KnownHand], data: Path) -> tuple[str, bool]:
        return name, keep_deck(enrolled(house(), name), data)[1]

    monkeypatch.setattr(routes, "enrol_played", learned)
    said = [table.here.post("/api/enrol/played", data={"name": "club", "use": "yes"}).json()["html"] for _ in range(2)]
    assert table.appliance.desk.deck == "club"
    assert all("From now on the table reads club." in html for html in said)
    assert ["It takes the place of the one before." in html for html in said] == [False, True]


def test_the_demo_s_hands_teach_its_deck(tmp_path: Path) -> None:
    reader, hands = Reader.shipped(), list[KnownHand]()
    for path in sorted(DEMO.glob("*.jpg")):
        picture = load(path)
        read = reader.read(picture, path.name)
        doubted = {doubt.card for doubt in read.doubts}
        certain = {card.card: card.quad for place, card in enumerate(read.cards) if place not in doubted}
        hands.append(KnownHand(path, certain, picture.scale * picture.pixels.shape[1]))
    assert not_yet_known(hands) == []
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(hands[0].path.read_bytes()[:9000])
    assert enrol_played("club", [replace(hands[0], path=damaged), *hands], tmp_path) == ("club", False)
    with pytest.raises(RefusedError, match="not yet seen"):
        enrol_played("club", hands[:2], tmp_path)
    eyes = Eyes()
    eyes.use(find_deck("club", tmp_path))
    assert eyes.read_frames([load(DEMO / "hand-01.jpg")], "hand-01").complete
