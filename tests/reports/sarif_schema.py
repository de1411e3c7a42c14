"""The part of the SARIF 2.1.0 schema that the reports use: the property names and types of the standard's section 3."""

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required.split(), "additionalProperties": False}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


_STRING = {"type": "string"}
_POSITIVE = {"type": "integer", "minimum": 1}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_MESSAGE = _object("text", text=_STRING, markdown=_STRING, id=_STRING, arguments=_list(_STRING))  # §3.11
_ARTIFACT = _object("uri", uri={"type": "string", "pattern": "^[!-~]+$"}, uriBaseId=_STRING, index={"type": "integer"})
_REGION = _object(  # §3.30
    "startLine", startLine=_POSITIVE, startColumn=_POSITIVE, endLine=_POSITIVE, endColumn=_POSITIVE, snippet={}
)
_PHYSICAL = _object("artifactLocation", artifactLocation=_ARTIFACT, region=_REGION, contextRegion=_REGION)  # §3.29
_REPLACEMENT = _object("deletedRegion", deletedRegion=_REGION, insertedContent=_object("text", text=_STRING))  # §3.57
_CHANGE = _object(  # §3.56
    "artifactLocation replacements", artifactLocation=_ARTIFACT, replacements=_list(_REPLACEMENT) | {"minItems": 1}
)
_FIX = _object("artifactChanges", description=_MESSAGE, artifactChanges=_list(_CHANGE) | {"minItems": 1})  # §3.55
_RESULT = _object(  # §3.27
    "message",
    ruleId=_STRING,
    ruleIndex={"type": "integer", "minimum": -1},
    level=_LEVEL,
    message=_MESSAGE,
    locations=_list(_object("physicalLocation", physicalLocation=_PHYSICAL)),
    partialFingerprints={"type": "object", "additionalProperties": _STRING},
    fixes=_list(_FIX),
    properties={"type": "object"},  # §3.8
)
_RULE = _object(  # §3.49
    "id",
    id=_STRING,
    name=_STRING,
    shortDescription=_MESSAGE,
    fullDescription=_MESSAGE,
    help=_MESSAGE,
    helpUri=_STRING,
    defaultConfiguration=_object("", level=_LEVEL, enabled={"type": "boolean"}),
)
_DRIVER = _object("name", name=_STRING, version=_STRING, informationUri=_STRING, rules=_list(_RULE))  # §3.19
_RUN = _object(  # §3.14
    "tool",
    tool=_object("driver", driver=_DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_list(_RESULT),
)
SARIF = _object("version runs", **{"$schema": _STRING}, version={"const": "2.1.0"}, runs=_list(_RUN))  # §3.13
