"""``iri lint``: what is wrong with the links of files."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from extract.cli import settings as config
from extract.cli.files import STDIN, Entry, encoding, natural, read_bytes, walk
from extract.cli.progress import progress
from extract.cli.saying import Unread, reason, say
from extract.cli.settings import Configurations, Settings, SettingsError, left
from extract.cli.surroundings import surroundings
from extract.files.writing import destination, remove_left, replace_content, write_file
from extract.linter.finding import Checked, Finding
from extract.linter.fixes import Fixed, difference, fix
from extract.linter.linting import FAILURE, ChosenRules, lint_file, lint_tree
from extract.reports import REPORTS, report
from extract.rules import Rule, Use
from extract.rules.iri.spoofing import protecting
from extract.rules.registry import rules_of
from extract.text.terminal import file_name

if TYPE_CHECKING:
    from extract.cli.baseline import Baseline
    from extract.cli.changes import Changes

_FIXES = ""  # the value of --diff without a branch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help='files or directories; "-" is standard input')
    group = parser.add_argument_group("files")
    group.add_argument(
        "--exclude", action="append", metavar="PATTERNS", help="files or directories to skip, instead of the usual ones"
    )
    group.add_argument(
        "--extend-exclude", action="append", metavar="PATTERNS", help="files or directories to skip in addition"
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
    group.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    group.add_argument(
        "--stdin-filename", metavar="NAME", help="file name to assume for standard input; it decides the format"
    )
    group.add_argument("--show-files", action="store_true", help="list the files that would be read")
    group.add_argument(
        "-j", "--jobs", type=natural, default=1, metavar="N", help="number of processes (0: one per processor)"
    )
    group = parser.add_argument_group("rules (by code, beginning of a code, name, or ALL; separated by commas)")
    group.add_argument("--select", action="append", metavar="RULES", help="rules to enable instead of the defaults")
    group.add_argument(
        "--extend-select", action="append", metavar="RULES", help="rules to enable in addition to the defaults"
    )
    group.add_argument("--ignore", action="append", metavar="RULES", help="rules to disable")
    group.add_argument(
        "--per-file-ignores",
        action="append",
        metavar="PATTERN:RULES",
        help="rules to disable in files that match the pattern, instead of those of the settings",
    )
    group.add_argument(
        "--extend-per-file-ignores", action="append", metavar="PATTERN:RULES", help="the same, in addition"
    )
    group.add_argument(
        "--protect", action="append", metavar="HOST,…", help="report hosts that look like one of these (IRI607)"
    )
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
    group.add_argument("--output-file", metavar="FILE", help="write the report to a file")
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


def run(options: argparse.Namespace) -> int:
    """Print what is found; return 0 for nothing, 1 for findings, 2 for wrong use or a file that cannot be read."""
    try:
        since = _since(options)
        configurations = Configurations(options)
        settings = configurations.of(os.path.dirname(options.stdin_filename or ""))
        rules = settings.rules()
        if options.show_settings:
            sys.stdout.write(config.shown(settings))
            return 0
        if not options.paths:
            raise SettingsError('nothing to read: name files or directories, or "-" for standard input')
        unread = Unread()
        entries = list(walk(options.paths, configurations.excluded, say=unread))
        reported = _Reported.of(options, since)
        if reported.changes and not any(part.scope == "tree" for rule in rules for part in rule.parts):
            entries = [entry for entry in entries if reported.changes.has_file(entry.path)]
        if options.show_files:
            sys.stdout.writelines(f"{file_name(entry.path)}\n" for entry in entries)
            return 2 if unread.any else 0
        jobs = list(_jobs(entries, configurations, options.stdin_filename))
        if options.diff == _FIXES:
            return _diff(jobs, reported, options, unread)
        outcome = _fix(jobs, reported, options, unread) if options.fix else _Outcome(jobs)
        if outcome.fixed and since:
            reported = _Reported.of(options, since)
        return _report(outcome, reported, _Run(configurations, settings, rules, options, unread))
    except SettingsError as error:
        say(str(error))
        return 2


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
    rules: list[Rule]
    options: argparse.Namespace
    unread: Unread


class _Reported(NamedTuple):
    """Which findings are reported and fixed: those that are not known, in lines that were changed."""

    baselines: dict[str, Baseline]  # by path, as they are needed
    is_wanted: bool  # the baseline
    changes: Changes | None

    @classmethod
    def of(cls, options: argparse.Namespace, since: str | None) -> _Reported:
        """Ask git."""
        changes = None
        if since is not None:
            from extract.cli.changes import Changes

            changes = Changes(since)
        return cls({}, not options.write_baseline, changes)

    def baseline(self, path: str | None) -> Baseline | None:
        """Return a baseline; SettingsError if it cannot be read."""
        if path is None or not self.is_wanted:
            return None
        if path not in self.baselines:
            from extract.cli.baseline import Baseline

            try:
                self.baselines[path] = Baseline(path)
            except OSError as error:
                raise SettingsError(f"{path}: {error.strerror}") from error
        return self.baselines[path]

    def filtered(self, findings: list[Finding], baseline: str | None, *, remember: bool = True) -> list[Finding]:
        """Return those of a file's findings that are reported; what is met in the baseline is remembered there."""
        if findings and (known := self.baseline(baseline)):
            findings = known.new(findings, remember=remember)
        if self.changes:
            findings = list(filter(self.changes.has, findings))
        return findings


class Job(NamedTuple):
    """A file to check; it is sent to another process, so it has the names of the rules' parts, not the rules."""

    path: str
    within: str | None  # the directory in which it was found
    name: str  # in findings
    parts: tuple[str, ...]
    asked_for: tuple[str, ...]
    encoding: str | None
    protect: tuple[str, ...]
    baseline: str | None = None  # path of the file with its known findings
    data: bytes | None = None  # instead of the content of the file

    def read(self) -> bytes:
        return read_bytes(self.path) if self.data is None else self.data

    def rules(self) -> ChosenRules:
        return _chosen(self.parts, self.asked_for, self.protect)


@functools.cache
def _chosen(parts: tuple[str, ...], asked_for: tuple[str, ...], protect: tuple[str, ...]) -> ChosenRules:
    rules = rules_of(parts)
    return ChosenRules([*rules, protecting(protect)] if protect else rules, asked_for)


def _jobs(entries: Iterable[Entry], configurations: Configurations, stdin_name: str | None) -> Iterator[Job]:
    prepared: dict[tuple[int, tuple[str, ...]], Job] = {}  # by settings, and by the rules ignored in a file
    for path, within in entries:
        name = (stdin_name or "<stdin>") if path == STDIN else path
        settings = configurations.of(os.path.dirname(name))
        kind = id(settings), settings.ignored_in(name)
        if kind not in prepared:
            rules = left(settings.rules(), kind[1])
            parts = tuple(part.name for rule in rules for part in rule.parts)
            prepared[kind] = Job(
                "", None, "", parts, settings.asked_for(), settings.encoding, settings.protect, settings.baseline
            )
        yield prepared[kind]._replace(path=path, within=within, name=name)


def _check(job: Job) -> Checked | str:
    """Check one file; return a string if it cannot be read, with the reason."""
    try:
        around = surroundings(job.name)
        return lint_file(job.read(), job.name, job.rules(), encoding=job.encoding, surroundings=around)
    except Exception as error:
        return reason(error)


class _Outcome(NamedTuple):
    """The result of applying fixes."""

    jobs: list[Job]  # what is left to report
    fixed: int = 0  # fixes that were applied
    to_stdout: bool = False  # standard input, as fixed, was written to standard output


def _results(jobs: list[Job], processes: int) -> Iterator[Checked | str]:
    """Check the files, in their order, with a progress bar if it takes long and a terminal is there."""
    processes = min(processes or os.cpu_count() or 1, len(jobs))
    results = _in_order(jobs, processes) if processes > 1 else map(_check, jobs)
    yield from _progress(results, len(jobs))


def _in_order(jobs: list[Job], processes: int) -> Iterator[Checked | str]:
    from extract.cli.processes import KILLED, Killed, in_processes

    done: dict[int, Checked | str] = {}
    following = 0
    for number, result in in_processes(_check, jobs, processes):
        done[number] = KILLED if isinstance(result, Killed) else result
        while following in done:
            yield done.pop(following)
            following += 1


def _progress(results: Iterable[Checked | str], total: int) -> Iterator[Checked | str]:
    if total < 50:
        yield from results
        return
    with progress("checking", total) as advance:
        for result in results:
            yield result
            advance(1)


def _report(outcome: _Outcome, reported: _Reported, run: _Run) -> int:
    settings, options = run.settings, run.options
    everything: list[Finding] = []
    findings: list[Finding] = []
    uses: list[Use] = []
    for job, result in zip(outcome.jobs, _results(outcome.jobs, options.jobs), strict=True):
        if isinstance(result, str):
            run.unread.say(job.name, result)
        else:
            everything += result.findings
            findings += reported.filtered(result.findings, job.baseline)
            uses += result.uses
    of_all = lint_tree(uses, run.rules)
    everything += of_all
    of_job = {job.name: job for job in outcome.jobs}
    for name, group in groupby(of_all, key=lambda finding: finding.path):
        findings += reported.filtered(list(group), of_job[name].baseline)
    failed = run.unread.any or any(finding.problem.part == FAILURE for finding in everything)
    if options.write_baseline:
        _write_baseline(options.write_baseline, everything, list(of_job))
        findings = []
    else:
        _say_unused(reported, everything, of_job, run)
    text = _statistics(findings) if options.statistics else report(findings, settings.format, colour=_colour(options))
    if options.output_file:
        write_file(options.output_file, text.encode("utf-8", "backslashreplace"))
    else:
        (sys.stderr if outcome.to_stdout else sys.stdout).write(text)
    _summarise(findings, settings, options, outcome)
    return 2 if failed else 1 if findings and not options.exit_zero else 0


def _summarise(findings: list[Finding], settings: Settings, options: argparse.Namespace, outcome: _Outcome) -> None:
    """End a report with the numbers of fixes made and possible: on standard error, unless the report is a full one."""
    safe = sum(finding.problem.fix is not None and finding.problem.safe for finding in findings)
    unsafe = sum(finding.problem.fix is not None and not finding.problem.safe for finding in findings)
    said = [f"{outcome.fixed} fixed"] if options.fix else []
    if options.fix:
        said += [f"{unsafe} fixable with --unsafe-fixes"] if unsafe and not options.unsafe_fixes else []
    elif options.unsafe_fixes:
        said += [f"{safe + unsafe} fixable with --fix"] if safe + unsafe else []
    else:
        said += [f"{safe} fixable with --fix"] if safe else []
        said += [f"{unsafe} fixable with --fix --unsafe-fixes"] if unsafe else []
    if said:
        for_people = settings.format == "full" and not (options.output_file or options.statistics or outcome.to_stdout)
        print(", ".join(said) + ".", file=sys.stdout if for_people else sys.stderr)


def _write_baseline(path: str, findings: list[Finding], names: list[str]) -> None:
    from extract.cli.baseline import to_write
    from extract.reports.full import count

    number, kept = to_write(path).write(findings, names)
    files = len({finding.path for finding in findings})
    others = f"; {kept} of files that were not read are kept" if kept else ""
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
    loaded = run.configurations.plain("").rules()
    before, now = ({rule.code: rule for rule in rules} for rules in (loaded, run.rules))

    def is_judged(code: str) -> bool:
        """Whether the command line did not change what a rule looks for."""
        wanted = before.get(code), now.get(code)
        parts = [None if rule is None else [part.name for part in rule.parts] for rule in wanted]
        options = run.options
        return parts[0] == parts[1] and not (options.per_file_ignores or options.extend_per_file_ignores)

    for path, read in names.items():
        baseline = reported.baseline(path)
        if baseline is not None:
            _say_unused_of(baseline, findings, read, is_judged, run.options)


def _say_unused_of(
    baseline: Baseline,
    findings: list[Finding],
    read: list[str],
    is_judged: Callable[[str], bool],
    options: argparse.Namespace,
) -> None:
    unused = baseline.unused(read, all_read=any(map(baseline.covers, options.paths)), judged=is_judged)
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


def _colour(options: argparse.Namespace) -> bool:
    """Colour on a terminal; NO_COLOR and FORCE_COLOR decide, if they are not empty (no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (
        sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not options.output_file
    )


def _fixed(job: Job, original: bytes, reported: _Reported, options: argparse.Namespace) -> Fixed:
    """Apply the fixes of what is reported to the content of a file."""
    rules = job.rules()

    def check(data: bytes) -> list[Finding]:
        if reported.changes and data.count(b"\n") != original.count(b"\n"):
            return []  # git's numbers of lines are those of the original
        around = surroundings(job.name)
        checked = lint_file(data, job.name, rules, encoding=job.encoding, surroundings=around)
        findings = checked.findings + lint_tree(checked.uses, rules.rules)
        return reported.filtered(findings, job.baseline, remember=False)

    return fix(job.name, original, check, unsafe=options.unsafe_fixes, encoding=job.encoding)


def _fix(jobs: list[Job], reported: _Reported, options: argparse.Namespace, unread: Unread) -> _Outcome:
    """Fix the files; what is left is reported by another run."""
    left: list[Job] = []
    count = 0
    to_stdout = False
    for directory in {os.path.dirname(job.path) or os.curdir for job in jobs if job.path != STDIN}:
        remove_left(directory)
    for job in jobs:
        left.append(job)
        try:
            data = job.read()
            fixed = _fixed(job, data, reported, options)
        except Exception:
            continue  # the report says so
        if job.path == STDIN:
            left[-1] = job._replace(data=fixed.data)
            to_stdout = True
            sys.stdout.flush()
            sys.stdout.buffer.write(fixed.data)
        elif fixed.data != data:
            try:
                destination(job.path, job.within)
                replace_content(job.path, data, fixed.data)
            except OSError as error:
                unread.say(job.name, f"not fixed: {reason(error)}")
                continue
        count += fixed.changes
    return _Outcome(left, count, to_stdout)


def _diff(jobs: list[Job], reported: _Reported, options: argparse.Namespace, unread: Unread) -> int:
    """Print what the fixes would change."""
    count = 0
    for job in jobs:
        try:
            data = job.read()
            fixed = _fixed(job, data, reported, options)
        except Exception as error:
            unread.say(job.name, error)
            continue
        sys.stdout.buffer.write(difference(job.name, data, fixed.data))
        count += fixed.changes
    sys.stdout.buffer.flush()
    if count:
        print(f"{count} would be fixed.", file=sys.stderr)
    return 2 if unread.any else int(count > 0 and not options.exit_zero)
