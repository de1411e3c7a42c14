"""Hypothesis strategies for IRIs in all scripts, for your own tests; needs hypothesis."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from extract._exports import needed_by
from extract.iri.percent import encode_all
from extract.text.characters import BIDI_CONTROLS

with needed_by("extract.testing", "hypothesis"):
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy

# Some letters of each script that may start and end a host label.
SCRIPTS = {
    "Latin": "abcxyzäöüßéñçøłğăơ",
    "Greek": "αβγδλπσω",
    "Cyrillic": "абвгджяїћ",
    "Armenian": "աբգդ",
    "Georgian": "აბგდ",
    "Hebrew": "אבגדהוש",
    "Arabic": "ابتجدسعفقكلمنهوي",
    "Devanagari": "अकखगनमर",
    "Bengali": "অকখগ",
    "Tamil": "அகஙச",
    "Thai": "กขคง",
    "Lao": "ກຂຄ",
    "Khmer": "កខគ",
    "Ethiopic": "ሀለሐመ",
    "Han": "中文漢字納豆例子",
    "Hiragana": "あいうえかき",
    "Katakana": "アイウエカキ",
    "Hangul": "한국어가나",
    "Cherokee": "ꭰꭱꭲ",
    "Gothic": "𐌰𐌱𐌲",
}

_HEX = "0123456789abcdefABCDEF"
_UNRESERVED = "ABCXYZabcxyz0189-._~"
_SUB_DELIMS = "!$&'()*+,;="


def ucschars() -> SearchStrategy[str]:
    """Generate one ``ucschar`` of RFC 3987 that an IRI may contain: any except direction controls."""
    return st.one_of(
        st.sampled_from("".join(SCRIPTS.values())),
        # Assigned or not, including combining marks, joiners and characters outside the first plane.
        st.characters(
            min_codepoint=0xA0,
            max_codepoint=0xDFFFD,
            exclude_categories=("Cs", "Co"),
            exclude_characters=BIDI_CONTROLS,
        ).filter(lambda c: not (0xFFF0 <= ord(c) <= 0xFFFF or 0xFDD0 <= ord(c) <= 0xFDEF or ord(c) & 0xFFFE == 0xFFFE)),
    )


def triplets() -> SearchStrategy[str]:
    """Generate one percent-encoded octet, or the percent-encoded UTF-8 of one character."""
    octet = st.builds(lambda a, b: f"%{a}{b}", st.sampled_from(_HEX), st.sampled_from(_HEX))
    character = st.characters(exclude_categories=["Cs"])
    return st.one_of(octet, character.map(encode_all))


def _run(ascii_characters: str, *, unicode: bool, max_size: int = 8, private: bool = False) -> SearchStrategy[str]:
    pieces = [st.sampled_from(ascii_characters), triplets()]
    if unicode:
        pieces += [ucschars(), ucschars()]
    if private:
        pieces.append(st.characters(categories=["Co"]).filter(lambda c: ord(c) & 0xFFFE != 0xFFFE))
    return st.lists(st.one_of(pieces), max_size=max_size).map("".join)


def schemes() -> SearchStrategy[str]:
    """Generate a scheme, well known or not, in uppercase or lowercase."""
    known = st.sampled_from(
        ["http", "https", "ftp", "ws", "file", "mailto", "urn", "tel", "data", "example", "HTTP", "Ftp"]
    )
    return st.one_of(known, st.from_regex("[A-Za-z][A-Za-z0-9+.-]{0,8}", fullmatch=True))


def dns_names() -> SearchStrategy[str]:
    """Generate a domain name that can be looked up, with labels of one script each."""
    label = st.one_of(
        st.sampled_from(list(SCRIPTS.values())).flatmap(lambda letters: st.text(letters, min_size=1, max_size=8)),
        st.from_regex("[a-z](?:[a-z0-9]{0,6}[a-z0-9])?", fullmatch=True),
    )
    ascii_label = st.sampled_from(["com", "org", "example", "test"])
    return st.builds(
        lambda labels, last: ".".join([*labels, last]), st.lists(label, min_size=1, max_size=3), ascii_label
    )


def hosts(*, unicode: bool = True) -> SearchStrategy[str]:
    """Generate any ``ihost``: a domain name, an IP address, an IPvFuture, any registered name, or the empty string."""
    names = [dns_names()] if unicode else []
    return st.one_of(
        *names,
        st.sampled_from(["", "example.org", "LOCALHOST", "[v1.a:b]", "256.1.1.1"]),
        st.integers(0, 2**32 - 1).map(lambda number: str(IPv4Address(number))),
        st.integers(0, 2**128 - 1).map(lambda number: f"[{IPv6Address(number)}]"),
        _run(_UNRESERVED + _SUB_DELIMS, unicode=unicode),
    )


def authorities(*, unicode: bool = True, host: SearchStrategy[str] | None = None) -> SearchStrategy[str]:
    """Generate an ``iauthority``. User information and port may be absent or empty."""
    userinfo = st.one_of(
        st.just(""), _run(_UNRESERVED + _SUB_DELIMS + ":", unicode=unicode).map(lambda text: text + "@")
    )
    port = st.one_of(st.just(""), st.just(":"), st.integers(0, 99999).map(lambda number: f":{number}"))
    return st.tuples(userinfo, hosts(unicode=unicode) if host is None else host, port).map("".join)


def _segments(*, unicode: bool) -> SearchStrategy[str]:
    return st.one_of(st.sampled_from(["", ".", "..", "%2E"]), _run(_UNRESERVED + _SUB_DELIMS + ":@", unicode=unicode))


def _paths(*, unicode: bool) -> SearchStrategy[str]:
    return st.lists(_segments(unicode=unicode), max_size=5).map("/".join)


def _tails(*, unicode: bool) -> SearchStrategy[str]:
    """Generate a query and a fragment, each absent, empty or not."""
    characters = _UNRESERVED + _SUB_DELIMS + ":@/?"
    query = st.one_of(st.just(""), _run(characters, unicode=unicode, private=unicode).map(lambda text: f"?{text}"))
    fragment = st.one_of(st.just(""), _run(characters, unicode=unicode).map(lambda text: f"#{text}"))
    return st.tuples(query, fragment).map("".join)


def _hierarchies(*, unicode: bool, host: SearchStrategy[str] | None) -> SearchStrategy[str]:
    """Generate an ``ihier-part``."""
    with_authority = st.builds(
        lambda authority, path: f"//{authority}" + (f"/{path}" if path else ""),
        authorities(unicode=unicode, host=host),
        _paths(unicode=unicode),
    )
    without = _paths(unicode=unicode).map(lambda path: path.lstrip("/") if path.startswith("//") else path)
    return st.one_of(with_authority, with_authority, without, without.map(lambda path: "/" + path.lstrip("/")))


def iris(*, host: SearchStrategy[str] | None = None, scheme: SearchStrategy[str] | None = None) -> SearchStrategy[str]:
    """Generate IRIs (RFC 3987 ``IRI``) in all scripts, valid and often unusual, with the given hosts and schemes."""
    scheme = schemes() if scheme is None else scheme
    return st.tuples(
        scheme.map(lambda name: f"{name}:"), _hierarchies(unicode=True, host=host), _tails(unicode=True)
    ).map("".join)


def uris() -> SearchStrategy[str]:
    """Generate URIs (RFC 3986 ``URI``)."""
    return st.tuples(
        schemes().map(lambda name: f"{name}:"), _hierarchies(unicode=False, host=None), _tails(unicode=False)
    ).map("".join)


def relative_references(*, unicode: bool = True, host: SearchStrategy[str] | None = None) -> SearchStrategy[str]:
    """Generate an ``irelative-ref``, or a ``relative-ref`` if ``unicode`` is false."""

    def without_colon(path: str) -> str:
        return f"./{path}" if ":" in path.partition("/")[0] else path

    return st.tuples(_hierarchies(unicode=unicode, host=host).map(without_colon), _tails(unicode=unicode)).map("".join)


def iri_references(*, host: SearchStrategy[str] | None = None) -> SearchStrategy[str]:
    """Generate an ``IRI-reference``: an IRI or a relative reference."""
    return st.one_of(iris(host=host), relative_references(host=host))


def uri_references() -> SearchStrategy[str]:
    """Generate a ``URI-reference``."""
    return st.one_of(uris(), relative_references(unicode=False))


def near_iris() -> SearchStrategy[str]:
    """Generate texts similar to IRIs: misplaced delimiters, forbidden characters, cut triplets, lone surrogates."""
    odd = st.sampled_from(
        [*':/?#[]@%<> \\^`{|}"\n\x00\x7f\x85\u200e\u2067\ue000\ufdd0\ufffd\ud800\U000e0001', "%4", "://", "a:", "::1"]
    )
    pieces = st.lists(st.one_of(odd, ucschars(), st.sampled_from(_UNRESERVED), triplets()), max_size=12).map("".join)
    cut = st.builds(lambda iri, at, piece: iri[:at] + piece + iri[at:], iri_references(), st.integers(0, 40), odd)
    return st.one_of(pieces, cut)
