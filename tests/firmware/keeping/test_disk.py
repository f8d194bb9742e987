"""Power cuts on a disk that forgets what was not synced, full and failing disks: no acknowledged event is lost."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up
from firmware.keeping.journal_form import LOST, JournalError
from firmware.keeping.journal_mending import readable
from firmware.keeping.journal_reading import COPY, read_copy
from tests.firmware.keeping.disk import SECTOR, Recorder, Step, after_power_cut

ROOT = Path(__file__).parents[3]
BODIES = [f'{{"event":"call-made","call":"NS envido {n}","why":"{"x" * (n * 97 % 700)}"}}' for n in range(2, 26)]


def an_evening(data: Path, acknowledged: Callable[[], object]) -> None:
    """Some events, with a clean stop and a new start between, and a log that is taken into the file now and then."""
    for part in (BODIES[:9], BODIES[9:]):
        with Journal(data) as journal:
            for number, body in enumerate(part):
                journal.append(body, carry="{}" if number % 7 == 3 else None)
                acknowledged()
                if number % 5 == 4:
                    journal.tidy()


def marks(steps: list[Step]) -> int:
    return sum(step.what == "mark" for step in steps)


def test_a_power_cut_at_any_step_loses_nothing_acknowledged(folder: Path) -> None:
    with Recorder(folder) as disk:
        an_evening(folder / "data", disk.mark)
    luck = random.Random(5)
    found_more = torn = 0
    for cut in range(len(disk.steps) + 1):
        after = folder / f"after-{cut}"
        after_power_cut(disk.steps[:cut], luck, after)
        acknowledged = marks(disk.steps[:cut])
        with Journal(after / "data") as journal:
            events = list(journal.events())
            assert journal.damage is None, f"after {cut} steps: {journal.damage}"
            assert events == BODIES[: len(events)]
            assert acknowledged <= len(events) <= acknowledged + 1, f"after {cut} steps"
            found_more += len(events) > acknowledged
            journal.append("goes on")
        shutil.rmtree(after)
        torn += disk.steps[cut - 1].what == "write"
    assert marks(disk.steps) == len(BODIES)
    assert torn > len(BODIES)
    assert found_more  # otherwise nothing but whole events ever reached the disk, and little was tried


def test_a_power_cut_takes_nothing_back_that_the_second_copy_had(folder: Path) -> None:
    copied: list[int] = []
    with Recorder(folder) as disk, Journal(folder / "data") as journal:
        for body in BODIES[:8]:
            journal.append(body)
            brought_up(journal.path, journal.copy)
            copied.append(len(disk.steps))
    luck = random.Random(7)
    undone = 0
    for cut in range(copied[0], len(disk.steps) + 1):
        after = folder / f"after-{cut}"
        after_power_cut(disk.steps[:cut], luck, after)
        copy = after / "data" / COPY
        there, had = read_copy(copy).proven, sum(steps <= cut for steps in copied)
        assert [kept.body for kept in there.values()] == BODIES[: len(there)]
        assert had <= len(there) <= had + 1, f"after {cut} steps"
        undone += len(readable(copy).proven) > len(there)
        shutil.rmtree(after)
    assert undone  # a transaction that was broken off stands in the file, and is no event of the copy's


def test_the_disk_does_forget(folder: Path) -> None:
    """What the tests above stand on: without syncing, events that were acknowledged are lost."""
    with Recorder(folder) as disk, Journal(folder / "data") as journal:
        journal._open().execute("PRAGMA synchronous = OFF")
        for body in BODIES:
            journal.append(body)
            disk.mark()
        cut = len(disk.steps)
    lost = 0
    for number in range(30):
        after = folder / f"after-{number}"
        after_power_cut(disk.steps[:cut], random.Random(number), after)
        with Journal(after / "data") as journal:
            lost += len(journal) < len(BODIES)
    assert lost > 5


def test_a_power_cut_while_a_damaged_journal_is_set_aside(folder: Path) -> None:
    damaged = folder / "data" / "journal.sqlite"
    with Recorder(folder) as disk:
        with Journal(folder / "data") as journal:
            for body in BODIES:
                journal.append(body)
        with sqlite3.connect(damaged) as database:
            database.execute("UPDATE event SET body = 'spoilt' WHERE seq = 20")
        database.close()
        begun = len(disk.steps)
        Journal(folder / "data").close()
    assert damaged.exists()
    luck = random.Random(6)
    for cut in range(begun, len(disk.steps) + 1):
        after = folder / f"after-{cut}"
        after_power_cut(disk.steps[:cut], luck, after)
        with Journal(after / "data") as journal:
            events = list(journal.events())
            assert events == [*BODIES[:19], LOST, *BODIES[20:]], f"after {cut} steps"
        shutil.rmtree(after)


def test_a_torn_last_page(folder: Path) -> None:
    """What the log holds of an event that was being written, torn at every sector: the event counts whole or not."""
    with Journal(folder / "data") as journal:
        for body in BODIES:
            journal.append(body)
        files = {path.name: path.read_bytes() for path in (folder / "data").glob("journal.sqlite*")}
        before = len(journal)
        journal.append("the last one" + "." * 3000)
        log = (folder / "data" / "journal.sqlite-wal").read_bytes()
    was = files["journal.sqlite-wal"]
    assert len(log) - len(was) > 4 * SECTOR
    for torn in range(len(was), len(log), SECTOR):
        for rest in (b"", bytes(len(log) - torn), b"\xff" * (len(log) - torn)):
            after = folder / "after"
            after.mkdir()
            (after / "journal.sqlite").write_bytes(files["journal.sqlite"])
            (after / "journal.sqlite-wal").write_bytes(log[:torn] + rest)
            with Journal(after) as journal:
                assert journal.damage is None
                assert list(journal.events()) == BODIES
                assert len(journal) == before
            shutil.rmtree(after)


@pytest.mark.parametrize("kinds", [("write",), ("sync",), ("write", "sync", "truncate")])
def test_a_disk_that_refuses_keeps_nothing_by_halves(folder: Path, kinds: tuple[str, ...]) -> None:
    """Full or failing for a while, then well again: what was acknowledged is there, and nothing else between."""
    for first in range(0, 20, 2):
        data, after = folder / f"data-{first}", folder / f"after-{first}"
        bad = _BadDisk(kinds, range(first, first + 7))
        acknowledged: list[str] = []
        with Recorder(folder, bad) as disk, Journal(data) as journal:
            for number, body in enumerate(BODIES):
                bad.begun = number >= 3
                if _appended(journal, body):
                    acknowledged.append(body)
            assert list(journal.events()) == acknowledged
            steps = list(disk.steps)
        assert len(acknowledged) < len(BODIES)
        after_power_cut(steps, random.Random(first), after)
        # where the disk confirmed neither the last event nor that it was struck out, nobody can know
        possible = [acknowledged] if BODIES[-1] in acknowledged else [acknowledged, [*acknowledged, BODIES[-1]]]
        for found in (data, after / data.name):
            with Journal(found) as journal:
                assert list(journal.events()) in possible
                assert journal.damage is None


def test_a_press_that_was_refused_is_not_found_after_a_power_cut(folder: Path) -> None:
    """Its bytes may be on the disk whole, only their syncing failed: they are struck out."""
    refuse = False

    def takes(step: Step) -> bool:
        nonlocal refuse
        refused, refuse = refuse and step.what == "sync", refuse and step.what != "sync"
        return not refused

    for number in range(1, len(BODIES)):
        data = folder / f"data-{number}"
        with Recorder(folder, takes) as disk, Journal(data) as journal:
            assert all(_appended(journal, body) for body in BODIES[:number])
            refuse = True
            assert not _appended(journal, "refused" + "x" * (number * 700))
            steps = list(disk.steps)
        for luck in range(4):
            after = folder / f"after-{number}-{luck}"
            after_power_cut(steps, random.Random(luck), after)
            with Journal(after / data.name) as journal:
                assert list(journal.events()) == BODIES[:number]
                assert journal.damage is None
            shutil.rmtree(after)


class _BadDisk:
    """Refuses some of the steps of these kinds, by their number."""

    def __init__(self, kinds: tuple[str, ...], refused: range) -> None:
        self.begun = False
        self._kinds, self._refused, self._count = kinds, refused, -1

    def __call__(self, step: Step) -> bool:
        if not self.begun or step.what not in self._kinds:
            return True
        self._count += 1
        return self._count not in self._refused


def _appended(journal: Journal, body: str) -> bool:
    try:
        journal.append(body)
    except JournalError:
        return False
    return True


FULL = """
import resource, signal, sys
from pathlib import Path
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Journal(Path(sys.argv[1])) as journal:
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
    kept = []
    try:
        for number in range(1000):
            journal.append(f"event {number}" + "." * 500)
            kept.append(number)
    except JournalError as error:
        assert "could not be written" in str(error), error
    assert 5 < len(kept) < 1000, len(kept)
    assert len(list(journal.events())) == len(kept)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    journal.append("room again")
with Journal(Path(sys.argv[1])) as journal:
    found = list(journal.events())
    assert [int(event.split()[1].strip(".")) for event in found[:-1]] == kept
    assert found[-1] == "room again"
print("done")
"""

MOUNTED = """
import os, sys
from pathlib import Path
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
from firmware.session.buttons import Button
from tests.firmware.playing import kept as shown, table
data = Path(sys.argv[1])
def mount(how):
    assert os.system(f"mount {how} {data}") == 0
mount("-t tmpfs -o size=400k none")
with Journal(data) as journal:
    appliance = table(journal)
    assert appliance.press(Button.ENVIDO_NS).done
    filler = data / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)): pass
        except OSError: pass
    presses = 0
    while presses < 200 and appliance.press((Button.ENVIDO_NS, Button.BACK)[presses % 2]).done: presses += 1
    assert presses < 200, "the disk is never full"
    last = shown(appliance, journal)
    appliance.close()
def starts(note):
    with Journal(data) as journal:
        appliance = table(journal)
        assert shown(appliance, journal) == last, shown(appliance, journal)
        assert (note is None) == (journal.trouble is None), journal.trouble
        if note:
            assert any(note in said for said in appliance.notes), appliance.notes
            answer = appliance.press(Button.BACK)
            assert not answer.done and "was not kept" in answer.sentence, answer
            assert shown(appliance, journal) == last
        if note == "takes nothing":
            mount("-o remount,rw,size=2m")
            assert appliance.press(Button.ENVIDO_EW).done, "it does not come back"
            assert appliance.press(Button.BACK).done
        appliance.close()
        return shown(appliance, journal)
mount("-o remount,ro")
last = starts("takes nothing")
starts(None)
print("done")
"""

SHORT = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import brought_up
data = Path(sys.argv[1])
def mount(how):
    assert os.system(f"mount {how} {data}") == 0
mount("-t tmpfs -o size=2m none")
with Journal(data) as journal:
    for number in range(20):
        journal.append(f"event {number}")
    brought_up(journal.path, journal.copy)
    wanted = list(journal.events())
    killed = {path: path.read_bytes() for path in data.glob("journal.sqlite*")}
for path, content in killed.items():
    path.write_bytes(content)
log = data / "journal.sqlite-wal"
log.write_bytes(log.read_bytes()[:len(log.read_bytes()) // 2])
mount("-o remount,ro")
with Journal(data) as journal:
    assert list(journal.events()) == wanted, len(journal)
    assert journal.trouble and journal.damage
    with ThreadPoolExecutor() as others:  # whoever asks for a match's sheet meanwhile
        assert others.submit(lambda: [one.body for one in journal.kept(5, 9)]).result() == wanted[5:9]
    mount("-o remount,rw,size=2m")
    journal.append("one more")
with Journal(data) as journal:
    assert list(journal.events()) == [*wanted, "one more"]
print("done")
"""


LEFT = """
import os, sys
from pathlib import Path
from firmware.keeping.journal import Journal
from firmware.session.buttons import Button
from tests.firmware.playing import EndlessCamera, kept as shown, table
data, filler = Path(sys.argv[1]), Path(sys.argv[1]) / "filler"
def mount(how):
    assert os.system(f"mount {how} {data}") == 0
def begun(presses):
    mount("-t tmpfs -o size=2m none")
    with Journal(data) as journal:
        appliance = table(journal)
        for button in presses: assert appliance.press(button).done
        left = {path: path.read_bytes() for path in data.glob("journal.sqlite*")}
        appliance.close()
        for path, content in left.items(): path.with_name("left-" + path.name).write_bytes(content)
        last = shown(appliance, journal)
    for path in left: path.with_name("left-" + path.name).rename(path)
    return last
def fill():
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)): pass
        except OSError: pass
for full in (True, False):
    for presses, camera, rules in ((Button.ENVIDO_NS,), "another", None), ((), "endless", "federacion"):
        EndlessCamera.id = "endless"
        last = begun(presses)
        fill() if full else mount("-o remount,ro")
        EndlessCamera.id = camera
        with Journal(data) as journal:
            appliance = table(journal, rules)
            assert shown(appliance, journal) == last, shown(appliance, journal)
            assert appliance.notes
            assert not appliance.press(Button.ENVIDO_EW).done
            filler.unlink() if full else mount("-o remount,rw")
            assert appliance.press(Button.ENVIDO_EW).done, "it does not come back"
            appliance.close()
        assert os.system(f"umount {data}") == 0
print("done")
"""

ANOTHERS = """
import os, sys
from pathlib import Path
from firmware.keeping.disk_room import DiskRoom, not_kept
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
from firmware.screens.trouble import Trouble
data, root = Path(sys.argv[1]) / "data", os.geteuid() == 0
os.umask(0o022)
with Journal(data) as journal:
    journal.append("one")
def theirs():
    if root:
        os.chmod(data.parent, 0o755), os.chown(data, 65534, 65534)
        os.setresuid(65534, 65534, 0)
    else:
        for path in data.iterdir(): path.chmod(0o444)
def given_back():
    if root: os.setresuid(0, 0, 0)
    for path in data.iterdir(): os.chown(path, 65534, 65534) if root else path.chmod(0o644)
    if root: os.setresuid(65534, 65534, 0)
theirs()
with Journal(data) as journal:
    room = DiskRoom(journal, HandPictures(data / "pictures"))
    room.look()
    assert room.troubles() == {Trouble.FILES_NOT_OURS}, room.troubles()
    assert str(journal.trouble) == "The files belong to another user.", journal.trouble
    try:
        journal.append("two")
    except JournalError as refused:
        assert "another user" in not_kept(refused), refused
    else:
        raise AssertionError("kept")
    given_back()
    journal.append("two")
    room.look()
    assert not journal.trouble and Trouble.FILES_NOT_OURS not in room.troubles()
with Journal(data) as journal:
    assert list(journal.events()) == ["one", "two"]
if root: os.setresuid(0, 0, 0)
print("done")
"""


def ran(script: str, folder: Path, *before: str) -> None:
    """Run a script in a process of its own, to its end."""
    command = [*before, sys.executable, "-c", script, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "done\n", done.stderr


def ran_with_a_disk_of_its_own(script: str, folder: Path) -> None:
    """The same where it may mount a small disk on that folder."""
    namespace = ("unshare", "--user", "--map-root-user", "--mount")
    if shutil.which("unshare") is None or subprocess.run([*namespace, "true"], capture_output=True).returncode:
        pytest.skip("this system lets nobody mount a small disk of his own")
    ran(script, folder, *namespace)


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    ran(FULL, tmp_path)


@pytest.mark.parametrize("script", [MOUNTED, SHORT, LEFT], ids=["presses", "a short log", "something to be written"])
def test_a_full_disk_and_a_read_only_disk(script: str, tmp_path: Path) -> None:
    """A press that is refused is not kept; what the journal lacks is read from its second copy there as well."""
    ran_with_a_disk_of_its_own(script, tmp_path)


def test_files_of_another_user_are_told_as_that_until_they_are_given_back(folder: Path) -> None:
    ran(ANOTHERS, folder)
