"""Bare names by evidence: the signs that are not looked for would not have been seen."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from extract.detect.evidence import _SIGNS, _kind, _place, is_site
from tests.examples import examples

_NAMES = """
    setup.py README.md self.id metrics.k8s.io example.com foo.co.id gov.uk docs.rs time.is os.path.join data.map foo.now
    lib.so a.name Logger.INFO ASP.NET config.h.in alias.co item.zip Foo.Bar java.io a-at-b.com b.ai com.example.app
""".split()
_AROUND = [
    *"see |visit |website: |curl |curl -s |import |= |return |(|)|[|](http://a.example/)|](|`|'|<|>|: ".split("|"),
    *"apiVersion: |, |; |. |/|//|http://|:|::|->|=>|==|\n| at |@| - |--global |-o |$|\\|%|├── |、|。|访问".split("|"),
    *'网站：|サイト|f(x) |const |>>> |the quick brown fox |  |\t|\u2003|Newsgroups: |_|#|!|&|</a>|"|title="'.split("|"),
    *["{", "}", "\u3000", "a: ", "ssh dig ", " "],
]


def _weigh(text: str, start: int, end: int) -> bool:
    """Look for every sign."""
    kind = _kind(text[start:end].rpartition(".")[2].lower())
    place = _place(text, start, end)
    signs = [sign for sign in _SIGNS if all(kind is not other for other in sign.not_for)]
    return kind.weight + sum(sign.weight for sign in signs if sign.seen.make()(place)) > 0


@given(st.lists(st.sampled_from(_AROUND)), st.sampled_from(_NAMES), st.lists(st.sampled_from(_AROUND + _NAMES)))
@example(["curl ", "-s "], "alias.co", [])
@example(["git ", "--global "], "alias.co", [])
@example(["Newsgroups: ", "a.b", ", "], "foo.now", [])
@example(["visit", "\u2003", '"'], "setup.py", [])
@example([], "setup.py", ["   ", "= "])
@examples(400)
def test_a_sign_that_is_not_looked_for_is_not_there(before: list[str], name: str, after: list[str]) -> None:
    text = "".join(before)
    start = len(text)
    text += name + "".join(after)
    assert is_site(text, start, start + len(name)) == _weigh(text, start, start + len(name))
