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


def keep_text(path: Path, text: str) -> None:
    """Write a small file, with its folder, so that a power cut leaves the old one or the new one. OSError if not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
