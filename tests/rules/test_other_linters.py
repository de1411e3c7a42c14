"""Each kind of mistake in links that sphinx-lint or markdownlint has a rule for is found, in its examples reworded."""

import pytest

from extract import lint
from extract.rules import RULES

SPHINX_LINT = [  # sphinx-lint, "List of available checks"
    ("missing-space-in-hyperlink", "See `die Größe<https://example.com/größe>`_ now."),
    ("missing-underscore-after-hyperlink", "See `die Größe <https://example.com/größe>` now."),
    ("hyperlink-reference-missing-backtick", "See Größe <https://example.com/größe>`_ now."),
    ("role-without-backticks", "See :ref:größe now."),
    ("role-with-double-backticks", "See :ref:``größe`` now."),
    ("missing-backtick-after-role", "See :ref:`größe now."),
    ("backtick-before-role", "See `:ref:`größe` now."),
    ("missing-space-before-role", "See die:ref:`größe` now."),
    ("missing-space-after-role", "See :ref:`größe`n now."),
    ("missing-colon-in-role", "See :ref`größe` now."),
    ("missing-colon-in-role", "See ref:`größe` now."),
    ("missing-space-in-hyperlink", "See :ref:`die Größe<größe >`_ now."),
    ("directive-with-three-dots", "... image:: größe.png\n"),
    ("directive-missing-colons", ".. image: größe.png\n"),
]
MARKDOWNLINT = [  # markdownlint, "Rules"
    ("MD011", "See (die Größe)[https://example.com/größe] now."),
    ("MD042", "See [die Größe]() now."),
    ("MD042", "See [die Größe](<>) now."),
    ("MD052", "See [die Größe][größe] now.\n\n[gewicht]: https://example.com/gewicht"),
    ("MD052", "See ![die Größe][größe] now."),
]
SELECTED = [
    ("MD034", "See https://example.com/größe now.", "unbracketed-link"),
    ("MD011", "See (die Größe)[größe] now.", "reversed-link"),
    ("MD011", "Nor (die Größe)[größe^gewicht] now.", "reversed-link"),
    ("MD011", "begin: /\\B(([\\/.])[\\w\\-.]+)+/", "reversed-link"),
    ("MD011", "|Maß|\n|---|\n|`(?:\\[\"'\\](?<1>\\[^\"'\\]*)[\"']|(?<1>\\S+))`|", "reversed-link"),
    ("MD042", "See [die Größe](#) now.", "placeholder-destination"),
    ("MD042", "See [die Größe][maß] now.\n\n[maß]: #", "placeholder-label"),
    ("MD042", "See [maß] now.\n\n[maß]: #", "placeholder-label"),
    ("MD052", "See [a][größe] now.", "undefined-label"),
    ("MD052", "See [größe][] now.", "undefined-label"),
    ("MD052", "See [die Größe][die\nGröße] now.", "undefined-label"),
    ("MD052", "See [![größe][bild]][gewicht].\n\n[bild]: größe.png", "undefined-label"),
    ("MD052", "See [![größe][bild]][gewicht].\n\n[gewicht]: größe.png", "undefined-label"),
    ("MD052", "> See [größe] now.", "undefined-shortcut"),
    ("MD052", "See ![größe] now.", "undefined-shortcut"),
    ("MD052", "Größe[^2]", "undefined-shortcut"),
    ("MD051", "# Größe\n\nSee [die Größe](#gewicht) now.", "missing-anchor"),
    ("MD053", "See [größe].\n\n[größe]: größe.md\n[gewicht]: gewicht.md", "unused-definition"),
]


@pytest.mark.parametrize(("kind", "text"), SPHINX_LINT)
def test_what_sphinx_lint_finds(kind: str, text: str) -> None:
    assert lint(text.encode(), "a.rst"), kind


@pytest.mark.parametrize(("kind", "text"), MARKDOWNLINT)
def test_what_markdownlint_finds(kind: str, text: str) -> None:
    assert lint(text.encode(), "a.md"), kind


@pytest.mark.parametrize(("kind", "text", "part"), SELECTED)
def test_what_markdownlint_finds_if_it_is_selected(kind: str, text: str, part: str) -> None:
    assert part in [one.problem.sub_rule for one in lint(text.encode(), "a.md", rules=RULES.values())], kind
    assert part not in [one.problem.sub_rule for one in lint(text.encode(), "a.md")]


INNOCENT = [  # of markdownlint's own: what its rules let pass, and boxes to tick
    "See [größe](gewicht)[größe](maß).",
    "Use xxx\\(größe)[maß], xxx(größe\\)[maß], xxx(größe)\\[maß], xxx(größe)[maß\\].\n\n[maß]: größe.md",
    "Use `größe(x)[y]` and (größe)[^1].\n\n[^1]: Maß",
    "Use ``größe(x)[y]`` [maß].\n\n    größe(x)[y]\n\n<!-- [größe][maß] -->\n\n```\n[größe]\n```\n\n[maß]: größe.md",
    "> See [die\n> Größe][das\n> Maß].\n\n[das maß]: größe.md",
    "[größe]:\nhttps://example.com/\n\n[[größe]] and [ein [größe] und] \\[maß\\] and \\[maß][größe]",
    "- [x] größe\n- [ ] gewicht\n\n> [!NOTE]\n> größe",
    # what the parser, or a program before it, reads otherwise
    "---\nmaße: [größe, gewicht]\n---\n\n    größe[x][y]\n\n- ```\n  größe[x][y]\n  ```\n\n`größe\n[x][y]`",
    "See [[größe]](maß), [größe](maß[x]), [größe](maß \"x [y] z\"), <http://[::1]/> and <b title='[x][y]'>größe</b>.",
    "See (größe)[maß] and (siehe)[größe][maß].\n\n[maß]: größe.md",
    "| `x\\|y` | [![größe][maß]](größe.md) |\n|---|---|\n\n[maß]: größe.png",
]


@pytest.mark.parametrize("text", INNOCENT)
def test_what_markdownlint_lets_pass(text: str) -> None:
    parts = {"reversed-link", "placeholder-label", "undefined-label", "undefined-shortcut"}
    assert not parts.intersection(one.problem.sub_rule for one in lint(text.encode(), "a.md", rules=RULES.values()))
