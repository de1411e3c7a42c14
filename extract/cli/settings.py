"""Settings from ``iri.toml`` or the ``[tool.iri]`` table of pyproject.toml. The command line overrides them.

As in ruff (docs.astral.sh/ruff/configuration, "Config file discovery"), only the nearest file applies to a file, and a
pyproject.toml without the table is skipped.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from extract.cli.patterns import LEFT_OUT, SETTINGS, Excluded, Pattern, Patterns
from extract.cli.saying import WrongUseError, did_you_mean, reason
from extract.files.near import nearest, read_in_time, upward
from extract.files.reading import is_stream
from extract.linter.selection import Selection, sub_rules_named, weight
from extract.reports import REPORTS
from extract.rules.registry import RULES_BY_NAME, SUB_RULES, Rule
from extract.text.arguments import is_domain
from extract.text.labels import codec_name

_STRING = re.compile(r"""("(?:[^"\\]|\\.)*+"|'[^']*+')""")
_WORD = re.compile(r"(?<!=)=\s*(?!true\Z|false\Z)([A-Za-z][\w.-]*)\Z")  # a value without quotation marks
_LARGEST = 1 << 22  # bytes of a settings file


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


class SettingsError(WrongUseError):
    """A setting is unknown or has an invalid value. The message lists valid ones."""


def _encoding(value: str, origin: str, _folder: str) -> str:
    try:
        codec_name(value)
    except LookupError as error:
        raise SettingsError(f'{origin}: "encoding": {error}; check its name') from error
    return value


def _path(value: str, origin: str, folder: str) -> str:
    """Return a path in the settings, resolved relative to the directory of their file.

    SettingsError for a stream of this process, which may carry an editor's messages, and for another computer (UNC).
    """
    beside = folder if origin == "--config" else os.path.dirname(origin)
    path = os.path.join(beside, os.path.expanduser(value))
    if is_stream(path) or is_stream(os.path.normpath(path)):
        raise SettingsError(f"{origin}: {value} is a stream, not a file")
    drive = os.path.splitdrive(path)[0]
    if drive.startswith(("\\\\", "//")) and drive != os.path.splitdrive(os.path.abspath(origin))[0]:
        raise SettingsError(f"{origin}: {value} is on another computer")
    return path


class _Kind(NamedTuple):
    """The kind of a setting's value."""

    fits: Callable[[Any], bool]
    must: str  # description for errors
    example: str
    read: Callable[[Any, str, str], Any] = lambda value, _origin, _folder: value


_FLAG = _Kind(lambda value: isinstance(value, bool), "be true or false", "true")
_NAMES = _Kind(_is_list, "be a list of strings", '["example.com"]', lambda value, _origin, _folder: tuple(value))
_DOMAINS = _NAMES._replace(
    fits=lambda value: _is_list(value) and all(map(is_domain, value)), must="be a list of domains"
)
_RULES = _NAMES._replace(example='["IRI8"]')
_PATTERNS = _NAMES._replace(
    example='["build"]',
    read=lambda value, _origin, folder: tuple(Pattern(folder, text) for text in value),
)
_TABLE = _Kind(
    lambda value: isinstance(value, dict) and all(map(_is_list, value.values())),
    "be a table of patterns and lists of rules",
    '{"*.md" = ["IRI802"]}',
    lambda value, _origin, folder: tuple((Pattern(folder, one), tuple(rules)) for one, rules in value.items()),
)
_PATH = _Kind(
    lambda value: isinstance(value, str) and "\0" not in value,
    "be a string without a NUL",
    '"iri.toml"',
    _path,
)
_PATHS = _Kind(
    lambda value: _is_list(value) and "\0" not in "".join(value),
    "be a list of strings without a NUL",
    '["docs/en"]',
    lambda value, origin, folder: tuple(_path(one, origin, folder) for one in value),
)
_ENCODING = _Kind(
    lambda value: isinstance(value, str),
    "be a string",
    '"latin-1"',
    _encoding,
)
_FORMAT = _Kind(REPORTS.__contains__, f"be one of {', '.join(REPORTS)}", '"concise"')
KEYS = {
    "select": _RULES,
    "extend-select": _RULES,
    "ignore": _RULES,
    "per-file-ignores": _TABLE,
    "exclude": _PATTERNS,
    "extend-exclude": _PATTERNS,
    "force-exclude": _FLAG,
    "respect-gitignore": _FLAG,
    "bare-domains": _FLAG,
    "email": _FLAG,
    "protect": _DOMAINS,
    "encoding": _ENCODING,
    "format": _FORMAT,
    "baseline": _PATH,
    "original": _PATHS,
}
# ruff's names.
_OF_OTHERS = {"output-format": "format", "extend-ignore": "ignore"}


def as_setting(option: str) -> str | None:
    """Return an example of the setting with the name of an option; ``None`` if there is no such setting."""
    key = option.removeprefix("--")
    return f"{key} = {KEYS[key].example}" if key in KEYS else None


_USUAL = Selection()
Ignores = tuple[tuple[Pattern, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of ``iri lint`` for some files. A rule is named by code, prefix of a code, name, or ``ALL``."""

    selection: Selection = _USUAL
    per_file_ignores: Ignores = ()  # file patterns and the rules to ignore; "!" before a pattern: all other files
    exclude: tuple[Pattern, ...] | None = None  # None: the default exclusions
    extend_exclude: tuple[Pattern, ...] = ()
    force_exclude: bool = False  # also exclude named files
    respect_gitignore: bool = True
    bare_domains: bool = False  # also check domain names without a scheme
    email: bool = False  # also check email addresses
    protect: tuple[str, ...] = ()  # hosts to protect from look-alikes (IRI607)
    encoding: str | None = None  # for files that do not declare one
    format: str = "full"
    baseline: str | None = None  # path of the file of known findings
    original: tuple[str, ...] = ()  # paths of the originals of translations
    origin: str | None = None  # path of the settings file

    def rules(self) -> list[Rule]:
        """Return the selected rules; raise SettingsError for an unknown rule name."""
        unknown = next((name for name in self._names() if not sub_rules_named(name)), None)
        if unknown is not None:
            meant = did_you_mean(unknown, [*RULES_BY_NAME, *SUB_RULES]) or "; run: iri explain"
            if sub_rules_named(unknown.upper()):
                meant = f"; did you mean {unknown.upper()}?"
            origin = f"{self.origin}: " if self.origin else ""
            raise SettingsError(f'{origin}unknown rule "{unknown}"{meant}')
        return self.selection.rules()

    def _names(self) -> Iterator[str]:
        layer: Selection | None = self.selection
        while layer is not None:
            yield from (*layer.select, *layer.extend_select, *layer.ignore)
            layer = layer.under
        for _, names in self.per_file_ignores:
            yield from names

    def asked_for(self) -> tuple[str, ...]:
        """Return the names of the sub-rules that are selected by name, not only by default."""
        chosen = self.selection
        return tuple(
            sub_rule.name for rule in chosen.rules() for sub_rule in rule.sub_rules if chosen.is_asked_for(sub_rule)
        )

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """Return the names of the rules that are ignored in a file."""
        path = os.path.abspath(path) if self.per_file_ignores else ""
        return tuple(name for pattern, names in self.per_file_ignores if _applies(pattern, path) for name in names)

    def excluded(self) -> Excluded:
        """Return the exclusions for a directory with these settings."""
        folder = os.path.dirname(self.origin) if self.origin else os.getcwd()
        listed = tuple(Pattern(folder, name) for name in LEFT_OUT) if self.exclude is None else self.exclude
        everything = (*listed, *self.extend_exclude)
        return Excluded(folder, everything, gitignore=self.respect_gitignore, force=self.force_exclude)


_USUAL_SETTINGS = Settings()


def _applies(pattern: Pattern, path: str) -> bool:
    negated = pattern.text.startswith("!")
    patterns = _compiled(pattern._replace(text=pattern.text[negated:].rstrip("/")))
    # A directory means all files below it. A plain name does not mean directories above the settings.
    above = (one for one in upward(os.path.dirname(path)) if one.startswith(os.path.join(pattern.folder, "")))
    return (patterns.matches(path) or any(map(patterns.matches, above))) is not negated


@functools.lru_cache(maxsize=1024)
def _compiled(pattern: Pattern) -> Patterns:
    return Patterns([pattern])


def left(rules: list[Rule], ignored: tuple[str, ...]) -> list[Rule]:
    """Return the rules, with only the sub-rules that are not ignored."""
    return [kept for rule in rules if (kept := rule.only(lambda sub_rule: not weight(ignored, sub_rule)))]


class Configurations:
    """The settings of each directory, combined with the command line."""

    def __init__(self, options: argparse.Namespace, of_editor: dict[str, Any] | None = None) -> None:
        self.options = options
        self._inline = [of_editor] if of_editor else []  # tables that override those of files
        self._named: Settings | None = Settings() if options.isolated else None
        for given in options.config or []:
            if os.path.lexists(given) or not re.match(r'(?:[\w.-]|"[^"]*")+\s*=', given):
                # as ruff: "relative paths are resolved relative to the current working directory"
                self._named = _read(_table(given) or {}, given, os.getcwd())
            else:
                self._inline.append(_parsed(_WORD.sub(r'="\1"', given).encode(), f"--config {given}"))
        self._known: dict[str, Settings | SettingsError | None] = {}  # by directory
        self._complete = functools.cache(self._with_arguments)
        self._excluded = functools.cache(Settings.excluded)

    @property
    def inline(self) -> set[str]:
        """The names of the settings given as ``KEY=VALUE`` on the command line."""
        return {key for table in self._inline for key in table}

    @functools.cached_property
    def of_arguments(self) -> Settings:
        """The settings of the command line alone."""
        return self._with_arguments(Settings())

    def plain(self, folder: str) -> Settings:
        """Return the settings of a directory without the command line; raise SettingsError if they are invalid."""
        if self._named is not None:
            return self._named
        found = nearest(self._known, os.path.abspath(folder), _found_in) or _USUAL_SETTINGS
        if isinstance(found, SettingsError):
            raise found.with_traceback(None)
        return found

    def of(self, folder: str) -> Settings:
        """Return the settings of a directory, or of the current one for "", with the command line."""
        return self._complete(self.plain(folder))

    def _with_arguments(self, settings: Settings) -> Settings:
        for table in (*self._inline, _of_options(self.options)):
            settings = _read(table, "--config", os.getcwd(), settings)
        baseline = self.options.baseline
        return settings if baseline is None else replace(settings, baseline=baseline)

    def excluded(self, folder: str) -> Excluded:
        """Return the exclusions for a directory, or for the nearest directory above with valid settings."""
        for one in upward(os.path.abspath(folder)):
            with contextlib.suppress(SettingsError):
                return self._excluded(self.of(one))
        return self._excluded(self.of_arguments)


def _found_in(folder: str) -> Settings | SettingsError | None:
    for name in SETTINGS:
        path = os.path.join(folder, name)
        # A pipe or dangling link is an attempt at settings, so report that it cannot be read.
        if os.path.lexists(path) and not os.path.isdir(path):
            try:
                table = _table(path)
                if table is not None:
                    return _read(table, path, folder)
            except SettingsError as error:
                return error
    return None


def _table(path: str) -> dict[str, Any] | None:
    """Return the settings table of a file; ``None`` if it is a pyproject.toml without the table."""
    try:
        data = read_in_time(path, _LARGEST)
    except OSError as error:
        raise SettingsError(f"{path}: {reason(error)}") from error
    table = _parsed(data, path)
    if os.path.basename(path) != "pyproject.toml":
        return table
    tool = table.get("tool", {})
    if not isinstance(tool, dict):
        raise SettingsError(f'{path}: "tool" must be a table')
    if wrong := tool.keys() & {"sphinx-iri", "sphinx_iri"}:  # the name of the distribution
        raise SettingsError(f'{path}: unknown table "tool.{min(wrong)}"; write "tool.iri"')
    settings: dict[str, Any] | None = tool.get("iri")
    if not isinstance(settings, dict | None):
        raise SettingsError(f'{path}: "tool.iri" must be a table')
    return settings


def _parsed(data: bytes, origin: str) -> dict[str, Any]:
    import tomllib

    try:
        text = data.decode("utf-8")
        # tomllib takes quadratic time for a key with many dots, which is on one line.
        if any(_STRING.sub("", line).count(".") > 1000 for line in text.splitlines() if line.count(".") > 1000):
            raise RecursionError
        return tomllib.loads(text)
    except RecursionError as error:
        raise SettingsError(f"{origin}: is nested too deeply") from error
    except ValueError as error:  # invalid TOML or UTF-8, or a number with more digits than Python parses
        raise SettingsError(f"{origin}: {error}; check the value, which is TOML") from error


def _read(table: dict[str, Any], origin: str, folder: str, under: Settings | None = None) -> Settings:
    """Return the settings of a table, applied over the settings ``under``."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            known = _OF_OTHERS.get(key)
            near = f"; did you mean {known}?" if known else did_you_mean(key, KEYS)
            if key == "tool":  # the table of pyproject.toml
                raise SettingsError(
                    f'{origin}: its settings stand without a header; remove "tool.iri" from its headers'
                )
            raise SettingsError(f'{origin}: unknown setting "{key}"{near}; the settings are {", ".join(KEYS)}')
        values[key] = _value(key, value, origin, folder)
    under = under or Settings()
    names = {key: values.pop(key, ()) for key in ("select", "extend-select", "ignore")}
    changes: dict[str, Any] = {key.replace("-", "_"): value for key, value in values.items()}
    changes["extend_exclude"] = under.extend_exclude + changes.get("extend_exclude", ())
    if any(names.values()):
        below = None if under.selection == _USUAL else under.selection
        changes["selection"] = Selection(names["select"], names["extend-select"], names["ignore"], below)
    return replace(under, **changes, origin=under.origin if origin == "--config" else os.path.abspath(origin))


def _value(key: str, value: Any, origin: str, folder: str) -> Any:
    """Return the parsed value of a setting; SettingsError if it is invalid."""
    kind = KEYS[key]
    if isinstance(value, str) and (kind is _PATHS or (origin == "--config" and kind.fits([]))):
        value = [value]
    if not kind.fits(value):
        raise SettingsError(f'{origin}: "{key}" must {kind.must}; for example: {as_setting(key)}')
    return kind.read(value, origin, folder)


def _of_options(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the command line as a settings table."""
    lists = {key: _split(getattr(options, key.replace("-", "_"))) for key in _LISTS}
    others = {key: getattr(options, key.replace("-", "_")) for key in ("format", "force-exclude", "respect-gitignore")}
    table = {key: value for key, value in (lists | others).items() if value is not None}
    return table | ({"bare-domains": True, "email": True} if options.bare else {})


_LISTS = ("select", "extend-select", "ignore", "exclude")


def _split(values: list[str] | None) -> list[str] | None:
    return values and [name.strip() for value in values for name in value.split(",") if name.strip()]
