"""Find links in columns of Apache Spark, on the workers (extra ``spark``; Spark 3.5 and 4).

No global setting is changed. The workers need this package, like the driver. If one lacks it, the error names its
Python.
"""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

from extract._exports import needed_by
from extract.detect.finder import Finder

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

    from extract.arrow.column import Unit
    from extract.arrow.table import TableOptions

_Work = Callable[[Callable[[Any, dict[str, Any]], Any]], Any]

__all__ = ["check_workers", "find_links_udf", "link_table", "links_udtf", "table_schema"]


def link_table(df: DataFrame, **options: Unpack[TableOptions]) -> DataFrame:
    """Return the links of a data frame, which has a document per row, with the columns of `extract.arrow.LINK_TABLE`.

    The options are the same as for `extract.arrow.link_table`. ``text`` names a column of strings. Alternatively,
    ``content`` names a column of binary data (as read by ``spark.read.format("binaryFile")``). ``source`` names the
    column that identifies a document (its ``path``). Only these columns are read. The number of documents in a batch is
    ``spark.sql.execution.arrow.maxRecordsPerBatch``.

    Raises ModuleNotFoundError if pyspark or pyarrow is not installed, and the errors of `extract.arrow.link_table` for
    wrong options.
    """
    _require("pyspark", "pyarrow")
    import pyarrow as pa

    from extract.arrow import link_table as of_batch

    columns = options.get("text"), options.get("content"), options.get("source")
    named = [name for name in columns if name is not None]
    for name in named:
        if name not in df.columns:
            raise KeyError(f"no column {name!r}; the columns are {', '.join(df.columns)}")
    chosen = df.select(*(f"`{name}`" for name in dict.fromkeys(named)))
    types = {"string": pa.string(), "binary": pa.binary()}
    empty = {field.name: pa.array([], types.get(field.dataType.simpleString(), pa.int64())) for field in chosen.schema}
    of_batch(pa.record_batch(empty), **options)  # raises errors for wrong options now, not on a worker
    work = _on_worker("extract.arrow", "link_table", {**options})
    _check_local(df.sparkSession)

    def tables(batches: Iterator[pa.RecordBatch]) -> Any:
        return work(lambda function, options: (function(batch, **options) for batch in batches))

    return chosen.mapInArrow(tables, table_schema())


def table_schema() -> str:
    """Return `extract.arrow.LINK_TABLE` as a Spark schema, for your own ``mapInArrow``."""
    from extract.arrow import LINK_TABLE

    return _ddl(LINK_TABLE)


def find_links_udf(finder: Finder | None = None, unit: Unit = "codepoint") -> Any:
    """Return a function from a column of strings to a column of arrays of links, structs like `extract.arrow.LINK`.

    The arguments are the same as for `extract.arrow.link_column`. It is an ``arrow_udf`` with Spark 4.1 or later,
    otherwise a ``pandas_udf``, and can be registered for SQL.

    Raises ModuleNotFoundError if pyspark, pyarrow or (before Spark 4.1) pandas is not installed, and ValueError for
    another unit.
    """
    _require("pyspark", "pyarrow")
    import pyarrow as pa
    from pyspark.sql import functions

    from extract.arrow import LINK, link_column

    link_column(pa.array([], pa.string()), unit=unit)  # raises ValueError for a wrong unit now, not on a worker
    work = _on_worker("extract.arrow", "link_column", {"finder": finder, "unit": unit})
    type = f"array<struct<{_ddl(LINK)}>>"

    if hasattr(functions, "arrow_udf"):

        def links(columns: Any) -> Any:
            return work(lambda function, options: (function(column, **options) for column in columns))

        links.__annotations__ = {"columns": Iterator[pa.Array], "return": Iterator[pa.Array]}
        return functions.arrow_udf(links, type)
    return _pandas_udf(work, type)


def _pandas_udf(work: _Work, type: str) -> Any:
    """Return a ``pandas_udf``, for Spark before 4.1."""
    _require("pandas")
    import pandas as pd
    from pyspark.sql.pandas.functions import pandas_udf

    def series_of_links(columns: Any) -> Any:
        import pandas as pd
        import pyarrow as pa

        def of(function: Any, options: Any, column: Any) -> Any:
            found = function(pa.array(column, pa.string(), from_pandas=True), **options).to_pylist()
            return pd.Series(found, index=column.index, dtype=object)

        return work(lambda function, options: (of(function, options, column) for column in columns))

    series_of_links.__annotations__ = {"columns": Iterator[pd.Series], "return": Iterator[pd.Series]}
    return pandas_udf(series_of_links, type)  # type: ignore[call-overload]


def links_udtf(finder: Finder | None = None) -> Any:
    """Return a table function from a string to a row per link, with the columns of `extract.arrow.LINK`.

    In SQL: ``spark.udtf.register("links", links_udtf())``, and then ``SELECT id, l.* FROM documents, LATERAL
    links(text) AS l``.

    Raises ModuleNotFoundError if pyspark or pyarrow is not installed.
    """
    _require("pyspark", "pyarrow")
    from pyspark.sql.functions import udtf

    from extract.arrow import LINK

    work = _on_worker("extract.detect.finder", "Finder", {"finder": finder})

    class Links:
        def __init__(self) -> None:
            self.find = work(lambda function, options: (options["finder"] or function()).find)

        def eval(self, text: str | None) -> Any:
            if text is not None:
                yield from self.find(text)

    return udtf(Links, returnType=_ddl(LINK))


def check_workers(spark: SparkSession) -> None:
    """Run a small job that raises ModuleNotFoundError, with the path of its Python, if a worker lacks a package.

    Spark's own error for missing pyarrow does not name that Python.
    """
    _require("pyspark")
    from pyspark.sql.functions import udf

    work = _on_worker("extract.arrow", "LINK_TABLE", {})

    def missing(_: int) -> str | None:
        try:
            work(lambda _schema, _options: None)
        except ModuleNotFoundError as error:
            return str(error)
        return None

    tasks = spark.range(0, 64, numPartitions=16)
    for row in tasks.select(udf(missing, "string", useArrow=False)("id").alias("error")).distinct().collect():
        if row.error is not None:
            raise ModuleNotFoundError(row.error)


def _check_local(spark: Any) -> None:
    """Raise ModuleNotFoundError if the workers are processes on this machine and their Python lacks a package.

    By default, they use the ``python3`` on the PATH, not the Python of the driver.
    """
    context = getattr(spark, "_sc", None)  # missing with Spark Connect
    python = context and context.master.startswith("local") and shutil.which(context.pythonExec)
    if python and python != sys.executable and (error := _lacking(python)):
        raise ModuleNotFoundError(
            f"the workers use {python}, which has no {error!r}: set PYSPARK_PYTHON to a Python that has "
            f"sphinx-iri[spark] before the session starts (this one is {sys.executable})",
            name=error,
        )


@cache
def _lacking(python: str) -> str | None:
    """Return the name of a package that a Python lacks; None if it lacks none."""
    code = "import pyarrow, extract.arrow.table"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    found = re.search("No module named '([^']+)'", done.stderr)
    return found[1] if found else None


def _require(*names: str) -> None:
    """Raise ModuleNotFoundError with advice if a package is not installed."""
    with needed_by("extract.spark", "pyspark pyarrow"):
        for name in names:
            import_module(name)


def _ddl(fields: Any) -> str:
    """Return fields as a Spark schema (DDL)."""
    names = {"int32": "int", "int64": "bigint", "string": "string"}
    return ", ".join(
        f"`{field.name}`: {names.get(str(field.type)) or f'array<{names[str(field.type.value_type)]}>'}"
        for field in fields
    )


def _on_worker(module: str, name: str, options: dict[str, Any]) -> _Work:
    """Return a function for workers that calls its argument with an object of this package and the options.

    Nested functions are pickled by value, so they run, and can raise a clear error, even if this package is not
    installed.
    """
    pickled = pickle.dumps(options)

    def work(use: Callable[[Any, dict[str, Any]], Any]) -> Any:
        import pickle
        import sys
        from importlib import import_module

        try:
            return use(getattr(import_module(module), name), pickle.loads(pickled))
        except ModuleNotFoundError as error:
            version = ".".join(map(str, sys.version_info[:3]))
            raise ModuleNotFoundError(
                f"the Python of this worker is {sys.executable} ({version}), which has no {error.name!r}: install "
                "sphinx-iri[spark] there, or set PYSPARK_PYTHON (spark.pyspark.python) to a Python that has it"
            ) from error

    return work
