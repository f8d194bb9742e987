"""What is done again and again on a thread of its own."""

from __future__ import annotations

import threading

from firmware.devices.watch import Repeating


def test_one_that_is_closed_at_whatever_moment_ends() -> None:
    class Closing(threading.Event):
        """Somebody closes it just as it is about to begin anew."""

        def clear(self) -> None:
            repeating.close(0.0)
            super().clear()

    repeating = Repeating("closed", lambda: None)
    repeating._soon = Closing()
    repeating.start()
    repeating._thread.join(5)
    assert not repeating._thread.is_alive()
