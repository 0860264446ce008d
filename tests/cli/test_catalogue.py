"""explain, rules, formats: the text against the JSON, the JSON against its schema."""

import json
import re

import jsonschema
import pytest

from conftest import ERROR, codes_of, reports_of, run, schema_of, sparse, witness


def listing(verb, *words):
    result = run(verb, "--format", "json", *words)
    assert (result.code, result.err) == (0, "")
    whole = json.loads(result.text)
    jsonschema.Draft202012Validator(schema_of(verb)).validate(whole)
    return whole[verb]


def folded(text):
    return " ".join(text.split())


def test_rules_text_has_one_line_a_rule():
    result = run("rules")
    assert (result.code, result.err) == (0, "")
    rules = listing("rules")
    assert [line.split()[0] for line in result.text.splitlines()] == [rule["code"] for rule in rules]
    for line, rule in zip(result.text.splitlines(), rules):
        assert line.split()[1:3] == [rule["severity"], rule["impact"]]
        assert line.endswith(rule["message"])


def test_rules_of_each_format_make_up_all_rules():
    by_format = [listing("rules", row["id"]) for row in listing("formats")]
    assert sum(by_format, []) == listing("rules")
    text = "".join(run("rules", row["id"]).text for row in listing("formats"))
    assert text == run("rules", "--format", "text").text


def test_formats_text_names_everything():
    text = run("formats").text
    for row in listing("formats"):
        sets = "sets: " + ("the files of one folder" if row["sets"] else "none")
        for word in [row["id"], row["title"], sets, *row["extensions"]]:
            assert word in text
        for game in row["games"]:
            assert f"--game {game['id']} " in text and game["title"] in text
    holders = [row["id"] for row in listing("formats") if row["container"]]
    assert text.count("holds other files") == len(holders)


def test_explain_shows_all_of_every_rule():
    for rule in sparse(listing("rules")):
        result = run("explain", rule["code"])
        assert (result.code, result.err) == (0, "")
        text = folded(result.text)
        for key in ("code", "severity", "impact", "message", "explanation", "remedy", "source"):
            assert folded(rule[key]) in text
        assert f"navlint witness {rule['code']} -o FILE" in text
        assert max(map(len, result.text.splitlines())) < 200


def test_explain_json_takes_lower_case():
    result = run("explain", "--format=json", ERROR.lower())
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.text)["code"] == ERROR


def extensions():
    """The first extension of the format that has the rule, by the rule's code."""
    return {rule["code"]: row["extensions"][0] for row in listing("formats") for rule in listing("rules", row["id"])}


EXTENSION_OF = extensions()
OF_PAIRS = {"NAV_MAP_SIZE", "NAV_MAP_ENGINE"}  # of files beside each other in a folder, not in an archive


@pytest.mark.parametrize("code", sorted(set(EXTENSION_OF) - OF_PAIRS))
def test_witness_breaks_its_rule(code):
    result = run("check", "--format", "ndjson", "--pedantic", "--max-findings-per-rule", "1", "--stdin-filename",
                 "Metroid1" + EXTENSION_OF[code], "-", stdin=witness(code))
    assert any(code in codes_of(report) for report in reports_of(result, "ndjson"))
    assert all(re.match("navlint: cannot read Metroid1[.]\\w+!", line) for line in result.err.splitlines())  # damaged members
