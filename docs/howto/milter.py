"""A milter for Postfix or Sendmail that checks and rewrites the links of mail. Needs pymilter."""

import time
from email.parser import BytesHeaderParser
from urllib.parse import quote

import Milter

from extract.mail import Limits, deceptive_links, links_in_message, rewrite_links

GATE = "https://gate.example/?u="
PROTECTED = ["bank.example"]
BLOCKED = {"evil.example"}
LIMITS = Limits(depth=50, parts=1000, size=1 << 24)
SECONDS = 20
FAIL_CLOSED = True  # False: what could not be checked is delivered, with a warning
NOT_CHECKED = {"limit", "structure", "encoding", "charset", "encrypted", "attachment"}  # kinds of notes


class NotCheckedError(Exception):
    """A message that could not be checked as a whole."""


def gated(link):
    if link.is_loaded:  # pictures and style sheets
        return None
    if link.uri and link.uri.lower().startswith(("http:", "https:")) and not link.uri.startswith(GATE):
        return GATE + quote(link.uri, "")
    return None  # e-mail addresses, telephone numbers, and what no program can follow


class Gateway(Milter.Base):
    def envfrom(self, sender, *options):
        self.header_lines, self.chunks = [], []
        return Milter.CONTINUE

    def header(self, name, value):
        self.header_lines.append(f"{name}: {value}\r\n".encode("utf-8", "surrogateescape"))
        return Milter.CONTINUE

    def body(self, chunk):
        self.chunks.append(chunk)
        return Milter.CONTINUE

    def eom(self):
        self.ends = time.monotonic() + SECONDS
        head = b"".join(self.header_lines) + b"\r\n"
        message = head + b"".join(self.chunks)
        try:
            return self.checked(message, head)
        except NotCheckedError as error:  # the same message would fail again: no temporary failure
            return self.failed("554", str(error), Milter.REJECT)
        except Exception:  # a bug of this program: the sender tries again
            return self.failed("451", "the message could not be checked", Milter.TEMPFAIL)

    def failed(self, code, reason, action):
        if FAIL_CLOSED:
            self.setreply(code, code[0] + ".7.1", reason.replace("%", "%%"))  # as libmilter asks for it
            return action
        self.addheader("X-Link-Warning", f"not checked: {reason}")
        return Milter.CONTINUE

    def tell(self, note):
        if note.kind in NOT_CHECKED:
            reason = " ".join(note.message.encode("ascii", "replace").decode().split())
            if FAIL_CLOSED:
                raise NotCheckedError(reason)
            self.addheader("X-Link-Warning", f"not checked: {reason}")

    def in_time(self, links):
        for link in links:
            if time.monotonic() > self.ends:
                raise NotCheckedError(f"checking takes more than {SECONDS} seconds")
            yield link

    def checked(self, message, head):
        links = list(self.in_time(links_in_message(message, report=self.tell, limits=LIMITS)))
        for link in self.in_time(links):
            for key in link.lookup_keys:
                if key.domain in BLOCKED:
                    self.setreply("550", "5.7.1", f"a link leads to {key.domain}")
                    return Milter.REJECT
        for link, problems in deceptive_links(self.in_time(links), protect=PROTECTED):
            for problem in problems:
                if problem.severity != "info":
                    self.addheader("X-Link-Warning", f"{problem.name} in part {link.part or '1'}")
        changed = rewrite_links(message, lambda link: gated(*self.in_time([link])), signed=True, limits=LIMITS)
        if changed != message:
            before, after = (BytesHeaderParser().parsebytes(one) for one in (message, changed))
            for name in ("MIME-Version", "Content-Transfer-Encoding"):  # of a body that is encoded now
                if after[name] != before[name]:
                    self.chgheader(name, 1, after[name])
            self.replacebody((b"\r\n" + changed).partition(b"\r\n\r\n")[2])  # also if it has no header
        return Milter.CONTINUE


if __name__ == "__main__":
    Milter.factory = Gateway
    Milter.set_flags(Milter.ADDHDRS | Milter.CHGHDRS | Milter.CHGBODY)
    Milter.runmilter("gateway", "inet:9900@localhost", 60)
