"""``iri table``: the links of files, mailboxes, web archives and columns, as one table."""

from __future__ import annotations

import argparse
import errno
import hashlib
import os
import stat
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from extract import __version__
from extract.cli.files import STDIN, add_found, encoding, natural, read_bytes, walk
from extract.cli.patterns import usual
from extract.cli.processes import KILLED, Killed, in_processes
from extract.cli.saying import Unread, progress, reason, say
from extract.detect.finder import Finder
from extract.files.reading import check_file, read_file
from extract.files.writing import destination, is_own_name, is_temporary, own_name, remove_left
from extract.readers.formats import FORMATS
from extract.reports.text import count
from extract.text.terminal import file_name

if TYPE_CHECKING:
    from extract.arrow.pieces import Options, Piece


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="FILE",
        help='files or directories, also mailboxes, WARC, WET and Parquet; "-" is standard input (the default)',
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help='file to write: .parquet, .csv or .jsonl; "-" is standard output, as CSV',
    )
    parser.add_argument(
        "-j", "--jobs", type=natural, default=1, metavar="N", help="number of processes (0: one per processor)"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="NAME", help="skip these files or directories too"
    )
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument(
        "--format",
        choices=sorted(FORMATS),
        metavar="FORMAT",
        help=f"format of all files: {', '.join(sorted(FORMATS))} (default: by the suffix)",
    )
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="file name to assume for standard input; it decides the format"
    )
    add_found(parser)
    group = parser.add_argument_group("columns of Parquet files")
    group.add_argument("--text", metavar="COLUMN", help="column with texts")
    group.add_argument("--content", metavar="COLUMN", help="column with files, as binary data")
    group.add_argument("--source", metavar="COLUMN", help="column that identifies a document")
    group = parser.add_argument_group("columns of the table")
    group.add_argument(
        "--no-uri", dest="uri", action="store_false", help="leave out uri, host_ascii and registrable_domain"
    )
    group.add_argument("--check", action="store_true", help="add the codes of the rules that report a link")
    group.add_argument("--notes", action="store_true", help="mail: add a row for each part that was not read")
    group.add_argument(
        "--csv",
        choices=("plain", "safe"),
        default="plain",
        help="cells as they are (default), or for spreadsheets: ' before those that start with = + - @, tab or CR",
    )
    group.add_argument(
        "--context", type=natural, default=0, metavar="N", help="add N characters before and after a link"
    )


def run(options: argparse.Namespace) -> int:
    """Write the table; 0 if all was read, 2 for wrong use or if something was not: the table says what."""
    options.paths = options.paths or [STDIN]
    if STDIN not in (*options.paths, options.output):
        return _run(options, Path(options.output), None)
    with TemporaryDirectory() as folder:
        copied = None
        if STDIN in options.paths:
            name = options.stdin_filename or "<stdin>"
            copied = os.path.join(folder, "in" + "".join(Path(name).suffixes)), name
            Path(copied[0]).write_bytes(read_bytes(STDIN))
            options.paths = [copied[0] if path == STDIN else path for path in options.paths]
        if options.output != STDIN:
            return _run(options, Path(options.output), copied)
        output = Path(folder, "out.csv")
        status = _run(options, output, copied)
        if output.exists():
            sys.stdout.write(read_file(output).decode("utf-8"))
        return status


def _run(options: argparse.Namespace, output: Path, copied: tuple[str, str] | None) -> int:
    try:
        from extract.arrow.parts import WRITERS, merge
    except ModuleNotFoundError as error:
        return _wrong(str(error))
    if unfit := _unfit(options.paths, output, tuple(WRITERS)):
        return _wrong(unfit)
    how, unread = _how(options, copied), Unread()
    try:
        pieces = _pieces(options, output, how, unread)
    except (ValueError, KeyError) as error:
        return _wrong(str(error.args[0]))
    folder = output.with_name(output.name + ".parts")
    if cannot := _cannot_write(output, folder):
        return _wrong(cannot)
    parts = [folder / _name(piece, how) for piece in pieces]
    try:
        with closing(_make(pieces, parts, how, options.jobs or os.cpu_count() or 1)) as made:
            links, errors = merge(
                pieces, _in_order(parts, made), output, folder, for_spreadsheets=options.csv == "safe"
            )
    except OSError as error:  # Arrow does not say which file it was
        what = os.strerror(error.errno) if error.errno else error
        return _wrong(f"{error.filename or output}: {what}; {_goes_on(parts)}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        say(f"stopped; {_goes_on(parts)}")
        return 130
    except ModuleNotFoundError as error:
        return _wrong(str(error))
    except (ValueError, LookupError, TypeError) as error:  # of Arrow
        return _wrong(f"{folder}: has a damaged piece: {error}; delete it, and run the same command again")
    _remove(folder)
    _say_done(options.output, links, errors)
    return 2 * (unread.any or errors > 0)


def _how(options: argparse.Namespace, copied: tuple[str, str] | None) -> Options:
    from extract.arrow.pieces import Options

    same = ("text", "content", "source", "format", "encoding", "uri", "check", "context", "notes")
    finder = Finder(bare_domains=options.bare_domains, email=options.email)
    return Options(
        finder=finder if options.bare_domains or options.email else None,
        copied=copied,
        **{name: getattr(options, name) for name in same},
    )


def _pieces(options: argparse.Namespace, output: Path, how: Options, unread: Unread) -> list[Piece]:
    """Return the pieces of all that is read; ValueError if the table is among it."""
    from extract.arrow.pieces import is_readable, pieces_of

    entries = list(walk(options.paths, usual(options.exclude), is_known=is_readable, say=unread))
    if os.path.realpath(output) in {os.path.realpath(entry.path) for entry in entries if entry.within is None}:
        raise ValueError(f"{output}: is to be read and to be written; write to another file")
    return list(pieces_of(entries, how))


def _cannot_write(output: Path, folder: Path) -> str:
    """Make the folder of the pieces; return why that or the table cannot be written, or an empty text."""
    try:
        destination(output)
        _make_folder(folder)
    except OSError as error:
        return f"{os.fsdecode(error.filename or folder)}: {reason(error)}"
    return ""


def _say_done(output: str, links: int, errors: int) -> None:
    said = f'; {count(errors, "document")} not fully read: see the column "error"' if errors else ""
    print(f"{file_name(output)}: {count(links, 'link')}{said}", file=sys.stderr)


def _remove(folder: Path) -> None:
    for part in _pieces_in(folder):
        part.unlink(missing_ok=True)
    with suppress(OSError):  # somebody else has put a file there meanwhile
        folder.rmdir()


def _goes_on(parts: Sequence[Path]) -> str:
    done = sum(part.exists() for part in parts)
    return f"{done} of {len(parts)} pieces are done; run the same command again to continue"


def _unfit(paths: Sequence[str], output: Path, suffixes: Sequence[str]) -> str:
    """Return what is wrong with the files that are to be read or written; an empty text if nothing is."""
    for path in paths:
        try:
            os.stat(path)
        except (OSError, ValueError) as error:
            return f"{path}: {reason(error)}"
    if output.suffix not in suffixes:
        return f"{output}: unknown format; write a name that ends with {', '.join(suffixes)}"
    try:
        check_file(output)
    except FileNotFoundError:
        pass
    except OSError as error:
        return f"{output}: {reason(error)}"
    return ""


def _wrong(message: str) -> int:
    say(message)
    return 2


_PIECE = ".arrow"


# --- pieces, each to a file of its own: what is there need not be made again ----------------------------------------


def _name(piece: Piece, how: Options) -> str:
    """Return a name that is the same as long as the piece, its files and what is asked for are."""
    told = repr((__version__, how, piece, piece.stamps()))
    stem = hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return own_name(stem, _PIECE)


def _make_folder(folder: Path) -> None:
    """Make the folder for the pieces; OSError if there is one that has other files, or leads elsewhere."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise FileExistsError(errno.EEXIST, "is needed for the pieces of the table: move it away", str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    remove_left(str(folder))
    foreign = sorted(path.name for path in folder.iterdir() if not _is_piece(path) and not is_temporary(path.name))
    if foreign:
        said = f"has files that this command did not write ({foreign[0]}): move them away"
        raise FileExistsError(errno.EEXIST, said, str(folder))


def _pieces_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _is_piece(path)]


def _is_piece(path: Path) -> bool:
    return is_own_name(path.name, _PIECE) and stat.S_ISREG(path.lstat().st_mode)


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
    with progress("reading", sum(piece.size for piece in pieces)) as advance:
        advance(sum(piece.size for piece in pieces) - sum(piece.size for piece, _ in todo))
        if processes <= 1:
            for piece, part in todo:
                write_part(piece, part, how)
                advance(piece.size)
                yield
            return
        for number, result in in_processes(partial(_write_part, how=how), todo, processes):
            piece, part = todo[number]
            if isinstance(result, Killed):
                write_failure(piece, part, KILLED)
            advance(piece.size)
            yield


def _write_part(job: tuple[Piece, Path], how: Options) -> None:
    from extract.arrow.parts import write_part

    write_part(*job, how)
