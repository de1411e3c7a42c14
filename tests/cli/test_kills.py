"""A command that is killed while it writes leaves the old or the new content."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow  # kills processes; python -m tests.cli.kills 500 … for more
@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_no_file_is_a_mixture(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.kills", "15", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    numbers = [int(line.rpartition(": ")[2].split()[0]) for line in done.stdout.splitlines()]
    assert len(numbers) == 4
    assert sum(numbers) > 15  # most kills come in time
