"""The repairer of each markup, which finds and fixes broken links."""

from __future__ import annotations

from collections.abc import Mapping

from extract.readers.paragraph import Markup
from extract.rules.markup.asciidoc import ASCIIDOC
from extract.rules.markup.html import HTML
from extract.rules.markup.markdown import MARKDOWN
from extract.rules.markup.org import ORG
from extract.rules.markup.repair import Repairer
from extract.rules.markup.rst import RST

REPAIRERS: Mapping[Markup, Repairer] = {one.markup: one for one in (MARKDOWN, RST, ASCIIDOC, ORG, HTML)}
