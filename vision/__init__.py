"""A picture of the table in; cards with seats, corners and honest confidence out."""

import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # onnxruntime would report to its makers, and asks at its import
