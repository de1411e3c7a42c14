"""Messages that deceive their reader, and messages that look like it: the sender, the links, what a gateway says."""

from __future__ import annotations

import email
import re

import pytest

from extract import lint
from extract.mail import deceptions, deceptive_links, links_in_message
from tests.mail.test_links import message, multipart
from tests.marking import table

PROTECTED = ["paypal.com", "example.com", "booking.com", "Bücher.de", "nordlicht-bank.de", "bank.intern"]
DECEPTIVE = table("deceptive.txt")
COUNTER = "http://evil.example/c/?t="


def found(html: str, sender: str = "Ann <ann@shop.example>") -> str:
    """Return the codes of what may deceive in a message; in parentheses, where that is only hinted at."""
    data = f"From: {sender}\nContent-Type: text/html; charset=utf-8\n\n{html}".encode()
    problems = [problem for _, some in deceptive_links(data, protect=PROTECTED) for problem in some]
    return " ".join(sorted({f"({one.code})" if one.severity == "info" else one.code for one in problems}))


def linked(target: str, label: str) -> str:
    return f'<a href="{target.replace("&", "&amp;")}">{label}</a>'


def found_in_row(section: str, row: str) -> str:
    if section == "senders":
        return found("<p>Hello", row)
    if section == "pages":
        sender, html = re.fullmatch("(?:From: (.*?>) )?(.*)", row).groups()  # type: ignore[union-attr]
        return found(html, sender or "Ann <ann@shop.example>")
    *others, target, label = row.split(" | ") if " | " in row else (f"{COUNTER}0b", row)
    if section == "counted":
        others = [f"12 {COUNTER}№a"]
    before = []
    for count, address in (other.split(" ") for other in others):
        for number in range(int(count)):
            letters = chr(97 + number // 26) + chr(97 + number % 26)
            before.append(linked(address.replace("№", str(number)).replace("§", letters), f"Read {number}"))
    return found("".join(before) + linked(target, label))


@pytest.mark.parametrize("section", DECEPTIVE)
def test_what_deceives_is_warned_of_and_nothing_else(section: str) -> None:
    wrong = []
    for row in DECEPTIVE[section]:
        written = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), row)
        source, _, wanted = written.partition(" ⇒ ")
        if (came := found_in_row(section, source)) != wanted:
            wrong.append(f"{row}\ncame {came or 'nothing'}")
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("label", ["", "\u200b", "\u3164", "."])
def test_links_that_nobody_sees_are_not_those_of_a_newsletter(label: str) -> None:
    links = [linked(f"{COUNTER}{number}a", label) for number in range(12)]
    assert found("".join(links) + linked(f"{COUNTER}0b", "bank.com")) == "IRI803"
    pictures = "".join(f'<img src="{COUNTER}{number}">' for number in range(20))
    assert found(pictures + linked(f"{COUNTER}0b", "bank.com")) == "IRI803"


def test_sites_of_several_owners_may_be_counted() -> None:
    links = (linked(f"{COUNTER}{number}", f"site{number}.com") for number in range(12))
    assert found("".join(links) + linked(f"{COUNTER}0b", "www.ebay.com")) == "(IRI803)"


def test_a_name_of_a_sender_may_end_far_away() -> None:
    assert found("<p>Hello", f'"PayPal{" " * 300}" <x@evil.example>') == "IRI607"


@pytest.mark.parametrize(("target", "is_found"), [("x", True), ("x" * 4_000, False)])
def test_a_long_label_is_compared_with_a_short_target(target: str, is_found: bool) -> None:
    label = "http://a.example/ " * 100 + "http://b.example/"
    found = lint(f"<a href='http://a.example/{target}'>{label}</a>".encode(), "a.html")
    assert [finding.problem.code for finding in found] == ["IRI803"] * is_found


def test_a_message_is_taken_like_its_links() -> None:
    data = message("<a href='http://evil.example/'>bank.com</a> <a href='http://b.example/'>b</a>", "text/html")
    links = list(links_in_message(data))
    found = list(deceptive_links(links))
    assert [link for link, _ in found] == links[:1]
    assert list(deceptive_links(data)) == found
    assert deceptions(data) == deceptions(email.message_from_bytes(data)) == found[0][1]
    for wrong in ("Subject: x", None, 1):
        with pytest.raises(TypeError, match="a message"):
            deceptions(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not MailLink"):
        list(deceptive_links(links[0]))  # type: ignore[arg-type]


# The text, the HTML, and the sites that only the HTML leads to.
ALTERNATIVES = {
    ("http://bank.com/a", "<a href='http://evil.com/a'>here</a>"): ["evil.com"],
    ("bank.com", "<a href='http://evil.com/a'>here</a> <a href='http://evil.com/b'>here</a>"): ["evil.com"],
    ("http://bank.com/a", "<a href='http://www.bank.com/b'>here</a>"): [],
    ("http://bank.com/a", "<a href='http://bank.com/a'>here</a> <a href='http://click.com/'>there</a>"): [],
    ("http://bank.com/a", "<a href='http://bank.com/b'>here</a> <img src='http://cdn.com/c'>"): [],
    ("http://bank.com/a", "<a href='https://x.list-manage.com/track/click?u=1'>here</a>"): [],
    ("http://bank.com/a", "<a href='https://www.google.com/url?q=http://bank.com/a'>here</a>"): [],
    ("http://bank.com/a", "<a href='https://www.google.com/url?q=http://evil.com/a'>here</a>"): ["google.com"],
    ("no link", "<a href='http://evil.com/a'>here</a>"): [],
    ("ann@bank.com", "<a href='http://evil.com/a'>here</a>"): [],
}


@pytest.mark.parametrize(("text", "html"), ALTERNATIVES)
def test_text_against_html(text: str, html: str) -> None:
    data = multipart("alternative", f"\n{text}", f"Content-Type: text/html\n\n{html}").encode()
    found = list(deceptive_links(links_in_message(data)))
    told = [
        (link.lookup_key.domain, problem.code) for link, problems in found for problem in problems if link.lookup_key
    ]
    assert told == [(site, "IRI803") for site in ALTERNATIVES[text, html]]
    linted = [finding for finding in lint(data, "a.eml") if finding.problem.code == "IRI803"]
    assert [(finding.line, data[finding.problem.start : finding.problem.end]) for finding in linted] == [
        (link.line, link.text.encode()) for link, _ in found
    ]


# What the HTML leads to, beside a text that leads to bank.com: a counter of clicks, and others.
@pytest.mark.parametrize(
    ("links", "severities"),
    [
        (["http://shop.example/c/?t={}"] * 12, ["info"]),
        (["http://shop.example/c/?t={}"] * 12 + ["http://evil{}.com/"] * 12, ["info", "warning"]),
    ],
)
def test_a_text_beside_a_newsletter(links: list[str], severities: list[str]) -> None:
    html = "".join(linked(link.format(number), str(number)) for number, link in enumerate(links))
    data = multipart("alternative", "\nhttp://bank.com/", f"Content-Type: text/html\n\n{html}").encode()
    problems = [problem for _, some in deceptive_links(data) for problem in some]
    assert sorted({problem.severity for problem in problems}) == severities
    assert {problem.sub_rule for problem in problems} == {"alternatives-differ"}
