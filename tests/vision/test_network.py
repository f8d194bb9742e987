"""The shipped networks keep to themselves what runs them."""

import os
import subprocess
import sys
from pathlib import Path

RUN = """
import numpy
from vision.network import Network
Network.shipped("parter.onnx")(numpy.zeros((1, 224, 224, 3), numpy.uint8))
"""


def test_running_a_network_leaves_nothing_in_the_home(tmp_path: Path) -> None:
    ours = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    run = subprocess.run(
        [sys.executable, "-c", RUN], env=ours | {"HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert not list(tmp_path.rglob("*")), "onnxruntime has kept its telemetry's identifier"
