"""The session at a broker: Mosquitto hears it, and a broker that is away, refuses or hangs delays no press."""

from __future__ import annotations

import argparse
import json
import os
import queue
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from firmware.outlets import identity, mqtt
from firmware.outlets.broker import Broker, broker
from firmware.outlets.mqtt import Outlet
from firmware.outlets.told import told
from firmware.session.buttons import Button
from firmware.table.program import _publish
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures
from tests.firmware.until import until

CLUB = ("club", "amarraco")
"""A user and its password."""
MISSING = "there is no Mosquitto for the tests: make mosquitto, or as root on Debian `apt-get install mosquitto`"


@contextmanager
def mosquitto(folder: Path, port: int) -> Iterator[None]:
    """A broker that lets in the club alone, by its password."""
    found = [shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") for name in ("mosquitto", "mosquitto_passwd")]
    if not all(found):
        pytest.fail(MISSING)
    passwords, settings = folder / "passwords", folder / "mosquitto.conf"
    subprocess.run([found[1], "-b", "-c", passwords, *CLUB], check=True, capture_output=True)
    settings.write_text(f"listener {port} 127.0.0.1\nuser root\nallow_anonymous false\npassword_file {passwords}\n")
    running = subprocess.Popen([found[0], "-c", settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def answers() -> bool:
        assert running.poll() is None, "the broker has ended"
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(answers)
        yield
    finally:
        running.terminate()
        running.wait(10)


@contextmanager
def free_port() -> Iterator[int]:
    """A port at which nobody answers, and that nobody but a broker is given meanwhile."""
    with socket.socket() as keeps:
        keeps.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Mosquitto does: both may have it
        keeps.bind(("127.0.0.1", 0))
        yield int(keeps.getsockname()[1])


@pytest.fixture
def port() -> Iterator[int]:
    with free_port() as number:
        yield number


class Listener:
    """Another program at the broker, which hears all that is said of the table."""

    def __init__(self, port: int) -> None:
        self.said: dict[str, str] = {}
        self._heard: queue.Queue[tuple[str, str, bool]] = queue.Queue()
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.username_pw_set(*CLUB)
        self.client.on_connect = lambda *_: self.client.subscribe("#")
        self.client.on_message = self._hears
        self.client.reconnect_delay_set(0.05, 0.2)
        self.client.connect_async("127.0.0.1", port)
        self.client.loop_start()

    def _hears(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._heard.put((message.topic, message.payload.decode(), message.retain))

    def until(self, topic: str, holds: str) -> tuple[str, bool]:
        """What is said next of a topic that ends so and has that in it, and whether the broker had kept it."""
        while True:
            said, text, retained = self._heard.get(timeout=30)
            if said.endswith(topic) and holds in text:
                self.said[topic] = said
                return text, retained

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def pressed(program: Program, *names: str) -> None:
    for name in names:
        program.press(name)


def test_a_broker_hears_the_session_what_happens_and_that_the_table_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    monkeypatch.setenv("HAMARREKO_MQTT_PASSWORD", CLUB[1])
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    with Program.scripted(shown, tmp_path / "data", mqtt=f"club@127.0.0.1:{port}") as program:
        pressed(program, "envido-ns")  # while the broker is away
        with mosquitto(tmp_path, port):
            early = Listener(port)
            session = json.loads(early.until("/session", "")[0])
            assert session["calls"] == {"handia": ["NS envido 2"]}, "how it stood when the broker came"
            for names in ({"NS": "Ttakun"}, {}):
                assert httpx.post(f"{program.address}api/names", data=names, timeout=20).json()["done"]
                early.until("/session", f'"NS": "{names.get("NS", "N-S")}"')
                assert [topic for topic, text in retained(port).items() if "Ttakun" in text] == ["session"] * len(names)
            pressed(program, "tira", "paso", "paso", "paso", "read")
            assert json.loads(early.until("/event", '"call"')[0]) == {
                "event_type": "call",
                "team": "EW",
                "call": "EW tira",
            }
            hand = json.loads(early.until("/event", '"hand"')[0])
            assert hand["score"] == program.state()["score"]
            late = Listener(port)
            found, kept = late.until("/config", "hamarreko")
            assert kept
            assert late.until("/status", "online") == ("online", True)
            session, kept = late.until("/session", '"shown": true')
            assert kept
            assert json.loads(session)["last"]["result"]["score"] == hand["score"]
            discovered(json.loads(found), late)
            program.kill()
            assert early.until("/status", "offline")[0] == "offline", "its last will"
            early.close()
            late.close()


def retained(port: int) -> dict[str, str]:
    """What the broker keeps, by the last word of its topic."""
    found: dict[str, str] = {}
    all_of_it = threading.Event()

    def hears(client: Client, _: Any, message: MQTTMessage) -> None:
        if message.topic == "end":
            all_of_it.set()
        else:
            found[message.topic.rpartition("/")[2]] = message.payload.decode()

    client = Client(CallbackAPIVersion.VERSION2)
    client.username_pw_set(*CLUB)
    client.on_connect = lambda *_: client.subscribe("#")
    client.on_subscribe = lambda *_: client.publish("end", "of what was kept")
    client.on_message = hears
    client.connect("127.0.0.1", port)
    client.loop_start()
    assert all_of_it.wait(30)
    client.disconnect()
    client.loop_stop()
    return found


def test_a_broker_keeps_nobody_s_name_once_the_table_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    table = PanelTable(tmp_path)
    assert table.here.post("/api/names", data={"NS": "Ttakun", "N": "Maialen"}).json()["done"]
    session, tells = told(table.appliance.snapshot()), threading.Event()
    tells.set()

    def tell() -> dict[str, Any]:
        tells.wait()
        return session

    def told_by(outlet: Outlet) -> Outlet:
        outlet.soon()
        outlet.start()
        until(lambda: "Maialen" in retained(port).get("session", ""))
        return outlet

    with mosquitto(tmp_path, port):
        told_by(Outlet(Broker("127.0.0.1", port, CLUB[0]), CLUB[1], "stopped", "table", tell)).close()
        until(lambda: set(kept := retained(port)) == {"config", "status"} and kept["status"] == "offline")
        monkeypatch.setattr(mqtt, "_LASTS", 2)  # not before: the session is taken back, and does not run out
        hangs = told_by(Outlet(Broker("127.0.0.1", port, CLUB[0]), CLUB[1], "hangs", "table", tell))
        listener = Listener(port)
        for _ in range(3):  # it is told again, though nothing has changed
            listener.until("/session", "Maialen")
        listener.close()
        tells.clear()
        until(lambda: "session" not in retained(port))
        assert "Ttakun" not in str(retained(port))
        tells.set()
        hangs.close()
    table.close()


def discovered(found: dict[str, Any], listener: Listener) -> None:
    """What Home Assistant is told is where it says, and its own words are of the form that it takes."""
    assert listener.said["/config"].startswith("homeassistant/device/hamarreko-")
    assert found["availability_topic"] == listener.said["/status"]
    assert found["origin"]["name"]
    assert found["device"]["identifiers"]
    kinds = [part["platform"] for part in found["components"].values()]
    assert sorted(set(kinds)) == ["event", "sensor"]
    assert len({part["unique_id"] for part in found["components"].values()}) == len(kinds) == 9
    for part in found["components"].values():
        if part["platform"] == "sensor":
            assert part["state_topic"] == listener.said["/session"]
            assert "value_json." in part["value_template"]
    assert found["components"]["event"]["event_types"] == ["call", "hand", "mantxa", "match"]


def test_two_tables_whose_machines_have_one_name_are_two_tables_at_a_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    monkeypatch.setenv("HAMARREKO_MQTT_PASSWORD", CLUB[1])
    tables = [PanelTable(tmp_path / name) for name in ("one", "another")]
    with mosquitto(tmp_path, port), ExitStack() as stack:
        for table in tables:
            stack.callback(table.close)
            _publish(stack, table.appliance, Broker("127.0.0.1", port, CLUB[0]), 8040)
        listener = Listener(port)
        stack.callback(listener.close)
        one, another = (json.loads(listener.until("/config", "")[0]) for _ in tables)
        assert one["device"]["name"] == another["device"]["name"]
        for apart in ("availability_topic", "components"):
            assert one[apart] != another[apart]
        assert one["device"]["identifiers"] != another["device"]["identifiers"]
        for table, call in zip(tables, (Button.ENVIDO_NS, Button.ENVIDO_EW), strict=True):
            assert table.appliance.press(call).done
            listener.until("/event", '"call"')
    kept = [identity.kept(table.appliance.table.folder) for table in tables]
    assert {f"hamarreko/{word}/status" for word in kept} == {found["availability_topic"] for found in (one, another)}


def test_a_broker_that_hangs_delays_no_press_and_no_stop(tmp_path: Path) -> None:
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    with socket.create_server(("127.0.0.1", 0)) as hangs:  # it takes connections, and never says a word
        told = f"127.0.0.1:{hangs.getsockname()[1]}"
        with Program.scripted(shown, tmp_path / "data", mqtt=told) as program:
            connected, _ = hangs.accept()
            pressed(program, "envido-ns", "tira", "paso", "paso", "paso", "read")
            assert connected.recv(1) == b"\x10", "it wants to come in"
            program.process.terminate()
            assert program.process.wait(20) == 0
            connected.close()


def test_a_name_that_no_broker_can_have_is_said_and_the_table_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    outlet = Outlet(broker("club..lan"), None, "1", "table", dict)
    outlet.start()
    until(lambda: caplog.records)
    assert "the MQTT broker club..lan:1883 does not answer" in caplog.text
    assert outlet._thread.is_alive(), "it is tried again"
    outlet.close()


def test_without_the_library_one_sentence_says_so_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    table = PanelTable(tmp_path)
    with ExitStack() as stack:
        _publish(stack, table.appliance, Broker("broker.local"), 8040)
        assert table.appliance.press(Button.ENVIDO_NS).done
    table.close()
    assert capsys.readouterr().err == (
        "hamarreko table: --mqtt needs paho-mqtt, and nothing is told: pip install -r requirements-mqtt.lock\n"
    )


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("broker.local", Broker("broker.local", 1883)),
        ("192.168.1.5:1884", Broker("192.168.1.5", 1884)),
        ("club@broker:1883", Broker("broker", 1883, "club")),
        ("[fe80::1]:1883", Broker("fe80::1", 1883)),
    ],
)
def test_a_broker_is_named(text: str, read: Broker) -> None:
    assert broker(text) == read


@pytest.mark.parametrize("text", ["", "mqtt://broker", "broker:0", "broker:70000", "broker:x", "a b", "@broker"])
def test_what_names_no_broker_is_said(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="not a broker"):
        broker(text)
