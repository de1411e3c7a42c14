"""Check a document: text → `Passage` → `Link` → `Problem` with offsets in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.readers.document import Document, Surroundings
from extract.readers.formats import FORMATS, is_of_other_program
from extract.readers.paragraph import Paragraph
from extract.readers.passage import Passage, bare_links, is_inside
from extract.readers.rst import includes, named
from extract.rules.checking import check_link, touches, yields_in
from extract.rules.chosen import ByScope
from extract.rules.fixable import KEY, WIDTH, in_source, withheld, writable
from extract.rules.markup.proof import Names
from extract.rules.markup.repair import Net, Spot
from extract.rules.markup.repairers import REPAIRERS
from extract.rules.markup.roles import names_objects
from extract.rules.place import Place
from extract.rules.problem import Problem
from extract.rules.registry import SUB_RULES, SubRule
from extract.rules.subjects import Prose


class Found(NamedTuple):
    """A problem with offsets in a document, and the IRI that it is about."""

    problem: Problem
    link: str = ""


Linked = tuple[Passage, list[Link]]  # a passage and its links


def check_document(document: Document, rules: ByScope, others: Iterable[Found] = ()) -> list[Found]:
    """Return the problems of a document, each mistake once.

    ``others`` are additional problems from the caller.
    """
    of_file = [*_of_file(document, rules), *others]
    if document.text is None and is_of_other_program(document.data):
        return of_file
    found = _without_originals(_of_text(document, rules), document)
    found += [*_of_markup(document, rules), *of_file]
    is_told = yields_in(one.problem for one in found)
    told = [one for one in found if not is_told(one.problem)]
    written = [writable(one.problem, document.format, document.source) for one in told]
    names = Names(document.source)
    for at, problem in enumerate(written):
        if problem.safe and problem.fix is not None and not names.keeps(problem.start, problem.end, problem.fix):
            written[at] = replace(problem, safe=False)  # it would change the target of a name
    return [one._replace(problem=problem) for one, problem in zip(told, written, strict=True)]


def _of_file(document: Document, rules: ByScope) -> Iterator[Found]:
    """Yield the problems of the whole file. If it cannot be decoded, convert their byte offset to a text offset."""
    for problem in (problem for known in rules.document for problem in known.problems(document)):
        if document.text is None:
            before = document.data[document.mark : document.invalid[0]]
            at = len(before.decode(document.codec, "replace"))
            problem = replace(problem, start=at, end=at)
        yield Found(problem)


def _of_text(document: Document, rules: ByScope) -> list[Found]:
    """Return the problems of the passages. Process one passage at a time: a mailbox has many."""
    found: list[Found] = []
    linked = _linked(document, rules)
    if rules.finder is not None:
        linked = list(linked)
        found += _of_bare_links(linked, rules.finder, document, rules)
    for one in linked:
        found += _of_passage(one, document, rules)
    return found


def _linked(document: Document, rules: ByScope) -> Iterable[Linked]:
    """Return the passages of a document, each with its links."""
    format = document.format
    is_wanted = any(format.relative == "sure" or not known.on for known in rules.reference)
    relative = is_wanted and format.relative != ""
    read = format.read(document.source, bare=rules.finder is not None, relative=relative)
    return ((passage, passage.links(format.profile)) for passage in read)


_SWALLOWED = re.compile(r">[^<>]{0,300}</[A-Za-z]")  # markup in an attribute value


def _of_passage(linked: Linked, document: Document, rules: ByScope) -> Iterable[Found]:
    """Return the problems of the links and the prose of a passage, except in parts with unknown content."""
    passage, _ = linked
    found: Iterable[Found] = _in_passage(linked, document, rules)
    if document.format.unknown and (unknown := _unknown(passage, document)):
        found = (one for one in found if not touches(unknown, one.problem.start, one.problem.end))
    if passage.identifies:  # an identifier: a different spelling is a different name
        on = (one for one in found if SUB_RULES[one.problem.sub_rule].on)
        found = (one._replace(problem=replace(one.problem, fix=None)) for one in on)
    return found


def _unknown(passage: Passage, document: Document) -> list[tuple[int, int]]:
    """Return the spans of references to unknown text, which rules cannot check."""
    reference = re.compile(document.format.unknown)
    spans = [passage.span(*one.span()) for one in reference.finditer(passage.text)]
    return [(start, end) for start, end in spans if reference.fullmatch(document.source, start, end)]


def _in_passage(linked: Linked, document: Document, rules: ByScope) -> Iterable[Found]:
    passage, _ = linked
    in_prose = list(_of_prose(linked, document, rules))
    # A quotation mark is missing, which another rule reports: the text is not a single IRI.
    is_swallowed = passage.target and document.format.tags and _SWALLOWED.search(passage.text)
    of_links = () if is_swallowed else _of_links(linked, document, rules)
    if not in_prose:
        return of_links
    silences = {(one.problem.start, SUB_RULES[one.problem.sub_rule].silences) for one in in_prose}
    if any(what == "text" for _, what in silences):
        return in_prose
    return [*(one for one in of_links if (one.problem.start, "place") not in silences), *in_prose]


def _of_links(linked: Linked, document: Document, rules: ByScope) -> Iterator[Found]:
    """Yield the problems of the links as written, then of the IRI that browsers parse from the passage."""
    passage, links = linked
    told: set[str | None] = set()  # sub-rules and components
    for link in links:
        for problem in check_link(Place(link, passage, document.format), rules.iri, rules.asked_for):
            told |= {problem.sub_rule, problem.component}
            yield Found(in_source(document, passage, problem, link.start), link.iri)
    if links and (read := passage.read_otherwise()):
        whole = links[0]._replace(start=0, end=len(passage.text), iri=read)
        for problem in check_link(Place(whole, passage, document.format), rules.iri, rules.asked_for):
            if problem.component in ("scheme", "host") and not told & {problem.sub_rule, problem.component}:
                problem = replace(problem, start=0, end=len(passage.text), fix=None)
                yield Found(in_source(document, passage, problem), read)


def _of_prose(linked: Linked, document: Document, rules: ByScope) -> Iterator[Found]:
    """Yield the problems of the passage's text."""
    passage, links = linked
    asked = _asked(passage, rules)
    if not asked:
        return
    prose = Prose(
        passage.text, tuple(links), document, passage.target, passage.label, passage.attribute, passage.leads_to
    )
    for known in asked:
        for problem in known.problems(prose):
            last = bisect_right(links, problem.start, key=lambda link: link.start) - 1
            meant = links[last].iri if last >= 0 and problem.start <= links[last].end else ""
            yield Found(in_source(document, passage, problem), meant)


# Web IRIs without percent-encoding, punctuation at the end or a second scheme, and link texts without an IRI.
_PLAIN_ADDRESS = re.compile(
    r"https?://(?:[a-z0-9-]++\.)++[a-z]++(?:/[\w~]++(?:[.-]++[\w~]++)*+)*+/?(?:\?[\w=&+-]++)?+(?:#[\w-]++)?+", re.ASCII
)
_PLAIN_LABEL = re.compile(r"(?!.*www)[\w ,'/&!?+-]*+", re.ASCII)


def is_plain(passage: Passage) -> bool:
    """Return whether only sub-rules about IRIs can find a problem in a destination and its link text."""
    return bool(_PLAIN_ADDRESS.fullmatch(passage.text) and _PLAIN_LABEL.fullmatch(passage.label or ""))


def _asked(passage: Passage, rules: ByScope) -> Sequence[SubRule]:
    """Return the sub-rules about prose that may find a problem in ``passage``."""
    if not passage.target:
        return rules.prose
    if is_plain(passage):
        return ()
    return rules.reference if passage.is_relative else rules.target


def _of_bare_links(linked: Sequence[Linked], finder: Finder, document: Document, rules: ByScope) -> Iterator[Found]:
    """Yield the problems of links without a scheme."""
    spans = [passage.span(link.start, link.end) for passage, links in linked for link in links]
    for passage, link in bare_links((passage for passage, _ in linked), finder, spans):
        added = len(link.iri) - len(link.text)  # "https://" or "mailto:"
        for problem in check_link(Place(link, passage, document.format), rules.iri, rules.asked_for):
            if problem.start < added or not link.iri.endswith(link.text):
                problem = replace(problem, start=added, end=len(link.iri), fix=None)
            yield Found(in_source(document, passage, problem, link.start - added), link.iri)


_OF_DRAFT = re.compile(r"SUMMARY\.md\Z|(?i:template)s?(?:/[^/]*|[^/]*)\Z")


def _of_markup(document: Document, rules: ByScope) -> Iterator[Found]:
    """Yield broken links: text that was meant as a link but is not."""
    around, format = document.surroundings, document.format
    for paragraph in format.paragraphs(document.source, Net(REPAIRERS)) if rules.repairing else ():
        if paragraph.defined and around.added_names and "docutils" in FORMATS[paragraph.markup].read_by:
            paragraph = paragraph._replace(defined=paragraph.defined | around.added_names)
        for slip, found in REPAIRERS[paragraph.markup].found(
            paragraph, format, next_to_letters=around.character_level_inline_markup
        ):
            known = rules.repairing.get(slip.rule)
            if known is None or _is_right_here(slip, document):
                continue
            if slip.whole_file and not _is_whole(document, paragraph, found):
                continue
            problem = known.attributed(found)
            if paragraph.is_cell and paragraph.markup == "rst":
                problem = withheld(problem, WIDTH)
            yield Found(in_source(document, paragraph.passage, problem))


def _is_right_here(slip: Spot, document: Document) -> bool:
    """Return whether the markup of ``slip`` is correct in this document or project."""
    around = document.surroundings
    if not slip.of_pages and _OF_DRAFT.search(document.path):
        return True
    return not slip.default_role and (around.default_role or names_objects(document.source))


_WORD = re.compile(r"[a-z]+_")
_REFERS = re.compile(r"(?m)^[ \t]*\.\. _[^ _]|`__?(?!\w)")


@lru_cache(maxsize=1)  # asked for each name of a source
def _has_references(source: str) -> bool:
    """Return whether a source has targets, or references in backticks."""
    return _REFERS.search(source) is not None


def _is_whole(document: Document, paragraph: Paragraph, found: Problem) -> bool:
    """Return whether the file is complete and no other file defines the name in ``found``."""
    around = document.surroundings
    if around.added_names is None or document.format is not FORMATS[paragraph.markup] or around.is_included():
        return False
    written = paragraph.text[found.start : found.end]
    if _WORD.fullmatch(written) and not _has_references(document.source):
        return False  # a prefix, such as "test_", in a file without targets and other references
    name = named(written)
    return all(_lacks(path, name, around) for path in includes(document.source))


def _lacks(path: str, name: str, around: Surroundings) -> bool:
    """Return whether an included file does not define a name."""
    if path.startswith("<"):  # docutils' own files, such as <isonum.txt>, define only substitutions
        return not name.startswith("|")
    known = around.names_in(path)
    return known is not None and name not in known


def _without_originals(found: list[Found], document: Document) -> list[Found]:
    """Remove problems that translators cannot fix: problems of originals, and fixes of text from another file."""
    is_template = document.path.endswith(".pot")  # contains only originals
    if found and not is_template and (spans := document.format.originals(document.source)):
        found = [one for one in found if not is_inside(spans, one.problem.start)]
    if found and (spans := document.format.keys(document.source)):
        found = [
            one._replace(problem=withheld(one.problem, KEY)) if is_inside(spans, one.problem.start) else one
            for one in found
        ]
    return found
