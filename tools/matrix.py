"""Run the tests with the lowest allowed versions and with the newest: python3 dev.py test --matrix

Each has its own new environment, ``.venv-lowest`` and ``.venv-newest``. With ``lowest`` or ``newest`` as the first
argument, only one runs. ``main`` uses the main branches of Sphinx, docutils and MyST. More arguments go to pytest.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv

from dev import ROOT, USUAL

EXTRAS = ("sphinx", "myst")
GITHUB = "git+https://github.com"
BRANCHES = (
    f"{GITHUB}/sphinx-doc/sphinx",
    f"{GITHUB}/docutils/docutils#subdirectory=docutils",
    f"{GITHUB}/executablebooks/MyST-Parser",
)
VERSIONS = """
import sys
from importlib.metadata import version
print(", ".join([f"Python {sys.version.split()[0]}", *(f"{name} {version(name)}" for name in sys.argv[1:])]))
"""


def lowest() -> dict[str, str]:
    """Return the lowest allowed version of each package that the project or one of its extras requires."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    found = (re.match(r"([\w-]+)>=([\w.]+)", one) for one in required)
    return {match[1]: match[2] for match in found if match}


def tested(name: str, arguments: list[str]) -> int:
    """Create an environment, print its versions, and run the tests in it; return the status."""
    print(f"--- {name} versions", flush=True)
    folder = ROOT / f".venv-{name}"
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    versions = lowest()
    pins = [f"{package}=={version}" for package, version in versions.items()] if name == "lowest" else []
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "few"}
    for command in (
        [*pip, "--upgrade", "pip>=25.1"],
        [*pip, "--upgrade", "--editable", f".[{','.join(EXTRAS)}]", "--group", "test", *pins],
        *([[*pip, "--no-deps", *BRANCHES]] if name == "main" else []),
        [str(python), "-c", VERSIONS, *versions],
        [str(python), "-m", "pytest", "-q", *USUAL, *(arguments or ["-n", "auto"])],
    ):
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if status:
            return status
    return 0


def main() -> int:
    """Run the tests in both environments, or in the one named first."""
    arguments = sys.argv[1:]
    names = [arguments.pop(0)] if arguments[:1] in (["lowest"], ["newest"], ["main"]) else ["lowest", "newest"]
    failed = [name for name in names if tested(name, arguments)]
    print("failed:", ", ".join(failed) or "none")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
