"""The IRI value: reading, asking, resolving, changing."""

import copy
import enum
import pickle
import urllib.request
from typing import Any

import pytest

from extract import IRISyntaxError, readable_iri
from extract.iri import to_iri
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


# --- components, changed ----------------------------------------------------------------------------------------------


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
