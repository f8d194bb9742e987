"""Where odds are worked out for those who look on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

from starlette.responses import Response

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
Run = Callable[[Callable[[], Response]], Awaitable[Response]]
"""How an answer is made off the server's own loop: in a thread, or `Apart`."""


class Apart:
    """Does what takes long in a thread, one thing after the other.

    So it takes one of the machine's cores at most, and whoever waits for it holds no thread that a press may need. A
    server that is stopped does not wait for it: the thread ends with the program.
    """

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(1)

    async def __call__(self, work: Callable[_Given, _Made], *given: _Given.args, **named: _Given.kwargs) -> _Made:
        async with self._free:
            done: Future[_Made] = Future()

            def do() -> None:
                try:
                    done.set_result(work(*given, **named))
                except BaseException as error:
                    done.set_exception(error)

            done.set_running_or_notify_cancel()
            threading.Thread(target=do, name="apart", daemon=True).start()
            return await asyncio.wrap_future(done)
