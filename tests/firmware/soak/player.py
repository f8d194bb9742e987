"""Who presses at the table of the soak, and knows all that was confirmed."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import httpx

from firmware.session.state import Phase
from firmware.table.doing import SWITCHED_OFF
from tests.firmware.running import KEPT
from tests.firmware.soak.box import bodies

_WEIGHTS: Final = {
    "paso": 8, "envido-ns": 4, "envido-ew": 4, "iduki": 5, "tira": 5, "gehiago": 2, "back": 1, "read": 40, "ok": 12,
}  # fmt: skip

_PATIENCE: Final = 20.0
"""Seconds in which the journal can be read again: the disk is not full for longer."""


class LostError(AssertionError):
    """Something that was confirmed is gone, or something that was refused is there."""


class _SwitchedOffError(Exception):
    """The table is being stopped, and says so."""


class Player:
    """Presses, and knows all that was confirmed."""

    def __init__(self, data: Path) -> None:
        self.confirmed: list[str] = []
        """The events that stand behind what was confirmed."""
        self.tally: Counter[str] = Counter()
        self.waited: list[float] = []
        self._data, self._chance = data, random.Random(1)
        self._state: dict[str, Any] = {}
        self._open = False
        self._ahead = 0
        """Events that the table has and its file has not yet."""
        self._marks: set[int] = set()
        """Those that are marked as what may have followed a damaged file's end."""

    def find(self, asks: httpx.Client) -> None:
        """After a start: all that was confirmed is there, and one press more at most, if it had no answer yet.

        A call at the marks is two events, as it begins the karta aldia that it is in.

        On a full disk the table has more than its damaged file: what it mended, and cannot write yet. Behind all that
        was confirmed it may mark one event that may have followed, where a damaged file does not tell; the mark stays.
        """
        state, journal = asks.get("/api/state").json(), asks.get("/health").json()["journal"]
        found, known, there = bodies(self._data), len(self.confirmed), journal["events"]
        self._ahead = there - known if known else 0
        if found[:known] != self.confirmed[: len(found)] or (len(found) != there and not journal["trouble"]):
            right = sum(one == other for one, other in zip(self.confirmed, found, strict=False))
            raise LostError(f"of {known} confirmed events {right} are there, among {len(found)}; the table has {there}")
        marks = {event for hole in journal["broken"] for event in hole["events"]} - self._marks
        if marks and (min(marks) <= known or marks != {there}):
            raise LostError(f"{known} events were confirmed, and of {there} are marked as lost: {sorted(marks)}")
        self._marks |= marks
        unanswered = (2 if self._state.get("phase") == Phase.MARKS.value else 1) if self._open else 0
        unanswered += len(marks)
        if not 0 <= self._ahead <= unanswered:
            raise LostError(f"{known} events were confirmed, and the table has {there}: {found[known:]}")
        if known and not self._ahead and _kept(state) != _kept(self._state):
            raise LostError(f"the table shows {_kept(state)} instead of {_kept(self._state)}")
        self.tally["found one more"] += self._ahead > len(marks)
        self.tally["marked"] += len(marks)
        if len(found) >= there:
            self.confirmed, self._ahead = found, 0
        self._state, self._open = state, False

    def press_on(self, asks: httpx.Client, until: Callable[[Mapping[str, Any]], bool] = lambda state: False) -> None:
        """Press until the table's state is so, or nobody answers any more."""
        try:
            while not until(self._state):
                self._press(asks, self._button())
        except (httpx.TransportError, ValueError, _SwitchedOffError):
            self._open = True

    def _button(self) -> str:
        free = [name for name, refused in self._state["buttons"].items() if refused is None and name in _WEIGHTS]
        if self._state["phase"] == Phase.CARDS.value and "read" in free:
            return "read"
        return self._chance.choices(free, [_WEIGHTS[name] for name in free])[0] if free else "ok"

    def _press(self, asks: httpx.Client, button: str) -> None:
        began = time.monotonic()
        answer = asks.post(f"/api/press/{button}")
        told = answer.json()
        if button != "read":
            self.waited.append(time.monotonic() - began)
        new = bodies(self._data, len(self.confirmed), _PATIENCE)
        if answer.status_code == 200:
            self.tally["confirmed"] += 1
        elif answer.status_code == 409 and told["sentence"]:
            self.tally["refused for want of room"] += "disk" in told["sentence"]
            if len(new) - self._began_next(new) > self._ahead:
                raise LostError(f"refused ({told['sentence']}), and kept: {new}")
        elif answer.status_code == 503 and told["sentence"] == str(SWITCHED_OFF):
            raise _SwitchedOffError
        else:
            raise LostError(f"{button} was answered {answer.status_code} {told}")
        self.confirmed += new
        self._ahead = max(0, self._ahead - len(new))
        self._state = told["state"]

    def _began_next(self, new: list[str]) -> bool:
        """Whether the press meant two things, of which the first was kept: a call at the marks begins what it is in."""
        begun = bool(new) and '"event":"karta-aldia-started"' in new[-1]
        return begun and self._state["phase"] == Phase.MARKS.value


def _kept(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: state.get(name) for name in KEPT}
