"""The links of mail: MB a second, beside what `email` takes to parse the same messages (compat32).

The messages are made of the texts of the other benchmarks, as a list archive has them: plain text with quotations,
headers, some quoted-printable, some base64, some HTML. A real archive is named in the environment:
``IRI_MBOX=archive.mbox``. A newsletter has 46 KB and 360 links.
"""

from __future__ import annotations

import base64
import os
import quopri
import time
from collections.abc import Callable
from email import message_from_bytes, policy

import pytest

from benchmarks.samples import samples
from extract.mail import links, links_in_message
from extract.mail.mailboxes import messages

_HEADER = """\
Received: from mail.example.org (mail.example.org [192.0.2.1]) by lists.example.org (Postfix) with ESMTPS id 4F1A2
 for <list@lists.example.org>; Mon,  1 Jan 2024 10:00:00 +0000 (UTC)
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=mail; h=from:to:subject:date; bh=47DEQpj8HBSa+/TI
Message-ID: <{number}.1@mail.example.org>
References: <{number}.0@mail.example.org>
From: =?utf-8?q?Ren=C3=A9?= <rene@example.org>
To: list@lists.example.org
Subject: =?utf-8?q?Re=3A_gr=C3=B6=C3=9Fe?= and more
Date: Mon, 01 Jan 2024 10:00:00 +0000
List-Unsubscribe: <https://lists.example.org/unsubscribe>, <mailto:list-leave@lists.example.org>
List-Archive: <https://lists.example.org/archive/>
MIME-Version: 1.0
Content-Type: text/{type}; charset=utf-8
Content-Transfer-Encoding: {encoding}

"""


_SIZE = 3000  # characters of a body


def _archive(documents: list[str]) -> list[bytes]:
    text = "\n".join(documents)[:1_000_000]
    made = []
    for number, start in enumerate(range(0, len(text), _SIZE)):
        type = "html" if number % 10 == 9 else "plain"
        body = text[start : start + _SIZE]
        body = f"<p>{body}</p>" if type == "html" else body.replace("\n", "\n> ")
        encoding = ["8bit", "8bit", "8bit", "quoted-printable", "8bit", "8bit", "base64"][number % 7]
        encoders = {"8bit": bytes, "quoted-printable": quopri.encodestring, "base64": base64.encodebytes}
        header = _HEADER.format(number=number, type=type, encoding=encoding).encode()
        made.append(header + encoders[encoding](body.encode()))
    return made


def _archives() -> dict[str, list[bytes]]:
    found = {kind: _archive(documents) for kind, documents in samples().items()}
    if path := os.environ.get("IRI_MBOX"):
        found["IRI_MBOX"] = [message.data for message in messages(path)]
    return found


def _megabytes_per_second(work: Callable[[bytes], object], archive: list[bytes]) -> float:
    work(archive[0])
    done, start = 0, time.process_time()
    while True:
        links._of_field.cache_clear()  # an archive is read once
        for message in archive:
            work(message)
            done += len(message)
        if (used := time.process_time() - start) > 1:
            return done / used / 1e6


@pytest.mark.parametrize("kind", _archives())
@pytest.mark.benchmark(group="mail")
def test_mail(benchmark, kind: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    archive = _archives()[kind]
    ours = _megabytes_per_second(lambda message: list(links_in_message(message)), archive)
    email = _megabytes_per_second(message_from_bytes, archive)
    with capsys.disabled():
        size, ratio = sum(map(len, archive)) / 1e6, email / ours
        print(f"\n{kind}: {size:.1f} MB: links {ours:.1f} MB/s, email alone {email:.1f} MB/s: {ratio:.1f} x its time")
    benchmark.pedantic(lambda: [list(links_in_message(message)) for message in archive[:20]], rounds=3)


_ROW = """\
<tr><td style="padding:0 10px"><a href="https://click.example.com/?r={0}" style="color:#333">Offer {0}</a></td></tr>
"""


@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable"])
@pytest.mark.benchmark(group="newsletter")
def test_newsletter(benchmark, encoding: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    page = f"<html><body><table>{''.join(map(_ROW.format, range(360)))}</table></body></html>".encode()
    body = quopri.encodestring(page) if encoding == "quoted-printable" else page
    message = _HEADER.format(number=1, type="html", encoding=encoding).encode() + body

    def parsed(chosen: policy.Policy) -> None:
        read = message_from_bytes(message, policy=chosen)
        assert all(map(str, read.values()))
        read.get_payload(decode=True)

    works: list[Callable[[], object]] = [
        lambda: list(links_in_message(message)),
        lambda: parsed(policy.default),
        lambda: parsed(policy.compat32),
    ]
    ours, default, compat32 = _shortest(works)
    with capsys.disabled():
        print(f"\nnewsletter, {encoding}: {ours / default:.1f} x policy.default, {ours / compat32:.1f} x compat32")
    benchmark.pedantic(works[0], rounds=3)


def _shortest(works: list[Callable[[], object]]) -> list[float]:
    """Return the shortest time of each, measured in turn."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(30):
        for work, taken in zip(works, times, strict=True):
            links._of_field.cache_clear()
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
    return [min(taken) for taken in times]
