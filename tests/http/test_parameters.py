"""The query asks for what the command's options ask for, and gets the same bytes."""

import json
from urllib.parse import quote

import pytest
from conftest import run_command
from sets import files, post_form
from wire import upload

CODES = ("NAV_VISIBLE_INDEX", "NODES_LINK_KIND", "PATH_POINTS_V7", "NAV2_SEGMENTS_COUNT", "SKYRIM_NVNM_DOOR_FLAG")


def made(code):
    return run_command("witness", code).stdout


def expected(data, *flags):
    """What the command prints about the same bytes."""
    return run_command("check", "--format", "json", *flags, "-", data=data).stdout


def asked(service, data, **words):
    query = "&".join(f"{name}={quote(word)}" for name, word in words.items())
    return service.ask(upload(data, "/validate?" + query))


@pytest.fixture(scope="session")
def rules():
    return {rule["code"]: rule for rule in json.loads(run_command("rules", "--format", "json").stdout)["rules"]}


def damaged(data, start=64, step=41):
    """Several things are wrong with it."""
    return bytes(byte ^ 0x55 if at > start and at % step == 0 else byte for at, byte in enumerate(data))


@pytest.fixture(scope="session")
def broken():
    """Files, each with the codes of what is found in it."""
    found = []
    for data in [made(code) for code in CODES] + [damaged(made(code)) for code in CODES]:
        report = json.loads(expected(data))
        found.append((data, sorted({finding["code"] for finding in report["findings"]})))
    assert all(codes for _, codes in found[: len(CODES)]) and sum(len(codes) > 1 for _, codes in found) > 1
    return found


@pytest.mark.parametrize("name, flag", [("only", "--only"), ("ignore", "--ignore")])
def test_lists_of_codes(service, broken, name, flag):
    for data, codes in broken:
        for chosen in (codes[:1], codes, [*codes[:1], "NAV_MAGIC", *codes[:1]]):
            if chosen:
                listed = ",".join(chosen)
                assert asked(service, data, **{name: listed}).body == expected(data, flag, listed), listed


def test_both_lists(service, broken):
    data, codes = next(pair for pair in broken if len(pair[1]) > 1)
    listed = ",".join(codes)
    assert (asked(service, data, only=listed, ignore=codes[0]).body == expected(data, "--only", listed, "--ignore", codes[0]))


@pytest.mark.parametrize("severity", ["error", "warning", "info", "off"])
def test_severities_of_rules(service, broken, severity):
    for data, codes in broken:
        flags = [word for code in codes for word in ("--severity", f"{code}={severity}")]
        listed = ",".join(f"{code}={severity}" for code in codes)
        if listed:
            assert asked(service, data, severity=listed).body == expected(data, *flags)


def test_the_last_severity_of_a_rule_counts(service, broken):
    data, codes = broken[0]
    body = asked(service, data, severity=f"{codes[0]}=error,{codes[0]}=info").body
    assert body == expected(data, "--severity", f"{codes[0]}=info") != expected(data, "--severity", f"{codes[0]}=error")


def test_a_raw_equals_sign(service, broken):
    data, codes = broken[0]
    assert service.ask(upload(data, f"/validate?severity={codes[0]}=off")).body == expected(data, "--severity", f"{codes[0]}=off")


@pytest.mark.parametrize("word, flags", [("error", ["--min-severity", "error"]), ("warning", ["--min-severity", "warning"]),
                                         ("info", ["--min-severity", "info"]), ("pedantic", ["--pedantic"])])
def test_least_severity(service, broken, word, flags):
    for data, _ in broken:
        assert asked(service, data, minSeverity=word).body == expected(data, *flags)


def test_pedantic_rules_by_name(service, rules):
    pedantic = [code for code, rule in rules.items() if rule.get("pedantic")]
    for code in pedantic[:3]:
        assert asked(service, made(code), only=code).body == expected(made(code), "--only", code)


@pytest.mark.parametrize("number", ["0", "1", "2", "0003", "1000"])
def test_number_of_findings(service, broken, number):
    for data, _ in broken:
        assert asked(service, data, maxFindings=number).body == expected(data, "--max-findings", number)


def test_scope_game_and_format(service, rules):
    plugin = made("SKYRIM_NVNM_DOOR_FLAG")
    for scope in ("all", "navmesh"):
        assert asked(service, plugin, scope=scope).body == expected(plugin, "--scope", scope)
    formats = json.loads(run_command("formats", "--format", "json").stdout)["formats"]
    for one in formats:
        assert asked(service, plugin, format=one["id"]).body == expected(plugin, "--input-format", one["id"])
        for game in one.get("games", []):
            data = made("NAV_VISIBLE_INDEX")
            assert asked(service, data, game=game["id"]).body == expected(data, "--game", game["id"])


def test_all_at_once(service, broken):
    data, codes = next(pair for pair in broken if len(pair[1]) > 1)
    words = {"only": ",".join(codes), "severity": f"{codes[0]}=error", "minSeverity": "warning", "maxFindings": "1", "scope": "navmesh"}
    assert asked(service, data, **words).body == expected(data, "--only", words["only"], "--severity", words["severity"], "--min-severity",
                                                          "warning", "--max-findings", "1", "--scope", "navmesh")


def test_lists_hold_for_all_files_of_a_set(service, broken):
    data, codes = max(broken, key=lambda pair: len(pair[1]))
    report = service.ask(post_form(files(("a", data), ("b", data)), f"/validate?ignore={codes[0]}&maxFindings=1")).json()
    for member in report["members"]:
        assert member["findings"] == json.loads(expected(data, "--ignore", codes[0], "--max-findings", "1"))["findings"]
        assert len(member["findings"]) == 1


@pytest.mark.parametrize("query, slug, named", [
    ("only=NAV_NOPE", "code-unknown", "NAV_NOPE"),
    ("only=nav_conn_self", "code-unknown", "nav_conn_self"),
    ("only=", "code-unknown", ""),
    ("only", "code-unknown", ""),
    ("only=NAV_CONN_SELF,", "code-unknown", ""),
    ("only=,NAV_CONN_SELF", "code-unknown", ""),
    ("only=NAV_CONN_SELF%20", "code-unknown", "NAV_CONN_SELF "),
    ("only=*", "code-unknown", "*"),
    ("only=NAV_NOPE*", "code-unknown", "NAV_NOPE*"),
    ("only=NAV_*MAGIC", "code-unknown", "NAV_*MAGIC"),
    ("ignore=nav_*", "code-unknown", "nav_*"),
    ("severity=NAV_CONN_*=off", "code-unknown", "NAV_CONN_*"),
    ("only=NAV2_*,NAV2_*", "too-many-codes", ""),
    ("ignore=NAV_CONN_SELF,%22%C3%BC", "code-unknown", "\\x22\\xc3\\xbc"),
    ("ignore=" + "A" * 1500, "code-unknown", "AAA..."),
    ("severity=NAV_CONN_SELF", "override-bad", "NAV_CONN_SELF"),
    ("severity=NAV_CONN_SELF=", "override-bad", "NAV_CONN_SELF="),
    ("severity=NAV_CONN_SELF=fatal", "override-bad", "fatal"),
    ("severity=NAV_CONN_SELF=off=off", "override-bad", "off=off"),
    ("severity==off", "code-unknown", ""),
    ("severity=NAV_NOPE=off", "code-unknown", "NAV_NOPE"),
    ("severity=", "override-bad", ""),
    ("maxFindings=", "max-findings-bad", ""),
    ("maxFindings=-1", "max-findings-bad", "-1"),
    ("maxFindings=%2B1", "max-findings-bad", "+1"),
    ("maxFindings=0x10", "max-findings-bad", "0x10"),
    ("maxFindings=" + "9" * 40, "max-findings-bad", "999"),
    ("maxFindings=1001", "max-findings-too-large", ""),
    ("masters=Skyrim.esm", "master-unknown", "Skyrim.esm"),
    ("masters=", "master-unknown", ""),
    ("masters=none,none", "master-unknown", "none"),
    ("masters=../Skyrim.esm", "master-unknown", "../Skyrim.esm"),
    ("only=NAV_CONN_SELF&only=NAV_CONN_SELF", "parameter-twice", "only"),
])
def test_bad_words(service, check_problem, query, slug, named):
    problem = check_problem(service.ask(upload(b"x", "/validate?" + query)), 400, slug)
    assert named in problem["detail"]
    assert service.works()


def test_limits_are_named(start, check_problem, witness):
    service = start("--max-findings", "7")
    assert service.ask(upload(witness, "/validate?maxFindings=7")).status == 200
    problem = check_problem(service.ask(upload(witness, "/validate?maxFindings=8")), 400, "max-findings-too-large")
    assert (problem["limit"], problem["actual"]) == (7, 8)


def test_many_codes(service, check_problem, rules):
    shortest = min(rules, key=len)
    for name, item in (("only", shortest), ("ignore", shortest), ("severity", shortest + "=off")):
        count = 2000 // (len(item) + 1)
        assert service.ask(upload(b"x", f"/validate?{name}=" + ",".join([item] * count))).status == 200
    assert check_problem(service.ask(upload(b"x", "/validate?only=NAV2_*,SKYRIM_*")), 400, "too-many-codes")["limit"] == 256


@pytest.mark.parametrize("name, flag", [("only", "--only"), ("ignore", "--ignore")])
def test_rules_by_their_beginning(service, broken, name, flag):
    for data, codes in broken:
        for pattern in {code[:5] + "*" for code in codes} | {"NAV2_*", "NAV_CONN_*,NODES_LINK_KIND", "P*"}:
            assert asked(service, data, **{name: pattern}).body == expected(data, flag, pattern), pattern


# Its only master has none of what it refers to: any other plugin will do for it.
MOD = "SKYRIM_MASTERS_ABSENT"


def test_masters(start, tmp_path, check_problem):
    data, other = made(MOD), made("SKYRIM_NVNM_DOOR_FLAG")
    all_of_them, one = tmp_path / "all", tmp_path / "one"
    for folder in (all_of_them, one):
        folder.mkdir()
    for name in ("Skyrim.esm", "Update.esm"):
        (all_of_them / name).write_bytes(other)
    (one / "Update.esm").write_bytes(other)
    service = start("--masters-dir", str(all_of_them))
    with_all, without = expected(data, "--masters", str(all_of_them)), expected(data)
    assert with_all != without
    assert service.ask(upload(data)).body == with_all
    assert asked(service, data, masters="none").body == without
    assert asked(service, data, masters="Skyrim.esm").body == with_all
    assert asked(service, data, masters="update.ESM,SKYRIM.esm").body == with_all
    assert asked(service, data, masters="Update.esm").body == without == expected(data, "--masters", str(one))
    assert "Dawnguard.esm" in check_problem(asked(service, data, masters="Skyrim.esm,Dawnguard.esm"), 400, "master-unknown")["detail"]
    check_problem(asked(service, data, masters="Skyrim.esm," + "a" * 300), 400, "master-unknown")


def test_no_masters_where_there_are_none(service):
    assert asked(service, made(MOD), masters="none").body == expected(made(MOD))
