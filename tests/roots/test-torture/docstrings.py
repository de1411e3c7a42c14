"""Docstring with https://ja.wikipedia.org/wiki/日本語 inside."""


def function(x):
    """Return (see http://www.w3.org/People/Dürst).

    :param x: see https://ru.wikipedia.org/wiki/Москва
    """
