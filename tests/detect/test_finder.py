"""`Finder` and `find_links`: values and options, and which of two paths is taken."""

from __future__ import annotations

import copy
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from extract import Finder, find_links
from extract.detect import bare_domains, fast_path, particles, scanner
from extract.detect.runs import runs
from extract.detect.tailorings import PROSE as IN_PROSE
from extract.iri import DEFAULT_SCHEMES
from extract.text import characters as c
from tests.detect.tables import Row, assert_rows, table
from tests.marking import assert_links


@pytest.mark.parametrize("marks", ['""', "''", "‘’", "‚‘", "“”", "«»", "`", "||"])
def test_a_link_right_behind_the_mark_that_ends_another(marks: str) -> None:
    before, after = marks[0], marks[-1]
    assert_links(f"[{before}⟦http://a/b⟧{after},{before}⟦http://c/⟧{after}] {before}⟦http://a/é⟧{after}⟦http://b/⟧")


def test_naming_a_scheme_finds_it_and_changes_no_other_link() -> None:
    for address in ("https://example.com/a(b).", "http://例え.jp/日本語。", "<https://a.example/?q=ü>"):
        for before in ("See ", "done: with ", "at 12:30, ", "urn:isbn:1 and "):
            text = f"{before}{address} there"
            found = [link.text for link in find_links(text, schemes=DEFAULT_SCHEMES | {"urn"})]
            usual = [link.text for link in find_links(text)]
            assert found == ["urn:isbn:1"] * before.startswith("urn") + usual, text


ALL: dict[str, Any] = {"schemes": ["HTTP", "urn"], "profile": ["quotes", "paths"]}
ALL |= dict.fromkeys(["bare_domains", "email", "broken", "wrapped"], True)


def test_a_finder_shows_the_options_that_are_not_the_defaults() -> None:
    shown = {
        "Finder()": {"profile": set(IN_PROSE)},
        "Finder(email=True)": {"bare_domains": False, "email": True},
        "Finder(profile='uts58')": {"profile": []},
        "Finder(schemes=frozenset())": {"schemes": ()},
        "Finder(schemes={'http', 'urn'}, bare_domains=True, email=True, profile={'paths', 'quotes'}, broken=True, "
        "wrapped=True)": ALL,
    }
    for text, options in shown.items():
        finder = Finder(**options)  # type: ignore[arg-type]
        assert repr(finder) == text
        assert eval(text) == finder


def test_finders_compare_and_hash_by_their_options() -> None:
    same: list[dict[str, Any]] = [{}, {"schemes": {"URN", "http"}}, {"profile": {*ALL["profile"]}}]
    assert len({Finder(**ALL | other) for other in same}) == 1
    different = [Finder(**{name: value}) for name, value in ALL.items()]
    assert len({Finder(), *different}) == 7
    # named, schemes are found without "//" too
    assert Finder(schemes=DEFAULT_SCHEMES) != Finder()
    assert Finder() != object()


@pytest.mark.parametrize("options", [{}, ALL, {"profile": "uts58"}])
def test_a_finder_is_copied_and_pickled(options: dict[str, Any]) -> None:
    finder = Finder(**options)
    text = "see http://a/é and urn:x:y, b.com"
    for other in (copy.copy(finder), copy.deepcopy(finder), pickle.loads(pickle.dumps(finder))):
        assert other == finder
        assert list(other.find(text)) == list(finder.find(text))


ALSO = [pytest.param(profile, marks=pytest.mark.all) for profile in ("uts58", ("prose", "ip-addresses"))]


@pytest.mark.parametrize("profile", ["prose", *ALSO])
def test_what_is_taken_for_letters_is_safe(profile: str | tuple[str, ...]) -> None:
    """The common link has the words of `re`, whose version of Unicode is not that of `regex`, and marks."""
    of_profile = Finder(profile=profile)._plan.profile
    safe, label = (regex.compile(f"[{sets}]", regex.V1) for sets in (of_profile.safe, of_profile.label))
    exact = "".join(map(c.characters_of, fast_path._EXACT))
    letters = {*re.findall(r"[\w\u0700-\u1100\u1780-\u1800]", "".join(map(chr, range(0x110000))))} - {*exact}
    taken = {letter for letter in letters if not fast_path.UNDECIDED.match(letter)}
    taken -= fast_path._NO_LETTERS | c.members(of_profile.soft, fast_path._SCRIPTS)
    assert len(taken) > 130_000
    assert not {letter for letter in taken if not (safe.match(letter) and label.match(letter))}


def test_common_links_compile_no_pattern_of_the_walk() -> None:
    """A page with one IRI does without them; they take 30 ms."""
    finder = Finder(email=True, profile=IN_PROSE - {"ellipses"})
    runs.cache_clear()  # other tests have this profile, too
    parts = runs(finder._plan.profile)
    assert [link.text for link in finder.find("a.b https://例え.jp/日本, https://例え.jp/é語")] == [
        "https://例え.jp/日本",
        "https://例え.jp/é語",
    ]
    patterns = [getattr(run, name) for run in (parts.host, parts.path) for name in run._fields]
    assert not any("match" in vars(pattern) for pattern in patterns)
    assert [link.text for link in finder.find("https://例え.jp/日本…語")] == ["https://例え.jp/日本…語"]
    assert any("match" in vars(pattern) for pattern in patterns)


@given(st.text("ab/-09.,;:!?'\"*()[]<>|%&=+_ \n—→，。漢é½\u0301“”·한ㆍ★", max_size=12), st.sampled_from(["", *"'\"*<"]))
def test_the_patterns_of_ascii_text_find_the_same_ends(text: str, before: str) -> None:
    parts = runs(Finder(profile=IN_PROSE)._plan.profile.after(before))
    for run in (parts.path, parts.query, parts.fragment, parts.host):
        match = run.pattern.match(text)
        assert match is not None
        assert run.ends(text, 0) == (match.end(1), match.end())


def test_the_fast_path_takes_what_is_common(monkeypatch: pytest.MonkeyPatch) -> None:
    walks = []
    for module, name in ((scanner, "hierarchical"), (bare_domains, "read_domain"), (bare_domains, "read_address")):
        walks.append(Mock(wraps=getattr(module, name)))
        monkeypatch.setattr(module, name, walks[-1])
    for marked, options in table("detection.txt")["what the fast path takes"]:
        assert_rows([Row(marked, options), Row(f"{marked}\n", options)])
        assert not any(walk.called for walk in walks), marked


@given(st.text(st.sampled_from("(으)로를を参照から日本的下载中ค่ะหรือab/"), min_size=1, max_size=8))
def test_particles_begin_with_a_character_that_is_looked_for(run: str) -> None:
    for place in ("word", "host", "slash"):
        assert not particles.begins(place).match(run) or run[0] > "\u0e00" or run[0] == "("  # see `words._MAY_BE_GLUED`


def test_schemes_do_not_begin_inside_a_word_of_latin_letters() -> None:
    known = re.compile(f"[{fast_path._INSIDE_WORD}]")
    letters = regex.findall(r"\p{Latin}", "".join(map(chr, range(0x110000))))
    assert [hex(ord(letter)) for letter in letters if not known.match(letter)] == []


def test_threads_share_a_finder() -> None:
    texts = ["https://example.com/日本。次 a@b.com " * size for size in range(40)]
    finder = Finder(email=True, profile={"cjk-punctuation"})
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda text: list(finder.find(text)), texts))
    assert found == [list(find_links(text, email=True, profile={"cjk-punctuation"})) for text in texts]
