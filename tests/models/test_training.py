"""The training's command line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training alone needs PyTorch")

from models.training import __main__ as training


def test_an_export_without_checkpoints_leaves_the_files_and_records_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "art.onnx").write_bytes(b"before")
    monkeypatch.setattr("sys.argv", ["training", "export", "--runs", str(tmp_path), "--out", str(tmp_path)])
    training.main()
    assert (tmp_path / "art.onnx").read_bytes() == b"before"
    record = json.loads((tmp_path / "calibration.json").read_text())
    assert record == {"checksums": {"art.onnx": hashlib.sha256(b"before").hexdigest()}}
