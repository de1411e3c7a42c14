"""Tables of links: the Arrow kernel beside a plain loop, processes beside one, Spark beside the kernel.

Ratios of CPU time, the best of several rounds taken in turn; processes by the clock. ``IRI_TABLE_MB`` is the size of
the input of ``iri table`` (by default 20 MB), ``IRI_SPARK_MB`` that of Spark's (by default 20).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest

from benchmarks.samples import samples
from extract import Finder

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")

from extract.arrow import link_column, link_table  # noqa: E402

FINDERS = {"default": Finder(), "bare": Finder(bare_domains=True, email=True)}
_ROUNDS = 9


def best(
    *works: Callable[[], object], rounds: int = _ROUNDS, clock: Callable[[], float] = time.process_time
) -> list[float]:
    """Return the least time that each takes."""
    times = [float("inf")] * len(works)
    for _ in range(rounds):
        for index, work in enumerate(works):
            start = clock()
            work()
            times[index] = min(times[index], clock() - start)
    return times


def texts_with(mark: int) -> list[str]:
    """Return all samples, with hosts that come with this mark only: what a site tells is remembered."""
    return [text.replace("://", f"://{mark}.") for documents in samples().values() for text in documents]


def columns() -> dict[str, list[str]]:
    """Return long texts of 20 kB and short ones, as messages and cells are."""
    texts = {}
    for kind, documents in samples().items():
        texts[f"{kind}, long"] = documents
        joined = "\n".join(documents)
        cells = joined.split("\n") if kind in ("link lists", "mail") else joined.replace("\n\n", ". ").split(". ")
        texts[f"{kind}, short"] = [cell for cell in cells if cell]
    return texts


@pytest.mark.parametrize("name", FINDERS)
@pytest.mark.parametrize("kind", columns())
@pytest.mark.benchmark(group="arrow")
def test_kernel(benchmark, kind: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    finder, texts = FINDERS[name], columns()[kind]
    array = pa.array(texts)

    def loop(texts: Sequence[str] = texts) -> None:
        for text in texts:
            list(finder.find(text))

    kernel, plain, from_arrow = best(lambda: link_column(array, finder), loop, lambda: loop(array.to_pylist()))
    with capsys.disabled():
        size = sum(map(len, texts)) / len(texts)
        print(
            f"\n{kind} ({size:.0f} characters), {name}: {array.nbytes / kernel / 1e6:.0f} MB/s; "
            f"{kernel / plain:.2f} x a loop over str, {kernel / from_arrow:.2f} x one over the column"
        )
    benchmark.pedantic(lambda: link_column(array, finder), rounds=3)


@pytest.mark.parametrize("options", [{"uri": False}, {}, {"check": True}], ids=str)
@pytest.mark.benchmark(group="arrow")
def test_table(benchmark, options: dict[str, bool], capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    batch = pa.record_batch({"text": texts_with(0)})
    fresh = iter([pa.record_batch({"text": texts_with(mark)}) for mark in range(1, 6)])
    kernel, table = best(
        lambda: link_column(batch["text"]), lambda: link_table(next(fresh), text="text", **options), rounds=5
    )
    with capsys.disabled():
        size = batch.nbytes / 1e6
        links = len(link_table(batch, text="text", **options))
        print(
            f"\ntable {options}: {size / table:.0f} MB/s, {links / size:.0f} links a MB; "
            f"{table / kernel:.1f} x the kernel"
        )
    benchmark.pedantic(lambda: link_table(batch, text="text", **options), rounds=3)


@pytest.mark.benchmark(group="arrow")
def test_processes(benchmark, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    wanted = int(os.environ.get("IRI_TABLE_MB", "20")) * 1_000_000
    with open(tmp_path / "in.txt", "wb") as file:
        for mark in count():
            file.write("\n".join(texts_with(mark)).encode())
            if file.tell() >= wanted:
                break

    def table(jobs: int) -> None:
        command = [sys.executable, "-m", "extract", "table", "in.txt", "-o", "links.parquet", "-j", str(jobs)]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    one, two = best(lambda: table(1), lambda: table(2), rounds=2, clock=time.perf_counter)
    with capsys.disabled():
        size = (tmp_path / "in.txt").stat().st_size / 1e6
        print(f"\niri table, {size:.0f} MB: {size / one:.1f} MB/s; -j 2 is {one / two:.2f} x as fast")
    benchmark.pedantic(lambda: table(2), rounds=1)


@pytest.mark.skipif(shutil.which("java") is None, reason="needs a JVM")
@pytest.mark.benchmark(group="arrow")
def test_spark(benchmark, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    pyspark = pytest.importorskip("pyspark", reason="needs pyspark: the extra spark")
    import pyarrow.parquet as pq

    from extract import spark

    wanted = int(os.environ.get("IRI_SPARK_MB", "20")) * 1_000_000
    copies = max(wanted // sum(len(text.encode()) for text in texts_with(0)), 1)
    batch = pa.record_batch({"text": [text for mark in range(copies) for text in texts_with(mark)]})
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "texts.parquet")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    start = time.perf_counter()
    builder = pyspark.sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    # texts of 2 to 20 kB: the JVM fills a batch while Python reads the one before
    session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "500").getOrCreate()
    started = time.perf_counter() - start
    frame = session.read.parquet(str(tmp_path / "texts.parquet"))

    def job() -> None:
        spark.link_table(frame, text="text").write.format("noop").mode("overwrite").save()

    def unchanged() -> None:
        """Give the batches to Python and back, which is what Spark itself takes."""
        frame.mapInArrow(lambda batches: batches, frame.schema).write.format("noop").mode("overwrite").save()

    start = time.perf_counter()
    job()
    first = time.perf_counter() - start
    kernel, warm, itself = best(
        lambda: link_table(batch, text="text"), job, unchanged, rounds=4, clock=time.perf_counter
    )
    with capsys.disabled():
        size = batch.nbytes / 1e6
        print(
            f"\nSpark on one core, {size:.0f} MB: started in {started:.1f} s, first job {first:.1f} s; "
            f"warm {size / warm:.1f} MB/s, {kernel / warm:.2f} x the kernel's {size / kernel:.1f} MB/s; "
            f"Spark itself {size / itself:.1f} MB/s"
        )
    benchmark.pedantic(job, rounds=1)
    session.stop()
