"""Django: the template filters ``urlize`` and ``urlizetrunc``, and a field for IRIs.

INSTALLED_APPS = [..., "extract.integrations.django"]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports, needed_by

with needed_by("extract.integrations.django", "django"):
    import django as django

if TYPE_CHECKING:
    from extract.integrations.django.fields import IRIField as IRIField
    from extract.integrations.django.forms import IRIFormField as IRIFormField
    from extract.integrations.django.validators import IRIValidator as IRIValidator
else:
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "fields": "IRIField",
            "forms": "IRIFormField",
            "validators": "IRIValidator",
        },
    )
