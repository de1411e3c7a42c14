"""What browsers follow, and where links lead: ``cases/redirects.txt``."""

import pytest

from extract.iri import is_iri_reference, is_uri_reference
from extract.redirects.following import Followed, follow
from tests.calls import names, wrong_calls
from tests.marking import table


def followed(text: str) -> Followed:
    """Follow a text, and what comes of it."""
    found = follow(text)
    assert is_iri_reference(found.iri)
    assert is_uri_reference(found.uri)
    assert follow(found.iri).uri == found.uri
    return found


PAGES = {"HTTP": "http://base.example/dir/page?q#f", "FILE": "file:///C:/dir/f"}
KNOWN = names("extract.redirects") | PAGES | {"followed": followed}
CALLS = table("redirects.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
