"""Hostile targets and markup: the rules take linear time, or the timeout of these tests ends them."""

import pytest

from extract.linter import lint

N = 100_000
HOSTILE = {
    "an encoded space again and again": f"[a](http://a/{'%20' * N}x)",
    "quotation marks": "[a](http://a/" + '"' * N + "x)",
    "brackets that nothing closes": "[" * N + "(http://a/é",
    "spaces after the text and in the target": "[a] (http://a/ b " * (N // 17),
    "Japanese brackets": "【a】(http://a" * (N // 13),
    "angle brackets that nothing closes": "<http://a\n" * (N // 10),
    "words of label and target": f"[http://a.example/{'ab-cd/' * N}](http://b.example/{'xy-zt/' * N})",
    "what may be a message's number": f"[a](12345{'-' * N}@a.com)",
    "angle brackets with spaces in them": "<http://a b " * (N // 12),
    "backticks and addresses": "`a <http://a>" * (N // 13),
    "backticks and brackets": "`a (http://a" * (N // 12),
    "two backticks and addresses": "``a <http://a>" * (N // 14),
    "anchors that nothing closes": '<a href="http://a">a' * (N // 20),
    "tags that nothing closes": "<a href=http://a=" * (N // 17),
    "images apart": "! [a](http://a" * (N // 14),
    "links in links": "[a [b](http://a)" * (N // 16),
    "opening brackets, and links in them": "[" * N + "[b](http://a)" * (N // 13),
    "late definitions": "a\n[b]: http://a" * (N // 15),
    "late definitions of many labels": "a [b]\n" + "".join(f"\n[b{i}]: http://a" for i in range(N // 17)),
    "titles that nothing closes": '[a](http://a "b' * (N // 15),
    "digits of a telephone": "[a](tel:+1 " * (N // 11),
    "spaces of a telephone": "[a](tel:+1" + " " * N,
    "dots of an address that is cut": "[a](http://a/" + "." * N + ")",
    "hosts in front of themselves": "[a](" + "http://a.b/" * (N // 11) + ")",
    "paths of Windows": "![a](" + "C:\\" * (N // 3) + ")",
    "paths of users": "![a](" + "/Users/a" * (N // 8) + ")",
    "encoded schemes": "[a](" + "http%3A" * (N // 7) + ")",
    "schemes of mail": "[a](" + "mail:" * (N // 5) + "a@b)",
    "letters of mail": "[a](" + "mailto" * (N // 6) + "a@b)",
    "empty attributes": '<a href=""http://a' * (N // 18),
    "targets without a colon": ".. _a http://a\n" * (N // 15),
    "a long label without a colon": ".. _" + "a " * N + "http://a",
    "spaces in backticks": "`a" + " " * N + "x http://a>`_",
    "quotation marks for backticks": "'a <http://a>" * (N // 13),
    "links of Markdown in other markup": "[a](b.rst" * (N // 9),
    "paths in links of Markdown": "[a](" + "b.rst/" * (N // 6),
    "tags of images": '<img src="<' * (N // 11),
    "blocks of HTML": "<div>\n" + "[a](http://a" * (N // 12),
    "wide marks in a path": "[a](http://a/" + "/。" * (N // 2) + ")",
    "ends of a scheme": "[a](" + "tps://" * (N // 6) + ")",
    "directories without a scheme": "[a](" + "www/" * (N // 4) + ")",
    "addresses of AsciiDoc that nothing closes": "https://a[" * (N // 10),
    "addresses that AsciiDoc changes, in one label": "https://a--b[" * (N // 13) + "]",
    "images in one label": "https://a[image:b" * (N // 17) + "]",
    "escaped brackets of a macro": "pass:[\\]" * (N // 8),
    "macros in front of each other": "link:" * (N // 5) + "http://a",
    "passthroughs as targets": "link:++http://a" * (N // 15),
    "addresses directly after a mark": "。https://a" * (N // 10),
    "addresses after a macro's name": "link:https://a b" * (N // 16),
    "closing brackets after an address": "link:https://a" + ")" * N,
    "underscores": "https://a" + "/_a" * (N // 3),
    "plus signs": "+a https://b" * (N // 12),
    "curved quotation marks": '"`https://a' * (N // 11),
    "blocks of AsciiDoc that nothing closes": "https://a\n\n[source]\n" * (N // 20) + "----\n" * (N // 5),
    "dashes under titles": "https://a\n---------\n" * (N // 20),
    "attributes and macros of blocks": ":a: https://a \\\n" * (N // 16) + "image::https://a[\n" * (N // 18),
    "cells": "|===\n" + "|https://a[" * (N // 11),
    "attributes of a label": "https://a[" + 'a="b' * (N // 4) + "]",
    "spaces before brackets": "https://a [" * (N // 11),
    "zero-width spaces in a scheme": "[a](h" + "\u200b" * N + "ttp://a)",
}


@pytest.mark.linear
@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.html", "a.adoc"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_markup(text: str, name: str) -> None:
    lint(text.encode(), name)
