"""What is found and fixed in files: the table in ``cases/linter.txt``."""

import pytest

from tests.linted import assert_rows, table

TABLE = table("linter.txt")


@pytest.mark.parametrize("heading", TABLE)
def test_a_file_has_these_findings_and_fixes(heading: str) -> None:
    assert_rows(TABLE[heading])
