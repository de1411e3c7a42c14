"""Family 8, inside a project: relative references to files and anchors that are not there.

Where a reference leads is told by `Surroundings.missing`; what cannot be known is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.messages import Message
from extract.tree.targets import Reference

if TYPE_CHECKING:
    from extract.tree.targets import Missing

_MORE_SPECIFIC = tuple(
    "wrong-destination mark-in-destination unfinished-destination wrong-bracket unclosed space-in-destination"
    " other-markup".split()
)


def _missing(prose: Prose) -> Missing | None:
    reference = Reference(prose.text, prose.attribute is not None, prose.leads_to)
    return prose.document.surroundings.missing(reference)


def _problem(prose: Prose, message: Message, found: Missing, advice: Message) -> Problem:
    told = message.then(Message('write "{near}"', near=found.near) if found.near else advice)
    fix, safe = found.near or None, found.is_safe and found.is_certain
    return Problem(start=0, end=len(prose.text), message=told, component="path", fix=fix, safe=safe)


def _is_person(prose: Prose) -> bool:
    """Return whether a person is mentioned, as GitHub links it in running text: "[@name](@name)"."""
    is_mention = prose.text.startswith("@") and prose.text[1:].casefold()
    return bool(is_mention) and is_mention == (prose.label or "").lstrip("@").casefold()


def _may_be_elsewhere(prose: Prose) -> bool:
    """Return whether a path may start at another file, which includes this one."""
    return prose.format.relative == "sure" and prose.document.surroundings.is_included()


def _file(prose: Prose, *, certain: bool) -> Iterator[Problem]:
    if certain and _is_person(prose):
        message = Message("the destination is text, not an IRI; write the IRI")
        yield Problem(start=0, end=len(prose.text), message=message)
        return
    found = _missing(prose)
    if found is None or found.what in ("anchor", "label"):
        return
    if (found.is_certain and not _may_be_elsewhere(prose)) != certain:
        return
    if found.what == "file":
        message = Message('there is no file "{name}"', name=prose.text.partition("#")[0])
    elif found.what == "case":
        message = Message('"{name}" differs from the name of the file in case', name=prose.text)
    else:
        message = Message('"{name}" differs from the name of the file in Unicode normalization', name=prose.text)
    yield _problem(prose, message, found, Message("correct the path"))


def _anchor(prose: Prose, *, certain: bool) -> Iterator[Problem]:
    found = _missing(prose)
    if found is not None and found.what in ("anchor", "label") and found.is_certain == certain:
        name = prose.text.rpartition("#")[2]
        message = Message('the page has no anchor "#{name}"', name=name)
        advice = Message("write the anchor of one of its headings")
        if found.what == "label":
            message = Message('no document has the label "{name}"', name=name)
            advice = Message("correct the label")
        yield _problem(prose, message, found, advice)


@rule("IRI813", "missing-file", "warning", scope="reference", yields_to=_MORE_SPECIFIC)
def missing_file(prose: Prose) -> Iterator[Problem]:
    """A relative link to a file that is not in the project.

    It is resolved as the program that shows the page does: GitHub, or a site generator whose settings are there.
    Names that differ in capital letters or in normalization lead somewhere on some systems only.
    Source: RFC 3986 §5.2; RFC 3987 §5.3.2.2.

    Bad (markdown):
        See [weight](⟦gewicht.md⟧), [size](⟦Größe.md⟧) and [size](⟦gro\\u0308ße.md#maß⟧).
        Thanks to [@Jürgen](⟦@jürgen⟧).

    Bad (rst):
        See `weight <⟦gewicht.rst⟧>`_.\\n\\n.. image:: ⟦gewicht.png⟧

    Good (markdown):
        See [size](größe.md), [size](./gr%C3%B6%C3%9Fe.md#maß) and [issues](../../issues).
        See [a]({{ url }}/a.md), `[weight](gewicht.md)` and [weight](https://example.com/gewicht.md).
    """
    return _file(prose, certain=True)


@rule("IRI813", "missing-file", "info", sub_rule="unsure-file", on=False, scope="reference", yields_to=_MORE_SPECIFIC)
def unsure_file(prose: Prose) -> Iterator[Problem]:
    r"""A relative link to a file that is not in the project, where a program may make it or resolve it otherwise.

    The rules of the site generator for this link are not known. An address without a suffix is only reported if no
    page, file or folder has its name. Not reported are files that ``.gitignore`` leaves out.
    Source: RFC 3986 §5.2.

    Bad (html):
        <a href="⟦gewicht.html⟧">Gewicht</a>

    Good (markdown):
        See [size](größe.md) and [weight](ignoriert/gewicht.md).
        ---\ntitle: Page\n---\n\nSee [weight](gewicht.md).
    """
    return _file(prose, certain=False)


@rule("IRI814", "missing-anchor", "warning", scope="reference", yields_to=_MORE_SPECIFIC)
def missing_anchor(prose: Prose) -> Iterator[Problem]:
    r"""A link to an anchor that the page does not have, or to a label that no document of Sphinx has.

    Anchors of headings are made by the program that shows the page, by rules of its own. Not reported are anchors that
    another program makes of the headings.
    Source: GitHub Docs, "Section links"; markdownlint, MD051.

    Bad (markdown):
        # Größe\n\nSee [size](⟦#grösse⟧), [weight](⟦#gewicht⟧) and [units](⟦größe.md#einheit⟧).

    Good (markdown):
        # Die Größe, ein Maß\n\nSee [size](#die-größe-ein-maß) and [size](#die-gr%C3%B6%C3%9Fe-ein-ma%C3%9F).
        # Größe {#maß}\n\nSee [size](#maß), [top](#top), [line](#L12) and [units](größe.md#einheiten).
        # Größe\n\nSee `[size](#grösse)`.
    """
    return _anchor(prose, certain=True)


@rule(
    "IRI814", "missing-anchor", "info", sub_rule="unsure-anchor", on=False, scope="reference", yields_to=_MORE_SPECIFIC
)
def unsure_anchor(prose: Prose) -> Iterator[Problem]:
    r"""A link to an anchor that the page does not have, where its program is not known or may add one.

    Source: GitHub Docs, "Section links".

    Bad (markdown):
        ---\ntitle: Page\n---\n\n# Größe\n\nSee [weight](⟦#gewicht⟧).

    Good (markdown):
        # Größe\n\n{{ weights }}\n\nSee [size](#größe) and [weight](#gewicht).
    """
    return _anchor(prose, certain=False)
