"""Open attachments. PDF, TNEF and QR codes need the extra ``attachments``."""

from __future__ import annotations

import plistlib
import sys
from collections.abc import Iterable, Iterator
from html import escape
from importlib import import_module
from io import BytesIO
from time import process_time
from types import FrameType
from typing import NoReturn
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

from extract.mail.rtf import Rtf
from extract.readers.mime import Attachment, Opened
from extract.text.arguments import require
from extract.text.regexes import re

__all__ = ["Attachment", "Opened", "open_attachment"]

# Markup between runs of a text or a field, which may divide a URL (ISO/IEC 29500-1 §17.3.2, §17.16).
_RUNS = re.compile(
    rb"</w:(t|instrText)>(?:\s*+<(?!w:(?:p|t|instrText|tab|br|cr)[\s/>]|/w:p>)[^<>]*+>){1,30}+<w:\1(?:\s[^<>]*+)?+>"
)
_FIELD = re.compile(
    rb"""(?i)HYPERLINK\s++(?:\\\\?[a-z]\s++)*+(?:"|&quot;)([^"&]++(?:&(?!quot;)[^"&]*+)*+)(?:"|&quot;)"""
)
_MOST_PAGES = 1000  # of a PDF
_MOST_PIXELS = 50_000_000
_UNKNOWN = "application/octet-stream"
_CALLS = 256  # function calls between two checks of the time


def open_attachment(attachment: Attachment) -> Iterable[Opened] | None:
    """Return the documents and texts in an attachment, each to be parsed like a part; ``None`` if its type is unknown.

    The documentation of mail lists these types. ZIP is opened entry by entry, so that the message's `Limits` apply.

    Raises ModuleNotFoundError if a library is missing, and any error of it. `links_in_message` converts them to notes.
    """
    require(isinstance(attachment, Attachment), "attachment", "an Attachment", attachment)
    _, dot, suffix = attachment.name.lower().rpartition(".")
    type = _TYPES.get(suffix, attachment.type) if dot else attachment.type
    if type in _AS or (type.startswith("text/") and type not in _OPENERS):
        return [Opened(attachment.name, _AS.get(type, type), attachment.data)]
    opener = _OPENERS.get(type) or (_codes if type.startswith("image/") else None)
    if opener is None:
        opener = next((one for start, one in _BEGINNINGS.items() if attachment.data.startswith(start)), None)
    return None if opener is None else _in_time(opener(attachment), attachment.seconds)


class _TooLongError(BaseException):
    """Not an Exception, because a library may catch it."""


def _in_time(opened: Iterator[Opened], seconds: float) -> Iterator[Opened]:
    """Stop Python code after ``seconds``: a TNEF of 60 bytes may announce four billion properties."""
    ends = process_time() + seconds
    calls = 0

    def watch(called: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += 1
        if not calls % _CALLS and process_time() > ends:
            # Not in the called function: it may be a callback of the garbage collector, whose errors Python ignores.
            frame = called.f_back
            while frame is not None and frame.f_code is not _in_time.__code__:
                frame.f_trace = _stop
                frame = frame.f_back

    while True:
        before = sys.gettrace()
        sys.settrace(watch)  # only for this thread
        try:
            one = next(opened, None)
        except _TooLongError:
            raise TimeoutError(f"it takes more than {seconds:.0f} seconds") from None
        finally:
            sys.settrace(before)
        if one is None:
            return
        yield one


def _stop(frame: FrameType, event: str, argument: object) -> NoReturn:
    raise _TooLongError


_TYPES = {
    suffix: type
    for type, suffixes in {
        "text/html": "html htm xhtml shtml",
        "text/plain": "txt csv log md url desktop",
        "application/zip": "zip docx docm xlsx xlsm pptx pptm odt ods odp",
        "text/calendar": "ics",
        "text/vcard": "vcf",
        "message/rfc822": "eml",
        "image/svg+xml": "svg",
        "application/x-webloc": "webloc",
        "application/pdf": "pdf",
        "text/rtf": "rtf",
        "text/css": "css",
        "text/xml": "xml",
    }.items()
    for suffix in suffixes.split()
}
# Types that are parsed as another type.
_AS = {
    "image/svg+xml": "text/xml",
    "application/xml": "text/xml",
    "application/xhtml+xml": "application/xhtml+xml",
    "message/rfc822": "message/rfc822",
    "application/x-mswinurl": "text/plain",
    "text/javascript": "text/plain",
    "text/ecmascript": "text/plain",
}


def _zip(attachment: Attachment) -> Iterator[Opened]:
    with ZipFile(BytesIO(attachment.data)) as archive:
        is_document = any(name in ("[Content_Types].xml", "mimetype") for name in archive.namelist())
        for entry in archive.infolist():
            if entry.is_dir():
                continue
            if entry.flag_bits & 1:
                raise ValueError(f"{entry.filename} is encrypted")
            with archive.open(entry) as file:
                data = file.read(attachment.most + 1)  # truncates a ZIP bomb
            if not is_document:
                yield Opened(entry.filename, _UNKNOWN, data)
            elif entry.filename.endswith(".rels"):
                # ISO/IEC 29500-2 §6.5.3
                lines = "".join(
                    f'<a href="{escape(one.get("Target", ""))}"></a>\n'
                    for one in fromstring(data).iter()
                    if one.tag.endswith("Relationship") and one.get("TargetMode", "").lower() == "external"
                )
                yield Opened(entry.filename, "text/html", lines.encode("utf-8", "replace"), "utf-8")
            elif entry.filename.endswith(".xml"):
                yield Opened(entry.filename, "text/xml", _FIELD.sub(rb" \1 ", _RUNS.sub(b"", data)), "utf-8")


def _webloc(attachment: Attachment) -> Iterator[Opened]:
    yield _text(str(plistlib.loads(attachment.data)["URL"]))


def _pdf(attachment: Attachment) -> Iterator[Opened]:
    pages = import_module("pypdf").PdfReader(BytesIO(attachment.data)).pages[:_MOST_PAGES]
    actions = [one.get_object().get("/A") for page in pages for one in page.get("/Annots") or ()]
    addresses = [str(one.get_object()["/URI"]) for one in actions if one and "/URI" in one.get_object()]
    # Clickable links first, because the text may take too long.
    yield _text("\n".join(f"<{address}>" for address in addresses))
    for page in pages:
        yield _text(page.extract_text())


def _text(text: str, type: str = "text/plain") -> Opened:
    return Opened("", type, text.encode("utf-8", "replace"), "utf-8")


def _rtf(attachment: Attachment) -> Iterator[Opened]:
    found = Rtf(attachment.data)
    yield _text(found.text)
    if found.html:
        yield _text(found.html, "text/html")


def _tnef(attachment: Attachment) -> Iterator[Opened]:
    mail = import_module("tnefparse").TNEF(attachment.data)
    for body, type in ((mail.body, "text/plain"), (mail.htmlbody, "text/html")):
        if body:
            yield Opened("", type, body.encode("utf-8", "replace") if isinstance(body, str) else bytes(body))
    for one in mail.attachments:
        yield Opened(str(one.long_filename() or one.name), _UNKNOWN, bytes(one.data))
    if rtf := mail.rtfbody:
        if not rtf.startswith(b"{\\rtf"):
            import_module("compressed_rtf")  # without it, tnefparse returns compressed data
        yield Opened("", "text/rtf", bytes(rtf))


def _codes(attachment: Attachment) -> Iterator[Opened]:
    image = import_module("PIL.Image").open(BytesIO(attachment.data))
    if image.width * image.height > _MOST_PIXELS:
        raise ValueError(f"a picture of {image.width} x {image.height}")
    for code in import_module("zxingcpp").read_barcodes(image.convert("L")):
        yield _text(f"<{code.text}>")


_OPENERS = {
    "application/zip": _zip,
    "application/x-zip-compressed": _zip,
    "application/x-webloc": _webloc,
    "application/pdf": _pdf,
    "text/rtf": _rtf,
    "application/rtf": _rtf,
    "application/ms-tnef": _tnef,
    "application/vnd.ms-tnef": _tnef,
}
# Openers by the first bytes, for data without a known name or type.
_BEGINNINGS = {
    b"PK\3\4": _zip,
    b"%PDF-": _pdf,
    rb"{\rtf": _rtf,
    b"\x78\x9f\x3e\x22": _tnef,  # [MS-OXTNEF] §2.1.3.1
    b"\x89PNG\r\n": _codes,
    b"GIF8": _codes,
    b"\xff\xd8\xff": _codes,
}
