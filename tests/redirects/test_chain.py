"""Where links lead through the services that wrap them: every form of the table, nested, hostile, hidden."""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import extract
from extract import redirect_chain, to_uri
from extract.redirects.chain import last_target
from extract.redirects.services import forms, forms_of, guessed_forms
from tests.rows import rows

CASES = Path(__file__).parents[1] / "cases" / "wrapped.tsv"
ROWS = [line.split("\t") for line in CASES.read_text("utf-8").splitlines() if not line.startswith("#")]
EVIL = "https://evil.example/p"


def host_of(iri: str) -> str:
    key = redirect_chain(iri)[0].lookup_key
    assert key is not None
    assert key.host is not None
    return key.host


@pytest.mark.parametrize(("services", "link", "target"), ROWS)
def test_every_form(services: str, link: str, target: str) -> None:
    *through, last = redirect_chain(link)
    if target == "-":
        assert (last.service, last.is_hidden, through) == (services, True, [])
    else:
        assert (", ".join(str(one.service) for one in through), last.service) == (services, None)
        assert to_uri(last.iri) == to_uri(target)
    assert redirect_chain(link)[0].iri == link


TABLE = [
    line.split("\t")
    for line in (Path(extract.__file__).parent / "data" / "redirect_services.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
IN_PARAMETER = re.compile(r"(/[\w/.-]*)?\?([\w|]+)")
EVIL_QUOTED = quote(f"{EVIL}?a=1&b=%C3%BC", safe="")


@pytest.mark.parametrize("line", TABLE, ids=lambda line: f"{line[0]} {line[2][:40]}")
def test_every_line_of_the_table(line: list[str]) -> None:
    """A parameter is tried on each host; other places have a case; what cannot be decoded is named on each host."""
    form = forms()[TABLE.index(line)]
    place = IN_PARAMETER.fullmatch(line[3])
    if place and line[4] == "percent":
        for host in form.hosts:
            host = host.replace("*", "de").removeprefix("-")
            host = f"x{host}" if host.startswith(".") else host
            for name in place[2].split("|"):
                link = f"https://{host}{place[1] or '/x'}?x=y&{name}={EVIL_QUOTED}#z"
                first, second = redirect_chain(link)
                assert (first.iri, first.service or host) == (link, host if form.service == "-" else form.service)
                assert second.iri == f"{EVIL}?a=1&b=%C3%BC"
    elif form.place is not None:
        assert any(
            known.place and known.place.pattern == form.place.pattern and known.place.match(one.uri.partition(":")[2])
            for _, link, _ in ROWS
            for one in redirect_chain(link)
            if one.uri
            for known in forms_of(host_of(one.iri)) or guessed_forms(one.uri.partition(":")[2])
            if known.service == form.service
        )
    for host in form.hosts if form.place is None else ():
        host = f"x{host}" if host.startswith(".") else host
        (only,) = redirect_chain(f"https://{host}/abc?x=1")
        assert only.is_hidden
        assert only.service == (host if form.kind == "shortener" else form.service)
        assert redirect_chain(f"https://{host}/")[0].service is None, "a home page"
        assert redirect_chain(f"https://{host}.evil.example/abc")[0].service is None


def test_every_line_says_where_it_is_from() -> None:
    assert len(TABLE) == len(forms())
    assert all(len(line) == 7 and all(line) and re.fullmatch("20[0-9]{2}-[01][0-9]", line[6]) for line in TABLE)


def test_no_line_takes_long_on_its_own_words() -> None:
    for place in {form.place for form in forms() if form.place}:
        words = re.findall("[a-z_=&]{4,}", place.pattern)
        for unit in (*words, *map("&{}".format, words), "&".join(words)):
            start = process_time()
            place.match(f"//shop.example/a/?{unit * (90_000 // len(unit) if unit else 0)}")
            assert process_time() - start < 1, (place.pattern, unit)


def test_what_is_guessed() -> None:
    """Senders count clicks on hosts of their own, so only the path tells the service; deceivers can write alike."""
    known, guessed = (f"https://{host}/L0/https:%2F%2Fevil.example%2Fp/1/{'0' * 36}/x=1" for host in HOSTS_OF_AMAZON)
    assert [(one.iri, one.service, one.is_guessed) for one in redirect_chain(guessed)] == [
        (guessed, "Amazon SES", True),
        (EVIL, None, False),
    ]
    assert not any(one.is_guessed for one in redirect_chain(known))
    assert (last_target(known), last_target(guessed)) == (EVIL, guessed)
    assert redirect_chain(f"https://*/x?u={EVIL}")[0].service is None


HOSTS_OF_AMAZON = ("x.r.eu-west-1.awstrack.me", "click.shop.example")


# The same link to Google, as browsers read it too.
ALIKE = r"""
    https://www.google.com/url?%71=https://evil.example/p
    https://www.g%6Fogle.com/url?q=https://evil.example/p
    https://www.ｇｏｏｇｌｅ.com/url?q=https:/evil.example/p
    https://x@www。goo\u200bgle。com/url?q=https:/evil.example/p
    https://x:y@www.goo\u3164gle.com:443/url?q=https:/evil.example/p
    HTTPS://WWW.GOOGLE.COM:443/url?sa=t&amp;q=//evil.example/p
    https:\\www.google.com\url?q=https:\\evil.example\p
    https://www.google.com./a/../url?q=https%3A%5C%5Cevil.example%2Fp#x
    https://www.google.co.uk/url?q=https%253A%252F%252Fevil.example%252Fp
    https://google.de/url?sa=t&q=some+words&url=https%3A%2F%2Fevil.example%2Fp
    https://google.de/url?q=https://evil.example/p&q=https://good.example/
"""


@pytest.mark.parametrize("link", [link for (link,) in rows(ALIKE)])
def test_what_browsers_read_alike(link: str) -> None:
    assert [one.iri for one in redirect_chain(link)] == [link, EVIL]


@given(st.sampled_from([link for _, link, _ in ROWS]), st.text(max_size=20), st.integers(0, 200))
def test_nothing_is_raised(link: str, text: str, place: int) -> None:
    for one in redirect_chain(link[:place] + text + link[place:]):
        assert one.lookup_key is None or one.uri is not None
