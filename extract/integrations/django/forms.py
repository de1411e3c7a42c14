"""`IRIFormField`: the form field of `IRIField`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from extract.detect.finder import shared_finder
from extract.integrations.django.validators import SCHEMES, IRIValidator
from extract.iri.cleaning import clean_entry
from extract.text.regexes import re

_STOPS = re.compile(r"""[。．、，！？]|[,;)\]}>"]+\.?""")  # may end the sentence around the link


class IRIFormField(forms.CharField):
    """Accepts an IRI as typed. A bare domain (``пример.рф/путь``) gets ``assume_scheme``.

    Spaces at the ends are removed, unless ``strip`` is false. Other text that is not part of an IRI is rejected with
    the reason. With ``clean_pasted`` it is removed instead: invisible characters, ``<…>``, line breaks, full-width
    letters (`clean_entry`), and the punctuation of the sentence.
    """

    # Not <input type="url">, because browsers reject a bare domain in it.
    widget = forms.TextInput(attrs={"inputmode": "url"})

    def __init__(
        self,
        *,
        schemes: Iterable[str] = SCHEMES,
        assume_scheme: str = "https",
        clean_pasted: bool = False,
        **kwargs: Any,
    ) -> None:
        self.default_validators = [IRIValidator(schemes)]
        super().__init__(**kwargs)
        self.assume_scheme = assume_scheme
        self.clean_pasted = clean_pasted

    def to_python(self, value: Any) -> Any:
        """Return the IRI as typed, with a scheme for a bare domain."""
        value = super().to_python(value)
        if value in self.empty_values:
            return value
        if self.clean_pasted:
            value = clean_entry(value, bad="keep").text
        link = next(shared_finder(bare_domains=True).find(value), None)
        if link is None:
            return value
        if self.clean_pasted and _STOPS.fullmatch(value, link.end):
            value = value[: link.end]
        is_bare = link.kind == "domain" and link.start == 0
        return f"{self.assume_scheme}://{value}" if is_bare else value
