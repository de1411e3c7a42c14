import pytest

pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")
