"""Follow a link as browsers do, and find the destination inside the URLs of redirects and click trackers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.redirects.chain import RedirectStep as RedirectStep
    from extract.redirects.chain import redirect_chain as redirect_chain
    from extract.redirects.following import Followed as Followed
    from extract.redirects.following import follow as follow
else:
    # Imported on first use (PEP 562), because few programs use every module.
    __getattr__, __dir__, __all__ = exports(
        __name__, {"chain": "RedirectStep redirect_chain", "following": "Followed follow"}
    )
