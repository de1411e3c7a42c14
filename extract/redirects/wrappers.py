"""Addresses that lead on to another one: gateways of mail, redirects, counters of clicks, shorteners, caches.

One record a form. A record states facts about a service: from its documentation, from public decoders of its links, or
("seen") from links in public mail and repositories.
"""

from __future__ import annotations

import json
import zlib
from binascii import a2b_base64
from collections.abc import Callable
from functools import cache, lru_cache
from html import unescape
from typing import Any, Literal, NamedTuple, cast
from urllib.parse import unquote_to_bytes

from extract.text.regexes import re

# "protection": checks the target; "tracker": counts clicks; "redirect": of a site; "cache": shows a page.
# Hosts of protection services, click trackers and shorteners do nothing else: what cannot be decoded is hidden.
Kind = Literal["protection", "tracker", "shortener", "redirect", "cache"]
Decoder = Callable[["re.Match[str]"], "str | None"]


class Wrapper(NamedTuple):
    """One form of the addresses of a service."""

    service: str  # "-": each is called by its host
    kind: Kind
    # "a.example": that host; ".a.example": those below it too; "-x.a.example": those that end so; "google.*": of all
    # countries; "*": any, if only the path and the query tell the service
    hosts: tuple[str, ...]
    place: re.Pattern[str] | None  # in what follows "https:", with a group of what is decoded; None: nowhere
    decode: Decoder
    source: str


# --- how a target is written -----------------------------------------------------------------------------------------


def _text(octets: bytes) -> str:
    """Return bytes as text; what is not UTF-8 is percent-encoded."""
    text = octets.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda match: f"%{ord(match[0]) - 0xDC00:02X}", text)


def _unquoted(text: str) -> str:
    return _text(unquote_to_bytes(text)) if text.isascii() else text


def _percent(match: re.Match[str]) -> str:
    """Percent-encoded, as in a query."""
    return _unquoted(match[match.re.groups])


def _literal(match: re.Match[str]) -> str:
    """As it is, or percent-encoded with its slashes."""
    text = match[match.re.groups]
    return text if re.match("[A-Za-z]+:/", text) else _unquoted(text)


def _octets(text: str) -> bytes:
    """Decode base64 (RFC 4648 §4, §5), whose padding may be missing."""
    digits = re.sub("[^A-Za-z0-9+/]", "", _unquoted(text).replace("-", "+").replace("_", "/"))
    return a2b_base64(digits[: len(digits) - (len(digits) % 4 == 1)] + "==")


def from_base64(text: str) -> str:
    """Return what a text in base64 says."""
    return _text(_octets(text))


def _base64(match: re.Match[str]) -> str:
    return from_base64(match[match.re.groups])


_LONGEST_INFLATED = 1 << 16


def _deflated(match: re.Match[str]) -> str | None:
    """In base64, of zlib's format (RFC 1950)."""
    try:
        return _text(zlib.decompressobj().decompress(_octets(match[match.re.groups]), _LONGEST_INFLATED))
    except zlib.error:
        return None


def _token(match: re.Match[str]) -> str | None:
    """In JSON in base64, which may be a part of a token (RFC 7519 §3) and have JSON in it."""
    for piece in match[match.re.groups].split("."):
        try:
            value: Any = json.loads(_octets(piece))
            if isinstance(value, dict) and isinstance(value.get("p"), str):
                value = json.loads(value["p"])
        except (ValueError, RecursionError):
            continue
        for name in ("url", "href", "e", "u"):
            if isinstance(value, dict) and isinstance(value.get(name), str):
                return str(value[name])
    return None


def _mailgun(match: re.Match[str]) -> str | None:
    """In a form (application/x-www-form-urlencoded), deflated."""
    found = re.search("(?:^|&)l=(http[^&]*)", _deflated(match) or "")
    return found and _unquoted(found[1])


def _sparkpost(match: re.Match[str]) -> str | None:
    """In base64, after its length in one byte or two."""
    octets = _octets(match[1])
    found = re.match(rb"(?s)F\x04.{4}\?(?:D(.)|\x84(..))", octets)
    length = int.from_bytes(found[1] or found[2], "little") if found else 0
    return _text(octets[found.end() : found.end() + length]) if found else None


def _after_scheme(match: re.Match[str]) -> str:
    """Without its scheme: "s" stands for https."""
    return f"{'https' if match[1] else 'http'}://{_unquoted(match[2])}"


def _proofpoint_1(match: re.Match[str]) -> str:
    return unescape(_percent(match))


def _proofpoint_2(match: re.Match[str]) -> str:
    """With "-" for "%" and "_" for "/"."""
    return unescape(_unquoted(match[1].replace("_", "/").replace("-", "%")))


# Of what stands for several characters in a row: "**A" is two, "**B" three, …
_LENGTHS = {
    digit: length
    for length, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", start=2)
}


def _proofpoint_3(match: re.Match[str]) -> str:
    """With "*" for characters, which follow in base64 after ``__;``."""
    characters = _text(_octets(match[2] or ""))
    position = 0

    def replaced(star: re.Match[str]) -> str:
        nonlocal position
        start = position
        position += _LENGTHS[star[1]] if star[1] else 1
        return characters[start:position] or star[0]

    return re.sub(r"\*(?:\*([A-Za-z0-9_-]))?", replaced, match[1]) if characters else match[1]


def _newsletter(match: re.Match[str]) -> str | None:
    """In base64, after the numbers of the message and the reader, before a name and a signature."""
    found = re.fullmatch(r"[0-9]+;[^;]*;(http.*?)(?:;[^;]*)?;[0-9a-f]{32}", from_base64(match[1]))
    return found and found[1]


def _dashed(match: re.Match[str]) -> str:
    """With "-" for the dots of its host, and "--" for "-"."""
    host = match[1].replace("--", "\0").replace("-", ".").replace("\0", "-")
    return f"https://{host}{match[2]}"


def _path(match: re.Match[str]) -> str:
    """As a path: the host, then the rest."""
    return f"https://{match[1]}{match[2]}"


def untold(_match: re.Match[str]) -> None:
    """Only the service knows the target."""


# --- where it is written ---------------------------------------------------------------------------------------------

# A line is a form: the service, its kind, its hosts, where the target stands, how it is written, the source. Services
# that never tell the target have no place. "/url?q" is a parameter of the query at this path, "?u" at any; all else is
# a pattern for what follows the host. Services of a kind are sorted, but the forms of one in the order they are tried.
# Those on any host are guesses: senders use the services on hosts of their own, but deceivers can write alike.
_TABLE = r"""
Barracuda            protection  .cudasvc.com                 ?a                  percent       campus.barracuda.com: Link Protection
Centrum.cz           protection  redir.netcentrum.cz          ?url                percent       decoders
Check Point          protection  protect.checkpoint.com,url.avanan.click,.url-protection.com  /v2/(?:\w++/)?___(.+?)(?:___|$)  literal  sc1.checkpoint.com: Click-Time Protection
Check Point          protection  protect.checkpoint.com,url.avanan.click,.url-protection.com  ?o|url  percent       seen
Cisco Secure Email   protection  secure-web.cisco.com         /[^/?#]++/(https?(?::|%3a).*)  literal     cisco.com: Outbreak Filters, URL rewriting
Cloudmark            protection  clicktime.cloud.postoffice.net  ?u               percent       seen
EdgePilot            protection  link.edgepilot.com           ?u                  percent       decoders
emailprotection.link  protection  url.emailprotection.link     -                   untold        seen
Egress               protection  .defend.egress.com           ?Base64Url          deflated      decoders
FortiMail            protection  .fortimail.com               /fmlurlsvc/?url     percent       decoders
GMX and WEB.DE       protection  deref-gmx.net,deref-web.de,deref-mail.com  ?redirectUrl  percent  seen
Hornetsecurity       protection  atpscan.global.hornetsecurity.com  ?u            percent       decoders
INKY                 protection  shared.outlook.inky.com      -                   untold        seen
Libraesva            protection  urlsand.esvalabs.com         ?u                  percent       decoders
Mail.ru              protection  checklink.mail.ru            /proxy?url          percent       decoders
Menlo Security       protection  safe.menlosecurity.com       /(https?:/.*)       literal       seen
Mimecast             protection  .mimecastprotect.com,protect.mimecast.com,protect-au.mimecast.com,protect-ca.mimecast.com,protect-de.mimecast.com,protect-eu.mimecast.com,protect-us.mimecast.com,protect-usb.mimecast.com,protect-za.mimecast.com  -  untold  mimecast.com: URL Protect
Outlook Safe Links   protection  .safelinks.protection.outlook.com,.safelinks.protection.office365.us,.safelinks.protection.partner.outlook.cn  ?url  percent  learn.microsoft.com: Safe Links
Proofpoint           protection  urldefense.proofpoint.com,urldefense.com,urldefense.us  /v1/[^?#]*+?u  proofpoint_1  help.proofpoint.com: How do I decode a rewritten URL
Proofpoint           protection  urldefense.proofpoint.com,urldefense.com,urldefense.us  /v2/[^?#]*+?u  proofpoint_2  help.proofpoint.com: How do I decode a rewritten URL
Proofpoint           protection  urldefense.proofpoint.com,urldefense.com,urldefense.us  /v3/__(.+?)(?:__;([^!]*)|$)  proofpoint_3  help.proofpoint.com: How do I decode a rewritten URL
QQ Mail              protection  mail.qq.com,exmail.qq.com    /cgi-bin/readtemplate?gourl  percent  decoders
Rambler Mail         protection  mail.rambler.ru              /m/redirect?url     percent       decoders
Rediffmail           redirect   www.rediffmail.com           /cgi-bin/red\.cgi?red  percent   decoders
Sophos               protection  .protection.sophos.com       ?u                  base64        community.sophos.com: effective URL
Symantec             protection  clicktime.symantec.com       ?u                  percent       techdocs.broadcom.com: Click-time URL Protection
Teams Safe Links     protection  statics.teams.cdn.office.net,staticsint.teams.cdn.office.net,statics.teams.microsoft.com  /evergreen-assets/safelinks/[^?#]*+?url  percent  learn.microsoft.com: Safe Links
TitanHQ              protection  linklock.titanhq.com         ?url                percent       seen
Trellix (FireEye)    protection  protect.fireeye.com,protect1.fireeye.com,protect2.fireeye.com,protect3.fireeye.com  ?u  percent  decoders
Trend Micro          protection  -ctp.trendmicro.com,-urlprotect.trendmicro.com,-ctp.asiainfo-sec.com  /wis/clicktime/[^?#]*+?url  percent  docs.trendmicro.com: Time-of-Click Protection
Trustwave            protection  scanmail.trustwave.com       ?u                  percent       seen
WP Poczta            protection  zasobygwp.pl                 /redirect?url       base64        decoders
Zix                  protection  link.zixcentral.com          ?u                  percent       seen
ActiveCampaign       tracker    .acemlna.com,.acemlnb.com,.acemlnc.com,.acemlnd.com  /Prod/link-tracker?redirectUrl  base64  seen
ActiveCampaign       tracker    .acemlna.com,.acemlnb.com,.acemlnc.com,.acemlnd.com,.emlnk.com,.emlnk1.com,.activehosted.com  -  untold  activecampaign.com: link tracking
Amazon SES           tracker    .awstrack.me                 /L0/([^/?#]++)      percent       docs.aws.amazon.com: SES, open and click tracking
amxe.net             tracker    amxe.net                     -                   untold        seen
Apsis                tracker    .apsis.one                   -                   untold        seen
AWeber               tracker    clicks.aweber.com            -                   untold        help.aweber.com: click tracking
Azure                tracker    emails.azure.microsoft.com,.safelink.emails.azure.net  ?destination  percent  decoders
beehiiv              redirect   magic.beehiiv.com            ?redirect_to         percent       seen
beehiiv              tracker    link.mail.beehiiv.com        -                   untold        seen
Brevo                tracker    .sendibm1.com,.sendibm2.com,.sendibm3.com,.sendibt1.com,.sendibt2.com,.sendibt3.com  -  untold  seen
Campaign Monitor     tracker    .createsend1.com,.createsend2.com,.createsend4.com,.cmail19.com,.cmail20.com  -  untold  seen
CJ                   tracker    .anrdoezrs.net,.dpbolvw.net,.jdoqocy.com,.kqzyfj.com,.qksrv.net,.tkqlhce.com  ?url  percent  decoders
CleverReach          tracker    .seu1.cleverreach.com,.seu2.cleverreach.com,.seu3.cleverreach.com  -  untold  seen
Constant Contact     tracker    .rs6.net                     -                   untold        knowledgebase.constantcontact.com: click tracking
Customer.io          tracker    e.customeriomail.com         /e/c/([^/?#]++)     token         docs.customer.io: link tracking
emBlue               tracker    nts.embluemail.com           /p/cl\?data=[^#]*?!-!(http[^&#]++)  percent  seen
Emma                 tracker    .e2ma.net                    -                   untold        seen
fairmailing.net      tracker    .fairmailing.net             -                   untold        seen
GetResponse          tracker    app.getresponse.com          /click\.html\?x=[^#]  untold     seen
govDelivery          tracker    links.govdelivery.com,links-1.govdelivery.com,links-2.govdelivery.com  /CL0/([^/?#]++)     percent       seen
govDelivery          tracker    lnks.gd                      /l/([^/?#]++)       token         seen
govDelivery          tracker    links.govdelivery.com        /track\?[^#]*?&&&(https?(?::|%3a).*)  literal       decoders
HubSpot              tracker    .hubspotlinks.com,.hubspotlinksfree.com,.hubspotemail.net,.sidekickopen.com  -  untold  knowledge.hubspot.com: click tracking
iContact             tracker    click.icptrack.com           ?destination        percent       decoders
Intercom             tracker    .intercom-clicks.com,via.intercom.io  -          untold        intercom.com/help: link tracking
Iterable             tracker    links.iterable.com           -                   untold        support.iterable.com: link tracking
Keap                 tracker    .infusion-links.com          -                   untold        seen
Kit                  tracker    .convertkit-mail.com,.convertkit-mail2.com,.convertkit-mail4.com  /[^/?#]++/[^/?#]++/([^/?#]++)  base64  seen
Klaviyo              tracker    .klclick.com,.klclick1.com,.klclick2.com,.klclick3.com  /f/a/[^/?#]++/[^/?#]++/(Rg[^/?#]++)  sparkpost  seen
Klaviyo              tracker    .klclick.com,.klclick1.com,.klclick2.com,.klclick3.com  -  untold  help.klaviyo.com: click tracking
Mailchimp            tracker    .mandrillapp.com             /track/click[^?#]*+?p  token      decoders
Mailchimp            tracker    .mandrillapp.com             /track/click\.php?url  percent    decoders
Mailchimp            tracker    list.mailchimp.com,eepurl.mailchimp.com  /mctx/clicks?url  percent  decoders
Mailchimp            tracker    .list-manage.com,.list-manage1.com,.list-manage2.com  -  untold  mailchimp.com/help: click tracking
Mailchimp            redirect   mailchi.mp,.campaign-archive.com  /[^#]*?[?&]fblike=  untold  seen
MailerLite           tracker    .mlsend.com                  -                   untold        seen
MailerSend           tracker    .click.mailersend.net        -                   untold        seen
Mailjet              tracker    .mjt.lu                      /lnk/(?:[^/?#]*+/)*+(?<=/)(?=aHR0c)([^/?#]++)  base64  seen
Postmark             tracker    .pstmrk.it                   /[0-9](?:(s)|[a-z])?/([^/?#]++)  after_scheme  postmarkapp.com: link tracking
Reddit               tracker    click.redditmail.com         /CL0/([^/?#]++)      percent       decoders
Resend               tracker    .resend-clicks.com,.resend-clicks-a.com  /CL0/([^/?#]++)  percent  seen
Salesforce           tracker    .exct.net,click.exacttarget.com,go.pardot.com  -  untold       help.salesforce.com: click tracking
SMTP2GO              tracker    .track.smtp2go.com           -                   untold        seen
SparkPost            tracker    .sparkpostmail.com,.sparkpostmail1.com,.sparkpostmail2.com  /f/a/[^/?#]++/[^/?#]++/(Rg[^/?#]++)  sparkpost  seen
SparkPost            tracker    .sparkpostmail.com,.sparkpostmail1.com,.sparkpostmail2.com  -  untold  support.sparkpost.com: click tracking
Squarespace          tracker    .squarespace-mail.com        /r?u                 percent       seen
Substack             redirect   substack.com                 /redirect/2/([^/?#]++)  token     seen
Substack             redirect   substack.com                 /redirect/          untold        seen
Twilio SendGrid      tracker    .ct.sendgrid.net             -                   untold        docs.sendgrid.com: click tracking
User.com             tracker    .user.com                    /emails/c/[^?#]*+?to  percent      seen
VerticalResponse     tracker    cts.vresp.com                -                   untold        seen
Wix                  tracker    shoutout.wix.com             /so/[^?#]*+?w        token         seen
WordPress            tracker    public-api.wordpress.com     /bar/?redirect_to    percent       seen
Zoho Campaigns       tracker    .maillist-manage.com         -                   untold        seen
Yet Another Mail Merge  tracker  yamm-track.appspot.com      /Redirect?link      percent       seen
Adform               redirect   track.adform.net             /C/[^#]*?[?&;]ckurl=([^&;#]++)  percent       decoders
Adjust               redirect   app.adjust.com               ?redirect|fallback            percent       decoders
Admitad              redirect   .admitad.com                 ?ulp                 percent       decoders
Amazon Ads           redirect   .amazon-adsystem.com         /x/c/[^/?#]++/([^?#]++)  literal       decoders
AOL                  redirect   .aol.com                     /rediradp?_url       percent       seen
arXiv                redirect   arxiv.org                    /ct?url             percent       decoders
Awin                 redirect   www.awin1.com                ?ued|p              percent       decoders
Baidu                redirect   www.baidu.com                /link\?(?:[^#]*?&)?url=[A-Za-z0-9_-]{30}  untold  seen
Bing                 redirect   .bing.com                    /ck/a[^?#]*+\?(?:[^#]*?&(?:amp;)?)??u=a[0-9]([^&#]++)  base64  decoders
Bing                 redirect   .bing.com                    /news/apiclick\.aspx?url  percent  decoders
Bing                 redirect   .bing.com                    /aclick?u           base64        seen
Bluesky              redirect   go.bsky.app                  /redirect?u         percent       decoders
Business Wire        redirect   cts.businesswire.com         /ct/CT?url          percent       decoders
Calendly             redirect   calendly.com                 /url?q              percent       decoders
Canva                redirect   www.canva.com                /link?target        percent       decoders
CCBill               redirect   refer.ccbill.com             ?HTML                percent       decoders
CSDN                 redirect   link.csdn.net                ?target             percent       decoders
CurseForge           redirect   www.curseforge.com           /linkout?remoteUrl   percent       decoders
DeviantArt           redirect   www.deviantart.com           /(?:users/)?outgoing\?(https?(?::|%3a).*)  literal       decoders
digidip              redirect   .digidip.net                 ?url                 percent       decoders
Disqus               redirect   disq.us                      ?url                percent       decoders
DoubleClick          redirect   ad.doubleclick.net,adclick.g.doubleclick.net,googleads.g.doubleclick.net  /[^#]*?[?&;]adurl=(https?(?::|%3a).*)  literal  support.google.com/admanager: click macros
DoubleClick          redirect   ad.doubleclick.net           /[^#]*?\?(https?(?::|%3a).*)  literal  support.google.com/campaignmanager: click trackers
DoubleClick          redirect   ad.doubleclick.net           /[^#]*?;(?:\?|%3f)(https?(?::|%3a).*)  literal       decoders
DuckDuckGo           redirect   duckduckgo.com               /l/??uddg           percent       decoders
Dropbox              redirect   www.dropbox.com,paper.dropbox.com  /(?:referrer_cleansing_redirect|(?:paper/)?ep/redirect/external-link)?url  percent  decoders
Dzen                 redirect   dzen.ru                      /away?to            percent       decoders
eBay                 redirect   rover.ebay.com,rover.ebay.co.uk,rover.ebay.de,rover.ebay.es,rover.ebay.fr,rover.ebay.it  /rover/[^?#]*+?mpre  percent       decoders
Effiliation          redirect   track.effiliation.com        ?url                 percent       decoders
Evernote             redirect   www.evernote.com             /OutboundRedirect\.action?dest  percent  decoders
Exactag              redirect   .exactag.com                 ?url                 percent       decoders
Facebook             redirect   .facebook.com                /(?:l\.php|flx/warn/?)?u  percent  about.fb.com: Link Shim
FlexOffers           redirect   track.flexlinkspro.com       ?url                 percent       decoders
Flipboard            redirect   flipboard.com                /redirect?url       percent       decoders
Gitee                redirect   gitee.com                    /link?target        percent       decoders
Google               redirect   .google.*                    /(?:(?:news/)?url|scholar_url)?url            percent       decoders
Google               redirect   .google.*                    /url?q              percent       decoders
Firebase             redirect   .page.link                   ?link|ofl           percent       decoders
Google               redirect   .google.*                    /imgres?imgrefurl   percent       seen
Google Ads           redirect   www.googleadservices.com     /[^#]*?[?&]adurl=(https?(?::|%3a).*)  literal  support.google.com/admanager: click macros
Google Ads           redirect   .google.*                    /(?:aclk|pagead/iclk)?adurl  percent       decoders
HackerOne            redirect   hackerone.com                /redirect?url       percent       decoders
href.li              redirect   .href.li,.anonym.to  /\?(.+)         literal       decoders
idealo               redirect   click.idealo-partner.com     ?trg                 percent       decoders
Instagram            redirect   l.instagram.com,lm.instagram.com              ?u                  percent       decoders
Jianshu              redirect   link.jianshu.com,links.jianshu.com  ?to|t        percent       decoders
Jianshu              redirect   .jianshu.com                 /go-wild?url        percent       decoders
Juejin               redirect   link.juejin.cn,link.juejin.im  ?target           percent       decoders
LinkedIn             redirect   .linkedin.com                /(?:redir/|safety/go)[^?#]*+?url  percent  seen
LinkedIn             redirect   .linkedin.com                /slink              untold        seen
LiveJournal          redirect   www.livejournal.com          /away?to            percent       decoders
Mail.ru              redirect   click.mail.ru,click.my.mail.ru,clicker.mail.ru  /redir?u  percent  decoders
Mailtrack            redirect   .mailtrack.io                /trace/[^?#]*+?url   percent       decoders
Medium               redirect   medium.com                   /r/??url             percent       decoders
Messenger            redirect   l.messenger.com              ?u                  percent       decoders
Mozilla Add-ons      redirect   outgoing.prod.mozaws.net,prod.outgoing.prod.webservices.mozgcp.net  /v1/[0-9a-f]{64}/(.+)  literal       decoders
Naver                redirect   cc.loginfra.com              ?u                   percent       decoders
Naver                redirect   search.naver.com,m.search.naver.com  /p/crd/rd?u  percent      decoders
Odnoklassniki        redirect   ok.ru,m.ok.ru                /dk\?(?:[^#]*?&)?st\.(?:link|rfn)=([^&#]++)  percent  decoders
Partner-ads          redirect   www.partner-ads.com          ?htmlurl             percent       decoders
Pinterest            redirect   .pinterest.com               /offsite/??url      percent       decoders
Pixiv                redirect   www.pixiv.net                /jump\.php\?(https?(?::|%3a).*)  literal  decoders
PR Newswire          redirect   c212.net,edge.prnewswire.com  /c/link/??u        percent       decoders
Pocket               redirect   getpocket.com                /redirect?url       percent       decoders
QQ                   redirect   c.pc.qq.com                  ?pfurl|url          percent       seen
Rakuten Advertising  redirect   click.linksynergy.com        ?murl               percent       decoders
Reddit               redirect   out.reddit.com               ?url                percent       decoders
ResearchGate         redirect   www.researchgate.net         /deref/(.+)         literal       decoders
Skimlinks            redirect   .redirectingat.com,go.skimresources.com  ?url                percent       decoders
Slack                redirect   slack-redir.net              ?url                percent       decoders
SoundCloud           redirect   exit.sc                      ?url                percent       decoders
SoundCloud           redirect   gate.sc                      ?url                 percent       decoders
Steam                redirect   steamcommunity.com           /linkfilter/??url|u  percent      decoders
Strackr              redirect   r.srvtrck.com                ?url                 percent       decoders
Telegram             redirect   t.me                         /iv?url             percent       decoders
Telekom              redirect   aaa.telekom.de               /trck/[^?#]*+?deeplinkurl  percent       decoders
Threads              redirect   l.threads.net,l.threads.com  ?u                  percent       decoders
TikTok               redirect   www.tiktok.com               /link/v2?target     percent       decoders
Tokopedia            redirect   www.tokopedia.com            /promo?r             percent       decoders
Tradedoubler         redirect   .tradedoubler.com            ?url|_td_deeplink    percent       decoders
Tumblr               redirect   t.umblr.com                  ?z                  percent       decoders
VigLink              redirect   redirect.viglink.com,api.viglink.com  ?u|out                  percent       decoders
VK                   redirect   .vk.com                      /away(?:\.php)??to  percent       decoders
Webgains             redirect   track.webgains.com           ?wgtarget            percent       decoders
Weibo                redirect   weibo.cn                     /sinaurl?u          percent       seen
WhatsApp             redirect   l.wl.co                      ?u                  percent       decoders
X                    redirect   t.co                         /redirect?url       percent       decoders
Yahoo                redirect   r.search.yahoo.com           /[^?#]*?/RU=([^/?#]++)  percent   decoders
Yahoo                redirect   .rd.yahoo.com,rd.yahoo.co.jp  /[^?#]*?\*(https?:.*)  literal      seen
Yandex               redirect   .yandex.*                    /(?:redir|clck)/[^#]*?\*(https?(?::|%3a).*)  literal  seen
Yandex               redirect   .yandex.*                    /(?:redir|clck|redirect)\b[^?#]*+?url  percent  seen
Yandex Mail          redirect   mail.yandex.*                /re\.jsx?l          base64        decoders
Yelp                 redirect   www.yelp.com                 /(?:biz_)?redir?url  percent      decoders
YouTube              redirect   .youtube.com                 /redirect?q         percent       decoders
Zhihu                redirect   link.zhihu.com               ?target             percent       decoders
-                    redirect   afdian.com,afdian.net,atcoder.jp,cloud.tencent.com,developer.aliyun.com,docs.qq.com,game.bilibili.com,gamebanana.com,hd.nowcoder.com,jump.bdimg.com,jump2.bdimg.com,leetcode.cn,link.gitcode.com,link.ld246.com,link.wtturl.cn,ref.gamer.com.tw,security.feishu.cn,security.larksuite.com,shimo.im,sspai.com,tieba.baidu.com,www.coolapk.com,www.douban.com,www.gcores.com,www.infoq.cn,www.kdocs.cn,www.kookapp.cn,www.nodeseek.com,www.oschina.net,www.pixiv.net,www.qcc.com,www.tianyancha.com,www.yuque.com,xie.infoq.cn  /(?:[^?#]*/)??(?:link(?:2|\.html|filter)?/|(?:black|blog-entry|checkurl|forward|gotolink|goto|go-wild\.html|gray|jump(?:\.php)?|link(?:\.html|filter)?|redir(?:ect|\.php)|safecheck/index|safety|security|transfer-link)?)\?(?:[^#]*?&)?(?:goto|jump|link|target|to|url|u)=([^&#]++)  percent  decoders
AMP cache            cache      .cdn.ampproject.org          /[a-z]++/(s/)?((?:[^./?#]++\.)++[^#]++)  after_scheme  developers.google.com/amp/cache: URL format
archive.today        cache      archive.is,archive.today,archive.ph,archive.md,archive.fo,archive.li,archive.vn  /(?:[\w.*]++/){0,2}(https?:/.*)  literal  archive.ph: FAQ
Google AMP           cache      .google.*                    /amp/(s/)?((?:[^./?#]++\.)++[^#]++)  after_scheme  developers.google.com/amp/cache: URL format
Google cache         cache      webcache.googleusercontent.com  /search\?q=cache:(?:\w{12}:)?([^&+#]++)  literal  seen
Google Web Light     cache      googleweblight.com           /i?u                 percent       decoders
Google Translate     cache      translate.google.*           /translate?u        percent       decoders
Google Translate     cache      .translate.goog              //([^/?#:]*)\.translate\.goog(?::[0-9]++)?([/?#].*|$)  dashed  decoders
Internet Archive     cache      web.archive.org              /(?:web/)?[0-9a-z_*]++/(.+)  literal  archive.org: Wayback Machine
Yandex Turbo         cache      .turbopages.org              //[^/?#]++/([^/?#]++)/s(/[^#]*)  path  decoders
-                    shortener  bit.ly,bitly.com,j.mp,t.co,goo.gl,tinyurl.com,ow.ly,is.gd,v.gd,t.ly,cutt.ly,rb.gy,buff.ly,rebrand.ly,shorturl.at,tiny.cc,s.id,qr.ae,dlvr.it,ift.tt,trib.al,git.io,youtu.be,amzn.to,a.co,fb.me,fb.watch,lnkd.in,aka.ms,g.co,forms.gle,maps.app.goo.gl,photos.app.goo.gl,c.gle,igg.me,kck.st,redd.it,spoti.fi,apple.co,msft.it,ibm.co,dwz.cn,t.cn,url.cn,suo.im,vk.cc,clck.ru,goo.su,naver.me,me2.do,kko.to,bl.ink,cli.re,soo.gd,t2m.io,x.gd,lin.ee,1drv.ms,urlz.fr,bc.vc,adf.ly,u.to,zpr.io,n9.cl,tny.im,l.ead.me,qrco.de,q-r.to,hubs.ly,hubs.la,eepurl.com,sforce.co,link.medium.com,wp.me,tumblr.co,flic.kr,nyti.ms,wapo.st,bbc.in,reut.rs,bloom.bg,on.ft.com,econ.st  -  untold  their pages; seen
Adobe Campaign  tracker  *  /r/\?id=h?[0-9a-f]++,[0-9a-f]++  untold  seen
Amazon SES  tracker  *  /(?:CL|L)0/(https?(?::|%3a)[^/?#]++)/[0-9]++/[0-9a-f-]{20}  percent  docs.aws.amazon.com: SES, open and click tracking
Brevo  tracker  *  /(?:mk|tr)/cl/(?:f/)?[^/?#]{60}  untold  seen
CiviCRM  tracker  *  /[^?#]*?civicrm/(?:extern/url\.php|mailing/url)\?u=[0-9]  untold  docs.civicrm.org: track click-throughs
Customer.io  tracker  *  /e/c/(eyJ[^/?#]++)  token  docs.customer.io: link tracking
Dynamics 365  tracker  *  /[^?#]*+\?[^#]*?msdynmkt_target=%7B%22TargetUrl%22%3A%22(http[^&#]*?)%22  percent  seen
Elastic Email  tracker  *  /tracking/click\?d=[^&#]{40}  untold  seen
Eloqua  tracker  *  /e/er\?s=[0-9]  untold  seen
Emarsys  tracker  *  /u/(?:gm|nrd)\.php\?p(?:rm)?=  untold  seen
FortiMail  protection  *  /fmlurlsvc/?url  percent  seen
Ghost  tracker  *  /r/[0-9a-f]{8}\?m=[0-9a-f-]{36}  untold  seen
Horde  redirect  *  /(?:[^?#]*/)??(?:services|util)/go\.php?url  percent  decoders
HubSpot  tracker  *  /(?:e3t/)?[BC]tc/[^/?#]++/[^/?#]++/  untold  knowledge.hubspot.com: click tracking
Iterable  tracker  *  /[au]/click\?_t=[0-9a-f]{32}  untold  support.iterable.com: link tracking
Kit  tracker  *  /[0-9a-z]{12,64}/[0-9a-z]{12,24}/((?:aHR0c|bWFpbHRvO)[^/?#]++)$  base64  seen
Mailgun  tracker  *  /c/(eJ[0-9A-Za-z_-]{40,})  mailgun  seen
Mailjet  tracker  *  /lnk/[^?#]*?/(aHR0c[^/?#]++)  base64  seen
MailWizz  tracker  *  /(?:index\.php/)?campaigns/[^/?#]++/track-url/[^/?#]++/[0-9a-f]{40}  untold  seen
Outlook on the web  redirect  *  /(?:exchweb/bin|owa)/redir\.aspx?\?(?:[^#]*?&)?URL=(http[^&#]++)  percent  seen
Mautic  tracker  *  /r/[0-9a-f]{25}\?ct=YTo  untold  seen
Newsletter  tracker  *  /[^?#]*+\?(?:[^#]*?&)?nltr=([^&#]{40,})  newsletter  seen
Oracle Responsys  tracker  *  /pub/a?cc\?_ri_=[^&#]{20}  untold  seen
Pardot  tracker  *  /e/[0-9]{5,7}/[^/?#]++/[0-9a-z]{5,8}/[0-9]{7,}  untold  seen
phpList  tracker  *  /lists/lt\.php\?t?id=[^&#]{16}  untold  seen
Sailthru  tracker  *  /click/[0-9a-f.]++/(aHR0c[^/?#]++)/[0-9a-f]{16}  base64  seen
Salesforce  tracker  *  //click\.[^/?#]*+/(?:u/)?\?qs=[0-9a-f]{32}  untold  help.salesforce.com: click tracking
SparkPost  tracker  *  /f/a/[^/?#]{20,}~/[^/?#]+~/(Rg[^/?#]++)  sparkpost  seen
TUNE  tracker  *  /aff_[cr]\?[^#]*?offer_id=[0-9]  untold  seen
Twilio SendGrid  tracker  *  /(?:uni/)?(?:ls|wf)/click\?upn=[^#]{60}  untold  docs.sendgrid.com: click tracking
Twilio SendGrid  tracker  *  /(?:uni/)?ss/c/[^?#]{60}  untold  seen
WordPress  tracker  *  /?\?action=user_content_redirect&[^#]*?encoded_url=(aHR0c[^&#]++)  base64  seen
"""  # noqa: E501
_SOURCES = {
    "decoders": "public decoders (urlpurify, kachi, XSOAR, ClearURLs, Open the F-king URL)",
    "seen": "links in public mail and repositories",
}
_DECODERS: dict[str, Decoder] = {
    "percent": _percent,
    "literal": _literal,
    "base64": _base64,
    "deflated": _deflated,
    "token": _token,
    "after_scheme": _after_scheme,
    "mailgun": _mailgun,
    "newsletter": _newsletter,
    "sparkpost": _sparkpost,
    "dashed": _dashed,
    "path": _path,
    "proofpoint_1": _proofpoint_1,
    "proofpoint_2": _proofpoint_2,
    "proofpoint_3": _proofpoint_3,
    "untold": untold,
}
_PARAMETER = re.compile(r"(/.*)?\?([A-Za-z0-9_|]+)")


def _pattern(place: str) -> re.Pattern[str] | None:
    if place == "-":
        return None
    parameter = _PARAMETER.fullmatch(place)
    if parameter:
        path = parameter[1] or "[^?#]*+"
        place = rf"{path}\?(?:[^#]*?&(?:amp;)?)??(?:{parameter[2]})=([^&#]++)"
    if not place.startswith("//"):
        place = "//[^/?#]*+" + place
    return re.compile(f"(?is){place}")


def wrappers() -> list[Wrapper]:
    """Return all forms."""
    found = []
    for line in _TABLE.strip().splitlines():
        service, kind, hosts, place, decoder, source = re.split(" {2,}", line)
        source = _SOURCES.get(source, source)
        found.append(
            Wrapper(service, cast(Kind, kind), tuple(hosts.split(",")), _pattern(place), _DECODERS[decoder], source)
        )
    return found


@cache
def _by_host() -> dict[str, tuple[Wrapper, ...]]:
    found: dict[str, list[Wrapper]] = {}
    for wrapper in wrappers():
        for host in wrapper.hosts:
            found.setdefault(host, []).append(wrapper)
    return {host: tuple(forms) for host, forms in found.items()}


@cache
def _on_any_host() -> re.Pattern[str]:
    """Return a pattern that matches what follows the scheme if an address may have a form of "*"."""
    places = (wrapper.place.pattern.removeprefix("(?is)") for wrapper in _by_host()["*"] if wrapper.place)
    return re.compile(f"(?is){'|'.join(places)}")


def guessed_wrappers(rest: str) -> tuple[Wrapper, ...]:
    """Return the forms that an address on any host may have; ``rest`` follows its scheme."""
    return _by_host()["*"] if _on_any_host().match(rest) else ()


_LONGEST_HOST = 253  # RFC 1035 §2.3.4
# Of these a service has a host in each country.
_COUNTRIES = {
    # www.google.com/supported_domains
    "google": "ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn co.ao co.bw co.ck co.cr "
    "co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve co.vi co.za co.zm "
    "co.zw com com.af com.ag com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz com.co com.cu com.cy com.do "
    "com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.ly com.mm com.mt com.mx "
    "com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb "
    "com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn cv cz de dj dk dm dz ee es fi fm fr ga ge "
    "gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no "
    "nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt us vu ws",
    # the sites that its owner declares as its own (Related Website Sets), and those that it had before
    "yandex": "az by co.il com com.am com.ge com.ru com.tr com.ua ee eu fr kg kz lt lv md net pl ru st tj tm ua uz",
}
_OF_COUNTRY = re.compile(
    "|".join(rf"((?:.*\.)?{name})\.(?:{'|'.join(map(re.escape, ends.split()))})" for name, ends in _COUNTRIES.items())
)


@lru_cache(maxsize=1024)
def wrappers_of(host: str) -> tuple[Wrapper, ...]:
    """Return the forms that the addresses of a host may have; the host is in lower case."""
    if len(host) > _LONGEST_HOST or "*" in host:
        return ()
    country = _OF_COUNTRY.fullmatch(host) if any(f"{name}." in host for name in _COUNTRIES) else None
    host = f"{country[1] or country[2]}.*" if country else host
    if host.endswith(".appspot.com"):
        host = host.rpartition("-dot-")[2]  # of an app: VERSION-dot-NAME (docs of App Engine: How requests are routed)
    forms = _by_host()
    name, _, domain = host.partition(".")
    found = forms.get(host, ()) + forms.get(f"-{name.rpartition('-')[2]}.{domain}", ())
    parent = "." + host
    while parent:
        found += forms.get(parent, ())
        parent = "".join(parent[1:].partition(".")[1:])
    return found
