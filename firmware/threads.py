"""How many of the processor's cores read."""

from __future__ import annotations

import os


def reading_threads() -> int:
    """How many threads read at the table: one a core, but for one core that the buttons and the display keep."""
    return max(1, (os.cpu_count() or 1) - 1)
