"""Names of files, attributes and packages that look like bare domains: the tailoring "technical-text"."""

from __future__ import annotations

from extract.text.regexes import re

# Top-level domains that end the names of files: programs, data, documents. Not com, in, io, ai and app: most are sites.
_EXTENSIONS = """
    ad as bin box bz cab cat cc cf cfd cl cs doc fm foo gdn gz id inc ink java la lua man map md mk ml mm mo mov ms my
    nc nf pa ph pl pm ps pt py rip rs sc sh so sql st sy tar tf th tl tm tr vb vi vu zip
    """
# Top-level domains that are words of programs: attributes, methods, modules.
_ATTRIBUTES = """
    abc actor author auto bar best bid blog bot build call cards case cash center channel click clone code codes company
    compare contact content country data date dates day dial direct directory discount dog domains download email events
    exchange expert express fail feedback final finance fit forum free fun fund global green group guide help here host
    hosting immo inc ing int international is jobs link loan ltd management market media memorial menu mobile mom
    money name network new next now number off one open parts pay phone photo pics pictures pid pin place play plus post
    press pro productions prof properties property read red ren rent repair report rest reviews run safe sale save
    school science search select server services shell show site size skin software solutions space spot storage
    store stream style sucks supplies support surf systems talk target test tips title today top total trade
    training trust tube update url watch weather web website win work works zero zone
    """
PROGRAM_WORDS = frozenset(f"{_EXTENSIONS} {_ATTRIBUTES}".split())
# Names that all the same are more often read as sites.
_SITES = frozenset(
    """
    allegro.pl astral.sh bpa.st brew.sh bun.sh coe.int detik.id docs.rs ecosyste.ms esa.int gov.pl hex.pm interia.pl
    itu.int keeper.sh last.fm lemmy.ml lobste.rs nato.int notion.so obsidian.md ohmyz.sh onet.pl rustup.rs serde.rs
    skills.sh telegra.ph tokio.rs who.int wipo.int wp.pl
    """.split()
)
# What hardly a site of three labels ends with: global.rst.inc, README.de.md, user.profile.name.
_NEVER_SITES = frozenset("call data foo inc java man map md name next py read save style target zero zip".split())
# Names under these are sites all the same: mec.gov.md.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gob", "gov", "mil", "net", "org"})
# What begins the names of packages in Java and the ids of programs, as reversed domains.
_REVERSED = frozenset({"com", "org", "net", "edu", "gov", "io"})
# What attributes belong to: this.app, self.user.email, Array.prototype.map.
_OBJECTS = frozenset({"cls", "document", "self", "super", "this", "window"})
_CLASS = re.compile(r"\.[A-Z][a-z]")
_PATH = re.compile(r"\.?(?::[0-9]{0,5}+)?/")


def is_name_in_code(text: str, start: int, name_end: int) -> bool:
    """Return whether the bare domain from ``start`` to ``name_end`` names something in technical text.

    A path after the name, or ``www.`` before it, says that it is a site; but not ``README.md#usage``, ``main.rs:42``
    and ``a.style?b:c``.
    """
    before = text[start - 1 : start]
    if before in ("$", "%"):
        return True  # a variable, or the place of one
    if _PATH.match(text, name_end):
        return False
    if text[name_end : name_end + 1] in ("(", "["):
        return True
    labels = text[start:name_end].split(".")
    first, last = labels[0].lower(), labels[-1]
    if first == "www":
        return False
    if before in ("\\", "."):
        return True
    if _CLASS.match(text, name_end):
        return True  # java.io.File
    if last.lower() not in _REVERSED and (first in _OBJECTS or "prototype" in labels):
        return True
    if first in _REVERSED and last.lower() not in _REVERSED and not (len(last) == 2 and last.isascii()):
        return True
    if last in _NEVER_SITES and not (len(labels) > 2 and labels[-2] in _SECOND_LEVEL):
        return True
    if _is_constant(labels):
        return True
    return len(labels) == 2 and last in PROGRAM_WORDS and f"{first}.{last}" not in _SITES


def _is_constant(labels: list[str]) -> bool:
    """Return whether only the last label is in capitals: Logger.INFO, Type.ID, but not GitHub.COM and Dify.AI."""
    last, before = labels[-1], "".join(labels[:-1])
    word = last.lower()
    in_code = word in PROGRAM_WORDS if len(last) == 2 else word not in _REVERSED
    return last.isascii() and last.isupper() and in_code and before != before.upper()
