"""The command, run in this process; what it prints and its exit status."""

import io
import json
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from extract import __version__
from extract.rules import RULES
from tests.cli.running import write

CASES = Path(__file__).parents[1] / "cases"

BROKEN = "See http://exämple..com/ now.\n"


def _office_file() -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", '<a xlink:href="http://a.example/é">x</a>')
    return data.getvalue()


@pytest.mark.parametrize("name", ["a.odt", "a", "a.rtf"])
def test_an_office_file_is_opened_and_is_no_text(iri, name: str) -> None:
    write(name, _office_file() if name != "a.rtf" else b"{\\rtf1 see http://a.example/\\'e9}")
    assert iri("find", name).out == f"{name}: http://a.example/é\n"
    assert json.loads(iri("find", "--json", name).out)["iri"] == "http://a.example/é"
    for arguments in (["lint"], ["lint", "--fix"], ["lint", "--diff"], ["linkify"]):
        result = iri(*arguments, name)
        assert result.status == 2
        assert f'iri: {name}: is no text; "iri find" lists its links\n' in result.err


@pytest.mark.parametrize(
    ("name", "start", "said"),
    [
        ("a.png", b"\x89PNG\r\n", "is no text\n"),
        ("a.png", b"\x7fELF", "is no text\n"),
        ("a.pdf", b"%PDF-1.7\n", "document: "),
        ("a.pdf", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "document: "),
    ],
)
def test_what_cannot_be_opened_is_refused(iri, monkeypatch, name: str, start: bytes, said: str) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    write(name, start + b"http//a.example/")
    result = iri("find", name)
    assert (result.out, result.status) == ("", 2)
    assert result.err.startswith(f"iri: {name}: {said}")
    assert iri("lint", name).status == 2
    write("a.md", b"%PDF-1.7\nhttp//a.example/")  # its name says that it is text
    assert "is no text" not in iri("lint", "a.md").err


def test_find_shows_a_person_what_cannot_be_seen(iri, monkeypatch) -> None:
    write("a.html", '<a href="http://a.example/ü\u200b\u202e">x</a>')
    assert iri("find", "a.html").out.endswith(" http://a.example/ü\u200b\u202e\n")  # for another program
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda stream: True)
    assert iri("find", "a.html").out.endswith(" http://a.example/ü<U+200B><U+202E>\n")
    write("a.txt", "http://раураӏ.com/ü")
    assert iri("find", "a.txt").out.endswith(" http://xn--80aa0cbo65f.com/ü\n")


def test_version(iri) -> None:
    assert iri("--version").out == iri("-V").out == f"iri {__version__}\n"


@pytest.mark.requirement(79)
def test_explain_has_the_order_on_a_screen(iri, monkeypatch) -> None:
    text = "http://example.com/אבג/דה\u202e"
    assert "\n  order     \u202dhttp://example.com/הד/גבא<U+202E>\u202c\n" in iri("explain", text).out
    assert "  order " not in iri("explain", "http://example.com/ü").out
    monkeypatch.setitem(sys.modules, "bidi", None)  # not installed
    result = iri("explain", text)
    assert "  order " not in result.out
    assert "  display " in result.out


# What stands in ``cases/explained.txt``, by the address.
EXPLAINED = dict(
    line.split(" → ") for line in (CASES / "explained.txt").read_text("utf-8").splitlines() if not line.startswith("# ")
)


@pytest.mark.parametrize("text", EXPLAINED)
def test_explain_says_first_where_it_leads(iri, text: str) -> None:
    lines = iri("explain", text).out.splitlines()
    assert lines[0] == text
    for line, expected in zip(lines[1:], EXPLAINED[text].split(" | "), strict=False):
        assert line.strip().startswith(expected.removesuffix(" |"))
    if EXPLAINED[text].endswith(" |"):
        assert lines[1 + EXPLAINED[text].count(" |")] == ""


RELATIVE = "A reference without a scheme is relative"


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        (
            "http://例え.テスト/a%20b\u200b?q",
            "host         7–13   例え.テスト|http://xn--r8jz45g.xn--zckzah/a%20b%E2%80%8B?q|"
            "U+4F8B CJK UNIFIED IDEOGRAPH-4F8B|<U+200B> U+200B ZERO WIDTH SPACE|IRI403 misleading-character",
            "",
        ),
        ("", "\nleads to the page that it stands on: there is nothing in it\n", ""),
        ("evil.example.com", RELATIVE, ""),
        *((text, "evil.example", RELATIVE) for text in ("hxxps://evil[.]example/a", "see https://evil.example/a now")),
        ("0x7f.1", 'host "0x7f.1" is 127.0.0.1 in browsers, but not everywhere; write 127.0.0.1', ""),
        ("http://256.1.1.1/", "looks like an IPv4 address but is not", ""),
        # no fix that leads elsewhere
        ("https://a.example\u2044b.example/", 'which only looks like "/"; check that it is intended', "write: /"),
        ("https://a.example\\@b.example/", 'browsers read "\\" as "/" and go to "a.example"; write "/"', ""),
        ("https://urldefense.com/v3/__https://ü.example/__;!!a!b$", "ü.example", "IRI802"),
        (
            "https://a\u200bb.example/",
            "\n  browsers   read https://ab.example/\n|has an invisible character: U+200B ZERO WIDTH SPACE; remove it",
            "",
        ),
    ],
)
def test_explain_tells_what_is_known(iri, text: str, said: str, unsaid: str) -> None:
    told = iri("explain", text).out
    assert [part for part in said.split("|") if part not in told] == []
    assert unsaid == "" or unsaid not in told


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("https://www.paypa1.com/", "No other problems."),
        ("https://paypa%31.com/", None),
        ("https://shop.example/", "No problems."),
    ],
)
def test_no_problems_is_not_said_of_what_may_deceive(iri, text: str, last: str | None) -> None:
    result = iri("explain", text)
    assert "\nNo problems.\n" not in result.out.replace(f"\n{last}\n", "")
    assert last is None or result.out.endswith(f"\n\n{last}\n")
    assert result.status == ("looks like" in result.out)


def test_explain_a_rule(iri) -> None:
    by_code, by_name = iri("explain", "IRI101"), iri("explain", "bare-percent")
    assert by_code.out == by_name.out
    assert "RFC 3986 §2.1" in by_code.out
    codes = [line.partition(" ")[0] for line in iri("explain").out.splitlines()]
    assert codes == sorted(RULES)
