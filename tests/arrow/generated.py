"""Documents for tables: in many scripts, with hostile ones among them."""

import random

from benchmarks.samples import ENGLISH, LANGUAGES, _link

HOSTILE = [
    "",
    "\n",
    "\0http://a.example/\0b",
    "://" * 400,
    "http://" * 300,
    "http://a.example/" + "(" * 500,
    "http://" + "a." * 300,
    "@" * 500 + "a@b.example",
    "http://a.example/%%%%41%zz",
    "http://[::1/ http://a..b/ http://:80/",
    "\u202ehttp://a.example/\u202c \u2066http://b.example/\u2069",
    "http://a.example/😀𝒜/👩‍👩‍👧\U0010ffff",
    "http://exa\u00admple.example/\ufeffx http://\ufffd/",
    "www.example.org\r\nhttp://a.example/\u2028http://b.example/\u2029",
]


def documents(count: int) -> list[str | None]:
    """Return documents, always the same."""
    random_ = random.Random(11)
    sentences = [*ENGLISH, *"\n".join(LANGUAGES).split("\n")]
    made: list[str | None] = []
    for number in range(count):
        if number % 50 == 7:
            made.append(HOSTILE[number // 50 % len(HOSTILE)])
        elif number % 50 == 8:
            made.append(None)
        else:
            pieces = random_.choices(sentences, k=random_.randint(1, 4))
            links = [_link(random_, beyond_ascii=0.5) for _ in range(random_.choice([0, 0, 1, 2]))]
            made.append(random_.choice([" ", "\n", "，", "", " 😀 "]).join([*pieces, *links, pieces[0]]))
    return made
