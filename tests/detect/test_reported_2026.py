"""Strings that chat and command-line tools were reported for in 2026: what a detector takes in, or cuts, around a URL.

Punctuation and brackets of Chinese, Japanese and Korean text, emphasis of Markdown, brackets after a link, glued text.
"""

from __future__ import annotations

import pytest

from tests.marking import assert_links

# google-gemini/gemini-cli#16391, QwenLM/qwen-code#8755, vercel/streamdown#327, #623, #624, openchamber#3039, #3040,
# stablyai/orca#10571, #15240, tiann/hapi#478, kirodotdev/KiroCrew#2171, Mininglamp-OSS/octo-web#1656, #1664,
# Prism-Shadow/penguin-harness#437, blueberrycongee/wuu#50, GCWing/OpenBitFun#2926, marked#3452, #3597, #3700
REPORTED = """
    请访问⟦https://example.com⟧，然后登录
    请访问⟦https://example.com/path⟧。
    文档：⟦https://example.com/docs⟧（中文）
    （⟦https://example.com/docs⟧）
    见【⟦https://example.com/a⟧】和「⟦https://example.com/b⟧」
    《⟦https://example.com/a⟧》、『⟦https://example.com/b⟧』
    打开⟦http://localhost:3000⟧，查看效果
    服务已启动：⟦http://127.0.0.1:8080/⟧。请刷新
    地址是⟦https://example.com/a?b=1&c=2⟧；谢谢！
    真的吗⟦https://example.com/a⟧？真的！
    詳しくは⟦https://example.com/a⟧、または「⟦https://example.com/b⟧」へ。
    링크: ⟦https://example.com/a⟧。감사합니다
    PR 已创建：⟦https://github.com/o/r/pull/123⟧，请审查。
    **⟦https://example.com/a⟧**
    **PR: ⟦https://example.com/a⟧**
    *⟦https://example.com/a⟧*
    _⟦https://example.com/a⟧_
    ~~⟦https://example.com/a⟧~~
    `⟦https://example.com/a⟧`
    [⟦https://example.com/a⟧](⟦https://example.com/b⟧)
    [text](⟦https://example.com/a_(b)⟧)
    (see ⟦https://example.com/a⟧).
    "⟦https://example.com/a⟧", '⟦https://example.com/b⟧'
    “⟦https://example.com/a⟧”，‘⟦https://example.com/b⟧’
    <⟦https://example.com/a⟧>
    ⟦https://example.com/a⟧:
    - ⟦https://example.com/a⟧;
    ➜  Local:   ⟦http://localhost:5173/⟧
    │ ⟦https://example.com/a⟧ │
    ⟦https://example.com/a⟧｜⟦https://example.com/b⟧
    ⟦https://example.com/a⟧…… ⟦https://example.com/b⟧——完
"""
# Text glued to a path (blueberrycongee/wuu#50, Mininglamp-OSS/octo-web#1664).
GLUED = """
    看看⟦https://github.com/o/r/issues/48⟧然后回复
    PR ⟦https://github.com/o/r/pull/123⟧已合并
    詳細は⟦https://example.com/a.html⟧を参照
    URLは⟦https://example.com/a⟧です
    ⟦https://ja.wikipedia.org/wiki/日本2020年⟧
    ⟦https://ja.wikipedia.org/wiki/A-日本⟧
    ⟦https://example.com/?q=a日本⟧
"""


def cases(table: str) -> list[str]:
    return [line.strip() for line in table.strip().splitlines()]


@pytest.mark.parametrize("marked", cases(REPORTED + GLUED))
def test_prose(marked: str) -> None:
    assert_links(marked)
