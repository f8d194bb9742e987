"""Asks the panel's application as somebody's browser or program does, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Mapping
from typing import Any

import httpx

HERE = "127.0.0.1"
ELSEWHERE = "192.168.1.77"
"""A phone on the network."""


def ask(
    app: Any,
    method: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    cookies: Mapping[str, str] | None = None,
    content: bytes | AsyncIterable[bytes] | None = None,
    data: Mapping[str, Any] | None = None,
    of: str = HERE,
    host: str = "127.0.0.1:8040",
) -> httpx.Response:
    """The answer to one request from the machine `of`, to the panel under the name `host`."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(of, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", cookies=cookies) as client:
            return await client.request(method, path, headers=headers, content=content, data=data)

    return asyncio.run(asked())
