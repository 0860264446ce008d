"""What a check holds is what its threads work on, however many files it is given (docs/limits.md)."""

import os
import struct

from conftest import is_sanitized, peak_bytes, program

PLUGIN_BYTES = 100_000_000
FIELD_BYTES = 65_000
FIELDS_IN_RECORD = 16
MEGABYTE = 1 << 20


def head_of(kind, data_bytes, form_id):
    return kind + struct.pack("<IIIIHH", data_bytes, 0, form_id, 0, 44, 0)


def large_plugin(path):
    """One that is read whole and holds no navmesh: nothing of it is kept but what it takes to say so."""
    field = b"DATA" + struct.pack("<H", FIELD_BYTES) + bytes(FIELD_BYTES)
    record_bytes = FIELDS_IN_RECORD * len(field)
    count = PLUGIN_BYTES // (record_bytes + 24)
    header = b"HEDR" + struct.pack("<HfiI", 12, 1.7, count + 1, 0x800 + count)
    with open(path, "wb") as file:
        file.write(head_of(b"TES4", len(header), 0) + header)
        file.write(b"GRUP" + struct.pack("<I4sIII", 24 + count * (24 + record_bytes), b"MISC", 0, 0, 0))
        for number in range(count):
            file.write(head_of(b"MISC", record_bytes, 0x800 + number) + FIELDS_IN_RECORD * field)


def peak_of(folder, count):
    """Of judging the plugin `count` times, each in a folder of its own, by two threads."""
    for number in range(count):
        os.makedirs(folder / f"{number:03}")
        os.link(folder.parent / "large.esp", folder / f"{number:03}" / "large.esp")
    peak, result = peak_bytes(program(), "check", "--jobs", "2", "--statistics", folder)
    assert result.code == 0, result.err
    assert f"{count} judged: {count} valid" in result.text
    return peak


def test_ten_gigabytes_take_no_more_memory_than_four_files(tmp_path):
    large_plugin(tmp_path / "large.esp")
    few = peak_of(tmp_path / "few", 4)
    many = peak_of(tmp_path / "many", 10 if is_sanitized() else 100)
    assert many < few + 16 * MEGABYTE
    # Each thread holds one file, and an arena of which it touches little.
    assert is_sanitized() or few < 2.2 * PLUGIN_BYTES


def peak_of_one_folder(folder, count):
    """Of judging the plugin under `count` names in one folder."""
    os.makedirs(folder)
    for number in range(count):
        os.link(folder.parent / "large.esp", folder / f"{number:03}.esp")
    peak, result = peak_bytes(program(), "check", "--jobs", "1", "--max-set-bytes", "200M", "--statistics", folder)
    assert result.code == 0, result.err
    assert f"{count} judged: {count} valid" in result.text
    return peak


def test_ten_gigabytes_in_one_folder_take_no_more_memory_than_four_files(tmp_path):
    large_plugin(tmp_path / "large.esp")
    few = peak_of_one_folder(tmp_path / "few", 4)
    many = peak_of_one_folder(tmp_path / "many", 10 if is_sanitized() else 100)
    assert many < few + 16 * MEGABYTE
    assert is_sanitized() or few < 2.2 * PLUGIN_BYTES


def test_ten_thousand_small_files_take_little_memory(tmp_path):
    """What is kept of a file that is through is its name and its place in the counts."""
    peaks = []
    for count in (100, 10_000):
        folder = tmp_path / str(count)
        os.makedirs(folder)
        for number in range(count):
            (folder / f"{number:05}.nav").write_bytes(b"junk")
        peak, result = peak_bytes(program(), "check", "--jobs", "2", folder)
        assert result.code in (0, 1, 3), result.err
        peaks.append(peak)
    assert is_sanitized() or peaks[1] - peaks[0] < 10_000 * 1024
