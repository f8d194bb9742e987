"""The command `hamarreko`. Each subcommand is a module of its own, imported only when it is chosen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from firmware import __version__
from firmware.files.arguments import Parser, UsageError, told
from firmware.files.streams import StreamError, forget_output, standard_streams
from firmware.memory import for_want_of_memory

COMMANDS = {
    "score": ("firmware.commands.score", "mark hand records, one JSON object a line, or a whole match"),
    "convert": ("firmware.commands.convert", "turn hand records, a match's JSON lines and its text into one another"),
    "ask": ("firmware.commands.ask", "say what the law wants done when something went wrong at the table"),
    "read": ("firmware.commands.read", "read photographs of the table"),
    "deck-check": ("firmware.commands.deck_check", "say what of a deck is missing, double or strange"),
    "mount-check": ("firmware.commands.mount_check", "say whether the camera hangs well, and what to change"),
    "enrol": ("firmware.commands.enrol", "learn a club's own deck from photographs of its forty cards"),
    "export": ("firmware.commands.export", "write a match that was played at the table: JSON lines, text, score sheet"),
    "journal": ("firmware.commands.journal", "check a table's journal, mend it, or copy it elsewhere"),
    "self-test": ("firmware.commands.self_test", "say whether everything that the box is made of does what it should"),
    "bench": ("firmware.commands.bench", "say how long a reading takes on this machine, with a line to send back"),
    "standings": ("firmware.commands.tournament.standings", "say who stands where in a tournament, and why"),
    "draw": ("firmware.commands.tournament.draw", "draw a tournament's next round from a published seed"),
    "deals": (
        "firmware.commands.tournament.deals",
        "deal a match of Mus por Equipos from a sealed seed, with sheets to lay it out",
    ),
    "equipos": (
        "firmware.commands.tournament.equipos",
        "say which side has won Mus por Equipos over all tables, and what each did with the same cards",
    ),
    "desk": ("firmware.commands.desk", "run a tournament's desk: the server that pages, phones and boxes ask"),
    "table": ("firmware.commands.table", "run the table itself: camera, buttons, display, web panel"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status: 0 done, 1 something was wrong and was said, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    chosen = next((argument for argument in arguments if not argument.startswith("-")), None)
    status = 0
    with standard_streams():
        try:
            try:
                status = _run(arguments, chosen)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:  # whoever read the output has enough of it
            forget_output()
        except StreamError as error:
            forget_output()
            status = told(chosen, error)
        except UsageError as error:
            status = told(chosen, error, 2)
        except KeyboardInterrupt:
            status = 130
        except Exception as error:
            if not for_want_of_memory(error):
                raise
            status = told(chosen, "there is not memory enough for it")
    return status


def _run(arguments: Sequence[str], chosen: str | None) -> int:
    parser = Parser(prog="hamarreko", description="An automatic referee for mus.")
    parser.add_argument("--version", action="version", version=f"hamarreko {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    # A thread on every core makes NumPy's small products no faster, and keeps those cores busy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # It writes past every log, with each try, that a camera is not there; who tries says it once.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "FATAL")
    for name, (module, help_text) in COMMANDS.items():
        command = commands.add_parser(name, help=help_text, description=help_text[0].upper() + help_text[1:] + ".")
        if name == chosen:
            implementation = import_module(module)
            implementation.add_arguments(command)
            command.set_defaults(run=implementation.run)
    options = parser.parse_args(arguments)
    from engine.errors import MusError  # who asks for help alone needs no engine

    try:
        return int(options.run(options))
    except MusError as error:
        return told(chosen, error)


if __name__ == "__main__":
    sys.exit(main())
