"""``iri lint``: what is wrong with the links of files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from extract.cli import settings as config
from extract.cli.files import STDIN, encoding, read_bytes, walk
from extract.cli.settings import Settings, SettingsError
from extract.linter.finding import Checked, Finding
from extract.linter.linting import lint, lint_file, lint_tree
from extract.reports import FORMATS, report
from extract.rules import RULES, Rule, Use
from extract.rules.spoofing import protecting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help='files or directories; "-" is standard input')
    group = parser.add_argument_group("files")
    group.add_argument("--exclude", action="append", default=[], metavar="NAME", help="leave out files or directories")
    group.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    group.add_argument("--stdin-filename", metavar="NAME", help="the name of standard input, which tells its format")
    group.add_argument("--show-files", action="store_true", help="list the files that would be read")
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="processes (0: one for each processor)")
    group = parser.add_argument_group("rules (by code, beginning of a code, name, or ALL; separated by commas)")
    group.add_argument("--select", action="append", metavar="RULES", help="rules to enable instead of the defaults")
    group.add_argument(
        "--extend-select", action="append", metavar="RULES", help="rules to enable in addition to the defaults"
    )
    group.add_argument("--ignore", action="append", metavar="RULES", help="rules to disable")
    group.add_argument(
        "--per-file-ignores", action="append", metavar="PATTERN:RULES", help="rules to disable in files of that name"
    )
    group.add_argument(
        "--protect", action="append", metavar="HOST,…", help="report hosts that look like one of these (IRI607)"
    )
    group.add_argument("--config", metavar="FILE", help="instead of the nearest iri.toml or pyproject.toml")
    group.add_argument("--show-settings", action="store_true", help="print the settings and the rules they select")
    group = parser.add_argument_group("report")
    group.add_argument("--format", choices=FORMATS, help="(default: full)")
    group.add_argument("--output-file", metavar="FILE", help="write the report there")
    group.add_argument("--statistics", action="store_true", help="count the findings by rule instead")
    group.add_argument("--exit-zero", action="store_true", help="status 0 even if something was found")
    group.add_argument("--baseline", metavar="FILE", help="report only what is not known there")
    group.add_argument("--write-baseline", metavar="FILE", help="write all findings there as known")
    group = parser.add_argument_group("fixes")
    group.add_argument("--fix", action="store_true", help="apply the fixes that name the same resource for certain")
    group.add_argument("--unsafe-fixes", action="store_true", help="apply the others too")
    group.add_argument("--diff", action="store_true", help="print what the fixes would change, and change nothing")


def run(options: argparse.Namespace) -> int:
    """Print what is found; 0 is nothing, 1 is findings, 2 is wrong use or a file that cannot be read."""
    try:
        loaded = config.load_file(Path(options.config)) if options.config else config.load(Path.cwd())
        settings = config.with_arguments(loaded, options)
        rules = settings.rules()
        if options.show_settings:
            sys.stdout.write(config.shown(settings))
            return 0
        if not options.paths:
            raise SettingsError('nothing to read: name files or directories, or "-" for standard input')
        paths = list(walk(options.paths, settings.exclude))
        if options.show_files:
            sys.stdout.writelines(f"{path}\n" for path in paths)
            return 0
        jobs = [_job(path, settings, rules, options.stdin_filename) for path in paths]
        if options.fix or options.unsafe_fixes or options.diff:
            return _fix(jobs, options)
        return _report(jobs, settings, rules, options)
    except SettingsError as error:
        print(f"iri: {error}", file=sys.stderr)
        return 2


class Job(NamedTuple):
    """A file to check; it goes to another process as it is, so it has the codes of its rules."""

    path: str
    name: str  # in findings
    codes: tuple[str, ...]
    encoding: str | None
    protect: tuple[str, ...]

    def rules(self) -> list[Rule]:
        rules = [RULES[code] for code in self.codes]
        return [*rules, protecting(self.protect)] if self.protect else rules


def _job(path: str, settings: Settings, rules: list[Rule], stdin_name: str | None) -> Job:
    name = (stdin_name or "<stdin>") if path == STDIN else path
    return Job(
        path, name, tuple(rule.code for rule in settings.rules_for(name, rules)), settings.encoding, settings.protect
    )


def _check(job: Job) -> Checked | str:
    """Check one file; a string says why it cannot be read."""
    try:
        data = read_bytes(job.path)
    except OSError as error:
        return f"{job.name}: {error.strerror}"
    return lint_file(data, job.name, job.rules(), encoding=job.encoding)


def _results(jobs: list[Job], processes: int) -> Iterator[Checked | str]:
    """Check the files, in their order, with a progress bar if it takes long and a terminal is there."""
    processes = min(processes or os.cpu_count() or 1, len(jobs))
    if processes > 1:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(processes) as pool:
            chunk = max(len(jobs) // (processes * 8), 1)
            yield from _progress(pool.map(_check, jobs, chunksize=chunk), len(jobs))
    else:
        yield from _progress(map(_check, jobs), len(jobs))


def _progress(results: Iterable[Checked | str], total: int) -> Iterator[Checked | str]:
    if total < 50 or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, "checking", total, console=Console(stderr=True), transient=True)


def _report(jobs: list[Job], settings: Settings, rules: list[Rule], options: argparse.Namespace) -> int:
    findings: list[Finding] = []
    uses: list[Use] = []
    unreadable = False
    for result in _results(jobs, options.jobs):
        if isinstance(result, str):
            print(f"iri: {result}", file=sys.stderr)
            unreadable = True
        else:
            findings += result.findings
            uses += result.uses
    findings += lint_tree(uses, rules)
    if options.write_baseline:
        from extract.cli import baseline

        baseline.write(Path(options.write_baseline), findings)
        findings = []
    elif settings.baseline:
        findings = _unknown(Path(settings.baseline), findings)
    text = _statistics(findings) if options.statistics else report(findings, settings.format, colour=_colour(options))
    if options.output_file:
        Path(options.output_file).write_text(text, "utf-8")
    else:
        sys.stdout.write(text)
    return 2 if unreadable else 1 if findings and not options.exit_zero else 0


def _unknown(path: Path, findings: list[Finding]) -> list[Finding]:
    from extract.cli import baseline

    try:
        new, unused = baseline.compare(path, findings)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    for entry in unused:
        print(f"iri: {path}: unused baseline entry: {entry.path}: {entry.code}", file=sys.stderr)
    return new


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


def _fix(jobs: list[Job], options: argparse.Namespace) -> int:
    """Fix the files, or print the difference; what cannot be fixed is reported by another run."""
    from extract.linter.fixes import difference, fix

    status = 0
    for job in jobs:
        rules = job.rules()
        try:
            data = read_bytes(job.path)
        except OSError as error:
            print(f"iri: {job.name}: {error.strerror}", file=sys.stderr)
            status = 2
            continue

        def check(data: bytes, job: Job = job, rules: list[Rule] = rules) -> list[Finding]:
            return lint(data, job.name, rules=rules, encoding=job.encoding)

        fixed = fix(job.name, data, check, unsafe=options.unsafe_fixes, encoding=job.encoding)
        if options.diff:
            sys.stdout.write(difference(job.name, data, fixed, job.encoding))
        elif job.path == STDIN:
            sys.stdout.buffer.write(fixed)
        elif fixed != data:
            Path(job.path).write_bytes(fixed)
        if options.diff and fixed != data:
            status = max(status, 1)
        elif not options.diff and check(fixed):
            status = max(status, 1)
            sys.stderr.write(report(check(fixed), "concise"))
    return 0 if options.exit_zero and status == 1 else status
