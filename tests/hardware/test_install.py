"""Installing on a Raspberry Pi: what is on the machine after it, twice, upgraded, gone back and taken off again."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from errno import ENOSPC
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.keeping import journal_form
from firmware.keeping.journal_form import Kept
from firmware.selftest.checks import LEAST_FREE
from firmware.selftest.running import PATIENCE
from hardware.install import boot
from hardware.install.__main__ import main
from hardware.install.installing import install, plan, uninstall
from hardware.install.machine import Answer, InstallError, Machine, ask, run
from hardware.install.plan import PACKAGES, Choices, files, unit
from hardware.install.release import Source
from hardware.install.steps import Folder, shipped
from tests.hardware.fake_debian import CMDLINE, CONFIGS, FSTAB, FakeDebian
from tests.hardware.fresh_debian import documented

ROOT = Path(__file__).parent.parent.parent
CURRENT = "opt/hamarreko/current"
DATA = "/var/lib/hamarreko"


COUNTING = f"cgroup_enable=memory {CMDLINE}"


@pytest.fixture(autouse=True)
def _no_disk_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda handle: None)


@pytest.fixture(name="source")
def _source(tmp_path: Path) -> Source:
    """A checkout whose files may be changed."""
    checkout = tmp_path / "checkout"
    (checkout / "some").mkdir(parents=True)
    (checkout / "some" / "__init__.py").write_text("")
    (checkout / "some" / "scratch.txt").write_text("not installed")
    (checkout / "pyproject.toml").write_text(
        '[project]\nversion = "0.1.0"\n[tool.setuptools.packages.find]\ninclude = ["some", "some.*"]\n'
        "[tool.setuptools.package-data]\n"
    )
    for name in ("README.md", "LICENSE", "setup.py", "requirements-pi.lock"):
        (checkout / name).write_text(f"{name}\n")
    return Source(checkout)


def upgraded(source: Source, text: str = "better = True\n") -> Source:
    (source.folder / "some" / "__init__.py").write_text(text)
    return source


@pytest.fixture(name="debian", params=["bookworm", "trixie"])
def _debian(request: pytest.FixtureRequest, tmp_path: Path) -> FakeDebian:
    return FakeDebian(tmp_path / "root", request.param)


@pytest.fixture(name="pi")
def _pi(tmp_path: Path) -> FakeDebian:
    return FakeDebian(tmp_path / "root")


def play(debian: FakeDebian, journal: str = "what was played") -> None:
    """The table's data, as the table writes them."""
    data = debian.path(DATA)
    (data / "decks").mkdir(exist_ok=True)
    (data / "pictures").mkdir(exist_ok=True)
    (data / "journal.sqlite").write_text(journal)
    (data / "decks" / "club.deck").write_text("a deck")
    (data / "pictures" / "1.jpg").write_text("a picture")


def keep(folder: Path, *events: str) -> None:
    """A journal with these events in place of the one that is there."""
    for file in journal_form.files(folder / "journal.sqlite"):
        file.unlink(missing_ok=True)
    with closing(journal_form.connect(folder / "journal.sqlite")) as database:
        journal_form.write(database, (Kept(number, text, text) for number, text in enumerate(events, 1)))


def kept(folder: Path) -> list[str]:
    """The events of its journal."""
    with closing(journal_form.read_only(folder / "journal.sqlite")) as database:
        return [event.body for event in journal_form.verified(database)]


class CutError(BaseException):
    """The power is cut, or somebody has pressed Ctrl-C."""


def played(debian: FakeDebian) -> tuple[str, ...]:
    names = ("journal.sqlite", "decks/club.deck", "pictures/1.jpg")
    return tuple((debian.path(DATA) / name).read_text(errors="surrogateescape") for name in names)


def test_the_whole_machine(debian: FakeDebian, source: Source) -> None:
    install(debian.machine, source, Choices())
    after = debian.files()
    config = after["boot/firmware/config.txt"]
    assert config.startswith(CONFIGS[debian.system].rstrip("\n"))
    assert config.splitlines()[-4:] == [boot.BEGIN, "[all]", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", boot.END]
    assert after["boot/firmware/cmdline.txt"] == COUNTING
    assert after["etc/fstab"] == FSTAB
    assert "hamarreko" in after["etc/passwd"]
    for group in ("gpio", "i2c", "video", "render", "audio"):
        assert "hamarreko" in debian.machine.members(group)
    assert "pi" in debian.machine.members("gpio")
    assert "sudo" not in debian.machine.names("/etc/group")
    assert debian.installed >= {"python3-venv", "python3-picamera2", "python3-opencv", "python3-numpy", "espeak-ng"}
    assert "overlayroot" not in debian.installed
    assert debian.enabled == {"hamarreko.service", "hamarreko-clock.service"}
    python = {"bookworm": "py3.11", "trixie": "py3.13"}[debian.system]
    assert re.fullmatch(rf"releases/0\.1\.0-{python}-[0-9a-f]{{12}}", after[CURRENT])
    assert debian.running == after[CURRENT].removeprefix("releases/")
    pip = next(c for c in debian.commands if "pip" in c and "--require-hashes" in c)
    assert pip[0].startswith("/opt/hamarreko/releases/0.1.0-")
    assert any("--system-site-packages" in command for command in debian.commands)
    assert any("restart the Raspberry Pi once" in line for line in debian.said)


def test_twice_changes_nothing(debian: FakeDebian, source: Source) -> None:
    install(debian.machine, source, Choices())
    before = debian.files()
    debian.commands.clear()
    debian.said.clear()
    install(debian.machine, source, Choices())
    assert debian.files() == before
    assert debian.said == ["nothing was to be done: all is as it should be"]
    asked = {"dpkg", "dpkg-query", "find", "systemctl", "python3"}
    assert {Path(command[0]).name for command in debian.commands} <= asked
    systemctl = {word for c in debian.commands if c[0] == "systemctl" for word in c[1:3] if word[0] != "-"}
    assert systemctl == {"is-enabled", "is-active", "show"}
    assert plan(debian.machine, source, Choices()) == []


def test_data_that_root_copied_over_are_given_to_the_boxs_user(debian: FakeDebian, source: Source) -> None:
    install(debian.machine, source, Choices())
    play(debian)
    debian.roots.add(f"{DATA}/journal.sqlite")
    assert any(f"{DATA}, which belongs to hamarreko" in line for line in plan(debian.machine, source, Choices()))
    install(debian.machine, source, Choices())
    assert not debian.roots
    assert plan(debian.machine, source, Choices()) == []


def test_files_and_empty_folders_have_to_be_the_boxs_user_s(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "before-upgrade").mkdir()
    (tmp_path / "before-upgrade" / "journal.sqlite").touch()
    asked = Mock(return_value=Answer(0, ""))
    Folder(str(tmp_path), "hamarreko").needed(Mock(run=asked))
    (command,) = asked.call_args.args
    *looked_at, _, _, _, _, _ = command
    assert command[len(looked_at) :] == ("!", "-user", "hamarreko", "-print", "-quit")
    status, found = run(tuple(looked_at))
    there = {str(tmp_path), f"{tmp_path}/pictures", f"{tmp_path}/before-upgrade/journal.sqlite"}
    assert (status, set(found.split())) == (0, there)


def test_what_would_be_done_is_told_and_not_done(debian: FakeDebian, source: Source) -> None:
    before = debian.files()
    told = plan(debian.machine, source, Choices())
    assert debian.files() == before
    assert "packages: python3-venv" in told[0]
    assert any("config.txt: I2C and camera" in line for line in told)
    assert told[-1].startswith("release 0.1.0-py3.1")


def test_uninstalling_leaves_the_data_and_nothing_else(debian: FakeDebian, source: Source) -> None:
    before = debian.files()
    install(debian.machine, source, Choices(rtc="ds3231"))
    play(debian)
    uninstall(debian.machine)
    assert played(debian) == ("what was played", "a deck", "a picture")
    after = {name: text for name, text in debian.files().items() if not name.startswith("var/lib/hamarreko/")}
    for grown in ("etc/passwd", "etc/group"):  # the user still owns the data
        assert "hamarreko" in after.pop(grown)
        before.pop(grown)
    # an editor's missing line's end is put there
    before["boot/firmware/config.txt"] = before["boot/firmware/config.txt"].rstrip("\n") + "\n"
    assert after == before
    assert debian.enabled == set()
    assert debian.running is None
    debian.said.clear()
    uninstall(debian.machine)
    assert debian.said[0] == "nothing was to be done: it is not installed"


def test_the_club_s_own_options_stay(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    options = 'HAMARREKO_OPTIONS="--rules federacion"\n'
    pi.path("/etc/default/hamarreko").write_text(options)
    install(pi.machine, upgraded(source), Choices())
    uninstall(pi.machine)
    assert pi.path("/etc/default/hamarreko").read_text() == options


def test_an_upgrade_keeps_what_was_played(debian: FakeDebian, source: Source) -> None:
    install(debian.machine, source, Choices())
    first = debian.running
    play(debian)
    install(debian.machine, upgraded(source), Choices())
    assert debian.running != first
    assert played(debian) == ("what was played", "a deck", "a picture")
    releases = {path.name for path in debian.path("/opt/hamarreko/releases").iterdir()}
    assert releases == {first, debian.running}
    install(debian.machine, upgraded(source, "best = True\n"), Choices())
    releases = {path.name for path in debian.path("/opt/hamarreko/releases").iterdir()}
    assert len(releases) == 2
    assert first not in releases


def failures(debian: FakeDebian) -> Iterator[str]:
    """Each way in which a new version does not start."""
    old = debian.running

    def new(one: int | None, other: int | None) -> int | None:
        return other if debian.path(f"/{CURRENT}").resolve().name == old else one

    debian.broken = lambda name: name != old
    yield "it was not ready in time"
    debian.broken = lambda name: False
    debian.at_start = lambda: setattr(debian, "mute", new(1, 0))
    yield "its health page does not say that it is alive"
    debian.at_start = lambda: setattr(debian, "restarts", new(3, 0))
    debian.mute = 0
    yield "it was started anew 3 times"
    debian.at_start = lambda: setattr(debian, "alive_for", new(2, None))
    debian.restarts = 0
    yield "its health page does not say that it is alive"


def test_a_new_version_that_does_not_start_goes(debian: FakeDebian, source: Source) -> None:
    install(debian.machine, source, Choices())
    first, service = debian.running, unit().text
    play(debian)
    before = debian.files()
    upgraded(source)
    for why in failures(debian):
        start = debian.at_start

        def spoil(start: object = start) -> None:
            """The new version brings the journal into a form that the old one cannot read."""
            if debian.path(f"/{CURRENT}").resolve().name != first:
                (debian.path(DATA) / "journal.sqlite").write_text("of a newer form")
            assert callable(start)
            start()

        debian.at_start = spoil
        with pytest.raises(InstallError, match=r"the one before runs again, with its data") as raised:
            install(debian.machine, source, Choices())
        assert why in str(raised.value)
        assert "ImportError: numpy" in str(raised.value)
        assert debian.running == first
        assert played(debian) == ("what was played", "a deck", "a picture")
        assert debian.files()["etc/systemd/system/hamarreko.service"] == service
        left = {n: t for n, t in debian.files().items() if "/before-upgrade/" not in n and "/after-failed-" not in n}
        assert left == before
    spoiled = sorted(debian.path(DATA).glob("after-failed-upgrade*"))
    assert [path.name.removeprefix("after-failed-upgrade") for path in spoiled] == ["", "-2", "-3", "-4"]
    assert {(path / "journal.sqlite").read_text() for path in spoiled} == {"of a newer form"}


@pytest.mark.parametrize("runs", [True, False])
def test_a_reinstallation_that_does_not_start_leaves_release_and_data_alone(
    pi: FakeDebian, source: Source, runs: bool
) -> None:
    """What was played since the last upgrade is not gone back from: it was this version's own all the time."""
    install(pi.machine, source, Choices())
    play(pi, "January")
    install(pi.machine, upgraded(source), Choices())
    play(pi, "January to March")
    if runs:
        pi.path(unit().name).write_text("# changed by hand\n")
    else:
        pi.running = None
    before = pi.files() | {unit().name.lstrip("/"): unit().text}
    pi.broken = lambda name: True
    for _ in range(2):
        with pytest.raises(InstallError, match="the table does not start: it was not ready in time"):
            install(pi.machine, source, Choices())
        assert pi.files() == before


def test_what_a_table_may_write_leads_to_no_program_but_the_releases(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    pi.running = None
    for name in (f"{DATA}/before-upgrade/release", f"{DATA}/other/whole"):
        pi.path(name).parent.mkdir()
        pi.path(name).write_text("../../../var/lib/hamarreko/other\n")
    pi.broken = lambda name: True
    with pytest.raises(InstallError, match="the table does not start"):
        install(pi.machine, source, Choices())
    assert os.readlink(pi.path(f"/{CURRENT}")) == f"releases/{source.number('3.11')}"


def cut_off_upgrade(pi: FakeDebian, source: Source) -> str:
    """The power goes while the new version starts, which has changed a deck then; the release's name."""

    def cut() -> None:
        (pi.path(DATA) / "decks" / "club.deck").write_text("of a newer form")
        raise CutError

    pi.at_start = cut
    with pytest.raises(CutError):
        install(pi.machine, upgraded(source), Choices())
    pi.at_start = lambda: None
    return os.readlink(pi.path(f"/{CURRENT}")).removeprefix("releases/")


@pytest.mark.parametrize(
    ("journal", "runs", "choices"),
    [
        (("January",), True, Choices()),
        (("January",), True, Choices(data_device="/dev/sda1")),
        (("January", "March"), False, Choices()),
    ],
    ids=["it runs", "it runs until its partition is there", "more was played"],
)
def test_a_power_cut_in_an_upgrade_is_forgotten_once_the_new_version_is_in_use(
    pi: FakeDebian, source: Source, journal: tuple[str, ...], runs: bool, choices: Choices
) -> None:
    install(pi.machine, source, Choices())
    play(pi)
    keep(pi.path(DATA), "January")
    second = cut_off_upgrade(pi, source)
    pi.running = second if runs else None
    keep(pi.path(DATA), *journal)
    pi.broken = lambda name: name != second
    with pytest.raises(InstallError, match="the one before runs again"):
        install(pi.machine, upgraded(source, "a third version\n"), choices)
    assert pi.running == second
    assert kept(pi.path(DATA)) == [*journal]
    assert (pi.path(DATA) / "decks" / "club.deck").read_text() == "of a newer form"


STATES = {
    "it dies again and again": {"alive_for": 3},
    "it is another one at each look": {"restarts_a_look": 1},
    "it stands": {"running": None},
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("then", ["", "better = True\n", "a third version\n"], ids=["before", "same", "third"])
def test_an_upgrade_that_was_cut_off_is_taken_back_where_the_new_version_was_not_seen_to_run(
    pi: FakeDebian, source: Source, state: dict[str, object], then: str
) -> None:
    install(pi.machine, source, Choices())
    first = pi.running
    play(pi)
    keep(pi.path(DATA), "January")
    second = pi.running = cut_off_upgrade(pi, source)
    vars(pi).update(state)
    pi.at_start = lambda: vars(pi).update(alive_for=None, restarts_a_look=0)
    install(pi.machine, upgraded(source, then), Choices())
    assert (pi.running == first, pi.running == second) == (not then, then == "better = True\n")
    assert kept(pi.path(DATA)) == ["January"]
    assert played(pi)[1:] == ("a deck", "a picture")
    aside = pi.path(f"{DATA}/after-failed-upgrade")
    assert (aside / "decks" / "club.deck").read_text() == "of a newer form"
    pi.said.clear()
    install(pi.machine, source, Choices())
    assert pi.said == ["nothing was to be done: all is as it should be"]


def test_a_mark_of_an_upgrade_that_is_no_text_is_none(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    mark = pi.path(f"{DATA}/before-upgrade/release")
    mark.parent.mkdir()
    mark.write_bytes(b"\xff")
    install(pi.machine, upgraded(source), Choices())
    assert pi.running


def test_no_room_to_bring_the_data_back_leaves_those_that_are_there(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    first = pi.running
    play(pi)
    pi.broken = lambda name: name != first
    pi.at_start = lambda: (pi.path(DATA) / "journal.sqlite").write_text("of a newer form")
    pi.failing = f"{DATA}/before-upgrade/journal.sqlite"
    with pytest.raises(InstallError, match="ended with status 1"):
        install(pi.machine, upgraded(source), Choices())
    assert pi.said[-1] == "the table is started again"
    assert played(pi)[0] == "of a newer form"
    assert not pi.path(f"{DATA}/coming-back").exists()
    pi.failing, pi.at_start = None, lambda: None
    with pytest.raises(InstallError, match="the one before runs again"):
        install(pi.machine, source, Choices())
    assert played(pi)[0] == "what was played"


def test_what_comes_back_is_on_the_disk_before_its_release_is_current(
    pi: FakeDebian, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(pi.machine, source, Choices())
    first = pi.running
    play(pi)
    on_disk: list[tuple[str, bool]] = []

    def sync(*_: object) -> None:
        on_disk.append((played(pi)[0], os.readlink(pi.path(f"/{CURRENT}")) == f"releases/{first}"))

    def start() -> None:
        """What it may see of the data now is on the disk, and so is what sees it."""
        assert on_disk[-1] == (played(pi)[0], pi.path(f"/{CURRENT}").resolve().name == first)
        if not on_disk[-1][1]:
            (pi.path(DATA) / "journal.sqlite").write_text("of a newer form")

    pi.broken, pi.at_start = lambda name: name != first, start
    monkeypatch.setattr(pi, "_sync", sync)
    monkeypatch.setattr("hardware.install.release.sync", sync)
    with pytest.raises(InstallError, match="the one before runs again"):
        install(pi.machine, upgraded(source), Choices())
    assert on_disk[-3:] == [("of a newer form", False), ("what was played", False), ("what was played", True)]


class PowerCut:
    """Cuts the power before one of the acts that come once it is `on`, or in the middle of a file's copying."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pi: FakeDebian, acts: int) -> None:
        self.pi, self.on, self.acts = pi, False, acts
        self.run = pi.run
        for where, name in ((pi, "run"), (Path, "rename"), (Path, "mkdir"), (shutil, "rmtree"), (os, "replace")):
            monkeypatch.setattr(where, name, self.before(getattr(where, name)))

    def before(self, act: Callable[..., object]) -> Callable[..., object]:
        def acting(*arguments: object, **options: object) -> object:
            self.acts -= self.on
            if self.acts == -1 and act == self.run:
                self.leave_half(*arguments)
            if self.acts < 0:
                raise CutError
            return act(*arguments, **options)

        return acting

    def leave_half(self, command: Sequence[str]) -> None:
        if command[0] == "cp" and self.pi.path(command[-2]).is_file():
            self.run(command)
            to = self.pi.path(command[-1])
            (to / Path(command[-2]).name if to.is_dir() else to).write_text("half")


@pytest.mark.parametrize("boots", [True, False], ids=["then it starts", "then it stands"])
def test_a_power_cut_at_any_moment_of_the_way_back_loses_nothing(tmp_path: Path, source: Source, boots: bool) -> None:
    """Where the new version starts at the next boot after all, it begins a journal if it finds none."""
    (source.folder / "some" / "__init__.py").write_text("")
    for acts in count():
        pi = FakeDebian(tmp_path / f"{acts}" / "root")
        install(pi.machine, upgraded(source, ""), Choices())
        first = pi.running
        play(pi)
        keep(pi.path(DATA), "January")
        with pytest.MonkeyPatch.context() as patched:
            power = PowerCut(patched, pi, acts)
            pi.at_start = partial(setattr, power, "on", True)
            pi.broken = lambda name, old=first: name != old  # type: ignore[misc]
            with pytest.raises((InstallError, CutError)) as ended:
                install(pi.machine, upgraded(source), Choices())
        pi.at_start, pi.broken = lambda: None, lambda name: False
        pi.running = os.readlink(pi.path(f"/{CURRENT}")).removeprefix("releases/") if boots else None
        if boots and not (pi.path(DATA) / "journal.sqlite").exists():
            keep(pi.path(DATA))
        install(pi.machine, upgraded(source, ""), Choices())
        assert pi.running == first
        assert kept(pi.path(DATA)) == ["January"]
        assert played(pi)[1:] == ("a deck", "a picture")
        assert not pi.path(f"{DATA}/coming-back").exists()
        if ended.type is InstallError:
            assert acts > 20
            return


def test_after_it_has_gone_back_once_the_next_way_back_has_the_data_of_the_day(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    first = pi.running
    pi.broken = lambda name: name != first
    upgraded(source)
    for journal in ("January", "January to March"):
        play(pi, journal)
        pi.running = None
        with pytest.raises(InstallError, match="the one before runs again"):
            install(pi.machine, source, Choices())
        assert played(pi)[0] == journal


DAMAGES: dict[str, Callable[[Path], object]] = {
    "another byte": lambda program: (program / "models" / "art.onnx").write_text("a netw0rk"),
    "a file is gone": lambda program: (program / "models" / "art.onnx").unlink(),
    "the sums": lambda program: next(program.glob("*.dist-info/RECORD")).write_text("no sums"),
    "the mark": lambda program: (program.parents[2] / "whole").unlink(),
    "all is gone": shutil.rmtree,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_program_is_built_anew_beside_itself(
    pi: FakeDebian, source: Source, damage: Callable[[Path], object]
) -> None:
    install(pi.machine, source, Choices())
    play(pi)
    for _ in range(2):
        first = pi.running
        damage(pi.path(f"/{CURRENT}/lib/python3/site-packages"))
        pi.failing = "self-test"
        with pytest.raises(InstallError, match="ended with status 1"):
            install(pi.machine, source, Choices())
        assert pi.running == first
        assert pi.path(f"/{CURRENT}").exists()
        pi.failing = None
        pi.said.clear()
        install(pi.machine, source, Choices())
        assert pi.said[0].startswith("the program is damaged: ")
        assert pi.running != first
        assert played(pi) == ("what was played", "a deck", "a picture")
        pi.said.clear()
        install(pi.machine, source, Choices())
        assert pi.said == ["nothing was to be done: all is as it should be"]


@pytest.mark.parametrize("wrong", ["venv", "--require-hashes", "--no-deps", "self-test"])
def test_a_new_version_that_cannot_read_never_becomes_current(debian: FakeDebian, source: Source, wrong: str) -> None:
    install(debian.machine, source, Choices())
    before, running = debian.files(), debian.running
    debian.failing = wrong
    with pytest.raises(InstallError, match=r"(?s)ended with status 1:.*it went wrong"):
        install(debian.machine, upgraded(source), Choices())
    assert debian.files() == before
    assert debian.running == running
    debian.failing = None
    install(debian.machine, source, Choices())
    assert debian.running != running


def test_no_room_for_a_new_version_leaves_nothing_of_it(
    pi: FakeDebian, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(pi.machine, source, Choices())
    before = pi.files()
    monkeypatch.setattr("shutil.copyfile", Mock(side_effect=OSError(ENOSPC, "No space left on device")))
    with pytest.raises(InstallError, match="No space left on device"):
        install(pi.machine, upgraded(source), Choices())
    assert pi.files() == before


def test_no_room_for_the_copy_before_an_upgrade(
    pi: FakeDebian, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old version runs again, and has what room there is for itself."""
    install(pi.machine, source, Choices())
    play(pi)
    first = pi.running

    def refuse() -> None:
        with pytest.raises(InstallError, match=r"ended with status 1|No space left on device"):
            install(pi.machine, upgraded(source), Choices())
        assert pi.running == first
        assert pi.said[-1] == "the table is started again"
        assert not pi.path(f"{DATA}/before-upgrade").exists()

    pi.failing = f"{DATA}/journal.sqlite"
    refuse()
    pi.failing = None
    with monkeypatch.context() as full:
        full.setattr("pathlib.Path.mkdir", Mock(side_effect=OSError(ENOSPC, "No space left on device")))
        refuse()
    install(pi.machine, source, Choices())
    assert pi.running != first
    assert played(pi) == ("what was played", "a deck", "a picture")


def test_a_first_version_that_does_not_start_is_said(pi: FakeDebian, source: Source) -> None:
    pi.broken = lambda name: True
    with pytest.raises(InstallError, match="the table does not start: it was not ready in time"):
        install(pi.machine, source, Choices())
    pi.broken = lambda name: False
    install(pi.machine, source, Choices())
    assert pi.running


@pytest.mark.parametrize(
    "on",
    [
        {"score": {"NS": 3, "EW": 0}},
        {"games": {"NS": 0, "EW": 1}},
        {"calls": {"handia": ["NS envido 2"]}},
        {"hands": [{}]},
        {"round": "txikia"},
    ],
)
def test_never_during_a_match(pi: FakeDebian, source: Source, on: dict[str, object]) -> None:
    install(pi.machine, source, Choices())
    before, running = pi.files(), pi.running
    upgraded(source)
    pi.state |= on
    for act in (lambda: install(pi.machine, source, Choices()), lambda: uninstall(pi.machine)):
        with pytest.raises(InstallError, match="a match is being played"):
            act()
    assert pi.files() == before
    assert pi.running == running
    pi.state["match_winner"] = "NS"
    install(pi.machine, source, Choices())
    assert pi.running != running


@pytest.mark.parametrize("address", ["https://127.0.0.1:8040/", "http://127.0.0.1:9000/"])
def test_the_table_is_asked_where_it_says_that_it_is(pi: FakeDebian, source: Source, address: str) -> None:
    pi.address = address
    install(pi.machine, source, Choices())
    first = pi.running
    pi.path("/etc/default/hamarreko").write_text("HAMARREKO_OPTIONS=\"--rules don't")  # systemd's to read, not ours
    install(pi.machine, upgraded(source), Choices())
    assert pi.running != first
    pi.state |= {"score": {"NS": 3, "EW": 0}}
    with pytest.raises(InstallError, match="NS 3"):
        install(pi.machine, upgraded(source, "best = True\n"), Choices())


def test_during_a_match_where_somebody_says_so(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    pi.state |= {"score": {"NS": 3, "EW": 0}}
    install(pi.machine, upgraded(source), Choices(), during_match=True)
    assert len(list(pi.path("/opt/hamarreko/releases").iterdir())) == 2


def test_nothing_upgrades_by_itself() -> None:
    every = "".join(file.text for file in (*files(), unit()))
    assert "[Timer]" not in every
    assert "make" not in "".join(line for line in every.splitlines() if not line.startswith("#"))


def test_a_data_partition_takes_along_what_was_there(
    pi: FakeDebian, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(pi.machine, source, Choices())
    play(pi)
    on_disk: list[set[str]] = []
    with monkeypatch.context() as patched:
        patched.setattr(pi, "_sync", lambda: on_disk.append({p.name for p in (pi.root.parent / "partition").iterdir()}))
        install(pi.machine, source, Choices(data_device="/dev/sda1"))
    assert on_disk == [{"journal.sqlite.new", "decks", "pictures"}], "before the journal has its name"
    line = f"UUID=0b5a-77 {DATA} ext4 defaults,noatime,nofail,x-systemd.device-timeout=15s 0 2"
    assert pi.path("/etc/fstab").read_text() == f"{FSTAB}{line}\n"
    assert pi.path(DATA).resolve() == pi.root.parent / "partition"
    assert played(pi) == ("what was played", "a deck", "a picture")
    assert [c for c in pi.commands if c[0] == "mkfs.ext4"] == [("mkfs.ext4", "-q", "-L", "hamarreko", "/dev/sda1")]
    assert pi.running
    before = pi.files()
    pi.said.clear()
    install(pi.machine, source, Choices(data_device="/dev/sda1"))
    assert pi.files() == before
    assert pi.said == ["nothing was to be done: all is as it should be"]
    uninstall(pi.machine)
    assert line in pi.path("/etc/fstab").read_text()


def test_a_partition_that_has_no_room_leaves_the_table_running(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices())
    play(pi)
    first = pi.running

    pi.failing = f"{DATA}/decks"
    with pytest.raises(InstallError, match="ended with status 1"):
        install(pi.machine, source, Choices(data_device="/dev/sda1"))
    assert pi.running == first
    assert pi.path("/etc/fstab").read_text() == FSTAB
    pi.failing = "venv"  # later, when the partition is there
    with pytest.raises(InstallError, match="ended with status 1"):
        install(pi.machine, upgraded(source), Choices(data_device="/dev/sda1"))
    assert pi.running == first
    assert pi.path(DATA).resolve() == pi.root.parent / "partition"
    assert played(pi) == ("what was played", "a deck", "a picture")


@pytest.mark.parametrize("boots", [True, False])
def test_a_power_cut_at_any_moment_of_the_copying_to_a_partition_loses_nothing(
    tmp_path: Path, source: Source, boots: bool
) -> None:
    """Where the table is played on in the old folder then, that is taken along too."""
    events = ["January", "March"] if boots else ["January"]
    for acts in count():
        pi = FakeDebian(tmp_path / f"{acts}" / "root")
        install(pi.machine, source, Choices())
        play(pi)
        keep(pi.path(DATA), "January")
        partition = pi.root.parent / "partition"
        partition.mkdir()
        (partition / "journal.sqlite-wal").write_text("of a journal that is gone")
        with pytest.MonkeyPatch.context() as patched:
            PowerCut(patched, pi, acts).on = True
            try:
                install(pi.machine, source, Choices(data_device="/dev/sda1"))
            except CutError:
                pass
            else:
                assert acts > 20
                return
        if pi.path("/run/hamarreko-data").is_symlink():
            pi.machine.do("umount", "/run/hamarreko-data")
        if pi.path("/etc/fstab").read_text() != FSTAB and not pi.path(DATA).is_symlink():
            pi.machine.do("mount", DATA)
        if boots:
            keep(pi.path(DATA), *events)
        install(pi.machine, source, Choices(data_device="/dev/sda1"))
        assert pi.path(DATA).resolve() == partition
        assert b"of a journal that is gone" not in [file.read_bytes() for file in partition.glob("journal*")]
        assert kept(partition) == events
        assert played(pi)[1:] == ("a deck", "a picture")


def test_nothing_is_formatted_that_holds_something(pi: FakeDebian, source: Source) -> None:
    pi.disks["/dev/sda1"] = "vfat"
    pi.mounted["/dev/sda1"] = "/media/hamarreko-sda1"
    with pytest.raises(InstallError, match="sudo umount /media/hamarreko-sda1"):
        install(pi.machine, source, Choices(data_device="/dev/sda1"))
    pi.mounted.clear()
    with pytest.raises(InstallError, match="holds a file system of type vfat"):
        install(pi.machine, source, Choices(data_device="/dev/sda1"))
    with pytest.raises(InstallError, match="a whole disk with partitions"):
        install(pi.machine, source, Choices(data_device="/dev/sda"))
    assert not any(command[0] == "mkfs.ext4" for command in pi.commands)
    assert pi.path("/etc/fstab").read_text() == FSTAB


def test_an_overlay_needs_a_place_for_the_data(debian: FakeDebian, source: Source) -> None:
    before = debian.files()
    with pytest.raises(InstallError, match="name a partition for the data"):
        install(debian.machine, source, Choices(overlay=True))
    assert debian.files() == before
    install(debian.machine, source, Choices(overlay=True, data_device="/dev/sda1"))
    assert debian.path("/boot/firmware/cmdline.txt").read_text() == f"overlayroot=tmpfs:recurse=0 {COUNTING}"
    assert "overlayroot" in debian.installed
    install(debian.machine, upgraded(source), Choices())
    assert boot.has_overlay(debian.path("/boot/firmware/cmdline.txt").read_text())


def test_under_an_overlay_only_its_end_can_be_had(pi: FakeDebian, source: Source) -> None:
    install(pi.machine, source, Choices(overlay=True, data_device="/dev/sda1"))
    pi.path("/proc/mounts").write_text("overlayroot / overlay rw,lowerdir=/media/root-ro 0 0\n")
    before = pi.files()
    for choices in (Choices(), Choices(overlay=True)):
        with pytest.raises(InstallError, match="would be gone at the next start"):
            install(pi.machine, upgraded(source), choices)
    with pytest.raises(InstallError, match="OVERLAY=no"):
        uninstall(pi.machine)
    assert pi.files() == before
    install(pi.machine, source, Choices(overlay=False))
    before["boot/firmware/cmdline.txt"] = COUNTING
    assert pi.files() == before
    install(pi.machine, source, Choices(overlay=False))
    assert pi.said[-1] == "the overlay is gone after a restart: sudo reboot"


def test_without_systemd_the_files_are_there_and_nothing_is_started(pi: FakeDebian, source: Source) -> None:
    shutil.rmtree(pi.path("/run/systemd"))
    install(pi.machine, source, Choices())
    assert pi.running is None
    assert not any("start" in command for command in pi.commands)
    assert any("systemd does not run here" in line for line in pi.said)
    before = pi.files()
    install(pi.machine, source, Choices())
    assert pi.files() == before


def test_a_system_of_32_bits_is_refused(pi: FakeDebian, source: Source) -> None:
    pi.architecture = "armhf"
    with pytest.raises(InstallError, match="this system is armhf: take the 64-bit Raspberry Pi OS"):
        install(pi.machine, source, Choices())


def test_a_debian_that_is_no_raspberry_pi_is_told_what_it_lacks(pi: FakeDebian, source: Source) -> None:
    shutil.rmtree(pi.path("/boot"))
    pi.path("/etc/group").write_text("root:x:0:\nvideo:x:44:\n")
    install(pi.machine, source, Choices())
    assert any("no group gpio, i2c, render" in line for line in pi.said)
    assert any("there is no /boot/firmware/config.txt" in line for line in pi.said)
    assert pi.machine.members("video") == {"hamarreko"}


@pytest.mark.parametrize("text", [*CONFIGS.values(), "", "dtparam=audio=on", "[pi4]\narm_boost=1\n\n\n"])
def test_the_boot_configuration_there_and_back(text: str) -> None:
    once = boot.config_txt(text, 400_000, None)
    assert boot.config_txt(once, 400_000, None) == once
    assert boot.with_block(once, ()).rstrip("\n") == text.rstrip("\n")
    lines = boot.block_of(once).splitlines()
    assert lines[:2] == ["[all]", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"]
    assert ("camera_auto_detect=1" in lines) is ("camera_auto_detect=1" not in text)


def test_a_boot_configuration_that_is_no_utf_8_keeps_its_bytes(pi: FakeDebian, source: Source) -> None:
    config, own = pi.path("/boot/firmware/config.txt"), b"# Pe\xf1a\n"
    config.write_bytes(own + config.read_bytes())
    install(pi.machine, source, Choices())
    assert config.read_bytes().startswith(own)
    assert boot.BEGIN.encode() in config.read_bytes()


def test_a_block_whose_last_line_is_gone_takes_nothing_of_others_with_it() -> None:
    own = "dtoverlay=disable-bt\n"
    cut = boot.config_txt("arm_boost=1\n", 400_000, None).replace(f"{boot.END}\n", "") + own
    once = boot.config_txt(cut, 400_000, None)
    assert boot.config_txt(once, 400_000, None) == once
    assert (once.count(boot.BEGIN), once.count(boot.END)) == (1, 1)
    for text in (once, cut):
        assert own in boot.with_block(text, ())
        assert boot.BEGIN not in boot.with_block(text, ())
        assert own not in boot.block_of(text)


def test_a_clock_on_the_bus_stays_until_it_is_taken_off() -> None:
    text = CONFIGS["bookworm"]
    with_clock = boot.config_txt(text, 400_000, "ds3231")
    assert "dtoverlay=i2c-rtc,ds3231" in boot.block_of(with_clock).splitlines()
    assert boot.config_txt(with_clock, 400_000, None) == with_clock
    assert boot.config_txt(with_clock, 400_000, "none") == boot.config_txt(text, 400_000, None)


def test_a_camera_that_somebody_chose_stays(pi: FakeDebian, source: Source) -> None:
    own = CONFIGS["bookworm"].replace("camera_auto_detect=1", "camera_auto_detect=0\ndtoverlay=imx708")
    pi.path("/boot/firmware/config.txt").write_text(own)
    install(pi.machine, source, Choices())
    assert "camera_auto_detect" not in boot.block_of(pi.path("/boot/firmware/config.txt").read_text())
    assert any("camera_auto_detect=0" in line for line in pi.said)


def test_the_kernel_s_line_there_and_back() -> None:
    overlaid = boot.cmdline_txt(CMDLINE, True)
    assert overlaid.count("\n") == 1
    assert boot.cmdline_txt(overlaid, True) == overlaid
    assert boot.cmdline_txt(overlaid, False) == CMDLINE
    assert boot.cmdline_txt(f"overlayroot=tmpfs {CMDLINE}", True) == overlaid
    assert boot.cmdline_txt(CMDLINE.rstrip() + " overlayroot=tmpfs\n", False).split() == CMDLINE.split()


def test_the_memory_of_services_is_counted_unless_it_is_already() -> None:
    assert boot.counting_memory(CMDLINE, wanted=True) == COUNTING
    assert boot.counting_memory(COUNTING, wanted=True) == COUNTING
    overlaid = boot.cmdline_txt(COUNTING, True)
    assert boot.counting_memory(overlaid, wanted=True) == overlaid
    assert boot.counting_memory(COUNTING, wanted=False) == CMDLINE
    somebody_s = CMDLINE.rstrip() + " cgroup_enable=memory\n"
    assert [boot.counting_memory(somebody_s, wanted) for wanted in (True, False)] == [somebody_s] * 2


def test_what_was_mounted_before_makes_room() -> None:
    once = boot.fstab(FSTAB, "a", DATA)
    assert boot.has_partition(once, DATA)
    assert not boot.has_partition(FSTAB, DATA)
    assert boot.fstab(once, "b", DATA) == boot.fstab(FSTAB, "b", DATA)
    assert boot.fstab(f"# {DATA} was here", "a", DATA).startswith(f"# {DATA} was here\nUUID=a")


def test_the_service_waits_for_its_disk_alone_and_is_watched() -> None:
    service = configparser.ConfigParser(strict=False, interpolation=None)
    service.optionxform = str  # type: ignore[assignment, method-assign]
    service.read_string(unit().text)
    assert service["Service"]["Type"] == "notify"
    assert 0 < int(service["Service"]["WatchdogSec"]) <= 15
    assert service["Service"]["Restart"] == "always"
    assert service["Service"]["User"] == "hamarreko"
    assert service["Unit"]["RequiresMountsFor"] == DATA
    words = service["Service"]["ExecStart"].split()
    assert words[1:3] == ["table", "--network"], "phones come in with the code"
    assert words[-1] == "$HAMARREKO_OPTIONS", "the club has the last word"
    every = "".join(line for line in unit().text.splitlines(keepends=True) if not line.startswith("#"))
    assert not re.search(r"network[-.]|time-sync", every)
    assert "{" not in "".join(file.text.replace("ENV{", "") for file in files()) + every


def test_a_club_is_told_where_its_files_are_seen_by_the_service() -> None:
    hidden = [line for line in unit().text.splitlines() if line.startswith(("Protect", "Private", "Inaccessible"))]
    assert hidden == ["ProtectSystem=full", "ProtectHome=yes", "PrivateTmp=yes"]
    pages = [path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("judge*.md"))]
    told = [*pages, *(file.text for file in files() if file.name == "/etc/default/hamarreko")]
    assert len(told) == 5
    assert all("--settings /etc/hamarreko/tournament.toml" in text for text in told)


def test_a_stick_is_mounted_and_what_the_system_mounts_itself_is_not(tmp_path: Path) -> None:
    """The rule's command, with a `findmnt` to which sda1 is the system's and a `systemd-mount` that tells."""
    told = tmp_path / "told"
    does = {"findmnt": '[ "$*" = "--fstab --source /dev/sda1" ]', "systemd-mount": f'echo "$*" >> {told}'}
    for name, line in does.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    (rule,) = re.findall(r'RUN\+="(.*)"$', shipped("sticks.rules"), re.MULTILINE)
    for kernel in ("sda1", "sdb1"):
        filled = rule.replace("$devnode", f"/dev/{kernel}").replace("%k", kernel)
        run(shlex.split(filled.replace("/usr/bin/", f"{tmp_path}/")))
    assert told.read_text() == "--no-block --collect --options=umask=000 /dev/sdb1 /media/hamarreko-sdb1\n"


def test_the_clock_goes_forward_to_the_last_thing_kept_and_never_back(tmp_path: Path) -> None:
    """The script with a `date` that tells instead of setting."""
    told, data = tmp_path / "told", tmp_path / "data"
    data.mkdir()
    date = tmp_path / "date"
    date.write_text(f'#!/bin/sh\nif [ "$1" = -s ]; then echo "$2" >> {told}; else echo 1700000000; fi\n')
    date.chmod(0o755)
    script = str(ROOT / "hardware" / "install" / "files" / "clock.sh")
    command = ("env", f"PATH={tmp_path}:/usr/bin:/bin", "sh", script, str(data))
    assert run(command).status == 0
    journal = data / "journal.sqlite"
    journal.write_text("")
    os.utime(journal, (1_600_000_000, 1_600_000_000))
    (data / "decks").mkdir()
    os.utime(data / "decks", (1_900_000_000, 1_900_000_000))
    assert run(command).status == 0
    assert not told.exists()
    log = data / "journal.sqlite-wal"
    log.write_text("")
    os.utime(log, (1_800_000_000, 1_800_000_000))
    assert run(command).status == 0
    assert told.read_text() == "@1800000000\n"


def test_a_release_is_named_after_every_byte_of_it(source: Source) -> None:
    first = source.number("3.11")
    assert source.number("3.11") == first
    assert source.number("3.13") != first
    (source.folder / "some" / "scratch.txt").write_text("another scratch")
    assert source.number("3.11") == first
    assert upgraded(source).number("3.11") != first


def test_the_checkout_has_what_the_program_needs() -> None:
    found = Source(ROOT).files()
    for name in (
        "models/finder.onnx",
        "hardware/pins.toml",
        "firmware/demo/hand-01.jpg",
        "words/languages/eu/LC_MESSAGES/hamarreko.po",
        "setup.py",
    ):
        assert name in found
    assert not [name for name in found if "tests/" in name or "__pycache__" in name]


def test_what_is_installed_has_the_pins_and_nothing_that_draws_the_box(tmp_path: Path) -> None:
    with Source(ROOT).copied() as copy:
        command = [sys.executable, "setup.py", "-q", "build", "--build-lib", str(tmp_path)]
        subprocess.run(command, cwd=copy, check=True, capture_output=True)
    assert {path.name for path in (tmp_path / "hardware").iterdir()} == {"__init__.py", "pins.toml", "install"}
    shown = "from firmware.devices.pins import shipped; print(len(shipped().buttons))"
    done = subprocess.run([sys.executable, "-P", "-c", shown], env={"PYTHONPATH": str(tmp_path)}, capture_output=True)
    assert done.stdout == b"12\n", done.stderr
    assert (tmp_path / "words/languages/eu/LC_MESSAGES/hamarreko.mo").exists()


def test_commands_and_pages_that_fail() -> None:
    machine = Machine(Path("/"), run, ask)
    assert machine.run(("sh", "-c", "echo said; exit 3")) == (3, "said\n")
    assert machine.run(("there-is-no-such-command",)).status == 127
    with pytest.raises(InstallError, match=r"(?s)`sh -c .*` ended with status 3:\n  said"):
        machine.do("sh", "-c", "echo said; exit 3")
    assert ask("http://127.0.0.1:9/") is None


def test_this_machine_is_asked_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"alive": true}')

        def log_message(self, *_: object) -> None:
            pass

    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert ask(f"http://127.0.0.1:{server.server_port}/health") == {"alive": True}


def test_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["install"]) == 1
    assert "sudo make install" in capsys.readouterr().err
    with pytest.raises(SystemExit) as wrong:
        main(["install", "--overlay", "perhaps"])
    assert wrong.value.code == 2


def test_the_documentation_says_what_is_there() -> None:
    text = (ROOT / "docs" / "install.md").read_text("utf-8")
    for name in ("install", "upgrade", "uninstall"):
        assert "make" in documented(name)
    for name in PACKAGES.names:
        assert f"`{name}`" in text, name
    assert f"within {PATIENCE:.0f} seconds" in text
    assert f"less than {LEAST_FREE // 1_000_000} MB" in text
    assert "TimeoutStartSec=120" in unit().text
    assert "within two minutes" in text


def test_the_way_back_takes_the_service_along(pi: FakeDebian, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    install(pi.machine, source, Choices())
    first, service = pi.running, pi.path(unit().name).read_text()
    pi.broken = lambda name: name != first
    other = replace(unit(), text="# another service\n")
    for module in ("installing", "release"):
        monkeypatch.setattr(f"hardware.install.{module}.unit", lambda: other)
    with pytest.raises(InstallError, match="the one before runs again"):
        install(pi.machine, upgraded(source), Choices())
    assert pi.path(unit().name).read_text() == service


def test_a_release_that_was_installed_without_systemd_is_one_to_go_back_to(pi: FakeDebian, source: Source) -> None:
    shutil.rmtree(pi.path("/run/systemd"))
    install(pi.machine, source, Choices())
    pi.path("/run/systemd/system").mkdir(parents=True)
    pi.machine.do("systemctl", "start", "hamarreko.service")
    first = pi.running
    pi.broken = lambda name: name != first
    with pytest.raises(InstallError, match="the one before runs again"):
        install(pi.machine, upgraded(source), Choices())
    assert pi.running == first


@pytest.mark.parametrize("here", [[], ["January"]], ids=["nothing yet", "what is there too"])
def test_a_partition_whose_journal_goes_on_from_the_folder_s_keeps_it(
    pi: FakeDebian, source: Source, here: list[str]
) -> None:
    partition = own_partition(pi, source)
    keep(pi.path(DATA), *here)
    keep(partition, "January", "March")
    install(pi.machine, source, Choices(data_device="/dev/sda1"))
    assert pi.path(DATA).resolve() == partition
    assert kept(partition) == ["January", "March"]
    assert not any(command[0] == "mkfs.ext4" for command in pi.commands)
    assert pi.running


def test_of_two_journals_of_which_neither_goes_on_from_the_other_none_is_chosen(pi: FakeDebian, source: Source) -> None:
    partition, first = own_partition(pi, source), pi.running
    keep(pi.path(DATA), "January", "March")
    for there in (["of last year"], ["January", "April", "May"]):
        keep(partition, *there)
        with pytest.raises(InstallError, match=f"{DATA} and /dev/sda1 have a journal each"):
            install(pi.machine, source, Choices(data_device="/dev/sda1"))
        assert (kept(pi.path(DATA)), kept(partition)) == (["January", "March"], there)
    (partition / "journal.sqlite").write_text("damaged")
    with pytest.raises(InstallError, match="have a journal each"):
        install(pi.machine, source, Choices(data_device="/dev/sda1"))
    assert pi.running == first
    assert pi.path("/etc/fstab").read_text() == FSTAB
    pi.path(DATA).rename(pi.root / "before")  # as the sentence says, while the table runs
    pi.commands.clear()
    install(pi.machine, source, Choices(data_device="/dev/sda1"))
    assert (partition / "journal.sqlite").read_text() == "damaged"
    stopped, mounted = ("systemctl", "stop", "hamarreko.service"), ("mount", DATA)
    assert [command for command in pi.commands if command in (stopped, mounted)] == [stopped, mounted]


def own_partition(pi: FakeDebian, source: Source) -> Path:
    """What is on the partition of a machine that has been played on."""
    install(pi.machine, source, Choices())
    play(pi)
    pi.disks["/dev/sda1"] = "ext4"
    partition = pi.root.parent / "partition"
    partition.mkdir()
    return partition


def test_files_keep_their_modes_and_new_ones_can_be_read(pi: FakeDebian, source: Source) -> None:
    pi.path("/boot/firmware/config.txt").chmod(0o755)
    before = os.umask(0o077)
    try:
        install(pi.machine, source, Choices())
    finally:
        os.umask(before)
    assert pi.path("/boot/firmware/config.txt").stat().st_mode & 0o777 == 0o755
    for file in (*files(), unit()):
        assert pi.path(file.name).stat().st_mode & 0o777 == 0o644
