"""``iri server`` under the clients of editors; pytest-lsp drives it, and checks each answer by what they can do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp

from tests.conftest import PYTHONPATH

ROOT = Path(__file__).resolve().parents[2]
# An astral character, a combining one and a pair of regional indicators stand before each place.
TEXT = """\
𝄞 e\u0301 🇯🇵 http://exämple..com/ and
𝄞 e\u0301 🇯🇵 <https://example.com/%c3%b6> <https://ja.wikipedia.org/wiki/日本𠮷>
"""
UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


@pytest_lsp.fixture(
    config=pytest_lsp.ClientServerConfig(
        server_command=[sys.executable, "-m", "extract", "server"],
        server_env={**os.environ, "PYTHONPATH": PYTHONPATH},
    ),
    params=["visual_studio_code", "neovim@v0.7", "neovim", "emacs"],
)
async def client(request: pytest.FixtureRequest, lsp_client: pytest_lsp.LanguageClient, tmp_path: Path):
    session: Any = lsp_client
    session.result = await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=pytest_lsp.client_capabilities(request.param),
            workspace_folders=[lsp.WorkspaceFolder(uri=tmp_path.as_uri(), name="project")],
            initialization_options={"extendSelect": ["IRI204"]},
        )
    )
    yield
    await lsp_client.shutdown_session()


async def opened(client: Any, folder: Path, text: str = TEXT, name: str = "a.md") -> str:
    uri = (folder / name).as_uri()
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri=uri, language_id="markdown", version=1, text=text))
    )
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return uri


def places(client: Any, text: str) -> Callable[[str], lsp.Range]:
    """Where a piece stands in a text, in the units that the client and the server have agreed upon."""
    codec, size = UNITS[client.result.capabilities.position_encoding or "utf-16"]

    def place(offset: int) -> lsp.Position:
        line = text.count("\n", 0, offset)
        before = text[text.rfind("\n", 0, offset) + 1 : offset]
        return lsp.Position(line, len(before.encode(codec)) // size)

    return lambda piece: lsp.Range(place(text.index(piece)), place(text.index(piece) + len(piece)))


async def test_what_an_editor_shows(client: Any, tmp_path: Path) -> None:
    uri = await opened(client, tmp_path)
    where = places(client, TEXT)
    host, escape = client.diagnostics[uri]
    assert (host.code, host.source, host.severity, host.range) == (
        "IRI301",
        "iri",
        lsp.DiagnosticSeverity.Error,
        where("exämple..com"),
    )
    assert host.code_description.href.endswith("/rules/IRI301.html")
    assert (escape.code, escape.range) == ("IRI204", where("%c3%b6"))

    document = lsp.TextDocumentIdentifier(uri)
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0))
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, everything, lsp.CodeActionContext(diagnostics=[host, escape]))
    )
    assert [action.kind for action in actions] == ["quickfix", "source.fixAll.iri"]
    for action in actions:
        assert [*action.edit.changes[uri]] == [lsp.TextEdit(where("%c3%b6"), "%C3%B6")]
    assert [*actions[0].diagnostics] == [escape]

    links = await client.text_document_document_link_async(lsp.DocumentLinkParams(document))
    assert [(link.range, link.target) for link in links] == [
        (where("https://example.com/%c3%b6"), "https://example.com/%c3%b6"),
        (where("https://ja.wikipedia.org/wiki/日本𠮷"), "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%F0%A0%AE%B7"),
    ]
    hover = await client.text_document_hover_async(lsp.HoverParams(document, where("𠮷").start))
    assert hover.range == where("https://ja.wikipedia.org/wiki/日本𠮷")
    assert "leads to" in hover.contents.value
    assert await client.text_document_hover_async(lsp.HoverParams(document, where("𝄞").start)) is None


async def test_typing(client: Any, tmp_path: Path) -> None:
    uri = await opened(client, tmp_path)
    where = places(client, TEXT)
    new = TEXT.replace("exämple..com", "exämple.com").replace("𝄞 e\u0301", "e\u0301𝄞\n", 1).replace("%c3%b6", "%zz")
    first, dot, escape = where("𝄞 e\u0301"), where(".com"), where("%c3%b6")
    # Each is counted in what the ones before have made: the last place first.
    changes = [
        lsp.TextDocumentContentChangePartial(escape, "%zz"),
        lsp.TextDocumentContentChangePartial(lsp.Range(where("..com").start, dot.start), ""),
        lsp.TextDocumentContentChangePartial(first, "e\u0301𝄞\n"),
    ]
    for version, change in enumerate(changes, 2):
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [change])
        )
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    (escape,) = client.diagnostics[uri]
    assert (escape.code, escape.range.start) == ("IRI101", places(client, new)("%zz").start)


async def test_settings_of_the_editor_and_of_the_folder(client: Any, tmp_path: Path) -> None:
    (tmp_path / "iri.toml").write_text('ignore = ["IRI301"]\n', "utf-8")
    uri = await opened(client, tmp_path)
    assert [one.code for one in client.diagnostics[uri]] == ["IRI204"]
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"iri": {"select": ["IRI3"]}}))
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert [one.code for one in client.diagnostics[uri]] == ["IRI301"]
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"iri": {"slect": []}}))
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert 'unknown setting "slect"; did you mean "select"?' in client.messages[-1].message
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert not client.diagnostics[uri]
