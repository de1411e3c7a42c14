"""Every kind of part and of link that a message may have is read, or there is a note; what bounds attachments."""

from __future__ import annotations

import base64
import email
import html
import io
import quopri
import zlib
from collections.abc import Callable

import pytest

from extract.mail import Limits, Note, links_in_message
from tests.mail.test_attachments import KNOWN, LIBRARIES, LINK, code, properties, read, sent, smime, zipped
from tests.mail.test_links import message

HTML, PLAIN, CARD = "text/html; charset=utf-8", "text/plain; charset=utf-8", "text/vcard; charset=utf-8"
BASE64, QUOTED = "Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable"
CAL = "text/calendar; charset=utf-8"
INNER = f"Subject: i\nContent-Type: text/html\n\n<a href={LINK}>x</a>".encode()
RTF = rf'{{\rtf1 {{\field{{\*\fldinst HYPERLINK "{LINK}"}}{{\fldrslt here}}}}}}'
ARMOUR = "-----BEGIN PGP MESSAGE-----\nVersion: 1\n\nhQEMA+x/\n=abcd\n"


def nested(depth: int) -> str:
    page = "<a href=http://no.example/>"
    for _ in range(depth):
        page = f'<iframe srcdoc="{html.escape(page)}">'
    return page


# The message, the links in it, and the kinds of notes.
KINDS: dict[str, tuple[bytes, list[str], list[str]]] = {
    "href with www": (message('<a href="www.evil-site.com/x">a</a>', HTML), ["http://www.evil-site.com/x"], []),
    "href without a scheme": (message('<a href="evil-site.com/x">a</a>', HTML), ["http://evil-site.com/x"], []),
    "action without one": (message('<form action="evil-site.com/x"></form>', HTML), ["http://evil-site.com/x"], []),
    "@import": (message(f'<style>@import "{LINK}";</style>', HTML), [LINK], []),
    "@import url()": (message(f"<style>@import url({LINK});</style>", HTML), [LINK], []),
    "url()": (message(f"<style>a{{background:url('{LINK}')}}</style>", HTML), [LINK], []),
    "a part of CSS": (message(f"a{{background:url({LINK})}}", "text/css"), [LINK], []),
    "style": (message(f'<p style="background:url({LINK})">a', HTML), [LINK], []),
    "ping": (message(f'<a href="#" ping="{LINK} http://b.example/">a</a>', HTML), [LINK, "http://b.example/"], []),
    "itemid": (message(f'<p itemscope itemid="{LINK}">a', HTML), [LINK], []),
    "og:url": (message(f'<meta property="og:url" content="{LINK}">', HTML), [LINK], []),
    "action-xhr": (message(f'<form method=post action-xhr="{LINK}">a</form>', "text/x-amp-html"), [LINK], []),
    "verify-xhr": (message(f'<form verify-xhr="{LINK}">a</form>', "text/x-amp-html"), [LINK], []),
    "a message in base64": (message(base64.encodebytes(INNER), "message/rfc822", BASE64), [LINK], []),
    "a message in quoted-printable": (message(quopri.encodestring(INNER), "message/rfc822", QUOTED), [LINK], []),
    "RTF": (message(RTF, "text/rtf"), [], ["document"]),
    "a header of bare CR": (f"Subject: x\rContent-Type: text/html\r\r<a href={LINK}>a</a>\n".encode(), [LINK], []),
    "enriched text": (message(f"<<{LINK}> <b>http://b.example/</b>", "text/enriched"), [LINK, "http://b.example/"], []),
    "parameters of it": (message(f"<x><param>http://no.example/</param>{LINK}</x>", "text/enriched"), [LINK], []),
    "dash escapes over a line": (
        message(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n<http://evil.example/\n- -x>\n"
            "-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n",
            PLAIN,
        ),
        ["http://evil.example/-x"], [],
    ),
    "href twice": (message(f"<a href='{LINK}' href='http://b.example/'>a</a>", HTML), [LINK], ["ignored"]),
    "split by an empty element": (message("https://ev<span></span>il.example/x", HTML), ["https://evil.example/x"], []),
    "split by a comment": (message("https://ev<!-- a -->il.example/x", HTML), ["https://evil.example/x"], []),
    "split by what is no tag": (message("https://ev<!-- <b> -- > -->il.com/x", HTML), ["https://evil.com/x"], []),
    "split by nested elements": (
        message("https://ev<b><i></i><u class=a><!-- --></u></b>il.example/x", HTML), ["https://evil.example/x"], [],
    ),
    "not split by what shows something": (
        message("https://ev<b><i></b></i>il.com/x https://ev<b> </b>il.com/y", HTML),
        ["https://ev", "https://il.com/x", "https://ev", "https://il.com/y"], [],
    ),
    "split by what Outlook shows": (
        message(f"https://ev<!--[if mso]>{LINK}<![endif]-->il.com/x", HTML),
        ["https://ev", LINK, "https://il.com/x"], [],
    ),
    "split by <wbr>": (message("https://ev<wbr>il.example/x", HTML), ["https://evil.example/x"], []),
    "EMAIL of a card": (message("BEGIN:VCARD\nEMAIL:a@evil.example\nEND:VCARD\n", CARD), ["mailto:a@evil.example"], []),
    "URL of a card": (message(f"BEGIN:VCARD\nURL:{LINK}\nEND:VCARD\n", CARD), [LINK], []),
    **{
        f"{codec} as {label}": (
            message(base64.encodebytes(f"ü {LINK}".encode(codec)), f"text/plain; charset={label}", BASE64), [LINK],
            ["charset"] * (codec != "utf-32" and label == "utf-16"),
        )
        for codec in ("utf-32-le", "utf-32-be", "utf-32")
        for label in ("utf-32", "UCS-4", "utf-32be", "utf-16")
    },
    "UTF-32 that no program reads": (
        message(base64.encodebytes(f"ü {LINK}".encode("utf-32-le")), PLAIN, BASE64), [], ["structure", "charset"]
    ),
    "UTF-32 by its mark": (message(f"ü {LINK}".encode("utf-32"), "text/plain"), [LINK], []),
    "UTF-32 that is ASCII": (message(LINK, "text/plain; charset=utf-32"), [LINK], ["charset"]),
    "a card in UTF-32": (
        message("BEGIN:VCARD\nNOTE;CHARSET=utf-32;ENCODING=QUOTED-PRINTABLE:http=3A//evil.example/x\n", CARD),
        [LINK], [],
    ),
    "armour of prose": (message(f"-----BEGIN PGP MESSAGE-----\n\nRead {LINK}\n", PLAIN), [LINK], []),
    "armour that never ends": (message(f"{ARMOUR}\n{LINK}\n", PLAIN), [LINK], ["encrypted"]),
    "after armour": (message(f"{ARMOUR}-----END PGP MESSAGE-----\n{LINK}\n", PLAIN), [LINK], ["encrypted"]),
    "a comment in armour": (
        message(f"-----BEGIN PGP MESSAGE-----\nComment: {LINK}\n\nhQEMA+x/\n=abcd\n", PLAIN), [LINK], ["encrypted"],
    ),
    "a key of prose": (message(f"-----BEGIN PGP PUBLIC KEY BLOCK-----\n{LINK}", PLAIN), [LINK], []),
    "quoted armour": (message(ARMOUR.replace("\n", "\n> "), PLAIN), [], ["encrypted"]),
    "armour in HTML": (message(ARMOUR.replace("\n", "<br>\n") + LINK, HTML), [LINK], ["encrypted"]),
    "a piece of armour": (message(ARMOUR.replace("GE--", "GE, PART 1/2--"), PLAIN), [], ["encrypted"]),
    "multipart without a boundary": (
        message(f"--b\n{BASE64}\n\n{base64.b64encode(LINK.encode()).decode()}\n--b--\n", "(x) multipart/mixed"), [],
        ["structure"],
    ),
    **{
        f"a calendar that is none: {body[:9]}": (message(body, f"text/{type}"), [LINK], ["structure"])
        for body in (f"See {LINK}", f"<p><a href='{LINK}'>a</a>", LINK)
        for type in ("calendar", "x-vcard", "directory")
    },
    "around a calendar": (
        message(f"{LINK}\nBEGIN:VCALENDAR\nhttp://b.example/\nX-A:http://c.example/\nEND:V\nhttp://d.example/", CAL),
        [LINK, "http://b.example/", "http://c.example/", "http://d.example/"], [],
    ),
    "any property": (
        message(
            f"BEGIN:VCARD\nFN:see {LINK}\nX-FOO;A=b:b\\, http://b.example/\nATTENDEE:a@c.example\nUID:http://no.example/",
            CARD,
        ),
        [LINK, "http://b.example/", "mailto:a@c.example"], [],
    ),
    "addresses in unknown properties": (
        message("BEGIN:VEVENT\nX-A;VALUE=URI:zoommtg://a.example/\nB;VALUE=\"uri\":ab:c", CAL),
        ["zoommtg://a.example/", "ab:c"], [],
    ),
    "data in a calendar": (
        message(f"BEGIN:VEVENT\nATTACH;FMTTYPE=text/html;ENCODING=BASE64;VALUE=BINARY:PGEg\nURL:{LINK}", CAL), [LINK],
        ["document"],
    ),
    "a picture in a calendar": (
        message("BEGIN:VEVENT\nATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:PGEg", CAL), [], ["unread"],
    ),
    "pictures in a card": (
        message("BEGIN:VCARD\nPHOTO;ENCODING=b;TYPE=JPEG:PGEg\nLOGO;BASE64:PG\nPHOTO:data:image/gif;base64,PG", CARD),
        [], ["unread", "unread", "unread"],
    ),
    "a document in a frame": (
        message("<iframe src='data:text/html,<a href=http://no.example>'>", HTML), [], ["document"],
    ),
    "a document in an object": (message("<object data=' DATA:text/html;base64,PGEg'>", HTML), [], ["document"]),
    "SVG in an address": (message("<img src='data:image/svg+xml,a'>", HTML), [], ["document"]),
    "a picture in an address": (message("<img src='data:image/png;base64,PGEg'>", HTML), [], ["unread"]),
    "a picture in a style": (message("<p style='background:url(data:image/png;base64,PGEg)'>", HTML), [], ["unread"]),
    "srcdoc in srcdoc": (
        message(f"<iframe srcdoc='&lt;iframe srcdoc=\"&lt;a href={LINK}>\">'>", HTML), [LINK], [],
    ),
    "too many srcdoc": (message(nested(4), HTML), [], ["limit"]),
    "CDATA in SVG": (message(f"<svg><text><![CDATA[{LINK}]]></text></svg>", HTML), [LINK], []),
    "CDATA in XHTML": (message(f"<p><![CDATA[a > {LINK}]]></p>", "application/xhtml+xml"), [LINK], []),
    "an entity in XHTML": (
        message(f"<!DOCTYPE html [<!ENTITY a '{LINK}'>]><a href='&a;'>a</a>", "application/xhtml+xml"), [],
        ["document"],
    ),
    "an anchor under <base>": (
        message(f"<base href='{LINK}'><a href='#f'>a</a><a href=''>a</a>", HTML), [LINK, f"{LINK}#f", LINK], [],
    ),
    "an anchor": (message("<a href='#f'>a</a><a href=''>a</a>", HTML, f"Content-Base: {LINK}"), [], []),
    "a script": (message(f"<script>{LINK}</script>", HTML), [], ["unread"]),
    "a style that never ends": (
        message(f"<style>a{{b:url({LINK})}}<a href=http://no.example/>", HTML), [LINK], ["unread"],
    ),
    **{
        f"what is shown {condition}": (message(f"<!--[{condition}]><a href={LINK}>a</a><![endif]-->", HTML), [LINK], [])
        for condition in ("if mso", "if gte vml 1")
    },
    "a template": (message(f"<template><a href={LINK}>{LINK}</a></template>", HTML), [], ["unread"]),
    "a template that is shown": (
        message(f"<template shadowrootmode=open><a href={LINK}>a</a></template>", HTML), [LINK], [],
    ),
    "animations": (
        message(
            f"<svg><a><set attributeName=href to={LINK} /><animate attributeName='xlink:href'"
            " values='http://b.example/;http://c.example/'/><set attributeName=x to=http://no.example/ /></a></svg>",
            HTML,
        ),
        [LINK, "http://b.example/", "http://c.example/"], [],
    ),
    "names in a calendar": (
        message(f"BEGIN:VEVENT\nATTENDEE;CN=\"see {LINK}\";X-A=http;DIR=\"http://b.example/\":mailto:a@b.example", CAL),
        [LINK, "http://b.example/", "mailto:a@b.example"], [],
    ),
    "NUL": (message(f"<a href='ht\0tp://no.example/'>a</a>{LINK}", HTML), [LINK], ["structure"]),
    "a multipart in quoted-printable": (
        message(f"--b\n\n{LINK}\n--b--", "multipart/mixed; boundary=b", QUOTED), [LINK], ["ignored"],
    ),
    "lowsrc": (message(f"<img lowsrc={LINK} dynsrc=http://b.example/>", HTML), [LINK, "http://b.example/"], []),
    "enriched text that is cut": (
        message("http://ev<bold>il.ex</bold>ample/<param>a</param>x<nl>b http://b.example/<center>x", "text/enriched"),
        [LINK, "http://b.example/"], [],
    ),
    "richtext": (message(f"<lt>{LINK}<nl>x", "text/richtext"), [LINK], []),
    **{
        f"EBCDIC {codec}": (message(f"ä {LINK}".encode(codec), f"text/plain; charset={codec}"), [LINK], ["charset"])
        for codec in ("cp037", "cp500", "cp1140", "cp273", "cp1026")
    },
    "EBCDIC that is ASCII": (message(LINK, "text/plain; charset=IBM037"), [LINK], ["charset"]),
    "EBCDIC that is UTF-8": (message(f"ä {LINK}", "text/plain; charset=IBM037"), [LINK], ["charset"]),
    "before the parts": (
        message("http://b.example/\n--b\n\nx\n--b--\n", "multipart/mixed; boundary=b"), [], ["ignored"],
    ),
    "after the parts": (
        message("--b\n\nx\n--b--\nhttp://b.example/", "multipart/mixed; boundary=b"), [], ["ignored"],
    ),
    "a part after the last": (
        message("--b\n\nx\n--b--\n--b\nContent-Type: text/html\n\nx\n--b--", "multipart/mixed; boundary=b"), [],
        ["structure"],
    ),
    "other text around the parts": (message("In MIME.\n--b\n\nx\n--b--\na.b", "multipart/mixed; boundary=b"), [], []),
    "PGP/MIME": (
        message(
            "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
            "--b\nContent-Type: application/octet-stream\n\nx\n",
            "multipart/encrypted; boundary=b",
        ),
        [], ["encrypted", "encrypted", "document"],
    ),
    "PGP/MIME in pieces": (message("x", "application/pgp-encrypted"), [], ["encrypted"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_link_is_read_or_told(kind: str) -> None:
    data, links, told = KINDS[kind]
    notes: list[Note] = []
    assert [link.iri for link in links_in_message(data, headers=False, report=notes.append)] == links
    assert [note.kind for note in notes] == told
    of_object: list[Note] = []
    parsed = email.message_from_bytes(data)
    assert [link.iri for link in links_in_message(parsed, headers=False, report=of_object.append)] == links
    assert [note.kind for note in of_object] == told
    assert told != ["ignored"] or any(one in notes[0].message for one in ("http://b.example/", "quoted-printable"))


@pytest.mark.parametrize("label", ["utf-32", "utf-32-be", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("codec", ["utf-32", "utf-32-le", "utf-32-be", "utf-16", "utf-16-be", "utf-8"])
def test_wide_characters_in_a_header(label: str, codec: str) -> None:
    word = base64.b64encode(LINK.encode(codec)).decode()
    data = f"Subject: =?{label}?B?AAAA?= =?{label}?B?{word}?=\n\n".encode()
    assert [link.iri for link in links_in_message(data)] == [LINK]


def test_the_links_of_a_card_are_of_one_origin() -> None:
    card = message(f"BEGIN:VCARD\nURL:{LINK}\nEMAIL:a@b.example\nEND:VCARD\n", CARD)
    found = [(link.origin, link.attribute) for link in links_in_message(card)]
    assert found == [("attribute", "URL"), ("attribute", "EMAIL")]


@pytest.mark.parametrize(
    "type", ["application/pkcs7-mime; smime-type=signed-data", "application/octet-stream; name=smime.p7m"]
)
def test_what_is_signed_as_a_whole(type: str) -> None:
    pytest.importorskip("asn1crypto", reason="needs asn1crypto: the extra smime")
    body = base64.encodebytes(smime(2, b"Content-Type: text/html\r\n\r\n<a href=%s>a</a>" % LINK.encode()))
    assert [link.iri for link in links_in_message(message(body, type, BASE64))] == [LINK]


CONTENT = ("[Content_Types].xml", "")
RELATIONS = (
    '<r:Relationships xmlns:r="http://schemas.openxmlformats.org/package/2006/relationships">'
    f"<r:Relationship Id='a>b' TargetMode='External' Target='{LINK}'/><r:Relationship Target='http://b.example/'/>"
    "</r:Relationships>"
)
RUNS = (
    '<w:p><w:r><w:instrText xml:space="preserve"> HYPERLINK "http://evil</w:instrText></w:r><w:r><w:rPr/>'
    '<w:instrText>.example/x" </w:instrText></w:r></w:p><w:p><w:r><w:t>www.</w:t></w:r></w:p><w:p><w:t>b</w:t></w:p>'
)
ATTACHED: dict[str, bytes] = {
    **{name: KNOWN[name] for name in ("a.html", "a.ics", "a.vcf", "a.eml", "a.svg", "a.url", "a.webloc", "a.zip")},
    "a.docx": zipped(CONTENT, ("word/_rels/document.xml.rels", RELATIONS)),
    "b.docx": zipped(CONTENT, ("word/_rels/document.xml.rels", RELATIONS.encode("utf-16"))),
    "c.docx": zipped(CONTENT, ("word/document.xml", RUNS)),
    "a.xlsx": zipped(CONTENT, ("xl/worksheets/_rels/sheet1.xml.rels", RELATIONS)),
    "b.xlsx": zipped(CONTENT, ("xl/worksheets/sheet1.xml", f'<f>HYPERLINK("{LINK}","a")</f>')),
    "a.pptx": zipped(CONTENT, ("ppt/slides/_rels/slide1.xml.rels", RELATIONS)),
    "a.odt": KNOWN["a.odt"],
}


@pytest.mark.parametrize("name", ATTACHED)
def test_each_kind_of_attachment_is_opened_or_told(name: str) -> None:
    data = sent(name, ATTACHED[name])
    links, told = read(data)
    assert (set(links), told) == ({LINK}, [])
    notes: list[Note] = []
    assert list(links_in_message(data, report=notes.append)) == []
    assert [note.kind for note in notes] == ["attachment" if name in ("a.html", "a.eml") else "document"]


@pytest.mark.parametrize("name", [*LIBRARIES, "a.gif", "a.doc", "a.rar", "a.7z", "a.xyz"])
def test_what_needs_a_library_is_told_without_the_function(name: str) -> None:
    data = sent(name, b"x", "image/png" if name in ("a.png", "a.gif") else "application/octet-stream")
    notes: list[Note] = []
    assert list(links_in_message(data, report=notes.append)) == []
    kind = {"a.png": "unread", "a.gif": "unread", "winmail.dat": "attachment"}.get(name, "document")
    assert [note.kind for note in notes] == [kind]
    assert read(data) == ([], [] if name == "a.rtf" else [kind])  # nor can it be opened; all bytes are RTF


@pytest.mark.parametrize("name", LIBRARIES)
def test_an_attachment_without_a_name_is_known_by_how_it_begins(name: str) -> None:
    links, told = read(sent("a", LIBRARIES[name][0]()))
    assert (set(links), told) == ({LINK}, [])


# Limits, each with an attachment that is made to exceed it -----------------------------------------------------------


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


@pytest.mark.slow
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
    "depth of messages": ("a.eml", lambda: INNER, Limits(depth=1), 1, []),
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


@pytest.mark.slow
def test_time_is_limited_over_all_attachments() -> None:
    pytest.importorskip("tnefparse", reason="needs tnefparse: the extra attachments")
    data = zipped(*((f"{number}/winmail.dat", properties(1 << 31)) for number in range(4)), ("a.txt", LINK))
    links, told = read(sent("a.zip", data), Limits(seconds=0.5))
    assert (links, set(told)) == ([], {"document", "limit"})
