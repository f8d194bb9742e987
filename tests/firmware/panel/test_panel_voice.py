"""The voice on the panel: what it is set to, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.devices.sound.speaker import Aplay
from firmware.devices.sound.talker import Talker
from firmware.panel.app import Panel
from firmware.panel.entry.door import Role
from firmware.voice.settings import Much, VoiceSettings, kept
from firmware.voice.voice import Voice
from tests.firmware.panel.at_the_panel import HERE, Asker, PanelTable
from tests.firmware.scripted import HANDS


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    table = PanelTable(tmp_path, {"hands": HANDS})
    yield table
    table.close()


@pytest.fixture
def voice(table: PanelTable, tmp_path: Path) -> Voice:
    voice = Voice(Talker(espeak="nowhere"), Aplay(), tmp_path)
    table.panel = Panel(table.appliance, table.doors, voice=voice)
    table.here = Asker(table.panel.app, HERE)
    return voice


def test_whoever_plays_sets_the_voice_and_that_is_kept(table: PanelTable, voice: Voice, tmp_path: Path) -> None:
    player = table.phone(Role.PLAY)
    assert "/setup/voice" in player.get("/setup").text
    page = player.get("/setup/voice").text
    assert [value for value in ("off", "marks", "all", "yes") if f'value="{value}" checked' in page] == ["off"]
    told = player.post("/api/voice", {"much": "all", "volume": "2", "beeps": "yes"}).json()
    assert told == {"done": True, "sentence": "The voice is set so."}
    assert voice.settings == kept(tmp_path) == VoiceSettings(Much.ALL, 2, True)
    page = player.get("/setup/voice").text
    assert [value for value in ("off", "marks", "all", "yes") if f'value="{value}" checked' in page] == ["all", "yes"]
    assert '<option value="2" selected>' in page
    assert table.phone(Role.WATCH).post("/api/voice", {"much": "off", "volume": "2"}).status_code == 403


def test_nonsense_is_refused_with_a_sentence(table: PanelTable, voice: Voice) -> None:
    for much, volume, why in (
        ("loud", "2", "The voice cannot be set to 'loud'."),
        ("", "2", "The voice cannot be set to ''."),
        ("all", "9" * 5000, f"The volume goes from 1 to 5, and '{'9' * 20}' is none."),
        ("all", "0050000", "The volume goes from 1 to 5, and '0050000' is none."),
        ("all", "1".zfill(5000), f"The volume goes from 1 to 5, and '{'0' * 20}' is none."),
        ("all", "²", "The volume goes from 1 to 5, and '²' is none."),
    ):
        answer = table.here.post("/api/voice", {"much": much, "volume": volume})
        assert (answer.status_code, answer.json()) == (409, {"done": False, "sentence": why})
    assert voice.settings == VoiceSettings()


def test_the_page_tells_what_is_wrong_with_it(table: PanelTable, voice: Voice) -> None:
    voice.attend(table.appliance)
    voice.set(VoiceSettings(Much.ALL))
    while not voice.troubles():
        voice.step()
    assert "espeak-ng is silent. Is it installed?" in table.here.get("/setup/voice").text
    voice.close()


def test_a_table_without_a_voice(table: PanelTable) -> None:
    assert "There is no voice here." in table.here.get("/setup/voice").text
    answer = table.here.post("/api/voice", {"much": "all", "volume": "2"})
    assert (answer.status_code, answer.json()["sentence"]) == (409, "There is no voice here.")
