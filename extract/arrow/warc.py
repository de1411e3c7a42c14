"""Find the links of web archives, record by record (WARC 1.1, ISO 28500; also WET), with fastwarc."""

from __future__ import annotations

from collections.abc import Iterator
from os import SEEK_END
from typing import TYPE_CHECKING, BinaryIO

from extract._exports import needed_by
from extract.arrow.documents import Options, Row, failure, page_rows

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

SUFFIXES = (".warc", ".warc.gz", ".wet", ".wet.gz")


def archive_rows(file: BinaryIO, options: Options = Options()) -> Iterator[tuple[str | None, Row]]:  # noqa: B008
    """Yield the links of the records with text, each with the IRI of its page.

    These records are responses and resources in HTML, XHTML or plain text, and conversions (WET). The archive and the
    HTTP content are decompressed. If the archive is truncated, the last row has an error.

    Raises ModuleNotFoundError if fastwarc is not installed.
    """
    with needed_by("extract.arrow.warc", "fastwarc"):
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    wanted = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.conversion
    try:
        for record in ArchiveIterator(file, record_types=wanted, parse_http=True, auto_decode="all"):
            address = (record.headers.get("WARC-Target-URI") or "").strip("<> ") or None
            part = (record.record_id or "").strip("<> ") or None
            for row in _record_rows(record, options, address):
                yield address, row | {"part": part}
        if file.seekable() and not _ends_well(file):
            yield None, failure(_BROKEN)
    except OSError as error:
        yield None, failure(error)


def _record_rows(record: WarcRecord, options: Options, address: str | None) -> Iterator[Row]:
    http = record.http_headers if record.is_http else None
    type, label = _media_type((http or record.headers).get("Content-Type") or "")
    try:
        data = record.reader.read()
    except OSError as error:
        yield failure(error)
        return
    is_coded = {name.lower() for name, _ in http or ()} & {"content-encoding", "transfer-encoding"}
    if "Content-Length" not in record.headers or (len(data) < record.content_length and not is_coded):
        yield failure(_BROKEN)
    if type in _PAGES or type == "text/plain":
        yield from page_rows(data, type in _PAGES, label, options, address)


_BROKEN = "the archive is cut off inside a record"


def _ends_well(file: BinaryIO) -> bool:
    """Return whether a file ends as a record does (ISO 28500 §4); True for a compressed file, which is not checked."""
    file.seek(0)
    if not file.read(5).startswith(b"WARC/"):
        return True
    file.seek(max(file.seek(0, SEEK_END) - 4, 0))
    return file.read() == b"\r\n\r\n"


_PAGES = ("text/html", "application/xhtml+xml")


def _media_type(value: str) -> tuple[str, str | None]:
    """Return the media type in a Content-Type field, and its charset or None (RFC 9110 §8.3)."""
    type, *parameters = value.split(";")
    named = dict(part.strip().partition("=")[::2] for part in parameters)
    label = {name.lower(): one.strip('"') for name, one in named.items()}.get("charset")
    return type.strip().lower(), label or None
