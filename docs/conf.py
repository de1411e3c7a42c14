"""Sphinx configuration of the documentation."""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

from extract.rules import RULES, Rule

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.rules.test_examples import problems
from tools import api_reference, readable_pages, reference_pages
from tools.command_pages import reference
from tools.develop_pages import requirements_table

project = "sphinx-iri"
copyright = "the sphinx-iri authors"
extensions = ["sphinx_iri", "sphinx.ext.autodoc", "myst_parser"]
exclude_patterns = ["_build"]
smartquotes = False  # "xn--" is no dash
man_pages = [("reference/command", "iri", "find, check, convert and link IRIs in prose", "", 1)]
html_theme = "furo"
html_title = "sphinx-iri"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_logo = html_favicon = "images/logo.svg"
default_role = "py:obj"
nitpicky = True
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"

FAMILIES = {
    "1": "Syntax",
    "2": "Encoding",
    "3": "Host",
    "4": "Characters",
    "5": "Direction",
    "6": "Look-alikes",
    "7": "Scheme",
    "8": "Prose",
    "9": "Input",
}


def rule_page(rule: Rule) -> str:
    """Return the page of a rule, made of its docstring."""
    title = f"{rule.code} {rule.name}"
    text = re.sub(
        r"(?m)^Source: .*(?:\n.+)*", lambda field: "\n:" + field[0].replace("\n", "\n    "), rule.documentation
    )
    text = re.sub(r"(?m)^(Bad|Good)( \(\w+\))?:$", r"\1\2::\n", text)
    default = "on by default" if rule.on else "off until it is selected"
    return f"{title}\n{'=' * len(title)}\n\n.. highlight:: none\n\n*{rule.severity}, {default}*\n\n{text}\n"


def fix_of(rule: Rule) -> str:
    """Return whether the examples of a rule get a fix: "safe", "unsafe", or neither."""
    found = [
        problem
        for sub_rule in rule.sub_rules
        for example in sub_rule.examples["Bad"]
        for problem in problems(sub_rule, example)
        if problem.fix is not None
    ]
    return "safe" if any(problem.safe for problem in found) else "unsafe" if found else "–"


TABLE = """.. list-table::
   :header-rows: 1
   :widths: 30 13 9 48

   * - Rule
     - Severity
     - Fix
     - Problem""".split("\n")
ABOUT_RULES = """Rules
=====

``--fix`` writes safe fixes, ``--fix --unsafe-fixes`` all of them. A rule may have fixes for some of its findings only.
In bad examples, ⟦ and ⟧ enclose the reported place.
"""


def rules_index() -> str:
    """Return the page that lists the rules, family by family."""
    lines = [ABOUT_RULES]
    for digit, family in FAMILIES.items():
        rules = [rule for rule in RULES.values() if rule.code[3] == digit]
        if rules:
            lines += [
                family,
                "-" * len(family),
                "",
                ".. list-table::",
                "   :header-rows: 1",
                "   :widths: 30 13 9 48",
                "",
            ]
            lines += ["   * - Rule", "     - Severity", "     - Fix", "     - Problem"]
        for rule in sorted(rules, key=lambda rule: rule.code):
            severity = rule.severity if rule.on else f"{rule.severity}, off"
            lines += [f"   * - :doc:`{rule.code} {rule.name} <{rule.code}>`"]
            lines += [f"     - {severity}", f"     - {fix_of(rule)}", f"     - {rule.summary}"]
        lines += [""]
    lines += [".. toctree::", "   :hidden:", "", *(f"   {code}" for code in sorted(RULES)), ""]
    return "\n".join(lines)


def write_rule_pages(app: Sphinx) -> None:
    """Write docs/rules/ from the docstrings; pages that went are deleted."""
    folder = Path(app.srcdir) / "rules"
    folder.mkdir(exist_ok=True)
    pages = {f"{rule.code}.rst": rule_page(rule) for rule in RULES.values()} | {"index.rst": rules_index()}
    for stale in {path.name for path in folder.iterdir()} - pages.keys():
        (folder / stale).unlink()
    for name, text in pages.items():
        write(folder / name, text)


def write_made(app: Sphinx) -> None:
    """Write the tables, the page of the command, and the names of the engine."""
    folder = Path(app.srcdir)
    for name, text in reference_pages.PAGES.items():
        write(folder / f"{name}.txt", text())
    write(folder / "develop" / "requirements-table.txt", requirements_table())
    write(folder / "reference" / "command.txt", reference())
    write(folder / "reference" / "api" / "names.txt", api_reference.names_table())


def write(path: Path, text: str) -> None:
    """Write a file; one that does not change is left alone."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def setup(app: Sphinx) -> None:
    """Write what is made from the code before the sources are looked for."""
    app.connect("builder-inited", write_rule_pages)
    app.connect("builder-inited", write_made)
    api_reference.setup(app)
    readable_pages.setup(app)
