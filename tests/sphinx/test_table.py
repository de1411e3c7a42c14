"""Pages, and what becomes of them, as in ``cases/sphinx.txt``."""

from __future__ import annotations

import difflib
import re
import textwrap
from pathlib import Path

import pytest

from tests.sphinx.building import PAGE, Built, build, links, write_project

TABLE = (Path(__file__).parents[1] / "cases" / "sphinx.txt").read_text("utf-8")
BLOCKS = dict(block.split("\n", 1) for block in TABLE.split("\n\n# ")[1:])


def characters(text: str) -> str:
    return re.sub(r"‹U\+([0-9A-F]+)›", lambda match: chr(int(match[1], 16)), text)


def files_of(written: str) -> dict[str, str]:
    """Return the text of each file by its name. The first is the page, below its title, and may have no name."""
    pieces = re.split(r"(?m)^= (.+)\n", written)
    found = {name: textwrap.dedent(characters(text)) for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}
    return found | ({"index.rst": PAGE + textwrap.dedent(characters(pieces[0]))} if pieces[0] else {})


def came(built: Built, name: str) -> list[str]:
    """Return what a table has of a page: its links, the ids of its headings; and of the build, the warnings."""
    page = built.out / name
    lines = [f"→ {link.text} → {link.target}" for link in links(page)] if page.exists() else []
    if page.exists():
        lines += ["§ " + " ".join(str(heading["id"]) for heading in built.page(name).select("section[id]"))]
    warning = re.compile(r"(?:(?:^|/)[^/:]*:(\d+): )?(?:WARNING|ERROR|ConfigError): (.*)")
    warnings = [f"! {match[1] or '-'}: {match[2]}" for match in map(warning.search, built.warnings) if match]
    return lines + warnings * (name == "index.html")


def matches(wanted: list[str], lines: list[str]) -> bool:
    """Return whether the lines are those that are wanted, where "..." stands for any text."""
    patterns = (re.escape(characters(line)).replace(re.escape("..."), ".*") for line in wanted)
    return len(wanted) == len(lines) and all(map(re.fullmatch, patterns, lines))


def assert_outcome(built: Built, expected: str) -> None:
    """Compare a build with the lines that follow it in the table."""
    parts = ["index.html", *re.split(r"(?m)^@ (.+)\n", expected)]
    for name, wanted in zip(parts[::2], parts[1::2], strict=True):
        lines = [f"{line} → ..." if re.fullmatch("→ [^→]*", line) else line for line in wanted.splitlines()]
        found = came(built, name)
        for kind in "→§!":
            some = [line for line in lines if line.startswith(f"{kind} ")]
            if some != ["→ ... → ..."] and (some or (kind != "§" and name == "index.html")):
                of_kind = [line for line in found if line.startswith(f"{kind} ")]
                assert matches(some, of_kind), f"{name}\nwanted {some}\ncame   {of_kind}"
    kinds = ("*.html", "*.xhtml", "*.tex", "*.texi", "*.txt")
    written = "".join(path.read_text("utf-8") for kind in kinds for path in built.out.glob(kind))
    for sign, text in re.findall("(?m)^([~≁]) (.*)$", expected):
        if (characters(text) in written.replace(r"\allowbreak{}", "")) != (sign == "~"):
            pytest.fail("\n".join([f"{sign} {text}", *difflib.get_close_matches(text, written.splitlines(), 3, 0)]))


@pytest.mark.parametrize("title", BLOCKS)
def test_a_page(tmp_path: Path, title: str) -> None:
    page, *builds = re.split(r"(?m)^\$ ?", BLOCKS[title])
    for number, (conf, _, expected) in enumerate(one.partition("\n") for one in builds):
        builder, conf = conf.removeprefix("-b ").split(" ", 1) if conf.startswith("-b ") else ("html", conf)
        source = write_project(tmp_path / str(number) / "source", characters(conf))
        for name, text in files_of(page).items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text, "utf-8")
        assert_outcome(build(source, tmp_path / str(number), builder), expected)
