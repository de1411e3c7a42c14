"""Bare names by evidence: the signs that are not looked for would not have been seen."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract import Finder, find_links
from extract.detect import evidence
from extract.detect.around import line_after, line_before
from extract.detect.evidence import NameInLine, is_site, weights_of
from tests.examples import examples

_NAMES = """
    setup.py README.md self.id metrics.k8s.io example.com foo.co.id gov.uk docs.rs time.is os.path.join data.map foo.now
    lib.so a.name Logger.INFO ASP.NET config.h.in alias.co item.zip Foo.Bar java.io a-at-b.com b.ai com.example.app
    possible.it ma.na gov.pl a-b.link a.cf a.org v.sexy Who.Me dev.0.auto twisted.web FooBar.media pool.SD
    tx.to state.lc co.uk dd.mm README.com tool.black oldState.lc -a.io son.istanbul gelmiş.link command.com A.B.CO
""".split()
_AROUND = [
    *"see |visit |website: |curl |curl -s |import |= |return |(|)|[|](http://a.example/)|](|`|'|<|>|: ".split("|"),
    *"apiVersion: |, |; |. |/|//|http://|:|::|->|=>|==|\n| at |@| - |--global |-o |$|\\|%|├── |、|。|访问".split("|"),
    *'网站：|サイト|f(x) |const |>>> |the quick brown fox |  |\t|\u2003|Newsgroups: |_|#|!|&|</a>|"|title="'.split("|"),
    *["{", "}", "\u3000", "a: ", "ssh dig ", " "],
    *'/v1beta1|/v1 API|/part-of: a|label |annotations `|.*|":|":key="|<|, tx.value|r/u:|matrix:| class|$a'.split("|"),
    *"+=| and | or |или |a-b.de|ą|is a |<a:|> wrote:|] has quit|%2F| @ |[ ] |apt install |cd |<ana@?|a.ca!".split("|"),
    *"ş |x,y |< |,|  # |/2|at | (|${| API group|SELECT ".split("|"),
    " | ",
]


def _weigh(text: str, start: int, end: int) -> bool:
    """Look for every sign."""
    place = NameInLine(text[start:end], line_before(text, start), line_after(text, end))
    return sum(weight for weight, _ in weights_of(place)) > 0


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


# What looks around a name: texts where it sees its sign, and texts beside them where it does not.
SEEN = {
    "_in_list": (
        ["⟦a.py⟧ b.py", "b.py, ⟦a.py⟧", "⟦A.py⟧ b.PY", "⟦four.py⟧ four.py", ".py b.py ⟦a.py⟧", "⟦a.py⟧ b.pyx b.py"],
        ["⟦a.py⟧", "⟦a.py⟧ .py", "⟦a.py⟧ -.py", "⟦a.py⟧ b.pyx", "⟦a.py⟧ b.pyx c", "⟦a.py⟧ b.so",
         "⟦setup.py⟧ setup.py x.setup.py"],
    ),
    "_is_in_language": (
        ["⟦a.pl⟧ jest", "ą ⟦a.pl⟧", "⟦ą.pl⟧", "⟦A.PL⟧ ą", "⟦a.b.rs⟧ ђ"],
        ["⟦a.pl⟧ is", "⟦a.de⟧ ą", "⟦pl.a⟧ ą", "⟦a.rs⟧ ą"],
    ),
    "_is_glued": (
        ["end,but ⟦possible.it⟧", "⟦possible.it⟧ end;but", "⟦game.is⟧ a x", "the codes.then ⟦see.it⟧",
         "⟦see.it⟧ at docs.info the codes.then", "çıktı,bu ⟦ayar.biz⟧"],
        ["⟦possible.it⟧ does", "⟦see.it⟧ end, but", "⟦game.is⟧ x", "⟦game.it⟧ a x", "⟦a-b.it⟧ end,but",
         "⟦see.it⟧ at docs.info"],
    ),
    "_has_member": (
        ["⟦tx.to⟧, tx.value", "tx.value ⟦tx.to⟧", "⟦tx.to⟧ xtx.value tx.value", "⟦a.news⟧ a.news.low", "⟦tx.to⟧ (tx.x)",
         "⟦a.news⟧ xa.news.low a.news.low", "a.news.low ⟦a.news⟧"],
        ["⟦tx.to⟧, tx.com", "⟦tx.to⟧ xtx.value", "⟦tx.to⟧ .tx.value -tx.value /tx.value @tx.value", "⟦tx.to⟧ tx.value/",
         "⟦tx.to⟧ tx.value.x", "⟦a.news⟧ xa.news.low", "⟦a.news⟧ a.news.com"],
    ),
    "_is_elsewhere": (
        ["⟦a.io⟧ http://a.io", "https://a.io/ ⟦a.io⟧", "⟦A.io⟧ //x-y.1.a.IO", "⟦a.io⟧ a.io //a.io",
         ],
        ["⟦a.io⟧ a.io", "⟦a.io⟧ file://a.io", "⟦a.io⟧ //b.io/a.io", "⟦a.io⟧ //u@a.io", "⟦a.io⟧ // a.io",
         "⟦a.io⟧ //~a.io"],
    ),
    "_is_address_with_at": (
        ["<ana at ⟦a.example⟧>", "see ana.b at ⟦a.example⟧ x", "ana at ⟦a.example⟧", "we ana AT ⟦A.EXAMPLE⟧ x",
         "we met ana at ⟦a.example⟧ wrote:", "we ana at ⟦a.example⟧> x", "- ana at ⟦a.example⟧."],
        ["hosted at ⟦a.example⟧", "ana ⟦a.example⟧", "we met ana at ⟦a.example⟧ x", "look at ⟦a.example⟧",
         "we met ana at ⟦a.example⟧", "look at ⟦a.example⟧ x", "<ana ⟦A.EXAMPLE⟧>"],
    ),
    "_is_path_elsewhere": (
        ["⟦b.c.aws⟧ https://a.example/b/c/aws", "//a.example/b/aws ⟦b.aws⟧"],
        ["⟦b.aws⟧ //a.example/b.aws", "⟦b.aws⟧ b/aws"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("test", SEEN)
def test_what_is_seen_around_a_name(test: str) -> None:
    seen = {}
    for marked in [*SEEN[test][0], *SEEN[test][1]]:
        before, name, after = re.split("[⟦⟧]", marked)
        seen[marked] = bool(getattr(evidence, test)(NameInLine(name, before, after)))
    assert seen == {marked: at == 0 for at, some in enumerate(SEEN[test]) for marked in some}


LINES = {
    "a line of code": (
        [">>> x", "  const x", "see f(x)", "f()", "a -> b", "a => b", "a::b", "a := b", "a == b", "a && b", "a || b",
         "a;", "if x { "],
        ["constant", "f (x)", "a - b", "a = b", "a & b", "a | b", "(x)", "a; b", "see >>> x"],
    ),
    "running text": (
        ["a quick brown fox ", "über schöne, alte\tx", "x これは日本", "한국어입니다", "", " - "],
        ["quick brown fox", "a b c d", "quick -brown fox ", "これは日"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", LINES)
def test_what_is_seen_in_a_line(reason: str) -> None:
    (test,) = (sign.test() for sign in evidence.signs() if sign.reason.startswith(reason))
    seen = {line: bool(test(NameInLine("", line, ""))) for some in LINES[reason] for line in some}
    assert seen == {line: at == 0 for at, some in enumerate(LINES[reason]) for line in some}


@pytest.mark.parametrize("text", ["x.wiki.corp", "見てwiki.corp", "_wiki.corp_ ", "WIKI.corp:80/ü", "wiki.corp."])
def test_a_listed_ending_is_found_wherever_a_known_one_is(text: str) -> None:
    def ends(text: str, **options: object) -> list[tuple[int, int]]:
        return [(link.start, link.end) for link in find_links(text, bare_domains=True, **options)]  # type: ignore[arg-type]

    assert ends(text, always=[".corp"]) == ends(text.replace("corp", "info").replace("wiki", "docs"), always=[".info"])


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"bare_domains": True, "always": "wiki.corp"}, TypeError, "always must be a collection"),
        ({"bare_domains": True, "never": ["localhost"]}, ValueError, "neither a domain name"),
        ({"bare_domains": True, "never": ["http://a.example"]}, ValueError, "neither a domain name"),
        ({"bare_domains": True, "always": ["*.corp"]}, ValueError, "nor an ending, '.corp'"),
        ({"never": ["a.example"]}, ValueError, "bare_domains=True"),
    ],
)
def test_wrong_lists(options: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Finder(**options)  # type: ignore[arg-type]
    with pytest.raises(error, match=says):
        find_links("", **options)  # type: ignore[arg-type]


def test_an_ending_is_of_one_kind() -> None:
    assert sum(len(row[2].split()) for row in evidence._rows("endings_of_names.tsv")) == len(evidence.endings().kinds)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("bps.go.id", True), ("a.co.za", True), ("foo.com.pk", True), ("obj.com.so", False), ("build.name.mk", False),
     ("config.in.rs", False), ("orf.at", True)],
)  # fmt: skip
def test_a_name_below_a_suffix_of_several_labels_is_a_site(name: str, expected: bool) -> None:
    assert is_site(f"edit {name}", 5, 5 + len(name)) is expected
