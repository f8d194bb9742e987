"""What all tests share: random examples are the same in every run, unless new ones are asked for."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
if not os.environ.get("HAMARREKO_FUZZ"):
    settings.load_profile("repeatable")
