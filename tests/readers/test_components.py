"""Components of Vue, Svelte, Astro and MDX: what is markup, and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.readers import FORMATS
from tests.examples import examples
from tests.marking import assert_read_at_places

CASES = {
    "vue": [
        '<template>\n  <a href="⟦http://a.example/é?a&amp;b⟧">é</a>⟦http://b.example/⟧ {{ "http://no/" }}\n</template>',
        "<template><template v-if=\"a > 'http://no/'\"><a href='⟦http://a.example/⟧'/></template><a "
        "href='⟦http://b.example/⟧'/></template>",
        '<template><a :href="\'⟦http://a.example/é⟧\'" @click="\'http://no/\'" v-bind:href="x" v-x="http://no/" '
        '/><Title /><Link href="⟦http://a.example/⟧">x</Link></template>',
        '<template><a :href="\'http://no/\' + x" :title="`http://no/`"/>⟦http://a.example/⟧</template>',
        '<template><Nav to="⟦http://a.example/⟧" xmlns="http://no/"/><code>http://no/</code></template>',
        "<script>\n// http://no/\nx = '<template><a "
        'href="http://no/"/></template>\'\n</script>\n<template>⟦http://a.example/⟧</template>',
        "<style scoped>\n.a { background: url(⟦http://a.example/é⟧) }\n</style>\n<template "
        "lang='pug'>\na(href='http://no/')\n</template>",
        '<i18n>{"de": {"http://no/": "Siehe ⟦http://a.example/é⟧"}}</i18n><i18n lang="yaml">\nde:\n  x: '
        "⟦http://b.example/⟧\n</i18n>",
        "<!-- <template>http://no/</template> --><docs>http://no/</docs><template>⟦http://a.example/⟧",
    ],
    "svelte": [
        "<script>let x = 'http://no/';</script>\n<a "
        "href=\"⟦http://a.example/é⟧\">é</a>⟦http://b.example/⟧{'http://no/'}",
        '<a href={x} title="y">x</a><img src="⟦http://a.example/⟧">{#if a > "}"}⟦http://b.example/⟧{/if}',
        '<a href="http://no/{x}">x</a> <A href="⟦http://a.example/⟧" on:click={() => "http://no/"} {...y} />',
        "{`http://no/${'`http://no/`'}}`} ⟦http://a.example/⟧ {/* http://no/ } */ x // http://no/ "
        "}\n}⟦http://b.example/⟧",
        "<style>a { background: url('⟦http://a.example/⟧') }</style><!-- http://no/ --> ⟦http://b.example/⟧",
        "{x < y ? 'http://no/' : z > 1} ⟦http://a.example/⟧",
        "<a href={'⟦http://a.example/é⟧'}>x</a> <a href={ `⟦http://b.example/⟧` }/> <a href={'http://no/' + x}/>",
        "{x.replace(/^http:\\/\\/[}/]/, '')} ⟦http://a.example/⟧ {a / b} // ⟦http://b.example/⟧ {c / 2}",
    ],
    "astro": [
        "---\n// http://no/\n---\n<a href=\"⟦http://a.example/é⟧\">{'http://no/'}</a>",
        '{list.map((x) => (\n  <li><a href="⟦http://a.example/⟧">{x < 1 && "http://no/"}</a> '
        "⟦http://b.example/⟧<br></li>\n))} ⟦http://c.example/⟧",
        "{a ? <A to='⟦http://a.example/⟧'/> : <><b>⟦http://b.example/⟧</b></>} {`http://no/`}",
        "{a && <a href={`http://no/${x}`} title={<b c='d'>x</b>}>x</a>} ⟦http://c.example/⟧",
        "{x < y} {'http://no/' /* <a> */}<style>a { b: url(⟦http://a.example/⟧) }</style><script>'http://no/'</script>",
        "<script is:inline src='⟦http://a.example/é⟧'>'http://no/'</script><style define:vars={{x: 'http://no/'}}>a{}</style>",
        "<a href=`http://no/${x}` title=`>`>x</a> <a href='⟦http://a.example/?a=b⟧'>x</a>",
        '<Title />{() => { return <img src="⟦http://a.example/⟧"> }} ⟦http://b.example/⟧',
    ],
    "mdx": [
        "---\nx: http://no/\n---\nimport A from 'http://no/'\nexport const x = [\n'http://no/',\n\n'http://no/'\n]\n\n"
        "See ⟦http://a.example/é⟧.",
        "{/* http://no/ */}\n\n[x](⟦http://a.example/é⟧){'http://no/'}⟦http://b.example/⟧{x}/no {`http://no/${`}`}`}",
        "`{` ⟦http://a.example/⟧ `}` \\{ ⟦http://b.example/⟧ }\n\n```js\n{ 'http://no/'\n```\n\n⟦http://c.example/⟧",
        "<A b={() => { x('http://no/') }} c='⟦http://a.example/é⟧'\n d={'⟦http://b.example/⟧'}>\n    ⟦http://c.example/⟧\n\n"
        "</A>",
        "<div>\n  [x](⟦http://a.example/é⟧) {a && <a href='⟦http://b.example/⟧'>don't</a>} ⟦http://c.example/⟧\n</div>",
        "export default () => (\n  <A to='⟦http://a.example/⟧'>\n\n  it's {'http://no/'}\n  </A>\n)\n\n⟦http://b.example/⟧",
        "imports and exports: ⟦http://a.example/⟧\nimport it ⟦http://b.example/⟧ {x.replace(/}/g, 'http://no/')}",
        "<A x={`\n\n`} href='⟦http://a.example/⟧'/> [x](⟦http://c.example/{y}⟧) {} } ⟦http://b.example/⟧ {'http://no/",
    ],
}


@pytest.mark.parametrize(("format", "marked"), [(name, case) for name, cases in CASES.items() for case in cases])
def test_markup_is_read_at_its_places(format: str, marked: str) -> None:
    assert_read_at_places(FORMATS[format], marked)


PIECES = """http://a.example/ <template> </template> <template/> <a href=" " ' ` { } {{ }} ${ <b> </b> <br> <> </>
    < > /> = é --- <script> </script> <style> url(http://b.example/) </style> <i18n> </i18n> <!-- --> // /* */ && ( ) ?
    : => [ ] ](http://c.example/) \\ ` ``` ~~~ import export default from {} <A\t={ ={' '}""".split()


@examples(300)
@given(st.lists(st.sampled_from([*PIECES, " ", "\n"]) | st.text(max_size=3), max_size=30).map("".join))
@pytest.mark.parametrize("format", CASES)
def test_any_text_is_read_at_its_places(format: str, text: str) -> None:
    for passage in FORMATS[format].read(text):
        for link in passage.links():
            start, end = passage.span(link.start, link.end)
            assert 0 <= start < end <= len(text)
