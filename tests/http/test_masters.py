"""Masters that the service has, and caps on findings: what several files in one request take from each other."""

import json
import subprocess

import pytest
from conftest import run_command
from sets import files, make_zip, post_form
from test_load import SERVICE, tight_budget
from wire import upload

# Its only master has none of what it refers to: any other plugin will do for it.
MOD = "SKYRIM_MASTERS_ABSENT"
OTHER_PLUGIN = "SKYRIM_NVNM_DOOR_FLAG"


def made(code):
    return run_command("witness", code).stdout


def codes(report):
    return [finding["code"] for finding in report["findings"]]


@pytest.fixture
def masters(tmp_path):
    (tmp_path / "SKYRIM.ESM").write_bytes(made(OTHER_PLUGIN))
    (tmp_path / "Unneeded.esp").write_bytes(b"no plugin at all")
    (tmp_path / "readme.txt").write_text("not read")
    (tmp_path / "folder.esm").mkdir()
    return str(tmp_path)


def test_masters_are_found_and_not_reported(start, check_report, masters):
    service = start("--masters-dir", masters)
    report = check_report(service.ask(upload(made(MOD), "/validate?name=mod.esp")))
    assert report["input"]["name"] == "mod.esp"
    assert set(codes(report)) == {"SKYRIM_MASTER_REFERENCE"}


def test_sets_get_their_masters(start, check_report, masters):
    service = start("--masters-dir", masters)
    pairs = ("a.esp", made(MOD)), ("b.esp", made(OTHER_PLUGIN))
    report = check_report(service.ask(post_form(files(*pairs))))
    assert [member["input"]["name"] for member in report["members"]] == ["a.esp", "b.esp"]
    assert "SKYRIM_MASTER_REFERENCE" in codes(report["members"][0])


@pytest.mark.parametrize("name", [b"!kyrim.esm", b"Mr. X!.esm"])
def test_a_master_whose_name_holds_the_mark_of_archives(start, service, check_report, tmp_path, name):
    """Among the masters of the service, in an archive, and in one in another."""
    mod = made(MOD).replace(b"Skyrim.esm", name)
    (tmp_path / name.decode()).write_bytes(made(OTHER_PLUGIN))
    alone = check_report(start("--masters-dir", str(tmp_path)).ask(upload(mod, "/validate?name=mod.esp")))
    assert "SKYRIM_MASTER_REFERENCE" in codes(alone)
    archive = make_zip(("a!.esp", mod), (name.decode(), made(OTHER_PLUGIN)))
    for body in (archive, make_zip(("inner.zip", archive))):
        report = check_report(service.ask(upload(body, headers=["Content-Type: application/zip"])))
        assert "SKYRIM_MASTER_REFERENCE" in codes(report["members"][0])


def test_a_master_that_comes_along_goes_before_that_of_the_folder(start, check_report, masters):
    service = start("--masters-dir", masters)
    damaged = made(OTHER_PLUGIN)[:-1]  # of a damaged master nothing is missing for certain
    report = check_report(service.ask(post_form(files(("mod.esp", made(MOD)), ("Skyrim.esm", damaged)))))
    assert "SKYRIM_MASTER_REFERENCE" not in codes(report["members"][0])


def test_without_masters_their_absence_is_said(service, check_report):
    report = check_report(service.ask(upload(made(MOD), "/validate?name=mod.esp")))
    assert "SKYRIM_MASTER_REFERENCE" not in codes(report)


@pytest.mark.parametrize("folder", ["/nowhere/at/all", "/dev/null"])
def test_a_folder_that_is_none(folder):
    refused = subprocess.run([SERVICE, "--masters-dir", folder], capture_output=True, text=True, check=False, timeout=20)
    assert refused.returncode == 2
    assert folder in refused.stderr


def test_the_budget_counts_masters(start, masters):
    service = start("--threads", "1", "--max-body-bytes", "1M", "--memory-budget",
                    tight_budget(1 << 20, "--masters-dir", masters), "--masters-dir", masters)
    answer = service.ask(upload(made(MOD), "/validate?name=mod.esp"))
    assert answer.status == 200 and set(codes(answer.json())) == {"SKYRIM_MASTER_REFERENCE"}


def test_noisy_files_do_not_hide_a_broken_one(start, check_report, witness):
    service = start("--max-findings", "1")
    pairs = [(f"noisy{i}.nav", made("NAV_CONN_SELF")) for i in range(12)]
    report = check_report(service.ask(post_form(files(*pairs, ("broken.nav", witness)))))
    broken = report["members"][-1]
    assert broken["input"]["name"] == "broken.nav"
    assert [finding["severity"] for finding in broken["findings"]] == ["error"]
    assert all(member["findings"] for member in report["members"])


def test_severities_are_chosen_before_the_cap(start, check_report):
    service = start("--max-findings", "1")
    data = made("NAV_CONN_SELF")  # a warning beside infos
    for severity in ("error", "warning", "info", "pedantic"):
        report = check_report(service.ask(upload(data, f"/validate?name=a.nav&minSeverity={severity}")))
        assert all(finding["severity"] in ("error", severity) or severity in ("info", "pedantic")
                   for finding in report["findings"])
    report = check_report(service.ask(upload(data, "/validate?name=a.nav&minSeverity=error")))
    assert report["findings"] == [] and not report["summary"]["truncated"]
    assert report["summary"]["hidden"] == report["summary"]["warnings"] + report["summary"]["infos"] > 0


def test_pedantic_rules_are_asked_for(service, check_report):
    rules = json.loads(run_command("rules", "--format", "json").stdout)["rules"]
    pedantic = [rule["code"] for rule in rules if rule.get("pedantic")]
    if not pedantic:
        pytest.skip("no rule is pedantic")
    code = pedantic[0]
    assert code not in codes(check_report(service.ask(upload(made(code)))))
    assert code in codes(check_report(service.ask(upload(made(code), "/validate?minSeverity=pedantic"))))


def test_many_files_share_what_one_request_may_take(start, check_report):
    service = start("--max-findings", "200")
    data = made("NAV_CONN_SELF")
    report = check_report(service.ask(post_form(files(*[(f"{i}.nav", data) for i in range(300)]))))
    assert all(member["findings"] for member in report["members"])
