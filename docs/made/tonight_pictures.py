"""The documentation's picture of the way to the first hand: at a laptop, and on a phone that takes pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from PIL import Image

from docs.made import ROOT, shots
from firmware.devices.cameras.phone_camera import PhoneCamera
from firmware.devices.choose import Devices
from firmware.devices.eyes import Eyes
from firmware.keeping.journal import Journal
from firmware.panel.app import Panel
from firmware.panel.entry.door import Doors, Role
from firmware.table.appliance import Appliance
from firmware.table.options import Options
from tests.firmware.measuring import first_hand

_LAPTOP: Final = (1000, 1310)
_PHONE: Final = (390, 1310)
_ADDRESS: Final = "192.168.1.20:8040"


def sources() -> list[Path]:
    """What the page looks like by."""
    panel, shared = ROOT / "firmware" / "panel", ROOT / "web"
    templates = ("first_hand.html", "frame.html", "mount_told.html", "signs.svg", "told.html", "work.html")
    return [
        *(panel / "templates" / name for name in templates),
        *(panel / "static" / name for name in ("panel.css", "first-hand.js", "pictures.js")),
        *(shared / name for name in ("static/base.css", "templates/controls.html", "templates/page.html")),
        first_hand.HAND,
    ]


def steps() -> Image.Image:
    """The four steps at a laptop whose own camera sees a table, and on a phone over plain http."""
    with tempfile.TemporaryDirectory() as folder, _table(Path(folder)) as (address, doors):
        film, invitation = first_hand.film(Path(folder)), doors.invitation(Role.PLAY)
        assert invitation
        with first_hand.phone(film) as browser:
            phone = browser.new_context(
                viewport={"width": _PHONE[0], "height": _PHONE[1]}, color_scheme="dark",
                extra_http_headers={"X-Forwarded-For": "192.168.1.77"},
            ).new_page()  # fmt: skip
            phone.goto(f"{address}I/{invitation.code}/C")
            phone.wait_for_url("**/setup/first")
            right = shots.shot(phone)
            laptop = browser.new_page(viewport={"width": _LAPTOP[0], "height": _LAPTOP[1]}, color_scheme="light")
            laptop.goto(f"{address}setup/first")
            first_hand.stream(laptop)
            laptop.locator("#preview").evaluate("video => video.hidden = true")
            return shots.beside(shots.shot(laptop), right)


@contextmanager
def _table(data: Path) -> Iterator[tuple[str, Doors]]:
    """A table whose camera is a phone, and who lets one in."""
    doors, devices = Doors(address=lambda: _ADDRESS), Devices(PhoneCamera(), Eyes())
    with (
        Journal(data) as journal,
        closing(Appliance(journal, devices, Options(language="en"))) as appliance,
        shots.served(Panel(appliance, doors).app) as address,
    ):
        yield address, doors
