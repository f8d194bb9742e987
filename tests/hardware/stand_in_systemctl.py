#!/usr/bin/python3
"""Stands in for systemctl where systemd does not run: starts one service as its file says, and waits until it is ready.

It knows what the installer uses: start, stop, enable, disable, is-active, is-enabled, show, and what needs nothing.
A oneshot service is waited for; a notify service is ready when it says so on its socket within TimeoutStartSec; it is
not started anew.
"""

import configparser
import os
import pwd
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

UNITS, WANTED, RUN = Path("/etc/systemd/system"), "multi-user.target.wants", Path("/run/stand-in-systemd")


def settings(unit):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string((UNITS / unit).read_text())
    return parser["Service"]


def pid(unit):
    try:
        number = int((RUN / unit).read_text())
        return number if Path(f"/proc/{number}/stat").read_text().split()[2] != "Z" else None
    except (OSError, ValueError):
        return None


def environment(service, user):
    found = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": user.pw_dir, "USER": user.pw_name}
    name, _, value = service.get("Environment", "").partition("=")
    found |= {name: value} if name else {}
    file = Path(service.get("EnvironmentFile", "-/nowhere").lstrip("-"))
    for line in file.read_text().splitlines() if file.exists() else ():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found[name] = value.strip('"')
    return found


def once(unit):
    """Run what a oneshot service is to run, one after the other."""
    lines = (UNITS / unit).read_text().splitlines()
    env = dict(os.environ, PATH="/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND="noninteractive")
    for line in lines:
        if line.startswith("ExecStart="):
            command = line.removeprefix("ExecStart=")
            status = subprocess.run(shlex.split(command.removeprefix("-")), env=env).returncode
            if status and not command.startswith("-"):
                return status
    return 0


def start(unit):
    if pid(unit):
        return 0
    service = settings(unit)
    if service.get("Type") == "oneshot":
        return once(unit)
    user = pwd.getpwnam(service["User"])
    RUN.mkdir(parents=True, exist_ok=True)
    runtime = Path("/run") / service["RuntimeDirectory"]
    runtime.mkdir(exist_ok=True)
    os.chown(runtime, user.pw_uid, user.pw_gid)
    at = RUN / f"{unit}.notify"
    at.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(at))
        os.chmod(at, 0o777)
        env = environment(service, user) | {"NOTIFY_SOCKET": str(at)}
        words = [
            w
            for word in service["ExecStart"].split()
            for w in (env.get(word[1:], "").split() if word[0] == "$" else [word])
        ]
        with open(RUN / f"{unit}.log", "ab") as log:
            child = subprocess.Popen(
                words,
                env=env,
                cwd=service["WorkingDirectory"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=user.pw_uid,
                group=user.pw_gid,
                extra_groups=os.getgrouplist(user.pw_name, user.pw_gid),
                start_new_session=True,
                umask=int(service["UMask"], 8),
            )
        (RUN / unit).write_text(str(child.pid))
        told.settimeout(0.5)
        until = time.monotonic() + float(service["TimeoutStartSec"])
        while time.monotonic() < until and child.poll() is None:
            try:
                said = dict(line.split("=", 1) for line in told.recv(4096).decode().splitlines())
                if said.get("READY") == "1":
                    (RUN / f"{unit}.status").write_text(said.get("STATUS", ""))
                    return 0
            except TimeoutError:
                continue
    stop(unit)
    print(f"Job for {unit} failed.", file=sys.stderr)
    return 1


def stop(unit):
    if number := pid(unit):
        os.kill(number, signal.SIGTERM)
        until = time.monotonic() + 15
        while pid(unit) and time.monotonic() < until:
            time.sleep(0.1)
        if number := pid(unit):
            os.kill(number, signal.SIGKILL)
    (RUN / unit).unlink(missing_ok=True)
    (RUN / f"{unit}.status").unlink(missing_ok=True)
    return 0


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if not words:  # `systemctl --version`, which installing packages asks
        return 0
    what, unit = words[0], words[-1]
    link = UNITS / WANTED / unit
    if what == "start":
        return start(unit)
    if what == "stop":
        return stop(unit)
    if what == "is-active":
        return 0 if pid(unit) else 3
    if what == "is-enabled":
        return 0 if link.is_symlink() else 1
    if what == "enable":
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(UNITS / unit)
    elif what == "disable":
        link.unlink(missing_ok=True)
    elif what == "show":
        status = RUN / f"{unit}.status"
        print(0 if "StatusText" not in words else status.read_text() if status.exists() else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
