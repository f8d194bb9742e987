"""Numbers, folders of data and sources as a command line gives them, and what is said where they are wrong."""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from firmware.files.regular_files import open_regular_or_pipe
from firmware.files.streams import StreamError


class Parser(argparse.ArgumentParser):
    """Takes no empty text and no empty path: a shell's variable that is not set chooses nothing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.register("type", None, not_empty)
        self.register("type", Path, lambda text: Path(not_empty(text)))

    def add_subparsers(self, **kwargs: Any) -> Any:
        """As ever: the command's own parser looks at the rest of the line, which this one hands on."""
        commands = super().add_subparsers(**kwargs)
        commands.type = str
        return commands


def not_empty(text: str) -> str:
    """A text. ArgumentTypeError where it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("it is empty")
    return text


def whole(what: str, least: int, most: float = math.inf) -> Callable[[str], int]:
    """Reads a whole number in digits, at least and at most so many. ArgumentTypeError says that it is not `what`."""

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) < _DIGITS and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"not {what}: {text!r}")

    return read


_DIGITS = 10
"""No number on a command line has as many."""


def tables(most: float = math.inf) -> Callable[[str], int]:
    """Reads an even number of tables, at most so many. ArgumentTypeError says that it is none."""
    number_of_tables = whole("a number of tables", 1, most)

    def read(text: str) -> int:
        number = number_of_tables(text)
        if number % 2:
            raise argparse.ArgumentTypeError(f"not an even number of tables (mus por equipos 2): {text!r}")
        return number

    return read


def measure(what: str, least: float = -math.inf, most: float = math.inf) -> Callable[[str], float]:
    """Reads a finite number, at least and at most so large. ArgumentTypeError says that it is not `what`."""

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            value = float(text)
            if math.isfinite(value) and least <= value <= most:
                return value
        raise argparse.ArgumentTypeError(f"not {what}: {text!r}")

    return read


def word(text: str) -> str:
    """A text that can be published. ArgumentTypeError where it is empty, or not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("a text in UTF-8") from None
    return not_empty(text)


def path(text: str) -> Path:
    """A path whose name can be kept and published. ArgumentTypeError where it is empty, or not UTF-8."""
    return Path(word(text))


degrees = measure("an angle in degrees")


def told(command: str | None, what: object, status: int = 1) -> int:
    """Say something on standard error, beside the output; the exit status that fits, where it is what went wrong."""
    print(f"hamarreko {command}: {what}" if command else f"hamarreko: {what}", file=sys.stderr, flush=True)
    return status


class UsageError(ValueError):
    """The command line is wrong: what it names cannot be had. The message says what."""


def require_of_use(args: argparse.Namespace, options: Iterable[str], used: object, where: str) -> None:
    """UsageError where one of the options is given and not `used`; `where` says when it would be."""
    given = next((name for name in options if getattr(args, name) is not None), None)
    if given and not used:
        raise UsageError(f"--{given} is of use {where}")


@contextlib.contextmanager
def source_of(path: str | None) -> Iterator[BinaryIO]:
    """The file or pipe of that path, opened for reading; standard input where none is named. UsageError if not."""
    if path is None:
        yield sys.stdin.buffer
        return
    try:
        with open_regular_or_pipe(path) as source:
            yield source
    except (StreamError, BrokenPipeError):  # of the output
        raise
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
