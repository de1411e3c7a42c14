"""A real Spark: its tables are those of a single process, whatever happens to its workers.

``IRI_SPARK_DOCUMENTS`` is the number of documents (by default few), ``IRI_SPARK_MASTER`` where it runs.
"""

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from extract import Finder
from tests.arrow.generated import documents

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: the extra spark")
pytest.importorskip("pyarrow.compute")
pyspark = pytest.importorskip("pyspark", reason="needs pyspark: the extra spark")

from extract import arrow, spark  # noqa: E402
from tests.conftest import OFFLINE, PYTHONPATH  # noqa: E402

ROOT = Path(__file__).parents[2]
OPTIONS: dict[str, Any] = {"text": "text", "source": "n", "check": True, "context": 10}
COUNT = int(os.environ.get("IRI_SPARK_DOCUMENTS", "2000"))
pytestmark = [
    pytest.mark.all,
    pytest.mark.timeout(1800),
    pytest.mark.filterwarnings("ignore"),  # those of pyspark
    pytest.mark.skipif(shutil.which("java") is None, reason="needs a JVM"),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    session = (
        pyspark.sql.SparkSession.builder.master(os.environ.get("IRI_SPARK_MASTER", "local[2,4]"))
        .config("spark.ui.enabled", "false")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.executorEnv.PYTHONPATH", PYTHONPATH)
        .config("spark.task.maxFailures", "4")
        .getOrCreate()
    )
    yield session
    session.stop()
    monkeypatch.undo()


@pytest.fixture(scope="module")
def texts():
    return documents(COUNT)


@pytest.fixture(scope="module")
def frame(session, texts, tmp_path_factory):
    import pyarrow.parquet as pq

    path = tmp_path_factory.mktemp("documents") / "documents.parquet"
    pq.write_table(pa.table({"n": range(len(texts)), "text": texts}), path)
    return session.read.parquet(str(path))


def rows(frame):
    """Return the table of a frame, in the order of documents and links."""
    if hasattr(frame, "toArrow"):  # Spark 4
        table = frame.toArrow().cast(arrow.LINK_TABLE)
    else:
        table = pa.Table.from_pylist([row.asDict() for row in frame.collect()], arrow.LINK_TABLE)
    number = table["source"].cast(pa.int64())
    order = pa.table({"number": number, "ord": table["ord"]})
    return table.take(pa.compute.sort_indices(order, [("number", "ascending"), ("ord", "ascending")]))


@pytest.fixture(scope="module")
def expected(texts):
    """Return the table of one process."""
    table = pa.record_batch({"n": range(len(texts)), "text": texts})
    return pa.Table.from_batches([arrow.link_table(table, **OPTIONS)])


@pytest.mark.parametrize(("partitions", "batch"), [(1, 10_000), (7, 64), (3, 1)])
def test_the_table_is_that_of_one_process(session, frame, expected, partitions, batch):
    if batch == 1 and COUNT > 10_000:
        batch = 11
    before = session.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch")
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", batch)
    try:
        assert rows(spark.link_table(frame.repartition(partitions), **OPTIONS)).equals(expected)
    finally:
        session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", before)


def test_a_killed_worker_costs_no_row_and_doubles_none(session, frame, expected, tmp_path):
    from pyspark.sql.functions import udf

    flag = str(tmp_path / "killed")

    def killing(number):
        if number == COUNT // 2:
            try:
                os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return number
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    killed = frame.repartition(4).withColumn("n", udf(killing, "bigint")("n"))
    assert rows(spark.link_table(killed, **OPTIONS)).equals(expected)
    assert os.path.exists(flag)


def test_sql(session, frame, texts):
    frame.createOrReplaceTempView("documents")
    session.udtf.register("links", spark.links_udtf())
    session.udf.register("find_links", spark.find_links_udf(unit="utf16"))
    query = """
        SELECT n, l.*, substring(d.text, int(l.start + 1), int(l.end - l.start)) AS cut
        FROM documents AS d, LATERAL links(d.text) AS l
    """
    found = sorted((row.n, row.start, row.text, row.iri, row.cut) for row in session.sql(query).collect())
    assert found == sorted(
        (number, link.start, link.text, link.iri, link.text)
        for number, text in enumerate(texts)
        for link in Finder().find(text or "")
    )
    counted = session.sql("SELECT sum(size(find_links(text))) AS links FROM documents WHERE text IS NOT NULL").first()
    assert counted.links == len(found)


def test_a_worker_that_lacks_the_package_says_which_python_it_is(session, frame, monkeypatch):
    from extract.spark import _on_worker

    work = _on_worker("extract.arrow_that_is_not_there", "link_table", {})
    broken = frame.limit(1).mapInArrow(lambda batches: work(lambda *_: batches), frame.schema)
    with pytest.raises(pyspark.errors.PythonException, match="PYSPARK_PYTHON") as raised:
        broken.collect()
    assert sys.executable in str(raised.value)
    bare = shutil.which("python3", path="/usr/bin:/bin")
    if bare and subprocess.run([bare, "-c", "import pyarrow"], capture_output=True, check=False).returncode:
        monkeypatch.setattr(session._sc, "pythonExec", bare)
        with pytest.raises(ModuleNotFoundError, match=r"the workers use .*python3, which has no 'pyarrow'"):
            spark.link_table(frame, text="text")


def test_the_package_works_from_an_archive(tmp_path):
    """``--py-files`` puts a wheel, or a zip of it, on the path as it is."""
    with zipfile.ZipFile(tmp_path / "iri.zip", "w") as archive:
        for path in (ROOT / "extract").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, path.relative_to(ROOT))
    code = (
        "import pyarrow as pa, extract.arrow as a; print(a.__file__); "
        "b = pa.record_batch({'t': ['http://é.example/']}); print(a.link_table(b, text='t', check=True)['uri'])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "iri.zip"), OFFLINE])}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "iri.zip" in done.stdout, done.stderr
    assert "http://xn--9ca.example/" in done.stdout
