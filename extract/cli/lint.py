"""``iri lint``: what is wrong with the links of files."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from extract.cli import settings as config
from extract.cli.checking import (
    Job,
    Unchecked,
    comparing_rules,
    jobs_of,
    results,
    say_refused,
    say_unchecked,
    with_originals,
    without,
)
from extract.cli.files import STDIN, Passed, walk
from extract.cli.options import add
from extract.cli.saying import Unread, WrongUseError, reason, say
from extract.cli.settings import Configurations, Settings, SettingsError
from extract.cli.surroundings import refusals
from extract.files.near import is_in
from extract.files.writing import destination, remove_left, replace_content
from extract.linter.finding import Finding
from extract.linter.fixes import Fixed, difference, fix
from extract.linter.linting import FAILURE, lint_file, lint_tree
from extract.readers.document import Document
from extract.reports import REPORTS, report
from extract.reports.text import count, counted, github_notice
from extract.rules import Rule, Use
from extract.rules.languages import LANGUAGES, known, language, translator
from extract.text.messages import Message, joined
from extract.text.terminal import file_name

if TYPE_CHECKING:
    from extract.cli.baseline import Baseline
    from extract.cli.cache import Cache
    from extract.cli.changes import Changes

_FIXES = ""  # the value of --diff without a branch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(parser, "FILE")
    either = argparse.BooleanOptionalAction
    group = parser.add_argument_group("files")
    help = "files or directories to skip, instead of the usual ones"
    group.add_argument("--exclude", action="append", metavar="PATTERNS", help=help)
    help = "skip excluded files even if they are named (for pre-commit)"
    group.add_argument("--force-exclude", action=either, help=help)
    help = "skip what .gitignore files leave out (the default)"
    group.add_argument("--respect-gitignore", action=either, help=help)
    help = "what was translated, a file or a folder (may be repeated): report what lacks its addresses"
    group.add_argument("--original", action="append", metavar="PATH", help=help)
    help = "check domain names and e-mail addresses without a scheme too"
    group.add_argument("--bare", action="store_true", help=help)
    group.add_argument("--show-files", action="store_true", help="list the files that would be read")
    group.add_argument("--no-cache", action="store_true", help="ignore the cache, and check all files")
    add(group, "--stdin-filename", "-j")
    group = parser.add_argument_group("rules (by code, beginning of a code, name, or ALL; separated by commas)")
    for name, help in {
        "--select": "rules to enable instead of the defaults",
        "--extend-select": "rules to enable in addition to the defaults",
        "--ignore": "rules to disable",
    }.items():
        group.add_argument(name, action="append", metavar="RULES", help=help)
    help = "settings for all files instead of those nearest to each (iri.toml, pyproject.toml); or one: KEY=VALUE"
    group.add_argument("--config", action="append", metavar="FILE", help=help)
    group.add_argument("--isolated", action="store_true", help="read no settings")
    group.add_argument("--show-settings", action="store_true", help="print the settings and the selected rules")
    group = parser.add_argument_group("report")
    help = f"format of the report: {', '.join(REPORTS)} (default: full)"
    group.add_argument("--format", choices=REPORTS, metavar="FORMAT", help=help)
    help = f"language of reports for people: {', '.join(LANGUAGES)} (default: as the environment has it)"
    group.add_argument("--language", type=_language, metavar="LANGUAGE", help=help)
    add(group, "-o")
    group.add_argument("--statistics", action="store_true", help="print only the number of findings per rule")
    group.add_argument("--exit-zero", action="store_true", help="exit with status 0 even if there are findings")
    group.add_argument("--baseline", metavar="FILE", help="report and fix only findings that are not in the baseline")
    group.add_argument("--write-baseline", metavar="FILE", help="write all findings to a baseline")
    help = "remove the entries from the baseline whose finding no longer exists"
    group.add_argument("--prune", action="store_true", help=help)
    group = parser.add_argument_group("fixes")
    group.add_argument("--fix", action="store_true", help="apply safe fixes, and report what is left")
    help = "with --fix or --diff: also fixes that may change where a link leads"
    group.add_argument("--unsafe-fixes", action="store_true", help=help)
    help = (
        "print the fixes as a diff, and change no file; with a branch or commit of git: report and fix only what is in"
        " lines that were changed since"
    )
    group.add_argument("--diff", nargs="?", const=_FIXES, metavar="BRANCH", help=help)


def _language(name: str) -> str:
    found = known(name)
    if found is None:
        raise argparse.ArgumentTypeError(f'unknown language "{name}"; choose from {", ".join(LANGUAGES)}')
    return found


def run(options: argparse.Namespace) -> int:
    """Print what is found; return 0 for nothing, 1 for findings, 2 for wrong use or a file that cannot be read."""
    options.language = language() if options.language is None else options.language
    run = _Run(options)
    if options.show_settings:
        sys.stdout.write(config.shown(run.settings))
        return 0
    jobs = run.jobs()
    if options.show_files:
        sys.stdout.writelines(f"{file_name(job.path)}\n" for job in jobs)
        return 2 if run.unread.any else 0
    if options.diff == _FIXES:
        return run.show_fixes(jobs)
    return run.report(run.fix(jobs) if options.fix else jobs)


class _Run:
    """One run: which findings are reported and fixed, and what is counted."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.since = _since(options)
        self.configurations = Configurations(options)
        self.unchecked: Unchecked = {}
        self.settings = self._settings_here()
        self.unread, self.passed, self.tally = Unread(), Passed(), _Tally()
        self.baselines: dict[str | None, Baseline] = {}
        self.comparing: list[Rule] = []  # rules that compare files
        self.left_out: set[str] = set()  # others, by code
        self.to_stdout = False  # standard input, as fixed, was written to standard output
        self.fixed = 0

    def _settings_here(self) -> Settings:
        """Return the settings of the current folder, or those of the command line where these are wrong."""
        of_arguments, options = self.configurations.of_arguments, self.options
        of_arguments.rules()  # a name that no rule has is an error, also if nothing is read
        try:
            settings = self.configurations.of(os.path.dirname(options.stdin_filename or ""))
            settings.rules()
        except SettingsError as error:
            if options.show_settings or not options.paths:
                raise
            self.unchecked[str(error)] = []
            return of_arguments
        return settings

    # --- which files -----------------------------------------------------------------------------------------------

    def jobs(self) -> list[Job]:
        """Return what to do; it is said what cannot be done."""
        options, paths = self.options, self.options.paths or [STDIN]
        entries = list(walk(paths, self.configurations.excluded, say=self.unread, passed=self.passed))  # said first
        self._ask_git()
        jobs = list(jobs_of(entries, self.configurations, options.stdin_filename, self.unchecked))
        jobs = with_originals(self._with_baselines(jobs), options.original)
        say_unchecked(self.unchecked, self.unread)
        if not options.paths:
            jobs = _sent(jobs)
        if options.result not in (None, STDIN):
            real = os.path.realpath(options.result)
            if any(os.path.realpath(job.path) == real for job in jobs):
                raise WrongUseError(f"{options.result}: is to be read and to be written; write to another file")
        self.comparing = comparing_rules(jobs)
        if self.comparing and self._is_a_part(jobs):
            self.left_out, self.comparing = {rule.code for rule in self.comparing}, []
            say(f"{', '.join(self.left_out)} compares files, and is left out: not all of the baseline's folder is read")
            return without(self.left_out, jobs)
        if self.changes and not self.comparing:
            return [job for job in jobs if self.changes.has_file(job.path)]
        return jobs

    def _ask_git(self) -> None:
        self.changes: Changes | None = None
        if self.since is not None:
            from extract.cli.changes import Changes

            self.changes = Changes(self.since)

    def _with_baselines(self, jobs: list[Job]) -> list[Job]:
        """Return the jobs whose baseline can be read; SettingsError if the command line names another one."""
        if self.options.write_baseline:
            return jobs
        wrong: dict[str | None, str] = {}
        for path in dict.fromkeys([self.settings.baseline, *(job.baseline for job in jobs)]):
            if path is None:
                continue
            from extract.cli.baseline import Baseline

            try:
                self.baselines[path] = Baseline(path)
            except SettingsError as error:
                if path == self.options.baseline:
                    raise
                wrong[path] = str(error)
                self.unchecked[str(error)] = [job.name for job in jobs if job.baseline == path]
        return [job for job in jobs if job.baseline not in wrong]

    @property
    def _reads_less(self) -> bool:
        """Whether the command line leaves files out."""
        return bool(self.options.exclude or self.configurations.inline & {"exclude", "extend-exclude"})

    def _is_a_part(self, jobs: list[Job]) -> bool:
        """Return whether a baseline knows of files that are not read: what is found by comparing would be new."""
        written = self.options.write_baseline
        paths = {written} if written else {job.baseline for job in jobs if job.baseline}
        if not paths:
            return False
        from extract.cli.baseline import covers

        return self._reads_less or not all(any(covers(path, one) for one in self.options.paths) for path in paths)

    # --- what is found ---------------------------------------------------------------------------------------------

    def _reported(self, met: list[Finding], baseline: str | None, *, remember: bool = True) -> list[Finding]:
        """Return those of a file's findings that are reported; what is met in the baseline is remembered there."""
        if met and baseline in self.baselines:
            met = self.baselines[baseline].new(met, remember=remember)
        return list(filter(self.changes.has, met)) if self.changes else met

    def report(self, jobs: list[Job]) -> int:
        """Print what is found; return the status."""
        options, tally = self.options, self.tally
        write = self._as_they_come()
        findings: list[Finding] = []  # if they are not written as they come
        everything: list[Finding] = []  # if a baseline needs them
        for met, baseline in self._found(jobs):
            new = tally.counted(met, self._reported(met, baseline))
            everything += met if options.write_baseline or self.baselines else ()
            if write is None:
                findings += new
            elif new:
                sys.stdout.write(write(new))
                sys.stdout.flush()
        failed = tally.has_failed
        if options.write_baseline:
            _write_baseline(options.write_baseline, everything, [job.name for job in jobs], self.left_out)
            self.tally, findings = _Tally(), []
        else:
            self._say_unused(everything, jobs)
        failed = failed or self.unread.any
        if write is None:
            (sys.stderr if self.to_stdout else sys.stdout).write(self._whole(findings, len(jobs)))
        self._summarize(len(jobs), failed)
        return 2 if failed else 1 if self.tally.new and not options.exit_zero else 0

    def _found(self, jobs: list[Job]) -> Iterator[tuple[list[Finding], str | None]]:
        """Yield what is found in each file, and then by comparing them, each with its baseline."""
        uses: list[Use] = []
        for job, result in zip(jobs, results(jobs, self.options.jobs, self._cache(jobs)), strict=True):
            if isinstance(result, str):
                self.unread.say(job.name, result)
            else:
                uses += result.uses
                yield result.findings, job.baseline
        of_job = {job.name: job for job in jobs}
        for name, group in groupby(lint_tree(uses, self.comparing), key=lambda finding: finding.path):
            yield list(group), of_job[name].baseline

    def _as_they_come(self) -> Callable[[list[Finding]], str] | None:
        """Return what writes the findings of a file, if the report is one after the other."""
        options, form = self.options, self.settings.format
        if self.to_stdout or options.write_baseline or options.statistics:
            return None
        if form == "full":
            from extract.reports.text import blocks

            return functools.partial(blocks, color=_color(), say=translator(options.language))
        is_in_order = form in ("concise", "jsonl", "github")
        return functools.partial(report, form=form, language=options.language) if is_in_order else None

    def _cache(self, jobs: list[Job]) -> Cache | None:
        """Return the cache, where it is worth it."""
        options = self.options
        if options.no_cache or os.environ.get("IRI_NO_CACHE") or self.to_stdout:
            return None
        if len(jobs) < _FEW and not any(map(_is_large, jobs)):
            return None
        try:
            from extract.cli.cache import Cache
        except ModuleNotFoundError:  # a Python that was made without SQLite
            return None
        return Cache()

    def _whole(self, findings: list[Finding], files: int) -> str:
        """Return the report on all files at once."""
        if self.options.statistics:
            counts = Counter((finding.problem.code, finding.problem.name) for finding in findings)
            ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            return "".join(f"{count:7} {code} {name}\n" for (code, name), count in ordered)
        return report(findings, self.settings.format, language=self.options.language, note=self._note(files))

    def _note(self, files: int) -> str:
        """Return what is said of the files that are not read."""
        return joined([*(() if files else (Message("no files to read"),)), *self.passed.clauses()])

    # --- what is said at the end -----------------------------------------------------------------------------------

    def _summarize(self, files: int, failed: bool) -> None:
        """End a report: with how many files are fine, and the numbers of fixes made and possible.

        It goes to standard error, unless the report is a full one.
        """
        options, form, tally, passed = self.options, self.settings.format, self.tally, self.passed
        said = translator(options.language)
        is_shown = not (options.statistics or self.to_stdout or options.write_baseline)
        for_people = form == "full" and is_shown
        known = 0 if self.changes else tally.known
        if form == "github" and is_shown and (note := self._note(files)):
            sys.stdout.write(github_notice(said(note)))
        if not files:
            if not self.unread.any:
                say(f"no files to read{passed}")
        elif for_people and tally.new:
            sys.stdout.write(counted(tally.new, len(tally.files), said, passed.clauses()))
        elif for_people and not failed:
            fine = Message("The file is fine") if files == 1 else Message("All {number} files are fine", number=files)
            if known:
                one = Message("{number} known finding", number=known)
                several = Message("{number} known findings", number=known)
                fine = Message("{what}, except for {findings}", what=fine, findings=one if known == 1 else several)
            print(said(joined([fine, *passed.clauses()])) + said("."))
        elif not tally.new and str(passed) and (options.statistics or form == "concise"):
            say(f"{count(files, 'file')} read{passed}")  # so that what is empty does not pass for all
        elif not for_people and passed.of_tests and form != "github":
            say(passed.by_default)
        if fixable := self._fixable():
            print(said(", ").join(map(said, fixable)) + said("."), file=sys.stdout if for_people else sys.stderr)

    def _fixable(self) -> list[Message]:
        """Return how many fixes were made, and how many are left, with the options that make them."""
        safe, unsafe, options = self.tally.safe, self.tally.unsafe, self.options
        if options.fix:
            numbers = {"--unsafe-fixes": 0 if options.unsafe_fixes else unsafe}
        elif options.unsafe_fixes:
            numbers = {"--fix": safe + unsafe}
        else:
            numbers = {"--fix": safe, "--fix --unsafe-fixes": unsafe}
        possible = [
            Message("{number} fixable with {options}", number=number, options=names)
            for names, number in numbers.items()
            if number
        ]
        return [Message("{number} fixed", number=self.fixed), *possible] if options.fix else possible

    def _say_unused(self, findings: list[Finding], jobs: list[Job]) -> None:
        """Say which entries of the baselines are no longer needed, or remove them."""
        options = self.options
        if options.prune and not self.baselines:
            raise SettingsError("--prune needs a baseline: name it with --baseline, or in the settings")
        for path, baseline in self.baselines.items():
            from extract.cli.baseline import covers

            read = [job.name for job in jobs if job.baseline == path]
            if options.prune and not self._may_change(baseline.path, read):
                self.unread.end(f"{path}: is outside of the folder of its settings; to change it, name it: --baseline")
                continue
            # With these, files were left out that may have what was in others.
            is_part = options.diff or self._reads_less
            all_read = not is_part and any(covers(baseline.path, one) for one in options.paths)
            unused = baseline.unused(read, all_read=all_read, judged=self._is_judged())
            if options.prune:
                baseline.prune(unused, findings)
                say(f"{path}: {unused.total()} {'entry' if unused.total() == 1 else 'entries'} removed")
            else:
                _say_entries(baseline.path, unused)

    def _is_judged(self) -> Callable[[str], bool]:
        """Return whether the command line did not change what a rule looks for."""
        try:
            plain = self.configurations.plain("")
            loaded = plain.rules()
        except SettingsError:  # said before
            loaded = Settings().rules()
        before, now = ({rule.code: rule.sub_rules for rule in rules} for rules in (loaded, self.settings.rules()))
        is_changed = self.configurations.inline & {"per-file-ignores", "extend-per-file-ignores"}
        return lambda code: code not in self.left_out and before.get(code) == now.get(code) and not is_changed

    def _may_change(self, path: str, read: list[str]) -> bool:
        """Return whether a baseline is named by the command line, or is in the folder of the settings that name it."""
        if path == self.options.baseline:
            return True
        naming = [self.configurations.of(os.path.dirname(name)) for name in read] or [self.settings]
        real = os.path.realpath(path)
        return all(is_in(real, os.path.realpath(os.path.dirname(one.origin or ""))) for one in naming)

    # --- fixes -----------------------------------------------------------------------------------------------------

    def _compared(self, jobs: list[Job]) -> dict[str, list[Finding]]:
        """Return what comparing files finds, by their names."""
        found: dict[str, list[Finding]] = {}
        if self.comparing:
            checked = [result for result in results(jobs, None, None) if not isinstance(result, str)]
            for finding in lint_tree([use for one in checked for use in one.uses], self.comparing):
                found.setdefault(finding.path, []).append(finding)
        return found

    def _fixed(self, job: Job, original: Document, compared: list[Finding]) -> Fixed:
        """Apply the fixes of what is reported to the content of a file."""
        rules = job.checks.rules()

        def check(document: Document) -> list[Finding]:
            if self.changes and document.data.count(b"\n") != original.data.count(b"\n"):
                return []  # git's numbers of lines are those of the original
            findings = lint_file(document, rules).findings + (compared if document is original else [])
            return self._reported(findings, job.baseline, remember=False)

        return fix(original, check, unsafe=self.options.unsafe_fixes)

    def fix(self, jobs: list[Job]) -> list[Job]:
        """Fix the files; return what is left to be reported."""
        compared = self._compared(jobs)
        for directory in {os.path.dirname(job.path) or os.curdir for job in jobs if job.path != STDIN}:
            remove_left(directory)
        left = [self._write_fixed(job, compared.get(job.name, [])) for job in jobs]
        if self.fixed:
            self._ask_git()
        return left

    def _write_fixed(self, job: Job, compared: list[Finding]) -> Job:
        try:
            document = job.document()
            fixed = self._fixed(job, document, compared)
        except Exception:
            return job  # the report says so
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
        """Print what the fixes would change; return the status."""
        compared = self._compared(jobs)
        number = 0
        for job in jobs:
            try:
                document = job.document()
                fixed = self._fixed(job, document, compared.get(job.name, []))
            except Exception as error:
                self.unread.say(job.name, error)
                continue
            sys.stdout.buffer.write(difference(job.name, document.data, fixed.data))
            number += fixed.changes
        sys.stdout.buffer.flush()
        say_refused(refusals())
        if number:
            print(f"{number} would be fixed.", file=sys.stderr)
        return 2 if self.unread.any else int(number > 0 and not self.options.exit_zero)


def _sent(jobs: list[Job]) -> list[Job]:
    """Return the jobs with what was sent; an error if nothing was: it must not pass for a good file."""
    read = [job._replace(data=b"" if sys.stdin.isatty() else job.read()) for job in jobs]
    if not any(job.data for job in read):
        raise WrongUseError("nothing to read; run: iri lint .")
    return read


def _since(options: argparse.Namespace) -> str | None:
    """Return the branch or commit after ``--diff``; a file there is one to read."""
    if not options.diff:
        return None
    from extract.cli.changes import is_path

    since: str = options.diff
    if is_path(since):
        options.paths.insert(0, since)
        options.diff = _FIXES
        return None
    options.paths = options.paths or [os.curdir]
    return since


class _Tally:
    """Counts findings: of many files they need not be kept."""

    def __init__(self) -> None:
        self.new = 0
        self.known = 0
        self.safe = 0  # new ones with safe fixes
        self.unsafe = 0
        self.files: set[str] = set()  # with new ones
        self.has_failed = False

    def counted(self, met: list[Finding], new: list[Finding]) -> list[Finding]:
        """Count the findings of a file, and those of them that are reported; return these."""
        self.new += len(new)
        self.known += len(met) - len(new)
        self.has_failed = self.has_failed or any(finding.problem.sub_rule == FAILURE for finding in met)
        for finding in new:
            self.files.add(finding.path)
            if finding.problem.fix is not None:
                self.safe += finding.problem.safe
                self.unsafe += not finding.problem.safe
        return new


_FEW, _LARGE = 16, 1 << 20  # files, bytes: for less, to read the cache takes longer than to check


def _is_large(job: Job) -> bool:
    try:
        return job.path != STDIN and os.path.getsize(job.path) >= _LARGE
    except (OSError, ValueError):
        return False


def _write_baseline(path: str, findings: list[Finding], names: list[str], left_out: set[str]) -> None:
    from extract.cli.baseline import to_write

    number, kept = to_write(path).write(findings, names, left_out)
    files = len({finding.path for finding in findings})
    others = f"; {kept} of files that were not read{' or compared' if left_out else ''} are kept" if kept else ""
    say(f"{path}: {count(number, 'finding')} in {count(files, 'file')} recorded{others}")


_MOST_SAID = 10  # entries of a baseline


def _say_entries(path: str, unused: Counter[Any]) -> None:
    for entry, number in [*unused.items()][:_MOST_SAID]:
        times = f" ({number} times)" if number > 1 else ""
        say(f"{path}: unused baseline entry: {entry.path}: {entry.code}{times}")
    if len(unused) > _MOST_SAID:
        say(f"{path}: and {len(unused) - _MOST_SAID} more unused; --prune removes them")


def _color() -> bool:
    """Color on a terminal; NO_COLOR and FORCE_COLOR decide, if they are not empty (no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")
