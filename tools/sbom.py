"""Write what a wheel installs, in CycloneDX 1.6: each package with its version and licence.

python tools/sbom.py WHEEL FILE      installs the wheel in an environment of its own
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

# In the environment of the wheel: name, version, licence and requirements of each distribution.
READ = """
import importlib.metadata as m, json, re
def norm(name): return re.sub(r"[-_.]+", "-", name).lower()
print(json.dumps([
    {"name": norm(d.metadata["Name"]), "version": d.version,
     "licence": d.metadata.get("License-Expression") or d.metadata.get("License") or "",
     "needs": [norm(re.match(r"[\\w.-]+", r)[0]) for r in d.requires or [] if "extra ==" not in r]}
    for d in m.distributions()]))
"""


def installed(wheel: Path) -> list[dict[str, Any]]:
    """Return what the wheel brings: itself first."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = next(
            path for path in (Path(folder, "bin", "python"), Path(folder, "Scripts", "python.exe")) if path.exists()
        )
        pip = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "--quiet",
            "--disable-pip-version-check",
            "install",
        ]
        subprocess.run([*pip, str(wheel)], check=True)
        read = subprocess.run([str(python), "-c", READ], check=True, capture_output=True, text=True)
    found: list[dict[str, Any]] = json.loads(read.stdout)
    return sorted(found, key=lambda one: (one["name"] != "sphinx-iri", one["name"]))


def component(package: dict[str, Any]) -> dict[str, Any]:
    """Return a package as CycloneDX describes it; a licence that is a whole text is left out."""
    found = {"type": "library", "bom-ref": reference(package), "name": package["name"], "version": package["version"]}
    licence = package["licence"]
    if licence and len(licence) < 100 and "\n" not in licence:
        found["licenses"] = [{"expression": licence}] if " AND " in licence else [{"license": {"name": licence}}]
    return found | {"purl": reference(package)}


def reference(package: dict[str, Any]) -> str:
    """Return the package URL, which names a package and its version."""
    return f"pkg:pypi/{package['name']}@{package['version']}"


def bill(packages: list[dict[str, Any]], wheel: Path) -> dict[str, Any]:
    """Return the bill of materials; the same wheel and packages give the same bytes."""
    known = {one["name"]: reference(one) for one in packages}
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(packages[0]) | {"hashes": [{"alg": "SHA-256", "content": digest}]}},
        "components": [component(one) for one in packages[1:]],
        "dependencies": [
            {"ref": reference(one), "dependsOn": sorted(known[name] for name in {*one["needs"]} & known.keys())}
            for one in packages
        ],
    }


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.write_text(json.dumps(bill(installed(source), source), indent=2) + "\n", encoding="utf-8")
