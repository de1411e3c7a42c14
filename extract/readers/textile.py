"""Textile: the targets of links and images, and text; not code and what is not to be parsed (txstyle.org)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.passage import Passage, cut
from extract.readers.text import Token, read_tokens
from extract.text.regexes import re

_SIGNATURE = r"(?:h[1-6]|p|bq|bc|pre|notextile|fn[0-9]+|table)(?:[(\[{<>=][^\n.]{0,200})?\.\.?[ ]"
_BLANK = re.compile(r"\n[ \t]*\n")
_NEXT = re.compile(rf"\n[ \t]*\n(?={_SIGNATURE})")  # an extended block ends at the next one with a signature
_STYLE = r"(?:[<>=]|\([^()\n]{0,100}\)|\{[^{}\n]{0,100}\})*+"
# An address ends before the punctuation of the sentence, and before the bracket that encloses the link.
_END = r"(?=[.,;:!?'\")\]|]*(?:\s|\Z))"
_CODE = [
    r"(?m:^(?P<block>bc|pre|notextile)(?:[(\[{][^\n.]{0,200})?(?P<long>\.\.?)[ ])",
    r"<(?P<code>code|pre|kbd|notextile)\b[^<>]{0,300}>",
    r"(?<![\w@])@(?=\S)[^@\n]{1,500}(?<=\S)@(?!\w)|==[^=\n]{1,500}==",
]
_LINKS = [
    rf'"(?P<label>[^"\n]{{1,500}})":(?P<target>(?:[a-z][a-z0-9+.-]{{1,20}}:|https?[;.]?//)[^\s<>"|\]]{{0,2000}}?[^\s<>"|\]]){_END}',
    rf"!{_STYLE}(?P<image>https?://[^\s!()]++)(?:\([^()\n]{{0,300}}\))?!",
    r"(?<!\w)(?P<mark>[*_+^~%])(?P<phrase>https?://[^\s+*^~%]{1,2000}?)(?P=mark)(?!\w)",
    r"(?m:^\[[\w -]{1,100}\](?P<alias>[a-z][a-z0-9+.-]{1,20}:\S++)$)",
]
_TOKEN = re.compile("|".join([*_CODE, *_LINKS]))


def read(source: str) -> Iterator[Passage]:
    """Yield the targets of links and images, and the text that may have a link."""
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    source = match.string
    if match["code"]:
        closing = source.find(f"</{match['code']}>", match.end())
        return closing if closing >= 0 else len(source)
    if match["block"]:
        blank = (_NEXT if match["long"] == ".." else _BLANK).search(source, match.end())
        return blank.start() if blank else len(source)
    group = next((name for name in ("target", "image", "alias", "phrase") if match[name]), None)
    if group is None:
        return match.end()
    start, end = match.span(group)
    if group == "target" and (opened := source.count("(", start, end) - source.count(")", start, end)) > 0:
        following = source[end : end + opened]
        end += len(following) - len(following.lstrip(")"))
    return cut(source, start, end, target=True, label=match["label"])
