"""The panel's web server: says when it answers, and stops cleanly when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from firmware.panel.app import Panel
from firmware.panel.guests import ALL_CONNECTIONS, GuestProtocol

_LOG = logging.getLogger("hamarreko")
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def serve(
    panel: Panel, listening: socket.socket, ready: Callable[[], object], beat: Callable[[], object], seconds: float
) -> None:
    """Serve the panel on a bound socket until SIGINT or SIGTERM; `ready` is called once it answers.

    `beat` is this loop's heartbeat: it is called every so many `seconds`, on another thread, and not again before it
    has come back.
    """
    config = uvicorn.Config(
        panel.app,
        http=GuestProtocol,
        limit_concurrency=ALL_CONNECTIONS,
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=3,
    )
    heart = asyncio.create_task(_heart(beat, seconds))
    try:
        await _Server(config, panel, ready).serve(sockets=[listening])
    finally:
        heart.cancel()


async def _heart(beat: Callable[[], object], seconds: float) -> None:
    while True:
        try:
            await asyncio.to_thread(beat)
        except Exception:
            _LOG.exception("a heartbeat went wrong")
        await asyncio.sleep(seconds)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, panel: Panel, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._panel, self._ready = panel, ready

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
        self._panel.stop()
