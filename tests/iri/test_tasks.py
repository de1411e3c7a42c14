"""What the page of everyday tasks says of other libraries is true."""

import re
from pathlib import Path, PurePosixPath
from typing import Any
from urllib import parse

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "urls.rst"
TEXT = PAGE.read_text("utf-8")
# A literal may go on in the next line.
CLAIMS = [
    (library, " ".join(call.split()), said, " ".join(result.split()))
    for library, call, said, result in re.findall(
        r"- (urllib|yarl):\s+``(.+?)``\s+(gives|raises)\s+``(.+?)``\n", TEXT, re.S
    )
]


def test_there_are_25_tasks() -> None:
    assert len(re.findall(r"(?m)^\*\*.+\*\*$", TEXT)) == 25
    assert len(CLAIMS) + TEXT.count(": no call") == 50


@pytest.mark.parametrize(("library", "call", "said", "result"), CLAIMS, ids=[claim[1] for claim in CLAIMS])
def test_what_other_libraries_give(library: str, call: str, said: str, result: str) -> None:
    names: dict[str, Any] = {**vars(parse), "PurePosixPath": PurePosixPath}
    if library == "yarl":
        names["URL"] = pytest.importorskip("yarl").URL
    u = re.search(r'(?m)^>>> u = "(.+)"$', TEXT)
    assert u is not None
    names["u"] = u[1]
    found = eval(call, names)
    assert said == "gives"
    assert repr(str(found) if type(found).__name__ == "URL" else found) == result
