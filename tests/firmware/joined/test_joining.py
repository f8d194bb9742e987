"""A table joins a desk by a code, typed with its buttons or on its page, and says why it cannot."""

from __future__ import annotations

import errno
import os
import ssl
import subprocess
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from desk.acts import Role
from desk.keeping.database import Database
from desk.keeping.people import Place
from desk.service import Desk
from engine.sentences import Sentence
from firmware.devices.choose import Devices
from firmware.joined import at_table, joining
from firmware.joined.joining import Joining
from firmware.joined.membership import NO_DESK, Membership, keep, kept, staying
from firmware.joined.wire import UnreachableError, Wire
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
from firmware.session.buttons import Button
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import DESK
from firmware.session.choices.offered import offered
from firmware.session.view import LIVE, View
from firmware.table.appliance import Appliance
from tests.desk.playing import drawn
from tests.firmware.joined.test_joined import SHORT, Box, Line
from tests.firmware.playing import EndlessCamera, RandomEyes
from tests.firmware.scripted import at_once
from tests.firmware.until import until
from vision.picture import Picture
from web.qr import squares


class Gone(Wire):
    """A desk that does not answer."""

    def post(self, path: str, body: object, key: str | None = None) -> dict[str, object]:
        raise UnreachableError("gone")


def failing(fault: OSError) -> Callable[[str], Wire]:
    """A way to a desk on which that happens."""

    def made(address: str) -> Wire:
        wire = Wire(address)
        wire._exchange = Mock(side_effect=fault)  # type: ignore[method-assign]
        return wire

    return made


class Other(Wire):
    """What answers is no desk."""

    def post(self, path: str, body: object, key: str | None = None) -> dict[str, object]:
        return {"hello": "world"}


class Hall:
    """A desk with two tables, and a box that is at none of them yet."""

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        address: str | None = "http://desk",
        camera: EndlessCamera | None = None,
    ) -> None:
        database = Database.in_folder(folder / "desk")
        stack.callback(database.close)
        self.desk, self.wire = Desk(database), self.line
        self.tournament = drawn(self.desk, 4, **SHORT)
        self.journal = stack.enter_context(Journal(folder / "box"))
        self.box = Appliance(self.journal, Devices(camera or EndlessCamera(), RandomEyes()), at_once())
        stack.callback(self.box.close)
        self.joining = Joining(self.box, folder / "box", address, lambda at: self.wire(at))
        stack.callback(self.joining.close)

    def line(self, address: str) -> Wire:
        Wire(address)
        return Line(self.desk)

    def code(self, table: int) -> str:
        [issued] = self.desk.issue([Place(self.tournament, Role.TABLE, table=table)])
        return issued.code

    def types(self, code: str) -> None:
        """The code with the box's buttons, from the menu on."""
        self.box.press(Button.LAST, held=True)
        self.choose(DESK)
        self.box.press(Button.OK)  # reads on
        self.box.press(Button.OK)
        for digit in code:
            self.choose(digit)
        self.box.press(Button.OK)

    def by_qr_code(self) -> None:
        """The way to the camera with the box's buttons, from the menu on."""
        self.box.press(Button.LAST, held=True)
        self.choose(DESK)
        self.box.press(Button.OK)  # reads on
        self.box.press(Button.NEXT)
        self.box.press(Button.OK)

    def choose(self, label: str) -> None:
        shown = offered(self.box.table.state, self.box.presenter.view)
        [place] = [number for number, cell in enumerate(shown.cells) if cell and cell.label == label]
        assert self.box.press(PLACES[place]).done

    @property
    def notice(self) -> Sentence | None:
        return self.box.presenter.view.notice

    @property
    def at(self) -> int | None:
        return self.box.table.state.desk.table


def test_a_code_typed_with_the_buttons_joins_and_another_one_brings_it_to_another_table(
    stack: ExitStack, tmp_path: Path
) -> None:
    hall = Hall(stack, tmp_path)
    for table in (1, 2):
        hall.types(hall.code(table))
        until(lambda: hall.notice and "number" in hall.notice)
        assert hall.notice == f"This table is number {table} at the desk."
        assert hall.at == table
    until(lambda: hall.box.table.state.started.partida == 2)
    member = kept(tmp_path / "box")
    assert (member.table, hall.joining.trouble) == (2, None)


def test_a_box_that_reads_just_then_says_at_which_table_it_is_all_the_same(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path)
    hall.box.presenter.look(View(busy=True))
    assert hall.joining.join("http://desk", hall.code(2)).sentence == "This table is number 2 at the desk."
    hall.box.presenter.look(LIVE)
    until(lambda: hall.at == 2)


class Shown(EndlessCamera):
    """Sees a table, and what a hand holds over it, which is never still."""

    def __init__(self) -> None:
        self._held: NDArray[np.uint8] | None = None
        self._turned, self.captured = 20.0, 0

    def hold(self, text: str) -> None:
        """A QR code on white paper."""
        self._held = np.pad(np.where(np.array(squares(text)), 30, 220).astype(np.uint8), 4, constant_values=220)

    def capture(self, name: str) -> Picture:
        self.captured += 1
        seen = np.full((720, 1280), 90, np.uint8)
        if self._held is not None:
            side = len(self._held)
            self._turned += 5.0
            turn = cv2.getRotationMatrix2D((side / 2, side / 2), self._turned, 200 / side)
            turn[:, 2] += (640 - side / 2, 360 - side / 2)
            sharp = cv2.warpAffine(self._held, turn, (1280, 720), flags=cv2.INTER_AREA, borderValue=90)
            seen = cv2.GaussianBlur(sharp, (0, 0), 0.6)
        return Picture(np.repeat(seen[:, :, None], 3, axis=2))


def test_the_desks_qr_code_under_the_camera_joins_it(stack: ExitStack, tmp_path: Path) -> None:
    camera = Shown()
    hall = Hall(stack, tmp_path, None, camera)
    hall.by_qr_code()
    assert hall.notice == "Hold the table's QR code from the desk under the camera."
    camera.hold("HTTP://ELSEWHERE/AN-ADVERTISEMENT")
    seen = camera.captured
    until(lambda: camera.captured > seen + 2)
    assert hall.at is None
    camera.hold(f"http://desk/i/{hall.code(2)}".upper())
    until(lambda: hall.at == 2)
    until(lambda: hall.joining.address == "http://desk")


def test_whoever_goes_on_ends_the_looking(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path, None, Shown())
    hall.by_qr_code()
    hall.box.press(Button.BACK)
    until(lambda: not any(thread.name == "joining" for thread in threading.enumerate()))


def test_what_is_looked_for_is_told_for_as_long_again(stack: ExitStack, tmp_path: Path) -> None:
    presenter = Hall(stack, tmp_path).box.presenter
    presenter._options = replace(presenter._options, notice_seconds=3600.0)
    what = Sentence("Hold it there.")
    presenter.refuse(what)
    before = presenter._timer
    assert presenter.tell_on(what)
    assert presenter._timer is not before
    assert not presenter.tell_on(Sentence("something else"))
    presenter.look(LIVE)
    assert not presenter.tell_on(what)


def test_nobody_is_waited_for_for_ever(stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_PATIENCE", 0.1)
    hall = Hall(stack, tmp_path, None, Shown())
    hall.by_qr_code()
    until(lambda: hall.notice == "The camera has seen no QR code of a table at a desk.")


def test_a_digit_is_taken_back(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path)
    hall.types("481")  # and OK lies where 9 is
    hall.box.press(Button.BACK)
    assert hall.box.presenter.view.path[3:] == tuple("481")


def test_whoever_types_a_code_types_on_where_a_partida_begins_meanwhile(stack: ExitStack, tmp_path: Path) -> None:
    """Somebody joins on the page: the digits that are still to be typed are no calls in what begins."""
    hall = Hall(stack, tmp_path)
    hall.types("48")  # and OK lies where 9 is
    assert hall.joining.join("http://desk", hall.code(2)).done
    until(lambda: hall.box.table.state.started.partida == 2)
    hall.choose("1")
    assert hall.box.presenter.view.path[3:] == tuple("4891")
    assert not hall.box.table.state.karta_aldia.begun


def test_whoever_types_a_code_types_on_where_something_is_refused_meanwhile(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path)
    hall.types("48")  # and OK lies where 9 is
    hall.box.presenter.refuse(Sentence("The disk is full."))
    hall.choose("1")
    assert hall.box.presenter.view.path[3:] == tuple("4891")
    assert hall.box.presenter.view.notice is None
    assert not hall.box.table.state.karta_aldia.begun


@pytest.mark.parametrize(
    ("host", "trusted", "why"),
    [
        ("127.0.0.1", False, "unable to get local issuer certificate"),
        ("desk.example", True, "IP address mismatch, certificate is not valid for '127.0.0.1'"),
    ],
)
def test_a_certificate_that_is_not_accepted_is_no_wrong_address(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, trusted: bool, why: str
) -> None:
    hall = Hall(stack, tmp_path)
    hall.wire = Wire
    certificate, key = tmp_path / "desk.pem", tmp_path / "desk-key.pem"
    made = ["mkcert", "-cert-file", certificate, "-key-file", key, host]
    subprocess.run(made, env={**os.environ, "CAROOT": str(tmp_path)}, capture_output=True, check=True)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "rootCA.pem"))
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shown.load_cert_chain(certificate, key)
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        server.socket = shown.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        answer = hall.joining.join(f"https://127.0.0.1:{server.server_port}", hall.code(1))
        server.shutdown()
    assert answer.sentence == f"The desk's certificate is not accepted ({why})."


def test_a_joined_box_says_why_its_desk_does_not_hear_it_any_more(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path)
    assert hall.joining.join("http://desk", hall.code(1)).done
    early = ssl.SSLCertVerificationError(1, "certificate verify failed")
    early.verify_code, early.verify_message = 9, "certificate is not yet valid"
    for fault, said in (
        (early, "The desk's certificate is not accepted (certificate is not yet valid): is the box's clock right?"),
        (ConnectionRefusedError(), "The desk does not answer now: what is played is sent later."),
    ):
        hall.wire = failing(fault)
        hall.joining.close()
        hall.joining.go_on({})
        until(lambda said=said: hall.joining.trouble == said)
    hall.wire = hall.line
    hall.code(1)  # puts the box out
    hall.joining.close()
    hall.joining.go_on({})
    until(lambda: hall.joining.trouble == hall.notice == "The desk lets this box in no longer: it needs a new code.")


def test_a_wrong_code_and_a_desk_that_is_gone_are_said_and_nothing_changes(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path)
    right = hall.code(1)
    wrong = "0" * len(right) if right.strip("0") else "1" * len(right)
    hall.types(wrong)
    until(lambda: hall.notice == "The desk knows no such code.")
    hall.box.press(Button.BACK)
    assert hall.joining.join("http://desk", right).done
    assert not hall.joining.join("http://desk", wrong).done
    assert hall.at == 1
    hall.wire = Gone
    answer = hall.joining.join("http://elsewhere", right)
    assert "does not answer" in str(answer.sentence)
    hall.wire = Other
    answer = hall.joining.join("http://elsewhere", wrong)
    assert "is no desk's address" in str(answer.sentence)
    hall.wire = hall.line
    assert not hall.joining.join("ftp://elsewhere", right).done
    assert (hall.at, hall.joining.address) == (1, "http://desk")


def test_a_desk_that_falls_silent_once_it_has_let_the_box_in_is_the_one_where_it_goes_on(
    stack: ExitStack, tmp_path: Path
) -> None:
    hall = Hall(stack, tmp_path, address="http://earlier")
    asked: list[str] = []

    def cut_off(address: str) -> Wire:
        asked.append(address)
        line = Line(hall.desk)
        post = line.post

        def once(path: str, body: dict[str, object], key: str | None = None) -> dict[str, object]:
            if path != "/api/box/join" and len(asked) == 1:
                raise UnreachableError("cut")
            return post(path, body, key)

        line.post = once  # type: ignore[method-assign]
        return line

    hall.wire = cut_off
    assert not hall.joining.join("http://desk", hall.code(1)).done
    until(lambda: hall.box.table.state.started.partida == 1)
    assert asked == ["http://desk", "http://desk"]


def test_where_nobody_has_named_a_desk_the_box_says_where_to_do_it(stack: ExitStack, tmp_path: Path) -> None:
    hall = Hall(stack, tmp_path, address=None)
    hall.types("481205739914")
    assert hall.notice
    assert "Set-up, Desk" in hall.notice
    assert hall.joining.join("http://desk", hall.code(2)).done
    assert Joining(hall.box, tmp_path / "box", None).address == "http://desk"


def test_a_box_that_was_off_goes_on_there_and_one_that_leaves_its_desk_is_at_none(tmp_path: Path) -> None:
    with ExitStack() as stack:
        hall = Hall(stack, tmp_path)
        hall.joining.go_on({"table": 1})
        until(lambda: hall.at == 1)
    with ExitStack() as stack, Journal(tmp_path / "box") as journal:
        box = Appliance(journal, Devices(EndlessCamera(), RandomEyes()), at_once())
        stack.callback(box.close)
        assert box.table.state.desk.table == 1
        (tmp_path / "box" / "desk.json").unlink()
        Joining(box, tmp_path / "box", None).go_on({})
        assert box.table.state.desk.table is None


@pytest.mark.parametrize(
    ("named", "table", "stays"),
    [
        (None, None, True),
        ("http://desk:8050", None, True),
        ("http://desk:8050/", 7, True),
        ("http://desk:8050", 8, False),
        ("http://other:8050", None, False),
        (NO_DESK, None, False),
    ],
)
def test_a_box_stays_where_it_is_until_it_is_sent_elsewhere(
    tmp_path: Path, named: str | None, table: int | None, stays: bool
) -> None:
    member = Membership("http://desk:8050", 7, "key", "journal", 0)
    keep(tmp_path, member)
    assert staying(tmp_path, named, table) == (member if stays else None)
    assert kept(tmp_path) == (member if stays else None)


def test_a_box_that_cannot_keep_where_it_is_stays_where_it_was_and_goes_on_sending(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(stack, tmp_path)
    assert hall.joining.join("http://desk", hall.code(1)).done

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(joining, "keep", full)
    answer = hall.joining.join("http://desk", hall.code(2))
    assert (answer.done, answer.sentence) == (False, "the disk takes nothing (No space left on device)")
    until(lambda: hall.at == 1)
    assert hall.joining.trouble is None


def test_a_box_that_cannot_forget_where_it_is_takes_nothing_over_and_goes_on_sending(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(stack, tmp_path)
    assert hall.joining.join("http://desk", hall.code(1)).done
    until(lambda: hall.box.table.state.started.partida == 1)
    other = Box(stack, tmp_path / "other", hall.desk, hall.code(2))
    other.send()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(at_table, "forget", full)
    answer = hall.joining.join("http://desk", hall.code(2))
    assert (answer.done, answer.sentence) == (False, "the disk takes nothing (No space left on device)")
    until(lambda: hall.at == 1)
    assert (hall.box.table.state.started.partida, hall.joining.trouble) == (1, None)


@pytest.mark.parametrize("damage", ["", "[]", '{"address"', "htt0://desk", "http://desk:80500000", "http://des k"])
def test_what_damage_has_left_of_where_it_was_stops_no_start(stack: ExitStack, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "box" / "desk.json"
    keep(file.parent, Membership("http://desk", 1, "key", "journal", 0))
    whole = file.read_text("utf-8")
    file.write_text(whole.replace("http://desk", damage) if "://" in damage else damage, "utf-8")
    hall = Hall(stack, tmp_path, address=None)
    hall.joining.go_on({})
    assert hall.at is None


def test_a_full_disk_that_takes_nothing_over_leaves_the_box_at_the_desk_where_it_is(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(stack, tmp_path)
    assert hall.joining.join("http://desk", hall.code(1)).done
    until(lambda: hall.box.table.state.started.partida == 1)
    Box(stack, tmp_path / "other", hall.desk, hall.code(2)).send()
    before, events = kept(tmp_path / "box"), hall.box.table.events
    with monkeypatch.context() as full:
        full.setattr(hall.journal, "append", Mock(side_effect=JournalError("the disk takes nothing")))
        assert not hall.joining.join("http://desk", hall.code(2)).done
    assert (kept(tmp_path / "box"), hall.box.table.events) == (before, events)
    assert hall.joining._sender is not None
    assert hall.at == 1
    assert hall.joining.join("http://desk", hall.code(2)).done
    assert hall.at == 2
