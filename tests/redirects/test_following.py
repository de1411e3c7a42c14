"""What a browser follows: the URL Standard's reading, as an IRI."""

from __future__ import annotations

import pytest

from extract import to_uri
from extract.text.labels import page_charset

HTTP, FILE = "http://base.example/dir/page?q#f", "file:///C:/dir/f"


def test_every_label_of_the_encoding_standard_is_known() -> None:
    labels = pytest.importorskip("webencodings").LABELS
    assert len(labels) >= 217
    for label, name in labels.items():
        is_utf_8 = name in ("utf-8", "utf-16le", "utf-16be", "replacement")
        assert (page_charset(label) is None) == is_utf_8, label
        assert page_charset(f" {label.upper()}\n") == (
            None if is_utf_8 else page_charset(label)._replace(label=f" {label.upper()}\n")  # type: ignore[union-attr]
        )
        assert to_uri("http://h/?a", document_charset=label) == "http://h/?a"
