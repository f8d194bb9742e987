"""The screen that lets a phone in, as a phone's camera sees it, and the way to it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.panel.entry.door import Invitation, Role
from firmware.screens.phones import phones, spoken_phones
from firmware.session.authority import judges_path
from firmware.session.choices.grid import PLACES, GridError
from firmware.session.choices.menu import MENU, PHONES, invites, menu
from tests.firmware.screens.gallery import Play
from web.qr import squares
from words.text import LANGUAGES, english, speech


def seen(image: Image.Image) -> str:
    """What a phone's camera reads off the display, enlarged and with what is around it."""
    large = np.asarray(image.convert("L").resize((image.width * 6, image.height * 6), Image.Resampling.NEAREST))
    around = cv2.copyMakeBorder(np.asarray(large, np.uint8), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(0,))
    return str(cv2.QRCodeDetector().detectAndDecode(around)[0])


@pytest.mark.parametrize("address", ["10.0.0.7:80", "192.168.178.20:8040", "255.255.255.255:65535"])
def test_a_camera_reads_the_link_off_the_display(address: str) -> None:
    invitation = Invitation(Role.PLAY, address, "KQWMTXNBR")
    assert seen(phones("play", invitation, english)) == f"HTTP://{address}/I/KQWMTXNBR"
    secure = Invitation(Role.PLAY, address, "KQWMTXNBR", secure=True)
    assert seen(phones("play", secure, english)) == f"HTTPS://{address}/I/KQWMTXNBR"
    assert secure.camera_link == f"HTTPS://{address}/I/KQWMTXNBR/C"


def test_the_code_is_small_enough_for_two_pixels_a_square() -> None:
    rows = squares(Invitation(Role.JUDGE, "255.255.255.255:65535", "MWMWMWMWM", secure=True).camera_link)
    assert len(rows) == len(rows[0]) <= 25
    assert rows[0][:7] == (True,) * 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_spoken_too(language: str) -> None:
    invitation = Invitation(Role.WATCH, "10.0.0.7:8040", "KQWMTXNBR")
    said = spoken_phones("watch", invitation, speech(language))
    assert "10.0.0.7:8040" in said
    assert "https://10.0.0.7:8040/" in spoken_phones("watch", replace(invitation, secure=True), speech(language))
    assert "KQW MTX NBR" in said
    assert spoken_phones("watch", None, speech(language)) != said
    assert spoken_phones("watch", None, speech(language), closed=True) not in (
        said,
        spoken_phones("watch", None, speech(language)),
    )


def test_the_menu_leads_there() -> None:
    play = Play().hold()
    assert play.view.path == (MENU,)
    words = [cell.label for cell in menu(play.state, play.view.path).cells if cell]
    play.press(PLACES[words.index(PHONES)].value)
    assert play.view.path == (MENU, PHONES)
    play.press("envido-ew")
    assert play.view.path == (MENU, PHONES, "play")
    assert invites(play.view.path)
    assert not judges_path(play.view.path)
    assert judges_path((MENU, PHONES, "judge"))
    assert play.press("iduki").view.notice
    play.press("back")
    assert play.view.path == (MENU, PHONES)


def test_there_is_nothing_to_choose_behind_it() -> None:
    assert menu(Play().state, (MENU, PHONES, "play")).cells == ()
    with pytest.raises(GridError, match="no case"):
        menu(Play().state, (MENU, "judge", "case", "NS"))
