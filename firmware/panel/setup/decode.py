"""A process of its own that turns a file from elsewhere into pixels, within limits: a file may be made to do harm.

`python -m firmware.panel.setup.decode FILE BYTES`, with BYTES of memory, writes a line of JSON and then the pixels, or
a line that says what is wrong.
"""

from __future__ import annotations

import contextlib
import json
import resource
import sys
from pathlib import Path

from engine.sentences import Sentence
from firmware.memory import for_want_of_memory
from words.as_json import to_json

_TOO_MUCH = Sentence("it takes more memory than a picture may")
SECONDS = 20
"""Seconds of a processor."""


def main() -> int:
    """Decode the file named on the command line; 1 where it is no picture."""
    _limit(int(sys.argv[2]))
    from vision.picture import PictureError, load  # within the limits, as what it reads

    path = sys.argv[1]
    try:
        picture = load(path)
    except (PictureError, MemoryError) as error:
        what = error.what if isinstance(error, PictureError) and not for_want_of_memory(error) else _TOO_MUCH
        print(json.dumps({"error": to_json(what)}))
        return 1
    height, width = picture.pixels.shape[:2]
    note = picture.note and to_json(picture.note)
    head = {"width": width, "height": height, "scale": picture.scale, "note": note}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + picture.pixels.tobytes())
    sys.stdout.buffer.flush()
    return 0


def _limit(memory: int) -> None:
    """`memory`: bytes of address space, the libraries' included."""
    with contextlib.suppress(OSError):  # where memory runs out it is this that goes, and not the table
        Path("/proc/self/oom_score_adj").write_text("1000")
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main())
