"""User information before the host, in which phishing shows another site: in mail every such web address is a link."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from extract import find_links
from extract.cli import main
from extract.mail import MailLink, deceptive_links, links_in_message, rewrite_links
from tests.marking import mark_links, unmark

EVIL = "http://paypal.com@evil.example/login"

# Text with its links marked, and the host of each.
TEXTS = [
    (f"see ⟦{EVIL}⟧ now", ["evil.example"]),
    ("⟦HTTPS://user:secret@evil.example⟧.", ["evil.example"]),
    ("(⟦http://paypal.com@mail.example@evil.example/⟧)", ["evil.example"]),
    ("⟦http://paypal.com)@evil.example/⟧", ["evil.example"]),
    ("⟦http://paypal.com:80@evil.example:8080/p?q#f⟧", ["evil.example"]),
    ("⟦http://paypal.com;a=b&c!@evil.example⟧, ⟦http://@evil.example/⟧", ["evil.example"] * 2),
    ("⟦http://пейпал.рф@evil.example/größe⟧", ["evil.example"]),
    ("⟦http://paypal.com∕login@evil.example/⟧ ⟦http://paypal.com／login@evil.example/⟧", ["evil.example"] * 2),
    ("⟦http://paypal.com%40x@evil.example/⟧ ⟦http://pay|pal[1]@evil.example/⟧", ["evil.example"] * 2),
    ("⟦http://paypal.com@2130706433/⟧ ⟦http://paypal.com@[::1]:8080/⟧", ["127.0.0.1", "[::1]"]),
    ("⟦http://" + "a" * 5000 + "@evil.example/⟧", ["evil.example"]),
    ("⟦ftp://paypal.com@mail.example@evil.example/⟧", ["evil.example"]),
    # the host ends where browsers see its end
    ("⟦http://paypal.com⟧\\@evil.example/ ⟦http://paypal.com/@evil.example⟧", ["paypal.com"] * 2),
    ("⟦http://paypal.com?@evil.example⟧ ⟦http://paypal.com#@evil.example⟧", ["paypal.com"] * 2),
    # without a host after it, there is none but the first
    (
        "⟦http://paypal.com⟧@/ ⟦http://paypal.com⟧@{host}/ http://u:w@{host}/ ⟦http://paypal.com@evil.example⟧@ x",
        ["paypal.com", "paypal.com", "evil.example"],
    ),
    ("⟦http://paypal.com⟧, ⟦ann@evil.example⟧", ["paypal.com", "evil.example"]),
    # what nobody sees, and marks of East Asian sentences before "@"
    ("⟦http://paypal.com\u200b@evil.example/⟧ ⟦http://paypal.com\u202e@evil.example/⟧", ["evil.example"] * 2),
    ("⟦http://paypal.com\ufeffx@evil.example/⟧ ⟦http://paypal.com。@evil.example/⟧", ["evil.example"] * 2),
    ("⟦http://paypal.com！？@evil.example/⟧ 访问⟦http://evil.example⟧，@-小明", ["evil.example"] * 2),
    # no host follows "@"
    ("⟦http://evil.example⟧@- ⟦http://evil.example⟧@/x ⟦http://evil.example⟧,@bob..x", ["evil.example"] * 3),
    ("⟦http://evil.example⟧!@bob:99999 ⟦http://evil.example:80⟧@[x]", ["evil.example"] * 2),
]


def hosts(links: list[MailLink]) -> list[str | None]:
    return [key.host for link in links for key in link.lookup_keys]


@pytest.mark.parametrize(("marked", "expected"), TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize(("type", "profile"), [("plain", "prose"), ("plain", "uts58"), ("html", "prose")])
def test_the_last_sign_decides(marked: str, expected: list[str], type: str, profile: str) -> None:
    text, _ = unmark(marked)
    message = f"Content-Type: text/{type}; charset=utf-8\n\n{text}".encode()
    links = list(links_in_message(message, profile=profile))
    assert hosts(links) == expected
    if (type, profile) == ("plain", "prose"):
        assert mark_links(text, links) == marked  # type: ignore[arg-type]
        rewritten = rewrite_links(message, lambda _: "https://gate.example/").decode()
        assert [host for host in expected if f"⟦http://{host}" in marked and f"http://{host}" in rewritten] == []


@pytest.mark.parametrize(
    "message",
    [
        f"Content-Type: text/plain\n\n{EVIL}",
        "Content-Type: text/plain; format=flowed; delsp=yes\n\n<http://paypal.com \n@evil.example/login>",
        f"Content-Type: text/html\n\n<p>{EVIL}",
        "Content-Type: text/html\n\n<p>http:&#47;/pay<b></b>pal.com&#64;evil.example/login",
        f"Content-Type: text/html\n\n<a href='{EVIL}'>x</a>",
        "Content-Type: text/html\n\n<a href='http:/paypal.com@evil.example/login'>x</a>",
        f"Content-Type: text/markdown\n\n{EVIL}",
        f"Content-Type: text/enriched\n\n<bold>{EVIL}</bold>",
        f"Content-Type: text/calendar\n\nBEGIN:VEVENT\nDESCRIPTION:{EVIL}\nEND:VEVENT",
        f"Content-Type: multipart/alternative; boundary=b\n\n--b\n\n{EVIL}\n--b\nContent-Type: text/html\n\n<p>\n--b--",
        f"Subject: {EVIL}\n\n",
    ],
)
def test_every_part_and_what_it_is_rewritten_to(message: str) -> None:
    data = message.encode()
    ((link, problems),) = deceptive_links(data)
    assert (link.iri, link.lookup_keys[0].uri) == (EVIL, "http://evil.example/login")
    assert [problem.code for problem in problems if problem.code != "IRI803"] == ["IRI303"]
    written = rewrite_links(data, lambda one: f"https://gate.example/?u={quote(one.uri or '', safe='')}")
    assert link.origin == "header" or (b"u=http%3A%2F%2Fevil.example%2Flogin" in written and b"paypal" not in written)
    assert rewrite_links(data, lambda one: one.iri) == data


@pytest.mark.parametrize(
    ("iri", "passed"),
    [
        ("http://user:secret@a.example/", "http://a.example/"),
        ("https://secret@a.example/@b", "https://a.example/@b"),
        ("ftp://user:secret@a.example/", "ftp://user@a.example/"),
        ("ssh://git@a.example/", "ssh://git@a.example/"),
    ],
)
def test_no_password_is_passed_on(iri: str, passed: str) -> None:
    seen: list[str | None] = []
    rewrite_links(f"Content-Type: text/html\n\n<a href='{iri}'>x</a> {iri}".encode(), lambda one: seen.append(one.uri))
    assert seen == [passed, passed]


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.eml"
    path.write_text(f"Content-Type: text/plain\n\nsee {EVIL} and http://ann@evil.example/ now\n", encoding="utf-8")
    assert main(["find", str(path)]) == 0
    assert capsys.readouterr().out.count("evil.example") == 2
    assert main(["lint", str(path)]) == 1
    assert capsys.readouterr().out.count("IRI303") == 2
    assert main(["mask", str(path)]) == 0
    assert "evil" not in capsys.readouterr().out
    assert main(["linkify", str(path)]) == 0
    assert f'href="{EVIL}"' in capsys.readouterr().out


def test_elsewhere_it_is_no_link() -> None:
    assert list(find_links(EVIL)) == []
    assert [link.text for link in find_links(EVIL, profile={"user-information"})] == [EVIL]
