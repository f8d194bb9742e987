"""Where phones find the table: on whatever network it is, and once there is one."""

from __future__ import annotations

import errno
import socket
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import web.network as network
from firmware.cli import main
from firmware.keeping.journal import Journal
from firmware.panel.app import Panel
from firmware.panel.entry.door import Doors, Role
from firmware.screens.phones import phones
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from firmware.table.snapshot import Snapshot
from tests.firmware.panel.asking import ask
from tests.firmware.scripted import HANDS, at_once, devices, write_pictures
from words.text import english


class Machine:
    """Interfaces with their addresses, and the one of the way out."""

    def __init__(self, way_out: str | None, interfaces: Mapping[str, str | None]) -> None:
        self._way_out, self._interfaces = way_out, interfaces

    def __call__(self, family: int, kind: int) -> Machine:
        return self

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, address: tuple[str, int]) -> None:
        if self._way_out is None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self._way_out, 9

    def names(self) -> list[tuple[int, str]]:
        return list(enumerate(self._interfaces, 1))

    def ioctl(self, _: object, __: int, asked: bytes) -> bytes:
        address = self._interfaces[asked.rstrip(b"\0").decode()]
        if address is None:
            raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")
        return asked[:20] + socket.inet_aton(address) + struct.pack("232x")


@pytest.mark.parametrize(
    ("way_out", "interfaces", "seen"),
    [
        ("192.168.1.20", {"lo": "127.0.0.1", "wlan0": "192.168.1.20"}, "192.168.1.20"),
        (None, {"lo": "127.0.0.1", "eth0": None, "wlan0": "10.42.0.1"}, "10.42.0.1"),
        ("127.0.0.1", {"lo": "127.0.0.1", "usb0": "169.254.3.4"}, "169.254.3.4"),
        (None, {"lo": "127.0.0.1", "eth0": None}, None),
        (None, {}, None),
    ],
)
def test_the_address_that_others_see(
    monkeypatch: pytest.MonkeyPatch, way_out: str | None, interfaces: Mapping[str, str | None], seen: str | None
) -> None:
    machine = Machine(way_out, interfaces)
    monkeypatch.setattr(network.socket, "socket", machine)
    monkeypatch.setattr(network.socket, "if_nameindex", machine.names)
    monkeypatch.setattr(network.fcntl, "ioctl", machine.ioctl)
    assert network.own_address() == seen


def test_this_machine_has_one_or_none() -> None:
    address = network.own_address()
    assert address is None or socket.inet_aton(address)


class Box:
    """A table that listens to the network, and the network."""

    def __init__(self, folder: Path) -> None:
        self.address: str | None = None
        self.doors = Doors(address=lambda: self.address)
        self.journal = Journal(folder / "data")
        made = devices(write_pictures(folder / "pictures", {"hands": HANDS}))
        self.appliance = Appliance(
            self.journal, made, at_once(invitation=lambda word: self.doors.invitation(Role.of(word)))
        )

    def page(self) -> str:
        return ask(Panel(self.appliance, self.doors).app, "GET", "/setup/phones").text


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    yield made
    made.appliance.close()
    made.journal.close()


def test_the_display_shows_the_way_in_as_soon_as_there_is_a_network(box: Box) -> None:
    for button, held in ((Button.LAST, False), (Button.LAST, True), (Button.IDUKI, False), (Button.ENVIDO_EW, False)):
        box.appliance.press(button, held)
    nowhere = "No phone can come in: the table is on no network."
    box.appliance.beat()
    assert box.appliance.snapshot().spoken() == nowhere
    assert nowhere in box.page()
    told: list[Snapshot] = []
    box.appliance.presenter.watch(lambda: told.append(box.appliance.snapshot()))
    box.address = "192.168.7.5:8040"
    assert "http://192.168.7.5:8040/" in box.page(), "whoever asks meanwhile hears of it"
    box.appliance.beat()
    assert len(told) == 1, "and the display all the same"
    assert "open 192.168.7.5:8040 on the phone" in box.appliance.snapshot().spoken()
    box.appliance.beat()
    assert len(told) == 1, "nothing is shown anew while nothing changes"
    assert "http://192.168.7.5:8040/" in box.page()
    box.address = None
    box.appliance.beat()
    assert box.appliance.snapshot().spoken() == nowhere


def test_a_table_for_its_own_machine_says_how_phones_are_let_in(box: Box) -> None:
    box.doors = Doors()
    assert box.doors.closed
    assert "Start it with --network to let phones in." in box.page()
    assert "no network." not in box.page()


def test_the_display_of_a_table_that_lets_no_phones_in_says_nothing_of_a_network(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        made = devices(write_pictures(tmp_path / "pictures", {"hands": HANDS}))
        appliance = Appliance(journal, made, at_once())
        for button, held in (
            (Button.LAST, False),
            (Button.LAST, True),
            (Button.IDUKI, False),
            (Button.ENVIDO_EW, False),
        ):
            appliance.press(button, held)
        shown = appliance.snapshot()
        assert shown.spoken() == "This table lets no phones in."
        assert shown.display().tobytes() == phones("play", None, english, closed=True).tobytes()
        assert shown.display().tobytes() != phones("play", None, english).tobytes()
        appliance.close()


def test_the_network_may_be_refused_behind_the_units_own_word(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["table", "--help"])
    assert "--network, --no-network" in capsys.readouterr().out
