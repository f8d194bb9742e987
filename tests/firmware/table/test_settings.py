"""A tournament's settings at a start: which are used, and why not those in the file."""

from __future__ import annotations

from pathlib import Path

from firmware.table.settings import taken


def test_settings_that_are_kept_and_cannot_be_used_any_more_are_not_told_as_missing(tmp_path: Path) -> None:
    file, book, data = tmp_path / "m.toml", tmp_path / "own.toml", tmp_path / "data"
    file.write_text('rules = "own.toml"', "utf-8")
    book.write_text('base = "nabo"\nname = "club"\ntitle = "Club"\n', "utf-8")
    assert taken(file, data)[1] is None
    book.unlink()
    settings, why = taken(file, data)
    assert settings is None
    assert why
    assert "there are no earlier ones" not in why
    assert "; nor can the last good ones be used (match-settings.toml, line 1: " in why
