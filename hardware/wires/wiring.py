"""The wiring, from `pins.toml`: which ends belong together, and the diagram's source for WireViz."""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from firmware.devices.pins import GPIO, SCL, SDA, Pins
from firmware.session.buttons import Button

DISPLAY = ("GND", "VCC", "SCL", "SDA")
"""A display's four pins in the order that most modules have."""

CABLE_MM = 2500
"""The panel's cable."""

DISPLAY_MM, BUTTON_MM, LAMP_MM = 150, 200, 500
"""The wires to the display, to a button, and out of the panel to the lamp's switch."""

LAMP = ("signal", "ground")
"""The two ends of the lamp's switch."""


@dataclass(frozen=True, slots=True)
class Net:
    """Ends that are joined: the header's pin and what hangs on it, each as (part, pin)."""

    name: str
    ends: tuple[tuple[str, str], ...]


def nets(pins: Pins) -> tuple[Net, ...]:
    """All joined ends: the header's pins, the buttons' two contacts, the display's four pins, the lamp's switch."""
    made = [Net(b.value, (("header", str(pin)), (b.value, "signal"))) for b, pin in pins.buttons.items()]
    made.append(Net("buttons' ground", (("header", str(pins.ground)), *((b.value, "ground") for b in pins.buttons))))
    lamp = dict(zip(LAMP, (pins.lamp.signal, pins.lamp.ground), strict=True))
    for part, ends in (("display", _on_display(pins)), ("lamp", lamp)):
        made += [Net(f"{part} {name}", (("header", str(pin)), (part, name))) for name, pin in ends.items()]
    return tuple(made)


def _on_display(pins: Pins) -> dict[str, int]:
    """The header's pins of the display's four, by their names."""
    return dict(zip(DISPLAY, (pins.display.ground, pins.display.power, SCL, SDA), strict=True))


def called(pin: int) -> str:
    """A header pin's usual name."""
    return f"GPIO{GPIO[pin]}" if pin in GPIO else "3V3" if pin in (1, 17) else "5V" if pin in (2, 4) else "GND"


def wireviz(pins: Pins) -> str:
    """The diagram's source. The same pins give the same text."""
    used = sorted(pins.wires().values())
    colours = {pins.display.power: "RD", pins.display.ground: "BK", pins.ground: "BK", pins.lamp.ground: "BK"}

    def header() -> dict[str, object]:
        # Lists that stand twice would be references in YAML.
        return {"pins": [*used], "pinlabels": [called(pin) for pin in used], "show_pincount": False}

    connectors: dict[str, object] = {
        "HEADER": {"type": "Raspberry Pi", "subtype": "40-pin header", **header()},
        "PANEL": {
            "type": "Perfboard in the panel",
            "subtype": "40-pin header",
            **header(),
            "notes": "10 kilohms from every button's wire to 3V3" if pins.pull_up.value == "panel" else "no resistors",
        },
        "DISPLAY": {"type": "OLED 128 x 64", "subtype": "SH1106 or SSD1306", "pinlabels": list(DISPLAY)},
        "LAMP": {"type": "lamp's switch", "subtype": "MOSFET, 10 kilohms to ground", "pinlabels": list(LAMP)},
    }
    for button in pins.buttons:
        connectors[_name(button)] = {"type": button.label, "subtype": "push button", "pinlabels": ["signal", "ground"]}
    cables: dict[str, object] = {
        "FLAT": {
            "type": "flat cable, 40 wires, plug at both ends", "length": CABLE_MM / 1000, "wirecount": len(used),
            "colors": [colours.get(pin, "GY") for pin in used], "wirelabels": [f"wire {pin}" for pin in used],
        },
        "SCREEN": {"length": DISPLAY_MM / 1000, "wirecount": 4, "colors": ["BK", "RD", "YE", "GN"]},
        "LIGHT": {"length": LAMP_MM / 1000, "wirecount": 2, "colors": ["WH", "BK"]},
    }  # fmt: skip
    connections: list[object] = [
        [{"HEADER": [*used]}, {"FLAT": [f"1-{len(used)}"]}, {"PANEL": [*used]}],
        [{"PANEL": list(_on_display(pins).values())}, {"SCREEN": ["1-4"]}, {"DISPLAY": list(DISPLAY)}],
        [{"PANEL": [pins.lamp.signal, pins.lamp.ground]}, {"LIGHT": ["1-2"]}, {"LAMP": list(LAMP)}],
    ]
    for button, pin in pins.buttons.items():
        cable = f"W-{button.value}"
        cables[cable] = {"length": BUTTON_MM / 1000, "wirecount": 2, "colors": ["WH", "BK"]}
        connections.append([{"PANEL": [pin, pins.ground]}, {cable: ["1-2"]}, {_name(button): ["signal", "ground"]}])
    source: dict[str, object] = {"connectors": connectors, "cables": cables, "connections": connections}
    text: str = yaml.safe_dump(source, sort_keys=False, default_flow_style=None, width=1000)
    return f"# Written by `make hardware` from pins.toml.\n{text}"


def _name(button: Button) -> str:
    return f"S-{button.value}"
