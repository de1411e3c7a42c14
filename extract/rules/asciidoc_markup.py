"""Family 8: broken links of AsciiDoc, which readers see with their brackets, or which lead elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.rules.left_over import left_over
from extract.rules.registry import Found, rule
from extract.rules.slips import URL, WIKI, wiki_link
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

# Its reader writes NUL between an address and "[" where these are no macro.
_ADDRESS = r"https?://[^\s\[\]<>{}\0]{1,2000}+"
_NAMED = r"[ \t]*(?:window|role|opts|title|id)="
# "link" in the languages to which programs translate it too.
_TRANSLATED = "リンク|링크|链接|鏈接|連結|ссылка|enlace|lien"
_ASCIIDOC = lazily(
    lambda: re.compile(
        rf"(?<!\\)(?P<markdown>(?:link:)?(?P<image>!?)\[(?P<text>[^\[\]\0]{{1,300}})\]\((?P<target>{URL})\))"
        rf"|(?P<in_brackets>link:\[(?P<alone>{_ADDRESS})\])"
        rf"|(?P<in_angles>link:<(?P<angled>{_ADDRESS})>\0?(?P<angled_text>\[[^\[\]\0]{{0,300}}\]))"
        r"|(?P<rst>`(?P<rst_text>[^`<>]{1,200}?)\s+<(?P<rst_target>https?://[^\s<>`]+)>`__?(?!\w))"
        rf"|{WIKI}"
        r"|(?P<anchor><[aA]\s[^<>]{0,200}?\b(?i:href)\s*=\s*[\"']?(?P<href>https?://[^\s<>\"']+)[\"']?[^<>]{0,200}>"
        r"(?P<anchor_text>[^<>]{1,200})</[aA]>)"
        rf"|(?<![\w-])(?:(?P<name>L(?:ink|INK)|(?i:url|href)|{_TRANSLATED}):|(?P<no_colon>link)){_ADDRESS}\0\["
        rf"|(?:(?<=[^\x00-\x7f\s]|[,.!?/`-])|(?<=[^\x00-\x7f\s]:))(?P<glued>(?={_ADDRESS}\0\[(?P<glued_text>[^\[\]\0]{{0,300}})\]))"
        rf"|(?<=\S[ \t])(?P<in_line>image::)(?={_ADDRESS}\0?\[)"
        rf"|(?<!\w)link:(?P<bare>{_ADDRESS})(?!\0)(?:(?P<gap>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}\])"
        r"|(?P<words>[ \t][^\s\[\]\0]{1,100}\[[^\[\]\0\n]{1,200}\]))?"
        rf"|{_ADDRESS}(?P<apart>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}(?:\^|,{_NAMED}[^\[\]\0\n]{{1,60}})\])"
        rf"|{_ADDRESS}\0(?P<open>\[)"
    )
)


@rule("IRI820", "no-asciidoc-link", "error", scope="prose")
def no_asciidoc_link(prose: Prose) -> Iterator[Found]:
    r"""AsciiDoc does not link this.

    The link is in Markdown, reStructuredText, HTML or the markup of a wiki, its brackets are missing, apart or not
    closed, or the address follows a letter or a mark directly, where only "link:" is seen. Readers see the source.
    Source: AsciiDoc Language Documentation, "Autolinks", "URL Macro", "Link Macro".

    Bad (asciidoc):
        See ⟦[Größe](https://example.com/größe)⟧ now.
        See ⟦![Größe](https://example.com/größe.png)⟧ now.
        See ⟦link:[Größe](https://example.com/größe)⟧ now.
        See ⟦`Größe <https://example.com/größe>`_⟧ now.
        See ⟦[[https://example.com/größe|Größe]]⟧ now.
        See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.
        See ⟦link:[https://example.com/größe]⟧ now.
        See ⟦link:<https://example.com/größe>[Größe]⟧ now.
        See ⟦Link⟧:https://example.com/größe[Größe] now.
        ⟦リンク⟧:https://example.com/größe[大きさ]
        See ⟦link⟧https://example.com/größe[Größe] now.
        参照:⟦⟧https://example.com/größe[大きさ]
        See ``⟦⟧https://example.com/größe[]'' now.
        See link:https://example.com/größe⟦⟧ now.
        See link:https://example.com/größe⟦ ⟧[Größe] now.
        See link:⟦https://example.com/die größe.html⟧[Größe] now.
        See https://example.com/größe⟦ ⟧[Größe^] now.
        See https://example.com/größe⟦[⟧Größe now.
        参照⟦⟧https://example.com/größe[大きさ]
        参照（⟦⟧https://example.com/größe[大きさ]）
        See ⟦image::⟧https://example.com/größe.png[] now.
        See https://example.com/größe⟦)⟧[Größe] now.

    Good (asciidoc):
        See https://example.com/größe[Größe] now.
        See `[Größe](https://example.com/größe)` now.
        See https://example.com/größe [2020] now.
        See \https://example.com/größe[Größe] now.
        参照 https://example.com/größe[大きさ]
        参照link:https://example.com/größe[大きさ]
        See `größe` and "`https://example.com/größe[Größe]`" and ``größe``https://example.com/größe[Größe].
        *https://example.com/größe[Größe]* and _https://example.com/größe[Größe]_
        ----\n[Größe](https://example.com/größe)\n----
        The link: https://example.com/größe[Größe]
        +++<a href="https://example.com/größe">Größe</a>+++
        See https://example.com/{größe}[Größe] now.
    """
    if prose.format.name != "asciidoc":
        return
    if prose.target:
        if left := left_over(prose.text):
            yield left
        return
    last_closing = prose.text.rfind("]")
    for match in _ASCIIDOC.finditer(prose.text):
        if found := _no_link(prose.text, match, last_closing):
            yield found


def _no_link(text: str, match: re.Match[str], last_closing: int) -> Found | None:
    """Report what a match of `_ASCIIDOC` shows; ``last_closing`` is the place of the last "]"."""
    if match["markdown"]:
        return _other_markup(text, match, "Markdown", match["target"], match["text"])
    if match["rst"]:
        return _other_markup(text, match, "reStructuredText", match["rst_target"], match["rst_text"])
    if match["anchor"]:
        return _other_markup(text, match, "HTML", match["href"], match["anchor_text"])
    if match["wiki"]:
        words, target = wiki_link(match)
        return _other_markup(text, match, "the markup of a wiki", target, words)
    if match["in_brackets"] or match["in_angles"]:
        meant = f"link:{match['alone'] or match['angled']}{match['angled_text'] or '[]'}"
        return Found(*match.span(), f"no link: brackets around the address; write {meant}", None, meant, safe=True)
    if match["name"]:
        return Found(*match.span("name"), f'no link: write "link" for "{match["name"]}"', None, "link", safe=True)
    if match["no_colon"]:
        return Found(
            *match.span("no_colon"),
            'no link: the colon after "link" is missing; write "link:"',
            None,
            "link:",
            safe=True,
        )
    if match["glued"] is not None:
        before = text[match.start() - 1]
        # After a mark in ASCII it may be in a path or a list, unless the label has words.
        if before in ",.!?/-" and not re.search(r"[^\W\d_]", match["glued_text"]):
            return None
        message = f'no link directly after "{before}"; write "link:" before the address, or a space'
        return Found(*match.span("glued"), message, None, "link:", safe=True)
    if match["in_line"]:
        message = 'no image: two colons begin a block, which has its own line; write "image:"'
        return Found(*match.span("in_line"), message, None, "image:", safe=True)
    if match["words"]:
        message = "no link: a space ends the target; leave it out, or write %20"
        return Found(match.start("bare"), match.end("words") - len(match["words"].partition("[")[1:][1]) - 1, message)
    if gap := next((name for name in ("gap", "apart") if match[name]), None):
        return Found(*match.span(gap), 'no link: space before "["; remove it', None, "", safe=True)
    if match["bare"]:
        end = match.start("bare") + len(_without_marks(match["bare"], ".,;:!?\"'*_`"))
        return Found(end, end, 'no link: the brackets are missing; write "[]" after the address', None, "[]", safe=True)
    if match["open"] and match.start("open") > last_closing:
        return Found(*match.span("open"), 'no link: the closing "]" is missing')
    return None


def _other_markup(text: str, match: re.Match[str], kind: str, target: str, words: str) -> Found:
    """Report a link in other markup, and how it is written in AsciiDoc."""
    words = " ".join(words.split())
    if kind == "Markdown" and match["image"]:
        what, prefix = "image", "image:"
    else:
        before = text[match.start() - 1] if match.start() else " "
        what, prefix = "link", "" if before.isspace() or before in BEFORE_ADDRESS else "link:"
    if CHANGED.search(target):
        prefix, target = prefix or "link:", f"++{target}++"
    quoted = f'"{words}"' if "=" in words else words
    meant = f"{prefix}{target}[{quoted}]"
    safe = '"' not in words or quoted == words
    return Found(*match.span(), f"no {what}: this is {kind}; write {meant}", None, meant if safe else None, safe)


def _without_marks(address: str, marks: str = ".,;:!?\"'") -> str:
    """Return an address without the marks of the sentence, and brackets that it does not open, after it."""
    end = len(address)
    unopened = address.count(")") - address.count("(")
    while end and (address[end - 1] in marks or (address[end - 1] == ")" and unopened > 0)):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


_TOKEN = re.compile(
    r"(?P<prefix>link:|image:)?(?P<address>https?://[^\s\[\]<>{}\0]++)(?:(?P<angle>>(?=[^\s.,\[\]<>*_#`|~^+-]))|(?P<macro>\0\[))?"
)


@rule("IRI821", "changed-by-asciidoc", "error", scope="prose")
def changed_by_asciidoc(prose: Prose) -> Iterator[Found]:
    """AsciiDoc leads to another address than is written.

    Asciidoctor replaces "--" and "'" between letters and digits, "..." and "(C)", and takes two underscores, asterisks
    or tildes for markup, before it looks for links. It takes the ">" after an address too, if another mark than a full
    stop or a comma follows. "++" around the address prevents that.
    Source: AsciiDoc Language Documentation, "Troubleshooting Complex URLs", "Character Replacement Substitutions".

    Bad (asciidoc):
        See ⟦https://example.com/größe--gewicht⟧[Größe] now.
        See ⟦https://example.com/compare/v1...v2⟧ now.
        See link:⟦https://example.com/#größe.__init__⟧[Größe] now.
        See image:⟦https://example.com/größe--gewicht.png⟧[Größe] now.
        (See ⟦<https://example.com/größe>⟧)

    Good (asciidoc):
        See link:++https://example.com/größe--gewicht++[Größe] now.
        See https://example.com/größe%2D-gewicht now.
        image::https://example.com/größe--gewicht.png[Größe]
        See `https://example.com/größe--gewicht` now.
        See https://example.com/v1\\...v2[Größe] now.
        See <https://example.com/größe>.
        _https://example.com/die_größe_
        See https://example.com/*größe* now.
    """
    if prose.format.name != "asciidoc" or prose.target or "://" not in prose.text:
        return
    for match in _TOKEN.finditer(prose.text):
        before = prose.text[match.start() - 1] if match.start() else " "
        address = match["address"]
        if match["angle"]:
            if before == "<" and not match["prefix"]:
                meant = _protected("link:", address, "[]")
                message = f'">" and what follows become part of the address; write {meant}'
                yield Found(match.start() - 1, match.end("angle"), message, None, meant, safe=True)
            continue
        # Without brackets it must be one that Asciidoctor links.
        in_angles = before == "<" and prose.text[match.end() : match.end() + 1] == ">" and not match["macro"]
        if not match["macro"]:
            address = address if in_angles else _without_marks(address)
            if match["prefix"] or not (before.isspace() or before in "<>()[];"):
                continue
        elif not (match["prefix"] or before.isspace() or before in BEFORE_ADDRESS):
            continue
        changed = CHANGED.search(address)
        if changed and not match["macro"] and changed.end() == len(address) and changed[0].count(changed[0][0]) == 2:
            continue  # the end of the address is emphasised on purpose
        if changed:
            start = match.start("address")
            meant = _protected("" if match["prefix"] else "link:", address, "" if match["macro"] else "[]")
            message = f'AsciiDoc changes "{changed[0]}" in the address; write {meant}'
            yield Found(start - in_angles, start + len(address) + in_angles, message, None, meant, safe=True)


def _protected(prefix: str, address: str, brackets: str) -> str:
    return f"{prefix}++{address}++{brackets}" if CHANGED.search(address) else f"{prefix}{address}{brackets}"
