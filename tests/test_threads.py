"""What sixteen threads get is what one gets, also of what is made when it is first needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# In a process of its own, where nothing was used before: all threads begin at once, and are often interrupted.
SCRIPT = """
import re
import sys
from threading import Barrier, Thread

from tests.surfaces import SURFACES

TEXT = "See https://ja.example.com/日本語。 xn--mller-kva.example, müller.example/straße (mail an info@例え.jp) http://a..b/"
COUNT = 16
sys.setswitchinterval(1e-6)
surfaces = {name: surface for kind in SURFACES.values() for name, surface in kind.items()}
answers = [{} for _ in range(COUNT)]
barrier = Barrier(COUNT)


def answer(surface):
    return re.sub(" at 0x[0-9a-f]+", "", repr(surface(TEXT)))


def work(number):
    barrier.wait()
    for name, surface in surfaces.items():
        try:
            answers[number][name] = answer(surface)
        except BaseException as error:
            answers[number][name] = f"raised {error!r}"


threads = [Thread(target=work, args=(number,)) for number in range(COUNT)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.setswitchinterval(0.005)
for name, surface in surfaces.items():
    alone = answer(surface)
    others = {one[name] for one in answers}
    if others != {alone}:
        print(name, "alone:", alone[:300], "in threads:", *(other[:300] for other in others - {alone}))
"""


@pytest.mark.all
def test_threads_that_use_everything_for_the_first_time() -> None:
    # docutils warns of its own future, whatever filters another thread has just put back
    environment = {**os.environ, "PYTHONWARNINGS": "ignore::DeprecationWarning"}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("", "")
