"""Validating IRIs and resolving references beside other libraries, over the same ten thousand IRIs, in one run.

The last test prints the ratios: ours to each of them, in operations per second of processor time. Of the others, only
the plain pattern, rfc3987 and pyoxigraph say whether a text is an IRI by RFC 3987; the rest take it apart as they see
fit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import urljoin

import ada_url
import can_ada
import hyperlink
import pyoxigraph
import pytest
import rfc3986.validators
import rfc3987
import uritools
import yarl

from benchmarks.iris import mixed
from extract import IRI, is_iri, resolve
from extract.iri import grammar
from extract.iri.percent import TRIPLET

IRIS = mixed()
REFERENCES = ["g", "../g", "/a/b", "?y", "#s", "//g/x", "../../g;x=1/./y?z", "http://h/a/../b", "./", "a/b/c/d"]
PAIRS = [(iri, REFERENCES[number % len(REFERENCES)]) for number, iri in enumerate(IRIS)]


def plain_grammar() -> re.Pattern[str]:
    """The ABNF of RFC 3987, production by production, as most programs write it."""
    unreserved = grammar.UNRESERVED + grammar.UCSCHAR
    triplet = TRIPLET
    pchar = f"(?:[{unreserved}{grammar.SUB_DELIMS}:@]|{triplet})"
    userinfo = f"(?:[{unreserved}{grammar.SUB_DELIMS}:]|{triplet})*"
    octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    ipv4 = rf"{octet}(?:\.{octet}){{3}}"
    literal = r"\[(?:[0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+)\]"
    name = f"(?:[{unreserved}{grammar.SUB_DELIMS}]|{triplet})*"
    authority = f"(?:{userinfo}@)?(?:{literal}|{ipv4}|{name})(?::[0-9]*)?"
    hier_part = f"(?://{authority}(?:/{pchar}*)*|/(?:{pchar}+(?:/{pchar}*)*)?|{pchar}+(?:/{pchar}*)*|)"
    query = f"(?:{pchar}|[{grammar.IPRIVATE}/?])*"
    fragment = f"(?:{pchar}|[/?])*"
    return re.compile(rf"[A-Za-z][A-Za-z0-9+.\-]*:{hier_part}(?:\?{query})?(?:#{fragment})?")


def _oxigraph(iri: str) -> bool:
    try:
        pyoxigraph.NamedNode(iri)
    except ValueError:
        return False
    return True


def _rfc3986(iri: str) -> None:
    validator = rfc3986.validators.Validator().require_presence_of("scheme").check_validity_of("scheme", "host", "path")
    validator.validate(rfc3986.iri_reference(iri).encode())


_PLAIN = plain_grammar()
_RFC3987 = rfc3987.get_compiled_pattern("^%(IRI)s$")
VALIDATE: dict[str, Callable[[str], object]] = {
    "extract": is_iri,
    "extract, IRI.parse": IRI.parse,
    "plain re grammar": lambda iri: _PLAIN.fullmatch(iri) is not None,
    "rfc3987": _RFC3987.match,
    "rfc3986": _rfc3986,
    "yarl": yarl.URL,
    "hyperlink": hyperlink.URL.from_text,
    "can_ada, compiled": can_ada.can_parse,
    "pyoxigraph, compiled": _oxigraph,
}
RESOLVE: dict[str, Callable[[str, str], object]] = {
    "extract": resolve,
    "extract, IRI": lambda base, reference: IRI(base).resolve(reference),
    "urllib": urljoin,
    "uritools": uritools.urijoin,
    "ada_url": ada_url.join_url,
}


def _validate_all(validate: Callable[[str], object]) -> None:
    for iri in IRIS:
        validate(iri)


def _resolve_all(join: Callable[[str, str], object]) -> None:
    for base, reference in PAIRS:
        join(base, reference)


def _per_second(job: Callable[[], None]) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return len(IRIS) / best


@pytest.mark.parametrize("name", VALIDATE)
@pytest.mark.benchmark(group="validate")
def test_validate(benchmark, name: str) -> None:
    benchmark(_validate_all, VALIDATE[name])


@pytest.mark.parametrize("name", RESOLVE)
@pytest.mark.benchmark(group="resolve")
def test_resolve(benchmark, name: str) -> None:
    benchmark(_resolve_all, RESOLVE[name])


@pytest.mark.benchmark(group="ratios")
def test_ratios(benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    speeds = {f"validate: {name}": _per_second(lambda job=job: _validate_all(job)) for name, job in VALIDATE.items()}
    speeds |= {f"resolve: {name}": _per_second(lambda job=job: _resolve_all(job)) for name, job in RESOLVE.items()}
    lines = []
    for name, speed in speeds.items():
        ours = speeds[f"{name.partition(':')[0]}: extract"]
        lines.append(f"{name:32} {speed / 1000:7.0f} thousand a second, extract {ours / speed:6.2f} x")
    with capsys.disabled():
        print("", *lines, sep="\n")
    benchmark(is_iri, IRIS[0])
