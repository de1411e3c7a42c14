"""Rules about broken destinations: a wrong or missing scheme, two adjoining IRIs, a path on the author's disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extract.detect.evidence import kind_of
from extract.iri.tld import is_known_tld
from extract.readers.triggers import SCHEME, SPLIT_SCHEME, WRITERS_DISK
from extract.redirects.chain import redirect_chain
from extract.rules.iri.aspects import is_tld
from extract.rules.iri.characters import named
from extract.rules.iri.suggestions import suggest_scheme
from extract.rules.markup.targets import left_over
from extract.rules.place import Place
from extract.rules.problem import Problem, problem_at
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents, Prose
from extract.text.characters import ZERO_WIDTH
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, lazily, re

_WEB = "(?i:https?|ftps?)"
# Excludes a path from the root of the site, and a page next to this one (RFC 3986 §5.2.2, "backward compatibility").
_HOST_FOLLOWS = rf"(?=\w[^\s./]{{0,80}}\.\w)(?!\w[\w-]{{0,80}}\.(?:{FILE_SUFFIXES}|js|css)(?![\w.]))"
_NO_WORD_BEFORE = r"(?:(?<![\w.+:/#\\\udc80-\udcff-])|(?<=\blink:))(?<!=\n)(?<!=\r\n)"
_LOCAL_HOST = r"[a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:com|org|net|edu|gov|example)/\w"
_SLIPS = lazily(
    lambda: re.compile(
        f"{_NO_WORD_BEFORE}(?:"
        + "|".join(
            (
                rf"(?P<twice>{_WEB}:(?://)?)(?=(?P<second>{_WEB})(?P<marks>:?//*+))",
                rf"(?P<one>{_WEB}):/(?![/*]){_HOST_FOLLOWS}",
                rf"(?P<colons>{_WEB})(?:::/{{0,2}}|：[/／]{{0,2}}|:／[/／]?){_HOST_FOLLOWS}",
                rf"(?P<semicolon>{_WEB})(?:;//?|[.,]:?//){_HOST_FOLLOWS}",
                rf"(?P<gap>{_WEB})[ \u00a0\u202f]://{_HOST_FOLLOWS}",  # French spacing
                rf"(?P<none>{_WEB})//:?{_HOST_FOLLOWS}",
                rf"(?P<split>{SPLIT_SCHEME}[{ZERO_WIDTH}]*)",
                rf"(?P<slashless>{_WEB}):(?:\\{{1,2}}{_HOST_FOLLOWS}|(?={_LOCAL_HOST}))",
                r"(?P<typo>[A-Za-z]{2,9})://(?=[^\s/,;.)\]`'\"])",
            )
        )
        + ")"
    )
)
_BRACKETED = re.compile(r"<(https?://[^<>]+)>")
_COMMON = ("https", "http", "ftp")
_BEFORE = re.compile(
    rf"(?!\\\")(?:\.{{0,2}}/|(?P<directory>[\w-]{{1,20}}/)|[.#]|(?:[^\w\s.#?/\\(（\[{{<]|[^\S \t\r\n]){{1,4}}"
    rf"|(?i:url|link|href|src|doi)\s?[:=]\s?)(?={_WEB}://)"
)
_AROUND = ("`", '"', "'", "*")  # quotation marks and markup that may be on both sides
# A scheme with percent-encoded delimiters, without its first letters, or a misspelled "mailto:".
_IN_TARGET = re.compile(
    rf"(?P<encoded>{_WEB})%3[Aa](?://|%2[Ff]%2[Ff])(?=\w)|(?P<stray>{_WEB}):\w//{_HOST_FOLLOWS}|(?i:(?P<rest>t?ps))://{_HOST_FOLLOWS}"
    r"|(?P<mail>(?!(?i:mailto:))(?i:m[ailto]{4,6}|e-?mail|mail|mail?t?p)):(?=[^\s/?#:@]+@[^\s/?#:@]+\.[^\s/?#:@]+\Z)"
)


@rule("IRI102", "scheme-typo", "error", scope="passage", silences="place", yields_to=("unclosed",))
def scheme_typo(prose: Prose) -> Iterator[Problem]:
    r"""The scheme is misspelled, or the "://" after it is wrong.

    The scheme is not registered but similar to a common one. Or the colon or a slash is missing, doubled or replaced,
    or there is an invisible character before the scheme. Programs do not link the IRI, or link to a file of that name.
    Source: RFC 3986 §3.1, §3; the registry of schemes (RFC 7595).

    Bad:
        See ⟦htpp://⟧example.com/über now.
        See ⟦http:/⟧example.com/über now.
        See ⟦https//⟧example.com/über now.

    Bad (markdown):
        [über](⟦`https://example.com/über`⟧)
        [über](⟦http;//⟧example.com/über)

    Bad (rst):
        See `über <⟦http//⟧example.com/über>`__ now.
        .. _über: ⟦<https://example.com/über>⟧

    Bad (html):
        <a href="⟦https//⟧example.com/über">über</a>
        <a href="⟦"⟧https://example.com/über"">über</a>

    Good:
        See http://example.com/über now.
        See hxxp://example.com/über now.
        See fxp://example.com/über and mtp://example.com/über and hftp://example.com/über now.

    Good (markdown):
        [über](mailto:über@example.com)
        [über](magnet:über@example.com)
    """
    if prose.target and (found := _around_scheme(prose)):
        yield found
        return
    if "/" not in prose.text and "：" not in prose.text and "\\" not in prose.text:
        return
    for match in _SLIPS.finditer(prose.text):
        if prose.target and match.start():
            return
        if match["twice"]:
            yield _twice(match)
        elif match["split"]:
            # In running text, authors may use it to prevent links.
            if prose.target and (hidden := re.search(f"[{ZERO_WIDTH}]", match[0])):
                scheme = re.sub(f"[{ZERO_WIDTH}]", "", match[0])
                message = Message(
                    '{character} is in the scheme; write "{text}"', character=named(hidden[0]), text=scheme
                )
                yield _of_scheme(*match.span(), message, scheme)
        elif meant := _common(match, prose):
            message = Message('"{written}" does not start a link; write {text}', written=match[0], text=f'"{meant}://"')
            yield _of_scheme(*match.span(), message, f"{meant}://", safe=_is_sure(match["typo"]))


# Only letters of "https" make the fix safe. With another letter, "xttp" may be the scheme of a program.
_OF_WEB = frozenset("htps")


def _is_sure(typo: str | None) -> bool:
    return typo is None or _OF_WEB.issuperset(typo.lower())


def _of_scheme(start: int, end: int, message: str, fix: str, *, safe: bool = True) -> Problem:
    return Problem(start=start, end=end, message=message, component="scheme", fix=fix, safe=safe)


_QUOTATION = frozenset("\"'“”„‟«»‘’＂＇")


def _around_scheme(prose: Prose) -> Problem | None:
    """Return the problem of brackets around a destination, or of text before or in its scheme, or ``None``."""
    if bracketed := _BRACKETED.fullmatch(prose.text):
        message = Message("the angle brackets become part of this target; write {text}", text=bracketed[1])
        return _of_scheme(0, len(prose.text), message, bracketed[1])
    if before := _BEFORE.match(prose.text):
        what = named(before[0]) if len(before[0]) == 1 else f'"{before[0]}"'
        message = Message("{text} before the scheme makes this a file name; remove it", text=what)
        if before[0] == "#":
            message = Message("{text} before the scheme makes this a place in this page; remove it", text=what)
        rest = prose.text[before.end() :]
        both = before[0] if before[0] in _AROUND and rest.endswith(before[0]) else ""
        if (left := left_over(rest)) or both:  # usually the closing quotation mark
            fix = rest[: left.start] if left else rest.removesuffix(both)
            if _QUOTATION.isdisjoint(fix):
                found = _of_scheme(0, len(prose.text), Message("{what}, also at the end", what=message), fix)
                is_needed = before[0] in _QUOTATION and prose.format.name == "mdx"  # JSX: values need one
                return replace(found, fix=None, safe=False) if is_needed else found
        # The fix would leave a single quotation mark, possibly after a space.
        is_mark = not _QUOTATION.isdisjoint(before[0])
        found = _of_scheme(*before.span(), message, "", safe=not (before["directory"] or is_mark))
        return found if _QUOTATION.isdisjoint(rest) else replace(found, fix=None, safe=False)
    if slip := _IN_TARGET.match(prose.text):
        right = "mailto:" if slip["mail"] else f"{(slip['encoded'] or slip['stray'] or 'https').lower()}://"
        message = Message('"{written}" does not start a link; write "{text}"', written=slip[0], text=right)
        return _of_scheme(*slip.span(), message, right)
    return None


def _common(match: re.Match[str], prose: Prose) -> str | None:
    """Return the common scheme that the mistake stands for, or ``None`` if there is none, or no host."""
    is_slip = match["typo"] or match["semicolon"] or "／" in match[0]
    if prose.target and SCHEME.match(prose.text) and not is_slip:
        return None  # no host: IRI101
    meant = _meant(match["typo"].lower()) if match["typo"] else match[match.lastgroup or 0].lower()
    return meant if meant in _COMMON else None


# "hthttps", "hppts", "htttp": the letters of "https" in any order, and a registered scheme that is unused (RFC 2660).
_SCRAMBLED = re.compile(r"(?=[htps]*t)(?=[htps]*p)(?:[ht][htps]{2,8}|shttp)")


def _meant(scheme: str) -> str | None:
    """Return the correct form of a misspelled ``scheme``, or ``None`` if it is correct or unknown."""
    meant = suggest_scheme(scheme)
    if meant is None and scheme not in _COMMON and _SCRAMBLED.fullmatch(scheme):
        return "https" if "s" in scheme else "http"
    return meant


def _twice(match: re.Match[str]) -> Problem:
    """Return the problem of a doubled scheme. The second may be incomplete: "https://https/"."""
    if match["marks"] == "://":
        return _of_scheme(*match.span(), Message('the scheme is written twice; remove "{text}"', text=match[0]), "")
    end = match.end("marks")
    meant = f"{match['second'].lower()}://"
    message = Message(
        '"{written}" does not start a link; write "{text}"',
        written=f"{match[0]}{match['second']}{match['marks']}",
        text=meant,
    )
    return _of_scheme(match.start(), end, message, meant)


_MAIL = re.compile(r"[^\s/?#:@()<>,;]{1,64}@(?:[^\s/?#:@()<>,;.]{1,63}\.){1,9}(?P<tld>[^\s/?#:@()<>,;.]{2,63})")
# git-clone(1), "Git URLs": the scp-like syntax.
_REPOSITORY = re.compile(
    r"[\w.-]{1,64}@(?P<host>(?:[\w-]{1,63}\.){1,9}[a-z]{2,24}):(?P<path>(?=[^/]*[A-Za-z])[\w~.-]+(?:/[\w~.-]+)+?)(?:\.git)?/?"
)
_MESSAGE_ID = re.compile(r"(?=[^@]*[0-9]{5})[^@]*[.$-][^@]*@")  # RFC 5322 §3.6.4: usually date and time first
_HOST = re.compile(
    r"(?i)(?:\.{0,2}/(?=www\.))?(?P<host>(?P<www>www\.)?(?:[\w-]{1,63}\.){1,9}(?P<tld>[a-z]{2,24}))(?P<rest>[/?#:].*)?",
    re.DOTALL,
)
# Placeholder for a site.
_STANDS_FOR_SITE = re.compile(r"(?i)(?:www\.)?(?:example|domain|(?:my|your)-?\w{0,20})\.(?:com|org|net)/?")
_STANDS_FOR_MAILBOX = re.compile(
    r"(?i)(?:(?:your?|my|e-?mail|user|name|some)[\w.-]*@(?:e-?mail|domain|address|example|your|company|site)[\w-]*\.\w+|x+@x+\.\w+)"
)
_PAGES = re.compile(r"(?i)(?:readme|read|index|license|contributing|changelog|about|home|main|docs?|intro\w*)\.")
_SUFFIXES = re.compile(rf"(?:{FILE_SUFFIXES}|ai|app)\Z")  # of files and directories, some of which are also TLDs


@rule(
    "IRI805",
    "local-destination",
    "error",
    sub_rule="no-scheme",
    summary="The target names a file here, not a site.",
    scope="target",
)
def no_scheme(prose: Prose) -> Iterator[Problem]:
    """The destination of a link is a host or an email address without a scheme.

    Programs treat it as the name of a file next to the document. If there is such a file, it is not reported.
    Source: RFC 3986 §4.2, §4.5; RFC 6068.

    Bad (markdown):
        [schreiben](⟦jürgen@bücher.example⟧)
        [ansehen](⟦www.example.com/größe⟧)

    Bad (html):
        <a href="⟦www.größe.de⟧">größe</a>

    Good (markdown):
        [ansehen](www.example.com)
        [schreiben](mailto:jürgen@bücher.example)
    """
    if SCHEME.match(prose.text):
        return
    exists = prose.document.surroundings.exists  # next to the document
    if mail := _MAIL.fullmatch(prose.text):
        is_mailbox = is_tld(mail["tld"]) and not _MESSAGE_ID.match(prose.text)
        # docutils adds the scheme itself.
        is_meant = "docutils" not in prose.format.read_by and not _STANDS_FOR_MAILBOX.fullmatch(prose.text)
        if is_mailbox and is_meant and not exists(prose.text):
            meant = f"mailto:{prose.text}"
            message = Message(
                '"{text}" names a file here, not a mailbox; write {text2}', text=prose.text, text2=f'"{meant}"'
            )
            yield _of_scheme(0, len(prose.text), message, meant)
        return
    if git := _REPOSITORY.fullmatch(prose.text):
        meant = f"https://{git['host']}/{git['path']}"
        message = Message('"{text}" names a file here, not a repository; write "{text2}"', text=prose.text, text2=meant)
        yield _of_scheme(0, len(prose.text), message, meant, safe=False)
        return
    host = _HOST.fullmatch(prose.text)
    if host is None or _STANDS_FOR_SITE.fullmatch(prose.text) or exists(host["host"]):
        return
    tld = host["tld"].lower()
    if tld == "org" and not (host["www"] or host["rest"]) and not _shows_site(prose.label, host["host"]):
        return
    if is_tld(tld) if host["www"] else _is_site(host, prose.label):
        message = Message('"{site}" names a file here, not a site; write "https://{site}"', site=host["host"])
        yield _of_scheme(0, len(prose.text), message, f"https://{prose.text[host.start('host') :]}", safe=False)


def _is_site(host: re.Match[str], label: str | None) -> bool:
    """Return whether a host without a scheme is a site, rather than a file or directory."""
    tld, rest = host["tld"].lower(), host["rest"] or ""
    if not is_known_tld(tld) or _SUFFIXES.match(tld):
        return False
    kind = kind_of(tld)
    if kind == "usual" or (kind in ("sure", "startup") and rest):
        return True
    if rest.startswith("/"):  # a file has no path; software packages have capitals
        return host["host"].islower() and kind != "attribute"
    return kind in ("sure", "startup") and not rest and bool(label) and not _PAGES.match(host["host"])


# File names in Org that are not sites.
_ORG_FILES = re.compile(
    r"(?i)(?:.*\.)?(?:readme|index|tests?|examples?|notes?|todos?|inbox|journal|tasks|agenda|init|config)\.org"
)


def _shows_site(label: str | None, host: str) -> bool:
    """Return whether the link text (``label``) contains the name of ``host``. "x.org" may also be an Org file."""
    name = re.sub(r"[\W_]", "", host[: -len(".org")].rpartition(".")[2])
    return not _ORG_FILES.fullmatch(host) and name.casefold() in re.sub(r"[\W_]", "", label or "").casefold()


_GLUED = re.compile(
    r"(?i)(?<=[\w.,;)!])\(?https?://(?!localhost|127\.)(?=[\w-])|(?<=[,;])\s{1,3}https?://(?=[\w-])|(?<=[\w)])https?://\Z"
)


_SAME_HOST = re.compile(r"(?i)https?://(?P<host>[\w-]{1,63}(?:\.[\w-]{1,63}){1,9})/(?=https?://(?P=host)(?:[/?#]|\Z))")
# A query may contain IRIs. Two kinds are mistakes: the next candidate of a "srcset", and an IRI of the same host
# directly after a word.
_GLUED_IN_QUERY = re.compile(r"(?i)(?:%20[0-9]+w,(?:%20)?|(?<=[A-Za-z0-9])(?=https?://(?P<host>[^/?#]+)))(?=https?://)")


def _is_listed(problem: Problem, place: Place) -> bool:
    """Exempt lists of IRIs with separators in data, except in ``href`` and ``src``, which have one IRI."""
    if place.format.kind != "data" or place.passage.attribute in ("href", "src"):
        return False
    start = problem.start
    if place.link.iri[:start].endswith("%7C"):  # "|", as the XML reader writes it
        return True
    return place.link.iri[start : start + 1].isspace() or place.link.iri[start - 1 : start] in _BETWEEN


_BETWEEN = frozenset(",;|")


@rule("IRI802", "runs-on", "error", sub_rule="adjoining-links", about="glued", exempts=_is_listed)
def adjoining_links(components: CheckedComponents) -> Iterator[Problem]:
    """Two IRIs run together.

    A second IRI follows the first directly or in parentheses. Usually it was pasted twice. An IRI after "/" or "=" is
    not reported, because archives contain such IRIs.
    Source: RFC 3986 appendix C.

    Bad:
        https://example.com/a.html⟦https://example.org/b.html⟧
        https://example.com/größe⟦(https://example.com/größe)⟧
        https://example.com/größe⟦https://⟧

    Bad (html):
        <a href="https://example.com/größe,⟦ https://example.com/gewicht⟧">größe</a>

    Good:
        https://web.archive.org/web/2020/https://example.com/größe
        https://example.com/?q=größe,https://example.com/
        https://example.com/größe#:~:text=https://example.com/
    """
    if components.scheme_name not in ("http", "https"):
        return
    if redirect_chain(components.text)[0].service is not None:
        return  # services such as Proofpoint and Check Point have the destination in their path
    if repeated := _SAME_HOST.match(components.text):
        message = Message('"{first}" is before an IRI of the same site; remove it', first=repeated[0])
        yield Problem(start=0, end=repeated.end(), message=message, fix="", safe=True)
        return
    for component in (components.path, components.query, components.fragment):
        if component is None or "://" not in component.text:
            continue
        is_query = component is components.query
        match = (_GLUED_IN_QUERY if is_query else _GLUED).search(component.text)
        if match and is_query and match["host"] and components.host and match["host"] != components.host.text:
            match = None
        if match is not None:
            start = match.end() if is_query else match.start()
            second = components.text[component.start + start :]
            first = components.text[: component.start + start]
            twice = second in (first, f"({first})") or second.endswith("://")
            advice = Message("write it once") if twice else Message("write a space between them")
            if second[0].isspace() and not twice:
                advice = Message("write one of them")
            message = Message('"{second}" directly follows another IRI', second=second.strip()).then(advice)
            found = problem_at(component.slice(start), message, "" if twice else None, safe=twice)
            yield replace(found, end=len(components.text))
            return


@rule("IRI805", "local-destination", "error", sub_rule="local-path", scope="target", silences="text")
def local_path(prose: Prose) -> Iterator[Problem]:
    r"""The destination is a file on the author's disk.

    An editor has inserted the path of an image or a page on that computer. Readers do not have the file.
    Source: RFC 8089 §2 (the scheme "file" names files of the host that reads it).

    Bad (markdown):
        ![größe](⟦C:\\Users\\jürgen\\AppData\\größe.png⟧)
        ![größe](⟦/Users/jürgen/Desktop/größe.png⟧)

    Bad (rst):
        See `größe <⟦file:///C:/Users/jürgen/größe.html⟧>`__ now.

    Bad (html):
        <a href="⟦/home/jürgen/projects/größe.html⟧">größe</a>

    Good (markdown):
        [größe](file:///etc/größe)
        [größe](/Users/jürgen/größe)
    """
    if WRITERS_DISK.match(prose.text):
        message = Message(
            "only the writer's computer has this file; move it to the project, and write its relative path"
        )
        yield Problem(start=0, end=len(prose.text), message=message)
