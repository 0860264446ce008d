"""check --masters: files that others refer to, looked up by name and never reported."""

import io
import struct
import tarfile

import pytest

from conftest import codes_of, lines_of, reports_of, run, witness, zip_of

REFERENCE, ABSENT = "SKYRIM_MASTER_REFERENCE", "SKYRIM_MASTERS_ABSENT"


def members_of(code):
    with tarfile.open(fileobj=io.BytesIO(witness(code))) as archive:
        return {info.name: archive.extractfile(info).read() for info in archive}


def field(kind, content):
    return kind + struct.pack("<H", len(content)) + content


def empty_plugin(*masters):
    """A plugin by hand: its header alone, which names masters."""
    data = field(b"HEDR", struct.pack("<fII", 1.7, 0, 0x800))
    for name in masters:
        data += field(b"MAST", name.encode() + b"\0") + field(b"DATA", bytes(8))
    return b"TES4" + struct.pack("<IIIIHH", len(data), 1, 0, 0, 44, 0) + data


@pytest.fixture
def mods(tmp_path):
    """A mod whose master lacks what it refers to, the master in a folder of its own, by another case."""
    pair = members_of(REFERENCE)
    for name in ("mods", "game", "other", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "mods" / "plugin.esp").write_bytes(pair["plugin.esp"])
    (tmp_path / "game" / "SKYRIM.Esm").write_bytes(pair["Skyrim.esm"])
    (tmp_path / "game" / "broken.esm").write_bytes(b"nobody needs it")
    return tmp_path


def check(*words, **more):
    return run("check", "--format", "json", "--pedantic", *words, **more)


def codes(result):
    (report,) = reports_of(result)
    return set(codes_of(report))


def test_a_master_is_found_and_not_reported(mods):
    alone = check("mods/plugin.esp", cwd=mods)
    assert REFERENCE not in codes(alone) and ABSENT in codes(alone)
    result = check("--masters", "game", "mods/plugin.esp", cwd=mods)
    (report,) = reports_of(result)
    assert (result.code, result.err) == (1, "")
    assert report["input"]["name"] == "mods/plugin.esp"
    assert REFERENCE in codes_of(report) and ABSENT not in codes_of(report)
    assert check("--masters=game/", "mods", "-v", cwd=mods).closing.startswith("1 file: invalid; ")


def test_the_first_folder_counts(mods):
    (mods / "other" / "skyrim.esm").write_bytes(members_of(REFERENCE)["Skyrim.esm"][:-1])
    first = check("--masters", "empty", "--masters", "game", "--masters", "other", "mods/plugin.esp", cwd=mods)
    assert REFERENCE in codes(first)
    damaged = check("--masters", "other", "--masters", "game", "mods/plugin.esp", cwd=mods)
    assert REFERENCE not in codes(damaged)  # of a damaged master nothing is missing for certain
    assert damaged.err == ""


def test_what_is_judged_is_not_taken_from_a_folder(mods):
    """The damaged master beside the plugin is judged with it, and the whole one is left alone."""
    (mods / "mods" / "Skyrim.ESM").write_bytes(members_of(REFERENCE)["Skyrim.esm"][:-1])
    (whole,) = reports_of(check("--masters", "game", "mods", cwd=mods))
    assert [member["input"]["name"] for member in whole["members"]] == ["mods/Skyrim.ESM", "mods/plugin.esp"]
    assert not any(REFERENCE in codes_of(member) for member in whole["members"])


def test_sets_and_archives_get_their_masters(mods):
    plugin = (mods / "mods" / "plugin.esp").read_bytes()
    (mods / "mods" / "second.esp").write_bytes(plugin)
    (mods / "mods.zip").write_bytes(zip_of([("plugin.esp", plugin)]))
    for words in (["mods"], ["mods.zip"], ["mods/plugin.esp", "mods/second.esp"]):
        (report,) = reports_of(check("--masters", "game", *words, cwd=mods))
        for member in report.get("members", [report]):
            assert REFERENCE in codes_of(member)
            assert "game" not in member["input"]["name"]
    for form in ("text", "ndjson"):
        runs = [run("check", "-v", "--format", form, "--masters", "game", ".", "mods.zip", "-j", jobs, cwd=mods)
                for jobs in ("1", "7")]
        assert len({(result.code, result.out, result.closing) for result in runs}) == 1
    rows = lines_of(run("check", "--masters", "game", "--summary", "mods", cwd=mods).text)
    assert len(rows) == 3


@pytest.mark.parametrize("name", ["!kyrim.esm", "!!yrim.esm", "Sky!im.esm", "!ky!im.esm", "Mr. X!.esm", "a.b!cd.esm"])
def test_a_name_with_the_mark_of_archives(tmp_path, name):
    """Mods that are to load first are called so. In a folder, in parts of it, from --masters, in archives."""
    pair = members_of(REFERENCE)
    plugin = pair["plugin.esp"].replace(b"Skyrim.esm", name.encode())
    for folder in ("all", "mods", "game"):
        (tmp_path / folder).mkdir()
    for folder in ("all", "mods"):
        (tmp_path / folder / "!a.esp").write_bytes(plugin)
        (tmp_path / folder / "b!.esp").write_bytes(plugin)
    for folder in ("all", "game"):
        (tmp_path / folder / name).write_bytes(pair["Skyrim.esm"])
    both = [("!a.esp", plugin), ("b!.esp", plugin)]
    flat = zip_of([(name, pair["Skyrim.esm"]), *both])
    for archive in ("flat.zip", "flat"):
        (tmp_path / archive).write_bytes(flat)
    (tmp_path / "folders.zip").write_bytes(zip_of([("0/" + name, pair["Skyrim.esm"])] + [("1/" + n, b) for n, b in both]))
    (tmp_path / "outer.zip").write_bytes(zip_of([("flat!.zip", flat)]))
    for words in (["all"], ["--max-set-bytes", "1", "all"], ["--masters", "game", "mods"], ["--masters", "game", "mods/!a.esp"],
                  ["flat.zip"], ["flat"], ["--stdin-filename", "flat", "-"], ["folders.zip"], ["outer.zip"], ["--masters", "game", "flat.zip"]):
        reports = reports_of(check(*words, cwd=tmp_path, stdin=flat if "-" in words else b""))
        files = [member for report in reports for member in report.get("members", [report])]
        judged = [file for file in files if not file["input"]["name"].endswith(name)]
        assert judged and all(REFERENCE in codes_of(file) and ABSENT not in codes_of(file) for file in judged), words


def test_masters_of_masters_are_looked_up(mods):
    (mods / "game" / "SKYRIM.Esm").write_bytes(empty_plugin("Base.esm"))
    (mods / "game" / "base.esm").mkdir()
    (mods / "game" / "Other.esm").mkdir()
    result = check("--masters", "game", "mods/plugin.esp", cwd=mods)
    assert result.code == 3
    assert result.err == "navlint: cannot read game/base.esm: Invalid argument\n"


def test_masters_in_a_circle(mods):
    (mods / "game" / "SKYRIM.Esm").write_bytes(empty_plugin("Base.esm", "SKYRIM.ESM", "plugin.esp"))
    (mods / "game" / "base.esm").write_bytes(empty_plugin("skyrim.esm", "Absent.esm"))
    result = check("--masters", "game", "mods/plugin.esp", cwd=mods)
    assert result.err == "" and result.code in (0, 1)


def test_a_large_master_is_not_read(mods):
    size = len((mods / "mods" / "plugin.esp").read_bytes())
    (mods / "game" / "SKYRIM.Esm").write_bytes(bytes(size + 1))
    result = check("--masters", "game", "--max-bytes", str(size), "mods/plugin.esp", cwd=mods)
    assert result.code == 3
    assert result.err == "navlint: cannot read game/SKYRIM.Esm: larger than --max-bytes\n"


def test_a_folder_that_is_none(mods):
    for name, reason in (("absent", "No such file or directory"), ("mods/plugin.esp", "Not a directory")):
        result = check("--masters", "game", "--masters", name, "mods", cwd=mods)
        assert (result.code, result.out) == (2, b"")
        assert result.err == f"navlint: check: --masters {name}: {reason}\n"
    assert check("mods", "--masters", cwd=mods).err == "navlint: check: --masters needs a value: DIR\n"


# ---- in archives ----


def reports_in(tmp_path, members):
    (tmp_path / "mod.zip").write_bytes(zip_of(members))
    reports = reports_of(check("mod.zip", cwd=tmp_path))
    return {report["input"]["name"]: set(codes_of(report)) for report in reports if "input" in report}


CONFIG = ("FOMOD/moduleconfig.xml", "<config/>".encode("utf-16"))


@pytest.mark.parametrize("order", [1, -1])
def test_a_master_in_another_folder_of_the_archive(tmp_path, order):
    pair = members_of(REFERENCE)
    members = [CONFIG, ("00 Core/SKYRIM.Esm", pair["Skyrim.esm"]), ("10 Patch/plugin.esp", pair["plugin.esp"])]
    found = reports_in(tmp_path, members[::order])
    assert REFERENCE in found["mod.zip!10 Patch/plugin.esp"] and ABSENT not in found["mod.zip!10 Patch/plugin.esp"]
    assert set(found) == {"mod.zip!00 Core/SKYRIM.Esm", "mod.zip!10 Patch/plugin.esp"}


def test_masters_are_not_demanded_of_an_archive(tmp_path):
    pair = members_of(REFERENCE)
    found = reports_in(tmp_path, [CONFIG, ("10 Patch/plugin.esp", pair["plugin.esp"])])
    assert found["mod.zip!10 Patch/plugin.esp"] >= {ABSENT} and REFERENCE not in found["mod.zip!10 Patch/plugin.esp"]


def test_alternatives_are_not_chosen_among(tmp_path):
    pair = members_of(REFERENCE)
    members = [CONFIG, ("00 A/Skyrim.esm", pair["Skyrim.esm"]), ("01 B/Skyrim.esm", empty_plugin()),
               ("10 Patch/plugin.esp", pair["plugin.esp"])]
    assert ABSENT in reports_in(tmp_path, members)["mod.zip!10 Patch/plugin.esp"]
    members[2] = ("01 B/Skyrim.esm", pair["Skyrim.esm"])
    assert ABSENT not in reports_in(tmp_path, members)["mod.zip!10 Patch/plugin.esp"]


def test_alternatives_are_no_duplicates(tmp_path):
    pair = members_of(REFERENCE)
    (tmp_path / "mod.zip").write_bytes(zip_of([CONFIG] + [(f"{folder}/plugin.esp", pair["plugin.esp"])
                                                         for folder in ("00 A", "01 B", "02 C")]))
    reports = reports_of(check("mod.zip", cwd=tmp_path))
    assert [report["input"]["name"] for report in reports] == [
        f"mod.zip!{folder}/plugin.esp" for folder in ("00 A", "01 B", "02 C")]
    assert len({str(report["findings"]) for report in reports}) == 1
