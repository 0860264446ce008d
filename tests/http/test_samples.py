"""Real files: the service says what the command says."""

import json
import os
import pathlib

import pytest
from conftest import ROOT, run_command
from wire import upload

SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT / ".." / "shared" / "samples")) / "source-nav"


def test_samples(service, check_report):
    files = sorted(SAMPLES.rglob("*.nav"))
    if not files:
        pytest.skip(f"no samples at {SAMPLES}")
    with service.wire() as wire:
        for path in files:
            data = path.read_bytes()
            wire.send(upload(data, "/validate?name=-"))
            answer = wire.answer()
            check_report(answer)
            printed = run_command("check", "--format", "json", "-", data=data).stdout
            assert answer.body == printed, path
            assert json.loads(printed)["input"]["bytes"] == len(data)
