"""What makes a stretch of text worth reading: without it there is no link and no slip that looks like one."""

from __future__ import annotations

from extract.text.regexes import re

# "://" of every scheme, "http:/x", "http//x", and the schemes without slashes that the rules know.
_TRIGGER = re.compile(
    r"[:/](?:/|(?<=(?i:mailto):)|(?<=(?i:urn|tel):)|(?<=(?i:data|xmpp):)|(?<=(?i:javascript):)|(?<=(?i:vbscript):))"
)
PARAGRAPH = re.compile(r"(?:.*\S.*\n?)+")
SCHEME = re.compile(r"\s*(?:[A-Za-z][A-Za-z0-9+.\-]*+:|//)")


def has_trigger(text: str) -> bool:
    """Whether the text may have a link in it."""
    return _TRIGGER.search(text) is not None
