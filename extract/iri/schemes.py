"""Schemes: their registry status, and the properties that software needs for parsing their IRIs."""

from __future__ import annotations

import functools
from typing import Literal

from extract.iri import _scheme_registry as scheme_registry
from extract.iri.errors import text_of

SchemeStatus = Literal["permanent", "provisional", "historical"]

HIERARCHICAL = frozenset(
    """
    aaa aaas acap acr adt aet afp agtp aim android aw barion bolo browserext cabal cap casts chrome chrome-extension
    coap coap+tcp coap+ws coaps coaps+tcp coaps+ws com-eventbrite-attendee content crid cttps cvs dat dav dhttp dict
    dlna-playcontainer dlna-playsingle dns dntp drm dtn dweb ed2k elsi embedded facetime feed file finger
    first-run-pen-experience fish ftp fuchsia-pkg gg git gizmoproject gopher graph ham hcap hcp http https hydrazone
    hyper icap icon imap info iotdisco ipfs ipns ipp ipps irc irc6 ircs itms jms keyparc lastfm lbry ldap ldaps
    leaptofrogans lorawan market message mongodb moz mqtt mqtts ms-help msnim msrp msrps mss mtqp mtrust mumble mupdate
    mvrp mvrps news nfs nntp notes otpauth paparazzi payment payto platform pop prospero proxy psyc pttp qb
    quic-transport redis rediss res resource rmi rsync rtmfp rtmp rtsp rtsps rtspu secondlife session sftp shttp sieve
    skype smb smp snews snmp soap.beep soap.beeps soldat spiffe ssb ssh starknet steam submit svn taler teamspeak
    teapot teapots telnet tftp things tip tn3270 tttps udp unreal ut2004 vemmi ventrilo vnc vscode vscode-insiders w3
    wais wasm wasm-js wcr web3 webcal wpid ws wss wtai xcon xfire xftp xmlrpc.beep xmlrpc.beeps xmpp xri ymsgr z39.50
    z39.50r z39.50s
    """.split()
)
"""Registered schemes whose IRIs are written with ``//`` and an authority (or an empty one)."""

UNREGISTERED = frozenset(
    """
    amqp amqps bzr bzr+ssh docker ftps gemini git+file git+http git+https git+ssh gs hdfs hg hg+https hg+ssh kafka
    mysql nats oci postgres postgresql s3 sqlite svn+http svn+https svn+ssh tcp tg titan unix
    """.split()
)
"""Schemes in wide use that are not registered, written with ``//``."""

DEFAULT_SCHEMES = HIERARCHICAL | UNREGISTERED | {"mailto"}
"""Schemes that are found in running text, in lowercase: followed by ``://``, and ``mailto:``.

They exclude schemes that run code or carry content (javascript, vbscript, data, view-source), and hxxp and hxxps,
which are written so that nobody follows them.
"""

MARKED_SCHEMES = DEFAULT_SCHEMES - {"file"}
"""Schemes that `linkify` marks by default: all but ``file``, which would lead to the reader's own files."""

UNSAFE_SCHEMES = frozenset(("data", "javascript", "vbscript"))
"""Schemes whose IRIs are code or content (RFC 3986 §7). They are found only if the caller names them."""

EITHER_WAY = frozenset("dns facetime feed info message news skype tg vscode vscode-insiders xmpp".split())
"""The default schemes that can also be written without ``//``."""

DNS_SCHEMES = frozenset(
    """
    aaa aaas acap afp amqp amqps cap coap coap+tcp coap+ws coaps coaps+tcp coaps+ws dict dns feed finger ftp ftps
    gemini git git+http git+https git+ssh gopher h323 http https iax icap imap ipp ipps irc irc6 ircs jabber ldap ldaps
    mailto mongodb mqtt mqtts msrp msrps mumble mupdate mysql nfs nntp pop postgres postgresql redis rediss rsync rtmp
    rtsp rtsps rtspu sftp shttp sieve sip sips smb smtp snews snmp ssh stun stuns svn svn+http svn+https svn+ssh telnet
    tftp tip tn3270 titan turn turns vnc webcal ws wss xmpp z39.50r z39.50s
    """.split()
)
"""Schemes whose host is a DNS name, which is converted by IDNA, not by percent-encoding (RFC 3987 §3.1)."""

OPAQUE_SCHEMES = frozenset(
    """
    about blob cid data did doi geo im jabber javascript magnet mailto mid news pres sip sips sms tag tel urn vbscript
    view-source xmpp
    """.split()
)
"""Schemes whose paths are not hierarchical: ``/../`` is content in them (RFC 3986 §3.3 leaves that to the scheme)."""

NONEMPTY_HOST_SCHEMES = frozenset(
    """
    coap coap+tcp coap+ws coaps coaps+tcp coaps+ws ftp gemini git http https ipp ipps rtsp rtsps sftp ssh svn svn+ssh
    ws wss
    """.split()
)
"""Schemes that require a non-empty host (RFC 9110 §4.2.1, RFC 6455 §3, RFC 7252 §6.1, …)."""

_PORTS = """
    aaa 3868 aaas 5658 acap 674 coap 5683 coap+tcp 5683 coap+ws 80 coaps 5684 coaps+tcp 5684 coaps+ws 443 dict 2628
    dns 53 ftp 21 gemini 1965 git 9418 gopher 70 http 80 https 443 icap 1344 imap 143 ipp 631 ipps 631 irc 6667 ircs
    6697 ldap 389 ldaps 636 mongodb 27017 mqtt 1883 mqtts 8883 msrp 2855 msrps 2855 mysql 3306 nfs 2049 nntp 119 pop
    110 postgresql 5432 redis 6379 rediss 6379 rsync 873 rtsp 554 rtsps 322 rtspu 554 sftp 22 sieve 4190 sip 5060
    sips 5061 smb 445 snmp 161 ssh 22 stun 3478 stuns 5349 svn 3690 telnet 23 tftp 69 tn3270 23 turn 3478 turns 5349
    vnc 5900 ws 80 wss 443
""".split()
DEFAULT_PORTS = dict(zip(_PORTS[::2], map(int, _PORTS[1::2]), strict=True))
"""The port of a scheme, if none is written."""


@functools.cache
def registered_schemes() -> dict[str, SchemeStatus]:
    """Return the IANA registry as a mapping of lowercase names to status."""
    groups: tuple[tuple[SchemeStatus, str], ...] = (
        ("historical", scheme_registry.HISTORICAL),
        ("provisional", scheme_registry.PROVISIONAL),
        ("permanent", scheme_registry.PERMANENT),
    )
    return {name: status for status, names in groups for name in names.split()}


def scheme_status(name: str) -> SchemeStatus | None:
    """Return the status of a scheme, in any case, in the IANA registry (RFC 7595); ``None`` if it is not registered."""
    return registered_schemes().get(text_of(name, "name").lower())
