"""No test reaches the network: Python imports this in every process that a test starts (see `tests/conftest.py`)."""

from __future__ import annotations

import sys
from ipaddress import ip_address
from socket import gethostname

# What was asked for in this process: its caller may make nothing of the error.
ASKED: list[str] = []
# What looks a name up or sends something, and which argument says where to.
_EVENTS = {"socket.connect": 1, "socket.sendto": 1, "socket.getaddrinfo": 0, "socket.gethostbyname": 0}


def _is_here(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("latin-1")
    if host in (None, "", "localhost", "0.0.0.0", gethostname()):
        return True
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _EVENTS:
        return
    where = arguments[_EVENTS[event]]
    if isinstance(where, tuple):
        where = where[0]
    elif _EVENTS[event]:
        return  # a socket of this machine: its address is a path
    if not _is_here(where):
        ASKED.append(f"{event} {where!r}")
        raise PermissionError(f"a test reaches for the network: {ASKED[-1]}")


sys.addaudithook(_watch)
