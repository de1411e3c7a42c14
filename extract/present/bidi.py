"""Right-to-left IRIs: RFC 3987 §4 by component, RFC 5893 for host labels, isolates.

All functions work on the text as written. A percent-encoded byte counts as three ASCII characters, as readers see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, get_args

from extract.iri.bidi_rule import ARABIC, LTR, RTL
from extract.iri.components import Component, Components, authority_components, match_head
from extract.iri.errors import require_choice, text_of
from extract.iri.mailto import MAILTO_DOMAIN
from extract.text.characters import BIDI_CONTROLS, LABEL_DOTS, SURROGATES
from extract.text.regexes import lazy, re

_SURROGATE = re.compile(f"[{SURROGATES}]")
CONTROL = lazy(rf"[{BIDI_CONTROLS}]")  # RFC 3987 §4.1: an IRI must not contain any
_NUMBER = lazy(r"[\p{bc=EN}\p{bc=AN}]")
_LETTER = lazy(r"[\p{bc=L}\p{bc=R}\p{bc=AL}]")
# UAX #9 W1: a combining mark has the direction of its letter, so it may follow at the end.
_ENDS_RTL = lazy(r"[\p{bc=R}\p{bc=AL}]\p{bc=NSM}*+\Z")
_DIRECTED = lazy(r"[\p{bc=L}\p{bc=R}\p{bc=AL}\p{bc=AN}\p{bc=EN}]")
_LAST_DIRECTED = lazy(r"(?r)[\p{bc=L}\p{bc=R}\p{bc=AL}\p{bc=AN}\p{bc=EN}]")


# --- components -----------------------------------------------------------------------------------------------------

# RFC 3987 §4.2: host labels (which end at a full stop of UTS #46), names and values of a query, file extensions. A path
# segment is also split at ";" and "=" (RFC 3986 §3.3: its parameters).
_PIECES = {
    "userinfo": lazy(r"[^:]++"),
    "host": lazy(f"[^{LABEL_DOTS}]++"),
    "path": lazy(r"(?:[^/;=.]|\.(?![A-Za-z][A-Za-z0-9]{0,9}+(?:[/;.]|\Z)))++"),
    "local part": lazy(r"[^,]++"),
    "query": lazy(r"[^&;=]++"),
    "fragment": lazy(r"(?s:.++)"),
}


@lru_cache(maxsize=16)  # several rules check the same IRI
def components(iri: str) -> tuple[Component, ...]:
    """Split an IRI reference into the components that have their own direction (RFC 3987 §4.2).

    Their names are userinfo, host, path, local part (of an email address), query and fragment. The scheme and the port,
    which are ASCII, and an IP literal are not included. Any string is accepted.
    """
    return tuple(_cut(Components(iri)))


def _cut(components: Components) -> Iterator[Component]:
    for component in components:
        if component.component == "path" and components.scheme_name == "mailto":
            yield from _addresses(component)
        elif component.component in _PIECES and not (component.component == "host" and component.text.startswith("[")):
            yield from _pieces(component)


def _addresses(path: Component) -> Iterator[Component]:
    """Yield the components of email addresses."""
    at = 0
    for domain in MAILTO_DOMAIN.finditer(path.text):
        yield from _pieces(path.slice(at, domain.start(1) - 1, "local part"))
        yield from _pieces(path.slice(*domain.span(1), "host"))
        at = domain.end()
    yield from _pieces(path.slice(at, component="local part"))


def _pieces(one: Component) -> Iterator[Component]:
    component, at, _, text = one
    for match in _PIECES[component].finditer(text):
        start, end = match.span()
        yield Component(component, at + start, at + end, match[0])


def host_names(iri: str) -> list[list[Component]]:
    """Return the labels of each host. A mailto IRI may have several hosts."""
    head = match_head(iri)
    hosts = []
    if head[2] is not None:
        hosts.append(authority_components(head[2], head.start(2))[1])
    if (head[1] or "").lower() == "mailto":
        path = Components(iri).path
        hosts += [path.slice(*domain.span(1), "host") for domain in MAILTO_DOMAIN.finditer(path.text)]
    return [labels for host in hosts if host.text[:1] != "[" and (labels := list(_pieces(host)))]


# --- RFC 3987 §4.2 --------------------------------------------------------------------------------------------------


def mixes_directions(component: str) -> bool:
    """Return whether a component has characters of both directions (rule 1: SHOULD NOT)."""
    return not component.isascii() and bool(RTL.search(component) and LTR.search(component))


def has_bare_edge(component: str) -> bool:
    """Return whether a right-to-left component starts or ends with another character (rule 2: SHOULD NOT)."""
    if component.isascii() or not RTL.search(component):
        return False
    return not (RTL.match(component) and _ENDS_RTL.search(component))


def runs_together(iri: str, component: Component) -> bool:
    """Return whether a component that breaks rule 1 or 2 is reordered together with its neighbor.

    This happens if the nearest characters with a direction on both sides of an edge are right-to-left or numbers. The
    bidirectional algorithm then reorders them as one run (RFC 3987 §4.4 examples 8 and 9). Elsewhere, as in ``/wiki/``
    + Hebrew + ``_2024?action=edit``, breaking a rule is harmless.
    """
    before = _LAST_DIRECTED.search(iri, 0, component.start)
    first = _DIRECTED.search(component.text)
    last = _LAST_DIRECTED.search(component.text)
    after = _DIRECTED.search(iri, component.end)
    return any(
        own is not None and near is not None and not LTR.match(own[0]) and not LTR.match(near[0])
        for own, near in ((first, before), (last, after))
    )


def numbers_beside_rtl(iri: str) -> list[Component]:
    """Return the components without letters whose numbers are moved by right-to-left text (§4.4 example 10).

    Such text moves a number after it. It also moves an Arabic number before it (UAX #9 W7, N1).
    """
    parts = components(iri)
    letters = [_LETTER.findall(component.text) for component in parts]
    before, after = list(letters), list(letters)
    for index in range(1, len(parts)):
        before[index] = before[index] or before[index - 1][-1:]
        after[-1 - index] = after[-1 - index] or after[-index][:1]
    return [
        component
        for component, own, previous, following in zip(parts, letters, before, after, strict=True)
        if not own
        and _NUMBER.search(component.text)
        and (
            any(map(RTL.match, previous))
            or (any(map(RTL.match, following)) and ARABIC.search(component.text) is not None)
        )
    ]


# --- display --------------------------------------------------------------------------------------------------------

Isolation = Literal["isolate", "embedding"]


def isolate(iri: str, form: Isolation = "isolate") -> str:
    """Wrap an IRI for plain text so that it is displayed as in a left-to-right embedding (RFC 3987 §4.1).

    ``isolate``: LRI…PDI (UAX #9). ``embedding``: LRE…PDF (RFC 3987). These characters are not part of the IRI.
    `strip_isolates` removes them.
    """
    iri = text_of(iri)
    require_choice("form", form, get_args(Isolation))
    return f"\u2066{iri}\u2069" if form == "isolate" else f"\u202a{iri}\u202c"


def strip_isolates(text: str) -> str:
    """Remove the bidi formatting characters at both ends of an IRI, such as those that `isolate` has added.

    Others inside the IRI are kept. They are an error, which `check` reports.
    """
    return text_of(text, "text").strip(BIDI_CONTROLS)


def visual_order(iri: str) -> str:
    """Return the characters of an IRI in display order, from left to right (UAX #9).

    The IRI is a left-to-right paragraph. Brackets are not mirrored, and lone surrogates become U+FFFD. Needs
    python-bidi.
    """
    try:
        from bidi import get_display
    except ImportError as error:
        raise ImportError("visual_order() needs python-bidi: pip install python-bidi", name="bidi") from error

    # get_display encodes the text, and fails for lone surrogates.
    shown: str = get_display(_SURROGATE.sub("\ufffd", text_of(iri)), base_dir="L")
    return shown


# --- stored in visual order -----------------------------------------------------------------------------------------

# Letters that only end words, or only begin them, at the wrong end of a word; and at the right one.
_FINAL, _INITIAL = r"[ךםןףץة\p{dt=fin}]", r"\p{dt=init}"
_FIRST, _LAST = r"%s(?<![\p{L}\p{M}].)(?=[\p{L}\p{M}])", r"%s(?<=[\p{L}\p{M}].)(?![\p{L}\p{M}])"
_REVERSED = lazy(f"{_FIRST % _FINAL}|{_LAST % _INITIAL}")
_RIGHT = lazy(f"{_LAST % _FINAL}|{_FIRST % _INITIAL}")


def looks_visual(text: str) -> bool:
    """Guess whether a right-to-left text is stored in visual order. This is only a hint.

    Two signs show it: a word starts with a letter that only ends words (Hebrew final forms, teh marbuta, final
    presentation forms), or ends with an initial form. A word with such a letter in the correct place is a sign against
    it.
    """
    return _REVERSED.search(text) is not None and _RIGHT.search(text) is None
