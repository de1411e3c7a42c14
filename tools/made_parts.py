"""Write what is made from the code: the tailorings in finding.rst, the formats in linter.rst, the hook of pre-commit.

python -m tools.made_parts

They stand in the pages, not in files to include, so that the pages are whole on GitHub too.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from extract.readers import FORMATS
from extract.readers.formats import CATALOGUE, SHARED, TEXT_NAMES
from tests.detect import tables

DOCS = Path(__file__).parents[1] / "docs"


def example_of_links(record: tables.Tailoring, example: tables.Tailored) -> str:
    """Return a doctest that shows what both profiles find in the text of an example."""
    text = re.sub("[⟦⟧]", "", example.prose)
    found = tuple(re.findall("⟦(.*?)⟧", marked) for marked in (example.prose, example.uts58))
    options = "".join(f", {name}={value}" for name, value in example.options.items())
    profile = "" if record.profile == ("prose",) else f", profile={record.profile}"
    return f">>> text = {text!r}\n>>> links(text{options}{profile}), links(text{options}, profile='uts58')\n{found!r}"


def tailorings() -> str:
    """Return the list of the tailorings, made of tests/cases/tailorings.txt."""
    entries = [
        f"``{record.name}``\n"
        + textwrap.indent(
            "\n\n".join([record.reason, *(example_of_links(record, example) for example in record.examples)]), "    "
        )
        for record in tables.tailorings()
    ]
    return "\n\n".join(entries) + "\n"


def formats() -> str:
    """Return the table of the formats, made of their records."""
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 26 50 24", ""]
    lines += ["   * - files", "     - what is prose there", "     - a comment that switches rules off"]
    for record in FORMATS.values():
        lines += ["   * - " + ", ".join(f"``{suffix}``" for suffix in record.suffixes)]
        lines += [f"     - {record.prose}", f"     - ``{record.comments.form.format('iri: ignore-file')}``"]
    return "\n".join(lines) + "\n"


_HOOK = r"""# made by tools/made_parts.py: the files that are read in folders
- id: iri-lint
  name: iri lint
  description: Find addresses that readers will not be able to follow
  entry: iri lint --force-exclude
  language: python
  types: [text]
  files: |
    (?ix)
    \.(?:{usual})$
    |(?:^|/)(?:{names})$
    |^(?=.*\.(?:{asked})$).*
    {catalog}
"""


def hook() -> str:
    """Return the description of the hook: which files pre-commit gives to it."""

    def suffixes(*, on_request: bool) -> str:
        of = (one.suffixes for one in FORMATS.values() if one.on_request is on_request)
        return "|".join(suffix[1:] for several in (*of, () if on_request else SHARED) for suffix in several)

    return _HOOK.format(
        usual=suffixes(on_request=False),
        asked=suffixes(on_request=True),
        names="|".join(sorted(TEXT_NAMES)).lower(),
        catalog=CATALOGUE,
    )


HOOKS = DOCS.parent / ".pre-commit-hooks.yaml"
PARTS = {"finding.rst": tailorings, "linter.rst": formats}
_PART = re.compile(r"(?<=\n\.\. made by tools/made_parts\.py\n\n).*?(?=\n\.\. end of what is made\n)", re.DOTALL)


def renewed(page: str) -> str:
    """Return the text of a page with its part made anew."""
    text = (DOCS / page).read_text("utf-8")
    assert len(_PART.findall(text)) == 1
    return _PART.sub(lambda _: PARTS[page](), text)


if __name__ == "__main__":
    for name in PARTS:
        (DOCS / name).write_text(renewed(name), "utf-8")
    HOOKS.write_text(hook(), "utf-8")
