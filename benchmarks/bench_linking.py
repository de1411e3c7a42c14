"""linkify in Markdown: our adapter beside linkify-it-py in markdown-it-py, and alone; linkify() beside django's urlize.

Prints megabytes of UTF-8 per second of processor time, and ours to theirs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from linkify_it import LinkifyIt as Peer
from markdown_it import MarkdownIt

from benchmarks.samples import samples
from extract import linkify
from extract.markup.linkify_it import LinkifyIt

Work = Callable[[str], object]


def _markdown(linkifier: LinkifyIt | Peer) -> Work:
    md = MarkdownIt("gfm-like")
    md.linkify = linkifier
    return md.render


def _match(linkifier: LinkifyIt | Peer) -> Work:
    return lambda text: linkifier.match(text) if linkifier.pretest(text) and linkifier.test(text) else None


def _megabytes_per_second(work: Work, documents: list[str]) -> float:
    work(documents[0])
    done = 0
    start = time.process_time()
    while True:
        for document in documents:
            work(document)
            done += len(document.encode())
            if (used := time.process_time() - start) > 1:
                return done / used / 1e6


@pytest.mark.parametrize("kind", samples())
@pytest.mark.benchmark(group="linking")
def test_linking(benchmark, kind: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    documents = samples()[kind]
    lines = []
    for name, make in (("markdown-it-py, whole", _markdown), ("match() alone", _match)):
        ours, theirs = (_megabytes_per_second(make(linkifier), documents) for linkifier in (LinkifyIt(), Peer()))
        lines.append(f"  {name:22} ours {ours:7.2f}, linkify-it-py {theirs:6.2f} MB/s: {ours / theirs:5.2f} x")
    html = _megabytes_per_second(linkify, documents)
    lines.append(f"  {'linkify() to HTML':22} ours {html:7.2f} MB/s")
    with capsys.disabled():
        print(f"\n{kind}", *lines, sep="\n")
    benchmark.pedantic(lambda: [linkify(document) for document in documents[:20]], rounds=3)
