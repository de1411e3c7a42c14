"""What is in attachments, by the function that opens them, and what bounds it."""

from __future__ import annotations

import base64
import gc
import io
import plistlib
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.mail import (
    Attachment,
    Limits,
    Note,
    Opened,
    attachments,
    links_in_message,
    open_attachment,
    rewrite_links,
)
from extract.mail.rtf import Rtf
from tests.mail.test_links import multipart
from tests.mail.test_unread import MESSAGES

LINK = "http://evil.example/x"


def zipped(*entries: tuple[str, str | bytes]) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return output.getvalue()


def sent(name: str, data: bytes, type: str = "application/octet-stream") -> bytes:
    fields = f"Content-Type: {type}\nContent-Disposition: attachment; filename={name}\n"
    body = base64.encodebytes(data).decode()
    return multipart("mixed", "\nhello", f"{fields}Content-Transfer-Encoding: base64\n\n{body}").encode()


def read(data: bytes, limits: Limits | None = None) -> tuple[list[str], list[str]]:
    notes: list[Note] = []
    links = list(links_in_message(data, report=notes.append, attachments=open_attachment, limits=limits))
    assert all(link.byte_start is not None and 0 < link.byte_start < len(data) for link in links)
    assert rewrite_links(data, lambda link: "http://b.example/", attachments=open_attachment) == data
    return [link.iri for link in links], [note.kind for note in notes]


RELATIONS = (
    '<r:Relationships xmlns:r="http://schemas.openxmlformats.org/package/2006/relationships">'
    f"<r:Relationship Id='a>b' TargetMode='EXTERNAL' Target='{LINK}?a&amp;b'/><r:Relationship Target='http://no.example/'/>"
    "<r:Relationship TargetMode='External'/><r:Relationship Target='http://no.example/' TargetMode='Internal'/>"
    "<x Target='http://no.example/' TargetMode='External'/></r:Relationships>"
)
RUNS = (
    '<w:p><w:r><w:instrText xml:space="preserve"> HYPERLINK "http://evil</w:instrText></w:r><w:r><w:rPr/>'
    '<w:instrText>.example/x?a&amp;b" </w:instrText></w:r></w:p><w:p><w:r><w:t>www.</w:t></w:r></w:p>'
    "<w:p><w:t>b</w:t></w:p>"
)
CONTENT = ("[Content_Types].xml", "")
SHOWN = LINK + "?a&b"
KNOWN = {
    "a.html": f"<a href={SHOWN}>".encode(),
    "a.txt": SHOWN.encode(),
    "a.ics": f"BEGIN:VEVENT\nURL:{SHOWN}\n".encode(),
    "a.vcf": f"BEGIN:VCARD\nURL:{SHOWN}\n".encode(),
    "a.svg": f"<svg><a xlink:href='{LINK}?a&amp;b'>a</a></svg>".encode(),
    "a.css": f"a{{b:url({SHOWN})}}".encode(),
    "a.rtf": rb'{\rtf1 {\field{\*\fldinst HYPERLINK "http://evil.example/x?a&b"}{\fldrslt here}}}',
    "a.url": f"[InternetShortcut]\r\nURL={SHOWN}\r\n".encode(),
    "a.webloc": plistlib.dumps({"URL": SHOWN}, fmt=plistlib.FMT_BINARY),
    "a.eml": f"Subject: a\nContent-Type: text/html\n\n<a href={SHOWN}>".encode(),
    "a.zip": zipped(("a.zip", zipped(("a/", ""), ("a/b.html", f"<a href={SHOWN}>")))),
    "a.bin": zipped(("a.txt", SHOWN)),
    "a.docx": zipped(CONTENT, ("word/_rels/document.xml.rels", RELATIONS), ("a.xmlx", LINK), ("a/", "")),
    "b.docx": zipped(CONTENT, ("word/_rels/document.xml.rels", RELATIONS.encode("utf-16"))),
    "c.docx": zipped(CONTENT, ("word/document.xml", RUNS)),
    "a.xlsx": zipped(CONTENT, ("xl/worksheets/sheet1.xml", f'<f>HYPERLINK("{LINK}?a&amp;b","a")</f>')),
    "a.pptx": zipped(CONTENT, ("ppt/slides/_rels/slide1.xml.rels", RELATIONS)),
    "a.odt": zipped(("mimetype", "x"), ("content.xml", f'<text:a xlink:href="{LINK}?a&amp;b">a</text:a>')),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_needs_no_library(name: str) -> None:
    assert read(sent(name, KNOWN[name])) == ([SHOWN], [])
    notes: list[Note] = []
    assert list(links_in_message(sent(name, KNOWN[name]), report=notes.append)) == []
    assert [note.kind for note in notes] == ["attachment" if name in ("a.html", "a.eml") else "document"]


# Name and type of an attachment, how it begins, and as what it is opened.
OPENED = r"""
a.HTML  application/octet-stream  x  text/html
html  application/octet-stream  x  nothing
a  text/html  x  text/html
a.html  text/css  x  text/html
a.xyz  text/css  x  text/css
a.svg  image/png  x  text/xml
a  application/xml  x  text/xml
a  application/xhtml+xml  x  application/xhtml+xml
a  message/rfc822  x  message/rfc822
a  application/x-mswinurl  x  text/plain
a  text/javascript  x  text/plain
a  text/ecmascript  x  text/plain
a  application/x  x  nothing
a  text/rtf  {\rtf x}  text/plain
a  application/rtf  {\rtf x}  text/plain
a  application/x  {\rtf x}  text/plain
a  application/x   {\rtf x}  nothing
"""


@pytest.mark.parametrize("row", OPENED.strip().splitlines())
def test_the_name_then_the_type_then_the_beginning_tells_what_it_is(row: str) -> None:
    name, type, data, wanted = row.split("  ")
    found = open_attachment(Attachment(name, type, data.encode(), 1000))
    assert (["nothing"] if found is None else [one.type for one in found]) == [wanted]


def opened(name: str, data: bytes = b"x") -> list[Opened]:
    return list(open_attachment(Attachment(name, "application/octet-stream", data, 1000)) or ())


def test_what_a_library_finds_in_a_winmail(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [
        SimpleNamespace(long_filename=lambda: "ü.txt", name="a.txt", data=bytearray(b"1")),
        SimpleNamespace(long_filename=lambda: None, name="b.txt", data=b"2"),
    ]
    known = {"body": "é", "htmlbody": b"<p>", "rtfbody": b"{\\rtf1}", "attachments": files}
    for one, texts in (
        (known, [("text/plain", "é".encode()), ("text/html", b"<p>"), ("", b""), ("text/rtf", b"{\\rtf1}")]),
        (known | {"body": None, "htmlbody": "ü", "rtfbody": None}, [("text/html", "ü".encode()), ("", b"")]),
    ):
        mail = SimpleNamespace(**one)
        monkeypatch.setitem(sys.modules, "tnefparse", SimpleNamespace(TNEF=lambda data, mail=mail: mail))
        expected = [Opened("", *text) for text in texts]
        at = expected.index(Opened("", "", b""))
        unknown = "application/octet-stream"
        expected[at : at + 1] = [Opened("ü.txt", unknown, b"1"), Opened("b.txt", unknown, b"2")]
        assert opened("winmail.dat", b"\x78\x9f\x3e\x22") == expected
    monkeypatch.setitem(
        sys.modules, "tnefparse", SimpleNamespace(TNEF=lambda data: SimpleNamespace(**known | {"rtfbody": b"LZFu"}))
    )
    monkeypatch.setitem(sys.modules, "compressed_rtf", None)
    with pytest.raises(ModuleNotFoundError, match="compressed_rtf"):
        opened("winmail.dat", b"\x78\x9f\x3e\x22")


def test_what_a_library_finds_in_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = SimpleNamespace(read_barcodes=lambda image: [SimpleNamespace(text=text) for text in (LINK, image)])
    monkeypatch.setitem(sys.modules, "zxingcpp", codes)
    for height, is_read in ((5000, True), (5001, False)):
        image = SimpleNamespace(width=10_000, height=height, convert=lambda mode: mode)
        monkeypatch.setitem(sys.modules, "PIL.Image", SimpleNamespace(open=lambda file, image=image: image))
        for name, data in (("a.bin", b"GIF89a"), ("a", b"\xff\xd8\xff"), ("a.x", b"\x89PNG\r\n")):
            if is_read:
                assert opened(name, data) == [
                    Opened("", "text/plain", f"<{text}>".encode(), "utf-8") for text in (LINK, "L")
                ]
            else:
                with pytest.raises(ValueError, match="a picture of 10000 x 5001"):
                    opened(name, data)


def tlv(tag: int, body: bytes) -> bytes:
    return bytes([tag, 0x82]) + len(body).to_bytes(2, "big") + body


def smime(kind: int, content: bytes) -> bytes:
    """Return ContentInfo (RFC 5652 §3) of data (1), signed data (2) or enveloped data (3)."""
    oid = bytes.fromhex("06092a864886f70d0107")
    inner = tlv(0x30, oid + b"\1" + tlv(0xA0, tlv(4, content)))
    signed = tlv(0x30, b"\2\1\1" + tlv(0x31, b"") + inner + tlv(0x31, b""))
    return tlv(0x30, oid + bytes([kind]) + tlv(0xA0, signed))


SIGNED_TYPES = ["pkcs7-mime; name=smime.p7m", "pkcs7-mime; smime-type=signed-data", "octet-stream; name=smime.p7m"]


@pytest.mark.parametrize(("type", "kind"), [*((type, 2) for type in SIGNED_TYPES), (SIGNED_TYPES[0], 3)])
def test_what_is_signed_as_a_whole_is_read_without_being_asked(type: str, kind: int) -> None:
    pytest.importorskip("asn1crypto", reason="needs asn1crypto: the extra smime")
    entity = multipart("mixed", f"Content-Type: text/html\n\n<a href={LINK}>").encode()
    body = base64.encodebytes(smime(kind, entity)).decode()
    data = f"Content-Type: application/{type}\nContent-Transfer-Encoding: base64\n\n{body}".encode()
    notes: list[Note] = []
    found = [link.iri for link in links_in_message(data, report=notes.append)]
    assert (found, [note.kind for note in notes]) == (([LINK], []) if kind == 2 else ([], ["encrypted"]))
    assert rewrite_links(data, lambda link: "http://b.example/", signed=True).endswith(body.encode())


def pdf(*objects: bytes) -> bytes:
    """Return a PDF of these objects; the first is the catalog, the second the pages."""
    output = io.BytesIO()
    output.write(b"%PDF-1.7\n")
    places = []
    for number, one in enumerate((b"<</Type/Catalog/Pages 2 0 R>>", *objects), 1):
        places.append(output.tell())
        output.write(b"%d 0 obj\n%s\nendobj\n" % (number, one))
    start = output.tell()
    output.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
    output.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    output.write(b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(places) + 1, start))
    return output.getvalue()


def page(content: bytes = b"", filters: bytes = b"") -> tuple[bytes, bytes]:
    """Return a page with a link and a text, and what it shows."""
    font = b"/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    action = b"/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(%s)>>>>]" % LINK.encode()
    return (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R%s%s>>" % (font, action),
        b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), filters, content),
    )


ONE_PAGE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def page_with_link() -> bytes:
    pytest.importorskip("pypdf", reason="needs pypdf: the extra attachments")
    return pdf(ONE_PAGE, *page())


def tnef() -> bytes:
    pytest.importorskip("tnefparse", reason="needs tnefparse: the extra attachments")
    body = LINK.encode() + b"\0"
    return struct.pack("<IHBII", 0x223E9F78, 1, 1, 0x0002800C, len(body)) + body + struct.pack("<H", sum(body) % 65536)


def code() -> bytes:
    zxing = pytest.importorskip("zxingcpp", reason="needs zxing-cpp: the extra attachments")
    image = pytest.importorskip("PIL.Image", reason="needs pillow: the extra attachments")
    made = memoryview(zxing.create_barcode(LINK, zxing.BarcodeFormat.QRCode).to_image(scale=4))
    height, width = made.shape or (0, 0)
    output = io.BytesIO()
    image.frombytes("L", (width, height), made.tobytes()).save(output, "PNG")
    return output.getvalue()


LIBRARIES = {
    "a.pdf": (page_with_link, "pypdf"),
    "winmail.dat": (tnef, "tnefparse"),
    "a.png": (code, "zxingcpp"),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_what_needs_a_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, library = LIBRARIES[name]
    data = sent(name, made(), "image/png" if name == "a.png" else "application/octet-stream")
    links, told = read(data)
    assert (set(links), told) == ({LINK}, [])
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    notes: list[Note] = []
    assert list(links_in_message(data, report=notes.append, attachments=open_attachment)) == []
    assert [library.partition(".")[0] in note.message for note in notes] == [True]


@pytest.mark.parametrize("name", [*KNOWN, "a.pdf", "winmail.dat", "a.xyz"])
def test_what_is_broken_is_told(name: str) -> None:
    data = KNOWN.get(name, b"\xff")
    links, told = read(sent(name, b"PK\3\4" + data[4:60] if data.startswith(b"PK") else data[: len(data) // 2]))
    assert links == [] or name[2:] in ("html", "txt", "ics", "vcf", "svg", "css", "url", "eml", "rtf")
    assert told == [] or links == []
    assert told or name[2:] in ("html", "txt", "ics", "vcf", "svg", "css", "url", "eml", "rtf")


def test_a_function_of_ones_own() -> None:
    def opened(attachment: Attachment) -> Iterator[Opened] | None:
        if attachment.type == "application/x-a":
            return iter([Opened(attachment.name, "text/plain", attachment.data[::-1])])
        return None

    data = sent("a", LINK.encode()[::-1], "application/x-a")
    (link,) = links_in_message(data, attachments=opened)
    assert (link.iri, link.part, link.line) == (LINK, "2/1", 11)
    assert list(links_in_message(sent("a", b"x", "application/x-b"), attachments=opened)) == []


@given(MESSAGES, st.binary(max_size=30), st.sampled_from([*KNOWN, "a.pdf"]))
def test_nothing_is_raised(data: bytes, tail: bytes, name: str) -> None:
    list(links_in_message(data, attachments=open_attachment))
    known = KNOWN.get(name, b"%PDF-1.4")
    list(links_in_message(sent(name, known[: len(known) - len(tail)] + tail), attachments=open_attachment))


def properties(count: int, body: bytes = b"") -> bytes:
    """A winmail.dat that announces ``count`` properties."""
    body = struct.pack("<I", count) + body
    return struct.pack("<IHBII", 0x223E9F78, 1, 1, 0x00069003, len(body)) + body + struct.pack("<H", sum(body) % 65536)


def test_what_never_ends_is_stopped() -> None:
    def endless() -> Iterator[Opened]:
        yield Opened("", "text/plain", b"1")
        while smime(1, b"x"):
            pass

    tracing = sys.gettrace()
    read = attachments._in_time(endless(), 0.0)
    assert next(iter(read)).data == b"1"
    with pytest.raises(TimeoutError, match="it takes more than 0 seconds"):
        next(iter(read))
    assert sys.gettrace() is tracing
    few = [Opened("", "text/plain", b"1"), Opened("", "text/plain", b"2")]
    assert list(attachments._in_time(iter(few), 10.0)) == few
    assert sys.gettrace() is tracing


@pytest.mark.all
@pytest.mark.parametrize("collections", [0, 1])
def test_a_library_that_does_not_end_is_stopped(collections: int) -> None:
    """Also where Python drops the errors of most functions that are called: those of its garbage collector."""
    pytest.importorskip("tnefparse", reason="needs tnefparse: the extra attachments")
    notes: list[Note] = []
    message = sent("winmail.dat", properties(1 << 31))
    tracing, threshold = sys.gettrace(), gc.get_threshold()
    callbacks: list[Any] = [lambda phase, info: None] * 1000 * collections
    gc.callbacks.extend(callbacks)
    gc.set_threshold(collections or threshold[0])
    try:
        links = list(
            links_in_message(message, report=notes.append, attachments=open_attachment, limits=Limits(seconds=0.5))
        )
    finally:
        gc.set_threshold(*threshold)
        del gc.callbacks[len(gc.callbacks) - len(callbacks) :]
    assert links == []
    assert sys.gettrace() is tracing
    (note,) = notes
    assert "takes more than" in note.message


# Documents in RTF and what is read, as text and, in those of Outlook, as HTML.
RTF = r"""
{\rtf1\ansi http://a.example/gr\'f6\'dfe} ⇒ http://a.example/größe
{\rtf1\ansicpg932 http://a.example/\'93\'fa\'96\'7b} ⇒ http://a.example/日本
{\rtf1 http://a.example/gr\u246?\u223\'dfe} ⇒ http://a.example/größe
{\rtf1 http://a.example/\u-10179?\u-8704?} ⇒ http://a.example/😀
{\rtf1\uc2 http://a\u246oe.example/ {\uc0 http://\u246.example/}} ⇒ http://aö.example/ http://ö.example/
{\rtf1 http://ev{\b il}{\i .example/x}} ⇒ http://evil.example/x
{\rtf1{\field{\*\fldinst{ HYPERLINK "http://ev\'69l.ex}{\b ample/x" }{\\o "a"}}{\fldrslt here}}} ⇒ http://evil.example/x
{\rtf1{\field{\*\fldinst IF {\field{\*\fldinst HYPERLINK "http://a.example"}{\fldrslt a}}}}} ⇒ http://a.example
{\rtf1{\field{\*\fldinst{INCLUDEPICTURE "http://evil.example/x" ⇒ http://evil.example/x
{\rtf1{\info{\title http://a.example/}{\*\hlinkbase http://evil.example/x}}} ⇒ http://a.example/ http://evil.example/x
{\rtf1 http://a.example/\~a http://a.example\_b\{\}\line c.org} ⇒ http://a.example/ http://a.example-b https://c.org
{\rtf1 \bin7 }}http:http://a.example/} ⇒ http://a.example/
{\rtf1\fromhtml1{\*\htmltag84 <a href=\'22http://evil.example/?\{b\}\'22>}\htmlrtf c.org \htmlrtf0} ⇒ https://c.org http://evil.example/?%7Bb%7D
"""


@pytest.mark.parametrize("row", RTF.strip().splitlines())
def test_rtf(row: str) -> None:
    source, links = row.split(" ⇒ ")
    assert read(sent("a.rtf", source.encode())) == (links.split(), [])


def test_the_html_of_rtf() -> None:
    found = Rtf(rb"{\rtf1\fromhtml1{\*\htmltag84 <b>}\htmlrtf no\htmlrtf0 here{\*\htmltag92 </b>}\par{\*\x y}}")
    assert found.html == "<b>here</b>\n"
    assert "nohere" in found.text
    assert "y" in found.text


@given(
    st.lists(st.sampled_from([*"{}*a1\\", r"\u", r"\bin", r"\'9", r"\*\htmltag", r"\fldinst", r"\pict ", "\r\n"])).map(
        "".join
    )
)
def test_any_bytes_are_rtf(source: str) -> None:
    found = Rtf(b"{\\rtf1\\fromhtml" + source.encode())
    assert (found.text + found.html).encode() is not None


def test_the_html_in_compressed_rtf(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tnefparse", reason="needs tnefparse: the extra attachments")
    compressed = pytest.importorskip("compressed_rtf", reason="needs compressed-rtf: the extra attachments")
    tag = rf"{{\rtf1\fromhtml1 {{\*\htmltag84 <a href=\'22{LINK}?\{{b\}}\'22>}}here{{\*\htmltag92 </a>}}}}"
    data = compressed.compress(tag.encode())
    body = struct.pack("<HHII", 0x0102, 0x1009, 1, len(data)) + data
    assert read(sent("winmail.dat", properties(1, body))) == ([f"{LINK}?%7Bb%7D"], [])
    monkeypatch.setitem(sys.modules, "compressed_rtf", None)
    links, notes = read(sent("winmail.dat", properties(1, body)))
    assert (links, notes) == ([], ["attachment"])


@pytest.mark.parametrize("name", [*LIBRARIES, "a.gif", "a.doc", "a.rar", "a.7z", "a.xyz"])
def test_what_needs_a_library_is_told_without_the_function(name: str) -> None:
    data = sent(name, b"x", "image/png" if name in ("a.png", "a.gif") else "application/octet-stream")
    notes: list[Note] = []
    assert list(links_in_message(data, report=notes.append)) == []
    kind = {"a.png": "unread", "a.gif": "unread", "winmail.dat": "attachment"}.get(name, "document")
    assert [note.kind for note in notes] == [kind]
    assert read(data) == ([], [] if name == "a.rtf" else [kind])  # nor can it be opened; all bytes are RTF


def twice_compressed(data: bytes) -> tuple[bytes, bytes]:
    return zlib.compress(zlib.compress(data, 9), 9), b"/Filter[/FlateDecode/FlateDecode]"


PDFS: dict[str, Callable[[], bytes]] = {
    "read": lambda: pdf(ONE_PAGE, *page(b"BT /F 9 Tf (http://b.example/) Tj ET")),
    "pages of themselves": lambda: pdf(b"<</Type/Pages/Kids[2 0 R]/Count 1>>"),
    "pages that never end": lambda: pdf(b"<</Type/Pages/Kids[%s]/Count 1>>" % (b"3 0 R " * 300_000), *page()),
    "pages that multiply": lambda: pdf(
        *(b"<</Type/Pages/Kids[%s]/Count 1>>" % (b"%d 0 R " % number * 10) for number in range(3, 13)), *page()
    ),
    "a text that unpacks to 100 MB": lambda: pdf(ONE_PAGE, *page(*twice_compressed(b"0" * 100_000_000))),
    "a text that takes long": lambda: pdf(ONE_PAGE, *page(*twice_compressed(b"BT /F 9 Tf (a) Tj ET " * 1_000_000))),
}


@pytest.mark.all
@pytest.mark.parametrize("name", PDFS)
def test_no_pdf_is_endless(name: str) -> None:
    pytest.importorskip("pypdf", reason="needs pypdf: the extra attachments")
    links, told = read(sent("a.pdf", PDFS[name]()), Limits(seconds=0.5))
    can_be_clicked = name == "read" or name.startswith("a text")
    assert links == [LINK, "http://b.example/"][: 2 if name == "read" else int(can_be_clicked)]
    assert told == ([] if name == "read" else ["document"])


def nested_zips(depth: int) -> bytes:
    data = zipped(("a.txt", LINK))
    for _ in range(depth - 1):
        data = zipped(("a.zip", data))
    return data


BOMB = zipped(*((f"{number}.txt", LINK + " " * 3_000_000) for number in range(9)))
LIMITED: dict[str, tuple[str, Callable[[], bytes], Limits, int, list[str]]] = {
    "size of one": ("a.zip", lambda: zipped(("a.txt", LINK + " " * 9_000_000)), Limits(size=100_000), 0, ["document"]),
    "size of all": ("a.zip", lambda: BOMB, Limits(size=3_100_000), 1, ["limit"]),  # unpacked, then as a text
    "depth": ("a.zip", lambda: nested_zips(3), Limits(), 0, ["document"]),
    "depth that is read": ("a.zip", lambda: nested_zips(2), Limits(), 1, []),
    "depth of messages": ("a.eml", lambda: b"\n" + LINK.encode(), Limits(depth=1), 1, []),
    "count": ("a.zip", lambda: zipped(*((f"{n}.txt", LINK) for n in range(99))), Limits(opened=20), 10, ["limit"]),
    "time": ("a.zip", lambda: BOMB, Limits(seconds=0), 0, ["limit"]),
    "XML that multiplies": (
        "a.docx",
        lambda: zipped(
            CONTENT,
            (
                "a.rels",
                "<!DOCTYPE a [<!ENTITY b0 'bb'>"
                + "".join(f"<!ENTITY b{n + 1} '{f'&b{n};' * 10}'>" for n in range(12))
                + "]><a>&b12;</a>",
            ),
        ),
        Limits(), 0, ["document"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITED)
def test_attachments_are_limited(name: str) -> None:
    file, made, limits, count, told = LIMITED[name]
    assert read(sent(file, made()), limits) == ([LINK] * count, told)


def test_a_picture_of_many_pixels_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    data = sent("a.png", code(), "image/png")
    assert read(data) == ([LINK], [])
    monkeypatch.setattr("extract.mail.attachments._MOST_PIXELS", 9)
    assert read(data) == ([], ["unread"])


@pytest.mark.all
def test_time_is_limited_over_all_attachments() -> None:
    pytest.importorskip("tnefparse", reason="needs tnefparse: the extra attachments")
    data = zipped(*((f"{number}/winmail.dat", properties(1 << 31)) for number in range(4)), ("a.txt", LINK))
    links, told = read(sent("a.zip", data), Limits(seconds=0.5))
    assert (links, set(told)) == ([], {"document", "limit"})
