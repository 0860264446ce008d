"""Planted bugs: that each still applies, that nothing gives them away, and how trials are counted."""

import pathlib
import re
import subprocess
import sys

from campaign import planted, plants
import pytest

ROOT = pathlib.Path(__file__).parents[2]
ALL = plants.read(ROOT)
BLOCK = """plant 3: a title
class: counts
target: some
what: a sentence
file: a.c
also: b.c
 one
-two
+three
"""


def tree(tmp_path, text):
    (tmp_path / "a.c").write_text(text)
    (tmp_path / "b.c").write_text("b\n")
    return tmp_path


def test_a_block_is_read():
    (plant,) = plants.parse(BLOCK)
    assert (plant.number, plant.kind, plant.target, plant.also) == (3, "counts", "some", ["b.c"])
    assert plant.edits == [plants.Edit("a.c", "one\ntwo\n", "one\nthree\n")]


def test_a_plant_is_put_in_and_its_neighbours_come_along(tmp_path):
    texts = plants.planted_texts(tree(tmp_path, "zero\none\ntwo\n"), plants.parse(BLOCK))
    assert texts == {"a.c": "zero\none\nthree\n", "b.c": "b\n"}


@pytest.mark.parametrize("text", ["one\n", "one\ntwo\none\ntwo\n"])
def test_a_plant_that_no_longer_applies_is_refused(tmp_path, text):
    with pytest.raises(plants.BadPlant, match="plant 3"):
        plants.planted_texts(tree(tmp_path, text), plants.parse(BLOCK))


def test_all_plants_apply_together():
    assert plants.planted_texts(ROOT, ALL)


def test_there_are_enough_of_every_kind_and_everywhere():
    assert len(ALL) >= 44
    assert len({plant.number for plant in ALL}) == len(ALL)
    assert all(0 < plant.number < 200 and plant.what and plant.edits for plant in ALL)
    assert {plant.kind for plant in ALL} == set(plants.CLASSES)
    changed = {edit.file for plant in ALL for edit in plant.edits}
    folders = ["core", "validator", "report", "intake", "server"]
    for house in ("parsers", "containers"):
        folders += [f"{house}/{path.parent.name}" for path in ROOT.glob(f"{house}/*/rules.def")]
    assert all(any(path.startswith(f"{folder}/") for path in changed) for folder in folders)


def test_every_plant_chooses_by_its_own_number():
    for plant in ALL:
        added = "".join(edit.new for edit in plant.edits)
        assert set(re.findall(r"PLANT(?:_NUMBER)?\((\d+),", added)) == {str(plant.number)}


def constants(plant):
    """Those that the new text has and the old one has not, of more than a byte."""
    numbers = re.compile(r"\b(0x[0-9A-Fa-f]+|\d+)[uU]?\b")
    found = set()
    for edit in plant.edits:
        found |= set(numbers.findall(edit.new)) - set(numbers.findall(edit.old))
    return {int(word, 0) for word in found if int(word, 0) > 0xFFFF}


def spellings(number):
    """As it may stand in a dictionary or in a table."""
    data = number.to_bytes(4, "little")
    escaped = ["".join(f"\\x{byte:02x}" for byte in order) for order in (data, data[::-1])]
    return [*escaped, f"{number:x}", str(number)]


def test_nothing_gives_the_magic_away():
    places = [*ROOT.glob("fuzz/*.dict"), *ROOT.glob("fuzz/mutate*")]
    texts = {path: path.read_text().lower() for path in places}
    magic = {number for plant in ALL if plant.kind == "magic" for number in constants(plant)}
    assert len(magic) >= 2
    for path, text in texts.items():
        assert not [hex(number) for number in magic for word in spellings(number) if word in text], path


PROGRAM = """
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    printf("%d %d", (int)PLANT(2, argc > 3, argc > 0), (int)PLANT_NUMBER(5, argc + 10, argc + 20));
    return 0;
}
"""


@pytest.fixture(name="program")
def compile_program(tmp_path):
    def compiled(*flags):
        source, binary = tmp_path / "p.c", tmp_path / "p"
        source.write_text(PROGRAM)
        folder = ROOT / "fuzz" / "planted"
        subprocess.run(["cc", "-std=gnu11", f"-I{ROOT}", *flags, "-include",
                        str(folder / "plant.h"), str(source), str(folder / "plant.c"), "-o", str(binary)], check=True)
        return binary
    return compiled


def output_of(binary, **environment):
    return subprocess.run([str(binary)], env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("number, shown", [(0, "0 11"), (2, "1 11"), (5, "0 21")])
def test_a_plant_is_chosen_by_the_compiler_or_at_start(program, number, shown):
    assert output_of(program(f"-DNAVLINT_PLANT={number}")) == shown
    assert output_of(program(), PLANT=str(number)) == shown


def test_reached_and_triggered_are_counted_apart(program, tmp_path):
    canary = tmp_path / "canary"
    assert output_of(program(), PLANT="watch", PLANT_CANARY=str(canary)) == "0 11"  # no harm is done
    assert all(planted.read_canary(tmp_path, number)[1] for number in (2, 5))
    assert planted.read_canary(tmp_path, 3) == (None, None)


# ---- Trials ----

ENGINE = """#!{python}
import os, struct, sys, time
with open(os.environ["PLANT_CANARY"], "wb") as canary:
    canary.write(bytes(32 * 7) + struct.pack("4Q", 9, 2, 5, 40))
if os.environ["PLANT"] == "7":
    sys.exit("a.c:1: invariant 24 of docs/security.md is broken: x")
while True:
    pass
"""


@pytest.fixture(name="engine")
def make_engine(house):
    path = house.build("fuzz") / "bin" / "fuzz_calm_planted"
    path.write_text(ENGINE.format(python=sys.executable))
    path.chmod(0o755)
    return house


def trial_of(number):
    plant = plants.Plant(number, "title", "counts", "some")
    return planted.Trial(plant, "some", planted.CONFIGS["structure"], 0)


def test_a_trial_says_what_was_reached_triggered_and_detected(engine):
    todo = [trial_of(7), trial_of(0)]
    found = planted.run_all(engine, todo, 0.5, 2, show=lambda line: None)
    (seen,), (control,) = found[7, "some", "structure"], found[0, "some", "structure"]
    assert (seen.reached, seen.triggered, seen.how) == (0.005, 0.04, "invariant 24")
    assert 0 < seen.detected < 5
    assert control.detected is None
    rows = planted.rows_of(todo, found)
    assert [row.detected for row in rows] == [1, 0] and planted.is_good(rows)
    assert "structure: 1 of 1 found in every trial" in planted.table(rows)


ALARMED = """#!{python}
import sys
prefix = next(word for word in sys.argv if word.startswith("-artifact_prefix=")).split("=")[1]
open(prefix + "crash-1", "wb").write(b"bad")
sys.exit("a.c:1: invariant 9 of docs/security.md is broken: x")
"""


def test_what_the_control_found_is_shown_with_its_input(engine):
    path = engine.build("fuzz") / "bin" / "fuzz_calm_planted"
    path.write_text(ALARMED.format(python=sys.executable))
    planted.run_all(engine, [trial_of(0)], 0.5, 1, show=lambda line: None)
    log, crash = planted.alarms(engine)
    assert "invariant 9 of" in log and crash == "crash-1, base64: YmFk"


def test_rows_are_written_and_read_and_replaced(tmp_path):
    outcomes = [planted.Outcome(0.1, 0.2, 0.3, "SEGV"), planted.Outcome(0.1)]
    row = planted.row_of(trial_of(7).plant, "some", planted.CONFIGS["plain"], outcomes)
    assert (row.reached, row.triggered, row.detected, row.median_s) == (2, 1, 1, "0.30")
    planted.write_rows(tmp_path / "rows", [row])
    assert planted.read_rows(tmp_path / "rows") == [row]
    newer = planted.row_of(trial_of(7).plant, "some", planted.CONFIGS["plain"], outcomes[:1])
    assert planted.merged_rows([row], [newer]) == [newer]
    assert not planted.is_good([row]) and planted.is_good([newer])


def test_what_is_committed_speaks_of_the_plants_that_there_are():
    known = {plant.number: (plant.kind, plant.target, plant.title) for plant in ALL}
    rows = planted.read_rows(ROOT / "fuzz" / "planted" / "results.tsv")
    assert {row.plant for row in rows if row.config == "structure"} == set(known) | {0}
    assert all(known[row.plant] == (row.kind, row.target, row.title) for row in rows if row.plant)


def test_lists_of_plants():
    assert [plant.number for plant in plants.chosen(ALL, "1,4-6")] == [1, 4, 5, 6]
    assert plants.chosen(ALL, None) == ALL
