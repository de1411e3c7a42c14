"""The types of the results. They are stable: new columns are added at the end, and existing ones do not change."""

from __future__ import annotations

import pyarrow as pa

from extract import __version__
from extract.detect.tailorings import PROSE

_INT, _TEXT = pa.int64(), pa.string()
LINK = pa.struct(
    [
        pa.field(name, kind, nullable=False)
        for name, kind in (("start", _INT), ("end", _INT), ("text", _TEXT), ("kind", _TEXT), ("iri", _TEXT))
    ]
)
"""The type of a link: a struct."""

LINKS = pa.list_(pa.field("item", LINK, nullable=False))
"""The type of the links of a text: a list of `LINK`."""

LINK_TABLE = pa.schema(
    [
        ("source", _TEXT),
        ("part", _TEXT),
        ("ord", pa.int32()),
        ("start", _INT),
        ("end", _INT),
        ("kind", _TEXT),
        ("text", _TEXT),
        ("iri", _TEXT),
        ("uri", _TEXT),
        ("scheme", _TEXT),
        ("host", _TEXT),
        ("host_ascii", _TEXT),
        ("registrable_domain", _TEXT),
        ("codes", pa.list_(_TEXT)),
        ("context", _TEXT),
        ("error", _TEXT),
        ("message_id", _TEXT),
        ("header", _TEXT),
        ("attribute", _TEXT),
        ("link_text", _TEXT),
        ("line", _INT),
        ("redirect_chain", pa.list_(_TEXT)),
        ("severity", _TEXT),
        ("note", _TEXT),
    ]
)
"""A row for each link, and for each document that could not be read completely.

========================  ============================================================================================
``source``                the document: the value in the column named by ``source``; null without one
``part``                  where in it: the number of the part of a message (as IMAP counts), with ``":subject"`` for
                          a header field; in a mailbox, the message's key and ``"/"`` come first; the record's
                          id in a WARC file; the row in a Parquet file without a source; null in other texts
``ord``                   the number of the link in its document, from 0; null where the row is about the document
``start``, ``end``        its place in the decoded text (code points, or the unit asked for)
``kind``                  ``iri``, ``domain`` (without a scheme) or ``email``
``text``                  as it is written there
``iri``                   the absolute IRI, with the implied scheme if it has none
``uri``                   the URI that software follows (RFC 3987 §3.1); null if there is none: ``error`` says why
``scheme``                in lowercase
``host``                  as it is written, also of email addresses
``host_ascii``            as it is looked up in the DNS
``registrable_domain``    the public suffix and one label, in Unicode (the public suffix list, with its private part)
``codes``                 the rules that report the link (``IRI303``); null without ``check``
``context``               the text around it; null if none is asked for
``error``                 why the document was not read, or why the link has no URI
``message_id``            of the message, without angle brackets; this and the next six columns are for mail only
``header``                the name of its header field, in lowercase
``attribute``             the name of its attribute of HTML, or of its property of a calendar or card
``link_text``             the text of an HTML link
``line``                  in the message, from 1
``redirect_chain``        the IRIs of its steps through Safe Links, Google and other services; null if none
``severity``              the worst of its `deceptions`: ``error``, ``warning`` or ``info``; null without ``check``
``note``                  the kind of a `Note` of mail, whose message is in ``error``; null without ``notes``
========================  ============================================================================================
"""

ABOUT = {
    b"iri.version": __version__.encode(),
    b"iri.columns": str(len(LINK_TABLE)).encode(),
    b"iri.tailorings": " ".join(sorted(PROSE)).encode(),
}
"""Parquet metadata: the version and the settings that made the table. If it differs, the links may differ."""
