"""The way to a desk: JSON over HTTP, on one connection that is kept as long as it lasts."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection, InvalidURL
from typing import Any, Final
from urllib.parse import urlsplit

from engine.sentences import Sentence
from words import as_json

_NOTHING_THERE: Final = (404, 405)
"""How HTTP says so."""
_SECONDS: Final = 15.0
"""In which a desk answers, or is taken for gone."""


class UnreachableError(OSError):
    """The desk does not answer, or cannot work now: nobody knows whether it has taken what was sent.

    Where the way to it was at fault its cause says how.
    """


class RefusedError(ValueError):
    """The desk has answered that it does not take it, and says why in a sentence; `status` is HTTP's."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        try:
            why = as_json.from_json(answer["sentence"])
        except (LookupError, TypeError, ValueError, AttributeError):  # no desk, but what stands before it
            why = Sentence("the desk takes nothing from this box ({status})", status=status)
        super().__init__(why)
        self.status = status


class Wire:
    """A desk at an address such as `http://192.168.1.20:8050`. Of several threads one may use it at a time."""

    def __init__(self, address: str, seconds: float = _SECONDS) -> None:
        """ValueError where that is no address."""
        parts = urlsplit(address if "://" in address else f"http://{address}")
        made = {"http": HTTPConnection, "https": HTTPSConnection}.get(parts.scheme)
        try:
            if not made or not parts.hostname:
                raise ValueError("neither http nor https, or no host")
            self._connection = made(parts.hostname, parts.port, timeout=seconds)
        except (ValueError, InvalidURL) as error:
            raise ValueError(f"{address!r} is no address of a desk, such as http://192.168.1.20:8050") from error
        self.address = parts.geturl().rstrip("/")
        self._path = parts.path.rstrip("/")

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        """What the desk answers. UnreachableError, or RefusedError where it does not take it."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        kept = self._connection.sock is not None
        try:
            try:
                status, content = self._exchange(path, json.dumps(body).encode(), headers)
            except ConnectionError:  # a desk lets a connection go on which nothing was said for a while
                if not kept:
                    raise
                self.close()
                status, content = self._exchange(path, json.dumps(body).encode(), headers)
            answer = json.loads(content) if content and status not in _NOTHING_THERE else {}
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            raise UnreachableError(f"the desk cannot be reached: {error or type(error).__name__}") from error
        if status in _NOTHING_THERE:
            raise UnreachableError(f"there is no {path} at {self.address}")
        if status >= 500 or not isinstance(answer, dict):
            raise UnreachableError(f"the desk cannot work now ({status})")
        if status >= 400:
            raise RefusedError(status, answer)
        return answer

    def _exchange(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        self._connection.request("POST", self._path + path, body, headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def close(self) -> None:
        """Let the connection go; the next `post` makes another one."""
        with contextlib.suppress(OSError):
            self._connection.close()
