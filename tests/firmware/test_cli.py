"""The command line itself: what it answers without a subcommand, and what it imports for it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest

from firmware import __version__, cli
from firmware.files.arguments import Parser
from tests.firmware.running import ROOT, hamarreko


def test_the_command_is_the_one_that_is_installed():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts == {"hamarreko": "firmware.cli:main"}


@pytest.mark.parametrize(("before", "after"), [(None, "1"), ("3", "3")])
def test_numpy_is_imported_with_one_thread_for_its_products_unless_more_are_asked_for(before, after):
    told = {"PATH": "", "OPENBLAS_NUM_THREADS": before} if before else {"PATH": ""}
    code = (
        "import os, sys; from firmware import cli; assert 'numpy' not in sys.modules; "
        "cli._run(['read', '--help'], 'read')"
    )
    shown = f"import atexit, os; atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS'])); {code}"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, cwd=ROOT, env=told)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, after), done.stderr


def test_opencv_does_not_tell_by_itself_what_the_program_tells():
    shows = (
        "from firmware import cli\ntry: cli.main(['read', '--help'])\nexcept SystemExit: pass\n"
        "import cv2\ncv2.VideoCapture(99).release()"
    )
    done = subprocess.run([sys.executable, "-c", shows], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr == ""


def test_version():
    done = hamarreko("--version")
    assert (done.returncode, done.stdout) == (0, f"hamarreko {__version__}\n")


def test_help_lists_the_commands():
    done = hamarreko("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in cli.COMMANDS)


@pytest.mark.parametrize("arguments", [(), ("dance",), ("score", "--loud"), ("score", "a", "b"), ("--score",)])
def test_a_wrong_command_line_exits_with_2_and_says_so(arguments):
    done = hamarreko(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: hamarreko" in done.stderr


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["score", "--help"]])
def test_nothing_heavy_is_imported_that_a_command_does_not_use(arguments):
    program = (
        "import sys\nfrom firmware.cli import main\n"
        f"try: main({arguments!r})\n"
        "except SystemExit: pass\n"
        "import json\nprint(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert not loaded & {"numpy", "cv2", "onnxruntime", "PIL", "starlette", "uvicorn", "vision", "sqlite3"}
    assert ("engine" in loaded) == (arguments[0] == "score")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("deals --games x", "--games: not a number from 1 to 99: 'x'"),
        ("deals --games 100", "--games: not a number from 1 to 99: '100'"),
        ("deals --games 1 --tables 3", "--tables: not an even number of tables (mus por equipos 2): '3'"),
        ("deals --games 1 --tables two", "--tables: not a number of tables: 'two'"),
        ("desk --equipos A B --tables 3", "--tables: not an even number of tables (mus por equipos 2): '3'"),
        ("desk --equipos A B --tables 100", "--tables: not a number of tables: '100'"),
        ("table --port 65536", "--port: not a port from 0 to 65535: '65536'"),
        ("bench --rounds ²", "--rounds: not a number above 0: '²'"),
        ("mount-check table.jpg --height tall", "--height: not a length: 'tall'"),
        ("mount-check table.jpg --field-of-view 200", "--field-of-view: not a lens's field of view in degrees: '200'"),
        ("mount-check table.jpg --card 61x", "--card: not a width and a height such as 61x95: '61x'"),
        ("read table.jpg --turn nan", "--turn: not an angle in degrees: 'nan'"),
    ],
)
def test_a_wrong_number_is_told_in_words(arguments, what, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments.split())
    assert what in capsys.readouterr().err


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_an_option_without_its_text_chooses_nothing(command, capsys):
    """A variable of the shell's that is not set would choose another law, or the folder that somebody is in."""
    parser = Parser()
    import_module(cli.COMMANDS[command][0]).add_arguments(parser)
    options = [one.option_strings[-1] for one in parser._actions if one.option_strings and one.nargs != 0]
    for option in options:
        for empty in ([option, ""], [f"{option}="]):
            with pytest.raises(SystemExit, match="2"):
                parser.parse_args(empty)
            assert f"argument {option}: " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("journal", "copy"), ("journal", "check", "--data"), ("score",), ("read",)])
def test_nor_does_a_file_without_its_name(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main([*arguments, ""])
    assert "it is empty" in capsys.readouterr().err
