"""Find email addresses: scan left from "@" for the local part, and right for the domain (UTS #58 email).

The local part ends at the "@". `_local_start` returns its start.
"""

from __future__ import annotations

import string
from functools import cache, lru_cache

import regex

from extract.detect.around import after_color, line_before, may_log_in, speaker
from extract.detect.end import domain_end, tail_end
from extract.detect.link import Link, link_at
from extract.detect.particles import some
from extract.detect.runs import runs
from extract.detect.schemed import DEFANGED
from extract.detect.tailorings import Profile
from extract.detect.words import after_prefix
from extract.iri.schemes import scheme_status
from extract.iri.tld import is_known_tld
from extract.text import characters as c
from extract.text.regexes import lazily, lazy, re

_MAX_LOCAL = 64  # RFC 5321 §4.5.3.1.1
ASCII_LOCAL = string.ascii_letters + string.digits + "!#$%&'*+-./=?^_`{|}~"  # RFC 5322 §3.2.3: atext and "."
_LOCAL_PART = lazy(f"(?V1r)[{c.EMAIL}]*+")
_ANOTHER_LOCAL = lazy(rf"(?V1),[[{c.EMAIL}]--[/?#]]{{1,{_MAX_LOCAL}}}+@")
_GLUED_LOCAL = lazy(rf"(?V1)(?:[A-Za-z0-9\-]*+[{c.UNSPACED}]++)++(?=[A-Za-z0-9][!-~]*+\Z)")
EDGE_MARKS = "!'*/={|}~`"  # atext that may also be a mark before an address
_DOCUMENTATION = frozenset({"example", "invalid", "test"})  # RFC 2606: for documentation
# Schemes whose IRIs contain an address: RFC 7565, 2392, 3508, 3860, 3859, 3261, 5122.
_ADDRESSING = re.compile(r"(?<![A-Za-z0-9+.\-])(?:acct|cid|h323|im|mid|pres|sips?|xmpp):\Z", re.ASCII | re.IGNORECASE)

# "address-edges"
_ASSIGNED = re.compile(r"(?:[^=]*+=)++(?=['`])['`]++|--[A-Za-z][\w\-]*+=|.*/emailAddress=", re.ASCII)
_FIELD = re.compile(r"(?:[^=]*[?&])?[A-Za-z_]++(?:[.\-][A-Za-z_]++)*+=(?=[^=]++\Z)")
# Escapes in source code and roff: \n, \fB
_ESCAPE = re.compile(r"(?:[nrt]|f[BIPR])(?=\w)")
_PLACE = re.compile(r"\$|%(?![0-9A-Fa-f]{2})")
_NEVER_FIRST = "!#&=?^"  # although atext
_FIELD_STARTS = " \t\r\n\"';,&?([{<>\u3000"
_WORD = re.compile(r"\S{0,200}+")
# "logins": the path after the host of `scp`, but not another address, nor a Finnish suffix: ana@a.example:lle
_PATH_OF_HOST = lazily(
    lambda: re.compile(
        rf":(?!{some('colon')}(?![\w/.~\-])|[A-Za-z0-9._%+\-]*@)(?:[A-Za-z_.~]|:?/|[^\x00-\x7F][^\s/:@]{{0,64}}/)",
        re.ASCII,
    )
)
_BEFORE_COLON = re.compile(r"(?<![^\s\"'(\[{<,;=/])([A-Za-z0-9][A-Za-z0-9+._\-]+):\Z", re.ASCII)
_SECRETS = frozenset({"pass", "passwd", "password", "pw", "pwd", "secret", "token", "x-oauth-basic"})
_USERS = frozenset("admin anonymous git guest login postgres root sa usr".split())
# Passwords rather than mailboxes: digits among letters (s3cret, hunter2), and special characters.
_SECRET = re.compile(r"(?=.*[A-Za-z])(?=.*(?:[0-9]|[a-z][A-Z]))[^.\-]*+\Z|.*[!#$%^&*=?]", re.ASCII)
# Usual after the host of a login, but rare after an email address.
_AFTER_LOGIN = re.compile(r":[0-9]|/\w")
_MASK = re.compile(r"[^\s!@=&%+?]+!~?\w[\w.\-]*@", re.ASCII)  # RFC 2812 §2.3.1: nick!user@host
# Registered schemes that are also words before an address. Their IRIs do not contain email addresses.
_WORDS = frozenset("about contact content data example fax info market message news notes service tel tip".split())


def read_address(text: str, low: int, at: int, email: bool, mailto: bool, profile: Profile) -> tuple[Link | None, int]:
    """Find the email address around the "@" at ``at``, with any "mailto:". Return the link, and where to continue."""
    after = runs(profile).domain.end(text, at + 1)
    if text.startswith("://", after):
        return None, at + 1  # a scheme name, which has its own trigger
    if at == low or (text[at - 1] < "\x80" and text[at - 1] not in ASCII_LOCAL):
        return None, after  # a decorator, or an account name
    start, good = _local_start(text, low, at, profile)
    schemed = start - low >= 7 and text[start - 7 : start].lower() == "mailto:"
    # @ana@b.example is an account on a server, @scope/name@1.io a package
    if not good or text[start - 1 : start] == "@" or not (email or (schemed and mailto)):
        return None, after  # skip the host too
    end = domain_end(text, at + 1, after, profile, None if schemed else is_mail_tld)
    if end == at + 1:
        return None, after
    if schemed:
        start -= 7
        if profile.mailto_query:
            end = _mailto_end(text, start, end, profile)
        return link_at(text, start, end, "email"), end
    return _plain_address(text, low, start, at, end, profile)


def _plain_address(text: str, low: int, start: int, at: int, end: int, profile: Profile) -> tuple[Link | None, int]:
    if profile.whole_hosts and (stump := DEFANGED.match(text, end)):
        return None, stump.end()
    if _is_other(text, low, start, at, end, profile):
        return None, end
    # "'" and "`" before underscores are emphasis
    if profile.quotes and text.startswith("_", end) and (start == low or text[start - 1] not in "'`"):
        start = at - len(text[start:at].lstrip("_"))
    return (link_at(text, start, end, "email") if start < at else None), end


def _mailto_end(text: str, start: int, end: int, profile: Profile) -> int:
    """Return the end of a "mailto:" IRI from ``start`` whose first address ends at ``end`` ("mailto-query")."""
    # RFC 6068 §2: more addresses after commas
    while more := _ANOTHER_LOCAL.match(text, end):
        domain = more.end()
        next_end = domain_end(text, domain, runs(profile).domain.end(text, domain), profile, None)
        if next_end == domain:
            break
        end = next_end
    return tail_end(text, end, profile.after(text[start - 1 : start])) if text.startswith("?", end) else end


def _is_other(text: str, low: int, start: int, at: int, end: int, profile: Profile) -> bool:
    """Return whether the address is part of another IRI, a message ID, or a login."""
    return bool(
        (profile.paths and text.startswith(":", start - 1) and _ADDRESSING.search(text[max(start - 6, 0) : start]))
        or is_no_mailbox(text, start, end, profile.message_ids, profile.logins)
        or (profile.logins and _is_login(text, low, start, at, end))
    )


def is_no_mailbox(text: str, start: int, end: int, no_ids: bool, no_logins: bool) -> bool:
    """Return whether the line shows that the address is a message ID (``no_ids``) or a login (``no_logins``)."""
    mark = text[start - 1 : start]
    if mark not in ("<", "(", "[", "=") and not (mark == " " and may_log_in(text, start)):
        return False
    speaks = speaker(line_before(text, start), text[start:end], text[end : end + 20])
    return (no_ids and speaks == "ids") or (no_logins and speaks in ("event", "command"))


def _run_start(text: str, low: int, at: int, profile: Profile) -> int:
    first = max(at - _MAX_LOCAL - 1, low)
    start = _LOCAL_PART.match(text, first, at).start()  # type: ignore[union-attr]
    if profile.script_turn and (glued := _GLUED_LOCAL.match(text, start, at)):
        start = glued.end()  # 連絡先はinfo@example.org: a word in a script without spaces
    if profile.written_escapes:
        start = min(after_color(text, start), at)
    if profile.glued_words and (prefixed := after_prefix(text, start, at)) > start and text[prefixed - 1] in "-ـ":
        start = prefixed
    return start


def _local_start(text: str, low: int, at: int, profile: Profile) -> tuple[int, bool]:
    """Return the start of the local part before ``at``, not before ``low``, and whether it is valid."""
    start = _run_start(text, low, at, profile)
    local = text[start:at]
    if profile.address_edges:
        start, placeholder = _after_edges(text, start, at)
        local = text[start:at]
        if placeholder:
            return start, False
    elif profile.quotes:  # emphasis, or a cell border
        local = local.lstrip("*|~")
        start = at - len(local)
    good = 0 < at - start <= _MAX_LOCAL and ".." not in local and local[0] != "." and local[-1] != "."
    if good and local[0] in "'`/":
        if profile.quotes:
            start = at - len(local.lstrip("'`"))
        # UTS #58: after "://" it is user information
        good = start < at and text[start] != "." and not text.startswith("://", start - 1)
    return start, good


def _after_edges(text: str, start: int, at: int) -> tuple[int, bool]:
    """Return the start of the local part, and True if it is a placeholder or path, as in ``{x,y}@``."""
    start = _after_assignment(text, start, at)
    brace, closed = text.rfind("{", start, at), text.rfind("}", start, at)
    if closed > brace or (closed >= 0 and text.find("{", start, closed) >= 0) or _PLACE.match(text, start):
        return start, True  # {x,y}@, ${USER}@, %s@
    start = max(start, brace + 1, text.rfind("|", start, at) + 1)
    if text.endswith("\\", 0, start):
        if text.startswith("-", start):
            return start, True
        if escape := _ESCAPE.match(text, start, at):
            start = escape.end()
    start = at - len(text[start:at].lstrip(_NEVER_FIRST))
    return _after_marks(text, start, at) if text[start:at].strip("*|~") else (at, False)


def _after_assignment(text: str, start: int, at: int) -> int:
    """Return the start of the local part after ``<!--``, ``--to=`` or ``?to=``."""
    if text.startswith("!--", start) and text.endswith("<", 0, start):
        start += 3
    if assigned := _ASSIGNED.match(text, start, at):
        return assigned.end()
    field = _FIELD.match(text, start, at)
    if field is None or _is_name(text[field.end() : at]):
        return start
    begins = start == 0 or text[start - 1] in _FIELD_STARTS or field[0][0] in "?&" or "?" in field[0]
    return field.end() if begins else start


def _after_marks(text: str, start: int, at: int) -> tuple[int, bool]:
    while start < at and (mark := text[start]) in "*|~/":
        if mark == "/" and text.find("/", start + 1, at) >= 0 and text[start + 1] != "~":
            return start, True  # a path
        after = start + len(text[start:at]) - len(text[start:at].lstrip(mark))
        if mark in "*~":
            word = _WORD.match(text, at)  # text after whitespace does not change a link
            if _partner(text[start:after]).search(text, at, word.end()) is None:  # type: ignore[union-attr]
                break
        start = after
    return start, False


@lru_cache(64)
def _partner(marks: str) -> re.Pattern[str]:
    """Compile the pattern of the delimiters that close the emphasis that ``marks`` open."""
    mark = re.escape(marks[0])
    return re.compile(rf"(?<![\s{mark}]){re.escape(marks)}(?![0-9A-Za-z_À-ɏ{mark}])")


def _is_name(local: str) -> bool:
    """Return whether ``local`` is a domain name, as after "=" in `list-ana=b.example@list.example`."""
    name, dot, label = local.rpartition(".")
    return bool(name and dot) and is_mail_tld(label)


def _is_login(text: str, low: int, start: int, at: int, end: int) -> bool:
    """Return whether the address is part of `user@host:path`, `user:password@host` or `nick!user@host` ("logins")."""
    if _PATH_OF_HOST.match(text, end) or _MASK.match(text, start):
        return True
    if not text.endswith(":", low, start):
        return False
    word = _BEFORE_COLON.search(text[max(start - 40, low) : start])
    secret = text[start:at]
    if secret.lower() in _SECRETS:
        return True
    if word is None:
        return False
    user = word[1].lower()
    if word[1] != word[1].capitalize() and scheme_status(user) is not None and user not in _WORDS:
        return True  # "Message:" is a word
    return user in _USERS or bool(_SECRET.match(secret) or _AFTER_LOGIN.match(text, end))


@cache
def local_part_goes_on(profile: Profile) -> regex.Pattern[str]:
    """Compile the pattern of the rest of a local part, up to "@", after a domain name in it."""
    no_local = "/?#}" + profile.added_hard + r"\|" * profile.address_edges  # "|": a cell border
    return regex.compile(rf"[[{c.EMAIL}]--[{no_local}]]{{0,{_MAX_LOCAL}}}+(?=@)", regex.V1)


@lru_cache(1024)
def is_mail_tld(label: str) -> bool:
    """Return whether ``label`` is a top-level domain for email addresses: a known one, or one for documentation."""
    return is_known_tld(label) or label.lower() in _DOCUMENTATION


def after_mailto(text: str, at: int) -> bool:
    """Return whether "mailto:" occurs shortly before the "@" at ``at``."""
    return "mailto:" in text[max(0, at - _MAX_LOCAL - 8) : at].lower()
