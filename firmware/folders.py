"""Where the program keeps what must last."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder(given: str | None = None) -> Path:
    """The folder named on the command line, else `hamarreko` in the user's data folder."""
    if given:
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "hamarreko"
