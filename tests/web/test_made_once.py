"""What many ask for at the same moment, from as many threads."""

from __future__ import annotations

import threading

import pytest

from web.made_once import MadeOnce


def test_what_eight_ask_for_at_once_is_made_once() -> None:
    made, begun = MadeOnce[bytes](), threading.Barrier(8)
    count: list[int] = []
    found: list[bytes | None] = []

    def make() -> bytes:
        count.append(1)
        return b"picture"

    def ask() -> None:
        begun.wait()
        found.append(made.get("hand 1", make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(count), found) == (1, [b"picture"] * 8)


def test_the_last_one_is_kept_and_failures_are_not() -> None:
    made = MadeOnce[str]()
    assert made.get(1, lambda: None) is None
    with pytest.raises(ZeroDivisionError):
        made.get(1, lambda: str(1 // 0))
    assert not made.has_made
    assert [made.get(key, lambda key=key: f"{key}!") for key in (1, 2, 3)] == ["1!", "2!", "3!"]  # type: ignore[misc]
    assert made.has_made
    assert [made.get(key, lambda: "anew") for key in (3, 2)] == ["3!", "anew"]
