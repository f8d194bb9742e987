"""The table of the soak: the real program with the demonstration's pictures, in each of which it sees a deal by chance.

`python -m tests.firmware.soak.program DATA PORT [AFTER]`. With AFTER its disk forgets what was not synced: at the first
byte of its input nothing more is written, the folder AFTER is made as the data folder may be once the power is back,
and the program is gone.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import threading
from pathlib import Path

from firmware.devices.cameras.camera import DemonstrationCamera
from firmware.devices.choose import Devices
from firmware.table.program import Start, serve
from tests.firmware.keeping.disk import Recorder, Step, after_power_cut
from tests.firmware.playing import RandomEyes
from tests.firmware.running import ROOT


class Forgetful(Recorder):
    """Writes down what the folder holds already, and every step from then on, until the power is cut."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._power = threading.Lock()
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if path.is_dir():
                self.steps += (Step("made", f"{name}/"), Step("synced-folder", str(Path(name).parent)))
            elif not name.endswith("-shm"):
                self.steps += (
                    Step("made", name),
                    Step("write", name, 0, path.read_bytes()),
                    Step("sync", name),
                    Step("synced-folder", str(Path(name).parent)),
                )

    def _did(self, step: Step) -> bool:
        with self._power:
            return super()._did(step)

    def cut(self, after: Path) -> None:
        """Cut the power: whoever writes from now on waits for ever."""
        self._power.acquire()
        after_power_cut(self.steps, random.Random(len(self.steps)), after)
        os._exit(0)


def _devices() -> Devices:
    return Devices(DemonstrationCamera(ROOT / "firmware" / "demo"), RandomEyes())


def _cut_when_told(disk: Forgetful, after: Path) -> None:
    if os.read(0, 1):
        disk.cut(after)


def main(data: Path, port: int, after: Path | None) -> int:
    """Runs the table; its exit status."""
    with contextlib.ExitStack() as stack:
        if after:
            disk = stack.enter_context(Forgetful(data))
            threading.Thread(target=_cut_when_told, args=(disk, after), daemon=True).start()
        return serve(_devices, data, Start(port, language="en", network=True, reveal_seconds=0.0))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]) if sys.argv[3:] else None))
