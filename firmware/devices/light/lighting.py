"""How the table is lit: bright for reading, dark between; and by which light its pictures come out best."""

from __future__ import annotations

import itertools
import json
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from firmware.devices.gpio_keys import GpioError
from firmware.devices.light.lamp import Lamp
from firmware.keeping.folders import keep_text

if TYPE_CHECKING:
    from firmware.devices.cameras.pi_camera import PiCamera

_LOG = logging.getLogger("hamarreko")
_LEVELS: Final = (1.0, 0.5, 0.25, 0.0)
_STOPS: Final = (0.0, -1.0, 1.0)
"""What may be tried: parts of the lamp's light, and stops of the camera's exposure, each twice the one before."""
_FILE: Final = "light.json"

Looked = TypeVar("Looked")


class Light(NamedTuple):
    """So much of the lamp's light, from 0 to 1, and so many stops more exposure than the camera would take."""

    lamp: float = 0.0
    stops: float = 0.0


BETWEEN: Final = Light()
"""Nothing is read."""


class Lighting:
    """The light over one table, from any thread. Without a lamp and without a camera to expose it does nothing."""

    def __init__(self, lamp: Lamp | None = None, camera: PiCamera | None = None) -> None:
        self._lamp, self._camera = lamp, camera
        self._lock = threading.RLock()
        self.best = Light(_LEVELS[0] if lamp else 0.0)
        """The one that is read by."""
        self._asked, self._held = False, 0

    @property
    def shows(self) -> bool:
        """Whether what is dark now should not be: the lamp shines, or there is none."""
        return self._lamp is None or self._needed

    def ask(self, needed: bool) -> None:
        """Have light from now on, for cards that are awaited; or none."""
        with self._lock:
            self._asked = needed
            self._shine()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Light for as long as something is read."""
        with self._lock:
            self._held += 1
            self._shine()
        try:
            yield
        finally:
            with self._lock:
                self._held -= 1
                self._shine()

    def mended(self, look: Callable[[], Looked], faults: Callable[[Looked], int]) -> Looked:
        """What is looked at by the best light; where that has faults by others, nearest first, until one has none.

        Read by it is from then on. What `look` raises goes through, and then the light stays as it was.
        """
        was, *others = self._tries()
        best = was
        with self.held():
            found = look()
            try:
                for light in others if faults(found) else ():
                    self._take(light)
                    seen = look()
                    if faults(seen) < faults(found):
                        found, best = seen, light
                    if not faults(seen):
                        break
            except BaseException:
                best = was
                raise
            finally:
                self._take(best)
        if best != was:
            _LOG.info("pictures are taken by another light now: %s", best)
        return found

    def _tries(self) -> list[Light]:
        """Every light that can be had, the best one and what is next to it before the others."""
        first = self.best
        levels = _LEVELS if self._lamp else (0.0,)
        stops = _STOPS if self._camera else (0.0,)

        def far(light: Light) -> float:
            return abs(levels.index(light.lamp) - levels.index(first.lamp)) + abs(light.stops - first.stops)

        return sorted((Light(*pair) for pair in itertools.product(levels, stops)), key=far)

    def take_up(self, folder: Path) -> None:
        """Read by the light that was kept in a folder, where one was."""
        try:
            kept = json.loads((folder / _FILE).read_text("utf-8"))
            light = Light(float(kept["lamp"]), float(kept["stops"]))
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError) as error:
            _LOG.warning("the light that was kept cannot be read: %s", error)
            return
        if light in self._tries():
            self._take(light)

    def keep(self, folder: Path) -> None:
        """Keep it in a folder, where there is anything to choose."""
        if self._lamp is None and self._camera is None:
            return
        try:
            keep_text(folder / _FILE, json.dumps(self.best._asdict()))
        except OSError as error:
            _LOG.warning("by which light pictures are taken was not kept: %s", error)

    def close(self) -> None:
        if self._lamp:
            self._lamp.close()

    @property
    def _needed(self) -> bool:
        return self._asked or self._held > 0

    def _take(self, best: Light) -> None:
        with self._lock:
            self.best = best
            self._shine()

    def _shine(self) -> None:
        light = self.best if self._needed or self._lamp is None else BETWEEN
        if self._lamp:
            try:
                self._lamp.shine(light.lamp)
            except GpioError as error:
                _LOG.warning("the lamp stays as it is: %s", error)
        if self._camera:
            self._camera.expose(light)
