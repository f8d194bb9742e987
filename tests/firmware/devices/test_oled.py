"""The OLED displays: what they show, how they are found, and that they come back."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice, pairwise

import pytest
from PIL import Image, ImageChops

from firmware.devices.lasting import AGAIN, LastingDisplay
from firmware.devices.oled import TRIES, Oled, OledError
from firmware.devices.pins import Controller
from firmware.devices.watch import Repeating
from firmware.screens.trouble import Trouble
from tests.firmware.devices.oled_bus import SH1106, SSD1306, Chip, I2CBus
from tests.firmware.screens.gallery import screens
from words.text import english

SCREENS = [drawn(english) for _, drawn in islice(screens(), 12)]
BOTH = pytest.mark.parametrize("kind", [SSD1306, SH1106])


def shows(chip: Chip, image: Image.Image) -> bool:
    seen = chip.picture()
    return seen is not None and ImageChops.logical_xor(seen, image).getbbox() is None


def bench(kind: type[Chip]) -> tuple[Chip, I2CBus, Oled]:
    """A display of that kind on a bus of its own, and what writes to it."""
    chip = kind()
    bus = I2CBus(x3c=chip)
    return chip, bus, Oled(1, open_bus=bus.open)


@BOTH
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_display_is_found_and_shows_every_pixel(kind: type[Chip], address: int) -> None:
    chip = kind()
    bus = I2CBus(**{f"x{address:x}": chip})
    oled = Oled(1, open_bus=bus.open)
    assert oled.found is None
    for image in SCREENS:
        oled.show(image)
        assert shows(chip, image)
    assert oled.found == f"{kind.__name__.lower()} at {address:#04x}"
    assert bus.opened == 1


@BOTH
def test_the_corners_are_where_they_should_be(kind: type[Chip]) -> None:
    chip = kind()
    image = Image.new("1", (128, 64))
    for corner in ((0, 0), (127, 0), (0, 63), (126, 63)):
        image.putpixel(corner, 1)
    Oled(1, open_bus=I2CBus(x3c=chip).open).show(image)
    assert shows(chip, image)


def test_a_controller_that_gives_the_wrong_answer_can_be_named() -> None:
    chip = SH1106()
    chip.answer = 0x06
    bus, image = I2CBus(x3c=chip), SCREENS[0]
    Oled(1, open_bus=bus.open).show(image)
    assert not shows(chip, image)
    Oled(1, Controller.SH1106, bus.open).show(image)
    assert shows(chip, image)


@BOTH
def test_a_write_that_fails_anywhere_is_made_good(kind: type[Chip]) -> None:
    chip, bus, oled = bench(kind)
    oled.show(SCREENS[0])
    before = bus.transfers
    oled.show(SCREENS[1])
    length = bus.transfers - before
    chance = random.Random(7)
    for place, (_, image) in zip(range(0, length, 3), pairwise(SCREENS * 12), strict=False):
        bus.fail(*[None] * place, chance.randrange(0, 20))
        oled.show(image)
        assert shows(chip, image), place


@BOTH
@pytest.mark.parametrize("after", range(8))
def test_a_strip_that_fails_at_any_byte_is_made_good(kind: type[Chip], after: int) -> None:
    chip, bus, oled = bench(kind)
    oled.show(SCREENS[0])
    image = SCREENS[0].copy()
    image.putpixel((64, 30), 1 - bool(image.getpixel((64, 30))))
    bus.fail(after)
    oled.show(image)
    assert shows(chip, image)


@BOTH
def test_a_start_that_fails_is_tried_again(kind: type[Chip]) -> None:
    chip = kind()
    bus = I2CBus(x3c=chip)
    bus.fail(5, None, 3)
    Oled(1, open_bus=bus.open).show(SCREENS[3])
    assert shows(chip, SCREENS[3])


@BOTH
def test_of_another_picture_only_what_differs_is_sent(kind: type[Chip]) -> None:
    chip, _, oled = bench(kind)
    oled.show(SCREENS[0])
    changed = SCREENS[0].copy()
    for place in ((5, 20), (8, 20), (127, 63)):
        changed.putpixel(place, 1 - bool(changed.getpixel(place)))
    before = len(chip.received)
    oled.show(changed)
    assert shows(chip, changed)
    assert len(chip.received) - before < 25
    before = len(chip.received)
    oled.show(changed.copy())
    assert len(chip.received) == before
    assert oled.renew()
    assert len(chip.received) - before > 1024


@BOTH
def test_every_screen_after_every_other_one(kind: type[Chip]) -> None:
    chip, _, oled = bench(kind)
    for one in SCREENS:
        for other in SCREENS:
            oled.show(one)
            oled.show(other)
            assert shows(chip, other)


@BOTH
def test_renewing_ends_after_a_strip_where_somebody_is_hurried_and_goes_on_behind_it(kind: type[Chip]) -> None:
    chip, _, oled = bench(kind)
    assert oled.renew()
    assert chip.received == []
    oled.show(SCREENS[0])
    chip.power_on()
    for _ in range(7):
        before = len(chip.received)
        assert not oled.renew(lambda: True)
        assert 128 < len(chip.received) - before < 200
    assert oled.renew()
    assert shows(chip, SCREENS[0])


@BOTH
def test_a_renewal_that_fails_is_made_good(kind: type[Chip]) -> None:
    chip, bus, oled = bench(kind)
    oled.show(SCREENS[0])
    for place in range(0, 44, 3):
        bus.fail(*[None] * place, 1)
        oled.renew()
        assert shows(chip, SCREENS[0]), place
    bus.unplug(0x3C)
    with pytest.raises(OledError):
        oled.renew()
    assert oled.found is None


def test_a_display_that_does_not_answer_is_given_up_after_a_few_tries() -> None:
    chip, bus, oled = bench(SSD1306)
    oled.show(SCREENS[0])
    bus.fail(*[0] * TRIES)
    with pytest.raises(OledError, match="the display at 0x3c does not answer: "):
        oled.show(SCREENS[1])
    assert oled.found is None
    assert bus.closed == 1
    oled.show(SCREENS[1])
    assert shows(chip, SCREENS[1])


def test_no_display_and_no_bus() -> None:
    bus = I2CBus()
    with pytest.raises(OledError, match=r"^no display on bus 1 at 0x3c or 0x3d$"):
        Oled(1, open_bus=bus.open).show(SCREENS[0])
    assert bus.closed == bus.opened
    with pytest.raises(OledError, match=r"^bus 7 cannot be opened: No such file or directory$"):
        Oled(7, open_bus=bus.open).show(SCREENS[0])


@BOTH
def test_nothing_flickers_while_the_same_picture_is_written_again(kind: type[Chip]) -> None:
    chip, _, oled = bench(kind)
    oled.show(SCREENS[0])
    start = len(chip.received)
    dark = chip.__class__.picture

    class WentDarkError(Exception):
        pass

    original = chip._command

    def command(byte: int) -> None:
        original(byte)
        if dark(chip) is None:
            raise WentDarkError

    chip._command = command  # type: ignore[method-assign]
    oled.renew()
    assert len(chip.received) > start


class Clock:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@BOTH
def test_a_display_without_power_for_a_moment_comes_back_by_itself(kind: type[Chip]) -> None:
    chip, clock = kind(), Clock()
    bus = I2CBus(x3c=chip)
    display = LastingDisplay(Oled(1, open_bus=bus.open), clock)
    display.show(SCREENS[2])
    assert display.step() == AGAIN
    chip.power_on()  # no write failed: nobody wrote just then
    assert chip.picture() is None
    display.step()
    assert chip.picture() is None
    clock.now = AGAIN
    assert display.step() == AGAIN
    assert shows(chip, SCREENS[2])
    assert not display.troubles()


@BOTH
def test_it_comes_back_as_well_while_every_picture_is_another_one(kind: type[Chip]) -> None:
    chip, clock = kind(), Clock()
    display = LastingDisplay(Oled(1, open_bus=I2CBus(x3c=chip).open), clock)
    display.show(SCREENS[0])
    display.step()
    chip.power_on()
    while clock.now < AGAIN:
        clock.now += 0.9
        display.show(SCREENS[1] if clock.now % 1.8 else SCREENS[2])
        left = display.step()
    assert left == 0.0
    display.step()
    assert shows(chip, SCREENS[1])


class Pressing(I2CBus):
    """A bus on which, while the first strip is written again, somebody presses."""

    display: LastingDisplay
    pressed_at: int | None = None

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        super().write_i2c_block_data(i2c_addr, register, data)
        if self.pressed_at is None and register == 0x40 and len(self.chips[0x3C].received) > 1300:
            self.pressed_at = len(self.chips[0x3C].received)
            self.display.show(SCREENS[1])


@BOTH
def test_a_press_waits_for_a_strip_at_most_of_what_is_written_again(kind: type[Chip]) -> None:
    chip, clock = kind(), Clock()
    bus = Pressing(x3c=chip)
    bus.display = LastingDisplay(Oled(1, open_bus=bus.open), clock)
    bus.display.show(SCREENS[0])
    bus.display.step()
    clock.now = AGAIN
    assert bus.display.step() == 0.0
    assert bus.pressed_at is not None
    assert len(chip.received) - bus.pressed_at < 128 + 4
    bus.display.step()
    assert shows(chip, SCREENS[1])
    assert bus.display.step() == AGAIN
    assert shows(chip, SCREENS[1])


def test_a_display_that_is_pulled_out_and_put_in_at_the_other_address() -> None:
    chip = SSD1306()
    bus = I2CBus(x3c=chip)
    display = LastingDisplay(Oled(1, open_bus=bus.open))
    assert display.step() is None
    display.show(SCREENS[0])
    display.step()
    bus.unplug(0x3C)
    for image in SCREENS[1:]:
        display.show(image)
        display.step()
        assert display.troubles() == {Trouble.DISPLAY_GONE}
        assert display.details() == {"display": None}
    other = SH1106()
    bus.plug(0x3D, other)
    display.step()
    assert shows(other, SCREENS[-1])
    assert not display.troubles()
    assert display.details() == {"display": "sh1106 at 0x3d"}


def test_it_goes_dark_only_when_it_is_told() -> None:
    chip, _, oled = bench(SSD1306)
    display = LastingDisplay(oled)
    display.show(SCREENS[0])
    display.step()
    assert chip.picture() is not None
    display.close()
    assert chip.picture() is None


def test_closing_a_display_that_is_gone_is_no_error() -> None:
    bus = I2CBus(x3c=SSD1306())
    display = LastingDisplay(Oled(1, open_bus=bus.open))
    display.show(SCREENS[0])
    display.step()
    bus.unplug(0x3C)
    display.close()


def test_the_drivers_are_made_once_however_often_the_display_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: list[object] = []
    monkeypatch.setattr("atexit.register", lambda *given: registered.append(given))
    chip, bus, oled = bench(SSD1306)
    for image in SCREENS:
        oled.show(image)
        bus.unplug(0x3C)
        with pytest.raises(OledError):
            oled.renew()
        bus.plug(0x3C, chip)
    assert len(registered) == 1


def test_the_newest_picture_is_shown_by_a_thread_of_its_own() -> None:
    chip, _, oled = bench(SSD1306)
    display = LastingDisplay(oled)
    display.start()
    for image in SCREENS:
        display.show(image)
    Repeating.close(display, 30.0)
    display.step()
    assert shows(chip, SCREENS[-1])
