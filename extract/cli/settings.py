"""Settings: ``[tool.iri]`` of the nearest pyproject.toml, or ``iri.toml``; the command line overrides them."""

from __future__ import annotations

import argparse
import dataclasses
import os
import re
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from extract.files.reading import read_file
from extract.linter.selection import Selection, parts_named, weight
from extract.reports import REPORTS
from extract.rules.registry import PARTS, RULES_BY_NAME, Rule, renamed
from extract.text.charsets import codec_name

_STRING = re.compile(r"""("(?:[^"\\]|\\.)*+"|'[^']*+')""")
_LARGEST = 1 << 22  # bytes of a file with settings


class SettingsError(ValueError):
    """A setting that is unknown or has the wrong type; the message says what is valid."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of ``iri lint``. Rules are named by code, beginning of a code, name, or ``ALL``."""

    select: tuple[str, ...] = ()  # instead of the rules that are on by default
    extend_select: tuple[str, ...] = ()  # besides them
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()  # glob pattern of paths: rules
    exclude: tuple[str, ...] = ()  # names or glob patterns of files and directories
    protect: tuple[str, ...] = ()  # hosts that others must not look like (IRI607)
    encoding: str | None = None  # of files that do not declare one
    format: str = "full"
    baseline: str | None = None  # path of the file that holds the known findings
    origin: str | None = None  # the file they were read from

    def rules(self) -> list[Rule]:
        """Return the rules that are selected; raise SettingsError for a name that no rule has."""
        for name in (
            *self.select,
            *self.extend_select,
            *self.ignore,
            *(n for _, names in self.per_file_ignores for n in names),
        ):
            if not parts_named(name):
                # A code that is near another one is about something else.
                meant = renamed(name)
                advice = f"; did you mean {meant}?" if meant else _suggestion(name, [*RULES_BY_NAME, *PARTS])
                raise SettingsError(f'unknown rule "{name}"' + (advice or '; "iri explain" lists the rules'))
        return self._selection().rules()

    def asked_for(self) -> tuple[str, ...]:
        """Return the names of the parts that a name selects, not only the defaults."""
        chosen = self._selection()
        return tuple(part.name for rule in chosen.rules() for part in rule.parts if chosen.is_asked_for(part))

    def _selection(self) -> Selection:
        return Selection(self.select, self.extend_select, self.ignore)

    def rules_for(self, path: str, rules: list[Rule]) -> list[Rule]:
        """Return those of the selected rules that apply to one file."""
        ignored = [
            name
            for pattern, names in self.per_file_ignores
            if fnmatch(path, pattern) or fnmatch(Path(path).name, pattern) or fnmatch(path, f"*/{pattern}")
            for name in names
        ]
        if not ignored:
            return rules
        return [left for rule in rules if (left := rule.only(lambda part: not weight(ignored, part)))]


def _suggestion(name: str, known: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    return f'; did you mean "{near[0]}"?' if near else ""


def load(directory: Path) -> Settings:
    """Read the settings of the nearest file that has some, in the directory or above it."""
    for folder in (directory, *directory.parents):
        for path in (folder / "iri.toml", folder / "pyproject.toml"):
            # A pipe or a link that leads nowhere was meant as settings: that it cannot be read is said.
            table = _table(path) if os.path.lexists(path) and not path.is_dir() else None
            if table is not None:
                return _read(table, path)
    return Settings()


def load_file(path: Path) -> Settings:
    """Read the settings of a file."""
    return _read(_table(path) or {}, path)


def _table(path: Path) -> dict[str, Any] | None:
    """The settings in a file; ``None`` if it is a pyproject.toml without."""
    import tomllib

    try:
        text = read_file(path, at_most=_LARGEST).decode("utf-8")
        # tomllib takes quadratic time for a key of many parts, which is in one line.
        if any(_STRING.sub("", line).count(".") > 1000 for line in text.splitlines() if line.count(".") > 1000):
            raise RecursionError
        table: dict[str, Any] = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except RecursionError as error:
        raise SettingsError(f"{path}: is nested too deeply") from error
    except ValueError as error:  # no TOML, no UTF-8, a number of more digits than Python reads
        raise SettingsError(f"{path}: {error}") from error
    if path.name != "pyproject.toml":
        return table
    tool = table.get("tool", {})
    if not isinstance(tool, dict):
        raise SettingsError(f'{path}: "tool" must be a table')
    settings: dict[str, Any] | None = tool.get("iri")
    if not isinstance(settings, dict | None):
        raise SettingsError(f'{path}: "tool.iri" must be a table')
    return settings


def _read(table: dict[str, Any], path: Path) -> Settings:
    fields = {field.name.replace("_", "-"): field for field in dataclasses.fields(Settings) if field.name != "origin"}
    values: dict[str, Any] = {"origin": str(path)}
    for key, value in table.items():
        if key not in fields:
            raise SettingsError(f'{path}: unknown setting "{key}"{_suggestion(key, list(fields))}')
        values[fields[key].name] = _value(key, value, path)
    return Settings(**values)


def _value(key: str, value: Any, path: Path) -> Any:
    def names(value: Any, what: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise SettingsError(f'{path}: "{what}" must be a list of strings')
        return tuple(value)

    if key == "per-file-ignores":
        if not isinstance(value, dict):
            raise SettingsError(f'{path}: "{key}" must be a table of patterns and lists of rules')
        return tuple((pattern, names(rules, f"{key}.{pattern}")) for pattern, rules in value.items())
    if key in ("encoding", "format", "baseline"):
        if not isinstance(value, str):
            raise SettingsError(f'{path}: "{key}" must be a string')
        if key == "encoding":
            try:
                codec_name(value)
            except LookupError as error:
                raise SettingsError(f'{path}: "{key}": {error}') from error
        if key == "format" and value not in REPORTS:
            raise SettingsError(f'{path}: "{key}" must be one of {", ".join(REPORTS)}')
        return str(path.parent / value) if key == "baseline" else value
    return names(value, key)


def with_arguments(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with what the command line says instead of them, or besides them."""
    changes: dict[str, Any] = {}
    for name in ("encoding", "format", "baseline"):
        if getattr(options, name) is not None:
            changes[name] = getattr(options, name)
    if options.select is not None:
        changes["select"] = _split(options.select)
    for name in ("extend_select", "ignore"):
        changes[name] = getattr(settings, name) + _split(getattr(options, name) or [])
    changes["protect"] = settings.protect + _split(options.protect or [])
    changes["exclude"] = settings.exclude + tuple(options.exclude)
    ignores = [entry.rpartition(":") for entry in options.per_file_ignores or []]
    changes["per_file_ignores"] = settings.per_file_ignores + tuple(
        (pattern, _split([names])) for pattern, _, names in ignores
    )
    return dataclasses.replace(settings, **changes)


def _split(values: list[str]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def shown(settings: Settings) -> str:
    """The settings as a file would have them."""
    lines = [f"# {settings.origin or 'no file; these are the defaults'}"]
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        key = field.name.replace("_", "-")
        if field.name == "origin" or value is None:
            continue
        if field.name == "per_file_ignores":
            lines += [f'{key}."{pattern}" = {_toml(names)}' for pattern, names in value]
        else:
            lines.append(f"{key} = {_toml(value)}")
    lines += ["# rules: " + " ".join(rule.code for rule in settings.rules())]
    return "\n".join(lines) + "\n"


def _toml(value: str | tuple[str, ...]) -> str:
    import json

    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
