"""A plugin of pytest for emulated machines: hypothesis' settings as they are, without those that look at the clock."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """After tests/conftest.py has chosen its profile, and before any test takes it over."""
    settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("patient")
