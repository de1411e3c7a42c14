"""The types of the results. They are stable: columns may be added at the end, but none changes."""

from __future__ import annotations

import pyarrow as pa

from extract.detect.tailorings import PROSE
from extract.version import __version__

LINK = pa.struct(
    [
        pa.field("start", pa.int64(), nullable=False),
        pa.field("end", pa.int64(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("iri", pa.string(), nullable=False),
    ]
)
"""A `Link`."""

LINKS = pa.list_(pa.field("item", LINK, nullable=False))
"""The links of a text."""

LINK_TABLE = pa.schema(
    [
        ("source", pa.string()),
        ("part", pa.string()),
        ("ord", pa.int32()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("kind", pa.string()),
        ("text", pa.string()),
        ("iri", pa.string()),
        ("uri", pa.string()),
        ("scheme", pa.string()),
        ("host", pa.string()),
        ("host_ascii", pa.string()),
        ("registrable_domain", pa.string()),
        ("codes", pa.list_(pa.string())),
        ("context", pa.string()),
        ("error", pa.string()),
        ("message_id", pa.string()),
        ("header", pa.string()),
        ("attribute", pa.string()),
        ("label", pa.string()),
        ("line", pa.int64()),
        ("targets", pa.list_(pa.string())),
        ("severity", pa.string()),
        ("note", pa.string()),
    ]
)
"""A row for each link, and one for each document that could not be read completely.

========================  ============================================================================================
``source``                the document: the value in the column named by ``source``; null without one
``part``                  where in it: the number of the part of a message (as IMAP counts), with ``":subject"`` for
                          a header field; in a mailbox, the message's key and ``"/"`` come first; the record's
                          identifier in a WARC file; the row in a Parquet file without a source; null in other texts
``ord``                   the number of the link in its document, from 0; null where the row is about the document
``start``, ``end``        its place in the decoded text of the part (code points, or the unit asked for)
``kind``                  ``iri``, ``domain`` (without a scheme) or ``email``
``text``                  as it is written there
``iri``                   what it leads to: absolute, with the implied scheme
``uri``                   the URI that software follows (RFC 3987 §3.1); null if there is none: ``error`` says why
``scheme``                in lower case
``host``                  as it is written; for e-mail addresses too
``host_ascii``            as it is looked up in the DNS
``registrable_domain``    the public suffix and one label, in Unicode (the public suffix list, with its private part)
``codes``                 the rules that report the link (``IRI306``); null without ``check``
``context``               the text around it; null if none is asked for
``error``                 why the document was not read, or why the link has no URI
``message_id``            of the message that the link is in, without angle brackets; the next six are of mail only, too
``header``                the name of its header field, in lower case
``attribute``             the name of its attribute of HTML, or of its property of a calendar or card
``label``                 what an HTML link shows
``line``                  in the message, from 1
``targets``               the addresses that it leads to through Safe Links, Google and other services; null if none
``severity``              the worst of its `deceptions`: ``error``, ``warning`` or ``info``; null without ``check``
``note``                  the kind of a `Note` of mail, whose message is in ``error``; null without ``notes``
========================  ============================================================================================
"""

ABOUT = {
    b"iri.version": __version__.encode(),
    b"iri.columns": str(len(LINK_TABLE)).encode(),
    b"iri.tailorings": " ".join(sorted(PROSE)).encode(),
}
"""What made a table, in the metadata of its Parquet file: if two differ in it, so may their links."""
