"""A table with its panel, asked from this machine and from phones, without a server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from firmware.devices.cameras.phone_camera import PhoneCamera
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.panel.app import Panel
from firmware.panel.entry.door import Doors, Role, Visitor
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from tests.firmware.panel.asking import ELSEWHERE, HERE, ask
from tests.firmware.scripted import at_once, devices, write_pictures

ADDRESS = "192.168.1.20:8040"


class Asker:
    """Somebody's browser: at the machine itself, or a phone with or without a pass."""

    def __init__(self, app: Any, of: str, pass_: str | None = None) -> None:
        self._app, self._of = app, of
        self._host = "127.0.0.1:8040" if of == HERE else ADDRESS
        self._cookies = {"hamarreko-8040": pass_} if pass_ else {}

    def get(self, path: str, **headers: str) -> httpx.Response:
        return ask(self._app, "GET", path, headers=headers, cookies=self._cookies, of=self._of, host=self._host)

    def post(
        self,
        path: str,
        data: Mapping[str, Any] | None = None,
        content: bytes | AsyncIterable[bytes] | None = None,
        **headers: str,
    ) -> httpx.Response:
        """As the panel's own page sends it: with its token, unless other headers are given."""
        sent = headers or {"Origin": f"http://{self._host}", "X-Token": self.token}
        return ask(
            self._app, "POST", path, headers=sent, cookies=self._cookies, content=content, data=data,
            of=self._of, host=self._host,
        )  # fmt: skip

    @property
    def token(self) -> str:
        found = re.search('<meta name="token" content="([^"]*)">', self.get("/").text)
        return found[1] if found else ""


class PanelTable:
    """An appliance with pictures of its hands, codes, and the panel."""

    def __init__(
        self,
        folder: Path,
        *readings: Mapping[str, Any],
        language: str = "en",
        rules: str | None = None,
        players: int | None = None,
        phone: PhoneCamera | None = None,
    ) -> None:
        shown = devices(write_pictures(folder / "pictures", *readings))
        self.journal = Journal(folder / "data")
        self.doors = Doors(address=lambda: ADDRESS)
        self.appliance = Appliance(
            self.journal,
            replace(shown, camera=phone) if phone else shown,
            at_once(
                rules,
                players,
                language=language,
                pictures=HandPictures(folder / "data" / "pictures"),
                invitation=lambda word: self.doors.invitation(Role.of(word)),
            ),
        )
        self.panel = Panel(self.appliance, self.doors)
        self.here = Asker(self.panel.app, HERE)

    def phone(self, role: Role | None = None) -> Asker:
        """A phone that was let in as that; a stranger's without."""
        return Asker(self.panel.app, ELSEWHERE, self.let_in(role).pass_ if role else None)

    def let_in(self, role: Role) -> Visitor:
        invitation = self.doors.invitation(role)
        assert invitation
        visitor = self.doors.enter(invitation.code)
        assert visitor
        return visitor

    def press(self, *names: str) -> None:
        for name in names:
            self.appliance.press(Button(name))

    @property
    def hands(self) -> list[dict[str, Any]]:
        """Every finished hand of the match, the one on the table included."""
        finished = self.appliance.snapshot().state.hands
        return [{"record": hand.record_json(), "result": hand.result_json()} for hand in finished]

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.here.get("/api/state").json()
        return state

    def close(self) -> None:
        self.appliance.close()
        self.journal.close()
