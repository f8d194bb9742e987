"""The box's twelve buttons on the Raspberry Pi's pins, by gpiozero."""

from __future__ import annotations

import logging
import os
import queue
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from firmware.devices.debounce import Contact
from firmware.devices.keys import HOLD, Pressed
from firmware.devices.pins import Pins
from firmware.devices.watch import Repeating
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button

STUCK = 20.0
"""Seconds after which a button that is still held is stuck."""

SAMPLING = 0.001
IDLE = 0.02
"""Seconds between two looks while a contact is moving, and while none is: an edge that got lost is found so late."""

_CLOCKS_APART = 1.0
_LOG = logging.getLogger("hamarreko")


class GpioError(OSError):
    """The pins cannot be had; the message says why."""


class GpioKeys:
    """Buttons that join a pin to ground. Edges say when to look; what counts is for how long a pin was how.

    A press is told once, when the button goes down, and by a thread of its own: a press that takes its time holds up
    later presses and nothing else. Kept pressed for `HOLD` it is told once more, as held. A button held for longer than
    `STUCK` is a trouble until it is let go.
    """

    def __init__(self, pins: Pins, factory: Any, clock: Callable[[], float] = time.monotonic) -> None:
        """Claim the pins from gpiozero's `factory`. GpioError where one cannot be had."""
        from gpiozero import InputDevice

        self._clock, self._lock = clock, threading.Lock()
        self._pressed: queue.SimpleQueue[tuple[Button, bool] | None] = queue.SimpleQueue()
        """Who was pressed, and whether it is told because it is held; None at the end."""
        self._since: dict[Button, float] = {}
        self._devices: dict[Button, Any] = {}
        self._edges: list[Callable[[float, int], None]] = []  # gpiozero itself keeps only weak references
        self._looking = Repeating("buttons", lambda: IDLE if self.look() else SAMPLING)
        self._telling: threading.Thread | None = None
        self._claimed = ExitStack()
        try:
            for button in pins.buttons:
                device = InputDevice(pins.line(button), pull_up=True, pin_factory=factory)
                self._devices[button] = self._claimed.enter_context(device)
        except Exception as error:  # the errors of gpiozero and lgpio have no class in common
            self._claimed.close()
            raise GpioError(f"button {button.value} on pin {pins.buttons[button]}: {error}") from error
        self._contacts = {b: Contact(bool(d.is_active), clock()) for b, d in self._devices.items()}
        for button, device in self._devices.items():
            edge = partial(self._edge, button)
            self._edges.append(edge)
            device.pin.edges = "both"
            device.pin.when_changed = edge

    def listen(self, pressed: Pressed) -> None:
        """Call `pressed` for every press from now on."""
        self._telling = threading.Thread(target=self._tell, args=(pressed,), name="presses", daemon=True)
        self._telling.start()
        self._looking.start()

    def look(self) -> bool:
        """Look at every pin; True where all contacts have settled."""
        with self._lock:
            for button, contact in self._contacts.items():
                now = self._clock()
                if contact.sampled(bool(self._devices[button].is_active), now):
                    self._press(button)
                # what was closed from the start was never pressed, and is not held
                if contact.down and now - contact.since >= HOLD and self._since.get(button) == contact.since:
                    del self._since[button]
                    self._pressed.put((button, True))
            return all(contact.settled for contact in self._contacts.values())

    def stuck(self) -> tuple[Button, ...]:
        """The buttons that have been held for too long."""
        with self._lock:
            now = self._clock()
            return tuple(b for b, contact in self._contacts.items() if contact.down and now - contact.since >= STUCK)

    def troubles(self) -> frozenset[Trouble]:
        return frozenset({Trouble.BUTTON_STUCK}) if self.stuck() else frozenset()

    def details(self) -> Mapping[str, object]:
        return {"buttons": "gpio", "stuck": [button.value for button in self.stuck()]}

    def close(self) -> None:
        """Stop listening and give the pins free."""
        for device in self._devices.values():
            if not device.closed:
                device.pin.when_changed = None
        self._looking.close()
        self._pressed.put(None)
        self._claimed.close()

    def _edge(self, button: Button, ticks: float, level: int) -> None:
        now = self._clock()
        # older kernels count the time of an edge on another clock
        at = ticks if abs(now - ticks) < _CLOCKS_APART else now
        with self._lock:
            if self._contacts[button].edge(not level, at):
                self._press(button)
        self._looking.soon()

    def _press(self, button: Button) -> None:
        self._since[button] = self._contacts[button].since
        self._pressed.put((button, False))

    def _tell(self, pressed: Pressed) -> None:
        while press := self._pressed.get():
            try:
                pressed(*press)
            except Exception:
                _LOG.exception("the press of %s went wrong", press[0])


def on_this_pi(pins: Pins) -> GpioKeys:
    """The buttons on this Raspberry Pi. GpioError where lgpio is missing or the pins cannot be had."""
    return GpioKeys(pins, lgpio_factory())


def lgpio_factory() -> Any:
    """What claims the pins of this Raspberry Pi. GpioError where lgpio is missing or there are none.

    gpiozero would try one library after the other, and some take pins of a Raspberry Pi 5 without an error and hear
    nothing: lgpio it is.
    """
    # lgpio puts a file into this folder as soon as it is imported: by itself, into the one that the program runs in
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise GpioError(f"{error.name} is not installed") from error
    try:
        return LGPIOFactory()
    except Exception as error:  # as above
        raise GpioError(f"the chip of the pins cannot be opened: {error}") from error
