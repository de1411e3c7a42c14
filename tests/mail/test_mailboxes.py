"""The links of mailboxes are those of their messages."""

from __future__ import annotations

import io
import mailbox
import os
from email import message_from_bytes
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.cli import main
from extract.mail import MailboxLink, MailLink, links_in_mailbox, links_in_message, mailboxes
from extract.mail.mailboxes import split_mbox
from extract.readers.mime import head_of

FROM = b"From a@example.org Mon Jan  1 10:00:00 2024\n"
FIRST = (
    b"Message-ID: <1@example.org>\nSubject: http://a.example/\n\nsee http://b.example/\n\nFrom here on:\n>>From there\n"
)
SECOND = b"Subject: x\n\nFrom a sentence\nhttp://c.example/\n"


def mboxrd(*messages: bytes) -> bytes:
    quoted = (b"\n".join(b">" * is_from(line) + line for line in message.split(b"\n")) for message in messages)
    return b"".join(FROM + message + b"\n" for message in quoted)


def is_from(line: bytes) -> bool:
    return line.lstrip(b">").startswith(b"From ")


def links_of(*messages: bytes) -> list[tuple[int, MailLink]]:
    return [(index, link) for index, message in enumerate(messages) for link in links_in_message(message)]


def test_the_links_of_an_mbox_are_those_of_its_messages(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(mboxrd(FIRST, SECOND))
    found = list(links_in_mailbox(path))
    assert [(one.index, one.link) for one in found] == links_of(FIRST, SECOND)
    assert {(one.key, one.message_id) for one in found} == {
        ("0", "1@example.org"),
        (str(path.read_bytes().rindex(FROM)), None),
    }


@pytest.mark.skipif(os.name == "nt", reason="Windows has no colon in names of files")
def test_which_files_of_a_maildir_are_messages(tmp_path: Path) -> None:
    for directory in ("cur", "new", "tmp"):
        (tmp_path / directory).mkdir()
    for name in ("cur/2:2,S", "cur/4:2,", "new/1", "new/3", "new/.hidden", "tmp/5"):
        (tmp_path / name).write_bytes(b"\nhttp://a.example/" + name[-1:].encode())
    (tmp_path / "cur/3:2,S").symlink_to(tmp_path / "gone")  # as if a mail program had moved it meanwhile
    assert [(one.key, one.data[-8:]) for one in mailboxes.messages(tmp_path)] == [
        ("2", b"xample/S"),
        ("4", b"xample/,"),
        ("1", b"xample/1"),
        ("3", b"xample/3"),
    ]
    assert [(one.index, one.key) for one in links_in_mailbox(str(tmp_path))] == [(0, "2"), (1, "4"), (2, "1"), (3, "3")]


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_message_that_is_a_pipe_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    maildir = mailbox.Maildir(tmp_path / "dir")
    maildir.add(b"Subject: a\n\nhttp://a.example/\n")
    pipe = tmp_path / "dir" / "cur" / "1.a:2,S"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="is a pipe"):
        list(links_in_mailbox(tmp_path / "dir"))
    os.mkfifo(tmp_path / "a.mbox")
    with pytest.raises(OSError, match="is a pipe"):
        list(links_in_mailbox(tmp_path / "a.mbox"))
    for command in ("find", "lint", "mask"):
        assert main([command, str(tmp_path / "dir")]) == 2
        out, err = capsys.readouterr()
        assert f"{pipe}: is a pipe, not a file" in err
        assert "http://a.example/" in out or command != "find"


def test_a_file_that_is_no_mbox_is_one_message(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(FIRST)
    assert list(links_in_mailbox(path)) == [MailboxLink(0, "0", "1@example.org", link) for _, link in links_of(FIRST)]


@pytest.mark.parametrize("data", [mboxrd(FIRST, SECOND), FIRST, b"", b"From", b"From "])
def test_an_open_file_is_read_like_one_that_is_named(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(data)
    expected = list(links_in_mailbox(path))
    with open(path, "rb") as file:
        assert list(links_in_mailbox(file)) == expected
        assert not file.closed
    reading, writing = os.pipe()  # what cannot be sought in
    os.write(writing, data)
    os.close(writing)
    with open(reading, "rb", buffering=0) as pipe:
        assert list(links_in_mailbox(pipe)) == expected


@pytest.mark.parametrize(
    ("stored", "content"),
    [
        (b"A: b\n\nx\n\n", b"A: b\n\nx\n"),
        (b"A: b\r\n\r\nx\r\n\r\n", b"A: b\r\n\r\nx\r\n"),
        (b"A: b\n\nx\n", b"A: b\n\nx\n"),
        (b"A: b\n\nx", b"A: b\n\nx"),
        (b"A: b\n\nx\n\n\n", b"A: b\n\nx\n\n"),
        (b"A: b\n\n>From x\n>>From y\n> From z\n\n", b"A: b\n\nFrom x\n>From y\n> From z\n"),
        (b"A: b\n\n>From x", b"A: b\n\nFrom x"),
    ],
)
def test_a_message_is_what_was_delivered(stored: bytes, content: bytes) -> None:
    for after in (b"", FROM + b"C: d\n\n") if stored.endswith(b"\n") else (b"",):
        (first, *rest) = split_mbox(io.BytesIO(FROM + stored + after))
        assert (first.key, first.data, first.start, first.line) == ("0", content, len(FROM), 2)
        if rest and stored.endswith(b"\n\n"):
            line = (FROM + stored).count(b"\n") + 2
            assert [(one.key, one.data, one.start, one.line) for one in rest] == [
                (str(len(FROM + stored)), b"C: d\n", len(FROM + stored + FROM), line)
            ]


def test_a_text_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(FIRST)
    with open(tmp_path / "a", encoding="utf-8") as file, pytest.raises(TypeError, match="binary"):
        links_in_mailbox(file)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="path"):
        links_in_mailbox(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["From -", "From 1844347792267117879@xxx", FROM.decode().strip()])
def test_what_starts_a_message(line: str) -> None:
    data = f"{line}\nSubject: 1\n\nx\n{line}\nSubject: 2\n\nFrom Russia with love\nYear: 1963\n".encode()
    assert [message.data[:10] for message in split_mbox(io.BytesIO(data))] == [b"Subject: 1", b"Subject: 2"]


MESSAGES = st.lists(
    st.sampled_from([FIRST, SECOND, b"A: b\n\n", b"A: b\n\n>From x\n\n\n", b"A: b\n\n" + b"x" * 300 + b"\n"]),
    min_size=1,
)


@given(MESSAGES)
def test_messages_are_what_was_stored(stored: list[bytes]) -> None:
    data = mboxrd(*stored)
    found = list(split_mbox(io.BytesIO(data)))
    raw = list(split_mbox(io.BytesIO(data), as_stored=True))
    assert [message.data for message in found] == stored
    for message in raw:
        assert data[message.start :].startswith(message.data)
        assert data[: message.start].count(b"\n") == message.line - 1
        assert data[int(message.key) :].startswith(FROM)


@given(st.binary(max_size=200))
def test_any_bytes_will_do(data: bytes) -> None:
    assert all(isinstance(message.data, bytes) for message in split_mbox(io.BytesIO(b"From " + data)))
    message_from_bytes(data)


def test_a_header_without_a_message_id_is_read_once() -> None:
    message = b"To: a@example.org, b@example.org, c@example.org\n\nx"
    with mock.patch("extract.mail.mailboxes.head_of", wraps=head_of) as read:
        assert [one.message_id for one in links_in_mailbox(io.BytesIO(mboxrd(message)))] == [None] * 3
    read.assert_called_once()
