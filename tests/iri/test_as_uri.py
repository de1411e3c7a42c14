"""IRI to URI (RFC 3987 §3.1) and back (§3.2)."""

from urllib.parse import unquote_to_bytes

import pytest

from extract import ConversionError, to_uri


@pytest.mark.parametrize(
    "charset", ["iso-2022-jp", "iso2022_kr", "hz", "shift_jis", "euc-jp", "gb18030", "johab", "cp037"]
)
@pytest.mark.parametrize("query", ["a=中国~b&c=本+~", "a=b~&c=中" * 200, "q=中/?:@!$'()*,;"])
def test_a_server_reads_what_was_written(charset: str, query: str) -> None:
    """RFC 3987bis §3.5; the shifts of ISO-2022 lead back to ASCII before the next delimiter."""
    try:
        uri = to_uri(f"http://e/?{query}", document_charset=charset)
    except ConversionError as error:
        assert error.kind in ("charset", "unencodable")  # noqa: PT017
        return
    pairs = [piece.split("=") for piece in uri.partition("?")[2].split("&")]
    read = [[unquote_to_bytes(text).decode(charset) for text in pair] for pair in pairs]
    assert read == [piece.split("=") for piece in query.split("&")]
