"""What is kept is read by earlier and later releases, too: what one of them does not know costs it nothing else."""

from __future__ import annotations

import json
import random
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from firmware.joined.membership import Membership, keep, kept
from firmware.keeping.journal import Journal
from firmware.keeping.taking_up import all_taken_up, taken_up
from firmware.session.event_text import to_text
from firmware.session.events import KINDS, Event
from firmware.table.settings import MatchSettings, taken
from firmware.voice import settings as voice
from firmware.voice.settings import Much, VoiceSettings
from tests.firmware.playing import in_memory, presses, table

MEMBER = Membership("http://desk:8050", 7, "key", "journal", 3, 1, "123456789012")


def test_a_box_stays_at_its_desk_whatever_another_release_has_written_besides(tmp_path: Path) -> None:
    keep(tmp_path, replace(MEMBER, deck="0" * 64))
    file = tmp_path / "desk.json"
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "later": {"more": 1}}), "utf-8")
    assert kept(tmp_path) == replace(MEMBER, deck="0" * 64)
    keep(tmp_path, MEMBER)
    assert "deck" not in json.loads(file.read_text("utf-8")), "an earlier release does not know it"


def test_the_voice_beeps_on_whatever_else_it_was_set_to(tmp_path: Path) -> None:
    (tmp_path / "voice").write_text("all 2 beeps later", "utf-8")
    assert voice.kept(tmp_path) == VoiceSettings(Much.ALL, 2, True)


def test_a_setting_of_a_later_release_is_a_mistake_where_somebody_writes_it_and_none_in_what_was_good(
    tmp_path: Path,
) -> None:
    text = 'rules = "nabo"\nlater = 3\ntarget = 30\n'
    (tmp_path / "match-settings.toml").write_text(text, "utf-8")
    (tmp_path / "m.toml").write_text(text, "utf-8")
    settings, why = taken(tmp_path / "m.toml", tmp_path)
    assert settings == MatchSettings("nabo", 30)
    assert why is not None
    assert why.startswith("m.toml, line 2: there is no setting 'later'")
    assert why.endswith("the last good settings are used.")


def _needed(kind: type[Event]) -> list[str]:
    made = fields(kind)  # type: ignore[arg-type]
    return [one.name for one in made if one.default is MISSING and one.default_factory is MISSING]


@pytest.mark.parametrize("kind", dict.fromkeys(KINDS.values()), ids=lambda kind: kind.kind)
def test_an_event_says_nothing_of_what_is_as_always(kind: type[Event]) -> None:
    event = kind(*map(str, _needed(kind)))
    assert list(json.loads(to_text(event))) == ["v", "event", *_needed(kind)]


def test_a_start_that_another_release_has_noted_otherwise_is_passed_over() -> None:
    with in_memory() as folder, Journal(folder) as journal:
        appliance = table(journal)
        for _ in zip(range(600), presses(appliance, random.Random(1)), strict=False):
            pass
        appliance.close()
        whole, starts = all_taken_up(journal.events())
        for start in starts:
            told = json.loads(start.carry)
            after = [*journal.events(after=start.seq - 1)]
            if taken_up(start, after):
                break
    found = taken_up(replace(start, carry=json.dumps({**told, "later": 1})), after)
    assert found
    assert found.session == whole.session
    others: tuple[object, ...] = ({"deal": told["deal"]}, {**told, "desk": {**told["desk"], "call": "later"}}, [], 3)
    for otherwise in others:
        assert taken_up(replace(start, carry=json.dumps(otherwise)), after) is None
