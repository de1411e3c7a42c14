"""Mail: find the links of messages and mailboxes, detect deceptive ones, and replace links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.mail.attachments import Attachment as Attachment
    from extract.mail.attachments import Opened as Opened
    from extract.mail.attachments import open_attachment as open_attachment
    from extract.mail.deception import deceptions as deceptions
    from extract.mail.deception import deceptive_links as deceptive_links
    from extract.mail.link import LookupKey as LookupKey
    from extract.mail.link import MailLink as MailLink
    from extract.mail.links import Limits as Limits
    from extract.mail.links import Note as Note
    from extract.mail.links import links_in_message as links_in_message
    from extract.mail.links import text_of as text_of
    from extract.mail.mailboxes import MailboxLink as MailboxLink
    from extract.mail.mailboxes import links_in_mailbox as links_in_mailbox
    from extract.mail.rewriting import rewrite_links as rewrite_links
else:
    # Imported on first use (PEP 562), because few programs use every module.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "attachments": "Attachment Opened open_attachment",
            "deception": "deceptions deceptive_links",
            "link": "LookupKey MailLink",
            "links": "Limits Note links_in_message text_of",
            "mailboxes": "MailboxLink links_in_mailbox",
            "rewriting": "rewrite_links",
        },
    )
