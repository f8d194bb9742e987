"""The ring lamp, which the box switches and dims by gpiozero's PWM."""

from __future__ import annotations

from typing import Any

from firmware.devices.gpio_keys import GpioError, lgpio_factory
from firmware.devices.pins import GPIO, Pins


class Lamp:
    """A lamp behind a transistor on a pin. At 0 and at 1 it is switched, and does not flicker."""

    def __init__(self, pins: Pins, factory: Any) -> None:
        """Claim the pin from gpiozero's `factory`. GpioError where it cannot be had."""
        from gpiozero import PWMLED

        try:
            self._led = PWMLED(GPIO[pins.lamp.signal], frequency=pins.lamp.hertz, pin_factory=factory)
        except Exception as error:  # the errors of gpiozero and lgpio have no class in common
            raise GpioError(f"lamp on pin {pins.lamp.signal}: {error}") from error

    def shine(self, level: float) -> None:
        """Give so much of its light, from 0 to 1. GpioError where it cannot, as once it is closed."""
        try:
            self._led.value = level
        except Exception as error:  # as above
            raise GpioError(f"lamp: {error}") from error

    def close(self) -> None:
        """Leave it dark."""
        self._led.close()


def is_there(pins: Pins, factory: Any) -> bool:
    """Whether a lamp's transistor hangs on the pin: its resistor to ground is stronger than the chip's own pull-up.

    GpioError where the pin cannot be had.
    """
    from gpiozero import InputDevice

    try:
        with InputDevice(GPIO[pins.lamp.signal], pull_up=True, pin_factory=factory) as pin:
            return bool(pin.is_active)
    except Exception as error:  # as above
        raise GpioError(f"lamp on pin {pins.lamp.signal}: {error}") from error


def on_this_pi(pins: Pins) -> Lamp | None:
    """The lamp of this Raspberry Pi; None where none hangs there. GpioError where lgpio or the pin cannot be had."""
    factory = lgpio_factory()
    return Lamp(pins, factory) if is_there(pins, factory) else None
