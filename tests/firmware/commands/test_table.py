"""`hamarreko table` as somebody starts it: its arguments, its one line, its sentences."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from engine.equipos.jugada import jugadak
from engine.equipos.packs import line_of, packs
from engine.seats import Seat
from firmware.cli import main
from firmware.keeping.folders import data_folder
from firmware.keeping.played_matches import PlayedMatches
from hardware.install.machine import ask
from tests.firmware.running import ROOT, Program
from tests.firmware.scripted import HANDS, write_pictures
from tests.firmware.until import until


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--pictures", "no-such-folder"], "no-such-folder: there is no such folder"),
        (["--pictures", str(Path(__file__))], "is no folder"),
        (
            ["--rules", "poker"],
            "rules: 'poker' is none of nabo, federacion, spain, basque, france, nor a .toml file",
        ),
        (["--certificate", "table.pem"], "--certificate, --key: one is of no use without the other"),
        (["--certificate", "table.pem", "--key", "table-key.pem"], "table.pem: there is no such file"),
        (
            ["--certificate", str(Path(__file__)), "--key", str(Path(__file__))],
            "--certificate, --key: not a certificate and its key, in PEM form and without a password",
        ),
        (["--equipos", "no-such-file"], "--equipos no-such-file: No such file or directory"),
        (["--games", "3"], "--games is of use with --equipos alone"),
        (["--desk", "none", "--code", "481205739914"], "--code is of use at a desk alone"),
        (["--equipos", "deals.jsonl", "--players", "2"], "--equipos: Mus por Equipos is played by four"),
        (
            ["--equipos", "deals.jsonl", "--desk", "http://127.0.0.1:1", "--table", "1"],
            "--equipos: at a tournament's desk, the desk says what is played",
        ),
    ],
)
def test_a_wrong_command_line_is_said(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--data", str(tmp_path), *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("said", "wanted"), [([], []), (["yes"], ["--network"]), (["no"], ["--no-network"])])
def test_make_run_lets_phones_in_where_somebody_says_so(said: list[str], wanted: list[str]) -> None:
    command = ["make", "--dry-run", "run", *(f"NETWORK={one}" for one in said)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert re.findall(r"--(?:no-)?network", printed) == wanted


def test_a_camera_is_a_number_or_a_phone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["table", "--camera", "telephone"])
    assert "not a camera's number or 'phone': 'telephone'" in capsys.readouterr().err


def test_with_a_certificate_the_page_is_there_by_https_alone(tmp_path: Path) -> None:
    """docs/tonight.md, "So that the phone sees by itself"."""
    certificate, key = tmp_path / "table.pem", tmp_path / "table-key.pem"
    made = ["mkcert", "-cert-file", certificate, "-key-file", key, "127.0.0.1"]
    subprocess.run(made, env={**os.environ, "CAROOT": str(tmp_path)}, capture_output=True, check=True)
    table = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--data", str(tmp_path / "data")]
    phone = {"X-Forwarded-For": "192.168.1.77"}
    with Program([*table, "--camera", "phone", "--certificate", str(certificate), "--key", str(key)]) as program:
        assert program.address.startswith("https://127.0.0.1:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "rootCA.pem"))
        with httpx.Client(verify=trusted, base_url=program.address, timeout=20) as here:
            assert here.get("/api/state").json()["score"] == {"NS": 0, "EW": 0}
            code = re.search(r'class="code">([A-Z ]{11})<', here.get("/setup/first").text)
            assert code
            came = here.get(f"/I/{code[1]}/C", headers=phone)
            assert "; Secure" in came.headers["set-cookie"]
            pass_ = {"Cookie": came.headers["set-cookie"].partition(";")[0]}
            assert 'id="stream"' in here.get("/setup/first", headers={**phone, **pass_}).text
        assert ask(f"{program.address}health"), "the installer looks whether it is alive"
        with pytest.raises(httpx.HTTPError):
            httpx.get(program.address.replace("https", "http"), timeout=20)


def _deals(path: Path, games: int) -> Path:
    lines = [json.dumps(line_of(jugada, packs("Tolosa", jugada))) for jugada in jugadak(games, 2)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_mus_por_equipos_by_a_settings_file_whose_book_is_for_two_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, settings = tmp_path / "two.toml", tmp_path / "match.toml"
    book.write_text('base = "spain"\nname = "two"\ntitle = "Two"\nplayers = [2]\n', encoding="utf-8")
    settings.write_text(f'rules = "{book}"\n', encoding="utf-8")
    deals = _deals(tmp_path / "deals.jsonl", 1)
    given = ["--port", "0", "--data", str(tmp_path / "data"), "--settings", str(settings), "--equipos", str(deals)]
    assert main(["table", *given]) == 1
    assert "table: two is played by 2, not by 4" in capsys.readouterr().err


def test_deals_that_are_not_there_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deals = _deals(tmp_path / "deals.jsonl", 2)
    assert main(["table", "--equipos", str(deals), "--games", "3"]) == 2
    assert f"--equipos {deals}: there is no jugada 0301" in capsys.readouterr().err
    deals.write_text(deals.read_text("utf-8").replace('"0102"', '"0101"'), encoding="utf-8")
    assert main(["table", "--equipos", str(deals)]) == 1
    assert f"--equipos {deals}: line 2: jugada 0101 is there twice" in capsys.readouterr().err


def test_5_mus_por_equipos_begins_with_its_first_jugada_and_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    deals = _deals(tmp_path / "deals.jsonl", 2)
    first = "Jugada 0101: everybody takes the own pack of that number. Esku: N."
    command = [
        sys.executable,
        "-m",
        "firmware.cli",
        "table",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--language",
        "en",
    ]
    for _ in range(2):
        with Program([*command, "--equipos", str(deals)]) as table:
            state = httpx.get(f"{table.address}api/state", timeout=20).json()
            assert (state["jugada"], state["esku"], state["games_to_win"]) == ("0101", "N", 2)
            assert first in state["notice"]


def test_mus_por_equipos_is_played_by_four_whatever_the_settings_say(tmp_path: Path) -> None:
    settings = tmp_path / "club.toml"
    settings.write_text('rules = "france"\nplayers = 2\n', "utf-8")
    command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--data", str(tmp_path)]
    deals = ["--equipos", str(_deals(tmp_path / "deals.jsonl", 2))]
    with Program([*command, *deals, "--settings", str(settings)]) as table:
        state = httpx.get(f"{table.address}api/state", timeout=20).json()
        assert (state["rules"], state["jugada"]) == ("france", "0101")
    assert PlayedMatches.in_folder(tmp_path).opened(1).state.seats == tuple(Seat)


@pytest.mark.parametrize("port", ["x", "-1", "65536", "80.5"])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["table", f"--port={port}"])
    assert ended.value.code == 2
    assert "not a port from 0 to 65535" in capsys.readouterr().err


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["table", "--port", str(port), "--data", str(tmp_path / "data")]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert f"port {port}" in said.err
    assert said.out == ""


def test_a_data_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").write_text("")
    assert main(["table", "--port", "0", "--data", str(tmp_path / "data")]) == 1
    assert f"the data folder {tmp_path / 'data'} cannot be used: it is no folder" in capsys.readouterr().err


def test_two_programs_on_one_folder(tmp_path: Path) -> None:
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0"]
    with Program([*command, "--pictures", str(shown), "--data", str(tmp_path / "data")]) as first:
        second = subprocess.run(
            [*command, "--pictures", str(shown), "--data", str(tmp_path / "data")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 1
        assert "another program is running with the data folder" in second.stderr
        assert first.state()["score"] == {"NS": 0, "EW": 0}


def test_a_kept_connection_is_answered_at_once(tmp_path: Path) -> None:
    """As a browser asks: answers that are held back until the one before is acknowledged come 40 ms late, each."""
    pictures, seconds = write_pictures(tmp_path / "pictures", {"hands": HANDS}), []
    with Program.scripted(pictures, tmp_path / "data") as program, httpx.Client(base_url=program.address) as browser:
        for _ in range(60):
            began = time.monotonic()
            browser.get("display.png")
            seconds.append(time.monotonic() - began)
    assert min(seconds[20:]) < 0.030, "the first ones are acknowledged at once by any system"


def test_two_programs_with_the_same_folder_and_port(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "firmware.cli", "table", "--data", str(tmp_path / "data"), "--port"]
    with Program([*command, "0"]) as first:
        port = first.address.rstrip("/").rsplit(":", 1)[1]
        second = subprocess.run([*command, port], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 1
        assert second.stderr == (
            f"hamarreko table: another program is running with the data folder {tmp_path / 'data'}\n"
        )
        assert second.stdout == ""
        assert first.state()["score"] == {"NS": 0, "EW": 0}


def test_settings_with_a_mistake_are_named_by_line_and_the_last_good_ones_are_used(tmp_path: Path) -> None:
    settings = tmp_path / "club.toml"
    command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--data", str(tmp_path / "data")]
    command += ["--rules", "france"]
    for text in ('rules = "federacion"\ntarget = 30\n', 'rules = "federacion"\ntarget = "thirty"\n'):
        settings.write_text(text, "utf-8")
        with Program([*command, "--settings", str(settings)]) as program:
            assert program.state()["rules"] == "federacion"
            health = functools.partial(httpx.get, f"{program.address}health", timeout=20)
            if "thirty" in text:
                until(lambda ask=health: "settings-wrong" in ask().json()["troubles"])
                assert "line 2: target is a whole number" in health().json()["settings"]
            else:
                assert "settings" not in health().json()
            program.process.terminate()
            said = program.process.stderr
            assert said is not None
            heard = said.read()
    assert "club.toml, line 2: target is a whole number" in heard
    assert "the last good settings are used" in heard
    assert "--rules and --players count only where no settings can be had" in heard


def test_a_table_whose_desk_is_no_longer_known_plays_by_itself_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "desk.json").write_text("{", "utf-8")
    command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--data", str(tmp_path)]
    with Program([*command, "--code", "481205739914"]) as program:
        assert program.state()["score"] == {"NS": 0, "EW": 0}
        program.process.terminate()
        assert program.process.stderr is not None
        assert "no desk is known here, and --table and --code are of no use" in program.process.stderr.read()


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert data_folder("here") == Path("here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "hamarreko"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "hamarreko"


@pytest.mark.parametrize(
    ("command", "given"),
    [
        *(("table", (option, "a\udcff")) for option in ("--pictures", "--rules", "--equipos", "--mqtt")),
        ("desk", ("--equipos", "A\udcff", "B")),
    ],
)
def test_what_no_event_could_hold_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], command: str, given: tuple[str, ...]
) -> None:
    """A file system takes names that are no UTF-8; what is kept and shown is text."""
    with pytest.raises(SystemExit) as refused:
        main([command, *given])
    assert refused.value.code == 2
    assert re.search(rf"argument {given[0]}: (a text in UTF-8|not a broker)", capsys.readouterr().err)
