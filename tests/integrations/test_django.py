"""Django: filters, the field in models, forms and serializers, the validator."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin import AdminSite, ModelAdmin
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.migrations.writer import MigrationWriter
from django.forms import modelform_factory
from django.template import Context, Template
from django.test import override_settings
from django.utils.safestring import SafeString, mark_safe

from extract import IRIError
from extract.integrations.django import IRIField, IRIFormField, IRIValidator

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_URI = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"
JA_LINK = f'<a href="{JA_URI}" rel="nofollow">{JA}</a>'


def render(template: str, value: Any) -> str:
    return Template("{% load iri %}" + template).render(Context({"a": value}))


def test_the_filters_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "integrations" / "django.rst").read_text("utf-8")
    (source,) = re.findall(r"(?m)^   import nh3\n(?:(?:   .*)?\n)+", page)
    made: dict[str, Any] = {}
    exec(textwrap.dedent(source), made)
    link = f'<a href="{JA_URI}" rel="nofollow" target="_blank">https://ja.wikipedia.org/wiki…</a>'
    assert made["links"](f"<b>{JA}") == f"&lt;b&gt;{link}"
    assert (
        made["links"](mark_safe(f"<b>{JA}</b>")) == made["links"](f"<b>{JA}</b>", autoescape=False) == f"<b>{link}</b>"
    )
    link = link.replace("wiki…", "wiki/日本語")
    assert made["html_links"](f"<script>x</script><b>{JA}") == f"<b>{link}</b>"
    assert isinstance(made["html_links"](""), SafeString)


@override_settings(IRI_DEFAULT_SCHEME="javascript")
def test_a_wrong_default_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match="default_scheme must be a scheme"):
        render("{{ a|urlize }}", "a.com")


CODES = {
    None: f"""{JA} http://пример.рф/Россия_(страна) https://en.wikipedia.org/wiki/Apple_Inc. http://localhost:8000/x
        https://a.example/Jeopardy! https://a.example/What_If... https://a.example/?a={{b}}|c https://a.example/x)y
        http://[::1]/x https://a.example/@user https://a.example/?field[]=[1] ftp://user@a.example/""",
    "invalid": f"""{JA}。 {JA}。次 javascript:alert(1) /path http://a.example/x> http://a.example/x" http://a.example/x,
        http://a.example/x). http://a.example/?x=<b>""",
    "IRI301": "http://a..b/",
    "IRI303": "http://user:password@a.example/ https://bank.example@a.example/ https://user@a.example/",
    "IRI501": "http://a.example/\u202etxt.exe",
    "IRI601": "http://p\u0430ypal.com/",
}


@pytest.mark.parametrize("code", CODES)
def test_validator(code: str | None) -> None:
    for iri in CODES[code].split():
        if code is None:
            IRIValidator()(iri)
        else:
            assert code_of(iri) == code, iri
    assert (code_of(""), code_of("http://a.example/a b")) == ("invalid", "IRI103")


def code_of(iri: str) -> str | None:
    with pytest.raises(ValidationError) as error:
        IRIValidator()(iri)
    assert error.value.messages[0]
    return error.value.code


def test_validators_compare_by_their_schemes() -> None:
    assert IRIValidator(["HTTPS"]) == IRIValidator(("https",)) != IRIValidator()
    assert len({IRIValidator(), IRIValidator()}) == 1
    IRIValidator(["urn"])("urn:isbn:0451450523")


@pytest.mark.parametrize(("schemes", "error"), [("https", TypeError), (["ht tp"], ValueError), ([5], ValueError)])
@pytest.mark.parametrize("made", [IRIValidator, IRIFormField, IRIField])
def test_wrong_schemes_are_refused_where_they_are_named(made: Any, schemes: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="scheme"):
        made(schemes=schemes)


@pytest.mark.parametrize(
    ("iri", "uri"),
    [
        ("https://a.example/?field[]=é", "https://a.example/?field%5B%5D=%C3%A9"),
        ("http://[::1]/[1]", "http://[::1]/%5B1%5D"),
        ("https://a.example/100%", "https://a.example/100%25"),
        ("http://%2Frun%2Fé.sock/", "http://%2Frun%2F%C3%A9.sock/"),  # a socket, to which other programs connect
    ],
)
def test_what_a_browser_takes_has_a_uri(iri: str, uri: str) -> None:
    assert Page(link=iri).link.uri == uri


class Page(models.Model):
    link = IRIField(blank=True)
    source = IRIField(null=True, schemes=["https"], max_length=100)

    class Meta:
        app_label = "iri"


@pytest.fixture
def table() -> Any:
    with connection.schema_editor() as editor:
        editor.create_model(Page)
    yield
    with connection.schema_editor() as editor:
        editor.delete_model(Page)


@pytest.mark.usefixtures("table")
def test_a_model_keeps_what_was_written() -> None:
    page: Any = Page(link=JA)
    assert (page.link, page.link.uri, page.source) == (JA, JA_URI, None)
    page.save()
    assert connection.cursor().execute("select link from iri_page").fetchone() == (JA,)
    again = Page.objects.get(link=JA)
    assert (again.link.uri, again.source) == (JA_URI, None)
    assert Page.objects.values_list("link", flat=True).get() == JA
    again.link = "http://é.example/"
    assert again.link.uri == "http://xn--9ca.example/"
    Page.objects.update(source=models.F("link"))
    assert Page.objects.defer("link").get().link.uri == JA_URI
    assert Page().link.uri == ""
    with pytest.raises(IRIError):
        Page(link="http://xn--é/").link.uri  # noqa: B018
    with pytest.raises(ValidationError, match="controls direction"):
        Page(link="http://a.example/\u202e", source="https://a.example").full_clean()


def test_a_form_takes_what_people_type() -> None:
    form_class = modelform_factory(Page, fields=["link", "source"])
    form = form_class({"link": "  пример.рф/путь ", "source": "http://xn--é/"})
    assert form.errors.keys() == {"source"}
    form = form_class({"link": "пример.рф/путь", "source": JA})
    assert form.is_valid()
    assert form.cleaned_data["link"] == "https://пример.рф/путь"
    assert form.instance.link.uri == "https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C"
    assert 'type="text"' in str(form["link"]), "browsers refuse a bare domain in one of type url"
    assert 'inputmode="url"' in str(form["link"])
    assert IRIFormField(required=False).clean("") == ""


# What was typed, the reason why it is refused, and what is stored if a form cleans it.
PASTED = {
    f"{JA}。": ("“。” after the link", JA),
    "пример.рф/путь。": ("“。” after the link", "https://пример.рф/путь"),
    "http://a.example/\u202etxt.exe": ("controls direction", "http://a.example/txt.exe"),
    "\u202ahttps://a.example/größe\u202c": ("begins with one of", "https://a.example/größe"),
    "https://a.example/größe\u202c": ("controls direction", "https://a.example/größe"),
    "https://a.example/x>": ("“&gt;” after the link", "https://a.example/x"),
    'https://a.example/x",': ("“&quot;,” after the link", "https://a.example/x"),
    "a.example.com/x).": ("“).” after the link", "https://a.example.com/x"),
    "<ｈｔｔｐｓ：／／a.example/x>": ("begins with one of", "https://a.example/x"),
}


@pytest.mark.requirement(9)
@pytest.mark.parametrize("typed", PASTED)
def test_a_form_rewrites_only_what_it_is_asked_to(typed: str) -> None:
    reason, cleaned = PASTED[typed]
    form = modelform_factory(Page, fields=["link"])({"link": typed})
    assert reason in str(form.errors["link"])
    assert IRIFormField(clean_pasted=True).clean(typed) == cleaned


def test_a_form_may_keep_spaces() -> None:
    assert IRIFormField().clean(f" {JA}") == JA
    with pytest.raises(ValidationError):
        IRIFormField(strip=False).clean(f" {JA}")


def test_the_admin_takes_what_people_type() -> None:
    from django.test import RequestFactory

    admin = ModelAdmin(Page, AdminSite())
    form_class = admin.get_form(RequestFactory().get("/"), fields=["link", "source"])
    form = form_class({"link": "пример.рф/путь", "source": "https://p\u0430ypal.com/"})
    assert form.errors.keys() == {"source"}
    assert "script" in str(form.errors["source"]) or "Cyrillic" in str(form.errors["source"])
    assert form.cleaned_data["link"] == "https://пример.рф/путь"
    assert isinstance(form.fields["link"], IRIFormField)
    assert 'value="https://ja.wikipedia.org/wiki/日本語"' in str(form_class(instance=Page(link=JA))["link"])


def test_migrations_write_the_field() -> None:
    def written(name: str) -> str:
        return MigrationWriter.serialize(Page._meta.get_field(name))[0]

    assert written("link") == "extract.integrations.django.IRIField(blank=True)"
    assert written("source") == "extract.integrations.django.IRIField(max_length=100, null=True, schemes=('https',))"


def test_serializers() -> None:
    from rest_framework import serializers

    class PageSerializer(serializers.ModelSerializer):
        uri = serializers.ReadOnlyField(source="link.uri")

        class Meta:
            model = Page
            fields = ("link", "uri")

    assert PageSerializer(Page(link=JA)).data == {"link": JA, "uri": JA_URI}
    assert PageSerializer(data={"link": JA}).is_valid()
    assert not PageSerializer(data={"link": f"{JA}。"}).is_valid()
