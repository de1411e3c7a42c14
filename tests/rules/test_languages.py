"""Every message of every rule comes out in each language, with what it quotes."""

from __future__ import annotations

import gettext
import gzip
import io
import re
from typing import Any

import pytest

from extract.iri.diagnosis import syntax_errors
from extract.iri.scheme_rules import scheme_faults
from extract.rules.languages import LANGUAGES, known, language, said, translator
from extract.text.messages import Message
from tests.rows import rows
from tests.rules.test_examples import messages_of_examples
from tests.rules.test_markup import messages_of_cases

OTHERS = [one for one in LANGUAGES if one != "en"]


@pytest.fixture(scope="module")
def messages() -> list[str]:
    """Return all messages: of the examples, and those that no short example has."""
    found = sorted(messages_of_examples() | messages_of_cases())
    assert len(found) > 350
    for iri in ("ü:a", ":a", "http://u:p@b@c/", "http://a:٣/"):
        found += (error.message for error in syntax_errors(iri))
    for iri in ("xmpp:a&b@c", "urn:ab:", "urn:ab:/", "urn:ab", "geo:1"):
        found += (fault.message for fault in scheme_faults(iri))
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_every_message_is_translated_with_what_it_quotes(messages: list[str], name: str) -> None:
    say = translator(name)
    assert [message for message in messages if not isinstance(message, Message)] == []
    assert [message for message in messages if say(message) == message] == []
    for message in messages:
        quoted = re.findall(r'"([^"]*)"|%[0-9A-F]{2}|U\+[0-9A-F]{4}', message)
        assert [one for one in quoted if one not in say(message)] == [], say(message)
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", say(message))
        # All that is quoted stays: an address, markup, what Unicode calls a character, a module's own words.
        text = re.sub(
            r"\"[^\"]*\"|“[^”]*”|'[^']*'|`[^`]*`__|<.*>|[a-z]+:\S+|Codepoint.*allowed|pip install|\[.*\]",
            "",
            say(message),
        )
        assert re.findall(r"(?<![\w-])[a-z]{2,} [a-z]{2,}\b", text) == [], say(message)  # no English words are left


@pytest.mark.parametrize("name", OTHERS)
def test_a_catalog_is_whole_and_compiled(name: str) -> None:
    pytest.importorskip("babel")
    from tools.languages import FOLDER, compiled, read, templates

    catalogs = [read(FOLDER / f"{one}.po") for one in OTHERS]
    own = read(FOLDER / f"{name}.po")
    assert {message.id for message in own} == {message.id for one in catalogs for message in one}
    translated = {message.id for message in own if message.id and message.string and not message.fuzzy}
    assert translated == set(templates()), "run: python dev.py messages, and translate"
    for message in own:
        places = [sorted(re.findall(r"\{\w+\}", str(text))) for text in (message.id, message.string)]
        assert message.string
        assert places[0] == places[1], message.id
    # gzip and Babel write other bytes in other versions
    made, anew = map(_translations, [(FOLDER / f"{name}.mo.gz").read_bytes(), compiled(FOLDER / f"{name}.po")])
    assert made == anew, "run: python dev.py messages"


def _translations(data: bytes) -> dict[str, str]:
    catalog: Any = gettext.GNUTranslations(io.BytesIO(gzip.decompress(data)))
    return {key: text for key, text in catalog._catalog.items() if key}


@pytest.mark.parametrize("message", ["nobody has translated this", Message("nor {this}", this="a"), ""])
def test_what_is_not_known_stays_english(message: str) -> None:
    assert [translator(name)(message) for name in OTHERS] == [message] * len(OTHERS)


def test_a_message_is_said_by_its_template() -> None:
    say = translator("ja")
    quoted = Message('the translation lacks "{iri}"', iri='"; remove it').then(Message("remove it"))
    assert quoted == 'the translation lacks ""; remove it"; remove it'
    assert say(quoted) == '訳文に ""; remove it" がありません。削除してください'
    assert say(Message("{what}; {what2}", what=quoted, what2=Message("remove it"))).endswith("。削除してください")
    within = Message("{name} in {name2}; write {text}", name="HTML", name2="AsciiDoc", text="x")
    assert say(within) == "AsciiDoc の中に HTML があります。x と書いてください"


# Names of locales, and the language of messages; "" is English, "?" one without a catalog.
LOCALES = """
ja_JP.UTF-8 ja → ja
zh zh_SG zh-Hans → zh_CN
en_GB.UTF-8 C.UTF-8 POSIX →
zh_TW.UTF-8 zh-Hant-HK de → ?
"""


def test_the_language_of_a_locale() -> None:
    for names, expected in rows(LOCALES):
        assert {known(name) for name in names.split()} == {None if expected == "?" else expected}
    assert known("") is None


ENVIRONMENTS = """
→
LANG=ja_JP.UTF-8 → ja
LANG=ja_JP.UTF-8 LC_ALL=C →
LANG=C LC_MESSAGES=zh_CN.UTF-8 → zh_CN
LANGUAGE=de:ja LANG=de_DE → ja
LANGUAGE= LANG=de_DE →
LANGUAGE=en:ja →
"""


@pytest.mark.parametrize(("environment", "expected"), rows(ENVIRONMENTS))
def test_the_language_of_the_environment(environment: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for pair in environment.split():
        monkeypatch.setenv(*pair.split("="))
    assert language() == expected
    assert said("remove it") == {"": "remove it", "ja": "削除してください", "zh_CN": "请删除"}[expected]
