"""A command line run within this process, for the many tests of what a command answers."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from firmware.cli import main


def hamarreko(stdin: str | bytes, *arguments: str) -> tuple[int | str | None, str, str]:
    """The exit status, and what stands on standard output and standard error."""
    given = io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin)
    out, said = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with patch.object(sys, "stdin", io.TextIOWrapper(given, "utf-8")), redirect_stdout(out), redirect_stderr(said):
        try:
            status: int | str | None = main(arguments)
        except SystemExit as wrong:  # argparse's
            status = wrong.code
    return status, *(_written(stream) for stream in (out, said))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()
