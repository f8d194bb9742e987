"""Where odds are worked out for those who look on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
Run = Callable[[Callable[[], Response]], Awaitable[Response]]
"""How an answer is made off the server's own loop: in a thread, or `Apart`."""


class Apart:
    """Does what takes long in a thread, one thing after the other.

    So it takes one of the machine's cores at most, and whoever waits for it holds no thread that a press may need.
    """

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(1)

    async def __call__(self, work: Callable[_Given, _Made], *given: _Given.args, **named: _Given.kwargs) -> _Made:
        async with self._free:
            return await run_in_threadpool(work, *given, **named)
