"""What one guest may take of a server: so many connections, so much time to ask and to read the answer.

A guest is an address on the network. Whoever runs the box itself has more: other programs on it may be many.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

STREAMS: Final = 16
"""Streams of changes that one guest may have open; the oldest ends where one more is asked for."""


def is_here(host: str) -> bool:
    """Whether that is an address of this machine for itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class GuestProtocol(H11Protocol):
    """uvicorn's HTTP, which has a limit for all connections together and for idle ones, with a guest's own."""

    most = 24
    """Connections that one guest may have open at a time: a browser opens six."""
    most_here = 96
    """That programs on this machine may."""
    most_of_all = 128
    """That all may have together: while there are so many whoever asks is told that there is no time, and nobody else
    comes in."""
    head_seconds = 10.0
    """In which a request's head must be there, all of it."""
    body_seconds = 20.0
    """That may go by without anything more of a request's body."""
    reading_seconds = 30.0
    """That may go by without a guest reading anything of an answer that waits."""
    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        own = [one for one in self.connections if isinstance(one, H11Protocol) and one.client and one.client[0] == host]
        most = self.most_here if is_here(host) else self.most
        if len(own) > most or len(self.connections) > self.most_of_all:
            transport.abort()
            return
        self._asking = self.loop.call_later(self.head_seconds, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        self._end_reading()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        asks = self.conn.their_state
        if asks is not h11.IDLE:
            self._end_waiting()
        if self._asking is None and asks in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
            seconds = self.head_seconds if asks is h11.IDLE else self.body_seconds
            self._asking = self.loop.call_later(seconds, self._too_late)

    def send_400_response(self, msg: str) -> None:
        """What was sent is no HTTP. An answer that is being made to what came before it has nobody to go to."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # it has its answer, which was the last
            self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._end_reading()
        self._reading = self.loop.call_later(self.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._end_reading()
        super().resume_writing()

    def _too_late(self) -> None:
        self._asking = None
        if self.flow.read_paused:  # it is the server that takes its time
            self._asking = self.loop.call_later(self.body_seconds, self._too_late)
        else:
            self.transport.abort()

    def _end_waiting(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _end_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None


class Stream:
    """A guest's stream of changes."""

    def __init__(self, guest: str, over: bool) -> None:
        self.guest, self.changed, self.over = guest, asyncio.Event(), over

    def end(self) -> None:
        """Have it end. On the server's loop."""
        self.over = True
        self.changed.set()


class Streams:
    """The streams of changes that are open, the oldest first."""

    def __init__(self) -> None:
        self._open: list[Stream] = []
        self._over = False

    def begin(self, guest: str) -> Stream:
        """One more for a guest; the oldest ones of a guest who has too many end."""
        own = [stream for stream in self._open if stream.guest == guest and not stream.over]
        for old in own[: max(0, len(own) + 1 - STREAMS)]:
            old.end()
        stream = Stream(guest, self._over)
        self._open.append(stream)
        return stream

    def forget(self, stream: Stream) -> None:
        """It has ended."""
        self._open.remove(stream)

    def end(self) -> None:
        """Have all of them end, and those that are asked for from now on."""
        self._over = True
        for stream in self._open:
            stream.end()
