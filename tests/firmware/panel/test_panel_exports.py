"""The panel's exports: a match as files to download, and onto the USB stick."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest

import firmware.panel.review.exports
from engine.sheets import json_lines
from engine.sheets import text as game_text
from firmware.keeping.journal import Journal
from firmware.keeping.sticks import NoStickError
from firmware.panel.app import Panel
from tests.firmware.panel.asking import HERE
from tests.firmware.panel.at_the_panel import Asker
from tests.firmware.playing import in_memory, presses, table

NOT_NAMED = "There is no such match: an address names one by its number in the journal, or by the word last."


@pytest.fixture
def panel() -> Iterator[SimpleNamespace]:
    with in_memory() as folder, Journal(folder) as journal:
        appliance = table(journal)
        for _ in itertools.islice(presses(appliance, random.Random(3)), 120):
            pass
        client = Asker(Panel(appliance).app, HERE)
        yield SimpleNamespace(client=client, hands=appliance.snapshot().state.hands)
        appliance.close()


def test_downloads(panel: SimpleNamespace) -> None:
    assert panel.hands
    assert [match["number"] for match in panel.client.get("/api/matches").json()] == [1]
    for name in ("last", "1"):
        lines = panel.client.get(f"/export/{name}.jsonl")
        assert lines.headers["content-type"] == "application/jsonl; charset=utf-8"
        assert re.search(r'-match-001-[0-9a-f]{8}\.jsonl"$', lines.headers["content-disposition"])
        text = panel.client.get(f"/export/{name}.text").text
        match = json_lines.read(lines.text).match
        assert match == game_text.read(text).match
        assert len(match.entries) == len(panel.hands)
        assert len(pypdfium2.PdfDocument(panel.client.get(f"/export/{name}.pdf").content)) == 1


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/export/2.pdf", "There is no match 2 in the journal, which has 1."),
        ("/export/0.pdf", "There is no match 0 in the journal, which has 1."),
        ("/export/first.pdf", NOT_NAMED),
        ("/export/last.doc", "There is no form 'doc': there are jsonl, text, pdf, html, rules."),
        ("/export/last.rules", "This match was played by a rule book that comes with the program."),
    ],
)
def test_what_is_not_there(panel: SimpleNamespace, path: str, said: str) -> None:
    answer = panel.client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"error": said})


def test_to_the_stick(panel: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware.panel.review.exports, "stick", lambda: tmp_path)
    answer = panel.client.post("/api/export/last").json()
    assert answer == {"done": True, "sentence": f"Written to {tmp_path}."}
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".html", ".jsonl", ".pdf", ".txt"]
    monkeypatch.setattr(firmware.panel.review.exports, "stick", lambda: tmp_path / "pulled out")
    answer = panel.client.post("/api/export/last")
    assert answer.status_code == 409
    assert answer.json()["sentence"].endswith("(it is not there): nothing was written.")

    def none() -> Path:
        raise NoStickError("there is no USB stick: plug one in and wait a few seconds")

    monkeypatch.setattr(firmware.panel.review.exports, "stick", none)
    assert panel.client.post("/api/export/last").json()["sentence"].startswith("There is no USB stick")
    assert panel.client.post("/api/export/9").status_code == 404
    answer = panel.client.post("/api/export/first")
    assert (answer.status_code, answer.json()["sentence"]) == (404, NOT_NAMED)


def test_another_site_exports_nothing(panel: SimpleNamespace) -> None:
    assert panel.client.post("/api/export/last", Origin="http://elsewhere.example").status_code == 403
