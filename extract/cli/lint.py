"""``iri lint``: report and fix problems with the links of files."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from extract.cli.checking import REFUSED, results
from extract.cli.documents import Job, Unchecked, jobs_of, say_unchecked, say_without_original
from extract.cli.files import STDIN, Passed, walk
from extract.cli.options import shared
from extract.cli.saying import Unread, WrongUseError, reason, say, say_first
from extract.cli.settings import Configurations, Settings, SettingsError
from extract.cli.surroundings import refusals, shown_path
from extract.files.near import is_in
from extract.files.writing import destination, replace_content
from extract.linter.finding import Finding
from extract.linter.fixes import Fixed, difference, fix
from extract.linter.linting import FAILURE, lint_file
from extract.readers.document import Document
from extract.reports import REPORTS, report
from extract.reports.text import count
from extract.rules.languages import LANGUAGES, known, language, translator
from extract.text.messages import Message, joined
from extract.text.terminal import file_name

if TYPE_CHECKING:
    from extract.cli.baseline import Baseline
    from extract.cli.cache import Cache
    from extract.cli.git import Changes

_FIXES = ""  # the value of --diff without a branch


def _language(name: str) -> str:
    found = known(name)
    if found is None:
        raise argparse.ArgumentTypeError(f'unknown language "{name}"; choose from {", ".join(LANGUAGES)}')
    return found


_EITHER = {"action": argparse.BooleanOptionalAction}
_CONFIG = "settings for all files instead of those nearest to each (iri.toml, pyproject.toml); or one: KEY=VALUE"
_ORIGINAL = "original file or directory (may be repeated): report links that the translation lacks"
_LANGUAGE = f"language of reports for people: {', '.join(LANGUAGES)} (default: as the environment has it)"
_FORMAT = f"format of the report: {', '.join(REPORTS)} (default: full)"
_DIFF = (
    "print the fixes as a diff, and change no file; with a branch or commit of git: report and fix only what is in"
    " lines that were changed since"
)
OPTIONS: dict[str, Any] = shared("FILE...") | {
    "files": {
        "--exclude PATTERNS...": "files or directories to skip, instead of the usual ones",
        "--force-exclude": ("skip excluded files even if they are named (for pre-commit)", _EITHER),
        "--respect-gitignore": ("skip what .gitignore files leave out (the default)", _EITHER),
        "--original PATH...": _ORIGINAL,
        "--bare": "check domain names and e-mail addresses without a scheme too",
        "--show-files": "list the files that would be read",
        "--no-cache": "ignore the cache, and check all files",
        **shared("--stdin-filename", "-j"),
    },
    "rules (by code, beginning of a code, name, or ALL; separated by commas)": {
        "--select RULES...": "rules to enable instead of the defaults",
        "--extend-select RULES...": "rules to enable in addition to the defaults",
        "--ignore RULES...": "rules to disable",
        "--config FILE...": _CONFIG,
        "--isolated": "read no settings",
    },
    "report": {
        "--format FORMAT": (_FORMAT, {"choices": REPORTS}),
        "--language LANGUAGE": (_LANGUAGE, {"type": _language}),
        **shared("-o"),
        "--statistics": "print only the number of findings per rule",
        "--exit-zero": "exit with status 0 even if there are findings",
        "--baseline FILE": "report and fix only findings that are not in the baseline",
        "--write-baseline FILE": "write all findings to a baseline",
        "--prune": "remove the entries from the baseline whose finding no longer exists",
    },
    "fixes": {
        "--fix": "apply safe fixes, and report what is left",
        "--unsafe-fixes": "with --fix or --diff: also fixes that may change where a link leads",
        "--diff BRANCH": (_DIFF, {"nargs": "?", "const": _FIXES}),
    },
}


def run(options: argparse.Namespace) -> int:
    """Print the findings. Return 0 without findings, 1 with findings, 2 for wrong use or an unreadable file."""
    options.language = language() if options.language is None else options.language
    run = _Run(options)
    jobs = run.jobs()
    if options.show_files:
        sys.stdout.writelines(f"{file_name(job.path)}\n" for job in jobs)
        return 2 if run.unread.any else 0
    if options.diff == _FIXES:
        return run.show_fixes(jobs)
    return run.report(run.fix(jobs) if options.fix else jobs)


class _Run:
    """One run: it selects files, reports and fixes findings, and prints a summary."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.changes = _changes(options)
        self.configurations = Configurations(options)
        self.unchecked: Unchecked = {}
        self.settings = self._settings_here()
        self.form = self.settings.format
        if options.statistics and self.form not in ("full", "concise"):
            raise WrongUseError(f"--statistics writes no {self.form}; leave --statistics or --format out")
        self.unread, self.passed = Unread(), Passed()
        self.baselines: dict[str, Baseline] = {}
        self.to_stdout = False  # the fixed standard input was written to standard output
        self.fixed = 0

    def _settings_here(self) -> Settings:
        """Return the settings of the current directory, or only the command line's if those are invalid."""
        of_arguments = self.configurations.of_arguments
        of_arguments.rules()  # an unknown rule is an error even if no file is read
        try:
            settings = self.configurations.of(os.path.dirname(self.options.stdin_filename or ""))
            settings.rules()
            return settings
        except SettingsError as error:
            if not self.options.paths:
                raise
            self.unchecked[str(error)] = []
            return of_arguments

    # --- files -----------------------------------------------------------------------------------------------------

    def jobs(self) -> list[Job]:
        """Return the jobs. Print messages about files that cannot be checked."""
        options, paths = self.options, self.options.paths or [STDIN]
        stdin_name = options.stdin_filename
        files = list(walk(paths, self.configurations.excluded, self.unread, self.passed, stdin_name=stdin_name))
        jobs = list(jobs_of(files, self.configurations, self.unchecked))
        jobs = self._with_baselines(jobs)
        if options.original:
            say_without_original(jobs, options.original)
        if options.prune and not (self.baselines or self.unchecked):
            raise SettingsError("--prune needs a baseline: name it with --baseline, or in the settings")
        say_unchecked(self.unchecked, self.unread)
        if not options.paths:
            jobs = _sent(jobs)
        if self.changes:
            return [job for job in jobs if self.changes.has_file(job.path) or not os.path.lexists(job.path)]
        return jobs

    def _with_baselines(self, jobs: list[Job]) -> list[Job]:
        """Return the jobs with readable baselines; SettingsError if the command line names an unreadable baseline."""
        if self.options.write_baseline:
            return jobs
        for path in filter(None, dict.fromkeys([self.settings.baseline, *(job.settings.baseline for job in jobs)])):
            from extract.cli.baseline import Baseline

            try:
                self.baselines[path] = Baseline(path)
            except SettingsError as error:
                if path == self.options.baseline:
                    raise
                self.unchecked[str(error)] = [job.name for job in jobs if job.settings.baseline == path]
        return [job for job in jobs if job.settings.baseline is None or job.settings.baseline in self.baselines]

    # --- findings --------------------------------------------------------------------------------------------------

    def _reported(self, met: Sequence[Finding], baseline: str | None, *, remember: bool = True) -> list[Finding]:
        """Return the findings of one file to report. If ``remember``, mark their entries in the baseline as used."""
        if met and baseline and baseline in self.baselines:
            met = self.baselines[baseline].new(met, remember=remember)
        return list(filter(self.changes.has, met) if self.changes else met)

    def report(self, jobs: list[Job]) -> int:
        """Print the report and return the status."""
        options = self.options
        everything: list[Finding] = []
        new: list[Finding] = []
        for job, result in zip(jobs, results(jobs, options.jobs, self._cache(jobs)), strict=True):
            if result.error:
                self.unread.say(job.name, result.error)
            everything += result.findings
            new += self._reported(result.findings, job.settings.baseline)
        known = 0 if self.changes else len(everything) - len(new)
        if options.write_baseline:
            _write_baseline(options.write_baseline, everything, [job.name for job in jobs])
            new, known = [], 0
        out = sys.stderr if self.to_stdout else sys.stdout
        out.write(self._written(new, len(jobs)))
        if not options.write_baseline:
            self._say_unused(jobs)
        failed = self.unread.any or any(finding.problem.sub_rule == FAILURE for finding in everything)
        self._summarize(new, known, len(jobs), failed)
        return 2 if failed else 1 if new and not options.exit_zero else 0

    def _cache(self, jobs: list[Job]) -> Cache | None:
        """Return the cache; None if it is disabled, or the files are few and small."""
        is_off = self.options.no_cache or os.environ.get("IRI_NO_CACHE") or self.to_stdout
        if is_off or (len(jobs) < _FEW and not any(job.size() >= _LARGE for job in jobs)):
            return None
        try:
            from extract.cli.cache import Cache
        except ModuleNotFoundError:  # Python was built without SQLite
            return None
        return Cache()

    def _written(self, findings: list[Finding], files: int) -> str:
        """Return the report as text."""
        if self.options.statistics:
            counts = Counter((finding.problem.code, finding.problem.name) for finding in findings)
            ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            return "".join(f"{count:7} {code} {name}\n" for (code, name), count in ordered)
        if self.options.write_baseline and self.form == "github":
            return ""
        note = joined([*([] if files else [Message("no files to read")]), *self.passed.clauses()])
        return report(findings, self.form, color=_color(), language=self.options.language, note=note)

    # --- summary ---------------------------------------------------------------------------------------------------

    def _summarize(self, new: list[Finding], known: int, files: int, failed: bool) -> None:
        """Print the summary: whether all files are fine, and how many fixes were applied or are possible.

        It goes to standard error, except after a full report.
        """
        options, form, passed = self.options, self.form, self.passed
        said = translator(options.language)
        for_people = form == "full" and not (options.statistics or self.to_stdout or options.write_baseline)
        if not files:
            if not self.unread.any:
                say(f"no files to read{passed}")
        elif for_people and not new:
            if not failed:
                print(said(joined([_fine(files, known), *passed.clauses()])) + said("."))
        elif not new and str(passed) and (options.statistics or form == "concise"):
            say(f"{count(files, 'file')} read{passed}")  # An empty output would suggest that all files were read.
        elif not for_people and passed.usual and form != "github":
            say(passed.by_default)
        if fixable := self._fixable(new):
            print(said(", ").join(map(said, fixable)) + said("."), file=sys.stdout if for_people else sys.stderr)

    def _fixable(self, new: list[Finding]) -> list[Message]:
        """Return messages with the numbers of applied and possible fixes, and the options that apply them."""
        options = self.options
        counts = Counter(finding.problem.safe for finding in new if finding.problem.fix is not None)
        safe, unsafe = counts[True], counts[False]
        if options.unsafe_fixes:
            safe, unsafe = safe + unsafe, 0
        if options.fix:
            left = _possible(unsafe, "--unsafe-fixes")
            return [Message("{number} fixed", number=self.fixed), *left]
        if safe and unsafe:
            more = Message("{number} more with {options}", number=unsafe, options="--unsafe-fixes")
            return [*_possible(safe, "--fix"), more]
        return _possible(safe, "--fix") + _possible(unsafe, "--fix --unsafe-fixes")

    def _say_unused(self, jobs: list[Job]) -> None:
        """Print the unused entries of the baselines, or remove them with ``--prune``."""
        options = self.options
        is_all = not (options.diff or options.exclude or self.configurations.inline & {"exclude", "extend-exclude"})
        for path, baseline in self.baselines.items():
            name = shown_path(path)
            read = [job.name for job in jobs if job.settings.baseline == path]
            if options.prune and not self._may_change(path, read):
                self.unread.end(f"{name}: is outside of the folder of its settings; to change it, name it: --baseline")
                continue
            unused = baseline.unused(read, options.paths if is_all else [], self._is_judged())
            if options.prune:
                baseline.prune(unused)
                say(f"{name}: {unused.total()} {'entry' if unused.total() == 1 else 'entries'} removed")
            else:
                say_first(_entries(name, unused), f"{name}: and {{}} more unused; --prune removes them")

    def _is_judged(self) -> Callable[[str], bool]:
        """Return a function that returns whether the command line leaves the rule with a code unchanged."""
        plain = Settings()
        with contextlib.suppress(SettingsError):  # reported before
            plain = self.configurations.plain("")
            plain.rules()
        before, now = ({rule.code: rule.sub_rules for rule in one.selection.rules()} for one in (plain, self.settings))
        is_changed = "per-file-ignores" in self.configurations.inline
        return lambda code: before.get(code) == now.get(code) and not is_changed

    def _may_change(self, path: str, read: list[str]) -> bool:
        """Return whether the command line names a baseline, or it is in the directory of the settings that name it."""
        naming = [self.configurations.of(os.path.dirname(name)) for name in read] or [self.settings]
        homes = {os.path.realpath(os.path.dirname(one.origin or "")) for one in naming}
        return path == self.options.baseline or all(is_in(os.path.realpath(path), home) for home in homes)

    # --- fixes -----------------------------------------------------------------------------------------------------

    def _fixed(self, job: Job) -> tuple[Document, Fixed] | Exception:
        """Return the document of a job, and the fixed document; an exception if there is none."""
        rules = job.rules()
        try:
            original = job.document()

            def check(document: Document) -> list[Finding]:
                if self.changes and document.data.count(b"\n") != original.data.count(b"\n"):
                    return []  # git's line numbers refer to the original
                return self._reported(lint_file(document, rules).findings, job.settings.baseline, remember=False)

            return original, fix(original, check, unsafe=self.options.unsafe_fixes)
        except Exception as error:
            return error

    def fix(self, jobs: list[Job]) -> list[Job]:
        """Fix the files. Return the jobs for the report on the remaining findings, which includes the errors."""
        return [job if isinstance(found := self._fixed(job), Exception) else self._saved(job, *found) for job in jobs]

    def _saved(self, job: Job, document: Document, fixed: Fixed) -> Job:
        """Write a fixed file. Return the job for the report."""
        if job.path == STDIN:
            self.to_stdout = True
            sys.stdout.flush()
            sys.stdout.buffer.write(fixed.data)
            job = job._replace(data=fixed.data)
        elif fixed.data != document.data:
            try:
                destination(job.path, job.within)
                replace_content(job.path, document.data, fixed.data)
            except OSError as error:
                self.unread.say(job.name, f"not fixed: {reason(error)}")
                return job
        self.fixed += fixed.changes
        return job

    def show_fixes(self, jobs: list[Job]) -> int:
        """Print the fixes as a diff and return the status."""
        number = 0
        for job in jobs:
            found = self._fixed(job)
            if isinstance(found, Exception):
                self.unread.say(job.name, found)
                continue
            sys.stdout.buffer.write(difference(job.name, found[0].data, found[1].data))
            number += found[1].changes
        sys.stdout.buffer.flush()
        say_first(refusals(), REFUSED)
        more = "" if self.options.unsafe_fixes else " without --unsafe-fixes"
        print(f"{number or 'Nothing'} would be fixed{more}.", file=sys.stderr)
        return 2 if self.unread.any else int(number > 0 and not self.options.exit_zero)


def _possible(number: int, options: str) -> list[Message]:
    return [Message("{number} fixable with {options}", number=number, options=options)] if number else []


def _sent(jobs: list[Job]) -> list[Job]:
    """Return the jobs with the content of standard input; WrongUseError if it is empty, since that is never meant."""
    read = [job._replace(data=b"" if sys.stdin.isatty() else job.read()) for job in jobs]
    if not any(job.data for job in read):
        raise WrongUseError("nothing to read; run: iri lint .")
    return read


def _changes(options: argparse.Namespace) -> Changes | None:
    """Return the changes since the branch or commit of ``--diff``; None without one. Add a path there to the files."""
    if not options.diff:
        return None
    from extract.cli.git import Changes, is_path

    if is_path(options.diff):
        options.paths.insert(0, options.diff)
        options.diff = _FIXES
        return None
    options.paths = options.paths or [os.curdir]
    return Changes(options.diff)


def _fine(files: int, known: int) -> Message:
    fine = Message("The file is fine") if files == 1 else Message("All {number} files are fine", number=files)
    if not known:
        return fine
    one = Message("{number} known finding", number=known)
    several = Message("{number} known findings", number=known)
    return Message("{what}, except for {findings}", what=fine, findings=one if known == 1 else several)


_FEW, _LARGE = 16, 1 << 20  # files, bytes: below these, reading the cache takes longer than checking


def _write_baseline(path: str, findings: list[Finding], names: list[str]) -> None:
    from extract.cli.baseline import to_write

    number, kept = to_write(path).write(findings, names)
    files = len({finding.path for finding in findings})
    others = f"; {kept} of files that were not read are kept" if kept else ""
    say(f"{shown_path(path)}: {count(number, 'finding')} in {count(files, 'file')} recorded{others}")


def _entries(path: str, unused: Counter[Any]) -> list[str]:
    times = {entry: f" ({number} times)" if number > 1 else "" for entry, number in unused.items()}
    return [f"{path}: unused baseline entry: {one.path}: {one.code}{often}" for one, often in times.items()]


def _color() -> bool:
    """Return whether to print colors: on a terminal, unless NO_COLOR or FORCE_COLOR is not empty (no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")
