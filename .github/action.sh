#!/usr/bin/env bash
# What action.yml runs: lint, with the findings as annotations beside the lines, and in SARIF if a file is named.
set -euo pipefail
environment=$(mktemp -d)
python3 -m venv "$environment"
"$environment"/bin/python -m pip install --quiet --disable-pip-version-check "${ACTION:?}"
read -r -a options <<<"${ARGUMENTS:-}" || true
read -r -a paths <<<"${PATHS:-.}" || true
if [ "${CHANGED_ONLY:-false}" = true ] && [ -n "${BASE:-}" ]; then
  options+=("--diff=origin/$BASE")
fi
iri() { "$environment"/bin/iri "$@"; }
if [ -n "${SARIF_FILE:-}" ]; then
  iri lint ${options[@]+"${options[@]}"} --format sarif --output "$SARIF_FILE" --exit-zero -- "${paths[@]}"
fi
iri lint ${options[@]+"${options[@]}"} --format github -- "${paths[@]}"
