"""One deck for a whole tournament: a table offers what it has learned, the committee chooses, every box takes it."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from desk.acts import Role
from desk.keeping.people import Place
from desk.service import Desk, decks, setting_up
from desk.service.decks import Offered
from firmware.decks.kept import chosen_deck, deck_names, deck_path, keep_deck
from firmware.joined.joining import Joining
from firmware.joined.wire import RefusedError, UnreachableError
from tests.desk.playing import ANE, drawn
from tests.firmware.joined.test_joined import SHORT, Box, Line
from tests.vision.enrolled.drawn import enrolled, house


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A desk with a tournament that is drawn."""
    drawn(desk, 4, **SHORT)
    return desk


def a_box(stack: ExitStack, folder: Path, desk: Desk, table: int) -> Box:
    """A box that has joined that table."""
    [issued] = desk.issue([Place(1, Role.TABLE, table=table)])
    box = Box(stack, folder, desk, issued.code)
    box.send()
    return box


def offer(box: Box, desk: Desk, name: str = "club") -> str:
    """The box has learned the deck of that name, and offers it; the SHA-256 of its file."""
    path, _ = keep_deck(enrolled(house(), name), box.folder)
    joining = Joining(box.appliance, box.folder, None, lambda _: Line(desk))
    assert joining.offer(name).sentence == f"The committee can choose {name} for all tables now."
    return hashlib.sha256(path.read_bytes()).hexdigest()


def choose(desk: Desk, digest: str | None, name: str = "club") -> None:
    deck = digest and {"name": name, "digest": digest}
    setting_up.settle(desk, 1, ANE, {"name": "Kopa", "deck": deck})


def told_to_read(box: Box) -> str | None:
    """What the deck is called that the box plays with, in its memory and in its folder."""
    name = box.appliance.desk.deck
    assert name == chosen_deck(box.folder)
    return name


def test_a_deck_that_one_table_offers_is_every_tables_once_the_committee_has_chosen_it(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    one, two = (a_box(stack, tmp_path / f"box{table}", desk, table) for table in (1, 2))
    digest = offer(one, desk)
    assert decks.to_choose(desk, 1, desk.state(1)) == [Offered(digest, "club", 1)]
    two.send()
    assert (told_to_read(two), deck_names(two.folder)) == (None, [])
    choose(desk, digest)
    for box in (one, two):
        box.send()
        assert told_to_read(box) == "club"
    assert deck_path("club", two.folder).read_bytes() == deck_path("club", one.folder).read_bytes()
    assert two.appliance.presenter.view.notice == "From now on the table reads club."
    two.appliance.desk.use_deck(None)
    two.send()
    assert told_to_read(two) is None  # whoever sits there has the last word


def test_a_box_takes_no_deck_of_its_own_club_away_for_it(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    own = b"another club's"
    choose(desk, offer(a_box(stack, tmp_path / "one", desk, 1), desk))
    (tmp_path / "two" / "decks").mkdir(parents=True)
    deck_path("club", tmp_path / "two").write_bytes(own)
    with ExitStack() as evening:
        two = a_box(evening, tmp_path / "two", desk, 2)
        assert (told_to_read(two), deck_names(two.folder)) == ("club 2", ["club", "club 2"])
    again = Box(stack, tmp_path / "two", desk)
    again.send()
    assert (told_to_read(again), deck_names(again.folder)) == ("club 2", ["club", "club 2"])
    assert deck_path("club", again.folder).read_bytes() == own


def test_whoever_chose_another_deck_keeps_it_when_the_box_starts_anew(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    digest = offer(a_box(stack, tmp_path / "one", desk, 1), desk)
    choose(desk, digest)
    with ExitStack() as evening:
        two = a_box(evening, tmp_path / "two", desk, 2)
        two.appliance.desk.use_deck(None)
    again = Box(stack, tmp_path / "two", desk)
    again.send()
    assert told_to_read(again) is None
    for chosen in (None, digest):  # the committee says it anew
        choose(desk, chosen)
        again.send()
    assert told_to_read(again) == "club"


def test_what_is_lost_on_the_way_comes_the_next_time(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    one, two = (a_box(stack, tmp_path / f"box{table}", desk, table) for table in (1, 2))
    choose(desk, offer(one, desk))
    post = two.line.post

    def cut_once(path: str, body: dict[str, object], key: str | None = None) -> dict[str, object]:
        if path == "/api/box/deck":
            two.line.post = post  # type: ignore[method-assign]
            raise UnreachableError("cut")
        return post(path, body, key)

    two.line.post = cut_once  # type: ignore[method-assign]
    two.send()
    assert told_to_read(two) == "club"


def test_a_deck_that_cannot_be_had_or_read_stops_nothing(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    box = a_box(stack, tmp_path / "box", desk, 1)
    choose(desk, "0" * 64)  # its file has stayed at another desk
    box.send()
    assert (told_to_read(box), box.sender.trouble) == (None, None)
    assert box.appliance.presenter.view.notice == "The deck club cannot be used: no table offers that deck"
    [guest] = [desk.guest(json.loads((box.folder / "desk.json").read_text())["key"])]
    decks.offer(desk, guest, "m" * 65, b"no deck")
    assert [len(one.name) for one in decks.to_choose(desk, 1, desk.state(1)) if one.table] == [64]
    choose(desk, hashlib.sha256(b"no deck").hexdigest())
    box.send()
    assert (told_to_read(box), deck_names(box.folder), box.sender.trouble) == (None, [], None)


def test_a_tables_newer_offer_takes_the_place_of_the_one_before_but_for_what_is_played_with(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    box = a_box(stack, tmp_path / "box", desk, 1)
    offer(box, desk, "first")
    second = offer(box, desk, "second")
    assert [one.name for one in decks.to_choose(desk, 1, desk.state(1))] == ["second"]
    choose(desk, second, "second")
    offer(box, desk, "third")
    assert [one.name for one in decks.to_choose(desk, 1, desk.state(1))] == ["second", "third"]


def test_what_two_tables_offer_stays_offered_where_one_of_them_offers_another(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    one, two = (a_box(stack, tmp_path / f"box{table}", desk, table) for table in (1, 2))
    digest = offer(one, desk)
    assert offer(two, desk) == digest
    assert decks.to_choose(desk, 1, desk.state(1)) == [Offered(digest, "club", 1)]
    offer(one, desk, "other")
    assert [(deck.name, deck.table) for deck in decks.to_choose(desk, 1, desk.state(1))] == [("other", 1), ("club", 2)]


@pytest.mark.parametrize(
    ("path", "sent", "why"),
    [
        ("/api/box/deck", {"digest": "0" * 64}, "no table offers that deck"),
        ("/api/box/deck/offer", {"name": "club", "file": "%"}, "file is a file in base 64, not '%'"),
        ("/api/box/deck/offer", {"name": "club", "file": "A" * (6 << 20)}, "larger than"),
        ("/api/box/deck/offer", {"name": "", "file": "AAAA"}, "name is a text that is not empty"),
    ],
)
def test_what_a_desk_does_not_take(
    stack: ExitStack, tmp_path: Path, desk: Desk, path: str, sent: dict[str, str], why: str
) -> None:
    a_box(stack, tmp_path / "box", desk, 1)
    key = json.loads((tmp_path / "box" / "desk.json").read_text())["key"]
    with pytest.raises(RefusedError, match=why):
        Line(desk).post(path, sent, key)
    with pytest.raises(RefusedError, match="the key is missing"):
        Line(desk).post(path, sent)


def test_a_deck_is_offered_where_there_is_a_desk_and_the_deck(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    box = Box(stack, tmp_path / "box", desk)
    joining = Joining(box.appliance, box.folder, None, lambda _: Line(desk))
    assert joining.offer("club").sentence == "This table is at no desk."
    box.send()
    answer = joining.offer("club")
    assert (answer.done, str(answer.sentence)) == (False, "no deck called club has been learned here")
