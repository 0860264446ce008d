"""The tools of ./dev mutants on programs whose score is known."""

import pathlib
import platform
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = HERE.parents[1] / "fuzz" / "mutants"
sys.path.insert(0, str(TOOLS))

import equivalent  # noqa: E402
import mutants  # noqa: E402

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="patches x86-64 code")

# As CMakeLists.txt of the tools has it: conditions stay jumps.
NO_MOVES = ["-fno-if-conversion", "-fno-if-conversion2", "-fno-ssa-phiopt"]

LISTER = """
#include "jumps.h"
#include <stdio.h>
__attribute__((destructor)) static void list(void) {
    for (size_t i = 0; i < jump_count(); i++)
        if (jump_is_first(&jumps[i]))
            printf("%s#%llu\\t%s\\t%s\\n", jumps[i].owner, (unsigned long long)jumps[i].number,
                   jump_function(&jumps[i]), jump_place(&jumps[i]));
}
"""


@pytest.fixture
def program(tmp_path):
    def build(*names):
        (tmp_path / "lister.c").write_text(LISTER)
        objects = []
        tried = [(HERE / name, [f"-B{TOOLS / 'assembler'}", *NO_MOVES]) for name in names]
        for source, flags in (*tried, (TOOLS / "jumps.c", []), (TOOLS / "environment.c", []),
                              (tmp_path / "lister.c", [f"-I{TOOLS}"])):
            objects.append(tmp_path / f"{source.stem}.o")
            subprocess.run(["gcc", "-O1", "-g1", f"-I{HERE.parents[1]}",
                            f"-ffile-prefix-map={HERE}/=", *flags, "-c", source,
                            "-o", objects[-1]], check=True)
        subprocess.run(["gcc", *objects, "-o", tmp_path / "program"], check=True)
        return str(tmp_path / "program")
    return build


def fates(path):
    test = mutants.Test("program", [path], "judged")
    listed = mutants.mutants_of(mutants.jumps_of(path))
    return {mutant: killer for mutant in listed
            for killer in mutants.run_tests([test], [mutant]).values()}


def test_score_of_a_half_tested_function(program):
    result = {mutant: killer for mutant, killer in fates(program("tiny.c")).items()
              if mutant.jump.function == "digit_of"}
    survivors = [mutant for mutant, killer in result.items() if killer is None]
    assert len(result) == 4
    assert [line_of(mutant) for mutant in survivors] == ["if (value > 9) return 9;"]


def line_of(mutant):
    name, _, line = mutant.jump.place.partition(":")
    return (HERE / name).read_text().splitlines()[int(line) - 1].strip()


def test_a_mutant_that_hangs_is_killed(program, monkeypatch):
    monkeypatch.setattr(mutants, "SLOWEST_TEST_S", 1)
    assert list(fates(program("forever.c")).values()) == ["program", "program"]


def test_a_jump_is_found_by_name_alone(program):
    path = program("tiny.c")
    listed = mutants.jumps_of(path)
    names = [jump.name for jump in listed if jump.function == "digit_of"]
    assert names == [f"tiny.c:digit_of#{i}" for i in range(2)]
    assert mutants.Test("program", [path], "judged").run(NAVLINT_MUTANT="other.c:digit_of#0:always") == 0


def test_a_condition_of_a_header_is_one_in_all_files(program):
    path = program("shared.c", "shared_other.c")
    names = [jump.name for jump in mutants.jumps_of(path) if jump.function == "sign_of"]
    assert names == ["shared.h:sign_of#0"]
    test = mutants.Test("program", [path], "judged")
    for way in "always", "never":
        assert f"{names[0]}:{way}" in test.reached
        assert test.run(NAVLINT_MUTANT=f"{names[0]}:{way}") == 1


def test_a_mutant_only_meets_tests_that_can_tell_it(program):
    path = program("tiny.c")
    test = mutants.Test("program", [path], "judged")
    names = {mutant.name for mutant in mutants.mutants_of(mutants.jumps_of(path))}
    assert test.reached < names
    assert [name for name in names - test.reached if test.run(NAVLINT_MUTANT=name) != 0] == []


def test_parts_follow_the_source_of_the_condition():
    jump = mutants.Jump("core/reader.h:nl_take#0", "nl_take", "core/reader.h:61")
    assert mutants.part_of(jump) == "core"
    assert mutants.part_of(jump._replace(place="parsers/gta_nodes/decode.c:12")) == "gta_nodes"


def test_a_sample_is_the_same_again():
    assert mutants.chosen(range(100), 5, 7) == mutants.chosen(range(100), 5, 7)
    assert mutants.chosen([1, 2], 5, 7) == [1, 2]


def test_reasons_are_found_by_code_and_go_stale(tmp_path):
    table = tmp_path / "equivalent.tsv"
    code = "#include \"core/tar.h\""
    table.write_text(f"# file\ncore/tar.c\t{code}\tboth\tneeds it\ncore/tar.c\tgone\talways\tno\n")
    reasons = equivalent.Reasons(table)
    line = (TOOLS.parents[1] / "core/tar.c").read_text().splitlines().index(code) + 1
    jump = mutants.Jump("core/tar.c:f#0", "f", f"core/tar.c:{line}")
    assert reasons.reason_of(mutants.Mutant("core/tar.c:f#0:never", jump), False) == "needs it"
    assert reasons.unused(["core"]) == ["core/tar.c gone always"]
    assert reasons.unused(["gta_nodes"]) == []


def test_a_quick_look_is_explained_the_way_that_is_unusual(tmp_path):
    table = tmp_path / "equivalent.tsv"
    code = "#include \"core/tar.h\""
    table.write_text(f"core/tar.c\t{code}\tunusual\tslower\n")
    reasons = equivalent.Reasons(table)
    line = (TOOLS.parents[1] / "core/tar.c").read_text().splitlines().index(code) + 1
    mutant = mutants.Mutant("core/tar.c:f#0:never", mutants.Jump("core/tar.c:f#0", "f", f"core/tar.c:{line}"))
    assert reasons.reason_of(mutant, False) is None
    assert reasons.reason_of(mutant, True) == "slower"


def test_survivors_of_a_condition_stand_in_a_row(tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "LIST", tmp_path / "survivors.tsv")
    mutants.LIST.write_text("# head\n## gta_nodes: as it was\na row of it\n## core: old\nold row\n")
    table = tmp_path / "equivalent.tsv"
    table.write_text("")
    jump = mutants.Jump("core/tar.c:f#0", "f", "core/tar.c:1")
    alive = mutants.mutants_of([jump])
    fates = {mutant.name: mutants.Fate(None, mutant is alive[0], False) for mutant in alive}
    mutants.update_list([mutants.Result("core", alive, fates, equivalent.Reasons(table))])
    rows = mutants.LIST.read_text().splitlines()
    code = equivalent.code_of("core/tar.c:1")
    assert rows[1:] == ["## core: 0 of 2 mutants killed, 0.0 %; with the 0 that change nothing 0.0 %",
                        f"core/tar.c\tf\t{code}\talways, never (untried)",
                        "## gta_nodes: as it was", "a row of it"]
