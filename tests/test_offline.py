"""Nothing reaches the network, in this process or in one that a test starts."""

from __future__ import annotations

import ast
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ASKED, PYTHONPATH

TESTS = Path(__file__).parent

REACHING = {
    "a name": "socket.getaddrinfo('a.example', 80)",
    "an old look-up": "socket.gethostbyname('a.example')",
    "an address": "with socket.socket() as one: one.connect(('192.0.2.1', 80))",
    "IPv6": "with socket.socket(socket.AF_INET6) as one: one.connect(('2001:db8::1', 80))",
    "a datagram": "with socket.socket(type=socket.SOCK_DGRAM) as one: one.sendto(b'', ('192.0.2.1', 53))",
}


def test_a_test_that_reaches_for_the_network_fails() -> None:
    for code in REACHING.values():
        with pytest.raises(PermissionError, match="reaches for the network"):
            exec(code, {"socket": socket})
        assert ASKED
        ASKED.clear()


def test_a_process_that_is_given_a_path_of_its_own_is_watched_too() -> None:
    code = f"import socket; {REACHING['a name']}"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, env={"PYTHONPATH": PYTHONPATH}, text=True, check=False)
    assert "reaches for the network" in done.stderr
    unwatched = [
        (path.name, ast.unparse(value))
        for path in TESTS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant)
        and key.value == "PYTHONPATH"
        and not {"OFFLINE", "PYTHONPATH"} & {name.id for name in ast.walk(value) if isinstance(name, ast.Name)}
    ]
    assert unwatched == [("test_hard_builds.py", "''")]  # of pip


def test_this_machine_is_no_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
