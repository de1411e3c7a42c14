"""A file's way through the linter: each room hands it down, and none calls back up but for a reason."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import extract
from extract.linter import lint

HERE = Path(extract.__file__).parent
DRAWN = HERE.parent / "docs" / "develop" / "rooms.txt"
ROOMS = [line.split()[0] for line in DRAWN.read_text("utf-8").partition("\n\n")[0].splitlines()[1:]]

LINK = "https://example.com/%25C3%25BC"  # encoded twice: one finding
MAIL = f"From: a@example.com\nContent-Type: text/plain; charset=utf-8\n\nSee {LINK} now.\n"


def room_of(frame: FrameType | None) -> str | None:
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(HERE):
            return path.relative_to(HERE).parts[0]
        frame = frame.f_back
    return None


def calls_between_rooms(data: bytes, name: str) -> set[tuple[str, str]]:
    """Which room calls which while a file is linted."""
    lint(data, name)  # what is imported and compiled once is not on the way
    found = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and Path(frame.f_code.co_filename).is_relative_to(HERE):
            caller, called = room_of(frame.f_back), room_of(frame)
            if caller and called and caller != called:
                found.add((caller, called))

    sys.setprofile(note)
    try:
        findings = lint(data, name)
    finally:
        sys.setprofile(None)
    assert [finding.problem.sub_rule for finding in findings] == ["double-encoding"]
    return found


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.rst", f"See `a <{LINK}>`__ now.\n", [("readers", "rules")]),  # which paragraphs are worth reading
        ("a.md", f"See [a]({LINK}) now.\n", [("readers", "rules")]),
        ("a.html", f'<p><a href="{LINK}">a</a>', [("readers", "rules")]),
        ("a.eml", MAIL, []),
    ],
)
def test_a_file_is_handed_down(name: str, text: str, expected: list[tuple[str, str]]) -> None:
    calls = calls_between_rooms(text.encode(), name)
    climbs = [(caller, called) for caller, called in calls if ROOMS.index(called) > ROOMS.index(caller)]
    assert climbs == expected
    assert len(calls) <= 11


def test_the_linter_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "docutils.conf").write_text("[restructuredtext parser]\ncharacter_level_inline_markup = yes\n", "utf-8")
    data, page = "参照`大きさ <https://example.com/größe>`_参照".encode(), str(tmp_path / "a.rst")
    expected = lint(data, page)  # what it loads when it is first used
    assert expected
    opened: list[object] = []
    watching = True
    on_disk = ("open", "os.listdir", "os.scandir")
    sys.addaudithook(lambda event, args: opened.append(args[0]) if watching and event in on_disk else None)
    assert lint(data, page) == expected
    watching = False
    assert opened == []
