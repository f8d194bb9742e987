"""How many of the processor's cores read."""

from __future__ import annotations

import argparse
import os

MOST_THREADS = 64


def thread_count(text: str) -> int:
    """A number of threads as a command line gives it; ArgumentTypeError where it is none, or too many to be meant."""
    if text.isdecimal() and 1 <= int(text) <= MOST_THREADS:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a number of threads from 1 to {MOST_THREADS}: {text!r}")


def reading_threads() -> int:
    """How many threads read at the table: one a core, but for one core that the buttons and the display keep."""
    return max(1, (os.cpu_count() or 1) - 1)
