"""The directive ``names``, and hooks for autodoc: fields by their trailing comments, links from types to their entries.

`docs/conf.py` connects `setup`. Each page of ``docs/reference/api`` lists the names that it documents: ``.. names::``
with a module documents all that it exports, unless `extract` exports it too. A list of names below it chooses some.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import io
import pydoc
import re
import sys
import textwrap
import tokenize
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_origin

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from tools.readable_pages import page_reference

# Entries to link for types of this package that have no entry of their own.
_STANDS_FOR = {
    "FinderOptions": "extract.Finder",
    "Kind": "extract.IRIError",
    "Hook": "extract.linkify",
    "Callback": "extract.markup.Linker",
}
_HOMES = ("builtins", "collections.abc", "typing", "email.message", "os")  # modules of names without a module
_NO_PLACE_FOR_A_LINK = (nodes.literal, nodes.literal_block, nodes.reference, pending_xref, nodes.title, nodes.comment)
_RULE = re.compile(r"\b(IRI\d{3})\b")
# Types of other packages, which are not documented here.
_FOREIGN = {"pa", "pyarrow", "pyspark", "rich", "SearchStrategy", "SparkSession", "DataFrame", "datetime", "re"}


def public_names(package: str) -> dict[str, str]:
    """Return the documented name of each public name of a package: ``{"Link": "extract.Link"}``.

    Names that `extract` also exports are documented there, because most users import them from it.
    """
    top = importlib.import_module("extract").__all__
    module = importlib.import_module(package)
    return {name: f"extract.{name}" if name in top else f"{package}.{name}" for name in module.__all__}


_NAMES = re.compile(r"(?m)^\.\. names:: (\S+)\n\n?((?:   .+\n)*)")


def names_on(page: str) -> list[str]:
    """Return the full names of the objects that a page documents with the directive ``names``."""
    return [full for module, names in _NAMES.findall(page) for full in _chosen(module, names.split())]


def _chosen(module: str, names: list[str]) -> list[str]:
    """Return the full names of these objects, or of all that the module exports and `extract` does not."""
    if not names:
        names = [name for name, full in public_names(module).items() if full == f"{module}.{name}"]
    return [f"{module}.{name}" for name in names]


def entry(full: str) -> list[str]:
    """Return the directive of autodoc for an object."""
    value = pydoc.locate(full)
    if isinstance(value, type):
        kind = "exception" if issubclass(value, Exception) else "class"
        return [f".. auto{kind}:: {full}", "   :members:", ""]
    if callable(value) and get_origin(value) is not Literal:
        return [f".. autofunction:: {full}", ""]
    is_short = get_origin(value) is Literal or isinstance(value, tuple)
    return [f".. autodata:: {full}", "" if is_short else "   :no-value:", ""]


class Names(SphinxDirective):
    """Document objects of a module."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Put the directives of autodoc in the place of this one."""
        chosen = _chosen(self.arguments[0], " ".join(self.content).split())
        lines = [line for full in chosen for line in entry(full)]
        self.state_machine.insert_input(lines, self.get_source_info()[0])
        return []


def names_table() -> str:
    """Return a table in reST of the names that `extract` exports, each with the first sentence of its docstring."""
    lines = [".. list-table::", "   :widths: 30 70", ""]
    for name, full in public_names("extract").items():
        value = getattr(importlib.import_module("extract"), name)
        if not name.startswith("_"):
            summary = re.split(r"(?<=[.:])\s", inspect.getdoc(value) or "")[0].rstrip(":.")
            lines += [f"   * - :py:obj:`{name} <{full}>`", f"     - {summary}"]
    return "\n".join(lines) + "\n"


def fields(owner: Any) -> dict[str, tuple[str, str]]:
    """Return the annotation and the comment of each field of a class; empty if it has no fields."""
    if not isinstance(owner, type) or not (dataclasses.is_dataclass(owner) or hasattr(owner, "_fields")):
        return {}
    return {name: text for parent in reversed(owner.__mro__) for name, text in _written(parent).items()}


@cache
def _written(owner: type) -> dict[str, tuple[str, str]]:
    if not owner.__module__.startswith(("extract", "sphinx_iri")):
        return {}
    comments = _comments(inspect.getsourcefile(owner) or "")
    tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    _, first = inspect.getsourcelines(owner)
    (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef))
    found = {}
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_":
            comment = comments.get(first + (node.end_lineno or 1) - 1, "")
            annotation = ast.unparse(node.annotation)
            choices = vars(sys.modules[owner.__module__]).get(annotation)
            if get_origin(choices) is Literal:
                annotation = str(choices).replace("typing.", "")
            found[node.target.id] = (annotation, comment)
    return found


@cache
def _comments(path: str) -> dict[int, str]:
    """Return the trailing comments of a module, by line."""
    tokens = tokenize.generate_tokens(io.StringIO(Path(path).read_text("utf-8")).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
    }


def _literals(text: str) -> str:
    """Return a comment as reST, with quoted text and None, True, False as literals."""
    text = re.sub(r'(?<![`\w])"([^"]*)"', r'``"\1"``', text.replace("\\", "\\\\"))
    return re.sub(r"\b(None|True|False)\b", r"``\1``", text)


def show_fields(_app: Sphinx, what: str, full: str, owner: Any, _options: Any, lines: list[str]) -> None:
    """Add the fields of a class to its description."""
    if what == "data":
        lines[:] = text_of_constant(full.rpartition(".")[2], owner)  # the docstring is about the type
    if what not in ("class", "exception"):
        return
    if owner.__doc__ and owner.__doc__.startswith(f"{owner.__name__}("):
        lines.clear()  # generated by dataclasses
    for name, (annotation, comment) in fields(owner).items():
        lines += ["", f".. py:attribute:: {name}", f"   :type: {annotation}", "", f"   {_literals(comment)}"]


def text_of_constant(name: str, value: Any) -> list[str]:
    """Return the lines of the text below the assignment of a constant, in any module that has the constant."""
    owners = [full for full, module in sys.modules.items() if vars(module).get(name) is value]
    texts = (ModuleAnalyzer.for_module(full).find_attr_docs() for full in owners if full.startswith("extract."))
    return next((found["", name] for found in texts if ("", name) in found), [])


def short_signature(_app: Sphinx, what: str, _name: str, owner: Any, *_: Any) -> tuple[str, str] | None:
    """Return a signature without types, because the entries of fields show them."""
    if what != "class" or not fields(owner):
        return None
    parameters = inspect.signature(owner).parameters.values()
    shown = (
        parameter.name + ("" if parameter.default is parameter.empty else f"={parameter.default!r}")
        for parameter in parameters
    )
    return f"({', '.join(shown)})", ""


def skip_fields(_app: Sphinx, what: str, name: str, _member: Any, skip: bool, _options: Any) -> bool | None:
    """Skip members that already have an entry as fields."""
    return True if what == "class" and type(_member).__name__ in ("_tuplegetter", "member_descriptor") else None


def link_types(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement) -> nodes.Node | None:
    """Resolve a reference to a Python name that Sphinx cannot resolve. Known, undocumented names become plain text."""
    if node.get("refdomain") != "py" and node.get("reftype") != "any":
        return None
    target = str(node["reftarget"])
    name = target.rpartition(".")[2]
    domain = env.domains.python_domain
    known = _documented(env)
    home = known.get(_STANDS_FOR.get(name, target)) or known.get(name)
    if home is not None:
        return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", home, node, content)
    return content if _is_known(target) else None


def _is_known(target: str) -> bool:
    """Return whether Python, another package or a module here has this name, although it is not documented here."""
    name = target.rpartition(".")[2]
    if {target.partition(".")[0], name} & _FOREIGN or pydoc.locate(target) is not None:
        return True
    homes = (module for full, module in sys.modules.items() if full in _HOMES or full.startswith("extract."))
    return any(name in vars(module) for module in homes)


def _documented(env: BuildEnvironment) -> dict[str, str]:
    """Return the full name of each documented object by its last parts: ``Link``, and ``Link.iri``."""
    names = [*env.domains.python_domain.objects]
    found = {full: full for full in names}
    for full in names:
        *_, owner, name = full.rsplit(".", 2) if "." in full else ("", full)
        found.setdefault(f"{owner}.{name}", full)
        if not owner[:1].isupper():
            found.setdefault(name, full)
    return found


def link_rules(app: Sphinx, document: nodes.document) -> None:
    """Link the codes of rules in text to their pages."""
    no_places = document.findall(lambda node: isinstance(node, _NO_PLACE_FOR_A_LINK))
    kept = {id(text) for place in no_places for text in place.findall(nodes.Text)}
    for text in list(document.findall(nodes.Text)):
        pieces = _RULE.split(text)
        if len(pieces) > 1 and id(text) not in kept:
            found: list[nodes.Node] = [nodes.Text(piece) for piece in pieces]
            found[1::2] = [page_reference(app.env.docname, "doc", f"/rules/{code}", code) for code in pieces[1::2]]
            text.parent.replace(text, found)


def setup(app: Sphinx) -> None:
    """Add the directive, and connect the hooks."""
    app.add_directive("names", Names)
    app.connect("autodoc-process-docstring", show_fields)
    app.connect("autodoc-process-signature", short_signature)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("missing-reference", link_types)
    app.connect("doctree-read", link_rules)
