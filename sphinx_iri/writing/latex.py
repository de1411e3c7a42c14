"""How LaTeX gets a link that shows an IRI: the IRI as text, shaped and from left to right; or the URI."""

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

# Patterns for `regex` are strings here, which it compiles at their first use and keeps.
_LATIN_1 = re.compile(r"[\x00-\x7fÀ-ÖØ-öø-ÿ]+")  # letters that TeX's own fonts have
_CHARACTER_SETS = {"platex": "iso2022_jp", "uplatex": "cp932"}  # JIS X 0208, and the usual additions to it
_RTL = r"\p{bc=R}\p{bc=AL}"
_NUMBER = r"\p{bc=EN}\p{bc=AN}"
# Where a line may be broken: after a delimiter or a hyphen and the like, but not at the end of the address; in
# right-to-left text only between letters.
_BREAK = r"(?<![/?&=:;,+._-])[/?&=:;,+._-]++\K"
_BREAK_IN_LAST = r"(?<![/?&=:;,+._-])[/?&=:;,+._-]++(?=.)\K"
_RTL_BREAK = rf"(?<=[{_RTL}]\p{{Mn}}*)[/?&=#:;,+._-]+(?=[{_RTL}])\K"
# Scripts that a font shapes only if the script is named; the names are those of fontspec.
_RTL_SCRIPTS = ("Arabic", "Syriac", "Thaana", "Hebrew")
_LTR_SCRIPTS = (
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
    *("Thai", "Lao", "Tibetan", "Myanmar", "Khmer"),
)
# What UAX #9 shows from right to left in a left-to-right address (RFC 3987 §4.1): from the first right-to-left letter
# to the last, or to the numbers after it (N1), including their signs after Hebrew letters (W5).
_RUN = (
    rf"(?P<rtl>[{_RTL}\p{{bc=AN}}][\p{{Mn}}\p{{Join_Control}}]*+"
    rf"(?:[^\p{{bc=L}}{_RTL}{_NUMBER}]*+[{_RTL}{_NUMBER}][\p{{Mn}}\p{{Join_Control}}]*+)*+"
    rf"(?:(?<=\p{{bc=R}}[^\p{{bc=L}}{_RTL}]*\p{{bc=EN}})\p{{bc=ET}}++)?)|"
    # joiners and marks are Inherited
    + "|".join(rf"(?P<{name}>(?:\p{{{name}}}\p{{Inherited}}*+)++)" for name in _LTR_SCRIPTS)
)
# Numbers in such text, which run from left to right: after Arabic letters (W2, W4) and after others (W4, W5).
_STRETCH = rf"(?P<arabic>\p{{bc=AL}})?(?(arabic)|[{_RTL}]?+)[^{_RTL}]*+"
_ARABIC_NUMBER = rf"[{_NUMBER}]++(?:[,.:/][{_NUMBER}]++)*+"
_NUMBER_AND_SIGNS = (
    r"\p{bc=AN}++|(?<!\p{bc=ET})\p{bc=ET}*+\p{bc=EN}(?:[\p{bc=EN}\p{bc=ET}]|(?<=\p{bc=EN})[-+,.:/](?=\p{bc=EN}))*+"
)

# \sphinxiriltr{address}: from left to right also where the paragraph goes the other way (the bidi package's @RTL), the
# font has that script and tokens between characters turn numbers. In it \sphinxirirtl{Script}{text}, for which XeTeX's
# TeXXeTstate has to be on, and \sphinxirinumber{number}, from left to right again. \sphinxiriscript{Script}{text}:
# shaped as its script asks for. \sphinxiriunderscore{}: the character, also from a table of contents. As a
# bookmark, the text alone.
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
    """Mixin of the translator of LaTeX."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Write ``\\sphinxhref{URI}{IRI}``, or the URI alone where the engine cannot show the IRI.

        ``\\sphinxurl`` would set the IRI character by character, unshaped and right to left reversed.
        """
        if not shows_address(node):
            self.visit_reference(as_plain_reference(node))
            self.body[-1] = rf"\sphinxhref{{{_latex_uri(node['uri'])}}}{{"
            return
        place = _Place(self.config, is_inside(node, nodes.title, nodes.rubric))
        self.body.append(_shown(place, node.astext(), node["uri"], is_link=not node.get("nolinkurl")))
        raise nodes.SkipNode


class _Place(NamedTuple):
    """Where an address is written."""

    config: Config
    is_title: bool

    def encode(self, text: str) -> str:
        """Escape text."""
        return texescape.escape(text, self.config.latex_engine)


def _shown(place: _Place, text: str, uri: str, *, is_link: bool) -> str:
    """Return the LaTeX of a link that shows its address, or of the address alone."""
    engine = place.config.latex_engine
    # a repaired address is shown as written
    if text == uri or not can_show(engine, text):
        return (r"\sphinxurl{%s}" if is_link else r"\sphinxnolinkurl{%s}") % _latex_uri(uri)

    def linked(shown: str) -> str:
        return rf"\sphinxhref{{{_latex_uri(uri)}}}{{{shown}}}" if is_link else shown

    if engine not in COMMANDS:
        return linked(_breakable(place, text, _BREAK_IN_LAST))
    if is_rtl(place.config.language):
        # here a link across two lines would cover both lines completely
        return rf"\sphinxiriltr{{{_latex_text(place, text, linked)}}}"
    return rf"\sphinxiriltr{{{linked(_latex_text(place, text))}}}"


class Printed(str):
    """An IRI in a printed index, written for LaTeX as in text: shaped, breakable, a link.

    Sphinx's writer escapes index entries by calling ``translate`` on them, and has no other hook.
    """

    __slots__ = ("config",)
    config: Config

    def translate(self, _table: Any) -> str:
        """Return the LaTeX, in the text font: the code font lacks letters."""
        iri = str(self)
        uri = converter(settings_of(self.config))(iri)
        return r"\normalfont{}" + _shown(_Place(self.config, False), iri, uri, is_link=True)


def printed(iri: str, config: Config) -> str:
    """Return an IRI for a printed index."""
    if found(texescape, "escape") is None:
        return iri
    entry = Printed(iri)
    entry.config = config
    return entry


def can_show(engine: str, text: str) -> bool:
    """Return whether the default fonts of an engine have the letters of an address."""
    import regex

    if engine in COMMANDS:
        return True
    others = _LATIN_1.sub("", text)
    try:
        others.encode(_CHARACTER_SETS.get(engine, "ascii"))
    except UnicodeEncodeError:
        return False
    return not regex.search(r"\p{Latin}", others)


# Of what a URI may have; hyperref expands ``\$`` to a command of a font
_SPECIAL = str.maketrans({"$": r"\string$", **{character: f"\\{character}" for character in "%#&_{}"}})


def _latex_uri(uri: str) -> str:
    """Escape a URI for the argument of a command; brackets need no escape there."""
    return uri.translate(_SPECIAL)


def _breakable(place: _Place, text: str, places: str, written: Callable[[str], str] | None = None) -> str:
    """Write text that can be broken at the end of a line; not in a title, which is also a bookmark."""
    import regex

    pieces = [text] if place.is_title else regex.split(places, text)
    return r"\allowbreak{}".join(map(written or place.encode, pieces))


def _latex_text(place: _Place, text: str, linked: Callable[[str], str] | None = None) -> str:
    """Escape an IRI for text mode, with its scripts and directions; ``linked`` makes a link of each piece."""
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
    """Escape text from right to left."""
    import regex

    def written(piece: str) -> str:
        word = place.encode(piece).replace("\ufdd0", r"\sphinxirinumber{").replace("\ufdd1", "}")
        # a command would end the word that is shaped, a character does not
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
    """Add the commands that `LaTeXMixin` uses to the preamble."""
    preamble = (config.latex_elements.get("preamble") or "") + COMMANDS.get(config.latex_engine, "")
    config.latex_elements = {**config.latex_elements, "preamble": preamble}
