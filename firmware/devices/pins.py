"""Which button and which display wire sits on which pin: `hardware/pins.toml`, read and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from typing import Any, Final

from engine.errors import RecordError
from engine.fields import NUMBER, Field, Fields, WantedError, one_of, read_fields, whole
from firmware.session.buttons import Button

GPIO: Mapping[int, int] = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""The chip's line (its GPIO number) by header pin."""

VOLTS_3 = frozenset({1, 17})
VOLTS_5 = frozenset({2, 4})
GROUND = frozenset({6, 9, 14, 20, 25, 30, 34, 39})
EEPROM = frozenset({27, 28})
CONSOLE = frozenset({8, 10})
SDA, SCL, BUS = 3, 5, 1
"""The pins of the I2C bus with pull-ups on the board, and its number: there the display is."""


class PinError(ValueError):
    """`pins.toml` asks for what cannot be; the message names the wire and the pin."""


class Controller(Enum):
    """The chip that drives the pixels. Their bytes differ: an SH1106 has 132 columns and shows them from the third."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


class PullUp(Enum):
    """Where the resistor is that holds a button's pin high until it is pressed: without one it presses by itself."""

    PANEL = "panel"
    CHIP = "chip"


@dataclass(frozen=True, slots=True)
class DisplayPins:
    """Header pins of the display's two wires beside the bus's, and how it is spoken to.

    Without a `controller` it is asked for it.
    """

    power: int
    ground: int
    hertz: int
    controller: Controller | None


@dataclass(frozen=True, slots=True)
class LampPins:
    """Header pins of the two wires to the lamp's transistor, and how often a second a dimmed one is switched."""

    signal: int
    ground: int
    hertz: int


@dataclass(frozen=True, slots=True)
class Pins:
    """Header pins of the whole box. A button joins its pin to `ground`; `pull_up` holds it high until then."""

    buttons: Mapping[Button, int]
    ground: int
    pull_up: PullUp
    display: DisplayPins
    lamp: LampPins

    def line(self, button: Button) -> int:
        """The chip's line (GPIO number) of a button, as the kernel counts it."""
        return GPIO[self.buttons[button]]

    def wires(self) -> dict[str, int]:
        """Every wire's header pin by its name."""
        return {
            **{button.value: pin for button, pin in self.buttons.items()},
            "buttons' ground": self.ground,
            "display's sda": SDA,
            "display's scl": SCL,
            "display's power": self.display.power,
            "display's ground": self.display.ground,
            "lamp's signal": self.lamp.signal,
            "lamp's ground": self.lamp.ground,
        }


def shipped() -> Pins:
    """The pins as `hardware/pins.toml` has them. PinError where it makes no sense, OSError where it is missing."""
    return parse(files("hardware").joinpath("pins.toml").read_text("utf-8"))


def parse(text: str) -> Pins:
    """The pins in a `pins.toml`. PinError, with the wire and the pin, for what is wrong or unsafe in it."""
    try:
        read = _FILE.read(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecordError) as error:
        raise PinError(f"pins.toml: {error}") from error
    buttons = read["buttons"]
    by_name = {Button(name): pin for name, pin in buttons["pins"].items()}
    pins = Pins(by_name, buttons["ground"], buttons["pull_up"], read["display"], read["lamp"])
    _once(pins)
    for button, pin in pins.buttons.items():
        _free(f"button {button.value}", pin)
    _free("lamp's signal", pins.lamp.signal)
    for name, pin in pins.wires().items():
        if name.endswith("ground") and pin not in GROUND:
            raise PinError(f"pin {pin} ({name}) is no ground pin; those are {_list(GROUND)}")
    _display(pins.display)
    return pins


def _table(held: Fields, made: Callable[..., Any] = dict) -> Field:
    """A table with these fields and no others, and what is made of them."""

    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise WantedError("a table", data)
        values = read_fields(data, held, "a table")
        if odd := sorted(set(data) - set(held)):
            raise RecordError(f"there is no {', '.join(odd)} here")
        return made(**values)

    return Field(read)


_PIN: Final = Field(whole(1, 40))
_FILE: Final = _table(
    {
        "buttons": _table(
            {
                "pull_up": Field(one_of({one.value: one for one in PullUp})),
                "ground": _PIN,
                "pins": _table({button.value: _PIN for button in Button}),
            }
        ),
        "display": _table(
            {
                "power": _PIN,
                "ground": _PIN,
                "hertz": NUMBER,
                "controller": Field(one_of({"auto": None} | {one.value: one for one in Controller})),
            },
            DisplayPins,
        ),
        "lamp": _table({"signal": _PIN, "ground": _PIN, "hertz": NUMBER}, LampPins),
    }
)


def _once(pins: Pins) -> None:
    taken: dict[int, str] = {}
    for name, pin in pins.wires().items():
        if other := taken.get(pin):
            raise PinError(f"pin {pin} is used twice: by {other} and by {name}")
        taken[pin] = name


def _free(name: str, pin: int) -> None:
    """PinError where a wire may not sit that is switched."""
    why = (
        "gives 3.3 V" if pin in VOLTS_3
        else "gives 5 V, which kills an input" if pin in VOLTS_5
        else "is ground" if pin in GROUND
        else "belongs to the add-on boards' memory" if pin in EEPROM
        else "is the display's I2C bus" if pin in (SDA, SCL)
        else "is the serial console" if pin in CONSOLE
        else None
    )  # fmt: skip
    if why:
        raise PinError(f"{name} is on pin {pin}, which {why}")


def _display(display: DisplayPins) -> None:
    if display.power not in VOLTS_3:
        raise PinError(f"display's power is on pin {display.power}: it needs 3.3 V, which are pins {_list(VOLTS_3)}")
    if display.hertz > 400_000:
        raise PinError(f"display's hertz is {display.hertz}: the bus goes up to 400000")


def _list(pins: frozenset[int]) -> str:
    return ", ".join(str(pin) for pin in sorted(pins))
