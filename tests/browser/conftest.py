"""A browser whose every host is one local server."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

BOOK_HOST = "book.invalid"


class Handler(SimpleHTTPRequestHandler):
    """Serves the pages under ``BOOK_HOST``, and writes down what is asked of any other host."""

    def __init__(self, *args: Any, asked: list[tuple[str, str]], **kwargs: Any) -> None:
        self.asked = asked
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        host = self.headers["Host"]
        if host == BOOK_HOST:
            super().do_GET()
            return
        if "text/html" in self.headers.get("Accept", ""):  # a page, not an icon or the browser's own clock
            self.asked.append((host, self.path))
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Stay quiet."""


class Server:
    """The pages under a directory at ``url``, and what was asked elsewhere: pairs of the Host field and the path."""

    url = f"http://{BOOK_HOST}"

    def __init__(self, directory: Path) -> None:
        self.asked: list[tuple[str, str]] = []
        handler = partial(Handler, asked=self.asked, directory=str(directory))
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port: int = self.http.server_address[1]

    def __enter__(self) -> Server:
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture(scope="module")  # its event loop runs in this thread, where no other can
def chromium() -> Iterator[Any]:
    """Start playwright; ``open_page(directory)`` gives a page and its server."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no chromium on PATH")
    with sync_api.sync_playwright() as playwright:
        yield partial(playwright.chromium.launch, executable_path=path)


@pytest.fixture
def open_book(chromium: Any, book: Path) -> Iterator[tuple[Any, Server]]:
    """Open the example book: a page, and the server behind every host name."""
    with Server(book) as server:
        browser = chromium(args=arguments(server.port))
        yield browser.new_page(viewport={"width": 1200, "height": 900}), server
        browser.close()


def arguments(port: int) -> list[str]:
    """Return Chromium's arguments: no network, and every host is the local server."""
    return [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-features=HttpsUpgrades",
        "--no-first-run",
        f"--host-resolver-rules=MAP * 127.0.0.1:{port}",
    ]
