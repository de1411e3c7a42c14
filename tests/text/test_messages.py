"""A message is English text that knows its template and values, wherever it goes."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st

from extract.text.messages import Message, joined, map_values, moved, template


@given(st.text(), st.text())
def test_values_are_no_templates(first: str, second: str) -> None:
    message = Message('"{one}" is not "{{{other}}}"', one=first, other=second).then(Message("write it"))
    assert message == f'"{first}" is not "{{{second}}}"; write it'
    for same in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message)):
        assert isinstance(same, Message)
        assert (same, same.template, same.values) == (message, message.template, message.values)
    assert map_values(message, str.upper) == f'"{first.upper()}" is not "{{{second.upper()}}}"; write it'


def test_clauses_are_joined() -> None:
    assert [joined(one) for one in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a; b; c"]


def test_a_template_is_filled_later() -> None:
    message = Message(template("{what} at {at}"), what="x", at=3)
    assert (message, moved(message, lambda at: at + 10)) == ("x at 3", "x at 13")
