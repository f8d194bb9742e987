"""Whose page a request comes from."""

from __future__ import annotations

from starlette.requests import Request


def from_elsewhere(request: Request) -> bool:
    """Whether another site's page asks."""
    origin = request.headers.get("origin")
    return bool(origin) and str(origin).partition("://")[2] != request.headers.get("host")
