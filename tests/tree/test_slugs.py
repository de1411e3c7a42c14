"""Anchors that programs make of headings; the pairs were made by the programs themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.tree.slugs import SLUGGERS, named

# heading: github, myst, mkdocs, mkdocs-unicode, hugo, asciidoctor, vitepress, mdbook
PROGRAMS = "github myst mkdocs mkdocs-unicode hugo asciidoctor vitepress mdbook".split()
PAIRS = {
    "日本語 Größe": "日本語-größe 日本語-größe groe 日本語-größe 日本語-größe _日本語_größe 日本語-große 日本語-größe",
    "ＡＢ Ｃ": "ａｂ-ｃ ａｂ-ｃ ab-c ａｂ-ｃ ａｂ-ｃ _ａｂ_ｃ ab-c ａｂ-ｃ",
    "हिन्दी में": "हिन्दी-में हनद-म - हनद-म हनद-म _हिन्दी_में हिन्दी-में हिनदी-में",
    "🚀 Los v1.2": "-los-v12 -los-v12 los-v12 los-v12 -los-v12 _los_v1_2 🚀-los-v1-2 -los-v12",
    "İstanbul": "i̇stanbul istanbul istanbul i̇stanbul istanbul _i̇stanbul istanbul istanbul",
    "ΟΔΟΣ": "οδοσ οδος - οδος οδοσ _οδοσ οδος οδος",
    "① a": "-a ①-a 1-a ①-a -a _a _1-a ①-a",
    "A  B - c": "a--b---c a--b---c a-b-c a-b-c a--b---c _a_b_c a-b-c a--b---c",
    "3日目": "3日目 3日目 3 3日目 3日目 _3日目 _3日目 3日目",
    "2024 plan": "2024-plan 2024-plan 2024-plan 2024-plan 2024-plan _2024_plan _2024-plan 2024-plan",
}


@pytest.mark.parametrize("heading", PAIRS)
def test_slugs(heading: str) -> None:
    made = [SLUGGERS[program].slug(heading) for program in PROGRAMS]
    assert made == [
        "" if slug == "-" and program == "mkdocs" else slug
        for slug, program in zip(PAIRS[heading].split(), PROGRAMS, strict=True)
    ]


@pytest.mark.parametrize(
    ("program", "anchors"),
    [
        ("github", "größe größe-1 größe-2 größe-1-1"),
        ("mkdocs-unicode", "größe größe_1 größe_2 größe-1"),
        ("asciidoctor", "_größe _größe_2 _größe_3 _größe_1"),
    ],
)
def test_headings_that_are_alike_are_numbered(program: str, anchors: str) -> None:
    assert list(named(["Größe", "Größe", "Größe", "Größe 1"], program)) == anchors.split()


@given(st.lists(st.text(max_size=5), max_size=6), st.sampled_from(sorted(SLUGGERS)))
def test_every_heading_has_an_anchor_of_its_own(headings: list[str], program: str) -> None:
    anchors = list(named(headings, program))
    assert len(anchors) == len(set(anchors)) == len(headings)
