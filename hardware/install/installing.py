"""Installing, upgrading and uninstalling: the order of things, and the way back."""

from __future__ import annotations

import shutil
from typing import NoReturn

from hardware.install import boot, release, table
from hardware.install.machine import InstallError, Machine
from hardware.install.plan import (
    CMDLINE,
    CONFIG,
    DATA,
    PROGRAM,
    UNIT,
    USER,
    Choices,
    overlay,
    steps,
    to_undo,
    unit,
)
from hardware.install.release import Source, Wheels
from hardware.install.steps import Enabled, User

ARCHITECTURES = ("arm64", "amd64")
"""What onnxruntime is there for."""


def install(machine: Machine, source: Source | Wheels, choices: Choices, during_match: bool = False) -> None:
    """Make the machine a mus table with the program of this source; what is so already is left alone.

    InstallError where it cannot be done. Where a new version does not start the old one runs again, with the data as
    they were, and that is an InstallError too.
    """
    if _under_overlay(machine):
        _leave_overlay(machine, choices)
        return
    architecture = machine.do("dpkg", "--print-architecture").strip()
    if architecture not in ARCHITECTURES:
        raise InstallError(f"this system is {architecture}: take the 64-bit Raspberry Pi OS")
    if not during_match:
        table.require_no_match(machine)
    with table.kept_running(machine):
        _end_upgrade(machine)
        changed = _take_steps(machine, choices)
        changed = _take_release(machine, source, during_match) or changed
    if not changed:
        machine.say("nothing was to be done: all is as it should be")
    _tell(machine, choices)


def plan(machine: Machine, source: Source | Wheels, choices: Choices) -> list[str]:
    """What `install` would do, without doing it."""
    found = [step.what for step in steps(machine, choices) if step.needed(machine)]
    if (name := release.wanted(machine, source)) != release.current(machine):
        found.append(f"release {name}")
    return found


def uninstall(machine: Machine, during_match: bool = False) -> None:
    """Take the program and its settings off the machine. Data, user and the system's packages stay."""
    if _under_overlay(machine):
        raise InstallError("the root is under an overlay: first `sudo make install OVERLAY=no`, then restart")
    if not during_match:
        table.require_no_match(machine)
    if table.is_active(machine):
        table.stop(machine)
    changed = False
    for step in to_undo():
        if step.undo(machine):
            machine.say(f"taken back: {step.what}")
            changed = True
    if machine.path(PROGRAM).exists():
        shutil.rmtree(machine.path(PROGRAM))
        machine.say(f"removed: {PROGRAM}")
        changed = True
    if changed and machine.booted:
        machine.do("systemctl", "daemon-reload")
    if not changed:
        machine.say("nothing was to be done: it is not installed")
    machine.say(f"journals, pictures and decks are still in {DATA}, and the user {USER} still owns them")


def _take_steps(machine: Machine, choices: Choices) -> bool:
    changed, boot_texts = False, _boot_texts(machine)
    for step in steps(machine, choices):
        if step.needed(machine):
            machine.say(step.what)
            step.do(machine)
            changed = True
        if isinstance(step, User) and (lacking := step.lacking(machine)):
            machine.say(f"note: this system has no group {', '.join(lacking)}; a Raspberry Pi OS has them")
    if _boot_texts(machine) != boot_texts:
        machine.say("note: restart the Raspberry Pi once (`sudo reboot`): its boot configuration has changed")
    return changed


def _end_upgrade(machine: Machine) -> None:
    """See to an upgrade that was cut off: what went on since stays, and what never did is taken back."""
    before = table.saved(machine)
    if before is None:
        return
    if before == release.current(machine) or not release.is_whole(machine, before) or table.goes_on(machine):
        table.settle(machine)
        return
    machine.say("the last upgrade was cut off, and the new version was not seen to run: back to the release before")
    table.stop(machine)
    _return_to(machine, before)


def _take_release(machine: Machine, source: Source | Wheels, during_match: bool) -> bool:
    """Build the source's release and switch to it, with the way back; whether there was anything to do."""
    old, name = release.current(machine), release.wanted(machine, source)
    runs = table.is_active(machine)
    service, starts = unit(), Enabled(UNIT)
    as_it_was = old == name and not service.needed(machine) and not starts.needed(machine)
    if as_it_was and (runs or not machine.booted):
        return False
    if release.damaged(machine, name):
        machine.say(f"release {name}")
        release.build(machine, source, name)
    if not during_match:
        table.require_no_match(machine)
    if runs:
        table.stop(machine)
    before = old if old != name else None
    if before:
        table.save(machine, before)
    release.switch(machine, name)
    service.do(machine)
    if starts.needed(machine):
        starts.do(machine)
    if not machine.booted:
        machine.say("note: systemd does not run here; the table starts with the machine")
        table.settle(machine)  # nobody will see whether it does, nor what is played then
        release.tidy(machine, name, old)
        return True
    machine.say("the table starts")
    try:
        table.start(machine)
    except InstallError as error:
        _go_back(machine, name, before, error)
    if before:
        release.tidy(machine, name, before)
    table.settle(machine)
    return True


def _go_back(machine: Machine, name: str, before: str | None, why: InstallError) -> NoReturn:
    """Run the release before again, with the data as they were. Always an InstallError, which says what came of it.

    Where no release was left for this one, release and data stay.
    """
    if before is None:
        raise InstallError(f"the table does not start: {why}") from why
    machine.say("it does not start: back to the release before")
    table.stop(machine)
    _return_to(machine, before)
    release.discard(machine, name)
    try:
        table.start(machine)
    except InstallError as error:
        raise InstallError(f"the new version does not start ({why}), and the old one not any more: {error}") from error
    raise InstallError(f"the new version does not start, so the one before runs again, with its data: {why}") from why


def _return_to(machine: Machine, before: str) -> None:
    """Make a release current again, with the data that `table.save` kept of it."""
    table.bring_back(machine)
    release.switch(machine, before)
    machine.write(unit().name, release.service(machine, before))
    table.settle(machine)


def _under_overlay(machine: Machine) -> bool:
    """Whether what is written to the root now is gone at the next start."""
    return any(line.split()[:2] == ["overlayroot", "/"] for line in machine.text("/proc/mounts").splitlines())


def _leave_overlay(machine: Machine, choices: Choices) -> None:
    if choices.overlay is not False:
        raise InstallError(
            "the root is under an overlay, and whatever is installed now would be gone at the next start: first "
            "`sudo make install OVERLAY=no`, then restart, then install, and OVERLAY=yes again"
        )
    step = overlay(False)
    if step.needed(machine):
        step.do(machine)
        machine.say("after a restart the root is written to again: sudo reboot")
    else:
        machine.say("the overlay is gone after a restart: sudo reboot")


def _boot_texts(machine: Machine) -> tuple[str, str]:
    return machine.text(CONFIG), machine.text(CMDLINE)


def _tell(machine: Machine, choices: Choices) -> None:
    if not machine.path(CONFIG).exists():
        machine.say(f"note: there is no {CONFIG}: I2C and camera were not switched on")
    elif not boot.camera_is_sought(machine.text(CONFIG)):
        machine.say(f"note: {CONFIG} says camera_auto_detect=0, and that was left: somebody chose a camera by hand")
    if boot.has_overlay(machine.text(CMDLINE)) and choices.overlay is None:
        machine.say("note: the root will be under an overlay after the next start, as it was chosen before")
