"""Looks at a live camera now and then: whether it is there, whether its picture moves, whether it sees anything."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from firmware.devices.cameras.camera import CameraError, LiveCamera
from firmware.devices.cameras.stillness import covered
from firmware.devices.watch import Repeating
from firmware.screens.trouble import Trouble

EVERY = 2.0
"""Seconds between two glances."""

STILL = 3
"""Glances without the least difference after which a picture stands still: a sensor's noise is never twice the same."""

_LOG = logging.getLogger("hamarreko")


class CameraWatch(Repeating):
    """The troubles of one camera. One that has failed is tried again with every glance, and one whose picture stands
    still is opened anew until it moves again.
    """

    def __init__(
        self, camera: LiveCamera, lit: Callable[[], bool] = lambda: True, gone: Trouble = Trouble.CAMERA_GONE
    ) -> None:
        """That it is dark is told where it is `lit` alone. `gone` is the trouble where it gives no picture.

        The camera is its owner's to close.
        """
        super().__init__("camera", self.look)
        self._camera, self._lit, self._gone = camera, lit, gone
        self._before: NDArray[np.uint8] | None = None
        self._same = 0
        self._trouble: Trouble | None = None

    def troubles(self) -> frozenset[Trouble]:
        return frozenset({self._trouble} if self._trouble else ())

    def details(self) -> Mapping[str, object]:
        return {"camera": self._camera.id, **self._camera.details()}

    def look(self) -> float:
        """Take one glance; the seconds until the next one."""
        trouble = self._seen()
        if trouble is not self._trouble:
            _LOG.warning("the camera: %s", trouble.text if trouble else "all is well")
        self._trouble = trouble
        return EVERY

    def _seen(self) -> Trouble | None:
        before, same = self._before, self._same
        self._before, self._same = None, 0
        if not self._camera.live:  # a phone that sends no stream is none that could be missed
            return None
        self._camera.try_again()
        try:
            grey = self._camera.glance()
        except CameraError as error:
            _LOG.info("the camera: %s", error)
            return self._gone
        if covered(grey):
            return Trouble.CAMERA_COVERED if self._lit() else None
        if before is None or np.array_equal(before, grey):
            same += before is not None
            if same >= STILL:
                self._camera.reopen()
                return Trouble.CAMERA_STILL
            self._before, self._same = grey, same
            # a picture that stood still has to move again first
            return Trouble.CAMERA_STILL if self._trouble is Trouble.CAMERA_STILL else None
        self._before = grey
        return None
