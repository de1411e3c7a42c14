"""The command, run in this process; what it prints and its exit status."""

import io
import json
import re
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from extract import __version__
from extract.rules import RULES
from tests.cli.running import write

CASES = Path(__file__).parents[1] / "cases"

BROKEN = "See http://exämple..com/ now.\n"
GOOD = "See http://exämple.com/ü now.\n"


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


def test_find_as_json(iri) -> None:
    result = iri("find", "--json", "-", stdin="é http://a.example/ü".encode())
    assert json.loads(result.out) == {
        "path": "<stdin>",
        "line": 1,
        "column": 3,
        "start": 2,
        "end": 20,
        "kind": "iri",
        "text": "http://a.example/ü",
        "iri": "http://a.example/ü",
    }


def test_what_cannot_be_read_is_told_and_the_rest_is_read(iri) -> None:
    write("bad.txt", b"a\nb \xff c\n")
    write("good.txt", GOOD)
    write("broken.txt", BROKEN)
    result = iri("find", "bad.txt", "missing.txt", "good.txt", "")
    assert result.status == 2
    assert "bad.txt: byte 4 " in result.err
    assert "missing.txt: " in result.err
    assert result.out == "good.txt:1:5: http://exämple.com/ü\n"
    result = iri("lint", "--format", "concise", "bad.txt", "broken.txt")
    assert result.status == 1
    assert "bad.txt:2:3: IRI901 charset: byte 0xFF at offset 4 " in result.out
    assert "broken.txt:1:12: IRI301" in result.out
    assert "exämple..com" in iri("lint", "broken.txt").out
    assert iri("lint", "--config", "encoding=latin-1", "bad.txt").status == 0


def test_find_shows_a_person_what_cannot_be_seen(iri, monkeypatch) -> None:
    write("a.html", '<a href="http://a.example/ü\u200b\u202e">x</a>')
    assert iri("find", "a.html").out.endswith(" http://a.example/ü\u200b\u202e\n")  # for another program
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda stream: True)
    assert iri("find", "a.html").out.endswith(" http://a.example/ü<U+200B><U+202E>\n")


def test_find_and_linkify_show_a_person_no_host_that_deceives(iri, monkeypatch) -> None:
    write("a.txt", "http://раураӏ.com/ü")
    assert iri("linkify", "a.txt").out == '<a href="http://xn--80aa0cbo65f.com/%C3%BC">http://xn--80aa0cbo65f.com/ü</a>'
    assert iri("linkify", "--hosts", "all", "a.txt").out.endswith(">http://раураӏ.com/ü</a>")
    assert iri("find", "a.txt").out.endswith(" http://раураӏ.com/ü\n")  # for another program
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda stream: True)
    assert iri("find", "a.txt").out.endswith(" http://xn--80aa0cbo65f.com/ü\n")


def test_what_is_written_does_not_depend_on_a_dot(iri) -> None:
    write("d/a.md", BROKEN)
    for form in ("concise", "json", "sarif"):
        assert iri("lint", "./d", "--format", form).out == iri("lint", "d", "--format", form).out
    assert iri("lint", "-", "--stdin-filename", "./d/a.md", stdin=BROKEN.encode()).out == iri("lint", "d/a.md").out
    iri("lint", "./d", "--write-baseline", "known.json")
    assert json.loads(Path("known.json").read_text("utf-8"))[0]["path"] == "d/a.md"
    assert iri("lint", "./d", "--config", "per-file-ignores = {'d/*' = ['ALL']}").status == 0


def test_a_declared_charset_is_read(iri) -> None:
    page = '<meta charset="windows-1251"><p>http://вокзалы.example/'
    write("a.html", page.encode("windows-1251"))
    assert iri("find", "a.html").out.split()[1] == "http://вокзалы.example/"


def test_convert_refuses_what_is_not_of_the_encoding(iri) -> None:
    result = iri("convert", stdin="/ä\n".encode() + b"/\xff\n")
    advice = 'name the right encoding with --encoding ("iri lint" suggests one)'
    assert (result.status, result.out, result.err) == (2, "", f"iri: -: byte 5 is not valid utf-8; {advice}\n")
    assert iri("convert", "--encoding", "latin-1", stdin=b"/\xff\n").out == "/%C3%BF\n"


def test_convert_says_what_it_takes_for_a_path(iri) -> None:
    result = iri("convert", "日本語.jp")
    assert result.out == "%E6%97%A5%E6%9C%AC%E8%AA%9E.jp\n"
    said = "日本語.jp is converted as a path; to convert a host, run: iri convert --bare '日本語.jp'"
    assert result.err == f"iri: {said}\n"
    for arguments in (["--bare", "日本語.jp"], ["http://日本語.jp/"], ["日本語/a"], ["a.md"]):
        assert iri("convert", *arguments).err == ""


def test_addresses_alone(iri) -> None:
    write("a.md", "<http://a.example/ü> <http://b.example/> <http://a.example/ü>")
    assert iri("find", "--plain", "a.md").out == "http://a.example/ü\nhttp://b.example/\nhttp://a.example/ü\n"


def test_version(iri) -> None:
    assert iri("--version").out == f"iri {__version__}\n"


@pytest.mark.requirement(79)
def test_explain_has_the_order_on_a_screen(iri, monkeypatch) -> None:
    text = "http://example.com/אבג/דה\u202e"
    assert "\n  order     \u202dhttp://example.com/הד/גבא<U+202E>\u202c\n" in iri("explain", text).out
    assert "  order " not in iri("explain", "http://example.com/ü").out
    monkeypatch.setitem(sys.modules, "bidi", None)  # not installed
    result = iri("explain", text)
    assert "  order " not in result.out
    assert "  display " in result.out


def test_explain_a_place_of_a_file(iri) -> None:
    write("a.txt", "see\n見て https://a.example/b.htmlを参照 and README.md\n")
    linked = iri("explain", "--at", "2:6", "a.txt")
    assert (linked.status, linked.out) == (0, "link: https://a.example/b.html\n  end: glued-words\n")
    name = iri("explain", "--at", "2:40", "a.txt")
    assert name.status == 1
    assert name.out.startswith("README.md  no link: evidence\nREADME.md  -3 its ending (file)\n")
    assert iri("explain", "--at", "9:1", "a.txt").out == "no link, and nothing that looks like one\n"
    write("b.txt", "https://a.example/日本から\n")
    whole = iri("explain", "--at", "1:1", "b.txt").out.splitlines()
    assert whole[0] == "link: https://a.example/日本から"
    assert 'if "https://a.example/日本" is meant' in whole[1]
    assert whole[2:] == ["  start and end: as UTS #58 says"]
    assert "--at needs a line and a column" in iri("explain", "--at", "9", "a.txt").err


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
            "\n  browsers   read https://ab.example/\n|has an invisible character: U+200B ZERO WIDTH SPACE; leave it",
            "",
        ),
    ],
)
def test_explain_tells_what_is_known(iri, text: str, said: str, unsaid: str) -> None:
    told = iri("explain", text).out
    assert [part for part in said.split("|") if part not in told] == []
    assert unsaid == "" or unsaid not in told


def test_explain_several_and_standard_input(iri) -> None:
    several = iri("explain", "http://a.example/", "-", "IRI101", stdin=b"http://b.example/\n\nsyntax\n").out
    firsts = [block.partition("\n")[0] for block in re.split(r"\n\n(?=http://\w\.example/\n|IRI101|syntax\n)", several)]
    assert firsts[:3] == ["http://a.example/", "http://b.example/", "syntax"]  # a line of standard input is an address
    assert firsts[3].startswith("IRI101 syntax")


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
