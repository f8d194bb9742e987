"""`hamarreko self-test`: the box looked over from a terminal, where no table runs with its parts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from firmware.devices import choose
from firmware.devices.board import Board
from firmware.files.arguments import told
from firmware.files.lines import put, put_json
from firmware.keeping.folders import FolderInUseError, data_folder
from firmware.keeping.journal import Journal
from firmware.keeping.journal_form import JournalError
from firmware.selftest.report import Check, Outcome, Report
from firmware.selftest.running import Parts, SelfTest
from words.text import english

_RUNS = (
    "the table is running and has the buttons and the camera: hold Last hand on it and choose the test, "
    "or stop it first (sudo systemctl stop hamarreko)"
)
_OF_DEVICES = {Check.DISPLAY, Check.BUTTONS, Check.CAMERA}
"""The checks that need the devices; for the others they are left alone: a table may be running with them."""
_MARKS = {Outcome.FINE: "+", Outcome.WRONG: "!", Outcome.ABSENT: " ", Outcome.SKIPPED: "?"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = "A table that takes its pictures from a folder or a phone has no camera here: then none is tested."
    choose.add_arguments(parser)
    parser.add_argument("--data", metavar="FOLDER", help="where the table keeps its journal; the report goes there too")
    parser.add_argument(
        "--only", action="append", choices=[check.value for check in Check], help="this check; keeps no report"
    )
    parser.add_argument("--json", action="store_true", help="the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Do the checks; 1 where something is wrong, or a table runs that has the box's parts."""
    data, board, source = data_folder(args.data), Board(), choose.source(args)
    checks = [Check(name) for name in args.only] if args.only else [*Check]
    with ExitStack() as stack:
        test = SelfTest(Parts(data, board), only=checks)
        if args.camera is not None or (board.is_pi and _OF_DEVICES.intersection(checks)):
            try:
                test = _with_devices(stack, data, board, source, checks)
            except FolderInUseError:
                return told("self-test", _RUNS)
        report = test.tested() if args.only else test.run()
    put_json(report.to_json()) if args.json else put(describe(report))
    return 0 if report.passed else 1


def _with_devices(
    stack: ExitStack, data: Path, board: Board, source: tuple[Path | None, int | str | None], checks: Iterable[Check]
) -> SelfTest:
    """The test with buttons, display and camera. FolderInUseError where a table has them."""
    try:
        stack.enter_context(Journal(data))
    except FolderInUseError:
        raise
    except JournalError as error:
        told("self-test", error)
    devices = choose.choose(*source, board)
    stack.callback(devices.close)

    def shown() -> None:
        print(test.spoken(english), file=sys.stderr, flush=True)
        for display in devices.displays:
            display.show(test.image(english))

    devices.light.take_up(data)
    test = SelfTest(Parts.of(data, board, devices), shown, checks)
    for keys in devices.keys:
        keys.listen(test.press)
    return test


def describe(report: Report) -> str:
    """The report as a person wants it."""
    lines = [f"{'all is well' if report.passed else 'something is wrong'} ({report.machine or 'no Raspberry Pi'})"]
    for result in report.results:
        figure = result.figure or ("" if result.sentence else result.outcome.value)
        told = " ".join(filter(None, (figure, result.sentence)))
        lines.append(f" {_MARKS[result.outcome]} {result.check.text}: {told}")
        lines += [f"   ! {sentence}" for sentence in result.figures.get("change", ())]
    return "\n".join(lines)
