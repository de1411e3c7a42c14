r"""What the profile "prose" adds to UTS #58: each tailoring is one record, and all else follows from the records.

To change a tailoring, change its record: the profiles of detection, its fast path, the forms that
`extract.present.escaping` writes, and the section of the documentation are made from it. A record adds characters to
sets, and sets flags; the walk asks the `Profile` for a flag, never for the name of a tailoring.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import regex

from extract.text import characters as c

_ELLIPSES = "…‥⋯"

# The mark right before a link, and those that end it then.
QUOTES = {'"': '"', "'": "'", "`": "`", "‘": "’", "‚": "‘’", "“": "”", "”": "”", "„": "“”"}
QUOTES |= {"«": "»", "»": "«»", "‹": "›", "›": "‹›", "～": "～", "👉": "👈", "☞": "☜"}
# The emphasis of plain text: right before a link, it is not its last character.
EMPHASIS = frozenset("*_~|")
MARKS = EMPHASIS.union(QUOTES)
# The marks that close, with what opens each.
CLOSES = {close: "".join(mark for mark in QUOTES if close in QUOTES[mark]) for close in "".join(QUOTES.values())}
# "no_stumps": the rest of a host follows, but not after a tag: http://a.example.<br>Next
PLACEHOLDER_IN_ANGLES = r"<\w[\w.\- ]*+>(?=/|[.:\-]\w)"


# Without `repr` and `eq`, each of 40 fields, the import takes 1 ms less.
@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class Effects:
    """What tailorings change: the contents of character sets for `regex`, and flags that the walk asks for."""

    # UTS #58 Link_Term
    adds_hard: str = ""  # ends a link wherever it stands
    adds_soft: str = ""  # not the last character of a link
    # as plain strings
    adds_path_hard: str = ""  # ends a link in its path
    ends_doubled: str = ""  # ends a link where it stands twice

    # the end of a link
    cjk_bracket_ends_ascii: bool = False  # an opening bracket of CJK ends a link that is ASCII so far
    angle_brackets_enclose: bool = False  # "<" and ">" end it; behind "<", punctuation before ">" belongs to it
    no_final_opening: bool = False  # an opening bracket is not the last character
    marks_enclose: bool = False  # quotation marks and emphasis pair around a link, and quotation marks inside it
    inner_quotes: bool = False  # '"' stays between letters, though it ends a link
    empty_fragment: bool = False  # "#" may be the last character
    mailto_query: bool = False  # more addresses and fields belong to a mailto:
    no_left_open: bool = False  # it ends before a bracket that is open where white space or the text's end comes
    splits_glued: bool = False  # a mark that is not ASCII directly before "http://" ends a link; "," and "→" a path
    loose_marks: bool = False  # punctuation that is not ASCII ends it where it is hardly meant: see `Marks`
    dash_ends: bool = False  # an em dash before a lower-case letter ends a path
    quoted_titles: bool = False  # '"' is part of it where both marks are
    glued_words: bool = False  # it ends before words that are glued to it: see `words`
    comment_ends: bool = False  # "-->", "--}}" and "*/" are outside
    ip_addresses: bool = False  # IP addresses alone are links where bare domains are
    # hosts and names
    script_turn: bool = False  # a name ends, or begins, where it turns between ASCII and a script without spaces
    symbols_in_labels: bool = False  # a label may end with symbols
    registered_names: bool = False  # RFC 3986 §3.2.2: reg-name, where hosts are not looked up in the DNS
    paths_hide_names: bool = False  # a bare domain does not begin in the midst of a path
    no_final_symbols: bool = False  # symbols after a top-level domain are outside
    middle_dot_ends: bool = False  # U+00B7 and U+0387 are alike, and not the last character of a name
    new_sentences: bool = False  # a capitalized label after one in lower case is a sentence without its space
    ellipses: bool = False  # a name ends before several full stops
    evidence: bool = False  # what is more likely a file or an object is not a bare domain
    of_mail: bool = False  # and any ending is as likely that of a site
    # the beginning of a link, and what is none
    address_edges: bool = False  # an e-mail address begins after marks and names that stand before it
    no_logins: bool = False  # user@host:path and user:password@host are not e-mail addresses
    no_message_ids: bool = False  # what Message-ID and its kin have is no e-mail address
    no_inner_links: bool = False  # the IRI inside a jdbc: or magnet: is not a link of its own
    written_escapes: bool = False  # a link begins after "\\n", written as two characters
    no_stumps: bool = False  # a host that is cut by "[.]", by a placeholder or a port that is none makes no link
    user_information: bool = False  # user information stands before the host of a web link, too


class Difference(NamedTuple):
    """A text with its links between ⟦ and ⟧, with the tailoring and by UTS #58; and the options of `find_links`."""

    prose: str
    uts58: str
    options: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Tailoring(Effects):
    """A switch of detection: its name, the reason for it (reStructuredText), examples, and its effects."""

    name: str
    reason: str
    examples: tuple[Difference, ...]
    in_prose: bool = True

    @property
    def profile(self) -> tuple[str, ...]:
        """The profile that the examples are for: prose, with this tailoring."""
        return ("prose",) if self.in_prose else ("prose", self.name)


_RECORDS = (
    Tailoring(
        name="cjk-punctuation",
        reason="""\
Ideographic and full-width sentence punctuation ends a link even if a letter follows directly, since Chinese and
Japanese write no space there. Doubled dashes and ellipses (``——``, ``……``), which are punctuation there, end it too; a
single one may be part of a link. So does the reference mark ``※``.""",
        examples=(
            Difference(
                "请访问⟦https://zh.wikipedia.org/wiki/北京市⟧。谢谢",
                "请访问⟦https://zh.wikipedia.org/wiki/北京市。谢谢⟧",
            ),
            Difference("⟦https://example.com/日本⟧――次", "⟦https://example.com/日本――次⟧"),
        ),
        adds_hard=c.CJK_PUNCTUATION + "※",
        ends_doubled="—―" + _ELLIPSES,
    ),
    Tailoring(
        name="cjk-brackets",
        reason="A CJK opening bracket ends a link that is ASCII so far.",
        examples=(Difference("⟦https://example.com/docs⟧（推荐）", "⟦https://example.com/docs（推荐）⟧"),),
        cjk_bracket_ends_ascii=True,
    ),
    Tailoring(
        name="script-turn",
        reason="""\
A host ends where another script directly follows an ASCII top-level domain, an IPv4 address or ``localhost``, and
before a full stop and a word of another script that is no top-level domain (``example.com.然后``). Two hosts that a
word joins are two, if the second begins with ``www.`` (``example.io或www.example.org``); after ``com``, ``net``,
``org``, ``edu``, ``gov``, ``cn``, ``hk``, ``jp``, ``kr`` and ``tw`` it may begin with any ASCII label. A bare domain
or an e-mail address begins where ASCII directly follows a script without spaces, and ``www.`` after any
other script.""",
        examples=(
            Difference("打开⟦https://example.com⟧然后", "打开⟦https://example.com然后⟧"),
            Difference(
                "⟦http://127.0.0.1⟧を, ⟦http://localhost⟧を開く",
                "⟦http://127.0.0.1を⟧, ⟦http://localhostを開く⟧",
            ),
            Difference("⟦https://example.com⟧.다음", "⟦https://example.com.다음⟧"),
            Difference("⟦https://example.io⟧或www.example.org", "⟦https://example.io或www.example.org⟧"),
            Difference("連絡先は⟦info@example.co.jp⟧まで", "連絡先はinfo@example.co.jpまで", {"email": True}),
            Difference("URLは⟦www.example.jp⟧", "⟦URLはwww.example.jp⟧", {"bare_domains": True}),
        ),
        script_turn=True,
    ),
    Tailoring(
        name="quotes",
        reason="""\
If a quotation mark stands before a link, its counterpart ends the link. A quotation mark that was opened inside
the link may close there (but an apostrophe between two letters opens nothing). If an apostrophe opens a quotation
earlier in the line, the first one before ``, ; : . + ) ] }`` closes it (``f('see https://…','b')``). If emphasis
(``*``, ``_``, ``~``, ``|``) stands directly before a link, the link does not end with any of these; it never ends with
``*``. An e-mail address does not begin with a quotation mark or emphasis.""",
        examples=(
            Difference("set '⟦https://example.com/ü⟧'后", "set '⟦https://example.com/ü'后⟧"),
            Difference(
                "_⟦https://example.com/é⟧_ and **see ⟦https://example.com/è⟧**",
                "_⟦https://example.com/é_⟧ and **see ⟦https://example.com/è**⟧",
            ),
            Difference(
                "⟦https://ru.wikipedia.org/wiki/Спартак_«Москва»⟧.", "⟦https://ru.wikipedia.org/wiki/Спартак_«Москва⟧»."
            ),
        ),
        adds_soft=r"\*",  # emphasis that began before the link, or the mark of a note
        marks_enclose=True,
    ),
    Tailoring(
        name="delimiters",
        reason=r"""
``"``, ````` and ``\``, which are not allowed in IRIs, end a link, and so do the lines of boxes (``│``), and ``|`` in
the path, and everywhere after ``<``: they delimit links in code, data and markup. ``"`` between two letters stays, as
in Hebrew abbreviations, except in scripts without spaces. A link does not end with an ellipsis.""".lstrip(),
        examples=(
            Difference(
                '{"text":"see ⟦https://example.com/ü⟧","size":1}',
                '{"text":"see ⟦https://example.com/ü","size":1⟧}',
            ),
            Difference(
                '⟦https://he.wikipedia.org/wiki/צה"ל⟧ and [⟦https://example.com/é⟧|Label]',
                '⟦https://he.wikipedia.org/wiki/צה"ל⟧ and [⟦https://example.com/é|Label⟧]',
            ),
        ),
        # RFC 3987 §2.2 has none of these
        adds_hard=r"\"`\\─-╿",
        adds_path_hard="|",
        adds_soft=_ELLIPSES,  # inside, as three full stops are
        inner_quotes=True,
    ),
    Tailoring(
        name="open-brackets",
        reason="""\
A link does not end with an opening bracket. It ends before the closing tag of BBCode, ``[/url]``, and in a path
before a capitalized label in square brackets that ends it (``https://a.example/b[Text]``).""",
        examples=(
            Difference(
                "[⟦https://example.com/ü⟧(], ⟦https://example.com/é(1)⟧",
                "[⟦https://example.com/ü(⟧], ⟦https://example.com/é(1)⟧",
            ),
        ),
        no_final_opening=True,
    ),
    Tailoring(
        name="empty-fragment",
        reason="A link may end with ``#``, but not with ``?``, which may belong to the sentence.",
        examples=(
            Difference(
                "⟦https://example.com/ü#⟧, ⟦https://example.com/é⟧?",
                "⟦https://example.com/ü⟧#, ⟦https://example.com/é⟧?",
            ),
        ),
        empty_fragment=True,
    ),
    Tailoring(
        name="angle-brackets",
        reason="""\
``<`` and ``>`` end a link: in text they enclose it, or belong to a tag. In ``<https://…>`` the punctuation before the
``>`` belongs to the link (:rfc:`3986` appendix C).""",
        examples=(
            Difference(
                "⟦https://example.com/ü⟧<br> <⟦https://en.wikipedia.org/wiki/Warner_Bros.⟧>",
                "⟦https://example.com/ü<br>⟧ <⟦https://en.wikipedia.org/wiki/Warner_Bros⟧.>",
            ),
        ),
        adds_hard="<>",
        angle_brackets_enclose=True,
    ),
    Tailoring(
        name="paths",
        reason="""\
A bare domain does not begin directly after a single slash, ``A::``, ``a:b:``, ``http:`` or ``tag:``, nor with the two
hexadecimal digits after ``%``: there it is part of a path or of another name.""",
        examples=(
            Difference(
                "in /etc/hosts/example.org, a:b:example.net or //⟦example.com/ü⟧, see:⟦example.com⟧",
                "in /etc/hosts/⟦example.org⟧, a:b:⟦example.net⟧ or //⟦example.com/ü⟧, see:⟦example.com⟧",
                {"bare_domains": True},
            ),
        ),
        paths_hide_names=True,
    ),
    Tailoring(
        name="hosts",
        reason="""\
A label of a bare domain may end with symbols, just as after a scheme. After a scheme whose hosts are not DNS names, a
host may contain everything that :rfc:`3986` §3.2.2 allows, except round brackets.""",
        examples=(
            Difference(
                "⟦c✶.example.com⟧, ⟦facetime://+12015550123⟧",
                "c✶.example.com, facetime://+12015550123",
                {"bare_domains": True},
            ),
        ),
        symbols_in_labels=True,
        registered_names=True,
    ),
    Tailoring(
        name="mailto-query",
        reason="Further addresses after commas, and header fields after ``?``, belong to a ``mailto:`` (:rfc:`6068`).",
        examples=(
            Difference(
                "⟦mailto:jürgen@example.com?subject=Grüße⟧",
                "⟦mailto:jürgen@example.com⟧?subject=Grüße",
            ),
        ),
        mailto_query=True,
    ),
    Tailoring(
        name="left-open-brackets",
        reason="""\
If a bracket is still open at white space, ideographic punctuation or the end of the text, the link ends before the
bracket, and before a ``$`` or ``=`` that precedes it. This does not apply if ``_`` precedes the bracket, or if its
counterpart follows percent-encoded. ``{/name}`` and ``{?name}`` are part of it (:rfc:`6570`), ``[and/or]`` is not.""",
        examples=(
            Difference(
                "⟦https://example.com/设置⟧（第三章 一）, ⟦https://example.com/ü.html⟧[a label]",
                "⟦https://example.com/设置（第三章⟧ 一）, ⟦https://example.com/ü.html[a⟧ label]",
            ),
            Difference(
                "⟦https://example.com/ü?v⟧=$(uname -r), ⟦https://example.com/é_(a%29⟧",
                "⟦https://example.com/ü?v=$(uname⟧ -r), ⟦https://example.com/é_(a%29⟧",
            ),
        ),
        no_left_open=True,
    ),
    Tailoring(
        name="final-symbols",
        reason="A symbol directly after the top-level domain is outside the link; inside a name it is part of it.",
        examples=(
            Difference(
                "⟦http://москва.рф⟧🙂, ⟦http://i❤.ws⟧",
                "⟦http://москва.рф🙂⟧, ⟦http://i❤.ws⟧",
            ),
        ),
        no_final_symbols=True,
    ),
    Tailoring(
        name="address-edges",
        reason="""\
An e-mail address begins after ``/``, ``{`` or ``<!--``, after ``=`` with a quotation mark, after ``--word=``, and after
``word=`` at the start of a line or field, unless a domain follows the ``=`` (bounce addresses, which encode a domain,
stay whole), and after ``|`` and ``#``. ``*`` and ``~`` before it are outside only if their counterpart follows
in the same word. ``{x,y}@a.example``, ``$NAME@a.example`` and ``%s@a.example`` are not addresses.""",
        examples=(
            Difference(
                "to='⟦ana@example.com⟧', --cc=⟦bo@example.com⟧, /⟦cy@example.com⟧, ⟦~dan/dev@example.com⟧",
                "⟦to='ana@example.com⟧', ⟦--cc=bo@example.com⟧, ⟦/cy@example.com⟧, ⟦~dan/dev@example.com⟧",
                {"email": True},
            ),
            Difference(
                "⟦a=b.org@example.com⟧, {x,y}@example.com",
                "⟦a=b.org@example.com⟧, {x,⟦y}@example.com⟧",
                {"email": True},
            ),
        ),
        address_edges=True,
    ),
    Tailoring(
        name="logins",
        reason="""\
``user@host:path``, ``user:password@host``, ``nick!user@host``, what ``ssh`` is given, and who joins or leaves a chat
(``[ana@host] has joined``) are logins, not e-mail addresses: with a colon after the name of a scheme or a usual user,
if the password looks like one (``s3cret``), or if a port or path follows. Any other word and colon before an address
is a label (``us:info@example.com``).""",
        examples=(
            Difference(
                "ssh git@example.com, bob:secret@example.com, us:⟦ana@example.com⟧",
                "ssh ⟦git@example.com⟧, bob:⟦secret@example.com⟧, us:⟦ana@example.com⟧",
                {"email": True},
            ),
        ),
        no_logins=True,
    ),
    Tailoring(
        name="message-ids",
        reason="""\
``Message-ID``, ``In-Reply-To``, ``References`` and ``Content-ID`` name messages and their parts (:rfc:`5322` §3.6.4),
not e-mail addresses, and so does ``In article <…>`` in Usenet.""",
        examples=(
            Difference(
                "Message-ID: <a1.b2@example.com>",
                "Message-ID: <⟦a1.b2@example.com⟧>",
                {"email": True},
            ),
        ),
        no_message_ids=True,
    ),
    Tailoring(
        name="inner-links",
        reason="""\
After ``jdbc:``, ``jar:``, ``blob:``, ``filesystem:`` and ``view-source:``, and inside ``magnet:?…``, an IRI is part of
the outer one. Only the outer one is a link, if its scheme is among those to find.""",
        examples=(
            Difference(
                "jdbc:mysql://host/é, view-source:http://example.com/ü, doi:⟦https://doi.org/ü⟧",
                "jdbc:⟦mysql://host/é⟧, view-source:⟦http://example.com/ü⟧, doi:⟦https://doi.org/ü⟧",
            ),
        ),
        no_inner_links=True,
    ),
    Tailoring(
        name="split-links",
        reason="""\
Punctuation or a symbol that is not ASCII (``・``, ``／``, ``＆``) directly before ``http://`` or ``https://`` ends a
link. ``,`` and ``→`` end only a path; but not one that already contains an IRI, as in archives, and ``,`` not after
options, as in image proxies. A bracket before another link ends the path too, unless it follows a slash. A link in
``http`` or ``https`` begins after a hyphen, too, unless the whole word is a registered scheme.""",
        examples=(
            Difference(
                "⟦https://example.com/ü⟧,⟦https://example.com/é⟧→⟦https://example.com/è⟧",
                "⟦https://example.com/ü,https://example.com/é→https://example.com/è⟧",
            ),
            Difference(
                "⟦https://example.com/ü⟧・⟦https://example.com/é⟧／⟦https://example.com/?è⟧",
                "⟦https://example.com/ü・https://example.com/é／https://example.com/?è⟧",
            ),
            Difference("see-⟦https://example.com/ü⟧", "see-https://example.com/ü"),
        ),
        splits_glued=True,
    ),
    Tailoring(
        name="written-escapes",
        reason=r"""
A link begins after ``\n``, ``\t`` or ``\r`` written as two characters, as in catalogs and JSON. A bare domain there
is one only if it begins with ``www.``. It begins after the escape of a terminal for a color, too (``ESC[34m``,
``\e[34m``). In a link written ``https:\/\/…``, up to a quotation mark or white space, ``\/`` and ``\u00e9`` stand for
the character, and the IRI has this.""".lstrip(),
        examples=(
            Difference(r"see\n⟦https://example.com/ü⟧", r"see\nhttps://example.com/ü"),
            Difference(r"\e[34m⟦https://example.com/ü⟧\e[0m", r"\e[34mhttps://example.com/ü\e[0m"),
            Difference(r'"⟦https:\/\/example.com\/\u00fc⟧"', r'"https:\/\/example.com\/\u00fc"'),
        ),
        written_escapes=True,
    ),
    Tailoring(
        name="closing-marks",
        reason="""\
The full-width ``＜ ＞ ＂ 〝 〞 〟`` end a link. Hands and arrows that point back at a link
(``👈``, ``←``), the Armenian marks ``՜ ՝ ՞`` and the middle dot, which is the Greek semicolon, are never its last
character. U+0387 is the same as U+00B7, as in NFC.""",
        examples=(
            Difference(
                "＜⟦https://example.com/ü⟧＞ 👉⟦https://example.com/é⟧👈 ⟦https://el.wikipedia.org/wiki/Άνω⟧·",
                "＜⟦https://example.com/ü＞⟧ 👉⟦https://example.com/é👈⟧ ⟦https://el.wikipedia.org/wiki/Άνω·⟧",
            ),
        ),
        adds_hard="＜＞＂〝〞〟",
        adds_soft="👈👇👆☚☜←⇐·\u0387\u055c\u055d\u055e\u05f4",
        middle_dot_ends=True,
    ),
    Tailoring(
        name="loose-marks",
        reason="""\
Punctuation that is not ASCII is never the last character of a link, except marks that belong to words (geresh,
tsheg), and in titles ``〜``. In a link that is ASCII so far it ends the link before a letter that is not Latin
(``a—日本``, ``a’는``); so do a bullet, and after a letter or digit an opening quotation mark. Middle dots (``・``,
``·``, ``‧``), which join names, do not. A closing quotation mark ends a link that has no opening one (``日本”を``);
``’``, which is an apostrophe too, only before a letter of a script without spaces. Measured on 24,003 links in
documents of 338 projects, of which 2,654 are not ASCII or stand directly before a character that is not: it changes
two, one of which is better now, and one lost a ``§`` at its end.""",
        examples=(
            Difference(
                "⟦https://example.com/a⟧–東京, ⟦https://example.com/日本⟧”を, ⟦https://example.com/a⟧•b",
                "⟦https://example.com/a–東京⟧, ⟦https://example.com/日本”を⟧, ⟦https://example.com/a•b⟧",
            ),
            Difference(
                "⟦https://example.com/日本⟧・ ⟦https://en.wikipedia.org/wiki/Bose–Einstein⟧†",
                "⟦https://example.com/日本・⟧ ⟦https://en.wikipedia.org/wiki/Bose–Einstein†⟧",
            ),
        ),
        adds_soft=c.MARKS,
        loose_marks=True,
    ),
    Tailoring(
        name="dashes",
        reason="""\
An em dash directly before a lower-case letter ends a path, unless the segment has a ``_`` before it: then it is part of
a title.""",
        examples=(
            Difference(
                "⟦https://example.com/ü⟧—it’s there, ⟦https://fr.wikipedia.org/wiki/Abitibi—Témiscamingue⟧",
                "⟦https://example.com/ü—it’s⟧ there, ⟦https://fr.wikipedia.org/wiki/Abitibi—Témiscamingue⟧",
            ),
        ),
        dash_ends=True,
    ),
    Tailoring(
        name="whole-hosts",
        reason="""\
The beginning of a host is never a link alone, nor is a scheme that is only named: one word of another script than Latin
after ``://``, or an ellipsis, is prose unless a port or path follows. There is no link if ``[.]``, ``(.)`` or ``[dot]``
follows, which keep readers from following it, an escaped full stop or hyphen (``\\.``), or a placeholder
(``${NAME}``, ``{port}``). With a ``:`` without a valid port, or with ``@`` later, or a ``%`` without two hexadecimal
digits, the whole is a broken link.""",
        examples=(
            Difference("https://bad[.]example/ü", "⟦https://bad⟧[.]example/ü"),
            Difference("http://または⟦http://ü.example⟧, http://...", "⟦http://またはhttp://ü.example⟧, http://..."),
            Difference("http://HOST:PORT/ü, http://exa%mple.com", "⟦http://HOST⟧:PORT/ü, ⟦http://exa⟧%mple.com"),
        ),
        no_stumps=True,
    ),
    Tailoring(
        name="quoted-titles",
        reason="""\
A pair of ``"`` around words inside a link belongs to it, and so does ``"`` for seconds after ``'``; but not if a ``"``
stands directly before the link.""",
        examples=(
            Difference(
                '⟦https://en.wikipedia.org/wiki/"Abc"_(ü)⟧, "⟦https://example.com/é⟧","b"',
                '⟦https://en.wikipedia.org/wiki/"Abc"_(ü)⟧, "⟦https://example.com/é","b⟧"',
            ),
        ),
        quoted_titles=True,
    ),
    Tailoring(
        name="new-sentences",
        reason="""\
A bare domain does not end with a capitalized label after one in lower case: that is a new sentence or another word
(``agree.So``, ``г.Москва``). The part before it may be a domain. After ``www.``, or before a path, it is part of the
name (``example.Com/x``).""",
        examples=(
            Difference(
                "I agree.So visit ⟦example.com⟧.Thanks",
                "I ⟦agree.So⟧ visit example.com.Thanks",
                {"bare_domains": True},
            ),
        ),
        new_sentences=True,
    ),
    Tailoring(
        name="ellipses",
        reason="""\
A bare domain or an e-mail address ends before two or more full stops, a host after a scheme before three or more, if
what is before them ends with a top-level domain.""",
        examples=(
            Difference(
                "⟦example.com⟧....Login at ⟦https://example.com⟧...and mail to ⟦ana@example.com⟧...or",
                "example.com....Login at https://example.com...and mail to ana@example.com...or",
                {"bare_domains": True, "email": True},
            ),
        ),
        ellipses=True,
    ),
    Tailoring(
        name="comment-ends",
        reason="""\
What ends a comment in source code is outside: ``-->``, ``--}}``, and ``*/`` before white space, or if ``/*`` stands
earlier in the line (but not a segment that is ``*`` alone). So is emphasis that begins after a link, ``**bold**``.""",
        examples=(
            Difference(
                "<!--⟦https://example.com/ü⟧--> and /* ⟦https://example.com/é⟧*/",
                "<!--⟦https://example.com/ü--⟧> and /* ⟦https://example.com/é*/⟧",
            ),
        ),
        comment_ends=True,
    ),
    Tailoring(
        name="glued-words",
        reason="""\
A link ends before words of another script that are written directly after an address: particles that fill the run of
letters or begin prose, of Korean, Japanese, Chinese and Thai (a table, ``extract/data/particles.tsv``), more of them
after a ``/``; any word where a letter of a script without spaces, or a mark of it, stands right before the address, so
that no space is on either side (``感谢https://a.example/b/项目的工作``): of 471 such addresses 467 were in prose; but a
path that goes on, short nouns, and what follows a word that cites a page (``见``, ``参考``) stay; and English, Turkish
and Hungarian suffixes (``foo’s``, ``a.hu-n``). What is before words must be ASCII and end with a letter, digit or
``/``:
a run after ``=``, ``_``, ``#`` or ``-`` is a name. Words of any script but Latin begin prose right after what is whole
without them: a file's suffix, an identifier (``?id=5380``, ``/issues/12``), a local host; so do letters of Hebrew,
Arabic, Thai, Lao, Khmer and Burmese in one word with ASCII; right after ``, ; ! '`` or a geresh, after ``.``, and in a
path ``:``, unless they go on as a name; after ``?`` if no program is before it, and if another link follows them; so
does a note in brackets at the end (``a.html(注)``). Titles in wikis and dictionaries, and what is searched for, are not
cut. Nor is a link in markup or angle brackets, in quotation marks unless they have a whole sentence, or, but after
those marks, alone on its line unless it is a whole file or another link follows. A bare domain or an e-mail address
begins after a Hebrew or Arabic prefix (``ב-``, ``بـ``). `Measurements
<../measurements.rst>`__ has the figures.""",
        examples=(
            Difference(
                "⟦https://example.com/docs⟧에서 <⟦https://example.com/a로⟧> ⟦https://example.com/wiki/도⟧ 참고",
                "⟦https://example.com/docs에서⟧ <⟦https://example.com/a로⟧> ⟦https://example.com/wiki/도⟧ 참고",
            ),
            Difference(
                "⟦https://example.com/a.html⟧を参照, ⟦https://example.com/a⟧上的 ⟦https://example.com/下载.png⟧",
                "⟦https://example.com/a.htmlを参照⟧, ⟦https://example.com/a上的⟧ ⟦https://example.com/下载.png⟧",
            ),
            Difference(
                "⟦https://example.com/a⟧,然后 ⟦https://example.com/3/⟧에 ⟦https://ja.wikipedia.org/wiki/Go!プリキュア⟧",
                "⟦https://example.com/a,然后⟧ ⟦https://example.com/3/에⟧ ⟦https://ja.wikipedia.org/wiki/Go!プリキュア⟧",
            ),
            Difference("⟦https://example.com/a⟧’s page", "⟦https://example.com/a’s⟧ page"),
            Difference(
                "ב-⟦www.example.com⟧ וכן ל-⟦info@example.com⟧",
                "ב-www.example.com וכן ⟦ל-info@example.com⟧",
                {"bare_domains": True, "email": True},
            ),
        ),
        glued_words=True,
    ),
    Tailoring(
        name="evidence",
        reason="""\
A bare domain is a link if more speaks for a site than for the name of a file, an object or a module. With ``com``,
``org`` or a country, or below a suffix that a registry sells (``bps.go.id``), it is a site unless code says otherwise;
with ``py``, ``md`` or ``sh`` it is a file, with ``name``, ``data`` or ``next`` an attribute, unless ``www.``, a path,
an address with the same host in the line, or words such as *visit* or ``curl`` before it say otherwise. On endings
between, the line decides: running text, the text of a link, a call, an assignment, a list of files. Of the line, at
most 200 characters on each side count. There are forty signs: those that paid on 37,656 names in 100 MB of chats, mail,
documentation and code. `Measurements
<../measurements.rst>`__ has the figures.""",
        examples=(
            Difference(
                "Edit README.md and set self.id, or visit ⟦docs.rs⟧, ⟦de.wikipedia.org⟧, ⟦time.is⟧ and ⟦ntfy.sh/ü⟧",
                "Edit ⟦README.md⟧ and set ⟦self.id⟧, or visit ⟦docs.rs⟧, ⟦de.wikipedia.org⟧, ⟦time.is⟧ and ⟦ntfy.sh/ü⟧",
                {"bare_domains": True},
            ),
        ),
        evidence=True,
    ),
    Tailoring(
        name="ip-addresses",
        reason="""\
For logs and tools; not part of ``prose``. Where bare domains are links, IP addresses are too: IPv4 with port and path,
IPv6 in brackets if port or path follow. Part of a longer number or word is not a link, nor is a network
(``192.0.2.0/24``).""",
        examples=(
            Difference(
                "⟦192.0.2.1:8080/ü⟧, ⟦2001:db8::1⟧ and ⟦[2001:db8::1]:8080/é⟧; 1.2.3.4.5 or 192.0.2.0/24",
                "192.0.2.1:8080/ü, 2001:db8::1 and [2001:db8::1]:8080/é; 1.2.3.4.5 or 192.0.2.0/24",
                {"bare_domains": True},
            ),
        ),
        in_prose=False,
        ip_addresses=True,
    ),
    Tailoring(
        name="names-in-mail",
        reason="""\
For mail and gateways; not part of ``prose``, but always on in `extract.mail`. Endings that are words of programs are
as likely those of sites as other ones: spam leads to ``click``, ``store`` and ``name``. Suffixes of files stay
text.""",
        examples=(
            Difference(
                "Buy at ⟦cheap-pills24.click⟧, see README.md",
                "Buy at ⟦cheap-pills24.click⟧, see ⟦README.md⟧",
                {"bare_domains": True},
            ),
        ),
        in_prose=False,
        of_mail=True,
    ),
    Tailoring(
        name="user-information",
        reason="""\
For mail and gateways; not part of ``prose``, but always on in `extract.mail`. Browsers follow a web link with user
information, which UTS #58 does not link, and readers take it for the host. The last ``@`` ends it; ``iri`` has the
others, and what an IRI may not have there, percent-encoded, as browsers request it.""",
        examples=(
            Difference(
                "⟦http://paypal.com@example.com/ü⟧, ⟦http://a.com@b.com@example.com⟧",
                "http://paypal.com@example.com/ü, http://a.com@b.com@example.com",
            ),
        ),
        in_prose=False,
        user_information=True,
    ),
)
TAILORINGS = {record.name: record for record in _RECORDS}
PROSE = frozenset(record.name for record in _RECORDS if record.in_prose)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Profile(Effects):
    """UTS #58 with some tailorings, for a link after a certain character: their effects, and the sets that result.

    The sets of characters are whole expressions, to be compiled with `regex.V1`.
    """

    names: frozenset[str]
    hard: str  # the inside of a set
    soft: str
    safe: str  # Link_Term=Include
    opening: str
    label: str
    dots: str  # the separators of labels, as a plain string
    closes: str  # the marks that may be a link's last character, if it has the mark that they close
    _after: dict[str, Profile] = field(repr=False)

    def after(self, before: str) -> Profile:
        """Return the profile for a link right after the character ``before`` ("" at the start of a text)."""
        return self._after.get(before, self)


def tailorings_of(profile: str | Collection[str]) -> frozenset[str]:
    """Return the tailorings of "prose", of "uts58", or those named; ValueError names what is unknown.

    "prose" among the names stands for all of its tailorings.
    """
    if profile == "uts58":
        return frozenset()
    names = frozenset({profile} if isinstance(profile, str) else profile)
    if "prose" in names:
        names = names - {"prose"} | PROSE
    if unknown := names - TAILORINGS.keys():
        known = ", ".join(sorted(TAILORINGS))
        raise ValueError(f"unknown profile or tailoring {min(unknown)!r}: use 'prose', 'uts58', or some of {known}")
    return names


@cache
def profile_with(names: frozenset[str]) -> Profile:
    """Return the profile with the tailorings of these names."""
    records = [TAILORINGS[name] for name in sorted(names)]
    effects: dict[str, Any] = {}
    for effect in fields(Effects):
        values = [getattr(record, effect.name) for record in records]
        effects[effect.name] = "".join(values) if isinstance(effect.default, str) else any(values)
    after: dict[str, Profile] = {}
    if effects["marks_enclose"]:
        after |= {mark: _profile(names, effects, after, mark) for mark in sorted(MARKS)}
    if effects["angle_brackets_enclose"]:
        after["<"] = _profile(names, effects, after, "<")
    return _profile(names, effects, after)


def _profile(names: frozenset[str], effects: dict[str, Any], after: dict[str, Profile], before: str = "") -> Profile:
    """Make the profile for a link right after ``before``: one of MARKS, "<", or "" for anything else."""
    effects = dict(effects)
    if before in QUOTES:
        effects["adds_hard"] += regex.escape(QUOTES[before])
        effects["inner_quotes"] &= before != '"'
        effects["quoted_titles"] &= before != '"'
    elif before == "<":  # <https://a.example/?q|label>, as chat programs export it
        effects["adds_hard"] += regex.escape(effects["adds_path_hard"])
        effects["comment_ends"] = False
    elif before:
        effects["adds_soft"] += "".join(map(regex.escape, sorted(EMPHASIS)))  # one may stand in another
    added_soft = effects["adds_soft"]
    hard = c.HARD + c.INVISIBLE + effects["adds_hard"]
    # a full stop that ends a sentence does not part labels (but see `runs.runs`)
    dots = "".join(dot for dot in c.LABEL_DOTS if dot not in effects["adds_hard"])
    middle_dot = "\u0387" if effects["middle_dot_ends"] else ""  # UTS #46 maps it to U+00B7
    return Profile(
        **effects,
        names=names,
        hard=hard,
        soft=f"[{c.SOFT}{c.JOINERS}{added_soft}]--[{hard}]",
        safe=f"[{c.INCLUDE}]--[{hard}{c.JOINERS}{added_soft}]",
        opening=f"[{c.OPEN}]--[{hard}]",
        label=rf"[{c.LABEL}_{middle_dot}{dots}]--[{hard}]",
        dots=dots,
        closes="".join(CLOSES.keys() - {*QUOTES.get(before, "")}) if effects["marks_enclose"] else "",
        _after=after,
    )
