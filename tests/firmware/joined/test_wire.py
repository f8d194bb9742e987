"""The way to a desk: what is made of connections that break, and of what a desk answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from firmware.joined.wire import RefusedError, UnreachableError, Wire


class _Desk(BaseHTTPRequestHandler):
    """Answers, and lets the connection go without a word."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = json.loads(body).get("status", 200)
        content = body if status < 500 else b"<html>"
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    """Where such a desk is."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Desk) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_connection_that_the_desk_has_let_go_costs_nothing(address: str) -> None:
    wire = Wire(address)
    for number in range(3):
        assert wire.post("/", {"number": number}) == {"number": number}


def test_what_a_desk_refuses_and_what_it_cannot_do_now_are_told_apart(address: str) -> None:
    wire = Wire(address)
    with pytest.raises(RefusedError, match="no such key") as refused:
        wire.post("/", {"status": 401, "error": "no such key"})
    assert refused.value.status == 401
    with pytest.raises(UnreachableError):
        wire.post("/", {"status": 503})
    assert wire.post("/", {"number": 1}) == {"number": 1}


def test_nobody_at_the_address_is_one_sentence() -> None:
    with pytest.raises(UnreachableError, match="cannot be reached"):
        Wire("127.0.0.1:1").post("/", {})
    with pytest.raises(ValueError, match="no address"):
        Wire("ftp://desk")
