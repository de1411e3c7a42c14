"""Services that a link in mail goes through without a sign of where it leads: they count clicks, or check the target.

Senders without a tracking domain of their own get one of the service, so that each link of a newsletter leads there.
"""

from __future__ import annotations

# Hosts, those below them too: of some the documentation of the service names them (click tracking, link branding, URL
# protection), others are known from use. Those that say where they lead are forwarders, in `labels`.
_HOSTS = {
    "ActiveCampaign": "acemlna.com acemlnb.com acemlnc.com acemlnd.com emlnk.com emlnk1.com activehosted.com",
    "Amazon SES": "awstrack.me",
    "Apsis": "apsis.one",
    "AWeber": "clicks.aweber.com",
    "beehiiv": "link.mail.beehiiv.com",
    "Brevo": "sendibm1.com sendibm2.com sendibm3.com sendibt1.com sendibt2.com sendibt3.com",
    "Campaign Monitor": "createsend1.com createsend2.com createsend4.com cmail19.com cmail20.com",
    "Cisco Secure Email": "secure-web.cisco.com",
    "Constant Contact": "rs6.net",
    "Customer.io": "e.customeriomail.com",
    "Emma": "e2ma.net",
    "govDelivery": "links.govdelivery.com lnks.gd",
    "HubSpot": "hubspotlinks.com hubspotlinksfree.com hubspotemail.net sidekickopen.com",
    "iContact": "click.icptrack.com",
    "Intercom": "intercom-clicks.com via.intercom.io",
    "Iterable": "links.iterable.com",
    "Keap": "infusion-links.com",
    "Kit": "convertkit-mail.com convertkit-mail2.com",
    "Klaviyo": "klclick.com klclick1.com klclick2.com klclick3.com",
    "Mailchimp": "list-manage.com list-manage1.com list-manage2.com mandrillapp.com",
    "MailerLite": "mlsend.com",
    "Mailjet": "mjt.lu",
    "Mimecast": "mimecastprotect.com protect-au.mimecast.com protect-ca.mimecast.com protect-de.mimecast.com"
    " protect-eu.mimecast.com protect-us.mimecast.com protect-za.mimecast.com protect.mimecast.com",
    "Outlook Safe Links": "safelinks.protection.outlook.com",
    "Postmark": "pstmrk.it",
    "Proofpoint": "urldefense.com urldefense.us urldefense.proofpoint.com",
    "Resend": "resend-clicks.com resend-clicks-a.com",
    "Salesforce": "exct.net click.exacttarget.com go.pardot.com",
    "SMTP2GO": "track.smtp2go.com",
    "SparkPost": "sparkpostmail.com sparkpostmail1.com sparkpostmail2.com",
    "Twilio SendGrid": "ct.sendgrid.net",
    "VerticalResponse": "cts.vresp.com",
}
_SERVICES = {host: service for service, hosts in _HOSTS.items() for host in hosts.split()}


def tracker(host: str) -> str | None:
    """Return the name of the service that a host, in lower case, belongs to; ``None`` for any other."""
    while host:
        if host in _SERVICES:
            return _SERVICES[host]
        host = host.partition(".")[2]
    return None
