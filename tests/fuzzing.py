"""What guided fuzzing runs: name -> a function of any bytes that fails where something does not hold.

`tools/guided_fuzzing.py` looks for bytes that reach new code; `tests/test_fuzzing.py` runs the seeds. The first bytes
choose options, the rest is the text. What must hold is stated in `tests/property/` and beside, and taken from there;
of the functions of `tests/surfaces.py` none raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import html5lib

from extract import IRIError, follow, linkify, to_uri
from extract.detect import tailorings
from extract.iri.diagnosis import syntax_errors
from extract.iri.grammar import is_iri_reference, is_uri_reference
from extract.iri.normalization import LEVELS
from extract.iri.schemes import MARKED_SCHEMES
from extract.markup import HTML
from extract.readers import FORMATS, Document
from tests.hostile import MIXED, UNITS
from tests.mail import test_links, test_rewriting
from tests.markup.test_html_safety import assert_only_links_are_added
from tests.payloads import payloads
from tests.property import test_core_laws, test_detection_laws, test_escaping_laws, test_lint_laws, test_mapping_laws
from tests.readers.test_places import assert_places
from tests.surfaces import SURFACES

Target = Callable[[bytes], object]


def hold(text: object, *laws: Any, more: tuple[Any, ...] = ()) -> None:
    """Assert for one example what property tests state."""
    for law in laws:
        law.hypothesis.inner_test(text, *more)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def of_surfaces(kind: str) -> Target:
    """Return the target of the functions of a kind: the first byte chooses."""
    surfaces = list(SURFACES[kind].values())
    return lambda data: surfaces[data[0] % len(surfaces)](_text(data[1:])) if data else None


PROFILES: list[Any] = [
    "prose",
    "uts58",
    ("prose", "ip-addresses"),
    *(frozenset({name}) for name in sorted(tailorings.TAILORINGS)),
]
_SLOW_LAWS = 16  # those that compile patterns anew are tried for one text in so many


def find(data: bytes) -> None:
    """Links are spans in order; the fast path, batches and the pieces of a file give what walking the whole gives."""
    flags, profile, cut = (*data[:3], 0, 0, 0)[:3]
    text, laws = _text(data[3:]), test_detection_laws
    names = ("bare_domains", "email", "broken")
    mode: dict[str, Any] = {name: bool(flags >> bit & 1) for bit, name in enumerate(names)}
    mode["profile"] = PROFILES[profile % len(PROFILES)]
    hold(
        text,
        laws.test_links_are_ordered_disjoint_spans_of_the_text,
        laws.test_the_pattern_of_the_common_link_agrees_with_walking,
        laws.test_what_is_passed_over_holds_no_bare_link,
        more=(mode,),
    )
    if not cut % _SLOW_LAWS:
        hold(text, laws.test_the_patterns_of_common_names_and_addresses_agree_with_walking, more=(mode,))
    hold(text, laws.test_the_links_of_a_file_do_not_depend_on_the_chunks, more=(mode, 1 + cut % 9))
    place = cut % (len(text) + 1)
    one, two = text[:place], text[place:]
    hold([one, two, text], laws.test_many_texts_have_the_links_of_each, more=(mode, bool(flags & 8), 1 + cut % 3))
    space = "\n" if flags & 16 else " "
    hold(one, laws.test_text_after_white_space_changes_no_earlier_link, more=(two, mode, space))
    hold(one, laws.test_what_is_settled_stays_whatever_follows, more=(two, mode))


def iri(data: bytes) -> None:
    """The grammar decides; conversions give what it takes, or an error with a place; forms are stable."""
    text, core, mapping = _text(data), test_core_laws, test_mapping_laws
    hold(
        text,
        core.test_splitting_and_joining_gives_back_every_string,
        core.test_an_outline_is_a_uri_reference_where_the_text_is_an_iri_reference,
        core.test_errors_are_found_exactly_where_the_grammar_refuses,
        core.test_no_text_raises_anything_else,
        mapping.test_hosts_are_converted_or_refused,
        mapping.test_hosts_are_what_the_idna_package_makes_of_them,
        mapping.test_messages_can_be_shown,
        mapping.test_check_finds_nothing_only_in_what_is_read,
        mapping.test_what_is_shown_is_shown_as_it_is,
        test_escaping_laws.test_any_string_has_a_form,
    )
    for profile in ("safe", "rfc3987"):
        hold(text, mapping.test_every_text_has_an_iri_form_and_an_explanation, more=(profile,))
    hold(text, mapping.test_no_other_error_leaves, more=("auto",))
    if not list(syntax_errors(text)):
        hold(text, core.test_what_was_read_is_written_back, core.test_replacing_a_part_by_itself_changes_nothing)
        for level in LEVELS:
            hold(level, core.test_normalizing_twice_is_normalizing_once, more=(text,))


def grammar(data: bytes) -> None:
    """What the `abnf` package reads by the ABNF of RFC 3987 is an IRI reference here, and nothing else."""
    from abnf import ParseError
    from abnf.grammars import rfc3987

    text = _text(data[:60])
    try:
        rfc3987.Rule("IRI-reference").parse_all(text)
        is_read = True
    except ParseError:
        is_read = False
    assert is_iri_reference(text) == is_read


def follow_links(data: bytes) -> None:
    """What a browser follows is an IRI reference with its URI, and following that leads to the same."""
    text, _, base = _text(data).partition("\0")
    hold(text, test_mapping_laws.test_a_web_address_is_an_iri_reference_or_an_error_with_a_place)
    hold(text, test_mapping_laws.test_a_character_is_encoded_where_it_stands, more=(base or None,))
    if not base:
        hold("", test_mapping_laws.test_writers_lead_where_a_browser_goes, more=(text,))
    with suppress(IRIError):
        followed = follow(text, base or None)
        assert is_iri_reference(followed.iri)
        assert is_uri_reference(followed.uri)
        assert to_uri(followed.iri, host="percent").isascii()
        if not base:
            assert follow(followed.iri).uri == followed.uri
            assert follow(followed.uri).uri == followed.uri


_READERS = list(FORMATS.values())


def readers(data: bytes) -> None:
    """Any bytes are read, and what a passage says of its places is so."""
    format = _READERS[data[0] % len(_READERS)] if data else _READERS[0]
    for source in (Document(data[1:], "a" + format.suffixes[0]).text, _text(data[1:])):
        if source is not None:
            assert_places(format.name, source)


def lint_and_fix(data: bytes) -> None:
    """Places are in the source, no rule fails, and fixing twice is fixing once."""
    flags = data[0] if data else 0
    name, laws = test_lint_laws.NAMES[(flags >> 1) % len(test_lint_laws.NAMES)], test_lint_laws
    hold(data[1:], laws.test_any_bytes_are_read, more=(name,))
    hold(name, laws.test_every_text_is_read_and_every_place_is_in_it, more=(_text(data[1:]),))
    hold(name, laws.test_fixing_twice_is_fixing_once, more=(_text(data[1:]), bool(flags & 1)))


def mail(data: bytes) -> None:
    """Places lead back; rewriting keeps the parts, the line ends and what is no link, and settles."""
    hold(
        data,
        test_links.test_any_bytes_will_do_and_places_lead_back,
        test_rewriting.test_without_replacements_nothing_changes,
        test_rewriting.test_rewriting_adds_no_line_end_of_another_kind_and_no_part,
        test_rewriting.test_rewriting_twice_changes_no_more,
    )


def linkify_html(data: bytes) -> None:
    """Links are all that is added, as html5lib reads it, and what is linked is not linked again.

    Without "evidence", which weighs the words of a line, and names that "mailto:" is glued to: a link that was added
    parts them (docs/integrations/html.rst).
    """
    html = data.decode("utf-8", "replace")
    for name in ("Linker", "linkify"):
        assert_only_links_are_added(name, html)
    options: Any = {"bare_domains": True, "email": True, "hosts": "all", "profile": tailorings.PROSE - {"evidence"}}
    linked = linkify(HTML(html), **options)
    if re.search(r"(?i)[^\s:]mailto:", html) is None:
        assert linkify(HTML(linked), **options) == linked


def linkify_text(data: bytes) -> None:
    """Text is escaped: html5lib reads the same text back, with anchors of schemes that are marked alone."""
    text = re.sub("[\0\r]", " ", data.decode("utf-8", "replace"))
    linked = linkify(text, bare_domains=True, email=True, hosts="all")
    tree = html5lib.parseFragment(linked, namespaceHTMLElements=False)
    assert "".join(tree.itertext()) == text
    for element in tree.iter():
        assert element.tag in ("DOCUMENT_FRAGMENT", "a")
        assert element.tag != "a" or element.attrib["href"].partition(":")[0].lower() in MARKED_SCHEMES


TARGETS: dict[str, Target] = {
    "find": find,
    "iri": iri,
    "grammar": grammar,
    "follow": follow_links,
    "readers": readers,
    "lint": lint_and_fix,
    "mail": mail,
    "html": linkify_html,
    "text": linkify_text,
    **{f"any-{kind}": of_surfaces(kind) for kind in SURFACES},
}
# The kind of words that are put together, and the seeds: the tables of the tests.
_KINDS = dict.fromkeys(("iri", "grammar", "follow"), "iri") | {"readers": "file", "lint": "file", "mail": "mail"}


def _kind(target: str) -> str:
    return target.partition("-")[2] or _KINDS.get(target, "text")


def _seeds(target: str) -> list[str]:
    from tests.iri.test_grammar import NO, YES

    if target == "html":
        return payloads(100)
    match _kind(target):
        case "iri":
            iris = sorted({text for table in (YES, NO) for texts in table.values() for text in texts})
            hosts = [*test_mapping_laws.HOST_PIECES, "xn--mller-kva.example", "بب.1", "a.例え｡jp", "例え.テスト"]
            return [*iris, *hosts, *(f"{text}\0http://base.example/dir/page?q#f" for text in iris)]
        case "file":
            return [re.sub("[⟦⟧]", "", each.example) for each in _READERS]
        case "mail":
            link = "http://a.example/x www.b.example\n"
            fields = [f"Transfer-Encoding: {one}" for one in "quoted-printable base64 8bit 7bit uuencode".split()]
            kinds = "html|calendar|plain; charset=utf-7|plain; format=flowed; delsp=yes|enriched".split("|")
            fields += [f"Type: text/{kind}" for kind in kinds]
            parts = f"Type: multipart/mixed; boundary=b\n\n--b\n\n{link}--b\nContent-Type: text/html"
            return ["see http://a.example/ü.", *(f"Content-{field}\n\n{link}" for field in [parts, *fields])]
    lines = (Path(__file__).parent / "cases" / "prose.txt").read_text("utf-8").splitlines()[::8]
    return [*UNITS, MIXED, *(re.sub("[⟦⟧]", "", line) for line in lines)]


def seeds(target: str) -> list[bytes]:
    """Return what the search for a target begins with, behind bytes that choose options."""
    options = {"find": 3, "readers": 1, "lint": 1}.get(target, int(target.startswith("any-")))
    return [
        bytes((7 * number >> bit) % 128 for bit in range(options)) + text.encode("utf-8", "surrogatepass")
        for number, text in enumerate(_seeds(target))
    ]


def words(target: str) -> list[str]:
    """Return the words that the search puts together: those of the search for texts that take long."""
    from tools.hostile_search import TOKENS

    return sorted({*TOKENS[_kind(target)]} | ({*TOKENS["file"]} if target == "html" else set()))
