"""`IRIFormField`: the form field of `IRIField`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from extract.detect.finder import shared_finder
from extract.integrations.django.validators import SCHEMES, IRIValidator
from extract.iri.cleaning import clean_entry

_STOPS = ("。", "．", "、", "，", "！", "？")  # of the sentence around it


class IRIFormField(forms.CharField):
    """Takes an IRI; a bare domain (``пример.рф/путь``) gets ``assume_scheme``.

    What nobody meant to paste is left out: invisible characters, ``<…>``, line breaks (`clean_entry`).
    """

    # not <input type="url">: browsers refuse a bare domain there
    widget = forms.TextInput(attrs={"inputmode": "url"})

    def __init__(self, *, schemes: Iterable[str] = SCHEMES, assume_scheme: str = "https", **kwargs: Any) -> None:
        self.default_validators = [IRIValidator(schemes)]
        super().__init__(strip=True, **{name: value for name, value in kwargs.items() if name != "strip"})
        self.assume_scheme = assume_scheme

    def to_python(self, value: Any) -> Any:
        """Return the IRI as it was meant (`clean_entry`); a bare domain gets a scheme."""
        value = super().to_python(value)
        if value in self.empty_values:
            return value
        value = clean_entry(value, bad="keep").text
        link = next(shared_finder(bare_domains=True).find(value), None)
        if link is not None and value[link.end :] in _STOPS:
            value = value[: link.end]
        bare = link is not None and link.kind == "domain" and link.start == 0
        return f"{self.assume_scheme}://{value}" if bare else value
