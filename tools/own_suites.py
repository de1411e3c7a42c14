"""Run the tests of a program with our integration in its place, and print how many pass.

python -m tools.own_suites bleach SOURCE    (SOURCE: a clone of the program, or its unpacked source archive)
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The files of tests, and what is written in them instead of the program's own imports.
SUITES = {
    "bleach": (
        ["tests/test_linkify.py", "tests/test_callbacks.py"],
        [
            (r"from bleach import linkify\b", "from extract.integrations.bleach import linkify"),
            (r"from bleach\.(linkifier|callbacks) import", r"from extract.integrations.bleach.\1 import"),
        ],
    ),
}


def main(name: str, source: str) -> int:
    """Print the tests that fail, and how many pass."""
    files, replaced = SUITES[name]
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            copy = Path(folder, Path(file).name)
            shutil.copy(Path(source, file), copy)
            text = copy.read_text("utf-8")
            for pattern, replacement in replaced:
                text = re.sub(pattern, replacement, text)
            copy.write_text(text, "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", f"--rootdir={folder}"]
        done = subprocess.run(
            [*command, "-c", "/dev/null", folder],
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    failed = re.findall(r"^FAILED \S*?::(.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    passed = re.search(r"(\d+) passed", done.stdout)
    print(*failed, f"{passed[1] if passed else 0} of {int(passed[1] if passed else 0) + len(failed)} pass", sep="\n")
    return int(passed is None)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
