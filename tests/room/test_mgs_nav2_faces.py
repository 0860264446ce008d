"""Groups with more faces than the 14 bits of a neighbour tell apart."""

import json
import os
import pathlib
import subprocess

FILE = pathlib.Path(__file__).resolve().parents[2] / "corpus/mgs_nav2/regression/face-whose-number-has-15-bits.nav2"


def test_no_face_leads_back_to_a_number_of_15_bits():
    words = [os.environ["NAVLINT_BIN"], "check", "--format", "json", "--only", "NAV2_MESH_CHUNK_BACK", FILE]
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    messages = [finding["message"] for finding in json.loads(done.stdout)["findings"]]
    assert any(message.startswith("face 16385 of group 0") for message in messages), messages
