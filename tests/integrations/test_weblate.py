"""The check of Weblate: Weblate itself is not installed, so that what it imports is in its place."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class TargetCheck:
    """What `weblate.checks.base.TargetCheck` does of what is used."""

    check_id = ""

    def check_target_unit(self, sources: list[str], targets: list[str], unit: object) -> bool:
        """Return whether a form fails."""
        return any(self.check_single(*pair, unit) for pair in zip(sources, targets, strict=True))

    def check_single(self, source: str, target: str, unit: object) -> bool:
        """Check one form."""
        raise NotImplementedError


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Any:
    base = ModuleType("weblate.checks.base")
    base.TargetCheck = TargetCheck  # type: ignore[attr-defined]
    for name, module in {"weblate": ModuleType("weblate"), "weblate.checks": ModuleType("weblate.checks")}.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setitem(sys.modules, base.__name__, base)
    monkeypatch.delitem(sys.modules, "extract.integrations.weblate", raising=False)
    from extract.integrations.weblate import AddressCheck

    return AddressCheck()


@pytest.mark.parametrize(
    ("source", "target", "flags", "fails"),
    [
        ("See http://a.example/guide.", "Siehe http://a.example/guide.", "", False),
        ("See http://a.example/en/guide.", "Siehe http://a.example/de/guide.", "", False),
        ("See http://a.example/guide.", "Siehe http://a.example/giude.", "", True),
        ("See http://a.example/guide.", "Siehe die Anleitung.", "", True),
        ("See http://a.example/guide.", "", "", False),
        ("See [x](http://a.example/guide).", "Siehe [x](http://a.example/guide).", "md-text", False),
        ("See [x](http://a.example/guide).", "Siehe [x].", "md-text", True),
        ("See `x <http://a.example/guide>`_.", "Siehe `x <http://a.example/guide>`_.", "rst-text", False),
        ("No address.", "http://a.example/", "", False),
    ],
)
def test_a_translation_leads_where_its_source_does(
    check: Any, source: str, target: str, flags: str, fails: bool
) -> None:
    unit = SimpleNamespace(all_flags=frozenset(flags.split()))
    assert check.check_target_unit([source], [target], unit) is fails


def test_it_is_a_check_of_a_name_of_its_own(check: Any) -> None:
    assert (check.check_id, isinstance(check, TargetCheck)) == ("iri_address", True)


def test_without_weblate_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weblate", None)
    monkeypatch.delitem(sys.modules, "extract.integrations.weblate", raising=False)
    with pytest.raises(ModuleNotFoundError, match="weblate"):
        import extract.integrations.weblate  # noqa: F401
