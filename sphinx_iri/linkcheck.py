"""linkcheck: request exactly our URI, find non-ASCII anchors, and match and show addresses as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.builders import linkcheck

from sphinx_iri.config import converter, settings_of
from sphinx_iri.doctree.addresses import is_external

Forms = dict[str, list[str]]  # of what is requested, and of its parts: how authors have written it


def uri_to_check(app: Sphinx, uri: str) -> str:
    """Make linkcheck request exactly our URI; its own conversion uses IDNA 2003 and encodes twice.

    What browsers repair is repaired (``[``, a stray ``%``), so that the server is asked for what they ask for.

    An address without a URI becomes a name that is not an address, which linkcheck reports as broken: the address
    itself would stop its thread, and the build would never end.
    """
    try:
        urlsplit(uri)
        # A target that is not an address on another host is a file, and keeps its name.
        asked = converter(settings_of(app.config))(uri) if is_external(uri) else uri
    except ValueError:  # IRIError among them
        asked = f"<{uri}>"
    forms: Forms = getattr(app.builder, "iri_forms", {})
    for known, written in ((asked, uri), *zip(asked.split("#", 1), uri.split("#", 1), strict=False)):
        if written not in (forms_of_it := forms.setdefault(known, [])):
            forms_of_it.append(written)
    return asked


class _Either:
    """A pattern that matches an address, or a part of one, as it is requested, as authors wrote it, or as an IRI."""

    def __init__(self, pattern: str | re.Pattern[str], forms: Forms) -> None:
        self._pattern = re.compile(pattern)
        self.pattern = self._pattern.pattern
        self._forms = forms

    def match(self, uri: str) -> re.Match[str] | None:
        """Match one of the forms from its start."""
        forms = [uri, *self._forms.get(uri, ())]
        from extract import to_iri

        with suppress(ValueError):
            forms.append(to_iri(uri))
        return next(filter(None, map(self._pattern.match, forms)), None)


def _of_builder(builder: Any, base: type) -> type:
    """Return a class of linkcheck whose patterns match either form."""
    forms: Forms = builder.iri_forms
    convert = converter(settings_of(builder.config))

    def both(value: Any) -> Any:
        if isinstance(value, re.Pattern):
            return _Either(value, forms)
        if isinstance(value, dict):
            return {both(key): both(each) for key, each in value.items()}
        return type(value)(map(both, value)) if type(value) in (list, tuple) else value

    class Aware(base):  # type: ignore[misc]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            for name in _PATTERNS & vars(self).keys():
                setattr(self, name, both(getattr(self, name)))
            own: dict[str, Any] = self.__dict__
            if "request_headers" in own:  # of whole addresses, or up to the host
                own["request_headers"] = {**_converted(own["request_headers"], convert), **own["request_headers"]}
            session: Any = own.get("_session")
            if hasattr(session, "_ignored_redirects"):
                session._ignored_redirects = both(tuple(session._ignored_redirects))

    return Aware


_PATTERNS = frozenset(
    ("to_ignore", "anchors_ignore", "anchors_ignore_for_url", "ignore_case", "auth", "allowed_redirects")
)


def _converted(headers: dict[str, Any], convert: Callable[[str], str]) -> dict[str, Any]:
    found = {}
    for address, value in headers.items():
        with suppress(ValueError):
            found[convert(address)] = value
    return found


class _AnchorCheckParser(linkcheck.AnchorCheckParser):
    def handle_starttag(self, tag: Any, attrs: Any) -> None:
        # HTML "find a potential indicated element": an id is what the fragment is, or what it decodes to; linkcheck
        # has the decoded fragment alone.
        super().handle_starttag(tag, [(name, form) for name, value in attrs if value for form in _forms(value)])


def _forms(value: str) -> Iterator[str]:
    yield from (value, unquote(value))
    with suppress(UnicodeError):  # without a charset, requests reads UTF-8 as the Latin-1 of RFC 2616
        yield unquote(value.encode("latin-1").decode())


_OTHER_SCHEME = re.compile(r"(?!https?:)[A-Za-z][A-Za-z0-9+.\-]*:", re.ASCII)  # RFC 3986 §3.1
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+")


def _as_read(message: str, asked: str, forms: Forms) -> str:
    """Return a message of linkcheck with the addresses and the anchor in it as their author wrote them, or as IRIs."""

    def as_read(address: re.Match[str]) -> str:
        if address[0] in forms:
            return forms[address[0]][0]
        from extract import display

        with suppress(ValueError):
            return display(address[0])
        return address[0]

    anchor = asked.partition("#")[2]
    written = forms.get(asked, [asked])[0].partition("#")[2]
    if not anchor.isascii() or "%" in anchor:
        message = message.replace(f"'{quote(unquote(anchor))}'", f"'{written}'")
    return _ADDRESS.sub(as_read, message)


def _show_as_written(builder: Any) -> None:
    """Make linkcheck report each address as its author wrote it, and the URI that was requested if that differs."""
    process, write = builder.process_result, builder.write_linkstat

    def process_result(result: Any) -> None:
        asked, forms = result.uri, builder.iri_forms
        written = forms.get(asked, [asked])[0]
        builder.iri_result = {"uri": written}
        if result.status == "broken" and not result.message and _OTHER_SCHEME.match(asked):
            # linkcheck takes ``s3:`` and ``git+https:``, which no pattern of it knows, for names of files
            result = result._replace(status=type(result.status)("unchecked"))
        if asked == f"<{written}>":
            result = result._replace(uri=written, message=result.message or "not a valid address")
        elif written != asked:
            builder.iri_result["requested"] = asked
            result = result._replace(uri=f"{written} ({asked})")
        said = result.message
        shown = builder.iri_result["info"] = _as_read(said, asked, forms)
        if shown != said and _ADDRESS.fullmatch(said):  # where a redirect leads
            builder.iri_result["redirected"] = said
            shown += f" ({said})"
        process(result._replace(message=shown))

    def write_linkstat(data: dict[str, Any]) -> None:
        write(data | builder.iri_result)

    builder.process_result, builder.write_linkstat = process_result, write_linkstat


def adapt_builder(app: Sphinx) -> None:
    """Adapt linkcheck while links are checked; it has no other hook for it."""
    if not isinstance(app.builder, linkcheck.CheckExternalLinksBuilder):
        return
    builder: Any = app.builder
    from unittest.mock import patch  # takes 10 ms, which other builders save

    builder.iri_forms = {}
    _show_as_written(builder)
    patches = ExitStack()
    replaced: dict[str, type] = {"AnchorCheckParser": _AnchorCheckParser}
    for name in ("HyperlinkAvailabilityChecker", "HyperlinkAvailabilityCheckWorker"):
        replaced[name] = _of_builder(builder, getattr(linkcheck, name))
    for name, value in replaced.items():
        patches.enter_context(patch.object(linkcheck, name, value))
    app.connect("build-finished", lambda _app, _error: patches.close())
