"""Make linkcheck request our URIs, find non-ASCII anchors, and match and show IRIs as written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.builders.linkcheck import CheckExternalLinksBuilder

from sphinx_iri._patches import replaced
from sphinx_iri.config import converter, settings_of
from sphinx_iri.doctree.addresses import iri_of, is_external

Forms = dict[str, list[str]]  # maps requested URIs, and their parts, to the written forms and the IRI


class LinkcheckBuilder(CheckExternalLinksBuilder):
    """A linkcheck builder that stores the written form of each requested URI."""

    def init(self) -> None:
        """Initialize the forms."""
        super().init()
        self.forms: Forms = {}
        self._shown: dict[str, str] = {}

    def note(self, asked: str, written: str) -> None:
        """Store the written form, and the IRI, of a requested URI and its parts."""
        for known, form in ((asked, written), *zip(asked.split("#", 1), written.split("#", 1), strict=False)):
            self.forms[known] = list(dict.fromkeys((*self.forms.get(known, ()), form, iri_of(known))))

    def finish(self) -> None:
        """Check the links, with settings and anchors for non-ASCII IRIs."""
        match_written_forms(self.config, self.forms)
        with replaced("sphinx.builders.linkcheck", "AnchorCheckParser", _decoding):
            super().finish()

    def process_result(self, result: Any) -> None:
        """Report a link as written, with the requested URI if it differs."""
        asked, said = result.uri, result.message
        written = self.forms.get(asked, [asked])[0]
        self._shown = {"uri": written}
        if result.status == "broken" and not said and _OTHER_SCHEME.match(asked):
            # linkcheck treats unknown schemes such as ``s3:`` and ``git+https:`` as file names.
            result = result._replace(status=type(result.status)("unchecked"))
        if asked == f"<{written}>":
            result = result._replace(uri=written)
            said = said or "not a valid address"
        elif written != asked:
            self._shown["requested"] = asked
            result = result._replace(uri=f"{written} ({asked})")
        shown = self._shown["info"] = _as_read(said, asked, self.forms)
        if shown != said and _ADDRESS.fullmatch(said):  # the destination of a redirect
            self._shown["redirected"] = said
            shown += f" ({said})"
        super().process_result(result._replace(message=shown))

    def write_linkstat(self, data: dict[str, Any]) -> None:
        """Write a result with the link as written."""
        super().write_linkstat(data | self._shown)


def uri_to_check(app: Sphinx, uri: str) -> str:
    """Return the URI that linkcheck requests. Its own conversion uses IDNA 2003 and encodes twice.

    The URI has the repairs of browsers (``[``, a stray ``%``), so that the request is the same as in browsers.

    If an IRI cannot be converted, return an invalid name, which linkcheck reports as broken. The IRI itself would crash
    its thread, and the build would not end.
    """
    from extract import IRIError

    asked = uri
    try:
        urlsplit(uri)
        if is_external(uri):  # other targets are files
            asked = converter(settings_of(app.config))(uri)
    except ValueError as error:  # linkcheck does not request ``ssh://user@host:port/``
        if not (isinstance(error, IRIError) and uri.isascii() and _OTHER_SCHEME.match(uri)):
            asked = f"<{uri}>"
    if isinstance(app.builder, LinkcheckBuilder):
        app.builder.note(asked, uri)
    return asked


_PATTERNS = (
    "linkcheck_ignore",
    "linkcheck_anchors_ignore",
    "linkcheck_anchors_ignore_for_url",
    "linkcheck_case_insensitive_urls",
)


def match_written_forms(config: Any, forms: Forms) -> None:
    """Extend linkcheck's settings, which match requested URIs, to match the written forms and IRIs too."""

    def requested(pattern: str) -> Iterator[str]:
        """Yield a pattern for the requested URIs of which only other forms match ``pattern``."""
        match = re.compile(pattern).match
        asked = [uri for uri, written in forms.items() if not match(uri) and any(map(match, written))]
        if asked:
            yield rf"(?:{'|'.join(map(re.escape, asked))})\Z"

    for name in _PATTERNS:
        if name in config:  # older versions of Sphinx do not have all
            patterns = list(config[name])
            config[name] = patterns + [more for pattern in patterns for more in requested(pattern)]
    logins = list(config.linkcheck_auth)
    config.linkcheck_auth = logins + [(more, login) for pattern, login in logins for more in requested(pattern)]
    redirects = config.linkcheck_allowed_redirects
    if isinstance(redirects, dict):
        config.linkcheck_allowed_redirects = {_Either(a, forms): _Either(b, forms) for a, b in redirects.items()}
    headers = dict(config.linkcheck_request_headers)
    for address, fields in config.linkcheck_request_headers.items():  # keys are URLs, or URLs up to the host
        with suppress(ValueError):
            headers.setdefault(converter(settings_of(config))(address), fields)
    config.linkcheck_request_headers = headers


class _Either:
    """A pattern that also matches other forms of a URI, such as the destination of a redirect as an IRI."""

    def __init__(self, pattern: re.Pattern[str], forms: Forms) -> None:
        self._pattern = pattern
        self._forms = forms

    def match(self, uri: str) -> re.Match[str] | None:
        """Match the forms of ``uri`` from their start."""
        forms = (uri, *self._forms.get(uri, ()), iri_of(uri))
        return next(filter(None, map(self._pattern.match, forms)), None)


def _decoding(base: Any) -> type:
    """Return a subclass of linkcheck's anchor parser that also finds percent-encoded and misdecoded ids."""

    class DecodingParser(base):  # type: ignore[misc]
        def handle_starttag(self, tag: Any, attrs: Any) -> None:
            # HTML "find a potential indicated element": an id equals the fragment or its decoded form. linkcheck
            # compares only the decoded form.
            super().handle_starttag(tag, [(name, form) for name, value in attrs if value for form in _forms(value)])

    return DecodingParser


def _forms(value: str) -> Iterator[str]:
    yield from (value, unquote(value))
    with suppress(UnicodeError):  # without a charset, requests decodes UTF-8 as Latin-1 (RFC 2616)
        yield unquote(value.encode("latin-1").decode())


_OTHER_SCHEME = re.compile(r"(?!https?:)[A-Za-z][A-Za-z0-9+.\-]*:", re.ASCII)  # RFC 3986 §3.1
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+")


def _as_read(message: str, asked: str, forms: Forms) -> str:
    """Replace the URIs and the anchor in a message of linkcheck by their written forms or display forms."""

    def as_read(address: re.Match[str]) -> str:
        if address[0] in forms:
            return forms[address[0]][0]
        from extract import display

        with suppress(ValueError):
            shown = display(address[0])
            return address[0] if shown.isascii() else shown  # `display` encodes a full stop at the end
        return address[0]

    anchor = asked.partition("#")[2]
    written = forms.get(asked, [asked])[0].partition("#")[2]
    if not anchor.isascii() or "%" in anchor:
        message = message.replace(f"'{quote(unquote(anchor))}'", f"'{written}'")
    return _ADDRESS.sub(as_read, message)
