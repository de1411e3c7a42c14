"""How many examples a property test tries."""

from __future__ import annotations

from hypothesis import settings

# What Hypothesis tries if a test and the profile in use (see conftest.py) say nothing.
_USUAL = 100


def examples(number: int) -> settings:
    """Return settings for so many examples: fewer in ``dev.py test``, more in ``dev.py fuzz``.

    ``@settings(max_examples=number)`` would overrule these.
    """
    return settings(max_examples=number * settings().max_examples // _USUAL)
