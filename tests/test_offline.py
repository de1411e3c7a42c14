"""Nothing reaches the network, in this process or in one that a test starts."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from tests.conftest import ASKED

REACHING = {
    "a name": "socket.getaddrinfo('a.example', 80)",
    "an old look-up": "socket.gethostbyname('a.example')",
    "an address": "with socket.socket() as one: one.connect(('192.0.2.1', 80))",
    "IPv6": "with socket.socket(socket.AF_INET6) as one: one.connect(('2001:db8::1', 80))",
    "a datagram": "with socket.socket(type=socket.SOCK_DGRAM) as one: one.sendto(b'', ('192.0.2.1', 53))",
}


@pytest.mark.parametrize("code", REACHING.values(), ids=REACHING.keys())
def test_a_test_that_reaches_for_the_network_fails(code: str) -> None:
    with pytest.raises(PermissionError, match="reaches for the network"):
        exec(code, {"socket": socket})
    assert ASKED
    ASKED.clear()


@pytest.mark.slow
def test_so_does_a_process_that_it_starts() -> None:
    code = f"import socket; {REACHING['a name']}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "reaches for the network" in done.stderr


def test_this_machine_is_no_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
