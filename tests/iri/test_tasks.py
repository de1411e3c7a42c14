"""What the page of everyday tasks says of other libraries is true."""

import re
from pathlib import Path, PurePosixPath
from typing import Any
from urllib import parse

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "urls.rst"
TEXT = PAGE.read_text("utf-8")
# A literal may go on in the next line.
CLAIMS = [
    (library, " ".join(call.split()), said, " ".join(result.split()))
    for library, call, said, result in re.findall(
        r"- (urllib|yarl):\s+``(.+?)``\s+(gives|raises)\s+``(.+?)``\n", TEXT, re.S
    )
]


def test_there_are_30_tasks() -> None:
    assert len(re.findall(r"(?m)^>>> # ", TEXT)) == 30
    assert len(CLAIMS) > 20


def test_what_the_standard_library_gives() -> None:
    u = re.search(r'(?m)^>>> u = "(.+)"$', TEXT)
    assert u is not None
    names: dict[str, Any] = {**vars(parse), "PurePosixPath": PurePosixPath, "u": u[1]}
    claims = {call: result for library, call, said, result in CLAIMS if library == "urllib" and said == "gives"}
    assert {call: repr(eval(call, names)) for call in claims} == claims
