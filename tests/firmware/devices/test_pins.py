"""The pins of the box, and what their reader refuses."""

from __future__ import annotations

from importlib.resources import files

import pytest

from firmware.devices.pins import GPIO, PinError, PullUp, parse, shipped
from firmware.session.buttons import Button

TEXT = files("hardware").joinpath("pins.toml").read_text("utf-8")


def changed(old: str, new: str) -> str:
    assert TEXT.count(f"\n{old}\n") >= 1, old
    return TEXT.replace(f"\n{old}\n", f"\n{new}\n", 1)


def test_every_button_has_a_pin_of_its_own() -> None:
    pins = shipped()
    assert set(pins.buttons) == set(Button)
    assert len(set(pins.wires().values())) == len(Button) + 7
    assert pins.pull_up is PullUp.PANEL


def test_lines_are_the_kernel_s() -> None:
    pins = shipped()
    assert [pins.line(b) for b in (Button.ENVIDO_NS, Button.ENVIDO_EW, Button.BACK)] == [5, 6, 17]
    assert sorted(GPIO.values()) == list(range(28))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("paso = 22", "paso = 18", r"^pin 18 is used twice: by paso and by read$"),
        ("ground = 9", "ground = 39", r"^pin 39 is used twice: by buttons' ground and by display's ground$"),
        ("ok = 16", "ok = 3", r"^pin 3 is used twice: by ok and by display's sda$"),
        ("ok = 16", "ok = 27", r"^button ok is on pin 27, which belongs to the add-on boards' memory$"),
        ("ok = 16", "ok = 28", r"^button ok is on pin 28, which belongs"),
        ("ok = 16", "ok = 17", r"^button ok is on pin 17, which gives 3\.3 V$"),
        ("ok = 16", "ok = 4", r"^button ok is on pin 4, which gives 5 V"),
        ("ok = 16", "ok = 30", r"^button ok is on pin 30, which is ground$"),
        ("ok = 16", "ok = 8", r"^button ok is on pin 8, which is the serial console$"),
        ("ok = 16", "ok = 41", r"^pins\.toml: buttons: pins: ok is a whole number, at least 1, at most 40, not 41$"),
        ("ok = 16", 'ok = "16"', r"^pins\.toml: buttons: pins: ok is a whole number, .*, not '16'$"),
        ("ok = 16", "ok = true", r"^pins\.toml: buttons: pins: ok is a whole number, .*, not true$"),
        ("ok = 16", "", r"^pins\.toml: buttons: pins: ok is missing$"),
        ("ok = 16", "ok = 16\nyes = 12", r"^pins\.toml: buttons: pins: there is no yes here$"),
        ('pull_up = "panel"', 'pull_up = "none"', r"^pins\.toml: buttons: pull_up is one of panel, chip, not 'none'$"),
        ('pull_up = "panel"', "", r"^pins\.toml: buttons: pull_up is missing$"),
        ("ground = 39", "ground = 38", r"^pin 38 \(buttons' ground\) is no ground pin"),
        ("ground = 9", "ground = 19", r"^pin 19 \(display's ground\) is no ground pin"),
        ("power = 1", "power = 2", r"^display's power is on pin 2: it needs 3\.3 V, which are pins 1, 17$"),
        ("hertz = 400_000", "hertz = 1_000_000", r"^display's hertz is 1000000"),
        (
            'controller = "auto"',
            'controller = "st7565"',
            r"^pins\.toml: display: controller is one of auto, .*'st7565'$",
        ),
        ("[display]", "[screen]", r"^pins\.toml: display is missing$"),
        ("[lamp]", "[light]", r"^pins\.toml: lamp is missing$"),
        ("signal = 40", "signal = 16", r"^pin 16 is used twice: by ok and by lamp's signal$"),
        ("signal = 40", "signal = 2", r"^lamp's signal is on pin 2, which gives 5 V"),
        ("ground = 34", "ground = 35", r"^pin 35 \(lamp's ground\) is no ground pin"),
        ("hertz = 1_000", "hertz = 0", r"^pins\.toml: lamp: hertz is a whole number, at least 1, not 0$"),
        ("hertz = 1_000", "", r"^pins\.toml: lamp: hertz is missing$"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(PinError, match=why):
        parse(changed(old, new))


@pytest.mark.parametrize(
    ("text", "why"),
    [("buttons = ", "Invalid value"), ("buttons = 3\ndisplay = 4\nlamp = 5", "buttons is a table, not 3")],
)
def test_no_toml_or_no_table(text: str, why: str) -> None:
    with pytest.raises(PinError, match=why):
        parse(text)


def test_another_wiring_is_taken() -> None:
    pins = parse(changed("back = 11", "back = 7").replace('"panel"', '"chip"', 1))
    assert pins.line(Button.BACK) == 4
    assert parse(changed('pull_up = "panel"', 'pull_up = "chip"')).pull_up is PullUp.CHIP
