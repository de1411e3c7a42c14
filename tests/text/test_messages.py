"""A message is English text that knows its template and values, wherever it goes."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st

from extract.text.messages import Message, map_values


@given(st.text(), st.text())
def test_values_are_no_templates(first: str, second: str) -> None:
    message = Message('"{one}" is not "{{{other}}}"', one=first, other=second).then(Message("write it"))
    assert message == f'"{first}" is not "{{{second}}}"; write it'
    for same in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message)):
        assert isinstance(same, Message)
        assert (same, same.template, same.values) == (message, message.template, message.values)
    assert map_values(message, str.upper) == f'"{first.upper()}" is not "{{{second.upper()}}}"; write it'
