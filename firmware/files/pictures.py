"""Pictures named on a command line: each is loaded in turn; of those that cannot be, it is said why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.sentences import Sentence
from firmware.files.arguments import UsageError, told
from firmware.files.lines import put_json
from vision.picture import Picture, PictureError, load

UPRIGHT = (
    "A picture is read as a viewer shows it: turned upright as its EXIF data says, and all corners are given in pixels "
    "of that upright picture, from its top left corner."
)
"""What the commands' help says about turned pictures."""


class Loaded(NamedTuple):
    """A picture with the file's name as it is printed, and the milliseconds that loading took."""

    name: str
    picture: Picture
    ms: float


class Pictures:
    """The pictures that can be read; of the others it says why not, and its `status` is then 1.

    `refused` are those that could not be, as far as they were come to: the file's name, and what is wrong with it.

    UsageError where a file is missing, unless `missing_too` is said of each in its turn.
    """

    def __init__(self, command: str, paths: list[Path], as_json: bool, missing_too: bool = False) -> None:
        if not missing_too and (gone := [str(path) for path in paths if not _is_there(path)]):
            raise UsageError(printable(f"{', '.join(gone)}: there is no such file"))
        self._command = command
        self._paths = paths
        self._as_json = as_json
        self._times = Counter(path.name for path in paths)
        self.status = 0
        self.refused: list[tuple[str, Sentence]] = []

    def __iter__(self) -> Iterator[Loaded]:
        for path in self._paths:
            start = time.perf_counter()
            try:
                picture = load(path)
            except PictureError as error:
                self.refused.append((self._name(path), error.what))
                self.complain(self._name(path), str(error))
                continue
            yield Loaded(self._name(path), picture, (time.perf_counter() - start) * 1000)
            del picture  # else it is kept while the next one is loaded

    def _name(self, path: Path) -> str:
        """The file's name, with its folder where another file has the same name."""
        return printable(path.name if self._times[path.name] == 1 else str(path))

    def complain(self, name: str, text: str) -> None:
        """Say what is wrong with a picture, in place of what would have been said of it."""
        self.status = 1
        if self._as_json:
            put_json({"image": name, "error": printable(text)})
        else:
            told(self._command, printable(text))


def _is_there(path: Path) -> bool:
    """Whether a file is not missing; one that cannot be looked at is not."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        pass
    return True


def printable(text: str) -> str:
    """The text without what stands in a file's name for bytes that are no letters, which cannot be printed."""
    return text.encode("utf-8", "replace").decode("utf-8")
