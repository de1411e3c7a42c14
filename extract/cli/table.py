"""``iri table``: write the links of files, mailboxes, web archives and columns to one table."""

from __future__ import annotations

import argparse
import errno
import hashlib
import os
import re
import stat
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from extract import __version__
from extract.cli.files import STDIN, read_bytes, walk
from extract.cli.options import TEXTS_READ, finder_of, natural, shared
from extract.cli.patterns import usual
from extract.cli.processes import KILLED, in_processes
from extract.cli.saying import Unread, progress, say
from extract.files.reading import check_file, read_file
from extract.files.writing import destination, is_temporary
from extract.readers.formats import FORMATS
from extract.reports.text import count
from extract.text.terminal import file_name

if TYPE_CHECKING:
    from extract.arrow.documents import Options
    from extract.arrow.pieces import Piece

_PIECE = re.compile(r"\.iri-[0-9a-f]{32}\.arrow")
_SAME = ("text", "content", "source", "format", "encoding", "uri", "check", "context", "notes")
_OUTPUT = 'file to write: .parquet, .csv or .jsonl; "-" is standard output, as CSV'
_CSV = "cells as they are (default), or for spreadsheets: ' before those that start with = + - @, tab or CR"
_NO_URI = "leave out uri, host_ascii and registrable_domain"
_FORMAT = f"format of all files: {', '.join(sorted(FORMATS))} (default: by the suffix)"
OPTIONS = (
    TEXTS_READ
    | shared("-j")
    | {
        "-o --output FILE": (_OUTPUT, {"required": True}),
        "--format FORMAT": (_FORMAT, {"choices": sorted(FORMATS)}),
        "columns of Parquet files": {
            "--text COLUMN": "column with texts",
            "--content COLUMN": "column with files, as binary data",
            "--source COLUMN": "column that identifies a document",
        },
        "columns of the table": {
            "--no-uri": (_NO_URI, {"dest": "uri", "action": "store_false"}),
            "--check": "add the codes of the rules that report a link",
            "--notes": "mail: add a row for each part that was not read",
            "--csv FORM": (_CSV, {"choices": ("plain", "safe"), "default": "plain", "metavar": None}),
            "--context N": ("add N characters before and after a link", {"type": natural, "default": 0}),
        },
    }
)


def run(options: argparse.Namespace) -> int:
    """Write the table. Return 0 if everything was read, else 2. The table then contains the errors."""
    options.paths = options.paths or [STDIN]
    try:
        if STDIN not in (*options.paths, options.output):
            return _run(options, Path(options.output), None)
        with TemporaryDirectory() as folder:
            return _with_streams(options, folder)
    except (ValueError, KeyError, ModuleNotFoundError) as error:
        say(str(error.args[0]))
        return 2


def _with_streams(options: argparse.Namespace, folder: str) -> int:
    """Copy standard input to a file, and a file to standard output, since tables need files."""
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
    sys.stdout.write(read_file(output).decode("utf-8"))
    return status


def _run(options: argparse.Namespace, output: Path, copied: tuple[str, str] | None) -> int:
    from extract.arrow.documents import Options
    from extract.arrow.parts import WRITERS, merge

    if output.suffix not in WRITERS:
        raise ValueError(f"{output}: unknown format; write a name that ends with {', '.join(WRITERS)}")
    for path in options.paths:
        os.stat(path)
    with suppress(FileNotFoundError):
        check_file(output)
    how = Options(finder=finder_of(options), copied=copied, **{name: getattr(options, name) for name in _SAME})
    unread = Unread()
    pieces = _pieces(options, output, how, unread)
    destination(output)
    folder = output.with_name(output.name + ".parts")
    _make_folder(folder)
    parts = [folder / _name(piece, how) for piece in pieces]
    processes = (os.cpu_count() or 1) if options.jobs == 0 else options.jobs or 1
    try:
        with closing(_make(pieces, parts, how, processes)) as made:
            in_order = _in_order(parts, made)
            links, errors = merge(pieces, in_order, output, folder, for_spreadsheets=options.csv == "safe")
    except OSError as error:  # Arrow's errors do not name the file
        said = os.strerror(error.errno) if error.errno else error
        raise ValueError(f"{error.filename or output}: {said}; {_goes_on(parts)}") from error
    except KeyboardInterrupt:
        print(file=sys.stderr)
        say(f"stopped; {_goes_on(parts)}")
        return 130
    except (ValueError, LookupError, TypeError) as error:  # from Arrow
        damaged = f"{folder}: has a damaged piece: {error}; delete it, and run the same command again"
        raise ValueError(damaged) from error
    for part in folder.iterdir():
        if _is_ours(part):
            part.unlink(missing_ok=True)
    with suppress(OSError):  # another program may have added a file
        folder.rmdir()
    said = f'; {count(errors, "document")} not fully read: see the column "error"' if errors else ""
    print(f"{file_name(options.output)}: {count(links, 'link')}{said}", file=sys.stderr)
    return 2 * (unread.any or errors > 0)


def _pieces(options: argparse.Namespace, output: Path, how: Options, unread: Unread) -> list[Piece]:
    """Return the pieces of all inputs; ValueError if the output is one of the inputs."""
    from extract.arrow.pieces import is_readable, pieces_of

    entries = [file[:2] for file in walk(options.paths, usual(options.exclude), unread, is_known=is_readable)]
    if os.path.realpath(output) in {os.path.realpath(path) for path, within in entries if within is None}:
        raise ValueError(f"{output}: is to be read and to be written; write to another file")
    return list(pieces_of(entries, how))


def _goes_on(parts: Sequence[Path]) -> str:
    done = sum(part.exists() for part in parts)
    return f"{done} of {len(parts)} pieces are done; run the same command again to continue"


# --- pieces, each in its own file, so that a later run can continue -------------------------------------------------


def _name(piece: Piece, how: Options) -> str:
    """Return a file name that changes if the version, the options, the piece or its files change."""
    settings = repr((__version__, how, piece, piece.stamps()))
    return f".iri-{hashlib.sha256(settings.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.arrow"


def _make_folder(folder: Path) -> None:
    """Create the directory for the pieces; OSError if it contains other files, or is a link or a file."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise FileExistsError(errno.EEXIST, "is needed for the pieces of the table: move it away", str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    foreign = sorted(path.name for path in folder.iterdir() if not _is_ours(path))
    if foreign:
        said = f"has files that this command did not write ({foreign[0]}): move them away"
        raise FileExistsError(errno.EEXIST, said, str(folder))


def _is_ours(path: Path) -> bool:
    return bool(_PIECE.fullmatch(path.name) or is_temporary(path.name)) and stat.S_ISREG(path.lstat().st_mode)


def _in_order(parts: Sequence[Path], made: Iterator[None]) -> Iterator[Path]:
    """Yield each part when it exists, so that the table is written while later parts are created."""
    for part in parts:
        while not part.exists() and next(made, "done") is None:
            pass
        yield part


def _make(pieces: Sequence[Piece], parts: Sequence[Path], how: Options, processes: int) -> Generator[None, None, None]:
    """Create the missing parts; yield after each."""
    from extract.arrow.parts import write_failure

    todo = [(piece, part) for piece, part in zip(pieces, parts, strict=True) if not part.exists()]
    write = partial(_write_part, how=how)
    with progress("reading", sum(piece.size for piece in pieces)) as advance:
        advance(sum(piece.size for piece in pieces) - sum(piece.size for piece, _ in todo))
        for (piece, part), result in zip(todo, in_processes(write, todo, min(processes, len(todo))), strict=True):
            if result is KILLED:
                write_failure(piece, part, KILLED)
            advance(piece.size)
            yield


def _write_part(job: tuple[Piece, Path], how: Options) -> None:
    from extract.arrow.parts import write_part

    write_part(*job, how)
