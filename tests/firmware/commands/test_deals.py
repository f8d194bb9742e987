"""`hamarreko deals`: the same deals from the same seed, the seal, the sheets; and what the page about it shows."""

from __future__ import annotations

import json
import re
import resource
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest

from engine.cards import DECK
from engine.equipos.jugada import Jugada
from engine.equipos.packs import packs
from firmware.cli import main
from firmware.commands.tournament import deals
from words.text import LANGUAGES, speech

PAGE = (Path(__file__).parents[3] / "docs" / "equipos.md").read_text("utf-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> tuple[int, list[dict[str, Any]], str]:
        """Exit status, the lines of standard output as JSON, and standard error."""
        status = main(["deals", *arguments])
        said = capsys.readouterr()
        return status, [json.loads(line) for line in said.out.splitlines()], said.err

    return run


def test_a_line_a_jugada(run):
    status, lines, _ = run("--games", "2", "--jugadas", "3", "--seed", "x")
    assert status == 0
    assert [line["jugada"] for line in lines] == ["0101", "0102", "0103", "0201", "0202", "0203"]
    for line in lines:
        assert list(line) == ["jugada", "packs"]
        assert list(line["packs"]) == ["N", "W", "S", "E"]
        assert {len(pack) for pack in line["packs"].values()} == {10}
        assert {card for pack in line["packs"].values() for card in pack} == set(map(str, DECK))


def test_twenty_deals_where_nothing_is_said(run):
    assert len(run("--games", "1")[1]) == 20


def test_the_same_seed_gives_the_same_deals_however_many_are_wanted(run):
    many = run("--games", "3", "--jugadas", "4", "--seed", "2026")[1]
    few = run("--games", "2", "--jugadas", "2", "--seed", "2026")[1]
    assert [line for line in many if line["jugada"] in ("0101", "0102", "0201", "0202")] == few
    assert run("--games", "1", "--seed", "2027")[1] != run("--games", "1", "--seed", "2026")[1]


def test_the_pages_deal(run):
    words = re.findall(r"^hamarreko deals (.*--seed .*)$", PAGE, re.MULTILINE)[0].split()
    [shown] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert run(*words)[1] == [json.loads(line) for line in shown.splitlines()]


def test_without_a_seed_there_is_one_that_nobody_can_guess(run):
    _, first, said = run("--games", "1", "--jugadas", "1")
    seed, seal = re.findall(r"the seed: (\w+)\n.*SHA-256: (\w+)\n", said)[0]
    assert len(seed) == 64
    assert seal == sha256(seed.encode()).hexdigest()
    assert run("--games", "1", "--jugadas", "1", "--seed", seed)[1] == first
    assert run("--games", "1", "--jugadas", "1")[1] != first


@pytest.mark.parametrize(
    ("seed", "pack", "warns"),
    [
        (" 3 6", "12b 3e 2b 10o 5b 2e 6b 11e 2c 10e", True),
        ("3\n6", "11e 2b 4c 12o 5c 7e 10o 12c 5o 12e", True),
        ("3 6\n", "1o 3e 11o 10b 4b 1b 3b 3o 4e 12c", True),
        (" ", "11c 10o 1e 1b 7e 12o 1c 11b 7b 3c", True),
        ("3 6", "5b 5o 10c 6c 12o 4c 7o 2e 2o 1c", False),
    ],
)
def test_every_seed_deals_as_in_every_release_and_is_warned_of_where_a_desk_refuses_it(run, seed, pack, warns):
    status, [line], said = run("--games", "1", "--jugadas", "1", "--seed", seed)
    assert (status, " ".join(line["packs"]["N"])) == (0, pack)
    warning = "deals: a desk's field does not take this seed: it has a line break in it, or a blank at an end\n"
    assert said.count("a desk") == said.count(warning) == warns


def test_the_files(run, tmp_path):
    folder = tmp_path / "match" / "one"
    status, lines, said = run("--games", "2", "--jugadas", "2", "--tables", "4", "--to", str(folder))
    assert status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["deals.jsonl", "replicas.html", "seed.txt", "sheets.pdf"]
    assert [json.loads(line) for line in (folder / "deals.jsonl").read_text().splitlines()] == lines
    seed = (folder / "seed.txt").read_text()
    assert run("--games", "2", "--jugadas", "2", "--seed", seed)[1] == lines
    assert (folder / "seed.txt").stat().st_mode & 0o077 == 0
    assert seed not in said
    assert sha256(seed.encode()).hexdigest() in said
    assert "4 jugadak at 4 tables: 16 replicas of forty cards, 640 cards to lay" in said
    assert "8 decks where a game at a time is laid out, 16 where all are" in said
    assert "0 h 21 min for one person who lays a card every 2 seconds" in said


def test_no_match_is_written_over(run, tmp_path):
    (tmp_path / "seed.txt").write_text("an earlier match's")
    status, lines, said = run("--games", "1", "--to", str(tmp_path))
    assert (status, lines) == (1, [])
    assert "seed.txt: it is there already; nothing was written" in said
    assert [path.name for path in tmp_path.iterdir()] == ["seed.txt"]


def test_of_two_that_write_into_one_folder_at_once_one_has_all_of_it(tmp_path, monkeypatch):
    """Both see that nothing is there before either has written."""
    written = deals.keep_bytes

    def slowly(path, of_whom, mode):
        time.sleep(0.01)
        written(path, of_whom, mode)

    def write(whose):
        try:
            deals._write(tmp_path, dict.fromkeys(("deals.jsonl", "seed.txt"), whose))
        except OSError as refused:
            return str(refused)
        return ""

    monkeypatch.setattr(deals, "keep_bytes", slowly)
    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(write, (b"one", b"other")))
    content = {path.read_bytes() for path in tmp_path.iterdir()}
    assert len(content) == 1
    assert sorted(map(bool, said)) == [False, True]
    assert "it is there already" in max(said)


def test_a_file_is_no_folder(run, tmp_path):
    file = tmp_path / "file"
    file.touch()
    for to in (file, file / "below"):
        status, lines, said = run("--games", "1", "--to", str(to))
        assert (status, lines) == (1, [])
        assert f"{file}: it is no folder; nothing was written" in said


def test_a_full_disk_keeps_nothing_and_the_next_try_finds_none_in_its_way(run, tmp_path):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    words = "--games", "1", "--jugadas", "1", "--to", str(tmp_path)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        status, lines, said = run(*words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert (status, lines, list(tmp_path.iterdir())) == (1, [], [])
    assert f"{tmp_path}: File too large; nothing was written" in said
    assert run(*words)[0] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        ("--games", "0"), ("--games", "100"), ("--games", "two"), ("--games", "1", "--jugadas", "100"),
        ("--games", "1", "--tables", "3"), ("--games", "1", "--tables", "0"), ("--games", "1", "--seed", ""),
        ("--games", "1", "--seed", "\udcff"),
    ],
)  # fmt: skip
def test_a_wrong_command_line(run, wrong):
    with pytest.raises(SystemExit) as ended:
        run(*wrong)
    assert ended.value.code == 2


def sheets(run: Any, folder: Path, *more: str) -> pypdfium2.PdfDocument:
    run("--games", "1", "--jugadas", "2", "--tables", "4", "--seed", "2026", "--to", str(folder), *more)
    return pypdfium2.PdfDocument(folder / "sheets.pdf")


def test_a_page_a_jugada_with_the_packs_in_their_order(run, tmp_path):
    document = sheets(run, tmp_path)
    assert len(document) == 2
    text = document[1].get_textpage().get_text_bounded().split()
    assert "0102" in text
    assert sha256(b"2026").hexdigest() in text
    dealt = packs("2026", Jugada(1, 2))
    for seat, pack in dealt.items():
        row = text[text.index(seat.value, text.index("top.")) + 1 :]
        ranks = [word for word in row if word.isdigit()][:20]
        assert ranks == [word for place, card in enumerate(pack, 1) for word in (str(place), str(card.rank))]


def test_the_suits_are_told_apart_by_their_colours(run, tmp_path):
    pixels = np.asarray(sheets(run, tmp_path)[0].render(scale=2).to_pil().convert("RGB")).astype(int)
    colours = {"o": (204, 148, 13), "c": (191, 38, 31), "e": (31, 89, 166), "b": (38, 115, 46)}
    for row, pack in enumerate(packs("2026", Jugada(1, 1)).values()):
        for place, card in enumerate(pack):
            x = 559 - 10 * 46 - 9 * 4 + place * 50
            y = 190 + row * 145
            inside = pixels[2 * y + 60 : 2 * (y + 74) - 4, 2 * x + 4 : 2 * (x + 46) - 4].reshape(-1, 3)
            near = {suit: int((abs(inside - colour).max(axis=1) < 30).sum()) for suit, colour in colours.items()}
            assert max(near, key=near.__getitem__) == card.suit.value


def test_a_camera_reads_the_code(run, tmp_path):
    picture = np.asarray(sheets(run, tmp_path)[1].render(scale=2).to_pil().convert("L"))
    said, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert said == f"hamarreko jugada 0102 {sha256(b'2026').hexdigest()}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheets_speak_the_tables_languages(run, tmp_path, language):
    text = sheets(run, tmp_path, "--language", language)[0].get_textpage().get_text_bounded()
    assert speech(language)("{number} replicas, one for each table", number=4) in text
