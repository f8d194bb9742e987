"""The panel's set-up: uploads within limits, the mount check, the deck check, a deck learned and played with."""

from __future__ import annotations

import asyncio
import contextlib
import html
import io
import json
import resource
import struct
import subprocess
import sys
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops

import firmware.panel.setup.uploads
from engine.sentences import Sentence
from firmware.decks.kept import choose_deck, chosen_deck, deck_names
from firmware.decks.layout_sheet import layout_sheet
from firmware.devices.eyes import Eyes
from firmware.devices.light.lighting import Light, Lighting
from firmware.panel.answers import RefusedError
from firmware.panel.entry.door import Role
from firmware.panel.setup.uploads import UploadError, Uploads, decoded, received
from firmware.screens.pixels import font
from tests.firmware.commands.test_enrol import photograph
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.scripted import HANDS
from tests.vision.enrolled.drawn import house
from vision.picture import Picture
from words.text import LANGUAGES, speech

DEMO = Path(__file__).parents[3] / "firmware" / "demo" / "hand-01.jpg"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    made = PanelTable(tmp_path, {"hands": HANDS})
    yield made
    made.close()


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photograph of the project's own deck, laid out for enrolment."""
    return photograph(house(), tmp_path_factory.mktemp("laid") / "laid.jpg")


def png(width: int, height: int, rows: int | None = None) -> bytes:
    """A PNG file of so many black pixels; it is hundreds of times smaller than they are. After `rows` it breaks off."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    pixels = zlib.compress(bytes((width * 3 + 1) * (height if rows is None else rows)), 1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def send(table: PanelTable, content: bytes, name: str = "photo.jpg") -> Any:
    return table.phone(Role.PLAY).post(f"/api/pictures?name={name}", content=content).json()


def test_a_photograph_is_decoded_and_shown(table: PanelTable) -> None:
    answer = send(table, DEMO.read_bytes())
    assert answer["done"]
    assert answer["picture"]["name"] == "photo.jpg"
    shown = table.here.get(f"/api/pictures/{answer['picture']['id']}.jpg")
    with Image.open(io.BytesIO(shown.content)) as image:
        assert (image.format, image.width) == ("JPEG", 1600)
    assert table.here.get("/api/pictures/another.jpg").status_code == 404


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "An empty file, not a picture"),
        (b"GIF89a", "Not a picture in a format known here"),
        (b"<svg onload='alert(1)'/>", "Not a picture in a format known here"),
        (DEMO.read_bytes()[:20_000], "The file is damaged, or part of it is missing"),
        (png(8, 8), "Too small to hold a card: 8 x 8 pixels"),
        (png(30_000, 30_000, rows=10), "30000 x 30000 pixels are more than the 120000000 allowed"),
        (png(9_000, 8_000), "pixels are more than the 64000000 allowed in a PNG"),
    ],
)
def test_what_is_no_picture_is_one_sentence(table: PanelTable, content: bytes, said: str) -> None:
    answer = send(table, content)
    assert not answer["done"]
    assert said.lower() in answer["sentence"].lower()
    assert table.here.get("/api/state").status_code == 200


def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    table: PanelTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = table.here.post("/api/pictures", content=b"\0" * (24 << 20) + b"\0")
    assert (answer.status_code, answer.json()["sentence"]) == (422, "The picture is larger than 24 MB.")

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"\0" * 1000

    monkeypatch.setattr(firmware.panel.setup.uploads, "MOST_BYTES", 1 << 20)
    with pytest.raises(UploadError, match="larger than 1 MB"):
        asyncio.run(received(endless(), tmp_path))


def test_what_was_half_sent_when_the_power_went_is_gone_after_a_start(tmp_path: Path) -> None:
    sent = tmp_path / "data" / "uploads" / "hamarreko-half"
    sent.parent.mkdir(parents=True)
    sent.write_bytes(bytes(1000))
    PanelTable(tmp_path, {"hands": {}}).close()
    assert list(sent.parent.iterdir()) == []


def test_the_decoder_runs_within_limits(tmp_path: Path) -> None:
    """Memory and processor time end the process, and the panel says so."""
    script = (
        "import resource, sys\n"
        "from firmware.panel.setup import decode\n"
        "decode._limit(1 << 30)\n"
        "print([resource.getrlimit(which)[0] for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU)])\n"
        "open(sys.argv[1], 'wb', buffering=0).write(b'x')\n"
    )
    target = tmp_path / "written"
    done = subprocess.run(
        [sys.executable, "-c", script, str(target)], capture_output=True, text=True, cwd=DEMO.parents[2], check=False
    )
    assert json.loads(done.stdout) == [1 << 30, 20]
    assert done.returncode != 0, "it writes no files"
    assert not target.exists() or target.stat().st_size == 0


def test_a_picture_that_takes_more_memory_than_allowed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = tmp_path / "large.png"
    large.write_bytes(png(7_000, 7_000))
    assert decoded(large).scale == 2.0
    monkeypatch.setattr(firmware.panel.setup.uploads, "MEMORY", 300 << 20)
    with pytest.raises(UploadError, match="memory"):
        decoded(large)


def test_a_picture_that_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware.panel.setup.uploads.sys, "executable", "/bin/sleep")
    monkeypatch.setattr(firmware.panel.setup.uploads, "_WAIT", 0.2)
    with pytest.raises(UploadError):
        decoded(Path("60"))


def test_old_pictures_are_forgotten(tmp_path: Path) -> None:
    now = [0.0]
    uploads = Uploads(tmp_path, clock=lambda: now[0])
    picture = Picture(np.zeros((20, 20, 3), np.uint8))
    ids = [uploads.keep(f"{number}", picture, deal=1).id for number in range(8)]
    for gone in ids[:2]:
        with pytest.raises(RefusedError, match="take it anew"):
            uploads.find(gone)
    assert uploads.find(ids[7]).name == "7"
    uploads.show(ids[7], b"drawn")
    assert uploads.find(ids[7]).shown == b"drawn"
    now[0] = 1201.0
    with pytest.raises(RefusedError):
        uploads.find(ids[7])


def test_the_tables_own_camera_takes_one(table: PanelTable) -> None:
    answer = table.phone(Role.PLAY).post("/api/pictures/camera").json()
    assert answer["picture"]["name"] == "the table"
    (table.journal.path.parent.parent / "pictures" / "hand-01.png").write_bytes(b"no picture")
    assert "hand-01.png" in table.here.post("/api/pictures/camera").json()["sentence"]


def test_the_mount_check_says_what_to_change(table: PanelTable) -> None:
    id = send(table, DEMO.read_bytes())["picture"]["id"]
    before = table.here.get(f"/api/pictures/{id}.jpg").content
    answer = table.here.post("/api/mount-check", data={"picture": id, "field_of_view": "66"}).json()
    assert answer["done"]
    assert 'class="verdict' in answer["html"]
    assert "16 cards in sight" in answer["html"]
    assert table.here.get(f"/api/pictures/{id}.jpg").content != before
    for sent, said in (
        ({"picture": id, "field_of_view": "1000"}, "field of view"),
        ({"picture": id}, "field of view"),
        ({"picture": "gone", "field_of_view": "66"}, "take it anew"),
        ({"field_of_view": "66"}, "take a picture first"),
    ):
        refused = table.here.post("/api/mount-check", data=sent).json()
        assert not refused["done"]
        assert said in refused["sentence"]


def test_the_box_tries_its_own_lamp_before_the_mount_check_says_a_word(table: PanelTable) -> None:
    """At full brightness the table's picture is black, by less of it the demonstration's."""
    picture = table.journal.path.parent.parent / "pictures" / "hand-01.png"
    black = np.full((180, 320, 3), 3, np.uint8)

    def shine(level: float) -> None:
        with Image.fromarray(black) if level in (0.0, 1.0) else Image.open(DEMO) as seen:
            seen.save(picture, "PNG", compress_level=0)

    light = Lighting(SimpleNamespace(shine=shine))  # type: ignore[arg-type]
    table.appliance.desk.light = light
    id = table.here.post("/api/pictures/camera").json()["picture"]["id"]
    told = table.here.post("/api/mount-check", data={"picture": id, "field_of_view": "66"}).json()["html"]
    assert "16 cards in sight" in told
    assert light.best == Light(0.5, 0.0)
    assert json.loads((table.appliance.table.folder / "light.json").read_text())["lamp"] == 0.5
    sent = send(table, DEMO.read_bytes())["picture"]["id"]
    picture.unlink()
    assert table.here.post("/api/mount-check", data={"picture": sent, "field_of_view": "66"}).json()["done"]


def test_a_deck_is_learned_checked_and_played_with(table: PanelTable, laid: Path) -> None:
    data = table.appliance.table.folder
    id = send(table, laid.read_bytes())["picture"]["id"]
    refused = table.here.post("/api/enrol", data={"picture": id, "name": "../club"}).json()
    assert "cannot be a deck's name" in refused["sentence"]
    answer = table.here.post("/api/enrol", data={"picture": id, "name": "club"}).json()
    assert "Learned club" in answer["html"]
    assert deck_names(data) == ["club"]
    assert '<option value="club">club</option>' in table.here.get("/setup").text
    checked = table.here.post("/api/deck-check", data={"picture": id, "deck": "club"}).json()
    assert "The deck is whole." in checked["html"]
    assert "40 of the forty cards" in checked["html"]
    assert table.here.post("/api/deck", data={"deck": "club"}).json()["done"]
    assert (table.appliance.desk.deck, chosen_deck(data)) == ("club", "club")
    assert '<option value="club" selected>club</option>' in table.here.get("/setup").text
    assert not table.here.post("/api/deck", data={"deck": "another"}).json()["done"]
    assert table.appliance.desk.deck == "club"
    assert table.here.post("/api/deck", data={"deck": ""}).json()["done"]
    assert (table.appliance.desk.deck, chosen_deck(data)) == (None, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_decks_that_cannot_be_listed_are_said_on_the_page_and_the_rest_of_it_is_there(
    table: PanelTable, language: str
) -> None:
    decks = table.appliance.table.folder / "decks"
    decks.write_bytes(b"no folder")
    table.appliance.desk.deck = "club"
    table.appliance.presenter.speak(language)
    why = Sentence("cannot be read: {why}", why="Not a directory")
    said = speech(language).whole(Sentence("{picture}: {what}", picture=decks, what=why))
    for page, rest in (("/setup", 'href="/setup/camera"'), ("/setup/deck", 'data-work="/api/deck-check"')):
        text = html.unescape(table.here.get(page).text)
        assert text.count(f'<p class="notice">{said}</p>') == 1
        assert rest in text
    assert '<option value="club" selected>club</option>' in table.here.get("/setup").text


@pytest.mark.parametrize("address", ["/api/deck", "/api/deck-check"])
def test_a_phone_names_decks_and_no_files(table: PanelTable, address: str, tmp_path: Path) -> None:
    """A path is refused as no name before anybody looks what lies there: /dev/zero never ends."""
    player, told = table.phone(Role.PLAY), []
    id = player.post("/api/pictures", content=DEMO.read_bytes()).json()["picture"]["id"]
    secret = tmp_path / "there.deck"
    secret.write_bytes(b"hamarreko deck 1 ")
    for name in ("/dev/zero", str(secret), str(tmp_path / "not-there.deck"), "../journal.sqlite", str(tmp_path)):
        with memory_at_most(1 << 30):
            answer = player.post(address, data={"picture": id, "deck": name})
        assert answer.status_code == 409
        told.append(answer.json()["sentence"].replace(repr(name), "it").replace(repr(name).capitalize(), "it"))
    assert len(set(told)) == 1, "what lies there cannot be told from the answer"
    assert "cannot be a deck's name" in told[0]
    assert (
        "No deck called nobody has been learned here"
        in player.post(address, data={"picture": id, "deck": "nobody"}).text
    )


@contextlib.contextmanager
def memory_at_most(more: int) -> Iterator[None]:
    """This process may take so many bytes of address space more than it has."""
    has = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (has + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def test_a_photograph_that_shows_no_deck_is_refused_with_its_name(table: PanelTable) -> None:
    id = send(table, DEMO.read_bytes(), "my%20table.jpg")["picture"]["id"]
    table.appliance.presenter.speak("es")
    answer = table.here.post("/api/enrol", data={"picture": id, "name": "club"}).json()
    assert answer["sentence"].startswith("my table.jpg: no se ve una baraja en cuatro filas de diez: se encontraron ")
    assert deck_names(table.appliance.table.folder) == []


def test_a_deck_of_which_half_is_gone(table: PanelTable) -> None:
    id = send(table, DEMO.read_bytes())["picture"]["id"]
    html = table.here.post("/api/deck-check", data={"picture": id, "apart": "yes"}).json()["html"]
    assert "The deck is not whole." in html
    assert "Missing" in html
    missing = table.here.post("/api/deck-check", data={"picture": id, "deck": "nobody's"}).json()
    assert not missing["done"]


def test_the_layout_sheet_is_there_to_download_in_the_tables_language(table: PanelTable) -> None:
    for language in ("en", "fr"):
        table.appliance.presenter.speak(language)
        address = f"/setup/layout.png?{language}"
        assert table.here.get("/setup/enrol").text.count(address) == 3
        with Image.open(io.BytesIO(table.here.get(address).content)) as sheet:
            assert ImageChops.difference(sheet.convert("RGB"), layout_sheet(speech(language))).getbbox() is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_layout_sheets_words_have_their_accents_and_room(language: str) -> None:
    letters, sheet = font("text"), layout_sheet(speech(language))
    words = speech(language)(
        "Forty cards face up, upright, apart from each other; the camera straight above, no lamp mirrored in them."
    )
    suits = [speech(language)(suit) for suit in ("oros", "copas", "espadas", "bastos")]
    assert {*words, *"".join(suits)} - {" ", "\N{NO-BREAK SPACE}"} <= letters.glyphs.keys()
    assert 3 * letters.width(words) < sheet.width
    assert max(3 * letters.width(suit) for suit in suits) < 180


def test_the_deck_that_is_played_with_outlasts_a_power_cut(tmp_path: Path) -> None:
    assert chosen_deck(tmp_path) is None
    choose_deck("club", tmp_path)
    assert chosen_deck(tmp_path) == "club"
    (tmp_path / "deck").write_bytes(b"\xff")
    assert chosen_deck(tmp_path) is None
    (tmp_path / "deck").write_text("../elsewhere")
    assert chosen_deck(tmp_path) is None
    table = PanelTable(tmp_path / "first", {"hands": HANDS})
    choose_deck("gone", table.appliance.table.folder)
    table.close()
    again = PanelTable(tmp_path / "first", {"hands": HANDS})
    assert "gone" in " ".join(again.appliance.notes)
    assert again.appliance.desk.deck is None
    again.close()


def test_where_any_deck_may_lie_the_learned_ones_are_recognised(
    tmp_path: Path, laid: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str | None, list[str]]] = []

    def use(_: object, deck: Any, learned: Sequence[Any] = ()) -> None:
        told.append((deck and deck.name, [each.name for each in learned]))

    monkeypatch.setattr("tests.firmware.scripted.StandInEyes.use", use)
    table = PanelTable(tmp_path, {"hands": HANDS})
    assert told == [], "nothing was learned yet"
    id = send(table, laid.read_bytes())["picture"]["id"]
    table.here.post("/api/enrol", data={"picture": id, "name": "club"})
    assert told.pop() == (None, ["club"]), "from now on"
    table.here.post("/api/deck", data={"deck": "club"})
    assert told.pop() == ("club", [])
    data = table.appliance.table.folder
    table.close()
    again = PanelTable(tmp_path, {"hands": HANDS})
    assert told.pop() == ("club", [])
    again.here.post("/api/deck", data={"deck": ""})
    assert told.pop() == (None, ["club"])
    again.close()
    choose_deck("gone", data)
    without = PanelTable(tmp_path, {"hands": HANDS})
    told.clear()
    id = send(without, laid.read_bytes())["picture"]["id"]
    without.here.post("/api/enrol", data={"picture": id, "name": "club"})
    assert (told, chosen_deck(data)) == ([(None, ["club"])], "gone"), "the choice stands, should its file come back"
    told.clear()
    without.close()
    for start in ("any deck, as the chosen one is gone", "any deck"):
        last = PanelTable(tmp_path, {"hands": HANDS})
        assert told == [(None, ["club"])], start
        told.clear()
        last.close()
        choose_deck(None, data)


def test_the_shipped_eyes_read_by_a_deck_and_by_none_again(tmp_path: Path, laid: Path) -> None:
    from firmware.decks.kept import find_deck
    from firmware.panel.setup.uploads import Upload
    from firmware.panel.setup.workshop import enrol
    from vision.picture import load

    upload = Upload("1", "laid.jpg", load(laid), b"", deal=1)
    assert enrol("club", [upload], tmp_path) == ("club", False)
    eyes = Eyes()
    eyes.use(find_deck("club", tmp_path))
    assert eyes.read_frames([load(DEMO)], "hand-01").complete
    eyes.use(None)
    assert eyes.read_frames([load(DEMO)], "hand-01").complete
