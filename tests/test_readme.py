"""What the README shows is what the program does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from firmware.cli import COMMANDS
from firmware.session.buttons import Button

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_it_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 130


def test_the_examples_run() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 3
    assert result.failed == 0


def test_every_button_is_listed() -> None:
    listed = set(re.findall(r"`([a-z-]+)`", README.read_text(encoding="utf-8")))
    assert {button.value for button in Button} <= listed


def test_every_command_is_listed() -> None:
    listed = re.findall(r"^hamarreko ([a-z-]+)", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)
