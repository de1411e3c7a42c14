"""Write into the READMEs how much each form of the installation takes, in a fresh environment without pip.

python tools/installed_size.py [--check [ENVIRONMENT]]

--check writes nothing, and fails if the light form is no longer light: that in an environment, or in a new one.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
READMES = [ROOT / name for name in ("README.md", "README.ja.md", "README.zh.md")]
FORMS = ("", "[sphinx]", "[myst]")
# The packages that are required take 11 MB more (docutils 5, regex 3.5), which change with each of their releases.
MOST_PACKAGES, MOST_KB_OF_OURS = 8, 7800
OURS = ("extract", "sphinx_iri")
# A row of the table: | `pip install .` | 7 | 15 |
ROW = re.compile(r"(?m)^(\| `pip install [^`|]*`[^|]*)\| \d+ \| \d+ \|$")


def measured(what: str) -> tuple[int, int, int]:
    """Return what `size_of` says of a fresh environment in which something is installed."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = next(path for path in Path(folder).glob("*/python*") if path.is_file())
        pip = (sys.executable, "-m", "pip", "--python", str(python), "--quiet", "--disable-pip-version-check")
        subprocess.run([*pip, "install", what], check=True)
        return size_of(Path(folder))


def size_of(environment: Path) -> tuple[int, int, int]:
    """Return the number of packages of an environment, its kB and those of our own, as `du` counts: in blocks of 4."""
    packages = list(environment.rglob("*.dist-info"))
    installed = packages[0].parent
    return len(packages), _blocks(next(environment.glob("[Ll]ib"))), sum(_blocks(installed / name) for name in OURS)


def _blocks(folder: Path) -> int:
    paths = (path for path in [folder, *folder.rglob("*")] if not path.is_symlink())
    return sum(-(-path.stat().st_size // 4096) * 4 for path in paths)


def main() -> int:
    """Measure, and write or check."""
    if "--check" in sys.argv[1:2]:
        packages, size, ours = size_of(Path(sys.argv[2])) if len(sys.argv) > 2 else measured(str(ROOT))
        print(f"the light installation: {packages} packages, {size} kB, {ours} kB of them are ours", end="; ")
        print(f"at most {MOST_PACKAGES} packages and {MOST_KB_OF_OURS} kB of ours")
        return int(packages > MOST_PACKAGES or ours > MOST_KB_OF_OURS)
    found = [measured(f"{ROOT}{form}") for form in FORMS]
    for readme in READMES:
        numbers = iter(found)

        def row(match: re.Match[str], numbers: object = numbers) -> str:
            packages, size, _ = next(numbers)  # type: ignore[call-overload]
            return f"{match[1]}| {packages} | {round(size / 1024)} |"

        readme.write_text(ROW.sub(row, readme.read_text("utf-8")), "utf-8")
    print(dict(zip(FORMS, found, strict=True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
