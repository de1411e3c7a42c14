"""Run the command in this process."""

import io
import sys

import pytest

from extract.cli import main
from extract.cli.surroundings import forget


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Forget the surroundings of the files of earlier tests, and the refused files."""
    forget()


@pytest.fixture
def iri(capsys, monkeypatch, tmp_path):
    """Run ``iri`` in a new directory."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Result(status, out, err)

    return run
