"""Pages, and what becomes of them, as in ``cases/sphinx.txt``."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from tests.sphinx.building import PAGE, Built, build, write_project

TABLE = (Path(__file__).parents[1] / "cases" / "sphinx.txt").read_text("utf-8")
BLOCKS = dict(block.split("\n", 1) for block in TABLE.split("\n\n# ")[1:])


def characters(text: str) -> str:
    return re.sub(r"‹U\+([0-9A-F]+)›", lambda match: chr(int(match[1], 16)), text)


def files_of(written: str) -> dict[str, str]:
    """Return the text of each file by its name. The first is the page, below its title, and may have no name."""
    pieces = re.split(r"(?m)^= (.+)\n", written)
    found = {name: textwrap.dedent(characters(text)) for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}
    return found | ({"index.rst": PAGE + textwrap.dedent(characters(pieces[0]))} if pieces[0] else {})


def outcome(built: Built) -> tuple[list[str], list[str]]:
    """Return the links of the page, and the warnings with their lines."""
    links = [f"→ {link.text} → {link.target}" for link in built.links] if (built.out / "index.html").exists() else []
    warning = re.compile(r"(?:(?:^|/)[^/:]*:(\d+): )?(?:WARNING|ERROR|ConfigError): (.*)")
    return links, [f"! {match[1] or '-'}: {match[2]}" for match in map(warning.search, built.warnings) if match]


def matches(expected: list[str], found: list[str]) -> bool:
    """Return whether the lines are those expected, where "..." stands for any text."""
    patterns = (re.escape(characters(line)).replace(re.escape("..."), ".*") for line in expected)
    return len(expected) == len(found) and all(map(re.fullmatch, patterns, found))


@pytest.mark.parametrize("title", BLOCKS)
def test_a_page(tmp_path: Path, title: str) -> None:
    page, *builds = re.split(r"(?m)^\$ ?", BLOCKS[title])
    for number, (conf, _, expected) in enumerate(one.partition("\n") for one in builds):
        builder, conf = conf.removeprefix("-b ").split(" ", 1) if conf.startswith("-b ") else ("html", conf)
        source = write_project(tmp_path / str(number) / "source", characters(conf))
        for name, text in files_of(page).items():
            (source / name).write_text(text, "utf-8")
        built = build(source, tmp_path / str(number), builder)
        links, warnings = outcome(built)
        lines = expected.splitlines()
        wanted = [line if line.count("→") > 1 else f"{line} → ..." for line in lines if line.startswith("→ ")]
        if wanted != ["→ ... → ..."]:
            assert matches(wanted, links), f"{conf}\nwanted: {wanted}\nfound: {links}"
        said = [line for line in lines if line.startswith("! ")]
        assert matches(said, warnings), f"{conf}\nwanted: {said}\nfound: {warnings}"
        written = "".join(path.read_text("utf-8") for kind in ("*.html", "*.tex") for path in built.out.glob(kind))
        for line in lines:
            if line.startswith("~ "):
                assert line[2:] in written.replace(r"\allowbreak{}", ""), conf
