"""What systemd is told: that the table is ready, that it is alive, that it stops. Nothing where nobody listens."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Final

BEAT = 1.0
"""Seconds between two heartbeats."""
LONGER: Final = 120.0
"""Seconds that systemd waits from when it was told that the start gets on."""
_TOLD_AGAIN: Final = 10.0
"""Seconds between two times that it is told so."""

_LOG = logging.getLogger("hamarreko")


class Notifier:
    """Sends systemd's notifications as its `sd_notify` would: a datagram to the socket that the environment names."""

    def __init__(self, environ: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic) -> None:
        name = environ.get("NOTIFY_SOCKET", "")
        # a name that begins with @ is in the kernel's own list instead of a folder's
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self.watchdog = self._watchdog(environ)
        """Seconds after which systemd takes the table for dead if it hears nothing; None where it does not watch."""
        self._clock, self._is_ready, self._due = clock, False, clock() + _TOLD_AGAIN

    @property
    def beat_seconds(self) -> float:
        """How far two heartbeats may be apart: three of them come before systemd gives up."""
        return min(BEAT, self.watchdog / 3) if self.watchdog else BEAT

    def starting(self) -> None:
        """The start gets on, however long it takes. May be called as often as it does; nothing once it is ready."""
        if not self._is_ready and self._clock() >= self._due:
            self._due = self._clock() + _TOLD_AGAIN
            self._send(f"EXTEND_TIMEOUT_USEC={LONGER * 1e6:.0f}")

    def ready(self, address: str) -> None:
        """The table answers at this address: `systemctl status` shows it, and the installer asks it there."""
        self._is_ready = True
        self._send(f"STATUS={address}\nREADY=1")

    def alive(self) -> None:
        """The table's heart has beaten."""
        if self.watchdog:
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The table is about to end."""
        self._send("STOPPING=1")

    @staticmethod
    def _watchdog(environ: Mapping[str, str]) -> float | None:
        microseconds, own = environ.get("WATCHDOG_USEC", ""), str(os.getpid())
        if not microseconds.isdecimal() or int(microseconds) == 0 or environ.get("WATCHDOG_PID", own) != own:
            return None
        return int(microseconds) / 1e6

    def _send(self, said: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
                to.settimeout(1.0)
                to.connect(self._address)
                to.send(said.encode())
        except OSError as error:
            _LOG.warning("systemd was not told %s: %s", said, error)
