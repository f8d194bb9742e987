"""The self-test: each part that is well and each that is not, what is asked of people, and the table's guest."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partialmethod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.sentences import Sentence
from firmware.cli import main
from firmware.devices.board import HOT, Board
from firmware.devices.cameras.camera import CameraError
from firmware.devices.choose import Devices
from firmware.devices.light.lighting import Lighting
from firmware.keeping.journal import Journal
from firmware.screens.self_test import pages
from firmware.screens.trouble import Trouble
from firmware.selftest import checks
from firmware.selftest.asking import AskButton, AskPattern, Found, Pattern, Person, Shown, buttons, display
from firmware.selftest.at_the_table import AtTheTable
from firmware.selftest.report import Check, Outcome, Report, Result, keep, was_tested
from firmware.selftest.running import Parts, SelfTest
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.table.appliance import Appliance
from tests.firmware import scripted
from tests.firmware.devices.test_choose import pi
from tests.firmware.running import hamarreko
from tests.firmware.scripted import at_once, write_pictures
from tests.firmware.scripted_parts import ScriptedDisplay, ScriptedKeys
from vision.classify.evidence import Classifier
from vision.decide.place import Seen
from vision.network import Network
from vision.picture import Picture
from vision.reader import Reader
from words.text import english, speech

QUICK = tuple(check for check in Check if check not in (Check.READING, Check.BATCH, Check.CAMERA))


@pytest.fixture(name="reader", scope="module")
def _reader() -> Reader:
    return Reader.shipped()


class Wanting:
    """Another reader's places, without the last of them; another reader's reading, with one card instead of another."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def seen(self, picture: Picture) -> Seen:
        seen = self._reader.seen(picture)
        return replace(seen, places=seen.places[:-1])

    def read(self, picture: Picture, name: str) -> Any:
        read = self._reader.read(picture, name)
        hands = dict(read.hands())
        one, other = list(hands)[:2]
        hands[one], hands[other] = hands[other], hands[one]
        return SimpleNamespace(complete=True, doubts=(), hands=lambda: hands)


def test_the_known_picture_is_read_as_it_lies(reader: Reader) -> None:
    result = checks.reading(reader)
    assert result.outcome is Outcome.FINE
    assert result.figures["complete"] is True
    assert sum(map(len, result.figures["hands"].values())) == 16


def test_a_picture_that_is_read_otherwise(reader: Reader) -> None:
    result = checks.reading(Wanting(reader))  # type: ignore[arg-type]
    assert result.outcome is Outcome.WRONG
    assert result.figures["hands"] != result.figures["expected"] == checks.known_hands()
    assert "install the program anew" in result.sentence


def test_sixteen_at_once_are_as_one_by_one(reader: Reader) -> None:
    result = checks.batch(reader)
    assert (result.outcome, result.figure) == (Outcome.FINE, "16/16")
    assert 0 <= result.figures["farthest_apart"] <= checks.SAME


class Otherwise(Classifier):
    """Reads the ends of many cards otherwise than those of one: so much less surely, or as the neighbour's."""

    def __init__(self, by: float) -> None:
        super().__init__(*(Network.shipped(name) for name in ("marks.onnx", "art.onnx", "rims.onnx")))
        self._by = by

    def ends(self, pixels: Any, found: Any, which: Any = None, mirrored: bool = False) -> Any:
        said = super().ends(pixels, found, which, mirrored)
        if len(found) == 1:
            return said
        if not self._by:
            return np.roll(said, 4, axis=0)
        return said * (1 - self._by)


@pytest.mark.parametrize(("by", "same"), [(0.0, False), (0.9, True)])
def test_a_batch_that_gives_other_answers(reader: Reader, by: float, same: bool) -> None:
    result = checks.batch(reader, Otherwise(by))
    assert result.outcome is Outcome.WRONG
    assert (result.figures["same_card"] == checks.BATCH) is same
    assert result.figures["farthest_apart"] > checks.SAME


def test_a_card_that_is_not_found_is_no_batch(reader: Reader) -> None:
    assert checks.batch(Wanting(reader)).outcome is Outcome.WRONG  # type: ignore[arg-type]


def camera(pixels: Any) -> Any:
    """A camera that sees this, or raises it."""

    def capture(name: str) -> Picture:
        if isinstance(pixels, Exception):
            raise pixels
        return Picture(pixels)

    return SimpleNamespace(after=lambda name: "frame-000001", capture=capture, live=True, close=lambda: None)


def test_a_camera_that_hangs_well(reader: Reader) -> None:
    result = checks.camera(camera(checks.known_picture().pixels), reader, Lighting())
    assert result.outcome is Outcome.FINE
    assert result.figures["pixels"] == [2304, 1296]
    assert result.figures["cards"] == 16
    assert result.figure.endswith(" cm")


def test_a_camera_that_does_not(reader: Reader) -> None:
    dark = (checks.known_picture().pixels // 16).astype(np.uint8)
    result = checks.camera(camera(dark), reader, Lighting())
    assert result.outcome is Outcome.WRONG
    assert any("dark" in sentence for sentence in result.figures["change"])
    gone = checks.camera(camera(CameraError("The camera gives no picture.")), reader, Lighting())
    assert (gone.outcome, gone.sentence) == (Outcome.WRONG, "The camera gives no picture.")


def test_the_journal_s_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.journal(tmp_path / "data").outcome is Outcome.FINE
    assert list((tmp_path / "data").iterdir()) == []
    monkeypatch.setattr(checks, "read_journal", lambda folder: [])
    assert "did not come back" in checks.journal(tmp_path / "data").sentence


@pytest.mark.parametrize("number", [errno.EROFS, errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(checks, "make_folder", refused)
    assert checks.journal(tmp_path).sentence == "The disk takes no more."


def test_a_folder_that_is_none_is_no_bad_disk(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    result = checks.journal(tmp_path / "file")
    assert result.outcome is Outcome.WRONG
    assert result.sentence == f"the data folder {tmp_path / 'file'} cannot be used: Not a directory"


def test_a_folder_of_another_user_is_no_bad_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> Journal:
        raise PermissionError

    monkeypatch.setattr(checks, "Journal", refused)
    assert checks.journal(tmp_path).sentence == "The files belong to another user."


def test_a_journal_beside_which_is_tested_stays(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append("{}")
        assert checks.journal(tmp_path).outcome is Outcome.FINE
        assert list(journal.events()) == ["{}"]
    assert sqlite3.connect(tmp_path / "journal.sqlite").execute("SELECT count(*) FROM event").fetchone() == (1,)


@pytest.mark.parametrize(
    ("free", "outcome", "figure"), [(23_400_000_000, Outcome.FINE, "23 GB"), (412_000_000, Outcome.WRONG, "412 MB")]
)
def test_free_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, outcome: Outcome, figure: str) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    result = checks.space(tmp_path / "not" / "yet")
    assert (result.outcome, result.figure) == (outcome, figure)


def test_heat(tmp_path: Path) -> None:
    assert checks.heat(pi(tmp_path / "warm")).figure == "51 °C"
    assert checks.heat(pi(tmp_path / "hot", heat=HOT)).outcome is Outcome.WRONG
    assert checks.heat(Board(tmp_path / "nothing")).outcome is Outcome.ABSENT


def test_a_clock_behind_what_was_kept(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append("{}")
    kept = (tmp_path / "journal.sqlite").stat().st_mtime
    assert checks.clock(tmp_path, kept + 60).outcome is Outcome.FINE
    assert checks.clock(tmp_path, 1_000_000_000).outcome is Outcome.WRONG


class Somebody:
    """Answers what a self-test asks by a script: what is shown to presses of the box's buttons."""

    def __init__(self, answer: Callable[[Shown], list[Button]], box: bool = True) -> None:
        self.shown: list[Shown] = []
        self.now = 0.0
        self._answer, self._box = answer, box
        self.person = Person(self._show, 20.0, lambda: self.now)
        # where nobody presses, time goes on without waiting for it
        self.person.pressed = self._pressed  # type: ignore[method-assign]

    def _show(self, shown: Shown) -> None:
        self.shown.append(shown)
        for button in self._answer(shown):
            self.person.press(button, self._box)

    def _pressed(self, until: float) -> Any:
        return Person.pressed(self.person, self.now)


def asked(shown: Shown) -> list[Button]:
    return [shown.button] if isinstance(shown, AskButton) and shown.came is None else []


def test_each_button_is_asked_for_once() -> None:
    somebody = Somebody(asked)
    result = buttons(somebody.person)
    assert (result.outcome, result.figure) == (Outcome.FINE, "12/12")
    assert [shown.button for shown in somebody.shown if isinstance(shown, AskButton)] == list(Button)


def test_a_silent_button_and_two_that_are_crossed() -> None:
    def answer(shown: Shown) -> list[Button]:
        if not isinstance(shown, AskButton) or shown.came or shown.button is Button.GEHIAGO:
            return []
        crossed = {Button.IDUKI: Button.TIRA, Button.TIRA: Button.IDUKI}
        return [crossed.get(shown.button, shown.button)]

    somebody = Somebody(answer)
    result = buttons(somebody.person)
    assert (result.outcome, result.figure) == (Outcome.WRONG, "9/12")
    assert result.sentence == "not heard, look at their wires: Gehiago; on a wrong pin: Iduki, Tira"
    assert (result.figures["gehiago"], result.figures["iduki"]) == ("not heard", "tira")
    assert AskButton(Button.IDUKI, 5, 12, Button.TIRA) in somebody.shown


def test_a_slip_is_forgiven() -> None:
    somebody = Somebody(lambda shown: [Button.OK, *asked(shown)] if isinstance(shown, AskButton) else [])
    assert buttons(somebody.person).outcome is Outcome.FINE


def test_nobody_is_there() -> None:
    somebody = Somebody(lambda shown: [])
    assert buttons(somebody.person).outcome is Outcome.SKIPPED
    assert len(somebody.shown) == 2
    assert display(somebody.person).outcome is Outcome.SKIPPED


def test_the_panel_s_buttons_are_not_the_box_s() -> None:
    somebody = Somebody(asked, box=False)
    assert buttons(somebody.person).outcome is Outcome.SKIPPED


@pytest.mark.parametrize("button", [Button.OK, Button.BACK])
def test_whoever_answers_by_the_page_alone_has_no_button_that_is_heard(button: Button) -> None:
    somebody = Somebody(lambda shown: [button] if isinstance(shown, AskPattern) else [], box=False)
    display(somebody.person)
    result = buttons(somebody.person)
    assert (result.outcome, result.figure) == (Outcome.WRONG, "0/12")
    assert result.sentence
    assert result.sentence.startswith("not heard, look at their wires: ")
    assert set(result.figures.values()) == {"not heard"}
    assert len([shown for shown in somebody.shown if isinstance(shown, AskButton)]) == 2, "nobody waits for all twelve"


def test_an_answer_by_the_box_s_own_button_says_nothing_against_them() -> None:
    somebody = Somebody(lambda shown: [Button.OK] if isinstance(shown, AskPattern) else [])
    display(somebody.person)
    assert buttons(somebody.person).outcome is Outcome.SKIPPED


class Gone:
    """A display's watcher that finds it gone with the so many-th question whether it is."""

    def __init__(self, at: int) -> None:
        self._left = at

    def troubles(self) -> frozenset[Trouble]:
        self._left -= 1
        return frozenset({Trouble.DISPLAY_GONE}) if self._left <= 0 else frozenset()

    def details(self) -> dict[str, object]:
        return {}


@pytest.mark.parametrize(("at", "asks"), [(1, False), (2, True)])
def test_a_display_that_the_box_knows_to_be_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, asks: bool
) -> None:
    monkeypatch.setattr("firmware.selftest.asking.PATTERN_SECONDS", 0.0)
    devices = replace(scripted.devices(tmp_path), displays=(ScriptedDisplay(),), watched=(Gone(at),))
    shown: list[Shown] = []

    def changed() -> None:
        shown.append(test.shown)
        if isinstance(test.shown, AskPattern):
            test.press(Button.OK, box=False)

    test = SelfTest(Parts.of(tmp_path, Board(tmp_path), devices), changed, only=[Check.DISPLAY])
    (result,) = test.tested().results
    assert (result.outcome, result.sentence) == (Outcome.WRONG, "No display. Is its cable in?")
    assert (AskPattern() in shown) is asks
    assert speech("es").sentence(result.sentence) == "No hay pantalla. ¿Está puesto el cable?"


def test_buttons_that_the_box_knows_not_to_have(tmp_path: Path) -> None:
    note = Sentence("The box's buttons cannot be used: {why}.", why="no chip")
    devices = replace(scripted.devices(tmp_path), displays=(ScriptedDisplay(),), notes=(note,))
    test = SelfTest(Parts.of(tmp_path, Board(tmp_path), devices), only=[Check.BUTTONS])
    (result,) = test.tested().results
    assert (result.outcome, result.sentence) == (Outcome.WRONG, "The box's buttons cannot be used: no chip.")


@pytest.mark.parametrize(("button", "outcome"), [(Button.OK, Outcome.FINE), (Button.BACK, Outcome.WRONG)])
def test_the_display_is_judged_by_who_sees_it(button: Button, outcome: Outcome) -> None:
    somebody = Somebody(lambda shown: [Button.PASO, button] if isinstance(shown, AskPattern) else [Button.BACK])
    assert display(somebody.person).outcome is outcome
    assert somebody.shown == [Pattern(0), Pattern(1), AskPattern()]


def report(*wrong: Check) -> Report:
    results = (Result(check, Outcome.WRONG if check in wrong else Outcome.FINE, "1", "why") for check in Check)
    return Report("2026-11-21T17:00:00+00:00", "0.1.0", "", tuple(results))


def test_the_file_has_all_of_it(tmp_path: Path) -> None:
    assert not was_tested(tmp_path)
    path = keep(tmp_path / "data", report(Check.HEAT))
    assert was_tested(tmp_path / "data")
    kept = json.loads(path.read_text("utf-8"))
    assert kept["passed"] is False
    assert [check["check"] for check in kept["checks"]] == [check.value for check in Check]
    assert {check["check"] for check in kept["checks"] if check["outcome"] == "wrong"} == {"heat"}
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["self-test.json"]


def test_the_results_are_leafed_through() -> None:
    test = SelfTest(Parts(Path("/nowhere"), Board()), read_for=20.0)
    of = report(Check.HEAT, Check.CLOCK)
    assert pages(of) == 5
    seen = []

    def changed() -> None:
        assert isinstance(test.shown, Found)
        seen.append(test.shown.page)
        test.press(Button.NEXT if len(seen) < 6 else Button.OK)

    test._changed = changed
    test.show_results(of)
    assert seen == [0, 1, 2, 3, 4, 0]


def test_a_check_that_fails_itself_is_said_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(data: Path) -> Result:
        raise RuntimeError("no such disk")

    monkeypatch.setattr(checks, "space", gone)
    found = SelfTest(Parts(tmp_path, Board(tmp_path)), only=QUICK).tested()
    assert [result.check for result in found.results] == list(QUICK)
    assert [result.check for result in found.wrong] == [Check.SPACE]
    assert found.wrong[0].sentence == "This could not be checked: no such disk"


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["self-test", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "all is well" in told
    assert "+ 16 at once: 16/16" in told
    assert "Camera: absent" in told
    assert was_tested(tmp_path)


def test_a_single_check_keeps_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["self-test", "--data", str(tmp_path), "--only", "journal", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [check["check"] for check in told["checks"]] == ["journal"]
    assert not was_tested(tmp_path)


def test_without_a_camera_of_its_own_none_is_tested_and_the_help_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["self-test", "--data", str(tmp_path), "--pictures", str(tmp_path), "--only", "camera"]) == 0
    assert "Camera: absent" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["self-test", "--help"])
    assert "a folder or a phone has no camera here: then none is tested" in " ".join(capsys.readouterr().out.split())


def test_a_single_check_is_of_the_camera_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = replace(scripted.devices(tmp_path), camera=camera(CameraError("No camera 7.")))
    monkeypatch.setattr("firmware.devices.choose.choose", lambda *_: parts)
    assert main(["self-test", "--data", str(tmp_path), "--camera", "7", "--only", "camera"]) == 1
    assert capsys.readouterr().out.endswith(" ! Camera: No camera 7.\n")
    assert not was_tested(tmp_path)


def test_a_check_that_is_done_before_the_networks_are_loaded_ends_well(tmp_path: Path) -> None:
    done = hamarreko("self-test", "--data", tmp_path, "--camera", "97", "--only", "heat")
    assert (done.returncode, "terminate" in done.stderr) == (0, False)


@pytest.fixture(name="on_a_pi")
def _on_a_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ScriptedDisplay, ScriptedKeys]:
    """The command on a Raspberry Pi whose parts are scripted; its own camera is missing."""
    shown, keys = ScriptedDisplay(), ScriptedKeys()
    parts = replace(scripted.devices(tmp_path), displays=(shown,), keys=(keys,))

    def choose(pictures: Path | None, named: int | str | None, board: Board) -> Devices:
        return parts if pictures else replace(parts, camera=camera(CameraError(f"No camera {named}.")))

    monkeypatch.setattr("firmware.devices.choose.choose", choose)
    monkeypatch.setattr("firmware.commands.self_test.Board", lambda: pi(tmp_path / "pi"))
    return shown, keys


@pytest.mark.parametrize(
    ("source", "said"), [((), "No camera None."), (("--camera", "1"), "No camera 1."), (("--pictures", "."), "")]
)
def test_from_the_command_line_on_a_raspberry_pi(
    on_a_pi: tuple[ScriptedDisplay, ScriptedKeys],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    source: Sequence[str],
    said: str,
) -> None:
    monkeypatch.setattr("firmware.selftest.asking.PATTERN_SECONDS", 0.0)
    shown, keys = on_a_pi
    show = shown.show

    def answer(image: Any) -> None:
        """Presses what the display asks for, as the terminal says it."""
        show(image)
        asked = capsys.readouterr().err
        if "was it so?" in asked:
            keys.press([Button.OK])
        keys.press(button for button in Button if asked.strip() == f"Press {button.label}.")

    shown.show = answer  # type: ignore[method-assign]
    assert main(["self-test", *source, "--data", str(tmp_path / "data"), "--json"]) == (1 if said else 0)
    told = json.loads(capsys.readouterr().out)
    outcomes = {check["check"]: check["outcome"] for check in told["checks"]}
    assert outcomes.pop("camera") == ("wrong" if said else "absent")
    assert [check["sentence"] for check in told["checks"] if check["check"] == "camera"] == [said]
    assert set(outcomes.values()) == {"fine"}
    assert told["machine"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert len(shown.shown) > 20


@pytest.mark.parametrize("check", ["camera", "display", "buttons", "reading"])
def test_a_single_check_on_a_raspberry_pi_has_the_parts_that_it_needs(
    on_a_pi: tuple[ScriptedDisplay, ScriptedKeys],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    check: str,
) -> None:
    opens = check != "reading"
    monkeypatch.setattr("firmware.selftest.asking.PATTERN_SECONDS", 0.0)
    monkeypatch.setattr(SelfTest, "__init__", partialmethod(SelfTest.__init__, patience=0.01))
    main(["self-test", "--data", str(tmp_path / "data"), "--only", check, "--only", "batch", "--json"])
    outcomes = {one["check"]: one["outcome"] for one in json.loads(capsys.readouterr().out)["checks"]}
    assert outcomes[check] == {"camera": "wrong", "reading": "fine"}.get(check, "skipped")
    assert (tmp_path / "data").exists() is opens
    assert bool(on_a_pi[0].shown) is opens


def test_a_running_table_keeps_its_parts(
    on_a_pi: tuple[ScriptedDisplay, ScriptedKeys], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path / "data"):
        assert main(["self-test", "--data", str(tmp_path / "data")]) == 1
    assert "the table is running" in capsys.readouterr().err
    assert not was_tested(tmp_path / "data")


@contextmanager
def table(tmp_path: Path, board: Board, keys: ScriptedKeys, language: str | None = "en") -> Iterator[Any]:
    """An appliance with scripted parts, and its self-tests, of which only the quick checks are done."""
    pictures = write_pictures(tmp_path / "pictures", {"hands": {}})
    devices = replace(scripted.devices(pictures), displays=(ScriptedDisplay(),), keys=(keys,))

    def make(parts: Parts, changed: Callable[[], object]) -> SelfTest:
        return SelfTest(parts, changed, only=(Check.BUTTONS, Check.SPACE), patience=60.0, read_for=60.0)

    with Journal(tmp_path / "data") as journal, pytest.MonkeyPatch.context() as patch:
        patch.setattr("firmware.selftest.at_the_table.SelfTest", make)
        appliance = Appliance(journal, devices, at_once(notice_seconds=8.0, language=language))
        tests = AtTheTable(appliance, tmp_path / "data", devices, board)
        try:
            yield appliance, tests
        finally:
            appliance.close()


def until(true: Callable[[], bool]) -> None:
    """Wait for it; the test's own time limit ends what never comes."""
    while not true():
        time.sleep(0.005)


def test_the_menu_s_test_has_the_display_until_it_is_read(tmp_path: Path) -> None:
    keys = ScriptedKeys()
    with table(tmp_path, Board(tmp_path), keys) as (appliance, tests):
        assert not tests.due
        before = appliance.snapshot().session
        keys.hold(Button.LAST)
        chosen = next(b for b in Button if b is not Button.BACK and _cell(appliance, b) == "test")
        keys.press([chosen])
        for button in Button:
            until(lambda button=button: appliance.snapshot().spoken() == f"Press {button.label}.")
            # what is pressed on the page does not count, and what is held was pressed before
            assert appliance.press(button).done
            assert appliance.snapshot().guest is not None
            keys.hold(button) if button is Button.LAST else keys.press([button])
        until(lambda: "Free space: " in appliance.snapshot().spoken())
        assert "Buttons: fine." in appliance.snapshot().spoken()
        assert appliance.snapshot().display().size == (128, 64)
        assert appliance.refusal(appliance.snapshot(), Button.PASO) is None
        assert appliance.awaits_cards() is None
        keys.press([Button.OK])
        until(lambda: appliance.snapshot().guest is None)
        assert appliance.snapshot().session == before
        assert was_tested(tmp_path / "data")
        keys.press([Button.ENVIDO_NS])
        assert appliance.snapshot().state.aldia.to_answer is not None


def _cell(appliance: Appliance, button: Button) -> str:
    snapshot = appliance.snapshot()
    cell = grid(snapshot.state, snapshot.view.path).cell(button)
    return cell.label if cell else ""


def test_the_first_start_on_a_raspberry_pi(tmp_path: Path) -> None:
    keys = ScriptedKeys()
    with table(tmp_path, pi(tmp_path / "pi"), keys, language=None) as (appliance, tests):
        assert tests.due
        tests.begin()
        assert appliance.presenter.proposed
        assert "English" in appliance.snapshot().spoken()
        keys.press([Button.OK])
        until(lambda: appliance.snapshot().spoken() == f"Press {Button.ENVIDO_NS.label}.")
        for button in Button:
            until(lambda button=button: appliance.snapshot().spoken() == f"Press {button.label}.")
            keys.press([button])
        until(lambda: "Free space: " in appliance.snapshot().spoken())
        keys.press([Button.OK])
        until(lambda: appliance.snapshot().guest is None)
        assert not tests.due


def test_a_test_that_breaks_gives_the_table_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda args: failed.set())

    def broken(self: SelfTest) -> Report:
        raise RuntimeError("broken")

    monkeypatch.setattr(SelfTest, "run", broken)
    with table(tmp_path, Board(tmp_path), ScriptedKeys()) as (appliance, tests):
        tests.begin()
        assert failed.wait(60)
        until(lambda: appliance.snapshot().guest is None)


def test_without_a_test_the_menu_says_so(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        made = scripted.devices(write_pictures(tmp_path / "pictures", {"hands": {}}))
        appliance = Appliance(journal, made, at_once())
        appliance.press(Button.LAST, held=True)
        chosen = next(b for b in Button if b is not Button.BACK and _cell(appliance, b) == "test")
        assert appliance.press(chosen).sentence == "There is no self-test here."
        appliance.close()


def test_every_screen_says_what_it_shows() -> None:
    test = SelfTest(Parts(Path("/nowhere"), Board()))
    assert test.spoken(english).startswith("Self-test: ")
    assert test.image(english).mode == "1"
