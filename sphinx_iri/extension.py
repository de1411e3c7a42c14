"""Register the configuration values, events, transforms, nodes and roles of the Sphinx extension."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from extract import __version__
from sphinx_iri import config as config_values
from sphinx_iri._compat import check_installed
from sphinx_iri.builder import IRIBuilder, fail
from sphinx_iri.config import VALUES
from sphinx_iri.doctree.addresses import is_external
from sphinx_iri.doctree.convert import add_conversions, iri_reference, isolate_in_titles, isolated
from sphinx_iri.doctree.places import LocateDefinitions, SourceLine, source_lines
from sphinx_iri.doctree.transforms import CheckLinks, ProtectFromSmartQuotes
from sphinx_iri.doctree.validator import Validator
from sphinx_iri.domain import IRIDomain, NameIndex, Reported, add_index, iri_domain, uses_in
from sphinx_iri.linkcheck import LinkcheckBuilder, uri_to_check
from sphinx_iri.parsing.inliner import RSTParserMixin
from sphinx_iri.roles import iri_role
from sphinx_iri.writing import fragments, html, latex
from sphinx_iri.writing.install import install_translator

if TYPE_CHECKING:
    from extract import Problem

logger = logging.getLogger(__name__)


class SphinxCheckLinks(CheckLinks, SphinxTransform):
    """Check links and toctrees. Warn with type ``iri`` and the rule name as subtype, and store links and problems."""

    kinds = (*CheckLinks.kinds, addnodes.toctree)

    def check(self, node: Any, validator: Validator) -> list[str]:
        """Check a link or the entries of a toctree. Decode the file name of an image."""
        if isinstance(node, nodes.image) and "%" in node["uri"]:
            _name_file(node, self.env)
        return _check_toctree(node, validator) if isinstance(node, addnodes.toctree) else super().check(node, validator)

    def note(self, links: Iterable[tuple[nodes.Node, str]]) -> None:
        """Store the links, and the number of unlinked IRIs, of the document."""
        domain, docname = iri_domain(self.env), self.env.docname
        uses = [
            tuple(use) for use in uses_in(self.document, links)
        ]  # the garbage collector does not track plain tuples
        if uses:
            domain.data["uses"].setdefault(docname, []).extend(uses)
        if unlinked := getattr(self.document, "iri_unlinked", 0):
            domain.data["unlinked"][docname] = unlinked

    def report(self, iri: str, problem: Problem, message: str, place: SourceLine) -> None:
        """Store a problem and log a warning."""
        source, line = place.source or "", place.line or 0
        if not any(iri in text for text in source_lines(source)[max(0, line - 1) : line]):
            if problem.sub_rule == "space" and _without_spaces(iri) in _without_spaces("".join(source_lines(source))):
                return  # a wrapped IRI: the gettext builder writes a space there, which translators copy
            source, line = _in_catalog(source, line, iri, self.env)
        reported = Reported(source, line, iri, problem, place.before)
        iri_domain(self.env).data["problems"].setdefault(self.env.docname, []).append(reported)
        location = f"{source}:{line or ''}" if source else None
        logger.warning("%s", message, type="iri", subtype=problem.name, location=location)


def _name_file(image: nodes.image, env: BuildEnvironment) -> None:
    """Decode the file name of an image. Markdown parsers percent-encode it, and Sphinx does not decode it."""
    decoded = unquote(image["uri"])
    if not is_external(image["uri"]) and not _is_file(image["uri"], env) and _is_file(decoded, env):
        image["uri"] = decoded


def _is_file(name: str, env: BuildEnvironment) -> bool:
    """Return whether ``name`` is a file of the project. Its suffix may be ``.*``."""
    with suppress(OSError, ValueError):  # NUL, or too long
        path = Path(env.relfn2path(name, env.docname)[1])
        return any(path.parent.glob(f"{glob.escape(path.stem)}.*")) if path.suffix == ".*" else path.is_file()
    return False


def _in_catalog(source: str, line: int, iri: str, env: BuildEnvironment) -> tuple[str, int]:
    """Return the file and line of ``iri`` in the message catalog, or ``source`` and ``line`` if it is not there."""
    document = env.docname
    config = env.config
    compact = config.gettext_compact
    domain = compact if isinstance(compact, str) else document.partition("/")[0] if compact else document
    wanted = _without_spaces(iri.removeprefix("mailto:"))  # docutils removes whitespace from targets
    for folder in config.locale_dirs:
        catalog = str(Path(env.srcdir, folder, config.language, "LC_MESSAGES", f"{domain}.po"))
        for first, pieces in _translations(source_lines(catalog)):
            at = "".join(pieces).find(wanted)
            if at >= 0:
                ends = accumulate(map(len, pieces))
                return catalog, first + next(number for number, end in enumerate(ends) if at < end)
    return source, line


def _translations(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line of each ``msgstr``, and its wrapped strings without whitespace."""
    first, pieces = 0, list[str]()
    for number, line in enumerate([*lines, ""], 1):
        is_first = line.startswith("msgstr")
        if pieces and not line.startswith('"'):
            yield first, pieces
            pieces = []
        if is_first:
            first = number
        if is_first or (pieces and line.startswith('"')):
            pieces.append(_without_spaces(line.partition('"')[2].rpartition('"')[0]))


def _without_spaces(text: str) -> str:
    return "".join(text.split())


def _check_toctree(node: addnodes.toctree, validator: Validator) -> list[str]:
    """Replace IRIs in the entries by URIs, with the IRI as default title. Return the external IRIs.

    This happens here because no transform processes the toctrees of pages and sidebars, which use these entries.
    """
    entries, addresses = [], []
    for title, target in node["entries"]:
        marked = validator.holds_markup(target, node)
        if "://" in target and not target.isascii():
            if marked or not validator.validate(target, node):
                continue
            entries.append((title or target, validator.convert(target)))
        else:
            entries.append((title, target))
        if "://" in target:
            addresses.append(target)
    node["entries"] = entries
    return addresses


def check_config(app: Sphinx, config: Config) -> None:
    """Raise ConfigError for an invalid configuration value before reading documents.

    Replace a value of a wrong type by the default. Sphinx or this function warns about it.
    """
    messages: list[str] = []
    for name in VALUES:
        value = getattr(config, name)
        if isinstance(value, (list, frozenset)) and [*value] == [""]:  # Sphinx's value for "-D iri_schemes="
            value = []
        if VALUES[name].types == (bool,) and isinstance(value, int):  # Sphinx accepts 1
            value = bool(value)
        try:
            config_values.validate(name, value)
        except TypeError as error:
            if isinstance(value, VALUES[name].types):  # Sphinx does not check entries
                messages.append(str(error))
            value = VALUES[name].default
        except ValueError as error:
            raise ConfigError(str(error)) from error
        setattr(config, name, value)
    messages += config_values.notices(config)
    parsers = app.registry.get_source_parsers().values()
    if config.iri_myst is True and not any("myst" in base.__module__ for one in parsers for base in one.__mro__):
        messages.append("iri_myst = True is for MyST, which is not loaded: add 'myst_parser' to extensions")
    for message in messages:
        logger.warning("%s", message, type="iri", subtype="config")


def report_unlinked(app: Sphinx, error: Exception | None) -> None:
    """Log the number of bare IRIs in Markdown that are not links, since MyST links them only on request."""
    unlinked = iri_domain(app.env).data["unlinked"] if error is None else {}
    if unlinked and app.config.iri_myst == "auto":
        logger.info(
            "sphinx-iri: IRIs in the text of Markdown pages are not links: %d. Pages: %d. For links, add 'linkify' to"
            " myst_enable_extensions, or set iri_myst = True; set iri_myst = False to leave them text.",
            sum(unlinked.values()),
            len(unlinked),
        )


def make_ids_of_words(app: Sphinx, config: Config) -> None:
    """Add the transforms for ids from the words of headings, if ``iri_heading_ids`` is set."""
    if config.iri_heading_ids:
        from sphinx_iri.doctree.ids import IdsOfWords, RememberTitles

        app.add_transform(RememberTitles)
        app.add_transform(IdsOfWords)
        app.connect("build-finished", fragments.encode_inventory)


def _mixin_for(parser: type[Parser]) -> type[Parser] | None:
    """Return the mixin for a reStructuredText or MyST parser, else None. Links of other parsers are only converted."""
    if any(base.__module__.startswith("myst_parser.") for base in parser.__mro__):
        from sphinx_iri.parsing.markdown import MySTParserMixin  # only for projects with MyST

        return MySTParserMixin
    return RSTParserMixin if issubclass(parser, RSTParser) else None


def install_parsers(app: Sphinx) -> None:
    """Replace each registered parser by a subclass that finds IRIs, if ``iri_detect`` is set."""
    for kind, parser in list(app.registry.get_source_parsers().items()) if app.config.iri_detect else ():
        mixin = _mixin_for(parser)
        if mixin is not None:
            # Keep name and module of the parser, which messages and pickled environments contain.
            kept = {"__module__": parser.__module__, "__doc__": parser.__doc__, "supported": (kind,)}
            app.add_source_parser(type(parser.__name__, (mixin, parser), kept), override=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all parts of the extension."""
    for name, value in VALUES.items():
        app.add_config_value(name, value.default, value.rebuild, types=frozenset(value.types))
    app.add_role("iri", iri_role)
    app.add_domain(IRIDomain)
    app.add_builder(IRIBuilder)
    app.add_builder(LinkcheckBuilder, override=True)
    app.add_transform(LocateDefinitions)
    app.add_transform(ProtectFromSmartQuotes)
    app.add_transform(SphinxCheckLinks)
    app.add_node(iri_reference)
    app.add_node(isolated)
    app.add_post_transform(NameIndex)
    app.connect("config-inited", check_config, priority=850)  # after Sphinx's type check (800)
    app.connect("config-inited", check_installed)  # checks MyST too, after all extensions are loaded
    app.connect("config-inited", latex.add_commands)
    app.connect("config-inited", make_ids_of_words)
    app.connect("config-inited", add_index)
    app.connect("builder-inited", fragments.encode_navigation)
    app.connect("builder-inited", add_conversions)
    app.connect("builder-inited", install_parsers, priority=900)
    app.connect("builder-inited", install_translator, priority=900)  # after themes (500)
    app.connect("doctree-read", isolate_in_titles, priority=400)  # before Sphinx's collectors (500)
    app.connect("html-page-context", html.isolate_titles, priority=400)  # before themes (500)
    app.connect("build-finished", report_unlinked)
    app.connect("linkcheck-process-uri", uri_to_check)
    app.connect("build-finished", fail)
    # No "env_version", which Sphinx writes into the search index. `IRIDomain.data_version` has the same effect.
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
