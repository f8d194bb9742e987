"""Where others on the network find this machine."""

from __future__ import annotations

import fcntl
import socket
import struct
from typing import Final

_FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address that no machine has (RFC 5737)."""
_ASK_FOR_ADDRESS: Final = 0x8915
"""SIOCGIFADDR of Linux: an interface's address."""


def own_address() -> str | None:
    """This machine's IPv4 address as others see it; None where it is on no network.

    That of the way out, where there is one; else of any interface: a box may have a network of its own that leads
    nowhere.
    """
    return _of_the_way_out() or next((found for name in _interfaces() if (found := _of(name))), None)


def _of_the_way_out() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_FAR_AWAY)  # sends nothing: the system only chooses the way out
        except OSError:
            return None
        return _for_others(str(asking.getsockname()[0]))


def _interfaces() -> list[str]:
    try:
        return [name for _, name in socket.if_nameindex()]
    except OSError:
        return []


def _of(interface: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            told = fcntl.ioctl(asking, _ASK_FOR_ADDRESS, struct.pack("256s", interface[:15].encode()))
        except OSError:
            return None
        return _for_others(socket.inet_ntoa(told[20:24]))


def _for_others(address: str) -> str | None:
    return None if address.startswith(("127.", "0.")) else address
