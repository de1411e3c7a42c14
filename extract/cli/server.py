"""``iri server``: show problems in editors (Language Server Protocol 3.17, with pygls)."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from extract.cli.saying import say

if TYPE_CHECKING:
    from extract.cli.opened import Document
    from extract.rules import Problem

# pygls is an optional dependency, so its types may be missing.
_DELAY = 0.15  # seconds to wait for another change
_SEVERITIES = {"error": "Error", "warning": "Warning", "info": "Information"}


OPTIONS = {"--stdio": "speak on standard input and output (the default)"}


def run(_options: argparse.Namespace) -> int:
    """Serve an editor until it disconnects; return 2 if pygls is not installed."""
    try:
        made = _server()
    except ModuleNotFoundError as error:
        say(f'iri server needs {error.name}: pip install "sphinx-iri[lsp]"')
        return 2
    # pygls closes the output at the end, so pass it a copy.
    with open(os.dup(sys.stdout.fileno()), "wb") as output, contextlib.suppress(BrokenPipeError):
        made.start_io(sys.stdin.buffer, output)
    return 0


def _server() -> Any:
    from extract import __version__

    pygls = import_module("pygls.lsp.server")
    lsp = import_module("lsprotocol.types")
    whole = lsp.TextDocumentSyncKind.Full
    server = pygls.LanguageServer("iri", __version__, text_document_sync_kind=whole)
    handlers = _Handlers(server, lsp)
    known = handlers.of_known
    methods: dict[str, Callable[[Any], Any]] = {
        lsp.INITIALIZE: handlers.initialize,
        lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: handlers.configure,
        lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: handlers.check_all,
        lsp.TEXT_DOCUMENT_DID_OPEN: handlers.open,
        lsp.TEXT_DOCUMENT_DID_CHANGE: handlers.change,
        lsp.TEXT_DOCUMENT_DID_SAVE: handlers.check_all,
        lsp.TEXT_DOCUMENT_DID_CLOSE: handlers.close,
        lsp.TEXT_DOCUMENT_HOVER: known(handlers.hover),
        lsp.TEXT_DOCUMENT_DOCUMENT_LINK: known(handlers.links, []),
        lsp.TEXT_DOCUMENT_COMPLETION: known(handlers.complete, []),
        lsp.TEXT_DOCUMENT_CODE_ACTION: known(handlers.actions),
    }
    options = {
        lsp.TEXT_DOCUMENT_COMPLETION: lsp.CompletionOptions(trigger_characters=["(", "/", "#"]),
        lsp.TEXT_DOCUMENT_CODE_ACTION: lsp.CodeActionOptions(code_action_kinds=["quickfix", "source.fixAll.iri"]),
    }
    for method, handler in methods.items():
        server.feature(method, options.get(method))(partial(handler))  # a partial object, as pygls adds attributes
    return server


class _Handlers:
    """Handlers for the messages of a client. Documents are our own, because pygls also splits lines at U+2028."""

    def __init__(self, server: Any, lsp: Any) -> None:
        self._server = server
        self._lsp = lsp
        self._documents: dict[str, Document] = {}
        self._settings: dict[str, Any] = {}
        self._said = ""  # the last message shown
        self._say: Callable[[str], str] = str  # translates to the language of the editor

    def of_known(self, answer: Callable[[Document, Any], Any], otherwise: Any = None) -> Callable[[Any], Any]:
        """Return a handler that calls ``answer`` with the document of a message; ``otherwise`` if it is not open."""

        def handle(params: Any) -> Any:
            document = self._documents.get(params.text_document.uri)
            return otherwise if document is None else answer(document, params)

        return handle

    # --- settings and documents -------------------------------------------------------------------------------------

    def initialize(self, params: Any) -> None:
        """Store the settings and the language of the client."""
        from extract.rules.languages import known, translator

        self._say = translator(known(params.locale or "") or "")
        self._take(params.initialization_options)

    def configure(self, params: Any) -> None:
        """Store changed settings and check all documents again."""
        self._take(params.settings)
        self.check_all()

    def _take(self, given: object) -> None:
        from extract.cli.opened import settings_of

        self._settings = settings_of(given)

    def open(self, params: Any) -> None:
        """Check an opened document and publish its findings."""
        from extract.cli.opened import Document

        item = params.text_document
        agreed = self._server.workspace.position_encoding  # lsprotocol may parse the client's choice as a plain string
        encoding = getattr(agreed, "value", agreed) or "utf-16"
        self._documents[item.uri] = Document(item.uri, item.language_id, item.text, item.version, encoding)
        self._publish(self._documents[item.uri])

    async def change(self, params: Any) -> None:
        """Update a document. Publish its findings when the user pauses typing."""
        import asyncio

        document = self._documents.get(params.text_document.uri)
        if document is None:
            return
        document.replace(params.content_changes[-1].text)
        document.version = params.text_document.version
        await asyncio.sleep(_DELAY)
        if document.version == params.text_document.version:
            self._publish(document)

    def check_all(self, _params: object = None) -> None:
        """Check all documents again, because settings or files around them may have changed."""
        from extract.cli.surroundings import forget

        forget()
        for document in [*self._documents.values()]:
            self._publish(document)

    def close(self, params: Any) -> None:
        """Remove a closed document and its findings."""
        lsp = self._lsp
        if self._documents.pop(params.text_document.uri, None):
            nothing = lsp.PublishDiagnosticsParams(uri=params.text_document.uri, diagnostics=[])
            self._server.text_document_publish_diagnostics(nothing)

    def _publish(self, document: Document) -> None:
        lsp = self._lsp
        message = document.check(self._settings)
        if message and message != self._said:
            shown = lsp.ShowMessageParams(type=lsp.MessageType.Error, message=f"iri: {message}")
            self._server.window_show_message(shown)
        self._said = message
        self._server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri=document.uri, version=document.version, diagnostics=[*self._diagnostics(document)]
            )
        )

    # --- findings ---------------------------------------------------------------------------------------------------

    def _diagnostics(self, document: Document) -> Iterator[Any]:
        from extract.reports.addresses import page_of_rule

        lsp = self._lsp
        for finding in document.findings:
            problem = finding.problem
            yield lsp.Diagnostic(
                range=self._range(document, problem.start, problem.end),
                message=f"{self._say(problem.message)} ({problem.name})",
                severity=getattr(lsp.DiagnosticSeverity, _SEVERITIES[problem.severity]),
                code=problem.code,
                code_description=lsp.CodeDescription(href=page_of_rule(problem.code)),
                source="iri",
            )

    def _range(self, document: Document, start: int, end: int) -> Any:
        lsp = self._lsp
        first, last = document.position(start), document.position(end)
        return lsp.Range(start=lsp.Position(*first), end=lsp.Position(*last))

    def actions(self, document: Document, params: Any) -> list[Any]:
        """Return code actions: each fix in a range, and one action for all safe fixes of the document."""
        start, end = (document.offset(place.line, place.character) for place in (params.range.start, params.range.end))
        only = params.context.only
        found = []
        for finding, diagnostic in zip(document.findings, self._diagnostics(document), strict=True):
            problem = finding.problem
            is_here = problem.start <= end and problem.end >= start
            if problem.fix is not None and is_here and (only is None or "quickfix" in only):
                title = f"Write {problem.fix}" if problem.fix else "Leave it out"
                is_preferred = problem.safe or None
                more = {"diagnostics": [diagnostic], "is_preferred": is_preferred}
                found.append(self._action(document, [problem], title=title, kind="quickfix", **more))
        safe = document.safe_fixes()
        if safe and (only is None or any("source.fixAll.iri".startswith(kind) for kind in only)):
            found.append(self._action(document, safe, title="iri: make all safe fixes", kind="source.fixAll.iri"))
        return found

    def _action(self, document: Document, problems: list[Problem], **properties: Any) -> Any:
        lsp = self._lsp
        edits = [lsp.TextEdit(self._range(document, one.start, one.end), one.fix) for one in problems]
        return lsp.CodeAction(edit=lsp.WorkspaceEdit(changes={document.uri: edits}), **properties)

    # --- links ------------------------------------------------------------------------------------------------------

    def complete(self, document: Document, params: Any) -> list[Any]:
        """Return the files and anchors that a relative link may lead to."""
        offset = document.offset(params.position.line, params.position.character)
        return [self._lsp.CompletionItem(label=one) for one in document.completions(offset)]

    def hover(self, document: Document, params: Any) -> Any:
        """Return the summary of ``iri explain`` for the link at a position; None if there is no link."""
        from extract.cli.explain import summary

        lsp = self._lsp
        offset = document.offset(params.position.line, params.position.character)
        for start, end, link in document.links():
            if start <= offset < end:
                text = summary(link.iri).replace("```", "'''")
                shown = lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=f"```text\n{text}\n```")
                return lsp.Hover(contents=shown, range=self._range(document, start, end))
        return None

    def links(self, document: Document, _params: Any) -> list[Any]:
        """Return the links of a document, each with its URI."""
        from extract.redirects.chain import uri_or_none

        return [
            self._lsp.DocumentLink(range=self._range(document, start, end), target=uri)
            for start, end, link in document.links()
            if (uri := uri_or_none(link.iri)) is not None
        ]
