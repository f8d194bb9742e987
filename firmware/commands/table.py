"""`hamarreko table`: the appliance itself, with its panel on a web page."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.equipos.jugada import MOST, Jugada
from engine.errors import MusError, RuleBookError, SheetError
from engine.rules import BOOK_NAMES, DEFAULT_BOOK, ONE_TO_ONE_BOOK, require_players
from engine.seats import SEATS_OF
from firmware.devices import choose
from firmware.devices.cameras.phone_camera import PHONE
from firmware.files.arguments import UsageError, require_of_use, told, whole, word
from firmware.files.books import find_book
from firmware.files.deals import read_deals
from firmware.joined.membership import NO_DESK, kept
from firmware.joined.wire import Wire
from firmware.keeping.folders import data_folder
from firmware.outlets.broker import broker
from firmware.table.program import DEFAULT_PORT, PASSWORD, Equipos, Start, serve
from web.server import Certificate
from words.text import LANGUAGES

_PORT = whole("a port from 0 to 65535", 0, 65535)
_TABLE = whole("a table's number", 1)
_GAMES = whole("a number of games", 1, MOST)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "--port",
        type=_PORT,
        default=DEFAULT_PORT,
        metavar="N",
        help=f"of the page ({DEFAULT_PORT})",
    )
    parser.add_argument(
        "--network",
        action=argparse.BooleanOptionalAction,
        help="let phones and laptops in too, with the code that the display shows",
    )
    parser.add_argument("--copy", type=Path, metavar="FOLDER", help="of the journal's second copy, on a stick, say")
    choose.add_arguments(parser)
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="of the page's address, which is https then")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the certificate's key")
    parser.add_argument("--data", metavar="FOLDER", help="where the journal is kept")
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), help="of the display and the page; kept (asked for at the first start)"
    )
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help="a tournament's: rule book, target, games, first esku (TOML)"
    )
    parser.add_argument(
        "--desk", metavar="ADDRESS", help="join a tournament's desk; kept (none: be at no desk any more)"
    )
    parser.add_argument("--table", type=_TABLE, metavar="N", help="the table's number at the desk")
    parser.add_argument("--code", metavar="CODE", help="the table's code, where it is not on the desk's own machine")
    parser.add_argument(
        "--rules", type=word, metavar="NAME", help=f"the rule book: {', '.join(BOOK_NAMES)}, or a file's path"
    )
    parser.add_argument(
        "--mqtt", type=broker, metavar="HOST", help=f"tell an MQTT broker how it stands; {PASSWORD} has USER@HOST's"
    )
    parser.add_argument(
        "--equipos", type=word, metavar="DEALS", help="Mus por Equipos with these deals, which `hamarreko deals` wrote"
    )
    parser.add_argument("--games", type=_GAMES, metavar="G", help="of them (as many as were dealt)")
    parser.add_argument(
        "--players", type=int, choices=sorted(SEATS_OF), help=f"2: one against one ({ONE_TO_ONE_BOOK} where no --rules)"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the table until it is told to stop; its exit status. UsageError where what it is to go by cannot be had."""
    data = data_folder(args.data)
    require_of_use(args, ("games",), args.equipos, "with --equipos alone")
    require_of_use(args, ("table", "code"), args.desk != NO_DESK, "at a desk alone")
    pictures, camera = choose.source(args)
    if args.settings is not None and not args.settings.is_file():
        raise UsageError(f"--settings {args.settings}: there is no such file")
    rules = _rules(args)
    if args.desk and args.desk != NO_DESK:
        try:
            Wire(args.desk)
        except ValueError as error:
            raise UsageError(f"--desk: {error}") from error
    certificate, equipos = _certificate(args), _equipos(args)
    joining = {name: value for name, value in (("table", args.table), ("code", args.code)) if value is not None}
    start = Start(
        args.port,
        rules,
        args.language,
        args.settings,
        camera == PHONE if args.network is None else args.network,
        args.copy,
        desk=args.desk,
        joining=joining,
        players=args.players,
        equipos=equipos,
        mqtt=args.mqtt,
        certificate=certificate,
    )
    if joining and not (args.desk or args.settings or kept(data)):
        told("table", "no desk is known here, and --table and --code are of no use: name it with --desk")
    if args.settings and rules:
        told("table", "the file of --settings holds: --rules and --players count only where no settings can be had")
    return serve(lambda: choose.choose(pictures, camera, voices=data / "voices"), data, start)


def _rules(args: argparse.Namespace) -> str | None:
    """The rule book that is asked for; None where that is left open. UsageError where it cannot be had."""
    rules: str | None = args.rules or {2: ONE_TO_ONE_BOOK, 4: DEFAULT_BOOK}.get(args.players)
    if rules is not None:
        try:
            require_players(find_book(rules), 4 if args.equipos else args.players)
        except RuleBookError as error:
            raise UsageError(str(error)) from error
    return rules


def _certificate(args: argparse.Namespace) -> Certificate | None:
    """What the page is served with by https, if it is. UsageError where that cannot be."""
    if args.certificate is None and args.key is None:
        return None
    if args.certificate is None or args.key is None:
        raise UsageError("--certificate, --key: one is of no use without the other")
    certificate = Certificate(args.certificate, args.key)
    missing = next((path for path in certificate if not path.is_file()), None)
    if missing:
        raise UsageError(f"--certificate, --key: {missing}: there is no such file")
    try:
        certificate.check()
    except (OSError, ValueError) as error:
        raise UsageError(f"--certificate, --key: {getattr(error, 'strerror', None) or error}") from error
    return certificate


def _equipos(args: argparse.Namespace) -> Equipos | None:
    """What is to be played of it, if it is. UsageError where it cannot be; MusError where the file is wrong."""
    if args.equipos is None:
        return None
    if args.players == 2:
        raise UsageError("--equipos: Mus por Equipos is played by four")
    if args.desk and args.desk != NO_DESK:
        raise UsageError("--equipos: at a tournament's desk, the desk says what is played")
    try:
        deals = read_deals(args.equipos)
    except UsageError as error:
        raise UsageError(f"--equipos {error}") from error
    except SheetError as error:
        raise MusError(f"--equipos {args.equipos}: {error}") from error
    games = args.games or max(deals).game
    missing = next((game for game in range(1, games + 1) if Jugada(game, 1) not in deals), None)
    if missing:
        raise UsageError(f"--equipos {args.equipos}: there is no jugada {Jugada(missing, 1)}")
    return Equipos(deals, Path(args.equipos).name, games)
