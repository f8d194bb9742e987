"""`hamarreko table`: the appliance itself, with its panel on a web page."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import importlib.util
import logging
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.equipos.jugada import MOST, Jugada
from engine.equipos.packs import Packs
from engine.errors import MusError, RuleBookError, SheetError
from engine.rules import BOOK_NAMES, DEFAULT_BOOK, ONE_TO_ONE_BOOK, require_players
from engine.seats import SEATS_OF
from firmware.decks.hint import LearnHint
from firmware.devices import choose
from firmware.devices.board import Board
from firmware.devices.cameras.phone_camera import PHONE
from firmware.devices.choose import Devices
from firmware.files.arguments import UsageError, require_of_use, told, whole
from firmware.files.books import find_book
from firmware.files.deals import read_deals
from firmware.joined.joining import Joining
from firmware.joined.membership import NO_DESK, kept, staying
from firmware.joined.wire import Wire
from firmware.keeping import language as languages
from firmware.keeping.disk_room import DiskRoom
from firmware.keeping.folders import data_folder
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import COPY, Journal, JournalError
from firmware.keeping.journal_copy import JournalCopy
from firmware.memory import keep_small
from firmware.outlets.broker import Broker, broker
from firmware.panel.app import Panel
from firmware.panel.entry.door import Doors, Role, keep_key, kept_key
from firmware.selftest.at_the_table import AtTheTable
from firmware.session.jugadak import written
from firmware.table.appliance import Appliance
from firmware.table.onlooker import Onlooker
from firmware.table.options import Options
from firmware.table.service import Notifier
from firmware.table.settings import MatchSettings, SettingsMistake, taken
from firmware.table.told_once import ToldOnce
from firmware.voice.voice import Voice
from web.network import own_address
from web.server import EVERYWHERE, HERE, Certificate, listen
from web.server import serve as serve_panel
from words.text import LANGUAGES

DEFAULT_PORT = 8040
PASSWORD: Final = "HAMARREKO_MQTT_PASSWORD"
"""The environment's name for what a broker wants of its user: a command line is seen by everybody."""
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
    parser.add_argument("--rules", metavar="NAME", help=f"the rule book: {', '.join(BOOK_NAMES)}, or a file's path")
    parser.add_argument(
        "--mqtt", type=broker, metavar="HOST", help=f"tell an MQTT broker how it stands; {PASSWORD} has USER@HOST's"
    )
    parser.add_argument(
        "--equipos", metavar="DEALS", help="Mus por Equipos with these deals, which `hamarreko deals` wrote"
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
        _require_address(args.desk)
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


def _require_address(desk: str) -> None:
    try:
        Wire(desk)
    except ValueError as error:
        raise UsageError(f"--desk: {error}") from error


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


class Equipos(NamedTuple):
    """Mus por Equipos: the deals, the name of the file that they were in, and how many games are played."""

    deals: Mapping[Jugada, Packs]
    packs: str
    games: int


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
    except OSError as error:
        raise UsageError(f"--equipos {args.equipos}: {error.strerror or error}") from error
    except SheetError as error:
        raise MusError(f"--equipos {args.equipos}: {error}") from error
    games = args.games or max(deals).game
    missing = next((game for game in range(1, games + 1) if Jugada(game, 1) not in deals), None)
    if missing:
        raise UsageError(f"--equipos {args.equipos}: there is no jugada {Jugada(missing, 1)}")
    return Equipos(deals, Path(args.equipos).name, games)


@dataclass(frozen=True, slots=True)
class Start:
    """How a table is started.

    The page is for this machine alone; on the `network`, once there is one, others come in by the codes that the
    display shows. Without a `language` the one that the data folder keeps is taken, and where it keeps none the display
    asks. `settings` is a tournament's file: where it has a mistake, the last good one is used. The journal's second
    copy is kept in the folder `copy`, or with the data. At a tournament's `desk` it joins with the words `joining`;
    without one it is where it was. `players` is how many play, where that is not left to `rules`; `equipos` where it is
    Mus por Equipos. A broker `mqtt` is told how the table stands. With a `certificate` the page is there by https
    alone.
    """

    port: int = DEFAULT_PORT
    rules: str | None = None
    language: str | None = None
    settings: Path | None = None
    network: bool = False
    copy: Path | None = None
    reveal_seconds: float = 1.8
    desk: str | None = None
    joining: Mapping[str, Any] = field(default_factory=dict)
    players: int | None = None
    equipos: Equipos | None = None
    mqtt: Broker | None = None
    certificate: Certificate | None = None


def serve(devices: Callable[[], Devices], data: Path, start: Start) -> int:
    """Runs a table with these devices until SIGINT or SIGTERM; its exit status. Prints its address once it answers."""
    keep_small()
    logging.basicConfig(level=logging.WARNING, format="hamarreko table: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(ToldOnce())
    with contextlib.ExitStack() as stack:
        try:
            # first: of two programs at once the second names the folder
            journal = stack.enter_context(Journal(data, start.copy and start.copy / COPY))
        except JournalError as error:
            return told("table", str(error))
        try:
            listening = stack.enter_context(listen(EVERYWHERE if start.network else HERE, start.port))
        except OSError as error:
            return told("table", f"port {start.port} cannot be had ({error.strerror}): choose another one with --port")
        port = listening.getsockname()[1]
        address = f"{'https' if start.certificate else 'http'}://{HERE}:{port}/"
        try:
            doors = _doors(data, port, start)
            appliance, joining, voice = _at_work(stack, journal, devices(), doors, start)
        except (JournalError, RuleBookError) as error:
            return told("table", str(error))
        if start.mqtt:
            _publish(stack, appliance, start.mqtt, port)
        systemd = Notifier()

        def ready() -> None:
            with contextlib.suppress(OSError):  # nobody hears it where the output is closed, and the game goes on
                print(f"The table is at {address}", flush=True)
            systemd.ready(address)

        def tell_alive() -> None:
            if appliance.alive:
                systemd.alive()

        beats = appliance.beat, tell_alive
        panel = Panel(appliance, doors, joining, voice)
        asyncio.run(serve_panel(panel, listening, ready, beats, systemd.beat_seconds, certificate=start.certificate))
        systemd.stopping()
    return 0


def _doors(data: Path, port: int, start: Start) -> Doors:
    """The codes that let others in; closed where the table is not on the network.

    The key is kept in both cases: pages that were open before a new start go on with it.
    """
    address = functools.partial(_seen_at, port) if start.network else None
    secure = start.certificate is not None
    return Doors(kept_key(data), address, functools.partial(keep_key, data), secure=secure)


def _at_work(
    stack: contextlib.ExitStack, journal: Journal, made: Devices, doors: Doors, start: Start
) -> tuple[Appliance, Joining, Voice | None]:
    """The appliance at work, with all that is there beside it; what `stack` closes ends it."""
    data = journal.path.parent
    if start.language:
        _keep(data, start.language)
    match_settings, wrong = taken(start.settings, data) if start.settings else (None, None)
    second = JournalCopy(journal)
    stack.callback(second.close)
    second.start()
    pictures = HandPictures(data / "pictures")
    room = DiskRoom(journal, pictures)
    stack.callback(room.close)
    room.start()
    voice = _voice(stack, made, data)
    mistake = [SettingsMistake(wrong)] if wrong else []
    made = replace(made, watched=(*made.watched, second, room, *([voice] if voice else []), *mistake))
    options = Options(
        _match(match_settings, start),
        pictures,
        start.reveal_seconds,
        language=start.language or languages.kept(data),
        proposed=languages.likely(os.environ),
        keep_language=functools.partial(languages.keep, data),
        invitation=None if doors.closed else lambda word: doors.invitation(Role.of(word)),
    )
    appliance = Appliance(journal, made, options)
    stack.callback(appliance.close)
    joining = _joining(appliance, data, start, match_settings)
    stack.callback(joining.close)
    self_tests = AtTheTable(appliance, data, made, Board())
    if self_tests.due:
        self_tests.begin()
    _look_on(stack, appliance, made)
    hint = LearnHint(appliance)
    hint.start()
    stack.callback(hint.close)
    if voice:
        voice.attend(appliance)
    joining.go_on(start.joining)
    for note in (*appliance.notes, *([wrong] if wrong else [])):
        told("table", note)
    return appliance, joining, voice


def _voice(stack: contextlib.ExitStack, made: Devices, data: Path) -> Voice | None:
    """What speaks, where there is something to speak by."""
    if made.talker is None or made.speaker is None:
        return None
    voice = Voice(made.talker, made.speaker, data)
    stack.callback(voice.close)
    return voice


def _match(settings: MatchSettings | None, start: Start) -> MatchSettings | None:
    """How matches are played here; None where that is left to what is played already.

    RuleBookError where it is Mus por Equipos by a book that is not played by four.
    """
    if settings is None and start.rules:
        settings = MatchSettings(start.rules, players=start.players)
    if start.equipos is None:
        return settings
    deals, packs, games = start.equipos
    settings = settings or MatchSettings(DEFAULT_BOOK)
    require_players(find_book(settings.rules), 4)
    return replace(settings, games=games, vacas=None, esku="N", players=4, packs=packs, deals=written(deals))


def _joining(appliance: Appliance, data: Path, start: Start, settings: MatchSettings | None) -> Joining:
    """The way to the desk that the command line names, else to where the box was before, else to the settings' desk."""
    member = staying(data, start.desk, start.joining.get("table"))
    named = start.desk or (settings.desk if settings and not member else None)
    return Joining(appliance, data, None if named == NO_DESK else named)


def _look_on(stack: contextlib.ExitStack, appliance: Appliance, made: Devices) -> None:
    """Have a live camera looked through, so that nobody has to press for a reading."""
    if made.live:
        onlooker = Onlooker(appliance, made.live, made.eyes.in_sight)
        onlooker.start()
        stack.callback(onlooker.close)


def _publish(stack: contextlib.ExitStack, appliance: Appliance, broker: Broker, port: int) -> None:
    """Have a broker told how the table stands. It is shown by the machine's name; a second table's port is named too.

    Nothing depends on it: without its library the table says so, and goes on.
    """
    if importlib.util.find_spec("paho") is None:
        told("table", "--mqtt needs paho-mqtt, and nothing is told: pip install -r requirements-mqtt.lock")
        return
    from firmware.outlets import identity
    from firmware.outlets.mqtt import Outlet
    from firmware.outlets.told import told as session

    name = f"hamarreko-{socket.gethostname()}" + (f"-{port}" if port != DEFAULT_PORT else "")
    word = identity.kept(appliance.table.folder)
    outlet = Outlet(broker, os.environ.get(PASSWORD), word, name, lambda: session(appliance.snapshot().public))
    stack.callback(outlet.close)
    stack.callback(appliance.presenter.watch(lambda _: outlet.soon()))
    outlet.start()


def _keep(data: Path, language: str) -> None:
    try:
        languages.keep(data, language)
    except OSError as error:
        told("table", f"the language was not kept: {error}")


def _seen_at(port: int) -> str | None:
    """Where others on the network find the page; None where the machine is on none."""
    address = own_address()
    return f"{address}:{port}" if address else None
