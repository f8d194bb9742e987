"""The machine that is installed on: its files below a root, its commands, its running table.

Everything that changes it goes through here, so that a test can give it a folder for a root and a runner of its own.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from firmware.keeping.folders import keep_bytes


class InstallError(RuntimeError):
    """The installation cannot go on; the message says why, and what to do."""


class CommandError(InstallError):
    """A command failed; the message has the command and the end of what it said."""


class Answer(NamedTuple):
    """What a command came to."""

    status: int
    text: str


Runner = Callable[[Sequence[str]], Answer]
"""Runs a command and waits for it."""

Ask = Callable[[str], "dict[str, Any] | None"]
"""The JSON at an address; None where nobody answers."""

_LINES_SHOWN = 15


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine. `root` is where its files begin, `say` tells a person what happens."""

    root: Path
    run: Runner
    ask: Ask
    say: Callable[[str], None] = print
    sleep: Callable[[float], None] = time.sleep

    def path(self, name: str | Path) -> Path:
        """Where a file of the machine is."""
        return self.root / str(name).lstrip("/")

    def text(self, name: str) -> str:
        """A file's text; nothing where it is missing. Bytes in it that are none are written back as they are."""
        try:
            return self.path(name).read_text("utf-8", "surrogateescape")
        except FileNotFoundError:
            return ""

    def write(self, name: str, text: str, mode: int = 0o644) -> None:
        """Put a file in place whole, so that a power cut leaves the old one or the new one."""
        keep_bytes(self.path(name), text.encode("utf-8", "surrogateescape"), mode)

    def remove(self, name: str) -> None:
        """Take a file away, if it is there."""
        self.path(name).unlink(missing_ok=True)

    def do(self, *command: str) -> str:
        """Run a command that has to succeed; what it said. CommandError where it does not."""
        status, text = self.run(command)
        if status:
            said = "\n".join(f"  {line}" for line in text.splitlines()[-_LINES_SHOWN:])
            raise CommandError(f"`{' '.join(command)}` ended with status {status}{':' if said else ''}\n{said}".strip())
        return text

    def succeeds(self, *command: str) -> bool:
        """Whether a command ends with status 0."""
        return self.run(command).status == 0

    @property
    def booted(self) -> bool:
        """Whether systemd runs it; in a chroot it does not."""
        return self.path("/run/systemd/system").is_dir()

    def names(self, file: str) -> set[str]:
        """The names of users (`/etc/passwd`) or groups (`/etc/group`)."""
        return {line.split(":")[0] for line in self.text(file).splitlines() if line}

    def members(self, group: str) -> set[str]:
        """Who is in a group, beside those whose own it is."""
        for line in self.text("/etc/group").splitlines():
            name, _, rest = line.partition(":")
            if name == group:
                return set(filter(None, rest.split(":")[-1].split(",")))
        return set()


def run(command: Sequence[str]) -> Answer:
    """Run a command of this machine."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    except FileNotFoundError:
        return Answer(127, f"{command[0]}: there is no such command")
    return Answer(done.returncode, done.stdout.decode("utf-8", "replace"))


def ask(address: str) -> dict[str, Any] | None:
    """The JSON object at an address of this machine; None where nobody answers, or with something else."""
    import json
    import ssl
    from http.client import HTTPException
    from urllib.request import HTTPSHandler, ProxyHandler, build_opener

    unverified = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # a certificate is for the name that phones know the table by
    unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
    # whoever installs through a proxy has it named in the environment, and it knows nothing of this machine
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=unverified))
    try:
        with opener.open(address, timeout=5) as page:
            told = json.load(page)
    except (OSError, ValueError, HTTPException):
        return None
    return told if isinstance(told, dict) else None
