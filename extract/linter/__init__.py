"""Check files for problems with links, and fix them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.linter.finding import Checked as Checked
    from extract.linter.finding import Finding as Finding
    from extract.linter.fixes import Fixed as Fixed
    from extract.linter.fixes import fix as fix
    from extract.linter.linting import ChosenRules as ChosenRules
    from extract.linter.linting import lint as lint
    from extract.linter.linting import lint_file as lint_file
    from extract.linter.selection import Selection as Selection
else:
    # Imported on first use (PEP 562), because few programs use all names.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "finding": "Checked Finding",
            "fixes": "Fixed fix",
            "linting": "ChosenRules lint lint_file",
            "selection": "Selection",
        },
    )
