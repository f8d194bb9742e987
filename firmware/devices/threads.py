"""How many of the processor's cores read."""

from __future__ import annotations

import os
from typing import Final

from firmware.files.arguments import whole

MOST_THREADS: Final = 64
thread_count: Final = whole(f"a number of threads from 1 to {MOST_THREADS}", 1, MOST_THREADS)
"""Reads a number of threads as a command line gives it."""


def reading_threads() -> int:
    """How many threads read at the table: one a core, but for one core that the buttons and the display keep."""
    return max(1, (os.cpu_count() or 1) - 1)
