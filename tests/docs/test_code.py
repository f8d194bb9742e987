"""What the pages tell somebody to type is there: commands, options, targets, modules; and their examples run."""

from __future__ import annotations

import argparse
import ast
import doctest
import json
import re
import runpy
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

import pytest

from docs.made import ROOT
from engine.rules import parse_rulebook
from firmware.cli import COMMANDS
from firmware.table.settings import parse as parse_settings
from tests.docs.pages import Pages, pages
from tests.firmware.in_process import hamarreko

ELSEWHERE = {
    ".", "apt-get", "cd", "curl", "git", "i2cdetect", "journalctl", "mkcert", "pip", "reboot", "rpicam-hello", "ssh",
    "systemctl", "wipefs",
}  # fmt: skip
"""Programs of the system that the pages name."""
_SHELL = ("", "sh", "console")
_OWN = ("hamarreko", "make", "python")
_MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


class Command(NamedTuple):
    """A command with the file and line that it stands in.

    A synopsis has brackets, so that only its options count. In a sentence a command may be named without what it takes;
    the `whole` of it stands in a block.
    """

    where: str
    text: str
    synopsis: bool = False
    whole: bool = False


def _typed(site: Pages) -> Iterator[Command]:
    """Every line of a shell, and every command within a text."""
    for source, document in site.documents.items():
        for block in document.blocks():
            if block.language in _SHELL and "├" not in block.text and "──" not in block.text:
                yield from _lines(f"{source}, line {block.line}", block.text)
        for text, line in document.spans("code"):
            if _program(text) in _OWN and " " in text:
                yield Command(f"{source}, line {line}", text, bool(re.search(r"[\[…]|\.\.\.", text)))


def _lines(where: str, text: str) -> Iterator[Command]:
    if not any(_program(line.removeprefix("$ ")) in {*_OWN, *ELSEWHERE} for line in text.splitlines()):
        return  # a drawing, a file's contents, what a program answers
    told = [line[2:] for line in text.splitlines() if line.startswith("$ ")] or text.splitlines()
    if "[" in text:
        for part in re.split(r"(?m)^(?=hamarreko )", text):
            if part.strip():
                yield Command(where, part, True)
        return
    for line in told:
        for part in re.split(r"&&|;", line.partition(" #")[0]):
            if part.strip():
                yield Command(where, part.strip(), whole=True)


def _words(text: str) -> list[str]:
    """The words of a command, from the program on: without `sudo`, a user for it, and settings of the environment."""
    words = shlex.split(re.sub(r"<([\w ]+)>", "SOMETHING", text))
    while words and (words[0] == "sudo" or re.match(r"\w+=", words[0])):
        words = words[3:] if words[:2] == ["sudo", "-u"] else words[1:]
    return words


def _program(text: str) -> str:
    try:
        words = _words(text)
    except ValueError:  # a lone apostrophe, in a synopsis
        words = text.split()
    return re.sub(r"^python3(\.\d+)?$", "python", words[0].rpartition("/")[2]) if words else ""


@pytest.fixture(scope="module")
def typed(site: Pages) -> list[Command]:
    return list(_typed(site))


def test_many_are_looked_at(typed: list[Command]) -> None:
    programs = [_program(command.text) for command in typed]
    assert {name for name in _OWN if programs.count(name) < 10} == set()


def test_every_program_is_known(typed: list[Command]) -> None:
    strange = [command for command in typed if _program(command.text) not in {*_OWN, *ELSEWHERE}]
    assert strange == []


def test_every_target_of_make_is_there_and_takes_what_it_is_given(typed: list[Command]) -> None:
    targets = re.search(r"(?m)^\.PHONY: (.*)$", _MAKEFILE)
    assert targets
    for command in typed:
        if _program(command.text) == "make":
            settings = re.findall(r"\b([A-Z_]{3,})=", command.text)
            assert [name for name in settings if f"$({name})" not in _MAKEFILE] == [], command
            named = [word for word in _words(command.text)[1:] if "=" not in word]
            assert [word for word in named if word not in targets[1].split()] == [], command


def test_every_command_of_the_program_is_taken_by_its_own_parser(typed: list[Command]) -> None:
    seen = set()
    for command in typed:
        if _program(command.text) == "hamarreko":
            seen.add(_understood(command))
    assert seen >= set(COMMANDS)


def _understood(command: Command) -> str:
    """The name of the command; AssertionError where its parser does not take it."""
    words = re.findall(r"[^\s\[\]|]+", command.text) if command.synopsis else _words(command.text)
    name = next((word for word in words[1:] if word in COMMANDS), None)
    if name is None:
        assert set(words[1:]) <= {"--version", "--help"}, command
        return ""
    parser = argparse.ArgumentParser(prog=name)
    import_module(COMMANDS[name][0]).add_arguments(parser)
    if command.synopsis:
        options = {word.rstrip(",") for word in re.findall(r"--[a-z-]+", command.text)}
        assert options <= _options(parser), command
    else:
        given = words[words.index(name) + 1 :]
        if given or command.whole:
            _taken(parser, given, command)
    return name


def _options(parser: argparse.ArgumentParser) -> set[str]:
    """Of the parser, and of those for the words that it takes first."""
    choices = (action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    below = {name for parsers in choices for one in parsers.values() for name in _options(one)}
    return below | {name for action in parser._actions for name in action.option_strings}


def _taken(parser: argparse.ArgumentParser, words: list[str], command: Command) -> None:
    try:
        parser.parse_args(words)
    except SystemExit:
        pytest.fail(f"{command.where}: {command.text!r} is not understood")


class _ParsedError(Exception):
    """A module's own parser has taken the command: nothing else of it is to run."""


@pytest.mark.filterwarnings("ignore:.*found in sys.modules.*:RuntimeWarning")  # some are run that are imported already
def test_every_module_that_is_run_is_there_and_takes_what_it_is_given(
    typed: list[Command], monkeypatch: pytest.MonkeyPatch
) -> None:
    understood = argparse.ArgumentParser.parse_args

    def parse(self: argparse.ArgumentParser, args: Any = None, namespace: Any = None) -> NoReturn:
        understood(self, args, namespace)
        raise _ParsedError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse)
    for command in {_plain(command) for command in typed if _program(command.text) == "python"}:
        words = _words(command.text)
        if "-m" not in words:
            continue
        module, given = words[words.index("-m") + 1], words[words.index("-m") + 2 :]
        if module == "pytest":
            assert [path for path in given if not (ROOT / path).exists()] == [], command
        elif module not in ("venv", "pip"):
            source = ROOT / module.replace(".", "/")
            file = source / "__main__.py" if source.is_dir() else source.with_suffix(".py")
            assert file.exists(), command
            if given:
                monkeypatch.setattr(sys, "argv", [module, *given])
                _runs(module, file.read_text("utf-8"), given, command)


def _plain(command: Command) -> Command:
    return command._replace(text=re.sub(r"\s*…\s*", " ", command.text))


def _runs(module: str, text: str, given: list[str], command: Command) -> None:
    """That the module's parser takes it; where PyTorch is missing, that its text has those options."""
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=False)
    except _ParsedError:
        return
    except SystemExit as ended:
        if ended.code == 2:
            pytest.fail(f"{command}: not understood")
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        strings = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
        assert [word for word in given if word.startswith("--") and word not in strings] == [], command
    else:
        pytest.fail(f"{command}: it takes no arguments")


@pytest.mark.parametrize("source", [page.source for page in pages() if page.source != "README.md"])
def test_every_example_in_python_runs(site: Pages, source: str) -> None:
    blocks = [block for block in site.documents[source].blocks() if block.language == "python"]
    for block in blocks:
        assert ">>>" in block.text, f"{source}, line {block.line}: an example that nobody can try"
    text = "\n".join(block.text for block in blocks)
    tests = doctest.DocTestParser().get_doctest(text, {}, source, source, 0)
    assert len(tests.examples) >= len(blocks)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(tests).failed == 0


def test_there_are_examples_in_python(site: Pages) -> None:
    blocks = site.documents["docs/change.md"].blocks()
    assert [block.language for block in blocks].count("python") >= 2


def test_every_table_in_toml_is_taken(site: Pages) -> None:
    taken = 0
    for source, document in site.documents.items():
        for block in document.blocks():
            if block.language == "toml":
                if "base" in tomllib.loads(block.text):
                    parse_rulebook(block.text, source)
                else:
                    parse_settings(block.text, source)
                taken += 1
    assert taken >= 2


def test_what_stands_below_a_command_is_what_it_answers(site: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    answered = [
        (command, answer)
        for document in site.documents.values()
        for block in document.blocks()
        for command, answer in re.findall(r"^\$ hamarreko (.+)\n((?:(?!\$ ).+\n)+)", block.text, re.MULTILINE)
    ]
    assert answered == [(command, hamarreko("", *shlex.split(command))[1]) for command, _ in answered]
    assert len(answered) >= 3


def test_every_block_of_json_is_json(site: Pages) -> None:
    lines = [
        line
        for document in site.documents.values()
        for block in document.blocks()
        if block.language == "json"
        for line in block.text.splitlines()
    ]
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert lines
