"""The training's command line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training alone needs PyTorch")

import torch

from models.training import __main__ as training
from models.training.loop import Run


def test_an_export_without_checkpoints_leaves_the_files_and_records_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "art.onnx").write_bytes(b"before")
    monkeypatch.setattr("sys.argv", ["training", "export", "--runs", str(tmp_path), "--out", str(tmp_path)])
    training.main()
    assert (tmp_path / "art.onnx").read_bytes() == b"before"
    record = json.loads((tmp_path / "calibration.json").read_text())
    assert record == {"checksums": {"art.onnx": hashlib.sha256(b"before").hexdigest()}}


@pytest.mark.parametrize("has_it", [True, False])
def test_half_precision_is_used_where_the_processor_has_it(monkeypatch: pytest.MonkeyPatch, has_it: bool) -> None:
    monkeypatch.setattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", lambda: has_it)
    run = Run(torch.nn.Conv2d(1, 1, 1), 1, 0.1, torch.device("cpu"))
    with run.autocast():
        output = run.network(torch.zeros(1, 1, 2, 2))
    assert output.dtype is (torch.bfloat16 if has_it else torch.float32)
