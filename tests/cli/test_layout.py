"""layout: the tables of fields against themselves, and against what dump shows of the corpus."""

import collections
import functools
import json
import pathlib
import re

import jsonschema
import pytest

from conftest import ROOT, dumped, dumps, is_sanitized, run, schema_of, sparse

FORMATS = [row["id"] for row in json.loads(run("formats", "--format", "json").text)["formats"]]
# Known from the format's pages; neither real files nor ours have such a link.
NEVER_SEEN = "/islandGraphs/N/linkData/N/crossChunk/N/"
GROUPS_OF_FILES = ("seed", "witness", "edge", "regression", "fuzz")


def layouts(*words):
    result = run("layout", "--format", "json", *words)
    assert (result.code, result.err) == (0, "")
    whole = json.loads(result.text)
    jsonschema.Draft202012Validator(schema_of("layout")).validate(whole)
    return whole["layouts"]


def records_of(format_id):
    (layout,) = layouts(format_id)
    assert layout["format"] == format_id
    return layout["records"]


def numbered(path):
    """The path with N for each number, as layouts have it. A plugin's header is a record like others."""
    return re.sub(r"/\d+(?=/|$)", "/N", re.sub(r"^/header(?=/)", "/records/N", path))


def path_of(record, field):
    below = "" if field.get("isValue") else f"/{field['name']}"
    return numbered(record["path"] + below)


def test_every_format_has_a_layout():
    assert [layout["format"] for layout in layouts()] == FORMATS
    assert all(layout["records"] for layout in layouts())


def test_text_names_everything():
    result = run("layout")
    assert (result.code, result.err) == (0, "")
    for layout in layouts():
        assert layout["format"] in result.text
        for record in layout["records"]:
            assert record["name"] in result.text and record["path"] in result.text
            assert all(field.get("name", "(value)") in result.text for field in record["fields"])


@pytest.mark.parametrize("format_id", FORMATS)
def test_fields_lie_in_their_record(format_id):
    for record in records_of(format_id):
        ends = [field["offset"] + field["length"] for field in record["fields"] if "offset" in field and "length" in field]
        assert record["bytes"] == 0 or max(ends, default=0) <= record["bytes"], record["name"]  # 0: they vary


@pytest.mark.parametrize("format_id", FORMATS)
def test_text_of_one_format(format_id):
    assert run("layout", format_id).text.splitlines()[0] == format_id
    assert run("layout", format_id).text in run("layout").text


# ---- The tables by themselves ----


def bytes_of(field):
    return set(range(field["offset"], field["offset"] + field["length"]))


@pytest.mark.parametrize("format_id", FORMATS)
def test_fields_make_up_their_record(format_id):
    for record in records_of(format_id):
        typed = [field for field in record["fields"] if "type" in field]
        covered = set().union(*map(bytes_of, typed))
        usual = set().union(*(bytes_of(field) for field in typed if "when" not in field))
        if all(field["length"] for field in typed):  # else the file says how long it is
            assert set(range(record["bytes"])) <= covered, record["name"]
        assert usual <= set(range(record["bytes"] or len(covered))), record["name"]
        groups = [field for field in record["fields"] if "type" not in field and "isValue" not in field]
        assert all(bytes_of(group) and bytes_of(group) <= covered for group in groups), record["name"]


@pytest.mark.parametrize("format_id", FORMATS)
def test_fields_share_bytes_only_where_conditions_differ(format_id):
    for record in records_of(format_id):
        owners = collections.defaultdict(list)
        for field in record["fields"]:
            if "type" in field:
                for place in bytes_of(field):
                    owners[place].append(field.get("when"))
        for place, conditions in owners.items():
            assert len(conditions) == len(set(conditions)), (record["name"], place)
            assert len(conditions) == 1 or None not in conditions, (record["name"], place)


# ---- The tables against dumps ----


def files_of(format_id):
    corpus = pathlib.Path(ROOT) / "corpus" / format_id.replace("-", "_")
    for group in GROUPS_OF_FILES:
        files = sorted((corpus / group).iterdir()) if (corpus / group).is_dir() else []
        yield from (path for path in files if path.suffix not in (".json", ".md", ".tar", ".txt"))


@functools.lru_cache(maxsize=None)
def seen(format_id):
    """(path with N, type, length) of every field of every file."""
    fields = (field for fields in dumps(format_id, sparse(list(files_of(format_id)))) for field in fields or [])
    return {(numbered(path), kind, 0 if kind == "bytes" else length) for path, kind, _, length, _ in fields}


def test_many_dumps_are_those_of_the_command():
    for format_id in FORMATS:
        files = list(files_of(format_id))
        files = files[::max(1, min(50, len(files) // 8))]
        assert len(files) > 5 and dumps(format_id, files) == [dumped(format_id, file) for file in files]


def rows_of(format_id):
    """The same of the table."""
    return {
        (path_of(record, field), field["type"], field["length"] if field["type"] != "bytes" else 0)
        for record in records_of(format_id)
        for field in record["fields"]
        if "type" in field
    }


@pytest.mark.parametrize("format_id", FORMATS)
def test_what_is_dumped_is_in_the_table(format_id):
    """Opaque bytes between records, which a dump names after what they stand behind, are in no record."""
    values = {field for field in seen(format_id) if field[1] != "bytes"}
    assert values and sorted(values - rows_of(format_id)) == []


@pytest.mark.skipif(is_sanitized(), reason="it takes every file, and a sanitizer many times as long for each")
@pytest.mark.parametrize("format_id", FORMATS)
def test_what_is_in_the_table_is_dumped(format_id):
    rows = rows_of(format_id) - seen(format_id)
    assert sorted(row for row in rows if not row[0].startswith(NEVER_SEEN)) == []
