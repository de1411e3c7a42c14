"""Generate tables of the documentation, and the pre-commit hook, from the code.

docs/conf.py writes the tables at each build. ``python -m tools.reference_pages`` writes the hook, which is committed.
"""

from __future__ import annotations

import re
from pathlib import Path

from extract.cli.patterns import LEFT_OUT
from extract.readers import FORMATS
from extract.readers.formats import CATALOGUE, SHARED, TEXT_NAMES
from sphinx_iri.config import _NAMES, CHOICES, VALUES, Value
from tests.detect import tables
from tests.test_imports import RANKS, dotted, imports, modules, room

ROOT = Path(__file__).parents[1]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PROGRAMS = ROOT / "benchmarks" / "results" / "programs.md"


def example_of_links(record: tables.Tailoring, example: tables.Tailored) -> str:
    """Return a doctest that shows the links in an example for both profiles."""
    text = re.sub("[⟦⟧]", "", example.prose)
    found = tuple(re.findall("⟦(.*?)⟧", marked) for marked in (example.prose, example.uts58))
    options = "".join(f", {name}={value}" for name, value in example.options.items())
    profile = "" if record.profile == ("prose",) else f", profile={record.profile}"
    return f">>> text = {text!r}\n>>> links(text{options}{profile}), links(text{options}, profile='uts58')\n{found!r}"


def tailorings() -> str:
    """Return a section for each tailoring in tests/cases/tailorings.txt."""
    return "\n\n".join(
        "\n\n".join(
            [
                f".. _tailoring-{record.name}:\n\n``{record.name}``\n{'-' * (len(record.name) + 4)}",
                record.reason,
                *(example_of_links(record, example) for example in record.examples),
            ]
        )
        for record in tables.tailorings()
    )


def formats() -> str:
    """Return a table of the formats."""
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 26 50 24", ""]
    lines += ["   * - Files", "     - Text that is checked", "     - Suppression comment"]
    for record in FORMATS.values():
        lines += ["   * - " + ", ".join(f"``{suffix}``" for suffix in record.suffixes)]
        lines += [f"     - {record.prose}", f"     - ``{record.comments.form.format('iri: ignore-file')}``"]
    return "\n".join(lines) + "\n"


def programs() -> str:
    """Return a table of the links of each program, from the results in benchmarks/results/."""
    rows = re.findall(r"(?m)^\| \[(.+?)\]\(\.\./\.\./docs/(.+?)\) \| (.+) \|$", PROGRAMS.read_text("utf-8"))
    lines = [".. csv-table::", "   :delim: |", "   :header-rows: 1", "", "   Program | Alone | With the integration"]
    return "\n".join([*lines, *(f"   `{name} <../{page}>`__ | {counts}" for name, page, counts in rows), ""])


def excluded() -> str:
    """Return the default value of the setting ``exclude``."""
    return ", ".join(f"``{pattern}``" for pattern in LEFT_OUT) + "\n"


def values() -> str:
    """Return the configuration values of the Sphinx extension."""
    return "\n".join(_value(name, value) for name, value in VALUES.items())


def _value(name: str, value: Value) -> str:
    kinds = dict.fromkeys("collection of ``str``" if kind in _NAMES else f"``{kind.__name__}``" for kind in value.types)
    types = ", ".join(f"``{choice!r}``" for choice in CHOICES[name]) if name in CHOICES else " or ".join(kinds)
    fields = f"   :type: {types}\n   :default: ``{value.default!r}``\n"
    return f".. confval:: {name}\n{fields}\n   {value.help[0].upper()}{value.help[1:]}.\n"


def imported_packages(top: str) -> dict[str, set[str]]:
    """Return the packages that each package of ``extract`` or ``sphinx_iri`` imports, the lowest first."""
    found: dict[str, set[str]] = {package: set() for package in RANKS[top]}
    for path in modules(top):
        if package := room(dotted(path)):
            found[package] |= {room(target) for target in imports(path) if target.startswith(f"{top}.")}
    return found


def picture(top: str) -> str:
    """Return a table of the packages and their imports. All marks are left of the diagonal."""
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
    """Return the tables of both top packages."""
    return "\n".join(picture(top) for top in ("extract", "sphinx_iri"))


# Files that docs/conf.py writes below docs/.
PAGES = {
    "reference/formats": formats,
    "reference/tailorings": tailorings,
    "reference/excluded": excluded,
    "reference/values": values,
    "integrations/programs": programs,
    "develop/packages": pictures,
}

_HOOK = r"""# made by tools/reference_pages.py: the files that are read in folders
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
    """Return the description of the hook, with the files that pre-commit passes to it."""

    def suffixes(*, on_request: bool) -> str:
        of = (one.suffixes for one in FORMATS.values() if one.on_request is on_request)
        return "|".join(suffix[1:] for several in (*of, () if on_request else SHARED) for suffix in several)

    return _HOOK.format(
        usual=suffixes(on_request=False),
        asked=suffixes(on_request=True),
        names="|".join(sorted(TEXT_NAMES)).lower(),
        catalog=CATALOGUE,
    )


if __name__ == "__main__":
    HOOKS.write_text(hook(), "utf-8")
