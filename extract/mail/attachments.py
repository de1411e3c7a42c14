"""What is in attachments, for ``links_in_message(…, attachments=open_attachment)``.

Each kind is a few lines; PDF, RTF, TNEF and QR codes need the extra ``attachments``.
"""

from __future__ import annotations

import plistlib
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from extract.readers.mime import Attachment, Opened
from extract.text.regexes import re

__all__ = ["Attachment", "Opened", "open_attachment"]

_EXTERNAL = re.compile(r"""(?i)\bTarget\s*=\s*["']([^"'<>]++)["'][^<>]*?\bTargetMode\s*=\s*["']External""")
_RELATIONS = re.compile(r"(?i)<Relationship\b[^<>]*+>")
_FIELD = re.compile(
    rb"""(?i)HYPERLINK\s++(?:\\\\?[a-z]\s++)*+(?:"|&quot;)([^"&]++(?:&(?!quot;)[^"&]*+)*+)(?:"|&quot;)"""
)
_MOST_PAGES = 1000  # of a PDF


def open_attachment(attachment: Attachment) -> Iterable[Opened] | None:
    """Return what is in an attachment: documents and texts, each to be read like a part; ``None`` if it is unknown.

    Known by type or suffix: HTML, text, calendars, cards, messages, SVG, style sheets, ``.url``, ``.webloc``, ZIP, and
    documents of Office and OpenDocument; with their libraries also PDF, RTF, winmail.dat and QR codes in pictures. ZIP
    is opened entry by entry, so that the `Limits` of the message hold.

    Raises ModuleNotFoundError if the library is missing, and any error of it: `links_in_message` makes them notes.
    """
    suffix = attachment.name.rpartition(".")[2].lower() if "." in attachment.name else ""
    type = _TYPES.get(suffix) or ("application/ms-tnef" if attachment.name == "winmail.dat" else attachment.type)
    if type in _AS or (type.startswith("text/") and type not in _OPENERS):
        type = _AS.get(type, type)
        return [Opened(attachment.name, "text/plain" if type in _CODE else type, attachment.data)]
    opener = _OPENERS.get(type) or (_codes if type.startswith("image/") else None)
    if opener is None and attachment.data.startswith(b"PK\3\4"):
        opener = _zip
    return None if opener is None else opener(attachment)


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
# Types that are read as another one.
_AS = {
    "image/svg+xml": "text/xml",
    "application/xml": "text/xml",
    "application/xhtml+xml": "application/xhtml+xml",
    "message/rfc822": "message/rfc822",
    "application/x-mswinurl": "text/plain",
}
_CODE = frozenset(["text/javascript", "text/ecmascript"])


def _zip(attachment: Attachment) -> Iterator[Opened]:
    with ZipFile(BytesIO(attachment.data)) as archive:
        is_document = any(name in ("[Content_Types].xml", "mimetype") for name in archive.namelist())
        for entry in archive.infolist():
            if entry.is_dir():
                continue
            if entry.flag_bits & 1:
                raise ValueError(f"{entry.filename} is encrypted")
            with archive.open(entry) as file:
                data = file.read(attachment.most + 1)  # a bomb is cut off
            if not is_document:
                yield Opened(entry.filename, "application/octet-stream", data)
            elif entry.filename.endswith(".rels"):
                text = data.decode("utf-8", "replace")
                targets = [_EXTERNAL.search(one[0]) for one in _RELATIONS.finditer(text)]
                lines = "".join(f'<a href="{target[1]}"></a>\n' for target in targets if target)
                yield Opened(entry.filename, "text/html", lines.encode(), "utf-8")
            elif entry.filename.endswith(".xml"):
                yield Opened(entry.filename, "text/xml", _FIELD.sub(rb" \1 ", data), "utf-8")


def _webloc(attachment: Attachment) -> Iterator[Opened]:
    found = plistlib.loads(attachment.data)
    yield Opened(attachment.name, "text/plain", str(found["URL"]).encode("utf-8", "replace"), "utf-8")


def _pdf(attachment: Attachment) -> Iterator[Opened]:
    for page in _library("pypdf").PdfReader(BytesIO(attachment.data)).pages[:_MOST_PAGES]:
        actions = [one.get_object().get("/A") for one in page.get("/Annots") or ()]
        addresses = [str(one.get_object()["/URI"]) for one in actions if one and "/URI" in one.get_object()]
        lines = [*(f"<{address}>" for address in addresses), page.extract_text()]
        yield Opened("", "text/plain", "\n".join(lines).encode("utf-8", "replace"), "utf-8")


def _rtf(attachment: Attachment) -> Iterator[Opened]:
    text = _library("striprtf.striprtf").rtf_to_text(attachment.data.decode("latin-1"), errors="replace")
    fields = b"\n".join(b"<" + one + b">" for one in _FIELD.findall(attachment.data))
    yield Opened("", "text/plain", fields + b"\n" + text.encode("utf-8", "replace"), "utf-8")


def _tnef(attachment: Attachment) -> Iterator[Opened]:
    mail = _library("tnefparse").TNEF(attachment.data)
    for body, type in ((mail.body, "text/plain"), (mail.htmlbody, "text/html"), (mail.rtfbody, "text/rtf")):
        if body:
            yield Opened("", type, body.encode("utf-8", "replace") if isinstance(body, str) else bytes(body))
    for one in mail.attachments:
        yield Opened(str(one.long_filename() or one.name), "application/octet-stream", bytes(one.data))


def _codes(attachment: Attachment) -> Iterator[Opened]:
    image = _library("PIL.Image").open(BytesIO(attachment.data))
    if image.width * image.height > _MOST_PIXELS:
        raise ValueError(f"a picture of {image.width} x {image.height}")
    for code in _library("zxingcpp").read_barcodes(image.convert("L")):
        yield Opened("", "text/plain", f"<{code.text}>".encode("utf-8", "replace"), "utf-8")


_MOST_PIXELS = 50_000_000


def _library(name: str) -> Any:
    return import_module(name)


_OPENERS: dict[str, Callable[[Attachment], Iterator[Opened]]] = {
    "application/zip": _zip,
    "application/x-zip-compressed": _zip,
    "application/x-webloc": _webloc,
    "application/pdf": _pdf,
    "text/rtf": _rtf,
    "application/rtf": _rtf,
    "application/ms-tnef": _tnef,
    "application/vnd.ms-tnef": _tnef,
}
