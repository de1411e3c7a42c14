"""``iri lint``: what is wrong with the links of files."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from extract.cli import settings as config
from extract.cli.files import STDIN, Entry, encoding, natural, read_bytes, walk
from extract.cli.progress import progress
from extract.cli.saying import Unread, reason, say
from extract.cli.settings import Settings, SettingsError
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
        "--exclude", action="append", default=[], metavar="NAME", help="skip files or directories of this name"
    )
    group.add_argument(
        "--force-exclude", action="store_true", help="skip excluded files even if they are named (for pre-commit)"
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
        help="rules to disable in files that match the pattern",
    )
    group.add_argument(
        "--protect", action="append", metavar="HOST,…", help="report hosts that look like one of these (IRI607)"
    )
    group.add_argument(
        "--config", metavar="FILE", help="settings to use instead of the nearest iri.toml or pyproject.toml"
    )
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
        loaded = config.load_file(Path(options.config)) if options.config else config.load(Path.cwd())
        settings = config.with_arguments(loaded, options)
        rules = settings.rules()
        if options.show_settings:
            sys.stdout.write(config.shown(settings))
            return 0
        if not options.paths:
            raise SettingsError('nothing to read: name files or directories, or "-" for standard input')
        unread = Unread()
        entries = list(walk(options.paths, settings.exclude, force=options.force_exclude, say=unread))
        reported = _Reported.of(settings, options, since)
        if reported.changes and not any(part.scope == "tree" for rule in rules for part in rule.parts):
            entries = [entry for entry in entries if reported.changes.has_file(entry.path)]
        if options.show_files:
            sys.stdout.writelines(f"{file_name(entry.path)}\n" for entry in entries)
            return 2 if unread.any else 0
        asked_for = settings.asked_for()
        jobs = [_job(entry, settings, rules, asked_for, options.stdin_filename) for entry in entries]
        if options.diff == _FIXES:
            return _diff(jobs, reported, options, unread)
        outcome = _fix(jobs, reported, options, unread) if options.fix else _Outcome(jobs)
        if outcome.fixed and since:
            reported = _Reported.of(settings, options, since)
        return _report(outcome, reported, _Run(loaded, settings, rules, options, unread))
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

    loaded: Settings  # those of the file, without the command line
    settings: Settings
    rules: list[Rule]
    options: argparse.Namespace
    unread: Unread


class _Reported(NamedTuple):
    """Which findings are reported and fixed: those that are not known, in lines that were changed."""

    baseline: Baseline | None
    changes: Changes | None

    @classmethod
    def of(cls, settings: Settings, options: argparse.Namespace, since: str | None) -> _Reported:
        """Read the baseline, and ask git."""
        baseline = changes = None
        if settings.baseline and not options.write_baseline:
            from extract.cli.baseline import Baseline

            try:
                baseline = Baseline(settings.baseline)
            except OSError as error:
                raise SettingsError(f"{settings.baseline}: {error.strerror}") from error
        elif options.prune:
            raise SettingsError("--prune needs a baseline: name it with --baseline, or in the settings")
        if since is not None:
            from extract.cli.changes import Changes

            changes = Changes(since)
        return cls(baseline, changes)

    def filtered(self, findings: list[Finding], *, remember: bool = True) -> list[Finding]:
        """Return those of a file's findings that are reported; what is met in the baseline is remembered there."""
        if self.baseline:
            findings = self.baseline.new(findings, remember=remember)
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
    data: bytes | None = None  # instead of the content of the file

    def read(self) -> bytes:
        return read_bytes(self.path) if self.data is None else self.data

    def rules(self) -> ChosenRules:
        return _chosen(self.parts, self.asked_for, self.protect)


@functools.cache
def _chosen(parts: tuple[str, ...], asked_for: tuple[str, ...], protect: tuple[str, ...]) -> ChosenRules:
    rules = rules_of(parts)
    return ChosenRules([*rules, protecting(protect)] if protect else rules, asked_for)


def _job(
    entry: Entry, settings: Settings, rules: list[Rule], asked_for: tuple[str, ...], stdin_name: str | None
) -> Job:
    path, within = entry
    name = (stdin_name or "<stdin>") if path == STDIN else path
    parts = tuple(part.name for rule in settings.rules_for(name, rules) for part in rule.parts)
    return Job(path, within, name, parts, asked_for, settings.encoding, settings.protect)


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
            findings += reported.filtered(result.findings)
            uses += result.uses
    of_all = lint_tree(uses, run.rules)
    everything += of_all
    findings += reported.filtered(of_all)
    failed = run.unread.any or any(finding.problem.part == FAILURE for finding in everything)
    names = [job.name for job in outcome.jobs]
    if options.write_baseline:
        _write_baseline(options.write_baseline, everything, names)
        findings = []
    elif reported.baseline:
        _say_unused(reported.baseline, everything, names, run)
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


def _say_unused(baseline: Baseline, findings: list[Finding], names: list[str], run: _Run) -> None:
    """Say which entries of the baseline are no longer needed, or remove them."""
    before, now = ({rule.code: rule for rule in rules} for rules in (run.loaded.rules(), run.rules))

    def is_judged(code: str) -> bool:
        """Whether the command line did not change what a rule looks for."""
        wanted = before.get(code), now.get(code)
        parts = [None if rule is None else [part.name for part in rule.parts] for rule in wanted]
        return parts[0] == parts[1] and not run.options.per_file_ignores

    all_read = any(map(baseline.covers, run.options.paths))
    unused = baseline.unused(names, all_read=all_read, judged=is_judged)
    if run.options.prune:
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
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and not options.output_file)


def _fixed(job: Job, original: bytes, reported: _Reported, options: argparse.Namespace) -> Fixed:
    """Apply the fixes of what is reported to the content of a file."""
    rules = job.rules()

    def check(data: bytes) -> list[Finding]:
        if reported.changes and data.count(b"\n") != original.count(b"\n"):
            return []  # git's numbers of lines are those of the original
        around = surroundings(job.name)
        checked = lint_file(data, job.name, rules, encoding=job.encoding, surroundings=around)
        return reported.filtered(checked.findings + lint_tree(checked.uses, rules.rules), remember=False)

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
