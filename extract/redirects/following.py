r"""Follow a link as browsers do: parse it by the URL Standard (WHATWG), and write it as RFC 3987 allows.

Browsers repair mistakes of people and programs: ``\`` for ``/``, too many slashes or too few, line breaks,
``0x7f.1``. A parser of RFC 3986 finds another host there, or none. `follow` rewrites the IRI so that both agree.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from extract.iri.as_uri import query_in_charset, to_uri, usual_uri
from extract.iri.components import Split, authority_components, join_authority, split, split_authority, unsplit
from extract.iri.diagnosis import authority_errors, refused
from extract.iri.errors import HostError, IRIError, IRISyntaxError, text_of
from extract.iri.host import host_to_ascii
from extract.iri.percent import decode_name, encode_all, lone_surrogate, percent_encode
from extract.iri.resolution import remove_dot_segments, resolve_components
from extract.redirects.browser_hosts import host_in_browsers, refused_character
from extract.text.characters import URL_MARGIN, is_surrogate
from extract.text.labels import page_charset
from extract.text.messages import Message, moved
from extract.text.positions import Edit, Edited, edited
from extract.text.regexes import lazy, re

Repair = Literal[
    "margin",  # surrounding whitespace and controls, removed
    "line-break",  # inner line breaks and tabs, removed
    "backslash",  # treated as "/"
    "slashes",  # too few or too many before the host, or before a path of "file:"
    "second-at",  # a second "@"; the last one ends the user information
    "encoded-host",  # percent-encoded
    "invisible",  # invisible characters in the host, removed
    "host",  # a host with characters that RFC 3987 or IDNA does not allow, converted to ASCII
    "ip-address",  # an IPv4 address in another form than four decimal numbers
    "drive",  # "C|", a drive of Windows
    "dots",  # a percent-encoded "." or ".."
    "colon",  # in the first segment of a path, which now begins with "./"
    "character",  # a character that IRIs do not allow there, now percent-encoded
]


class Followed(NamedTuple):
    """The IRI and URI that a browser follows."""

    iri: str  # the IRI as written, except for the repairs; with a base it has a scheme
    uri: str  # the requested URI: an IPv4 address as four numbers, the query in the page's charset
    repairs: tuple[Repair, ...]  # what browsers change, in the order above; () if all parsers agree


# URL Standard §4.2 "special scheme".
_SPECIAL = frozenset(("ftp", "file", "http", "https", "ws", "wss"))
# "query state": in the charset of the page.
_IN_CHARSET = ("http", "https", "ftp", "file")
# URL Standard §4.4 step 3: tabs and line breaks.
_BREAKS = re.compile(r"[\t\r\n]++")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*+):")
# The start of a usual URI with a lowercase host. The rest is checked as an IRI.
_USUAL_HOST = re.compile(r"(?:https?|ftp|wss?)://(?:[a-z0-9_\-]++\.)*+[a-z][a-z0-9_\-]*+(?::[0-9]{1,4})?+(?=[/?#]|\Z)")
# In ASCII: an opaque path after another scheme, or a relative reference without a host.
_AS_IS = re.compile(
    r"(?:(?!(?:https?|ftp|wss?|file):)[a-z][a-z0-9+.\-]*+:(?!/)|(?!//)(?=[^:/?#]*+(?:[/?#]|\Z)))"
    r"[!$&-;=@-Z_a-z~]*+(?:\?[!$&-;=?-Z_a-z~]*+)?+(?:\#[!$&-;=?-Z_a-z~]*+)?+"
)
_HEAD = re.compile(r"([^?#]*+)(?:\?([^#]*+))?(?:#(.*+))?", re.DOTALL)  # a path, a query, a fragment
_DRIVE = re.compile(r"/?([A-Za-z])[:|](?=[/?#]|\Z)")  # §4.2 "starts with a Windows drive letter"
_BAR = re.compile(r"/?(?:\.{1,2}/)*+[A-Za-z]\|(?=/|\Z)")
_DOTS = re.compile(r"(?<![^/])(?:\.|%2[Ee]){1,2}(?![^/])")  # "single-dot" and "double-dot URL path segment"
_COLON_FIRST = re.compile(r"[^/:]*+:")
_ENCODED_IN_HOST = '"`{}'  # rejected in a host by the grammar, but not by browsers
_PORT = re.compile("0*+[0-9]{0,5}")
# UTS #46 §4 step 1 "ignored": hosts are looked up without them.
_IGNORED = lazy(r"(?V1)[\p{Default_Ignorable_Code_Point}--[\p{Join_Control}\p{Bidi_Control}\p{Cn}]]++")
_NOT_IN_OPAQUE = re.compile(r"[\x00 #/:<>?@\[\\\]^|]")  # "forbidden host code point"


def follow(text: str, base: str | None = None, *, charset: str | None = None) -> Followed:
    r"""Return the IRI and URI that a browser follows for a text, and the repairs.

    As in the URL Standard, C0 controls and spaces at both ends are removed, and line breaks and tabs inside. If the
    scheme is ``http`` or similar, or missing, ``\`` before the query becomes ``/``, and any number of slashes may
    precede the host. Characters that IRIs do not allow are percent-encoded, even if browsers send them unchanged
    (servers treat both forms alike).

    ``base`` is the IRI of the page. Without it, a relative reference stays relative. ``charset`` is the charset of the
    page, in which browsers encode the query of ``http:``, ``https:``, ``ftp:`` and ``file:``: any label of the Encoding
    Standard, or another charset that Python knows.

    Raises `ConversionError` for a lone surrogate, and another `IRIError` if browsers reject the host, the port or an
    IP literal. Offsets count code points of ``text``.
    """
    text = text_of(text, "text")
    base = None if base is None else text_of(base, "base")
    if charset is not None:
        query_in_charset("", text_of(charset, "charset"))  # raises if it is unknown
    if charset is None or "?" not in text:
        usual = usual_uri(text)
        if usual and _USUAL_HOST.match(usual) and (text.isascii() or not _IGNORED.search(text.split("/", 3)[2])):
            return Followed(text, usual, ())
        if base is None and _AS_IS.fullmatch(text):
            return Followed(text, text, ())
    start = len(text) - len(text.lstrip(URL_MARGIN))
    end = max(start, len(text.rstrip(URL_MARGIN)))
    breaks = [Edit(*match.span(), "") for match in _BREAKS.finditer(text, start, end)]
    bare = edited(text, breaks, start, end)
    reading = _Reading(text, bare.text, None if base is None else _page(base), charset)
    reading.repaired("margin", end - start < len(text))
    reading.repaired("line-break", bool(breaks))
    try:
        iri = unsplit(reading.parts())
    except HostError as error:
        raise reading.error(error, bare) from None
    return Followed(iri, _uri(iri, charset), tuple(one for one in get_args(Repair) if one in reading.repairs))


def is_usual_uri(text: str) -> bool:
    """Return whether `follow` leaves a text unchanged."""
    return usual_uri(text) == text and _USUAL_HOST.match(text) is not None


def uri_on_page(iri: str, charset: str) -> str | None:
    """Return the URI that browsers request from a page in ``charset``; ``None`` if the charset does not change it."""
    _, question, rest = iri.partition("?")
    if not question or rest.isascii() or page_charset(charset) is None:
        return None
    with suppress(IRIError):
        return follow(iri, charset=charset).uri
    return None


@lru_cache(maxsize=256)
def _page(base: str) -> Split:
    page = split(follow(base).iri)
    if page.scheme is None:
        message = f'base "{base}" has no scheme; only an IRI with a scheme can be that of a document'
        raise IRISyntaxError(message, kind="scheme", component="scheme", rule="RFC 3986 §5.1")
    return page


def _uri(iri: str, charset: str | None) -> str:
    """Return the URI of a followed IRI. Without a scheme, it is treated as on a web page."""
    scheme, authority, path, query, fragment = split(iri)
    name = scheme and scheme.lower()
    if name is not None and name not in _SPECIAL:
        try:
            return to_uri(iri)
        except HostError:
            return to_uri(iri, host="percent")  # as in browsers for these schemes
    if authority:
        userinfo, host, port = split_authority(authority)
        authority = join_authority(userinfo, host and host_in_browsers(host), port)
    if charset is not None and query and (name is None or name in _IN_CHARSET):
        query = query_in_charset(query, charset)
    return percent_encode(unsplit((scheme, authority, path, query, fragment)))


class _Reading:
    """Parses one text (URL Standard §4.4). Offsets are in ``bare``, the text that browsers do not remove."""

    def __init__(self, text: str, bare: str, page: Split | None, charset: str | None) -> None:
        self.text, self.bare, self.page = text, bare, page
        self.repairs: set[Repair] = set()
        self.written = "", 0  # the authority, and its start
        match = _SCHEME.match(bare)
        self.scheme = match[1] if match else None  # as written
        self.start = match.end() if match else 0
        self.page_scheme = (page.scheme or "").lower() if page else ""
        self.name = (self.scheme or self.page_scheme or "http").lower()
        self.is_special = self.name in _SPECIAL
        of_page = None if charset is None or self.name not in _IN_CHARSET else page_charset(charset)
        # Encoding Standard §12.2.2: characters that this encoder rejects.
        self.shifts = "\x0e\x0f\x1b" if of_page is not None and of_page.codec.startswith("iso2022_jp") else ""

    def repaired(self, repair: Repair, is_repaired: bool = True) -> None:
        if is_repaired:
            self.repairs.add(repair)

    def parts(self) -> Split:
        """Return the components of the IRI."""
        head, query, fragment = _HEAD.fullmatch(self.bare, self.start).groups()  # type: ignore[union-attr]  # it always matches
        page, scheme, authority = self.page, self.scheme, None
        is_resolved = page and scheme is None and (head or query is not None or fragment is None)
        if page and is_resolved and page.authority is None and not page.path.startswith("/"):
            # URL Standard §4.1: only a fragment can be relative to an opaque path.
            message = f'"{page.scheme}:" has no hierarchy, so that nothing is relative to it; write a whole address'
            raise IRISyntaxError(message, kind="scheme", component="scheme", rule="URL Standard §4.4 no scheme state")
        if self.is_special:
            self.repaired("backslash", "\\" in head)
            head = head.replace("\\", "/")
        slashes = len(head) - len(head.lstrip("/"))
        if self.name == "file":
            scheme, authority, path = self.file(head)
        elif self.is_special and scheme and self.name == self.page_scheme and slashes < 2:
            self.repaired("slashes")  # "special relative or authority state"
            scheme, path = None, self.resolved(head)
        elif slashes > 1 or (self.is_special and scheme):
            self.repaired("slashes", self.is_special and slashes != 2)  # "special authority ignore slashes state"
            skipped = slashes if self.is_special else 2
            written, slash, path = head[skipped:].partition("/")
            authority, path = self.authority(written, self.start + skipped), self.encoded("path", slash + path)
        else:
            is_opaque = scheme is not None and not slashes  # "opaque path state"
            path = self.encoded("path", head) if page is None or is_opaque else self.resolved(head)
            if page is None and scheme is None and _COLON_FIRST.match(path):  # RFC 3986 §4.2
                self.repaired("colon")
                path = f"./{path}"
        query = None if query is None else self.encoded("query", query)
        fragment = None if fragment is None else self.encoded("fragment", fragment)
        parts = Split(scheme, authority, path, query, fragment)
        return split(resolve_components(page, parts)) if page and scheme is None else parts

    def resolved(self, path: str) -> str:
        """Return a path for resolution: encoded, with its percent-encoded dot segments decoded."""
        decoded = _DOTS.sub(lambda match: match[0].replace("%2e", ".").replace("%2E", "."), path)
        self.repaired("dots", decoded != path)
        return self.encoded("path", decoded)

    def encoded(self, component: str, text: str) -> str:
        """Return a component with the characters that IRIs do not allow there percent-encoded."""

        def replacement(match: re.Match[str]) -> str:
            if is_surrogate(match[0]):
                raise lone_surrogate(match[0], self.text.index(match[0]), component)
            self.repaired("second-at" if match[0] == "@" else "character")
            if component == "query" and match[0] in self.shifts:
                return "%26%2365533%3B"  # URL Standard §1.3, "percent-encode after encoding": U+FFFD
            return encode_all(match[0])

        return refused(component).sub(replacement, text)

    def authority(self, authority: str, at: int) -> str:
        """Return an authority that begins at ``at``: "authority state", "host state", "port state"."""
        self.written = authority, at
        userinfo, has_user, rest = authority.rpartition("@")
        _, host, port = authority_components(rest, at + len(authority) - len(rest))
        user = self.encoded("userinfo", userinfo) if has_user else None
        if port and not (_PORT.fullmatch(port.text) and int(port.text or 0) < 65536):
            message = Message(
                'port "{port}" is not a number from 0 to 65535 at {at}; write one, or remove it',
                port=port.text[:20],
                at=port.start,
            )
            rule = "URL Standard §4.4 port state"
            raise HostError(message, kind="port", start=port.start, end=port.end, rule=rule)
        if not host.text and not (self.is_special or has_user or port):
            return ""
        return join_authority(user, self.host(host.text, host.start), port and port.text)

    def host(self, host: str, at: int) -> str:
        """Return a host that begins at ``at``: URL Standard §3.5, "host parser"."""
        if host and not self.is_special and not host.startswith("["):  # "opaque-host parser"
            if bad := _NOT_IN_OPAQUE.search(host):
                rule = "URL Standard §3.1 forbidden host code point"
                raise refused_character(host, bad[0], at + bad.start(), rule)
            return self.encoded("host", host)
        try:
            found = host_in_browsers(host)
        except HostError as error:
            raise error.moved(lambda offset: at + offset) from None
        if found == host.lower():
            return host if host.startswith("[") else self.encoded("host", host)
        name = _IGNORED.sub("", host)
        self.repaired("encoded-host", "%" in host)
        self.repaired("invisible", name != host)
        with suppress(HostError):
            if found == host_to_ascii(decode_name(host) or ""):
                return name
        self.repaired("ip-address" if found[-1].isdigit() else "host")
        if name.isascii() and "%" not in name:
            return self.encoded("host", name)
        return refused("host").sub(lambda match: encode_all(match[0]), found)

    def error(self, refused: IRIError, source: Edited) -> IRIError:
        """Return the error for the authority: the one of the grammar, if there is one, else ``refused``."""
        of_grammar = (error for error in authority_errors(*self.written) if error.component in ("host", "port"))
        refused = next((one for one in of_grammar if (one.character or "") not in _ENCODED_IN_HOST), refused)
        start, end = source.span(refused.start, refused.end)
        return (HostError if refused.kind.startswith("host") else IRISyntaxError)(
            moved(refused.message, lambda _: start),
            kind=refused.kind,
            component="port" if refused.kind == "port" else "host",
            start=start,
            end=end,
            character=refused.character if refused.character == self.bare[refused.start : refused.end] else None,
            rule=refused.rule,
        )

    def file(self, head: str) -> tuple[str | None, str | None, str]:
        """Return scheme, authority and path of a "file:" IRI: "file state", "file slash state", "file host state"."""
        page = self.page if self.page_scheme == "file" else None
        if page and not head:
            return None, None, ""
        tail, before = head, ""  # the written part of the path, and the part added before it
        host: str | None = ""
        if head.startswith("//"):
            written = head[2:].partition("/")[0]
            if _DRIVE.match(written):
                tail, before = head[2:], "/"
            else:
                self.written = written, self.start + 2
                host = self.host(*self.written) if written else ""
                host = "" if host.lower() == "localhost" else host
                tail = head[2 + len(written) :]
        elif page:
            host, before = page.authority or "", _before_path(page.path, head)
        elif head.startswith("/"):
            host = None
        else:
            self.repaired("slashes")
            before = "/"
        if bar := _BAR.match(tail):
            self.repaired("drive")
            tail = f"{tail[: bar.end() - 1]}:{tail[bar.end() :]}"
        path = before + self.resolved(tail)
        drive = _DRIVE.match(path)
        kept = drive.end() if drive else 0
        if path[kept:]:
            path = path[:kept] + remove_dot_segments(path[kept:])  # a drive is never removed
        return "file", "" if host is None and path.startswith("//") else host, path


def _before_path(page_path: str, path: str) -> str:
    """Return the part to add before a path that is relative to the path of a file."""
    # URL Standard §4.4, "file state", "file slash state".
    if _DRIVE.match(path):
        return "" if path.startswith("/") else "/"
    drive = _DRIVE.match(page_path)
    root = f"/{drive[1]}:" if drive else ""
    return root if path.startswith("/") else f"{page_path.rpartition('/')[0] or root}/"  # "shorten a url's path"
