"""The running table, as the installer sees it: whether a match is on, whether it starts, and what it keeps."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from firmware.keeping.folders import kept_text
from firmware.keeping.journal_reading import NAME as JOURNAL
from hardware.install.machine import InstallError, Machine
from hardware.install.plan import DATA, UNIT
from hardware.install.played import ahead

LOOKS, APART = 20, 1.0
"""So often the health page is looked at, so many seconds apart, until the table is alive."""
STEADY = 5
"""So many looks in a row it has to stay alive."""

_BEFORE, _FAILED, _COMING = "before-upgrade", "after-failed-upgrade", "coming-back"
_OF = "release"
"""The file in a copy that names the release whose data it has, for as long as they are what to go back to."""


def require_no_match(machine: Machine) -> None:
    """InstallError where the table answers and a match is on at it."""
    state = machine.ask(f"{_address(machine)}api/state")
    if state and _is_on(state):
        score = ", ".join(f"{team} {tantos}" for team, tantos in state["score"].items())
        raise InstallError(
            f"a match is being played ({score}): finish it first; or, where it may wait a minute, say "
            "DURING_MATCH=yes, and it goes on where it was"
        )


def _is_on(state: dict[str, Any]) -> bool:
    """Whether a match has begun and is not won."""
    begun = (
        any(state.get("score", {}).values()),
        any(state.get("games", {}).values()),
        any(state.get("calls", {}).values()),
        bool(state.get("hands")),
        state.get("round") not in ("handia", None),
    )
    return state.get("match_winner") is None and any(begun)


def is_active(machine: Machine) -> bool:
    """Whether the service runs."""
    return machine.booted and machine.succeeds("systemctl", "--quiet", "is-active", UNIT)


def stop(machine: Machine) -> None:
    """Stop the service, if it runs."""
    if machine.booted:
        machine.do("systemctl", "stop", UNIT)


def start(machine: Machine) -> None:
    """Start the service and wait until it is ready and stays alive. InstallError, with why, where it does not."""
    machine.do("systemctl", "daemon-reload")
    machine.run(("systemctl", "reset-failed", UNIT))
    restarts = _restarts(machine)
    try:
        machine.do("systemctl", "start", UNIT)
    except InstallError as error:
        raise InstallError(f"it was not ready in time{_log(machine)}") from error
    _require_steady(machine, restarts)


def _require_steady(machine: Machine, restarts: str) -> None:
    """Wait until the table stays alive. InstallError where it does not, or was started anew since `restarts`."""
    alive, address = 0, _address(machine)
    for _ in range(LOOKS):
        health = machine.ask(f"{address}health")
        alive = alive + 1 if health and health.get("alive") is True and is_active(machine) else 0
        if alive == STEADY:
            if (times := _restarts(machine)) != restarts:
                raise InstallError(f"it was started anew {times} times{_log(machine)}")
            return
        machine.sleep(APART)
    raise InstallError(f"its health page does not say that it is alive{_log(machine)}")


@contextmanager
def kept_running(machine: Machine) -> Iterator[None]:
    """Whatever goes wrong within, a table that ran before is started again. An OSError becomes an InstallError."""
    ran = is_active(machine)
    try:
        yield
    except BaseException as error:
        if ran and not is_active(machine):
            machine.say("the table is started again")
            machine.run(("systemctl", "start", "--no-block", UNIT))
        if isinstance(error, OSError):
            raise InstallError(str(error)) from error
        raise


def save(machine: Machine, name: str) -> None:
    """Keep a copy of journal, decks and settings as release `name` left them, before a new version sees them.

    It is what to go back to until `settle`. The table is stopped.
    """
    with _copied(machine, _small(machine), _BEFORE):
        machine.write(f"{DATA}/{_BEFORE}/{_OF}", f"{name}\n")


def saved(machine: Machine) -> str | None:
    """The release whose data `save` kept; None where no release after it waits to be seen to start."""
    told = kept_text(machine.path(f"{DATA}/{_BEFORE}/{_OF}"))
    return Path(told).name or None  # the folder is the table's own: what stands there leads to no other place


def goes_on(machine: Machine) -> bool:
    """Whether the data that are there go on from what `save` kept: more was played, or the table runs with them.

    A table that runs while they were being brought back may lack some of them.
    """
    more = ahead(machine.path(f"{DATA}/{JOURNAL}"), machine.path(f"{DATA}/{_BEFORE}/{JOURNAL}"))
    if more == 0:
        return not machine.path(f"{DATA}/{_COMING}").exists() and _is_steady(machine)
    return more is not None


def _is_steady(machine: Machine) -> bool:
    """Whether the service runs and stays alive while it is looked at."""
    if not is_active(machine):
        return False
    try:
        _require_steady(machine, _restarts(machine))
    except InstallError:
        return False
    return True


def settle(machine: Machine) -> None:
    """Note that the data are those of the release that runs: from now on they are never gone back from."""
    shutil.rmtree(machine.path(f"{DATA}/{_COMING}"), ignore_errors=True)
    machine.remove(f"{DATA}/{_BEFORE}/{_OF}")


def bring_back(machine: Machine) -> None:
    """Put what `save` kept back; what the new version made of it is kept aside. The table is stopped.

    Nothing is moved before all of it is copied. After a power cut it can be done anew.
    """
    kept = [path for path in sorted(machine.path(f"{DATA}/{_BEFORE}").iterdir()) if path.name != _OF]
    with _copied(machine, kept, _COMING):
        aside = _kept_aside(machine)
        machine.path(aside).mkdir()
    for path in _small(machine):
        path.rename(machine.path(f"{aside}/{path.name}"))
    for path in kept:
        machine.path(f"{DATA}/{_COMING}/{path.name}").rename(machine.path(f"{DATA}/{path.name}"))
    machine.do("sync")
    machine.say(f"what the new version left of the data is kept in {aside}")


@contextmanager
def _copied(machine: Machine, paths: list[Path], name: str) -> Iterator[None]:
    """Copy into a folder beside the data, and have it on the disk; where that or what follows fails it is gone."""
    to = machine.path(f"{DATA}/{name}")
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    try:
        for path in paths:
            machine.do("cp", "-a", f"/{path.relative_to(machine.root)}", f"{DATA}/{name}/")
        machine.do("sync")
        yield
    except BaseException:
        shutil.rmtree(to, ignore_errors=True)  # the table needs the room that is left
        raise


def _kept_aside(machine: Machine) -> str:
    """A folder that is not there yet."""
    names = (f"{DATA}/{_FAILED}{f'-{number}' if number > 1 else ''}" for number in count(1))
    return next(name for name in names if not machine.path(name).exists())


def _small(machine: Machine) -> list[Path]:
    """What is in the data folder, without pictures (which no version changes) and earlier copies."""
    large = ("pictures", _BEFORE, _COMING)
    every = sorted(machine.path(DATA).iterdir())
    return [path for path in every if path.name not in large and not path.name.startswith(_FAILED)]


def _restarts(machine: Machine) -> str:
    return machine.run(("systemctl", "show", "--property", "NRestarts", "--value", UNIT)).text.strip()


def _log(machine: Machine) -> str:
    said = machine.run(("journalctl", "--unit", UNIT, "--lines", "10", "--no-pager", "--output", "cat")).text.strip()
    return f". Its last words:\n{said}" if said else ""


def _address(machine: Machine) -> str:
    """Where the table's page is, as the table told systemd when it was ready."""
    return machine.run(("systemctl", "show", "--property", "StatusText", "--value", UNIT)).text.strip()
