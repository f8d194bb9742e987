"""What is no code stands in TOML files beside it: drawings, pens, where pips stand, the project's own deck."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The file of that name, its folder before it: `figures/head`."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))
