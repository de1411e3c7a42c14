"""The IRI value: reading, asking, resolving, changing."""

import copy
import enum
import pickle
import urllib.request
from typing import Any

import pytest

from extract import ConversionError, IRISyntaxError, readable_iri
from extract.iri import is_iri_reference, to_iri
from extract.iri.normalization import normalize
from extract.iri.resolution import resolve
from extract.iri.value import IRI
from tests.rows import rows
from tests.written_back import assert_writes_back


@pytest.mark.requirement(45, 63, 73)
def test_the_value() -> None:
    iri = IRI.parse("HTTP://Ü@h:8/%7e?#")
    assert [part.text for part in iri.components()] == ["HTTP", "Ü", "h", "8", "/%7e", "", ""]
    assert (iri.scheme, iri.authority, iri.userinfo, iri.host, iri.port) == ("HTTP", "Ü@h:8", "Ü", "h", 8)
    assert (iri.path, iri.query, iri.fragment) == ("/%7e", "", "")
    assert len({iri, IRI.parse(str(iri)), IRI.parse("http://Ü@h:8/%7E?#")}) == 2
    assert (str(iri.normalized()), str(iri)) == ("http://Ü@h:8/~?#", "HTTP://Ü@h:8/%7e?#")
    with pytest.raises(AttributeError):
        iri.path = "x"  # type: ignore[misc]


# --- resolving ------------------------------------------------------------------------------------------------------

# RFC 3986 §5.4, on http://a/b/c/d;p?q: the 23 of §5.4.1 and the 19 of §5.4.2, the last as strict programs resolve it.
RESOLUTIONS = """
    g:h→g:h g→/b/c/g ./g→/b/c/g g/→/b/c/g/ /g→/g //g→http://g ?y→/b/c/d;p?y g?y→/b/c/g?y #s→/b/c/d;p?q#s g#s→/b/c/g#s
    g?y#s→/b/c/g?y#s ;x→/b/c/;x g;x→/b/c/g;x g;x?y#s→/b/c/g;x?y#s →/b/c/d;p?q .→/b/c/ ./→/b/c/ ..→/b/ ../→/b/
    ../g→/b/g ../..→/ ../../→/ ../../g→/g
    ../../../g→/g ../../../../g→/g /./g→/g /../g→/g g.→/b/c/g. .g→/b/c/.g g..→/b/c/g.. ..g→/b/c/..g ./../g→/b/g
    ./g/.→/b/c/g/ g/./h→/b/c/g/h g/../h→/b/c/h g;x=1/./y→/b/c/g;x=1/y g;x=1/../y→/b/c/y g?y/./x→/b/c/g?y/./x
    g?y/../x→/b/c/g?y/../x g#s/./x→/b/c/g#s/./x g#s/../x→/b/c/g#s/../x http:g→http:g
"""
STANDARD = [("http://a/b/c/d;p?q", *pair.split("→")) for pair in RESOLUTIONS.split()]
STANDARD = [(base, one, f"http://a{other}" if other[0] == "/" else other) for base, one, other in STANDARD]
OTHERS = rows("""
    http://é.example/ä/b → ../ö?ü#ß → http://é.example/ö?ü#ß
    http://a?q → g → http://a/g
    http://a/b//c → ../g → http://a/b/g
    urn:a → b → urn:b
    urn:a/b → ../c → urn:/c
    a:/b → /.//c → a:/.//c
    a:b → // → a://
    http://a/b → //?# → http://?#
    http://a/b → x://h/../c → x://h/c
""")


@pytest.mark.requirement(89)
@pytest.mark.parametrize(("base", "reference", "target"), [*STANDARD, *OTHERS])
def test_resolving(base: str, reference: str, target: str) -> None:
    assert len(STANDARD) == 23 + 19
    assert resolve(base, reference) == target
    assert str(IRI.parse(base).resolve(IRI.parse(reference))) == target


@pytest.mark.parametrize(
    ("target", "base", "reference"),
    rows("""
        http://h/a/b/ü → http://h/a/c → b/ü
        http://h/a/b → http://h/c/d → ../a/b
        http://h/a#x → http://h/a → #x
        http://h/a?q → http://h/a?p → ?q
        http://h/a/ → http://h/a/b → ./
        http://h/a:b → http://h/c → ./a:b
        http://i/a → http://h/a → //i/a
        ftp://h/a → http://h/a → ftp://h/a
        http://h → http://h/a → //h
        http://h/a → http://h/a?q → a
        http://h//a → http://h/b → .//a
    """),
)
def test_relative_references(target: str, base: str, reference: str) -> None:
    found = IRI.parse(target).relative_to(base)
    assert IRI.parse(base).resolve(found) == IRI.parse(target)
    assert str(found) == reference


# --- a string -------------------------------------------------------------------------------------------------------


def test_a_function_that_gives_an_iri_gives_one_for_one() -> None:
    class Page(IRI):
        pass

    page = Page("http://E/%C3%A9")
    made = [to_iri(page), normalize(page), normalize(page, level="simple"), resolve(page, "x")]
    made.append(readable_iri(page))
    assert " ".join(made) == "http://E/é http://e/é http://E/%C3%A9 http://E/x http://E/é"
    assert [type(one) for one in made] == [Page] * 5
    assert [type(one) for one in (to_iri(str(page)), normalize(str(page)), resolve("a:", page))] == [str] * 3
    assert type(to_iri(page, explain=True).iri) is str


def test_what_is_made_of_one_has_its_class() -> None:
    class Page(IRI):
        pass

    page = Page("http://e/a/b")
    for made in (page.parent, page / "c", page.with_(query="q"), page.resolve("x"), page.normalized(), copy.copy(page)):
        assert type(made) is Page
    for iri in (IRI("http://e/é"), IRI.unchecked("http://e/a b")):  # a copy is not checked again
        copies = [copy.copy(iri), copy.deepcopy(iri), pickle.loads(pickle.dumps(iri))]
        assert [(type(one), str(one)) for one in copies] == [(IRI, str(iri))] * 3


SECRET = "s3cret"


@pytest.mark.parametrize(
    "text", [f"https://u:{SECRET}@e/ü", f"//u:{SECRET}@e", f"x://u:{SECRET}:{SECRET}@e", f"//:{SECRET}@[::1]:8/#a@b"]
)
def test_a_password_is_not_shown(text: str) -> None:
    iri = IRI(text)
    hidden = text.replace(f"{SECRET}:{SECRET}", "***").replace(SECRET, "***")
    assert repr(iri) == repr([iri])[1:-1] == f"IRI({hidden!r})"
    assert SECRET in str(iri)
    assert SECRET in (iri.password or "")
    for wrong in (
        lambda: iri.with_(path="a"),
        lambda: iri.with_(userinfo=f"u:{SECRET}@"),
        lambda: iri.with_(authority=f"u:{SECRET}@e/"),
        lambda: IRI.parse(text.partition(":")[2] if text[0] != "/" else text, relative=False),
        lambda: resolve(text if text[0] == "/" else text.partition(":")[2], "x"),
        lambda: IRI(f"//u:{SECRET}@{SECRET}@e/"),
        lambda: IRI(f"//u@p:{SECRET}@e/"),
    ):
        with pytest.raises(IRISyntaxError) as caught:
            wrong()
        assert SECRET not in str(caught.value)


# --- components, decoded ----------------------------------------------------------------------------------------------


ATTRIBUTES = rows("""
    http://e → segments=(), name="", suffix="", parent="http://e"
    http://e/a → segments=("a",), name="a", suffix="", parent="http://e/"
    http://e/a/b%20c.tar.gz?q#f → segments=("a", "b c.tar.gz"), suffixes=(".tar", ".gz"), stem="b c.tar"
    http://e/a/b%20c?q#f → raw_segments=("a", "b%20c"), parent="http://e/a"
    #a%20b%2Cc%25 → fragment="a b%2Cc%25", raw_fragment="a%20b%2Cc%25"
    http://e/a/ → segments=("a", ""), name="", parent="http://e/a"
    a/.b → name=".b", suffix="", stem=".b", parent="a"
    /a%2Fb/%E2%82%AC%FF → segments=("a%2Fb", "€%FF"), parent="/a%2Fb"
    /a%252Fb%25%2C%3a → name="a%252Fb%25%2C%3a", parent="/"
    urn:a:b → segments=("a:b",), name="a:b", parent="urn:"
    HTTP://J%C3%BC:p%3A:@Bücher.example:80/a → origin="http://bücher.example", user="Jü", password="p::", port=80
    https://e:0443/ → origin="https://e", user=None, port=443, effective_port=443
    https://u@e:8443 → origin="https://e:8443", user="u", password=None, port=8443
    https://e:8443 → origin="https://e:8443"
    http://a.example → origin="http://a.example"
    https://e: → origin="https://e", port=None, ascii_host="e"
    //e:0 → origin=None, port=0, effective_port=0
    https://e:0/ → effective_port=0
    https://e:/ → effective_port=443
    mailto:a@b.c → origin=None, user=None, ascii_host=None, port=None
    http://[::A]:8 → origin="http://[::a]:8", port=8, ascii_host="::A"
    file:///a → origin="file://", ascii_host="", effective_port=None
    x:/// → origin="x://"
    HTTPS://Bücher.example/ → effective_port=443, ascii_host="xn--bcher-kva.example"
    foo://é:8 → effective_port=8, ascii_host="%C3%A9"
    //b%C3%BC.E → ascii_host="xn--b-eha.e"
    http://b_C/ → ascii_host="b_c", effective_port=80
    http://a%2eEx%41mple/ → ascii_host="a.example"
""")


@pytest.mark.requirement(21, 25)
@pytest.mark.parametrize(("text", "attributes"), ATTRIBUTES)
def test_what_it_is_made_of(text: str, attributes: str) -> None:
    wanted = eval(f"dict({attributes})")
    assert {name: getattr(IRI(text), name) for name in wanted} == wanted


# --- components, changed ----------------------------------------------------------------------------------------------


CHANGED = rows(r"""
    IRI("http://h/a?b#c").with_(path="/ü") → http://h/ü?b#c
    IRI("http://h/a?b#c").with_(query=None, fragment="") → http://h/a#
    IRI("http://u@h:8/a").with_(host="ü", userinfo=None) → http://ü:8/a
    IRI("http://h/a").with_(scheme=None) → //h/a
    IRI("http://h/a").with_(authority=None) → http:/a
    IRI("http://e/").with_(port=443, scheme="https") → https://e:443/
    IRI("http://u@e:8/a").with_host("é").with_port(9) → http://u@é:9/a
    IRI("http://e/a").with_host("::1") → http://[::1]/a
    IRI("http://e/").with_user("j:ü", "p@:") → http://j%3Aü:p%40:@e/
    IRI("http://u@e/").with_user(None) → http://e/
    IRI("http://e/").with_fragment("50% é #/?") → http://e/#50%25%20é%20%23/?
    # paths
    IRI("http://e/a/?q#f") / "b c" → http://e/a/b%20c
    IRI("http://e/a") / "?#%é" → http://e/a/%3F%23%25é
    IRI("http://e/a") / "" → http://e/a/
    IRI("") / "b:c" → ./b:c
    IRI("a:/b?q#f").joinpath("c", "d") → a:/b/c/d
    IRI("http://e/").joinpath("", "b") → http://e//b
    IRI("http://e/a?b#c").with_path(["x", "y/z", ""]) → http://e/x/y%2Fz/?b#c
    IRI("http://e/a").with_path([]) → http://e
    IRI("http://e/a").with_path([""]) → http://e/
    IRI("").with_path(["b:c", "d"]) → ./b:c/d
    IRI("x:").with_path(["b:c"]) → x:b:c
    IRI("http://e/a/b?q").with_name("c?d") → http://e/a/c%3Fd?q
    IRI("http://e").with_name("c") → http://e/c
    IRI("a").with_name("b:ü") → ./b:ü
    IRI("/a/b%2Ehtml?q").with_suffix(".txt") → /a/b.txt?q
    IRI("/a%2F.b/c%E9.tar.gz").with_suffix("") → /a%2F.b/c%E9.tar
    IRI("/.a").with_suffix(".b") → /.a.b
    # queries
    IRI("/?x").with_query({"a": "b&c=d e+f", "é": None, "n": 1}) → /?a=b%26c=d%20e%2Bf&é&n=1
    IRI("/").with_query([("a=b", "1"), ("a", "2")]) → /?a%3Db=1&a=2
    IRI("/?x#f").with_query(None) → /#f
    IRI("/?x#f").with_query({"a": []}) → /#f
    IRI("/?x#f").with_query([("", None)]) → /?#f
    IRI("/?").add_query({}) → /?
    IRI("/?x=%C3%A9").add_query({"y": "\ue000"}) → /?x=%C3%A9&y=\ue000
    IRI("/").add_query({"y": "1"}) → /?y=1
    IRI("?a=%41&b=2&%61=3&c").remove_query("a", "x") → ?b=2&c
    IRI("?a").remove_query("a") →
    IRI("?a+b").remove_query("a b") →
    IRI("?a=%41&b=2&c=+&a=3").update_query({"a": "1", "b": [], "d": 4.5}) → ?a=1&c=+&d=4.5
    IRI("?a=1&b").update_query([("a", "x y"), ("a", None)]) → ?a=x%20y&a&b
    IRI("?a+b=1").update_query({"a b": 2}) → ?a%20b=2
    IRI("?#f").update_query({}) → ?#f
    # from nothing
    IRI.build(scheme="https", host="ü.example", path=["a/b", ""], fragment="§ 3") → https://ü.example/a%2Fb/#§%203
    IRI.build(scheme="x", user="u", password="p", host="::1", port=8, query={"q": 1}) → x://u:p@[::1]:8?q=1
    IRI.build(host="e", query={"q": "C++", "x": 1.5, "y": 1e16}) → //e?q=C%2B%2B&x=1.5&y=1e%2B16
    IRI.build(scheme="urn", path=["uuid:x"]) → urn:uuid:x
    IRI.build(path=["a:b"]) → ./a:b
    IRI.build(path=["\u202e\ue000%4"]) → %E2%80%AE%EE%80%80%254
    IRI.build() →
    # a path of several segments, and texts of one each
    IRI("http://e/a?q#f") / "api/v1" → http://e/a/api/v1
    IRI("http://e") / "a/" / "b" → http://e/a/b
    IRI("http://e/a").joinpath("b/c", "50%25", "?") → http://e/a/b%2Fc/50%2525/%3F
    # texts of a path and fragment are written as they are read
    IRI("/") / IRI("/x%2Fy").name → /x%2Fy
    IRI("/").with_path([*IRI("/%E9/b").segments, "c%"]) → /%E9/b/c%25
    IRI.build(host="e", path=IRI("/x%2Cy/a%2Fb/%e9").segments) → //e/x%2Cy/a%2Fb/%e9
    IRI("/#:~:text=a%2Cb").with_fragment(IRI("#:~:text=a%2Cb%20ü").fragment) → /#:~:text=a%2Cb%20ü
    IRI("/a/../b").with_path(IRI("/a/../b").segments) → /a/../b
    # the values of a query are any text
    IRI("/?x=1").with_query(a="C++", b=[1, 2.5], c=None) → /?a=C%2B%2B&b=1&b=2.5&c
    IRI("/?x=1").add_query([("y", "%E9")], z=2) → /?x=1&y=%25E9&z=2
    IRI("/?x=1&y=2") % {"x": "ü"} → /?x=ü&y=2
    IRI("//u:a@e").with_password("p:@") → //u:p:%40@e
    IRI("//u:a@e").with_password(None) → //u@e
    IRI("//e").with_password(None) → //e
""")


@pytest.mark.parametrize(("call", "made"), CHANGED)
def test_components_are_changed(call: str, made: str) -> None:
    found = eval(call, {"IRI": IRI})
    assert found == made
    assert type(found) is IRI
    assert is_iri_reference(made)


ERRORS = {error.__name__: error for error in (IRISyntaxError, ConversionError, TypeError, ValueError, KeyError)}


REFUSED = rows(r"""
    # a boundary never moves
    IRI("http://h/a").with_(path="/a b") → IRISyntaxError → path has a space
    IRI("http://h/a").with_(port="x") → IRISyntaxError → port
    IRI("http://h/a").with_(path="a") → IRISyntaxError → would be read differently
    IRI("http://h/a").with_(port=-1) → IRISyntaxError → port
    IRI("http://h/a").with_(host="a/b") → IRISyntaxError → would be read differently
    IRI("x:/a").with_(path="//a") → IRISyntaxError → would be read differently
    IRI("x:a:b").with_(scheme=None) → IRISyntaxError → would be read differently
    IRI("x:/a").with_(port="8") → IRISyntaxError → need a host
    IRI("x:/a").with_(query="a#b") → IRISyntaxError → would be read differently
    IRI("/").joinpath("", "b") → IRISyntaxError → the path would be read differently in "//b"
    IRI("").joinpath("", "", "b") → IRISyntaxError → the path would be read differently
    IRI.build(scheme="a b") → IRISyntaxError → scheme
    IRI.build(port=8) → IRISyntaxError → need a host
    # no segment leads elsewhere
    IRI("http://e") / ".." → IRISyntaxError → is a step in the path
    IRI.build(path=["a", "."]) → IRISyntaxError → is a step in the path
    IRI("/a").with_name("%2E%2e") → IRISyntaxError → is a step in the path
    IRI("/a") / "b/../c" → IRISyntaxError → is a step in the path
    IRI("/a") / "/b" → IRISyntaxError → begins with a slash
    IRI("/a").joinpath("..") → IRISyntaxError → is a step in the path
    IRI("?a") % "b=c" → TypeError → must be a mapping or pairs
    IRI("?a=1").query_pairs["b"] → KeyError → b
    IRI.build(host="e", path=[chr(0xD800)]) → ConversionError → lone surrogate
    # no other types
    IRI("http://h").with_(hosts="a") → TypeError → unknown part "hosts"
    IRI("http://h").with_(authority="a", host="b") → TypeError → authority
    IRI("http://e").with_(port=True) → TypeError → port must be
    IRI("http://e") / 1 → TypeError → unsupported operand
    IRI("/a").with_name(1) → TypeError → ^name must be a str
    IRI("?a").remove_query(1) → TypeError → ^query name must be a str
    IRI.build(path="a/b") → TypeError → must be segments
    IRI.build(path=[1]) → TypeError → each segment of path must be a str
    IRI.build(path=5) → TypeError → path must be segments
    IRI.build(query="a=b") → TypeError → must be a mapping or pairs
    IRI.build(query=["ab", "cd"]) → TypeError → 'ab' is not a pair
    IRI.build(query=[("a",)]) → TypeError → is not a pair
    IRI.build(query={"a": object()}) → TypeError → must be a str, a number
    IRI.build(query={"a": float("nan")}) → ValueError → must be a finite number
    IRI("/a").with_suffix("html") → ValueError → such as ".html"
    IRI("/a").with_suffix(".") → ValueError → such as ".html"
    IRI("/a/").with_suffix(".html") → ValueError → has no name
""")


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_what_cannot_be_built_is_refused(call: str, error: str, message: str) -> None:
    with pytest.raises(ERRORS[error], match=message):
        eval(call, {"IRI": IRI})


AS_WRITTEN = r"""
    http://e http://e/ http://e/a%2Fb /a%252Fb%2f /%E9/%C3%A9/%41 //e//a// /a/../b/. ./b:c a//b x:a:b x:/.//b
    /a.%62%2Ec /.a%2E ?p=%2B ? ?&&a&=&=b=c #50%25 #:~:text=a%2Cb //%41%3A:p%3A@e //:@e //u:@e //@e /x%2Cy/a%2Fb /%2E%2e
"""


def test_what_was_read_is_written_as_it_was() -> None:
    for text in AS_WRITTEN.split():
        assert_writes_back(IRI(text))


def test_what_is_read_is_plain_text() -> None:
    iri = IRI("//%C3%A9:%E9@e/caf%C3%A9/a%2Cb.t?%C3%A9=%26#%C3%A9")
    read = [*iri.segments, *iri.raw_segments, iri.name, iri.stem, iri.suffix, iri.fragment, iri.user, iri.password]
    assert {type(text) for text in [*read, *iri.query_pairs[0], *iri.form_pairs[0]]} == {str}
    assert pickle.loads(pickle.dumps(iri.query_pairs)) == iri.query_pairs == (("é", "&"),)
    assert type(iri.origin or iri.with_scheme("x").origin) is IRI


def test_a_member_of_an_enumeration_is_its_value() -> None:
    class Sort(str, enum.Enum):  # noqa: UP042 - its str() is another text
        UP = "up"

    assert IRI("/").with_query({"sort": Sort.UP}) == "/?sort=up"
    assert IRI("/") / Sort.UP == "/up"


# --- other programs -------------------------------------------------------------------------------------------------


def test_pydantic_checks_fields() -> None:
    pydantic: Any = pytest.importorskip("pydantic")

    class Page(pydantic.BaseModel):
        link: IRI

    page = Page(link="http://e/é")
    assert type(page.link) is IRI
    assert page.model_dump_json() == '{"link":"http://e/é"}'
    assert Page.model_validate_json('{"link":"http://e/é"}') == page
    link = Page.model_json_schema()["properties"]["link"]
    assert link == {"format": "iri-reference", "title": "Link", "type": "string"}
    with pytest.raises(pydantic.ValidationError, match="path has a space"):
        Page(link="http://e/a b")
    with pytest.raises(pydantic.ValidationError, match="valid string"):
        Page(link=b"http://e/")


def test_yaml_writes_the_text_of_an_iri() -> None:
    yaml: Any = pytest.importorskip("yaml")
    iri = IRI("http://e/é%2F/ü?q#f")
    read = [str(iri), iri.uri, iri.host, iri.name, iri.fragment, *iri.segments]
    assert yaml.safe_load(yaml.safe_dump(read)) == read
    again = yaml.unsafe_load(yaml.dump([iri, IRI.unchecked("a b")]))
    assert again == [iri, "a b"]
    assert {type(one) for one in again} == {IRI}
    # like each subclass of str, and each member of StrEnum
    with pytest.raises(yaml.representer.RepresenterError):
        yaml.safe_dump(iri)

    class Dumper(yaml.SafeDumper):  # type: ignore[misc]
        pass

    Dumper.add_multi_representer(str, Dumper.represent_str)
    assert yaml.dump({"link": iri}, Dumper=Dumper) == yaml.safe_dump({"link": str(iri)})


def test_clients_take_an_iri() -> None:
    iri = IRI("http://bücher.example/ü?q=ä")
    uri = "http://xn--bcher-kva.example/%C3%BC?q=%C3%A4"
    assert str(pytest.importorskip("httpx").URL(iri)) == uri
    requests = pytest.importorskip("requests")
    assert requests.Request("GET", iri.uri).prepare().url == uri
    assert urllib.request.Request(iri.uri).full_url == uri
