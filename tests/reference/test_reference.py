"""The validator agrees with the references about the corpus, the witnesses, real files and changed
copies of them; and a reference that says something else is noticed.

NAVLINT_SAMPLES names the folder of real files, if it is not ../shared/samples. tests/reference/
differential.py --minutes M goes on for longer, with other seeds.
"""

import os
import pathlib

import differential
import pytest

SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", differential.ROOT.parent / "shared" / "samples"))
FORMATS = differential.formats()
MOST_SAMPLES = 12
FOLDERS = {"skyrim-navmesh": "skyrim", "source-bsp": "containers/bsp", "valve-vpk": "containers/vpk",
           "gmod-gma": "containers/gma", "gta-img": "containers/img", "fox-fpk": "containers/fpk",
           "metroid-pak": "containers/pak"}  # of real files, where they have another name


@pytest.fixture(autouse=True)
def command():
    assert "NAVLINT_BIN" in os.environ, "NAVLINT_BIN does not name the command"


@pytest.mark.parametrize("format_id", FORMATS)
def test_changed_files_are_judged_alike(format_id, capsys):
    count = differential.differential(format_id, FORMATS[format_id], [], "1", 0, least_batches=6)
    assert count is not None, capsys.readouterr().out
    assert count > 6 * differential.BATCH


@pytest.mark.parametrize("format_id", FORMATS)
def test_real_files_are_judged_alike(format_id, tmp_path):
    files = list(differential.of_folders(format_id, [SAMPLES / FOLDERS.get(format_id, format_id)]))
    if not files:
        pytest.skip(f"there are no real files in {SAMPLES}")
    smallest = sorted(files, key=len)[:MOST_SAMPLES]
    assert differential.compare(format_id, FORMATS[format_id], smallest, tmp_path) == []


@pytest.mark.parametrize("format_id", FORMATS)
def test_most_rules_of_a_reference_are_broken_by_some_file(format_id):
    """A comparison in which nothing is found shows nothing."""
    reference = FORMATS[format_id]
    judged = [reference.judge(data) for data in differential.base_files(format_id, [])]
    found = {code for j in judged for code, _ in j.findings}
    assert len(found) >= min(20, len(set(reference.CODES)) * 2 // 3)
    assert not found - set(reference.CODES) - {"NODES_CNT_SUM", "NODES_CNT_VEHICLES"}


class Disagreeing:
    """A reference that says one thing too many, or too few."""

    def __init__(self, reference, change):
        self.reference = reference
        self.change = change

    def judge(self, data):
        judgement = self.reference.judge(data)
        self.change(judgement)
        return judgement

    def __getattr__(self, name):
        return getattr(self.reference, name)


@pytest.mark.parametrize("format_id", FORMATS)
@pytest.mark.parametrize("say", ["more", "less"])
def test_a_disagreement_is_noticed(format_id, say, tmp_path):
    def change(judgement):
        if say == "less":
            judgement.findings.clear()
        elif judgement.codes:
            judgement.found(sorted(judgement.codes)[0], 3)

    reference = FORMATS[format_id]
    files = differential.base_files(format_id, [])[-20:]
    assert differential.compare(format_id, reference, files, tmp_path) == []
    assert differential.compare(format_id, Disagreeing(reference, change), files, tmp_path) != []
