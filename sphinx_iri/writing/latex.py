"""Write links that show an IRI in LaTeX: the IRI as shaped text from left to right, or the URI."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.config import Config
from sphinx.util import texescape

from sphinx_iri._patches import found
from sphinx_iri.config import converter, is_rtl, settings_of
from sphinx_iri.doctree.addresses import shows_address
from sphinx_iri.doctree.convert import as_plain_reference, iri_reference
from sphinx_iri.writing.plain import PlainMixin, is_inside

# Patterns for `regex` are strings here. It compiles them on first use and caches them.
_LATIN_1 = re.compile(r"[\x00-\x7fÀ-ÖØ-öø-ÿ]+")  # letters in TeX's own fonts
_CHARACTER_SETS = {"platex": "iso2022_jp", "uplatex": "cp932"}  # JIS X 0208, and its usual extensions
_RTL = r"\p{bc=R}\p{bc=AL}"
_NUMBER = r"\p{bc=EN}\p{bc=AN}"
# Possible line breaks: after a delimiter, a hyphen or similar, but not at the end of the IRI. In right-to-left text
# only between letters.
_BREAK = r"(?<![/?&=:;,+._-])[/?&=:;,+._-]++\K"
_BREAK_IN_LAST = r"(?<![/?&=:;,+._-])[/?&=:;,+._-]++(?=.)\K"
_RTL_BREAK = rf"(?<=[{_RTL}]\p{{Mn}}*)[/?&=#:;,+._-]+(?=[{_RTL}])\K"
# Scripts that fonts shape only if the script is set, with the names of fontspec.
_RTL_SCRIPTS = ("Arabic", "Syriac", "Thaana", "Hebrew")
_LTR_SCRIPTS = (
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
    *("Thai", "Lao", "Tibetan", "Myanmar", "Khmer"),
)
# Right-to-left runs of UAX #9 in a left-to-right IRI (RFC 3987 §4.1): from the first right-to-left letter to the last,
# or to the numbers after it (N1), including their signs after Hebrew letters (W5).
_RUN = (
    rf"(?P<rtl>[{_RTL}\p{{bc=AN}}][\p{{Mn}}\p{{Join_Control}}]*+"
    rf"(?:[^\p{{bc=L}}{_RTL}{_NUMBER}]*+[{_RTL}{_NUMBER}][\p{{Mn}}\p{{Join_Control}}]*+)*+"
    rf"(?:(?<=\p{{bc=R}}[^\p{{bc=L}}{_RTL}]*\p{{bc=EN}})\p{{bc=ET}}++)?)|"
    # Joiners and combining marks have the script Inherited.
    + "|".join(rf"(?P<{name}>(?:\p{{{name}}}\p{{Inherited}}*+)++)" for name in _LTR_SCRIPTS)
)
# Numbers in such text, which are left-to-right: after Arabic letters (W2, W4) and after other letters (W4, W5).
_STRETCH = rf"(?P<arabic>\p{{bc=AL}})?(?(arabic)|[{_RTL}]?+)[^{_RTL}]*+"
_ARABIC_NUMBER = rf"[{_NUMBER}]++(?:[,.:/][{_NUMBER}]++)*+"
_NUMBER_AND_SIGNS = (
    r"\p{bc=AN}++|(?<!\p{bc=ET})\p{bc=ET}*+\p{bc=EN}(?:[\p{bc=EN}\p{bc=ET}]|(?<=\p{bc=EN})[-+,.:/](?=\p{bc=EN}))*+"
)

# \sphinxiriltr{IRI}: left-to-right text, also in a right-to-left paragraph (@RTL of the bidi package), whose font has
# that script, and in which tokens between characters change the direction of numbers. Inside it,
# \sphinxirirtl{Script}{text} is right-to-left (with XeTeX's TeXXeTstate), and \sphinxirinumber{number} left-to-right
# again. \sphinxiriscript{Script}{text}: text shaped for its script. \sphinxiriunderscore{}: "_", also in a table of
# contents. In bookmarks, only the text is written.
_COMMANDS = r"""\makeatletter
\protected\def\sphinxiriscript#1#2{{\addfontfeatures{Script=#1}#2}}
\protected\def\sphinxiriunderscore#1{\string_}
%s
\AtBeginDocument{\pdfstringdefDisableCommands{\let\sphinxiriscript\@secondoftwo\let\sphinxirirtl\@secondoftwo
  \let\sphinxiriltr\@firstofone\let\sphinxirinumber\@firstofone\let\sphinxhref\@secondoftwo
  \let\sphinxiriunderscore\textunderscore}}
\makeatother
"""
_XETEX = r"""
\protected\def\sphinxiriltr#1{\leavevmode
  {\ifx\if@RTL\iftrue\@RTLfalse\XeTeXinterchartokenstate=0 \addfontfeatures{Script=Latin}\beginL#1\endL\else#1\fi}}
\protected\def\sphinxirirtl#1#2{\global\TeXXeTstate=1 \beginR\sphinxiriscript{#1}{#2}\endR}
\protected\def\sphinxirinumber#1{\beginL\sphinxiriscript{Latin}{#1}\endL}"""
_LUATEX = r"""
\protected\def\sphinxiriltr#1{\leavevmode{\textdir TLT#1}}
\protected\def\sphinxirirtl#1#2{{\textdir TRT\sphinxiriscript{#1}{#2}}}
\protected\def\sphinxirinumber#1{{\textdir TLT#1}}"""
COMMANDS = {"xelatex": _COMMANDS % _XETEX, "lualatex": _COMMANDS % _LUATEX}


class LaTeXMixin(PlainMixin):
    """Mixin for the translator of LaTeX."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Write ``\\sphinxhref{URI}{IRI}``, or only the URI if the engine cannot show the IRI.

        ``\\sphinxurl`` would write the IRI character by character, without shaping, and reverse right-to-left text.
        """
        if not shows_address(node):
            self.visit_reference(as_plain_reference(node))
            self.body[-1] = rf"\sphinxhref{{{_latex_uri(node['uri'])}}}{{"
            return
        place = _Place(self.config, is_inside(node, nodes.title, nodes.rubric))
        self.body.append(_shown(place, node.astext(), node["uri"], is_link=not node.get("nolinkurl")))
        raise nodes.SkipNode


class _Place(NamedTuple):
    """The context in which an IRI is written."""

    config: Config
    is_title: bool

    def encode(self, text: str) -> str:
        """Escape ``text`` for LaTeX."""
        return texescape.escape(text, self.config.latex_engine)


def _shown(place: _Place, text: str, uri: str, *, is_link: bool) -> str:
    """Return the LaTeX of a link whose text is its IRI, or of the IRI without a link."""
    engine = place.config.latex_engine
    # A repaired IRI is shown as written.
    if text == uri or not can_show(engine, text):
        return (r"\sphinxurl{%s}" if is_link else r"\sphinxnolinkurl{%s}") % _latex_uri(uri)

    def linked(shown: str) -> str:
        return rf"\sphinxhref{{{_latex_uri(uri)}}}{{{shown}}}" if is_link else shown

    if engine not in COMMANDS:
        return linked(_breakable(place, text, _BREAK_IN_LAST))
    if is_rtl(place.config.language):
        # Here a link across two lines would cover both lines completely, so link each piece.
        return rf"\sphinxiriltr{{{_latex_text(place, text, linked)}}}"
    return rf"\sphinxiriltr{{{linked(_latex_text(place, text))}}}"


class Printed(str):
    """An IRI in a printed index, written like in text: shaped, with line breaks, as a link.

    Sphinx's writer calls ``translate`` to escape index entries, and has no other hook.
    """

    __slots__ = ("config",)
    config: Config

    def translate(self, _table: Any) -> str:
        """Return the LaTeX in the text font, because the code font lacks letters."""
        iri = str(self)
        uri = converter(settings_of(self.config))(iri)
        return r"\normalfont{}" + _shown(_Place(self.config, False), iri, uri, is_link=True)


def printed(iri: str, config: Config) -> str:
    """Return ``iri`` as an entry of a printed index."""
    if found(texescape, "escape") is None:
        return iri
    entry = Printed(iri)
    entry.config = config
    return entry


def can_show(engine: str, text: str) -> bool:
    """Return whether the default fonts of ``engine`` have all letters of ``text``."""
    import regex

    if engine in COMMANDS:
        return True
    others = _LATIN_1.sub("", text)
    try:
        others.encode(_CHARACTER_SETS.get(engine, "ascii"))
    except UnicodeEncodeError:
        return False
    return not regex.search(r"\p{Latin}", others)


# Special characters of URIs. hyperref expands ``\$`` to a font command.
_SPECIAL = str.maketrans({"$": r"\string$", **{character: f"\\{character}" for character in "%#&_{}"}})


def _latex_uri(uri: str) -> str:
    """Escape a URI for the argument of a command. Brackets need no escape there."""
    return uri.translate(_SPECIAL)


def _breakable(place: _Place, text: str, places: str, written: Callable[[str], str] | None = None) -> str:
    """Write text with possible line breaks at ``places``, except in a title, which is also a bookmark."""
    import regex

    pieces = [text] if place.is_title else regex.split(places, text)
    return r"\allowbreak{}".join(map(written or place.encode, pieces))


def _latex_text(place: _Place, text: str, linked: Callable[[str], str] | None = None) -> str:
    """Escape an IRI for text mode, with its scripts and directions. ``linked`` writes each piece as a link."""
    import regex

    def ltr(piece: str) -> str:
        return linked(place.encode(piece)) if linked and piece else str(place.encode(piece))

    parts = []
    position = 0
    for run in regex.finditer(_RUN, text):
        parts.append(_breakable(place, text[position : run.start()], _BREAK, ltr))
        if run.lastgroup == "rtl":
            script = next((name for name in _RTL_SCRIPTS if regex.search(rf"\p{{{name}}}", run[0])), "Default")
            parts.append(_rtl_text(place, run[0], script, linked))
        else:
            word = rf"\sphinxiriscript{{{run.lastgroup}}}{{{place.encode(run[0])}}}"
            parts.append(linked(word) if linked else word)
        position = run.end()
    return "".join(parts) + _breakable(place, text[position:], _BREAK_IN_LAST, ltr)


def _rtl_text(place: _Place, text: str, script: str, linked: Callable[[str], str] | None) -> str:
    """Escape right-to-left text."""
    import regex

    def written(piece: str) -> str:
        word = place.encode(piece).replace("\ufdd0", r"\sphinxirinumber{").replace("\ufdd1", "}")
        # A command would end the shaped word, but a character does not.
        word = word.replace(r"\_", r"\sphinxiriunderscore{}").replace(r"\sphinxhyphen{}", r"\string-")
        return rf"\sphinxirinumber{{{linked(rtl(word))}}}" if linked else word

    def rtl(word: str) -> str:
        return rf"\sphinxirirtl{{{script}}}{{{word}}}"

    return rtl(_breakable(place, regex.sub(_STRETCH, _mark_numbers, text), _RTL_BREAK, written))


def _mark_numbers(stretch: Any) -> str:
    import regex

    pattern = _ARABIC_NUMBER if stretch["arabic"] else _NUMBER_AND_SIGNS
    return regex.sub(pattern, "\ufdd0\\g<0>\ufdd1", stretch[0])


def add_commands(_app: Any, config: Config) -> None:
    """Add the commands of `LaTeXMixin` to the preamble."""
    preamble = (config.latex_elements.get("preamble") or "") + COMMANDS.get(config.latex_engine, "")
    config.latex_elements = {**config.latex_elements, "preamble": preamble}
