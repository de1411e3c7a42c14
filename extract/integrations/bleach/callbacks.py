"""bleach's module of this name: `nofollow` and `target_blank`, and our additional callbacks."""

from __future__ import annotations

from extract.markup.callbacks import add_rel as add_rel
from extract.markup.callbacks import https_only as https_only
from extract.markup.callbacks import nofollow as nofollow
from extract.markup.callbacks import shorten as shorten
from extract.markup.callbacks import target_blank as target_blank
