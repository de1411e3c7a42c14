"""Mistakes in the markup of Markdown's links, in the order in which they are looked for."""

from __future__ import annotations

import string
from collections.abc import Callable

from extract.parsers import Reading, markdown
from extract.readers.paragraph import Paragraph, folded
from extract.rules.markup.html import TAGS
from extract.rules.markup.shared import (
    BEFORE_TITLE,
    MEDIAWIKI,
    MEDIAWIKI_NEEDLE,
    NO_LABEL,
    RST,
    RST_NEEDLE,
    URL,
    WIKI,
    WIKI_NEEDLE,
    wiki_link,
)
from extract.rules.markup.slip import Hit, Slip, Slips, says
from extract.rules.markup.targets import left_over
from extract.rules.problem import Problem
from extract.text.characters import LETTER
from extract.text.regexes import FILE_SUFFIXES, IMAGE_SUFFIXES, lazily, re

_UNSPACED = r"(?:[^()\s\"'{}<\0]|\([^()\s]*\))"
_WORD = r"[^\s()\"'<>\[\]\0]+"
# An address cut by spaces next to its own marks, or with one at its end: in a sentence in brackets none stands there.
_CUT_AT = r"(?<=[/\-_.?=&])[ \t]+|[ \t]+(?=[/\-_?=&]|[^\s()]*(?:/|\.[a-z]{2,4}\)))"
_CUT = rf"https?://(?=[^()\0]*[ \t]){_UNSPACED}+(?:(?:{_CUT_AT}){_UNSPACED}+)*+[ \t]*"
# A place in the document, or a page beside it.
_PAGE = rf"\.[ \t]?(?:{FILE_SUFFIXES})"
_LOCAL = rf"(?:#[^\W\d]|\.{{0,2}}/|[\w./-]+{_PAGE}(?=[#（）()]))[^\s()（）\[\]<>\0]*"
_TITLE = r"(?:[ \t]+\"[^\"\n]*\")?"
_IN_BRACKETS = rf"\([ \t]*{URL}{_TITLE}[ \t]*\)"
_LABEL = rf"\[(?<![\]\\].){NO_LABEL}[^\[\]]{{1,300}}"
_FILE = rf"(?:[\w.%/-]{{1,200}}\.(?:{FILE_SUFFIXES})(?:#[^\s()]*)?|[^\W\d][\w./-]{{2,200}}#[^\W\d][\w-]{{2,200}})"
# What is surely a target: an address, a page or picture, a place in the document.
_AT = rf"(?:{URL}|{_FILE}|#[^\W\d][^\s()（）\[\]<>\0]*|\.{{1,2}}/[^\s()（）\[\]<>\0]+)"
_AT_NEEDLE = rf"(?:https?://|#[^\W\d]|\.{{1,2}}/|[\w.%/-]{{1,200}}\.(?:{FILE_SUFFIXES})\b)"
_END_OF_PAGE = r"\.(?:html?|php|aspx?|md|pdf|png|jpe?g|gif|svg|webp)"
_MISSING_MARK = "no link: a quotation mark is missing; write {}"
_SPACE = "no link: a space ends the target; write {}"
_WRONG_KIND = "no link: brackets of the wrong kind; write {}"
_UNOPENED = 'no link: the opening "[" is missing; write it before the text'

_ROLES = r"(?:ref|doc|term|numref|(?:(?:py|cpp|js|php):)?(?:class|func|meth|mod|attr|exc))"

# A role of MyST with a mark missing, doubled, of another kind, or set apart by a space.
_MYST_NAME = rf"(?:{_ROLES}|download|any)"
_MYST = (
    rf"(?:\{{{{?[ \t]?{_MYST_NAME}[ \t]?(?:[}}｝)\]]{{1,2}}|(?=[`\0]))"
    rf"|[｛(\[]{_MYST_NAME}[}}｝)\]]|(?<![\w{{:.]){_MYST_NAME}[}}｝])"
)

_URL_ALONE = re.compile(r"\s*https?://\S+\s*\Z")
_LOCAL_WITH_SPACE = lazily(
    lambda: re.compile(rf"(?i)(?=\s*[^\s])(?=.*[ \t])(?:\s*#[ \t]?[/#]?[^\W\d][^()]*\Z|.*?{_PAGE}[ \t]*(?:#|\Z))")
)
_WITH_WORDS = re.compile(r"[ \t]*(?:\.{1,2}/[^\s()]*[ \t]+)?[^\W\d_][^:/()]{1,100}[:：]?[ \t]*(https?://\S+)[ \t]*")
_ON_DISK = re.compile(r"[A-Za-z]:\\[^\n]*\.\w{1,5}\Z")
# Quotation marks of word processors around a title; a wiki's bar, or an attribute, before it.
_TITLED = re.compile(
    r"(?P<address>\S+)[ \t]+(?:[“”„«»‘’](?P<title>[^“”„«»‘’]*)[“”«»‘’]|(?:\|[ \t]*|title=)(?P<bare>[^\"'“”|=]+))"
)
# An attribute, or a bar and what follows: no part of an address.
_NO_ADDRESS = re.compile(r"[^?#]*[ \t](?:\||[a-z]+=)")
_IMAGE = re.compile(rf"\[[^\[\]]{{0,300}}\]\([^()\s?#]+\.(?i:{IMAGE_SUFFIXES})(?:[?#][^()\s]*)?\)")
# What a definition may follow without an empty line between them: a heading, another definition, a block, a quotation.
_BLOCK = re.compile(r"[ \t>]*(?:#{1,6}(?:\s|$)|[-=*_ \t]{2,}\r?$|\[[^\]\n]{1,100}\]:|`{3}|~{3}|:{3}|!{3}|[<{|])")


_CLOSED = re.compile(rf"\](?:[ \t]?\(http|\((?:\.{{1,2}}/|#|[\w.%/-]{{1,200}}\.(?:{FILE_SUFFIXES})[#)]))")


def _has_unopened(text: str) -> bool:
    """Return whether a label ends that no bracket opens in its line."""
    for match in _CLOSED.finditer(text):
        end = match.start()
        start = max(text.rfind("\n", max(end - 600, 0), end), 0)
        if text.rfind("[", start, end) <= max(text.rfind("]", start, end), start - 1):
            return True
    return False


def _without_white_space(name: str) -> Callable[[Hit], str]:
    return lambda hit: "".join(hit[name].split())


def _mail(hit: Hit) -> str:
    address, question, query = hit["mail"].partition("?")
    return "".join(address.split()) + question + query.strip().replace(" ", "%20").replace("\t", "%09")


def _broken(hit: Hit, name: str) -> Problem:
    meant = "".join(hit["broken"].split())
    is_one = meant.isascii() and meant.count("://") == 1  # or else the ")" is missing, and text follows
    message = "no link: a line break ends the target; " + (f"write {meant}" if is_one else "write it on one line")
    return Problem(
        start=hit.start(name), end=hit.end(name), message=message, component="path", fix=meant if is_one else None
    )


def _local(hit: Hit, name: str) -> Problem | None:
    target, label = hit[name], _label(hit.rest, hit.start())
    if label is not None and _ON_DISK.match(target):
        return Problem(
            start=hit.start(name),
            end=hit.end(name),
            message="only the writer's computer has this file; put it beside the document, and write its relative path",
        )
    if label is not None and (_LOCAL_WITH_SPACE.match(target) or (" " in label and target == f"#{label}")):
        return Problem(
            start=hit.start(name),
            end=hit.end(name),
            message="no link: a space ends the target; leave it out, or write %20",
        )
    if label and (with_words := _WITH_WORDS.fullmatch(target)):
        message = f"no link: words before the address; write {with_words[1]}"
        return Problem(start=hit.start(name), end=hit.end(name), message=message, fix=with_words[1])
    if " " in target and label and _is_of_words(target, label):
        return Problem(
            start=hit.start(name),
            end=hit.end(name),
            message="no link: these are words, not an address; write the address here",
        )
    return None


def _open(hit: Hit, name: str) -> Problem:
    other = hit["other"] or ""
    # A mark at the end belongs to the sentence.
    end = hit.end(name) if other else hit.start(name) + len(hit[name].rstrip(".,:;!?"))
    message = f'"{other}" does not close the target; write ")"' if other else 'the closing ")" is missing'
    return Problem(start=end, end=end + len(other), message=f"no link: {message}", fix=")")


def _unclosed(hit: Hit, name: str) -> Problem:
    return Problem(start=hit.end(name), end=hit.end(name), message='no link: the closing ">" is missing', fix=">")


def _unopened(hit: Hit, _name: str) -> Problem | None:
    return Problem(start=hit.start(), end=hit.end(), message=_UNOPENED) if _is_first(hit) else None


def _after_code(hit: Hit, _name: str) -> Problem:
    in_link = 'no link: its text has a link already; write "]" before that link'
    return Problem(start=hit.start(), end=hit.end(), message=_UNOPENED if _is_first(hit) else in_link)


def _padding(hit: Hit, name: str) -> Problem:
    safe = left_over(hit["padded"]) is None  # or else it is a second finding
    return Problem(
        start=hit.start(name), end=hit.end(name), message='no link: space before ">"; remove it', fix="", safe=safe
    )


def _phrase(hit: Hit, name: str) -> Problem:
    message = f'no link: "({hit[name]})" stands between the text and the target; leave it out'
    return Problem(start=hit.start(), end=hit.end(), message=message, fix="]")


def _never_closed(hit: Hit, _name: str) -> Problem:
    address = hit["closed_after"] or hit["not_closed"]
    label = hit[0][1:].partition(f"({address})")[0].rstrip(" \t{")
    meant = f"[{label}]({address})"
    return Problem(
        start=hit.start(),
        end=hit.end(),
        message=f'no link: the "]" belongs before the address; write {meant}',
        fix=meant,
    )


def _bare(hit: Hit, name: str) -> Problem:
    address = hit[name].rstrip(".,;:!?。，、；*_")
    end = hit.start(name) + len(address)
    end += hit.rest.startswith(")", end)  # the opening one was forgotten
    message = f"no link: no brackets around the address; write [{hit['bare_label']}]({address})"
    return Problem(start=hit.start(name), end=end, message=message, fix=f"({address})")


def _single_titled(hit: Hit) -> str:
    address, title = hit["single_titled"].split(None, 1)
    return f'{address} "{title.strip(chr(39))}"'


def _half_titled(hit: Hit) -> str:
    address, title = hit["half_titled"].split(None, 1)
    return f'{address} "{title.strip(chr(34))}"'


def _late(hit: Hit, name: str) -> Problem | None:
    line = hit.rest.rfind("\n", 0, hit.start() - 1) + 1
    if folded(hit[name][1:-2]) not in hit.paragraph.repeated:
        return None
    if _BLOCK.match(hit.rest, line, hit.start() - 1):
        return None
    message = "no definition: it is read as text of the paragraph before it; leave a line empty before it"
    return Problem(start=hit.start(name), end=hit.end(name), message=message)


def _spaced(hit: Hit, name: str) -> Problem:
    """Report a target with a space: before a title, after the scheme by mistake, or within the address."""
    target = hit[name]
    if titled := _TITLED.fullmatch(target):
        meant = f'{titled["address"]} "{titled["bare"] or titled["title"]}"'
        safe = not titled["bare"] and '"' not in titled["title"]
    elif _NO_ADDRESS.match(target):
        message = "no link: a space ends the target; only a title in quotation marks may follow it"
        return Problem(start=hit.start(name), end=hit.end(name), message=message, component="path")
    elif slip := re.match(r"(https?:)[ \t]*/[ \t]*/?[ \t]*(?=\S+\Z)", target):
        meant, safe = f"{slip[1]}//{target[slip.end() :]}", True
    elif twice := re.fullmatch(r"(https?:(?://)?)[ \t]+(https?://\S+)|(https?://\S+)[ \t]+(https?:(?://)?)", target):
        meant, safe = twice[2] or twice[3], True
    elif re.search(r"[ \t]https?://", target):
        message = "no link: two addresses; write one"
        return Problem(start=hit.start(name), end=hit.end(name), message=message, component="path")
    elif re.match(r"https?:[ \t]", target):  # machine translation does so at every mark
        meant, safe = re.sub(r"[ \t]+", "", target), False
    else:
        meant, safe = _without_spaces(target), False
    return Problem(
        start=hit.start(name),
        end=hit.end(name),
        message=f"no link: a space ends the target; write {meant}",
        component="path",
        fix=meant,
        safe=safe,
    )


def _without_spaces(target: str) -> str:
    """Return a target without the spaces that are mistakes: in the host, next to a slash or hyphen, at the end.

    Elsewhere a space may be part of a name, and is encoded; in a query or fragment it is part of a sentence.
    """
    target = re.sub(r"%[ \t]+(?=[0-9A-Fa-f]{2})", "%", target.rstrip(" \t"))
    mark = re.search(r"[?#]", target)
    split = mark.start() if mark else len(target)
    joined = re.sub(r"(?<=[/-])[ \t]+|[ \t]+(?=[/-])", "", target[:split]) + target[split:]
    host = re.match(r"https?://[^/?#]*", joined)
    split = host.end() if host else 0
    return re.sub(r"[ \t]", "", joined[:split]) + re.sub(r"[ \t]", "%20", joined[split:])


def _label(text: str, position: int) -> str | None:
    """Return the text in the brackets that the "]" at a position closes."""
    before = text[max(position - 300, 0) : position]
    return before.rpartition("[")[2] if before.count("[") > before.count("]") else None


def _closes_earlier(hit: Hit) -> bool:
    """Whether a ")" closes a bracket that was opened before the text of the link."""
    before = hit.rest[: hit.start()]
    return hit["mark"] == ")" and before.count("(") > before.count(")")


def _is_to_fill_in(hit: Hit) -> bool:
    """Whether words in braces stand for a part of the target, in a template."""
    return re.search(r"\{\s*[\w .-]+\}", hit[0]) is not None


def _has_no_words(hit: Hit) -> bool:
    """Whether the brackets before it are none, or have no word."""
    label = _label(hit.rest, hit.start())
    return label is None or not re.search(f"{LETTER}{{2}}", label)


def _is_of_words(target: str, label: str) -> bool:
    """Whether a target with spaces repeats the words of its label, or the label is the address."""
    shown, meant = label.casefold(), target.casefold()
    return shown.startswith(meant) or shown.endswith(meant.strip()) or _URL_ALONE.match(label) is not None


# markdown-it-imsize, and sites such as Zenn and HackMD: the size of an image.
_SIZE = re.compile(r"[ \t]=(?=[\dx])\d{0,5}%?x?\d{0,5}%?[ \t]*\)")


def _has_size(hit: Hit) -> bool:
    """Whether the size of an image stands after its target."""
    return _SIZE.search(hit[0]) is not None


def _is_escaped(hit: Hit) -> bool:
    """Whether the bracket that it closes is escaped: it is meant to be seen."""
    return "\\[" in hit.text[max(hit.start() - 300, 0) : hit.start()].rpartition("]")[2]


def _is_first(hit: Hit) -> bool:
    """Whether no bracket stands open before a "]"; of a number in brackets one does."""
    before = hit.rest[max(hit.start() - 300, 0) : hit.start()].rpartition("\n")[2]
    return before.count("[") <= before.count("]")


_NAMED_IN_CODE = re.compile(r"`(?P<name>[^\W\d_a-z][^`<>\n=|$/{}-]{1,100}?)[ ]<(?P<at>https?://[^\s<>`]+)>`")


def _code_of_rst(hit: Hit, name: str) -> Problem | None:
    code = _NAMED_IN_CODE.fullmatch(hit[name])
    if code is None:
        return None
    meant = f"[{code['name']}]({code['at']})"
    return Problem(start=hit.start(name), end=hit.end(name), message=f"no link: this is code; write {meant}", fix=meant)


def _of_forum(hit: Hit) -> str:
    if hit["forum_at"]:
        target = hit["forum_at"]
        return f"[{hit['forum_text']}]({f'<{target}>' if {*'()'}.intersection(target) else target})"
    return f"![]({hit['forum_bare']})" if hit["bbcode"] in ("img", "IMG") else f"<{hit['forum_bare']}>"


def _escaped_title(hit: Hit) -> str:
    inner = hit["quoted_title"][1:-1].replace('"', '\\"')
    return f'"{inner}"'


_REFERENCE = re.compile(r"\[([^\[\]\n]{1,60})\](?![(\[:])")


def _is_no_reference(hit: Hit) -> bool:
    """Whether no label that the document defines stands alone after a space, as the target of the text before it."""
    after = _REFERENCE.match(hit.text, hit.end())
    label = after[1] if after else ""
    # Code is a text of its own; a word at the start is a tag: "- [Docs] [größe]".
    is_own = label != label.lower() or "`" in label or not (hit.start() or " " in hit[0].strip())
    return not label or not re.search(r"[^\W\d]{3}", hit[0]) or (is_own and not label.isdigit())


# Names of objects, which generators of references link; numbers, and other than words.
_OBJECT = re.compile(r"[.:_/`{}$<>=|\\*]|\d")


# What the subject of a commit begins with: "- xtheadvector: [Clang][XTHeadVector] fix …".
_TAGS = re.compile(r"(?:(?<![^\n])|(?<=: )|(?<=\*))\[[A-Za-z0-9_-]+\]\[(?![^\[\]]*-)[\w ,，]+\][ ](?=\S)")


def _is_no_label(hit: Hit) -> bool:
    """Whether no label is defined and the text could be code, or it is a heading or an object, which programs link."""
    label = hit["undefined_label"] or hit["undefined_text"]
    # pandoc, "implicit_header_references"
    if re.match(r"#[^\W\d]", label):
        return False  # round brackets were meant
    if _TAGS.match(hit.text, hit.start("undefined_text") - 1):
        return True
    return (
        not (hit.paragraph.defined or (_CJK.search(hit["undefined_text"]) and hit["undefined_label"].isascii()))
        or folded(label) in hit.paragraph.headings
        or _OBJECT.search(label + hit["undefined_text"]) is not None
    )


# Of Objective-C, shell or Rust, that nobody marked as code.
_OF_PROGRAM = re.compile(r"&&|\|\||;\s*$|[({]!\[|!\[[^\]]*[a-z][A-Z][^\]]*[\]:]", re.MULTILINE)
_PLACEHOLDER = (
    r"(?i:todo|tbd|fixme|url|link|(?:your|insert|add)[-_]?(?:link|url)(?:[-_]?here)?|(?:link|url)[-_]?here"
    r"|your[-_]?(?:site|repo)[-_]?(?:link|url))"
)
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}")
_WORDS = re.compile(rf"[^\W\d_]{{2}}[ ][^\W\d_]{{2}}|{_CJK.pattern}")
# What stands in an example of the markup.
_OF_EXAMPLE = re.compile(
    r"(?i)\[(?:an? |the |your |my |some )?(?:link|text|title|name|alt|label|url|image|img|caption|descr|here|foo|bar)"
)
_MADE = re.compile(r"\]\([^\s()]+\)\Z")


def _is_opened(hit: Hit) -> bool:
    """Whether a round bracket is open before it, or stands alone elsewhere, as in "a)"."""
    rest = hit.rest[: hit.start()]
    return any(one in rest for one in "()（）") or ")" in hit.rest[hit.end() :]


def _has_broken_role(text: str) -> bool:
    """Return whether a role of MyST may be none: its name has a brace, and not all else that it needs."""
    if "{" in text and any(not _MYST_RIGHT.match(text, match.start()) for match in _MYST_LIKE.finditer(text)):
        return True
    return "}`" in text and _MYST_UNOPENED.search(text) is not None


_MYST_LIKE = re.compile(rf"\{{[ \t]?{_MYST_NAME}(?![\w.:-])")
_MYST_UNOPENED = re.compile(r"\}`(?<=ref\}`|doc\}`)(?<!\{ref\}`)(?<!\{doc\}`)")
_MYST_RIGHT = re.compile(rf"\{{{_MYST_NAME}\}}`(?![`\s])[^`<>＜＞〈〉]{{1,300}}(?:<[^<>`\s＜＞〈〉]+>)?(?<!\s)`(?!`)")


def _is_no_role(hit: Hit) -> bool:
    """Whether a role is right as far as its text, or code follows that is not the text of one."""
    after = hit.text[hit.end("myst") : hit.end("myst") + 300]
    return not re.match(r"[ \t]?[\"'´｀“‘`]{0,2}\}?[^`<>\n]{0,200}(?:[<＜«][^<>`\s]+[>＞»]|(?<=`)[\w./-]+(?=`))", after)


def _bracketed(hit: Hit) -> str:
    label = hit["residue_text"].strip("[]【】［］（）() \t")
    return f"{'!' if hit['residue_image'] else ''}[{label}]({hit['residue_at']})"


_NO_TEXT = frozenset([*string.ascii_letters, *string.digits, *")]_"])  # before a bracket: that of an array


def _read(text: str, paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return markdown.read(text, paragraph.defined)


# In the order in which they are looked for.
_WIDE = "，。、；！？）"  # punctuation
_IN_BRACKETS = r"\([^\s<>()\0]{0,100}\)"

MARKDOWN = Slips(
    "markdown",
    (
        Slip(
            "image_twice_apart",  # ! [a] (a.png)
            "wrong-bracket",
            r"! \[[^\[\]\n]{0,200}\][ \t]{1,3}\(",
            r"!(?<![\w!]!)(?P<image_twice_apart>[ ]\[(?P<spaced_name>[^\[\]\n\0]{0,200})\][ \t]{1,3})"
            r"(?=\([^()\s\0]{1,300}\.(?i:png|jpe?g|gif|svg|webp)\))",
            says(
                'no image: spaces after "!" and between the brackets; write {}',
                lambda hit: f"[{hit['spaced_name']}]",
                safe=True,
            ),
            bad=("See !⟦ [die Größe] ⟧(/größe.png) now.",),
            good=("Great! [größe] (größe) now.",),
        ),
        Slip(
            "space",  # [a] (http://a/)
            "wrong-bracket",
            r"\][ \t\r\n]{1,8}\(http",
            rf"{_LABEL}\](?P<space>[ \t]{{1,3}}|[ \t]{{0,3}}\r?\n[ \t]{{0,3}})(?={_IN_BRACKETS})",
            says('no link: space between "]" and "("; remove it', "", safe=True),
            bad=(
                "See [größe]⟦ ⟧(https://example.com/größe) now.",
                "See [größe]⟦\n⟧(https://example.com/größe) now.",
            ),
            good=(
                "See [1] (https://example.com/größe) now.",
                "See [größe] (https://example.com/größe and more) now.",
                "- [x] (https://example.com/größe)",
            ),
        ),
        Slip(
            "mark",  # [a]:(http://a/)
            "wrong-bracket",
            r"\][.:;,=_)-]\(http",
            rf"{_LABEL}\](?P<mark>[.:;,=_)-])(?={_IN_BRACKETS})",
            says('no link: a mark between "]" and "("; remove it', "", safe=True),
            against=(_closes_earlier,),
            bad=(
                "See [größe]⟦:⟧(https://example.com/größe) now.",
                "See [größe]⟦)⟧(https://example.com/größe) now.",
            ),
            good=("See (the [größe])(https://example.com/größe) now.",),
        ),
        Slip(
            "bracket",  # [a]](http://a/)
            "wrong-bracket",
            rf"\][ \t]{{0,3}}\][ \t]{{0,3}}\({_AT_NEEDLE}",
            rf"{_LABEL}\](?P<bracket>[ \t]{{0,3}}\][ \t]{{0,3}})(?=\({_AT}{_TITLE}[ \t]*\))",
            says('no link: extra "]" between "]" and "("; remove it', "", safe=True),
            bad=(
                "See [größe]⟦]⟧(https://example.com/größe) now.",
                "[größe]⟦] ⟧(https://example.com/größe)",
            ),
            good=("[![größe](https://example.com/größe.png) [1]](https://example.com/größe)",),
        ),
        Slip(
            "apart",  # [a] (http://a- b/)
            "wrong-bracket",
            r"\][ \t\r\n]{1,8}\(http",
            rf"{_LABEL}\](?P<apart>[ \t]{{1,3}}\((?P<cut>{_CUT})\))",
            says(
                'no link: spaces after "]" and in the target; write {}', lambda hit: f"({_without_spaces(hit['cut'])})"
            ),
            bad=(
                "[größe]⟦ (https://example.com/grö- ße/ )⟧",
                "[größe]⟦ (https://example.com/größe und/gewicht.html)⟧",
            ),
        ),
        Slip(
            "anchor",  # [a] (#a), [a] (mailto:a@b)
            "wrong-bracket",
            r"\][ \t]{1,4}\((?:[#./]|mailto:)",
            rf"{_LABEL}\](?P<anchor>[ \t]{{1,3}})"
            r"(?=\((?:mailto:[^\s()@]{1,100}@|(?:#|\.{0,2}/)[^\W\d_])[^\s()]*\))",
            says('no link: space between "]" and "("; remove it', "", safe=True),
            bad=(
                "See [größe]⟦ ⟧(#größe) now.",
                "See [größe]⟦ ⟧(/größe) now.",
                "See [größe]⟦ ⟧(mailto:größe@example.com) now.",
            ),
            good=("See [größe] (#3) now.",),
        ),
        Slip(
            "square",  # [a][http://a/]
            "wrong-bracket",
            (r"\][ ]?\[http", rf"\]\[{_AT_NEEDLE}[^\s()\[\]]*[)\]]"),
            rf"{_LABEL}\](?P<square>[ ]?\[(?:(?P<in_square>{URL})[ \t]?[\])]|(?P<file_square>{_FILE})\]"
            rf"|(?P<half_square>{_AT})\)))",
            says(
                "no link: square brackets around the target; write {}",
                lambda hit: f"({hit['in_square'] or hit['file_square'] or hit['half_square']})",
            ),
            bad=(
                "![größe]⟦[https://example.com/größe]⟧",
                "See [größe]⟦[größe.md)⟧ now.",
                "See [größe]⟦[größe.md]⟧ now.",
            ),
        ),
        Slip(
            "braces",  # [a]{http://a/}
            "wrong-bracket",
            r"\]\{http",
            rf"{_LABEL}\](?P<braces>\{{(?P<in_braces>https?://[^\s(){{}}\[\]<>\0]+)\}})",
            says("no link: braces around the target; write {}", lambda hit: f"({hit['in_braces']})"),
            bad=("[größe]⟦{https://example.com/größe}⟧",),
        ),
        Slip(
            "wide",  # [a]（http://a/）
            "wrong-bracket",
            (r"\][ \t]?（", r"\]\(https?://[^\s()（）]*）"),
            rf"{_LABEL}\](?P<wide>[ \t]?(?:（[ \t]?(?P<in_wide>{URL}|{_LOCAL})[ \t]?[）)]|\((?P<half_wide>{URL})）))",
            says(
                "no link: full-width brackets; write {}",
                lambda hit: f"({hit['in_wide'] or hit['half_wide']})",
                safe=True,
            ),
            bad=(
                "参照[大きさ]⟦（https://example.com/größe）⟧。",
                "参照[大きさ]⟦(https://example.com/größe）⟧。",
                "参照[大きさ]⟦（ https://example.com/größe ）⟧。",
                "参照[大きさ]⟦（#größe）⟧。",
                "參照[大小]⟦（größe.md）⟧。",
            ),
            good=(
                "參照【大小】（https://example.com/größe，重量）",
                "die Größe[^1]（Gewicht）",
            ),
        ),
        Slip(
            "turned",  # (a)[http://a/]
            "wrong-bracket",
            (r"\)\[http", r"）\[http", r"\]\[http", r"\)\[(?:\.{1,2}/|[\w./%-]{1,200}\.(?:md|html?)[#\]])"),
            rf"[(（](?<![A-Za-z0-9_\]\\].)(?P<turned>[^()（）\[\]\n]{{1,200}})(?:[)）\]]\[(?P<turned_to>{URL})\]"
            rf"|\)\[(?P<turned_to_page>\.{{1,2}}/[^\s()\[\]<>\0]+|[\w./%-]{{1,200}}\.(?:md|html?)(?:#[^\s()\[\]]*)?)\])",
            says(
                "no link: brackets in the wrong order; write {}",
                lambda hit: f"[{hit['turned']}]({hit['turned_to'] or hit['turned_to_page']})",
                safe=True,
                whole=True,
            ),
            bad=(
                "See ⟦(größe)[https://example.com/größe]⟧ now.",
                "See ⟦(größe][https://example.com/größe]⟧ now.",
                "參照⟦（大小）[https://example.com/größe]⟧",
                "See !⟦(größe)[https://example.com/größe.png]⟧ now.",
                "See ⟦(die Größe)[größe.md#top]⟧ now.",
            ),
        ),
        Slip(
            "heavy",  # 【a】(http://a/)
            "wrong-bracket",
            (r"】[ \t]?[(（]http", r"］[ \t]?[(（]http"),
            r"[【［](?P<heavy>[^【】［］\n\0]{1,200})[】］][ \t]?[(（](?P<heavy_to>https?://[^\s()（）\[\]<>，。；\0]+)[)）]",
            says(
                'no link: "【" and "】" around the text; write {}',
                lambda hit: f"[{hit['heavy']}]({hit['heavy_to']})",
                whole=True,
            ),
            bad=(
                "參照⟦【大小】(https://example.com/größe)⟧",
                "參照⟦［大小］(https://example.com/größe)⟧",
            ),
        ),
        Slip(
            "double",  # <(http://a/)>
            "wrong-bracket",
            (r"<\(http", r"‹\(http", r"〈\(http", r"＜\(http"),
            rf"[<‹〈＜]\((?P<double>{URL})\)[>›〉＞]",
            says(
                "no link: two kinds of brackets around the address; write {}",
                lambda hit: f"<{hit['double']}>",
                safe=True,
                whole=True,
            ),
            bad=("See ⟦<(https://example.com/größe)>⟧ now.",),
        ),
        Slip(
            "broken",  # [a](http://a/ and a line break
            "space-in-destination",
            r"\]\([ \t]*\r?\n|\]\(https?://[^\s()]*[ \t]*\r?\n",
            rf"\]\((?P<broken>[ \t]*(?:\r?\n[ \t]*)?https?://(?:{_WORD})?(?:[ \t]*\r?\n[ \t]*{_WORD})++){_TITLE}\s*\)",
            _broken,
            bad=(
                "[größe](⟦https://example.com/größe\nund.html⟧)",
                '[größe](⟦https://example.com/größe\nund.html⟧ "gewicht")',
            ),
            good=('[größe](https://example.com/größe\n"und gewicht")',),
        ),
        Slip(
            "wiki",  # [[http://a/|a]]
            "other-markup",
            WIKI_NEEDLE,
            WIKI,
            says(
                "no link: this is the markup of a wiki; write {}",
                lambda hit: "[{}]({})".format(*wiki_link(hit)),
                safe=True,
                whole=True,
            ),
            of_wiki=True,
            bad=(
                "See ⟦[[https://example.com/größe|größe]]⟧ now.",
                "See ⟦[[größe|https://example.com/größe]]⟧ now.",
            ),
        ),
        Slip(
            "wiki_page",  # [[a b]], ![[a.png]]
            "other-markup",
            r"\[\[[^\[\]\n|]{1,200}(?:\|[^\[\]\n]{0,200})?\]\]",
            r"(?P<wiki_page>!(?<!\w!)\[\[[^\[\]\n\0|<>\"]{1,150}"
            r"|\[\[(?<![\w\]\[)]\[\[)[^\W\d_][^\[\]\n\0|<>:;=$\"&]{0,100}[ /][^\[\]\n\0|<>:;=$\"&]{1,100})"
            r"(?:\|[^\[\]\n\0]{1,100})?\]\](?![(\[])",
            says(
                "no link: this is the markup of a wiki, which this site does not read; write [text](page)", whole=True
            ),
            of_plain_site=True,
            bad=("See ⟦[[Die Größe]]⟧ and ⟦![[größe.png]]⟧ now.",),
            good=("See [[größe]] and [[ -f a ]] and [[toc]] now.",),
        ),
        Slip(
            "bbcode",  # [url]http://a/[/url], [url=http://a/]a[/url], [img]http://a/a.png[/img]
            "other-markup",
            (r"\[/url\]", r"\[/URL\]", r"\[/img\]", r"\[/IMG\]"),
            r"\[(?P<bbcode>(?i:url|img))(?:=[\"']?(?P<forum_at>https?://[^\s\[\]\"'\0]+)[\"']?\](?P<forum_text>[^\[\]\n\0]{1,200})"
            r"|\][ ]?(?P<forum_bare>https?://[^\s\[\]\0]+)[ ]?)\[/(?i:url|img)\]",
            says("no link: this is the markup of a forum; write {}", _of_forum, whole=True),
            bad=(
                "See ⟦[url]https://example.com/größe[/url]⟧ now.",
                "See ⟦[url=https://example.com/größe]die Größe[/url]⟧ now.",
                "See ⟦[img]https://example.com/größe.png[/img]⟧ now.",
            ),
            good=("Write `[url]https://example.com/größe[/url]` there.",),
        ),
        Slip(
            "extra",  # [a]((http://a/)
            "wrong-bracket",
            r"\]\(\(",
            rf"\]\((?P<extra>\()(?=(?:{URL}|{_LOCAL})\))",
            says('no link: one "(" too many before the target; leave it out', "](", safe=True, whole=True),
            bad=(
                "See [größe⟦]((⟧https://example.com/größe) now.",
                "See [größe⟦]((⟧#größe) now.",
            ),
        ),
        Slip(
            "padding",  # <http://a/ >
            "space-in-destination",
            r"<https?://[^\s<>]+[ \t]",
            r"<(?P<padded>https?://[^\s<>\0]+)(?P<padding>[ \t]+)>",
            _padding,
            bad=("See <https://example.com/größe⟦ ⟧> now.",),
        ),
        Slip(
            "phrase",  # [a](b c)(http://a/)
            "wrong-bracket",
            r"\)\(http",
            rf"\](?:[ \t]?\((?!https?:)(?=[^()\[\]\0]*\s)|[ \t]\()(?P<phrase>[^()\[\]\n\0]{{1,200}})\)"
            rf"(?=\({URL}\))",
            _phrase,
            bad=("See [größe⟦](und gewicht)⟧(https://example.com/größe) now.",),
        ),
        Slip(
            "attributes",  # [a](http://a/ target="_blank"), and what is left of a link of a word processor
            "space-in-destination",
            r"\]\(https?:[^\s()]*[ \t]",
            r"\]\((?P<attributes>(?P<attributed>https?://[^\s()<>\"'{\0]+)(?:\{:?)?[ \t]+"
            r"(?:(?:target|rel|class|style|width|height)=|/[ot][ \t]|_blank\b)[^()\n]{0,100})\)",
            says("no link: Markdown has no attributes here; write {}", lambda hit: hit["attributed"]),
            bad=(
                '[größe](⟦https://example.com/größe target="_blank"⟧)',
                "[größe](⟦https://example.com/größe /t _blank⟧)",
                "[größe](⟦https://example.com/größe{: target=blank}⟧)",
            ),
        ),
        Slip(
            "unquoted_title",  # [a](http://a/ b c): a whole address, and words that are none of its parts
            "space-in-destination",
            rf"\]\([^\s()\"<>]*(?:/|{_END_OF_PAGE})[ \t]+[^\W\d_]",
            rf"\]\((?P<unquoted_title>(?P<titled_at>(?:https?://[^\s()\"<>\0]*(?:/|{_END_OF_PAGE})|[\w./%-]{{1,200}}{_END_OF_PAGE}))"
            r"[ \t]+(?P<title_words>[^\W\d_][^\s()\"<>/=?#%\0]*(?:[ ][^\s()\"<>/=?#%\0]+){1,12}))\)",
            says(
                "no link: a title stands between quotation marks; write {}",
                lambda hit: f'{hit["titled_at"]} "{hit["title_words"]}"',
            ),
            against=(lambda hit: re.search(rf"{_END_OF_PAGE}\Z", hit["title_words"]),),
            bad=(
                "[größe](⟦https://example.com/größe.html die große Größe⟧)",
                "![größe](⟦größe.png Größe d'écoute⟧)",
            ),
            good=('[größe](https://example.com/größe.html "die große Größe")',),
        ),
        Slip(
            "spaced",  # [a](http://a/b c)
            "space-in-destination",
            r"\]\(https?:[^\s()]*[ \t]",
            rf"\]\((?P<spaced>https?:(?://{_UNSPACED}*(?:[ \t]+{_UNSPACED}+)+"
            rf"|(?:(?://)?[ \t]+(?://|https?://)|/[ \t]+/?){_UNSPACED}+(?:[ \t]+{_UNSPACED}+)*+)){_TITLE}[ \t]*\)",
            _spaced,
            bad=(
                "[größe](⟦https: //example.com/größe⟧)",
                "[größe](⟦https://example.com/größe und gewicht⟧)",
                "[größe](⟦https://example.com/größe “und gewicht”⟧)",
                '[größe](⟦https://example.com/ größe⟧ "und gewicht")',
                "[größe](⟦https://example.com/größe | und gewicht⟧)",
                "[größe](⟦https://example.com/größe alt=größe⟧)",
                "[größe](⟦https: http://example.com/größe⟧)",
                "[größe](⟦https://example.com/größe https://⟧)",
                "[größe](⟦https:/ /example.com/größe⟧)",
            ),
            against=(_has_size,),
            good=("![größe](https://example.com/größe.png =300x)", '[größe](https://example.com/größe "und gewicht")'),
        ),
        Slip(
            "tel",  # [a](tel:+1 2)
            "space-in-destination",
            r"\]\(tel:[^()]*[ \t]",
            r"\]\((?P<tel>tel:(?=[+\d(][\d()]*[ \t])(?:[\d+.-]|\(\d{1,6}\)|[ \t]){3,40})\)",
            says(_SPACE, _without_white_space("tel"), safe=True),
            bad=("[größe](⟦tel:+49 30 1234⟧)",),
        ),
        Slip(
            "half_titled",  # [a](http://a/ "b)
            "space-in-destination",
            (
                r"\]\(https?:[^\s()]*[ \t]",
                r"\]\([^\s()\"<>]{1,200}[ \t]+(?:\"[^\"\n]*\)|[^\s\"()][^\"\n()]{0,200}\"\))",
            ),
            rf"\]\((?P<half_titled>(?:https?://[^\s()<>\"“”]+|{_FILE})[ \t]+"
            rf"(?:\"[^\"()\n]{{1,200}}|[^\s\"()][^\"()\n]{{0,200}}\"))\)",
            says(_MISSING_MARK, _half_titled, safe=True),
            bad=('[größe](⟦https://example.com/größe "gewicht⟧)', '![größe](⟦größe.png gewicht"⟧)'),
        ),
        Slip(
            "scheme_apart",  # [a](http ://a/)
            "space-in-destination",
            r"\]\(https?[ \t]",
            r"\]\((?P<scheme_apart>https?[ \t]+:[ \t]*//[ \t]*[^\s()<>]+)(?:[ \t]+\"[^\"\n]*\")?\)",
            says(_SPACE, _without_white_space("scheme_apart"), safe=True),
            bad=("[größe](⟦https ://example.com/größe⟧)",),
        ),
        Slip(
            "gapped",  # <http://a/ b>
            "space-in-destination",
            r"<https?://[^\s<>]+[ \t]",
            r"<(?P<gapped>https?://[^\s<>\0]+(?:[ \t]+[^\s<>\0]+){1,10})>",
            says('no link: a space may not stand between "<" and ">"; write %20, or close the address before it'),
            bad=("See <⟦https://example.com/größe AND gewicht⟧> now.",),
        ),
        Slip(
            "rst",  # `a <http://a/>`_
            "other-markup",
            RST_NEEDLE,
            RST,
            says(
                "no link: this is reStructuredText; write {}",
                lambda hit: f"[{' '.join(hit['rst'].split())}]({hit['rst_address']})",
                safe=True,
                whole=True,
            ),
            bad=("See ⟦`größe <https://example.com/größe>`_⟧ now.",),
        ),
        Slip(
            "image_apart",  # ! [a](a.png)
            "wrong-bracket",
            r"! \[",
            r"!(?<!\S!)(?P<image_apart>[ ])(?=\0)",
            says('no image: space after "!"; remove it', "", safe=True),
            against=(lambda hit: not _IMAGE.match(hit.text, hit.end()),),
            bad=("See !⟦ ⟧[größe](größe.png) now.",),
            good=("Great! [größe](größe.md) now.",),
        ),
        Slip(
            "late",  # a definition, [a]: http://a/, in a paragraph
            "undefined-name",
            r"\n[ ]{0,3}\[[^\[\]\n]{1,100}\]:",
            r"(?<=\n)[ ]{0,3}(?P<late>\[(?!\^)[^\[\]\n]{1,100}\]:)[ \t]*<?(?:https?://|#|\.{1,2}/)[^\s<>]+>?"
            r"(?:[ \t]+\"[^\"\n]*\")?[ \t]*(?=\r?\n|\Z)",
            _late,
            bad=(
                "See [größe].\n⟦[größe]:⟧ https://example.com/größe",
                "See [größe].\n⟦[größe]:⟧https://example.com/größe",
            ),
            good=(
                "Größe:\n[größe]: https://example.com/größe",
                "# [größe]\n[größe]: https://example.com/größe",
            ),
        ),
        Slip(
            "mail",  # [a](mailto: a@b.c)
            "space-in-destination",
            r"\]\(mailto:[^()]*[ \t]",
            r"\]\((?P<mail>mailto:(?=[^()\n\0]{0,300}[ \t])[ \t]*[^\s()<>@?\0]+@[^\s()<>@?\0]+"
            r"(?:\?[^()<>\n\0]{0,300})?)[ \t]*\)",
            says(_SPACE, _mail, safe=True),
            bad=(
                "[größe](⟦mailto: jürgen@example.com⟧)",
                "[größe](⟦mailto:jürgen@example.com?subject=größe und gewicht⟧)",
            ),
        ),
        Slip(
            "unopened",  # a](http://a/)
            "unclosed",
            _has_unopened,
            rf"\](?<=[^\s\[\]\\\0!].)(?P<unopened>[ \t]?)(?=\({URL}\))",
            _unopened,
            against=(_is_escaped,),
            bad=(
                "See größe⟦]⟧(https://example.com/größe) now.",
                "größe⟦] ⟧(https://example.com/größe)",
            ),
            good=(
                "See größe\\](https://example.com/größe) now.",
                "[![größe](https://example.com/größe.png)](https://example.com/größe)",
            ),
        ),
        Slip(
            "after_code",  # `a`](http://a/): readers leave spaces where code was
            "unclosed",
            (_has_unopened, r"\)\]\(http"),
            rf"\](?<=\0.)(?P<after_code>)(?=\({URL}\))",
            _after_code,
            bad=(
                "See `größe`⟦]⟧(https://example.com/größe) now.",
                "See [größe [1](https://example.com/#1)⟦]⟧(https://example.com/größe) now.",
            ),
        ),
        Slip(
            "unopened_page",  # a](./a.md)
            "unclosed",
            _has_unopened,
            rf"\](?<=[^\s\[\]\\\0!].)(?P<unopened_page>)(?=\({_AT}{_TITLE}\))",
            _unopened,
            against=(_is_escaped,),
            bad=("See größe⟦]⟧(./größe.md) now.", "See größe⟦]⟧(#größe) now."),
        ),
        Slip(
            "open",  # [a](http://a/
            "unclosed",
            rf"\]\([ ]?(?:{_AT_NEEDLE}|/)(?![^()]*\))",
            rf"\]\([ ]?(?P<open>(?:https?://|\.{{1,2}}/|/|#(?=[^\W\d])|(?={_FILE}[.,;:!?]?(?:[\]】」}}）]|\s|\Z)))"
            r"(?:(?!\{:)[^\s()（）\[\]<>\0]|\([^\s()（）\[\]<>\0]*\))+?)(?:(?P<other>[\]】」}）])(?=[.,;:!?]?(?:\s|\Z|\{:))|(?=\s|\Z|\{:))"
            r"(?!.{0,500}\))"
            r"(?!\s*\n[ \t]*>[ \t>]*[\"'(])",  # a title, in a quotation
            _open,
            bad=(
                "See [größe](https://example.com/größe⟦⟧",
                "[größe](https://example.com/#größe⟦⟧: und gewicht",
                "[größe](https://example.com/größe⟦】⟧",
                "[größe](https://example.com/größe_(gewicht)⟦⟧ und mehr",
                "See [größe](größe.md⟦⟧ now.",
                "See [größe](größe.md⟦⟧. Und mehr.",
                "See [größe](https://example.com/größe⟦]⟧. Und mehr.",
                'See [größe](https://example.com/größe⟦⟧{:target="_blank"} now.',
            ),
            good=("See [größe](https://example.com/[x](./größe) now.",),
        ),
        Slip(
            "unclosed",  # <http://a/
            "unclosed",
            r"<https?://[^\s<>]+(?:\s|\Z)",
            rf"<(?<![^\s（].)(?P<unclosed>https?://(?:[^\s<>()\0{_WIDE}]|{_IN_BRACKETS})*(?:[^\s<>().,;:!?\0{_WIDE}]|{_IN_BRACKETS}))"
            r"(?=[.,;:!?)]{0,9}(?:\s|\Z))(?![^<]{0,300}>)",
            _unclosed,
            bad=("See <https://example.com/größe_(maß)⟦⟧", "See <https://example.com/größe⟦⟧, and more."),
            good=("See <https://example.com/größe\nund> now.",),
        ),
        Slip(
            "angle_open",  # [a](<http://a/)
            "unclosed",
            rf"\]\(<{_AT_NEEDLE}",
            rf"\]\((?P<angle_open><)(?:{URL}|{_AT})\)(?![^\n]{{0,300}}>)",
            says('no link: the "<" before the target is not closed; leave it out', "", safe=True),
            bad=("See [größe](⟦<⟧https://example.com/größe) now.", "See [größe](⟦<⟧größe.md) now."),
            good=("See [größe](<größe.md>) and [größe](<größe).md>) now.",),
        ),
        Slip(
            "heading_open",  # [a](## b
            "unclosed",
            r"\]\(#{1,6}[ \t]+[^\W\d][^()\n]{0,200}(?:\n|\Z)",
            r"\[(?!\^)[^\[\]\n\0]{1,200}\]\(#{1,6}[ \t]+(?P<heading_open>[^\W\d][^()\[\]\n\0]{0,200})(?=\r?(?:\n|\Z))",
            says('no link: the closing ")" is missing'),
            bad=("See [die Größe](## ⟦Die Größe⟧",),
            good=("See [die Größe](#größe) now.", "größe](# gewicht", "Use [^)](# größe"),
        ),
        Slip(
            "angle_unclosed",  # [a](<http://a/>
            "unclosed",
            r"\]\(<https?://[^\s<>]+>(?!\))",
            r"\]\((?P<angled>\0{9,600})(?P<angle_unclosed>)(?![^()\n]{0,300}\))",
            says('no link: the closing ")" is missing', ")"),
            against=(lambda hit: not re.fullmatch(r"<https?://[^\s<>]+>", hit["angled"]),),
            bad=("參照[大小](<https://example.com/größe>⟦⟧下的大小。",),
            good=('See [größe](<https://example.com/größe> "maß") now.',),
        ),
        Slip(
            "bare",  # [a]http://a/: no mark of a source ("[EB/OL]", "[PDF]") or of a log
            "wrong-bracket",
            r"\]http",
            r"\[(?<![\]\\A-Za-z0-9_].)(?![A-Z/ ]{1,12}\]|(?i:online|available)\])"
            r"(?P<bare_label>[^\[\]\n\0]{2,200})\](?P<bare>https?://[^\s()\[\]<>\0]+)",
            _bare,
            bad=(
                "See [größe]⟦https://example.com/größe⟧, and more.",
                "See [größe]⟦https://example.com/größe)⟧ now.",
            ),
            good=("Größe, in: Gewicht [Online]https://example.com/größe",),
        ),
        Slip(
            "pair",  # [a)(http://a/)
            "wrong-bracket",
            (
                rf"\)\({_AT_NEEDLE}",
                rf"\}}\({_AT_NEEDLE}",
                rf"】\({_AT_NEEDLE}",
                rf"」\({_AT_NEEDLE}",
                rf"］\({_AT_NEEDLE}",
            ),
            rf"\[(?P<pair>[^\[\](){{}}【】「」［］\n]{{2,300}})[)}}】」］](?=\({_AT}{_TITLE}\))",
            says(_WRONG_KIND, lambda hit: f"[{hit['pair']}]", safe=True, whole=True),
            bad=(
                "See ⟦[größe)⟧(https://example.com/größe) now.",
                "参照⟦[大きさ】⟧(https://example.com/größe) now.",
                "See ⟦[größe)⟧(größe.md) now.",
                "See ⟦[![größe](größe.png))⟧(https://example.com/größe) now.",
            ),
            good=("See {#größe}(https://example.com/größe) now.",),
        ),
        Slip(
            "brace",  # {a}(http://a/)
            "wrong-bracket",
            r"\}\(http",
            rf"\{{(?<![\]A-Za-z0-9_$#%{{].)(?![#.:%{{])(?P<brace>[^\[\](){{}}\n\0]{{2,100}})\}}(?=\({URL}\))",
            says(_WRONG_KIND, lambda hit: f"[{hit['brace']}]", safe=True, whole=True),
            bad=("See ⟦{größe}⟧(https://example.com/größe) now.",),
        ),
        Slip(
            "never_closed",  # [a (http://a/), [a(http://a/)]; readers leave spaces where "](…)" of a link was
            "unclosed",
            (r"\[[^\[\]]{1,150}\(http", rf"\[[^\[\]\s(][^\[\](]{{1,150}}\({_AT_NEEDLE}"),
            r"\[(?<![\]\\A-Za-z0-9_].)(?P<never_closed>(?:[^\[\]()\s\0]|[ ](?! )){1,150}[^\[\]()\s\0])"
            r"(?:\((?P<closed_after>https?://[^\s()\[\]<>\0]+)\)\](?![(\[:])"
            r"|(?:[ ]\([^\[\]()\n\0]{1,50}\))?[ \t]?\((?P<not_closed>https?://[^\s()\[\]<>\0]+)\)"
            r"(?![^\[\]]{0,300}(?:\]|[ ]{4})))",
            _never_closed,
            bad=(
                "See ⟦[größe (https://example.com/größe)⟧ now.",
                "See ⟦[größe(https://example.com/größe)]⟧ now.",
                "See ⟦[größe (2020)(https://example.com/größe)⟧ now.",
            ),
            good=(
                "See [größe (https://example.com/größe) und gewicht] now.",
                "See [größe (https://example.com/größe)] now.",
            ),
        ),
        Slip(
            "badge",  # [![a](a.png)(http://a/)
            "unclosed",
            r"\)\((?:http|#)",
            rf"\[(?P<badge>\0{{5,300}})(?=\({URL}\))",
            says('no link: the "]" after the image is missing; write {}', lambda hit: hit["badge"] + "]"),
            against=(lambda hit: not hit["badge"].startswith("!["),),
            bad=("See [⟦![größe](größe.png)⟧(https://example.com/größe) now.",),
        ),
        Slip(
            "unmarked_image",  # [](a.png)
            "wrong-bracket",
            rf"\[\]\((?<!!\[\]\()[^\s()]{{1,300}}\.(?:{IMAGE_SUFFIXES})\)",
            rf"(?<![!\w\]\)\0\\])(?P<unmarked_image>)\[\]\([^\s()\0]{{1,300}}\.(?:{IMAGE_SUFFIXES})\)",
            says('no image, but a link without text, which nobody sees; write "!" before it', "!", safe=True),
            bad=("See ⟦⟧[](größe.png) now.",),
        ),
        Slip(
            "path_apart",  # [a] (/ b/c)
            "wrong-bracket",
            (r"\][ \t]{1,3}\(/", r"\][ \t]*\r?\n[ \t]{0,3}\(/"),
            rf"{_LABEL}\](?P<path_apart>[ \t]{{0,3}}\r?\n?[ \t]{{0,3}}\((?:/[ ](?:[^\W\d][^\s()\0]*/[^\s()\0]+|{_FILE})"
            rf"|/[^\W\d_][^\s()\0]*/[^\s()\0]*)\))(?<![\]\w]\(/)",
            says(
                "no link: spaces between the brackets and in the target; write {}",
                _without_white_space("path_apart"),
            ),
            against=(lambda hit: hit["path_apart"][0] == "(" and " " not in hit["path_apart"],),
            bad=("See [größe]⟦ (/ große/größe)⟧ now.", "See [größe]⟦\n(/große/größe)⟧ now."),
            good=("See [größe] (/ 3) now.",),
        ),
        Slip(
            "angle_scheme",  # <http ://a/>
            "space-in-destination",
            (
                r"<https?[ \t]+[:：;]?[ \t]*/",
                r"<https?[：;]",
                r"<https?//",
                r"<https?:(?:[ \t]+/|/[ \t]|//[ \t])",
                r"<https?/:/",
            ),
            r"<(?P<angle_scheme>https?(?:[ \t]*[:：;]?[ \t]*/[ \t]*/[ \t]*|/:/))(?<!s://)(?<!p://)[^\s<>/\0][^\s<>\0]{2,500}>",
            says(
                'no link: "://" follows the scheme directly; write {}',
                lambda hit: ("https" if hit["angle_scheme"].startswith("https") else "http") + "://",
                safe=True,
            ),
            bad=("See <⟦https ://⟧example.com/größe> now.", "See <⟦https：//⟧example.com/größe> now."),
        ),
        Slip(
            "file_apart",  # [a] (a.md)
            "wrong-bracket",
            rf"\][ \t]{{1,4}}\([\w.%/-]{{1,200}}(?:\.(?:{FILE_SUFFIXES})[#)]|#\w)",
            rf"\[(?<![\]\\A-Za-z0-9_].){NO_LABEL}[^\[\]\n\0]{{1,200}}\](?P<file_apart>[ \t]{{1,4}})(?=\({_FILE}\))",
            says('no link: space between "]" and "("; remove it', "", safe=True),
            bad=("See ![größe]⟦ ⟧(bilder/größe.png) now.", "See [größe]⟦ ⟧(die_größe#das-gewicht) now."),
        ),
        Slip(
            "unnamed_apart",  # ![] (a.png)
            "wrong-bracket",
            r"!\[\][ \t]",
            rf"!\[\](?P<unnamed_apart>[ \t]{{1,4}})(?=\((?:{URL}|{_FILE})\))",
            says('no link: space between "]" and "("; remove it', "", safe=True),
            bad=("See ![]⟦ ⟧(https://example.com/größe.png) now.",),
        ),
        Slip(
            "mediawiki",  # [http://a/ a]
            "other-markup",
            MEDIAWIKI_NEEDLE,
            MEDIAWIKI,
            says(
                "no link: this is the markup of a wiki; write {}",
                lambda hit: f"[{hit['mediawiki_words'].strip()}]({hit['mediawiki']})",
                whole=True,
            ),
            bad=(
                "See ⟦[https://example.com/größe größe und gewicht]⟧ now.",
                "See (⟦[https://example.com/größe größe]⟧) now.",
            ),
        ),
        Slip(
            "single_titled",  # [a](http://a/ 'b)
            "space-in-destination",
            r"\]\(https?:[^\s()]*[ \t]",
            r"\]\((?P<single_titled>https?://[^\s()<>\"'“”\0]+[ \t]+"
            r"(?:'[^'\"()\n]{1,200}|[^\s'\"()][^'\"()\n]{0,200}'))\)",
            says(_MISSING_MARK, _single_titled, safe=True),
            bad=("[größe](⟦https://example.com/größe 'gewicht⟧)",),
        ),
        Slip(
            "glued_title",  # [a](http://a/"b c")
            "space-in-destination",
            r"\]\(https?:[^\s()]*\"",
            rf"\]\((?P<glued_title>(?P<titled>https?://[^\s()<>\"?\0]*{BEFORE_TITLE})"
            r"\"(?P<title>[^\"()\n]{1,200})\"[ \t]*)\)",
            says(
                "no link: a space belongs before the title; write {}",
                lambda hit: f'{hit["titled"]} "{hit["title"]}"',
                safe=True,
            ),
            bad=('[größe](⟦https://example.com/größe"und gewicht"⟧)',),
            good=(
                '[größe](https://example.com/größe?q="größe")',
                '[größe](https://example.com/größe."gewicht")',
            ),
        ),
        Slip(
            "padding_before",  # < http://a/>
            "space-in-destination",
            r"<[ \t]+http",
            r"<(?P<padding_before>[ \t]+)https?://[^\s<>\0]+[ \t]*>",
            says('no link: space after "<"; remove it', "", safe=True),
            bad=("See <⟦ ⟧https://example.com/größe> now.",),
        ),
        Slip(
            "local",  # [a](b c.md)
            "space-in-destination",
            r"\]\([^()\s\"<>]+[ \t]|\]\([#.\w][^()<>\n]*\([^()\n]*\)[^()\n]*[ \t]",
            r"\]\((?!\s*https?:)(?P<local>[A-Za-z]:\0[^()<>\"\n]{1,300}|(?:[^()<>\"'“”\n\0]|\([^()\n\0]{0,100}\)){1,300})\)(?:(?<=\.md\))|(?!"
            r"[ \t]?\())",
            _local,
            bad=(
                "[größe und gewicht](⟦größe und gewicht⟧)",
                "[https://example.com/größe](⟦größe und gewicht⟧)",
                "[größe](⟦größe .md⟧)",
                "![](⟦bilder/größe 1.png⟧)",
                "![](⟦größe (1).assets/a b.png⟧)",
                "![größe](⟦C:\\die größe\\größe.png⟧)",
                "[größe](⟦siehe https://example.com/größe⟧)",
                "[größe](⟦../de/ und mehr:https://example.com/größe⟧)",
                "[größe](⟦#größe und gewicht⟧)",
                "[größe](⟦# #größe⟧)",
                "[zur größe und gewicht](⟦größe und gewicht⟧)",
                "[9-mal Größe](⟦#9-mal Größe⟧)",
                "[Größe: das Maß](⟦größe: das Maß⟧)",
            ),
            against=(_has_size,),
            good=(
                "![größe](größe.png =300x200) and ![größe](große/größe.png =50%x)",
                '[größe](größe.md "und gewicht")',
                "$c[x](x \\\\ge 1)$ and f[i](#1 and #2)",
                '- [größe\n  und gewicht]({% größe "/gewicht/" %})',
            ),
        ),
        Slip(
            "quoted_title",  # ![a](a.png "b "c" d")
            "space-in-destination",
            r"\]\([^\s()]*[ \t]+\"[^\"\n]*\"[^\s\")]",
            r"\]\([^\s()<>\0]{1,500}[ \t]+(?P<quoted_title>\"[^\n]{0,300}?\"[^\s\")][^\n]{0,300}?\")\)"
            r"(?=[\s*_.,;:!?|)]|\0|\Z)",
            says("no link: quotation marks in the title end it; write {}", _escaped_title, safe=True),
            bad=(
                '![größe](größe.png ⟦"die "große" größe"⟧)',
                '![größe](größe.png ⟦"die "große" (größe) -> "gewicht""⟧)',
            ),
            good=('![größe](größe.png "die größe")',),
        ),
        Slip(
            "wide_end",  # [a](#a）
            "wrong-bracket",
            r"\]\((?:#|＃|\.{0,2}/)[^\s()（）]{0,200}）",
            r"\]\((?:#|＃|\.{0,2}/)[^\s()（）<>\0]{1,200}(?P<wide_end>）)(?![^\n]{0,300}\))",
            says('no link: "）" does not close the target; write ")"', ")"),
            bad=("參照[大小](#größe⟦）⟧。",),
            good=("參照[大小](#größe（重量）)。",),
        ),
        Slip(
            "reference_apart",  # [a] [b]
            "wrong-bracket",
            r"\][ \t]\[",
            rf"\[(?<![\]A-Za-z0-9_\0\\!].){NO_LABEL}[^\[\]\n]{{1,200}}\](?P<reference_apart>[ \t])(?=\0)",
            says("no link: space between the two pairs of brackets; remove it", ""),
            against=(_is_no_reference,),
            bad=("See [die Größe]⟦ ⟧[1] now.\n\n[1]: https://example.com/größe",),
        ),
        Slip(
            "undefined",  # [a][b]
            "undefined-name",
            r"\]\[(?:\]|[^\[\]\n\d])",
            r"\[(?<![\]A-Za-z0-9_\0)}\\].)(?P<undefined_text>[^\W\d][^\[\]\n]{2,200}|[\u3040-\u30ff\u4e00-\u9fff]{2})\](?P<undefined>\[(?P<undefined_label>[^\[\]\0]{3,60}|)\])(?![(\[:{])",
            says("no link: nothing defines this label; define it, or write the address in round brackets"),
            against=(_is_no_label,),
            bad=(
                "See [die Größe]⟦[gewicht]⟧ now.\n\n[größe]: https://example.com/größe",
                "See [die Größe]⟦[#gewicht]⟧ now.",
                "See [das Gewicht]⟦[]⟧ now.\n\n[größe]: https://example.com/größe",
                "參照[東京]⟦[tokyo]⟧。",
            ),
            good=(
                "See [die Größe][größe] and ![Größe][größe].\n\n[größe]: https://example.com/größe",
                "Use [größe][a.b.c] now, [修正][バグ対応] and 格式：[姓名][联系电话]。",
                "- [docs][größe] Mehr, see [gewicht].\n\n[gewicht]: https://example.com/größe",
                "# Das Gewicht\n\nSee [die Größe][das gewicht].\n\n[größe]: https://example.com/größe",
            ),
        ),
        Slip(
            "image_alone",  # ![a b]
            "undefined-name",
            r"!\[[^\[\]\n]{3,200}\](?![(\[:])",
            r"!(?<!\w!)(?<!\0!)(?P<image_alone>\[[^\W\d][^\[\]\n\0]{1,200}[ ][^\[\]\n\0]{1,200}\])(?![(\[:{])",
            says("no image: its address is missing; write it in round brackets after this"),
            against=(lambda hit: _OF_PROGRAM.search(hit.text) is not None,),
            bad=("See !⟦[die große Größe]⟧ now.",),
            good=("Use vec![größe und] and ![Größe].", "if(![super größe])", "a && ![diese hatGröße:gewicht]"),
        ),
        Slip(
            "image_undefined",  # ![a][b]
            "undefined-name",
            r"!\[[^\[\]\n]{2,200}\]\[[^\[\]\n]{2,60}\]",
            r"!(?<![\w\0]!)\[[^\W\d][^\[\]\n\0]{1,200}\](?P<image_undefined>\[(?P<image_label>[^\[\]\0\n:/#.]{2,60})\])(?![(\[:{])",
            says("no image: nothing defines this label; define it, or write the address in round brackets"),
            against=(lambda hit: _OF_PROGRAM.search(hit.text) is not None or "{" in hit["image_label"],),
            bad=("See ![die Größe]⟦[gewicht]⟧ now.",),
            good=("See ![die Größe][gewicht].\n\n[gewicht]: größe.png", "Use x ![größe][gewicht] && y;"),
        ),
        Slip(
            "undefined_number",  # [a b][1]
            "undefined-name",
            r"\]\[\d{1,3}\]",
            r"\[(?<![\]A-Za-z0-9_\0)}\\].)(?P<numbered>[^\W\d][^\[\]\n]{2,200})\](?P<undefined_number>\[\d{1,3}\])(?![(\[:{])",
            says("no link: nothing defines this label; define it, or write the address in round brackets"),
            against=(lambda hit: not _WORDS.search(hit["numbered"]) or _OF_PROGRAM.search(hit.text),),
            bad=("See [die Größe]⟦[2]⟧ now.",),
            good=("See [die Größe][2].\n\n[2]: größe.md", "See [Größe][2] and x[die größe][2]."),
        ),
        Slip(
            "placeholder",  # [a](TODO)
            "wrong-destination",
            rf"\]\([ ]?<?{_PLACEHOLDER}>?[ ]?\)",
            rf"\[[^\[\]]{{2,300}}\]\((?P<placeholder>[ ]?<?{_PLACEHOLDER}>?)[ ]?\)",
            says("this stands for an address that was to come; write the address"),
            against=(lambda hit: _OF_EXAMPLE.match(hit[0]) or hit.before in _NO_TEXT,),
            bad=("See [die Größe](⟦TODO⟧) now.", "See [die Größe](⟦<your-link>⟧) now."),
            good=("Write [link](url) and `[die Größe](URL)` and [die Größe](url.md).",),
            of_pages=False,
        ),
        Slip(
            "close_twice",  # [a](http://a/))
            "wrong-bracket",
            r"\]\((?:https?:|\.{1,2}/|#)[^\s()]{1,600}\)\)",
            r"(?<=\0\0\0)(?P<close_twice>\))(?!\))",
            says('this ")" has no opening bracket; leave it out'),
            against=(lambda hit: not _MADE.search(hit.text, 0, hit.start()) or _is_opened(hit),),
            bad=("See [die Größe](https://example.com/größe)⟦)⟧ now.",),
            good=(
                "See (the [Größe](https://example.com/größe)) now.",
                "See (the\n[Größe](https://example.com/größe)) now.",
                "a) See [Größe](https://example.com/größe)) and :)",
            ),
        ),
        Slip(
            "written_twice",  # [a](http://a/)(http://a/)
            "wrong-bracket",
            r"\]\([^\s()]{1,600}\)\(http",
            r"(?<=\0\0\0)(?P<written_twice>\((?P<second>https?://[^\s()\0]+)\))",
            says("the target is written twice; leave one out"),
            against=(lambda hit: not hit.text.endswith(f"]({hit['second']})", 0, hit.start()),),
            bad=("See [die Größe](https://example.com/größe)⟦(https://example.com/größe)⟧ now.",),
            good=("See [die Größe](https://example.com/größe)(https://example.com/gewicht) now.",),
        ),
        Slip(
            "angle",  # [a]<http://a/>
            "wrong-bracket",
            r"\]<http",
            rf"{_LABEL}\](?P<angle>\0{{9,600}})(?![(\[])",
            says("no link: brackets of the wrong kind; write {}", lambda hit: f"({hit['angle'][1:-1]})"),
            against=(
                lambda hit: (
                    not re.fullmatch(r"<https?://[^\s<>()]+>", hit["angle"])
                    or not (" " in hit[0] or _WORDS.search(hit[0]))
                ),
            ),
            bad=("See [die Größe]⟦<https://example.com/größe>⟧ now.", "[大きさ]⟦<https://example.com/größe>⟧"),
            good=("[RFC3987]<https://example.com/größe>", "[die Größe]: <https://example.com/größe>"),
        ),
        Slip(
            "no_target",  # [a](
            "unclosed",
            r"\]\([ \t]*\r?(?:\n|\Z)",
            r"\[(?<![\]A-Za-z0-9_\0\\].)(?P<no_target_label>[^\[\]\n]{2,200})\](?P<no_target>\()"
            r"[ \t]*\r?(?:\n|\Z)(?![^()]*\))",
            says('no link: the address and the closing ")" are missing; write both'),
            against=(lambda hit: not _WORDS.search(hit["no_target_label"]) or _OF_PROGRAM.search(hit.text),),
            bad=("See [die Größe]⟦(⟧", "[die Größe]⟦(⟧\nund mehr"),
            good=("[die Größe](\nhttps://example.com/größe) [größe](", "See [die Größe](\nund mehr)."),
        ),
        Slip(
            "all_empty",  # []()
            "wrong-destination",
            r"\[\]\(\)",
            r"(?<![^\s(])(?P<all_empty>\[\]\(\))(?=[\s.,;:!?)]|\Z)(?!\s*[{\-<])",
            says("a link without text and address; write both"),
            bad=("See ⟦[]()⟧.",),
            of_pages=False,
            good=("The anchor []() {#größe} and the function []() -> größe.",),
        ),
        Slip(
            "empty",  # [a]()
            "wrong-destination",
            r"\]\([ \t]*(?:<>)?[ \t]*(?:\"[^\"\n]*\"[ \t]*)?\)",
            r"\[(?P<empty_label>[^\[\]]{0,300})\](?P<empty>\([ \t]*(?:<>)?[ \t]*(?:\"[^\"\n]*\"[ \t]*)?\))(?![{])",
            says("this link leads nowhere; write an address in the brackets"),
            of_pages=False,
            against=(lambda hit: not hit["empty_label"].strip() or hit.before in _NO_TEXT or hit.after == ";",),
            bad=("See [die Größe]⟦()⟧ now.",),
            good=("The anchor [](){#größe}", "Call f[i]() or [größe](); now."),
        ),
        Slip(
            "no_place",  # [a](#)
            "placeholder-destination",
            r"\]\([ \t]*#[ \t]*(?:\"[^\"\n]*\"[ \t]*)?\)",
            r"\[[^\[\]]{0,300}\](?P<no_place>\([ \t]*#[ \t]*(?:\"[^\"\n]*\"[ \t]*)?\))",
            says('"#" leads to the top of this page; write an address in the brackets'),
            bad=("See [die Größe]⟦(#)⟧ now.",),
            good=("See [die Größe](#größe) now.",),
        ),
        Slip(
            "unlabeled",  # [](http://a/)
            "wrong-destination",
            r"\[\]\(https?://",
            r"(?<![!\w\]\)\0\\])(?P<unlabeled>\[\])(?=\(https?://[^\s()\0]+\)(?!\{(?!:?target)))",
            says("a link without text, which nobody sees; write its text in the square brackets"),
            bad=("See ⟦[]⟧(https://example.com/größe) now.",),
            good=("See [](#größe) and [![](größe.png)](https://example.com/größe) now.",),
        ),
        Slip(
            "escaped_bracket",  # [a\\](http://a/)
            "wrong-bracket",
            r"\\\]\(",
            r"\[(?<![\]A-Za-z0-9_\0\\].)[^\[\]\n]{1,300}?(?P<escaped_bracket>\0\0)\((?:https?://|#|[\w./-]{1,200}\.(?:md|html?)[#)])",
            says('no link: the "]" is escaped; leave out the backslash', "]"),
            against=(lambda hit: hit["escaped_bracket"] != "\\]",),
            bad=("See [die Größe⟦\\]⟧(größe.md) now.",),
            good=("See \\[die Größe\\](größe.md) now.",),
        ),
        Slip(
            "stray_open",  # [[a](http://a/)
            "unclosed",
            r"\[\[[^\[\]]*\]\(",
            r"(?<![\]\w\\\0!])(?P<stray_open>\[)(?=\0)(?![^\n]*\])",
            says('this "[" has no closing bracket; leave it out', ""),
            against=(
                lambda hit: hit.after != "[" or "\\]" in hit.text[hit.end() : hit.end() + 200].partition("](")[0],
            ),
            bad=("See ⟦[⟧[die Größe](https://example.com/größe) now.",),
            good=("See [[die Größe](https://example.com/größe)] now.",),
        ),
        Slip(
            "code_of_rst",  # `A b <http://a/>`
            "other-markup",
            r"`[^`<>\n]{1,100}[ ]<https?://[^\s<>`]+>`",
            r"(?P<code_of_rst>\0{12,600})(?!_)",
            _code_of_rst,
            bad=("See ⟦`Die Größe <https://example.com/größe>`⟧ now.",),
            good=("Use `curl <https://example.com/größe>` and `Größe <größe@example.com>` now.",),
        ),
        Slip(
            "role_of_rst",  # :ref:`a`
            "role",
            rf":{_ROLES}:`",
            rf"(?<![\w:`\\\0}}\"'“]):{_ROLES}(?P<role_of_rst>:)(?=\0{{3}})",
            says("no link: this is a role of reStructuredText; write it in Markdown", whole=True),
            against=(lambda hit: hit.after != "`",),
            bad=("See ⟦:doc:⟧`größe` now.",),
            good=("Use `:doc:` and {doc}`größe`.",),
            catalogs=False,
        ),
        Slip(
            "left",  # [a](http:// b and what else was meant as a target
            "space-in-destination",
            (r"\]\((?:https?:|[#＃][ \t]*[^\W\d]|\.{1,2}/)[^()\n]{0,300}\s", r"\][ \t]\(#[ \t]+[^\W\d]"),
            r"\](?P<left>\((?:https?:|\.{1,2}/\w|[#＃][ \t]*[^\W\d])"
            r"(?:[^()\0]|\([^()\0\n]{0,100}\)){0,400}\)|[ \t]\(#[ \t]+[^\W\d][^()\n\0]{0,200}\))",
            says("no link: a space or a line break ends the target; leave it out, or write %20"),
            against=(_has_no_words, _is_to_fill_in, lambda hit: not re.search(r"\s", hit["left"])),
            bad=(
                "See [die Größe]⟦(https:// example.com/\nund/größe)⟧ now.",
                "See [die Größe]⟦ (# größe-und gewicht)⟧ now.",
            ),
            good=(
                "See [die Größe] (https://example.com/größe and more) now.",
                "See [die Größe](https://example.com/{ DIE-GRÖSSE }/) now.",
            ),
        ),
        Slip(
            "myst_target",  # {ref}`a <b`
            "role",
            _has_broken_role,
            rf"\{{{_MYST_NAME}\}}(?P<myst_target>`[^`\0]{{1,400}}`)",
            says('no link: one "<" belongs before the target and one ">" after it'),
            bad=("See {ref}⟦`die Größe <größe`⟧ now.",),
            good=("See {ref}`die Größe <größe>` now.",),
        ),
        Slip(
            "myst",  # {ref} `a`, ref}`a`, {ref`a`, {ref}'a'
            "role",
            _has_broken_role,
            rf"(?P<myst>{_MYST})(?=[ \t]?\0|[ \t]?[\"'´｀“‘`]|[^\s`\0{{}}][^`\n]{{0,100}}(?:`|\0))",
            says("no link: a role of MyST has its name in braces, and its text in backticks directly after it"),
            against=(_is_no_role,),
            last=True,
            bad=("See ⟦{ref}⟧ `die Größe <größe>` now.", "See ⟦ref}⟧`größe` now."),
            good=("Use {ref}`größe` and `{ref}` `größe` now.",),
        ),
        Slip(
            "residue",  # [a]{http://a/), [a(]http://a/), and other brackets that make no link
            "wrong-bracket",
            (
                rf"\[[^\[\]\s(][^\[\](]{{1,150}}\({_AT_NEEDLE}",
                rf"\](?:[\[{{（][(<]?|\([\[(]|<\(?)?{_AT_NEEDLE}",
                rf"\\\({_AT_NEEDLE}",
                rf"\(\]{_AT_NEEDLE}",
            ),
            rf"(?P<residue_image>!)?[\[［](?<![\]A-Za-z0-9_/\\\0].){NO_LABEL}(?P<residue_text>[^\[\]［］\n]{{2,200}}?)"
            rf"(?!\]\{{(?:#|\.\w)[^\s()]{{0,200}}\}})"  # pandoc, "bracketed_spans"
            rf"(?P<residue>[\]］]?(?:[(（]\]?|\]?[{{<\[(（]|\0\0|\](?=[^\s\0]{{2,300}}[)）]))[<(\[]?)"
            rf"(?P<residue_at>{_AT}){_TITLE}(?P<residue_end>>?[)）\]}}])(?![^\[\]\n]{{0,200}}\])",
            says(_WRONG_KIND, _bracketed, whole=True),
            last=True,
            bad=("See ⟦[die Größe]{größe.md)⟧ now.", "See ⟦[die Größe(größe.md)⟧ now."),
            good=("See [die Größe (größe.md) und gewicht] now.",),
        ),
        *TAGS,
    ),
    _read,
)
