"""The stream of events at a real table, read by the example of the documentation in another language."""

from __future__ import annotations

import asyncio
import json
import subprocess
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from docs.made import ROOT
from firmware.outlets.told import FORMAT, told
from firmware.panel.entry.door import Role, Visitor
from tests.docs.reading import read
from tests.firmware.panel.asking import HERE
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures

FIELDS = {
    *("format", "rules", "target", "games_to_win", "score", "games", "vacas", "match_winner", "esku", "deal", "jugada"),
    *("phase", "round", "to_answer", "calls", "marked", "shown", "last", "table", "language", "names", "silent"),
}


def test_each_message_is_the_session_and_comes_only_where_it_is_another(tmp_path: Path) -> None:
    table, heard = PanelTable(tmp_path, {"hands": HANDS}), list[dict[str, Any]]()
    presses = iter(["last", "last", "envido-ns", "tira", "paso", "paso", "paso", "read"])

    async def followed() -> None:
        stream = table.panel._changes.told_to(Visitor(Role.WATCH), HERE, lambda _: told(table.appliance.snapshot()))
        async for text in stream:
            heard.append(json.loads(text.removeprefix("data: ")))
            if heard[-1]["shown"]:
                break
            table.press(*islice(presses, 3 if len(heard) == 1 else 1))  # Last hand is only a look at something
        await stream.aclose()

    asyncio.run(asyncio.wait_for(followed(), 20))
    table.close()
    assert all(set(one) == FIELDS and one["format"] == FORMAT for one in heard)
    assert heard[1]["calls"] == {"handia": ["NS envido 2"]}
    assert all(one != another for one, another in pairwise(heard))
    assert heard[-1]["last"]["record"]["cards"] == {seat: cards.split() for seat, cards in HANDS.items()}


def test_every_field_is_documented() -> None:
    documented = {text for text, _ in read(ROOT, "docs/watch.md").spans("code")}
    assert documented >= FIELDS


def test_a_phone_that_watches_hears_them_and_a_stranger_does_not(tmp_path: Path) -> None:
    table = PanelTable(tmp_path)
    assert table.phone().get("/api/events").status_code == 401
    assert table.phone().get("/overlay").headers["location"] == "/enter"
    table.close()


def test_the_example_in_another_language_follows_a_real_table(tmp_path: Path) -> None:
    example = next(block for block in read(ROOT, "docs/watch.md").blocks() if block.language == "js")
    assert len(example.text.splitlines()) <= 24
    script = tmp_path / "scoreboard.mjs"
    script.write_text(example.text)
    node, _ = compute_driver_executable()
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    with Program.scripted(shown, tmp_path / "data", network=True) as program:
        command = [node, str(script), program.address.rstrip("/")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
            first = watching.stdout.readline()
            said: list[str] = []
            # Whoever watches is told how the table stands, and of presses in quick succession perhaps the last alone.
            for names, shown_then in ((["envido-ns"], "  handia"), (["tira", "read"], "  East")):
                for name in names:
                    program.press(name)
                while not said or not said[-1].startswith(shown_then):
                    said.append(next(watching.stdout))
            watching.kill()
    assert first == "N-S 0 (0) - E-W 0 (0)\n"
    assert "  handia: NS envido 2\n" in said
    assert [line for line in said if line.startswith(("  North", "  East"))] == [
        f"  North: {HANDS['N']}\n",
        f"  East: {HANDS['E']}\n",
    ]
