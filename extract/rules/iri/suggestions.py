"""Suggest corrections of typing mistakes."""

from __future__ import annotations

from functools import lru_cache
from posixpath import commonprefix

from extract.iri.errors import text_of
from extract.iri.schemes import UNREGISTERED, registered_schemes


def is_one_slip(word: str, meant: str) -> bool:
    """Return whether ``word`` differs from ``meant`` by one letter that is missing, added, replaced or swapped."""
    if word == meant or abs(len(word) - len(meant)) > 1:
        return False
    start = len(commonprefix((word, meant)))
    rest, other = word[start:], meant[start:]
    return rest[1:] in (other, other[1:]) or rest == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])


# Common schemes, which are suggested first.
_COMMON = """
    https http mailto ftp file tel sms data javascript urn ssh sftp git irc news xmpp sip ws wss geo doi magnet ldap
    webcal rtsp
""".split()


def suggest_scheme(name: str) -> str | None:
    """Return the known scheme that differs from ``name`` by one letter or one swap: ``https`` for ``htpps``.

    Return ``None`` if ``name`` is known, or no scheme is similar.
    """
    return _suggested(text_of(name, "name").lower())


# Defanged ftp (hxxp is registered), and schemes of Hadoop and HTTPX.
_OWN = ("fxp", "fxps", "hftp", "hsftp", "httpx")


@lru_cache(maxsize=1024)
def _suggested(name: str) -> str | None:
    known = registered_schemes().keys() | UNREGISTERED
    if name in known or name in _COMMON or name in _OWN:
        return None
    for common in _COMMON:
        if is_one_slip(name, common) and len(name) > 2 and (len(common) > 3 or {*name} == {*common}):
            return common
    # Short names are similar to too many schemes.
    return min((other for other in known if len(name) > 4 and is_one_slip(name, other)), default=None)
