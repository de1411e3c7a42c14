"""Where links of real text ended wrongly, by cause: each tailoring has more cases here than in its record."""

from __future__ import annotations

from typing import Any

import pytest

from extract import IRI, check, find_links
from extract.detect.around import in_quotes
from tests.marking import assert_links

ALL: Any = {"bare_domains": True, "email": True}

CASES = """
    # a bracket that is left open
    ⟦https://a.example/设置⟧（第三章 …）
    ⟦https://a.example/设置⟧（第三章，第四章）
    ⟦https://a.example/p.html⟧[Text mit Leerzeichen]
    ⟦https://a.example/p.html[Text]⟧
    ⟦https://a.example/q?v⟧=$(uname -r)
    ⟦https://a.example/q?v⟧=${x y}
    ⟦https://a.example/x⟧.(a b)
    ⟦https://a.example/⟧(a b)
    ⟦https://a.example/x_(a⟧ b)
    ⟦https://a.example/x(a%29⟧ b
    ⟦https://a.example/设（a%EF%BC%89⟧ b
    ⟦https://a.example/_(object-oriented%29⟧ x
    ⟦https://a.example/⟧,⦍ ⟦https://a.example/x⦏a%E2%A6%8E⟧ b ⟦https://a.example/x⦍a%E2%A6%90⟧ b
    "⟦https://a.example/x(a⟧"
    ⟦https://a.example/设置⟧（第三章/第四章 …） ⟦https://a.example/x⟧{a/b/{c ⟦https://a.example/x_(a/b⟧)/c d
    ⟦https://a.example/q?v⟧=$(cmd --a=b c) ⟦https://a.example/x⟧(a?b=1 ⟦https://a.example/x⟧[a#b ⟦https://a.example/?q⟧=(a&b=1
    ⟦https://a.example/x(1)/y⟧(z/w ⟦https://a.example/x(a/b%29⟧ c
    ⟦https://a.example/users{/owner}{/repo}⟧ "⟦https://a.example/users{/owner}⟧" ⟦https://a.example/{id}{?page,size}⟧.
    ⟦https://a.example/⟧[and/or] ⟦https://a.example/x⟧[a/b], ⟦https://a.example/?x[a=b⟧] ⟦https://a.example/[a]/b⟧
    ⟦https://a.example/x⟧.=(a ⟦https://a.example/x⟧=(a ⟦https://a.example/x⟧$(a
    ⟦https://a.example/a⟧,=(b ⟦https://a.example/=⟧ x
    ⟦https://a.example/x[y]https://b.example⟧ ⟦https://a.example/x(y)https://b.example⟧ ⟦https://a.example/x⟧]⟦https://b.example⟧
    # a symbol after a name
    смотри ⟦москва.рф⟧🙂
    смотри ⟦москва.рф⟧🙂, да
    ⟦http://москва.рф⟧🙂 ⟦http://example.com⟧🙂
    ⟦i❤.ws⟧ ⟦http://i❤.ws⟧ ⟦c✶.example.com⟧ ⟦http://☃.net/⟧
    # two names that a word joins
    ⟦example.com⟧和⟦example.org⟧都有 ⟦http://example.com⟧と⟦a.example.jp/ü⟧ ⟦www.com之家.com⟧ ⟦http://a.it之家.com⟧
    访问⟦https://example.io⟧或⟦www.example2.io⟧查看 ⟦https://a.example.io⟧和⟦WWW.b.io:80/x⟧
    ⟦http://www.it⟧や⟦ｗｗｗ.b.it⟧ ⟦https://www.tv東京hd.com⟧
    ⟦https://a.de⟧或⟦www.b.de⟧或⟦www.c.de⟧与⟦www.d.de/x?y⟧ ⟦ana@a.io⟧或⟦www.b.io⟧ ⟦https://nas.local⟧或⟦www.b.io⟧ ⟦https://例子.中国⟧和⟦www.b.io⟧
    ⟦https://example.io⟧와⟦www.b.io⟧ ⟦https://example.io⟧и⟦www.b.io⟧ ⟦example.io⟧और⟦www.b.io⟧
    ⟦https://example.io⟧و⟦www.b.io⟧ ⟦москва.рф⟧и⟦www.b.рф⟧
    ⟦https://192.0.2.1⟧和⟦example.com/x⟧ ⟦https://localhost⟧或⟦www.b.io⟧
    ⟦https://localhost之家.com⟧ ⟦https://example.io或www2.b.io⟧
    ⟦http://xn--e1a.xn--p1ai⟧或⟦www.пример.рф/x⟧
    ⟦https://a.unknowntld或www.b.io⟧ ⟦https://intranet和www.b.io⟧ ⟦https://a.it之家-www.com⟧ ⟦https://awww.io⟧ ⟦https://äwww.de⟧
    登录⟦a.example.com⟧上的用户jdx和主机⟦b.example.com⟧上 ⟦example.com⟧上的⟦x.a.example.net⟧
    # the left edge of an address
    to='⟦ana@b.example⟧' to="⟦ana@b.example⟧" <!--⟦ana@b.example⟧--> /⟦ana@b.example⟧ {⟦ana@b.example⟧}
    --cc=⟦ana@b.example⟧ --mail-to=⟦ana@b.example⟧
    to=⟦ana@b.example⟧
    x?to=⟦ana@b.example⟧&cc=⟦bo@b.example⟧
    {x,y}@b.example /home/ana@b.example *@b.example
    ⟦~list/dev@b.example⟧ ~~⟦ana@b.example⟧~~ *⟦ana@b.example⟧* **see ⟦ana@b.example⟧**
    ⟦SRS0=hash=tt=b.example=ana@fwd.example⟧ ⟦prvs=0123=ana@b.example⟧ ⟦list-ana=b.example@l.example⟧
    ⟦o'brien@b.example⟧
    user.email=⟦ana@b.example⟧ reply-to=⟦ana@b.example⟧ CN=a/emailAddress=⟦ana@b.example⟧
    #⟦ana@b.example⟧ !⟦ana@b.example⟧! ^^⟦ana@b.example⟧^^
    see\\n⟦ana@b.example⟧\\n \\fB⟦ana@b.example⟧\\fP bug\\-x@b.example
    **⟦ana@b.example⟧**|_⟦ana@b.example⟧_|⟦ana@b.example⟧ 12:30|⟦ana@b.example⟧
    {user}@b.example ${USER}@b.example $USER@b.example %s@b.example user-{i}@b.example {{name|⟦ana@b.example⟧}}
    ⟦~/ana@b.example⟧ ⟦~ana/x@b.example⟧ /⟦~ana@b.example⟧ /x/~ana@b.example
    //ana@b.example /ana/@b.example ⟦x/ana@b.example⟧
    ***⟦ana@b.example⟧*** ⟦**ana@b.example⟧* ⟦*~ana@b.example⟧ ~⟦ana@b.example⟧~ ⟦~ana~x@b.example⟧
    ana=.com@b.example to=a.@b.example to=⟦a@b.example⟧ ⟦to=b.com@b.example⟧
    ,to=⟦a@b.example⟧;to=⟦a@b.example⟧ [⟦0a@b.example⟧]
    {{ana}@b.example {a}b@b.example a}b@b.example {⟦ana@b.example⟧
    a{⟦ana@b.example⟧ a|⟦ana@b.example⟧ a|b|⟦ana@b.example⟧
    # what is no address
    git@h.example:org/r.git bob:secret@h.example user:password@h.example ana@h.example:~/x
    git@h.example:группа/репо.git ⟦ana@b.example⟧:谢谢
    mail:⟦ana@b.example⟧ E-Mail:⟦ana@b.example⟧ from:⟦ana@b.example⟧ 邮箱:⟦ana@b.example⟧ ⟦ana@b.example⟧: x
    ana@b.example.://x ana@+bo@b.example @ana@b.example and @scope/name@1.example a@b@c.example
    # an IRI inside another
    jdbc:mysql://h/db jdbc:oracle:thin:@//h/db view-source:http://x.example/ blob:https://x.example/1 jar:file:///a!/b
    magnet:?xt=urn:btih:abc&tr=http://t.example/a&tr=http://u.example/
    doi:⟦https://d.example/x⟧ URL:⟦https://d.example/⟧ 链接:⟦https://d.example/⟧ feed:⟦https://d.example/⟧
    urn:schemas-a.com:vml tag:example.com,2020:x
    # glued links, and escapes
    ⟦https://a.example/1⟧,⟦https://b.example/2⟧,⟦http://c.example/3⟧
    ⟦https://a.example/1⟧→⟦https://b.example/2⟧
    ⟦https://a.example/?u=1,https://b.example/⟧ ⟦https://a.example/#1,https://b.example/⟧
    ⟦https://web.archive.org/web/2020/https://a.example,https://b.example⟧
    ⟦https://p.example/300x200,sc,https://a.example/b⟧ ⟦https://p.example/300x,https://a.example/b⟧
    ⟦https://a.example/@ana⟧,⟦https://b.example/x⟧,⟦https://c.example/File:X⟧→⟦https://d.example/⟧
    ⟦https://a.example/设置⟧（⟦https://b.example/⟧） ⟦https://a.example/x⟧[⟦https://a.example/x⟧] ⟦https://a.example/⟧[⟦https://b.example⟧]
    ⟦https://a.example/1⟧・⟦https://b.example/2⟧／⟦http://c.example/?3⟧＆⟦https://d.example/#4⟧ㆍ⟦https://日本.example/⟧★⟦https://e.example/⟧
    ⟦https://a.example/日本⟧·⟦https://b.example/⟧–⟦https://c.example/⟧※⟦https://d.example/⟧°⟦HTTPS://e.example/⟧‖⟦https://f.example/⟧
    ⟦https://a.example/a?u=https://b.example/⟧・⟦https://c.example/⟧ ⟦https://a.example/日本⟧と⟦https://b.example/⟧
    see\\n⟦www.a.com⟧ see\\na.com \\\\⟦na.com⟧ ⟦mailto:%22ana%22@b.example⟧
    see\\n⟦https://a.example/x⟧\\t⟦https://b.example/⟧\\r⟦http://c.example⟧
    # marks between a link and the words that follow it: not within a title, or between Latin letters
    ⟦https://a.example/a⟧※参照 ⟦https://a.example/日本⟧※参照 ⟦https://a.example/a⟧・ と ⟦https://a.example/日本⟧・
    ⟦https://a.example/a⟧•b ⟦https://a.example/?q=1⟧•b ⟦https://a.example/日本•東京⟧ ⟦https://a.example/日本⟧• x
    ⟦https://a.example/a⟧’는 ⟦https://a.example/日本⟧’は ⟦https://a.example/L’Isle⟧ ⟦https://a.example/м’який⟧ ⟦https://a.example/日‘本’は⟧
    ⟦https://a.example/a⟧”는 ⟦https://a.example/日本⟧”を ⟦https://a.example/日“本”を⟧ ⟦https://a.example/”hej”b⟧ ⟦https://a.example/„x”y⟧
    ⟦https://a.example/a⟧.”는 ⟦https://a.example/日/“本”⟧ ⟦https://a.example/日⟧”本 x
    ⟦https://a.example/a⟧«b» ⟦https://a.example/a_«b»⟧ ⟦https://a.example/Кино«b»⟧ ⟦https://a.example/кино⟧»и ⟦https://a.example/%20“b”⟧
    ⟦https://a.example/a⟧–日本 ⟦https://a.example/a⟧—日本 ⟦https://a.example/a⟧—b ⟦https://a.example/a⟧―日本 ⟦https://a.example/a⟧–это
    ⟦https://a.example/Bose–Einstein⟧ ⟦https://a.example/日–本⟧ ⟦https://a.example/日⟧– ⟦https://a.example/a⟧† ⟦https://a.example/Hawai‘i⟧
    ⟦https://a.example/日本・東京⟧ ⟦https://a.example/J・K・ローリング⟧ ⟦https://a.example/M・ナイト⟧ ⟦https://a.example/col·lecció⟧
    ⟦https://a.example/J‧K‧羅琳⟧ ⟦https://a.example/スーパー〜⟧ ⟦https://a.example/a⟧〜日本 ⟦https://a.example/ז׳⟧ ⟦https://a.example/བོད་⟧
    ⟦https://a.example/?q=日本–x⟧ ⟦https://a.example/?q=a⟧–日本 ⟦https://a.example/#a⟧”日本
    # words of another script after marks in ASCII: not in titles, nor where a name goes on
    ⟦https://a.example/install⟧,然后 ⟦https://a.example/a.html⟧,저장 ⟦https://a.example/a⟧;然后 ⟦https://a.example/a⟧!Это
    ⟦https://a.example/a⟧'는
    ⟦https://a.example/a⟧.그리고 ⟦https://a.example/a⟧...然后 ⟦https://a.example/a⟧?!然后 ⟦https://a.example/a⟧:说明
    ⟦http://localhost:80/⟧,在
    ⟦https://a.example/?x=1⟧,然后 ⟦https://a.example/#b⟧.다음 ⟦https://a.example/%E4%B8%80⟧,然后 ⟦https://a.example/a_(b)⟧,然后
    ⟦https://a.example/a⟧,然后⟦https://b.example/⟧ (⟦https://a.example/a⟧,日本) <⟦https://a.example/a,日本⟧>
    "⟦https://a.example/a,日本⟧"
    ⟦https://a.example/wiki/Help:目次⟧ ⟦https://a.example/index.php/Category:日本⟧ ⟦https://a.example/wiki/Go!プリキュア⟧
    ⟦https://a.example/?q=a,日本⟧
    ⟦https://a.example/12.日本.md⟧ ⟦https://a.example/#2.概要⟧ ⟦https://a.example/v1.日本.zip⟧ ⟦https://a.example/a.日本/b⟧
    ⟦https://a.example/index.php?日本⟧
    ⟦https://a.example/日,本⟧ ⟦https://a.example/?a=1&amp;日本=2⟧ ⟦https://a.example/doku.php?id=wiki:日本⟧
    ⟦https://例え.jp/a⟧,然后
    ⟦https://example.com⟧.다음 ⟦https://example.com⟧?然后 ⟦https://example.com:80⟧.다음 ⟦http://127.0.0.1⟧.다음
    ⟦http://localhost⟧.다음 ⟦example.com⟧.다음
    ⟦ana@example.com⟧.다음 ⟦mailto:ana@example.com⟧.다음 ⟦https://example.com.다음/a⟧ ⟦http://www.例え.テスト⟧
    ⟦http://api.例え.com⟧ ⟦https://a.com.рф⟧
    # words after a slash: not in titles
    ⟦https://a.example/3/⟧에 ⟦https://a.example/ja/⟧の説明 ⟦https://a.example/a/b/⟧를 ⟦https://a.example/a/⟧から
    x ⟦https://a.example/a/⟧を参照
    ⟦http://localhost:8000/⟧查看 ⟦http://127.0.0.1/a/⟧即可 ⟦https://a.example/查看⟧ ⟦https://a.example/2/⟧上的
    ⟦https://a.example/a/のび太⟧
    ⟦https://a.example/wiki/도⟧ x ⟦https://a.example/kanji/中⟧ x ⟦https://a.example/tag/を⟧ x
    ⟦https://a.example/a/日本⟧ x
    # all words after a file, but not in titles and headings; words that join two links
    ⟦https://a.example/b.git⟧命令 ⟦https://a.example/a.html⟧安装 ⟦https://a.example/a.html⟧下载的libpng-1.6.2为例 x
    ⟦https://a.example/a.pdf⟧ファイル ⟦https://a.example/x.html⟧را ⟦https://a.example/a.html日本.pdf⟧
    ⟦https://a.example/a.html/日本⟧ x
    ⟦https://a.example/a/Node.js入門⟧ ⟦https://a.example/wiki/A.md日本⟧
    ⟦https://a.example/a#dockerを使用したインストール⟧ x
    ⟦https://a.example/a#b⟧も参照してください ⟦https://a.example/05/GitHubで公開する方法/⟧
    ⟦https://a.example/Linuxで公開鍵認証を使う⟧ x
    ⟦http://a.example/⟧和⟦http://b.example/⟧ ⟦http://a.example/a⟧以及⟦http://b.example/⟧
    ⟦http://a.example/日本⟧と⟦http://b.example/⟧ ⟦http://a.example/é⟧和⟦http://b.example/⟧
    ⟦https://a.example/⟧注册账号 ⟦https://a.example/a/⟧以及其他 ⟦https://a.example/下载中心⟧
    ⟦https://a.example/和平⟧ ⟦https://a.example/搜索?q=1⟧
    ⟦https://a.example/faq⟧?有问题再问 ⟦https://a.example/faq?αβγ⟧
    ⟦https://a.example/index.php?ページ⟧ ⟦https://a.example/?ページ⟧ ⟦https://a.example/a/⟧ページを
    ⟦http://a.example/éhttp://b.example/é⟧ ⟦https://a.example/1.html⟧(示例) ⟦https://a.example/gp/detail⟧(示例) ⟦https://a.example/wiki/Java(编程语言)⟧
    ⟦https://a.example/a(最终).pdf⟧ ⟦https://a.example/北京(市)⟧ ⟦https://a.example/a⟧│ ⟦http://a.example⟧│b
    # suffixes after apostrophes, and quotation marks in Hebrew
    ⟦https://a.example/foo⟧’s ⟦https://a.example/foo⟧’da ⟦https://a.example/foo⟧’nın ⟦https://a.example/Moore’s_law⟧
    ⟦https://a.example/Val-d’Oise⟧
    ״⟦https://a.example/a⟧״ ׳⟦https://a.example/a⟧׳ ״⟦https://a.example/צה״ל⟧״
    # schemes that are only named
    http://で始まる 以http://开头的 http://或https:// http://를 ftp://и http://www.を http://...のように http://または⟦https://b.example/⟧
    ⟦http://日本/⟧ ⟦http://日本:80⟧ ⟦http://日本.example⟧ ⟦http://müller⟧ http://localhost:80xx/ http://h:NNNN/a
    ⟦https://a.example/日⟧と⟦https://b.example/⟧ ⟦https://a.example/a_⟧和⟦https://b.example/⟧ ⟦https://a.example/a⟧)和⟦https://b.example/⟧
    ⟦https://a.example/a⟧参照⟦https://b.example/⟧ ⟦https://a.example/a/⟧参照⟦https://b.example/⟧ ⟦https://a.example/a⟧,参照⟦https://b.example/⟧
    ⟦https://a.example/a_(b)⟧参照⟦https://b.example/⟧
    ⟦https://a.example/a-参照https://b.example/⟧ ⟦https://a.example/a_参照https://b.example/⟧ x
    去⟦https://a.example/⟧申请。 去(⟦https://a.example/申请⟧。 去 ⟦https://a.example/⟧申请。
    ⟦https://a.example/a⟧参照⟦https://b.example/⟧
    ⟦https://a.example/a⟧和⟦https://b.example/⟧
    ⟦https://a.example/a以及其他⟧
    ⟦https://a.example/a.html下载⟧
    ⟦https://a.example/a.html⟧下载的文件
    # words after what no word follows: marks, escapes; in fragments, only in the route of a page
    ⟦https://a.example/a-から⟧ ⟦https://a.example/a_から⟧ ⟦https://a.example/?a=から⟧ ⟦https://a.example/%20から⟧ x
    ⟦https://a.example/#から⟧ ⟦https://a.example/#a/から⟧ ⟦https://a.example/#!/a⟧から ⟦https://a.example/#/a⟧から x
    ⟦https://a.example/~,日本⟧ ⟦https://a.example/=,日本⟧ ⟦https://a.example/-!日本⟧ ⟦https://a.example/a_(b)⟧,日本 x
    在⟦https://a.example/?name=linux进程的例子⟧ 在⟦https://a.example/a⟧进程的例子 在⟦https://a.example/?n=a⟧を見る
    # whole hosts
    ⟦http://127.0.0.1⟧を ⟦http://localhost⟧を開く ⟦http://LocalHost⟧에서 ⟦http://192.168.0.1:80⟧へ ⟦http://10.0.0.1⟧・ ⟦http://10.0.0.1⟧🙂
    ⟦http://127.0.0.1⟧-日本 ⟦http://localhost⟧--日本 ⟦http://example.com⟧-عربي ⟦http://例え-テスト.example/⟧ ⟦http://b-例え.jp/⟧
    ⟦http://printer.local⟧を ⟦http://a.example⟧の ⟦http://example.com⟧・日本 ⟦http://127.0.0.1/⟧を ⟦http://localhosté/⟧ ⟦http://localhostを.example/⟧
    # marks
    ＜⟦https://a.example/é⟧＞ ＂⟦https://a.example/é⟧＂ 〝⟦https://a.example/é⟧〟 ～⟦https://a.example/é⟧～
    👉⟦https://a.example/é⟧👈
    👉⟦https://a.example/é⟧👈見て ☞⟦https://a.example/⟧☜見
    ⟦https://a.example/ά⟧· ⟦https://a.example/ά⟧\u0387 ⟦https://a.example/է⟧՞ ⟦http://a.ελ⟧·
    ⟦https://a.example/path⟧—it’s ⟦https://a.example/Abitibi—Témiscamingue⟧ ⟦https://a.example/Cape_Breton—canso⟧
    ⟦https://a.example/a_b/path⟧—it’s
    <⟦https://a.example/?q=1#x⟧|ここ> <⟦https://a.example/x⟧|y> ⟦https://a.example/?q=a|b⟧
    ⟦https://a.example/a_—b⟧ ⟦https://a.example/_a/b⟧—c ⟦https://a.example/a/_b—c⟧ ⟦https://a.example/_a—b—c⟧ ⟦https://a.example/_a—b/c⟧—d
    # hosts
    https://bad[.]example/x https://bad(.)example/x https://bad[dot]example/x hxxps://bad.example/x bad[.]example.com
    evil.co[.]uk ana[@]bad.example.com ana@bad.co[.]uk ana@bad.org.[dot]a
    http://1080::8/x http://2001:db8::1/ http://HOST:PORT/x http://exa%mple.com http://h:{port}/ http://例え%.jp/ http://api.${NAME}.org/
    http://python.<org>/c http://h:<port>/x http://a<n>.example http://api-<region>.a.example ⟦http://a.example⟧.<br>Next
    ⟦a.com⟧:? ⟦a.com:/x⟧ ⟦http://a.example⟧:? ⟦http://a.example⟧:: ⟦http://a.example⟧:then ⟦http://a.example:80⟧:
    https://bad\\.example/x ^https?://bad\\\\.example https://bad[.example/x https://bad.example[/]x
    evil.com[/]x evil.co\\.uk
    http://www.bad\\-host.example/ http://bad\\&.example ⟦http://a.example⟧\\n ana@b.co\\.uk file://$(pwd)/x http://host:port
    # quotation marks
    ⟦https://en.wikipedia.org/wiki/"Abc"_(album)⟧ ⟦https://a.example/42°56'46.6"N+0°38'12"E⟧
    {"a":"see ⟦https://a.example/⟧","n":"b"} "⟦https://a.example/_⟧"b"
    # names
    agree.So г.Пермь г.Москва ⟦example.com⟧.Thanks ⟦Example.Com⟧ ⟦ana@gmail.Com⟧ ⟦ana@example.com⟧.Thanks
    collections.abc.Mapping xml.et.ElementTree.XMLParser ⟦пример.рф⟧.Спасибо
"""
EVIDENCE = r"""
    # files and parts of programs
    main.rs build.sh conf.zip self.id README.md ..foo.com
    x = pkg.mod(x) + pkg.name[0]
    C:\a\b.md com.vendor.app org.example.Foo $USER.example.com $BinaryName.app/Contents %s.com
    README.md#usage [x](io.md#Что-такое) main.rs:42:7 git-gui.sh:2748 a.style?parseFloat(b)
    this.state.name self.user.id Array.prototype.map README.pt-BR.md 10.6.md user.profile.name this.city = city;
    Logger.INFO Type.ID Color.RED java.io.File ve.dm.Model ASP.NET VB.NET System.IO
    at java.lang.Method.invoke(Method.java:511)
    import torch.utils.data; from nicegui.events import ValueChangeEvent
    labels = labels.to(device), data = b.data;
    :ref:`dojox.io` :mod:`plmapp.views.group` apiVersion: example.io/v1
      example.io/ingress.class: "nginx"
    config.h.in, main.c, libGLESv2.so
    **Newsgroups:** ab.jobs,can.jobs,alt.college
    ├── evil.so
    the file `scf.in` is read, 直到产生最后的list.final文件。 **入力ファイル**: nscf.in
    dot -Tpng my.dot -o my.svg.in cc -o test.so pip install -r requirements.in
    [Object.is](mdn:js/Object/is) is `Object.is`, and the usual conf.training and mail.to
    spack.cmd.docs module, robot.result.TestSuite.to and clojure.java.io, Makefile.am, Julia.app
    app.kubernetes.io/part-of=che
    filter(vote=vote.pk, mk=mk.top) css("ul.pagination li.next.page") {{ author.bio | markdown }} {% if author.bio %}
    torch.save(model, "snapshot.pt") and Parameter.INT
    bundler 2.5.0.dev, self.net(x), `edge.to`, plus.xxx
    now calls datetime.now and typing.io, Tensor.place or func.call
    see [community.aws](⟦https://galaxy.example/community/aws⟧)
    tx.to, tx.value, state.lc < lc, "the *center.lon* and *center.lat*", [tool.black], Op.gt and [Op.gt]: 20
    `Enum.map/2` is File.read/1; SELECT o.member.team FROM a; <value>${admin.pw}</value>
    at Context.it (utils.spec.js:7:12)
    `policy.k8s.io/v1beta1`, a kubernetes.io/hostname annotation,
    `discovery.k8s.io/v1` `EndpointSlice`, the audit.k8s.io API group
    m.room.*, "$1433:example.com", matrix:r/us:example.org, getsufuki#example.com, (ana dot b at example.com)
    config.nu, foo.cr, fhem.pl, config.ru, db.zip, log.retention.ms, dd.mm.yy, JJJJ.MM.TT, co.uk,
    cs.CV, comp.lang.perl.tk
     3.now run it, the Object.is of JSON.parse, <a :to="route.to"> :key="x", curl ⟦https://alx.example/alx.sh⟧ > alx.sh
    a module of com.vendor.x.io, the *gluon.site* library, README.DEV, xxx.xxx.xxx, uses.NET
    R-1.6.2.tgz-split.ae, libcurl.la, 9.1.4.CD and READ.ME, new.env() with spec.ar(), xilinx.com:ip:mult:1.0
    the colour pool.SD is max.it<-1 in best[force.in], a Str.new type
    2.0.0-beta.1.dev of rel-1.16.0-0-gd239552ce722-x.qemu.org
    #ana #example.ch #bee
    std.io and std.net; vb.net, ?u=x%3A%2F%2Fexample.com%2Fa example.com%2Fb
    # sentences without a space between them
    it lasts as long as possible.it does,and we were done,so too.it
    good,price in the door handle.is it fine, the.exchange told me, I am.now here
    can I trust this project.is the time right, Who.Me?
    czego nie ma.na to są
    just out of derby.my heart sank,then the pictures.it seemed
    good paint suppliers mate.as long as you got the codes.then looks good
    dev.0.auto: twisted.news is none, twisted.news.lowdown
    Week.102.Fr   0.00  10.01055
    the recipe os-release.bb of i.MX is on StyleSheet.media at least
    这是因为部分地区上不了.io，我改了
    # sites
    use ⟦a-b.info⟧; ⟦example.info⟧ or ⟦example.org⟧, ⟦example.net⟧ | ⟦investa.in⟧ | x; (⟦archive.cf⟧, ⟦archive.org⟧)
    - [x] ⟦new-site.link⟧
    Na stronach ⟦gov.pl⟧ są raporty, a na ⟦wiadomości.pl⟧ nie
    å här är ⟦tidning.nu⟧, и ⟦сајт.rs⟧, ђ ⟦vesti.rs⟧
    ⟦repubblica.it⟧ is new, and it is on ⟦time.is⟧ now
    ⟦de.wikipedia.org⟧ ⟦news.ycombinator.com⟧ ⟦crates.io⟧ ⟦example.com⟧ ⟦foo.co.id⟧ ⟦gov.uk⟧ ⟦www.build.sh⟧
    ⟦build.sh/x⟧ and
    ⟦example.com#usage⟧ ⟦example.com:8080⟧ ⟦mec.gov.md⟧ ⟦self.org⟧ ⟦GitHub.COM⟧ ⟦Dify.AI⟧ ⟦Gov.UK⟧
    {{ ⟦www.example.bio⟧ }} {{ ⟦example.com⟧ | a }} ⟦li.example.org⟧
    [⟦example.guide⟧][44], ⟦who.int⟧
    (available at ⟦dev.example.com⟧), [⟦Figma.Pub⟧](⟦https://figma.pub/⟧),
    `⟦docs.example.io⟧`, [Website](⟦peer.example.app⟧)
    The site ⟦endoflife.date⟧ is of them, and ⟦Tree.fm⟧ of others
    feed at ⟦defend.host/feed.xml⟧, `#mpv` on ⟦irc.libera.chat⟧
    ⟦amazon.de⟧, ⟦amazon.fr⟧, bookmark amazon.html
    ⟦foo.com.pk⟧
    visit ⟦docs.rs⟧, curl ⟦cheat.sh⟧ and curl -s ⟦wttr.in/Berlin⟧
    ⟦build.sh:80/x⟧
    [⟦vim.so⟧](⟦https://vim.so/⟧) [⟦lobste.rs⟧](//lobste.rs) <a href="⟦https://fly.md/⟧">⟦fly.md⟧</a>
    The newsletter of this week has ⟦neal.fun⟧, ⟦time.is⟧ and ⟦public.work⟧.
    - ⟦docs.new⟧: a new document with one word
    大家可以去 ⟦metaso.cn⟧ 看看。 公式サイト⟦fuun.fun⟧を見てください。
    server_name ⟦www.example.org⟧; ssh ⟦host.example.net⟧
    # addresses that are hidden from robots
    ana <at> a.example.com, bob [at] b.example.com, ana.c at c.example.com, ana-at-example.com
    &lt;ana at d.example.com&gt;
    joe at example.com
    email:ana-c at e.example.com, To: list-a at example.com, (E-mail bo at example.com)
    > ana at example.edu> wrote:
    [ana at example.edu] or ana at example.edu <mailto:ana at example.edu>
    Prof. A. Bee                         bee at mail.example.edu
    bee at example.es ⟦http://www.example.es/~bee/⟧
    the code at ⟦github.com⟧ (docs at ⟦docs.example.com⟧) is v1.2 at ⟦example.com⟧, join us at ⟦example.org⟧.
    Available at ⟦example.com⟧.
    send bugs to ana at example.it and not here; Univ. of X - ana at stat.example.ca
    "bo at example.edu" <bo at example.edu> and >>> bo at EXAMPLE.EDU 09/18/02
    venkat at example.in at venkat at EXAMPLE.IN
    bee at www2.example.ca (Bee Ann) writes: To: bee at example.ca or send it to ann at stat.example.ca and wait
    r-help at stat.example.de mailing list, contact legal at example.co.za, and ann.nz at example.com
    the wiki at ⟦wiki.example.de⟧, to register at ⟦example.de⟧, or look at ⟦example.net⟧
    the schedule at ⟦example.org/a⟧, a paper at ⟦example.edu⟧ and you arrive at ⟦shop.example.com⟧
    come and see ana.b @ example.ch, Jeff @ ⟦example-shop.com⟧
    "user":"@ana:example.net", _@_x_1:example.net
    <alice:matrix.org> hi, ana [~a@web host.example.net] has quit, [web host.example.net] has joined
    john@x.[nospam]example.com @alice:matrix.org @a.b)example.com @"⟦http://a.example/b⟧"}⟦example.com⟧
    連絡先：bruno at example.com（か danny.m [at] example.org ⟦https://example.org/⟧ です）
    <ana@?example.com> <⟦1a@news.example.ca⟧!nnrp1.example.ca> see it!⟦example.com⟧
    # sentences without a space, of other languages too
    bana bu kadar yeter diyor, ona bu s.kim dedi, son gelmiştir.link bana kadar
    her şey onlara bağlılar.ve bu kadar, bunu çalıştırılarak,bu ranta son verilmeli.biz hekimler
    the vans are v.sexy and it is not natural pose.you will see, born in v.hyundai and not
    but go to ⟦wien.wiki⟧ or ⟦a-b.sexy⟧, and 우리는 ⟦도메인.kr⟧ 에서 만나요, see ⟦www.v.hyundai⟧
    see ⟦dns.google⟧ for names, ⟦café.berlin⟧ for cakes
    살인 예언 여덟살 자매 사망.2월18일.kia 살인 예언
    # what programs are given
    as command.com and type main.tf or sudo apt install docker.io && cd example.org; ⟦docker.io⟧ is up
    J.R.R.TO B.A.BA is the basis, で[⟦JSer.info⟧][13]を見て, and [⟦Crt.Sh⟧](⟦https://crt.sh⟧) or not
"""
EDGES = r"""
    # capitals at the end of a name
    ⟦example.Com/x⟧ ⟦www.example.De⟧ ⟦example.Com:80/x⟧ agree.So/ www.agree.so.Thanks agree.So?x
    # full stops that join it to the next sentence
    mail ⟦peter@gmail.com⟧...and ⟦nvcr.io⟧....Login ⟦example.com⟧..or ⟦https://example.com⟧...and ⟦https://例え.jp⟧...次
    https://a..b/ a...b foo..example.com ../example.com/x .foo@example.com ..foo@example.com ⟦https://a.example/v1...v2⟧
    # a hyphen before it
    word--⟦http://a.example/⟧ see-⟦HTTPS://a.example/⟧ see-git-⟦http://a.example/⟧
    x-http://a.example/ a-ftp://a.example/ git+x-http://a.example/
    # the end of a comment
    <!--⟦http://x.example/⟧--> <!-- ⟦http://x.example/a⟧.--> <!-- ⟦x.example.com/a⟧--> <⟦http://x.example/a--⟧> {{-- ⟦http://x.example/?b⟧--}}
    <!--⟦www.example.com⟧--> x<!--⟦例え.jp/あ⟧--><!--⟦a@example.com⟧-->
    <!---example.com --www.example.com !--www.example.com
    ⟦http://x.example/a⟧--->b ⟦http://x.example/a--b⟧ ⟦http://x.example/a-⟧>b ⟦http://x.example⟧--> ⟦http://x.example/#⟧-->
    see ⟦https://a.example/rfc3986⟧*/ ⟦https://a.example/*/b⟧ ⟦https://a.example/a*/b⟧
    ⟦https://a.example/*/⟧ ⟦https://a.example/?x⟧*/ ⟦https://a.example⟧*/
    /*! a 1.0 | ⟦https://a.example/x⟧*/var a, /* b */ ⟦https://a.example/x*/b⟧
    # the end of a quotation in source code
    f('see ⟦https://a.example/1⟧','jp') f('see ⟦https://a.example/1⟧')+x x['it is ⟦https://a.example/é⟧']=1 {'a': 'in ⟦https://a.example/?q⟧':2}
    f("see ⟦https://a.example/1','jp⟧") it's
    it's ⟦https://a.example/1','jp⟧ 'a' ⟦https://a.example/1','jp⟧
    'see ⟦https://a.example/f('x')/b⟧
    'see ⟦https://a.example/it's/b⟧
    # escapes
    [34m⟦https://x.example/a⟧[0m \e[1;34m⟦www.x.example.com⟧\e[0m [K⟦ana@x.example⟧[m ^[[34m⟦http://x.example/⟧
    [34m⟦http://x.example/⟧ [34]mhttp://x.example/ [⟦34mexample.com⟧] [⟦34m@x.example⟧]
    "⟦https:\/\/example.com\/a⟧" {"a":"⟦http:\/\/b.example\/\u00e9\ud83d\ude00⟧\n","b":"x"} ⟦https:\/\/example.com⟧
    s/http:\/\/old.example\/a/http:\/\/new.example\/b/ /https:\/\/example\.com\// https:\/\/example.com\d
    # addresses after words, logins, and the names of messages
    Contact us:⟦info@example.com⟧ Message:⟦info@example.com⟧
    acct:info@example.com skype:info@example.com SIP:info@example.com
    admin:pw@example.com bob:hunter2@example.com bob:a$b@example.com
    nick!user@example.com nick!~user@a.example ⟦ana@example.com⟧ $ ssh ana@example.com
    ssh -T -p 22 ana@example.com `ssh-copy-id ana@example.com`
    ask of ssh ⟦ana@example.com⟧ ssh,⟦ana@example.com⟧ xssh ⟦ana@example.com⟧
    ssh: ⟦ana@example.com⟧ ssh host ⟦ana@example.com⟧ we use ssh. ⟦ana@example.com⟧
    us:info@example.com:22 us:info@example.com/x us:⟦info@example.com⟧/
    Message-ID: <x@y.example>
    In-Reply-To: <x@y.example> <z@y.example>
    > References: <x@y.example>
    see the References: <⟦x@y.example⟧> Message-ID (<⟦x@y.example⟧>)
    # what is no port
    http://safeguy:!#$%^&*@host http://a:b#c@host ⟦http://a.example⟧: @ana
    # a reference mark
    ⟦https://example.jp/d/⟧※ ⟦https://example.jp⟧※
"""
ADDRESSES = r"""
    ⟦192.0.2.1⟧ IP:⟦192.0.2.1:8080/ü⟧, (⟦192.0.2.1?q⟧) 访问⟦192.168.0.1⟧即可
    ⟦192.0.2.1⟧-⟦192.0.2.9⟧ //⟦192.0.2.1⟧'s ⟦255.255.255.255⟧.
    1.2.3.4.5 1.2.3.256 01.2.3.4 v1.2.3.4 1.2.3.4-beta 1.2.3.4a ⟦1.2.3.4.example.com⟧
    a/1.2.3.4 u@1.2.3.4 192.0.2.0/24 1.2.3.4:99999
    a00:100::/24 2001:db8::/32 2262:: ⟦2001:db8::⟧
    ⟦::1⟧, ⟦2001:DB8::8:800:200C:417A⟧ (⟦fe80::1⟧): [⟦::1⟧] ⟦[2001:db8::1]:8080/ü⟧ ⟦::ffff:192.0.2.1⟧ ⟦http://[::1]/⟧
    :: std::a a::b 12:30:45 00:1a:2b:3c:4d:5e 1:2:3:4:5:6:7:8:9 x::1
"""


def cases(table: str) -> list[str]:
    return [line.strip() for line in table.strip().splitlines() if not line.strip().startswith("#")]


@pytest.mark.parametrize("marked", cases(CASES))
def test_prose(marked: str) -> None:
    assert_links(marked, **ALL)


@pytest.mark.parametrize("marked", cases(EDGES))
def test_edges(marked: str) -> None:
    for escape in ("\x1b", r"\x1b"):
        for link in assert_links(marked.replace(r"\x1b", escape), **ALL):
            assert "\\" not in link.iri


@pytest.mark.parametrize("marked", cases(EVIDENCE))
def test_evidence(marked: str) -> None:
    assert_links(marked, **ALL)


@pytest.mark.parametrize("marked", cases(ADDRESSES))
@pytest.mark.parametrize("schemes", [None, {"http", "urn"}])
def test_ip_addresses(marked: str, schemes: set[str] | None) -> None:
    for link in assert_links(marked, profile=("prose", "ip-addresses"), schemes=schemes, **ALL):
        assert IRI(link.iri).host


@pytest.mark.parametrize("word", "和 或 と や 와 및 و و\u064e ו и або και और และ နှင့် და և 😀 ・ ー".split())
@pytest.mark.parametrize("domain", ["io", "it", "DE", "co.uk", "рф", "香港", "xn--p1ai", "local", "com"])
def test_no_word_joins_two_hosts_before_www(word: str, domain: str) -> None:
    for www in ("www", "WWW", "ｗｗｗ"):
        first, second = f"https://a.{domain}", f"{www}.b.{domain}"
        for profile in ("prose", {"script-turn"}):
            assert [link.text for link in find_links(first + word + second, profile=profile)] == [first]
        found = [link.text for link in find_links(first + word + second, **ALL)]
        assert found == [first, *[second] * (domain != "local")]


@pytest.mark.parametrize(
    ("text", "link", "schemes"),
    [
        ("view-source:http://x/ a", "view-source:http://x/", {"http", "view-source"}),
        ("jdbc:mysql://h/db a", "jdbc:mysql://h/db", {"mysql", "jdbc"}),
        ("magnet:?xt=urn:btih:abc a", "magnet:?xt=urn:btih:abc", {"urn", "magnet"}),
        ("magnet:?xt=urn:btih:abc a", None, {"urn"}),
    ],
)
def test_the_outer_link_if_it_is_looked_for(text: str, link: str | None, schemes: set[str]) -> None:
    assert [found.text for found in find_links(text, schemes=schemes)] == ([link] if link else [])


@pytest.mark.parametrize("text", ["http://1080::8/x", "http://HOST:PORT/x", "http://exa%mple.com"])
def test_a_host_that_is_cut_is_a_broken_link(text: str) -> None:
    (link,) = find_links(f"see {text} there", broken=True)
    assert link.text == text
    assert len({problem.start for problem in check(text)}) == 1


@pytest.mark.parametrize("text", ["http://h:{port}/", "http://api.${NAME}.org/", "https://bad[.]example/"])
def test_a_placeholder_is_no_broken_link(text: str) -> None:
    assert not list(find_links(text, broken=True))


def test_broken_links_are_found_if_they_are_asked_for() -> None:
    marked = """
    ⟦http:///x⟧ http:/// http:// ⟦http:////x⟧ ⟦http:///xy⟧ ⟦ws:///x⟧ ftp:///x https:///. ⟦http://a..b/⟧ ⟦http://a:b/⟧
    ⟦http://a:65536/⟧ ⟦http://[::1/⟧ http://$HOST.a.test/x http://$/ http://<b>/ ⟦http://u@h/⟧ ⟦https://-a.b/⟧
    """
    for line in marked.strip().splitlines():
        assert_links(line.strip(), broken=True)
        assert_links(line.strip().replace("⟦", "").replace("⟧", ""))


def test_where_the_local_part_of_an_address_begins_and_ends() -> None:
    for marked in (
        "<!--⟦ana@b.example⟧--> !⟦--ana@b.example⟧ ⟦x!--ana@b.example⟧",
        "⟦a.b@c.example⟧ x..y@b.example .z@b.example q.@b.example .a.b.@c.example '.z@b.example '⟦z@b.example⟧'",
        "/⟦ana@b.example⟧ /home/ana@b.example",
    ):
        assert_links(marked, **ALL)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("f('see ", True), ("'see ", True), ("f('a', 'see ", True), ("it 'isn't ", True),
        ("f('a') see ", False), ("it's ", False), ("'it' ", False), ("the dogs' ", False), ("", False),
        ("'a\nb ", False),
    ],
)  # fmt: skip
def test_what_stands_in_quotes(before: str, expected: bool) -> None:
    assert in_quotes(f"{before}a.example", len(before)) is expected
