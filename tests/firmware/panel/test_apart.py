"""What takes long is done apart: whoever is no longer there, or a server that stops, waits for none of it."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest

from firmware.panel.review.apart import Apart


def test_a_stop_waits_for_nothing_that_takes_long() -> None:
    begun, finish = threading.Event(), threading.Event()

    def long_work() -> None:
        begun.set()
        finish.wait()

    async def stopped() -> None:
        waiting = asyncio.create_task(Apart()(long_work))
        await asyncio.to_thread(begun.wait)
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting

    asyncio.run(stopped())  # and would never end, if it waited
    [thread] = (one for one in threading.enumerate() if one.name == "apart")
    assert thread.daemon, "nor does the program wait at its end"
    finish.set()
    thread.join()


def test_what_is_made_comes_back_and_so_do_errors() -> None:
    apart = Apart()
    assert asyncio.run(apart(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(apart(divmod, 7, 0))
