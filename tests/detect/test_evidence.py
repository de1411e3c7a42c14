"""Bare names by evidence: the signs that are not looked for would not have been seen."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract import Finder, find_links
from extract.detect.around import line_after, line_before
from extract.detect.evidence import _SIGNS, _kind, _place, is_site
from tests.examples import examples
from tests.marking import assert_links

_NAMES = """
    setup.py README.md self.id metrics.k8s.io example.com foo.co.id gov.uk docs.rs time.is os.path.join data.map foo.now
    lib.so a.name Logger.INFO ASP.NET config.h.in alias.co item.zip Foo.Bar java.io a-at-b.com b.ai com.example.app
    possible.it ma.na gov.pl a-b.link a.cf a.org v.sexy Who.Me dev.0.auto twisted.web FooBar.media pool.SD
    tx.to state.lc co.uk dd.mm README.com tool.black oldState.lc -a.io
""".split()
_AROUND = [
    *"see |visit |website: |curl |curl -s |import |= |return |(|)|[|](http://a.example/)|](|`|'|<|>|: ".split("|"),
    *"apiVersion: |, |; |. |/|//|http://|:|::|->|=>|==|\n| at |@| - |--global |-o |$|\\|%|├── |、|。|访问".split("|"),
    *'网站：|サイト|f(x) |const |>>> |the quick brown fox |  |\t|\u2003|Newsgroups: |_|#|!|&|</a>|"|title="'.split("|"),
    *["{", "}", "\u3000", "a: ", "ssh dig ", " "],
    *'/v1beta1|/v1 API|/part-of: a|label |annotations `|.*|":|":key="|<|, tx.value|r/u:|matrix:| class|$a|+='.split(
        "|"
    ),
    *[
        " and ",
        " or ",
        "или ",
        " | ",
        "a-b.de",
        "ą",
        "is a ",
        "<a:",
        " at ",
        "> wrote:",
        "] has quit",
        "%2F",
        " @ ",
        "[ ] ",
    ],
    *["< ", ",", "  # ", "/2", "at ", " (", "${", " API group", "SELECT "],
]


def _weigh(text: str, start: int, end: int) -> bool:
    """Look for every sign."""
    kind = _kind(text[start:end].rpartition(".")[2].lower())
    place = _place(text[start:end], line_before(text, start), line_after(text, end))
    signs = [sign for sign in _SIGNS if all(kind is not other for other in sign.not_for)]
    return kind.weight + sum(sign.weight for sign in signs if sign.seen.make()(place)) > 0


@given(st.lists(st.sampled_from(_AROUND)), st.sampled_from(_NAMES), st.lists(st.sampled_from(_AROUND + _NAMES)))
@example(["curl ", "-s "], "alias.co", [])
@example(["git ", "--global "], "alias.co", [])
@example(["Newsgroups: ", "a.b", ", "], "foo.now", [])
@example(["visit", "\u2003", '"'], "setup.py", [])
@example([], "setup.py", ["   ", "= "])
@example(["apiVersion: "], "example.com", [])
@example(["-o ", "├── "], "time.is", [])
@example(["_#"], "gov.uk", [])
@example(["a="], "setup.py", [","])
@example(["//", "alias.co", " "], "alias.co", [])
@example(["see ", "//", "alias.co", "/ "], "alias.co", [])
@example([], "alias.co", [" ", "//", "alias.co"])
@examples(400)
def test_a_sign_that_is_not_looked_for_is_not_there(before: list[str], name: str, after: list[str]) -> None:
    text = "".join(before)
    start = len(text)
    text += name + "".join(after)
    assert is_site(text, start, start + len(name)) == _weigh(text, start, start + len(name))


LISTED = """
    see ⟦wiki.corp/ü⟧, ⟦a.wiki.corp⟧ and ⟦GIT.CORP⟧; not old.corp, x.other or corp.x
    read ⟦README.md⟧, and not CHANGES.md; ⟦ntfy.sh⟧, and not build.sh
    ordinary names are as ever: ⟦example.org⟧, self.id and setup.py; example.com and ⟦www.example.com⟧ are listed
"""


@pytest.mark.parametrize("marked", LISTED.strip().splitlines())
@pytest.mark.parametrize("profile", ["prose", ("prose", "ip-addresses")])
def test_names_that_are_always_or_never_links(marked: str, profile: str) -> None:
    always, never = {".corp", "README.md", ".sh", "例え.内部"}, {"old.corp", "build.sh", "example.com"}
    assert_links(marked.strip(), schemeless=True, always=always, never=never, profile=profile)


@pytest.mark.parametrize("text", ["x.wiki.corp", "見てwiki.corp", "_wiki.corp_ ", "WIKI.corp:80/ü", "wiki.corp."])
def test_a_listed_ending_is_found_wherever_a_known_one_is(text: str) -> None:
    def ends(text: str, **options: object) -> list[tuple[int, int]]:
        return [(link.start, link.end) for link in find_links(text, schemeless=True, **options)]  # type: ignore[arg-type]

    assert ends(text, always=[".corp"]) == ends(text.replace("corp", "info").replace("wiki", "docs"), always=[".info"])


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"schemeless": True, "always": "wiki.corp"}, TypeError, "always must be a collection"),
        ({"schemeless": True, "never": ["localhost"]}, ValueError, "neither a domain name"),
        ({"schemeless": True, "never": ["http://a.example"]}, ValueError, "neither a domain name"),
        ({"never": ["a.example"]}, ValueError, "schemeless=True"),
    ],
)
def test_wrong_lists(options: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Finder(**options)  # type: ignore[arg-type]
    with pytest.raises(error, match=says):
        find_links("", **options)  # type: ignore[arg-type]
