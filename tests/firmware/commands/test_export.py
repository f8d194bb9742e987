"""Export: a match of the journal as JSON lines, text and score sheet, to a folder, a stick, and by the panel."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pypdfium2
import pytest

import firmware.keeping.journal
from engine.match.corrections import EskuReplaced
from engine.match.entries import Adjusted, Correction, GameGiven, Match
from engine.match.header import Header
from engine.match.played import Played
from engine.records import HandRecord
from engine.seats import Seat, Team
from engine.sheets import json_lines
from engine.sheets import text as game_text
from firmware.cli import main
from firmware.keeping.journal import Journal
from firmware.keeping.journal_reading import read_journal
from firmware.keeping.played_matches import PlayedMatch, PlayedMatches, Recorded, played_match
from firmware.keeping.sticks import NoStickError, stick
from firmware.papers.match_files import ExportError, exported, write
from firmware.session.events import JudgeActed, MatchStarted
from tests.firmware.playing import in_memory, presses, table
from words.text import LANGUAGES, english, speech

ROOT = Path(__file__).parents[3]
RECORDED = Recorded(7, "2026-07-25T20:00:00.000+00:00", 1, 9, "0a1b2c3d")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with more than one match."""
    folder = tmp_path_factory.mktemp("data")
    with in_memory() as quick:
        with Journal(quick) as journal:
            appliance = table(journal)
            played = itertools.islice(presses(appliance, random.Random(3)), 2000)
            while len(list(itertools.islice(played, 50))) == 50 and len(PlayedMatches.in_folder(quick).recorded()) < 2:
                pass
            for _ in itertools.islice(presses(appliance, random.Random(4)), 60):
                pass
            appliance.close()
        (folder / "journal.sqlite").write_bytes((quick / "journal.sqlite").read_bytes())
    return folder


def first(data: Path) -> PlayedMatch:
    return PlayedMatches.in_folder(data).opened(1).played()


def test_what_the_journal_has_is_what_the_table_showed(data: Path) -> None:
    with Journal(data) as journal:
        appliance = table(journal)
        state = appliance.snapshot().state
        appliance.close()
    matches = PlayedMatches.in_folder(data)
    last = matches.open(matches.recorded()[-1]).played()
    marked = [aldia.now.result.to_dict() for aldia in last.figures.aldiak.values() if aldia.now.result]
    shown = [hand.result_json() for hand in state.hands]
    assert [{**result, "id": 0} for result in marked] == [{**result, "id": 0} for result in shown]
    assert shown
    assert first(data).figures.standing.winner is not None


def test_both_forms_read_back_as_the_same_match(data: Path) -> None:
    match = first(data)
    assert json_lines.read(match.json_lines()).match == match.sheet.match
    assert game_text.read(match.text()).match == match.sheet.match


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_has_every_karta_aldia(data: Path, language: str) -> None:
    match = first(data)
    pdf = pypdfium2.PdfDocument(exported(match, speech(language), ("pdf",))["pdf"])
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert speech(language)("Score sheet") in text
    assert match.name in text
    for aldia in match.figures.aldiak.values():
        assert aldia.now.result is not None
        for tantos in aldia.now.result.score.values():
            assert re.search(rf"\b{tantos}\b", text)
    rows = re.findall(r"\b\d+\+[0-4]\b", text)
    assert len(rows) == 2 * len(match.figures.aldiak)
    assert "?" not in text


def test_a_long_match_takes_several_pages_and_tells_what_was_put_right(data: Path) -> None:
    match = first(data).sheet.match
    correction = Correction(1, (EskuReplaced(Seat.S),), frozenset(Team), by="Ane", reason="the esku was Peio " * 30)
    for entry in (correction, Adjusted(1, Team.NS, -1, by="Itziar", reason="a card was shown", article="nabo 26")):
        match = match.with_entry(entry)
    for entry in match.entries[:-2] * 3:
        match = match.with_entry(entry)
    long = played_match(RECORDED, match, MatchStarted("nabo", "N", "c", None))
    pdf = pypdfium2.PdfDocument(exported(long, english, ("pdf",))["pdf"])
    pages = [page.get_textpage().get_text_range() for page in pdf]
    assert len(pages) > 1
    assert f"{len(pages)} / {len(pages)}" in pages[-1]
    assert "Ane: the esku was Peio" in "".join(pages)
    assert "Itziar: a card was shown (nabo 26)" in "".join(pages)


def test_the_sheet_says_what_was_said_wrong_what_is_void_and_what_each_act_did() -> None:
    record = HandRecord.parse(
        {
            "rules": "nabo",
            "esku": "N",
            "score": {"NS": 0, "EW": 0},
            "cards": {
                "N": ["12o", "12c", "4o", "5o"],
                "W": ["1o", "1c", "6o", "10o"],
                "S": ["11o", "7o", "6c", "5c"],
                "E": ["10c", "7c", "6e", "4c"],
            },
            "announced": {"pareak": ["N", "W", "E"]},
            "calls": {"pareak": ["E envido 5", "N tira"]},
        }
    )
    match = Match(Header("nabo", Seat.N), (Played.of(record),))
    match = match.with_entry(GameGiven(by="judge", reason="they left", game=1, team=Team.EW, article="nabo 26"))
    kept = played_match(RECORDED, match, MatchStarted("nabo", "N", "c", None))
    pdf = pypdfium2.PdfDocument(exported(kept, english, ("pdf",))["pdf"])
    text = " ".join("".join(page.get_textpage().get_text_range() for page in pdf).split())
    assert "E said yes to pareak and has none; pareak: does not count: E envido 5, N tira; [nabo 15b]" in text
    assert "game 1 is given to E-W; judge: they left (nabo 26); games 0 – 0 » 0 – 1" in text


def test_a_clubs_rule_book_goes_with_its_match(tmp_path: Path) -> None:
    book = (ROOT / "engine" / "rulebooks" / "nabo.toml").read_text(encoding="utf-8")
    file = tmp_path / "club.toml"
    file.write_text(book, encoding="utf-8")
    with Journal(tmp_path / "data") as journal:
        appliance = table(journal, str(file))
        for _ in itertools.islice(presses(appliance, random.Random(3)), 40):
            pass
        appliance.close()
    file.unlink()
    assert main(["export", "--data", str(tmp_path / "data"), "--to", str(tmp_path)]) == 0
    (rules,) = tmp_path.glob("*-rules.toml")
    assert rules.read_text(encoding="utf-8") == book
    for ending in ("txt", "jsonl"):
        (record,) = tmp_path.glob(f"*.{ending}")
        assert main(["score", str(record)]) == 0
    only = tmp_path / "only"
    only.mkdir()
    assert main(["export", "--data", str(tmp_path / "data"), "--to", str(only), "--form", "text"]) == 0
    assert sorted(path.suffix for path in only.iterdir()) == [".toml", ".txt"]


def test_the_command(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--list", "--data", str(data)]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == ["1", "2"]
    assert "won" in listed[0]
    assert main(["export", "1", "--data", str(data), "--to", str(tmp_path)]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(path.suffix for path in written) == [".html", ".jsonl", ".pdf", ".txt"]
    assert sorted(tmp_path.iterdir()) == sorted(written)
    (lines,) = tmp_path.glob("*.jsonl")
    assert main(["score", str(lines)]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert results[-1]["match"]["winner"] is not None
    assert main(["export", "--data", str(data), "--to", str(tmp_path), "--form", "text"]) == 0
    assert capsys.readouterr().out.rstrip().partition("-match-")[2].startswith("002-")


def test_a_match_that_cannot_be_opened_keeps_no_other_out_of_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        journal.append('{"v":2,"event":"match-started"}')
        table(journal).close()
    assert main(["export", "--list", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("hamarreko export: match 1: ")
    assert [line.split()[0] for line in said.out.splitlines()] == ["2"]


def test_of_a_match_of_several_vacas_list_and_sheet_tell_these_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where the match, and not its rule book, has several."""
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        appliance.happen(MatchStarted("nabo", "S", "c", None, games=1, vacas=2))
        appliance.happen(JudgeActed({"kind": "game-given", "by": "judge", "reason": "late", "game": 1, "team": "NS"}))
        appliance.close()
    assert main(["export", "--list", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(", games NS 1, EW 0, vacas NS 1, EW 0")
    matches = PlayedMatches.in_folder(tmp_path)
    sheet = exported(matches.open(matches.recorded()[-1]).played(), english, ("pdf",))["pdf"]
    assert "1 · 1" in pypdfium2.PdfDocument(sheet)[0].get_textpage().get_text_range()


def test_a_match_takes_its_own_file_s_place_and_no_other_table_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for name in ("one", "another"):
        with Journal(tmp_path / name) as journal:
            table(journal).close()
    written = []
    for name in ("one", "another", "one"):
        assert main(["export", "--data", str(tmp_path / name), "--to", str(stick), "--form", "text"]) == 0
        written.append(Path(capsys.readouterr().out.rstrip()))
    assert written[0] == written[2]
    assert sorted(stick.iterdir()) == sorted(set(written))
    assert len(set(written)) == 2


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["3"], 2, "there is no match 3 in the journal, which has 2"),
        (
            ["--to", "/nowhere/at all"],
            1,
            "the match could not be written to /nowhere/at all (it is not there): nothing",
        ),
    ],
)
def test_what_cannot_be_is_said(
    data: Path, capsys: pytest.CaptureFixture[str], words: list[str], status: int, said: str
) -> None:
    assert main(["export", *words, "--data", str(data)]) == status
    assert capsys.readouterr().err.startswith(f"hamarreko export: {said}")


def test_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"hamarreko export: there is no journal in {tmp_path}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_this_user_may_not_read(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    for command in ("export", "journal check"):
        assert main([*command.split(), "--data", str(data)]) == 1
        said = f"the journal {data / 'journal.sqlite'} may not be read by this user: on a box begin the command with"
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", ["export", "export --list", "journal check", "journal mend", "journal copy /tmp"])
def test_a_folder_that_cannot_be_looked_into(capsys: pytest.CaptureFixture[str], words: str) -> None:
    name = "x" * 300
    assert main([*words.split(), "--data", name]) == 1
    assert f"the journal {name}/journal.sqlite cannot be read: File name too long" in capsys.readouterr().err


def test_an_export_while_the_table_runs_sees_all_that_was_acknowledged(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        for _ in itertools.islice(presses(appliance, random.Random(3)), 70):
            pass
        match = PlayedMatches.in_folder(tmp_path).opened(1)
        assert len(match.played().figures.aldiak) == len(appliance.snapshot().state.hands) > 0
        appliance.close()


def test_the_stick_is_pulled_out_during_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, real, synced = tmp_path / "stick", os.fsync, 0

    def fails(handle: int) -> None:
        nonlocal synced
        synced += 1
        if synced == 2:
            raise OSError(5, "Input/output error")
        real(handle)

    folder.mkdir()
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(ExportError) as gone:
        write(folder, {"a.txt": b"a" * 10_000, "b.txt": b"b"})
    said = f"the match could not be written to {folder} (Input/output error): 1 of 2 files were written"
    assert str(gone.value) == said
    assert [path.name for path in folder.iterdir()] == ["a.txt"]
    for language in set(LANGUAGES) - {"en"}:
        assert speech(language).sentence(gone.value.args[0]) != said


def test_a_full_stick(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        with pytest.raises(ExportError, match="nothing was written"):
            write(tmp_path, {"a.txt": b"a" * 10_000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


def test_which_stick(tmp_path: Path) -> None:
    devices, mounts = tmp_path / "block", tmp_path / "mountinfo"
    devices.mkdir()
    for number, place in (("8:1", "usb1/1-2/block/sda/sda1"), ("179:2", "mmc0/block/mmcblk0/mmcblk0p2")):
        (tmp_path / "devices" / place).mkdir(parents=True)
        (devices / number).symlink_to(tmp_path / "devices" / place)
    folder = tmp_path / "my stick"
    folder.mkdir()
    card = "24 1 179:2 / / rw - ext4 /dev/root rw\n"
    mounts.write_text(card)
    places = [tmp_path]
    with pytest.raises(NoStickError, match="there is no USB stick"):
        stick(mounts, devices, places)
    mounted = f"60 24 8:1 / {str(folder).replace(' ', chr(92) + '040')} {{}},nosuid - vfat /dev/sda1 rw\n"
    mounts.write_text(card + mounted.format("rw"))
    assert stick(mounts, devices, places) == folder
    mounts.write_text(card + mounted.format("ro"))
    with pytest.raises(NoStickError, match="cannot be written"):
        stick(mounts, devices, places)


def test_the_disk_of_the_system_is_no_stick(tmp_path: Path) -> None:
    devices, mounts = tmp_path / "block", tmp_path / "mountinfo"
    devices.mkdir()
    for number, place in (("8:1", "1-1/block/sda/sda1"), ("8:2", "1-1/block/sda/sda2"), ("8:17", "1-2/block/sdb/sdb1")):
        (tmp_path / "devices" / "usb1" / place).mkdir(parents=True)
        (devices / number).symlink_to(tmp_path / "devices" / "usb1" / place)
    media, own = tmp_path / "media", tmp_path / "tmp"
    for folder in (media / "stick", media / "part", own):
        folder.mkdir(parents=True)
    system = f"24 1 8:2 / / rw - ext4 /dev/sda2 rw\n30 24 8:2 /private/tmp {own} rw - ext4 /dev/sda2 rw\n"
    part = f"61 24 8:1 / {media / 'part'} rw - vfat /dev/sda1 rw\n"
    plugged_in = f"60 24 8:17 / {media / 'stick'} rw - vfat /dev/sdb1 rw\n"
    mounts.write_text(system + part)
    with pytest.raises(NoStickError, match="there is no USB stick"):
        stick(mounts, devices, [media])
    mounts.write_text(plugged_in + system + part)
    assert stick(mounts, devices, [media]) == media / "stick"


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime):
        behind = timedelta()

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) - cls.behind

    monkeypatch.setattr(firmware.keeping.journal, "datetime", Clock)
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        playing = presses(appliance, random.Random(3))
        for part in range(4):
            Clock.behind = timedelta(hours=part)
            for _ in itertools.islice(playing, 30):
                pass
        shown = appliance.snapshot().state
        appliance.close()
    times = [kept.at for kept in read_journal(tmp_path)]
    assert times != sorted(times)
    with Journal(tmp_path) as journal:
        appliance = table(journal)
        assert appliance.snapshot().state.hands == shown.hands
        assert appliance.snapshot().state.score == shown.score
        appliance.close()
    match = PlayedMatches.in_folder(tmp_path).opened(1)
    assert len(match.played().figures.aldiak) == len(shown.hands)


def test_exporting_needs_no_reader_of_pictures() -> None:
    heavy = ("cv2", "onnxruntime", "starlette")
    code = f"import sys, firmware.commands.export; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
