"""The way to a desk: what is made of connections that break, and of what a desk answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from engine.sentences import Sentence
from firmware.joined.wire import RefusedError, UnreachableError, Wire
from words.as_json import to_json
from words.text import speech


class _Desk(BaseHTTPRequestHandler):
    """Answers, and lets the connection go without a word."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = json.loads(body).get("status", 200)
        content = body if status < 400 or b"sentence" in body else b"<html>"
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
    said = Sentence("there is no tournament {number}", number=7)
    with pytest.raises(RefusedError, match="there is no tournament 7") as refused:
        wire.post("/", {"status": 401, "sentence": to_json(said)})
    assert refused.value.status == 401
    assert speech("eu").sentence(Sentence.of(refused.value)) == "ez dago 7. txapelketarik"
    with pytest.raises(UnreachableError):
        wire.post("/", {"status": 503})
    for status in (404, 405):
        with pytest.raises(UnreachableError, match=f"there is no /later at {address}"):
            wire.post("/later", {"status": status})
    assert wire.post("/", {"number": 1}) == {"number": 1}


@pytest.mark.parametrize("sentence", [None, 5, {"kind": "{x.real}", "values": {"x": 1}}, {"kind": "{x}"}])
def test_what_stands_before_a_desk_refuses_in_no_words_of_its_own(address: str, sentence: object) -> None:
    with pytest.raises(RefusedError, match=r"^the desk takes nothing from this box \(403\)$"):
        Wire(address).post("/", {"status": 403, "sentence": sentence})


def test_nobody_at_the_address_is_one_sentence() -> None:
    with pytest.raises(UnreachableError, match="cannot be reached"):
        Wire("127.0.0.1:1").post("/", {})
    with pytest.raises(ValueError, match="no address"):
        Wire("ftp://desk")
