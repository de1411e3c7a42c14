"""The command on mail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extract.cli import main
from tests.mail.test_links import multipart

MESSAGE = (
    "Subject: http://s.example/\n"
    + multipart(
        "mixed",
        "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n> <http://a.example/ü \n> x>\n"
        "example.com & file:///etc/passwd",
        "Content-Type: text/html; name=a.html\nContent-Disposition: attachment\n\n<a href=http://b.example>",
    )
).encode()
FROM = b"From a@example.org Mon Jan  1 10:00:00 2024\n"


def test_find_prints_the_links_of_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(MESSAGE)
    assert main(["find", str(path)]) == 0
    out, err = capsys.readouterr()
    assert [line.removeprefix(f"{path}:") for line in out.splitlines()] == [
        "1:10: http://s.example/",
        "7:4: http://a.example/üx",
        "9:1: https://example.com",
        "9:15: file:///etc/passwd",
    ]
    assert err == f"iri: {path}:1: part 2 attachment: HTML is attached (a.html), and not opened\n"


def test_find_says_more_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(FROM + MESSAGE + b"\n" + FROM + MESSAGE)
    assert main(["find", "--json", str(path)]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    data = path.read_bytes()
    lines = data.split(b"\n")
    assert len(found) == 8
    for value in found:
        assert data[value["start"] :].startswith(value["text"][:16].encode())
        assert lines[value["line"] - 1][value["column"] - 1 :].startswith(value["text"][:16].encode())
    assert {key: found[5][key] for key in ("uri", "part", "origin", "header", "link_text")} == {
        "uri": "http://a.example/%C3%BCx",
        "part": "1",
        "origin": "text",
        "header": None,
        "link_text": None,
    }


def test_maildirs_are_walked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, place in (("cur", "1700000000.M1P2.host:2,S"), ("new", "a"), ("tmp", "1700000002.M1")):
        (tmp_path / name).mkdir()
        (tmp_path / name / place).write_bytes(MESSAGE)
    for folder in (".Sent", ".git"):  # the one as Maildir++ has them, the other left out by default
        (tmp_path / folder / "cur").mkdir(parents=True)
        (tmp_path / folder / "cur" / "1700000003.M1").write_bytes(MESSAGE)
    (tmp_path / ".Sent" / "new").mkdir()
    assert main(["find", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("http://s.example/") == 3


@pytest.mark.parametrize("name", ["a.eml", "a.mbox"])
def test_lint_reads_mail(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    broken = b"Content-Type: text/html\n\n<a href='http://evil.example/'>http://good.example/</a>\n"
    path.write_bytes((FROM + MESSAGE + FROM + broken) if name == "a.mbox" else broken)
    assert main(["lint", "--format", "concise", str(path)]) == 1
    codes = [line.split()[1] for line in capsys.readouterr().out.splitlines() if "IRI" in line]
    assert codes == ["IRI803", "IRI903"][: 1 + (name == "a.mbox")]  # what may deceive comes first


@pytest.mark.parametrize("declared", ["", "; charset=utf-8"])
def test_lint_shows_a_line_in_utf_8_decoded(declared: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.eml"
    line = "> größe: http://paypal.com@größe.example/ größe"
    path.write_text(
        f"Content-Type: text/plain{declared}\n\n{line}\n> \udcff http://a@b.example/\n", "utf-8", "surrogateescape"
    )
    assert main(["lint", "--select", "IRI303", str(path)]) == 1
    shown = capsys.readouterr().out.splitlines()
    at = shown.index(f"3 | {line}")
    assert shown[at + 1] == "  | " + " " * line.index("paypal") + "^" * len("paypal.com")
    assert any(one.startswith("4 | > ÿ http://a@b.example/") for one in shown)  # a line in another charset


def test_linkify_shows_a_message_as_a_web_mail_would(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(MESSAGE)
    assert main(["linkify", str(path)]) == 0
    assert capsys.readouterr().out == (
        '&gt; &lt;<a href="http://a.example/%C3%BCx">http://a.example/üx</a>&gt;\n'
        '<a href="https://example.com">example.com</a> &amp; file:///etc/passwd'
    )
    path.write_bytes(b"Content-Type: text/html\n\n<p>")
    assert main(["linkify", str(path)]) == 2
    assert "no plain text" in capsys.readouterr().err


def test_linkify_shows_the_messages_of_a_mailbox(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other; what has no plain text is left out."""
    path = tmp_path / "list.mbox"
    kinds = ("text/plain; charset=utf-8", "ü http://例え.jp/。\n"), ("text/html", "<p>b</p>\n"), ("text/plain", "c\n")
    messages = (
        f"From a Mon Jan  1 10:00:00 2024\nSubject: ü\nContent-Type: {kind}\n\n{text}\n" for kind, text in kinds
    )
    path.write_text("".join(messages), "utf-8")
    assert main(["linkify", "--to", "markdown", str(path)]) == 0
    assert capsys.readouterr().out == "ü [http://例え.jp/](http://xn--r8jz45g.jp/)。\n\nc\n"
