"""Words glued to an address ("glued-words"): where prose begins in what could be a path, by closed lists of words.

One record a language has the words that follow an address, or come before a bare one; where they may stand is the
same for all: after an ASCII letter or digit of a tail that is ASCII so far, or after a "/". How many words count
depends on how complete the address is there (`Position`), and on what stands before it (`Words.framed`,
`_is_between`). A run after "=", "_", "#" or "-" is a name. Any word of another script begins prose right after a mark
of sentences in ASCII (`_is_prose`). Titles are not cut (`_TITLES`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple
from unicodedata import normalize

from extract.detect.around import is_line, line_before
from extract.detect.body import not_latin
from extract.detect.tailorings import QUOTES
from extract.text.regexes import re


def _forms(words: str, after_vowels: str = "") -> str:
    """Return the pattern of words; those of the second list have 이 before them after a consonant."""
    return "|".join([*words.split(), *(f"이?{word}" for word in after_vowels.split())])


# Marks of sentences: prose goes on there if a word of another script follows.
_MARKS = ",;:.!?'"
_BEFORE_LINKS = 20  # characters of a word before another link, with its "https://"
# Titles, and what is searched for, may have such marks.
_TITLE_KEY = r"[?&](?:title|page|name|q|s(?!=[0-9])|query|search|keywords?|words?|text|tag)="
_TITLED = r"/(?:w|item|entry|word|dict|keyword|tags?|search|categor(?:y|ies)|kanji|hiragana|letters?)/"
_TITLES = re.compile(rf"wiki(?!\Z)|{_TITLED}|{_TITLE_KEY}", re.IGNORECASE)
# The same where the next segment is the title, not a later one, and no project has the name: /mdwiki/releases
_TITLE_NEXT = re.compile(
    rf"//[^/]*wiki|/wiki(?:/|\.|\Z)|{_TITLED}[^/]*\Z|{_TITLE_KEY}",
    re.IGNORECASE,
)
_PLAIN_PATH = re.compile(r"[\w/.~\-]++", re.ASCII)
_FRAGMENT = re.compile(r"#(?!!?/)")  # not the route of a page: #/login
_IN_PATH = re.compile(r"[^?#]++")
# #2.概要, /2.1.概要, /Category:日本, /Dr.スランプ, /S.E.S.의_음반
_NAMED = re.compile(
    r"(?:[/#=](?:[0-9]++\.)*+(?:(?<=\.)|[0-9]++:)|/[A-Z]\w*+:|/(?:[A-Za-z]\.)*+[A-Z][a-z]{0,2}\.)\Z", re.ASCII
)
_ENTITY = re.compile(r"&#?[0-9A-Za-z]++;\Z")
_LOCAL = re.compile(
    r"[^/]*+//(?:localhost|127\.[0-9.]++|\[::1\]|0\.0\.0\.0|192\.168\.[0-9.]++|10\.[0-9.]++)(?::[0-9]*+)?\Z"
)  # RFC 6761 §6.3, RFC 1918
# What a name hardly goes on after: the value of a query, a number or hash that identifies (no year), a common page
_IDENTIFIER = re.compile(
    rf"(?:(?!{_TITLE_KEY})[?&][\w.\-]{{1,30}}+=(?=[\w\-]*?(?:[0-9]|[a-z][A-Z]))[\w\-]{{2,}}"
    r"|/(?!(?:19|20)[0-9]{2}(?:[01][0-9]){1,2}\Z)[0-9]{6,}|/(?=[0-9]*+[a-f])(?=(?:[a-f]*+[0-9]){3})[0-9a-f]{8,}"
    r"|/(?=[\w\-]*?[0-9][A-Za-z])(?=[\w\-]*?[a-z])(?=[\w\-]*?[A-Z])(?!(?:[^_\-]*[_\-]){3})[\w\-]{8,})\Z",
    re.ASCII,
)
_NUMBERED = re.compile(r".*/(?:issues|pull|merge_requests|questions?|articles?|details|status|commit)/[0-9]++\Z")
# Whose names are ASCII, by the rules of these sites for names of projects, packages and accounts
_NAMED_IN_ASCII = re.compile(
    r"https?://(?:www\.)?(?:(?:github|gitlab|gitee|bitbucket|codeberg|huggingface)\.(?:com|org|co)/[\w.\-]+/[\w.\-]+"
    r"|npmjs\.com/package/(?:@[\w.\-]+/)?[\w.\-]+|pypi\.org/project/[\w.\-]+|crates\.io/crates/[\w\-]+"
    r"|(?:t\.me|twitter\.com|x\.com|youtu\.be)/[\w\-]+)",
    re.ASCII | re.IGNORECASE,
)
_COUNTED = re.compile("[年月日時时分万萬億亿円元人名個个回次년월일시분만억원명개]")
_PAGES = (
    "releases? downloads? issues pulls? wiki login signin signup register account profile settings developers? tokens?"
    " keys? api[kK]eys? admin dashboard console docs? help index home main master search news list users? pricing api"
    " new create edit upload install status latest stable"
)
_PAGE = re.compile(rf"/(?:(?:[a-z]++[\-_])?(?:{_forms(_PAGES)})|(?:en|ja|ko|zh)(?:-[a-zA-Z]{{2}})?)\Z")
_GERESH = "\u05f3\u05f4"
_WINDOW = 100  # characters of a run that may be a word
_FEW = 5  # characters of a word before an address
_ASCII = re.compile(r"[!-~]*+")
# RFC 3986 §2.1: the escapes of ASCII, after which a title goes on: C%20语言
_AFTER_ASCII_ESCAPE = re.compile(r"%[0-7][0-9A-Fa-f]\Z")
# What stands before a link in markup, with what stands after it then: [a](https://…), [https://… a], href=https://…>
_MARKUP = re.compile(r"(?:(\]\()|(<|=)|(\[)|(\])|(\{))\Z")
_MARKUP_ENDS = ("", ")", ">", "] ", "[", "}")


_LETTER = r"[\w\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"  # with the marks of Thai to Khmer

# After what a word may begin: the "/" of a host, of a local one, a further one; an address that is whole without it (a
# file, an identifier, a local host); the name of a page; a letter, in a value of a
# query or a fragment
Position = Literal["host", "local", "slash", "whole", "page", "letter", "value"]


class Words(NamedTuple):
    """The words of a language that stand right after an address, as patterns.

    ``first``: the first and the last of each range of characters that they begin with. Languages with the same have one
    pattern.
    """

    language: str
    source: str
    first: str
    wholly: tuple[str, ...]  # fill the run
    anywhere: tuple[str, ...] = ()  # begin prose, whatever follows
    # begin prose, if the run does not go on as a path
    at_host: tuple[str, ...] = ()  # after the "/" of a host
    at_slash: tuple[str, ...] = ()  # after a further "/"
    at_local: tuple[str, ...] = ()  # after any of a local host; else `at_host`
    not_after: tuple[Position, ...] = ()  # where `wholly` and `anywhere` are names
    at_page: str = ""  # after the name of a page: /releases, /login
    # Where a word of the first pattern stands right before the address, the second begins prose.
    framed: tuple[tuple[str, str], ...] = ()


def _after(before: str, verbs: str) -> str:
    """Return the pattern of particles with one of some words after them."""
    return f"(?:{_forms(before)})(?:{_forms(verbs)})"


_KOREAN = Words(
    "ko",
    "Sohn, The Korean Language (1999), chapters 8 and 9; Standard Korean Dictionary",
    "((\u1100\u11ff\uac00\ud7a3",
    (
        # particles, and those that another one may follow; no 란, because "JSX란" is a title
        _forms(
            "가 이 을 를 은 는 의 께 에다 에다가 랑 나 든 든지 라도 야 이랑 이나 이든 이든지 이라도 도 마저 조차 밖에"
        ),
        f"(?:{_forms('에 와 과 로 으로 에서 에게 에게서 께서 하고 로서 으로서 로써 으로써 로부터 으로부터')}"
        f"|{_forms('에서부터 만 까지 부터 보다 처럼 같이 마다 대로 만큼 뿐 등')})"
        f"(?:{_forms('은 는 도 만 의 을 를 만은 만을 만이 만의 에 에서 으로 로 부터 까지 까지도 이나 입니다')})?",
        # both forms, where a program fills in the noun
        r"[을를]\([을를]\)|[이가]\([가이]\)|[은는]\([은는]\)|[와과]\([와과]\)",
        r"\(으\)로|\(이\)(?:라[가-힣]{0,2}|나|며|랑)",
        # quoting, and the copula
        _forms("인 인데 인지 인가 인가요 일 임 입니다 입니다만 입니까 이에요 예요 이고 이다 요 이었습니다 였습니다"),
        _forms(
            "이었다 였다 이지 이니 이어서 여서 이어야 여야", "라 라고 라고도 라는 라면 라서 라며 며 면 지만 므로 거나"
        ),
        # verbs, with the particle before them or 하다 after them
        _forms("합니다 하세요 하십시오 접속하여 접속해서 접속하면 접속한 접속 후"),
        "(?:[을를에]|으?로|에서)(?:참고|참조|확인|접속|이동|방문|다운로드|설치|실행|입력|클릭)[가-힣]{0,6}",
        "(?:참고|참조|확인)[하해바][가-힣]{0,6}",
        "(?:페이지|사이트|문서|링크|주소)(?:을|를|이|가|에|에서|의|로|으로)",
    ),
)
_NO_HIRAGANA = "(?:(?![ぁ-ゖー])|(?=[おご][㐀-鿿]))"
# What ends a sentence: a verb or adjective, or a noun that stands for one
_PREDICATE = (
    f"(?={_LETTER}{{0,40}}?(?:ます|ません|ください|下さい|です|[うくぐすつぬぶむるたいだして]|(?<!の)[㐀-鿿]{{2}})"
    f"(?!{_LETTER}))"
)
_AT_SLASH = (
    "を",
    f"(?:{_forms('に へ で は も が や の まで より にて には では でも')}){_NO_HIRAGANA}",
    r"(?:です|でした)(?!\w)|では(?=じま|ない)|とか(?![ちげ])|もよろしく|は(?:こちら|ここ)",
    f"(?:{_forms('からの からは として への での との')}){_NO_HIRAGANA}",
    f"から(?!揚){_NO_HIRAGANA}|と(?!畜|殺){_NO_HIRAGANA}",
    f"(?:{_forms('ページ サイト 以降 以外 以下 配下 直下 経由 自体 のみ')})[をにへのでがは]|のみ{_NO_HIRAGANA}",
    _forms(
        "などで などの 上で 上の 内の 内に 内で 内を という といった とい とし とな にす にな だけ って しか "
        "からお からご につい におい にあ でき であ でよ のよう がある があり"
    ),
)
_JAPANESE_FRAME = (
    "[、：ぁ-ヿ㐀-鿿]",
    f"(?:{_forms('を に へ で が も は から からも からは まで より との への')})(?:(?<!/.)|{_NO_HIRAGANA}){_PREDICATE}"
    f"|(?:{_forms('を から より')}){_NO_HIRAGANA}|{_forms('という といった など にて として による における')}"
    r"|(?:の(?:URL|ページ|サイト|リンク|通り|とおり|こと)|参照)(?:[をにへがは]|(?!\w))",
)
_JAPANESE = Words(
    "ja",
    "Martin, A Reference Grammar of Japanese (1975), chapters 2 and 3",
    "\u3005\u30ff\u3400\u9fff",
    (
        # no とは, because "APIとは" is a title
        _forms(
            "を に へ で と も は が や の か から まで "
            "より です でした だ など だけ にて にも には では でも へは への"
        ),
        _forms(
            "からの からは からも までの との とも とか という "
            "として における について ですか ですが ですね 等 より引用 参照"
        ),
    ),
    (
        _after(
            "を", "参照 参考に ご お 見 開い 開く 開き 確認 クリック 入力 指定 選択 更新 許可 閲覧 訪問 叩 読ん 読み"
        ),
        _after("を", "ダウンロード 使用し 利用し"),
        _after("も", "参照 ご 確認"),
        _after("に へ", "アクセス 移動 接続 ログイン 飛 遷移 リダイレクト 掲載 記載 載って"),
        "で公開(?!鍵)",
        _after("で", "確認 検索でき ダウンロード 取得 入手 閲覧 提供され 配布 文書化 ホスト です した ござい"),
        _after("から より", "ダウンロード 入手 取得 引用 最新 自由 無料 手動 リリース 参照 確認 DL"),
        r"から(?=[A-Za-z0-9.\-]{1,60}[をの])",
        _after("への", "アクセス リンク ハイパーリンク 接続"),
        _after("の", "ページを サイトを リンクを ように ような 代わりに"),
        _forms(
            "です でした します しました ください または および "
            "もしくは にある にあります において が必要 が開 が表示 というサイト"
        ),
    ),
    (*_AT_SLASH, "だと|みたい[なに]|宛(?![ぁ-ん])|より(?=転載|引用)|が(?:お(?:すすめ|勧)|いい|よさ)"),
    _AT_SLASH,
    not_after=("slash",),  # /a/の
    at_page=f"(?:{_forms('を に へ で が は も と から より まで')}){_NO_HIRAGANA}",
    framed=(_JAPANESE_FRAME,),
)
# /下载中心
_NO_PAGE = (
    f"(?!页(?!面\\w)|{_forms('中心 区 站 表 器 记录 指南 说明 管理 引擎 结果 专区 资料 手册 流程 教程 日志 报告')}"
    f"|{_forms('系统 文档 帮助 须知 协议 方法 步骤 列表 大全 工具 笔记 者')})"
)
# With more words after them, but not the names of pages
_CHINESE_VERBS = (
    f"(?:{_forms('注册 申请 下载 下載 查看 查询 查找 访问 打开 获取 登录 登陆 搜索 安装 点击 进入')}"
    f"|{_forms('选择 创建 添加 输入 参考 了解 找到 购买 提供 填写 替换 获得')})"
    rf"(?=\w)(?![ぁ-ヿ]|\w*_){_NO_PAGE}"  # 参考にした記事
)
_CHINESE_LOCAL = (
    _forms(
        "的 上 中 里 或 和 与 及 等 来 将 把 后 即 就 并 然后 可 进行 下载 下載 获取 查看 访问 打开 参考 看 是 有 为"
    ),
    _forms("这 去 到 以 时"),
)
_HAN = "[㐀-鿿]"
_CHINESE_DOES = (
    f"(?:{_forms('下载 下載 获取 申请 注册 查看 查找 查询 查阅 找到 搜索 进行 了解 学习 安装 克隆 拉取 读取 得到')}"
    f"|{_forms('看到 选择 登录 登陆 访问 浏览 打开 修改 创建 添加 设置 提交 提出 提供 生成 购买 开始 复制 拷贝 点击')}"
    f"|{_forms('改成 改为 换成 替换 反馈 发布 返回 填写 上传 导入 获得 领取 观看 查到 搜到')}"
    f"|{_forms('申請 註冊 獲取 查詢 搜尋 登入 安裝 創建 點擊 開啟')})"
)
# Localizers (Chao §7.6), but no single one, with which names begin: 上海, 中国
_CHINESE_PLACES = "[上下里外]面|[上里]边|[之当][中内上下外后前]|其中"
_CHINESE_ON = "上(?![海市传線线册周班学网下衣古帝映饶虞证田野头架课篇卷半层级升当瘾火游述文])"
_CHINESE_JOINS = _forms("的 或 和 与 及 并 来 即 进 之后 这个 这里 网站 网址 网页 页面 平台 地址 链接 项目 仓库 官网")
_CHINESE_BEFORE = (
    f"(?:{_forms('从 從 自 由 在 到 去 至 往 向 于 於 用 把 将 將 请 見 见 使用 通过 通過 借助 利用 访问 訪問')}"
    f"|{_forms('登录 登陆 登入 打开 打開 进入 進入 前往 浏览 参考 參考 参见 参阅 查看 官网 官方网站 网站 网址')})"
)
# Particles, pronouns and adverbs, which a long run of prose has (Chao §7.7, §7.11, §8.3)
_CHINESE_GRAMMAR = _forms("的 了 是 就 把 被 让 这 那 我 你 您 吗 吧 呢 都 也 不 没 可以 进行 然后 之后 一下 一个 一些")
# Auxiliaries and adverbs (Chao §8.1.6, §8.3), and what is named by its address
_CHINESE_THERE = "中(?![国文心华间级学医央程容存网核部测山东西南北外秋餐])|[也都均就]可|[也都就]能|" + _forms(
    "直接 无法 不能 需要 已经 官方 网站 网址 网页 页面 链接 项目 仓库 官网 平台 文档 接口"
)
_CHINESE_FRAMES = (
    # Prepositions, and verbs that take a place: what is said to be there, or done, follows it.
    (
        f"{_CHINESE_BEFORE} ?",
        "|".join(
            (
                f"[中里内上](?=的|可以|找|看|查|搜|{_CHINESE_DOES})|(?<!/)[中里内](?![国文心华间级学医央程容存网核部测])",
                f"下(?=[的面])|{_CHINESE_ON}|(?<!/)[处后时](?![理台端缀记间代光尚])",
                f"可以?(?={_HAN})|以(?={_HAN}{{2}})(?![上下前后及])|去(?=下载|看|找|查)",
                f"{_CHINESE_DOES}{_NO_PAGE}(?:(?<!/..)|(?={_HAN}))",
                f"(?:{_CHINESE_JOINS})(?:(?<!/.)|(?={_HAN}))|{_CHINESE_PLACES}",
            )
        ),
    ),
    (
        "[㐀-鿿，。、：（]",
        rf"(?:免费|就)?{_CHINESE_DOES}{_NO_PAGE}(?=\w)|[上中里](?=[有说提写可找看查])"
        f"|(?:{_forms('自己 自行 直接 手动 重新')}){_CHINESE_DOES}",
    ),
    # A place is named to say what is done there: 到https://a.example/查看
    (
        f"(?:{_forms('从 從 由 在 到 去 至 往 前往 于 於 请求 利用 通过 通過 登录 登錄 登陆')}"
        "|官网|官方网站|网站)[:：]? ?",
        f"{_CHINESE_DOES}{_NO_PAGE}|[看找查搜填试]",
    ),
)
_CHINESE = Words(
    "zh",
    "Chao, A Grammar of Spoken Chinese (1968), chapters 7 and 8",
    "\u3005\u30ff\u3400\u9fff",
    # not 下载, 参考 or 获取, because "APP下载" and "API参考" are titles
    (_forms("的 上 中 里 内 后 或 和 与 及 等 等等 即可 访问 查看"),),
    (
        _forms(
            "然后 然後 即可 已合并 已合併 已经 已經 已关闭 已解决 "
            "已修复 就可以 可以看 可以查 可以下载 里面 里的 上的 中的"
        ),
        _forms(
            "上查 上下载 上找 下载下来 下载了 下载然后 进行 進行 来访问 来查看 来下载 来获取 开头的 结尾的 这样的 这个"
            " 这一 这些 这种 这篇 这里"
        ),
        _after(
            "下载 下載 获取 查看 访问 打开",
            "最新 对应 相应 该 本 此 这 并 后 到 来 即 安装 解压 源码 代码 详细 更多 修改",
        ),
        "下载(?=v?[0-9])",
    ),
    (
        f"{_forms('的 与 及 以及 或 是 可以 并 即 这 把 将 进行 官网 开头')}|{_CHINESE_PLACES}|{_CHINESE_ON}",
        f"来{_CHINESE_DOES}|在(?:里面|其中|上面)",
        "里(?=[A-Za-z啥有看找搜查可])|和(?![平歌谐服田泉])",
        "打不开|已经|已被|目前|(?:网站|网页|页面|平台)(?:[上中里的会已可是有]|目前|无法|不能|提供)",
        _CHINESE_VERBS,
    ),
    (
        _forms(
            "然后 然後 即可 就可以 可以看 可以查 里面 里的 上的 中的 上查 上下载 上找 上发布 进行 進行 以及 官网 "
            "来访问 来查看 来下载 来获取 下载下来 开头的 结尾的 这样的 这个"
        ),
    ),
    _CHINESE_LOCAL,
    not_after=("host", "slash"),  # a page may be named by each of the others: /搜索, /登录, /中
    at_page=f"{_CHINESE_DOES}|{_CHINESE_PLACES}|提(?={_HAN})|下(?=下载|的)|[看找查填]|{_CHINESE_JOINS}|[中里](?![国文心程])",
    framed=_CHINESE_FRAMES,
)
_THAI = Words(
    "th",
    "Iwasaki and Ingkaphirom, A Reference Grammar of Thai (2005), chapters 8 and 13",
    "\u0e00\u0e7f",
    (_forms("ค่ะ คะ ครับ คับ นะ นะคะ นะครับ จ้า จ้ะ จ๊ะ ค่า ฮะ เลย ด้วย ได้ แล้ว"),),
    (_forms("และ หรือ ซึ่ง เพื่อ โดย ได้ที่ ได้ตั้งแต่ ตั้งแต่ เลือก รวมถึง จากนั้น แล้ว"),),
    (_forms("ค่ะ ครับ นะคะ นะครับ และ หรือ เพื่อ ซึ่ง ได้ที่"),),
    (_forms("และ หรือ ซึ่ง เพื่อ"),),
    not_after=("host", "slash"),
)
_LAO = Words(
    "lo",
    "Enfield, A Grammar of Lao (2007), chapters 4 and 15",
    "\u0e80\u0eff",
    (_forms("ເດີ ແດ່ ເນາະ ນະ ຄັບ ເຈົ້າ"),),
    (),
    (_forms("ແລະ ຫຼື ຫລື ເພື່ອ ໄດ້"),),
)
_KHMER = Words(
    "km",
    "Haiman, Cambodian: Khmer (2011), chapters 6 and 9",
    "\u1780\u17ff",
    (_forms("ផង ណា បាទ ចាស ទេ"),),
    (),
    (_forms("និង ឬ ដើម្បី ដែល បាន"),),
)
_BURMESE = Words(
    "my",
    "Okell and Allott, Burmese/Myanmar Dictionary of Grammatical Forms (2001)",
    "\u1000\u109f",
    (_forms("ကို မှာ မှ တွင် သို့ နှင့် နဲ့ က ရဲ့ ၏ ၌ ဖြင့် လည်း ပါ ပါသည်"),),
    (),
    (_forms("ကို တွင် သို့ နှင့် ဖြင့် ၏ ၌"),),
)


# After "’", which no name has there: foo’s, foo’da.
_ENGLISH = Words("en", "Quirk et al., A Comprehensive Grammar of the English Language (1985), §5.112", "’’", ("’s",))
_TURKISH = Words(
    "tr",
    "Göksel and Kerslake, Turkish: A Comprehensive Grammar (2005), chapter 8",
    "’’",
    (
        "’(?:[yn]?[aeıiuü]|n?[ıiuü]n|[yn]?[dt][ae]n?(?:ki)?|y?l[ae]|l[ae]r[ae]?|[dt][ıiuü]r|[yn]?c[ae]"
        "|s[ıiuü](?:n[ıiuü]n?|n[ae]|nd[ae]n?)?)",
    ),
)


class Prefixes(NamedTuple):
    """The words of a language that are joined to the next one, as a pattern."""

    language: str
    source: str
    pattern: str


PREFIXES = (
    Prefixes(
        "he",
        "Glinert, The Grammar of Modern Hebrew (1989), chapter 16: conjunction, article, relative, prepositions",
        "[ושהכלמב]{1,4}-?",
    ),
    Prefixes(
        "ar",
        "Ryding, A Reference Grammar of Modern Standard Arabic (2005), chapters 16 and 18; joined with tatweel",
        "(?:[وف]?(?:[بكل]?ال|لل|[بكلس])|[وف])ـ{0,3}-?",
    ),
)
WORDS = (_KOREAN, _JAPANESE, _CHINESE, _THAI, _LAO, _KHMER, _BURMESE, _ENGLISH, _TURKISH)
# The characters that words begin with, as the inside of a set.
_FIRSTS = "".join(f"{a}-{b}" for words in WORDS for a, b in zip(words.first[::2], words.first[1::2], strict=True))
# A link whose tail, from its group on, has a character that is not ASCII, and one where a word may begin.
_ANY_TAIL = re.compile(r"[^/]*+//[^/?#]*+()[/?#][!-~]*+[^!-~]")
_MAY_BE_GLUED = re.compile(
    r"[^/]*+//[^/?#]*+()[/?#][!-~]*+[^!-~]"
    rf"(?:(?<=\(.)|(?<=[0-9A-Za-z{_MARKS}].)(?<![À-ÖØ-öø-ɏ])|(?<=/[{_FIRSTS}]))"
)
_SUFFIXES = (
    "[sx]?html? php[3-8]? aspx? jspx? cgi pdf md rst txt log csv tsv json xml ya?ml docx? xlsx? pptx? epub zip t?gz bz2"
    " xz 7z rar tar git exe msi apk dmg deb rpm jar whl iso png jpe?g gif svg webp mp[34] py rb java cpp ipynb sh patch"
    " css sql toml ini cfg conf bin img asc sig pem do action rss rdf xsl atom diff"
)
_FILE = re.compile(rf".*[\w~\-]\.(?:{_forms(_SUFFIXES)})\Z", re.ASCII | re.IGNORECASE)
_LONGEST_FILE = 24
_LONGEST_END = 80


def _first(character: str) -> str:
    """Return ``first`` of the languages whose words may begin with a character."""
    for words in WORDS:
        if any(words.first[i] <= character <= words.first[i + 1] for i in range(0, len(words.first), 2)):
            return words.first
    return ""


_GOES_ON = rf"{_LETTER}|[/=&%#+@]|-(?=\w)|\?(?=\S)|[.,:;!?~'$]++(?:/|[0-9A-Za-z]++(?![㐀-鿿ぁ-ヿ가-힣]))"
_PLAIN = rf"(?={_LETTER}++(?:(?!{_GOES_ON})|(?<=[0-9A-Za-z])(?=-)))"  # 下载a-b版本 is no name
# What ends a sentence, but no heading: #dockerを使用したインストール
_POLITE = rf"(?={_LETTER}*(?:ください|下さい|ます|ました|です|でした|ません|参照|세요|니다|시오)(?!{_LETTER}))"
_SENTENCE = re.compile(
    rf"{_POLITE}|(?={_LETTER}*(?:[をがは]{_LETTER}*こと|[のを]{_LETTER}+は|[了吗吧呢啊]|来着)(?!{_LETTER}))"
)
_PLAIN_WORD = re.compile(_PLAIN)
_NOTE = re.compile(rf"\((?:(?![!-~]){_LETTER})++\)(?:\Z|[\u3400-\u9fff])")  # a.html(示例)
_NAME_GOES_ON = re.compile(
    rf"{_LETTER}*?[^\x00-\x7f]_|(?:{_LETTER}|-(?=\w))++\.[A-Za-z]{{2,5}}(?![A-Za-z0-9]|[を㐀-鿿])"
    rf"|(?:{_LETTER}|\.(?=\w))++/|{_LETTER}++(?:[=#]|-[^\x00-\x7f]|(?<![0-9A-Za-z])-[^\W\d])"
)  # 概要.htmlの説明.pdf
# http://a.example/和http://b.test
_BEFORE_LINK = re.compile(rf"(?:(?![!-~]){_LETTER}){{1,12}}+(?=https?://)", re.IGNORECASE)
_JOIN = "(?:和|或者?|以及|及|与|とか?|や|または|から|を|와|과|및|또는|และ|หรือ)(?=https?://)"
_JOINING, _JOINED = re.compile(_JOIN, re.IGNORECASE), re.compile(r"(?<=[^\x00-\x7f])" + _JOIN, re.IGNORECASE)
_ITEM = re.compile(r"(?:[*+\-•]|[0-9][.)])[ \t]+\Z")
# Of scripts without spaces between words
_SPACELESS = re.compile("[ぁ-ヿ㐀-鿿\u0e01-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3]")
# Of scripts with spaces, in which a word is of one script (UTS #39 §5)
_SPACED = re.compile("[\u0590-\u06ff]")
_NUMBER = re.compile(r"=-?[0-9]++\Z")
_KANA = re.compile("[ぁ-ねは-ん]")
_NO_TITLE = re.compile("[ぁ-ねは-ん\u0e01-\u17d3]|[㐀-鿿]{2}")
# What a line that is no address says: から英単語を…, 申请相应的…
_CLAUSE = re.compile(
    "(?:から|より|[をにでへ])(?=\\w)[^\\s]{1,40}?(?:[をにへで]|[るたす](?!\\w))|を[㐀-鿿]{2}(?!\\w)|"
    f"{_CHINESE_DOES}(?=\\w)\\w{{0,20}}?的"
)
_WITHOUT_ASCII = rf"(?:(?![!-~]){_LETTER})"
# Between letters without spaces, what is no title: particles, five letters and more, and what has words of grammar
_BETWEEN = re.compile(
    rf"[をにへがはでもとや](?![ぁ-ん])|と(?:する|し[てた]|な[るりっ]|いう)|[内等側宛中上下用版][をにのでは]|(?!の){_WITHOUT_ASCII}{{5}}|の[^\s、。！？]{{1,40}}?[をにへがはで](?![ぁ-ん])"
    rf"|(?={_HAN}){_WITHOUT_ASCII}{{0,40}}?(?:{_CHINESE_GRAMMAR}|[中上里]的|目前)|(?:{_CHINESE_THERE})(?={_HAN})"
)
# After these a page is cited, by its title too: 参考https://a.example/b/tmux使用笔记
_CITING = re.compile("(?:[详请可]?[见見看]|参考|參考|参[见阅照]|來自|来自|出自|转自|原文|来源|引用|参照)\\Z")
_AFTER_PROSE = re.compile("[ぁ-ヿ㐀-鿿，。、：（]")
_VERB_ALONE = re.compile(rf"{_CHINESE_DOES}(?=[）)。，；\n]|\Z)")
# Words of grammar before ASCII, though it goes on as a path: 拷贝到/usr/lib, にHTTP/2で
_BEFORE_ASCII = re.compile(
    rf"{_WITHOUT_ASCII}{{0,12}}?(?:[的了到为成在]|(?<![ぁ-ん])(?:[をにへがはで]|から))[/A-Za-z0-9]"
)
_MANY = re.compile(f"{_HAN}{{4}}")
_SEVERAL = re.compile(rf"{_MANY.pattern}|[㐀-鿿]++(?=[。，；！？,;!?])|(?:下载|下載|获取|查看|申请|注册|登录)(?:\n|\Z)")
# What reads its query itself: /index.php?ページ
_SCRIPT = re.compile(r"(?:/|\.(?:php[0-9]?|cgi|pl|aspx?|jsp|do))\Z", re.IGNORECASE)


@cache
def _pattern(place: Position, first: str) -> re.Pattern[str]:
    """Compile what is glued to an address, from the first character that is not ASCII."""
    patterns: list[str] = []
    for words in WORDS:
        if words.first != first:
            continue
        if place not in words.not_after:
            patterns.append(f"(?:{'|'.join(words.wholly)})(?!{_GOES_ON})")
            if words.anywhere:
                polite = _POLITE if place == "value" else ""
                patterns.append(f"{polite}(?:{'|'.join(words.anywhere)})(?!{_LETTER}{{0,4}}/)")
            if words.at_page and place == "page":
                patterns.append(f"(?:{words.at_page})(?!{_LETTER}{{0,4}}/)")
        more = {"host": words.at_host, "local": words.at_local or words.at_host, "slash": words.at_slash}.get(place)
        if more:
            # a name: /a/の, /上
            one = {
                "slash": f"{_LETTER}|しかし|と思う|と言う|然后|以及|里面|进行",
                "host": "[㐀-鿿]",
            }.get(place)
            alone = rf"(?!(?:{one})(?:[\s。]|\Z))" if one else ""
            patterns.append(f"{alone}(?={'|'.join(more)}){_PLAIN}")
    return re.compile("|".join(patterns) or "(?!)")


def glued_word(text: str, start: int, tail: int, end: int) -> int:
    """Return where a word begins that is glued to the link from ``start`` to ``end``; 0 if none is."""
    place = word_in_tail(text, start, tail, end)
    if place and (
        _is_in_marks(text, start, place, end)
        or (text[place - 1] not in _MARKS and _is_alone(text, start, end) and not _says_more(text, start, tail, place))
    ):
        return 0
    return place


def _says_more(text: str, start: int, tail: int, place: int) -> bool:
    """Return whether another link follows a word, or a clause an address that is complete."""
    if _BEFORE_LINK.match(text, place):
        return True
    position = _CLAUSE.match(text, place) and _position(text, start, tail, place)
    return position in ("host", "local", "whole", "page")


def _is_alone(text: str, start: int, end: int) -> bool:
    """Return whether a link is a whole line, and no item of a list: there, words after it are prose as elsewhere."""
    return is_line(text, start, end) and _ITEM.search(line_before(text, start)) is None


@cache
def _prefix() -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(prefixes.pattern for prefixes in PREFIXES)})(?=[A-Za-z0-9])")


def after_prefix(text: str, start: int, end: int) -> int:
    """Return where a bare name or a local part begins in a run of their characters: after such a prefix.

    A label that begins from right to left has no letters of the other direction (RFC 5893 §2).
    """
    prefix = _prefix().match(text, start, end)
    return prefix.end() if prefix else start


def word_in_tail(text: str, start: int, tail: int, end: int) -> int:
    """Return where a word begins in the tail of a link, whatever stands around it; 0 if none."""
    place = _ASCII.match(text, tail, end).end()  # type: ignore[union-attr]
    if place == end:
        return 0
    if _may_join(text, place, end) and (before := _before_link(text, place, end)) is not None:
        return before
    return _word_at(text, start, tail, place, end)


def _may_join(text: str, start: int, end: int) -> bool:
    return text.find("://", start, end if text[end : end + 1].isspace() else end + _BEFORE_LINKS) >= 0


def _before_link(text: str, place: int, end: int) -> int | None:
    """Return where a word before another link begins; 0 if none does, None if no link follows."""
    if joined := _JOINING.match(text, place) or _JOINED.search(text, place, end):
        return joined.start()
    last = text[place - 1]
    if (last.isalnum() or last in "/)" + _MARKS) and (word := _BEFORE_LINK.match(text, place)):
        return place if not_latin().match(text, word.end() - 1) else 0  # else no scheme begins there
    return None


def _word_at(text: str, start: int, tail: int, place: int, end: int) -> int:
    """Return where a word begins at ``place``; 0 if none does."""
    last = text[place - 1]
    if text[place] in _GERESH and last.isalnum():
        return place  # of an abbreviation in Hebrew letters; here it is a quotation mark
    if last in _MARKS:
        return place if _is_prose(text, start, tail, place) else 0
    if last == "(":
        place -= 1  # (으)로
        if _NOTE.match(text, place, end) and text[place - 1].isalnum() and not _TITLES.search(text, start, place):
            return place
    if not (after := _position(text, start, tail, place)):
        return 0
    if (after == "whole" and _is_prose_after_whole(text, place)) or is_word(text, place, after):
        is_title = (
            after == "slash" and _TITLES.search(text, start, place) and not _is_between(text, start, place, after)
        )
        return 0 if is_title else place
    if _SPACED.match(text, place) and after in ("letter", "page") and _is_prose_after_whole(text, place):
        return 0 if _TITLES.search(text, start, place) else place
    return place if _is_framed(text, start, place, after) else 0


def _is_prose_after_whole(text: str, place: int) -> bool:
    """Return whether prose follows the suffix of a file or an identifier, in any language."""
    return bool(not_latin().match(text, place)) and not _NAME_GOES_ON.match(text, place)


def has_word(text: str, start: int, end: int) -> bool:
    """Return whether a word begins in the tail of a link, whatever stands around it."""
    if _may_join(text, start + len("https://"), end):
        link = _ANY_TAIL.match(text, start, end)
        return link is not None and word_in_tail(text, start, link.start(1), end) > 0
    link = _MAY_BE_GLUED.match(text, start, end)
    return link is not None and _word_at(text, start, link.start(1), link.end() - 1, end) > 0


def is_word(text: str, place: int, after: Position) -> bool:
    run = normalize("NFC", text[place : place + _WINDOW])
    return _pattern_at(after, run[:1]).match(run) is not None


@lru_cache(maxsize=4000)
def _pattern_at(place: Position, character: str) -> re.Pattern[str]:
    return _pattern(place, _first(character))


@cache
def _frames(first: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Compile what stands before and after an address in prose without spaces."""
    frames = (frame for words in WORDS if words.first == first for frame in words.framed)
    return tuple((re.compile(rf"(?:{before})\Z"), re.compile(after)) for before, after in frames)


def _is_framed(text: str, start: int, place: int, after: Position) -> bool:
    """Return whether prose goes on after an address that stands in it: 从https://a.example/b下载.

    After a space, several words must follow: 在 https://a.example/b下载得到.
    """
    if _is_between(text, start, place, after) or (after == "host" and _is_verb_alone(text, start, place)):
        return True
    before = text[max(start - _FEW, 0) : start]
    is_cited = _CITING.search(before.rstrip(" ")) is not None
    if before[-1:] == " ":
        if is_cited or not _SEVERAL.match(text, place):
            return False
    elif before[-1:] <= "\x7f" and before[-1:] != ":":
        return False
    if _TITLES.search(text, start, place) or _NAME_GOES_ON.match(text, place):
        return False
    if after == "value" and text[place] == "の":  # #llama.cppのビルド
        return False
    is_prose = not is_cited and _SPACELESS.match(before.rstrip(" 、")[-1:])
    if is_prose and after != "value" and _SPACELESS.match(text, place) and _is_slug(text, start, place):
        return True
    stop = place + _WINDOW
    return any(head.search(before) and tail.match(text, place, stop) for head, tail in _frames(_first(text[place])))


def _is_between(text: str, start: int, place: int, after: Position) -> bool:
    """Return whether an address stands between letters without spaces, and no title begins after it.

    Of 471 such addresses in public texts, 467 were prose on both sides (titles in markup not counted).
    """
    before = text[max(start - _FEW, 0) : start]
    if not _SPACELESS.match(before[-1:]) or _CITING.search(before) or _TITLE_NEXT.search(text, start, place):
        return False
    if after == "value" and not _KANA.match(text, place):  # ?name=linux进程, but ?page=1数据
        is_number = _NUMBER.search(text, max(place - _FEW, start), place) is not None and not _COUNTED.match(
            text, place
        )
        return is_number and not _NAME_GOES_ON.match(text, place)
    if _BEFORE_ASCII.match(text, place, place + _WINDOW):
        return True
    return not _NAME_GOES_ON.match(text, place) and _BETWEEN.match(text, place, place + _WINDOW) is not None


def _is_verb_alone(text: str, start: int, place: int) -> bool:
    """Return whether a verb ends what is said of a site: 去https://a.example/申请。"""
    return _AFTER_PROSE.match(text[start - 1 : start]) is not None and _VERB_ALONE.match(text, place) is not None


def _is_slug(text: str, start: int, place: int) -> bool:
    """Return whether what ends before ``place`` is an identifier, with which no title begins: a-b.

    Between letters without spaces, any name is one, unless の or a single ideograph follows.
    """
    end = text[max(place - _LONGEST_END, start) : place]
    name = end[end.rfind("/") + 1 :]
    if not (name.isascii() and name[-1:].isalnum()):
        return False
    if text[start - 1] == " ":
        return ("-" in name or "_" in name) and _MANY.match(text, place) is not None  # not a-day01笔记
    return "-" in name or "_" in name or _NO_TITLE.match(text, place) is not None


def _position(text: str, start: int, tail: int, place: int) -> Position | None:
    """Return what a word would stand after at a place; None if only a name begins there."""
    is_slash, in_fragment = text[place - 1] == "/", _FRAGMENT.search(text, tail, place) is not None
    if is_slash and not in_fragment:
        return _slash(text, start, tail, place)
    if is_slash or place == tail or not text[place - 1].isalnum():
        return None
    if _AFTER_ASCII_ESCAPE.match(text[max(place - 3, tail) : place]):
        return None
    if in_fragment:
        return "value"
    return _complete(text, start, tail, place)


def _slash(text: str, start: int, tail: int, place: int) -> Position:
    if _LOCAL.match(text, start, tail):
        return "local"
    return "host" if place - 1 == tail else "slash"


def _complete(text: str, start: int, tail: int, place: int) -> Position:
    """Return how complete an address is that ends with a letter or digit."""
    end = text[max(place - _LONGEST_END, tail) : place]
    last = end[max(end.rfind("/"), end.rfind("?"), end.rfind("&"), 0) :]
    identifier = _IDENTIFIER.match(last) or _NUMBERED.match(end)
    if last[0] != "/" and (identifier or "=" in last):
        return "whole" if identifier and not _COUNTED.match(text, place) else "value"
    if _NAMED_IN_ASCII.fullmatch(text, start, place):
        return "whole"
    is_local = _LOCAL.match(text, start, tail) and _PLAIN_PATH.fullmatch(text, tail, place)
    if is_local or (identifier and not _COUNTED.match(text, place)) or _FILE.match(end[-_LONGEST_FILE:]):
        return "letter" if _TITLES.search(text, start, place) else "whole"
    return "page" if _PAGE.match(last) and not _TITLES.search(text, start, place) else "letter"


def _is_prose(text: str, start: int, tail: int, place: int) -> bool:
    """Return whether prose goes on at ``place``: a word of another script, right after a mark of sentences in ASCII."""
    mark, last = text[place - 1], text[start : place - 1].rstrip(_MARKS)[-1:]
    if not (not_latin().match(text, place) and (last.isalnum() or last in "/)")) or _TITLES.search(text, start, place):
        return False
    if mark == "?":  # Greek has ";" for it; /index.php?ページ
        is_query = text[place] < "\u0400" or (place - 1 > tail and _SCRIPT.search(text, tail, place - 1) is not None)
        return not is_query and _PLAIN_WORD.match(text, place) is not None
    if mark in ".:":  # 日本語.html may follow
        return (
            (mark == "." or _IN_PATH.fullmatch(text, tail, place) is not None)
            and _PLAIN_WORD.match(text, place) is not None
            and not _NAMED.search(text, max(place - _LONGEST_FILE, tail), place)
        )
    return mark != ";" or not _ENTITY.search(text, max(place - _LONGEST_FILE, tail), place)


def _is_in_marks(text: str, start: int, place: int, end: int) -> bool:
    """Return whether a link stands in marks of a text that say where it ends: no whole sentence is in them, unless an
    attribute's value.
    """
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and after and after in QUOTES.get(before, ""):
        return text[start - 2 : start - 1] == "=" or not _SENTENCE.match(text, place)
    markup = _MARKUP.search(text[max(start - 2, 0) : start]) if after else None
    return markup is not None and after in _MARKUP_ENDS[markup.lastindex or 0]
