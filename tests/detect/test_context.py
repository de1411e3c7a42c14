"""A line has its links wherever it stands: what is on the lines around changes none of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.detect import test_finder, test_users, test_wrong_ends
from tests.detect.test_wrong_ends import cases
from tests.marking import assert_links

BARE: dict[str, Any] = {"bare_domains": True, "email": True}
TABLES: list[tuple[list[str], dict[str, Any]]] = [
    (cases(test_finder.BARE), BARE),
    (cases(test_finder.COMMON), BARE),
    (cases("\n".join(test_finder.PROSE.values())), {}),
    (cases(test_wrong_ends.CASES), BARE),
    (cases(test_wrong_ends.EVIDENCE), BARE),
    (cases(test_wrong_ends.ADDRESSES), BARE | {"profile": ("prose", "ip-addresses")}),
    (test_users.PUNCTUATION + test_users.GLUED, {}),
]


@pytest.mark.parametrize(("lines", "options"), TABLES)
@pytest.mark.parametrize("between", ["\n\n", "\r\n\r\n"])
def test_the_lines_around_change_nothing(lines: list[str], options: dict[str, Any], between: str) -> None:
    for one, other in pairwise(lines):
        assert_links(f"{one}{between}{other}", **options)
    assert_links(between.join(lines), **options)
    assert_links(between.join(reversed(lines)), **options)
