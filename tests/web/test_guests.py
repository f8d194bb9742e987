"""Guests who ask for too much of the panel: half a request, many connections, answers that they never read."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from firmware.panel.entry.door import Doors, Role
from firmware.table.told_once import ToldOnce
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.running import Program
from tests.firmware.scripted import write_pictures
from tests.firmware.until import until
from web import guests
from web.door import TooManyError
from web.guests import STREAMS, GuestProtocol, Streams
from web.server import room_for

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"


class Hasty(GuestProtocol):
    """Waits for nobody."""

    head_seconds = body_seconds = reading_seconds = 0.4


async def _echo(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _refuse(_: Request) -> Response:
    return PlainTextResponse("no", 403)


async def _endless(_: Request) -> Response:
    async def chunks() -> Any:
        while True:
            yield b"x" * 65536
            await asyncio.sleep(0)

    return StreamingResponse(chunks())


REFUSING = Route("/refused", _refuse, methods=["POST"])
APP = Starlette(routes=[Route("/", _echo, methods=["GET", "POST"]), Route("/endless", _endless), REFUSING])


@pytest.fixture(scope="module")
def server() -> Iterator[uvicorn.Server]:
    """A server with the guests' limits, on a port of its own."""
    config = uvicorn.Config(APP, http=Hasty, port=0, log_config=None, lifespan="off", timeout_keep_alive=1)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started)
    yield running
    running.should_exit = True
    thread.join(10)


def connect(server: uvicorn.Server) -> socket.socket:
    made = socket.create_connection(server.servers[0].sockets[0].getsockname(), timeout=10)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def ended(connection: socket.socket) -> bool:
    """Whether the other end has closed the connection, or does within the connection's own time."""
    try:
        while connection.recv(65536):
            pass
    except (TimeoutError, BlockingIOError):
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize("begun", [b"", b"G", HEAD, POST, POST + b"some"])
def test_half_a_request_does_not_stay(server: uvicorn.Server, begun: bytes) -> None:
    with connect(server) as guest:
        guest.sendall(begun)
        assert ended(guest)


class StoppedLoop(asyncio.SelectorEventLoop):
    """Its time goes on only where a test says so."""

    now = 0.0

    def time(self) -> float:
        return self.now


class SlowGuest:
    """A connection on which every letter comes as late as a test says, however busy the machine is."""

    def __init__(self) -> None:
        config = uvicorn.Config(APP, log_config=None, lifespan="off")
        config.load()
        self._loop, self.transport = StoppedLoop(), Mock(spec=asyncio.Transport)
        self.transport.get_extra_info.return_value = None
        self.transport.is_closing.return_value = False
        self._connection = Hasty(config, ServerState(), {}, self._loop)
        self._connection.connection_made(self.transport)

    def sends(self, data: bytes, seconds: float) -> bool:
        """Send that and say nothing for so long; whether it is still listened to."""
        self._connection.data_received(data)
        self._loop.now += seconds
        self._loop.run_until_complete(asyncio.sleep(0))
        return not self.transport.abort.called

    def hears(self, end: bytes) -> None:
        """Wait for an answer that ends so."""
        while not b"".join(call.args[0] for call in self.transport.write.call_args_list).endswith(end):
            self._loop.run_until_complete(asyncio.sleep(0))

    def close(self) -> None:
        self._connection.connection_lost(None)
        self._loop.close()


@pytest.fixture
def slow() -> Iterator[SlowGuest]:
    guest = SlowGuest()
    yield guest
    guest.close()


def test_a_head_that_comes_letter_by_letter_does_not_stay(slow: SlowGuest) -> None:
    letters, seconds = [bytes([letter]) for letter in HEAD], Hasty.head_seconds / 10
    assert [slow.sends(letter, seconds) for letter in letters[:10]] == [True] * 9 + [False]


def test_a_further_head_on_a_kept_connection_has_no_more_time(slow: SlowGuest) -> None:
    assert slow.sends(HEAD + b"\r\n", 0.0)
    slow.hears(b"\r\n\r\n0")
    assert slow.sends(b"G", 0.75 * Hasty.head_seconds)
    assert not slow.sends(b"E", 0.25 * Hasty.head_seconds)


def test_a_body_that_comes_slowly_is_taken(slow: SlowGuest) -> None:
    seconds = 0.75 * Hasty.body_seconds
    assert all(slow.sends(piece, seconds) for piece in (POST, *[b"x" * 10] * 9))
    assert slow.sends(b"x" * 10, 0.0)
    slow.hears(b"100")
    assert slow.sends(HEAD + b"\r\n", 0.0)  # the connection is kept, and good for more
    slow.hears(b"\r\n\r\n0")


def test_an_answer_that_nobody_reads_is_given_up(server: uvicorn.Server) -> None:
    with connect(server) as guest:
        guest.sendall(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert guest.recv(12) == b"HTTP/1.1 200"
        until(lambda: not server.server_state.connections)


@pytest.mark.parametrize("head", ["POST /refused", "GET /endless"])
def test_a_body_that_turns_out_to_be_no_http_is_no_error_of_the_table(
    server: uvicorn.Server, head: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), connect(server) as guest:
        guest.sendall(f"{head} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        if head == "GET /endless":
            assert guest.recv(12) == b"HTTP/1.1 200"
        guest.sendall(b"zz\r\n")
        assert ended(guest)
        until(lambda: not server.server_state.connections)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("here", [True, False])
def test_a_guest_has_so_many_connections(server: uvicorn.Server, here: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "is_here", lambda host: here)
    monkeypatch.setattr(Hasty, "head_seconds", 60.0)
    most = Hasty.most_here if here else Hasty.most
    until(lambda: not server.server_state.connections)
    with contextlib.ExitStack() as stack:
        open_ = [stack.enter_context(connect(server)) for _ in range(most)]
        until(lambda: len(server.server_state.connections) == most)
        assert ended(stack.enter_context(connect(server)))
        open_[0].close()
        until(lambda: len(server.server_state.connections) == most - 1)
        more = stack.enter_context(connect(server))
        more.sendall(HEAD + b"\r\n")
        assert more.recv(1000).startswith(b"HTTP/1.1 200")
    until(lambda: not server.server_state.connections)


def test_all_guests_together_have_so_many_connections(server: uvicorn.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hasty, "head_seconds", 60.0)
    monkeypatch.setattr(Hasty, "most_of_all", 3)
    until(lambda: not server.server_state.connections)
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connect(server))
        until(lambda: len(server.server_state.connections) == 3)
        assert ended(stack.enter_context(connect(server)))
    until(lambda: not server.server_state.connections)


@pytest.mark.parametrize(
    ("limits", "room", "after"),
    [
        ((1024, resource.RLIM_INFINITY), 1000, 2128),
        ((1024, 1100), 486, 1100),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), 1000, resource.RLIM_INFINITY),
    ],
)
def test_a_server_takes_no_more_connections_than_it_may_have_files_open(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], room: int, after: int
) -> None:
    now = [limits]
    monkeypatch.setattr(resource, "getrlimit", lambda _: now[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: now.append(given))
    assert room_for(1000) == room
    assert now[-1] == (after, limits[1])


def test_the_oldest_stream_of_a_guest_makes_room() -> None:
    streams = Streams()
    first, others = streams.begin("a"), [streams.begin("a") for _ in range(STREAMS - 1)]
    other = streams.begin("b")
    assert not any(stream.over for stream in (first, *others, other))
    newest = streams.begin("a")
    assert [first.over, first.changed.is_set(), others[0].over, newest.over, other.over] == [True, True, *[False] * 3]
    streams.forget(others[0])
    assert [streams.begin("a").over, others[1].over] == [False, False]
    streams.end()
    assert all(stream.over for stream in (*others[1:], newest, other, streams.begin("c")))


def test_many_streams_that_nobody_reads_leave_the_table_its_time(tmp_path: Path) -> None:
    pictures = write_pictures(tmp_path / "pictures", {"hands": {}})
    with Program.scripted(pictures, tmp_path / "data") as program, contextlib.ExitStack() as stack:
        address = ("127.0.0.1", int(program.address.rsplit(":", 1)[1].strip("/")))
        streams = [stack.enter_context(socket.create_connection(address)) for _ in range(60)]
        for stream in streams:
            stream.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            stream.setblocking(False)
        assert program.press("envido-ns")["calls"]
        until(lambda: sum(ended(stream) for stream in streams) >= 60 - STREAMS)
        assert program.press("tira")["score"] == {"NS": 1, "EW": 0}
        program.process.terminate()
        assert program.process.wait(20) == 0


def test_an_upload_that_is_broken_off_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = PanelTable(tmp_path, {"hands": {}})
    headers = [(b"host", b"localhost"), (b"content-length", b"1000000"), (b"content-type", b"image/jpeg")]
    scope = {
        "type": "http", "method": "POST", "path": "/api/pictures", "raw_path": b"/api/pictures",
        "query_string": b"", "headers": headers, "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 80),
        "scheme": "http", "http_version": "1.1", "root_path": "",
    }  # fmt: skip
    coming = iter([{"type": "http.request", "body": b"half", "more_body": True}, {"type": "http.disconnect"}])
    sent: list[Any] = []

    async def ask() -> None:
        async def receive() -> Any:
            return next(coming)

        async def send(message: Any) -> None:
            sent.append(message)

        await table.panel.app(scope, receive, send)

    with caplog.at_level(logging.WARNING):
        asyncio.run(ask())
    table.close()
    assert next(coming, None) is None, "it was not read at all"
    assert caplog.records == []
    assert sent[0]["status"] == 400


def test_broken_uploads_and_half_requests_leave_the_log_clean(tmp_path: Path) -> None:
    pictures = write_pictures(tmp_path / "pictures", {"hands": {}})
    upload = b"POST /api/pictures HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\nhalf of it"
    with Program.scripted(pictures, tmp_path / "data") as program:
        address = ("127.0.0.1", int(program.address.rsplit(":", 1)[1].strip("/")))
        for number in range(60):
            with socket.create_connection(address, timeout=5) as guest:
                guest.sendall(upload if number % 2 else b"\x16\x03\x01 nonsense\r\n\r\n")
        assert httpx.get(f"{program.address}api/state").status_code == 200
        program.process.terminate()
        _, told = program.process.communicate(timeout=20)
    assert len(told.splitlines()) <= 2, told


def test_a_trouble_is_told_once_in_a_while(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    told = ToldOnce(lambda: now[0])
    record = logging.LogRecord("hamarreko", logging.WARNING, "", 1, "the disk is %s", ("full",), None)
    other = logging.LogRecord("hamarreko", logging.WARNING, "", 1, "the disk is %s", ("slow",), None)
    assert [told.filter(one) for one in (record, record, other, record)] == [True, False, True, False]
    now[0] = 600.0
    assert told.filter(record)
    for number in range(1000):
        told.filter(logging.LogRecord("hamarreko", logging.WARNING, "", 1, str(number), (), None))
    assert told.filter(record)


def test_wrong_codes_of_one_guest_lock_no_other_out() -> None:
    now = [0.0]
    doors = Doors(address=lambda: "192.168.1.20:8040", clock=lambda: now[0])
    right = doors.invitation(Role.PLAY)
    assert right
    for number in range(600 * 10):
        assert doors.enter("none", f"guest {number // 10}") is None
    assert doors.enter(right.code, "somebody")
    with pytest.raises(TooManyError):
        doors.enter(right.code, "guest 599")
    now[0] = 61.0
    assert doors.enter(right.code, "guest 599")


def test_pictures_of_a_foreign_page_lock_nobody_out(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, {"hands": {}})
    invitation = table.doors.invitation(Role.PLAY)
    assert invitation
    phone = table.phone()
    for _ in range(20):
        answer = phone.get("/i/000000", **{"Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403
    answer = phone.get(f"/i/{invitation.code}", **{"Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none"})
    assert answer.status_code == 200
    assert "hamarreko-8040=" in answer.headers["set-cookie"]
    table.close()
