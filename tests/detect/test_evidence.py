"""Bare names by evidence: the signs that are not looked for would not have been seen."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import example, given
from hypothesis import strategies as st

from extract import find_links
from extract.detect import evidence
from extract.detect.around import line_after, line_before
from extract.detect.evidence import NameInLine, is_site, weights_of
from extract.text.tables import rows_of
from tests.examples import examples
from tests.rows import rows

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
@example(["apt install "], "example.com", [])
@example(["cd\t"], "example.com", [])
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
SEEN = r"""
_is_in_language sees → ⟦a.pl⟧ jest ¦ ą ⟦a.pl⟧ ¦ ⟦ą.pl⟧ ¦ ⟦A.PL⟧ ą ¦ ⟦a.b.rs⟧ ђ
_is_in_language sees not → ⟦a.pl⟧ is ¦ ⟦a.de⟧ ą ¦ ⟦pl.a⟧ ą ¦ ⟦a.rs⟧ ą
_joins_sentences sees → end,but ⟦possible.it⟧ ¦ ⟦possible.it⟧ end;but ¦ ⟦game.is⟧ a x ¦ ⟦mate.as⟧ long as
_joins_sentences sees → çıktı,bu ⟦ayar.biz⟧
_joins_sentences sees not → ⟦possible.it⟧ does ¦ ⟦see.it⟧ end, but ¦ ⟦game.is⟧ x ¦ ⟦game.it⟧ a x ¦ ⟦a-b.it⟧ end,but
_joins_sentences sees not → ⟦see.it⟧ at docs.info ¦ &lt;ana&gt; ⟦see.info⟧
_has_member sees → ⟦tx.to⟧, tx.value ¦ tx.value ⟦tx.to⟧ ¦ ⟦tx.to⟧ xtx.value tx.value ¦ ⟦a.news⟧ a.news.low
_has_member sees → ⟦tx.to⟧ (tx.x) ¦ ⟦a.news⟧ xa.news.low a.news.low ¦ a.news.low ⟦a.news⟧
_has_member sees not → ⟦tx.to⟧, tx.com ¦ ⟦tx.to⟧ xtx.value ¦ ⟦tx.to⟧ .tx.value -tx.value /tx.value @tx.value
_has_member sees not → ⟦tx.to⟧ tx.value/ ¦ ⟦tx.to⟧ tx.value.x ¦ ⟦a.news⟧ xa.news.low ¦ ⟦a.news⟧ a.news.com
_is_elsewhere sees → ⟦a.io⟧ http://a.io ¦ https://a.io/ ⟦a.io⟧ ¦ ⟦A.io⟧ //x-y.1.a.IO ¦ ⟦a.io⟧ a.io //a.io
_is_elsewhere sees not → ⟦a.io⟧ a.io ¦ ⟦a.io⟧ file://a.io ¦ ⟦a.io⟧ //b.io/a.io ¦ ⟦a.io⟧ //u@a.io ¦ ⟦a.io⟧ // a.io
_is_elsewhere sees not → ⟦a.io⟧ //~a.io
_is_address_with_at sees → <ana at ⟦a.example⟧> ¦ see ana.b at ⟦a.example⟧ x ¦ ana at ⟦a.example⟧
_is_address_with_at sees → we ana AT ⟦A.EXAMPLE⟧ x ¦ we met ana at ⟦a.example⟧ wrote: ¦ we ana at ⟦a.example⟧> x
_is_address_with_at sees → - ana at ⟦a.example⟧.
_is_address_with_at sees not → hosted at ⟦a.example⟧ ¦ ana ⟦a.example⟧ ¦ we met ana at ⟦a.example⟧ x
_is_address_with_at sees not → look at ⟦a.example⟧ ¦ we met ana at ⟦a.example⟧ ¦ look at ⟦a.example⟧ x
_is_address_with_at sees not → <ana ⟦A.EXAMPLE⟧>
_is_path_elsewhere sees → ⟦b.c.aws⟧ https://a.example/b/c/aws ¦ //a.example/b/aws ⟦b.aws⟧
_is_path_elsewhere sees not → ⟦b.aws⟧ //a.example/b.aws ¦ ⟦b.aws⟧ b/aws
"""
# Reasons for signs in a line.
LINES = r"""
a line of code sees → >>> x ¦ \x20\x20const x ¦ see f(x) ¦ f() ¦ a -> b ¦ a => b ¦ a::b ¦ a := b ¦ a == b ¦ a && b
a line of code sees → a || b ¦ a; ¦ if x {\x20
a line of code sees not → constant ¦ f (x) ¦ a - b ¦ a = b ¦ a & b ¦ a | b ¦ (x) ¦ a; b ¦ see >>> x
running text sees → a quick brown fox\x20 ¦ über schöne, alte\x09x ¦ x これは日本 ¦ 한국어입니다 ¦ \x20-\x20
running text sees not → quick brown fox ¦ a b c d ¦ quick -brown fox\x20 ¦ これは日
"""


def assert_seen(test: Callable[[NameInLine], object], is_seen: bool, texts: str) -> None:
    for marked in texts.split(" ¦ "):
        before, name, after = re.split("[⟦⟧]", marked) if "⟦" in marked else (marked, "", "")
        assert bool(test(NameInLine(name, before, after))) is is_seen, marked


def test_what_is_seen_around_a_name() -> None:
    for test, texts in rows(SEEN):
        name, _, sees = test.partition(" ")
        assert_seen(getattr(evidence, name), sees == "sees", texts)


def test_what_is_seen_in_a_line() -> None:
    for test, texts in rows(LINES):
        reason, _, sees = test.partition(" sees")
        (sign,) = (sign for sign in evidence.signs() if sign.reason.startswith(reason))
        assert_seen(sign.test(), not sees, texts)
        assert bool(sign.test()(NameInLine("", "", ""))) == (reason == "running text")


def test_a_listed_ending_is_found_wherever_a_known_one_is() -> None:
    def ends(text: str, ending: str) -> list[tuple[int, int]]:
        return [(link.start, link.end) for link in find_links(text, bare_domains=True, always=[ending])]

    for text in ("x.wiki.corp", "見てwiki.corp", "_wiki.corp_ ", "WIKI.corp:80/ü", "wiki.corp."):
        known = text.replace("corp", "info").replace("wiki", "docs")
        assert ends(text, ".corp") == ends(known, ".info"), text


def test_an_ending_is_of_one_kind() -> None:
    assert sum(len(row[2].split()) for row in rows_of("endings_of_names.tsv")) == len(evidence.endings().kinds)


def test_a_name_below_a_suffix_of_several_labels_is_a_site() -> None:
    sites = ["bps.go.id", "a.co.za", "foo.com.pk", "orf.at"]
    for name in (*sites, "obj.com.so", "build.name.mk", "config.in.rs"):
        assert is_site(f"edit {name}", 5, 5 + len(name)) is (name in sites), name
