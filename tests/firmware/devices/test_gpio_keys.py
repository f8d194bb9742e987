"""The box's buttons: debounced by state, on gpiozero's mock pins with a bounce of our own and a clock that we set."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from gpiozero.pins import mock
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.devices.debounce import PRESS, RELEASE, Contact
from firmware.devices.gpio_keys import IDLE, SAMPLING, STUCK, GpioError, GpioKeys
from firmware.devices.pins import shipped
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button

PINS = shipped()
Toggles = list[float]
"""The times at which a contact turns, in seconds; it closes at the first."""


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Bench:
    """The twelve pins and what is wired to them. `deaf` loses every edge, `late` tells each so many seconds later."""

    def __init__(self, deaf: bool = False, held: Sequence[Button] = ()) -> None:
        self.clock = Clock()
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(mock, "monotonic", self.clock)
        self.factory = MockFactory()
        self.wires = {button: self.factory.pin(PINS.line(button)) for button in Button}
        for button in held:
            self.wires[button]._set_pull = lambda value: None
            self.wires[button].drive_low()
        self.keys = GpioKeys(PINS, self.factory, self.clock)
        if deaf:
            for wire in self.wires.values():
                wire.when_changed = None
        self._look_at = self.clock.now

    def play(self, turns: dict[Button, Toggles], until: float) -> list[Button]:
        """Turn the contacts at their times, and look as often as the thread would; the presses that came of it."""
        start = self.clock.now
        closed = dict.fromkeys(Button, False)
        events = sorted((start + at, button.value) for button, times in turns.items() for at in times)
        while events or self._look_at < start + until:
            if events and events[0][0] <= self._look_at:
                self.clock.now, name = events.pop(0)
                button = Button(name)
                closed[button] = not closed[button]
                (self.wires[button].drive_low if closed[button] else self.wires[button].drive_high)()
                if self.wires[button].when_changed:
                    self._look_at = self.clock.now  # an edge wakes the thread
            else:
                self.clock.now = self._look_at
                self._look_at += IDLE if self.keys.look() else SAMPLING
        self.clock.now = start + until
        return self.waiting()

    def waiting(self) -> list[Button]:
        """The presses that nobody has been told of, without what was held."""
        taken: list[Button] = []
        while not self.keys._pressed.empty():
            button, held = self.keys._pressed.get()
            if not held:
                taken.append(button)
        return taken

    def close(self) -> None:
        self.keys.close()
        self._patch.undo()


@pytest.fixture(name="bench")
def _bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


def chatter(chance: random.Random, begins: float) -> Toggles:
    """The times at which a contact turns while it chatters for up to 10 ms; an odd number, so that it ends turned."""
    length = chance.uniform(0.0, 0.010)
    more = sorted(chance.uniform(0.0, length) for _ in range(2 * chance.randrange(0, 12)))
    return [begins, *(begins + at for at in more)]


def pressed(chance: random.Random, at: float, held: float) -> Toggles:
    """A press with its chatter on both ends."""
    return [*chatter(chance, at), *chatter(chance, at + held)]


def noise(chance: random.Random, at: float) -> Toggles:
    """Closed for less than 2 ms."""
    return [at, at + chance.uniform(0.00005, 0.00199)]


@pytest.mark.parametrize("deaf", [False, True])
@settings(deadline=None)
@given(seed=st.integers(0, 10**9))
def test_chatter_is_one_press(deaf: bool, seed: int) -> None:
    chance = random.Random(seed)
    bench = Bench(deaf)
    times: Toggles = []
    at, presses = 0.05, 4
    for _ in range(presses):
        held = chance.uniform(0.045, 0.4)
        times += pressed(chance, at, held)
        at += held + chance.uniform(0.06, 0.3)
    assert bench.play({Button.ENVIDO_NS: times}, at + 0.1) == [Button.ENVIDO_NS] * presses
    bench.close()


@pytest.mark.parametrize("deaf", [False, True])
@pytest.mark.parametrize("gap", [0.0005, 0.0021, 0.0049, 0.0051, 0.0090])
def test_slow_chatter_is_one_press_as_well(gap: float, deaf: bool) -> None:
    bench = Bench(deaf)
    touch = [0.0, gap, 0.0099]
    times = [begins + at for begins in (0.05, 0.2, 0.4, 0.5) for at in touch]
    assert bench.play({Button.GEHIAGO: times}, 0.7) == [Button.GEHIAGO] * 2
    bench.close()


@pytest.mark.parametrize("deaf", [False, True])
@settings(deadline=None)
@given(seed=st.integers(0, 10**9))
def test_noise_is_no_press(deaf: bool, seed: int) -> None:
    chance = random.Random(seed)
    bench = Bench(deaf)
    times: Toggles = []
    at = 0.01
    for _ in range(30):
        times += noise(chance, at)
        at = times[-1] + chance.uniform(0.0005, 0.03)
    assert bench.play({Button.HORDAGO: times}, at + 0.1) == []
    bench.close()


@settings(deadline=None)
@given(seed=st.integers(0, 10**9))
def test_noise_on_a_held_button_is_no_second_press(seed: int) -> None:
    chance = random.Random(seed)
    bench = Bench()
    times = [0.05]
    for number in range(20):
        times += noise(chance, 0.1 + number * 0.02)
    assert bench.play({Button.PASO: [*times, 0.7]}, 1.0) == [Button.PASO]
    bench.close()


def test_a_press_is_told_within_fifteen_milliseconds_of_the_first_touch(bench: Bench) -> None:
    chance = random.Random(3)
    for _ in range(200):
        touched = bench.clock.now + 0.05
        times = chatter(chance, 0.05)
        assert bench.play({Button.READ: times}, 0.05 + 0.010 + PRESS + SAMPLING + 0.0001) == [Button.READ]
        assert bench.keys._contacts[Button.READ].since - touched <= 0.010
        bench.wires[Button.READ].drive_high()
        bench.play({}, 0.2)


def test_a_tap_between_two_looks_counts_if_its_edges_came(bench: Bench) -> None:
    contact = Contact(False, 0.0)
    assert not contact.edge(True, 1.000)
    assert contact.edge(False, 1.010)
    assert not contact.edge(True, 2.0000)
    assert not contact.edge(False, 2.0019)


def test_what_was_only_seen_to_have_changed_has_changed_just_now() -> None:
    contact = Contact(False, 0.0)
    assert not contact.edge(True, 1.000)
    assert not contact.sampled(False, 1.050)  # it opened some time ago: perhaps after 1 ms
    assert not contact.sampled(True, 1.051)
    assert not contact.sampled(True, 1.051 + PRESS - 0.0001)
    assert contact.sampled(True, 1.051 + PRESS + 0.0001)
    assert not contact.sampled(False, 1.1)
    assert not contact.sampled(False, 1.1 + RELEASE + 0.0001)
    assert not contact.down


def test_noise_is_no_press_even_if_edges_are_lost_and_the_thread_comes_late() -> None:
    bench = Bench(deaf=True)
    bench.wires[Button.HORDAGO].drive_low()
    bench.keys.look()
    bench.clock.now += 0.001
    bench.wires[Button.HORDAGO].drive_high()
    bench.clock.now += 0.5
    bench.keys.look()
    assert bench.waiting() == []
    bench.close()


def test_every_button_is_told_by_its_own_pin(bench: Bench) -> None:
    for button in Button:
        assert bench.play({button: [0.05, 0.15]}, 0.3) == [button]


def test_two_at_once_are_two_presses(bench: Bench) -> None:
    both = {Button.IDUKI: [0.05, 0.15], Button.TIRA: [0.05, 0.15]}
    assert sorted(button.value for button in bench.play(both, 0.3)) == ["iduki", "tira"]


def test_a_button_held_for_a_minute_is_one_press_and_a_trouble_until_it_is_let_go(bench: Bench) -> None:
    assert bench.play({Button.TIRA: [0.05]}, STUCK - 1.0) == [Button.TIRA]
    assert bench.keys.troubles() == frozenset()
    assert bench.play({Button.PASO: [1.5, 1.6]}, 60.0 - STUCK) == [Button.PASO]
    assert bench.keys.troubles() == {Trouble.BUTTON_STUCK}
    assert bench.keys.details() == {"buttons": "gpio", "stuck": ["tira"]}
    bench.wires[Button.TIRA].drive_high()
    assert bench.play({}, 0.1) == []
    assert bench.keys.troubles() == frozenset()
    assert bench.play({Button.TIRA: [0.05, 0.15]}, 0.3) == [Button.TIRA]


def test_a_button_that_is_held_at_the_start_presses_nothing() -> None:
    bench = Bench(held=[Button.BACK])
    assert bench.play({}, STUCK + 1.0) == []
    assert bench.keys.stuck() == (Button.BACK,)
    bench.close()


def test_edges_with_the_time_of_another_clock_are_taken_as_of_now(bench: Bench) -> None:
    wire = bench.wires[Button.OK]
    wire._last_change = 1.7e9
    bench.keys._edges[list(Button).index(Button.OK)](1.7e9, 0)
    wire._state = False
    bench.clock.now += 0.001
    bench.keys.look()
    assert bench.waiting() == []
    bench.clock.now += PRESS
    bench.keys.look()
    assert bench.waiting() == [Button.OK]


def test_the_pins_are_pulled_up_and_given_free(bench: Bench) -> None:
    assert {wire.pull for wire in bench.wires.values()} == {"up"}
    bench.keys.close()
    again = GpioKeys(PINS, bench.factory, bench.clock)
    again.close()


def test_a_pin_that_somebody_has_is_named(bench: Bench) -> None:
    with pytest.raises(GpioError, match=r"^button envido-ns on pin 29: .*in use"):
        GpioKeys(PINS, bench.factory, bench.clock)


def test_presses_are_told_in_turn_by_a_thread_and_survive_an_error() -> None:
    bench = Bench()
    told: list[Button] = []

    def pressed(button: Button, held: bool = False) -> None:
        told.append(button)
        if button is Button.OK:
            raise ValueError("this press fails")

    bench.keys._pressed.put((Button.OK, False))
    bench.keys._pressed.put((Button.NEXT, False))
    bench.keys.listen(pressed)
    bench.keys._pressed.put(None)
    assert bench.keys._telling is not None
    bench.keys._telling.join(30.0)
    assert told == [Button.OK, Button.NEXT]
    bench.close()


@pytest.mark.parametrize(("seconds", "held"), [(1.0, []), (1.5, [Button.LAST]), (15.0, [Button.LAST])])
def test_a_button_kept_pressed_is_told_once_more_as_held(bench: Bench, seconds: float, held: list[Button]) -> None:
    told: list[tuple[Button, bool]] = []
    queued = bench.keys._pressed
    bench.waiting = list  # type: ignore[method-assign]
    bench.play({Button.LAST: [0.05, 0.05 + seconds]}, 20.0)
    queued.put(None)
    bench.keys._tell(lambda button, held=False: told.append((button, held)))
    assert told == [(Button.LAST, False), *[(button, True) for button in held]]


def test_a_button_that_was_down_at_the_start_is_not_held() -> None:
    bench = Bench(held=[Button.LAST])
    try:
        bench.waiting = list  # type: ignore[method-assign]
        bench.play({}, 5.0)
        assert bench.keys._pressed.empty()
    finally:
        bench.close()
