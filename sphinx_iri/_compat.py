"""What differs between the versions of Sphinx, docutils and MyST that are supported."""

from __future__ import annotations

from typing import Any


def set_status(builder: Any, status: int) -> None:
    """Set the exit status of the build; Sphinx 9 has ``_app`` and deprecates ``app``."""
    application = builder._app if hasattr(builder, "_app") else builder.app
    application.statuscode = status


def current_docname(env: Any) -> str:
    """Return the name of the document that is being read; Sphinx 8.2 made an object of what was a dictionary."""
    current = getattr(env, "current_document", None)
    return str(env.docname if current is None else current.docname)


def builder_of(env: Any) -> Any:
    """Return the builder, or its class; Sphinx 9 has ``_builder_cls`` and deprecates ``app``."""
    return env._builder_cls if hasattr(env, "_builder_cls") else env.app.builder
