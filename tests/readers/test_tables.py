"""What is found and fixed in files of each format: the table in ``cases/readers.txt``."""

import pytest

from tests.linted import assert_rows, table

TABLE = table("readers.txt")


@pytest.mark.parametrize("heading", TABLE)
def test_a_file_has_these_findings_and_fixes(heading: str) -> None:
    assert_rows(TABLE[heading])
