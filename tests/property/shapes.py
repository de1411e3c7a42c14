"""Texts that may take long: a beginning, a unit of a few tokens that is repeated, and an ending."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.hostile import TABLE, unescaped
from tests.surfaces import SURFACES, Surface


def _tokens() -> dict[str, list[str]]:
    """Return the tokens of each section of the table."""
    text = TABLE.with_name("hostile_tokens.txt").read_text("utf-8")
    sections = (section.partition("]]\n") for section in text.split("\n[[")[1:])
    return {name: [*map(unescaped, tokens.split())] for name, _, tokens in sections}


_FOUND = _tokens()
BEFORE, AFTER = (st.sampled_from(["", *_FOUND[name]]) for name in ("before", "after"))
# Those of a kind of functions, of which more are of its own formats.
TOKENS = {"text": _FOUND["text"], "iri": _FOUND["iri"]}
TOKENS |= {kind: _FOUND["text"] + 2 * _FOUND[kind] for kind in ("file", "mail")}


def _shape(before: str, tokens: list[str], after: str, grows: bool) -> str:
    first, *others = tokens
    # in lines, each with one more copy of the first token
    unit = f"{first}↗{''.join(others)}\n" if grows else "".join(tokens)
    return f"{before}⟦{unit}⟧{after}"


def _of(kind: str, surfaces: dict[str, Surface]) -> st.SearchStrategy[tuple[str, Surface, str]]:
    tokens = st.lists(st.sampled_from(TOKENS[kind]), min_size=1, max_size=5)
    shapes = st.builds(_shape, BEFORE, tokens, AFTER, st.booleans())
    return st.tuples(st.sampled_from(sorted(surfaces)), shapes).map(lambda case: (case[0], surfaces[case[0]], case[1]))


# The name of a function, the function, and a shape in the notation of `tests.hostile`.
CASES = st.one_of([_of(kind, surfaces) for kind, surfaces in SURFACES.items()])
