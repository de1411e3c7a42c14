"""``iri lint``: what is wrong with the links of files."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

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
from extract.cli.options import natural
from extract.cli.saying import Unread, reason, say
from extract.cli.settings import Configurations, Settings, SettingsError
from extract.cli.surroundings import refusals
from extract.files.near import is_in
from extract.files.writing import destination, remove_left, replace_content, write_file
from extract.linter.finding import Finding
from extract.linter.fixes import Fixed, difference, fix
from extract.linter.linting import FAILURE, lint_file, lint_tree
from extract.readers.document import Document
from extract.reports import REPORTS, report
from extract.rules import Rule, Use
from extract.rules.languages import LANGUAGES, known, language, translator
from extract.text.terminal import file_name

if TYPE_CHECKING:
    from extract.cli.baseline import Baseline
    from extract.cli.cache import Cache
    from extract.cli.changes import Changes

_FIXES = ""  # the value of --diff without a branch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help='files or directories; "-" is standard input (the default, if anything is there)',
    )
    group = parser.add_argument_group("files")
    group.add_argument(
        "--exclude", action="append", metavar="PATTERNS", help="files or directories to skip, instead of the usual ones"
    )
    group.add_argument(
        "--force-exclude",
        action=argparse.BooleanOptionalAction,
        help="skip excluded files even if they are named (for pre-commit)",
    )
    group.add_argument(
        "--respect-gitignore",
        action=argparse.BooleanOptionalAction,
        help="skip what .gitignore files leave out (the default)",
    )
    group.add_argument(
        "--original",
        action="append",
        metavar="PATH",
        help="what was translated, a file or a folder (may be repeated): report what lacks its addresses",
    )
    group.add_argument(
        "--stdin-filename", metavar="NAME", help="file name to assume for standard input; it decides the format"
    )
    group.add_argument(
        "--bare", action="store_true", help="check domain names and e-mail addresses without a scheme too"
    )
    group.add_argument("--show-files", action="store_true", help="list the files that would be read")
    group.add_argument(
        "-j", "--jobs", type=natural, metavar="N", help="number of processes (0: one per processor; default: by need)"
    )
    group.add_argument("--no-cache", action="store_true", help="check files anew that have not changed")
    group.add_argument("--cache-dir", metavar="DIR", help="folder of the cache, instead of the user's")
    group = parser.add_argument_group("rules (by code, beginning of a code, name, or ALL; separated by commas)")
    group.add_argument("--select", action="append", metavar="RULES", help="rules to enable instead of the defaults")
    group.add_argument(
        "--extend-select", action="append", metavar="RULES", help="rules to enable in addition to the defaults"
    )
    group.add_argument("--ignore", action="append", metavar="RULES", help="rules to disable")
    group.add_argument(
        "--config",
        action="append",
        metavar="FILE",
        help="settings for all files instead of those nearest to each (iri.toml, pyproject.toml); or one: KEY=VALUE",
    )
    group.add_argument("--isolated", action="store_true", help="read no settings")
    group.add_argument("--show-settings", action="store_true", help="print the settings and the selected rules")
    group = parser.add_argument_group("report")
    group.add_argument(
        "--format",
        choices=REPORTS,
        metavar="FORMAT",
        help=f"format of the report: {', '.join(REPORTS)} (default: full)",
    )
    group.add_argument(
        "--language",
        type=_language,
        metavar="LANGUAGE",
        help=f"language of reports for people: {', '.join(LANGUAGES)} (default: as the environment has it)",
    )
    group.add_argument(
        "-o", "--output-file", "--output", metavar="FILE", help="file to write instead of standard output"
    )
    group.add_argument("--statistics", action="store_true", help="print only the number of findings per rule")
    group.add_argument("--exit-zero", action="store_true", help="exit with status 0 even if there are findings")
    group.add_argument("--baseline", metavar="FILE", help="report and fix only findings that are not in the baseline")
    group.add_argument("--write-baseline", metavar="FILE", help="write all findings to a baseline")
    group.add_argument(
        "--prune", action="store_true", help="remove the entries from the baseline whose finding no longer exists"
    )
    group = parser.add_argument_group("fixes")
    group.add_argument("--fix", action="store_true", help="apply safe fixes, and report what is left")
    group.add_argument(
        "--unsafe-fixes",
        action="store_true",
        help="with --fix or --diff: also fixes that may change where a link leads",
    )
    group.add_argument(
        "--diff",
        nargs="?",
        const=_FIXES,
        metavar="BRANCH",
        help="print the fixes as a diff, and change no file; with a branch or commit of git: report and fix only what"
        " is in lines that were changed since",
    )


def _language(name: str) -> str:
    found = known(name)
    if found is None:
        raise argparse.ArgumentTypeError(f'unknown language "{name}"; choose from {", ".join(LANGUAGES)}')
    return found


def run(options: argparse.Namespace) -> int:
    """Print what is found; return 0 for nothing, 1 for findings, 2 for wrong use or a file that cannot be read."""
    try:
        options.output_file = None if options.output_file == STDIN else options.output_file
        options.language = language() if options.language is None else options.language
        since = _since(options)
        configurations = Configurations(options)
        unchecked: Unchecked = {}
        settings = _settings_here(configurations, options, unchecked)
        if options.show_settings:
            sys.stdout.write(config.shown(settings))
            return 0
        unread = Unread()
        passed = Passed()
        entries = list(walk(options.paths or [STDIN], configurations.excluded, say=unread, passed=passed))  # said first
        reported = _Reported.of(options, since)
        jobs = list(jobs_of(entries, configurations, options.stdin_filename, unchecked))
        jobs = with_originals(reported.with_baselines(jobs, unchecked), options.original)
        say_unchecked(unchecked, unread)
        del entries
        if not options.paths:
            jobs = _standard_input(jobs, options)
        if options.output_file and os.path.realpath(options.output_file) in {
            os.path.realpath(job.path) for job in jobs
        }:
            raise SettingsError(f"{options.output_file}: is to be read and to be written; write to another file")
        comparing = comparing_rules(jobs)
        if not comparing:
            jobs = reported.changed(jobs)
        if options.show_files:
            sys.stdout.writelines(f"{file_name(job.path)}\n" for job in jobs)
            return 2 if unread.any else 0
        left_out = _left_out(jobs, comparing, configurations, options)
        if left_out:
            jobs = without(left_out, jobs)
            comparing = []
        if options.diff == _FIXES:
            return _diff(jobs, _compared(jobs, comparing), reported, options, unread)
        outcome = _Outcome(jobs)
        if options.fix:
            outcome = _fix(jobs, _compared(jobs, comparing), reported, options, unread)
        if outcome.fixed and since:
            reported = _Reported.of(options, since)
        return _report(outcome, reported, _Run(configurations, settings, comparing, left_out, options, unread, passed))
    except SettingsError as error:
        say(str(error))
        return 2


def _settings_here(configurations: Configurations, options: argparse.Namespace, unchecked: Unchecked) -> Settings:
    """Return the settings of the current folder, or those of the command line where these are wrong."""
    configurations.of_arguments.rules()  # a name that no rule has is an error, also if nothing is read
    try:
        settings = configurations.of(os.path.dirname(options.stdin_filename or ""))
        settings.rules()
    except SettingsError as error:
        if options.show_settings or not options.paths:
            raise
        unchecked[str(error)] = []
        return configurations.of_arguments
    return settings


def _standard_input(jobs: list[Job], options: argparse.Namespace) -> list[Job]:
    """Return the jobs with what was sent; SettingsError if nothing was: it must not pass for a good file."""
    read = [job._replace(data=b"" if sys.stdin.isatty() else job.read()) for job in jobs]
    if not any(job.data for job in read):
        raise SettingsError("nothing to read; run: iri lint .")
    return read


def _left_out(
    jobs: list[Job], comparing: list[Rule], configurations: Configurations, options: argparse.Namespace
) -> set[str]:
    """Return the rules that compare files, and say so, if not all files are read."""
    if not comparing or not _is_a_part(jobs, configurations, options):
        return set()
    codes = {rule.code for rule in comparing}
    say(f"{', '.join(codes)} compares files, and is left out: not all of the baseline's folder is read")
    return codes


def _reads_less(configurations: Configurations, options: argparse.Namespace) -> bool:
    """Return whether the command line leaves files out."""
    return bool(options.exclude or configurations.inline & {"exclude", "extend-exclude"})


def _is_a_part(jobs: list[Job], configurations: Configurations, options: argparse.Namespace) -> bool:
    """Return whether a baseline knows of other files than are read: what is found by comparing them would be new."""
    paths = {options.write_baseline} if options.write_baseline else {job.baseline for job in jobs if job.baseline}
    if not paths:
        return False
    from extract.cli.baseline import covers

    return _reads_less(configurations, options) or not all(
        any(covers(path, read) for read in options.paths) for path in paths
    )


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


class _Run(NamedTuple):
    """What the command was told."""

    configurations: Configurations
    settings: Settings  # of the current folder
    comparing: list[Rule]  # rules that compare files
    left_out: set[str]  # others, which are left out
    options: argparse.Namespace
    unread: Unread
    passed: Passed


class _Reported(NamedTuple):
    """Which findings are reported and fixed: those that are not known, in lines that were changed."""

    baselines: dict[str, Baseline | SettingsError]  # by path, as they are needed
    is_wanted: bool  # the baseline
    named: str | None  # the baseline of the command line
    changes: Changes | None

    @classmethod
    def of(cls, options: argparse.Namespace, since: str | None) -> _Reported:
        """Ask git."""
        changes = None
        if since is not None:
            from extract.cli.changes import Changes

            changes = Changes(since)
        return cls({}, not options.write_baseline, options.baseline, changes)

    def changed(self, jobs: list[Job]) -> list[Job]:
        """Return those of the files that may have such lines."""
        return [job for job in jobs if self.changes.has_file(job.path)] if self.changes else jobs

    def baseline(self, path: str | None) -> Baseline | None:
        """Return a baseline; SettingsError if it cannot be read."""
        if path is None or not self.is_wanted:
            return None
        if path not in self.baselines:
            self.baselines[path] = _baseline(path)
        known = self.baselines[path]
        if isinstance(known, SettingsError):
            raise known.with_traceback(None)
        return known

    def with_baselines(self, jobs: list[Job], unchecked: Unchecked) -> list[Job]:
        """Return the jobs whose baseline can be read; SettingsError if the command line names another one."""
        wrong: dict[str | None, str] = {}
        for path in dict.fromkeys(job.baseline for job in jobs):
            try:
                self.baseline(path)
            except SettingsError as error:
                if path == self.named:
                    raise
                wrong[path] = str(error)
        for job in jobs:
            if job.baseline in wrong:
                unchecked.setdefault(wrong[job.baseline], []).append(job.name)
        return [job for job in jobs if job.baseline not in wrong]

    def filtered(self, findings: list[Finding], baseline: str | None, *, remember: bool = True) -> list[Finding]:
        """Return those of a file's findings that are reported; what is met in the baseline is remembered there."""
        if findings and (known := self.baseline(baseline)):
            findings = known.new(findings, remember=remember)
        if self.changes:
            findings = list(filter(self.changes.has, findings))
        return findings


def _baseline(path: str) -> Baseline | SettingsError:
    from extract.cli.baseline import Baseline

    try:
        return Baseline(path)
    except OSError as error:
        return SettingsError(f"{path}: {error.strerror}")
    except SettingsError as error:
        return error


class _Outcome(NamedTuple):
    """The result of applying fixes."""

    jobs: list[Job]  # what is left to report
    fixed: int = 0  # fixes that were applied
    to_stdout: bool = False  # standard input, as fixed, was written to standard output

    @property
    def has_baseline(self) -> bool:
        return any(job.baseline for job in self.jobs)


def _report(outcome: _Outcome, reported: _Reported, run: _Run) -> int:
    settings, options = run.settings, run.options
    everything: list[Finding] = []  # if a baseline needs them
    findings: list[Finding] = []  # if they are not written as they come
    uses: list[Use] = []
    tally = _Tally()
    as_they_come = _as_they_come(outcome, run)
    is_compared = options.write_baseline or settings.baseline or outcome.has_baseline

    def take(met: list[Finding], baseline: str | None) -> None:
        new = tally.counted(met, reported.filtered(met, baseline))
        if as_they_come is None:
            findings.extend(new)
        elif new:
            sys.stdout.write(as_they_come(new))
            sys.stdout.flush()

    for job, result in zip(outcome.jobs, results(outcome.jobs, options.jobs, _cache(outcome, run)), strict=True):
        if isinstance(result, str):
            run.unread.say(job.name, result)
            continue
        everything += result.findings if is_compared else ()
        uses += result.uses
        take(result.findings, job.baseline)
    of_all = lint_tree(uses, run.comparing)
    everything += of_all
    of_job = {job.name: job for job in outcome.jobs}
    for name, group in groupby(of_all, key=lambda finding: finding.path):
        take(list(group), of_job[name].baseline)
    failed = tally.has_failed
    if options.write_baseline:
        _write_baseline(options.write_baseline, everything, list(of_job), run.left_out)
        tally = _Tally()
        findings = []
    else:
        _say_unused(reported, everything, of_job, run)
    failed = failed or run.unread.any
    if not as_they_come:
        _write(findings, outcome, run)
    _summarize(tally, 0 if reported.changes else tally.known, outcome, run, failed)
    return 2 if failed else 1 if tally.new and not options.exit_zero else 0


def _write(findings: list[Finding], outcome: _Outcome, run: _Run) -> None:
    """Write the report on all files at once."""
    text = (
        _statistics(findings)
        if run.options.statistics
        else report(findings, run.settings.format, language=run.options.language, note=_note(outcome, run))
    )
    if run.options.output_file:
        write_file(run.options.output_file, text.encode("utf-8", "backslashreplace"))
    else:
        (sys.stderr if outcome.to_stdout else sys.stdout).write(text)


def _note(outcome: _Outcome, run: _Run) -> str:
    """Return what is said of the files that are not read."""
    return str(run.passed)[2:] if outcome.jobs else f"no files to read{run.passed}"


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


def _as_they_come(outcome: _Outcome, run: _Run) -> Callable[[list[Finding]], str] | None:
    """Return what writes the findings of a file, if the report is one after the other."""
    options, form = run.options, run.settings.format
    if outcome.to_stdout or options.write_baseline or options.output_file or options.statistics:
        return None
    if form == "full":
        from extract.reports.text import blocks

        return functools.partial(blocks, color=_color(), say=translator(options.language))
    return (
        functools.partial(report, form=form, language=options.language)
        if form in ("concise", "jsonl", "github")
        else None
    )


_FEW, _LARGE = 16, 1 << 20  # files, bytes: for less, to read the cache takes longer than to check


def _cache(outcome: _Outcome, run: _Run) -> Cache | None:
    """Return the cache, where it is worth it."""
    options = run.options
    if options.no_cache or os.environ.get("IRI_NO_CACHE") or outcome.to_stdout:
        return None
    if len(outcome.jobs) < _FEW and not any(map(_is_large, outcome.jobs)):
        return None
    from extract.cli import cache

    folder = options.cache_dir or cache.folder()
    return None if folder is None else cache.Cache(folder)


def _is_large(job: Job) -> bool:
    try:
        return job.path != STDIN and os.path.getsize(job.path) >= _LARGE
    except (OSError, ValueError):
        return False


def _summarize(tally: _Tally, known: int, outcome: _Outcome, run: _Run, failed: bool) -> None:
    """End a report: with how many files are fine, and the numbers of fixes made and possible.

    It goes to standard error, unless the report is a full one.
    """
    settings, options, said = run.settings, run.options, translator(run.options.language)
    is_shown = not (options.output_file or options.statistics or outcome.to_stdout or options.write_baseline)
    for_people = settings.format == "full" and is_shown
    if settings.format == "github" and is_shown and (note := _note(outcome, run)):
        from extract.reports.text import github_notice

        sys.stdout.write(github_notice(said(note)))
    if not outcome.jobs:
        if not run.unread.any:
            say(f"no files to read{run.passed}")
    elif for_people and tally.new:
        from extract.reports.text import counted

        sys.stdout.write(counted(tally.new, len(tally.files), said, str(run.passed)))
    elif for_people and not failed:
        number = len(outcome.jobs)
        fine = "The file is fine" if number == 1 else f"All {number} files are fine"
        besides = f", except for {known} known finding{'' if known == 1 else 's'}" if known else ""
        print(said(fine + besides + str(run.passed)) + said("."))
    elif not tally.new and str(run.passed) and (options.statistics or settings.format == "concise"):
        number = len(outcome.jobs)
        say(
            f"{number} file{'' if number == 1 else 's'} read{run.passed}"
        )  # so that what is empty does not pass for all
    elif not for_people and run.passed.of_tests and settings.format != "github":
        say(run.passed.by_default)
    if fixable := _fixable(tally, outcome.fixed, options):
        print(said(", ").join(map(said, fixable)) + said("."), file=sys.stdout if for_people else sys.stderr)


def _fixable(tally: _Tally, fixed: int, options: argparse.Namespace) -> list[str]:
    """Say how many fixes were made, and how many are left, with the options that make them."""
    safe, unsafe = tally.safe, tally.unsafe
    if options.fix:
        left = [f"{unsafe} fixable with --unsafe-fixes"] if unsafe and not options.unsafe_fixes else []
        return [f"{fixed} fixed", *left]
    if options.unsafe_fixes:
        return [f"{safe + unsafe} fixable with --fix"] if safe + unsafe else []
    numbers = ((safe, "--fix"), (unsafe, "--fix --unsafe-fixes"))
    return [f"{number} fixable with {option}" for number, option in numbers if number]


def _write_baseline(path: str, findings: list[Finding], names: list[str], left_out: set[str]) -> None:
    from extract.cli.baseline import to_write
    from extract.reports.text import count

    number, kept = to_write(path).write(findings, names, left_out)
    files = len({finding.path for finding in findings})
    others = f"; {kept} of files that were not read{' or compared' if left_out else ''} are kept" if kept else ""
    say(f"{path}: {count(number, 'finding')} in {count(files, 'file')} recorded{others}")


_MOST_SAID = 10  # entries of a baseline


def _say_unused(reported: _Reported, findings: list[Finding], jobs: dict[str, Job], run: _Run) -> None:
    """Say which entries of the baselines are no longer needed, or remove them."""
    names: dict[str, list[str]] = {path: [] for path in (run.settings.baseline,) if path}
    for job in jobs.values():
        if job.baseline:
            names.setdefault(job.baseline, []).append(job.name)
    if run.options.prune and not names:
        raise SettingsError("--prune needs a baseline: name it with --baseline, or in the settings")
    try:
        loaded = run.configurations.plain("").rules()
    except SettingsError:  # said before
        loaded = Settings().rules()
    before, now = ({rule.code: rule for rule in rules} for rules in (loaded, run.settings.rules()))

    def is_judged(code: str) -> bool:
        """Whether the command line did not change what a rule looks for."""
        wanted = before.get(code), now.get(code)
        sub_rules = [None if rule is None else [sub_rule.name for sub_rule in rule.sub_rules] for rule in wanted]
        return (
            code not in run.left_out
            and sub_rules[0] == sub_rules[1]
            and not run.configurations.inline & {"per-file-ignores", "extend-per-file-ignores"}
        )

    for path, read in names.items():
        is_said = path in reported.baselines
        try:
            baseline = reported.baseline(path)
        except SettingsError as error:
            if path == reported.named:
                raise
            if not is_said:  # a file with settings does not end the run
                run.unread.end(str(error))
            continue
        if baseline is not None:
            if run.options.prune and not _may_be_changed(path, read, run):
                run.unread.end(f"{path}: is outside of the folder of its settings; to change it, name it: --baseline")
            else:
                _say_unused_of(baseline, findings, read, is_judged, run)


def _may_be_changed(path: str, read: list[str], run: _Run) -> bool:
    """Return whether a baseline is named by the command line, or is in the folder of the settings that name it."""
    if path == run.options.baseline:
        return True
    naming = [run.configurations.of(os.path.dirname(name)) for name in read] or [run.settings]
    real = os.path.realpath(path)
    return all(is_in(real, os.path.realpath(os.path.dirname(one.origin or ""))) for one in naming)


def _say_unused_of(
    baseline: Baseline,
    findings: list[Finding],
    read: list[str],
    is_judged: Callable[[str], bool],
    run: _Run,
) -> None:
    from extract.cli.baseline import covers

    options = run.options
    # With these, files were left out that may have what was in others.
    is_part = options.diff or _reads_less(run.configurations, options)
    all_read = not is_part and any(covers(baseline.path, path) for path in options.paths)
    unused = baseline.unused(read, all_read=all_read, judged=is_judged)
    if options.prune:
        baseline.prune(unused, findings)
        say(f"{baseline.path}: {_entries(unused.total())} removed")
        return
    for entry, number in [*unused.items()][:_MOST_SAID]:
        times = f" ({number} times)" if number > 1 else ""
        say(f"{baseline.path}: unused baseline entry: {entry.path}: {entry.code}{times}")
    more = len(unused) - _MOST_SAID
    if more > 0:
        say(f"{baseline.path}: and {more} more unused; --prune removes them")


def _entries(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"


def _statistics(findings: list[Finding]) -> str:
    from collections import Counter

    counts = Counter((finding.problem.code, finding.problem.name) for finding in findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join(f"{count:7} {code} {name}\n" for (code, name), count in ordered)


def _color() -> bool:
    """Color on a terminal; NO_COLOR and FORCE_COLOR decide, if they are not empty (no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


_Compared = dict[str, list[Finding]]  # what comparing files finds, by their names


def _compared(jobs: list[Job], rules: list[Rule]) -> _Compared:
    found: _Compared = {}
    if rules:
        checked = [result for result in results(jobs, None, None) if not isinstance(result, str)]
        for finding in lint_tree([use for one in checked for use in one.uses], rules):
            found.setdefault(finding.path, []).append(finding)
    return found


def _fixed(
    job: Job, original: Document, compared: _Compared, reported: _Reported, options: argparse.Namespace
) -> Fixed:
    """Apply the fixes of what is reported to the content of a file."""
    rules = job.checks.rules()

    def check(document: Document) -> list[Finding]:
        if reported.changes and document.data.count(b"\n") != original.data.count(b"\n"):
            return []  # git's numbers of lines are those of the original
        findings = lint_file(document, rules).findings
        findings += compared.get(job.name, []) if document is original else []
        return reported.filtered(findings, job.baseline, remember=False)

    return fix(original, check, unsafe=options.unsafe_fixes)


def _fix(
    jobs: list[Job], compared: _Compared, reported: _Reported, options: argparse.Namespace, unread: Unread
) -> _Outcome:
    """Fix the files; what is left is reported by another run."""
    left: list[Job] = []
    count = 0
    to_stdout = False
    for directory in {os.path.dirname(job.path) or os.curdir for job in jobs if job.path != STDIN}:
        remove_left(directory)
    for job in jobs:
        left.append(job)
        try:
            document = job.document()
            fixed = _fixed(job, document, compared, reported, options)
        except Exception:
            continue  # the report says so
        if job.path == STDIN:
            left[-1] = job._replace(data=fixed.data)
            to_stdout = True
            sys.stdout.flush()
            sys.stdout.buffer.write(fixed.data)
        elif fixed.data != document.data:
            try:
                destination(job.path, job.within)
                replace_content(job.path, document.data, fixed.data)
            except OSError as error:
                unread.say(job.name, f"not fixed: {reason(error)}")
                continue
        count += fixed.changes
    return _Outcome(left, count, to_stdout)


def _diff(
    jobs: list[Job], compared: _Compared, reported: _Reported, options: argparse.Namespace, unread: Unread
) -> int:
    """Print what the fixes would change."""
    count = 0
    for job in jobs:
        try:
            document = job.document()
            fixed = _fixed(job, document, compared, reported, options)
        except Exception as error:
            unread.say(job.name, error)
            continue
        sys.stdout.buffer.write(difference(job.name, document.data, fixed.data))
        count += fixed.changes
    sys.stdout.buffer.flush()
    say_refused(refusals())
    if count:
        print(f"{count} would be fixed.", file=sys.stderr)
    return 2 if unread.any else int(count > 0 and not options.exit_zero)
