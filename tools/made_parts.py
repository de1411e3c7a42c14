"""Write what is made from the code: `MADE`.

python -m tools.made_parts
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path

from extract.detect.tailorings import TAILORINGS, Difference, Tailoring
from extract.readers import FORMATS
from extract.readers.formats import CATALOGUE, SHARED, TEXT_NAMES
from tests.test_imports import RANKS, dotted, imports, modules, room
from tools import detection_table

DOCS = Path(__file__).parents[1] / "docs"


def example_of_links(record: Tailoring, example: Difference) -> str:
    """Return a doctest that shows what both profiles find in the text of an example."""
    text = re.sub("[⟦⟧]", "", example.prose)
    found = tuple(re.findall("⟦(.*?)⟧", marked) for marked in (example.prose, example.uts58))
    options = "".join(f", {name}={value}" for name, value in example.options.items())
    profile = "" if record.in_prose else f", profile={record.profile}"
    return f">>> text = {text!r}\n>>> links(text{options}{profile}), links(text{options}, profile='uts58')\n{found!r}"


def tailorings() -> str:
    """Return the list of the tailorings, made of their records."""
    entries = [
        f"``{record.name}``\n"
        + textwrap.indent(
            "\n\n".join([record.reason, *(example_of_links(record, example) for example in record.examples)]), "    "
        )
        for record in TAILORINGS.values()
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


def imported_packages(top: str) -> dict[str, set[str]]:
    """Return the packages from which each package of ``extract`` or ``sphinx_iri`` imports, the lowest first."""
    found: dict[str, set[str]] = {package: set() for package in RANKS[top]}
    for path in modules(top):
        if package := room(dotted(path)):
            found[package] |= {room(target) for target in imports(path) if target.startswith(f"{top}.")}
    return found


def picture(top: str) -> str:
    """Return a table of the packages, each with a line for what it imports: every mark is left of the diagonal."""
    found = imported_packages(top)
    columns = [name for name in found if any(name in targets - {one} for one, targets in found.items())]
    width = max(map(len, found)) + 2
    lines = [top.ljust(width) + " ".join(columns)]
    for name, targets in found.items():
        cells = ("■" if column == name else "←" if column in targets else "·" for column in columns)
        row = " ".join(cell.center(len(column)) for cell, column in zip(cells, columns, strict=True))
        lines.append(f"{name.ljust(width)}{row}".rstrip())
    return "\n".join(lines) + "\n"


def pictures() -> str:
    """Return the picture of both packages."""
    return "\n".join(picture(top) for top in ("extract", "sphinx_iri"))


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


def _part(page: str, part: Callable[[], str]) -> str:
    """Return the text of a page with its part made anew; it stands there, so that the page is whole on GitHub too."""
    before, begin, rest = (DOCS / page).read_text("utf-8").partition("\n.. made by tools/made_parts.py\n\n")
    _, end, after = rest.partition("\n.. end of what is made\n")
    assert end
    return before + begin + part() + end + after


MADE: dict[Path, Callable[[], str]] = {
    DOCS / "finding.rst": partial(_part, "finding.rst", tailorings),
    DOCS / "linter.rst": partial(_part, "linter.rst", formats),
    DOCS / "develop" / "rooms.txt": pictures,
    DOCS.parent / ".pre-commit-hooks.yaml": hook,
    detection_table.TABLE: detection_table.written,
}


if __name__ == "__main__":
    for path, text in MADE.items():
        path.write_text(text(), "utf-8")
