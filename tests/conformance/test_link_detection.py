"""UTS #58: LinkDetectionTest.txt, and the classes of characters by the data of the Unicode version of `regex`."""

from __future__ import annotations

from functools import cache

import pytest
import regex

from extract import find_links
from extract.text import characters as c
from tests.marking import mark_links
from tests.shared_data import shared

VERSIONS = ("17.0.0", "18.0.0")
# U+20C2 came with Unicode 18
VERSION = "18.0.0" if regex.match(r"\P{Cn}", "\u20c2") else "17.0.0"

MARKS = str.maketrans("⟦⟧", "⸠⸡")  # those of the file


def detected(line: str, **options: object) -> str:
    text = line.replace("⸠", "").replace("⸡", "")
    return mark_links(text, find_links(text, **options)).translate(MARKS)  # type: ignore[arg-type]


@cache
def lines(version: str) -> list[str]:
    text = shared("unicode", version, "LinkDetectionTest.txt").read_text("utf-8")
    return [line for line in text.split("\n") if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("version", VERSIONS)
def test_uts58_finds_every_line(version: str) -> None:
    wrong = [line for line in lines(version) if detected(line, profile="uts58", bare_domains=True, email=True) != line]
    assert (len(lines(version)), wrong) == (344, [])


@pytest.mark.parametrize("version", VERSIONS)
def test_prose_differs_in_the_one_line_with_an_ideographic_full_stop(version: str) -> None:
    wrong = [line for line in lines(version) if detected(line, bare_domains=True, email=True) != line]
    assert [line.strip() for line in wrong] == ["Lorem ipsum ⸠普遍适用测试。我爱你⸡ dolor sit amet"]


@pytest.mark.parametrize("profile", ["uts58", "prose"])
def test_links_with_a_scheme_need_no_other_option(profile: str) -> None:
    # those lines whose links all have a scheme, and where no bare name stands that would be linked
    schemed = [line for line in lines(VERSION) if regex.fullmatch(r"[^⸠]*(⸠(https?|mailto):[^⸡]*⸡[^⸠]*)+", line)]
    assert len(schemed) == 219
    assert [line for line in schemed if detected(line, profile=profile) != line] == []


def values(name: str) -> dict[int, str]:
    table = {}
    for line in shared("unicode", VERSION, name).read_text("utf-8").splitlines():
        if fields := line.partition("#")[0].split(";"):
            first, _, last = fields[0].strip().partition("..")
            if first:
                for point in range(int(first, 16), int(last or first, 16) + 1):
                    table[point] = fields[1].strip() if len(fields) > 1 else "Yes"
    return table


def members(expression: str) -> set[int]:
    every = "".join(map(chr, range(0x110000)))
    return {ord(character) for character in regex.findall(f"[{expression}]", every, regex.V1)}


@pytest.mark.parametrize("name", ["HARD", "SOFT", "OPEN", "CLOSE", "INCLUDE"])
def test_link_term(name: str) -> None:
    table = values("LinkTerm.txt")
    assert members(getattr(c, name)) == {p for p in range(0x110000) if table.get(p, "Hard").upper() == name}


def test_link_email() -> None:
    assert members(c.EMAIL) == values("LinkEmail.txt").keys()


def test_link_bracket() -> None:
    pairs = values("LinkBracket.txt")
    assert {close: f"{ord(c.opener(chr(close))):04X}" for close in pairs} == pairs


def test_sets_for_re_are_the_same() -> None:
    assert regex.findall(f"[{c.to_re_class(c.SOFT)}]", "".join(map(chr, range(0x10000)))) == regex.findall(
        f"[{c.SOFT}]", "".join(map(chr, range(0x10000))), regex.V1
    )
