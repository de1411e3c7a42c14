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
from extract.redirects.chain import LookupKey, last_target, lookup_key
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


NOWHERE_ELSE = f"""
    https://shop.example/c/eJ{"A" * 60} https://shop.example/f/a/{"a" * 22}~~/AAA~/RgAA{"A" * 40}
    https://shop.example/e/c/eyJ{"A" * 60} https://shop.example/articles/2024/11/{"a-long-title-" * 5}
    https://shop.example/{"a" * 20}/{"b" * 16}/aHR0-and-more/than-that
    mailto:a@google.com https://example.com/url?q=https://evil.example
    https://google.evil.example/url?q=https://evil.example https://www.google.com/ https://www.google.com/url?q=/search
    https://www.google.com/search?q=https://evil.example/ https://public.govdelivery.com/accounts/x
    https://www.trendmicro.com/en_us/business.html https://blog.substack.com/p/a
"""


@pytest.mark.parametrize("link", ["", "https://\ud800", *NOWHERE_ELSE.split()])
def test_what_leads_nowhere_else(link: str) -> None:
    """Also what only looks like a click tracker: it is not deflated, or a title."""
    (only,) = redirect_chain(link)
    assert (only.iri, only.service, only.is_hidden) == (link, None, False)


def test_the_key_of_each() -> None:
    found = redirect_chain("https://l.facebook.com/l.php?u=https%3A%2F%2Fb%C3%BCcher.example%2F")
    assert [one.lookup_key for one in found][1:] == [
        LookupKey("xn--bcher-kva.example", "xn--bcher-kva.example", "https://xn--bcher-kva.example/")
    ]
    assert [(one.service, one.kind) for one in found] == [("Facebook", "redirect"), (None, None)]


def test_schemes_and_charsets_of_targets() -> None:
    google = "https://www.google.com/url?q="
    assert redirect_chain(google + "javascript:alert(1)")[-1].iri == "javascript:alert(1)"
    assert redirect_chain(google + "evil.example:8080/p")[-1].iri == "http://evil.example:8080/p"
    assert redirect_chain(google + "https://evil.example/%25FF%FF")[-1].iri == "https://evil.example/%FF%FF"
    assert redirect_chain(google + "http%3A%2F%2F1071396130%2F")[-1].lookup_key == (
        "63.220.53.34", None, "http://1071396130/"
    )  # fmt: skip


def test_as_far_as_browsers_follow() -> None:
    slack = "https://slack-redir.net/link?url="
    assert len(redirect_chain(slack * 5 + EVIL)) == 6
    *_, last = found = redirect_chain(slack * 50 + EVIL)
    assert (len(found), last.service, last.is_hidden) == (21, "Slack", True)
    assert redirect_chain(slack + "https://evil.example/" + "a" * 40_000)[0].is_hidden, "no server accepts it"


@given(st.sampled_from([link for _, link, _ in ROWS]), st.text(max_size=20), st.integers(0, 200))
def test_nothing_is_raised(link: str, text: str, place: int) -> None:
    for one in redirect_chain(link[:place] + text + link[place:]):
        assert one.lookup_key is None or one.uri is not None


@pytest.mark.parametrize(
    ("iri", "host"),
    rows("""
        # URL Standard §3.5: the host of a file is a domain name, as that of a page
        file://bücher.example/s → xn--bcher-kva.example
        FILE://B%C3%BCCHER.example → xn--bcher-kva.example
        file://127.1/s → 127.0.0.1
        file:///C:/s →
        http://p%61y%2eexample/ → pay.example
        http://p%61y%2fa.example/ → pay%2fa.example
        # numbers are addresses on the web only
        http://1/ → 0.0.0.1
        ftp://0x7f.1./ → 127.0.0.1
        x-apple-data-detectors://1 → 1
        ssh://1 → 1
        # the first address
        mailto:a@x.example,b@y.example → x.example
        mailto:%22a,b%22@x.example → x.example
        mailto:a%40x.example → x.example
        mailto:%3Ca@x.example%3E → x.example
        mailto:,?subject=b@y.example&to=a@x.example,b@y.example → x.example
        mailto:?to=a%40x.example%20 → x.example
        mailto:?subject=b@y.example →
        mailto: →
        mailto:a@p%61y.example,b@y.example → pay.example
    """),
)
def test_the_host_that_is_looked_up(iri: str, host: str) -> None:
    key = lookup_key(iri)
    assert key is not None
    assert (key.host or "") == host


@pytest.mark.parametrize(
    ("rest", "mentions"),
    [
        ("a?u=https%3A%2F%2Fb.example%2Fc%26d=1&v=http://c.example/", ("https://b.example/c&d=1", "http://c.example/")),
        ("a?u=https%253A%252F%252Fb.example", ("https://b.example",)),
        ("https:/b.example/c?d=1#https://e.example/", ("https://b.example/c?d=1", "https://e.example/")),
        ("a?u=https:\\\\b.example\\c", ("https://b.example/c",)),
        ("go?u=aHR0cHM6Ly9iLmV4YW1wbGUv&v=1", ("https://b.example/",)),
        ("t/aHR0cDovL2IuZXhhbXBsZS9jP2Q9ZQ%3D%3D/x", ("http://b.example/c?d=e",)),
        ("a?u=aHR0cGFzc3dvcmRzYXJlbm9uZQ&v=AHR0cHM6Ly9iLmV4YW1wbGUv&w=aHR0cHM6", ()),
        ("a?u=xhttps://b.example/&v=https:b&w=b.example", ()),
        ("", ()),
    ],
)
def test_what_it_mentions(rest: str, mentions: tuple[str, ...]) -> None:
    """A site that is not known may lead on to an address within its own, or not."""
    (only,) = redirect_chain(f"https://shop.example/{rest}")
    assert only.mentions == mentions
    assert not only.is_hidden


def test_a_target_after_what_is_read() -> None:
    padding = "a" * 40_000
    assert redirect_chain(f"https://www.google.com/url?x={padding}&q={EVIL}")[0].is_hidden
    assert not redirect_chain(f"https://shop.example/?x={padding}&q={EVIL}")[0].is_hidden
