"""Lots from a published seed: the same on every machine, and to be checked by anybody with a program for SHA-256."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: str, *what: str) -> int:
    """The number drawn for `what`: the SHA-256 of the seed and `what`, each on a line of its own, in UTF-8.

    ``printf '2026-11-22\\nlot\\nT05' | sha256sum`` shows the number of T05 in a lot with that seed.
    """
    text = "\n".join((seed, *what))
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest(), "big")


def drawn_order(seed: str, purpose: str, names: Iterable[str]) -> list[str]:
    """The names in the order of the numbers drawn for them, the lowest first, in whatever order they come."""
    return sorted(names, key=lambda name: (lot(seed, purpose, name), name))
