"""A broker as the command line names it."""

from __future__ import annotations

import argparse
import re
from typing import Final, NamedTuple

PORT: Final = 1883
_NAMED: Final = re.compile(
    r"(?:(?P<user>[^@\s\ud800-\udfff]+)@)?(?P<host>\[[0-9a-fA-F:]+\]|[^@:/\s\ud800-\udfff]+)(?::(?P<port>[0-9]{1,5}))?"
)
"""Without the halves of letters that stand for what was no UTF-8: none of it could be kept."""


class Broker(NamedTuple):
    """Where a broker is, and as whom the table comes."""

    host: str
    port: int = PORT
    user: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def broker(text: str) -> Broker:
    """Reads `HOST`, `HOST:PORT` or `USER@HOST:PORT`. ArgumentTypeError where it is none of them."""
    found = _NAMED.fullmatch(text)
    port = int(found["port"] or PORT) if found else 0
    if found is None or not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"not a broker, as HOST, HOST:PORT or USER@HOST:PORT: {text!r}")
    return Broker(found["host"].strip("[]"), port, found["user"])
