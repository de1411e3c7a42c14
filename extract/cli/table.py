"""``iri table``: the links of files, mailboxes, web archives and columns, as one table."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from extract.cli.files import encoding, natural, walk
from extract.detect.finder import Finder
from extract.readers.formats import FORMATS
from extract.reports.full import count
from extract.version import __version__

if TYPE_CHECKING:
    from extract.arrow.pieces import Options, Piece


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths", nargs="+", metavar="IN", help="files or directories, also mailboxes, WARC, WET and Parquet"
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="file to write: .parquet, .csv or .jsonl")
    parser.add_argument(
        "-j", "--jobs", type=natural, default=1, metavar="N", help="number of processes (0: one per processor)"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="NAME", help="skip files or directories of this name"
    )
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument(
        "--format",
        choices=sorted(FORMATS),
        metavar="FORMAT",
        help=f"format of all files: {', '.join(sorted(FORMATS))} (default: by the suffix)",
    )
    parser.add_argument("--bare", action="store_true", help="find bare domain names and e-mail addresses too")
    group = parser.add_argument_group("columns of Parquet files")
    group.add_argument("--text", metavar="COLUMN", help="column with texts")
    group.add_argument("--content", metavar="COLUMN", help="column with files, as binary data")
    group.add_argument("--source", metavar="COLUMN", help="column that identifies a document")
    group = parser.add_argument_group("columns of the table")
    group.add_argument(
        "--no-uri", dest="uri", action="store_false", help="leave out uri, host_ascii and registrable_domain"
    )
    group.add_argument("--check", action="store_true", help="add the codes of the rules that report a link")
    group.add_argument(
        "--context", type=natural, default=0, metavar="N", help="add N characters before and after a link"
    )


def run(options: argparse.Namespace) -> int:
    """Write the table; 0 if all was read, 1 if the table says what was not, 2 is wrong use."""
    output = Path(options.output)
    if missing := [path for path in options.paths if not os.path.exists(path)]:
        return _wrong(f"{missing[0]}: no such file or directory")
    try:
        from extract.arrow.parts import WRITERS, merge
        from extract.arrow.pieces import Options, is_readable, pieces_of
    except ModuleNotFoundError as error:
        return _wrong(str(error))
    if output.suffix not in WRITERS:
        return _wrong(f"{output}: unknown type of table; use a name that ends with {', '.join(WRITERS)}")
    if output.is_dir():
        return _wrong(f"{output}: is a directory")
    how = Options(
        finder=Finder(schemeless=True, email=True) if options.bare else None,
        text=options.text,
        content=options.content,
        source=options.source,
        format=options.format,
        encoding=options.encoding,
        uri=options.uri,
        check=options.check,
        context=options.context,
    )
    try:
        pieces = list(pieces_of(walk(options.paths, options.exclude, is_known=is_readable), how))
    except (ValueError, KeyError) as error:
        return _wrong(str(error.args[0]))
    folder = output.with_name(output.name + ".parts")
    folder.mkdir(parents=True, exist_ok=True)
    parts = [folder / _name(piece, how) for piece in pieces]
    try:
        with closing(_make(pieces, parts, how, options.jobs or os.cpu_count() or 1)) as made:
            links, errors = merge(pieces, _in_order(parts, made), output, folder)
    except (KeyboardInterrupt, OSError) as error:
        done = sum(part.exists() for part in parts)
        goes_on = f"{done} of {len(parts)} pieces are done; run the same command again to continue"
        if isinstance(error, OSError):  # Arrow does not say which file it was
            return _wrong(
                f"{error.filename or output}: {os.strerror(error.errno) if error.errno else error}; {goes_on}"
            )
        print(f"\niri: stopped; {goes_on}", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        return _wrong(str(error))
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()
    said = count(links, "link") + (
        f'; {count(errors, "document")} not fully read: see the column "error"' if errors else ""
    )
    print(f"{output}: {said}", file=sys.stderr)
    return 1 if errors else 0


def _wrong(message: str) -> int:
    print(f"iri: {message}", file=sys.stderr)
    return 2


# --- pieces, each to a file of its own: what is there need not be made again ----------------------------------------


def _name(piece: Piece, how: Options) -> str:
    """Return a name that is the same as long as the piece, its files and what is asked for are."""
    told = repr((__version__, how, piece, piece.stamps()))
    return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:32] + ".arrow"


def _in_order(parts: Sequence[Path], made: Iterator[None]) -> Iterator[Path]:
    """Yield each part once it is there, so that the table is written while later parts are made."""
    for part in parts:
        while not part.exists() and next(made, "done") is None:
            pass
        yield part


def _make(pieces: Sequence[Piece], parts: Sequence[Path], how: Options, processes: int) -> Generator[None, None, None]:
    """Make the parts that are not there yet; pause after each."""
    from extract.arrow.parts import write_failure, write_part

    todo = [(piece, part) for piece, part in zip(pieces, parts, strict=True) if not part.exists()]
    processes = min(processes, len(todo))
    with _progress(sum(piece.size for piece in pieces)) as advance:
        advance(sum(piece.size for piece in pieces) - sum(piece.size for piece, _ in todo))
        if processes <= 1:
            for piece, part in todo:
                write_part(piece, part, how)
                advance(piece.size)
                yield
            return
        lost = yield from _in_processes(todo, how, processes, advance)
        for piece, part in lost:  # alone, so that one that kills its process harms no other
            if (yield from _in_processes([(piece, part)], how, 1, advance)):
                write_failure(piece, part, "the process that read it was killed: is there enough memory?")
                yield


_Todo = Sequence[tuple["Piece", Path]]


def _in_processes(
    todo: _Todo, how: Options, processes: int, advance: Callable[[int], None]
) -> Generator[None, None, _Todo]:
    """Make parts in other processes, pausing after each; return those under way when one was killed, or to come."""
    from extract.arrow.parts import write_part

    waiting = deque(todo)
    running: dict[Future[None], tuple[Piece, Path]] = {}
    # Arrow has threads, which a fork would not have
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        try:
            while True:
                while waiting and len(running) < 2 * processes:
                    future = pool.submit(write_part, *waiting[0], how)  # raises if a process was just killed
                    running[future] = waiting.popleft()
                if not running:
                    return []
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    future.result()
                    advance(running.pop(future)[0].size)
                    yield
        except BrokenProcessPool:
            return [job for job in (*running.values(), *waiting) if not job[1].exists()]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how many bytes have been read."""
    if not sys.stderr.isatty():
        yield lambda size: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading", total=total)
        yield lambda size: progress.advance(task, size)
