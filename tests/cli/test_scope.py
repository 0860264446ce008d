"""check --scope, and plugins of other games beside Skyrim's."""

import struct

import pytest

from conftest import reports_of, run, witness, zip_of


@pytest.fixture
def damaged(tmp_path):
    """A record that navigation does not need has a field that reaches out of it."""
    data = bytearray(witness("SKYRIM_FORM_ID_NULL"))
    record = data.index(b"MISC", data.index(b"GRUP") + 24)
    struct.pack_into("<I", data, record + 12, 0x01000800)
    struct.pack_into("<H", data, record + 24 + 4, 0xFFFF)
    path = tmp_path / "damaged.esp"
    path.write_bytes(data)
    return path


def test_all_records_are_judged_by_default(damaged):
    for words in ((), ("--scope", "all")):
        done = run("check", *words, str(damaged))
        assert done.code == 1
        assert "SKYRIM_FIELD_SIZE" in done.text


def test_the_navmesh_scope_leaves_others_unread(damaged):
    done = run("check", "--scope", "navmesh", "--format", "json", str(damaged))
    assert done.code == 0
    report = reports_of(done)[0]
    assert report["verdict"] == "valid"
    assert report["coverage"]["unclaimed"]


def fallout(path):
    header = b"HEDR" + struct.pack("<HfII", 12, 1.0, 0, 0x800)
    path.write_bytes(b"TES4" + struct.pack("<IIIIHH", len(header), 0, 0, 0, 131, 0) + header)
    return path


def test_another_game_s_plugin_in_a_folder_is_named_and_left_alone(tmp_path):
    fallout(tmp_path / "other.esp")
    (tmp_path / "good.esp").write_bytes(witness("SKYRIM_MASTERS_ABSENT"))
    done = run("check", str(tmp_path))
    assert done.code == 0
    assert "other.esp: a file of Fallout 4, not judged" in done.err
    assert "other.esp" not in done.text


def test_another_game_s_plugin_that_is_named_has_no_verdict(tmp_path):
    done = run("check", str(fallout(tmp_path / "other.esp")))
    assert done.code == 3
    assert "a plugin of Fallout 4, not of Skyrim" in done.text


OTHERS_ALONE = "nothing to judge: all files found are of other games"


def test_other_games_plugins_alone_are_nothing_to_judge(tmp_path):
    fallout(tmp_path / "other.esp")
    done = run("check", str(tmp_path))
    assert (done.code, done.text) == (3, "")
    assert "other.esp: a file of Fallout 4, not judged" in done.err
    assert done.err.endswith(f"{tmp_path}: {OTHERS_ALONE}\n")


def test_another_game_s_plugin_in_an_archive_is_named_and_left_alone(tmp_path):
    other = fallout(tmp_path / "other.esp").read_bytes()
    mixed = zip_of([("other.esp", other), ("good.esp", witness("SKYRIM_MASTERS_ABSENT"))])
    (tmp_path / "mod.zip").write_bytes(mixed)
    done = run("check", "mod.zip", cwd=tmp_path)
    assert (done.code, done.text) == (0, "")
    assert done.err == "navlint: mod.zip!other.esp: a file of Fallout 4, not judged\n"
    assert run("check", "-q", "mod.zip", cwd=tmp_path).err == ""


def test_archives_of_other_games_plugins_alone(tmp_path):
    other = fallout(tmp_path / "other.esp").read_bytes()
    (tmp_path / "other.esp").unlink()
    (tmp_path / "mod.zip").write_bytes(zip_of([("other.esp", other)]))
    for name in ("mod.zip", "."):
        done = run("check", name, cwd=tmp_path)
        assert (done.code, done.text) == (3, "")
        assert done.err.count("other.esp: a file of Fallout 4, not judged\n") == 1
        assert done.err.endswith(f"navlint: {name}: {OTHERS_ALONE}\n")
