"""Plugins of one folder that are more than --max-set-bytes: judged in parts, each with the masters that it needs."""

import itertools
import json

import pytest

from conftest import codes_of, reports_of, run
from test_masters import ABSENT, REFERENCE, empty_plugin, members_of

WHOLE = "1G"


@pytest.fixture
def game(tmp_path):
    """Plugins that refer to what their master lacks, two masters of which one needs the other, and what needs nothing."""
    pair = members_of(REFERENCE)
    folder = tmp_path / "Data"
    folder.mkdir()
    for name in ("a.esp", "m.esp", "z.esp", "zz.esp"):
        (folder / name).write_bytes(pair["plugin.esp"])
    (folder / "SKYRIM.Esm").write_bytes(pair["Skyrim.esm"])
    (folder / "update.esm").write_bytes(empty_plugin("Skyrim.esm", "Absent.esm"))
    (folder / "b.esl").write_bytes(empty_plugin("update.ESM"))
    (folder / "y.esp").write_bytes(empty_plugin("A.esp", "b.esl"))
    (folder / "lonely.esp").write_bytes(empty_plugin())
    return tmp_path


def check(*words, **more):
    return run("check", "--format", "json", "--pedantic", "--all", *words, **more)


def files_of(result):
    return {member["input"]["name"]: member for report in reports_of(result) for member in report["members"]}


def test_parts_show_what_the_whole_shows(game):
    whole = check("--max-set-bytes", WHOLE, "Data", cwd=game)
    assert len(reports_of(whole)) == 1
    files = files_of(whole)
    assert len(files) == 9 and REFERENCE in codes_of(files["Data/a.esp"])
    assert ABSENT not in codes_of(files["Data/a.esp"])
    counts = set()
    total = sum(path.stat().st_size for path in (game / "Data").iterdir())
    for size in range(1, total + 97, 97):
        parts = check("--max-set-bytes", str(size), "Data", cwd=game)
        assert files_of(parts) == files
        assert (parts.code, parts.err) == (whole.code, whole.err)
        reports = reports_of(parts)
        assert all(report["set"]["name"] == "Data" and len(report["members"]) >= 2 for report in reports)
        counts.add(len(reports))
    assert counts == {1, 2, 3, 4}


def test_parts_come_in_the_order_of_their_files(game):
    outputs = {run("check", "-v", "--format", "ndjson", "--max-set-bytes", "1", "Data", "-j", jobs, cwd=game).out
               for jobs in ("1", "2", "7")}
    assert len(outputs) == 1
    names = list(files_of(check("--max-set-bytes", "1", "Data", cwd=game)))
    assert names == list(files_of(check("--max-set-bytes", WHOLE, "Data", cwd=game)))


def test_parts_have_the_settings_of_their_folder(game):
    """Those of its first file, as the whole folder has."""
    (game / ".navlint.json").write_text(json.dumps({"overrides": [{"files": ["Data/SKYRIM.Esm"], "pedantic": False},
                                                                  {"files": ["Data/z*"], "ignore": [REFERENCE]}]}))
    whole, parts = (run("check", "--format", "json", "--max-set-bytes", size, "Data", cwd=game) for size in (WHOLE, "1"))
    assert files_of(whole) == files_of(parts)
    assert REFERENCE in codes_of(files_of(parts)["Data/z.esp"])
    assert whole.err == parts.err and whole.err.count("different settings") == 1


def test_a_part_takes_as_many_as_fit(tmp_path):
    size = len(empty_plugin())
    for number in range(12):
        (tmp_path / f"{number:02}.esp").write_bytes(empty_plugin())
    for fitting, expected in ((1, [2] * 6), (2, [2] * 6), (3, [3] * 4), (5, [5, 5, 2]), (6, [6, 6]), (11, [12]), (12, [12])):
        for more in (0, size - 1):
            reports = reports_of(check("--max-set-bytes", str(fitting * size + more), ".", cwd=tmp_path))
            assert [len(report["members"]) for report in reports] == expected


def test_masters_of_a_part_are_those_of_its_folder(game):
    """Before those of --masters, as for the whole folder."""
    (game / "other").mkdir()
    (game / "other" / "Skyrim.esm").write_bytes(empty_plugin())
    for words in itertools.product(("1", WHOLE), (["Data"], ["--masters", "other", "Data"])):
        files = files_of(check("--max-set-bytes", words[0], *words[1], cwd=game))
        assert REFERENCE in codes_of(files["Data/z.esp"])


def test_files_of_a_list_need_each_other(game):
    (game / "list").write_text("".join(f"Data/{name}\n" for name in ("m.esp", "z.esp", "SKYRIM.Esm", "update.esm")))
    whole = check("--files-from", "list", "--max-set-bytes", "1", cwd=game)
    assert len(reports_of(whole)) == 2 and REFERENCE in codes_of(files_of(whole)["Data/m.esp"])


def test_a_map_is_never_in_parts(tmp_path):
    for number in range(4):
        (tmp_path / f"NODES{number}.DAT").write_bytes(bytes(20))
    (report,) = reports_of(check("--max-set-bytes", "1", ".", cwd=tmp_path))
    assert len(report["members"]) == 4
