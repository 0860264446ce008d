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


def peak_of(folder, name, count, *words):
    """Of judging the plugin `count` times under names of this form."""
    for number in range(count):
        path = folder / name.format(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.link(folder.parent / "large.esp", path)
    peak, result = peak_bytes(program(), "check", "--statistics", *words, folder)
    assert result.code == 0, result.err
    assert f"{count} judged: {count} valid" in result.text
    return peak


def assert_memory_is_that_of_four(folder, name, *words):
    large_plugin(folder / "large.esp")
    few = peak_of(folder / "few", name, 4, *words)
    many = peak_of(folder / "many", name, 10 if is_sanitized() else 100, *words)
    assert many < few + 16 * MEGABYTE
    # Two files are held, and an arena each of which little is touched.
    assert is_sanitized() or few < 2.2 * PLUGIN_BYTES


def test_ten_gigabytes_take_no_more_memory_than_four_files(tmp_path):
    """Each in a folder of its own, by two threads."""
    assert_memory_is_that_of_four(tmp_path, "{:03}/large.esp", "--jobs", "2")


def test_ten_gigabytes_in_one_folder_take_no_more_memory_than_four_files(tmp_path):
    """In parts of two."""
    assert_memory_is_that_of_four(tmp_path, "{:03}.esp", "--jobs", "1", "--max-set-bytes", "200M")


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
