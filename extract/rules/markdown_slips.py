"""Mistakes in the markup of Markdown's links, in the order in which they are looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from extract.rules.left_over import left_over
from extract.rules.registry import Found
from extract.rules.slips import MEDIAWIKI, RST, URL, WIKI, Slip, either, reports, says, wiki_link
from extract.text.regexes import lazily, re

_UNSPACED = r"(?:[^()\s\"'{}<>\0]|\([^()\s]*\))"
_WORD = r"[^\s()\"'<>\[\]\0]+"
# An address cut by spaces next to its own marks, or with one at its end: in a sentence in brackets none stands there.
_CUT_AT = r"(?<=[/\-_.?=&])[ \t]+|[ \t]+(?=[/\-_?=&]|[^\s()]*(?:/|\.[a-z]{2,4}\)))"
_CUT = rf"https?://(?=[^()\0]*[ \t]){_UNSPACED}+(?:(?:{_CUT_AT}){_UNSPACED}+)*+[ \t]*"
# A place in the document, or a page beside it.
_PAGE = r"\.[ \t]?(?:md|html?|rst|png|jpe?g|gif|svg|webp|pdf|ipynb)"
_LOCAL = rf"(?:#[^\W\d]|\.{{0,2}}/|[\w./-]+{_PAGE}(?=[#（）()]))[^\s()（）\[\]<>\0]*"
_TITLE = r"(?:[ \t]+\"[^\"\n]*\")?"
_IN_BRACKETS = rf"\({URL}{_TITLE}[ \t]*\)"
# What a label may be: numbers and "^a" are notes, "@a" a source, "!NOTE" a box, "x" and " " are boxes to tick.
_NO_LABEL = r"(?![0-9*†‡][0-9*†‡,; –-]{0,11}\]|[\^@!]|[ xX]\])"
_LABEL = rf"\[(?<![\]\\].){_NO_LABEL}[^\[\]]{{1,300}}"
_FILE = r"[\w.%/-]{1,200}\.(?:md|html?|rst|png|jpe?g|gif|svg|webp|ipynb)(?:#[^\s()]*)?"
_MISSING_MARK = "no link: a quotation mark is missing; write {}"
_QUOTES = "\"'“”"
_SPACE = "no link: a space ends the target; write {}"
_WRONG_KIND = "no link: brackets of the wrong kind; write {}"
_UNOPENED = 'no link: the opening "[" is missing; write it before the text'

_URL_ALONE = re.compile(r"\s*https?://\S+\s*\Z")
_BEFORE_TARGET = re.compile(r"\](?: {1,3}\(|（)")
_LOCAL_WITH_SPACE = lazily(
    lambda: re.compile(rf"(?i)(?=\s*[^\s])(?=.*[ \t])(?:\s*#[ \t]?[^\W\d][^()]*\Z|.*?{_PAGE}[ \t]*(?:#|\Z))")
)
_WITH_WORDS = re.compile(r"[ \t]*[^\W\d_][^:/()]{1,100}[:：]?[ \t]*(https?://\S+)[ \t]*")
# Quotation marks of word processors around a title.
_TITLED = re.compile(r"(?P<address>\S+)[ \t]+[“”„«»‘’](?P<title>[^“”„«»‘’]*)[“”«»‘’]")
# What a definition may follow without an empty line between them: a heading, another definition, a block, a quotation.
_BLOCK = re.compile(r"[ \t>]*(?:#{1,6}(?:\s|$)|[-=*_ \t]{2,}\r?$|\[[^\]\n]{1,100}\]:|`{3}|~{3}|:{3}|!{3}|[<{|])")


def slips(text: str, *, in_wiki: bool) -> Iterator[Found]:
    """Yield the mistakes in a piece of Markdown without its links; a wiki reads its own markup."""
    if "](" in text or "http" in text or _BEFORE_TARGET.search(text):
        for slip, found in reports((*_AFTER_TEXT, *_ELSEWHERE), _PATTERN.finditer(text)):
            if not (in_wiki and slip.name == "wiki"):
                yield found


def _without_white_space(name: str) -> Callable[[re.Match[str]], str]:
    return lambda match: "".join(match[name].split())


def _mail(match: re.Match[str]) -> str:
    address, question, query = match["mail"].partition("?")
    return "".join(address.split()) + question + query.strip().replace(" ", "%20").replace("\t", "%09")


def _broken(match: re.Match[str], name: str) -> Found:
    meant = "".join(match["broken"].split())
    is_one = meant.isascii() and meant.count("://") == 1  # or else the ")" is missing, and text follows
    message = "no link: a line break ends the target; " + (f"write {meant}" if is_one else "write it on one line")
    return Found(*match.span(name), message, "path", meant if is_one else None)


def _local(match: re.Match[str], name: str) -> Found | None:
    target, label = match[name], _label(match.string, match.start())
    if label is not None and (_LOCAL_WITH_SPACE.match(target) or (" " in label and target == f"#{label}")):
        return Found(*match.span(name), "no link: a space ends the target; leave it out, or write %20")
    if label and (with_words := _WITH_WORDS.fullmatch(target)):
        message = f"no link: words before the address; write {with_words[1]}"
        return Found(*match.span(name), message, None, with_words[1])
    if " " in target and label and _is_of_words(target, label):
        return Found(*match.span(name), "no link: these are words, not an address; write the address here")
    return None


def _open(match: re.Match[str], name: str) -> Found:
    other = match["other"] or ""
    # A mark at the end belongs to the sentence.
    end = match.end(name) if other else match.start(name) + len(match[name].rstrip(".,:;!?"))
    message = f'"{other}" does not close the target; write ")"' if other else 'the closing ")" is missing'
    return Found(end, end + len(other), f"no link: {message}", None, ")")


def _unclosed(match: re.Match[str], name: str) -> Found:
    return Found(match.end(name), match.end(name), 'no link: the closing ">" is missing', None, ">")


def _unopened(match: re.Match[str], name: str) -> Found | None:
    return Found(*match.span(), _UNOPENED) if not match[name] or _is_first(match) else None


def _unopened_page(match: re.Match[str], _name: str) -> Found | None:
    return Found(*match.span(), _UNOPENED) if _is_first(match) else None


def _after_code(match: re.Match[str], _name: str) -> Found:
    in_link = "no link: there is a link in its text already; close the text before that"
    return Found(*match.span(), _UNOPENED if _is_first(match) else in_link)


def _padding(match: re.Match[str], name: str) -> Found:
    safe = left_over(match["padded"]) is None  # or else it is a second finding
    return Found(*match.span(name), 'no link: space before ">"; remove it', None, "", safe)


def _phrase(match: re.Match[str], name: str) -> Found:
    message = f'no link: "({match[name]})" stands between the text and the target; leave it out'
    return Found(*match.span(), message, None, "]")


def _never_closed(match: re.Match[str], _name: str) -> Found:
    address = match["closed_after"] or match["not_closed"]
    label = match[0][1:].partition(f"({address})")[0].rstrip()
    meant = f"[{label}]({address})"
    return Found(*match.span(), f'no link: the "]" belongs before the address; write {meant}', None, meant)


def _bare(match: re.Match[str], name: str) -> Found:
    address = match[name].rstrip(".,;:!?。，、；*_")
    end = match.start(name) + len(address)
    end += match.string.startswith(")", end)  # the opening one was forgotten
    message = f"no link: no brackets around the address; write [{match['bare_label']}]({address})"
    return Found(match.start(name), end, message, None, f"({address})")


def _single_titled(match: re.Match[str]) -> str:
    address, title = match["single_titled"].split(None, 1)
    return f'{address} "{title.strip(chr(39))}"'


def _half_titled(match: re.Match[str]) -> str:
    address, title = match["half_titled"].split(None, 1)
    return f'{address} "{title.strip(chr(34))}"'


def _tag(match: re.Match[str], name: str) -> Found | None:
    if match.string[:1] in " <" and not re.match(r"<(?:a|img)\s", match.string):
        return None  # a block of HTML, which browsers read
    meant = f'"{match[name].strip(_QUOTES)}"'
    message = f"no link: the address in a tag needs quotation marks, one before and one after; write {meant}"
    return Found(*match.span(name), message, None, meant, safe=True)


def _late(match: re.Match[str], name: str) -> Found | None:
    line = match.string.rfind("\n", 0, match.start() - 1) + 1
    if _BLOCK.match(match.string, line, match.start() - 1):
        return None
    message = "no definition: it belongs to the paragraph before it; leave a line empty between them"
    return Found(*match.span(name), message)


def _spaced(match: re.Match[str], name: str) -> Found:
    """Report a target with a space: before a title, after the scheme by mistake, or within the address."""
    target = match[name]
    if titled := _TITLED.fullmatch(target):
        meant, safe = f'{titled["address"]} "{titled["title"]}"', '"' not in titled["title"]
    elif slip := re.match(r"(https?:)[ \t]*/[ \t]*/?[ \t]*(?=\S+\Z)", target):
        meant, safe = f"{slip[1]}//{target[slip.end() :]}", True
    elif twice := re.fullmatch(r"(https?:(?://)?)[ \t]+(https?://\S+)|(https?://\S+)[ \t]+(https?:(?://)?)", target):
        meant, safe = twice[2] or twice[3], True
    elif re.match(r"https?:[ \t]", target):  # machine translation does so at every mark
        meant, safe = re.sub(r"[ \t]+", "", target), False
    else:
        meant, safe = _without_spaces(target), False
    return Found(*match.span(name), f"no link: a space ends the target; write {meant}", "path", meant, safe)


def _without_spaces(target: str) -> str:
    """Return a target without the spaces that are mistakes: in the host, next to a slash or hyphen, at the end.

    Elsewhere a space may be part of a name, and is encoded.
    """
    joined = re.sub(r"(?<=[/-])[ \t]+|[ \t]+(?=[/-])", "", target.rstrip(" \t"))
    host = re.match(r"https?://[^/?#]*", joined)
    split = host.end() if host else 0
    return re.sub(r"[ \t]", "", joined[:split]) + re.sub(r"[ \t]", "%20", joined[split:])


def _label(text: str, position: int) -> str | None:
    """Return the text in the brackets that the "]" at a position closes."""
    before = text[max(position - 300, 0) : position]
    return before.rpartition("[")[2] if before.count("[") > before.count("]") else None


def _is_of_words(target: str, label: str) -> bool:
    """Whether a target with spaces repeats the words of its label, or the label is the address."""
    return label.startswith(target) or label.endswith(target.strip()) or _URL_ALONE.match(label) is not None


def _is_first(match: re.Match[str]) -> bool:
    """Whether no bracket stands open before a "]"; of a number in brackets one does."""
    before = match.string[max(match.start() - 300, 0) : match.start()].rpartition("\n")[2]
    return before.count("[") <= before.count("]")


# After a text in brackets.
_AFTER_TEXT = (
    Slip(
        "space",  # [a] (http://a/)
        rf"(?P<space>[ \t]{{1,3}}|[ \t]{{0,3}}\r?\n[ \t]{{0,3}})(?={_IN_BRACKETS})",
        says('no link: space between "]" and "("; remove it', "", safe=True),
    ),
    Slip(
        "mark",  # [a]:(http://a/)
        rf"(?P<mark>[.:;,=_-])(?={_IN_BRACKETS})",
        says('no link: a mark between "]" and "("; remove it', "", safe=True),
    ),
    Slip(
        "bracket",  # [a]](http://a/)
        rf"(?P<bracket>[ \t]{{0,3}}\][ \t]{{0,3}})(?={_IN_BRACKETS})",
        says('no link: extra "]" between "]" and "("; remove it', "", safe=True),
    ),
    Slip(
        "apart",  # [a] (http://a- b/)
        rf"(?P<apart>[ \t]{{1,3}}\((?P<cut>{_CUT})\))",
        says(
            'no link: spaces after "]" and in the target; write {}', lambda match: f"({_without_spaces(match['cut'])})"
        ),
    ),
    Slip(
        "anchor",  # [a] (#a)
        r"(?P<anchor>[ \t]{1,3})(?=\((?:#|\.{0,2}/)[^\W\d_][^\s()]*\))",
        says('no link: no space may stand between "]" and "("', "", safe=True),
    ),
    Slip(
        "square",  # [a][http://a/]
        rf"(?P<square>\[(?P<in_square>{URL})[ \t]?\])",
        says("no link: square brackets around the target; write {}", lambda match: f"({match['in_square']})"),
    ),
    Slip(
        "braces",  # [a]{http://a/}
        r"(?P<braces>\{(?P<in_braces>https?://[^\s(){}\[\]<>\0]+)\})",
        says("no link: braces around the target; write {}", lambda match: f"({match['in_braces']})"),
    ),
    Slip(
        "wide",  # [a]（http://a/）
        rf"(?P<wide>[ \t]?(?:（[ \t]?(?P<in_wide>{URL}|{_LOCAL})[ \t]?[）)]|\((?P<half_wide>{URL})）))",
        says(
            "no link: full-width brackets; write {}",
            lambda match: f"({match['in_wide'] or match['half_wide']})",
            safe=True,
        ),
    ),
)
_ELSEWHERE = (
    Slip(
        "turned",  # (a)[http://a/]
        rf"[(（](?<![A-Za-z0-9_\]\\].)(?P<turned>[^()（）\[\]\n]{{1,200}})[)）\]]\[(?P<turned_to>{URL})\]",
        says(
            "no link: brackets in the wrong order; write {}",
            lambda match: f"[{match['turned']}]({match['turned_to']})",
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "heavy",  # 【a】(http://a/)
        r"[【［](?P<heavy>[^【】［］\n\0]{1,200})[】］][ \t]?[(（](?P<heavy_to>https?://[^\s()（）\[\]<>，。；\0]+)[)）]",
        says(
            'no link: "【" and "】" around the text; write {}',
            lambda match: f"[{match['heavy']}]({match['heavy_to']})",
            whole=True,
        ),
    ),
    Slip(
        "double",  # <(http://a/)>
        rf"[<‹〈＜]\((?P<double>{URL})\)[>›〉＞]",
        says("no link: two kinds of brackets; write {}", lambda match: f"<{match['double']}>", safe=True, whole=True),
    ),
    Slip(
        "broken",  # [a](http://a/ and a line break
        rf"\]\((?P<broken>[ \t]*(?:\r?\n[ \t]*)?https?://{_WORD}(?:[ \t]*\r?\n[ \t]*{_WORD})++){_TITLE}\s*\)",
        _broken,
    ),
    Slip(
        "wiki",  # [[http://a/|a]]
        WIKI,
        says(
            "no link: this is the markup of a wiki; write {}",
            lambda match: "[{}]({})".format(*wiki_link(match)),
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "extra",  # [a]((http://a/)
        rf"\]\((?P<extra>\()(?=(?:{URL}|{_LOCAL})\))",
        says('no link: one "(" too many before the target; leave it out', "](", safe=True, whole=True),
    ),
    Slip(
        "padding",  # <http://a/ >
        r"<(?P<padded>https?://[^\s<>\0]+)(?P<padding>[ \t]+)>",
        _padding,
    ),
    Slip(
        "phrase",  # [a](b c)(http://a/)
        rf"\](?:[ \t]?\((?!https?:)(?=[^()\[\]\0]*\s)|[ \t]\()(?P<phrase>[^()\[\]\n\0]{{1,200}})\)"
        rf"(?=\({URL}\))",
        _phrase,
    ),
    Slip(
        "spaced",  # [a](http://a/b c)
        rf"\]\((?P<spaced>https?:(?://{_UNSPACED}*(?:[ \t]+{_UNSPACED}+)+"
        rf"|(?:(?://)?[ \t]+(?://|https?://)|/[ \t]+/?){_UNSPACED}+(?:[ \t]+{_UNSPACED}+)*+)){_TITLE}[ \t]*\)",
        _spaced,
    ),
    Slip(
        "tel",  # [a](tel:+1 2)
        r"\]\((?P<tel>tel:(?=[+\d(][\d()]*[ \t])(?:[\d+.-]|\(\d{1,6}\)|[ \t]){3,40})\)",
        says(_SPACE, _without_white_space("tel"), safe=True),
    ),
    Slip(
        "half_titled",  # [a](http://a/ "b)
        r"\]\((?P<half_titled>https?://[^\s()<>\"“”]+[ \t]+(?:\"[^\"()\n]{1,200}|[^\s\"()][^\"()\n]{0,200}\"))\)",
        says(_MISSING_MARK, _half_titled, safe=True),
    ),
    Slip(
        "scheme_apart",  # [a](http ://a/)
        r"\]\((?P<scheme_apart>https?[ \t]+:[ \t]*//[ \t]*[^\s()<>]+)\)",
        says(_SPACE, _without_white_space("scheme_apart"), safe=True),
    ),
    Slip(
        "gapped",  # <http://a/ b>
        r"<(?P<gapped>https?://[^\s<>\0]+(?:[ \t]+[^\s<>\0]+){1,10})>",
        says('no link: a space may not stand between "<" and ">"; write %20, or close the address before it'),
    ),
    Slip(
        "rst",  # `a <http://a/>`_
        RST,
        says(
            "no link: this is reStructuredText; write {}",
            lambda match: f"[{' '.join(match['rst'].split())}]({match['rst_address']})",
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "image_apart",  # ! [a](a.png)
        r"!(?<!\S!)(?P<image_apart>[ ])"
        r"(?=\[[^\[\]]{0,300}\]\([^()\s?#]+\.(?i:png|jpe?g|gif|svg|webp|bmp)(?:[?#][^()\s]*)?\))",
        says('no image: space after "!"; remove it', "", safe=True),
    ),
    Slip(
        "tag_address",  # <a href=http://a/?a=b>
        r"<(?<!\\<)(?i:a|img)\s[^<>\n]{0,300}?\b(?i:href|src)\s*=\s*(?P<tag_address>[\"'“”]{0,2}https?://[^\s\"'<>“”]+[\"'“”]{0,2})"
        r"(?=[\s>/])[^<>\n]{0,300}>",
        _tag,
    ),
    Slip(
        "late",  # a definition, [a]: http://a/, in a paragraph
        r"(?<=\n)[ ]{0,3}(?P<late>\[(?!\^)[^\[\]\n]{1,100}\]:)[ \t]*<?(?:https?://|#|\.{1,2}/)[^\s<>]+>?"
        r"(?:[ \t]+\"[^\"\n]*\")?[ \t]*(?=\r?\n|\Z)",
        _late,
    ),
    Slip(
        "mail",  # [a](mailto: a@b.c)
        r"\]\((?P<mail>mailto:(?=[^()\n\0]{0,300}[ \t])[ \t]*[^\s()<>@?\0]+@[^\s()<>@?\0]+"
        r"(?:\?[^()<>\n\0]{0,300})?)[ \t]*\)",
        says(_SPACE, _mail, safe=True),
    ),
    Slip(
        "unopened",  # a](http://a/)
        rf"\](?<=[^\s\[\]\\\0!].)(?P<unopened>[ \t]?)(?=\({URL}\))",
        _unopened,
    ),
    Slip(
        "after_code",  # `a`](http://a/): readers leave spaces where code was
        rf"\](?<= {{3}}.)(?P<after_code>)(?=\({URL}\))",
        _after_code,
    ),
    Slip(
        "unopened_page",  # a](./a.md)
        r"\](?<=[^\s\[\]\\\0!].)(?P<unopened_page>)(?=\(\.{1,2}/[^\s()\[\]<>\0]+\))",
        _unopened_page,
    ),
    Slip(
        "open",  # [a](http://a/
        r"\]\((?P<open>https?://(?:[^\s()（）\[\]<>\0]|\([^\s()（）\[\]<>\0]*\))+?)(?P<other>[\]】」}])?(?=\s|\Z)(?!.{0,500}\))"
        r"(?!\s*\n[ \t]*>[ \t>]*[\"'(])",  # a title, in a quotation
        _open,
    ),
    Slip(
        "unclosed",  # <http://a/
        r"<(?<![^\s（].)(?P<unclosed>https?://[^\s<>\0]+)(?=[ \t]*(?:\r?\n|\Z))(?![^<]{0,300}>)",
        _unclosed,
    ),
    Slip(
        "bare",  # [a]http://a/: no mark of a source ("[EB/OL]", "[PDF]") or of a log
        r"\[(?<![\]\\\w].)(?![A-Z/ ]{1,12}\]|(?i:online|available)\])"
        r"(?P<bare_label>[^\[\]\n\0]{2,200})\](?P<bare>https?://[^\s()\[\]<>\0]+)",
        _bare,
    ),
    Slip(
        "pair",  # [a)(http://a/)
        rf"\[(?P<pair>[^\[\](){{}}【】「」\n\0]{{2,100}})[)}}】」](?=\({URL}\))",
        says(_WRONG_KIND, lambda match: f"[{match['pair']}]", safe=True, whole=True),
    ),
    Slip(
        "brace",  # {a}(http://a/)
        rf"\{{(?<![\]\w$#%{{].)(?![#.:%{{])(?P<brace>[^\[\](){{}}\n\0]{{2,100}})\}}(?=\({URL}\))",
        says(_WRONG_KIND, lambda match: f"[{match['brace']}]", safe=True, whole=True),
    ),
    Slip(
        "never_closed",  # [a (http://a/), [a(http://a/)]; readers leave spaces where "](…)" of a link was
        r"\[(?<![\]\\\w].)(?P<never_closed>(?:[^\[\]()\s\0]|[ ](?! )){1,150}[^\[\]()\s\0])"
        r"(?:\((?P<closed_after>https?://[^\s()\[\]<>\0]+)\)\](?![(\[:])"
        r"|(?:[ ]\([^\[\]()\n\0]{1,50}\))?[ \t]?\((?P<not_closed>https?://[^\s()\[\]<>\0]+)\)"
        r"(?![^\[\]]{0,300}(?:\]|[ ]{4})))",
        _never_closed,
    ),
    Slip(
        "file_apart",  # [a] (a.md)
        rf"\[(?<![\]\\\w].){_NO_LABEL}[^\[\]\n\0]{{1,200}}\](?P<file_apart>[ \t]{{1,4}})(?=\({_FILE}\))",
        says('no link: space between "]" and "("; remove it', "", safe=True),
    ),
    Slip(
        "unnamed_apart",  # ![] (a.png)
        rf"!\[\](?P<unnamed_apart>[ \t]{{1,4}})(?=\((?:{URL}|{_FILE})\))",
        says('no link: space between "]" and "("; remove it', "", safe=True),
    ),
    Slip(
        "mediawiki",  # [http://a/ a]
        MEDIAWIKI,
        says(
            "no link: this is the markup of a wiki; write {}",
            lambda match: f"[{match['mediawiki_words'].strip()}]({match['mediawiki']})",
            whole=True,
        ),
    ),
    Slip(
        "attributes",  # [a](http://a/ target="_blank")
        r"\]\((?P<attributes>(?P<attributed>https?://[^\s()<>\"'\0]+)[ \t]+"
        r"(?:target|rel|class|style|width|height)=[^()\n]{1,100})\)",
        says("no link: Markdown has no attributes here; write {}", lambda match: match["attributed"]),
    ),
    Slip(
        "single_titled",  # [a](http://a/ 'b)
        r"\]\((?P<single_titled>https?://[^\s()<>\"'“”\0]+[ \t]+(?:'[^'\"()\n]{1,200}|[^\s'\"()][^'\"()\n]{0,200}'))\)",
        says(_MISSING_MARK, _single_titled, safe=True),
    ),
    Slip(
        "glued_title",  # [a](http://a/"b c")
        r"\]\((?P<glued_title>(?P<titled>https?://[^\s()<>\"\0]*[^\s()<>\"\0=:+&?/,.])"
        r"\"(?P<title>[^\"()\n]{1,200})\"[ \t]*)\)",
        says(
            "no link: a space belongs before the title; write {}",
            lambda match: f'{match["titled"]} "{match["title"]}"',
            safe=True,
        ),
    ),
    Slip(
        "padding_before",  # < http://a/>
        r"<(?P<padding_before>[ \t]+)https?://[^\s<>\0]+[ \t]*>",
        says('no link: space after "<"; remove it', "", safe=True),
    ),
    Slip(
        "local",  # [a](b c.md)
        r"\]\((?!\s*https?:)(?P<local>(?:[^()<>\"'“”\n\0]|\([^()\n\0]{0,100}\)){1,300})\)(?![ \t]?\()",
        _local,
    ),
)
_PATTERN = lazily(lambda: re.compile(rf"{_LABEL}\](?:{either(_AFTER_TEXT)})|{either(_ELSEWHERE)}"))
