"""The running table, as the installer sees it: whether a match is on, whether it starts, and what it keeps."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from firmware.keeping.folders import kept_text
from hardware.install.machine import InstallError, Machine
from hardware.install.plan import DATA, DEFAULTS, UNIT

USUAL = "8040"
"""The port of a table that says nothing else."""
LOOKS, APART = 20, 1.0
"""So often the health page is looked at, so many seconds apart, until the table is alive."""
STEADY = 5
"""So many looks in a row it has to stay alive."""

_BEFORE, _FAILED = "before-upgrade", "after-failed-upgrade"
_OF = "release"
"""The file in a copy that names the release whose data it has, for as long as they are what to go back to."""


class MatchInProgressError(InstallError):
    """Somebody is playing."""


def require_no_match(machine: Machine) -> None:
    """MatchInProgressError where the table answers and a match is on at it."""
    state = machine.ask(f"{_address(machine)}api/state")
    if state and _is_on(state):
        score = ", ".join(f"{team} {tantos}" for team, tantos in state["score"].items())
        raise MatchInProgressError(
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
    return machine.succeeds("systemctl", "--quiet", "is-active", UNIT)


def stop(machine: Machine) -> None:
    """Stop the service, if it runs."""
    machine.do("systemctl", "stop", UNIT)


def start(machine: Machine) -> None:
    """Start the service and wait until it is ready and stays alive. InstallError, with why, where it does not."""
    machine.do("systemctl", "daemon-reload")
    machine.run(("systemctl", "reset-failed", UNIT))
    try:
        machine.do("systemctl", "start", UNIT)
    except InstallError as error:
        raise InstallError(f"it was not ready in time{_log(machine)}") from error
    alive, address = 0, _address(machine)
    for _ in range(LOOKS):
        health = machine.ask(f"{address}health")
        alive = alive + 1 if health and health.get("alive") is True and is_active(machine) else 0
        if alive == STEADY:
            if (restarts := _restarts(machine)) not in ("", "0"):
                raise InstallError(f"it was started anew {restarts} times{_log(machine)}")
            return
        machine.sleep(APART)
    raise InstallError(f"its health page does not say that it is alive{_log(machine)}")


@contextmanager
def kept_running(machine: Machine) -> Iterator[None]:
    """Whatever goes wrong within, a table that ran before is started again. An OSError becomes an InstallError."""
    ran = machine.booted and is_active(machine)
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
    to = machine.path(f"{DATA}/{_BEFORE}")
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    try:
        for path in _small(machine):
            machine.do("cp", "-a", f"{DATA}/{path.name}", f"{DATA}/{_BEFORE}/")
        machine.do("sync")
        machine.write(f"{DATA}/{_BEFORE}/{_OF}", f"{name}\n")
    except BaseException:
        shutil.rmtree(to, ignore_errors=True)  # the table needs the room that is left
        raise


def saved(machine: Machine) -> str | None:
    """The release whose data `save` kept; None where no release after it waits to be seen to start."""
    told = machine.text(f"{DATA}/{_BEFORE}/{_OF}").strip()
    return Path(told).name or None  # the folder is the table's own: what stands there leads to no other place


def settle(machine: Machine) -> None:
    """Note that the data are those of the release that runs: from now on they are never gone back from."""
    machine.remove(f"{DATA}/{_BEFORE}/{_OF}")


def bring_back(machine: Machine) -> None:
    """Put what `save` kept back; what the new version made of it is kept aside. The table is stopped."""
    aside = _kept_aside(machine)
    machine.path(aside).mkdir()
    for path in _small(machine):
        path.rename(machine.path(f"{aside}/{path.name}"))
    for path in sorted(machine.path(f"{DATA}/{_BEFORE}").iterdir()):
        if path.name != _OF:
            machine.do("cp", "-a", f"{DATA}/{_BEFORE}/{path.name}", f"{DATA}/")
    machine.say(f"what the new version left of the data is kept in {aside}")


def _kept_aside(machine: Machine) -> str:
    """A folder that is not there yet."""
    names = (f"{DATA}/{_FAILED}{f'-{number}' if number > 1 else ''}" for number in count(1))
    return next(name for name in names if not machine.path(name).exists())


def _small(machine: Machine) -> list[Path]:
    """What is in the data folder, without pictures (which no version changes) and earlier copies."""
    large = ("pictures", _BEFORE)
    every = sorted(machine.path(DATA).iterdir())
    return [path for path in every if path.name not in large and not path.name.startswith(_FAILED)]


def _restarts(machine: Machine) -> str:
    return machine.run(("systemctl", "show", "--property", "NRestarts", "--value", UNIT)).text.strip()


def _log(machine: Machine) -> str:
    said = machine.run(("journalctl", "--unit", UNIT, "--lines", "10", "--no-pager", "--output", "cat")).text.strip()
    return f". Its last words:\n{said}" if said else ""


def _address(machine: Machine) -> str:
    """Where the table's page is, as the table told systemd when it was ready."""
    told = machine.run(("systemctl", "show", "--property", "StatusText", "--value", UNIT)).text.strip()
    if told.startswith("http"):
        return told
    # a release from before this tells nothing, and it is the one that the first upgrade to this stops, or goes back to
    options = kept_text(machine.path(DEFAULTS))
    ports = re.findall(r"^HAMARREKO_OPTIONS=.*--port[= ](\d+)", options, re.MULTILINE)
    return f"http://127.0.0.1:{(ports or [USUAL])[-1]}/"
