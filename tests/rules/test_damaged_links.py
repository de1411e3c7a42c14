"""Links damaged by one edit at a mark: where the parser of the format then makes another link or none, it is reported.

Each mark of a correct link is deleted, doubled, written full-width, or gets a space or another mark beside it. So kinds
of mistakes that are not found show without any corpus; ``python tests/rules/test_damaged_links.py`` lists them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import html5lib
import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import roles
from markdown_it import MarkdownIt

from extract import lint

# The marks of a link stand between "{" and "}"; around it is a sentence.
LINKS = {
    "rst": [
        "{`}die Größe{ <}https{://}example.com/größe{>`__}",
        "{`}Größe{ <}https{://}example.com/größe{>`_}",
        "{:}ref{:`}groesse-kapitel{`}",
        "{:}ref{:`}die Größe{ <}groesse-kapitel{>`}",
        "{:}doc{:`}/kapitel/groesse{`}",
        "{:}doc{:`}die Größe{ <}kapitel/groesse{>`}",
        "{:}term{:`}Größe{`}",
        "{:}class{:`}groesse.Kapitel{`}",
        "{:}py:func{:`}groesse.kapitel{`}",
        "{:}download{:`}die Größe{ <}kapitel/groesse.zip{>`}",
    ],
    "markdown": [
        "{[}die Größe{](}https{://}example.com/größe{)}",
        "{[}die Größe{](}kapitel/groesse.md{)}",
        "{[}die Größe{](}../kapitel/groesse.md#top{)}",
        "{[}die Größe{](}#groesse{)}",
        '{[}die Größe{](}https{://}example.com/größe{ "}Titel{")}',
        "{![}die Größe{](}https{://}example.com/größe.png{)}",
        "{![}die Größe{](}bilder/groesse.png{)}",
        "{[![}Größe{](}groesse.png{)](}https{://}example.com/größe{)}",
        "{<}https{://}example.com/größe{>}",
        "{[}`Größe`{](}https{://}example.com/größe{)}",
    ],
    "html": [
        '{<}a{ }href{="}https{://}example.com/größe{">}die Größe{</}a{>}',
        '{<}a{ }href{="}kapitel/groesse.html{">}die Größe{</}a{>}',
        '{<}img{ }src{="}bilder/groesse.png{">}',
    ],
}
MARKS = "`<>[]():_ !#"
OTHER = dict(
    zip(MARKS, ["'´", "(〈", ")〉", "(【", ")】", "[（", "]）", "：;", "", "\u00a0\u3000", "", ""], strict=True)
)


FULL_WIDTH = dict(zip(MARKS, "`＜＞［］（）：＿ ！＃", strict=True))


AROUND = ("See ", " now.")


class Damaged(NamedTuple):
    edit: str
    text: str
    start: int  # of what is damaged
    end: int


def damaged(link: str) -> Iterator[Damaged]:
    """Yield a link with one edit at one of its marks."""
    plain = re.sub("[{}]", "", link)
    seen = {plain}
    position = 0
    for piece in re.split(r"(\{[^{}]*\})", link):
        if not piece.startswith("{"):
            position += len(piece)
            continue
        for mark in piece[1:-1]:
            before, after = plain[:position], plain[position + 1 :]
            edits = [("delete", ""), ("double", mark + mark), ("space before", " " + mark), ("space after", mark + " ")]
            edits += [("full-width", FULL_WIDTH.get(mark, mark)), *(("other", one) for one in OTHER.get(mark, ""))]
            if after and not after[0].isalnum():  # people do not take a mark for a letter
                edits.append(("swap", after[0] + mark))
            for name, new in edits:
                text = before + new + (after[1:] if name == "swap" else after)
                if text not in seen:
                    seen.add(text)
                    yield Damaged(name, AROUND[0] + text + AROUND[1], len(AROUND[0]), len(AROUND[0]) + len(text))
            position += 1


def in_rst(text: str) -> list[tuple[str, str]]:
    """Return the links that docutils makes: texts and targets."""

    def role(name: str, raw: str, text: str, *_: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
        titled = re.fullmatch(r"(?s).+?\s*<([^<]*?)>", text)  # as Sphinx reads it
        return [nodes.reference(raw, text, refuri=f"{name}:{titled[1] if titled else text}")], []

    for name in ("ref", "doc", "term", "class", "py:func", "download"):
        roles.register_local_role(name, role)  # type: ignore[arg-type]
    settings = {"report_level": 5, "_disable_config": True, "input_encoding": "unicode", "raw_enabled": False}
    tree = publish_doctree(text, settings_overrides=settings)
    return [(one.astext(), one.get("refuri", "")) for one in tree.findall(nodes.reference)]


def in_markdown(text: str) -> list[tuple[str, str]]:
    """Return the links that CommonMark makes."""
    (_, inline, _) = MarkdownIt("commonmark").parse(text)
    links = [token for token in inline.children or [] if token.type in ("link_open", "image")]
    return [(token.content, str(token.attrs.get("href", token.attrs.get("src")))) for token in links]


def in_html(text: str) -> list[tuple[str, str]]:
    """Return the links that browsers make; a target with the words of its label, which may swallow others."""
    tree = html5lib.parse(f"<p>{text}</p>", namespaceHTMLElements=False)
    links = [one for one in tree.iter() if one.tag in ("a", "img")]
    labels = [re.findall(r"\w+", "".join(one.itertext())) for one in links]
    targets = [one.get("href", one.get("src", "")).strip() for one in links]
    return [("", f"{target} {label}") for target, label in zip(targets, labels, strict=True)]


PARSERS: dict[str, Callable[[str], list[tuple[str, str]]]] = {"rst": in_rst, "markdown": in_markdown, "html": in_html}
SUFFIXES = {"rst": ".rst", "markdown": ".md", "html": ".html"}
FLOORS = {"rst": 0.95, "markdown": 0.82, "html": 0.95}


def broken(format_name: str) -> Iterator[tuple[str, Damaged, bool]]:
    """Yield each link that an edit breaks, and whether it is found."""
    parse = PARSERS[format_name]
    for link in LINKS[format_name]:
        plain = re.sub("[{}]", "", link)
        meant = parse(AROUND[0] + plain + AROUND[1])
        assert meant
        for one in damaged(link):
            if [target for _, target in parse(one.text)] == [target for _, target in meant]:
                continue
            if plain.startswith("<") and re.search(rf"{re.escape(plain[1:-1])}(?![>＞〉])", one.text):
                continue  # readers have the address
            found = lint(one.text.encode(), "a" + SUFFIXES[format_name])
            yield (
                plain,
                one,
                any(place.start <= one.end and one.start <= place.end for place in (f.problem for f in found)),
            )


@pytest.mark.parametrize("format_name", FLOORS)
def test_damaged_links_are_found(format_name: str) -> None:
    results = [(one, found) for _, one, found in broken(format_name)]
    share = sum(found for _, found in results) / len(results)
    assert share >= FLOORS[format_name], [one.text for one, found in results if not found]


if __name__ == "__main__":
    for name in PARSERS:
        results = list(broken(name))
        for _, one, found in results:
            if not found:
                print(name, one.edit, one.text, sep="\t")
        print(name, sum(found for *_, found in results), "of", len(results))
