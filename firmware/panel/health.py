"""How the box is, for whoever looks after it: `/health`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from firmware import __version__
from firmware.table.appliance import Appliance


def health(appliance: Appliance) -> dict[str, Any]:
    """Whether the table is alive, its troubles, and what its devices say of themselves. Waits for nothing."""
    return {
        "alive": appliance.alive,
        "seconds_since_heartbeat": round(appliance.since_beat(), 1),
        "troubles": {trouble.value: trouble.text for trouble in appliance.presenter.troubles},
        **appliance.details(),
        "memory_mb": _memory(),
        "version": __version__,
    }


def _memory() -> float | None:
    """What of the program is in memory, in megabytes; None where the kernel does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
