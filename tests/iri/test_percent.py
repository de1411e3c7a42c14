"""RFC 3986 §2.1: one encoder, one decoder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.iri.percent import (
    TRIPLETS,
    character_spans,
    decode_characters,
    decode_to_bytes,
    decode_triplets,
    encode_all,
    encode_bytes,
    encode_letters,
    encode_non_ascii,
    percent_encode,
)


@given(st.binary())
def test_bytes_are_encoded_and_decoded(data: bytes) -> None:
    triplets = encode_bytes(data)
    assert triplets == "".join(f"%{byte:02X}" for byte in data)
    assert decode_triplets(triplets) == decode_to_bytes(triplets) == data
    assert not triplets or TRIPLETS.fullmatch(triplets)


@given(st.binary())
def test_characters_know_their_triplets(data: bytes) -> None:
    triplets = encode_bytes(data)
    spans = list(character_spans(decode_characters(triplets)))
    assert "".join(triplets[start:end] for _, start, end in spans) == triplets
    assert all(encode_all(character, "surrogateescape") == triplets[start:end] for character, start, end in spans)


@given(st.text())
def test_the_encoders_differ_in_what_they_leave(text: str) -> None:
    assert decode_to_bytes(encode_all(text)) == text.encode()
    assert encode_non_ascii(text) == "".join(c if "!" <= c <= "~" else encode_all(c) for c in text)
    assert percent_encode(percent_encode(text)) == percent_encode(text)


@pytest.mark.parametrize("text", ["é.", "é=", "=é", "é=é.", "é" * 30, "a" * 72 + "=é" + "b" * 80, "aé;=", "a", ""])
def test_letters_are_encoded_as_all_else(text: str) -> None:
    assert encode_letters(text) == encode_non_ascii(text)
