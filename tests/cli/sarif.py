"""What navlint writes of SARIF 2.1.0, as a schema: the sections of the OASIS document are beside the rows. It is closed: a
property that is not here is one that nobody has looked up."""


def text(**more):
    return {"type": "string", "minLength": 1, **more}


def closed(required, **optional):
    return {"type": "object", "additionalProperties": False, "required": sorted(required),
            "properties": {**required, **optional}}


def listed(items, **more):
    return {"type": "array", "items": items, **more}


def unique(items, **more):  # 3.7.3
    return listed(items, uniqueItems=True, **more)


NUMBER = {"type": "integer", "minimum": 0}
MESSAGE = closed({"text": text()})  # 3.11
URI = text(pattern=r"^(?:[A-Za-z0-9._~/:-]|%[0-9A-F]{2})+$")
ARTIFACT_LOCATION = closed({"uri": URI}, uriBaseId={"const": "SRCROOT"}, index=NUMBER)  # 3.4
LOGICAL = closed({"fullyQualifiedName": text(pattern="^/"), "kind": {"enum": ["member", "element"]}})  # 3.33

# 3.30: of bytes the one kind has no place in text, and the other has line 1.
BYTES = closed({"byteOffset": NUMBER, "byteLength": NUMBER})
BYTES_AND_LINE = closed({"startLine": {"const": 1}, "byteOffset": NUMBER, "byteLength": NUMBER})


SUPPRESSION = closed({"kind": {"const": "external"}}, justification=text())  # 3.35


def physical(region):
    return closed({"artifactLocation": ARTIFACT_LOCATION}, region=region)  # 3.29


FINGERPRINT = text(pattern="^[0-9a-f]{16}$")


def fingerprints(region):  # 3.27.17
    return closed({"navlint/v1": FINGERPRINT,
                   **({"primaryLocationLineHash": FINGERPRINT} if region is BYTES_AND_LINE else {})})


def result(region):  # 3.27
    location = closed({"physicalLocation": physical(region)}, logicalLocations=unique(LOGICAL, maxItems=1))
    related = closed({"id": NUMBER, "physicalLocation": physical(region), "message": MESSAGE})
    replacement = closed({"deletedRegion": BYTES, "insertedContent": closed({"binary": text()})})  # 3.57
    change = closed({"artifactLocation": ARTIFACT_LOCATION, "replacements": listed(replacement, minItems=1)})
    return closed({"ruleId": text(pattern="^[A-Z0-9_]+$"), "level": {"enum": ["error", "warning", "note"]},
                   "message": MESSAGE, "locations": listed(location, minItems=1, maxItems=1),
                   "partialFingerprints": fingerprints(region),
                   "properties": {"type": "object"}},
                  suppressions=unique(SUPPRESSION, minItems=1, maxItems=1), relatedLocations=unique(related, minItems=1), occurrenceCount={"type": "integer", "minimum": 1},
                  fixes=unique(closed({"artifactChanges": unique(change, minItems=1)}), minItems=1))


RULE = closed({"id": text(), "shortDescription": MESSAGE, "fullDescription": MESSAGE, "help": MESSAGE,
               "helpUri": text(pattern="^urn:navlint:rule:[A-Z0-9_]+$"),
               "defaultConfiguration": closed({"level": {"enum": ["error", "warning", "note"]}},
                                              enabled={"const": False})})  # 3.49
ARTIFACT = closed({"location": ARTIFACT_LOCATION}, length=NUMBER, parentIndex=NUMBER,
                  hashes=closed({"sha-256": text(pattern="^[0-9a-f]{64}$")}))  # 3.24


def notification(region):  # 3.58
    place = closed({"physicalLocation": physical(region)})
    return closed({"level": {"enum": ["error", "warning"]}, "message": MESSAGE}, locations=listed(place))


def document(form):
    region = BYTES_AND_LINE if form == "sarif-github" else BYTES
    invocation = closed({"executionSuccessful": {"type": "boolean"}, "exitCode": NUMBER},
                        toolExecutionNotifications=listed(notification(region), minItems=1))  # 3.20
    driver = closed({"name": {"const": "navlint"}, "version": text(), "semanticVersion": text(),
                     "rules": unique(RULE)})
    run = closed({"results": listed(result(region)), "tool": closed({"driver": driver}),
                  "columnKind": {"const": "utf16CodeUnits"},
                  "originalUriBaseIds": closed({"SRCROOT": closed({"description": MESSAGE})}),
                  "invocations": listed(invocation, minItems=1, maxItems=1)},
                 artifacts=unique(ARTIFACT))  # 3.14
    return closed({"$schema": text(), "version": {"const": "2.1.0"}, "runs": listed(run, minItems=1, maxItems=1)})
