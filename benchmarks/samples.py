"""Text to measure detection on, always the same: English prose, prose in sixteen languages, link lists, and mail.

Sentences written for this purpose, shuffled and multiplied. How often a link, a domain name, an address and a full
stop inside a word stand in them follows what public documentation and mail have.
"""

from __future__ import annotations

import random
from functools import cache

ENGLISH = """
The ferry leaves at half past six, and whoever comes late waits for the next tide.
My neighbor keeps bees behind the old mill; in spring the whole lane smells of lime trees.
Nobody knew who had drawn the map, but every path on it was there when we walked it.
She wrote the first chapter in a week, the second in a year, and the third not at all.
Bread needs time, patience and a warm corner; the rest is flour, water and salt.
When the lamp went out we counted the steps to the door: there were forty-one of them.
A good index is worth more than a good preface, for readers come back to the index.
The committee met twice (once by letter) and could not agree on the color of the gate.
Rain fell for nine days, the river rose by two metres, and the bridge stayed closed.
If you ask three gardeners when to prune a pear tree, you will hear four answers.
The clock in the hall is always seven minutes fast, which everybody takes into account.
He repaired radios, typewriters and, on Sundays, the organ of the village church.
"It will not hold", said the carpenter, and it did not hold.
Most of the letters were never answered; some, it turned out, were never opened.
In the archive there are plans of houses that nobody has built, e.g. one without stairs.
The train from the coast was full of people with baskets, dogs and folding chairs.
We measured the room again and got 4.25 by 3.8 metres, as in the year before.
Salt the water first, then wait, then put in the noodles, then do not leave the kitchen.
The library opens at ten a.m. on weekdays, and its reading room closes at eight p.m. sharp.
What began as a shed became a workshop, then a school, and at last a museum.
""".strip().splitlines()

# One language a block: German, French, Spanish, Russian, Greek, Arabic, Hebrew, Persian, Hindi, Thai, Chinese,
# Japanese, Korean, Turkish, Vietnamese, Ukrainian.
LANGUAGES = """
Die Fähre fährt um halb sieben, und wer zu spät kommt, wartet auf die nächste Flut.
Mein Nachbar hält hinter der alten Mühle Bienen; im Frühling duftet die Gasse nach Linden.
Niemand wusste, wer die Karte gezeichnet hatte, aber jeder Weg darauf war wirklich da.

Le bac part à six heures et demie, et qui arrive en retard attend la prochaine marée.
Mon voisin élève des abeilles derrière le vieux moulin ; au printemps, la ruelle sent le tilleul.
Personne ne savait qui avait dessiné la carte, mais chaque chemin y était.

El transbordador sale a las seis y media, y quien llega tarde espera la próxima marea.
Mi vecino cría abejas detrás del viejo molino; en primavera la callejuela huele a tilo.
¿Quién dibujó el mapa? Nadie lo sabía, pero todos los caminos estaban allí.

Паром уходит в половине седьмого, и кто опоздает, ждёт следующего прилива.
Мой сосед держит пчёл за старой мельницей; весной весь переулок пахнет липой.
Никто не знал, кто нарисовал карту, но каждая тропа на ней была на месте.

Το πλοίο φεύγει στις έξι και μισή, κι όποιος αργήσει περιμένει την επόμενη παλίρροια.
Ο γείτονάς μου έχει μέλισσες πίσω από τον παλιό μύλο· την άνοιξη μυρίζει φλαμουριά.
Κανείς δεν ήξερε ποιος σχεδίασε τον χάρτη, αλλά κάθε μονοπάτι ήταν εκεί.

تغادر العبّارة في السادسة والنصف، ومن يتأخر ينتظر المدّ التالي.
يربّي جاري النحل خلف الطاحونة القديمة؛ وفي الربيع تفوح رائحة الزيزفون في الزقاق.
لم يعرف أحد من رسم الخريطة، لكن كل طريق عليها كان موجودًا.

המעבורת יוצאת בשש וחצי, ומי שמאחר ממתין לגאות הבאה.
השכן שלי מגדל דבורים מאחורי הטחנה הישנה; באביב הסמטה כולה מריחה מטיליה.
איש לא ידע מי צייר את המפה, אבל כל שביל שבה היה שם.

کشتی ساعت شش و نیم می‌رود و هر که دیر برسد منتظر مد بعدی می‌ماند.
همسایه‌ام پشت آسیاب قدیمی زنبور نگه می‌دارد؛ بهار همهٔ کوچه بوی زیزفون می‌دهد.
هیچ‌کس نمی‌دانست نقشه را که کشیده است، اما همهٔ راه‌ها آنجا بودند.

नाव साढ़े छह बजे जाती है, और जो देर से आता है वह अगले ज्वार की राह देखता है।
मेरा पड़ोसी पुरानी चक्की के पीछे मधुमक्खियाँ पालता है; वसंत में गली महक उठती है।
किसी को पता नहीं था कि नक्शा किसने बनाया, पर हर रास्ता वहीं था।

เรือข้ามฟากออกเวลาหกโมงครึ่ง ใครมาสายก็ต้องรอน้ำขึ้นครั้งต่อไป
เพื่อนบ้านของฉันเลี้ยงผึ้งหลังโรงสีเก่า ในฤดูใบไม้ผลิทั้งซอยมีกลิ่นหอม
ไม่มีใครรู้ว่าใครวาดแผนที่ แต่ทุกเส้นทางบนนั้นมีอยู่จริง

渡轮六点半开船，来晚的人要等下一次涨潮。
我的邻居在旧磨坊后面养蜜蜂；一到春天，整条小巷都是椴树花的香味。
没有人知道那张地图是谁画的，但图上的每一条路都在那里。

渡し船は六時半に出るので、遅れた人は次の満潮を待つことになります。
隣の人は古い水車小屋の裏で蜜蜂を飼っていて、春には路地じゅうに菩提樹の香りがします。
その地図をだれが描いたのかは分かりませんが、道はすべてそこにありました。

나룻배는 여섯 시 반에 떠나며, 늦게 온 사람은 다음 밀물을 기다린다.
내 이웃은 오래된 방앗간 뒤에서 벌을 치는데, 봄이면 골목 전체에 향기가 난다.
누가 그 지도를 그렸는지 아무도 몰랐지만, 길은 모두 그 자리에 있었다.

Vapur altı buçukta kalkar, geç kalan bir sonraki gelgiti bekler.
Komşum eski değirmenin arkasında arı besler; ilkyazda bütün sokak ıhlamur kokar.
Haritayı kimin çizdiğini kimse bilmiyordu, ama üzerindeki her yol oradaydı.

Chuyến phà rời bến lúc sáu giờ rưỡi, ai đến muộn thì đợi con nước sau.
Người hàng xóm của tôi nuôi ong sau cối xay cũ; mùa xuân cả ngõ thơm mùi hoa.
Không ai biết người nào đã vẽ tấm bản đồ, nhưng mọi con đường trên đó đều có thật.

Пором відходить о пів на сьому, і хто запізниться, чекає наступного припливу.
Мій сусід тримає бджіл за старим млином; навесні весь провулок пахне липою.
Ніхто не знав, хто намалював карту, але кожна стежка на ній була на місці.
""".strip().split("\n\n")

HOSTS = ["www.example.org", "docs.example.com", "example.net:8080", "static.cdn.example.org", "lists.example.info"]
IDN_HOSTS = ["bücher.example", "пример.example", "例え.example", "مثال.example", "παράδειγμα.example", "ตัวอย่าง.example"]
BARE = ["www.example.org", "docs.example.com/guide", "example.net", "lists.example.info/archive"]
IDN_BARE = ["bücher.example.org", "карта.example.com/Карта", "παράδειγμα.example.net"]
WORDS = [
    "guide",
    "archive",
    "2024",
    "release-notes",
    "index.html",
    "images",
    "tide-table",
    "map",
    "v2",
    "about",
    "letters",
]
IRI_WORDS = [
    "Müller_(Mühle)",
    "Карта",
    "北京市",
    "日本語",
    "خانه‌ها",
    "ירושלים",
    "हिन्दी",
    "แผนที่",
    "나룻배",
    "été",
    "%C3%A9t%C3%A9",
]
INNER_STOPS = ["README.md", "setup.py", "3.11", "e.g.", "i.e.", "os.path", "U.S.", "config.yaml", "v1.2.3", "a.m."]


def _link(random_: random.Random, *, beyond_ascii: float) -> str:
    beyond = random_.random() < beyond_ascii
    host = random_.choice(IDN_HOSTS if beyond and random_.random() < 0.2 else HOSTS)
    words = IRI_WORDS if beyond else WORDS
    path = "/".join(random_.choice(words) for _ in range(random_.randint(2, 6)))
    query = f"?page={random_.randint(1, 900)}&q={random_.choice(words)}" if random_.random() < 0.3 else ""
    fragment = f"#{random_.choice(words)}" if random_.random() < 0.2 else ""
    return f"{random_.choice(['https', 'https', 'https', 'http'])}://{host}/{path}{query}{fragment}"


def _prose(random_: random.Random, sentences: list[str], size: int, *, beyond_ascii: float) -> str:
    pieces = []
    length = 0
    while length < size:
        piece = random_.choice(sentences)
        chance = random_.random()
        if chance < 0.04:
            piece += f" ({_link(random_, beyond_ascii=beyond_ascii)})."
        elif chance < 0.05:
            piece += f" {random_.choice(IDN_BARE if random_.random() < beyond_ascii else BARE)},"
        elif chance < 0.06:
            piece += f" ann.{random_.choice(WORDS[-5:])}@example.org;"
        elif chance < 0.2:
            piece += f" {random_.choice(INNER_STOPS)}"
        piece += "\n\n" if random_.random() < 0.2 else " "
        pieces.append(piece)
        length += len(piece.encode())
    return "".join(pieces)


def _mail(random_: random.Random) -> str:
    names = [f"{first}.{last}" for first in ("ann", "jo", "li") for last in ("mill", "tide", "map")]
    sender, *others = (f"{name}@example.{random_.choice(['org', 'com'])}" for name in random_.sample(names, 4))
    head = [
        f"From: Ann Mill <{sender}>",
        "To: " + ", ".join(f"<{address}>" for address in others[:2]),
        f"Cc: {others[2]}",
        f"Message-ID: <{random_.getrandbits(64):x}.{random_.getrandbits(32)}@mail.example.org>",
        f"In-Reply-To: <{random_.getrandbits(64):x}@lists.example.info>",
        f"Subject: Re: {random_.choice(ENGLISH)[:40]}",
        "",
    ]
    body = [random_.choice(["", "", "> ", "> > "]) + random_.choice(ENGLISH) for _ in range(random_.randint(8, 40))]
    if random_.random() < 0.5:
        body.insert(len(body) // 2, f"See {_link(random_, beyond_ascii=0.05)}")
    return "\n".join([*head, *body, "-- ", f"Ann Mill, {sender}, www.example.org", "", ""])


@cache
def samples(megabytes: float = 2.0) -> dict[str, list[str]]:
    """Return the four kinds, each a list of documents of together about so many megabytes of UTF-8."""
    random_ = random.Random(58)
    size = int(megabytes * 1_000_000)
    english = [_prose(random_, ENGLISH, 20_000, beyond_ascii=0.05) for _ in range(size // 20_000)]
    multilingual = [
        _prose(random_, random_.choice(LANGUAGES).splitlines(), 20_000, beyond_ascii=0.5) for _ in range(size // 20_000)
    ]
    # about 70 bytes a link, as sitemaps and bookmarks have
    links = ["\n".join(_link(random_, beyond_ascii=0.2) for _ in range(300)) for _ in range(size // 4 // 21_000)]
    mail = [_mail(random_) for _ in range(size // 2_400)]
    return {"English prose": english, "multilingual prose": multilingual, "link lists": links, "mail": mail}
