"""The appliance as a program of its own: put together, served with its panel on a web page, and stopped in order."""

from __future__ import annotations

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

from engine.equipos.jugada import Jugada
from engine.equipos.packs import Packs
from engine.errors import RuleBookError
from engine.rules import DEFAULT_BOOK, require_players
from firmware.decks.hint import LearnHint
from firmware.devices.board import Board
from firmware.devices.choose import Devices
from firmware.files.arguments import told
from firmware.files.books import find_book
from firmware.joined.joining import Joining
from firmware.joined.membership import NO_DESK, staying
from firmware.keeping import language as languages
from firmware.keeping.disk_room import DiskRoom
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.keeping.journal_copy import JournalCopy
from firmware.keeping.journal_form import JournalError
from firmware.keeping.journal_reading import COPY
from firmware.memory import keep_small
from firmware.outlets.broker import Broker
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

DEFAULT_PORT = 8040
PASSWORD: Final = "HAMARREKO_MQTT_PASSWORD"
"""The environment's name for what a broker wants of its user: a command line is seen by everybody."""


class Equipos(NamedTuple):
    """Mus por Equipos: the deals, the name of the file that they were in, and how many games are played."""

    deals: Mapping[Jugada, Packs]
    packs: str
    games: int


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
    systemd = Notifier()
    with contextlib.ExitStack() as stack:
        try:
            # first: of two programs at once the second names the folder
            journal = stack.enter_context(Journal(data, start.copy and start.copy / COPY, systemd.starting))
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
        try:
            languages.keep(data, start.language)
        except OSError as error:
            told("table", f"the language was not kept: {error}")
    match_settings, wrong = taken(start.settings, data) if start.settings else (None, None)
    second = JournalCopy(journal)
    stack.callback(second.close)
    second.start()
    pictures = HandPictures(data / "pictures")
    room = DiskRoom(journal, pictures)
    stack.callback(room.close)
    room.start()
    voice = Voice(made.talker, made.speaker, data) if made.talker and made.speaker else None
    if voice:
        stack.callback(voice.close)
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
    if made.live:  # so that nobody has to press for a reading
        onlooker = Onlooker(appliance, made.live, made.eyes.in_sight)
        onlooker.start()
        stack.callback(onlooker.close)
    hint = LearnHint(appliance)
    hint.start()
    stack.callback(hint.close)
    if voice:
        voice.attend(appliance)
    joining.go_on(start.joining)
    for note in (*appliance.notes, *([wrong] if wrong else [])):
        told("table", note)
    return appliance, joining, voice


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
    stack.callback(appliance.presenter.watch(outlet.soon))
    outlet.start()


def _seen_at(port: int) -> str | None:
    """Where others on the network find the page; None where the machine is on none."""
    address = own_address()
    return f"{address}:{port}" if address else None
