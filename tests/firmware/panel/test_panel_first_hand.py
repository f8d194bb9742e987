"""The panel's way to the first hand: who may be the camera, and what a phone may send."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from firmware.devices.cameras.phone_camera import PhoneCamera
from firmware.panel.entry.door import Role
from tests.firmware.panel.asking import ELSEWHERE, ask
from tests.firmware.panel.at_the_panel import ADDRESS, Asker, PanelTable
from tests.firmware.scripted import HANDS
from vision.picture import Picture

SENDS = ("begin", "seen?stream=x&width=2&height=2", "whole?stream=x", "end?stream=x")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    made = PanelTable(tmp_path, {"hands": HANDS}, phone=PhoneCamera(whole_within=0.1))
    yield made
    made.close()


def whole(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(out, "JPEG")
    return out.getvalue()


def camera(table: PanelTable) -> PhoneCamera:
    phone = table.appliance.phone
    assert phone
    return phone


@pytest.mark.parametrize("address", SENDS)
def test_only_who_may_operate_the_table_may_be_its_camera(table: PanelTable, address: str) -> None:
    assert table.phone(Role.WATCH).post(f"/api/camera/{address}").status_code == 403
    assert table.phone().post(f"/api/camera/{address}").status_code == 401
    forged = table.phone(Role.PLAY).post(f"/api/camera/{address}", Origin="http://elsewhere.example")
    assert forged.status_code == 403
    assert not camera(table).live
    assert table.phone(Role.WATCH).get("/setup/first").status_code == 403


def test_a_players_phone_is_the_camera_until_it_ends(table: PanelTable) -> None:
    phone = table.phone(Role.PLAY)
    assert table.state["picture"] is None
    stream = phone.post("/api/camera/begin").json()["word"]
    assert table.state["live"]
    assert table.state["picture"] == {"name": "frame-000001", "read": False, "live": True}
    seen = f"/api/camera/seen?stream={stream}&width=4&height=2"
    assert phone.post(seen, content=bytes(range(8))).json() == {"done": True, "sentence": None, "word": ""}
    assert camera(table).glance().tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    camera(table)._wanted = "now"
    assert phone.post(seen, content=bytes(8)).json()["word"] == "now"
    for asked in ("before", "now"):
        assert camera(table)._whole is None
        sent = f"/api/camera/whole?stream={stream}&asked={asked}&side=W"
        assert phone.post(sent, content=whole(64, 32)).json()["done"]
    shown = camera(table)._whole
    assert shown
    assert shown.pixels.shape == (64, 32, 3), "turned, as it was taken at W's side"
    assert phone.post(f"/api/camera/end?stream={stream}").json()["done"]
    assert not table.state["live"]
    refused = phone.post(seen, content=bytes(8))
    assert (refused.status_code, refused.json()["sentence"]) == (409, "Another phone is the camera now.")
    before = table.state["version"]
    assert phone.post("/api/camera/seen?stream=older&width=4&height=2", content=bytes(8)).json()["done"]
    assert table.state["live"], "its stream began before the table was started anew"
    assert table.state["version"] > before


@pytest.mark.parametrize(
    ("size", "content"),
    [("width=4&height=2", bytes(7)), ("width=4&height=2", bytes(9)), ("width=0&height=0", b""), ("width=4", bytes(4)),
     ("width=641&height=1", bytes(641)), ("width=-1&height=-1", b"1"), ("width=four&height=2", bytes(8))],
)  # fmt: skip
def test_what_is_no_grey_picture_is_refused(table: PanelTable, size: str, content: bytes) -> None:
    phone = table.phone(Role.PLAY)
    stream = phone.post("/api/camera/begin").json()["word"]
    refused = phone.post(f"/api/camera/seen?stream={stream}&{size}", content=content)
    assert (refused.status_code, refused.json()["sentence"]) == (422, "Not a grey picture of the size that it says.")


def test_a_whole_picture_is_decoded_within_limits(table: PanelTable) -> None:
    phone = table.phone(Role.PLAY)
    stream = phone.post("/api/camera/begin").json()["word"]
    refused = phone.post(f"/api/camera/whole?stream={stream}", content=b"<svg/>")
    assert refused.status_code == 422
    assert "not a picture" in refused.json()["sentence"].lower()


def test_without_a_stream_read_says_that_the_phone_takes_the_picture(table: PanelTable) -> None:
    table.press("paso", "paso", "paso", "paso")
    answer = table.phone(Role.PLAY).post("/api/press/read")
    assert answer.status_code == 409
    assert "take the picture" in answer.json()["sentence"]
    assert table.state["phase"] == "cards", "nothing was read, and nothing kept"
    assert "take the picture" in table.here.post("/api/pictures/camera").json()["sentence"]
    assert 'id="phone"' in table.phone(Role.PLAY).get("/").text
    assert 'id="phone"' not in table.phone(Role.WATCH).get("/").text


def test_a_camera_that_breaks_off_leaves_the_game(table: PanelTable) -> None:
    stream = table.phone(Role.PLAY).post("/api/camera/begin").json()["word"]
    camera(table).see(stream, np.zeros((2, 2), np.uint8))
    table.press("paso", "paso", "paso", "paso", "read")
    assert "sends no picture" in table.state["display"]
    camera(table).end(stream)
    table.press("back")
    assert table.state["phase"] == "cards"


def test_where_the_camera_is_no_phone_none_can_be_it(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, {"hands": HANDS})
    for address in SENDS:
        answer = table.here.post(f"/api/camera/{address}", content=bytes(4) if "seen" in address else whole(20, 20))
        assert (answer.status_code, answer.json()["done"]) == (409, False)
        assert "is no phone" in answer.json()["sentence"]
    page = table.here.get("/setup/first").text
    assert "looks straight down" in page
    assert 'id="stream"' not in page
    assert 'id="first-hand"' not in table.here.get("/").text, "the demonstration needs no camera"
    table.close()


def test_the_phone_comes_in_by_a_link_of_its_own_and_a_stream_needs_a_secure_page(table: PanelTable) -> None:
    invitation = table.doors.invitation(Role.PLAY)
    assert invitation
    here = table.here.get("/setup/first").text
    assert invitation.grouped in here
    assert 'id="stream"' in here
    came = ask(table.panel.app, "GET", f"/I/{invitation.code}/C", of=ELSEWHERE, host=ADDRESS)
    assert 'content="0;url=/setup/first"' in came.text
    phone = Asker(table.panel.app, ELSEWHERE, came.cookies["hamarreko-8040"])
    page = phone.get("/setup/first").text
    assert invitation.grouped not in page
    assert 'id="stream"' not in page
    assert 'capture="environment"' in page


def test_pictures_of_the_table_take_each_others_place(table: PanelTable, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Picture(np.zeros((40, 40, 3), np.uint8))
    monkeypatch.setattr(type(table.appliance.desk), "frame", lambda desk: picture)
    kept = table.here.post("/api/pictures/camera").json()["picture"]["id"]
    again = ""
    for _ in range(9):
        again = table.here.post(f"/api/pictures/camera?instead={again}").json()["picture"]["id"]
    assert table.here.get(f"/api/pictures/{kept}.jpg").status_code == 200
