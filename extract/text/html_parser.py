"""`html.parser` for a whole document at once: it takes every string, in linear time."""

from __future__ import annotations

from html.parser import HTMLParser


class WholeHTMLParser(HTMLParser):
    """Give all of the source to ``feed`` in one call.

    A tag, comment or declaration that never ends takes the rest of the document, as HTML has it ("eof-in-tag",
    "eof-in-comment"); versions of Python before 2025 try again at each "<" behind it, which takes quadratic time.
    """

    def parse_starttag(self, i: int) -> int:
        return self._or_the_rest(super().parse_starttag(i))

    def parse_endtag(self, i: int) -> int:
        return self._or_the_rest(super().parse_endtag(i))

    def parse_comment(self, i: int, report: bool = True) -> int:
        return self._or_the_rest(super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        return self._or_the_rest(super().parse_pi(i))

    def parse_html_declaration(self, i: int) -> int:
        place = self.lineno, self.offset
        try:
            end = super().parse_html_declaration(i)
        except AssertionError:  # "<![\\": HTML makes a comment of it
            self.lineno, self.offset = place
            end = self.parse_bogus_comment(i)
        return self._or_the_rest(end)

    def _or_the_rest(self, end: int) -> int:
        return len(self.rawdata) if end < 0 else end
