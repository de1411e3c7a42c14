"""Sphinx configuration of the documentation."""

import re
from pathlib import Path

from sphinx.application import Sphinx

from extract.rules import RULES, Rule

project = "sphinx-iri"
copyright = "the sphinx-iri authors"
extensions = ["sphinx_iri", "sphinx.ext.autodoc", "myst_parser"]
exclude_patterns = ["_build"]
smartquotes = False  # "xn--" is no dash
html_theme = "furo"
html_title = "sphinx-iri"
autodoc_member_order = "bysource"
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
    text = rule.documentation.replace("\nSource: ", "\n\n:Source: ")
    text = re.sub(r"(?m)^(Bad|Good)( \(\w+\))?:$", r"\1\2::\n", text)
    default = "on by default" if rule.on else "off until it is selected"
    return f"{title}\n{'=' * len(title)}\n\n.. highlight:: none\n\n*{rule.severity}, {default}*\n\n{text}\n"


def rules_index() -> str:
    """Return the page that lists the rules, family by family."""
    lines = ["Rules", "=====", "", "In bad examples ⟦ and ⟧ stand around the place that is reported.", ""]
    for digit, family in FAMILIES.items():
        rules = [rule for rule in RULES.values() if rule.code[3] == digit]
        if rules:
            lines += [family, "-" * len(family), "", ".. list-table::", "   :widths: 32 14 54", ""]
        for rule in sorted(rules, key=lambda rule: rule.code):
            severity = rule.severity if rule.on else f"{rule.severity}, off"
            lines += [f"   * - :doc:`{rule.code} {rule.name} <{rule.code}>`"]
            lines += [f"     - {severity}", f"     - {rule.summary}"]
        lines += [""]
    lines += [".. toctree::", "   :hidden:", "", *(f"   {code}" for code in sorted(RULES)), ""]
    return "\n".join(lines)


def write_rule_pages(app: Sphinx) -> None:
    """Write docs/rules/ from the docstrings; a page that did not change is left alone."""
    folder = Path(app.srcdir) / "rules"
    folder.mkdir(exist_ok=True)
    pages = {f"{rule.code}.rst": rule_page(rule) for rule in RULES.values()} | {"index.rst": rules_index()}
    for stale in {path.name for path in folder.iterdir()} - pages.keys():
        (folder / stale).unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def setup(app: Sphinx) -> None:
    """Write the pages of the rules before the sources are looked for."""
    app.connect("builder-inited", write_rule_pages)
