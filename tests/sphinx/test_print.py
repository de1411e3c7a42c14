"""PDF by five engines: the addresses of the links, and what stands on the page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from extract import to_uri
from extract.present.bidi import visual_order
from tests.sphinx.building import ROOTS, TORTURE, build, build_text, expected
from tests.sphinx.tex import typeset

high_level: Any = pytest.importorskip("pdfminer.high_level", reason="pdfminer.six is not installed")
pytestmark = pytest.mark.all

INDEX, SUB, TWIN = map(expected, ("index", "sub", "twin"))


def link_annotations(pdf: Any) -> Iterator[tuple[str, list[float]]]:
    """Yield the address and the rectangle (left, bottom, right, top) of each link, in order."""
    for page in pdf.pages:
        for annotation in page.get("/Annots", []):
            link = annotation.get_object()
            if "/URI" in link.get("/A", {}):
                yield str(link["/A"]["/URI"]), [float(number) for number in link["/Rect"]]


def addresses(pdf: Any) -> list[str]:
    """Return the addresses of the links, in order; the lines of a broken link are one."""
    return [address for address, _ in link_annotations(pdf)]


def once(items: list[str]) -> list[str]:
    return [item for item, _ in groupby(items)]


def complaints(log: Path) -> list[str]:
    """Return what TeX says of characters that the fonts lack, and of lines that are too long."""
    lines = log.read_text("utf-8", errors="replace").splitlines()
    return [line for line in lines if "Missing character" in line or "Overfull" in line]


@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_every_case(tmp_path: Path, engine: str) -> None:
    built = build(TORTURE, tmp_path, "latex", "-t", "offline", "-t", engine)
    assert built.status == 0
    pdf = typeset(built.out, engine, "torture")
    wanted = [link.target for link in [*INDEX[:-2], *SUB, *TWIN]]
    # A footnote's link stands at the foot of the page, before or after what is round it in the source.
    assert sorted(set(addresses(pdf))) == sorted(set(wanted))
    assert len(once(addresses(pdf))) >= len(once(wanted)) - 2
    text = "".join(page.extract_text() for page in pdf.pages)
    for shown in ("http://www.w3.org/People/Dürst", "https://ru.wikipedia.org/wiki/Москва_(город)", "[2001:db8::1]"):
        assert shown in text
    said = complaints(built.out / "torture.log")
    assert [line for line in said if "Missing character" in line and "U+1F600" not in line] == []


ONE_DOCUMENT = "latex_documents = [('index', 'page.tex', 'Page', 'x', 'howto')]"
FREE_SERIF = r"\setmainfont{FreeSerif}\setsansfont{FreeSerif}"
LONG = {
    "ru": "https://ru.wikipedia.org/wiki/Очень_длинное_название_статьи,_которое_не_помещается_на_одной_строке-и-ещё-текст",
    "hi": "https://hi.wikipedia.org/wiki/भारत_का_संविधान_और_उसके_अनुच्छेदों_की_सूची/दूसरा_भाग/तीसरा-भाग_विस्तार_से_लिखा_गया",
    "th": "https://th.wikipedia.org/wiki/ประเทศไทย/ประวัติศาสตร์/รัฐธรรมนูญ/วัฒนธรรม/เศรษฐกิจ/การเมือง/ภูมิศาสตร์/ประชากร",
    "ar": "https://ar.wikipedia.org/wiki/قائمة_الدول_حسب_عدد_السكان_في_العالم_العربي/الجزء-الثاني-من-المقالة_الطويلة_جدا_في",
    "he": "https://he.wikipedia.org/wiki/רשימת_מדינות_לפי_אוכלוסייה_בעולם_כולו_ובאזורים_אחרים_של_כדור_הארץ_ועוד",
}


@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_long_addresses(tmp_path: Path, engine: str) -> None:
    """They go over lines, between words and between scripts, and lead where they led; in titles they are whole."""
    pytest.importorskip("bidi", reason="python-bidi is not installed")
    texts = [f"Here is a text that leads to {iri} and says more.\n\n* {iri}" for iri in LONG.values()]
    title = "Title https://ar.example/قائمة_الدول-ع and https://hi.example/का_सं"
    conf = f"latex_elements = {{'fontpkg': {FREE_SERIF!r}}}; latex_engine = {engine!r}\n{ONE_DOCUMENT}"
    built = build_text(tmp_path, "\n\n".join(texts) + f"\n\n{title}\n{'-' * 80}\n", conf, "latex")
    assert (built.status, built.warnings) == (0, [])
    pdf = typeset(built.out, engine, "page")
    assert {*map(to_uri, LONG.values())} < set(addresses(pdf))
    assert [entry["/Title"] for entry in pdf.outline] == [title]
    assert complaints(built.out / "page.log") == []
    lines = [plain(line) for line in drawn(built.out / "page.pdf")]
    for language in ("ru", "ar", "he"):  # of others, the glyphs in the PDF are not in the order of the letters
        words = re.findall(r"[^\W_]+", LONG[language].partition("/wiki/")[2])
        assert [word for word in words if not any(plain(visual_order(word)) in line for line in lines)] == []


def drawn(path: Path) -> list[str]:
    """Return the lines of a PDF: the characters by the place where they are drawn, from left to right."""
    lines: dict[tuple[int, int], list[Any]] = {}
    for number, page in enumerate(high_level.extract_pages(path)):
        for character in characters(page):
            lines.setdefault((number, -round(character.matrix[5])), []).append(character)
    rows = [sorted(lines[place], key=lambda character: character.x0 + character.x1) for place in sorted(lines)]
    return ["".join(character.get_text() for character in row) for row in rows]


def characters(part: Any) -> Iterator[Any]:
    if hasattr(part, "matrix"):
        yield part
    elif hasattr(part, "__iter__"):
        for inner in part:
            yield from characters(inner)


def plain(text: str) -> str:
    """Return the letters of a text, not their forms, nor joiners, nor which way a bracket looks."""
    return re.sub(r"[\s\u200c]", "", unicodedata.normalize("NFKC", text)).replace(")", "(")


@pytest.mark.parametrize("language", ["ar", "fa", "he"])
@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_documents_from_right_to_left(tmp_path: Path, engine: str, language: str) -> None:
    """RFC 3987 §4.1: an address is drawn in the order of a left-to-right embedding, which is that of UAX #9."""
    pytest.importorskip("bidi", reason="python-bidi is not installed")
    source = ROOTS / "test-right-to-left"
    built = build(source, tmp_path, "latex", "-D", f"latex_engine={engine}", "-D", f"language={language}")
    assert (built.status, [line for line in built.warnings if "no Babel option" not in line]) == (0, [])
    needed = ["bidi.sty"] if engine == "xelatex" else ["luabidi.sty"]
    pdf = typeset(built.out, engine, "page", *needed)
    *iris, long, _ = re.findall(r"(?:https?|mailto):\S+", (source / "index.rst").read_text("utf-8").replace(",", " "))
    assert set(addresses(pdf)) == {to_uri(iri) for iri in (*iris, long, "http://مثال.إختبار/عنوان")}
    lines = [plain(line) for line in drawn(built.out / "page.pdf")]
    assert [iri for iri in iris if not any(plain(visual_order(iri)) in line for line in lines)] == []
    # one that is longer than a line goes over it, between two words: what is before and what is behind, each in order
    path = long.partition(".example/")[2]
    parts = [(path[: joint.start()], path[joint.end() :]) for joint in re.finditer("[/_]", path)]
    assert any(
        plain(visual_order(before)) in line and plain(visual_order(behind)) in following
        for before, behind in parts
        for line, following in pairwise(lines)
    )
    # and what is before it in the paragraph, at the right margin, is not linked
    rectangles = [rectangle for address, rectangle in link_annotations(pdf) if address == to_uri(long)]
    first_line = max(bottom for _, bottom, _, _ in rectangles) - 5
    right_margin = max(right for _, _, right, _ in rectangles)
    assert max(right for _, bottom, right, _ in rectangles if bottom > first_line) < right_margin - 100
    assert complaints(built.out / "page.log") == []


# All engines have the letters of Western Europe, and those of Japanese some of other scripts.
WESTERN = [
    "http://www.w3.org/People/Dürst",
    "https://www.münchen.de/straße",
    "http://[2001:db8::1]:8080/ü",
    "https://de.wikipedia.org/wiki/Österreichische_Bahnhöfe_mit-mehreren-Gleisen_und_großen_Wartesälen_für_die_Reisenden",
]
JAPANESE = [
    "https://ja.wikipedia.org/wiki/日本語",
    "https://例え.jp/一〜二・三ー",
    "https://zh.wikipedia.org/wiki/臺灣",
    "https://ru.wikipedia.org/wiki/Москва_(город)",
]
CP932 = "https://ja.example/髙ｶﾅ"  # which only uplatex has
OTHERS = [
    *("http://مثال.إختبار/صفحة", "https://ko.wikipedia.org/wiki/한국어", "https://zh.wikipedia.org/wiki/统一"),
    *("https://el.wikipedia.org/wiki/Αθήνα", "https://pl.example/zażółć", "https://example.com/😀"),
]


@pytest.mark.parametrize("engine", ["pdflatex", "platex", "uplatex"])
def test_engines_without_unicode(tmp_path: Path, engine: str) -> None:
    """An address is shown as it is if the fonts have its letters, and as a URI if not."""
    japanese = [*JAPANESE, CP932] if engine == "uplatex" else JAPANESE * (engine == "platex")
    as_written = [*WESTERN, *japanese]
    others = [iri for iri in [*OTHERS, *JAPANESE, CP932] if iri not in as_written]
    lines = [f"* {iri} x `title <{iri}>`__" for iri in [*as_written, *others]]
    conf = "language = 'ja'\n" * (engine != "pdflatex") + f"{ONE_DOCUMENT}; latex_engine = {engine!r}"
    text = "\n".join(lines) + f"\n\nTitle {JAPANESE[0]}\n{'-' * 60}\n"
    pdf = typeset(build_text(tmp_path, text, conf, "latex").out, engine, "page")
    assert set(addresses(pdf)) == {to_uri(iri) for iri in [*as_written, *others]}
    page = plain("".join(drawn(tmp_path / "latex" / "page.pdf")))
    assert [address for address in [*as_written, *map(to_uri, others)] if plain(address) not in page] == []
