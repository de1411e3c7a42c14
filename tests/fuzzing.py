"""What guided fuzzing runs: name -> a function of any bytes that fails where something does not hold.

`tools/guided_fuzzing.py` looks for bytes that reach new code; `tests/test_fuzzing.py` runs the seeds. The first bytes
choose options, the rest is the text. Most of what must hold is stated in `tests/property/`, and taken from there.
"""

from __future__ import annotations

import email
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import html5lib

from extract import Finder, Finding, IRIError, follow, lint, to_uri
from extract.detect import tailorings
from extract.iri.diagnosis import syntax_errors
from extract.iri.grammar import is_iri_reference, is_uri_reference
from extract.iri.normalization import LEVELS
from extract.iri.schemes import MARKED_SCHEMES
from extract.linter.fixes import fix
from extract.mail import Limits, links_in_message, rewrite_links
from extract.markup import HTML, linkify
from extract.readers import FORMATS, decode, format_of
from extract.rules import RULES, usual_rules
from tests.hostile import MIXED, UNITS
from tests.mail import test_links, test_rewriting
from tests.markup.test_html_safety import assert_only_links_are_added
from tests.payloads import payloads
from tests.property import test_core_laws, test_detection_laws, test_escaping_laws, test_mapping_laws

RedirectStep = Callable[[bytes], None]


def law(test: Any) -> Callable[..., None]:
    """Return what a property test does with one example."""
    inner: Callable[..., None] = test.hypothesis.inner_test
    return inner


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


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
    text = _text(data[3:])
    mode: dict[str, Any] = {
        "bare_domains": bool(flags & 1),
        "email": bool(flags & 2),
        "broken": bool(flags & 4),
        "profile": PROFILES[profile % len(PROFILES)],
    }
    law(test_detection_laws.test_links_are_ordered_disjoint_spans_of_the_text)(text, mode)
    law(test_detection_laws.test_the_pattern_of_the_common_link_agrees_with_walking)(text, mode)
    law(test_detection_laws.test_what_is_passed_over_holds_no_bare_link)(text, mode)
    law(test_detection_laws.test_the_links_of_a_file_do_not_depend_on_the_chunks)(text, mode, 1 + cut % 9)
    place = cut % (len(text) + 1)
    law(test_detection_laws.test_many_texts_have_the_links_of_each)(
        [text[:place], text[place:], text], mode, bool(flags & 8), 1 + cut % 3
    )
    law(test_detection_laws.test_text_after_white_space_changes_no_earlier_link)(
        text[:place], text[place:], mode, "\n" if flags & 16 else " "
    )
    law(test_detection_laws.test_what_is_settled_stays_whatever_follows)(text[:place], text[place:], mode)
    if not cut % _SLOW_LAWS:
        law(test_detection_laws.test_the_patterns_of_common_names_and_addresses_agree_with_walking)(text, mode)


def _rewrapped(data: bytes) -> None:
    """No mode of detection fails, and a link is where it says."""
    flags, width = (*data[:2], 0, 0)[:2]
    text = _text(data[2:])
    wrapped: Any = [False, True, "hyphen", "columns"][flags & 3]
    finder = Finder(
        wrapped=wrapped,
        width=20 + width if wrapped == "columns" else None,
        refang=bool(flags & 4),
        broken=bool(flags & 8),
        bare_domains=True,
        email=True,
    )
    end = 0
    for link in finder.find(text):
        assert end <= link.start < link.end <= len(text)
        assert text[link.start : link.end] == link.text
        end = link.end


def iri(data: bytes) -> None:
    """The grammar decides; conversions give what it takes, or an error with a place; forms are stable."""
    text = _text(data)
    law(test_core_laws.test_splitting_and_joining_gives_back_every_string)(text)
    law(test_core_laws.test_an_outline_is_a_uri_reference_where_the_text_is_an_iri_reference)(text)
    law(test_core_laws.test_errors_are_found_exactly_where_the_grammar_refuses)(text)
    law(test_core_laws.test_no_text_raises_anything_else)(text)
    law(test_mapping_laws.test_hosts_are_converted_or_refused)(text)
    law(test_mapping_laws.test_messages_can_be_shown)(text)
    law(test_mapping_laws.test_check_finds_nothing_only_in_what_is_read)(text)
    law(test_mapping_laws.test_what_is_shown_is_shown_as_it_is)(text)
    law(test_escaping_laws.test_any_string_has_a_form)(text)
    for profile in ("safe", "rfc3987"):
        law(test_mapping_laws.test_every_text_has_an_iri_form_and_an_explanation)(text, profile)
    for invalid in ("error", "encode"):
        law(test_mapping_laws.test_no_other_error_leaves)(text, "auto", invalid)
    if not list(syntax_errors(text)):
        law(test_core_laws.test_what_was_read_is_written_back)(text)
        law(test_core_laws.test_replacing_a_part_by_itself_changes_nothing)(text)
        for level in LEVELS:
            law(test_core_laws.test_normalizing_twice_is_normalizing_once)(level=level, iri=text)


def host(data: bytes) -> None:
    """A host becomes what the `idna` package makes of it, or is refused."""
    text = _text(data)
    law(test_mapping_laws.test_hosts_are_converted_or_refused)(text)
    law(test_mapping_laws.test_hosts_are_what_the_idna_package_makes_of_them)(text)


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
    law(test_mapping_laws.test_a_web_address_is_an_iri_reference_or_an_error_with_a_place)(text)
    law(test_mapping_laws.test_a_character_is_encoded_where_it_stands)(text, base or None)
    if not base:
        law(test_mapping_laws.test_writers_lead_where_a_browser_goes)("", text)
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
    """Any bytes are read; what a segment says of its places is so, and `bare` only adds."""
    format = _READERS[data[0] % len(_READERS)] if data else _READERS[0]
    decoded = decode(data[1:], None, format)
    for source in (decoded.text, _text(data[1:])):
        if source is None:
            continue
        for bare in (False, True):
            for passage in format.read(source, bare=bare):
                last = 0
                for at in range(0, len(passage.text), 1 + len(passage.text) // 20):
                    start, end = passage.span(at, at + 1)
                    assert 0 <= start <= end <= len(source)
                    assert passage.outer is not None or last <= start
                    last = start
                for link in passage.links():
                    assert 0 <= link.start < link.end <= len(passage.text)


_NAMES = [f"a{format.suffixes[0]}" for format in FORMATS.values()]
_EVERY = [left for rule in RULES.values() if (left := rule.only(lambda part: part.scope != "tree"))]


def lint_and_fix(data: bytes) -> None:
    """Places are in the source, no rule fails, and fixing twice is fixing once."""
    flags = data[0] if data else 0
    name, unsafe = _NAMES[(flags >> 1) % len(_NAMES)], bool(flags & 1)
    rules = _EVERY if unsafe else usual_rules()
    data = data[1:]

    def problems(data: bytes) -> list[Finding]:
        return lint(data, name, rules=rules)

    findings = problems(data)
    assert "check-failed" not in {finding.problem.sub_rule for finding in findings}
    for finding in findings:
        assert 0 <= finding.problem.start <= finding.problem.end <= len(data)
        assert (finding.line, finding.column) <= (finding.end_line, finding.end_column)
    once = fix(name, data, problems, unsafe=unsafe)
    assert fix(name, once.data, problems, unsafe=unsafe) == (once.data, 0)
    if not once.changes:
        assert once.data == data
    elif not unsafe:
        assert format_of(name, once.data) == format_of(name, data)


def mail(data: bytes) -> None:
    """Places lead back; rewriting keeps the parts, the line ends and what is no link, and settles."""
    law(test_links.test_any_bytes_will_do_and_places_lead_back)(data)
    law(test_rewriting.test_without_replacements_nothing_changes)(data)
    law(test_rewriting.test_rewriting_adds_no_line_end_of_another_kind_and_no_part)(data)
    notes: list[Any] = []
    list(links_in_message(data, report=notes.append, limits=Limits(depth=5, parts=50)))
    if all(note.kind != "charset" for note in notes):
        changed = rewrite_links(data, test_rewriting.once, signed=True)
        assert rewrite_links(changed, test_rewriting.once, signed=True) == changed
        before, after = email.message_from_bytes(data), email.message_from_bytes(changed)
        assert [part.get_content_type() for part in after.walk()] == [part.get_content_type() for part in before.walk()]


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
    tree = html5lib.parseFragment(
        linkify(text, bare_domains=True, email=True, hosts="all"), namespaceHTMLElements=False
    )
    assert "".join(tree.itertext()) == text
    for element in tree.iter():
        assert element.tag in ("DOCUMENT_FRAGMENT", "a")
        assert element.tag != "a" or element.attrib["href"].partition(":")[0].lower() in MARKED_SCHEMES


TARGETS: dict[str, RedirectStep] = {
    "find": find,
    "modes": _rewrapped,
    "iri": iri,
    "host": host,
    "grammar": grammar,
    "follow": follow_links,
    "readers": readers,
    "lint": lint_and_fix,
    "mail": mail,
    "html": linkify_html,
    "text": linkify_text,
}

# --- seeds: the tables of the tests

_CASES = Path(__file__).parent / "cases"


def _prose() -> list[str]:
    lines = (_CASES / "prose.txt").read_text("utf-8").splitlines()[::8]
    return [*UNITS, MIXED, *(re.sub("[⟦⟧]", "", line) for line in lines)]


def _seeds() -> dict[str, list[str]]:
    from tests.iri.test_grammar import NO, YES
    from tests.redirects.test_following import ON_ANY_PAGE

    iris = sorted({text for table in (YES, NO) for texts in table.values() for text in texts})
    addresses = [text for text, *_ in ON_ANY_PAGE]
    scrap = "http://a.example/x www.b.example\n"
    encodings = "quoted-printable base64 8bit 7bit uuencode".split()
    kinds = ["html", "calendar", "plain; charset=utf-7", "plain; format=flowed; delsp=yes", "enriched"]
    return {
        "text": _prose(),
        "find": [
            f"{chr(7 * number % 128)}{chr(number % 128)}{chr(3 * number % 128)}{text}"
            for number, text in enumerate(_prose())
        ],
        "modes": [f"{chr(7 * number % 128)}{chr(number % 128)}{text}" for number, text in enumerate(_prose())],
        "iri": iris,
        "host": [*test_mapping_laws.HOST_PIECES, "a.b", "xn--mller-kva.example", "بب.1", "a.例え｡jp", "例え.テスト"],
        "grammar": iris,
        "follow": addresses + [f"{text}\0http://base.example/dir/page?q#f" for text in addresses],
        "readers": [chr(number) + re.sub("[⟦⟧]", "", each.example) for number, each in enumerate(_READERS)],
        "lint": [chr(2 * number) + re.sub("[⟦⟧]", "", each.example) for number, each in enumerate(_READERS)],
        "mail": ["see http://a.example/ü.", "<a href='http://a.example/'>b</a>", "To: a@b.example"]
        + [f"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n{scrap}--b\nContent-Type: text/html\n\n{scrap}"]
        + [f"Content-Transfer-Encoding: {encoding}\n\n{scrap}" for encoding in encodings]
        + [f"Content-Type: text/{kind}\n\n{scrap}" for kind in kinds],
        "html": payloads(100),
    }


def seeds(target: str) -> list[bytes]:
    """Return what the search for a target begins with."""
    return [text.encode("utf-8", "surrogatepass") for text in _seeds()[target]]


def words(target: str) -> list[str]:
    """Return the words that the search puts together: those of the search for texts that take long."""
    from tools.hostile_search import TOKENS

    kind = {
        "iri": "iri",
        "host": "iri",
        "grammar": "iri",
        "follow": "iri",
        "readers": "file",
        "lint": "file",
        "mail": "mail",
    }
    return sorted({*TOKENS[kind.get(target, "text")]} | ({*TOKENS["file"]} if target == "html" else set()))
