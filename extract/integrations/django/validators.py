"""The validator of `IRIField`: it accepts IRIs without errors (`check`) that are detected as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

from extract.detect.finder import shared_finder
from extract.iri.grammar import is_scheme
from extract.rules.checking import check
from extract.rules.registry import rule_named, usual_rules
from extract.text.regexes import re

SCHEMES = ("http", "https", "ftp", "ftps")
# Other ASCII punctuation at the end may be part of the link: ".../Apple_Inc.", ".../Jeopardy!"
_NOT_OF_A_LINK = re.compile(r"""[^\x00-\x7F]|[<>"]|[,;)\]}][.!?]*\Z""")
# RFC 3986 §7.6: user information before the host is misleading, but usual in ftp.
_USER_INFORMATION = re.compile(r"https?://[^/?#]*@", re.IGNORECASE)


def names_of_schemes(schemes: Iterable[str]) -> tuple[str, ...]:
    """Return the scheme names as a tuple. Raises TypeError for a single str, ValueError for an invalid name."""
    if isinstance(schemes, str):
        raise TypeError(f"schemes must be a collection of names: [{schemes!r}], not {schemes!r}")
    names = tuple(schemes)
    for name in names:
        if not (isinstance(name, str) and is_scheme(name)):
            raise ValueError(f"{name!r} is not a scheme name: use names such as 'https' (RFC 3986 §3.1)")
    return names


@deconstructible
class IRIValidator:
    """Rejects text that is not an IRI, misleads its reader, or contains more than a link.

    It rejects errors of `check`, its warnings about direction and look-alikes (families 5 and 6), user information in
    web links, schemes other than ``schemes``, and text after the link that detection excludes: non-ASCII text such as
    ``。``, ``<``, ``>``, ``"``, and closing punctuation (``),``).
    """

    code = "invalid"

    def __init__(self, schemes: Iterable[str] = SCHEMES) -> None:
        self.schemes = tuple(sorted(map(str.lower, names_of_schemes(schemes))))

    def __call__(self, value: Any) -> None:
        """Raise ValidationError for a rejected text. Its code is the code of the rule (``IRI501``) or ``invalid``."""
        iri = str(value)
        scheme, colon, _rest = iri.partition(":")
        if not colon or scheme.lower() not in self.schemes:
            raise self._error(_("Enter a link that begins with one of: %(schemes)s."), self.code, iri)
        if _USER_INFORMATION.match(iri):
            raise self._error(_("Leave out the user information before “@”."), rule_named("userinfo").code, iri)
        for problem in check(iri, usual_rules()):  # browsers accept the problems of other rules: brackets in a query
            if problem.severity == "error" or problem.code[:4] in ("IRI5", "IRI6"):
                raise ValidationError(problem.message.replace("%", "%%"), problem.code, {"value": iri})
        link = next(shared_finder(schemes=self.schemes).find(iri), None)
        if link is None or link.start:
            raise self._error(_("Enter a valid link."), self.code, iri)
        if _NOT_OF_A_LINK.search(iri, link.end):
            raise self._error(_("“%(rest)s” after the link does not belong to it."), self.code, iri, iri[link.end :])

    def _error(self, message: Any, code: str, iri: str, rest: str = "") -> ValidationError:
        return ValidationError(message, code, {"value": iri, "rest": rest, "schemes": ", ".join(self.schemes)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IRIValidator) and self.schemes == other.schemes

    def __hash__(self) -> int:
        return hash(self.schemes)
