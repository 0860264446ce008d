"""tsearch and its like, which cli/os/windows has of its own."""

import pytest
import wine

if not wine.IS_THERE:
    pytest.skip("there is no wine64", allow_module_level=True)


def test_trees(tmp_path):
    windows = wine.ROOT / "cli/os/windows"
    wine.compile_program(tmp_path / "trees.exe", "-std=c11", "-I", wine.ROOT, "-include", windows / "system/missing.h",
                         wine.ROOT / "tests/windows/trees.c", windows / "search.c")
    assert wine.run(tmp_path / "trees.exe").returncode == 0
