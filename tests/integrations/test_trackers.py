"""What projects that look for a successor of bleach.linkify have reported, and how they call it."""

from __future__ import annotations

import pytest

from extract.markup import Linker

MAILMAN = "https://mailman3.ietf.org/mailman3/lists/plants@ietf.org/"


def a(uri: str, shown: str | None = None) -> str:
    return f'<a href="{uri}">{shown or uri}</a>'


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # ietf-tools/datatracker#11584, #10120: an address inside a link
        (MAILMAN, a(MAILMAN)),
        (MAILMAN.replace("plants", "tls"), a(MAILMAN.replace("plants", "tls"))),
        (f"tls@ietf.org ({MAILMAN})", f"{a('mailto:tls@ietf.org', 'tls@ietf.org')} ({a(MAILMAN)})"),
        ("<p>https://a.example/@me@b.example.com?to=x@a.example</p>",
         f"<p>{a('https://a.example/@me@b.example.com?to=x@a.example')}</p>"),
        # ietf-tools/datatracker#8619: angle brackets, written as text
        ("&lt;https://example.org/x&gt;", f"&lt;{a('https://example.org/x')}&gt;"),
        ("&lt;https://example.org/x&gt;, &lt;https://example.org/y&gt;.",
         f"&lt;{a('https://example.org/x')}&gt;, &lt;{a('https://example.org/y')}&gt;."),
        ("&#60;https://example.org/?a=1&amp;b=2&#x3e;", f"&#60;{a('https://example.org/?a=1&amp;b=2')}&#x3e;"),
        ("&lt;me@example.org&gt;", f"&lt;{a('mailto:me@example.org', 'me@example.org')}&gt;"),
        # mozilla/bleach#128, #752, #78
        ("<http://moo.com>", "<http://moo.com>"),
        ("Link: &lt;https://www.example.fm/html/?MSignal=TZ-**ABCD123&gt;",
         f"Link: &lt;{a('https://www.example.fm/html/?MSignal=TZ-**ABCD123')}&gt;"),
        ("[https://www.example.org/]", f"[{a('https://www.example.org/')}]"),
        ("hello (http://www.mu.de/blah.html). world", f"hello ({a('http://www.mu.de/blah.html')}). world"),
    ],
)  # fmt: skip
def test_reported(given: str, expected: str) -> None:
    assert Linker([], parse_email=True).linkify(given) == expected


def test_angle_brackets_in_plain_text() -> None:
    """ietf-tools/datatracker#8619: a review is plain text."""
    html = Linker([]).linkify_text("(<https://example.org/x>), see <https://example.org/x>.")
    assert html.count(a("https://example.org/x") + "&gt;") == 2
