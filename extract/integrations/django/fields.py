"""`IRIField`: a model field for links as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext_lazy as _

from extract.integrations._inline import uri_of_explicit
from extract.integrations.django.forms import IRIFormField
from extract.integrations.django.validators import SCHEMES, IRIValidator, names_of_schemes


class IRIText(str):
    """A link as written. Its ``uri`` is the URI that software follows."""

    __slots__ = ()

    @property
    def uri(self) -> str:
        """The URI (RFC 3987 §3.1). Raises `IRIError` if there is none, but validation rejects such a text."""
        return uri_of_explicit(str(self)) if self else ""


class _Attribute(DeferredAttribute):
    """The attribute of a model, which converts an assigned text to an `IRIText`."""

    def __set__(self, instance: models.Model, value: Any) -> None:
        instance.__dict__[self.field.attname] = IRIText(value) if isinstance(value, str) else value


class IRIField(models.CharField):
    """Stores an IRI as written. ``instance.field.uri`` is its URI. ``schemes`` are the accepted schemes.

    Forms and the admin use `IRIFormField`. Serializers of Django REST framework validate in the same way.
    ``max_length`` is 2000 code points by default.
    """

    description = _("Link (IRI)")
    descriptor_class = _Attribute

    def __init__(self, *args: Any, schemes: Iterable[str] = SCHEMES, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 2000)
        self.schemes = names_of_schemes(schemes)
        self.default_validators = [IRIValidator(self.schemes)]
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        """Return the arguments for migrations, without defaults."""
        name, _path, args, kwargs = super().deconstruct()
        if kwargs.get("max_length") == 2000:
            del kwargs["max_length"]
        if self.schemes != SCHEMES:
            kwargs["schemes"] = self.schemes
        return name, "extract.integrations.django.IRIField", args, kwargs

    def get_prep_value(self, value: Any) -> Any:
        """Return a plain str, since the database stores the link as written."""
        value = super().get_prep_value(value)
        return str.__str__(value) if isinstance(value, IRIText) else value

    def formfield(self, **kwargs: Any) -> Any:
        """Return the field for forms and the admin."""
        return super().formfield(**{"form_class": IRIFormField, "schemes": self.schemes, **kwargs})
