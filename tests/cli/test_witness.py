"""witness: raw bytes, never to a terminal."""

import subprocess

from conftest import ERROR, environment, program, run, witness


def test_to_a_file(tmp_path):
    path = tmp_path / "bad.nav"
    result = run("witness", ERROR.lower(), "-o", path)
    assert (result.code, result.out, result.err) == (0, b"", "")
    assert path.read_bytes() == witness(ERROR)
    assert run("witness", f"--output={tmp_path}/again.nav", ERROR).code == 0
    assert (tmp_path / "again.nav").read_bytes() == path.read_bytes()


def test_file_that_cannot_be_written(tmp_path):
    result = run("witness", ERROR, "-o", tmp_path / "no" / "such.nav")
    assert (result.code, result.out) == (4, b"")
    assert result.err == f"navlint: cannot write {tmp_path}/no/such.nav: No such file or directory\n"
    assert run("witness", ERROR, "-o", "/dev/full").code == 4


def test_terminal_is_refused(tmp_path, terminal):
    _, slave = terminal
    refused = subprocess.run([program(), "witness", ERROR], stdout=slave, stderr=subprocess.PIPE,
                             env=environment(), timeout=60, check=False)
    to_file = subprocess.run([program(), "witness", ERROR, "-o", tmp_path / "x"], stdout=slave,
                             env=environment(), timeout=60, check=False)
    assert refused.returncode == 2
    assert b"-o FILE" in refused.stderr
    assert to_file.returncode == 0
