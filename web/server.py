"""The web server: says when it answers, and stops cleanly when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import uvicorn
from starlette.applications import Starlette

from web.guests import GuestProtocol

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
_LOG = logging.getLogger("hamarreko")
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_OWN_FILES: Final = 128
"""That a server may have open besides its guests' connections, such as its database's."""
_STOP_SECONDS = 10
"""That a stop waits for what is being answered; the service's manager ends the program some seconds later."""


class Served(Protocol):
    """What is served."""

    @property
    def app(self) -> Starlette:
        """Its pages."""

    def stop(self) -> None:
        """End what would keep the server from closing. Called on its own loop."""


class Certificate(NamedTuple):
    """The files of what a server shows that it is itself with: a chain of certificates, and the first one's key."""

    chain: Path
    key: Path

    def check(self) -> None:
        """ValueError where they cannot be used, OSError where they cannot be read."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.chain, self.key, password="")
        except ssl.SSLError as error:
            raise ValueError("not a certificate and its key, in PEM form and without a password") from error


def room_for(connections: int) -> int:
    """How many of so many connections this program may hold, with as many that it takes only to refuse them.

    It asks the system for more open files where that lets it: a server that runs out of them serves nobody.
    """
    given, most = (sys.maxsize if one == resource.RLIM_INFINITY else one for one in _open_files())
    wanted = min(2 * connections + _OWN_FILES, most)
    if given < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, _open_files()[1]))
            given = wanted
    return min(connections, (given - _OWN_FILES) // 2)


def _open_files() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. OSError where the port cannot be had."""
    # asyncio sends small answers at once only where the protocol is named; else each waits 40 ms for the one before it
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # without this a port stays taken for a minute after the program that had it was killed
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


async def serve(
    served: Served,
    listening: socket.socket,
    ready: Callable[[], object],
    beats: Collection[Callable[[], object]],
    seconds: float,
    protocol: type[GuestProtocol] = GuestProtocol,
    certificate: Certificate | None = None,
) -> None:
    """Serve it on a bound socket until SIGINT or SIGTERM; `ready` is called once it answers.

    Each of the `beats` is called every so many `seconds` as long as this loop goes on, on a thread of its own, and not
    again before it has come back. The `protocol` says how many may be connected. With a `certificate` it is served by
    https.
    """
    config = uvicorn.Config(
        served.app,
        http=protocol,
        ssl_certfile=certificate and certificate.chain,
        ssl_keyfile=certificate and certificate.key,
        limit_concurrency=protocol.most_of_all,
        backlog=protocol.most_of_all,
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=_STOP_SECONDS,
    )
    beating = [asyncio.create_task(_heart(beat, seconds)) for beat in beats]
    try:
        await _Server(config, served, ready).serve(sockets=[listening])
    finally:
        for heart in beating:
            heart.cancel()


async def _heart(beat: Callable[[], object], seconds: float) -> None:
    while True:
        try:
            await asyncio.to_thread(beat)
        except Exception:
            _LOG.exception("a heartbeat went wrong")
        await asyncio.sleep(seconds)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, served: Served, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._served, self._ready = served, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ends in order at a signal: uvicorn's own way raises it again at the end, which is no clean stop."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._stop)
        try:
            yield
        finally:
            for number in _SIGNALS:
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True
        self._served.stop()
